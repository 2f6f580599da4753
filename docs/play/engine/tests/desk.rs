//! What a page asks, asked as it does: whole games against bots, taking back, mistakes, the editor.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that panics tells why")]

use rulehound_play::Desk;
use serde_json::{Value, json};

fn ask(desk: &mut Desk, question: &Value) -> Value {
    serde_json::from_str(&desk.ask(&question.to_string())).expect("an answer in JSON")
}

fn open(desk: &mut Desk, name: &str, level: &str) -> Vec<Value> {
    let question = json!({ "do": "open", "name": name, "players": null, "seat": 0, "level": level, "seed": 5 });
    let answer = ask(desk, &question);
    answer["messages"].as_array().unwrap_or_else(|| panic!("{name}: {answer}")).clone()
}

/// The last that was seen of the table.
fn seen(messages: &[Value]) -> Option<Value> {
    messages.iter().rev().find(|message| message["t"] == "all").map(|message| message["seen"].clone())
}

/// Plays to the end, or so many answers; gives the story and the last that was seen.
fn play(desk: &mut Desk, name: &str, most: usize) -> (Vec<String>, Value) {
    let mut messages = open(desk, name, "random");
    let mut now = seen(&messages).expect("something is seen");
    let mut story: Vec<String> = Vec::new();
    for turn in 0..most {
        for message in &messages {
            if message["t"] == "all" {
                let from = usize::try_from(message["from"].as_u64().expect("a number")).expect("small");
                assert!(from <= story.len(), "lines of the story are missing");
                story.truncate(from);
                story.extend(
                    message["story"]
                        .as_array()
                        .expect("lines")
                        .iter()
                        .map(|line| line.as_str().unwrap_or("").to_owned()),
                );
            }
        }
        now = seen(&messages).unwrap_or(now);
        assert_eq!(now["extra"]["fault"], Value::Null, "{name}");
        if !now["over"].is_null() {
            break;
        }
        let question = match &now["ask"] {
            Value::Null => json!({ "do": "think" }),
            asked => {
                let options = asked["of"]["words"].as_array().expect("options").len();
                json!({ "do": "say", "message": { "t": "answer", "q": asked["q"], "id": "a", "o": (turn * 7) % options } })
            }
        };
        let answer = ask(desk, &question);
        messages = answer["messages"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
        if question["do"] == "think" {
            assert_eq!(answer["thought"], true, "{name}: nobody is asked and no bot decides");
        } else {
            assert_eq!(messages[0]["t"], "ok", "{name}: {messages:?}");
        }
    }
    (story, now)
}

#[test]
fn games_are_played_to_their_end() {
    let mut desk = Desk::new();
    for name in ["tic-tac-toe", "pig", "hot-dog", "sixth-card", "kuhn-poker", "greyhounds"] {
        let (story, seen) = play(&mut desk, name, 3_000);
        assert!(!seen["over"].is_null(), "{name} is not over");
        assert!(story.len() > 3, "{name}: {story:?}");
        let record = ask(&mut desk, &json!({ "do": "say", "message": { "t": "record" } }));
        assert!(record["messages"][0]["script"].as_str().is_some_and(|script| script.contains("steps:")), "{record}");
        let rules = ask(&mut desk, &json!({ "do": "rules" }));
        assert!(rules["page"].as_str().is_some_and(|page| page.starts_with("<!DOCTYPE html>")), "{name}");
    }
}

/// Every game can be chosen, and somebody is asked or a bot decides.
#[test]
fn every_game_begins() {
    let mut desk = Desk::new();
    let told = ask(&mut desk, &json!({ "do": "games" }));
    let games = told["games"].as_array().expect("games");
    let all = rulehound_games::GAMES.len() + rulehound_examples::CLASSICS.len();
    assert_eq!(games.len(), all);
    assert!(told["words"].as_array().is_some_and(|words| words.iter().any(|word| word == "choose")));
    for game in games {
        let name = game["name"].as_str().expect("a name");
        let text = ask(&mut desk, &json!({ "do": "text", "name": name }));
        assert!(text["text"].as_str().is_some_and(|text| text.contains("game")), "{name}");
        play(&mut desk, name, 6);
    }
}

#[test]
fn a_bot_thinks_and_an_answer_is_taken_back() {
    let mut desk = Desk::new();
    let messages = open(&mut desk, "tic-tac-toe", "mcts:50");
    let before = seen(&messages).expect("the board");
    let answer = json!({ "do": "say", "message": { "t": "answer", "q": before["ask"]["q"], "id": "a", "o": 4 } });
    let answered = ask(&mut desk, &answer);
    assert!(seen(answered["messages"].as_array().expect("messages")).expect("the board")["ask"].is_null());
    // The same once more is not on offer.
    assert_eq!(ask(&mut desk, &answer)["messages"][0]["t"], "no");
    assert_eq!(ask(&mut desk, &json!({ "do": "think" }))["thought"], true);
    assert_eq!(ask(&mut desk, &json!({ "do": "think" }))["thought"], false);
    let back = ask(&mut desk, &json!({ "do": "say", "message": { "t": "undo" } }));
    let back = seen(back["messages"].as_array().expect("messages")).expect("the board");
    assert_eq!(back["scene"]["boards"][0]["standing"], before["scene"]["boards"][0]["standing"]);
}

/// A page shows its person's view, and nothing that the bots hold.
#[test]
fn nothing_that_is_hidden_is_sent() {
    let mut desk = Desk::new();
    let mut whole = String::new();
    for seed in 0..20 {
        let question =
            json!({ "do": "open", "name": "kuhn-poker", "players": null, "seat": 0, "level": "random", "seed": seed });
        let answer = ask(&mut desk, &question);
        let view = seen(answer["messages"].as_array().expect("messages")).expect("a table").to_string();
        let ranks = ["jack", "queen", "king"].iter().filter(|rank| view.to_lowercase().contains(*rank)).count();
        assert!(ranks <= 1, "more than the own card is seen: {view}");
        whole.push_str(&view);
    }
    assert!(
        ["jack", "queen", "king"].iter().all(|rank| whole.to_lowercase().contains(rank)),
        "the own card is not seen"
    );
}

#[test]
fn mistakes_are_told_and_nonsense_is_answered() {
    let mut desk = Desk::new();
    let open = |text: &str| json!({ "do": "open", "name": "a", "text": text, "players": 4, "seat": 9, "level": "none", "seed": 1 });
    let found = ask(&mut desk, &open("game \"A\"\nplayers 2\nphase play { win nobodi }\n"));
    assert_eq!(found["findings"][0]["line"], 3, "{found}");
    let nested = format!("game \"A\"\nplayers 2\nphase play {{ if {}true {{ win nobody }} }}\n", "(".repeat(50_000));
    assert!(!ask(&mut desk, &open(&nested))["findings"].as_array().expect("findings").is_empty());
    let unknown = json!({ "do": "open", "name": "nothing", "players": null, "seat": 0, "level": "easy", "seed": 1 });
    assert_eq!(ask(&mut desk, &unknown)["error"], "there is no game called nothing here");
    for nonsense in [
        "",
        "{",
        "[]",
        "{\"do\":\"say\",\"message\":7}",
        "{\"do\":\"dance\"}",
        "{\"do\":\"think\"}",
        "{\"do\":\"rules\"}",
    ] {
        let answer: Value = serde_json::from_str(&desk.ask(nonsense)).expect("an answer in JSON");
        assert!(answer.is_object(), "{nonsense}");
    }
}

#[test]
fn the_editor_is_told_of_mistakes() {
    let mut desk = Desk::new();
    let mut edit = |message: Value| {
        let answer = ask(&mut desk, &json!({ "do": "edit", "message": message.to_string() }));
        let messages = answer["messages"].as_array().expect("messages").clone();
        messages
            .iter()
            .map(|text| serde_json::from_str(text.as_str().expect("a text")).expect("JSON"))
            .collect::<Vec<Value>>()
    };
    let begun = edit(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert!(begun[0]["result"]["capabilities"].is_object(), "{begun:?}");
    edit(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let text = "game \"A\"\nplayers 2\nphase play { win nobodi }\n";
    let item = json!({ "uri": "file:///a.rules", "languageId": "rulehound", "version": 1, "text": text });
    let told = edit(json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } }));
    assert_eq!(told[0]["params"]["diagnostics"].as_array().map(Vec::len), Some(1), "{told:?}");
    let at = json!({ "textDocument": { "uri": "file:///a.rules" }, "position": { "line": 2, "character": 14 } });
    let hover = edit(json!({ "jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": at }));
    assert_eq!(hover[0]["id"], 2);
}
