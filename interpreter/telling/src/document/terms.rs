//! The words that rules use: definitions, in the author's sentence and as they are worked out.

use super::english::{AS_IT_WAS, English, LONGEST_ALONE, Scope, together};
use super::listed::{called, has_many, is_named};
use super::names::{constant, definition_id, enumeration_id, spoken};
use super::overview::trust;
use super::prose::{Prose, capital, plain};
use super::unnamed::Meant;
use super::{Block, Book, Section, met};
use rulehound_engine::words::{Form, definition_called, spaced, value_called};
use rulehound_rules::model::{
    Definition, DefinitionClause, DefinitionId, Enumeration, EnumerationId, Expression, ExpressionKind, LocalId, Model,
    Part, Shape, Sort,
};

/// What is worked out in so few letters stands beside the rule that uses it.
const SHORT: usize = 80;

/// The section.
pub fn terms(book: &Book<'_>) -> Section {
    let mut section = Section::new("words", "What the words mean");
    let drawn = met::only_drawn(book.model);
    for (index, definition) in
        book.model.definitions.iter().enumerate().filter(|(_, one)| !one.is_copy() && one.way.is_none())
    {
        let id = DefinitionId::from(index);
        let spoken_of =
            definition.replaced || definition.shown.is_some() || definition.clauses.iter().any(is_of_rulebook);
        if spoken_of || !drawn.contains(&id) {
            section.sections.push(term(book, id, definition));
        }
    }
    let lists = (0..).map(EnumerationId::from).zip(&book.model.enumerations);
    let told = |(id, one): (EnumerationId, &Enumeration)| listed_values(one, is_named(book.model, id));
    section.sections.extend(lists.filter_map(told));
    let parts = book.model.enumerations.iter().flat_map(|list| list.parts.iter().map(move |part| (list, part)));
    section.sections.extend(parts.filter(|(_, part)| has_many(&part.values)).map(|(list, part)| part_of(list, part)));
    section
}

/// A type: its sentence, and what is greater than what. Without both it is told where something is told by its name.
fn listed_values(declared: &Enumeration, named: bool) -> Option<Section> {
    let name = declared.name.as_ref()?;
    if !declared.ordered && declared.notes.doc.is_none() && !named {
        return None;
    }
    let words = |name: &str| plain(&spaced(name, Form::People));
    let mut section = Section::new(enumeration_id(name), capital(&words(&name.to_lowercase())));
    section.reference = declared.notes.reference.clone();
    section.at = Some(declared.at);
    section.blocks.extend(declared.notes.doc.as_ref().map(|doc| Block::Lead(Prose::of_author(doc))));
    let value = |at: usize| plain(&value_called(declared, at, Form::People));
    let values: Vec<String> = (0..declared.values.len()).map(value).collect();
    let told = if declared.ordered {
        format!("From the lowest to the highest: {}.", values.join(", "))
    } else {
        format!("There are {}.", super::names::and(&values))
    };
    section.blocks.push(Block::Paragraph(Prose::of_author(&told)));
    section.blocks.extend(trust(declared.notes.assume.as_ref()));
    Some(section)
}

/// A part of a type that holds many values: rules speak of it by its name.
fn part_of(list: &Enumeration, part: &Part) -> Section {
    let name = plain(&spaced(&part.name.to_lowercase(), Form::People));
    let mut section = Section::new(enumeration_id(&part.name), capital(&name));
    section.reference = part.notes.reference.clone();
    section.at = Some(part.at);
    section.blocks.extend(part.notes.doc.as_ref().map(|doc| Block::Lead(Prose::of_author(doc))));
    let told = format!("There are {}.", super::names::and(&called(list, part.values.iter().copied())));
    section.blocks.push(Block::Paragraph(Prose::of_author(&told)));
    section.blocks.extend(trust(part.notes.assume.as_ref()));
    section
}

