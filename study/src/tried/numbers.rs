//! Other numbers in the tables of a game, and other first values of its variables: the text is changed and checked anew, so that whatever the checker
//! knows of a number is known of the other one.

use std::cmp::Reverse;

use rulehound_grammar::parse;
use rulehound_grammar::span::{FileId, Span};
use rulehound_grammar::tree::{Change, Expression, ExpressionKind, Row, Table, Thing, Variable};
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::{Model, Source};

use super::Turn;

/// From here on numbers are seldom counted one by one.
const LARGE: i64 = 100;

/// Of a table with more numbers than this only the first are named.
const NAMED: usize = 12;

/// Of a table with so many named rows each is turned by itself.
const ROWS: usize = 4;

/// Numbers that belong together.
struct Numbers {
    /// What they are called in the rules.
    name: String,
    /// In which file they stand.
    file: usize,
    /// Each of them.
    at: Vec<Number>,
}

/// A number as it is written.
#[derive(Clone, Copy)]
struct Number {
    /// Where it stands, without its sign.
    span: Span,
    size: i64,
    negative: bool,
}

impl Number {
    fn value(self) -> i64 {
        if self.negative { -self.size } else { self.size }
    }

    /// Farther from nothing or nearer to it by about a quarter, at least by one; nothing stays nothing.
    fn turned(self, way: Way) -> Self {
        let step = step(self.size);
        let size = match way {
            Way::Less => self.size - step,
            Way::More => self.size.saturating_add(step),
        };
        Self { size, ..self }
    }
}

/// Which way numbers are changed.
#[derive(Clone, Copy)]
enum Way {
    Less,
    More,
}

/// Other numbers, and what they are called.
pub(super) fn others(model: &Model) -> impl Iterator<Item = (String, Turn)> {
    let ways = |numbers: Numbers| [Way::Less, Way::More].map(|way| turn(&numbers, way));
    numbers(model).into_iter().take(super::MOST).flat_map(ways)
}

/// About a quarter. Of large numbers it is as round as they are, since what goes with them is, too: of 1500 it is 500, of 1200 it is 200.
fn step(size: i64) -> i64 {
    let quarter = (size / 4).max(i64::from(size > 0));
    if size < LARGE {
        return quarter;
    }
    let tens = (0..18).map(|power| 10_i64.pow(power));
    let units = tens.flat_map(|ten| [1, 2, 5].map(|digit| ten.saturating_mul(digit)));
    let fits = units.filter(|unit| size % unit == 0 && *unit <= quarter.saturating_add(quarter / 2));
    let unit = fits.max().unwrap_or(1);
    (quarter.saturating_add((unit - 1) / 2) / unit * unit).max(unit)
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
                    let numbers = known.and_then(|known| of_table(table, known.entries.len(), number));
                    of_tables.extend(numbers.into_iter().flat_map(|numbers| row_by_row(table, numbers)));
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
    let at: Vec<Number> = written.iter().filter_map(|entry| number(entry)).collect();
    let mut sorted: Vec<i64> = at.iter().map(|number| number.value()).collect();
    sorted.sort_unstable();
    let first = sorted.first().copied()?;
    let numbering = sorted.len() > 1 && sorted.iter().zip(first..).all(|(value, number)| *value == number);
    let whole =
        at.len() == written.len() && (written.len() == entries || table.rows.iter().any(|row| row.key.is_none()));
    let name = table.name.text.clone();
    (whole && !numbering && sorted.iter().any(|value| *value != 0)).then_some(Numbers { name, file, at })
}

