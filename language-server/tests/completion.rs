//! What is offered while somebody writes.

use crate::editor::{Editor, place_of, shipped};
use rulehound_grammar::lexemes::{LexemeKind, lexemes};
use serde_json::{Value, json};

const GAME: &str = r#"game "Game"
players 2..4
type Suit = hearts, spades
component Card { suit : Suit seen by owner   make s in Suit : suit = s }
grid board 3 by 3 { mark corner 1 3 }
pile deck : Card seen by nobody
zone hand of each player : Card seen by owner
var score of each player : 0..30 seen by all = 0
phase play {
  for p in players {
    let worth = count p.hand
    HERE
  }
}
rule deal(p: player) { draw 1 from deck to p.hand }
"#;

/// What is offered where `|` is, the best first.
fn offered(editor: &mut Editor, written: &str) -> Vec<String> {
    let text = GAME.replace("HERE", written);
    let at = place_of(&text, "|");
    editor.open("a.rules", &text.replace('|', ""));
    labels(&editor.ask_at("textDocument/completion", "a.rules", at))
}

fn labels(answer: &Value) -> Vec<String> {
    answer.as_array().into_iter().flatten().map(|one| one["label"].as_str().expect("a label").to_owned()).collect()
}

#[test]
fn what_is_offered_fits_the_place() {
    let mut editor = Editor::new(&[]);
    let mut told = String::new();
    for written in [
        "|",
        "set |",
        "set p.|",
        "do |",
        "do deal(|",
        "leave |",
        "move all |",
        "choose c in p.|",
        "choose c in p.hand as \"{c.|\"",
        "choose c in p.hand as \"take |\"",
        "choose c in p.hand where c.suit = |",
        "if any s in board : s.|",
        "# a |",
    ] {
        let found = offered(&mut editor, written);
        let more = if found.len() > 12 { " …" } else { "" };
        told += &format!("{written}\n  {}{more}\n", found.iter().take(12).cloned().collect::<Vec<_>>().join(" "));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn who_sees_something_is_named_by_what_it_is() {
    let heading = "game \"Game\"\nplayers 2..4\ntype Town = here, there\n\
        component Chest of each player { keeper : player seen by all  worth : 1..3 seen by all }\n\
        def mayor(t: Town) : player = first p in players\n";
    let mut editor = Editor::new(&[]);
    let mut told = String::new();
    for written in [
        "zone locker(t: Town) : Chest seen by |",
        "zone locker(t: Town) : Chest seen by mayor(|",
        "var tax(t: Town) : 0..3 seen by mayor(|",
        "pile inside of each c in Chest : Chest seen by |",
        "pile inside of each c in Chest : Chest seen by c.|",
        "component Letter { reader : player seen by all  text : 1..9 seen by |",
    ] {
        let text = format!("{heading}{written}");
        let at = place_of(&text, "|");
        editor.open("a.rules", &text.replace('|', ""));
        let found = labels(&editor.ask_at("textDocument/completion", "a.rules", at));
        told += &format!("{written}\n  {}\n", found.iter().take(6).cloned().collect::<Vec<_>>().join(" "));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn what_is_offered_takes_the_place_of_what_is_written() {
    let mut editor = Editor::new(&[]);
    let text = GAME.replace("HERE", "set p.sco");
    editor.open("a.rules", &text);
    let (line, character) = place_of(&text, "p.sco");
    let answer = editor.ask_at("textDocument/completion", "a.rules", (line, character + 5));
    let score = answer.as_array().expect("a list").iter().find(|one| one["label"] == "score").expect("it is offered");
    let range = &score["textEdit"]["range"];
    assert_eq!(
        (&range["start"]["character"], &range["end"]["character"]),
        (&json!(character + 2), &json!(character + 5))
    );
}

const STICKS: &str = r#"game "Sticks"
players 2
var left : 0..9 seen by all = 9
phase play {
  repeat turn of p in players {
    choose n in 1..3 as "take {n}: now" require n <= left else "too few" if none { win p }
    set left -= n
  }
}
"#;

/// In a script the keys are offered, then who answers, then what that player may do at that step.
#[test]
fn a_script_is_offered_what_may_be_done_at_its_step() {
    let mut editor = Editor::new(&[("a.rules", STICKS)]);
    let mut told = String::new();
    let head = "game: a.rules\nplayers: [Ann, Ben]\n";
    for written in [
        "game: a.rules\n|",
        &format!("{head}steps:\n  - |"),
        &format!("{head}steps:\n  - Ann: |"),
        &format!(
            "{head}steps:\n  - Ann: \"take 3: now\"\n  - Ben: \"take 3: now\"\n  - Ann: \"take 2: now\"\n  - Ben: |\n  - Ann: more\n"
        ),
        &format!("{head}steps:\n  - Ann: nonsense\n  - Ben: |"),
        &format!("{head}steps:\n  - Ann: nonsense\n  - Ann: |"),
        "something: else\nsteps:\n  - run: |",
    ] {
        editor.open("s.yaml", &written.replace('|', ""));
        let answer = editor.ask_at("textDocument/completion", "s.yaml", place_of(written, "|"));
        let last = written.split('|').next().and_then(|before| before.lines().last()).unwrap_or_default().to_owned();
        told += &format!("{last}|\n  {}\n", labels(&answer).join(" · "));
    }
    insta::assert_snapshot!(told);
}

/// Where every so manyth use of a name in shipped games is deleted, that name is offered, and mostly among the first.
#[test]
fn the_right_name_is_offered() {
    let files = shipped();
    let saved: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut editor = Editor::new(&saved);
    let (mut asked, mut right, mut first, mut missed) = (0, 0, 0, Vec::new());
    let mut number = 0;
    for (file, text) in &files {
        editor.open(file, text);
        for one in lexemes(text).into_iter().filter(|one| one.kind == LexemeKind::Name) {
            number += 1;
            if number % 7 != 0 {
                continue;
            }
            let (start, end) = (one.span.start as usize, one.span.end as usize);
            let name = &text[start..end];
            let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let at = (text[..start].matches('\n').count(), text[line_start..start].encode_utf16().count());
            let declared = editor.ask_at("textDocument/definition", file, at);
            let is_use = declared.as_array().is_some_and(|places| {
                places.iter().all(|place| {
                    !place["uri"].as_str().is_some_and(|uri| uri.ends_with(&format!("/{file}")))
                        || place["range"]["start"] != json!({ "line": at.0, "character": at.1 })
                }) && !places.is_empty()
            });
            if !is_use {
                continue;
            }
            editor.rewrite(file, &format!("{}{}", &text[..start], &text[end..]));
            let found = labels(&editor.ask_at("textDocument/completion", file, at));
            editor.rewrite(file, text);
            asked += 1;
            match found.iter().position(|one| one == name) {
                Some(place) => {
                    right += 1;
                    first += usize::from(place < 5);
                }
                None => missed.push(format!("{file}:{}: {name}", at.0 + 1)),
            }
        }
        editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": crate::editor::uri(file) } }));
    }
    assert!(asked > 100, "only {asked}");
    assert!(right * 100 >= asked * 95, "{right} of {asked}: {missed:#?}");
    // Which names are asked for here hangs on every word of the games; of every fifth it is 83 of 100, in all games and classics together.
    assert!(first * 100 >= asked * 80, "{first} of {asked} among the first five");
}
