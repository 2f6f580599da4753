//! `play` and `simulate`.

use crate::tool::{GAME, folder};

#[test]
fn a_game_with_a_bot() {
    let folder = folder("bot");
    let ran = folder.run_with("play a.rules --seed 1", "3\nadd 2\n1\n1\n1\n1\n1\n1\n1\n");
    ran.prints("Up to Ten");
    ran.prints("Ben (bot)");
    ran.prints("The game is over");
    assert_eq!(ran.out, folder.run_with("play a.rules --seed 1", "3\nadd 2\n1\n1\n1\n1\n1\n1\n1\n").out);
}

#[test]
fn two_people_at_one_keyboard() {
    let folder = folder("people");
    let ran = folder.run_with("play a.rules --human Ann,Ben --seed 1", "3\nu\n3\n");
    ran.prints("That cannot be taken back: Ann has answered since.");
}

#[test]
fn what_one_alone_is_shown_waits_until_that_one_sits_there() {
    let folder = folder("apart");
    folder.file(
        "peek.rules",
        r#"
game "Peek" ref "a test" doc "Look at what the next one holds."
players 3
component Card as "{value}" { value : 1..9  make v in 1..9 : value = v }
zone deck : Card seen by nobody doc "Face down."
zone hand of each player : Card seen by owner doc "Held."
phase play ref "a test" doc "Peek and guess." {
  move all from box to deck
  for p in players { draw 1 from deck to p.hand  say "You are next." to p }
  for p in players { show next(p).hand to p }
  for p in players { turn of p { choose n in 1..9 as "guess {n}" } }
  win nobody
}
"#,
    );
    let ran = folder.run_with("play peek.rules --human Ann,Ben --seed 1", "\nlog\n3\n\nlog\n3\n");
    let (before, anns) = ran.out.split_once("Ann, press ENTER").expect("Ann is asked");
    let (anns, bens) = anns.split_once("Ben, press ENTER").expect("Ben is asked");
    assert!(!before.contains("hown to"), "{before}");
    assert_eq!(anns.matches("Shown to Ann: ").count(), 2, "once by itself, once by `log`: {anns}");
    assert!(!anns.contains("Shown to Ben") && !anns.contains("Shown to Cleo"), "{anns}");
    assert_eq!(bens.matches("Shown to Ben: ").count(), 2, "{bens}");
    assert_eq!(bens.matches("You are next.").count(), 2, "{bens}");
    assert!(!bens.contains("Shown to Ann") && !bens.contains("Shown to Cleo"), "{bens}");
}

#[test]
fn a_number_that_may_be_an_amount_is_asked_back_about() {
    let folder = folder("amounts");
    folder.file(
        "bid.rules",
        r#"
game "Bid" ref "a test" doc "Say how much you take."
players 2
var bid of each player : 0..3 seen by all = 0 doc "What was said."
phase play ref "a test" doc "Everybody says a number; most wins." {
  for p in players { turn of p { choose n in 0..3 as "take {n}"  set p.bid = n } }
  win p in players by best p.bid
}
"#,
    );
    let ran = folder.run_with("play bid.rules --human Ann,Ben --seed 1", "1\ntake 0\n4\n");
    ran.prints("That can be `take 0`, which is number 1, or `take 1`. Type the words, or 1 again for the first.");
    ran.prints("Ben wins");
    assert_eq!(ran.out.matches("That can be").count(), 1, "nothing is called 4 but the fourth: {}", ran.out);
    assert!(!ran.out.contains("There are options 1 to"), "{}", ran.out);
    // Whoever says it again means what stands there, unless something else was said between.
    let ran = folder.run_with("play bid.rules --human Ann,Ben --seed 1", "1\n1\n2\nlog\n2\n2\n");
    assert_eq!(ran.out.matches("That can be").count(), 3, "{}", ran.out);
    ran.prints("Ann: take 0");
    ran.prints("Ben: take 1");
}

#[test]
fn a_number_that_is_a_forbidden_amount_is_not_taken_for_a_place_in_the_list() {
    let folder = folder("forbidden-amounts");
    folder.file(
        "bid.rules",
        r#"
game "Bid" ref "a test" doc "Say how much you take."
players 2
var bid of each player : 0..9 seen by all = 0 doc "What was said."
phase play ref "a test" doc "Everybody says a number; most wins." {
  for p in players {
    turn of p { choose n in 0..9 as "take {n}" require n != 1 else "Not one." require n < 4 else "At most three." set p.bid = n }
  }
  win p in players by best p.bid
}
"#,
    );
    let ran = folder.run_with("play bid.rules --human Ann,Ben --seed 1", "1\n7\n3\n2\ntake 0\n");
    ran.prints("`take 1` is not on offer: Not one.");
    ran.prints("If you mean number 1, ");
    ran.prints("`take 7` is not on offer: At most three.");
    ran.prints("There are options 1 to");
    // `take 3` and `take 2` stand at those numbers.
    ran.prints("Ann wins");
}

