//! Who sees what: one table of all places, notes and features.

use super::english::{English, Scope};
use super::names::{area_id, feature, is_explained, spoken, variable_id};
use super::overview::trust;
use super::prose::{Prose, link, plain};
use super::{Block, Book, Grid, Section};
use crate::wrap::capital;
use rulehound_rules::model::{
    AreaId, AreaKind, Audience, AudienceKind, AudienceNames, Index, LocalId, Model, Notes, OwnerSort, Path, Shape,
    Sort, Variable, VariableId,
};

/// The section.
pub fn audience(book: &Book<'_>) -> Section {
    let model = book.model;
    let mut section = Section::new("audience", "Places and notes, and who sees them");
    let mut rows = Vec::new();
    let mut trusts = Vec::new();
    let boards = model.areas.iter().filter(|area| matches!(area.kind, AreaKind::Board(_)));
    let boards: Vec<String> = boards.map(|area| format!("the {}", super::names::lowered(&area.name))).collect();
    for (index, area) in model.areas.iter().enumerate() {
        let AreaKind::Zone(zone) = &area.kind else { continue };
        let id = AreaId::from(index);
        let mut who_sees = capital(&who(model, &zone.audience));
        if let Some(top) = &zone.top {
            who_sees.push_str(&format!("; the top: {}", who(model, top)));
        }
        let mut cells = row(model, &area_id(model, id), &area.name, &area.notes, (zone.owner, &zone.index), &who_sees);
        let held: Vec<String> = zone
            .holds
            .iter()
            .map(|kind| {
                let (words, _) = super::names::kind(model, *kind);
                super::names::plural(words.strip_prefix("the ").unwrap_or(&words))
            })
            .collect();
        let holds = if zone.ordered { "A pile of" } else { "Holds" };
        if let (Some(path), Some(cell)) = (zone.path, cells.get_mut(1)) {
            let row = match (path, &zone.grid) {
                (Path::Grid, Some(grid)) => format!("Each has {} columns and {} rows.", grid.columns, grid.rows),
                (Path::Track | Path::Grid, _) => "Places in a row.".to_owned(),
                (Path::Ring, _) => "Places in a ring.".to_owned(),
            };
            *cell = Prose::of_author(format!("{} {row}", cell.words()).trim());
        } else if let Some(cell) = cells.get_mut(1) {
            *cell = Prose::of_author(format!("{} {holds} {}.", cell.words(), super::names::and(&held)).trim());
        }
        rows.push(cells);
        trusts.extend(named_trust(&spoken(&area.name, &area.notes), &area.notes));
    }
    for (index, variable) in model.variables.iter().enumerate() {
        if !is_explained(&variable.notes) {
            continue;
        }
        let id = variable_id(model, VariableId::from(index));
        let mut cells = row(
            model,
            &id,
            &variable.name,
            &variable.notes,
            (variable.owner, &variable.index),
            &capital(&who(model, &variable.audience)),
        );
        if let Some(cell) = cells.get_mut(1) {
            let mut told = vec![cell.words()];
            told.extend(may_be(model, &variable.of).map(|may| format!("{}.", capital(&may))));
            told.extend(variable.first.as_ref().map(|first| begins(model, variable, first)));
            *cell = Prose::read(told.join(" ").trim());
        }
        rows.push(cells);
        trusts.extend(named_trust(&spoken(&variable.name, &variable.notes), &variable.notes));
    }
    for one in &model.kinds {
        for attribute in one.attributes.iter().filter(|attribute| !attribute.unspoken()) {
            if let Some(audience) = &attribute.audience {
                rows.push(vec![
                    Prose::of_author(&format!(
                        "{} of {}",
                        capital(&feature(attribute)),
                        super::names::lowered(&one.name)
                    )),
                    Prose::default(),
                    Prose::of_author(&capital(&who(model, audience))),
                ]);
            }
        }
    }
    if !rows.is_empty() {
        let mut words =
            "What is seen by nobody lies face down or is kept secret; how many pieces lie in a place is always known."
                .to_owned();
        if !boards.is_empty() {
            words.push_str(&format!(" Everybody sees {}.", super::names::and(&boards)));
        }
        section.blocks.push(Block::Paragraph(Prose::of_author(&words)));
        section.blocks.push(Block::Table(Grid {
            caption: "Who sees what".to_owned(),
            head: vec!["What".to_owned(), "What it is".to_owned(), "Who sees it".to_owned()],
            rows,
            numbers: false,
        }));
        section.blocks.extend(trusts);
    }
    section
}

fn row(
    model: &Model,
    id: &str,
    name: &str,
    notes: &Notes,
    (owner, index): (OwnerSort, &[Index]),
    seen: &str,
) -> Vec<Prose> {
    let state = notes.is_state() && owner == OwnerSort::Player;
    let words = if state { "What each player is".to_owned() } else { capital(&spoken(name, notes)) };
    let english = English::new(model, &Scope::new(model.players.at, model.players.at));
    let owner = english
        .owner(owner)
        .map_or_else(String::new, |owner| format!(", {}", owner.replacen("each", "one for each", 1)));
    let each: String = index.iter().map(|index| format!(", {}", of_each(model, *index))).collect();
    let owner = if state { each } else { format!("{owner}{each}") };
    let doc = notes.doc.as_deref().map(plain).unwrap_or_default();
    vec![Prose(vec![anchored(id, &words), super::Inline::Text(owner)]), Prose::of_author(&doc), Prose::of_author(seen)]
}

