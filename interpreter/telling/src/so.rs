//! What is so of something, or is not: `is ready`, `has not passed`, `hearts are not broken`. Words of an author that have a verb of their own
//! keep it.

/// Verbs with which words of a yes-or-no begin, each with its contrary.
const VERBS: [(&str, &str); 7] = [
    ("is", "is not"),
    ("are", "are not"),
    ("has", "has not"),
    ("have", "have not"),
    ("can", "cannot"),
    ("may", "may not"),
    ("must", "need not"),
];

/// Behind what it is said of: `is ready` for `ready` as for `is ready`, `cannot castle`.
pub fn so(words: &str, holds: bool) -> String {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    match VERBS.iter().find(|(own, _)| *own == verb) {
        Some((is, is_not)) => format!("{} {rest}", if holds { is } else { is_not }),
        None => format!("{} {words}", if holds { "is" } else { "is not" }),
    }
}

/// The same of several: `are ready`, `have not passed`.
pub fn so_of_several(words: &str, holds: bool) -> String {
    let one = so(words, holds);
    let (verb, rest) = one.split_once(' ').unwrap_or((&one, ""));
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        other => other,
    };
    format!("{verb} {rest}")
}

/// Whether words begin with a verb that says something of what stands before them.
pub fn begins_with_verb(words: &str) -> bool {
    words.split_once(' ').is_some_and(|(first, _)| is_verb(first))
}

/// Whether words are a sentence of their own: `hearts are broken`.
pub fn is_sentence(words: &str) -> bool {
    words.split(' ').skip(1).any(is_verb)
}

/// The contrary of a name for what is so or not: `is not ready`, `hearts are not broken`, `not open`.
pub fn denied(words: &str) -> String {
    if begins_with_verb(words) {
        return so(words, false);
    }
    let mut said: Vec<&str> = words.split(' ').collect();
    let verb = said.iter().skip(1).position(|word| is_verb(word)).and_then(|at| said.get_mut(at + 1));
    let contrary = verb.and_then(|verb| Some((VERBS.iter().find(|(own, _)| own == verb)?.1, verb)));
    match contrary {
        Some((is_not, verb)) => {
            *verb = is_not;
            said.join(" ")
        }
        None => format!("not {words}"),
    }
}

fn is_verb(word: &str) -> bool {
    VERBS.iter().any(|(verb, _)| *verb == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_so_has_a_verb() {
        assert_eq!((so("ready", true), so("is ready", false)), ("is ready".to_owned(), "is not ready".to_owned()));
        assert_eq!(
            (so_of_several("tied", true), so_of_several("has passed", false)),
            ("are tied".to_owned(), "have not passed".to_owned())
        );
        assert!(begins_with_verb("has passed") && !begins_with_verb("hearts are broken"));
    }

    #[test]
    fn the_contrary_keeps_the_verb() {
        let no = ["is ready", "the gate is shut", "hearts are broken", "black can castle", "open"].map(denied);
        assert_eq!(
            no,
            ["is not ready", "the gate is not shut", "hearts are not broken", "black cannot castle", "not open"]
        );
    }
}