/// One of three is the wolf, and nobody may see who, not even by whom the keyboard is handed to.
const NIGHT: &str = r#"
game "Night" ref "a test" doc "The wolf eats."
players Ann, Ben, Cleo
type Role = wolf, farmer
component Card { role : Role  make 1 of role = wolf  make 2 of role = farmer }
zone deck : Card seen by nobody doc "All cards."
zone mine of each player : Card seen by owner doc "Who one is."
var prey of each player : player or none seen by owner = none doc "Who is to be eaten."
phase play ref "a test" doc "One night." {
  move all Card from box to deck
  for p in players { draw 1 from deck to p.mine }
  simultaneous p in players {
    if any c in p.mine : c.role = wolf {
      choose q in players except p as "eat {q}"
      set p.prey = q
    } else {
      choose { option "wait" { } }
    }
  }
  win nobody
}
"#;

#[test]
fn who_has_nothing_to_decide_is_asked_where_that_is_hidden() {
    let folder = folder("night");
    folder.file("night.rules", NIGHT);
    for seed in 4..7 {
        let ran = folder.run_with(&format!("play night.rules --human Ann,Ben,Cleo --seed {seed}"), "\n1\n\n1\n\n1\n");
        for name in ["Ann", "Ben", "Cleo"] {
            assert_eq!(ran.out.matches(&format!("{name}, press ENTER")).count(), 1, "seed {seed}: {ran:#?}");
        }
        assert_eq!(ran.out.matches("  1. wait").count(), 2, "seed {seed}: {ran:#?}");
        ran.prints("nobody wins");
    }
}

#[test]
fn many_forbidden_amounts_are_one_line() {
    let folder = folder("forbidden-amounts");
    folder.file(
        "bets.rules",
        r#"
game "Bets" ref "a test" doc "Bet or fold."
players 2
var money of each player : 0..200 seen by all = 40 doc "What is left."
phase play ref "a test" doc "Both say something once." {
  for p in players { turn of p { do bet(p) } }
  win p in players by best p.money
}
rule bet(p: player) ref "a test" doc "Say how much." {
  choose {
    option "fold" require p.money < 9 else "You have enough." {}
    option n in 1..100 as "bet {n}" require n <= p.money else "You have not so much." require n != 7 else "Seven is out." { set p.money -= n }
  }
}
"#,
    );
    let ran = folder.run_with("play bets.rules --human Ann,Ben --seed 1", "?\nbet 1\nbet 2\n");
    ran.prints("fold: You have enough.");
    ran.prints("bet 7: Seven is out.");
    ran.prints("bet 41, bet 42 … bet 100: You have not so much.");
}

