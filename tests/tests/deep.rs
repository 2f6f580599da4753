//! What comes back to itself: against a plain search on random nets, and stopped, saved and shown at any depth.

use std::fmt::Write as _;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Game, Log, Position, Seeded, Stop};
use rulehound_tests::documents::game;

fn loaded(text: &str) -> Game {
    let table = Table { players: vec!["Ann".into(), "Ben".into()], ..Table::default() };
    Game::load(game(text), &table).expect("a table")
}

/// A net of towns.
struct Net(Vec<(usize, usize)>);

impl Net {
    fn random(seed: u64) -> Self {
        let mut chance = Seeded::new(seed, 0);
        let roads = 3 + chance.below(8);
        Self((0..roads).map(|_| (chance.below(5), chance.below(5))).filter(|(a, b)| a != b).collect())
    }

    /// The longest way on from a town that takes no road twice.
    fn onward(&self, town: usize, gone: &mut Vec<bool>) -> usize {
        let mut longest = 0;
        for (at, (a, b)) in self.0.iter().enumerate() {
            if gone[at] || (*a != town && *b != town) {
                continue;
            }
            gone[at] = true;
            longest = longest.max(1 + self.onward(if *a == town { *b } else { *a }, gone));
            gone[at] = false;
        }
        longest
    }

    fn longest(&self) -> usize {
        (0..5).map(|town| self.onward(town, &mut vec![false; self.0.len()])).max().unwrap_or(0)
    }

    /// The same asked of rules: the game waits where its longest way is chosen.
    fn rules(&self) -> String {
        let mut roads = String::new();
        for (at, (a, b)) in self.0.iter().enumerate() {
            let _ = write!(roads, " {a} {b} {}", 1 << at);
        }
        let most = (1 << self.0.len()) - 1;
        format!(
            "game \"Net\"\nplayers 2\ncomponent Road {{ a : 0..4  b : 0..4  sign : 1..1024\n  make a, b, sign {{{roads} }} }}\n\
             def onward(c: 0..4, gone: 0..{most}) deep 11 =\n  max r in Road where c in {{r.a, r.b}} and gone / r.sign mod 2 = 0 :\n\
             1 + onward(r.a + r.b - c, gone + r.sign) else 0\n\
             phase play {{ for p in players {{ turn of p {{ choose n in 1..(max c in 0..4 : onward(c, 0)) if none {{ win nobody }} }} }}  win nobody }}\n"
        )
    }
}

#[test]
fn the_longest_way_is_that_of_a_plain_search() {
    let mut lengths = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let net = Net::random(seed);
        if net.0.is_empty() {
            continue;
        }
        let position = loaded(&net.rules()).start(&mut Log::silent()).expect("it starts");
        let found = position.count(0).expect("a choice");
        assert_eq!(found, net.longest(), "{:?}", net.0);
        lengths.insert(found);
    }
    assert!(lengths.len() > 6, "{lengths:?}");
}

/// Whoever plays a number may play so many numbers more.
const NUMBERS: &str = "game \"Numbers\"\nplayers 2\nvar n of each player : 0..200 seen by all = 0\nvar last : 0..3 seen by all = 0\n\
    rule once_more(p: player, k: 0..3) deep 6 {\n  repeat k {\n    choose m in 0..2 where m < k as \"{m} within {k}\"\n\
    set p.n += m\n    do once_more(p, m)\n    set last = k\n  }\n}\n\
    phase play {\n  repeat 3 { for p in players { turn of p { do once_more(p, 3) } } }\n  win p in players by best p.n\n}\n";

/// How the game goes on with answers by lot: the texts on offer, stop by stop.
fn course(mut position: Position, seed: u64) -> Vec<String> {
    let mut chance = Seeded::new(seed, 0);
    let mut told = Vec::new();
    while position.stop() == Stop::Decision {
        let seat = position.deciders()[0];
        let count = position.count(seat).expect("no fault");
        let chosen = chance.below(count);
        let offer = position.offer(seat).expect("no fault").expect("it decides");
        told.push(offer.options[chosen].text.clone());
        position.apply(seat, chosen, &mut Log::silent()).expect("no fault");
    }
    told
}

#[test]
fn a_game_is_saved_and_goes_on_at_any_depth() {
    let game = loaded(NUMBERS);
    let mut deepest = 0;
    for seed in 0..20 {
        let mut chance = Seeded::new(seed, 1);
        let mut position = game.start(&mut Log::silent()).expect("it starts");
        while position.stop() == Stop::Decision {
            deepest = deepest.max(position.running().len());
            assert!(position.view(position.viewer(1).expect("a seat")).is_ok());
            let resumed = game.restore(&position.save()).expect("a save");
            assert!(resumed.is_same(&position));
            assert_eq!(course(resumed, seed), course(position.clone(), seed));
            let seat = position.deciders()[0];
            let count = position.count(seat).expect("no fault");
            position.apply(seat, chance.below(count), &mut Log::silent()).expect("no fault");
        }
    }
    assert!(deepest >= 4, "{deepest}");
}

#[test]
fn what_is_running_bears_the_name_of_its_rule() {
    let game = loaded(NUMBERS);
    let mut position = game.start(&mut Log::silent()).expect("it starts");
    for _ in 0..2 {
        let count = position.count(0).expect("no fault");
        position.apply(0, count - 1, &mut Log::silent()).expect("no fault");
    }
    let model = &game.instance().model;
    let names: Vec<&str> = position.running().into_iter().map(|id| model.runnables[id.index()].name.as_str()).collect();
    assert_eq!(names.iter().filter(|name| **name == "once_more").count(), 3, "{names:?}");
}

/// The fault names the rule and where it says how deep.
#[test]
fn going_deeper_is_a_fault_that_names_the_rule() {
    let text = NUMBERS.replace("where m < k", "").replace("choose m in 0..2", "choose m in 1..2");
    let game = loaded(&text);
    let mut position = game.start(&mut Log::silent()).expect("it starts");
    let fault = loop {
        if let Err(fault) = position.apply(0, 0, &mut Log::silent()) {
            break fault;
        }
    };
    let fault = format!("{fault:?}");
    assert!(fault.contains("too-deep") && fault.contains("`once_more` goes more than 6 deep"), "{fault}");
}