/// A table of a few numbers that each have a name is as many numbers: what has names of its own is turned by itself.
fn row_by_row(table: &Table, whole: Numbers) -> Vec<Numbers> {
    let named = |row: &Row| match row.key.as_ref().map(|key| &*key.kind) {
        Some(ExpressionKind::Name(name)) if row.entries.len() == 1 => Some(name.text.clone()),
        _ => None,
    };
    let names: Option<Vec<String>> = table.rows.iter().map(named).collect();
    match names.filter(|names| names.len() <= ROWS) {
        Some(names) => {
            let rows = names.into_iter().zip(whole.at).filter(|(_, number)| number.size != 0);
            let numbers =
                |(name, at)| Numbers { name: format!("{}({name})", whole.name), file: whole.file, at: vec![at] };
            rows.map(numbers).collect()
        }
        None => vec![whole],
    }
}

/// The first value of a variable; none where it begins with nothing.
fn of_variable(variable: &Variable, file: usize) -> Option<Numbers> {
    let found = number(variable.first.as_ref()?).filter(|found| found.size > 1 && variable.each.is_none())?;
    Some(Numbers { name: format!("{} at the beginning", variable.name.text), file, at: vec![found] })
}

fn number(expression: &Expression) -> Option<Number> {
    match &*expression.kind {
        ExpressionKind::Number(size) => Some(Number { span: expression.span, size: *size, negative: false }),
        ExpressionKind::Negative(inner) => {
            let inner = number(inner)?;
            Some(Number { negative: !inner.negative, ..inner })
        }
        _ => None,
    }
}

fn turn(numbers: &Numbers, way: Way) -> (String, Turn) {
    let other: Vec<i64> = numbers.at.iter().map(|number| number.turned(way).value()).collect();
    let here: Vec<i64> = numbers.at.iter().map(|number| number.value()).collect();
    let places = numbers.at.iter().map(|number| (number.span, number.turned(way).size.to_string())).collect();
    let name = format!("{} = {} (here {})", numbers.name, written(&other), written(&here));
    (name, Turn::Numbers { file: numbers.file, places })
}

/// The rules with other numbers in these places of their files, if nothing is wrong with them.
pub(super) fn changed(model: &Model, mut places: Vec<(usize, Span, &str)>) -> Option<Model> {
    let mut sources = model.sources.clone();
    // From the last on, so that those before stay where they are.
    places.sort_by_key(|(file, span, _)| Reverse((*file, span.start)));
    for (file, span, number) in places {
        let text = &mut sources.get_mut(file)?.text;
        let range = span.start as usize..span.end as usize;
        text.get(range.clone())?;
        text.replace_range(range, number);
    }
    let entry = sources.first()?.name.clone();
    check(&entry, &mut Texts { sources }).model
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

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test that panics tells why")]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_turned_by_steps_as_round_as_they_are() {
        let steps = [0, 1, 3, 12, 30, 99, 100, 500, 1000, 1200, 1500, 6000, 1234, 999].map(step);
        assert_eq!(steps, [0, 1, 1, 3, 7, 24, 20, 100, 200, 200, 500, 2000, 308, 249]);
        assert!(step(i64::MAX) > 0);
    }

    struct One(&'static str);

    impl Library for One {
        fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
            Ok(Source { name: name.to_owned(), text: self.0.to_owned() })
        }
    }

    /// Those behind a number that has got longer are still found.
    #[test]
    fn numbers_of_other_lengths_stand_where_the_others_stood() {
        const RULES: &str = "game \"Prizes\"\nplayers 2\ntable prize(1..4) { 1 : 9  2 : 99  3 : 7  4 : 98 }\n\
            phase play ref \"a test\" doc \"Nobody wins.\" { win nobody }\n";
        let model = check("prizes.rules", &mut One(RULES)).model.expect("the game is right");
        let found = numbers(&model);
        let prizes = found.first().expect("the table");
        let larger = ["11", "123", "8", "122"];
        let places = || prizes.at.iter().zip(larger).map(|(number, other)| (prizes.file, number.span, other));
        for places in [places().collect::<Vec<_>>(), places().rev().collect()] {
            let other = changed(&model, places).expect("it is a game, too");
            let values: Vec<i64> = numbers(&other).iter().flat_map(|one| &one.at).map(|one| one.value()).collect();
            assert_eq!(values, [11, 123, 8, 122]);
        }
    }
}
