//! What is in the box.

use crate::wrap::capital;
use std::collections::BTreeSet;

use super::board;
use super::names::{area_id, counted, kind, kind_id, lowered};
use super::overview::trust;
use super::picture::{Drawn, Face, FacesPicture, Item, ItemsPicture, NOBODYS, Picture, colour};
use super::prose::Prose;
use super::{Block, Book, Section};
use rulehound_engine::instance::Table;
use rulehound_engine::play::Game;
use rulehound_rules::facts::walk;
use rulehound_rules::model::{AreaId, AreaKind, KindId, Model, OwnerSort, Sort, StatementKind, Target};

/// The most different things that are drawn.
const MOST_DRAWN: usize = 48;

/// The section.
pub fn components(book: &Book<'_>) -> Section {
    let mut section = Section::new("components", "What is in the box");
    let game = largest(book.model);
    for index in 0..book.model.kinds.len() {
        section.sections.push(component(book, KindId::from(index), game.as_ref()));
    }
    for (index, area) in book.model.areas.iter().enumerate() {
        let id = AreaId::from(index);
        let AreaKind::Board(declared) = &area.kind else { continue };
        let mut one = Section::new(area_id(book.model, id), format!("The {}", lowered(&area.name)));
        one.reference = area.notes.reference.clone();
        one.at = Some(area.at);
        one.blocks.extend(area.notes.doc.as_ref().map(|doc| Block::Lead(Prose::of_author(doc))));
        one.blocks.push(Block::Picture(board::empty(book.model, id)));
        let mut facts = board::facts(declared);
        facts.extend(super::sizes::of_board(book.model, declared));
        facts.extend(super::ways::facts(book.model, id));
        one.blocks.push(Block::Facts(facts));
        one.blocks.extend(trust(area.notes.assume.as_ref()));
        section.sections.push(one);
    }
    section
}

/// The game at a table with as many players as can be, to count and describe things; without settings changed it always fits.
pub fn largest(model: &std::sync::Arc<Model>) -> Option<Game> {
    let players = if model.players.names.is_empty() {
        rulehound_engine::instance::default_names(usize::from(model.players.most))
    } else {
        model.players.names.clone()
    };
    Game::load(model.clone(), &Table { players, ..Table::default() }).ok()
}

fn component(book: &Book<'_>, id: KindId, game: Option<&Game>) -> Section {
    let model = book.model;
    let (words, _) = kind(model, id);
    let bare = words.strip_prefix("the ").unwrap_or(&words).to_owned();
    let mut section = Section::new(kind_id(model, id), capital(&bare));
    let Some(declared) = model.kinds.get(id.index()) else { return section };
    section.reference = declared.notes.reference.clone();
    section.at = Some(declared.at);
    section.blocks.extend(declared.notes.doc.as_ref().map(|doc| Block::Lead(Prose::of_author(doc))));
    let each: usize = declared.made.iter().map(|made| made.copies as usize).sum();
    let count = match owner(model, declared.owner) {
        Some(owner) => format!("{} for each {owner}", counted(each, &bare)),
        None => counted(each, &bare),
    };
    let mut facts = vec![("How many".to_owned(), Prose::of_author(&count))];
    facts.extend(super::sizes::of_kind(model, declared));
    let changing = super::printed::changing(model, declared, rolled(model, id).map(|rolled| rolled.cell));
    if !changing.is_empty() {
        facts.push(("Changes in play".to_owned(), Prose::of_author(&super::names::and(&changing))));
    }
    section.blocks.push(Block::Facts(facts));
    let picture = game.and_then(|game| picture(model, id, game, &bare)).map(Block::Picture);
    let words = game.and_then(|game| all_described(model, id, game, &bare));
    let printed = super::printed::printed(model, declared, &bare, words.as_deref());
    // A single column says nothing that the picture does not say.
    let again = picture.is_some() && matches!(&printed, Some(Block::Table(grid)) if grid.head.len() == 1);
    section.blocks.extend(picture);
    section.blocks.extend(printed.filter(|_| !again));
    section.blocks.extend(trust(declared.notes.assume.as_ref()));
    section
}

fn owner(model: &Model, owner: OwnerSort) -> Option<String> {
    Some(match owner {
        OwnerSort::Common => return None,
        OwnerSort::Player => "player".to_owned(),
        OwnerSort::Value(of) => {
            let name = model.enumerations.get(of.index()).and_then(|one| one.name.as_deref());
            name.map_or_else(|| "value".to_owned(), lowered)
        }
        OwnerSort::Kind(of) => kind(model, of).0,
        OwnerSort::Board(_) => "space of the board".to_owned(),
    })
}

