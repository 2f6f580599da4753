//! `why`, `run --explain`, and which rule an event in JSON names.

use crate::tool::{Folder, GAME, Ran};
use rulehound_tests::manual::root;
use serde_json::Value;

const SCRIPT: &str = "\
game: a.rules
players: [Ann, Ben]
steps:
  - Ann: add 3
  - Ben: {n: 3}
  - say: Four are left, and then one.
  - Ann: \"3\"
  - refuse: {Ben: add 3, because: That would be more}
  - Ben: add 1
";

/// Everybody chooses in secret. What follows can be seen, but not which rule does it.
const MOODS: &str = "\
game \"Moods\" doc \"Everybody is in a mood, and tells nobody.\"
players 2
var mood of each player : 0..2 seen by owner = 0 doc \"The mood.\"
var tally : 0..99 seen by all = 0 doc \"What is counted.\"
phase play ref \"1\" doc \"All choose a mood; for each of them some are counted.\" {
  simultaneous p in players {
    choose {
      option \"be merry\" { set p.mood = 1 }
      option \"be sad\" { set p.mood = 2 }
    }
  }
  do begin  for p in players {
    if p.mood = 1 { do smile } else { do sigh }
    let m = p.mood
    if m = 1 { do smile } else { do sigh }
    do tell(m)
    do hurry(p)
  }
  win nobody
}
rule smile ref \"2\" doc \"Whoever is merry counts one.\" { set tally += 1 }
rule sigh ref \"3\" doc \"Whoever is sad counts one as well.\" { set tally += 1 }
rule tell(1) ref \"4\" doc \"A merry one counts one.\" { set tally += 1 }
rule tell(m: 0..2) ref \"5\" doc \"Others count one too.\" { set tally += 1 }
rule hurry(p: player) ref \"6\" doc \"Merry or not, one more is counted.\" {
  if p.mood = 1 {
    set tally += 1
    leave hurry
  }
  set tally += 1
}
trigger merry ref \"7\" doc \"Who becomes merry counts one.\" when p in players : p.mood = 1 { set tally += 1 }
trigger sad ref \"8\" doc \"Who becomes sad counts one.\" when p in players : p.mood = 2 { set tally += 1 }
rule begin ref \"9\" doc \"One is counted for all.\" { set tally += 1 }
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("a.rules", GAME).file("a.yaml", SCRIPT);
    folder
}

fn moods(name: &str, ann: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("moods.rules", MOODS);
    folder.file("m.yaml", format!("game: moods.rules\nsteps:\n  - Ann: {ann}\n  - Ben: be sad\n"));
    folder
}

fn json(ran: &Ran) -> Value {
    assert_eq!(ran.code, 0, "{ran:#?}");
    serde_json::from_str(&ran.out).expect("JSON")
}

/// The line of a text that begins so, from 1.
fn line(text: &str, beginning: &str) -> usize {
    1 + text.lines().position(|line| line.trim_start().starts_with(beginning)).expect("a line that begins so")
}

#[test]
fn what_is_allowed_is_option_so_and_so() {
    let ran = folder("why-allowed").run("why a.yaml --step 2 \"add 2\"");
    ran.prints("Before step 2 Ben decides: Add one, two or three, but never pass ten.");
    ran.prints("“add 2” may be done: it is option 2.");
}

#[test]
fn what_is_refused_says_which_line_forbids_it() {
    let folder = folder("why-refused");
    let at = line(GAME, "require total");
    let ran = folder.run("why a.yaml --step 6 \"add 3\"");
    ran.prints("Before step 6 Ben decides");
    ran.prints("“add 3” may not be done: That would be more than ten. (“add” (a first game), a.rules line");
    assert!(
        ran.out.split_whitespace().collect::<Vec<_>>().join(" ").contains(&format!("a.rules line {at})")),
        "{ran:#?}"
    );
    let shown = json(&folder.run("why a.yaml --step 6 \"add 3\" --format json"));
    let answer = &shown["answers"][0];
    assert_eq!(
        (&answer["player"], &answer["answer"], &answer["text"]),
        (&"Ben".into(), &"refused".into(), &"add 3".into())
    );
    let reason = &answer["reasons"][0];
    assert_eq!(reason["because"], "That would be more than ten.");
    assert_eq!((&reason["rule"], &reason["ref"]), (&"add".into(), &"a first game".into()));
    assert_eq!((&reason["file"], &reason["line"]), (&"a.rules".into(), &at.into()));
    // The first three steps are as free as ever.
    folder.run("why a.yaml --step 1 \"add 3\"").prints("may be done: it is option 3");
    // Neither case nor the number of blanks matters.
    folder.run("why a.yaml --step 1 \"ADD  3\"").prints("may be done: it is option 3");
}

