//! What is so of something, or is not: `is ready`, `has not passed`. Words of an author that have a verb of their own keep it.

use super::super::names::plural;
use super::super::prose::bare;

pub(super) use crate::so::{begins_with_verb, is_sentence, so};

/// The contrary of words of an author: `the dog is covered` is `the dog is not covered`.
pub(super) fn negated_words(words: &str) -> String {
    for verb in [" is ", " are ", " has ", " have ", " may ", " can ", " must ", " stands ", " stand "] {
        // The verb may be the first word of a link.
        let linked = format!("\u{5}{}", verb.trim_start());
        if bare(words).matches(verb).count() == 1 && words.contains(&linked) {
            return words.replacen(&linked, &format!("\u{5}{}", negative(verb).trim_start()), 1);
        }
        if bare(words).matches(verb).count() == 1 && words.contains(verb) {
            let not = negative(verb);
            return words.replacen(verb, &not, 1);
        }
    }
    format!("it is not so that {words}")
}

/// ` is ` is ` is not `, ` has ` is ` does not have `.
fn negative(verb: &str) -> String {
    match verb {
        " has " => " does not have ".to_owned(),
        " have " => " do not have ".to_owned(),
        " can " => " cannot ".to_owned(),
        " must " => " need not ".to_owned(),
        " stands " => " does not stand ".to_owned(),
        " stand " => " do not stand ".to_owned(),
        _ => format!("{verb}not "),
    }
}

/// What is asked of one, of several: ` who are ready` for ` who is ready`, ` who are not scouts` for ` who is not a scout`.
pub(super) fn of_several(tail: &str) -> String {
    let mut words = tail.to_owned();
    for relative in [" that ", " who "] {
        for (one, many) in [("is ", "are "), ("has ", "have "), ("does ", "do ")] {
            words = words.replace(&format!("{relative}{one}"), &format!("{relative}{many}"));
        }
    }
    let linked = [" that \u{1}", " who \u{1}"].into_iter().find_map(|word| words.find(word));
    let (before, clause) = words.split_at(linked.unwrap_or(words.len()));
    let mut clause = clause.to_owned();
    for (one, many) in [("is ", "are "), ("has ", "have "), ("does ", "do ")] {
        if linked.is_some() && verb_of_link(&clause).is_some_and(|rest| rest.starts_with(one)) {
            clause = clause.replacen(&format!("\u{5}{one}"), &format!("\u{5}{many}"), 1);
        }
    }
    nouns_of_several(&format!("{before}{clause}"))
}

/// The words of the first link.
fn verb_of_link(clause: &str) -> Option<&str> {
    clause.split_once('\u{5}').map(|(_, rest)| rest)
}

/// `are a scout` is `are scouts`, if that is all that is said.
fn nouns_of_several(words: &str) -> String {
    for verb in ["are not ", "are "] {
        for article in ["a ", "an "] {
            let said = format!("{verb}{article}");
            let Some((before, behind)) = words.split_once(&said) else { continue };
            let told = [" who ", " that ", "\u{5}"].iter().any(|word| before.ends_with(word));
            let (noun, end) = behind.split_at(behind.find('\u{6}').unwrap_or(behind.len()));
            let whole = end.is_empty() || end == "\u{6}";
            if told && whole && !noun.contains([' ', '\u{1}', '\u{4}']) {
                return format!("{before}{verb}{}{end}", plural(noun));
            }
        }
    }
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_verb_and_noun_are_plural() {
        assert_eq!(of_several(" who is ready"), " who are ready");
        assert_eq!(of_several(" who has passed and who is safe"), " who have passed and who are safe");
        assert_eq!(of_several(" who \u{1}x\u{5}is not a scout\u{6}"), " who \u{1}x\u{5}are not scouts\u{6}");
        assert_eq!(of_several(" that is an ape of the forest"), " that are an ape of the forest");
    }
}
