//! The table when the first decision comes, as the engine sets it up.

use super::board;
use super::names::area_id;
use super::picture::Picture;
use super::preparation::preparation;
use super::prose::{Prose, link};
use super::{Block, Book, Section};
use crate::scene::{Lying, Scene};
use rulehound_engine::instance::Table;
use rulehound_engine::play::{Game, Log, Position, Seeded, Stop, Viewer};
use rulehound_rules::model::{AreaId, AreaKind};

/// The most outcomes of chance before the first decision.
const MOST: usize = 20_000;

/// The most sorts of pieces that are named.
const MOST_NAMED: usize = 6;

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
    // All players begin alike, but for what chance gives them; one speaks for all.
    let scene = Scene::of(&position, Viewer::Nobody);
    let spots = || scene.common.iter().chain(scene.seats.first().into_iter().flat_map(|seat| &seat.spots));
    for (index, area) in book.model.areas.iter().enumerate() {
        let AreaKind::Zone(zone) = &area.kind else { continue };
        let id = AreaId::from(index);
        let name = super::names::spoken(&area.name, &area.notes);
        let told: Vec<String> = spots()
            .filter(|spot| spot.area == id)
            .map(|spot| match zone.index.as_slice() {
                [] => contents(&spot.lying),
                _ => format!("{}: {}", spot.name, contents(&spot.lying)),
            })
            .collect();
        if !told.is_empty() {
            let heading = link(&area_id(book.model, id), &crate::wrap::capital(&name));
            rows.push(vec![Prose::read(&heading), Prose::of_author(&told.join("; "))]);
        }
    }
    if !rows.is_empty() {
        let caption = "What lies where when the first decision comes; places of a player are those of the first one";
        section.blocks.push(Block::Table(super::Grid {
            caption: caption.to_owned(),
            head: vec!["Place".to_owned(), "Holds".to_owned()],
            rows,
            numbers: false,
        }));
    }
    if section.is_empty() {
        return section;
    }
    let words = format!(
        "With {} players the table looks like this when somebody decides for the first time. What chance gives differs from game to game.",
        players.len()
    );
    let steps = preparation(book);
    let first = if steps.is_empty() { 0 } else { 1 };
    if !steps.is_empty() {
        section.blocks.insert(0, Block::Steps(steps));
    }
    section.blocks.insert(first, Block::Paragraph(Prose::read(&words)));
    section.blocks.extend(begins(&position));
    section
}

/// What the first to decide is asked.
fn begins(position: &Position) -> Option<Block> {
    let offer = position.offer(*position.deciders().first()?).ok()??;
    let sentence = format!("Then play begins: {}", offer.asked.prompt);
    Some(Block::Paragraph(Prose::of_author(&sentence)))
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
