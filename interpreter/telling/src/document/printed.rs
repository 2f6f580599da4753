//! What stands on components: every feature that never changes, and what the others begin with.

use super::names::{and, constant, counted, feature, plural};
use super::prose::Prose;
use super::{Block, Grid};
use crate::wrap::capital;
use rulehound_rules::model::{Attribute, Index, Kind, Made, Model, Sort};
use std::collections::{BTreeMap, BTreeSet};

/// The most rows of a table; beyond them each feature is told for itself.
const MOST: usize = 120;
/// From so many rows on, components that differ in one number alone share a row.
const MANY: usize = 12;

/// A table of all looks; nothing if nothing is printed.
///
/// `words` gives for each entry of the kind what its components are called, if that is known: a zero that is not said there is no number that
/// anybody sees, and stands as a stroke.
pub fn printed(model: &Model, kind: &Kind, noun: &str, words: Option<&[String]>) -> Option<Block> {
    let columns: Vec<&Attribute> = kind.attributes.iter().filter(|one| is_told(kind, one)).collect();
    if columns.iter().all(|one| !one.printed) {
        return None;
    }
    let says_zero = |words: &String| words.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == "0");
    let unsaid = |entry: usize| words.and_then(|words| words.get(entry)).is_some_and(|words| !says_zero(words));
    let made = kind.made.iter().enumerate().filter(|(_, made)| made.copies > 0);
    let (unsaid, made): (Vec<bool>, Vec<&Made>) = made.map(|(entry, made)| (unsaid(entry), made)).unzip();
    if let Some(block) = each_with_each(model, &columns, &made, noun) {
        return Some(block);
    }
    let caption = format!("What stands on the {}", plural(noun));
    let rows = rows(model, &columns, &made, &unsaid);
    if rows.len() > MOST {
        let row = |one: &Attribute| vec![Prose::of_author(&heading(one)), Prose::of_author(&every(model, one, &made))];
        let rows = columns.iter().map(|one| row(one)).collect();
        let head = vec!["What".to_owned(), "Its values".to_owned()];
        return Some(Block::Table(Grid { caption, head, rows, numbers: false }));
    }
    let mut head: Vec<String> = columns.iter().map(|one| heading(one)).collect();
    // Where there is one of each, nobody counts.
    let several = rows.iter().any(|row| row.last().is_some_and(|count| count != "1"));
    if several {
        head.push("How many".to_owned());
    }
    let shown = head.len();
    let rows = rows.iter().map(|row| row.iter().take(shown).map(|cell| Prose::of_author(cell)).collect()).collect();
    Some(Block::Table(Grid { caption, head, rows, numbers: false }))
}

/// A pack of cards: every value of one feature with every value of the others, as often.
fn each_with_each(model: &Model, columns: &[&Attribute], made: &[&Made], noun: &str) -> Option<Block> {
    let mut looks: BTreeMap<Vec<i32>, u32> = BTreeMap::new();
    for one in made {
        let look = columns.iter().map(|column| single(column, one)).collect::<Option<_>>()?;
        *looks.entry(look).or_default() += one.copies;
    }
    let copies = *looks.values().next()?;
    let values: Vec<BTreeSet<i32>> =
        (0..columns.len()).map(|at| looks.keys().filter_map(|look| look.get(at).copied()).collect()).collect();
    let all = values.iter().try_fold(1_usize, |all, values| all.checked_mul(values.len()))?;
    let alike = looks.values().all(|count| *count == copies);
    if columns.len() < 2 || looks.len() <= MANY || looks.len() != all || !alike || values.iter().any(|it| it.len() < 2)
    {
        return None;
    }
    let mut facts: Vec<(String, Prose)> = Vec::new();
    for column in columns {
        facts.push((heading(column), Prose::of_author(&every(model, column, made))));
    }
    let each: Vec<String> = columns.iter().map(|column| format!("each {}", feature(column))).collect();
    let (first, others) = each.split_first()?;
    let copies = usize::try_from(copies).ok()?;
    facts.push((format!("Of {first} with {}", and(others)), Prose::of_author(&counted(copies, noun))));
    Some(Block::Facts(facts))
}

/// The value of a feature that is not a row of them.
fn single(one: &Attribute, made: &Made) -> Option<i32> {
    match cells(one, made) {
        [only] => Some(*only),
        _ => None,
    }
}

/// What is printed, and what changes but does not begin alike on all.
fn is_told(kind: &Kind, one: &Attribute) -> bool {
    let pointed = matches!(one.of.sort, Sort::Component { .. } | Sort::Place { .. });
    !pointed && (one.printed || !one.unspoken() && begins_with(kind, one).is_none())
}

/// The value with which a feature begins on all components.
fn begins_with<'m>(kind: &'m Kind, one: &Attribute) -> Option<&'m [i32]> {
    let mut values = kind.made.iter().filter(|made| made.copies > 0).map(|made| cells(one, made));
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

/// The features that change: `face (at first up)`; but for the one that is rolled, which the faces show.
pub fn changing(model: &Model, kind: &Kind, rolled: Option<usize>) -> Vec<String> {
    let marked = kind.attributes.iter().filter(|one| !one.printed && !one.unspoken());
    marked
        .filter(|one| Some(one.first_cell) != rolled)
        .map(|one| match begins_with(kind, one) {
            Some([only]) if !matches!(one.of.sort, Sort::Component { .. } | Sort::Place { .. }) => {
                format!("{} (at first {})", feature(one), constant(model, &one.of, *only))
            }
            Some(_) | None => feature(one),
        })
        .collect()
}

