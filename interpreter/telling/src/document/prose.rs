//! Running text with links in it.
//!
//! Wording code builds plain strings; what is more than plain is set between control characters, which no text of an author keeps
//! ([`plain`]), and read at the end ([`Prose::read`]).

pub const LINK: char = '\u{1}';
const STRONG: char = '\u{2}';
const CODE: char = '\u{3}';
const NAME: char = '\u{4}';
pub const MIDDLE: char = '\u{5}';
const END: char = '\u{6}';
const WHO: char = '\u{7}';

/// The player who is spoken to, as a name; the words around it are put right where they are read ([`addressed`]).
pub const YOU: &str = "\u{7}you";

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain words.
    Text(String),
    /// Words that lead to another part of the document.
    Link {
        /// The part, by its id.
        to: String,
        /// The words.
        text: String,
    },
    /// Words that lead to the page of another game, beside this one.
    Page {
        /// Its name without its ending.
        file: String,
        /// The words.
        text: String,
    },
    /// Words that stand out.
    Strong(String),
    /// A piece of the rules as written.
    Code(String),
    /// A name that stands for something.
    Name(String),
    /// Words that links lead to.
    Anchor {
        /// Its id; unique in the document.
        id: String,
        /// The words.
        text: String,
    },
}

/// Running text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose(pub Vec<Inline>);

impl Prose {
    /// Reads a string made by [`link`], [`strong`], [`code`] and [`name`].
    pub(super) fn read(text: &str) -> Self {
        let text = addressed(text);
        let mut found = Vec::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find(is_mark) {
            let (before, from) = rest.split_at(at);
            push_text(before, &mut found);
            let Some((mark, inside)) = first(from) else { break };
            let (inside, behind) = inside.split_once(END).unwrap_or((inside, ""));
            rest = behind;
            match mark {
                LINK => {
                    let (to, text) = inside.split_once(MIDDLE).unwrap_or(("", inside));
                    found.push(Inline::Link { to: to.to_owned(), text: text.to_owned() });
                }
                STRONG => found.push(Inline::Strong(inside.to_owned())),
                CODE => found.push(Inline::Code(inside.to_owned())),
                NAME => found.push(Inline::Name(inside.to_owned())),
                _ => push_text(inside, &mut found),
            }
        }
        push_text(rest, &mut found);
        Self(found)
    }

    /// An author's text, as it is.
    pub(super) fn of_author(text: &str) -> Self {
        Self(vec![Inline::Text(plain(text))])
    }

    /// The words alone.
    pub fn words(&self) -> String {
        let word = |piece: &Inline| match piece {
            Inline::Text(text)
            | Inline::Link { text, .. }
            | Inline::Page { text, .. }
            | Inline::Anchor { text, .. }
            | Inline::Strong(text)
            | Inline::Code(text)
            | Inline::Name(text) => text.clone(),
        };
        self.0.iter().map(word).collect()
    }
}

fn is_mark(character: char) -> bool {
    (LINK..=END).contains(&character)
}

fn first(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let mark = characters.next()?;
    Some((mark, characters.as_str()))
}

fn push_text(text: &str, found: &mut Vec<Inline>) {
    if !text.is_empty() {
        found.push(Inline::Text(text.to_owned()));
    }
}

/// A text without control characters.
pub fn plain(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).collect()
}

/// The words of a marked string, its marks dropped.
pub fn bare(text: &str) -> String {
    Prose::read(text).words()
}

/// Words that lead to another part of the document.
pub fn link(to: &str, text: &str) -> String {
    format!("{LINK}{to}{MIDDLE}{}{END}", bare(text))
}

/// Many of what a text names one of, the text of a link included.
pub fn many(text: &str) -> String {
    let (words, behind) = text.split_at(text.find(END).unwrap_or(text.len()));
    format!("{}{behind}", super::names::plural(words))
}

/// One of what a text names many of, the text of a link included.
pub fn one(text: &str) -> String {
    let (words, behind) = text.split_at(text.find(END).unwrap_or(text.len()));
    format!("{}{behind}", super::names::singular(words))
}

/// Words that stand out.
pub fn strong(text: &str) -> String {
    format!("{STRONG}{}{END}", bare(text))
}

/// A piece of the rules as written, on one line.
pub fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{CODE}{}{END}", plain(&line))
}

/// A name that stands for something.
pub fn name(text: &str) -> String {
    format!("{NAME}{}{END}", plain(text))
}