#[test]
fn what_is_not_in_its_set_says_which() {
    let ran = folder("why-not-meant").run("why a.yaml --step 1 \"{n: 7}\"");
    ran.prints("“{n: 7}” is not on offer: `7` is not in `1..3`, where `n` is looked for.");
}

/// Each has cards of the same names, and chooses one of them with a number.
const OWN: &str = r#"game "Own" doc "x"
players 2
component Card of each player as "card {value}" { value : 1..3  make v in 1..3 : value = v }
zone hand of each player : Card seen by owner doc "h"
zone pit of each player : Card seen by all doc "p"
zone middle : Card seen by all doc "m"
phase play ref "1" doc "Cards are laid." {
  for p in players {
    move each c in p.Card where c.value < 3 to p.hand
    move each c in p.Card where c.value = 3 to p.pit
  }
  for p in players { turn of p { do lay(p) } }
  win nobody
}
rule lay(p: player) ref "2" doc "Lay a card, with a number." {
  choose c in p.hand, n in 1..2 as "lay {c} for {n}" require n != c.value else "Not its own number."
  move c to middle
}
"#;

fn own(name: &str) -> Folder {
    let folder = Folder::new(name);
    let script = "game: own.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: lay card 1 for 2\n  - Ben: lay card 2 for 1\n";
    folder.file("own.rules", OWN).file("a.yaml", script);
    folder
}

#[test]
fn of_things_that_are_called_alike_ones_own_are_meant() {
    let folder = own("why-own");
    for (step, pit, hand) in [(1, "Ann's pit", "Ann's hand"), (2, "Ben's pit", "Ben's hand")] {
        let ran = folder.run(&format!("why a.yaml --step {step} \"lay card 3\""));
        ran.prints(&format!("is not on offer: card 3 lies in {pit}; here it would have to be in {hand}."));
    }
}

#[test]
fn what_is_said_by_several_names_is_meant_by_all_of_them() {
    let folder = own("why-several-names");
    let ran = folder.run("why a.yaml --step 1 \"{c: card 1, n: 2}\"");
    ran.prints("“lay card 1 for 2” may be done: it is option 1.");
    // The order of the names does not matter.
    for wanted in ["{c: card 1, n: 1}", "{n: 1, c: card 1}"] {
        let ran = folder.run(&format!("why a.yaml --step 1 \"{wanted}\""));
        ran.prints("“lay card 1 for 1” may not be done: Not its own number.");
    }
    let ran = folder.run("why a.yaml --step 1 \"{c: card 1, n: 3}\"");
    ran.prints("“{c: card 1, n: 3}” is not on offer: `3` is not in `1..2`, where `n` is looked for.");
    let ran = folder.run("why a.yaml --step 1 \"{c: card 3, n: 2}\"");
    ran.prints("“{c: card 3, n: 2}” is not on offer: `card 3` is not in `p.hand`, where `c` is looked for.");
}

#[test]
fn without_a_choice_everything_is_listed() {
    let folder = folder("why-all");
    let ran = folder.run("why a.yaml --step 5");
    ran.prints("1. add 1");
    ran.prints("– add 2: That would be more than ten. (“add” (a first game), a.rules line");
    let shown = json(&folder.run("why a.yaml --step 6 --format json"));
    assert_eq!(shown["answers"][0]["options"].as_array().map(Vec::len), Some(1));
    assert_eq!(shown["answers"][0]["refused"].as_array().map(Vec::len), Some(2));
    assert_eq!((&shown["step"], &shown["waits_for"]), (&6.into(), &"decision".into()));
}

#[test]
fn steps_that_do_not_exist_and_words_that_mean_nothing_are_mistakes() {
    let folder = folder("why-wrong");
    folder.run("why a.yaml --step 7").complains(2, "there is no step 7: `a.yaml` has steps 1 to 6");
    folder.run("why a.yaml --step 0").complains(2, "there is no step 0");
    folder.run("why a.yaml --step 1 \"ad 3\"").complains(2, "did you mean `add 3`?");
    folder
        .run("why a.yaml --step 1 fly")
        .complains(2, "nothing here is called `fly`; there are `add 1`, `add 2`, `add 3`");
    folder.run("why a.yaml --step 1 add").complains(2, "`add` can be `add 1`, or `add 2`, or `add 3`; say more");
    folder.run("why a.yaml --step 1 --for Zoe").complains(2, "nobody is called `Zoe`");
    // What does not fit before the step is told as it is when the script is run; what comes behind it does not matter.
    folder.file("b.yaml", "game: a.rules\nsteps:\n  - Ann: add 7\n  - Ben: add 1\n");
    folder.run("why b.yaml --step 2").complains(1, "not-on-offer");
    folder.run("why b.yaml --step 1").prints("1. add 1");
}

