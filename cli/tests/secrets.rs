//! What somebody is told who may not know everything: nothing that others have answered, or how often.

use crate::tool::{Folder, Ran};
use serde_json::Value;

/// A secret decision in several answers: one bet asks for one more, the other for none.
const BETS: &str = "\
game \"Bets\" doc \"Everybody bets in secret.\"
players 3
type Bet = none_at_all, one_dog, two_dogs
var bet of each player : Bet seen by owner = none_at_all doc \"The bet.\"
var dog of each player : 0..9 seen by owner = 0 doc \"The dog.\"
phase play doc \"All bet, then somebody says something.\" {
  simultaneous p in players {
    choose k in Bet where k != none_at_all
    set p.bet = k
    do use(p, k)
  }
  for first 1 of p in players { turn of p { choose n in 1..2 as \"say {n}\" } }
  win nobody
}
rule use(p: player, one_dog) doc \"The only dog of a single.\" { choose n in 1..3 as \"dog {n}\"  set p.dog = n }
rule use(p, two_dogs) doc \"A dog of a double.\" {
  choose n in 1..3 as \"dog {n}\"
  choose m in 1..3 where m != n as \"and dog {m}\" require m > n else \"The second dog is higher than {n}.\"
  set p.dog = n + m
}
rule use(p, none_at_all) doc \"Nothing.\" { }
";

fn bets(name: &str, steps: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("bets.rules", BETS);
    folder.file("b.yaml", format!("game: bets.rules\nplayers: [Ann, Ben, Cleo]\nsteps:\n{steps}"));
    folder
}

const SINGLE: &str = "  - Ann: one dog\n";
const DOUBLE: &str = "  - Ann: two dogs\n  - Ann: dog 1\n";

/// What a command says of two scripts is the same.
fn same(name: &str, scripts: [&str; 2], arguments: &str) -> Ran {
    let [one, other] = scripts.map(|steps| bets(name, steps).run(arguments));
    assert_eq!((one.code, &one.out, &one.err), (other.code, &other.out, &other.err), "{arguments}");
    one
}

#[test]
fn others_do_not_see_how_far_somebody_has_come_with_a_secret_decision() {
    for format in ["human", "json"] {
        let told =
            same("secrets-asked", [SINGLE, DOUBLE], &format!("options b.yaml --why --view Ben --format {format}"));
        assert!(!told.out.contains("only dog") && !told.out.contains("a double"), "{told:#?}");
        same("secrets-asked-nobody", [SINGLE, DOUBLE], &format!("options b.yaml --view nobody --format {format}"));
        same("secrets-why", [SINGLE, DOUBLE], &format!("why b.yaml --for Ben --format {format}"));
        same("secrets-why-not", [SINGLE, DOUBLE], &format!("why b.yaml \"dog 1\" --for Ben --format {format}"));
    }
    let own = bets("secrets-own", SINGLE).run("options b.yaml --view Ann");
    own.prints("Ann decides: The only dog of a single.");
    own.prints("2. dog 2");
    let told = bets("secrets-others", SINGLE).run("options b.yaml --view Ben");
    told.prints("Ann decides: All bet, then somebody says something.");
}

const ONE_ANSWER_FEWER: [&str; 2] = [
    "  - Ann: one dog\n  - Ann: dog 1\n  - Ben: one dog\n  - Ben: dog 1\n  - Cleo: one dog\n  - Cleo: dog 2\n  - Ann: say 1\n",
    "  - Ann: two dogs\n  - Ann: dog 1\n  - Ann: and dog 3\n  - Ben: one dog\n  - Ben: dog 1\n  - Cleo: two dogs\n  - Cleo: dog 1\n  - Cleo: and dog 2\n  - Ann: say 1\n",
];

#[test]
fn steps_are_numbered_by_what_the_view_is_told() {
    for format in ["human", "human --explain", "json"] {
        for view in ["Ben", "nobody"] {
            same("secrets-steps", ONE_ANSWER_FEWER, &format!("run b.yaml --view {view} --format {format}"));
        }
    }
    let steps = |view: &str| {
        let ran = bets("secrets-steps-of", ONE_ANSWER_FEWER[0]).run(&format!("run b.yaml --view {view} --format json"));
        let step = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["step"].as_u64();
        let mut steps: Vec<_> = ran.out.lines().filter_map(step).collect();
        steps.dedup();
        steps
    };
    assert_eq!(steps("all"), [6, 7]);
    assert_eq!(steps("Ben"), [1, 2]);
}

#[test]
fn what_goes_wrong_is_told_to_a_view_only_as_far_as_it_may_know() {
    let wrong = [
        ("  - Ann: one dog\n  - Ann: dog 7\n", "  - Ann: two dogs\n  - Ann: dog 8\n  - Ben: one dog\n"),
        ("  - Ann: one dog\n  - expect: {Ann.bet: two_dogs}\n", "  - Ann: two dogs\n  - expect: {Ann.dog: 5}\n"),
        ("  - Ann: one dog\n  - Cleo: on\n", "  - Ann: two dogs\n  - Ann: [on, two]\n"),
        ("  - Ann: one dog\n  - refuse: {Ann: dog 1}\n", "  - Ann: two dogs\n  - refuse: {Cleo: one dog}\n"),
        ("  - Ann: one dog\n  - Dora: dog 1\n", "  - Ann: two dogs\n  - Ann: dog 1\n  - Dora: 2\n"),
        ("  - Ann: one dog\n  - Ann: [dog 1\n", "  - Ann: two dogs\n  - {Ann\n"),
    ];
    for (one, other) in wrong {
        for command in ["run b.yaml --view Ben", "run b.yaml --view nobody --format json", "options b.yaml --view Ben"]
        {
            let ran = same("secrets-wrong", [one, other], command);
            assert_eq!(ran.code, 1, "{ran:#?}");
            for told in ["Ann", "dog", "Cleo", "Dora", "yaml:"] {
                assert!(!ran.err.contains(told), "{told}: {ran:#?}");
            }
            assert!(ran.err.contains("not-told"), "{ran:#?}");
        }
        same("secrets-wrong-why", [one, other], "why b.yaml --for Ben");
    }
}

