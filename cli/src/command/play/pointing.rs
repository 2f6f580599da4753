//! Answers by pointing at places: `13/11`, `b3-c4`, `pond/20`.

use rulehound_interpreter::model::{Area, AreaKind, Model};
use rulehound_interpreter::words::{Form, called};

/// The signs that lead from one place to the next.
const LEADS: [char; 3] = ['/', '-', '>'];

/// The options in which these places stand in this order; none if the line points at nothing.
pub fn pointed<'o>(line: &str, options: impl Iterator<Item = &'o str>, model: &Model) -> Vec<usize> {
    let points: Vec<String> =
        line.split(LEADS).map(|point| point.trim().to_lowercase()).filter(|point| !point.is_empty()).collect();
    if points.len() < 2 || points.iter().any(|point| point.contains(' ')) {
        return Vec::new();
    }
    let places = named(model);
    let fits = |option: &str| in_order(&points, &stops(option, &places));
    options.enumerate().filter(|(_, option)| fits(option)).map(|(index, _)| index).collect()
}

/// The last words of what places of boards are called: their numbers stand behind these.
fn named(model: &Model) -> Vec<String> {
    let board = |area: &Area| match &area.kind {
        AreaKind::Board(_) => {
            let words = called(&area.name, &area.notes, Form::People).to_lowercase();
            Some(words.rsplit(' ').next().unwrap_or_default().to_owned())
        }
        AreaKind::Zone(_) => None,
    };
    model.areas.iter().filter_map(board).collect()
}

/// What an option says, as points: numbers and coordinates only where they are places, other words as they are.
fn stops(option: &str, places: &[String]) -> Vec<String> {
    let words: Vec<String> = option
        .split_whitespace()
        .map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let before = std::iter::once(None).chain(words.iter().map(Some));
    let is_point = |(before, word): (Option<&String>, &String)| {
        let numbered = word.chars().any(|sign| sign.is_ascii_digit());
        let place = before.is_some_and(|before| places.iter().any(|name| name == before));
        (!numbered || place).then(|| word.clone())
    };
    before.zip(&words).filter_map(is_point).collect()
}

fn in_order(points: &[String], stops: &[String]) -> bool {
    let mut stops = stops.iter();
    points.iter().all(|point| stops.any(|stop| stop == point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_order() {
        let places = ["tree".to_owned()];
        let fits = |points: &[&str], option: &str| {
            in_order(&points.iter().map(|point| (*point).to_owned()).collect::<Vec<_>>(), &stops(option, &places))
        };
        assert!(fits(&["13", "11"], "2 from tree 13 to tree 11"));
        assert!(!fits(&["11", "13"], "2 from tree 13 to tree 11"));
        assert!(!fits(&["2", "11"], "2 from tree 13 to tree 11"), "the number of the die is no place");
        assert!(fits(&["pond", "20"], "5 from wolves' pond to tree 20"));
        assert!(fits(&["6", "safe"], "6 from tree 6 to wolves' safe"));
    }
}
