//! Small games that nobody wrote, every construct beside every other: printed, checked, documented and played by the reference, the
//! interpreter and machine code side by side; what is hidden stays hidden, what is seen is shown.
//!
//! More of them: `cargo run --example generated -- SEED FIRST COUNT`, with `shrink` behind it to make what is found small.

use std::collections::BTreeSet;

use rulehound_grammar::parse;
use rulehound_grammar::span::FileId;
use rulehound_tests::generated::{CONSTRUCTS, Length, Tally, careful_trial, census, files, rules};
use rulehound_tests::parallel::in_parallel;

/// How many games are tried here, and how many one after the other.
const GAMES: u64 = 200;
const AT_ONCE: u64 = 5;

/// One of so many is turned into machine code, too.
const FOR_MACHINE_CODE: u64 = 5;

#[test]
fn generated_games_are_played_alike_by_all_and_keep_their_secrets() {
    let parts = in_parallel(usize::try_from(GAMES / AT_ONCE).expect("few"), |part| {
        let first = part as u64 * AT_ONCE;
        tried(first..first + AT_ONCE)
    });
    let mut troubles = Vec::new();
    let (mut refused, mut games, mut free, mut decisions, mut hidden, mut stops, mut pasted) = (0, 0, 0, 0, 0, 0, 0);
    let mut judged = [0; 4];
    for (tally, found) in parts {
        troubles.extend(found);
        refused += tally.refused.values().sum::<usize>();
        games += tally.games;
        free += tally.free;
        decisions += tally.decisions;
        hidden += tally.hidden;
        stops += tally.stops;
        pasted += tally.pasted;
        let found = tally.judged;
        for (sum, one) in judged.iter_mut().zip([found.hidden, found.known, found.exchanged, found.told]) {
            *sum += one;
        }
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
    // Nearly all pass the checker, most decisions offer something, and at most stops something is hidden: else little is tried.
    assert!(10 * refused <= games, "{refused} of {games} games are refused");
    assert!(2 * free >= decisions && decisions >= games, "{free} of {decisions} decisions of {games} games are free");
    assert!(3 * hidden >= stops, "at {hidden} of {stops} stops something is hidden");
    assert!(pasted >= games, "{pasted} positions of {games} games are printed and pasted");
    let [changes, shown, exchanged, told] = judged;
    assert!(
        changes >= stops && shown >= stops,
        "{changes} hidden and {shown} open changes were tried at {stops} stops"
    );
    assert!(10 * exchanged >= stops && 10 * told >= stops, "{exchanged} exchanges, {told} tidings at {stops} stops");
}

fn tried(numbers: std::ops::Range<u64>) -> (Tally, Vec<String>) {
    let mut tally = Tally::default();
    let mut troubles = Vec::new();
    for number in numbers {
        let length = Length { streams: 1, stops: 20, machine_code: number % FOR_MACHINE_CODE == 0 };
        if let Err(trouble) = careful_trial(&rules(2, number), length, &mut tally) {
            troubles.push(format!("game {number} of seed 2: {}: {}", trouble.sort, trouble.told));
        }
    }
    (tally, troubles)
}

/// Who is on turn may take one of two things that look alike to them, and that are. Were they not, it would be a fault.
const LOOK_ALIKES: &str = r#"game "Offered twins"
players 2
type Mood = calm < sleepy
component Pawn { tone : Mood seen by nobody  make 2 of tone = calm }
zone hand of each player : Pawn seen by owner
var looker : player or none seen by all = none

rule wake(c: Pawn) { set c.tone = sleepy }

phase play {
  for p in players { move 2 Pawn from box to p.hand }
  repeat 3 {
    for p in players {
      turn of p { choose { option "go" { } option c in p.hand { } } }
    }
  }
  if count box > 0 { do wake(first c in Pawn) }
  win nobody
}
"#;

/// Of two positions that differ in what is hidden from all, the fault about two things that only look alike may be met in one alone.
#[test]
fn a_fault_over_look_alikes_is_no_view() {
    let mut tally = Tally::default();
    let length = Length { streams: 1, stops: 20, machine_code: true };
    careful_trial(LOOK_ALIKES, length, &mut tally)
        .unwrap_or_else(|trouble| panic!("{}: {}", trouble.sort, trouble.told));
    assert!(tally.judged.hidden > 10, "{tally:?}");
}

/// Two cards come to look the same by a roll, and only one of them bears something.
const ALIKE_BY_A_ROLL: &str = r#"game "Alike by a roll"
players 2
component Card { dots : 1..3  make n in 1..3 : dots = n }
component Bead of each player
zone hand : Card seen by nobody
zone row of each Card : Bead seen by all

rule act { for c in hand { roll c.dots } }

phase play {
  move each c in Card to hand
  for c in Card { for b in Bead { move b to c.row } }
  for p in players { do act }
  for p in players { do act }
  win nobody
}
"#;

/// Which of those that look the same is meant is told by a number, which means the same one where it is pasted.
#[test]
fn what_came_to_look_the_same_is_pasted_as_it_was() {
    let mut tally = Tally::default();
    let length = Length { streams: 12, stops: 20, machine_code: false };
    careful_trial(ALIKE_BY_A_ROLL, length, &mut tally)
        .unwrap_or_else(|trouble| panic!("{}: {}", trouble.sort, trouble.told));
    assert!(tally.pasted > 0, "{tally:?}");
}

/// The same number gives the same rules, and other numbers give others.
#[test]
fn a_number_gives_one_game() {
    let all: BTreeSet<String> = (0..50).map(|number| rules(7, number)).collect();
    assert_eq!(all.len(), 50);
    assert_eq!(rules(7, 3), rules(7, 3));
}

/// Every construct of the language stands in one of the first games at least: what is never written is never tried.
#[test]
fn every_construct_is_generated() {
    let mut found = BTreeSet::new();
    for number in 0..250 {
        let text = rules(2, number);
        for file in files(&text) {
            found.extend(census(&parse(FileId(0), file).file));
        }
    }
    let unknown: Vec<_> = found.iter().filter(|construct| !CONSTRUCTS.contains(construct)).collect();
    assert!(unknown.is_empty(), "not in the list of constructs: {unknown:?}");
    let missing: Vec<_> = CONSTRUCTS.iter().filter(|one| !found.contains(*one)).collect();
    assert!(missing.is_empty(), "no game uses {missing:?}");
}