/// Dice by their faces, printed things as cards, plain ones as pawns.
fn picture(model: &Model, id: KindId, game: &Game, name: &str) -> Option<Picture> {
    let declared = model.kinds.get(id.index())?;
    let instance = game.instance();
    let first = instance.kinds.get(id.index())?.start;
    if let Some(cell) = rolled(model, id) {
        return faces(model, id, game, cell, name);
    }
    let printed = declared.attributes.iter().any(|one| one.printed && !one.unspoken());
    if printed {
        let mut items: Vec<Item> = Vec::new();
        let mut component = first;
        for made in &declared.made {
            let words = described(model, game, component, name);
            component = component.saturating_add(i32::try_from(made.copies).unwrap_or(0));
            if made.copies == 0 {
                continue;
            }
            match items.iter_mut().find(|item| item.words == words) {
                Some(item) => item.count += made.copies,
                None => items.push(Item { words, count: made.copies, colour: NOBODYS.to_owned() }),
            }
        }
        if items.len() > MOST_DRAWN {
            return None;
        }
        let description = listed(&items, "of");
        let title = match owner(model, declared.owner) {
            Some(owner) => format!("What each {owner} has of {}", super::names::plural(name)),
            None => format!("All {}", super::names::plural(name)),
        };
        return Some(Picture { title, description, drawn: Drawn::Items(ItemsPicture { items, printed: true }) });
    }
    let each: u32 = declared.made.iter().map(|made| made.copies).sum();
    let items: Vec<Item> = match declared.owner {
        OwnerSort::Player => (instance.players.iter().enumerate())
            .map(|(seat, player)| Item { words: player.clone(), count: each, colour: colour(player, seat) })
            .collect(),
        OwnerSort::Common => vec![Item { words: name.to_owned(), count: each, colour: NOBODYS.to_owned() }],
        OwnerSort::Value(_) | OwnerSort::Kind(_) | OwnerSort::Board(_) => return None,
    };
    if items.len() > 8 {
        return None;
    }
    let description = listed(&items, "for");
    let total: u32 = items.iter().map(|item| item.count).sum();
    Some(Picture {
        title: capital(&if total == 1 { name.to_owned() } else { super::names::plural(name) }),
        description,
        drawn: Drawn::Items(ItemsPicture { items, printed: false }),
    })
}

/// How many there are of what: `one each of 1 to 20`, `4 each for Ann, Ben and Cleo`, and `2 × number 1, 1 × double` where that differs.
fn listed(items: &[Item], link: &str) -> String {
    let first = items.first().map_or(0, |item| item.count);
    if items.len() < 2 || items.iter().any(|item| item.count != first) {
        let each: Vec<String> = items.iter().map(|item| format!("{} × {}", item.count, item.words)).collect();
        return each.join(", ");
    }
    let numbers: Option<Vec<i64>> = items.iter().map(|item| item.words.parse().ok()).collect();
    let row = numbers
        .filter(|numbers| numbers.len() > 2 && numbers.windows(2).all(|two| matches!(two, [a, b] if a + 1 == *b)));
    let what = match row.as_deref() {
        Some([least, .., most]) => format!("{least} to {most}"),
        Some(_) | None => super::names::and(&items.iter().map(|item| item.words.clone()).collect::<Vec<_>>()),
    };
    let count = if first == 1 { "one".to_owned() } else { first.to_string() };
    format!("{count} each {link} {what}")
}

/// What the components of each entry of a kind are called.
fn all_described(model: &Model, id: KindId, game: &Game, name: &str) -> Option<Vec<String>> {
    let declared = model.kinds.get(id.index())?;
    let mut component = game.instance().kinds.get(id.index())?.start;
    let mut words = Vec::with_capacity(declared.made.len());
    for made in &declared.made {
        words.push(described(model, game, component, name));
        component = component.saturating_add(i32::try_from(made.copies).unwrap_or(0));
    }
    Some(words)
}

