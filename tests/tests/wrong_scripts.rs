//! Scripts that must fail, for each form of `expect`, of answers, of refusals and of chance; beside each the same done right.

use std::sync::Arc;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::{By, Explanation, Game, Log, Position, Wanted};
use rulehound_interpreter::program::{FrameId, FrameOf};
use rulehound_interpreter::script::{self, read, run};
use rulehound_tests::load::{load, load_text, tables};
use rulehound_tests::saves::unsealed;

const RULES: &str = r#"
game "Shelf" ref "a test" doc "Lay books on a stack."
players 2
type Hue = red, dark_blue
component Book of each player {
  hue : Hue  worth : 1..9  read : yes or no untold
  make n in 1..3 : hue = red, worth = n, read = no
  make hue = dark_blue, worth = 9, read = no
}
component Die { side : 1..6  make side = 1 }
zone shelf of each player : Book seen by all doc "Where books stand."
pile stack : Book seen by all doc "Where books lie."
zone back_room : Book, Die seen by all doc "Behind."
var total : 0..99 seen by all = 0 doc "The sum."
var mood : Hue or none seen by all = none doc "A colour."
var favourite : Book or none seen by all = none doc "The last."
var later : 0..9 seen by all doc "Not set before the end."
var tries : 0..9 seen by all = 0 each one_turn doc "In a turn."

phase play ref "a test" doc "All of it." {
  for p in players { move all from p.box to p.shelf }
  for d in Die { roll d.side }
  repeat 3 { for p in players { do one_turn(p) } }
  set later = 1
  if mood = red and favourite != none and later > 5 { move each d in Die to back_room  set mood = dark_blue }
  win nobody
}
phase one_turn(p: player) as "a turn" ref "a test" doc "One book." {
  set tries += 1
  turn of p { do lay_one(p) }
}
rule lay_one(p: player) ref "a test" doc "Lay one." {
  choose b in p.shelf as "lay {b}"
    require b.worth < 9 else "The big book stays."
  if none { win nobody }
  set b.read = yes
  move b to stack
  set total += b.worth
  set favourite = b
}
"#;

fn model() -> Arc<Model> {
    load_text(RULES).unwrap_or_else(|errors| panic!("{errors}"))
}

const BEGINNING: &str = "game: shelf.rules\nplayers: [Ann, Ben]\nsteps:\n";

/// A roll, and two books lie on the stack: Ben's 2 on Ann's 1.
const STEPS: &str = "  - roll: 4\n  - Ann: lay Book red 1 of Ann\n  - Ben: {b: 2}\n";

/// The codes of what is wrong, and how the rules went wrong.
fn findings(text: &str) -> (Vec<&'static str>, bool) {
    match read(text) {
        Ok(script) => {
            let played = run(&script, model(), &mut ());
            (played.diagnostics.iter().map(|finding| finding.code).collect(), played.fault.is_some())
        }
        Err(found) => (found.iter().map(|finding| finding.code).collect(), false),
    }
}

#[track_caller]
fn fails(step: &str, code: &str) {
    let text = format!("{BEGINNING}{STEPS}  - {step}\n");
    assert_eq!(findings(&text), (vec![code_of(code)], false), "{step}");
}

/// The same code, as long as the program.
fn code_of(code: &str) -> &'static str {
    Box::leak(code.to_owned().into_boxed_str())
}

#[track_caller]
fn holds(step: &str) {
    let text = format!("{BEGINNING}{STEPS}  - {step}\n");
    assert_eq!(findings(&text), (Vec::new(), false), "{step}");
}

