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

/// Nobody has a two, which only whoever looks into that hand knows.
const TWOS: &str = r#"game "Twos" doc "Who has a two may say so."
players Ann, Ben
component Card doc "Cards." { value : 1..2  make 2 of value = 1 }
zone stock : Card seen by nobody doc "The stock."
zone hand of each player : Card seen by owner doc "Cards in hand."
var told : 0..9 seen by all = 0 doc "How often it was said."
phase play ref "1" doc "All of it." {
  move all Card from box to stock
  for p in players { draw 1 from stock to p.hand }
  for p in players { turn of p { choose { OPTIONS } } }
  win nobody
}
"#;

/// That somebody need not be asked would tell what they cannot do, and so what they do not hold.
#[test]
fn of_options_of_which_any_hangs_on_a_hidden_hand_the_last_one_left_is_not_passed_over() {
    let (two, more) = ("any c in p.hand : c.value = 2", "told > 5");
    let option = |condition: &str| format!("option \"I have it\" require {condition} {{ set told += 1 }}");
    let (pass, two, more) = ("option \"pass\" { }".to_owned(), option(two), option(more));
    let open = more.replace("have it", "want more");
    let times = |options: &[&String]| {
        let options: Vec<&str> = options.iter().map(|option| option.as_str()).collect();
        let folder = Folder::new("secrets-twos");
        folder.file("twos.rules", TWOS.replace("OPTIONS", &options.join("  ")));
        let ran = folder.run_with("play twos.rules --human Ann,Ben --seed 1", "\n1\n\n1\n");
        ran.prints("The game is over");
        ran.out.matches("  1. pass").count()
    };
    for options in [&[&two, &pass][..], &[&pass, &two], &[&open, &two, &pass], &[&pass, &open, &two]] {
        assert_eq!(times(options), 2, "{options:?}");
    }
    // Where all that it hangs on is open, all know that there is nothing to ask.
    assert_eq!(times(&[&more, &pass]), 0);
}

/// Everybody has a mood of their own, and goes on to raise the flag or not.
const MOODS: &str = r#"game "Moods" doc "What is done hangs on moods."
players Ann, Ben, Cleo
var mood of each player : 0..3 seen by owner = 0 doc "The mood."
var flag : 0..9 seen by all = 0 doc "The flag."
phase play ref "1" doc "All of it." {
  simultaneous p in players { choose n in 1..3 as "feel {n}"  set p.mood = n }
  for p in players { turn of p { do signal(p) } }
  win nobody
}
rule signal(p: player) ref "2" doc "Somebody gives a signal." {
  BODY
}
rule raise_it ref "3" doc "The flag is raised." { set flag += 1 }
rule fix ref "4" doc "The flag is fixed." { set flag = 3 }
rule work_out(k: 1..2) ref "5" doc "The flag is worked out." { set flag = k + 2 }
trigger late ref "6" doc "A late signal." when flag = 9 { set flag += 0 }
"#;

/// What a view is told, and by which rule, when this is how signals are given.
fn signal(body: &str, steps: &str, view: &str) -> String {
    let folder = Folder::new("secrets-moods");
    folder.file("moods.rules", MOODS.replace("BODY", body));
    let moods = "  - Ann: feel 3\n  - Ben: feel 2\n  - Cleo: feel 3\n";
    folder.file("moods.yaml", format!("game: moods.rules\nsteps:\n{moods}{steps}"));
    let ran = folder.run(&format!("run moods.yaml --explain --view {view}"));
    ran.prints("Flag: ");
    ran.out
}

/// Who goes on behind what may have been left because of a mood has not left it, and so has not that mood.
#[test]
fn behind_what_may_have_been_left_in_secret_only_who_sees_why_is_told_the_rule() {
    let leave = "if p.mood = 2 { leave signal }";
    for (around, steps) in [
        (format!("for n in 1..2 {{ {leave} }}"), ""),
        (format!("repeat 2 {{ {leave} }}"), ""),
        (format!("if flag < 9 {{ for n in 1..2 {{ {leave} }} }}"), ""),
        (format!("for n in 1..2 {{ turn of p {{ choose k in 1..2 {leave} }} }}"), "  - Ann: 1\n  - Ann: 1\n"),
        (format!("choose {{ option \"halt\" {{ {leave} }} option \"go\" {{ }} }}"), "  - Ann: halt\n"),
        (format!("may \"halt\" {{ {leave} }}"), "  - Ann: halt\n"),
    ] {
        let body = format!("{around}\n  do raise_it");
        let cleo = signal(&body, steps, "Cleo");
        assert!(cleo.contains("by the rule “signal”") && !cleo.contains("raise"), "{around}\n{cleo}");
        assert!(signal(&body, steps, "all").contains("by the rule “raise it”"), "{around}");
    }
}