#[test]
fn what_goes_wrong_with_ones_own_answer_is_told_without_what_others_may_do() {
    let mistaken =
        ["  - Ann: one dog\n  - Ben: three dogs\n", "  - Ann: two dogs\n  - Ann: dog 1\n  - Ben: three dogs\n"];
    let ran = same("secrets-mistaken", mistaken, "run b.yaml --view Ben");
    ran.complains(1, "`three dogs`: Ben cannot do this now");
    ran.complains(1, "one dog");
    ran.complains(1, "it is for Ann to decide");
    assert!(!ran.err.contains("dog 1"), "{ran:#?}");
    // Whoever knows everything is told everything.
    bets("secrets-mistaken-all", mistaken[1]).run("run b.yaml").complains(1, "and dog 2");
}

/// The coins of two cards in a pile that nobody sees; which two, the backs alone tell.
fn pile(other: u8) -> Folder {
    let folder = Folder::new(&format!("secrets-pile-{other}"));
    folder.file(
        "pile.rules",
        format!(
            "game \"Pile\" ref \"x\" doc \"x\"
players 2
component Card {{ value : 1..4  back : 1..2 seen by all  make v in 1..4 : value = v, back = 1 + v mod 2 }}
component Coin {{ make 4 of }}
pile deck : Card seen by nobody ref \"x\" doc \"x\"
zone coins of each Card : Coin seen by all ref \"x\" doc \"x\"
phase play ref \"x\" doc \"x\" {{
  move each c in Card to deck
  for c in Card where c.value = 2 {{ move 1 Coin from box to c.coins }}
  for c in Card where c.value = {other} {{ move 1 Coin from box to c.coins }}
  for p in players {{ turn of p {{ choose n in 1..2 }} }}
  win nobody
}}
"
        ),
    );
    folder.file("p.yaml", "game: pile.rules\nplayers: [Ann, Ben]\nsteps: []\n");
    folder
}

#[test]
fn the_order_of_what_belongs_to_hidden_things_tells_nothing() {
    for format in ["human", "json"] {
        let arguments = format!("options p.yaml --view Ben --format {format}");
        let [one, other] = [1, 3].map(|value| pile(value).run(&arguments));
        one.prints(if format == "human" { "Coins of card 1" } else { "coins of Card 1" });
        assert_eq!(one.out, other.out);
    }
}

/// Who sees a variable sees that it holds something; what that is, only who sees the component.
#[test]
fn an_open_variable_does_not_name_a_hidden_component() {
    let folder = Folder::new("secrets-eyed");
    folder.file("eyed.rules", EYED);
    folder.file("eyed.yaml", "game: eyed.rules\nsteps:\n  - draw: 2\n  - Ann: eye\n");
    folder.run("run eyed.yaml --view Ann").prints("eyed: card 2.");
    let ben = folder.run("run eyed.yaml --view Ben");
    assert!(!ben.out.contains("yed: card 2"), "{ben:?}");
}

const EYED: &str = r#"game "Eyed" doc "One card is eyed."
players Ann, Ben
component Card doc "Cards." { value : 1..3  make v in 1..3 : value = v }
zone hand of each player : Card seen by owner doc "Cards in hand."
var eyed : Card or none seen by all = none doc "The card that is eyed."
phase play ref "1" doc "A card is drawn and eyed." {
  draw 1 from box to Ann.hand
  turn of Ann { choose c in Ann.hand as "eye a card" set eyed = c }
  win nobody
}
"#;

/// Each has a token in the bag; a coin lies on Ben's.
const TOKENS: &str = r#"game "Tokens" doc "Tokens carry coins, and nobody sees whose they are."
players Ann, Ben
component Token of each player { make 1 of }
component Badge of each player as "the badge" { make 1 of }
component Coin { make 4 of }
zone bag : Token, Badge seen by nobody doc "In the bag."
zone load of each Token : Coin seen by all doc "What lies on a token."
zone pin of each Badge : Coin seen by all doc "What is pinned to a badge."
var drawn : Token or none seen by all = none doc "The token that counts."
phase play doc "Coins are laid." {
  for p in players { move p.Token to bag  move p.Badge to bag }
  for t in WHOSE.Token { move 1 Coin from box to t.load  set drawn = t }
  for b in WHOSE.Badge { move 1 Coin from box to b.pin }
  turn of Ann { choose n in 1..2 as "say {n} of {drawn}" }
  win nobody
}
"#;

/// Whose a hidden thing is, is hidden with it: no name of what lies on it, or holds it, may say so.
#[test]
fn what_lies_on_hidden_things_does_not_tell_whose_they_are() {
    let told = |whose: &str, command: &str| {
        let folder = Folder::new("secrets-tokens");
        folder.file("tokens.rules", TOKENS.replace("WHOSE", whose));
        folder.file("tokens.yaml", "game: tokens.rules\nsteps:\n  - Ann: say 1\n");
        folder.run(command).out
    };
    for command in
        ["options tokens.yaml --view Ann", "run tokens.yaml --view Ann", "why tokens.yaml --step 1 --for Ann"]
    {
        for format in ["human", "json"] {
            let command = format!("{command} --format {format}");
            let (one, other) = (told("Ann", &command), told("Ben", &command));
            assert!(one.contains("oken"), "{one}");
            assert_eq!(one, other, "{command}");
        }
    }
}
