//! What things are called in a document, and where they stand in it.

use crate::wrap::capital;
use rulehound_engine::words::{Form, article, attribute_called, called, joined, spaced, value_called};
pub use rulehound_engine::words::{plural, singular};
use rulehound_rules::model::{
    AreaId, AreaKind, Attribute, Clause, DefinitionId, KindId, Model, Notes, Piece, Runnable, RunnableId, SettingId,
    Sort, TableId, TriggerId, Type, VariableId, value,
};

use super::prose::plain;

/// Where a phase or rule stands; of several clauses one for each value.
pub fn runnable_id(model: &Model, id: RunnableId, clause: usize) -> String {
    let Some(runnable) = model.runnables.get(id.index()) else { return String::new() };
    let name = &runnable.name;
    let several = runnable.clauses.len() > 1;
    let id = match runnable.clauses.get(clause).filter(|_| several) {
        Some(clause) => format!("rule-{name}-{}", clause_word(model, runnable, clause).replace(' ', "_")),
        None => format!("rule-{name}"),
    };
    // What is run only as it was before a variant, or a variant of that.
    let mut later = runnable.replaced;
    let mut before = String::new();
    while let Some(found) = later.and_then(|id| model.runnables.get(id.index())) {
        before.push_str(BEFORE);
        later = found.replaced;
    }
    id + &before
}

/// How the places end where something stands as it was before a variant.
pub const BEFORE: &str = "-before";

/// Where a type stands.
pub fn enumeration_id(name: &str) -> String {
    format!("type-{name}")
}

/// Where a trigger stands.
pub fn trigger_id(model: &Model, id: TriggerId) -> String {
    format!("trigger-{}", model.triggers.get(id.index()).map_or("", |trigger| trigger.name.as_str()))
}

/// Where a definition stands.
pub fn definition_id(model: &Model, id: DefinitionId) -> String {
    let found = model.definitions.get(id.index());
    // What is said in the braces of a board is told there.
    if let Some(board) = found.and_then(|one| one.way.as_ref()).and_then(|way| model.board_of_way(way)) {
        return area_id(model, board);
    }
    format!(
        "word-{}{}",
        found.map_or("", |it| it.name.as_str()),
        if found.is_some_and(|it| it.replaced) { BEFORE } else { "" }
    )
}

/// Where a board or zone stands.
pub fn area_id(model: &Model, id: AreaId) -> String {
    let Some(area) = model.areas.get(id.index()) else { return String::new() };
    match area.kind {
        AreaKind::Board(_) => format!("board-{}", area.name),
        AreaKind::Zone(_) => format!("place-{}", area.name),
    }
}

/// Where a kind stands.
pub fn kind_id(model: &Model, id: KindId) -> String {
    format!("component-{}", model.kinds.get(id.index()).map_or("", |kind| kind.name.as_str()))
}

/// Whether a table of the document says what something is: rules speak of what nobody is told at the table, too, if its author says what it is.
pub fn is_explained(notes: &Notes) -> bool {
    !notes.unspoken() || notes.doc.is_some()
}

/// Where a variable stands.
pub fn variable_id(model: &Model, id: VariableId) -> String {
    format!("note-{}", model.variables.get(id.index()).map_or("", |variable| variable.name.as_str()))
}

/// Where a table stands.
pub fn table_id(model: &Model, id: TableId) -> String {
    format!("table-{}", model.tables.get(id.index()).map_or("", |table| table.name.as_str()))
}

/// Where a setting stands.
pub fn setting_id(model: &Model, id: SettingId) -> String {
    format!("setting-{}", model.settings.get(id.index()).map_or("", |setting| setting.name.as_str()))
}

/// What something declared is called: its plain `as` text, else its name with blanks. Something that nobody speaks of has its name here,
/// since a document has to speak of it.
pub fn spoken(name: &str, notes: &Notes) -> String {
    let words = called(name, notes, Form::People);
    plain(&if words.trim().is_empty() { spaced(name, Form::People) } else { words })
}

/// What a feature is called.
pub fn feature(attribute: &Attribute) -> String {
    let words = attribute_called(attribute, Form::People);
    plain(&if words.trim().is_empty() { spaced(&attribute.name, Form::People) } else { words })
}

/// One component of a kind: `chip`; with a plain `as` text that text, and whether it is one.
pub fn kind(model: &Model, id: KindId) -> (String, bool) {
    let Some(kind) = model.kinds.get(id.index()) else { return ("component".to_owned(), false) };
    match kind.notes.called.as_ref().map(|text| text.pieces.as_slice()) {
        Some([Piece::Words(words)]) if !words.trim().is_empty() => (plain(words), true),
        _ => (lowered(&kind.name), false),
    }
}