#[test]
fn values_are_compared() {
    for right in [
        "total: 3",
        "total: 1 + 2",
        "mood: none",
        "favourite: Book red 2 of Ben",
        "favourite: red 2",
        "\"count stack\": 2",
        "\"favourite.read\": yes",
        "favourite: Book red 2 read of Ben",
        "\"favourite.owner\": Ben",
        "\"favourite.place\": stack",
        "\"each b in stack : b.worth\": [2, 1]",
        "\"each b in stack : b.hue\": red",
        "stack: [Book red 1 of Ann, Book red 2 of Ben]",
        "stack: [red 2, red 1]",
        // Each word has a thing of its own, although the first fits both.
        "stack: [red, red 1]",
        "stack: [red, red 2]",
        "stack: [Book red 1 read of Ann, favourite]",
        "back_room: []",
        "back room: []",
        "Ann.shelf: [2, 3, dark_blue]",
        "Ann's shelf: [3, dark blue, 2]",
        "tries: 1",
    ] {
        holds(&format!("expect: {{{right}}}"));
    }
    for wrong in [
        "total: 4",
        "total: 1 + 1",
        "total: three",
        "mood: red",
        "mood: dark_blue",
        "favourite: none",
        "favourite: red 1",
        "favourite: Book red 2 of Ann",
        "\"favourite.read\": no",
        "favourite: dark blue",
        "\"favourite.owner\": Ann",
        "\"favourite.place\": Ann.shelf",
        "\"each b in stack : b.worth\": [1]",
        "\"each b in stack : b.worth\": [2]",
        "\"each b in stack : b.worth\": []",
        "\"each b in stack : b.worth\": [1, 2, 2]",
        "\"each b in stack : b.worth\": [1, 1]",
        "\"each b in stack : b.worth\": [1, 3]",
        "\"each b in stack : b.worth\": 1",
        "\"each b in stack : b.hue\": dark_blue",
        "stack: [red 1]",
        "stack: [red 2]",
        "stack: []",
        "stack: [red 1, red 2, red 3]",
        "stack: [red 1, red 1]",
        "stack: [red, red 3]",
        "stack: [Book red 1 of Ann, Book red 2 of Ann]",
        "back_room: [Die 4]",
        "Ann.shelf: [2, 3]",
        "Ann.shelf: [2, 3, 2]",
        "Ann.shelf: [2, 3, dark_blue, 1]",
    ] {
        fails(&format!("expect: {{{wrong}}}"), "not-as-expected");
    }
}

#[test]
fn words_are_compared() {
    for right in [
        "over: no",
        "decider: Ann",
        "deciders: [Ann]",
        "offers: 2",
        "offers: [lay Book red 3 of Ann, lay Book red 2 of Ann]",
        "offers: {Ann: 2}",
        "offers: {Ann: [lay Book red 2 of Ann, lay Book red 3 of Ann]}",
        "phase: a turn",
        "phase: one_turn",
        "phase: One Turn",
        "rule: lay_one",
        "rule: lay one",
    ] {
        holds(&format!("expect: {{{right}}}"));
    }
    for wrong in [
        "over: yes",
        "over: phase",
        "winner: Ann",
        "winners: [Ann]",
        "winner: nobody",
        "places: {Ann: 1, Ben: 2}",
        "decider: Ben",
        "decider: nobody",
        "deciders: [Ann, Ben]",
        "deciders: []",
        "offers: 1",
        "offers: 3",
        "offers: [lay Book red 2 of Ann]",
        "offers: []",
        "offers: lay Book red 2 of Ann",
        "offers: [lay Book red 2 of Ann, lay Book red 2 of Ann]",
        "offers: [lay Book red 2 of Ann, lay Book red 3 of Ann, lay Book red 1 of Ann]",
        "offers: {Ann: 3}",
        "offers: {Ann: [lay Book red 2 of Ann]}",
        "phase: play",
        "phase: turn",
        "rule: one_turn",
    ] {
        fails(&format!("expect: {{{wrong}}}"), "not-as-expected");
    }
    fails("expect: {offers: {Ben: 2}}", "not-decider");
    fails("expect: {places: 1}", "bad-step");
    fails("expect: {total: {Ann: 3}}", "bad-step");
    fails("expect: {decider: Zoe}", "unknown-player");
    fails("expect: {later: 1}", "unset");
    fails("expect: {\"total / (total - 3)\": 1}", "by-zero");
}

#[test]
fn the_end_is_compared() {
    let end = format!("{BEGINNING}{STEPS}  - Ann: red 2\n  - Ben: red 1\n  - Ann: red 3\n  - Ben: red 3\n");
    for right in
        ["over: yes", "winner: nobody", "winners: []", "decider: nobody", "places: {Ann: none, Ben: none}", "later: 1"]
    {
        assert_eq!(findings(&format!("{end}  - expect: {{{right}}}\n")), (Vec::new(), false), "{right}");
    }
    for wrong in [
        "over: no",
        "over: phase",
        "winner: Ann",
        "winners: [Ann, Ben]",
        "decider: Ann",
        "places: {Ann: 1, Ben: none}",
        "offers: 0",
    ] {
        assert_eq!(findings(&format!("{end}  - expect: {{{wrong}}}\n")), (vec!["not-as-expected"], false), "{wrong}");
    }
    assert_eq!(findings(&format!("{end}  - Ann: dark blue\n")).0, ["game-over"]);
    assert_eq!(findings(&format!("{end}  - roll: 3\n")).0, ["unused-chance"]);
}