/// What is printed on a component, without its kind and its owner.
fn described(model: &Model, game: &Game, component: i32, name: &str) -> String {
    let words = game.describe(component, &[]);
    let words = match words.rsplit_once(" of ") {
        Some((front, owner)) if game.instance().players.iter().any(|player| player == owner) => front.to_owned(),
        Some(_) | None => words,
    };
    let kind = game.instance().component(component).and_then(|one| model.kinds.get(one.kind.index()));
    let own = kind.map_or_else(String::new, |kind| rulehound_engine::words::noun(&kind.name));
    let rest = words.strip_prefix(&own).map(str::trim).filter(|rest| !rest.is_empty());
    // `card of Siwa`: of Siwa there are six.
    let rest = rest.map(|rest| rest.strip_prefix("of ").unwrap_or(rest));
    rest.map_or_else(|| if words == own { name.to_owned() } else { words.clone() }, str::to_owned)
}

/// A feature that is rolled.
struct Rolled {
    cell: usize,
    least: i32,
    greatest: i32,
    /// Whether its values are numbers.
    counts: bool,
}

/// The feature that is rolled, if its values are few.
fn rolled(model: &Model, id: KindId) -> Option<Rolled> {
    let mut found: BTreeSet<usize> = BTreeSet::new();
    let runnables = model.runnables.iter().flat_map(|one| one.clauses.iter().map(|clause| &clause.body));
    for body in runnables.chain(model.triggers.iter().map(|trigger| &trigger.body)) {
        for statement in walk::statements(body) {
            if let StatementKind::Roll(Target::Attribute(cell)) = &statement.kind
                && cell.kind == id
            {
                found.insert(cell.attribute);
            }
        }
    }
    let attribute = model.kinds.get(id.index())?.attributes.get(*found.first()?)?;
    let of = |least, greatest, counts| Some(Rolled { cell: attribute.first_cell, least, greatest, counts });
    match attribute.of.sort {
        Sort::Number { least, greatest } if greatest.saturating_sub(least) < 20 => of(least, greatest, true),
        Sort::YesNo => of(0, 1, false),
        Sort::Value { ref allowed, .. } => of(*allowed.first()?, *allowed.last()?, false),
        Sort::Number { .. }
        | Sort::Player
        | Sort::Component { .. }
        | Sort::Place { .. }
        | Sort::Direction
        | Sort::Nothing => None,
    }
}

fn faces(model: &Model, id: KindId, game: &Game, rolled: Rolled, name: &str) -> Option<Picture> {
    let Rolled { cell, least, greatest, counts } = rolled;
    let declared = model.kinds.get(id.index())?;
    let mut component = game.instance().kinds.get(id.index())?.start;
    let own = declared.notes.called.is_some();
    let mut dice = Vec::new();
    for made in &declared.made {
        let words: Vec<String> =
            (least..=greatest).map(|value| game.describe(component, &[(component, cell, value)])).collect();
        // What all faces begin with is the name of the die.
        let common = common_words(&words);
        let face = |(value, words): (i32, &String)| match (counts && !own, u8::try_from(value)) {
            (true, Ok(pips @ 1..=6)) => Face::Pips(pips),
            _ => {
                let rest = words.get(common.len()..).unwrap_or(words).trim();
                Face::Word(rest.rsplit_once(" of ").map_or(rest, |(front, _)| front).to_owned())
            }
        };
        let all: Vec<Face> = (least..=greatest).zip(&words).map(face).collect();
        let label = common.trim().trim_end_matches(" with").trim_end_matches(" showing");
        let label = if own { label.to_owned() } else { String::new() };
        if !dice.iter().any(|(_, other)| *other == all) {
            dice.push((label, all));
        }
        component = component.saturating_add(i32::try_from(made.copies).unwrap_or(0));
    }
    let told = |(label, faces): &(String, Vec<Face>)| {
        let faces: Vec<String> = faces
            .iter()
            .map(|face| match face {
                Face::Pips(count) => count.to_string(),
                Face::Word(word) => word.clone(),
            })
            .collect();
        let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
        format!("{label}{}", faces.join(", "))
    };
    let description = dice.iter().map(told).collect::<Vec<_>>().join("; ");
    Some(Picture { title: format!("The faces of a {name}"), description, drawn: Drawn::Faces(FacesPicture { dice }) })
}

/// The words with which all texts begin, up to a blank.
fn common_words(texts: &[String]) -> String {
    let Some(first) = texts.first() else { return String::new() };
    let mut end = first.len();
    for text in texts {
        let same =
            first.chars().zip(text.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>();
        end = end.min(same);
    }
    let common = first.get(..end).unwrap_or_default();
    common.rfind(' ').map_or_else(String::new, |at| common.get(..=at).unwrap_or_default().to_owned())
}