fn is_of_rulebook(clause: &DefinitionClause) -> bool {
    clause.notes.reference.is_some() || clause.notes.assume.is_some()
}

/// What one value of a parameter is called.
fn noun(model: &Model, id: LocalId) -> Option<String> {
    super::english::noun(model, &model.locals.get(id.index())?.of)
}

/// What a word is called where it is explained: as at the table if it is shown there, else in the words in which rules speak of it.
pub fn title(model: &Model, id: DefinitionId) -> String {
    let Some(definition) = model.definitions.get(id.index()) else { return String::new() };
    let own = || plain(&definition_called(definition));
    let clause = definition.clauses.iter().find(|clause| clause.notes.called.is_some());
    let Some(clause) = clause.filter(|_| definition.shown.is_none()) else { return capital(&own()) };
    let mut english = English::new(model, &Scope::new(clause.at, clause.body.at));
    // What else has a name in its body is not heard of in its name.
    let given: Vec<_> = clause.parameters.iter().flatten().copied().collect();
    let nouns: Vec<Option<String>> = given.iter().map(|id| noun(model, *id)).collect();
    for (local, noun) in given.iter().zip(&nouns) {
        if let Some(word) =
            noun.as_ref().filter(|word| nouns.iter().flatten().filter(|other| other == word).count() == 1)
        {
            english.names.call(*local, format!("the {word}"));
        }
    }
    let words = english.in_authors_words(id, &[]).map_or_else(own, |words| super::prose::bare(&words));
    capital(&one_article(words.trim_end_matches(AS_IT_WAS)))
}

/// Words of an author who has written an article or a possessive before a value, which brings one along.
fn one_article(words: &str) -> String {
    let doubled = [(" a the ", " a "), (" an the ", " an "), (" the the ", " the "), ("'s the ", "'s ")];
    doubled.iter().fold(words.to_owned(), |words, (twice, once)| words.replace(twice, once))
}

fn term(book: &Book<'_>, id: DefinitionId, definition: &Definition) -> Section {
    let model = book.model;
    let before = if definition.replaced { AS_IT_WAS } else { "" };
    let name = title(model, id);
    let mut section = Section::new(definition_id(model, id), format!("{name}{before}"));
    section.reference = definition.notes.reference.clone();
    section.at = Some(definition.at);
    let doc = definition.clauses.iter().find_map(|clause| clause.notes.doc.as_ref());
    section.blocks.extend(sentence(book, definition).map(|doc| Block::Lead(Prose::of_author(&doc))));
    let mut points: Vec<Prose> = Vec::new();
    for clause in &definition.clauses {
        points.extend(meaning(book, definition, clause).iter().map(|text| Prose::read(text)));
        let further = clause.notes.doc.as_ref().filter(|text| Some(*text) != doc);
        points.extend(further.map(|text| Prose::of_author(text)));
    }
    section.blocks.push(Block::List(points));
    if let Some(deep) = definition.within.and_then(|within| within.deep) {
        let words = format!("It is worked out from itself, {}.", super::rule::depth(deep));
        section.blocks.push(Block::Paragraph(Prose::of_author(&words)));
    }
    if definition.shown.is_some() {
        section.blocks.push(Block::Paragraph(Prose::of_author("It is shown at the table.")));
    }
    if definition.struck.is_some() {
        section.blocks.push(Block::Paragraph(Prose::of_author("These are struck through at the table.")));
    }
    let mut seen: Vec<&String> = Vec::new();
    for clause in &definition.clauses {
        if let Some(assume) = clause.notes.assume.as_ref().filter(|one| !seen.contains(one)) {
            seen.push(assume);
            section.blocks.extend(trust(Some(assume)));
        }
    }
    section
}

/// The author's sentence for a word.
pub fn sentence(book: &Book<'_>, definition: &Definition) -> Option<String> {
    let doc = definition.clauses.iter().find_map(|clause| clause.notes.doc.as_ref())?;
    Some(super::prose::plain(&unnamed(book, definition, doc)))
}