#[test]
fn answers() {
    holds("Ann: lay Book red 2 of Ann");
    holds("Ann: LAY  book Red 2");
    holds("Ann: {b: 3}");
    holds("Ann: {B: RED 3}");
    holds("Ann: {b: Book red 3 of Ann}");
    // In the order of seats, whatever the order of lines.
    holds("Ben: {b: 1}\n    Ann: {b: 2}");
    for wrong in [
        "Ann: lay Book red 1 of Ann",
        "Ann: {b: 9}",
        "Ann: {b: 1}",
        "Ann: {c: 2}",
        "Ann: fly",
        "Ann: {b: [red 2, red 3]}",
    ] {
        fails(wrong, "not-on-offer");
    }
    for wrong in ["Ann: lay", "Ann: {b: red}", "Ann: Book of Ann"] {
        fails(wrong, "ambiguous");
    }
    fails("Ben: lay Book red 1 of Ben", "not-decider");
    fails("Ann: [red 2, red 3]", "not-decider");
    fails("Zoe: red 2", "unknown-player");
    fails("refuze: {Ann: red 2}", "unknown-step");
}

#[test]
fn refusals() {
    holds("refuse: {Ann: lay Book dark blue 9 of Ann}");
    holds("refuse: {ann: LAY book Dark Blue 9 OF Ann, because: the BIG book}");
    holds("refuse: {Ann: {b: dark_blue}, because: The big book stays.}");
    holds("refuse: {Ann: {B: DARK BLUE 9}}");
    holds("refuse: {Ben: red 1, because: Ann decides}");
    fails("refuse: {Ann: lay Book red 2 of Ann}", "not-refused");
    fails("refuse: {Ann: {b: 2}, because: The big}", "not-refused");
    for wrong in [
        "{Ann: {b: 9}, because: It is small}",
        "{Ann: {b: 9}, because: big book}",
        "{Ann: fly}",
        "{Ben: red 1}",
        "{Ben: red 1, because: Ben decides}",
    ] {
        fails(&format!("refuse: {wrong}"), "other-reason");
    }
    fails("refuse: {Zoe: red 1}", "unknown-player");
}

#[test]
fn chance() {
    fails("roll: 3", "unused-chance");
    for (steps, code) in [
        ("  - Ann: red 1\n", "missing-chance"),
        ("  - roll: 7\n", "wrong-chance"),
        ("  - draw: Ann\n", "wrong-chance"),
        ("  - shuffle: [red 1]\n", "wrong-chance"),
        ("  - roll: [4, 4]\n", "unused-chance"),
        ("  - roll: {Ann: 4}\n", "wrong-chance"),
        ("  - roll: []\n", "bad-step"),
        ("  - refuse: {Ann: red 1}\n", "missing-chance"),
    ] {
        assert_eq!(findings(&format!("{BEGINNING}{steps}")).0, [code], "{steps}");
    }
    assert_eq!(findings(&format!("{BEGINNING}  - roll: 4\n")).0, Vec::<&str>::new());
}

/// What is advised first.
fn first_help(text: &str) -> String {
    let found = run(&read(text).expect("a script"), model(), &mut ()).diagnostics;
    found.first().and_then(|finding| finding.help.clone()).unwrap_or_default()
}

/// Who expects a player to be asked where chance comes first is told so.
#[test]
fn where_chance_comes_first_that_is_said() {
    let text = "game: shelf.rules\nplayers: [Ann, Ben]\nsteps:\n  - expect: {decider: Ann}\n";
    let help = first_help(text);
    assert!(help.starts_with("chance comes first here"), "{help}");
}

/// A place is compared with a list, whatever comes first.
#[test]
fn a_place_is_no_single_value() {
    let text = "game: shelf.rules\nplayers: [Ann, Ben]\nsteps:\n  - expect: {Ann.shelf: book}\n";
    let help = first_help(text);
    assert!(help.starts_with("what lies there is written as a list, `Ann.shelf: […]`"), "{help}");
}

/// A fault tells where each body is run, and not where it would have gone on.
#[test]
fn a_fault_names_the_calls_that_led_to_it() {
    let model = load_text(
        "game \"Sums\" players 2\nvar points : 0..9 seen by all = 0\n\
         phase play { do night\n do dawn\n win nobody }\nphase night { for p in players { do sums(p) }\n set points = 0 }\n\
         phase dawn { set points = 1 }\nrule sums(p: player) { set points += 6 }\n",
    )
    .unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model.clone(), &tables(&model)[0]).expect("the table fits");
    let fault = game.start(&mut Log::silent()).map(|_| ()).expect_err("twelve is too much");
    let text = |at: rulehound_grammar::span::Location| {
        &model.sources[usize::from(at.file.0)].text[at.span.start as usize..at.span.end as usize]
    };
    let chain: Vec<(&str, &str)> = fault.chain.iter().map(|(name, at)| (name.as_str(), text(*at))).collect();
    assert_eq!(chain, [("sums", "set points += 6"), ("night", "do sums(p)"), ("play", "do night")]);
}

