//! Other numbers in the tables of a game, and other first values of its variables: the text is changed and checked anew, so that whatever the checker
//! knows of a number is known of the other one.

use rulehound_grammar::parse;
use rulehound_grammar::span::{FileId, Span};
use rulehound_grammar::tree::{Change, Expression, ExpressionKind, Table, Thing, Variable};
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::{Model, Source};

/// Of a table with more numbers than this only the first are named.
const NAMED: usize = 6;

/// Numbers that belong together.
struct Numbers {
    /// What they are called in the rules.
    name: String,
    /// In which file they stand.
    file: usize,
    /// Where each stands, and what it is, without its sign.
    at: Vec<(Span, i64)>,
}

/// Which way numbers are changed.
#[derive(Clone, Copy)]
enum Way {
    Less,
    More,
}

/// The rules with other numbers, and what is otherwise in them.
pub(super) fn others(model: &Model) -> Vec<(String, Model)> {
    let ways = |numbers: Numbers| [Way::Less, Way::More].map(|way| changed(model, &numbers, way));
    numbers(model).into_iter().flat_map(ways).flatten().collect()
}

/// The numbers of tables first, then first values.
fn numbers(model: &Model) -> Vec<Numbers> {
    let (mut of_tables, mut of_variables) = (Vec::new(), Vec::new());
    for (number, source) in model.sources.iter().enumerate() {
        let Ok(file) = u16::try_from(number) else { break };
        for declaration in parse(FileId(file), &source.text).file.declarations {
            let stands =
                |at: rulehound_grammar::span::Location, name: Span| usize::from(at.file.0) == number && at.span == name;
            match &declaration.thing {
                // Rows that another file adds belong to the same numbers, which then stand in several places.
                Thing::Table(table) if !matches!(declaration.change, Change::Extend(_)) => {
                    let known = model.tables.iter().find(|known| stands(known.at, table.name.span));
                    of_tables.extend(known.and_then(|known| of_table(table, known.entries.len(), number)));
                }
                Thing::Variable(variable) => {
                    let known = model.variables.iter().any(|known| stands(known.at, variable.name.span));
                    of_variables.extend(known.then(|| of_variable(variable, number)).flatten());
                }
                _ => {}
            }
        }
    }
    of_tables.append(&mut of_variables);
    of_tables
}

/// The numbers of a table; none where they only number something, as seats or spaces do.
fn of_table(table: &Table, entries: usize, file: usize) -> Option<Numbers> {
    let written: Vec<&Expression> = table.rows.iter().flat_map(|row| &row.entries).collect();
    let at: Vec<(Span, i64)> = written.iter().filter_map(|entry| number(entry)).collect();
    let mut sorted: Vec<i64> = at.iter().map(|(_, value)| *value).collect();
    sorted.sort_unstable();
    let first = sorted.first().copied()?;
    let numbering = sorted.len() > 1 && sorted.iter().zip(first..).all(|(value, number)| *value == number);
    let whole =
        at.len() == written.len() && (written.len() == entries || table.rows.iter().any(|row| row.key.is_none()));
    let name = table.name.text.clone();
    (whole && !numbering && sorted.iter().any(|value| *value != 0)).then_some(Numbers { name, file, at })
}

/// The first value of a variable; none where it begins with nothing.
fn of_variable(variable: &Variable, file: usize) -> Option<Numbers> {
    let found = number(variable.first.as_ref()?).filter(|(_, value)| *value > 1 && variable.each.is_none())?;
    Some(Numbers { name: format!("{} at the beginning", variable.name.text), file, at: vec![found] })
}

/// A number as it is written, its sign left where it is.
fn number(expression: &Expression) -> Option<(Span, i64)> {
    match &*expression.kind {
        ExpressionKind::Number(value) => Some((expression.span, *value)),
        ExpressionKind::Negative(inner) => number(inner),
        _ => None,
    }
}

/// About a quarter less or more, at least one; nothing stays nothing.
fn turned(value: i64, way: Way) -> i64 {
    let step = if value == 0 { 0 } else { (value / 4).max(1) };
    match way {
        Way::Less => value - step,
        Way::More => value.saturating_add(step),
    }
}

fn changed(model: &Model, numbers: &Numbers, way: Way) -> Option<(String, Model)> {
    let mut sources = model.sources.clone();
    let text = &mut sources.get_mut(numbers.file)?.text;
    // From the last on, so that those before stay where they are.
    let mut places: Vec<&(Span, i64)> = numbers.at.iter().collect();
    places.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    for (span, value) in places {
        let range = span.start as usize..span.end as usize;
        text.get(range.clone())?;
        text.replace_range(range, &turned(*value, way).to_string());
    }
    let entry = sources.first()?.name.clone();
    let checked = check(&entry, &mut Texts { sources });
    let other: Vec<i64> = numbers.at.iter().map(|(_, value)| turned(*value, way)).collect();
    let here: Vec<i64> = numbers.at.iter().map(|(_, value)| *value).collect();
    let name = format!("{} = {} (here {})", numbers.name, written(&other), written(&here));
    Some((name, checked.model?))
}

fn written(values: &[i64]) -> String {
    let mut words: Vec<String> = values.iter().take(NAMED).map(i64::to_string).collect();
    if values.len() > NAMED {
        words.push("…".to_owned());
    }
    words.join(" ")
}

/// The files that a game was made from, one of them changed.
struct Texts {
    sources: Vec<Source>,
}

impl Library for Texts {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        let found = self.sources.iter().find(|source| source.name == name);
        let by_file = || self.sources.iter().find(|source| file(&source.name) == file(name));
        found.or_else(by_file).cloned().ok_or_else(|| format!("there is no file `{name}`"))
    }
}

/// The name of a file without folders and ending: a file calls another by where that lies beside it.
fn file(name: &str) -> &str {
    let name = name.strip_prefix("shipped:").unwrap_or(name);
    let name = name.rsplit('/').next().unwrap_or(name);
    name.strip_suffix(".rules").unwrap_or(name)
}
