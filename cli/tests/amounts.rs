//! At the keyboard: numbers that are amounts, beside options that have numbers of their own.

use crate::tool::Folder;

const BIDS: &str = "\
game \"Bids\"
players Ann, Ben

var bid : 0..99 seen by all = 1

phase play {
  repeat turn of p in players {
    choose {
      option n in bid + 1..15 as \"bid {n}\" { set bid = n }
      option \"give up\" { win next(p, 1) }
      option \"call\" { win p }
    }
  }
}
";

#[test]
fn what_would_have_the_number_of_an_amount_has_none() {
    let folder = Folder::new("amounts-beside");
    folder.file("bids.rules", BIDS);
    let ran = folder.run_with("play bids.rules --human all --seed 1", "15\n2\ncall\n");
    // Of sixteen options the fifteenth would be 15, and the sixteenth is no amount.
    ran.prints("  bid 2, bid 3 … bid 15: type the number\n  give up: type the words\n  16. call\n");
    ran.prints("Ann: bid 15");
    // Where nothing is bid any more, numbers are those of options.
    ran.prints("  1. give up\n  2. call\n");
    let ran = folder.run_with("play bids.rules --human all --seed 1", "give\nq\n");
    ran.prints("Ann: give up");
    // What has no words cannot be typed.
    folder.file("bids.rules", BIDS.replace("give up", ""));
    folder.run_with("play bids.rules --human all --seed 1", "15\n15\n").prints("The game is over: Ben wins.");
}

#[test]
fn many_options_beside_amounts_keep_their_numbers_and_are_asked_back_about() {
    let folder = Folder::new("amounts-many");
    let many: String = (1..=7).map(|one| format!("      option \"take number {one}\" {{ win p }}\n")).collect();
    let first = BIDS.find("      option n").expect("it bids");
    let last = first + BIDS.get(first..).and_then(|text| text.find('\n')).expect("a line") + 1;
    // What is bid stands behind the others, so that these have small numbers.
    let line = BIDS.get(first..last).expect("a line");
    let behind = BIDS
        .replace(line, "")
        .replace("option \"call\" { win p }\n", &format!("option \"call\" {{ win p }}\n{many}{line}"));
    folder.file("behind.rules", behind);
    let ran = folder.run_with("play behind.rules --human all --seed 1", "4\n4\n");
    ran.prints("  4. take number 2\n");
    ran.prints("That can be `take number 2`, which is number 4, or `bid 4`.");
    ran.prints("Ann: take number 2");
}