/// What is wrong with where a script begins is told at the script.
#[test]
fn beginnings() {
    let begin = |what: &str| findings(&format!("game: shelf.rules\nplayers: [Ann, Ben]\n{what}\n"));
    let fine = (Vec::new(), false);
    assert_eq!(begin("phase: one_turn(Ann)"), fine);
    assert_eq!(begin("phase: lay_one(Ann)"), (vec!["nobody-decides"], false));
    assert_eq!(
        begin(
            "position: {zones: {Ann.shelf: [Book red 1 of Ann, Book red 2 of Ann]}}\nphase: lay_one(Ann)\nturn: Ann\nsteps:\n  - expect: {decider: Ann, offers: 2}"
        ),
        fine
    );
    assert_eq!(
        begin(
            "position: {zones: {Ann.shelf: [Book red 1 of Ann, Book red 2 of Ann]}}\nphase: lay_one(Ann)\nturn: Ben\nsteps:\n  - expect: {decider: Ben, offers: 2}"
        ),
        fine
    );
    assert_eq!(begin("phase: lay_one(Ann)\nturn: Cleo"), (vec!["unknown-player"], false));
    assert_eq!(begin("turn: Ann"), (vec!["bad-position"], false));
    assert_eq!(begin("position: {variables: {tries: 5}}\nphase: one_turn(Ann)"), (vec!["bad-position"], false));
    assert_eq!(begin("position: {variables: {tries: 1}}\nphase: one_turn(Ann)"), fine);
    assert_eq!(
        begin("position: {variables: {favourite: Book red 2 of Ben}, zones: {stack: [Book red 1 read of Ann]}}"),
        fine
    );
    assert_eq!(
        begin("position: {zones: {Stack: [red 1 of Ann], ANN.SHELF: {Red 2: 1}, back room: Die (side = 3)}}"),
        fine
    );
    assert_eq!(begin("position: {zones: {stack: [Die 3]}}"), (vec!["bad-position"], false));
    assert_eq!(begin("position: {zones: {stack: [Book (worth = 4)]}}"), (vec!["bad-position"], false));
    assert_eq!(
        begin("position: {zones: {stack: [Book red 1 of Ann, Book red 1 of Ann]}}"),
        (vec!["bad-position"], false)
    );
    assert_eq!(begin("position: {zones: {stak: [red 1]}}"), (vec!["unknown-place"], false));
    assert_eq!(begin("position: {variables: {mood: green}}"), (vec!["bad-position"], false));
    assert_eq!(begin("position: {variables: {favourite: Die 1}}"), (vec!["bad-position"], false));
}

#[test]
fn when_a_phase_is_over_the_game_is_not() {
    let phase = "game: shelf.rules\nplayers: [Ann, Ben]\nposition: {zones: {Ann.shelf: [1, 2]}}\nphase: one_turn(Ann)\nsteps:\n  - Ann: red 1\n";
    for right in ["over: phase", "over: no", "winner: nobody", "decider: nobody", "total: 1"] {
        assert_eq!(findings(&format!("{phase}  - expect: {{{right}}}\n")), (Vec::new(), false), "{right}");
    }
    for wrong in ["over: yes", "winner: Ann"] {
        assert_eq!(findings(&format!("{phase}  - expect: {{{wrong}}}\n")), (vec!["not-as-expected"], false), "{wrong}");
    }
    assert_eq!(findings(&format!("{phase}  - Ann: red 2\n")).0, ["game-over"]);
}

/// The first decision of a game of two.
fn begun(rules: &str) -> (Game, Position) {
    let model = load_text(rules).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model, &Table { players: default_names(2), ..Table::default() }).expect("the table fits");
    let mut position = game.start(&mut Log::silent()).expect("no fault");
    while position.chance().is_some() {
        position.resolve(0, &mut Log::silent()).expect("no fault");
    }
    (game, position)
}

#[test]
fn whoever_asks_why_may_write_as_they_like() {
    let (_, position) = begun(RULES);
    let pairs = |name: &str, value: &str| Wanted::Bindings(vec![(name.to_owned(), vec![value.to_owned()])]);
    for wanted in
        [Wanted::Text("LAY book  Dark_Blue 9 of ANN".to_owned()), pairs("b", "dark blue 9"), pairs("B", "DARK_BLUE")]
    {
        let why = position.why_not(0, &wanted).expect("no fault");
        assert!(matches!(why, Explanation::Refused(_)), "{wanted:?}: {why:?}");
    }
    let nothing = position.why_not(0, &Wanted::Bindings(Vec::new())).expect("no fault");
    assert!(matches!(nothing, Explanation::NotOnOffer { .. }), "who names nothing means nothing: {nothing:?}");
    let legal = position.why_not(0, &pairs("b", "RED 2")).expect("no fault");
    assert!(matches!(legal, Explanation::Legal(_)), "{legal:?}");
}

