//! The table when the first decision comes, as the engine sets it up.

use super::board;
use super::names::area_id;
use super::picture::Picture;
use super::preparation::preparation;
use super::prose::{Prose, link};
use super::{Block, Book, Section};
use rulehound_engine::instance::Table;
use rulehound_engine::play::{Game, Holding, Log, Position, Seeded, Stop, Viewer};
use rulehound_engine::words::Form;
use rulehound_rules::model::{AreaId, AreaKind};

/// The most outcomes of chance before the first decision.
const MOST: usize = 20_000;

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
    let view = position.shown(Viewer::Nobody, Form::People);
    let first = players.first().cloned().unwrap_or_default();
    for (index, area) in book.model.areas.iter().enumerate() {
        let AreaKind::Zone(_) = area.kind else { continue };
        let name = super::names::spoken(&area.name, &area.notes);
        let mut told: Vec<String> = Vec::new();
        for (place, holding) in &view.places {
            let (owner, rest) = place.split_once('.').map_or(("", place.as_str()), |(owner, rest)| (owner, rest));
            let bare = rest.split('(').next().unwrap_or(rest);
            // All players begin alike, but for what chance gives them; one speaks for all.
            if bare == area.name && (owner.is_empty() || owner == first) {
                let index = rest.strip_prefix(bare).unwrap_or_default().trim_matches(['(', ')']);
                let label = if index.is_empty() { String::new() } else { format!("{index}: ") };
                told.push(format!("{label}{}", contents(holding, &players)));
            }
        }
        if !told.is_empty() {
            rows.push(vec![
                Prose::read(&link(&area_id(book.model, AreaId::from(index)), &super::names::large(&name))),
                Prose::of_author(&told.join("; ")),
            ]);
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
    section
}

/// What anybody may see of a place.
fn contents(holding: &Holding, players: &[String]) -> String {
    let bare = |what: &str| {
        let owner = players.iter().find_map(|player| what.strip_suffix(&format!(" of {player}")));
        owner.unwrap_or(what).to_owned()
    };
    let one = |(what, count): &(String, u32)| {
        if *count == 1 { bare(what) } else { format!("{count} × {}", bare(what)) }
    };
    match holding {
        Holding::Seen(things) if things.len() > 6 => {
            format!("{} different pieces", things.iter().map(|(_, count)| count).sum::<u32>())
        }
        Holding::Seen(things) => things.iter().map(one).collect::<Vec<_>>().join(", "),
        Holding::Ordered(things) => format!("{} pieces in a pile, open", things.len()),
        Holding::Hidden { counts, top } => {
            let counts = counts.iter().map(one).collect::<Vec<_>>().join(", ");
            match top {
                Some(_) => format!("{counts}, only the top one open"),
                None => format!("{counts}, unseen"),
            }
        }
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