#[test]
fn many_amounts_are_one_line() {
    let folder = folder("many-amounts");
    folder.file(
        "bets.rules",
        r#"
game "Bets" ref "a test" doc "Bet or fold."
players 2
var money of each player : 0..200 seen by all = 100 doc "What is left."
phase play ref "a test" doc "Both say something once." {
  for p in players { turn of p { do bet(p) } }
  win p in players by best p.money
}
rule bet(p: player) ref "a test" doc "Say how much." {
  choose {
    option "fold" {}
    option n in 1..100 as "bet {n}" require n != 50 else "Not fifty." { set p.money -= n }
    option n in 10..40 where n mod 2 = 0 as "raise by {n} coins" { set p.money -= n }
    option "ask for two" {}
  }
}
"#,
    );
    let ran = folder.run_with(
        "play bets.rules --human Ann,Ben --seed 1",
        "1\n50\n300\n20\n117\nraise\nwhy bet 50\nwhy bet 51\nwhy raise\nhint\n60\nraise 12\n",
    );
    ran.prints("  1. fold\n");
    ran.prints("  bet 1, bet 2 … bet 49: type the words\n");
    ran.prints("  bet 51, bet 52 … bet 100: type the words\n");
    ran.prints("  raise by 10 coins, raise by 12 coins … raise by 40 coins: type the words\n");
    ran.prints("That can be `fold`, which is number 1, or `bet 1`. Type the words, or 1 again for the first.");
    ran.prints("`bet 50` is not on offer: Not fifty.");
    ran.prints("There is no 300 here: bet 1, bet 2 … bet 49, bet 51, bet 52 … bet 100, raise by 10 coins, ");
    // The last option stands at that number, and no amount is as large.
    ran.prints("  117. ask for two\n");
    ran.prints("Ann: ask for two");
    ran.prints("That can be bet 20, or raise by 20 coins. Say more.");
    ran.prints("That can be raise by 10 coins, raise by 12 coins … raise by 40 coins. Say more.");
    ran.prints("bet 50: Not fifty.");
    ran.prints("That can be done.");
    ran.prints("These can be done: raise by 10 coins, raise by 12 coins … raise by 40 coins.");
    ran.prints("A strong bot would choose ");
    // 60 is no other option's number.
    ran.prints("Ben: bet 60");
    ran.prints("Ann wins");
    let alone = folder.text("bets.rules").replace("option n in 10..40 where n mod 2 = 0 as", "option n in 101..108 as");
    let alone = alone.replace("0..200 seen by all = 100", "0..200 seen by all = 150");
    folder.file("bets.rules", &alone);
    let ran = folder.run_with("play bets.rules --human Ann,Ben --seed 1", "108\nfold\n");
    ran.prints("  bet 51, bet 52 … bet 100: type the number\n");
    ran.prints("  raise by 101 coins, raise by 102 coins … raise by 108 coins: type the number\n");
}

#[test]
fn many_sets_are_told_by_what_they_are_made_of() {
    let folder = folder("many-sets");
    folder.file(
        "hands.rules",
        r#"
game "Hands" players Ann, Ben
component Card as "card {n}" { n : 1..7  make n in 1..7 : n = n }
zone hand of each player : Card seen by owner
zone front : Card seen by all
var points of each player : 0..99 seen by all
| [Laying down] Lay three cards, or none.
phase play {
  move all Card from box to Ann.hand
  turn of Ann {
    choose {
      option "lay nothing" { }
      option 3 of c in Ann.hand as "lay {c}"
        require (sum x in c : x.n) <= 12 else "Together they may be worth 12." {
        move c to front
      }
    }
  }
  win Ann
}
"#,
    );
    let wrong = "3\n3 3 4\n2 3 40\n2 3\n9\n6 7 8\n? 6 7 8\n? 2 3 4\ncard 1\n";
    let ran = folder.run_with("play hands.rules --seed 1 --human Ann", &format!("{wrong}4, 2 and 3\n"));
    ran.prints("  1. lay nothing\n  2. card 1\n  3. card 2\n");
    ran.prints("  8. card 7\nTake 3 of 2 to 8: type their numbers, such as `2 3 4`.\n");
    ran.prints("Ann> 3\nTake 3 of 2 to 8: ");
    ran.prints("Ann> 3 3 4\n3 stands there twice. Take 3 of 2 to 8: ");
    ran.prints("Ann> 2 3 40\n40 is none of them. Take 3 of 2 to 8: ");
    ran.prints("Ann> 2 3\nThat is 2. Take 3 of 2 to 8: ");
    ran.prints("Ann> 9\nThere is no 9 here. Take 3 of 2 to 8: ");
    ran.prints("Ann> 6 7 8\nlay card 5, card 6 and card 7: Together they may be worth 12.");
    ran.prints("Ann> ? 6 7 8\nlay card 5, card 6 and card 7: Together they may be worth 12.");
    ran.prints("Ann> ? 2 3 4\nThat can be done.\n");
    ran.prints(
        "Ann> card 1\nThat can be one of 13 ways to take 3 together, such as “lay card 1, card 2 and card 3”. Say",
    );
    ran.prints("Ann: lay card 1, card 2 and card 3.");
    // What stands by itself still has its number.
    folder.run_with("play hands.rules --seed 1 --human Ann", "1\n").prints("Ann: lay nothing");
}

/// Shells of three colours, each worth 1 to 4, of which two to four together are worth six at most.
const SHELLS: &str = r#"
game "Shells" players Ann, Ben
type Colour = red, blue, green
component Shell as "{colour} {n}" {
  colour : Colour
  n : 1..4
  make k in Colour, m in 1..4 : colour = k, n = m
}
zone beach : Shell seen by all
zone bucket of each player : Shell seen by all
| [Taking] Take shells, or pass.
phase play {
  move all Shell from box to beach
  for i in 1..3, p in players {
    turn of p {
      choose {
        option 2..4 of s in beach as "take {s}"
          require (sum x in s : x.n) <= 6 else "They are worth {sum x in s : x.n}." { move s to p.bucket }
        option "pass" { }
      }
    }
  }
  win p in players by best (sum s in p.bucket : s.n)
}
"#;