/// A value that has the name of a place, too, is meant where values are looked for, and the place where places are.
#[test]
fn a_value_is_no_place_of_its_name() {
    let text = "game \"Walk\" doc \"x\"\nplayers 2\ntype City = oslo as \"Oslo\", paris, rome\nnet map(City) { oslo - paris - rome }\n\
        phase play { turn of first p in players { choose { \
        option c in City as \"walk to {c}\" require c != oslo else \"You are there.\" { } \
        option s in around(map(oslo)) as \"ride to {s}\" { } } } win nobody }\n";
    let (_, position) = begun(text);
    let why = |words: &str| script::explain_words(&position, 0, words).expect("no fault");
    for words in ["{c: oslo}", "walk to Oslo", "walk to oslo"] {
        assert!(matches!(why(words), Explanation::Refused(_)), "{words}: {:?}", why(words));
    }
    assert!(matches!(why("{s: paris}"), Explanation::Legal(_)), "{:?}", why("{s: paris}"));
    let Explanation::NotOnOffer { sentence, .. } = why("{s: rome}") else { panic!("{:?}", why("{s: rome}")) };
    assert_eq!(sentence, "`rome` is not in `around(map(oslo))`, where `s` is looked for.");
}

/// A requirement that can be looked at only where the one before it holds is no reason where it does not.
#[test]
fn what_cannot_be_looked_at_is_no_reason() {
    let (_, position) = begun(
        "game \"Shares\" doc \"x\"\nplayers 2\nphase play { turn of first p in players {\n\
         choose n in 0..4 as \"{n}\" require n > 0 else \"None.\" require 4 / n > 1 else \"Few.\" require n != 3 else \"Three.\" } win nobody }\n",
    );
    let refused = position.refusals(0).expect("no fault").refused;
    let told: Vec<(&str, Vec<&str>)> = refused
        .iter()
        .map(|one| (one.text.as_str(), one.reasons.iter().map(|reason| reason.sentence.as_str()).collect()))
        .collect();
    assert_eq!(told, [("0", vec!["None."]), ("3", vec!["Few.", "Three."]), ("4", vec!["Few."])]);
}

const COATS: &str = r#"
game "Coats" ref "a test" doc "Hang up coats."
players 2
type Hue = red, blue
component Coat of each player { hue : Hue  make k in Hue : hue = k }
component Ball of each player { hue : Hue  make 2 of k in Hue : hue = k }
component Die { side : 1..6  make side = 1 }
zone pocket of each Coat : Ball seen by all doc "A pocket."
zone hand of each player : Ball seen by all doc "A hand."
zone bag : Ball seen by nobody doc "A bag."
zone rack : Coat seen by all doc "A rack."
var n : 0..99 seen by all = 0 doc "A number."
phase play ref "a test" doc "All." {
  for b in Ball { move b to b.owner.hand }
  for c in Coat { move c to rack }
  for p in players { turn of p {
    choose 2 of bs in p.hand as "take {bs}"
    choose z in each c in p.Coat : c.pocket as "fill {z}"
    choose { option "sit" { } }
    for b in bs { move b to z }
    move 1 Ball from p.hand to bag
    draw 1 from bag to p.hand
  } }
  turn of first p in players { choose k in 1..21 as "number {k}"  choose j in 1..22 as "count {j}" }
  for d in Die { roll d.side }
  for p in players { turn of next(p) { choose { option "stand" { set n += 1 } } } }
  turn of first p in players { choose k in 1..2 }
  win nobody
}
"#;

/// What is wrong with a script: code, what is underlined, and the help.
fn coats(steps: &str) -> Vec<(&'static str, String, String)> {
    let text = format!("game: coats.rules\nplayers: [Ann, Ben]\nseed: 7\nsteps:\n{steps}");
    let script = read(&text).unwrap_or_else(|found| panic!("{found:?}"));
    let played = run(&script, rulehound_tests::documents::game(COATS), &mut ());
    assert!(played.fault.is_none(), "{steps}\n{:?}", played.fault);
    let underlined = |found: &rulehound_grammar::diagnostic::Diagnostic| {
        let span = found.primary.at.span;
        text[span.start as usize..span.end as usize].to_owned()
    };
    played.diagnostics.iter().map(|one| (one.code, underlined(one), one.help.clone().unwrap_or_default())).collect()
}

