//! What components may look like on a board, however a game goes: so that what stands for them there can be settled before play.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::machine::{Machine, Sight};
use super::{Game, Log};
use crate::instance::to_value;
use crate::words::kind_noun;
use rulehound_rules::facts::effects::arriving;
use rulehound_rules::model::value::{DIRECTIONS, NONE};
use rulehound_rules::model::{AreaId, AreaKind, Attribute, KindId, Shape, Sort};

/// The most appearances that are told apart on one board: so many letters are easily found.
const MOST: usize = 48;

/// How many wordings are tried in all. Two ways may be worded alike, and a wording may be much work.
const TRIES: usize = 2_000;

/// What may stand on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appearances {
    /// What things may look like there, in words, as views tell it to whoever sees all of it (`pawn of Ann`): each once, kind by kind in
    /// the order of the rules.
    pub known: Vec<String>,
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
    let mut tries = TRIES;
    let mut kinds: BTreeMap<KindId, Option<Vec<String>>> = BTreeMap::new();
    boards
        .map(|(area, board)| {
            let mut found = Appearances::default();
            for kind in arriving(model, area, board) {
                let Some(declared) = model.kinds.get(kind.index()) else { continue };
                let known = kinds.entry(kind).or_insert_with(|| of_kind(game, kind, &mut tries));
                match known.as_ref().filter(|known| found.known.len() + known.len() <= MOST) {
                    Some(known) => found.known.extend(known.iter().cloned()),
                    None => {
                        found.countless.insert(kind, kind_noun(declared));
                    }
                }
            }
            (area, Arc::new(found))
        })
        .collect()
}

/// The appearances of a kind; `None` if there are too many.
fn of_kind(game: &Game, kind: KindId, tries: &mut usize) -> Option<Vec<String>> {
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
    if ways > MOST {
        return None;
    }
    let mut found: Vec<String> = Vec::new();
    let mut before = None;
    for number in instance.kinds.get(kind.index())?.clone() {
        let component = instance.component(number)?;
        // Those of one line look the same.
        if before.replace((component.owner, component.made)) == Some((component.owner, component.made)) {
            continue;
        }
        for way in 0..ways {
            *tries = tries.checked_sub(1)?;
            let words = game.appearance(number, &attributes(number, &changing, way));
            if found.contains(&words) {
                continue;
            }
            if found.len() == MOST {
                return None;
            }
            found.push(words);
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