#[test]
fn sets_stay_in_order_and_what_stands_behind_them_has_the_next_number() {
    let folder = folder("sets-in-order");
    folder.file("shells.rules", SHELLS);
    let lines = "?\n1 2\nred 1 and red 2\n5 10\n10 5\n11\n";
    let ran = folder.run_with("play shells.rules --seed 1 --human Ann,Ben", lines);
    ran.prints("  12. green 4\n  13. pass\nTake 2 to 4 of 1 to 12: ");
    // Of more than a hundred sets that are forbidden for one reason three are named.
    ran.prints(
        "  take red 3 and red 4 · take red 3 and blue 4 · take red 3 and green 4 · and 84 more: They are\n    worth 7.",
    );
    // What some set names before another thing stands before it, though few sets have it.
    ran.prints("  5. blue 3\n  6. blue 4\n  7. green 1\n  8. green 2\n  9. green 3\n  10. green 4\n  11. pass\n");
    ran.prints("Ben> red 1 and red 2\nred 2 lies in Ann's bucket");
    for numbers in ["5 10", "10 5"] {
        ran.prints(&format!("Ben> {numbers}\ntake blue 3 and green 4: They are worth 7."));
    }
    ran.prints("Ben> 11\nBen: pass");
}

#[test]
fn numbers_that_are_taken_together_are_typed_as_they_are() {
    let folder = folder("sets-of-numbers");
    folder.file(
        "lots.rules",
        "game \"Lots\" players Ann, Ben\nvar lot(1..9) : yes or no seen by all = no\n| [Lots] Mark two numbers.\nphase play {\n  turn of Ann {\n    choose { option \"none\" { }  option 2 of n in 4..9 { for m in n { set lot(m) = yes } } }\n  }\n  win Ann\n}\n",
    );
    let ran = folder.run_with("play lots.rules --seed 1 --human Ann", "2\n4 1\n9 4\n");
    ran.prints("  1. none\n  4\n  5\n  6\n  7\n  8\n  9\nTake 2 of 4 to 9: type them, such as `4 5`.\n");
    ran.prints("Ann> 4 1\n1 is none of them. Take 2 of 4 to 9: ");
    ran.prints("Ann: 4, 9");
    folder.run_with("play lots.rules --seed 1 --human Ann", "1\n").prints("Ann: none");
}

#[test]
fn a_save_of_another_game_is_told_and_records_name_their_bots() {
    let folder = folder("another-game");
    folder.run_with("play hot-dog --seed 3", "s begun.json\nq\n").prints("Saved.");
    let told = "`begun.json` is a game of `hot-dog`, and what was played does not fit `backgammon`";
    folder.run("play backgammon --resume begun.json").complains(1, told);
    folder.run_with("play hot-dog --resume begun.json", "q\n").prints("Casino Hot Dog");
    folder.run("record hot-dog --seed 3").prints("Casino Hot Dog, a random game of seed 3");
    let ran = folder.run("record hot-dog --seed 3 --bot Ann=mcts:5");
    ran.prints("Casino Hot Dog, a game of bots (mcts:5 and random) of seed 3");
    // Whoever won all games does not win for sure.
    folder.file(
        "sure.rules",
        "game \"Sure\" players Ann, Ben\nphase play { turn of Ann { choose { option \"win\" { } } }  win Ann }\n",
    );
    let ran = folder.run("simulate sure.rules --games 20");
    ran.prints("Ann  won       20  100.0 % (83.9 to 100.0)");
    ran.prints("Ben  won        0    0.0 % (0.0 to 16.1)");
}