/// One word stands for one thing, things may be named without their owner, and what was forced is not waited for again.
#[test]
fn sets_owners_and_what_is_forced() {
    let take = "  - Ann: {bs: [blue, red]}\n  - Ann: {z: pocket of Coat red}\n";
    let ben = "  - Ben: {bs: [red, red]}\n  - Ben: {z: pocket of Coat blue of Ben}\n";
    let fine = |steps: &str| assert_eq!(coats(steps), [], "{steps}");
    fine(&format!("{take}{ben}  - expect: {{n: 0}}\n"));
    fine(&format!(
        "{take}{ben}  - Ann: number 3\n  - Ann: count 4\n  - expect: {{n: 0}}\n  - roll: 5\n  - expect: {{n: 0}}\n"
    ));
    for (wrong, code) in
        [("{bs: red}", "not-on-offer"), ("{bs: [red, red, blue]}", "not-on-offer"), ("{bs: [r, b]}", "not-on-offer")]
    {
        assert_eq!(coats(&format!("  - Ann: {wrong}\n")).first().map(|one| one.0), Some(code), "{wrong}");
    }
    // A few of many options are told, and how many more there are; for one more it is not worth a line.
    for (answers, shown, last) in
        [("", "21. number 21", None), ("  - Ann: number 3\n", "20. count 20", Some("and 2 more"))]
    {
        let found = coats(&format!("{take}{ben}{answers}  - Ann: fly\n"));
        let help = found.first().map(|one| one.2.as_str()).unwrap_or_default();
        assert!(help.contains(shown), "{found:?}");
        assert_eq!(help.contains(" more"), last.is_some(), "{found:?}");
        assert!(last.is_none_or(|last| help.contains(last)), "{found:?}");
    }
    // Seats answer in their order; who is named later is not passed over for those before.
    let found = coats(&format!(
        "{take}{ben}  - Ann: number 3\n  - Ann: count 4\n  - roll: 5\n  - Ann: stand\n    Ben: STAND\n"
    ));
    assert_eq!(found.iter().map(|one| (one.0, one.1.as_str())).collect::<Vec<_>>(), [("not-decider", "stand")]);
    // What came by itself before an answer is not there to be named behind it.
    let found = coats(&format!("{take}{ben}  - draw: red\n"));
    assert_eq!(found.first().map(|one| one.0), Some("unused-chance"), "{found:?}");
}

const SIDES: &str = r#"
game "Sides" doc "Put two balls on two sides."
players 2
component Ball { make 2 of }
zone left : Ball seen by all doc "Left."
zone right : Ball seen by all doc "Right."
var n : 0..9 seen by all = 0 doc "How many."
phase play ref "1" doc "All." {
  repeat 2 {
    turn of first p in players {
      choose { option "left" { move 1 Ball from box to left } option "right" { move 1 Ball from box to right } }
      set n += 1
    }
  }
  turn of first p in players { choose k in 1..2 }
  win nobody
}
"#;

/// A save keeps the numbers of things that are alike; what the rules can tell of a position does not hang on them.
#[test]
fn equal_positions_are_equal_whichever_of_like_things_lies_where() {
    let reached = |answers: [usize; 2]| {
        let (_, mut position) = begun(SIDES);
        answers.iter().for_each(|answer| position.apply(0, *answer, &mut Log::silent()).expect("no fault"));
        position
    };
    let (one, other) = (reached([0, 1]), reached([1, 0]));
    assert!(one.is_same(&other) && one.declared() == other.declared(), "which ball lies where tells them apart");
    let all_left = reached([0, 0]);
    assert!(!one.is_same(&all_left) && one.declared() != all_left.declared(), "all are alike");
}

#[test]
fn saves_of_other_rules_are_refused() {
    let (game, position) = begun(SIDES);
    assert!(game.restore(&position.save()).is_ok(), "a good one");
    let (other, _) = begun(&SIDES.replace("set n += 1", "set n += 2"));
    let refused = other.restore(&position.save()).err().unwrap_or_default();
    assert!(refused.contains("other rules"), "{refused}");
}

#[test]
fn saves_that_stand_between_two_stops_are_refused() {
    let (game, position) = begun(SIDES);
    let program = game.program();
    let saved = unsealed(&position.save());
    assert!(game.restore(&saved).is_ok(), "a good one");
    // Behind a mark and the hash of the rules, 8 bytes each, stand the cells.
    let first = 16 + 4 * program.layout.pc as usize;
    let here = i32::from_le_bytes(saved[first..first + 4].try_into().expect("four bytes"));
    let mut looked_at = 0;
    for at in (0..i32::try_from(program.code.len()).expect("few")).filter(|at| *at != here) {
        let mut changed = saved.clone();
        changed[first..first + 4].copy_from_slice(&at.to_le_bytes());
        let Ok(found) = game.restore(&changed) else {
            looked_at += 1;
            continue;
        };
        // Another place where it really may stand.
        assert_eq!(unsealed(&found.save()), changed, "control stands at {at}");
        assert!(found.offer(0).expect("no fault").is_some(), "control stands at {at}");
    }
    assert!(looked_at > 3, "hardly any place was tried");
}

