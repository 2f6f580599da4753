//! Colours of rules, from the words that the editors have: `editors/vscode/syntaxes/rulehound.tmLanguage.json`, which is made from the grammar.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};

/// What declares a name.
const DECLARES: [&str; 15] = [
    "layout",
    "type",
    "component",
    "track",
    "ring",
    "grid",
    "net",
    "zone",
    "pile",
    "var",
    "setting",
    "table",
    "def",
    "phase",
    "rule",
];

/// Words by the class of their colour.
pub struct Words(BTreeMap<String, &'static str>);

impl Words {
    /// The words of a grammar for editors.
    pub fn read(grammar: &str) -> Self {
        let grammar: serde_json::Value = serde_json::from_str(grammar).unwrap_or_default();
        let mut words = BTreeMap::new();
        let patterns = grammar["repository"]["words"]["patterns"].as_array().cloned().unwrap_or_default();
        for pattern in &patterns {
            let (name, listed) = (pattern["name"].as_str().unwrap_or_default(), pattern["match"].as_str());
            let class = if name.starts_with("constant.language") { "value" } else { "word" };
            let list = listed.and_then(|one| one.strip_prefix("\\b(?:")?.strip_suffix(")\\b"));
            for word in list.into_iter().flat_map(|list| list.split('|')) {
                words.insert(word.to_owned(), class);
            }
        }
        Self(words)
    }

    /// How many words there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Rules with their colours.
    pub fn rules(&self, text: &str) -> Markup {
        PreEscaped(text.split_inclusive('\n').map(|line| self.line(line)).collect())
    }

    fn line(&self, line: &str) -> String {
        let begin = line.trim_start();
        if begin.starts_with("| ") || begin == "|\n" {
            return span("prose", line);
        }
        let (mut told, mut rest, mut names) = (String::new(), line, false);
        while let Some(sign) = rest.chars().next() {
            let length = length(rest, sign);
            let (one, behind) = rest.split_at(length);
            rest = behind;
            let class = self.class(one, sign, names);
            // A name follows, behind a blank.
            names = DECLARES.contains(&one) || one == "trigger" || (names && one.trim().is_empty());
            told += &class.map_or_else(|| escaped(one), |class| span(class, one));
        }
        told
    }

    fn class(&self, one: &str, sign: char, names: bool) -> Option<&'static str> {
        match sign {
            '#' => Some("remark"),
            '"' => Some("text"),
            '0'..='9' => Some("value"),
            _ if names && sign.is_alphabetic() => Some("name"),
            _ => self.0.get(one).copied(),
        }
    }
}

/// How much of a text belongs together.
fn length(rest: &str, sign: char) -> usize {
    let until = |end: fn(char) -> bool| rest.find(end).unwrap_or(rest.len());
    match sign {
        '#' => until(|one| one == '\n'),
        '"' => {
            let mut before = sign;
            let end = rest.char_indices().skip(1).find(|(_, one)| {
                let ends = (*one == '"' && before != '\\') || *one == '\n';
                before = *one;
                ends
            });
            end.map_or(rest.len(), |(at, one)| if one == '"' { at + 1 } else { at })
        }
        _ if sign.is_alphanumeric() => until(|one| !one.is_alphanumeric() && one != '_'),
        _ => sign.len_utf8(),
    }
}

/// A script: its keys and remarks.
pub fn script(text: &str) -> Markup {
    // A `#` between quotation marks begins no remark.
    let outside = |before: &str| before.matches('"').count().is_multiple_of(2);
    let line = |line: &str| {
        let (code, remark) = match line.find(" #").filter(|at| outside(&line[..*at])) {
            Some(at) => line.split_at(at),
            None if line.starts_with('#') => ("", line),
            None => (line, ""),
        };
        let dashes: usize = code.len() - code.trim_start_matches([' ', '-']).len();
        let (before, rest) = code.split_at(dashes);
        let key = rest.find(':').filter(|at| rest[..*at].chars().all(|one| one.is_alphanumeric() || one == ' '));
        let (key, value) = rest.split_at(key.unwrap_or(0));
        let key = if key.is_empty() { String::new() } else { span("word", key) };
        let remark = if remark.is_empty() { String::new() } else { span("remark", remark) };
        format!("{}{key}{}{remark}", escaped(before), escaped(value))
    };
    PreEscaped(text.split_inclusive('\n').map(line).collect())
}

/// What is typed at a terminal, and what it answers.
pub fn console(text: &str) -> Markup {
    let line = |line: &str| if line.starts_with("$ ") { span("typed", line) } else { escaped(line) };
    PreEscaped(text.split_inclusive('\n').map(line).collect())
}

fn span(class: &str, text: &str) -> String {
    html! { span class=(class) { (text) } }.into_string()
}

fn escaped(text: &str) -> String {
    html! { (text) }.into_string()
}