/// The same where several clauses have a sentence each: all of them, with what they are for; and what is the same at every table. `given`
/// words what the clauses are told apart by, where it is asked for.
pub fn sentences(book: &Book<'_>, definition: &Definition, given: Option<&str>) -> Option<String> {
    let first = sentence(book, definition)?;
    let of = definition.selector.and_then(|at| definition.parameters.get(at));
    let own: Vec<String> = definition
        .clauses
        .iter()
        .filter_map(|clause| {
            let (doc, of, value) = (clause.notes.doc.as_deref()?, of?, clause.value?);
            let word = match of.sort {
                Sort::Number { .. } => {
                    given.map_or_else(|| format!("For {value}"), |given| format!("When {given} is {value}"))
                }
                _ => capital(&constant(book.model, of, value)),
            };
            Some(format!("{word}: {}", plain(doc)))
        })
        .collect();
    if own.len() > 1 {
        return Some(own.join(" "));
    }
    let [only] = definition.clauses.as_slice() else { return Some(first) };
    // An entry of a table is looked up there, but for one that is always the same.
    if let Some(value) = fixed_entry(book.model, only) {
        return Some(format!("{} ({value}).", first.trim_end_matches('.')));
    }
    let entry = matches!(only.body.kind.as_ref(), ExpressionKind::Table(..));
    let meaning = if only.parameters.is_empty() && !entry { meaning(book, definition, only) } else { Vec::new() };
    match meaning.as_slice() {
        [short] if super::prose::bare(short).chars().count() <= SHORT => Some(format!("{first} {short}")),
        _ => Some(first),
    }
}

/// The entry of a table that a definition without anything given is.
fn fixed_entry(model: &Model, clause: &DefinitionClause) -> Option<String> {
    let ExpressionKind::Table(table, indices) = clause.body.kind.as_ref() else { return None };
    let table = model.tables.get(table.index()).filter(|_| clause.parameters.is_empty())?;
    let mut at: usize = 0;
    for (of, index) in table.index.iter().zip(indices) {
        let ExpressionKind::Constant(number) = index.kind.as_ref() else { return None };
        let (least, length) = super::tables::extent(*of)?;
        let step = usize::try_from(number.checked_sub(least)?).ok().filter(|step| *step < length)?;
        at = at.checked_mul(length)?.checked_add(step)?;
    }
    Some(constant(model, &table.of, *table.entries.get(at)?))
}

