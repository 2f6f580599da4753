//! How rule documents say things, in games of a few lines.

use rulehound_interpreter::document::{document, markdown};
use rulehound_tests::documents::game;

/// The document of a game, links by their words alone.
fn told(text: &str) -> String {
    let page = markdown(&document(&game(text), &[]));
    let mut words = String::new();
    let mut rest = page.as_str();
    while let Some((before, from)) = rest.split_once('[') {
        words.push_str(before);
        let link = from.split_once("](").and_then(|(text, behind)| Some((text, behind.split_once(')')?.1)));
        let (text, behind) = link.unwrap_or(("[", from));
        words.push_str(text);
        rest = behind;
    }
    words + rest
}

fn has(told: &str, expected: &[&str]) {
    let missing: Vec<&&str> = expected.iter().filter(|words| !told.contains(**words)).collect();
    assert!(missing.is_empty(), "{missing:#?} not in\n{told}");
}

/// What has a verb of its own keeps it, whoever it is said of.
#[test]
fn words_of_a_yes_or_no_keep_their_verb() {
    let told = told(
        "| All.\ngame \"Verbs\"\nplayers 2..4\n\
         | Who is on watch.\nvar watch of each player : yes or no seen by all = no as \"is on watch\"\n\
         | Who passed.\nvar out of each player : yes or no seen by all = no as \"has passed\"\n\
         | Who may jump.\nvar nimble of each player : yes or no seen by all = yes as \"can jump\"\n\
         | Whether it is dark.\nvar dark : yes or no seen by all = no as \"lamps are out\"\n\
         | Whether p is awake.\ndef awake(p: player) as \"is awake\" = p.watch or p.out\n\
         | Go.\nphase play {\n\
           for p in players { turn of p { choose { option \"watch\" { set p.watch = yes   set p.out = no } \
           option \"not\" { set p.nimble = no } } } }\n\
           if not dark { set dark = yes }\n  if dark and all p in players : p.watch { set dark = no }\n\
           for p in players where not p.nimble { set p.out = yes }\n\
           if any p in players : not awake(p) { win each p in players where p.out and awake(p) }\n\
           win each p in players where not p.watch\n}\n",
    );
    has(
        &told,
        &[
            "You are on watch now",
            "You have passed no longer",
            "you can jump no longer",
            "If lamps are not out: lamps are out now.",
            "lamps are out and every player is on watch",
            "For each player who cannot jump: the player has passed now.",
            "If there is a player who is not awake",
            "all players who have passed and who are awake share the win",
            "all players who are not on watch share the win",
        ],
    );
    assert!(!told.contains("is is") && !told.contains("is has"), "{told}");
}