/// What a rule with several clauses says of itself is what the clause says.
#[test]
fn a_cause_tells_the_section_of_its_clause() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/spots.rules");
    let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model.clone(), &tables(&model)[0]).expect("the table fits");
    let mut own = 0;
    for (number, frame) in (0..).zip(&game.program().frames) {
        let FrameOf::Clause(runnable, clause) = frame.of else { continue };
        let runnable = &model.runnables[runnable.index()];
        let notes = &runnable.clauses[clause].notes;
        let cause = game.cause(By { body: Some(FrameId(number)), ..By::default() }).expect("a cause");
        assert_eq!(cause.section, notes.reference.clone().or(runnable.notes.reference.clone()), "{}", runnable.name);
        assert_eq!(cause.sentence, notes.doc.clone().or(runnable.notes.doc.clone()), "{}", runnable.name);
        own += usize::from(notes.reference.is_some() && notes.reference != runnable.notes.reference);
    }
    assert!(own > 3, "hardly any clause has a section of its own");
}

const ALIKE: &str = r#"
game "Heap" doc "Coins that look alike, and cards of which some are worn."
players 2
type Rank = ace_of_spades, king
component Coin { make 4 of }
component Card of each player { rank : Rank  worn : yes or no  make rank = ace_of_spades, worn = no  make rank = ace_of_spades, worn = yes }
pile heap : Coin, Card seen by all
zone hand of each player : Card seen by all
zone purse of each player : Coin seen by all
var favourite : Coin or none seen by all = none
var price of each Coin : 0..9 seen by all = 0
phase play {
  for p in players { move all from p.box to p.hand }
  for p in players { turn of p {
    choose c in p.hand
    move c to heap
  } }
  for p in players { do take(p) }
  win nobody
}
phase take(p: player) {
  if favourite != none { set favourite.price = 9 }
  draw 2 from heap to p.purse
  turn of p { choose { option "on" { } } }
}
"#;

/// How a script of these rules fails, or nothing.
fn of_alike(script: &str) -> Vec<&'static str> {
    let model = load_text(ALIKE).unwrap_or_else(|errors| panic!("{errors}"));
    let script = format!("game: heap.rules\nplayers: [Ann, Ben]\n{script}");
    let played = match read(&script) {
        Ok(script) => run(&script, model, &mut ()),
        Err(found) => panic!("{found:?}"),
    };
    assert!(played.fault.is_none(), "{:?}", played.fault);
    played.diagnostics.iter().map(|finding| finding.code).collect()
}

/// A pile is written from the top: so are those in it that only their place tells apart, whether values or owners of values.
#[test]
fn what_lies_alike_in_a_pile_is_called_from_its_top() {
    let script = |favourite: &str, price: &str, expected: &str| {
        of_alike(&format!(
            "position:\n  zones: {{heap: [Coin, Coin, Card ace of spades of Ann, Coin]}}\n  \
             variables: {{favourite: {favourite}, \"price of {price}\": 5}}\nphase: take(Ann)\nsteps:\n  - expect: {{{expected}}}\n"
        ))
    };
    let taken = "\"count heap\": 2, \"count Coin in Ann.purse\": 2";
    assert_eq!(
        script("Coin in heap (3)", "Coin in heap", &format!("{taken}, \"heap.bottom = favourite\": yes")),
        [""; 0]
    );
    assert_eq!(
        script("Coin in heap", "Coin in heap (3)", "\"favourite in Ann.purse\": yes, \"heap.bottom.price\": 5"),
        [""; 0]
    );
    assert_eq!(script("Coin in heap (2)", "Coin in heap (3)", "\"favourite in Ann.purse\": yes"), [""; 0]);
    assert_eq!(script("Coin in heap", "Coin in heap", "\"heap.bottom = favourite\": yes"), ["not-as-expected"]);
}

/// Only the owner is left out, however often `of` stands in a name.
#[test]
fn a_name_without_its_owner_is_the_whole_rest() {
    let answer = |card: &str| of_alike(&format!("steps:\n  - Ann: {{c: {card}}}\n  - expect: {{heap.top.worn: no}}\n"));
    assert_eq!(answer("Card ace of spades"), [""; 0]);
    assert_eq!(answer("Card ace of spades of Ann"), [""; 0]);
    assert_eq!(answer("Card ace"), ["ambiguous"]);
    assert_eq!(answer("Card ace of spades worn"), ["not-as-expected"]);
}

