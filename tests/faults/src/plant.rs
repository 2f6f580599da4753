//! Puts faults into a text: each stands beside what it replaces, and its number says which of the two is gone by.

use std::ops::Range;

use crate::list::Fault;

/// What every crate is given: whether the fault of this number is the one that is tried.
pub const ASKED: &str = r#"
pub(crate) fn planted(number: usize) -> bool {
    static CHOSEN: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("PLANTED").ok().and_then(|number| number.parse().ok()).unwrap_or(0)) == number
}
"#;

/// The text with all its faults, each with its number.
///
/// # Errors
///
/// A sentence if what a fault replaces does not stand there once, or if two are about the same place.
pub fn plant(text: &str, faults: &[(usize, &Fault)]) -> Result<String, String> {
    let mut places = faults
        .iter()
        .map(|(number, fault)| Ok((find(text, fault)?, *number, *fault)))
        .collect::<Result<Vec<_>, String>>()?;
    places.sort_by_key(|(place, ..)| place.start);
    if let Some(two) = places.windows(2).find(|two| two[0].0.end > two[1].0.start) {
        return Err(format!("two faults are about the same place: “{}” and “{}”", two[0].2.says, two[1].2.says));
    }
    let mut planted = text.to_owned();
    for (place, number, fault) in places.into_iter().rev() {
        let written = written(&text[place.clone()], number, fault);
        planted.replace_range(place, &written);
    }
    Ok(planted)
}

/// Where in the text what a fault replaces stands; how it is broken into lines does not matter.
fn find(text: &str, fault: &Fault) -> Result<Range<usize>, String> {
    let wanted: Vec<char> = fault.was.chars().filter(|sign| !sign.is_whitespace()).collect();
    let signs: Vec<(usize, char)> = text.char_indices().filter(|(_, sign)| !sign.is_whitespace()).collect();
    let mut found = signs
        .windows(wanted.len().max(1))
        .filter(|window| window.iter().map(|(_, sign)| *sign).eq(wanted.iter().copied()));
    match (found.next(), found.next()) {
        (Some(window), None) => {
            let (last, sign) = window[window.len() - 1];
            Ok(window[0].0..last + sign.len_utf8())
        }
        (None, _) => {
            Err(format!("{}: what “{}” replaces does not stand there: {}", fault.file.display(), fault.says, fault.was))
        }
        (Some(_), Some(_)) => Err(format!(
            "{}: what “{}” replaces stands there more than once: {}",
            fault.file.display(),
            fault.says,
            fault.was
        )),
    }
}

/// What comes where `was` stood.
fn written(was: &str, number: usize, fault: &Fault) -> String {
    let is = fault.is.trim();
    if let Some(pattern) = was.strip_suffix("=>") {
        let also = if pattern.contains(" if ") { "&&" } else { "if" };
        return format!("{pattern} {also} !crate::planted({number}) =>");
    }
    let choice = format!("if crate::planted({number}) {{ {is} }} else {{ {was} }}");
    if was.ends_with([';', '}']) { choice } else { format!("({choice})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(was: &str, is: &str) -> Fault {
        Fault { says: "wrong".into(), file: "a.rs".into(), was: was.into(), is: is.into(), tests: String::new() }
    }

    #[test]
    fn an_expression_is_one_of_two() {
        let planted = plant("if a <\n    b { c() }", &[(3, &fault("a < b", "a <= b"))]).unwrap();
        assert_eq!(planted, "if (if crate::planted(3) { a <= b } else { a <\n    b }) { c() }");
    }

    #[test]
    fn statements_and_arms_stay_what_they_are() {
        let (left_out, arm) = (fault("c();", ""), fault("Some(1) =>", ""));
        let planted = plant("match a { Some(1) => { c(); } _ => {} }", &[(1, &left_out), (2, &arm)]).unwrap();
        assert_eq!(
            planted,
            "match a { Some(1)  if !crate::planted(2) => { if crate::planted(1) {  } else { c(); } } _ => {} }"
        );
    }

    #[test]
    fn what_stands_nowhere_or_twice_is_told() {
        assert!(plant("a b a", &[(1, &fault("c", "d"))]).unwrap_err().contains("does not stand there"));
        assert!(plant("a b a", &[(1, &fault("a", "d"))]).unwrap_err().contains("more than once"));
        assert!(
            plant("a b c", &[(1, &fault("a b", "d")), (2, &fault("b c", "d"))]).unwrap_err().contains("same place")
        );
    }
}
