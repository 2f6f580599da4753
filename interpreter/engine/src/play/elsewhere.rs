//! Where something is that cannot be chosen now: a component that lies elsewhere, an option that another rule gives.
//!
//! Only what whoever asks may see is looked at.

use super::OfferedChoice;
use super::machine::{Machine, Try};
use crate::program::{NamedBinder, Node as Code};
use crate::words::matching::normal as folded;
use rulehound_rules::facts::calls::{body, nodes};
use rulehound_rules::facts::{Node, walk};
use rulehound_rules::model::{Model, Piece, Sort, StatementKind, Text};

/// The most places that are told.
const MOST_PLACES: usize = 3;

/// Where the thing is that these words name, and why that is not here; `None` if they name nothing.
pub(super) fn elsewhere(machine: &mut Machine<'_>, words: &str, options: &[OfferedChoice]) -> Try<Option<String>> {
    let wanted = folded(words);
    if wanted.is_empty() {
        return Ok(None);
    }
    match component(machine, &wanted, options)? {
        Some(sentence) => Ok(Some(sentence)),
        None => Ok(option(machine, &wanted)),
    }
}

/// The component with whose description the words end; the longest one counts.
fn component(machine: &mut Machine<'_>, wanted: &str, options: &[OfferedChoice]) -> Try<Option<String>> {
    let decider = machine.decider();
    let reader = machine.reader.replace(decider);
    let found = named(machine, wanted);
    // What is on offer is only called otherwise.
    let offered = |named: &Named| options.iter().any(|option| holds(&folded(&option.text), &folded(&named.words)));
    let told = if found.first().is_some_and(offered) { Ok(None) } else { lying(machine, &found) };
    machine.reader = reader;
    told
}

/// A component with whose description the words end.
struct Named {
    component: i32,
    words: String,
    /// Whether whoever asks sees where it is.
    seen: bool,
}

fn named(machine: &mut Machine<'_>, wanted: &str) -> Vec<Named> {
    let count = crate::instance::to_value(machine.program.instance.components.len());
    let asker = usize::try_from(machine.decider()).unwrap_or(usize::MAX);
    let mut found: Vec<Named> = Vec::new();
    for component in 0..count {
        let seen = machine.component_seen(component).by(asker);
        // What never changes all know of the box, wherever it lies.
        if !seen && !machine.is_printed(component) {
            continue;
        }
        let words = if seen { machine.describe(component) } else { machine.describe_all(component) };
        let length = words.chars().count();
        let longest = found.first().map_or(0, |first| first.words.chars().count());
        if length >= longest && ends(wanted, &folded(&words)) {
            if length > longest {
                found.clear();
            }
            found.push(Named { component, words, seen });
        }
    }
    // Of things that are called alike one's own are meant.
    let own = |named: &Named| machine.owner_of(named.component) == Some(asker);
    if found.iter().any(own) {
        found.retain(own);
    }
    found
}

/// Whether words end with others: `play Card 3` with `Card 3`.
fn ends(text: &str, part: &str) -> bool {
    text.strip_suffix(part).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
}

/// Whether words hold others, in a row.
fn holds(text: &str, part: &str) -> bool {
    let (text, part): (Vec<&str>, Vec<&str>) = (text.split(' ').collect(), part.split(' ').collect());
    text.windows(part.len().max(1)).any(|window| window == part)
}

fn lying(machine: &mut Machine<'_>, found: &[Named]) -> Try<Option<String>> {
    let Some(first) = found.first() else { return Ok(None) };
    // In the order of the places and of words: that of components would tell which of those that look alike is which.
    let mut seen: Vec<(i32, String)> = Vec::new();
    for named in found.iter().filter(|named| named.seen) {
        seen.push((machine.place_of(named.component), machine.describe_at_table(named.component)));
    }
    seen.sort();
    let what = seen.first().map_or_else(|| first.words.clone(), |(_, words)| words.clone());
    let mut places: Vec<String> = Vec::new();
    for (place, _) in seen {
        let place = machine.name_place(place);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    if places.is_empty() {
        return Ok(Some(format!("{what} lies where you do not see it.")));
    }
    places.truncate(MOST_PLACES);
    let mut sentence = format!("{what} lies in {}", places.join(" and "));
    let ways = machine.choice().map(|choice| choice.ways.as_slice()).unwrap_or_default();
    let mut sets: Vec<String> = Vec::new();
    for way in ways {
        let (names, mut set) = (way.meant.names(), Vec::new());
        let Some(named) = names.first().filter(|named| matches!(named.sort, Sort::Component { .. })) else { continue };
        machine.refuel();
        machine.binder_set(&named.binder, &mut set)?;
        if found.iter().any(|one| set.contains(&one.component)) {
            return Ok(Some(here(&what, named)));
        }
        let words = set_in_words(machine, named)?;
        if !sets.contains(&words) {
            sets.push(words);
        }
    }
    if !sets.is_empty() {
        sentence.push_str(&format!("; here it would have to be in {}", sets.join(" or ")));
    }
    sentence.push('.');
    Ok(Some(sentence))
}

/// What is looked through: a place by its name, all else as the rules say it.
fn set_in_words(machine: &mut Machine<'_>, named: &NamedBinder) -> Try<String> {
    Ok(match *machine.at(named.binder.set) {
        Code::Contents(place, _) => {
            let place = machine.value(place)?;
            machine.name_place(place)
        }
        _ => format!("`{}`", named.set_words),
    })
}

/// Why what lies where it is looked for is not on offer all the same.
fn here(what: &str, named: &NamedBinder) -> String {
    match &named.condition_words {
        Some(words) => format!("{what} is not meant here: `{}` must be such that `{words}`.", named.name),
        None => format!("{what} is there, but no option is called so: say it in the words of an option."),
    }
}

/// An option of these words that another rule gives.
fn option(machine: &Machine<'_>, wanted: &str) -> Option<String> {
    let model = &machine.program.instance.model;
    let words = |text: &Text| {
        let piece = |piece: &Piece| match piece {
            Piece::Words(words) => Some(words.clone()),
            Piece::Value(_) | Piece::Counted { .. } | Piece::If { .. } => None,
        };
        text.pieces.iter().map(piece).collect::<Option<String>>().filter(|words| folded(words) == wanted)
    };
    let (node, words) = nodes(model).into_iter().find_map(|node| {
        let statements = body(model, node).map(walk::statements).unwrap_or_default();
        let found = statements.into_iter().find_map(|statement| match &statement.kind {
            StatementKind::ChooseOption { options, .. } => {
                options.iter().filter_map(|option| option.offered.wording.as_ref()).find_map(words)
            }
            StatementKind::May(may) => words(&may.text),
            _ => None,
        })?;
        Some((node, found))
    })?;
    let (sort, name) = called(model, node)?;
    Some(format!("`{words}` can be chosen in the {sort} \u{201c}{name}\u{201d}, which does not ask now."))
}

/// What a body is called at the table.
fn called(model: &Model, node: Node) -> Option<(&'static str, String)> {
    match node {
        Node::Clause(runnable, _) => {
            let runnable = model.runnables.get(runnable.index())?;
            let sort = if runnable.phase { "phase" } else { "rule" };
            Some((sort, crate::words::called(&runnable.name, &runnable.notes, crate::words::Form::People)))
        }
        Node::Trigger(trigger) => {
            let trigger = model.triggers.get(trigger.index())?;
            Some(("trigger", crate::words::called(&trigger.name, &trigger.notes, crate::words::Form::People)))
        }
    }
}