const TWO: &str = r#"
game "Two" ref "a test" doc "Two reasons, and one card that is left."
players 2
component Card { number : 1..3  make n in 1..3 : number = n }
zone bag : Card seen by all doc "A bag."
zone hand of each player : Card seen by all doc "Hands."
var tries : 0..9 seen by all = 0 each inner doc "In a turn."
phase play ref "a test" doc "All of it." {
  for c in Card where c.number = 3 { move c to bag }
  for p in players { do outer(p) }
  win nobody
}
phase outer(p: player) ref "a test" doc "A turn." { do inner(p) }
phase inner(p: player) ref "a test" doc "What is done in it." {
  if count bag > 0 { draw 1 from bag to p.hand }
  turn of p {
    choose n in 1..5 as "take {n}"
      require n < 4 else "That is too many."
      require n != 5 else "Five is odd."
    set tries = 1
  }
}
"#;

/// How a script of such rules for two fails, or nothing.
fn fails_by(rules: &str, script: &str) -> Vec<&'static str> {
    let model = load_text(rules).unwrap_or_else(|errors| panic!("{errors}"));
    let script = read(&format!("game: some.rules\nplayers: [Ann, Ben]\n{script}\n")).expect("a script");
    let played = run(&script, model, &mut ());
    assert!(played.fault.is_none(), "{:?}", played.fault);
    played.diagnostics.iter().map(|finding| finding.code).collect()
}

#[test]
fn any_of_several_reasons_may_be_named() {
    let refuse = |why: &str| fails_by(TWO, &format!("steps:\n  - refuse: {{Ann: take 5, because: {why}}}"));
    assert_eq!(refuse("That is too many."), [""; 0]);
    assert_eq!(refuse("Five is odd."), [""; 0]);
    assert_eq!(refuse("Four is odd."), ["other-reason"]);
}

/// Where a plan cannot be carried out, the rule's own sentence is enough.
#[test]
fn why_a_plan_cannot_be_carried_out_may_be_said_alone() {
    let rules = "game \"Steps\" doc \"x\"\nplayers 2\nvar n : 0..9 seen by all = 0\n\
        phase play { turn of first p in players { plan { choose k in 1..3 as \"go {k}\"  set n = k \
        require n > 1 else \"One step is too short.\" } } win nobody }\n";
    let refuse =
        |why: &str| fails_by(rules, &format!("steps:\n  - refuse: {{Ann: go 1, because: {why}}}\n  - Ann: go 2"));
    assert_eq!(refuse("One step is too short."), [""; 0]);
    assert_eq!(refuse("This cannot be carried out"), [""; 0]);
    assert_eq!(refuse("step is too short."), ["other-reason"]);
}

#[test]
fn what_came_by_itself_may_be_given_once() {
    let drawn = |steps: &str| fails_by(TWO, &format!("steps:\n{steps}  - Ann: take 1"));
    assert_eq!(drawn(""), [""; 0]);
    assert_eq!(drawn("  - draw: 3\n"), [""; 0]);
    assert_eq!(drawn("  - draw: 3\n  - draw: 3\n"), ["unused-chance"]);
}

#[test]
fn a_value_that_an_inner_phase_begins_anew_is_lost() {
    let given = |tries: u8, phase: &str| {
        let position = format!("position: {{variables: {{tries: {tries}}}}}");
        fails_by(TWO, &format!("{position}\nphase: {phase}(Ann)\nsteps:\n  - Ann: take 1"))
    };
    for phase in ["outer", "inner"] {
        assert_eq!(given(5, phase), ["bad-position"], "{phase}");
        assert_eq!(given(0, phase), [""; 0], "{phase}");
    }
}

#[test]
fn whose_something_is_may_stand_first_where_it_is_refused() {
    let rules = r#"
game "Own" ref "a test" doc "Everybody has a pawn."
players 2
component Pawn of each player { make 1 of }
zone shelf of each player : Pawn seen by all doc "Where they stand."
phase play ref "a test" doc "Each pushes the own." {
  for p in players { move all from p.box to p.shelf }
  for p in players { turn of p { choose {
    option b in Pawn as "push {b}" require b.owner = p else "Not yours." { }
    option b in Pawn as "push {b} far" require b.owner = p else "Not so far." { }
  } } }
  win nobody
}
"#;
    let refuse =
        |words: &str, why: &str| fails_by(rules, &format!("steps:\n  - refuse: {{Ann: {words}, because: {why}}}"));
    for words in ["push Pawn of Ben", "push Ben's pawn"] {
        assert_eq!(refuse(words, "Not yours."), [""; 0], "{words}");
        assert_eq!(refuse(&format!("{words} far"), "Not so far."), [""; 0], "{words}");
    }
    assert_eq!(refuse("push Ann's pawn", "Not yours."), ["not-refused"]);
}