/// Which there are of a family.
fn of_each(model: &Model, index: Index) -> String {
    match index {
        Index::Range { least, greatest } => format!("numbered {least} to {greatest}").replace('-', "−"),
        Index::Upto { length, .. } => format!("numbered 1 to {}", super::settings::length(model, length)),
        Index::Value { of, least, greatest } => {
            let list = model.enumerations.get(of.index());
            let part =
                list.and_then(|list| list.parts.iter().find(|part| part.values.iter().copied().eq(least..=greatest)));
            let name = part.map(|part| part.name.as_str()).or_else(|| list?.name.as_deref());
            format!("one for each {}", name.map_or_else(|| "value".to_owned(), super::names::lowered))
        }
        Index::Player => "one for each seat".to_owned(),
        Index::YesNo => "one for yes and one for no".to_owned(),
        Index::Direction => "one for each direction".to_owned(),
    }
}

/// What a note begins with is a fact that a game may turn on.
fn begins(model: &Model, variable: &Variable, first: &rulehound_rules::model::Expression) -> String {
    let english = English::new(model, &Scope::new(variable.at, first.at));
    let again = variable.each.map_or_else(String::new, |each| {
        let phase = link(&super::names::runnable_id(model, each, 0), &super::names::runnable(model, each));
        format!(", anew in each {phase}")
    });
    format!("Begins with {}{again}.", english.phrase(first))
}

/// What a note may be, where that is not plain from what it says.
fn may_be(model: &Model, of: &rulehound_rules::model::Type) -> Option<String> {
    let none = of.shape == Shape::OneOrNone;
    match &of.sort {
        Sort::Value { .. } => Some(super::listed::values(model, of, none)),
        Sort::Number { .. } | Sort::YesNo => {
            Some(format!("{}{}", super::settings::values(model, of), if none { " or none" } else { "" }))
        }
        Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => None,
    }
}

/// A name that links may lead to; renderers set the anchor.
fn anchored(id: &str, words: &str) -> super::Inline {
    super::Inline::Anchor { id: id.to_owned(), text: words.to_owned() }
}

fn named_trust(name: &str, notes: &Notes) -> Option<Block> {
    let assume = notes.assume.as_ref()?;
    trust(Some(&format!("{}: {assume}", capital(name))))
}

/// What a thing belongs to, and the values that lead to it.
fn called(model: &Model, names: &AudienceNames) -> Vec<(LocalId, String)> {
    let mut found: Vec<(LocalId, String)> = Vec::new();
    for local in names.holder.iter().chain(names.indices.iter().flatten()) {
        let noun = model.locals.get(local.index()).map(|local| noun_of(model, &local.of.sort)).unwrap_or_default();
        found.push((*local, noun));
    }
    let twice = |noun: &str| found.iter().filter(|(_, other)| other == noun).count() > 1;
    let mut before: Vec<&str> = Vec::new();
    let mut words = Vec::new();
    for (local, noun) in &found {
        let which = if before.contains(&noun.as_str()) { "the second" } else { "the first" };
        let which = if twice(noun) { which } else { "that" };
        words.push((*local, format!("{which} {noun}")));
        before.push(noun);
    }
    words
}

/// What a value of a sort is called, without an article.
fn noun_of(model: &Model, sort: &Sort) -> String {
    match sort {
        Sort::Component { kinds } => kinds.first().map_or_else(
            || "component".to_owned(),
            |kind| {
                let (words, _) = super::names::kind(model, *kind);
                words.strip_prefix("the ").unwrap_or(&words).to_owned()
            },
        ),
        Sort::Value { of, .. } => {
            let name = model.enumerations.get(of.index()).and_then(|list| list.name.as_deref());
            name.map_or_else(|| "value".to_owned(), super::names::lowered)
        }
        Sort::Player => "player".to_owned(),
        Sort::Place { .. } => "place".to_owned(),
        Sort::Direction => "direction".to_owned(),
        Sort::Number { .. } | Sort::Nothing => "number".to_owned(),
        Sort::YesNo => "answer".to_owned(),
    }
}

/// Who sees something.
pub fn who(model: &Model, audience: &Audience) -> String {
    let list = |list: &[rulehound_rules::model::Expression]| {
        let one = |expression: &rulehound_rules::model::Expression| {
            let names = &audience.names;
            let declared = |id: LocalId| model.locals.get(id.index()).map(|local| local.at);
            let at = names.owner.and_then(declared).unwrap_or(expression.at);
            let mut english = English::new(model, &Scope::new(at, expression.at));
            if let Some(owner) = names.owner {
                english.names.call(owner, "its owner".to_owned());
            }
            for (local, words) in called(model, names) {
                english.names.call(local, words);
            }
            english.phrase(expression)
        };
        super::names::and(&list.iter().map(|one_of| super::prose::bare(&one(one_of))).collect::<Vec<_>>())
    };
    match &audience.kind {
        AudienceKind::All => "everybody".to_owned(),
        AudienceKind::Nobody => "nobody".to_owned(),
        AudienceKind::Only(players) => format!("only {}", list(players)),
        AudienceKind::AllExcept(players) => format!("everybody but {}", list(players)),
    }
}
