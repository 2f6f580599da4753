//! What is written above lines, and what the commands behind it answer.

use crate::editor::{Editor, uri};
use crate::scripts::{RULES, SCRIPT};
use lsp_server::Message;
use rulehound_interpreter::script;
use serde_json::{Value, json};

fn editor() -> Editor {
    let second = SCRIPT.replace("title: low tide", "title: again");
    let mut editor = Editor::new(&[("tide.rules", RULES), ("s.yaml", SCRIPT), ("t.yaml", &second)]);
    editor.open("tide.rules", RULES);
    editor.open("s.yaml", SCRIPT);
    editor
}

/// The lenses of a file with what they say, line by line, and their commands.
fn lenses(editor: &mut Editor, name: &str) -> Vec<(u64, String, Value)> {
    let found = editor.ask_of("textDocument/codeLens", name);
    let found = found.as_array().expect("a list").clone();
    let told = |lens: Value| {
        let lens = if lens["command"].is_null() { editor.ask("codeLens/resolve", lens) } else { lens };
        let line = lens["range"]["start"]["line"].as_u64().expect("a line");
        (line + 1, lens["command"]["title"].as_str().expect("a title").to_owned(), lens["command"].clone())
    };
    found.into_iter().map(told).collect()
}

fn answer(editor: &mut Editor, command: &str, arguments: Value) -> String {
    let params = json!({ "command": command, "arguments": arguments });
    match editor.try_ask("workspace/executeCommand", params) {
        Ok(text) => text.as_str().expect("a text").to_owned(),
        Err(why) => format!("refused: {why}"),
    }
}

#[test]
fn rules_say_which_scripts_come_through() {
    let mut editor = editor();
    let mut told = String::new();
    for (line, title, command) in lenses(&mut editor, "tide.rules") {
        let name = RULES.lines().nth(usize::try_from(line).expect("small") - 1).expect("a line");
        told += &format!("{name}\n  {title}\n");
        let said = answer(&mut editor, command["command"].as_str().expect("a name"), command["arguments"].clone());
        told += &said.lines().map(|line| format!("    {line}\n")).collect::<String>();
    }
    insta::assert_snapshot!(told);
    // While somebody types nothing is played; when it is saved, all is.
    editor.rewrite("s.yaml", "title: nothing\n");
    assert!(lenses(&mut editor, "tide.rules").iter().any(|(_, title, _)| title == "2 scripts come through here"));
    editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri("s.yaml") } }));
    assert!(lenses(&mut editor, "tide.rules").iter().all(|(_, title, _)| title != "2 scripts come through here"));
}

/// Of a rule with several clauses each tells of itself.
#[test]
fn each_clause_says_which_scripts_come_through() {
    let rules = r#"game "Steps"
players 2
type Kind = low, high
var n : 0..9 seen by all = 0
phase play {
  for p in players { turn of p { choose k in Kind as "go {k}"  do go(k) } }
  win nobody
}
rule go(low) { set n += 1 }
rule go(high) { set n += 2 }
"#;
    let script = "game: steps.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: go low\n  - Ben: go low\n";
    let mut editor = Editor::new(&[("steps.rules", rules), ("s.yaml", script)]);
    editor.open("steps.rules", rules);
    let told = lenses(&mut editor, "steps.rules");
    let told: Vec<(u64, &str)> = told.iter().map(|(line, title, _)| (*line, title.as_str())).collect();
    let wanted = [
        (5, "1 script comes through here"),
        (5, "play from here"),
        (9, "1 script comes through here"),
        (10, "no script comes through here"),
    ];
    assert_eq!(told, wanted);
}

#[test]
fn a_script_is_played_and_asked_about() {
    let mut editor = editor();
    let all = lenses(&mut editor, "s.yaml");
    let titles: Vec<String> = all.iter().map(|(line, title, _)| format!("{line} {title}")).collect();
    let mut told = format!("{}\n", titles.join(" · "));
    let step = |number: u64| json!([uri("s.yaml"), number]);
    for (command, arguments) in [
        ("rulehound.run", json!([uri("s.yaml")])),
        ("rulehound.options", step(2)),
        ("rulehound.why", step(2)),
        ("rulehound.options", step(99)),
        ("rulehound.nothing", step(1)),
        ("rulehound.run", json!([])),
    ] {
        told += &format!("== {command}\n{}\n", answer(&mut editor, command, arguments));
    }
    insta::assert_snapshot!(told);
}

/// Who does nothing with an answer is told it in a message.
#[test]
fn an_answer_is_shown() {
    let mut editor = editor();
    let params = json!({ "command": "rulehound.options", "arguments": [uri("s.yaml"), 2] });
    let asked = editor.send("workspace/executeCommand", params);
    let mut shown = None;
    loop {
        match editor.next() {
            Message::Notification(told) if told.method == "window/showMessage" => {
                shown = Some(told.params["message"].clone())
            }
            Message::Response(response) if response.id == asked => {
                assert_eq!(response.response_result.ok(), shown);
                break;
            }
            _ => {}
        }
    }
    assert!(shown.is_some());
}

#[test]
fn what_begins_with_a_rule_is_a_script() {
    let mut editor = editor();
    let text = answer(&mut editor, "rulehound.play", json!([uri("tide.rules"), "take"]));
    script::read(&text).expect("a script");
    editor.open("new.yaml", &text);
    assert_eq!(editor.findings("new.yaml"), Vec::<Value>::new(), "{text}");
}

#[test]
fn an_option_that_no_script_takes_is_told_as_a_hint() {
    let rules = RULES.replace(
        "      choose c in p.shore as \"keep {c}\" if none { leave wait }\n",
        "      choose {\n        option \"stay\" { }\n        option \"go home\" {\n          leave wait\n        }\n      }\n",
    );
    let script = SCRIPT.replace("keep red stone low tide", "stay") + "  - High: stay\n";
    let mut editor = Editor::new(&[("tide.rules", &rules), ("s.yaml", &script)]);
    editor.open("tide.rules", &rules);
    let hints = |found: Vec<Value>| -> Vec<String> {
        found.iter().filter(|one| one["severity"] == 4).map(crate::editor::line).collect()
    };
    assert_eq!(hints(editor.findings("tide.rules")), Vec::<String>::new(), "nobody has asked yet");
    let all = editor.ask_of("textDocument/codeLens", "tide.rules");
    editor.send("codeLens/resolve", all[0].clone());
    let (line, character) = crate::editor::place_of(&rules, "option \"go home\"");
    let end = character + "option \"go home\"".len();
    let told = format!("{line}:{character}-{line}:{end} 4 : no script takes this");
    assert_eq!(hints(editor.findings("tide.rules")), [told]);
    editor.rewrite("tide.rules", &format!("# New.\n{rules}"));
    assert_eq!(hints(editor.findings("tide.rules")), Vec::<String>::new(), "what was typed since may have moved it");
}
