//! Signs that act on terminals, or turn the direction of a line, are shown and do nothing.

use crate::tool::{GAME, Ran, folder};

/// An escape, a bell, a carriage return, a sign of the second set, and one that turns the line.
const SIGNS: &str = "\\e[31mred \\a\\r\\x9b2J \\u202e";

#[track_caller]
fn harmless(ran: &Ran) {
    for text in [&ran.out, &ran.err] {
        let acts =
            |sign: char| (sign.is_control() && !matches!(sign, '\n' | '\t')) || matches!(sign, '\u{202a}'..='\u{202e}');
        assert!(!text.contains(acts), "{text:?}");
    }
}

#[test]
fn scripts_say_what_they_like() {
    let folder = folder("signs-scripts");
    let script = format!(
        "game: a.rules\ntitle: \"{SIGNS}\"\nref: \"{SIGNS}\"\nplayers: [Ann, Ben]\nsteps:\n  - say: \"{SIGNS}\"\n"
    );
    folder.file("s.yaml", &script);
    for command in [
        "run s.yaml",
        "run s.yaml --explain",
        "run s.yaml --format json",
        "run s.yaml --view Ben",
        "options s.yaml --why",
        "options s.yaml --why --format json",
        "why s.yaml",
        "why s.yaml --format json",
        "perft s.yaml --depth 1 --list",
        "perft s.yaml --depth 1 --list --format json",
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.code, 0, "{ran:#?}");
        harmless(&ran);
    }
    folder.run("run s.yaml").prints("␛[31mred ␇␍�2J �");
    let story = folder.run("run s.yaml").out;
    assert!(story.matches('␛').count() >= 3, "title, section and remark: {story}");
    // Data is the same data.
    folder.file("r.yaml", format!("{script}  - refuse: {{Ann: add 3, because: \"{SIGNS}\"}}\n"));
    harmless(&folder.run("run r.yaml --format json"));
    // What goes wrong names them too.
    for step in [
        format!("Ann: \"{SIGNS}\""),
        format!("expect: {{\"{SIGNS}\": 1}}"),
        format!("\"x{SIGNS}\": 1"),
        "Ben: fly".to_owned(),
    ] {
        folder.file("t.yaml", format!("{script}  - {step}\n"));
        let ran = folder.run("run t.yaml");
        assert_eq!(ran.code, 1, "{ran:#?}");
        harmless(&ran);
    }
}

#[test]
fn names_on_the_command_line_and_of_files() {
    let folder = folder("signs-names");
    for arguments in [
        "play \"a\u{1b}[31m.rules\"",
        "check \"\u{202e}\u{1b}\"",
        "\"\u{1b}[31m\"",
        "play a.rules --bot \u{9b}",
        "simulate a.rules --set \u{1b}=1",
    ] {
        let ran = folder.run(arguments);
        assert_ne!(ran.code, 0, "{ran:#?}");
        harmless(&ran);
    }
    harmless(&folder.run("play a.rules --players \"Ann\u{1b}[31m,Ben\""));
    let ran = folder.run_with("play a.rules --save \"\u{1b}.json\"", "? \u{1b}[31m\n\u{1b}\n? add 3\nq\n");
    ran.prints("--resume ␛.json");
    harmless(&ran);
    let wrong = GAME.replace("players 2", "playrs 2");
    folder.file("\u{1b}[31m.rules", &wrong);
    let ran = folder.run("check \"\u{1b}[31m.rules\"");
    ran.complains(1, "␛[31m.rules");
    harmless(&ran);
    harmless(&folder.run("check --format json \"\u{1b}[31m.rules\""));
    harmless(&folder.run("fmt --check \"\u{1b}[31m.rules\""));
}

#[test]
fn rules_with_such_signs_are_warned_of_or_refused() {
    let folder = folder("signs-rules");
    folder.file("b.rules", GAME.replace("players 2", "# \u{202e}2 sreyalp\nplayers 2"));
    let ran = folder.run("check b.rules");
    ran.complains(0, "unseen-sign");
    ran.complains(0, "�2 sreyalp");
    harmless(&ran);
    folder.run("check b.rules --deny warnings").complains(1, "U+202E");
    harmless(&folder.run("doc b.rules --stdout"));
    // The underlining stands where the sign stands, behind others and in a line of its own.
    folder.file("c.rules", GAME.replace("players 2", "# \u{2067}\u{2067}\r\nplayrs 2"));
    let ran = folder.run("check c.rules");
    ran.complains(1, "playrs 2");
    harmless(&ran);
    folder.file("d.rules", "game \"A\" # \u{1b}[2J\nplayers 2\n");
    let ran = folder.run("check d.rules");
    ran.complains(1, "not-text");
    ran.complains(1, "␛[2J");
    harmless(&ran);
}

/// What stands behind a lone carriage return is a line of its own to editors, to the rules, and to messages.
#[test]
fn a_carriage_return_ends_a_line() {
    let folder = folder("signs-return");
    folder.file("b.rules", GAME.replace('\n', "\r"));
    folder.run("check b.rules").prints("nothing is wrong");
    folder.file("c.rules", GAME.replace("players 2", "# only a remark\rplayrs 2").replace('\n', "\r"));
    let ran = folder.run("check c.rules");
    let line = GAME.split("players 2").next().expect("a beginning").matches('\n').count() + 2;
    ran.complains(1, &format!("c.rules:{line}:"));
    ran.complains(1, "│ playrs 2");
    harmless(&ran);
    folder.run("fmt b.rules").prints("laid out");
    folder.run("check b.rules").prints("nothing is wrong");
    assert!(!folder.text("b.rules").contains('\r'));
}