fn heading(one: &Attribute) -> String {
    let words = capital(&feature(one));
    if one.printed { words } else { format!("{words} at first") }
}

fn cells<'m>(one: &Attribute, made: &'m Made) -> &'m [i32] {
    made.values.get(one.first_cell..one.first_cell + one.cells).unwrap_or_default()
}

/// A feature of one component in words; of several cells all, in order.
fn words(model: &Model, one: &Attribute, made: &Made) -> String {
    in_order(model, one, cells(one, made))
}

/// The values of a feature in order; zeros that only fill up a row of numbers are left out.
fn in_order(model: &Model, one: &Attribute, values: &[i32]) -> String {
    let fills = one.cells > 1 && matches!(one.index.as_slice(), [Index::Range { .. }]);
    let end = values.iter().rposition(|value| *value != 0).map_or(0, |last| last + 1);
    let told = if fills && end > 0 { values.get(..end).unwrap_or(values) } else { values };
    told.iter().map(|number| constant(model, &one.of, *number)).collect::<Vec<_>>().join(", ")
}

/// What is alike, how often each of it is there, the numbers that tell it apart, how often all of it is there, and whether a zero of it is
/// left unsaid.
type Row<'m> = (Vec<&'m [i32]>, u32, Vec<i32>, u32, bool);

/// A row for each look; where there are many, those that differ in one number stand together.
fn rows(model: &Model, columns: &[&Attribute], made: &[&Made], unsaid: &[bool]) -> Vec<Vec<String>> {
    let mut looks: Vec<(Vec<&[i32]>, u32, bool)> = Vec::new();
    for (one, unsaid) in made.iter().zip(unsaid) {
        let values: Vec<&[i32]> = columns.iter().map(|column| cells(column, one)).collect();
        match looks.iter_mut().find(|(other, ..)| *other == values) {
            Some((_, count, _)) => *count += one.copies,
            None => looks.push((values, one.copies, *unsaid)),
        }
    }
    let gathered = (looks.len() > MANY).then(|| most_varied(columns, &looks)).flatten();
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (values, count, unsaid) in looks {
        let mut rest = values.clone();
        let number = gathered.and_then(|at| std::mem::take(rest.get_mut(at)?).first().copied());
        match rows.iter_mut().find(|(other, copies, ..)| gathered.is_some() && *other == rest && *copies == count) {
            Some((_, _, numbers, total, _)) => {
                numbers.extend(number);
                *total += count;
            }
            None => rows.push((rest, count, number.into_iter().collect(), count, unsaid)),
        }
    }
    let row = |(values, _, numbers, total, unsaid): &Row<'_>| {
        let cell = |(at, (column, values)): (usize, (&&Attribute, &&[i32]))| {
            let number = matches!(column.of.sort, Sort::Number { .. }) && column.cells == 1;
            let values = if gathered == Some(at) { numbers } else { *values };
            match values {
                [0] if number && *unsaid => "–".to_owned(),
                _ if gathered == Some(at) => ranges(numbers),
                _ => in_order(model, column, values),
            }
        };
        let mut cells: Vec<String> = columns.iter().zip(values).enumerate().map(cell).collect();
        cells.push(total.to_string());
        cells
    };
    rows.iter().map(row).collect()
}

/// The feature with the most values.
fn most_varied(columns: &[&Attribute], looks: &[(Vec<&[i32]>, u32, bool)]) -> Option<usize> {
    let count = |at: usize| {
        let values: BTreeSet<i32> = looks.iter().filter_map(|(values, ..)| values.get(at)?.first().copied()).collect();
        values.len()
    };
    let plain =
        |at: &usize| columns.get(*at).is_some_and(|one| one.cells == 1 && matches!(one.of.sort, Sort::Number { .. }));
    (0..columns.len()).filter(plain).max_by_key(|at| (count(*at), std::cmp::Reverse(*at)))
}

/// All values of one feature.
fn every(model: &Model, one: &Attribute, made: &[&Made]) -> String {
    if one.cells == 1 && matches!(one.of.sort, Sort::Number { .. }) {
        let numbers: Vec<i32> = made.iter().filter_map(|made| cells(one, made).first().copied()).collect();
        return ranges(&numbers);
    }
    let mut told: Vec<String> = Vec::new();
    for made in made {
        let words = words(model, one, made);
        if !told.contains(&words) {
            told.push(words);
        }
    }
    if one.cells == 1 { and(&told) } else { told.join("; ") }
}

/// `1, 3 to 6`.
fn ranges(numbers: &[i32]) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut parts: Vec<(i32, i32)> = Vec::new();
    for number in sorted {
        match parts.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let sign = |number: i32| number.to_string().replace('-', "−");
    let one = |(from, to): &(i32, i32)| match to - from {
        0 => sign(*from),
        1 => format!("{}, {}", sign(*from), sign(*to)),
        _ => format!("{} to {}", sign(*from), sign(*to)),
    };
    parts.iter().map(one).collect::<Vec<_>>().join(", ")
}
