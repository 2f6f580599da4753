//! Rules of any length that mean nothing, to see how work grows with a file.

use std::fmt::Write;

/// Clean rules of about so many bytes: chapters of types, tables, definitions, phases and rules, with variables, components, zones and
/// triggers in some of them. A mebibyte is within all limits.
pub fn rules(bytes: usize) -> String {
    let mut chapters = String::new();
    let mut play = String::new();
    let mut number = 0;
    while chapters.len() + play.len() < bytes.saturating_sub(HEADING.len() + 300) {
        number += 1;
        chapters += &CHAPTER.replace('@', &number.to_string());
        if number % 20 == 0 {
            chapters += &PIECES.replace('@', &number.to_string());
            let _ = writeln!(play, "    do rake_{number}(p)");
        }
        let _ = writeln!(play, "    do chapter_{number}(p)");
    }
    format!("{HEADING}{chapters}{PLAY}{play}{END}")
}

const HEADING: &str = r#"# Rules that mean nothing.

game "Nothing much" ref "made up" doc "Long rules of many small parts."
players 2

type Season = winter, spring, summer, autumn doc "The year."
var points of each player : 0..30000 seen by all = 0 doc "What the chapters bring."
var last : 0..99 seen by all = 0 doc "What the last chapter brought."
"#;

const CHAPTER: &str = r#"
# ---- chapter @ -------------------------------------------------------------------------------------------------------
type Wood_@ = oak_@, elm_@, ash_@, yew_@ doc "The trees of chapter @."

table worth_@(Wood_@, 1..8) ref "chapter @" doc "What the trees are worth in each of eight years." {
  oak_@ : 1 2 3 4 5 6 7 8
  elm_@ : 2 3 4 5 6 7 8 9
  ash_@ : 3 4 5 6 7 8 9 10
  yew_@ : 4 5 6 7 8 9 10 11
}
table height_@(1..12) ref "chapter @" doc "How high a tree is in each month, in feet." {
  1 : 10  2 : 10  3 : 11  4 : 12  5 : 14  6 : 17  7 : 19  8 : 20  9 : 21  10 : 21  11 : 22  12 : 22
}
setting years_@ : 1..8 = 3 ref "chapter @" doc "How many years count."

def worth_of_@(w: Wood_@, n: 1..8) ref "chapter @" doc "What a tree is worth in a year, and half of what it was worth in the first." =
  worth_@(w, n) + worth_@(w, 1) / 2
def dearest_@(n: 1..8) ref "chapter @" doc "What the best tree of a year is worth." =
  max w in Wood_@ where w != yew_@ or n > 2 : worth_of_@(w, n)
def bonus_@(oak_@) ref "chapter @" doc "What a tree brings besides." = 3
def bonus_@(w) = if w in {elm_@, ash_@} then 2 else 1
def grown_@(m: 1..12, n: 1..12) ref "chapter @" doc "How much a tree grows from one month to another, or nothing if it is the wrong way round." =
  if n > m then height_@(n) - height_@(m) else 0
def tall_@(w: Wood_@) ref "chapter @" doc "In how many months a tree is taller than it is worth." =
  count (each m in 1..12 where height_@(m) > worth_@(w, 8) + bonus_@(w))
def rivals_@(p: player) ref "chapter @" doc "Who has more points than p, and not twice as many." =
  each q in players where q.points > p.points and q.points <= 2 * p.points
def tallest_@ ref "chapter @" doc "The trees that are tall in most months." =
  each w in Wood_@ where all v in Wood_@ : tall_@(w) >= tall_@(v)
def forest_@(p: player) ref "chapter @" doc "What the whole forest would bring p." =
  (sum w in tallest_@, m in 1..11 where m mod 3 = 0 : grown_@(m, m + 1) * worth_of_@(w, 2)) - count rivals_@(p)

def more_@(w: Wood_@, n: 1..8) ref "chapter @" doc "What a tree brings in every other year, as a list of leaf counts would have it." =
  sum k in 1..n where k mod 2 = 1 : worth_@(w, k)
def seasons_@(winter) ref "chapter @" doc "Months of a season; the clauses of a rule are where long files are long." = 12
def seasons_@(spring) = height_@(3) + height_@(4) + height_@(5)
def seasons_@(summer) = height_@(6) + height_@(7) + height_@(8)
def seasons_@(autumn) = min(height_@(9), height_@(10)) + max(height_@(10), height_@(11))

phase chapter_@(p: player) ref "chapter @" doc "A tree is chosen, and the years bring what they bring." {
  choose w in Wood_@, n in 1..years_@ where worth_of_@(w, n) > 2
    as "{w} in year {n}"
    require worth_of_@(w, n) <= dearest_@(n) else "No tree may be worth more than {dearest_@(n)}."
  if none { leave chapter_@ }
  if (sum s in Season : seasons_@(s)) > 200 { set last = 0 }
  do harvest_@(p, w, n)
}

rule harvest_@(p: player, oak_@, n: 1..8) ref "chapter @" doc "Oaks bring what they are worth, and a little for every year." {
  set last = min(99, worth_of_@(oak_@, n) + n)
  set p.points = min(30000, p.points + last)
}
rule harvest_@(p, w, n) ref "chapter @" doc "All other trees bring what they are worth." {
  if more_@(w, n) > 20 and last < 50 or p.points = 0 {
    set p.points = min(30000, p.points + worth_of_@(w, n) + bonus_@(w))
    if forest_@(p) > 0 and w in tallest_@ { set p.points = max(1, p.points - tall_@(w)) }
  } else if more_@(w, n) > 10 and any q in rivals_@(p) : q.points > more_@(w, n) {
    set next(p).points = max(0, next(p).points - more_@(w, n))
  } else { set p.points = min(30000, p.points + 1) }
  set last = n
}
"#;

const PIECES: &str = r#"
component Leaf_@ of each player as "leaf of {tree}" doc "Leaves of chapter @." {
  tree : Wood_@
  year : 1..8
  make w in Wood_@ : tree = w, year = 2
}
zone heap_@ of each player : Leaf_@ seen by all ref "chapter @" doc "Leaves that have fallen."
var raked_@ of each player : 0..9 seen by all = 0 doc "How many leaves were raked."

rule rake_@(p: player) ref "chapter @" doc "Leaves fall, and one is raked." {
  for l in p.Leaf_@ { move l to p.heap_@ }
  may "rake a leaf" require p.raked_@ < 9 and count p.heap_@ > 0 else "Enough is raked." {
    choose l in p.heap_@ where l.year > 1 if none { leave rake_@ }
    move l to p.box
    set p.raked_@ += 1
  }
}
trigger raked_leaf_@ ref "chapter @" doc "Whoever rakes a leaf of an oak has a point more." after move l: Leaf_@ to b in {l.owner.box} where l.tree = oak_@
{ set l.owner.points = min(30000, l.owner.points + 1) }
"#;

const PLAY: &str = r#"
phase play ref "made up" doc "Everybody goes through chapter after chapter." {
  for p in players { turn of p {
"#;

const END: &str = r#"  } }
  win p in players by best p.points
}
"#;
