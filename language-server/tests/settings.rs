//! What lies in `editors/`: colours made from the words of the language, and snippets that can be read.

use std::path::Path;

use rulehound_grammar::lexemes::{declaration_words, keywords};
use rulehound_grammar::parse;
use rulehound_grammar::span::FileId;
use serde_json::{Value, json};

const COLOURS: &str = "../editors/vscode/syntaxes/rulehound.tmLanguage.json";

/// The variable that makes the test write what is stale.
const WRITE: &str = "RULEHOUND_WRITE_COLOURS";

/// Words that are values.
const CONSTANTS: [&str; 5] = ["yes", "no", "none", "nobody", "players"];

/// Words between values.
const OPERATORS: [&str; 5] = ["and", "or", "not", "mod", "in"];

fn any_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    format!("\\b(?:{})\\b", words.collect::<Vec<_>>().join("|"))
}

/// The colours as TextMate writes them: what the words are is told better by the language server, and comes on top.
fn colours() -> String {
    let declared = declaration_words().iter().copied().filter(|word| *word != "players");
    let changes = ["replace", "extend", "remove"];
    let things = declared.filter(|word| !changes.contains(word)).collect::<Vec<_>>().join("|");
    let rest = keywords().filter(|word| !CONSTANTS.contains(word) && !OPERATORS.contains(word));
    let grammar = json!({
        "name": "Rulehound",
        "scopeName": "source.rulehound",
        "fileTypes": ["rules"],
        "patterns": [
            { "name": "comment.line.number-sign.rulehound", "match": "#.*$" },
            {
                "match": "^\\s*\\|(?:[ \\t]+(\\[[^\\]]*\\])?(Assumed:)?.*)?$",
                "name": "string.unquoted.prose.rulehound",
                "captures": {
                    "1": { "name": "markup.heading.rulehound" },
                    "2": { "name": "keyword.other.rulehound" }
                }
            },
            {
                "name": "string.quoted.double.rulehound",
                "begin": "\"",
                "end": "\"|$",
                "patterns": [
                    { "name": "constant.character.escape.rulehound", "match": "\\\\.|\\{\\{" },
                    { "name": "meta.embedded.rulehound", "begin": "\\{", "end": "\\}|(?=\")", "patterns": [{ "include": "#words" }] }
                ]
            },
            {
                "match": format!("\\b({things})\\s+([A-Za-z][A-Za-z0-9_]*)"),
                "captures": {
                    "1": { "name": "storage.type.rulehound" },
                    "2": { "name": "entity.name.function.rulehound" }
                }
            },
            { "include": "#words" }
        ],
        "repository": {
            "words": {
                "patterns": [
                    { "name": "constant.language.rulehound", "match": any_of(CONSTANTS.into_iter()) },
                    { "name": "keyword.operator.word.rulehound", "match": any_of(OPERATORS.into_iter()) },
                    { "name": "keyword.control.rulehound", "match": any_of(rest) },
                    { "name": "constant.numeric.rulehound", "match": "\\b[0-9]+\\b" },
                    { "name": "keyword.operator.rulehound", "match": "\\.\\.|[-+*]=|[<>!]=|[=<>+*/-]" }
                ]
            }
        }
    });
    format!("{}\n", serde_json::to_string_pretty(&grammar).expect("JSON"))
}

#[test]
fn the_colours_are_made_from_the_words_of_the_language() {
    let wanted = colours();
    if std::env::var(WRITE).is_ok() {
        std::fs::write(COLOURS, &wanted).expect("it can be written");
    }
    let written = std::fs::read_to_string(COLOURS).unwrap_or_default();
    assert!(written == wanted, "stale: {WRITE}=1 cargo test --workspace --test testsuite settings");
}

/// A snippet as it stands in the text before anything is filled in.
fn filled(body: &str) -> String {
    let mut text = body.replace("$0", "");
    while let Some(start) = text.find("${") {
        let end = start + text[start..].find('}').expect("it is closed");
        let default = text[start + 2..end].split_once(':').map_or("", |(_, default)| default).to_owned();
        text.replace_range(start..=end, &default);
    }
    text
}

#[test]
fn every_snippet_can_be_read() {
    let text = std::fs::read_to_string("../editors/vscode/snippets/rulehound.json").expect("snippets");
    let snippets: Value = serde_json::from_str(&text).expect("JSON");
    let all = snippets.as_object().expect("an object");
    assert!(all.len() > 5);
    for (name, snippet) in all {
        let lines: Vec<&str> = snippet["body"].as_array().expect("lines").iter().filter_map(Value::as_str).collect();
        let body = filled(&lines.join("\n"));
        let inside = snippet["description"].as_str().is_some_and(|words| words.contains("in a phase or rule"));
        let whole = match () {
            () if body.lines().any(|line| line.starts_with("game")) => body,
            () if inside => format!("game \"A\"\nphase play {{\n{body}\n}}"),
            () => format!("game \"A\"\n{body}"),
        };
        let found = parse(FileId(0), &whole).diagnostics;
        assert!(found.is_empty(), "{name}: {:?}\n{whole}", found.first().map(|one| &one.message));
    }
}

#[test]
fn what_editors_read_is_json() {
    for file in ["package.json", "language-configuration.json"] {
        let text = std::fs::read_to_string(Path::new("../editors/vscode").join(file)).expect("a file");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert!(value.is_object(), "{file}");
    }
}

/// The card has every word of the language, so none is forgotten there.
#[test]
fn the_card_has_every_word() {
    let card = std::fs::read_to_string("../docs/card.md").expect("it can be read");
    let words: std::collections::BTreeSet<&str> =
        card.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').collect();
    let missing: Vec<&str> = keywords().filter(|word| !words.contains(word)).collect();
    // Behind a declaration, where prose stands above it.
    assert_eq!(missing, ["assume", "doc", "ref"]);
}
