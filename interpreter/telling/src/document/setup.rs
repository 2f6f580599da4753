//! The table when the first decision comes, as the engine sets it up.

use std::collections::BTreeSet;

use super::board;
use super::english::{English, Scope, Sorted};
use super::glance::sentence;
use super::names::area_id;
use super::picture::Picture;
use super::preparation::{Preparation, preparation};
use super::prose::{Prose, link};
use super::rule::runs_before;
use super::{Block, Book, Line, Section};
use crate::scene::{Lying, Scene, Spot};
use crate::wrap::and;
use rulehound_engine::instance::Table;
use rulehound_engine::play::{Game, Log, Position, Seeded, Stop, Viewer};
use rulehound_engine::words::unspoken;
use rulehound_rules::facts::stops::has_chance;
use rulehound_rules::model::{
    AreaId, AreaKind, AudienceKind, ExpressionKind, Model, Notes, RunnableId, Sort, VariableId,
};

/// The most outcomes of chance before the first decision.
const MOST: usize = 20_000;

/// The most sorts of pieces that are named.
const MOST_NAMED: usize = 6;

/// What an empty place holds.
const NOTHING: &str = "nothing";

/// The section: boards with what stands on them at the first decision, and what lies elsewhere.
pub fn table(book: &Book<'_>) -> Section {
    let mut section = Section::new("setup", "Setup");
    let Some(position) = first_decision(book) else { return section };
    let players = position.game().instance().players.clone();
    for (index, area) in book.model.areas.iter().enumerate() {
        if matches!(area.kind, AreaKind::Board(_)) {
            let picture: Option<Picture> = board::at(&position, AreaId::from(index), "When the first decision comes");
            section.blocks.extend(picture.map(Block::Picture));
        }
    }
    let mut rows: Vec<Vec<Prose>> = Vec::new();
    let scene = Scene::of(&position, Viewer::Nobody);
    for (index, area) in book.model.areas.iter().enumerate() {
        let AreaKind::Zone(zone) = &area.kind else { continue };
        let id = AreaId::from(index);
        let name = super::names::spoken(&area.name, &area.notes);
        let told = lying(&scene, id, !zone.index.is_empty());
        // What is empty now is met soon; only what nobody says anything of needs no mention.
        if !told.is_empty() || area.notes.doc.is_some() {
            let holds = if told.is_empty() { NOTHING.to_owned() } else { told };
            rows.push(row(&area_id(book.model, id), &name, &area.notes, &holds));
        }
    }
    rows.extend(notes(book.model));
    section.blocks.extend(holds(rows));
    if section.is_empty() {
        return section;
    }
    let Preparation { steps, told } = preparation(book);
    let mut before: Vec<Block> = Vec::new();
    let word = if steps.is_empty() { "Play begins" } else { "Then play begins" };
    if !steps.is_empty() {
        before.push(Block::Steps(steps));
    }
    before.extend(begins(book.model, &position, &told, word));
    let mut words = vec![format!(
        "With {} players the table looks like this when somebody decides for the first time.",
        players.len()
    )];
    if has_chance(book.model) {
        words.push("What chance gives differs from game to game.".to_owned());
    }
    before.push(Block::Paragraph(Prose::read(&words.join(" "))));
    section.blocks.splice(0..0, before);
    section
}

/// What lies in the places of an area. Where all players begin alike one speaks for all; else each is named.
fn lying(scene: &Scene, area: AreaId, indexed: bool) -> String {
    let of = |spots: &[Spot]| {
        let spots = spots.iter().filter(|spot| spot.area == area);
        let words = spots.map(|spot| match indexed {
            false => contents(&spot.lying),
            true => format!("{}: {}", spot.name, contents(&spot.lying)),
        });
        words.collect::<Vec<String>>().join("; ")
    };
    let common = of(&scene.common);
    let mut alike: Vec<(String, Vec<String>)> = Vec::new();
    for seat in &scene.seats {
        let words = of(&seat.spots);
        match alike.iter_mut().find(|(other, _)| *other == words) {
            Some((_, names)) => names.push(seat.name.clone()),
            None => alike.push((words, vec![seat.name.clone()])),
        }
    }
    let owned = match alike.as_slice() {
        [(words, _)] => words.clone(),
        several => {
            let told = several
                .iter()
                .map(|(words, names)| format!("{}: {}", and(names), if words.is_empty() { NOTHING } else { words }));
            told.collect::<Vec<String>>().join("; ")
        }
    };
    [common, owned].into_iter().filter(|words| !words.is_empty()).collect::<Vec<String>>().join("; ")
}

/// A place or note: what it is called, what it is, what it holds.
fn row(id: &str, name: &str, notes: &Notes, holds: &str) -> Vec<Prose> {
    let heading = link(id, &crate::wrap::capital(name));
    vec![Prose::read(&heading), Prose::of_author(notes.doc.as_deref().unwrap_or_default()), Prose::of_author(holds)]
}