#[test]
fn rules_are_found_by_what_they_speak_of() {
    let folder = folder("spoken-of");
    folder.file(
        "bid.rules",
        r#"
game "Bid" ref "a test" doc "Say how much you take."
players 2
var bid of each player : 0..3 seen by all = 0 doc "What was said, be it a lantern."
phase play ref "a test" doc "Everybody says a number; the lantern helps." {
  for p in players { turn of p { choose n in 0..3 as "take {n}"  set p.bid = n } }
  do last
  win p in players by best p.bid
}
rule last ref "a test" doc "A ship comes in." { for p in players { set p.bid = p.bid } }
"#,
    );
    let ran = folder.run_with("play bid.rules --human all --seed 1", "rules lantern\nrules ship\nrules whale\nq\n");
    ran.prints("“lantern” is spoken of in: ");
    ran.prints("`rules ");
    ran.prints("A ship comes in.");
    ran.prints("No part of the rules is about “whale”.");
    // Words are found by their beginnings and in other forms, not by what stands within others.
    let ran = folder.run_with("play bid.rules --human all --seed 1", "rules coming\nrules lanterns\nrules antern\nq\n");
    ran.prints("A ship comes in.");
    ran.prints("“lanterns” is spoken of in: ");
    ran.prints("No part of the rules is about “antern”.");
    // Not everybody writes with blanks.
    let rules = folder.text("bid.rules").replace("A ship comes in.", "海上有船来。");
    folder.file("bid.rules", rules);
    folder.run_with("play bid.rules --human all --seed 1", "rules 船\nq\n").prints("海上有船来。");
}

#[test]
fn answers_are_taken_back() {
    let folder = folder("undo");
    folder.file("twice.rules", GAME.replace("do add(p)", "do add(p) do add(p)"));
    let ran = folder.run_with("play twice.rules --human all --record r.yaml", "u\n3\nu\n2\n1\nu\n");
    ran.prints("nothing was answered yet");
    ran.prints("Taken back.");
    // What was taken back did not happen.
    let ran = folder.run_with("play twice.rules --human all", "3\nu\n2\nlog\n");
    let log = ran.out.rsplit("log\n").next().unwrap_or_default();
    assert!(log.contains("Ann: add 2") && !log.contains("add 3"), "{}", ran.out);
    assert!(folder.text("r.yaml").contains("steps:\n  - Ann: add 2\n  - Ann: add 1\n"), "{}", folder.text("r.yaml"));
}

#[test]
fn what_has_shown_something_hidden_is_not_taken_back() {
    let folder = folder("undo-shown");
    folder.file("peek.rules", PEEK);
    let peek = "play peek.rules --human all --seed 1";
    folder.run_with(peek, "\nlook\n\nu\n").prints("That cannot be taken back: something was revealed since.");
    let ran = folder.run_with(peek, "\nwait\n\nu\n");
    ran.prints("Taken back.");
    assert!(!ran.out.contains("cannot be taken back"), "{}", ran.out);
}

const PEEK: &str = r#"
game "Peek"
players Ann, Ben
component Card as "{value}" { value : 1..9  make v in 1..9 : value = v }
zone hand of each player : Card seen by owner
phase play {
  for p in players { draw 1 from box to p.hand }
  repeat 3 { turn of Ann { choose { option "look" { show Ben.hand to Ann } option "wait" { } } } }
  win nobody
}
"#;

#[test]
fn in_practice_everything_is_taken_back() {
    let folder = folder("practice");
    let answers = "3\nu\n3\nu\nu\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n";
    let bot = "play a.rules --seed 1 --bot Ben";
    folder.run_with(bot, answers).prints("That cannot be taken back: Ben has answered since.");
    let ran = folder.run_with(&format!("{bot} --practice --record r.yaml"), answers);
    assert!(!ran.out.contains("cannot be taken back"), "{}", ran.out);
    assert_eq!(ran.out.matches("Taken back.").count(), 2, "{}", ran.out);
    ran.prints("There is nothing to take back");
    // The same answer meets the same chance and the same bot.
    let turns: Vec<&str> = ran.out.lines().filter_map(|line| line.get(line.find("Ben: ")?..)).collect();
    assert!(turns.len() > 2 && turns[0] == turns[1], "{turns:?}");
    // What was taken back is not in the record, which can be played.
    folder.run("run r.yaml").prints("The game is over");
}

#[test]
fn places_are_pointed_at() {
    let folder = folder("pointing");
    let ran = folder.run_with("play backgammon --bot none --seed 3", "1/9\n19/23\nlog\n");
    ran.prints("wolves");
    ran.prints(": 4 from tree 19 to 23");
    // By the number of the die alone nothing is meant.
    assert!(folder.run_with("play backgammon --bot none --seed 3", "4/23\n").out.contains("> 4/23\n"), "{}", ran.out);
}

