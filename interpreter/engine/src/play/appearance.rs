//! What components may look like on a board, however a game goes: so that what stands for them there can be settled before play.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::machine::{Machine, Sight};
use super::{Game, Log};
use crate::instance::to_value;
use crate::words::kind_noun;
use rulehound_rules::facts::effects::arriving;
use rulehound_rules::model::value::{DIRECTIONS, NONE};
use rulehound_rules::model::{AreaId, AreaKind, Attribute, KindId, OwnerSort, Shape, Sort};

/// The most appearances that are told apart on one board: so many letters are easily found.
const MOST: usize = 48;

/// What a component may look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// In words, as views tell it to whoever sees all of it: `pawn of Ann`.
    pub words: String,
    /// Its kind.
    pub kind: KindId,
    /// The player whose it is.
    pub owner: Option<usize>,
}

/// What may stand on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appearances {
    /// Every appearance once, kind by kind in the order of the rules.
    pub known: Vec<Appearance>,
    /// Kinds of which there are so many that no board could tell them apart, and what one of each is called.
    pub countless: BTreeMap<KindId, String>,
}

/// What may stand on each board of a game.
pub(super) type ByBoard = Vec<(AreaId, Arc<Appearances>)>;

/// Of each board of a game, by its area.
pub(super) fn appearances(game: &Game) -> ByBoard {
    let model = &game.instance().model;
    let boards = model.areas.iter().enumerate().filter_map(|(index, area)| match &area.kind {
        AreaKind::Board(board) => Some((AreaId::from(index), board)),
        AreaKind::Zone(_) => None,
    });
    boards
        .map(|(area, board)| {
            let mut found = Appearances::default();
            for kind in arriving(model, area, board) {
                let room = MOST - found.known.len();
                let Some(declared) = model.kinds.get(kind.index()) else { continue };
                if let Some(known) = of_kind(game, kind, room) {
                    found.known.extend(known);
                } else {
                    found.countless.insert(kind, kind_noun(declared));
                }
            }
            (area, Arc::new(found))
        })
        .collect()
}

/// The appearances of a kind; `None` if there are more than that.
fn of_kind(game: &Game, kind: KindId, most: usize) -> Option<Vec<Appearance>> {
    let instance = game.instance();
    let declared = instance.model.kinds.get(kind.index())?;
    let changing: Vec<(usize, Vec<i32>)> = declared
        .attributes
        .iter()
        .filter(|attribute| !attribute.printed && !attribute.unspoken())
        .flat_map(|attribute| {
            let values = values(game, attribute);
            (attribute.first_cell..attribute.first_cell + attribute.cells).map(move |cell| (cell, values.clone()))
        })
        .collect();
    let ways = changing.iter().fold(1usize, |ways, (_, values)| ways.saturating_mul(values.len().max(1)));
    let mut found: Vec<Appearance> = Vec::new();
    let mut before = None;
    for number in instance.kinds.get(kind.index())?.clone() {
        let component = instance.component(number)?;
        // Those of one line look the same.
        if before.replace((component.owner, component.made)) == Some((component.owner, component.made)) {
            continue;
        }
        if ways > MOST {
            return None;
        }
        let owner = Some(component.owner).filter(|_| declared.owner == OwnerSort::Player);
        let owner = owner.and_then(|owner| usize::try_from(owner).ok());
        for way in 0..ways {
            let words = game.appearance(number, &attributes(number, &changing, way));
            if found.iter().any(|other| other.words == words) {
                continue;
            }
            if found.len() == most {
                return None;
            }
            found.push(Appearance { words, kind, owner });
        }
    }
    Some(found)
}

/// The values of the cells that change, in one of all ways.
fn attributes(component: i32, changing: &[(usize, Vec<i32>)], mut way: usize) -> Vec<(i32, usize, i32)> {
    let mut chosen = Vec::new();
    for (cell, values) in changing {
        let count = values.len().max(1);
        chosen.extend(values.get(way % count).map(|value| (component, *cell, *value)));
        way /= count;
    }
    chosen
}

/// What an attribute may hold; nothing of what points at other things, which have words of their own.
fn values(game: &Game, attribute: &Attribute) -> Vec<i32> {
    let mut values: Vec<i32> = match &attribute.of.sort {
        Sort::Number { least, greatest } if i64::from(*greatest) - i64::from(*least) < MOST as i64 => {
            (*least..=*greatest).collect()
        }
        // One more than can be told apart.
        Sort::Number { least, .. } => (*least..).take(MOST + 1).collect(),
        Sort::YesNo => vec![0, 1],
        Sort::Value { allowed, .. } => allowed.iter().copied().collect(),
        Sort::Player => (0..to_value(game.instance().seats())).collect(),
        Sort::Direction => (0..to_value(DIRECTIONS.len())).collect(),
        Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing => Vec::new(),
    };
    if attribute.of.shape == Shape::OneOrNone && !values.is_empty() {
        values.push(NONE);
    }
    values
}

impl Game {
    /// What may stand on a board, however the game goes. It hangs on rules, seats and settings alone, so it tells nothing of a position.
    pub fn appearances(&self, board: AreaId) -> Arc<Appearances> {
        let found = self.settled().iter().find(|(area, _)| *area == board);
        found.map_or_else(Arc::default, |(_, found)| found.clone())
    }

    /// What a component looks like if its attributes have these values.
    fn appearance(&self, component: i32, attributes: &[(i32, usize, i32)]) -> String {
        let mut machine = Machine::new(self.program(), &self.blank(), Log::silent());
        let setup = super::Setup { attributes: attributes.to_vec(), ..super::Setup::default() };
        // Nothing is moved, so nothing can go wrong.
        let _ = machine.set_up(&setup);
        let silent = machine.silent_features(component);
        machine.with_words(Sight::All, |words, look| words.component_with(component, silent, look))
    }
}