/// The table of all places; what each of them is has a column if anything is said of that.
fn holds(mut rows: Vec<Vec<Prose>>) -> Option<Block> {
    if rows.is_empty() {
        return None;
    }
    let mut head = vec!["Place".to_owned(), "What it is".to_owned(), "Holds".to_owned()];
    if rows.iter().all(|row| row.get(1).is_none_or(|doc| doc.words().is_empty())) {
        head.remove(1);
        rows.iter_mut().for_each(|row| drop(row.remove(1)));
    }
    let caption =
        "What lies where when the first decision comes; places of a player are told once where all begin alike";
    Some(Block::Table(super::Grid { caption: caption.to_owned(), head, rows, numbers: false }))
}

/// What everybody sees noted from the beginning, such as money; zeros are nothing that anybody lays out.
fn notes(model: &Model) -> Vec<Vec<Prose>> {
    let mut rows = Vec::new();
    for (index, variable) in model.variables.iter().enumerate() {
        let open = matches!(variable.audience.kind, AudienceKind::All) && !unspoken(&variable.notes);
        let number = matches!(variable.of.sort, Sort::Number { .. });
        let Some(first) = variable.first.as_ref().filter(|_| open && number && variable.each.is_none()) else {
            continue;
        };
        if matches!(first.kind.as_ref(), ExpressionKind::Constant(0)) {
            continue;
        }
        let english = English::new(model, &Scope::new(variable.at, first.at));
        let value = super::prose::bare(&english.phrase(first));
        let each = english.owner(variable.owner).map_or_else(String::new, |owner| format!(" for {owner}"));
        let name = super::names::spoken(&variable.name, &variable.notes);
        let id = super::names::variable_id(model, VariableId::from(index));
        rows.push(row(&id, &name, &variable.notes, &format!("{value}{each}")));
    }
    rows
}

/// What leads from the preparation to the first decision, in the authors' sentences; without any what the first to decide is asked.
fn begins(model: &Model, position: &Position, told: &BTreeSet<RunnableId>, word: &str) -> Vec<Block> {
    let mut running: Vec<RunnableId> = position.running();
    running.reverse();
    let mut passed: Vec<RunnableId> = Vec::new();
    for two in running.windows(2) {
        let [outer, inner] = two else { continue };
        let (outer, inner) = (model.written_runnable(*outer), model.written_runnable(*inner));
        // What stands before it was run before it; of several clauses nobody knows which.
        if let Some([only]) = model.runnables.get(outer.index()).map(|one| one.clauses.as_slice()) {
            passed.extend(runs_before(model, &only.body, inner));
        }
        passed.push(inner);
    }
    let mut lines: Vec<Line> = Vec::new();
    let mut seen = told.clone();
    for id in passed {
        if seen.insert(id)
            && let Some(words) = sentence(model, id)
        {
            lines.push(Line { text: Prose::read(&words), sort: Sorted::Plain, inner: Vec::new(), at: None });
        }
    }
    if lines.len() > 1 {
        return vec![Block::Paragraph(Prose::of_author(&format!("{word}:"))), Block::Steps(lines)];
    }
    let asked =
        || position.offer(*position.deciders().first()?).ok()?.map(|offer| Prose::of_author(&offer.asked.prompt));
    let only = lines.pop().map(|line| line.text).or_else(asked);
    only.map(|Prose(words)| {
        let begins = super::Inline::Text(format!("{word}: "));
        Block::Paragraph(Prose(std::iter::once(begins).chain(words).collect()))
    })
    .into_iter()
    .collect()
}

/// What lies in a place; of many sorts how many they are.
fn contents(lying: &Lying) -> String {
    match lying {
        Lying::Open(pieces) if pieces.len() > MOST_NAMED => {
            let all = pieces.iter().fold(0, |all: u32, piece| all.saturating_add(piece.count));
            format!("{all} different pieces")
        }
        Lying::Open(_) | Lying::Pile(_) | Lying::Hidden { .. } => lying.told(),
    }
}

/// Plays up to the first decision; chance comes from a fixed seed, so the document is always the same.
fn first_decision(book: &Book<'_>) -> Option<Position> {
    let model = book.model;
    let players = if model.players.names.is_empty() {
        rulehound_engine::instance::default_names(usize::from(model.players.most))
    } else {
        model.players.names.clone()
    };
    let game = Game::load(model.clone(), &Table { players, ..Table::default() }).ok()?;
    let mut log = Log::new();
    let mut position = game.start(&mut log).ok()?;
    let mut chance = Seeded::new(1, 0);
    for _ in 0..MOST {
        match position.stop() {
            Stop::Decision => return Some(position),
            Stop::Over => return None,
            Stop::Chance => {
                let outcome = chance.pick_weight(&position.weights());
                position.resolve(outcome, &mut log).ok()?;
            }
        }
    }
    None
}
