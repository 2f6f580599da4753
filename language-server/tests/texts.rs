//! What is shown of one text: outline, folding, layout, colours.

use crate::editor::{Editor, edited, offset, shipped, uri};
use rulehound_grammar::format;
use rulehound_grammar::lexemes::{LexemeKind, lexemes};
use serde_json::{Value, json};

/// One of everything.
const EVERYTHING: &str = r#"# A game
# of everything.
game "Everything" ref "1"
players black, white

type Suit = hearts, spades
component Card {
  suit : Suit
  make s in Suit : suit = s
}
grid board 3 by 3 {
  mark corner 1 3
}
pile deck : Card seen by nobody
zone hand of each player : Card seen by owner
var score(Suit) of each player : 0..9 seen by all = 0
setting target : 1..99 = 5
table worth(Suit) {
  hearts : 1
  spades : 2
}
def rich(p: player) = p.score(hearts) > 3
phase play {
  for p in players {
    do deal(p, hearts)
  }
}
rule deal(p: player, hearts) {
  draw 1 from deck to p.hand
}
trigger home after move Card to deck {
  shuffle deck
}
"#;

fn outline(symbols: &Value, level: usize) -> String {
    let mut lines = String::new();
    for one in symbols.as_array().into_iter().flatten() {
        let detail = one["detail"].as_str().unwrap_or_default();
        let range = &one["range"];
        let words = format!("{}{} {detail}", "  ".repeat(level), one["name"].as_str().unwrap_or_default());
        lines += &format!("{} {}-{}\n", words.trim_end(), range["start"]["line"], range["end"]["line"]);
        lines += &outline(&one["children"], level + 1);
    }
    lines
}

#[test]
fn the_outline_has_all_declarations() {
    let mut editor = Editor::new(&[]);
    editor.open("a.rules", EVERYTHING);
    let symbols = editor.ask_of("textDocument/documentSymbol", "a.rules");
    insta::assert_snapshot!(outline(&symbols, 0));
    // A broken declaration hides no other.
    editor.rewrite("a.rules", &EVERYTHING.replace(": Card seen by nobody", ":"));
    let broken = editor.ask_of("textDocument/documentSymbol", "a.rules");
    assert_eq!(broken.as_array().expect("a list").len() + 1, symbols.as_array().expect("a list").len());
}

#[test]
fn blocks_and_comments_fold() {
    let mut editor = Editor::new(&[]);
    editor.open("a.rules", EVERYTHING);
    let folds = editor.ask_of("textDocument/foldingRange", "a.rules");
    let lines: Vec<&str> = EVERYTHING.lines().collect();
    let line =
        |fold: &Value, end: &str| lines[usize::try_from(fold[end].as_u64().expect("a line")).expect("small")].trim();
    let shown = folds.as_array().expect("a list").iter();
    let shown: Vec<String> =
        shown.map(|fold| format!("{} … {}", line(fold, "startLine"), line(fold, "endLine"))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn layout_is_that_of_the_command_line_and_a_broken_text_stays_as_it_is() {
    let mut editor = Editor::new(&[]);
    let params =
        json!({ "textDocument": { "uri": uri("a.rules") }, "options": { "tabSize": 2, "insertSpaces": true } });
    for (name, text) in shipped() {
        let untidy = text.replace("\n  ", "\n     ").replace(" = ", "  =  ").replace("\n}", "\n\n  }");
        editor.open("a.rules", &untidy);
        let edits = editor.ask("textDocument/formatting", params.clone());
        assert_eq!(edited(&untidy, &edits), format(&untidy).expect("rules"), "{name}");
        editor.rewrite("a.rules", &text);
        let edits = editor.ask("textDocument/formatting", params.clone());
        assert_eq!(edited(&text, &edits), format(&text).expect("rules"), "{name}");
        editor.rewrite("a.rules", &format!("{untidy}\nphase {{"));
        assert_eq!(editor.ask("textDocument/formatting", params.clone()), Value::Null, "{name}");
    }
}

/// The words of a text with what they are said to be.
fn coloured(editor: &Editor, text: &str, tokens: &Value) -> Vec<(String, String)> {
    let legend = &editor.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"];
    let data: Vec<u64> =
        tokens["data"].as_array().expect("a list").iter().map(|one| one.as_u64().expect("a number")).collect();
    let (mut line, mut character) = (0, 0);
    let mut found = Vec::new();
    for token in data.chunks(5) {
        character = if token[0] == 0 { character + token[1] } else { token[1] };
        line += token[0];
        let at = |character: u64| offset(text, &json!({ "line": line, "character": character }));
        let sort = legend[usize::try_from(token[3]).expect("small")].as_str().expect("a word");
        found.push((text[at(character)..at(character + token[2])].to_owned(), sort.to_owned()));
    }
    found
}

#[test]
fn every_word_has_a_colour() {
    let mut editor = Editor::new(&[]);
    for (name, text) in shipped() {
        editor.open("a.rules", &text);
        let tokens = editor.ask_of("textDocument/semanticTokens/full", "a.rules");
        let words: String = coloured(&editor, &text, &tokens).into_iter().map(|(word, _)| word).collect();
        let brackets = [LexemeKind::Open, LexemeKind::Close];
        let all = lexemes(&text).into_iter().filter(|one| !brackets.contains(&one.kind));
        let wanted: String = all.map(|one| &text[one.span.start as usize..one.span.end as usize]).collect();
        assert_eq!(words, wanted, "{name}");
    }
}

#[test]
fn declarations_of_all_files_are_found_by_letters() {
    let one = "game \"One\"\nplayers 2\nvar heap_size : 0..9 seen by all = 0\nphase play { win nobody }\n";
    let two = "game \"Two\" extends \"one.rules\"\nvar other : 0..9 seen by all = 0\nrule heap_up { }\n";
    let mut editor = Editor::new(&[("one.rules", one), ("two.rules", two)]);
    let mut found = |letters: &str| {
        let answer = editor.ask("workspace/symbol", serde_json::json!({ "query": letters }));
        let name = |one: &serde_json::Value| {
            let file =
                one["location"]["uri"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned();
            format!("{} {file}", one["name"].as_str().unwrap_or_default())
        };
        answer.as_array().into_iter().flatten().map(name).collect::<Vec<_>>()
    };
    assert_eq!(found("hp"), ["heap_size one.rules", "heap_up two.rules"]);
    assert_eq!(found("OTHER"), ["other two.rules"]);
    assert!(found("xyz").is_empty() && found("").len() == 5);
}
