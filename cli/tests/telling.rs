//! What somebody may know is told, at the table and in stories, in the words of the game.

use crate::tool::Folder;

const NAMES: &str = r#"game "Names" doc "x"
players 2
component Card as "card {value}" { value : 1..3  hurt : yes or no as "wounded"  face : up, down  make v in 1..3 : value = v }
zone tray : Card seen by all as "big tray" doc "t"
zone bag of each player : Card seen by owner as "purse" doc "t"
pile floods : Card seen by nobody doc "p"
var meter : 0..9 seen by all = 0 as "water level" doc "m"
var mood of each player : very_calm, wild seen by all = very_calm as "spirits" doc "m"
phase play ref "1" doc "Cards are taken." {
  move all from box to floods
  shuffle floods
  move all from floods to tray
  for p in players { turn of p { do take(p) } }
  for p in players { turn of p { choose n in 3..5 as "level {n}" set meter = n } }
  win nobody
}
rule take(p: player) ref "2" doc "Take a card, and hurt it in secret." {
  choose c in tray as "take {c}" if none { leave take }
  move c to p.bag
  set c.hurt = yes
  set c.face = down
  show p.bag to p
}
"#;

const SCRIPT: &str =
    "game: names.rules\nplayers: [Ann, Ben]\nsteps:\n  - shuffle: [card 1, card 2, card 3]\n  - Ann: take card 1\n";

fn names(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("names.rules", NAMES).file("a.yaml", SCRIPT);
    folder
}

#[test]
fn an_answer_from_an_open_place_is_told_to_all() {
    let ran = names("telling-open").run("run a.yaml --view Ben");
    ran.prints("Ann: take card 1.\n");
    assert!(!ran.out.contains("unseen"), "{}", ran.out);
}

#[test]
fn what_goes_on_in_stories_is_told_in_sentences() {
    let folder = names("telling-sentences");
    let short = folder.run("run a.yaml");
    short.prints("Ann: take card 1; card 1 is wounded; card 1: face down; shown to Ann: card 1 in Ann's purse.\n");
    let all = folder.run("run a.yaml --story full");
    all.prints("The floods are shuffled.\n");
    all.prints("Card 1 is wounded.\n");
    all.prints("Shown to Ann: card 1 in Ann's purse.\n");
    folder.run("run a.yaml --story full --view Ann").prints("Card 1 is wounded.\n");
    let ben = folder.run("run a.yaml --story full --view Ben");
    assert!(!ben.out.contains("wounded"), "{}", ben.out);
}

