//! What scripts may look like, and what is said of those that may not.

use rulehound_script::{Contents, ExpectedValue, Players, StepKind, WishKind, read};

/// The underlined text, the code and the message of each finding.
fn findings(text: &str) -> Vec<String> {
    let found = read(text).err().unwrap_or_default();
    let underlined =
        |span: rulehound_grammar::span::Span| text.get(span.start as usize..span.end as usize).unwrap_or("?");
    let line = |one: &rulehound_grammar::diagnostic::Diagnostic| {
        let help = one.help.as_deref().map_or_else(String::new, |help| format!(" ({help})"));
        format!("{}: {}: `{}`{help}", one.code, one.message, underlined(one.primary.at.span))
    };
    found.iter().map(line).collect()
}

#[test]
fn a_whole_script() {
    let text = "\
game: games/a.rules
title: Only one
ref: \"Step 2\"
players: [Ann, Ben]
seed: 7
settings: {target: 1}
position:
  zones: {Ann.bag: {double: 2}, deck: [ace, king]}
  variables: {active: Ann}
phase: one_turn(Ann)
steps:
  - roll: [3, 6]
  - draw: {Ann: double, Ben: 5}
  - refuse: {Ann: stop now, because: \"You must\"}
  - Ann: go on
    Ben: {n: 6, s: tree 24}
  - Ann: [one, two]
  - expect: {score(Ann): 8, Ann.status: safe, deciders: [Ann, Ben]}
  - say: That was it.
";
    let script = read(text);
    assert!(script.is_ok(), "{script:?}");
    let Ok(script) = script else { return };
    assert_eq!((script.game.text.as_str(), script.seed), ("games/a.rules", Some(7)));
    assert!(matches!(&script.players, Players::Named(names) if names.len() == 2));
    let position = script.position.unwrap_or_default();
    assert!(matches!(position.zones.first(), Some((_, Contents::Counted(counted))) if counted.len() == 1));
    assert_eq!(script.steps.len(), 7);
    let answers = script.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Answers(answers) => Some(answers),
        _ => None,
    });
    let wishes: Vec<_> = answers.flatten().map(|answer| answer.wishes.len()).collect();
    assert_eq!(wishes, [1, 1, 2]);
    let bound = script.steps.iter().any(|step| match &step.kind {
        StepKind::Answers(answers) => {
            answers.iter().any(|answer| answer.wishes.iter().any(|wish| matches!(wish.kind, WishKind::Bindings(_))))
        }
        _ => false,
    });
    assert!(bound);
    let expected = script.steps.iter().find_map(|step| match &step.kind {
        StepKind::Expect(lines) => lines.last(),
        _ => None,
    });
    assert!(matches!(expected.map(|line| &line.value), Some(ExpectedValue::Several(words, _)) if words.len() == 2));
}

#[test]
fn steps_are_underlined_where_they_stand() {
    let text = "game: g\nsteps:\n  - Ann: go on\n    Ben: stop\n  - roll: [1, 2]\n";
    let Ok(script) = read(text) else { return };
    let stand: Vec<&str> =
        script.steps.iter().filter_map(|step| text.get(step.span.start as usize..step.span.end as usize)).collect();
    assert_eq!(stand, ["Ann: go on\n    Ben: stop", "roll: [1, 2]"]);
}

#[test]
fn unknown_keys_are_refused_with_the_nearest() {
    assert_eq!(
        findings("game: g\nstepz: []\n"),
        ["unknown-key: `stepz` is no key of a script: `stepz` (did you mean `steps`?)"]
    );
}

#[test]
fn keys_stand_once() {
    assert_eq!(findings("game: g\ngame: h\n"), ["repeated-key: `game` stands here twice: `game`"]);
}

#[test]
fn the_game_is_named() {
    assert_eq!(
        findings("steps: []\n"),
        ["missing-key: a script says which game it plays: `s` (begin it with `game: my-game.rules`)"]
    );
}

#[test]
fn wrong_types_are_said() {
    assert_eq!(
        findings("game: [a]\n"),
        ["bad-step: this must be the rules: a file or the name of a shipped game: `[a]`"]
    );
    let help = "write a number such as `seed: 1`: the same one gives the same chance";
    assert_eq!(
        findings("game: g\nseed: -1\n"),
        [format!("bad-step: this must be a seed, a whole number from 0: `-1` ({help})")]
    );
    assert_eq!(findings("game: g\nsteps:\n  - roll\n").len(), 1);
    assert_eq!(findings("game: g\nsteps:\n  - roll: {a: {b: c}}\n").len(), 1);
    assert_eq!(findings("game: g\nsteps:\n  - refuse: {because: x}\n").len(), 1);
    assert_eq!(findings("game: g\nsteps:\n  - Ann:\n").len(), 1);
}

#[test]
fn words_of_steps_stand_alone() {
    assert_eq!(findings("game: g\nsteps:\n  - roll: 3\n    Ann: go\n").len(), 1);
}

#[test]
fn what_makes_yaml_huge_is_refused() {
    assert_eq!(findings("game: &a g\ntitle: *a\n").len(), 1);
    assert_eq!(findings("game: !x g\n").len(), 1);
    assert_eq!(findings(&format!("game: {}", "[".repeat(10_000))).len(), 1);
    assert_eq!(findings(&"- ".repeat(10_000)).len(), 1);
    assert_eq!(findings(&format!("game: {}", "x".repeat(9 << 20))).len(), 1);
    assert_eq!(findings("game: g\n---\ngame: h\n").len(), 1);
    assert_eq!(findings("").len(), 1);
    assert_eq!(findings("\0\0").len(), 1);
    assert_eq!(findings("game: \"unclosed").len(), 1);
    assert_eq!(findings(&format!("game: g\nsteps: [{}]", "roll,".repeat(200_001))).len(), 1);
}

#[test]
fn what_stands_in_a_remark_is_not_open() {
    let text = "game: g\n# It's Ann's [turn\nplayers: [Ann, Ben] # isn't it {\nsteps:\n  - Ann: lay: Book\n";
    let found = findings(text);
    assert!(
        matches!(found.as_slice(), [one] if one.starts_with("bad-yaml: a second colon stands in this line")),
        "{found:?}"
    );
    // What stands in front of it is.
    let found = findings("game: g\nplayers: [Ann, Ben # It's Ann's\nsteps:\n  - Ann: lay: Book\n");
    assert!(matches!(found.as_slice(), [one] if one.contains("this `[` is not closed")), "{found:?}");
}

/// What is no script at all is told as what it is, with something that works.
#[test]
fn help_that_can_be_followed() {
    let told = |text: &str| findings(text).join("\n");
    for players in ["-3", "1e3", "2.5"] {
        let told = told(&format!("game: a.rules\nplayers: {players}\nsteps: []\n"));
        let help = "(write how many play, such as `players: 2`, or who: `players: [Ann, Ben]`)";
        assert!(told.ends_with(help), "{players}: {told}");
    }
    let names = told("game: a.rules\nplayers: Ann and Ben\nsteps: []\n");
    assert!(names.ends_with("(write `players: [Ann, Ben]`)"), "{names}");
    let saved = "{\"begun before\": false, \"checksum\": \"1\", \"record\": \"\", \"rulehound\": 4, \"seed\": 1}";
    let saved = findings(saved);
    assert!(saved.len() == 1 && saved.concat().contains("rulehound play --resume"), "{saved:?}");
}