/// Either may have set the flag to what it is; which of them did would tell the mood.
#[test]
fn of_a_value_that_another_rule_may_have_worked_out_it_is_not_told_which_rule_set_it() {
    for (one, other) in [("fix", "work_out(1)"), ("work_out(1)", "fix"), ("fix", "raise_it"), ("raise_it", "fix")] {
        let body = format!("choose k in 1..2\n  if p.mood = 3 {{ do {one} }} else {{ do {other} }}");
        let cleo = signal(&body, "  - Ann: 1\n", "Cleo");
        assert!(cleo.contains("by the rule “signal”"), "{one}, {other}\n{cleo}");
        for rule in ["fix", "work out", "raise it"] {
            assert!(!cleo.contains(&format!("by the rule “{rule}”")), "{one}, {other}\n{cleo}");
        }
        let exact = one.trim_end_matches("(1)").replace('_', " ");
        let all = signal(&body, "  - Ann: 1\n", "all");
        assert!(all.contains(&format!("by the rule “{exact}”")), "{one}, {other}\n{all}");
    }
}

/// Either rule may ask Ann; which of them does would tell her mood to whoever is not asked.
#[test]
fn whoever_is_not_asked_is_not_told_which_rule_asks_others_because_of_something_hidden() {
    let ask = |name: &str| format!("rule {name}(p: player) ref \"7\" doc \"Asked.\" {{ choose k in 1..2 }}\n");
    let rules = MOODS.replace("BODY", "if p.mood = 3 { do ask_one(p) } else { do ask_other(p) }");
    let folder = Folder::new("secrets-asked");
    folder.file("moods.rules", format!("{rules}{}{}", ask("ask_one"), ask("ask_other")));
    let why = |mood: u32, who: &str| {
        let moods = format!("  - Ann: feel {mood}\n  - Ben: feel 2\n  - Cleo: feel 3\n");
        folder.file("moods.yaml", format!("game: moods.rules\nsteps:\n{moods}"));
        let ran = folder.run(&format!("why moods.yaml --for {who}"));
        assert_eq!(ran.code, 0, "{ran:#?}");
        ran.out
    };
    for (mood, rule) in [(3, "ask one"), (1, "ask other")] {
        assert!(why(mood, "Ann").contains(&format!("“{rule}”")), "she is asked: {}", why(mood, "Ann"));
        for who in ["Ben", "Cleo"] {
            let told = why(mood, who);
            assert!(told.contains("but for Ann, by the rule “signal”") && !told.contains("ask o"), "{who}: {told}");
        }
    }
}

/// A coin lies on the card that Ann holds.
const LOADS: &str = r#"game "Loads" doc "Cards carry coins."
players Ann, Ben
component Card doc "Cards." { value : 1..2 seen by all  make v in 1..2 : value = v }
component Coin doc "Coins." { side : 1..4 seen by all  make s in 1..4 : side = s }
zone stock : Card seen by nobody doc "The stock."
zone hand of each player : Card seen by owner doc "Cards in hand."
KIND load of each Card : Coin seen by all doc "Coins on a card."
phase play ref "1" doc "All of it." {
  move each c in Card to stock
  for p in players { draw 1 from stock to p.hand }
  for c in Ann.hand { for k in Coin where k.side = 1 { move k to c.load } }
  for c in Card where c.value = 1 { turn of WHO { choose n in 1..3 where ASKED if none { } } }
  win nobody
}
"#;

/// Who may look there if it lay open must see the card, too.
#[test]
fn whoever_decides_may_not_read_what_lies_on_a_card_that_they_do_not_see() {
    for (kind, asked) in [
        ("zone", "any k in c.load : k.side = n"),
        ("zone", "any k in c.load : n = 1"),
        ("pile", "any k in c.load : n = 1"),
        ("pile", "c.load.top != none and n = 1"),
    ] {
        let run = |who: &str| {
            let folder = Folder::new("secrets-loads");
            folder.file("loads.rules", LOADS.replace("KIND", kind).replace("ASKED", asked).replace("WHO", who));
            let steps = format!("  - draw: {{Ann: Card 1, Ben: Card 2}}\n  - {who}: 1\n");
            folder.file("loads.yaml", format!("game: loads.rules\nsteps:\n{steps}"));
            folder.run("run loads.yaml")
        };
        run("Ann").prints("Ann: 1.");
        run("Ben").complains(3, "Ben decides here but does not see");
    }
}