#[test]
fn what_changed_since_the_last_look_is_told() {
    let folder = folder("changed");
    folder.file("row.rules", CHANGING);
    let ran = folder.run_with("play row.rules --human all --seed 1", "a1\nb1\n\nc1\nd1\n");
    // Nothing at the first look, the other's stone at the next ones, at every look again, and one's own never.
    let told: Vec<&str> = ran.out.lines().filter(|line| line.contains("since your last look")).collect();
    let ends = ["b1", "b1", "c1"].map(|place| format!("since your last look: {place}"));
    let fits = told.iter().zip(&ends).all(|(told, end)| told.ends_with(end.as_str()));
    assert!(told.len() == ends.len() && fits, "{told:?}, of\n{}", ran.out);
}

const CHANGING: &str = r#"
game "Row"
players 2
component Stone of each player { make 3 of }
grid row 5 by 1
phase play {
  repeat for p in players {
    turn of p {
      choose s in row where count s = 0 if none { win p }
      move 1 p.Stone from p.box to s
    }
  }
}
"#;

#[test]
fn so_is_what_changed_in_zones_and_values() {
    let folder = folder("changed-beside");
    folder.file("coins.rules", COINS);
    let ran = folder.run_with("play coins.rules --human all --seed 1", "1\n1\n1\n1\n");
    // Of the other's turn, and not of one's own.
    let told: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("New since your last look")).collect();
    assert_eq!(told.first(), Some(&"New since your last look: Ben's hoard and Ben's points"), "{}", ran.out);
    assert_eq!(told.get(1), Some(&"New since your last look: Ann's hoard and Ann's points"), "{}", ran.out);
}

const COINS: &str = r#"
game "Coins"
players 2
component Coin { make 9 of }
zone hoard of each player : Coin seen by all
var points of each player : 0..9 seen by all = 0
phase play {
  repeat for p in players {
    turn of p { choose n in 1..2 as "take {n}"   move n Coin from box to p.hoard }
    set p.points += 1
    if count box < 2 { win p }
  }
}
"#;

#[test]
fn options_name_things_as_the_table_does() {
    let folder = folder("owners");
    folder.file("pawns.rules", PAWNS);
    let ran = folder.run_with("play pawns.rules --human all --seed 1", "Ben's pawn to path 2\nq\n");
    ran.prints("  2. Ben's pawn to path 2\n");
    ran.prints("Ann: Ben's pawn to path 2.");
    // The words of scripts mean the same.
    folder.run_with("play pawns.rules --human all --seed 1", "pawn of Ben to path 2\nq\n").prints("Ann: Ben's pawn");
}

const PAWNS: &str = r#"
game "Pawns"
players 2
component Pawn of each player
track path 1..2
phase play {
  for p in players { move p.Pawn to path(1) }
  repeat for p in players {
    turn of p { choose f in Pawn as "{f} to {path(2)}"   move f to path(2) }
    if count path(2) = 2 { win p }
  }
}
"#;

#[test]
fn rules_are_looked_up_and_the_story_is_read_again() {
    let folder = folder("look-up");
    let ran = folder.run_with("play a.rules --seed 1", "log\nrules\nrules add\nrules dragons\nwhy add 7\n3\nlog\n");
    ran.prints("Write `rules WORD`, or the name of a part: ");
    ran.prints("No part of the rules is about “dragons”.");
    assert!(ran.out.matches("Ann: add 3").count() > 1, "{}", ran.out);
}

#[test]
fn of_a_long_story_the_end_is_read_again() {
    let folder = folder("long-log");
    folder.file("far.rules", GAME.replace("0..10", "0..200").replace("<= 10", "<= 200").replace("= 10 {", "= 200 {"));
    let ran = folder.run_with("play far.rules --human all", &format!("{}log\nq\n", "1\n".repeat(60)));
    let log = ran.out.split_once("> log\n").map_or(ran.out.as_str(), |(_, log)| log);
    assert!(log.contains("Ben: add 1; total: 60.\n") && log.contains("total: 21.\n"), "{log}");
    assert!(!log.contains("total: 20.\n"), "what happened long ago is not told again: {log}");
}

#[test]
fn why_not() {
    let folder = folder("why");
    let ran = folder.run_with("play a.rules --bot none --seed 1", "3\n3\n2\n?\n? add 3\n? add 1\n? fly\n9\nh\n\n");
    ran.prints("add 3: That would be more than ten.");
    ran.prints("That can be done: it is option 1.");
    ran.prints("There are options 1 to 2.");
}

#[test]
fn the_end_of_input_is_polite() {
    let folder = folder("end");
    folder.run_with("play a.rules", "").prints("--save FILE");
    folder.run_with("play a.rules --save s.json", "3\n").prints("rulehound play --resume s.json");
}