/// The name of a phase or rule as a heading.
pub fn runnable(model: &Model, id: RunnableId) -> String {
    let found = model.runnables.get(id.index());
    found.map_or_else(String::new, |it| {
        capital(&spoken(&it.name, &Notes { called: it.notes.called.clone(), ..Notes::default() }))
    })
}

/// The name of one clause as a heading: its own `as` text, else `Use: joker`.
pub fn clause(model: &Model, id: RunnableId, index: usize) -> String {
    let heading = runnable(model, id);
    let Some(found) = model.runnables.get(id.index()) else { return heading };
    match found.clauses.get(index).filter(|_| found.clauses.len() > 1) {
        Some(clause) => match clause.notes.called.as_ref().map(|text| text.pieces.as_slice()) {
            Some([Piece::Words(words)]) if !words.trim().is_empty() => capital(&plain(words)),
            _ => format!("{heading}: {}", clause_word(model, found, clause)),
        },
        None => heading,
    }
}

/// The value a clause is for; of the one that takes the rest its name for it.
pub fn clause_word(model: &Model, runnable: &Runnable, clause: &Clause) -> String {
    let selector = runnable.selector.unwrap_or(0);
    match (clause.value, runnable.parameters.get(selector)) {
        (Some(value), Some(of)) => constant(model, of, value),
        _ => {
            let local = clause.parameters.get(selector).copied().flatten();
            rest_word(model, local)
        }
    }
}

/// What a clause for all other values is called.
pub fn rest_word(model: &Model, local: Option<rulehound_rules::model::LocalId>) -> String {
    let local = local.and_then(|id| model.locals.get(id.index()));
    if local.is_some_and(|local| matches!(local.of.sort, Sort::Number { .. })) {
        return "any other number".to_owned();
    }
    let name = local.map_or("", |local| local.name.as_str());
    if name.chars().count() > 2 {
        spaced(name, Form::People)
    } else {
        format!("any other {name}").trim_end().to_owned()
    }
}

/// A value that is known from the rules alone.
pub fn constant(model: &Model, of: &Type, number: i32) -> String {
    if number == value::NONE {
        return if of.sort == Sort::Player { "nobody" } else { "none" }.to_owned();
    }
    match &of.sort {
        Sort::Number { .. } => number.to_string().replace('-', "−"),
        Sort::YesNo => if number == 0 { "no" } else { "yes" }.to_owned(),
        Sort::Value { of, .. } => {
            let list = model.enumerations.get(of.index()).zip(usize::try_from(number).ok());
            list.map_or_else(|| "?".to_owned(), |(list, index)| plain(&value_called(list, index, Form::People)))
        }
        Sort::Player => {
            let name = usize::try_from(number).ok().and_then(|seat| model.players.names.get(seat));
            name.map_or_else(|| format!("player {}", number.saturating_add(1)), |name| spaced(name, Form::People))
        }
        Sort::Direction => {
            let name = usize::try_from(number).ok().and_then(|index| value::DIRECTIONS.get(index));
            spaced(name.copied().unwrap_or("?"), Form::People)
        }
        Sort::Component { .. } | Sort::Place { .. } => number.to_string(),
        Sort::Nothing => "none".to_owned(),
    }
}

/// So many of a noun.
pub fn counted(count: usize, noun: &str) -> String {
    let noun = noun.strip_prefix("the ").filter(|_| count != 1).unwrap_or(noun);
    if count == 1 { format!("1 {noun}") } else { format!("{count} {}", plural(noun)) }
}

/// Words without an article or whose it is, where such a word stands before them: `the heap` and `your heap` are a heap.
pub fn bare_noun(words: &str) -> &str {
    ["the ", "your ", "their ", "its "].iter().find_map(|word| words.strip_prefix(word)).unwrap_or(words)
}

/// `a chip`, `an animal`.
pub fn with_article(noun: &str) -> String {
    if noun.starts_with("the ") {
        return noun.to_owned();
    }
    format!("{} {noun}", article(noun))
}

/// `a, b and c`.
pub fn and(parts: &[String]) -> String {
    joined(parts, "and")
}

/// `a, b or c`.
pub fn or(parts: &[String]) -> String {
    joined(parts, "or")
}

/// A name of the rules as people say it, with small letters.
pub use rulehound_engine::words::noun as lowered;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_have_plurals() {
        let many = ["card", "die", "box", "penny", "knife", "wolf", "golden tray", "low die"].map(plural);
        assert_eq!(many, ["cards", "dice", "boxes", "pennies", "knives", "wolves", "golden trays", "low dice"]);
    }

    #[test]
    fn names_become_words() {
        assert_eq!(lowered("RedPawn"), "red pawn");
        assert_eq!(with_article("animal"), "an animal");
    }
}
