//! What stands before the steps: players, seed, position.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::{Contents, GivenPosition, Players};
use super::node::{Node, NodeKind};
use super::shape;

/// Names or a number.
pub fn players(node: Node, found: &mut Vec<Diagnostic>) -> Players {
    const WANTED: &str = "names in a list, or how many play";
    match node.kind {
        NodeKind::Scalar(word) => {
            let before = found.len();
            shape::number::<u16>(&word, WANTED, found);
            shape::advise(found, before, || {
                let names = word.text.split([',', '&']).flat_map(|part| part.split(" and "));
                let names: Vec<&str> = names.map(str::trim).filter(|name| !name.is_empty()).collect();
                // What begins with no letter is no name either.
                let named = !names.is_empty() && names.iter().all(|name| name.starts_with(char::is_alphabetic));
                Some(match named {
                    true => format!("write `players: [{}]`", shape::shortened(&names.join(", "))),
                    false => "write how many play, such as `players: 2`, or who: `players: [Ann, Ben]`".to_owned(),
                })
            });
            Players::Number(word)
        }
        NodeKind::List(items) => {
            Players::Named(items.into_iter().filter_map(|item| shape::word(item, WANTED, found)).collect())
        }
        other @ (NodeKind::Empty | NodeKind::Map(_)) => {
            shape::unfit(node.span, WANTED, Some(&other), found);
            Players::Default
        }
    }
}

/// A number from 0 to 2^64 - 1.
pub fn seed(node: Node, found: &mut Vec<Diagnostic>) -> Option<u64> {
    const WANTED: &str = "a seed, a whole number from 0";
    let word = shape::word(node, WANTED, found)?;
    let before = found.len();
    let seed = shape::number(&word, WANTED, found);
    shape::advise(found, before, || {
        Some("write a number such as `seed: 1`: the same one gives the same chance".to_owned())
    });
    seed
}

/// `zones` and `variables`.
pub fn position(node: Node, found: &mut Vec<Diagnostic>) -> Option<GivenPosition> {
    let mut position = GivenPosition::default();
    for (key, value) in shape::map(node, "the keys `zones` and `variables`, with what belongs to them", found)? {
        match key.text.as_str() {
            "zones" => {
                let places = shape::map(value, "places with what lies there", found).unwrap_or_default();
                position.zones =
                    places.into_iter().filter_map(|(place, value)| Some((place, contents(value, found)?))).collect();
            }
            "variables" => position.variables = shape::pairs(value, "variables with their values", found),
            _ => shape::unknown(&key, "a position", &["zones", "variables"], found),
        }
    }
    Some(position)
}

fn contents(node: Node, found: &mut Vec<Diagnostic>) -> Option<Contents> {
    const WANTED: &str = "components with their numbers, or a list of components (a pile from the top)";
    match node.kind {
        NodeKind::Map(pairs) => {
            let mut counted = Vec::new();
            for (what, value) in pairs {
                let word = shape::word(value, "how many there are", found)?;
                counted.push((what, shape::number(&word, "how many there are", found)?));
            }
            Some(Contents::Counted(counted))
        }
        NodeKind::List(_) | NodeKind::Scalar(_) => Some(Contents::Listed(shape::words(node, WANTED, found))),
        NodeKind::Empty => {
            shape::unfit(node.span, WANTED, Some(&node.kind), found);
            None
        }
    }
}