#[test]
fn saved_games_go_on() {
    let folder = folder("saved");
    folder.run_with("play a.rules --human all --save s.json", "3\n3\nq\n").prints("The game is saved");
    folder.run_with("play a.rules --save s.json", "").complains(4, "exists already");
    let ran = folder.run_with("play --resume s.json --record r.yaml", "3\n1\n");
    ran.prints("Total: 6");
    ran.prints("The game is over: Ben wins.");
    folder.run("run r.yaml").prints("The game is over: Ben wins.");
}

#[test]
fn a_saved_game_may_be_looked_on_at_and_is_saved_again_where_it_was() {
    let folder = folder("saved-again");
    folder.run_with("play a.rules --human all --seed 1 --save s.json", "3\nq\n").prints("The game is saved");
    let before = folder.text("s.json");
    let ran = folder.run("play --resume s.json --watch");
    ran.prints("The game is over");
    assert!(!ran.out.contains("> "), "nobody is asked: {}", ran.out);
    assert_eq!(folder.text("s.json"), before);
    folder.run_with("play --resume s.json --save s.json", "2\nq\n").prints("The game is saved");
    assert_ne!(folder.text("s.json"), before);
    folder.run_with("play --resume s.json", "q\n").prints("Total: 5");
    // Another file is not written over.
    folder.file("t.json", "mine");
    folder.run_with("play --resume s.json --save t.json", "1\nq\n").complains(4, "`t.json`");
    assert_eq!(folder.text("t.json"), "mine");
}

#[test]
fn changed_rules_play_the_record_again() {
    let folder = folder("changed");
    folder.run_with("play a.rules --human all --save s.json", "3\n3\nq\n").prints("The game is saved");
    folder.file("a.rules", GAME.replace("0..10", "0..20").replace("= 10", "= 20").replace("<= 10", "<= 20"));
    folder.run_with("play --resume s.json", "3\n").prints("Total: 9");
    folder.file("a.rules", GAME.replace("1..3", "1..2"));
    folder.run_with("play --resume s.json", "").complains(1, "not-on-offer");
    folder.file("s.json", folder.text("s.json").replace("\"position\": \"", "\"position\": \"zz"));
    folder.run_with("play --resume s.json", "").complains(4, "no saved game");
}