/// The first letter capital, wherever the marks are.
pub fn capital(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut done = false;
    let mut in_target = false;
    for character in text.chars() {
        match character {
            LINK => in_target = true,
            MIDDLE => in_target = false,
            // Code and names are as written.
            CODE | NAME if !done => done = true,
            _ if !done && !in_target && !is_mark(character) && character != WHO => {
                done = true;
                result.extend(character.to_uppercase());
                continue;
            }
            _ => {}
        }
        result.push(character);
    }
    result
}

/// Who is spoken to in the second person, with what belongs to it: `your pawn`, `if you are safe`.
pub fn addressed(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(WHO) {
        let (before, from) = rest.split_at(at);
        result.push_str(before);
        let (word, behind) = from.get(1..).unwrap_or_default().split_at_checked(3).unwrap_or_default();
        let subject = is_subject(&result);
        result.push_str(word);
        rest = behind;
        if let Some(owned) = behind.strip_prefix("'s") {
            result.push('r');
            rest = owned;
        } else if subject {
            let start = verb_at(behind);
            let (gap, from) = behind.split_at_checked(start).unwrap_or(("", behind));
            let length = from.find(|letter: char| !letter.is_alphabetic()).unwrap_or(from.len());
            let (verb, behind) = from.split_at_checked(length).unwrap_or(("", from));
            result.push_str(gap);
            result.push_str(&second_person(verb));
            rest = behind;
        }
    }
    result + rest
}

/// Whether somebody named behind these words is who does something: not in `to you` or `of you`.
fn is_subject(before: &str) -> bool {
    const WORDS: [&str; 16] = [
        "if",
        "whether",
        "that",
        "what",
        "whoever",
        "whom",
        "and",
        "or",
        "where",
        "then",
        "until",
        "when",
        "as",
        "unless",
        "while",
        "otherwise",
    ];
    let before = before.trim_end();
    let word: String = before.chars().rev().take_while(|letter| letter.is_alphabetic()).collect();
    let word: String = word.chars().rev().collect();
    word.is_empty() && !before.ends_with('\'') || WORDS.contains(&word.to_lowercase().as_str())
}

/// Where the word behind begins, be it the first of a link.
fn verb_at(behind: &str) -> usize {
    let Some(rest) = behind.strip_prefix(' ') else { return 0 };
    match rest.starts_with(LINK).then(|| rest.find(MIDDLE)).flatten() {
        Some(middle) => 1 + middle + MIDDLE.len_utf8(),
        None => 1,
    }
}

/// `is` is `are`, `chooses` is `choose`.
fn second_person(verb: &str) -> String {
    match verb {
        "is" => "are".to_owned(),
        "was" => "were".to_owned(),
        "has" => "have".to_owned(),
        "as" | "always" | "this" | "plus" => verb.to_owned(),
        _ => {
            if let Some(stem) = verb.strip_suffix("ies") {
                return format!("{stem}y");
            }
            let long = ["sses", "ches", "shes", "xes", "oes"].iter().any(|end| verb.ends_with(end));
            let stem = if long { verb.strip_suffix("es") } else { verb.strip_suffix('s') };
            stem.filter(|stem| stem.len() > 1 && !stem.ends_with('s')).unwrap_or(verb).to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_spoken_to_is_you() {
        let told = |text: &str| addressed(&text.replace("YOU", YOU));
        assert_eq!(told("if YOU is safe and YOU's pawn is home"), "if you are safe and your pawn is home");
        assert_eq!(told("the score of YOU is 3"), "the score of you is 3");
        assert_eq!(told("YOU wins"), "you win");
        assert_eq!(told("as long as YOU does not pass"), "as long as you do not pass");
        assert_eq!(addressed(&capital(&format!("{YOU}'s dog"))), "Your dog");
        let linked = format!("{YOU} {}", link("rule_x", "has the most"));
        assert_eq!(bare(&linked), "you have the most");
        assert_eq!(bare(&format!("{YOU}'s {}", link("rule_x", "score"))), "your score");
    }

    #[test]
    fn marks_are_read() {
        let text = format!("see {}, or {}", link("rule_x", "the rule"), code("a  + b"));
        let expected = [
            Inline::Text("see ".into()),
            Inline::Link { to: "rule_x".into(), text: "the rule".into() },
            Inline::Text(", or ".into()),
            Inline::Code("a + b".into()),
        ];
        assert_eq!(Prose::read(&text).0, expected);
    }

    #[test]
    fn the_first_letter_is_large_in_a_link_too() {
        assert_eq!(capital(&link("x", "the rule")), link("x", "The rule"));
        assert_eq!(capital(&name("n")), name("n"));
    }
}