#[test]
fn behind_the_last_step() {
    let folder = folder("why-end");
    folder.run("why a.yaml").prints("After the last step the game is over: nobody decides any more.");
    let shown = json(&folder.run("why a.yaml --format json"));
    assert_eq!((&shown["waits_for"], &shown["answers"]), (&"nothing".into(), &Value::Array(Vec::new())));
}

#[test]
fn chance_is_asked_by_a_rule() {
    let folder = Folder::new("why-chance");
    folder.file("d.yaml", "game: hot-dog\nplayers: [Ann, Ben]\nsteps:\n  - draw: Ann\n  - roll: [3, 6]\n  - draw: {Ann: double, Ben: 5}\n");
    let ran = folder.run("why d.yaml --step 2");
    ran.prints("Before step 2 nobody decides: chance is asked for side of die low die, by the phase “betting round”");
    folder.run("why d.yaml --step 2 --for Ben").prints("Before step 2 nobody decides: chance is asked, by the phase");
    assert_eq!(json(&folder.run("why d.yaml --step 2 --format json"))["waits_for"], "chance");
}

#[test]
fn a_plan_that_is_not_best_names_the_better_one() {
    let folder = Folder::new("why-plan");
    let script = "game: backgammon\nposition:\n  zones:\n    tree 20: {Animal of wolves: 1}\n    tree 9: {Animal of sheep: 2}\nphase: one_turn(wolves)\nsteps:\n  - roll: [6, 5]\n  - wolves: 6 from tree 20\n";
    folder.file("p.yaml", script);
    let ran = folder.run("why p.yaml --step 2 \"5 from tree 20\"");
    ran.prints("may not be done: There is a better way: “6 from tree 20 to tree 14”.");
    ran.prints("“walk” (Tree rules)");
}

#[test]
fn what_others_may_do_is_theirs_to_know() {
    let (merry, sad) = (moods("why-merry", "be merry"), moods("why-sad", "be sad"));
    let asked = merry.run("why m.yaml --step 1 --for Ben");
    asked.prints("Before step 1 Ben decides");
    assert!(!asked.out.contains("Ann"), "{asked:#?}");
    let all = merry.run("why m.yaml --step 1");
    assert!(all.out.contains("Ann decides") && all.out.contains("Ben decides"), "{all:#?}");
    let over = merry.run("why m.yaml --step 2 --for Ann \"be sad\"");
    over.prints("Before step 2 it is not for Ann to decide, but for Ben, by the phase “play” (1), moods.rules line 6.");
    for format in ["human", "json"] {
        let ask = format!("why m.yaml --step 2 --for Ben --format {format}");
        assert_eq!(merry.run(&ask).out, sad.run(&ask).out);
    }
}

#[test]
fn which_rule_did_it_is_no_news_of_what_is_hidden() {
    let (merry, sad) = (moods("explain-merry", "be merry"), moods("explain-sad", "be sad"));
    for run in
        ["run m.yaml --explain --view Ben", "run m.yaml --format json --view Ben", "run m.yaml --explain --view nobody"]
    {
        let (one, other) = (merry.run(run), sad.run(run));
        assert!(one.code == 0 && one.out.contains("play"), "{one:#?}");
        assert_eq!(one.out, other.out);
    }
    let open = merry.run("run m.yaml --explain");
    open.prints("by the rule “smile” (2), moods.rules line 21: Whoever is merry counts one.");
    open.prints("by the rule “sigh” (3), moods.rules line 22: Whoever is sad counts one as well.");
    open.prints("by the trigger “merry”, line 32");
    open.prints("by the rule “tell” (4), moods.rules line 23: A merry one counts one.");
    // The reader of everything is told apart what the others are not.
    assert_ne!(open.out, sad.run("run m.yaml --explain").out);
}

#[test]
fn events_in_json_name_their_rule() {
    let ran = folder("explain-json").run("run a.yaml --format json");
    assert_eq!(ran.code, 0, "{ran:#?}");
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let set = lines.iter().find(|line| line["kind"]["set"].is_object()).expect("a variable that is set");
    assert_eq!((&set["rule"], &set["section"]), (&"add".into(), &"a first game".into()));
    assert_eq!(set["sentence"], "Add one, two or three, but never pass ten.");
    assert_eq!((&set["file"], &set["line"]), (&"a.rules".into(), &line(GAME, "set total").into()));
    assert_eq!(set["step"], 1);
    let refused = lines.iter().find(|line| line["kind"]["refused"].is_object()).expect("what is refused");
    assert_eq!(refused["kind"]["refused"]["reasons"][0]["line"], line(GAME, "require total"));
    assert_eq!((&refused["kind"]["refused"]["seat"], &refused["step"]), (&1.into(), &5.into()));
}