/// `For the player: …`; what differs from case to case is a sentence for each.
fn meaning(book: &Book<'_>, definition: &Definition, clause: &DefinitionClause) -> Vec<String> {
    let model = book.model;
    let mut english = English::new(model, &Scope::new(clause.at, clause.body.at));
    english.longest = LONGEST_ALONE;
    let selector = definition.selector.unwrap_or(usize::MAX);
    let subject =
        |(at, local): (usize, &Option<rulehound_rules::model::LocalId>)| match (local, definition.parameters.get(at)) {
            (Some(local), _) if at == selector && definition.clauses.len() > 1 => {
                let words = super::names::rest_word(model, Some(*local));
                let phrase = english.names.phrase(*local);
                match phrase.strip_prefix("the ") {
                    _ if !words.starts_with("any other") => words,
                    Some(noun) => format!("any other {noun}"),
                    None => format!("{words} {phrase}"),
                }
            }
            (Some(local), _) => english.names.phrase(*local),
            (None, Some(of)) if at == selector => {
                clause.value.map_or_else(String::new, |value| constant(model, of, value))
            }
            (None, _) => String::new(),
        };
    let subjects: Vec<String> = clause.parameters.iter().enumerate().map(subject).collect();
    let head = if subjects.is_empty() { String::new() } else { format!("For {}: ", super::names::and(&subjects)) };
    let yes_no = definition.of.sort == Sort::YesNo;
    let body = |body: &Expression| match (yes_no, body.kind.as_ref()) {
        (_, ExpressionKind::Table(table, indices)) if is_plain(indices, clause) => {
            let name = book.model.tables.get(table.index()).map_or("", |table| table.name.as_str());
            let notes = book.model.tables.get(table.index()).map(|table| &table.notes);
            let words = notes.map_or_else(|| name.to_owned(), |notes| spoken(name, notes));
            format!("as in the table {}", super::prose::link(&super::names::table_id(model, *table), &words))
        }
        (true, ExpressionKind::Constant(number)) => if *number == 0 { "no" } else { "yes" }.to_owned(),
        (true, _) => format!("yes, if {}", english.clause(body)),
        (false, _) if matches!(body.of.shape, Shape::Set { .. }) => english.set_phrase(body),
        (false, _) => english.phrase(body),
    };
    let sentence = |text: String| format!("{}.", capital(&english.polished(&text)));
    let mut open: Vec<(Vec<String>, &Expression)> = vec![(Vec::new(), &clause.body)];
    let mut sentences = Vec::new();
    if let Some(tuples) = &clause.tuples {
        return vec![sentence(format!("{head}{}", together(&english, tuples)))];
    }
    while let Some((conditions, value)) = open.pop() {
        match value.kind.as_ref() {
            ExpressionKind::If { arms, otherwise } if conditions.len() < 3 => {
                let with = |condition: String| conditions.iter().cloned().chain([condition]).collect::<Vec<_>>();
                open.push((with("otherwise".to_owned()), otherwise));
                for (condition, value) in arms.iter().rev() {
                    open.push((with(format!("if {}", english.clause(condition))), value));
                }
            }
            _ if conditions.is_empty() => sentences.push(sentence(format!("{head}{}", body(value)))),
            _ => sentences.push(sentence(format!("{head}{}: {}", conditions.join(", and "), body(value)))),
        }
    }
    sentences
}

/// Whether a table is asked for exactly what is given, in the same order.
fn is_plain(indices: &[Expression], clause: &DefinitionClause) -> bool {
    indices.len() == clause.parameters.len()
        && indices.iter().zip(&clause.parameters).all(
            |(index, given)| matches!((index.kind.as_ref(), given), (ExpressionKind::Local(id), Some(own)) if id == own),
        )
}

/// A sentence that speaks of parameters by their letters, with what they stand for; what has no noun keeps its letter.
fn unnamed(book: &Book<'_>, definition: &Definition, doc: &str) -> String {
    let Some(clause) = definition.clauses.iter().find(|clause| clause.notes.doc.as_deref() == Some(doc)) else {
        return doc.to_owned();
    };
    let english = English::new(book.model, &Scope::new(clause.at, clause.body.at));
    let meant = |id: &LocalId| {
        let local = book.model.locals.get(id.index())?;
        // `a` and `i` are words of their own.
        let letter = local.name.chars().count() == 1 && !["a", "i"].contains(&local.name.as_str());
        let noun = noun(book.model, *id).filter(|noun| letter && *noun != local.name)?;
        let phrase = super::prose::bare(&english.names.phrase(*id));
        let may_be_named = !matches!(local.of.sort, Sort::Player | Sort::Component { .. });
        Some((local.name.clone(), Meant { phrase, noun, may_be_named }))
    };
    let letters = clause.parameters.iter().flatten().filter_map(meant).collect();
    crate::wrap::capital(&super::unnamed::unnamed(doc, &letters))
}

#[cfg(test)]
mod tests {
    use super::one_article;

    #[test]
    fn an_article_is_not_said_twice() {
        assert_eq!(one_article("the player can pay for a the work"), "the player can pay for a work");
        assert_eq!(one_article("the player's the ware"), "the player's ware");
        assert_eq!(one_article("bathe the dog"), "bathe the dog");
    }
}