#[test]
fn hostile_input() {
    let folder = folder("hostile-input");
    let long = "x".repeat(1 << 20);
    let ran =
        folder.run_with("play a.rules --seed 1", &format!("{long}\n\u{0}\n99999999999999999999\n-1\n? ?\ns\ns .\nq\n"));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn counting() {
    let folder = folder("counting");
    let ran = folder.run("simulate a.rules --games 200 --seed 5 --threads 1 --format json");
    let counts: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(counts["games"], 200);
    let wins = |seat: usize| counts["wins"][seat]["wins"].as_u64().expect("a number");
    assert_eq!(wins(0) + wins(1), 200);
    assert_eq!(ran.out, folder.run("simulate a.rules --games 200 --seed 5 --threads 2 --format json").out);
    folder.run("simulate a.rules --games 10").prints("10 games");
    folder.run("bench a.rules --seconds 0.05").prints("s of processor time");
    folder.run("bench a.rules --seconds 0.05 --format json").prints("\"stepsPerDecision\"");
}

/// Three decisions, the first of them forced; then all win, or after a roll of 2 play goes on for two more and nobody wins.
const COUNTED: &str = "game \"Counted\" doc \"Decide.\"
players 2
component Die { side : 1..2  make side = 1 }
zone cup : Die seen by all
phase play {
  for d in Die { move d to cup  roll d.side }
  turn of first p in players {
    choose { option \"only\" { } }
    choose k in 1..2 as \"{k}\"
    choose j in 1..3 as \"{j}\"
    if all d in Die : d.side = 1 { win players }
    repeat 2 { choose i in 1..4 as \"{i}\" }
  }
  win nobody
}
";

/// What is counted is what can be reckoned, whether machine code plays or, as few games are, the interpreter.
#[test]
fn what_is_counted_is_so() {
    let folder = folder("counted");
    folder.file("c.rules", COUNTED);
    let counts = |arguments: &str| -> serde_json::Value {
        let ran = folder.run(&format!("simulate c.rules --format json {arguments}"));
        serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{ran:?}"))
    };
    let mut apart = 0;
    for (games, seed) in [1, 2, 2, 2, 2, 3, 40].into_iter().zip(1..) {
        let counted = counts(&format!("--games {games} --seed {seed}"));
        let number = |key: &str| counted[key].as_u64().unwrap_or_else(|| panic!("{key} of {counted}"));
        let (short, long) = (number("shared"), number("nobody"));
        assert_eq!((number("games"), short + long, number("unfinished")), (games, games, 0), "{counted}");
        for seat in [0, 1] {
            assert_eq!(counted["wins"][seat]["wins"], short, "{counted}");
        }
        let lengths = &counted["decisions"];
        assert_eq!(lengths["min"], if short > 0 { 3 } else { 5 }, "{counted}");
        assert_eq!(lengths["max"], if long > 0 { 5 } else { 3 }, "{counted}");
        // Half of the games are no longer than that.
        assert_eq!(lengths["median"], if 2 * short >= games { 3 } else { 5 }, "{counted}");
        assert_eq!(lengths["mean"], (3 * short + 5 * long) as f64 / games as f64, "{counted}");
        let options = 5 * short + 13 * long;
        assert_eq!(counted["branching"], options as f64 / (2 * short + 4 * long) as f64, "{counted}");
        apart += u64::from(short == 1 && long == 1);
    }
    assert!(apart > 0, "no two games of different length");
    for most in 1..=6 {
        let all = [20, 40].map(|games| (games, counts(&format!("--games {games} --most {most} --seed 3"))));
        for (games, counted) in all {
            let unfinished = counted["unfinished"].as_u64().expect("a number");
            let known = match most {
                1 | 2 => unfinished == games,
                // Those of three decisions are over, those of five are longer.
                3 | 4 => unfinished > 0 && counted["shared"] == games - unfinished && counted["nobody"] == 0,
                _ => unfinished == 0,
            };
            assert!(known, "at most {most}: {counted}");
            assert!(counted["decisions"]["max"].as_u64().is_some_and(|max| max <= most), "{counted}");
        }
    }
    // A game of as many decisions as there may be is no longer than that, also if chance comes behind the last of them.
    let short = COUNTED.replace("1..2  make", "1..1  make");
    let rolled = short.replace("    if all d", "    for d in Die { roll d.side }\n    if all d");
    for text in [&short, &rolled] {
        folder.file("c.rules", text);
        for most in 2..=4 {
            for games in [20, 40] {
                let unfinished = counts(&format!("--games {games} --most {most}"))["unfinished"].clone();
                assert_eq!(unfinished, if most < 3 { games } else { 0 }, "at most {most} of {games}: {text}");
            }
        }
    }
}

/// What is printed meets the fault again, in the same game.
#[test]
fn a_fault_is_met_again_as_told() {
    let folder = folder("again");
    let rules =
        COUNTED.replace("1..2  make", "1..6  make").replace("repeat 2", "repeat 6 / (6 - (sum d in Die : d.side))");
    folder.file("c.rules", rules);
    let mut later = 0;
    for seed in 1..6 {
        let ran = folder.run(&format!("simulate c.rules --games 60 --seed {seed}"));
        assert_eq!(ran.code, 3, "{ran:?}");
        let again = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        let command = again.split("`rulehound ").nth(1).and_then(|rest| rest.split('`').next());
        let command = command.unwrap_or_else(|| panic!("{ran:?}")).to_owned();
        let once_more = folder.run(&command);
        assert_eq!(once_more.code, 3, "{command}: {once_more:?}");
        assert_eq!(once_more.err, ran.err, "{command}");
        later += u32::from(!command.contains("--games 1 "));
    }
    assert!(later > 0, "always the first game");
}

#[test]
fn faults_say_how_to_meet_them_again() {
    let folder = folder("fault");
    folder.file("b.rules", GAME.replace("\n    require total + n <= 10 else \"That would be more than ten.\"", ""));
    let ran = folder.run("simulate b.rules --games 50 --seed 1");
    ran.complains(3, "range-left");
    ran.complains(3, "--seed 1");
    folder.file("b.yaml", "game: b.rules\nsteps:\n  - Ann: add 3\n  - Ben: add 3\n  - Ann: add 3\n  - Ben: add 2\n");
    let ran = folder.run("run b.yaml");
    ran.complains(3, "range-left");
    ran.complains(3, "after this step");
}

#[test]
fn without_a_terminal_there_is_no_full_screen() {
    let folder = folder("full-in-a-pipe");
    let ran = folder.run_with("play a.rules --full --seed 1", "3\nq\n");
    assert!(ran.err.contains("there is no terminal for the full screen here"), "{ran:#?}");
    ran.prints("Up to Ten");
}