#[test]
fn explained_stories() {
    let folder = Folder::new("explain-stories");
    let copy = |name: &str| {
        let text = std::fs::read_to_string(root().join("examples").join(name)).expect("an example");
        folder.file(name.rsplit('/').next().unwrap_or(name), text);
    };
    copy("hot-dog/only-the-double-chip.yaml");
    copy("classics/liars-dice.rules");
    copy("classics/liars-dice-a-bid-is-doubted.yaml");
    copy("backgammon/the-higher-number.yaml");
    for (name, run) in [
        ("a-bid-is-doubted", "run --explain liars-dice-a-bid-is-doubted.yaml"),
        ("a-bid-is-doubted-as-ben-sees-it", "run --explain --view Ben liars-dice-a-bid-is-doubted.yaml"),
        ("the-higher-number", "run --explain the-higher-number.yaml"),
        ("only-the-double", "run --explain only-the-double-chip.yaml"),
    ] {
        let ran = folder.run(run);
        assert_eq!(ran.code, 0, "{ran:#?}");
        insta::assert_snapshot!(name, ran.out);
    }
    let plain = folder.run("run liars-dice-a-bid-is-doubted.yaml");
    assert!(!plain.out.contains("by the rule"), "{plain:#?}");
}

#[test]
fn at_the_table() {
    let folder = folder("explain-play");
    let ran =
        folder.run_with("play a.rules --bot none --seed 1", "3\nexplain on\n3\nexplain off\n2\n? add 3\nexplain\nq\n");
    ran.prints("From now on the story says which rule does what.");
    assert_eq!(ran.out.matches("by the phase “add”").count(), 2, "{ran:#?}");
    ran.prints("add 3: That would be more than ten. (“add” (a first game), a.rules line");
    ran.prints("From now on the story is short.");
    folder
        .run_with("play a.rules --bot none --seed 1", "story\nq\n")
        .prints("Write `story short`, `story full` or `story explained`.");
    let ran = folder.run_with("play a.rules --bot none --seed 1 --explain", "3\nq\n");
    ran.prints("but never pass ten.");
}

/// Dice of which some may be set aside together, and a spoon that nobody has.
const DICE: &str = r#"game "Dice" doc "x"
players 2
component Die as "{side}" { side : 1..6  make side in {1, 2, 5} : side = side }
component Card as "card {value}" { value : 1..3  make v in 1..3 : value = v }
zone rolled : Die seen by all doc "r"
zone aside : Die seen by all doc "a"
zone hand : Card seen by all doc "h"
var spoons : 0..3 seen by all = 0
phase play ref "1" doc "Dice are set aside." {
  move each d in Die to rolled
  move each c in Card to hand
  turn of first p in players {
    choose {
      option 1..2 of d in rolled as "set aside {d}" require all x in d : x.side != 2 else "A two scores nothing." { move d to aside }
      option c in hand as "use the spoon and keep {c}" require spoons > 0 else "There is no spoon." { }
    }
  }
  win nobody
}
"#;

#[test]
fn what_options_say_is_meant_before_what_there_is() {
    let folder = Folder::new("why-words-of-options");
    let rules = DICE.replace("make side in {1, 2, 5} : side = side", "make s in {1, 2, 5} : side = s");
    folder.file("dice.rules", rules).file("d.yaml", "game: dice.rules\nplayers: [Ann, Ben]\nsteps: []\n");
    // Several are forbidden that a two is in; the one that is nothing else is meant.
    folder.run("why d.yaml 2").prints("“set aside 2” may not be done: A two scores nothing.");
    folder.run("why d.yaml \"1 and 2\"").prints("“set aside 1 and 2” may not be done: A two scores nothing.");
    folder.run("why d.yaml \"use the spoon\"").prints("“use the spoon” may not be done: There is no spoon.");
    folder.run("why d.yaml \"card 3\"").prints("“use the spoon and keep card 3” may not be done: There is no spoon.");
    let input = "? use the spoon\n? 2\nq\n";
    let ran = folder.run_with("play dice.rules --players Ann,Ben --seed 4", input);
    ran.prints("use the spoon: There is no spoon.");
    ran.prints("set aside 2: A two scores nothing.");
}

#[test]
fn what_is_no_option_is_told_what_comes_nearest() {
    let folder = Folder::new("why-nearest");
    let rules = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics/chess.rules"),
    )
    .expect("the rules of chess");
    folder.file("chess.rules", rules);
    let input = "? e2 to e5\n? knight b1 to d2\n? zebra\nq\n";
    let ran = folder.run_with("play chess.rules --bot black --seed 1", input);
    ran.prints("Nothing here is called `e2 to e5`. (1.2) What comes nearest is 13: pawn square e2 to square e3; 14:");
    ran.prints("What comes nearest is 1: knight square b1 to square\n  c3; 2: knight square b1 to square a3.");
    assert!(ran.out.contains("Nothing here is called `zebra`. (1.2)\n"), "{}", ran.out);
}