#[test]
fn one_name_everywhere_at_the_table() {
    let folder = names("telling-names");
    let ran = folder.run("options a.yaml");
    ran.prints("Big tray: card 2 (face up) and card 3 (face up)\n");
    ran.prints("Ann's purse: card 1 (wounded, face down)\n");
    // What is pasted into a script is called as the rules call it.
    folder.run("options a.yaml --format json").prints(r#""Ann.bag":{"Card 1"#);
    folder.run("options a.yaml --format json").prints(r#""Ann.mood":"very_calm""#);
    let played = folder.run_with("play names.rules --human all --seed 1", "");
    played.prints("Big tray: card 1 (face up), card 2 (face up) and card 3 (face up)\n");
}

/// Kinds that are called something with an article, and places with and without a number.
const ROWS: &str = r#"game "Rows" doc "x"
players 1
component Crack as "a crack" { make 3 of }
component Ace as "an ace" { make 3 of }
component Stone as "an {colour} stone" { colour : odd, even  make colour = odd  make colour = even }
component Dog
zone bag : Crack, Ace, Stone, Dog seen by all doc "b"
zone row(1..3) : Crack, Ace, Stone, Dog seen by all doc "r"
pile heap : Crack, Ace, Stone, Dog seen by all doc "h"
pile stack(1..2) : Crack, Ace, Stone, Dog seen by all as "big stack" doc "h"
phase play ref "1" doc "Things move." {
  move 2 Ace from box to bag
  move 1 Ace from box to row(2)
  move 2 Crack from box to row(3)
  move each s in Stone where s.colour = odd to row(2)
  move each s in Stone where s.colour = even to heap
  move 1 Crack from box to stack(2)
  move Dog to row(1)
  move all from row(2) to bag
  for p in players { turn of p { choose a in Ace as "take {a}" } }
  win nobody
}
"#;

#[test]
fn a_place_with_a_number_takes_no_article() {
    let folder = Folder::new("telling-rows");
    let ran = folder.file("rows.rules", ROWS).run("play rows.rules --bot all --seed 1 --story full");
    ran.prints("2 cracks go to row 3.\n");
    ran.prints("A crack goes to big stack 2.\n");
    ran.prints("The dog goes to row 1.\n");
    ran.prints(" go from row 2 to the bag.\n");
    ran.prints(" goes to the heap.\n");
}

#[test]
fn an_article_that_the_rules_give_stands_there_once() {
    let folder = Folder::new("telling-articles");
    let ran = folder.file("rows.rules", ROWS).run("play rows.rules --bot all --seed 1 --story full");
    ran.prints("2 aces go to the bag.\nAn ace goes to row 2.\n2 cracks go to row 3.\nThe odd stone goes to row 2.\n");
    ran.prints("The even stone goes to the heap.\nA crack goes to big stack 2.\n");
    ran.prints("An ace and the odd stone go from row 2 to the bag.\nAnn: take ace\n");
}

#[test]
fn it_is_said_where_a_thing_lies_that_is_not_on_offer() {
    let folder = names("telling-where");
    folder.run(r#"why a.yaml "take card 1" --for Ben"#).prints("card 1 lies where you do not see it");
    folder.file("b.yaml", format!("{SCRIPT}  - Ben: take card 2\n"));
    folder.run(r#"why b.yaml "take card 1" --for Ann"#).prints("card 1 (wounded, face down) lies in Ann's purse");
    folder.run(r#"why a.yaml "take card 9""#).complains(2, "nothing here is called `take card 9`");
    folder.run(r#"why a.yaml "take cart 2""#).complains(2, "did you mean `take card 2`?");
}

#[test]
fn an_option_of_another_rule_is_not_on_now() {
    let folder = Folder::new("telling-option");
    let rules = r#"game "Beg" doc "x"
players 1
phase play ref "1" doc "Ask, then beg." { for p in players { turn of p { do ask() do beg() } } win nobody }
rule ask() ref "2" doc "Ask." { choose { option "ask nicely" { } option "ask twice" { } } }
rule beg() as "the begging" ref "3" doc "Beg." { choose { option "beg for more" { } option "leave it" { } } }
"#;
    folder.file("beg.rules", rules).file("a.yaml", "game: beg.rules\nplayers: [Ann]\nsteps: []\n");
    folder.run(r#"why a.yaml "beg for more""#).prints("`beg for more` can be chosen in the rule “the begging”");
}

#[test]
fn ones_own_view_shows_what_one_has_chosen_in_secret() {
    let folder = Folder::new("telling-own");
    let rules = r#"game "Two" doc "x"
players 2
component Card as "card {value}" { value : 1..3  make v in 1..3 : value = v }
zone hand of each player : Card seen by owner doc "h"
zone aside of each player : Card seen by owner doc "a"
var bid of each player : 0..9 seen by owner = 0 doc "b"
phase play ref "1" doc "Choose." {
  for p in players { move 1 Card from box to p.hand }
  simultaneous p in players {
    choose c in p.hand as "set {c} aside"
    move c to p.aside
    choose n in 1..3 as "bid {n}"
    set p.bid = n
  }
  win nobody
}
"#;
    let script = "game: two.rules\nplayers: [Ann, Ben]\nsteps:\n";
    let first = format!("{script}  - Ann: set card 1 aside\n");
    let both = format!("{first}  - Ann: bid 2\n");
    folder.file("two.rules", rules).file("none.yaml", format!("{script}  - say: Nothing.\n"));
    folder.file("first.yaml", first).file("both.yaml", both);
    folder.run("options first.yaml --view Ann").prints("       hand            aside\n▸ Ann  –               card 1\n");
    let both = folder.run("options both.yaml --view Ann");
    both.prints("          bid  hand            aside\n  Ann       2  –               card 1\n▸ Ben  hidden  1 card, hidden  –\n");
    // Others see nothing of it.
    let before = folder.run("options none.yaml --view Ben").out;
    assert_eq!(folder.run("options first.yaml --view Ben").out, before);
    assert!(before.contains("Ann  1 card, hidden"), "{before}");
}

#[test]
fn the_exact_rule_is_told_once_nothing_is_hidden_any_more() {
    let folder = Folder::new("telling-rule");
    let rules = r#"game "Stop" doc "x"
players 2
component Card as "card {value}" { value : 1..3  make v in 1..3 : value = v }
zone hand of each player : Card seen by nobody doc "h"
zone row of each player : Card seen by all doc "r"
var out of each player : no_yet, safe seen by all = no_yet doc "o"
phase play ref "1" doc "Stop or go on." {
  for p in players { move 1 Card from box to p.hand }
  simultaneous p in players {
    choose {
      option "stop" { set p.out = safe }
      option "go on" { }
    }
  }
  for p in players { move all from p.hand to p.row }
  for p in players where p.out = safe by best count p.hand {
    if any c in p.row : c.value < 3 { move all from p.row to box }
  }
  win nobody
}
"#;
    folder.file("stop.rules", rules);
    folder.file("a.yaml", "game: stop.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: stop\n    Ben: stop\n");
    for view in ["all", "Ann", "Ben", "nobody"] {
        let ran = folder.run(&format!("run a.yaml --explain --view {view}"));
        for line in [11, 17] {
            let count = ran.out.matches(&format!("by the phase “play”, line {line}\n")).count();
            assert_eq!(count, 2, "line {line} for {view}:\n{}", ran.out);
        }
    }
}

#[test]
fn there_is_nothing_to_take_back_before_the_first_answer() {
    let folder = names("telling-undo");
    let ran = folder.run_with("play names.rules --human Ann --seed 1", "u\n1\n");
    ran.prints("There is nothing to take back: nothing was answered yet.");
    assert!(!ran.out.contains("chance has come in between"), "{}", ran.out);
}

/// What may be said depends on a hidden hand; what follows from it is seen by all or is nothing, so it is said for all to hear. A note that only
/// its writer sees is not.
const ANNOUNCE: &str = r#"game "Announce" doc "x"
players 2
component Card as "{value}" { value : 1..9  make v in 1..9 : value = v }
zone hand of each player : Card seen by owner doc "hand"
var note of each player : 0..9 seen by owner = 0 doc "n"
phase play ref "1" doc "y" {
  for p in players { draw 3 from box to p.hand }
  for p in players { turn of p {
    choose {
      option "announce that I have the nine" require any c in p.hand : c.value = 9 else "You have no nine." { }
      option "say nothing" { }
    }
    choose {
      option "note the nine" require any c in p.hand : c.value = 9 { set p.note = 9 }
      option "note nothing" { set p.note = 0 }
    }
    choose n in 1..9 as "I have the {n}" require any c in p.hand : c.value = n else "You have no such card." if none { win nobody }
  } }
  win nobody
}
"#;

#[test]
fn what_is_said_aloud_all_hear() {
    let folder = Folder::new("telling-aloud");
    let script = "game: announce.rules\nplayers: [Ann, Ben]\nsteps:\n  - draw: [1, 2, 3]\n  - draw: [7, 8, 9]\n  \
                  - Ann: say nothing\n  - Ann: note nothing\n  - Ann: I have the 2\n  \
                  - Ben: announce that I have the nine\n  - Ben: note the nine\n  - Ben: I have the 9\n";
    folder.file("announce.rules", ANNOUNCE).file("a.yaml", script);
    let ann = folder.run("run a.yaml --story full --view Ann");
    ann.prints("Ben: announce that I have the nine\nBen: an unseen decision.\nBen: I have the 9\n");
    let ben = folder.run("run a.yaml --story full --view Ben");
    ben.prints("Ann: say nothing\nAnn: an unseen decision.\nAnn: I have the 2\n");
    assert!(!ann.out.contains("note the nine") && !ben.out.contains("note nothing"), "{}{}", ann.out, ben.out);
}

/// What is so of a player and of each of a list has its verb, in stories and at the table, and so has what is not so any more.
#[test]
fn what_is_so_is_told_with_its_verb() {
    let folder = Folder::new("so");
    folder.file(
        "so.rules",
        "game \"So\"\nplayers Ann, Ben\ntype Beast = fox, hare\n\
         var met(Beast) of each player : yes or no seen by all = no as \"has met\"\n\
         var wary of each player : yes or no seen by all = no as \"is wary\"\n\
         var shut : yes or no seen by all = no as \"the gate is shut\"\n\
         phase play {\n  for p in players { set p.wary = yes }\n  set shut = yes\n\
           repeat 2 { turn of Ann { choose n in 1..2 as \"go on {n}\" }\n\
             turn of Ben { choose n in 1..2 as \"stay {n}\" }\n\
             set Ann.met(hare) = yes   set Ann.wary = no\n  set shut = no }\n\
           win nobody\n}\n",
    );
    let ran = folder.run_with("play so.rules --human Ann --seed 1", "1\n1\n");
    ran.prints("Ann has met hare");
    ran.prints("the gate is not shut.");
    ran.prints("that Ann is not wary");
    assert!(!ran.out.contains("'s has") && !ran.out.contains("'s is"), "{}", ran.out);
}

/// Whoever decides unseen is named once.
#[test]
fn an_unseen_decision_names_its_player_once() {
    let folder = Folder::new("unseen-once");
    folder.file(
        "ask.rules",
        "game \"Ask\"\nplayers Ann, Ben\ncomponent Card { value : 1..4  make v in 1..4 : value = v }\n\
         zone bag : Card seen by nobody\nzone hand of each player : Card seen by owner\n\
         phase play {\n  move all from box to bag\n  for p in players { draw 2 from bag to p.hand }\n\
           for p in players { turn of p { do ask(p) } }\n  win nobody\n}\n\
         rule ask(p: player) {\n  choose q in players except p, n in 1..4 as \"ask {q} for {n}\" if none { leave ask }\n\
           turn of q { do answer(q, n) }\n}\n\
         rule answer(q: player, n: 1..4) {\n\
           choose {\n    option \"no\" require not (any c in q.hand : c.value = n) else \"You have.\" { }\n\
             option c in q.hand where c.value = n as \"show {c}\" { show c to other(q) }\n  } if none { leave answer }\n}\n",
    );
    folder.file(
        "a.yaml",
        "game: ask.rules\nplayers: [Ann, Ben]\nsteps:\n  - draw: {Ann: [1, 2], Ben: [3, 4]}\n  - Ann: ask Ben for 1\n  - Ben: no\n",
    );
    let ran = folder.run("run a.yaml --view Ann");
    ran.prints("Ben: an unseen decision");
    assert!(!ran.out.contains("Ben: Ben:"), "{}", ran.out);
}

const AUCTION: &str = r#"game "Auction"
players 2
component Vase as "vase {worth}" { worth : 1..9  make w in {3, 5} : worth = w }
zone home of each player : Vase seen by all
var money of each player : 0..99 seen by all = 9
var price : 0..9 seen by all = 0
var round : 0..9 seen by all = 0
phase play {
  for v in Vase { do sell(v) }
  win nobody
}
rule sell(v: Vase) {
  for p in players {
    turn of p {
      choose n in 1..3 where n > price or p.money < 4 as "bid {n}"
      set price = n
    }
  }
  set round += 1
  for p in players { set p.money -= price }
  move v to (first p in players).home
  set price = 0
}
"#;

#[test]
fn what_the_rules_do_between_turns_is_no_part_of_an_answer() {
    let folder = Folder::new("telling-between");
    folder.file("auction.rules", AUCTION);
    let steps = "  - Ann: bid 1\n  - Ben: bid 2\n  - Ann: bid 1\n";
    folder.file("a.yaml", format!("game: auction.rules\nplayers: [Ann, Ben]\nsteps:\n{steps}"));
    let ran = folder.run("run a.yaml");
    ran.prints("Ann: bid 1. Ben: bid 2.\nRound: 1; Ann's money: 7; Ben's money: 7; vase 3 goes to Ann's home");
    // What is about nobody else goes on behind the answer.
    let alone = AUCTION
        .replace("for p in players { set p.money -= price }", "")
        .replace("move v to (first p in players).home", "");
    folder.file("alone.rules", alone);
    folder.file("b.yaml", format!("game: alone.rules\nplayers: [Ann, Ben]\nsteps:\n{steps}"));
    folder.run("run b.yaml").prints("Ben: bid 2; round: 1");
}

const MARKED: &str = r#"game "Marked"
players 2
component Card as "card {value}" { value : 1..3  bent : yes or no seen by all  make v in 1..3 : value = v, bent = no }
zone hand of each player : Card seen by owner
zone deck : Card seen by nobody
phase play {
  move all from box to deck
  for p in players { draw 1 from deck to p.hand }
  for p in players { turn of p { choose c in p.hand as "bend {c}" set c.bent = yes } }
  win nobody
}
"#;

#[test]
fn what_all_see_of_a_hidden_thing_tells_nothing_else_of_it() {
    let folder = Folder::new("telling-marked");
    folder.file("marked.rules", MARKED);
    let steps = "  - draw: card 3\n  - draw: card 1\n  - Ann: bend card 3\n";
    folder.file("a.yaml", format!("game: marked.rules\nplayers: [Ann, Ben]\nsteps:\n{steps}"));
    for story in ["short", "full"] {
        let ran = folder.run(&format!("run a.yaml --view Ben --story {story}"));
        ran.prints("is bent");
        assert!(!ran.out.contains("card 3"), "{}", ran.out);
        let ran = folder.run(&format!("run a.yaml --view Ann --story {story}"));
        ran.prints("ard 3 is bent");
    }
}

#[test]
fn what_is_long_stands_beneath_and_has_no_column_of_hidden_ones() {
    let folder = Folder::new("telling-long");
    let rules = r#"game "Plans" doc "x"
players 2
type Plan = walk as "a long walk to the other side of the lake", rest
var aim of each player : Plan or none seen by owner = none doc "p"
phase play ref "1" doc "Choose." {
  for p in players { turn of p { choose n in Plan as "{n}"  set p.aim = n } }
  for p in players { turn of p { choose n in 1..2 as "say {n}" } }
  win nobody
}
"#;
    let script = "game: plans.rules\nplayers: [Ann, Ben]\nsteps:\n  - Ann: a long walk to the other side of the lake\n";
    folder.file("plans.rules", rules).file("a.yaml", format!("{script}  - Ben: rest\n"));
    let ann = folder.run("options a.yaml --view Ann");
    ann.prints("Ann's aim: a long walk to the other side of the lake\n");
    assert!(!ann.out.contains("hidden") && !ann.out.contains('–'), "{ann:#?}");
    folder.run("options a.yaml --view Ben").prints("       aim\n  Ben  rest\n▸ Ann  hidden\n");
}
