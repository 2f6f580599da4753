//! How near everybody is to winning, as bots see it: half of the nuts, four of six dogs.

use std::path::Path;

use rulehound_bots::{Bot, Budget};
use rulehound_interpreter::cells::Notes;
use rulehound_interpreter::play::{Game, Goals, Knowledge, Log, NEAREST, Position, Seeded, Stop};
use rulehound_tests::load::{game_for, load, load_text};

/// A game in which nobody decides anything, with this last rule.
fn rules(declared: &str, play: &str, last: &str) -> String {
    format!(
        "game \"Nuts\"\nplayers Ann, Ben\ncomponent Nut {{ make 9 of }}\nzone bowl of each player : Nut seen by all\n\
         var taken of each player : 0..20 seen by all = 0\nvar round : 0..9 seen by all = 0\n{declared}\n\
         phase play {{\n  {play}\n  turn of Ann {{\n    choose n in 1..2 as \"{{n}}\"\n    {last}\n  }}\n}}\n"
    )
}

fn game(text: &str) -> Game {
    game_for(load_text(text).unwrap_or_else(|errors| panic!("{text}\n{errors}")), 2)
}

fn near(game: &Game, position: &Position) -> Option<Vec<i64>> {
    Goals::of(game).map(|goals| goals.nearness(&position.cells(), position.notes()))
}

/// How near everybody is at the first decision.
fn at_first(declared: &str, play: &str, last: &str) -> Option<Vec<i64>> {
    let game = game(&rules(declared, play, last));
    let position = game.start(&mut Log::silent()).expect("it begins");
    near(&game, &position)
}

#[test]
fn numbers_say_how_far_they_have_come() {
    let play = "move 3 Nut from box to Ann.bowl  move 1 Nut from box to Ben.bowl  set Ann.taken = 12";
    let cases: [(&str, [i64; 2]); 14] = [
        ("for p in players where count p.bowl >= 4 { win p }", [750, 250]),
        ("for p in players where count p.bowl = 4 { win p }", [750, 250]),
        ("for p in players where count p.bowl > 3 { win p }", [750, 250]),
        ("for p in players where count p.bowl < 1 { win p }", [0, 0]),
        ("for p in players where count p.bowl <= 1 { win p }", [333, 1_000]),
        ("for p in players where not count p.bowl < 4 { win p }", [750, 250]),
        ("for p in players where 4 <= count p.bowl { win p }", [750, 250]),
        // Of two that must hold the mean, of two of which one will do the better one.
        ("for p in players where count p.bowl >= 4 and p.taken >= 16 { win p }", [750, 125]),
        ("for p in players where count p.bowl >= 4 or p.taken >= 16 { win p }", [750, 250]),
        ("for p in players { if count p.bowl >= 4 { if p.taken >= 16 { win p } } }", [750, 125]),
        ("for p in players where all q in players : count q.bowl >= 4 { win p }", [500, 500]),
        ("for p in players where any q in players : count q.bowl >= 4 { win p }", [750, 750]),
        // Whoever wins by what another has lost.
        ("for p in players where count p.bowl >= 4 { win other(p) }", [250, 750]),
        ("for p in players where full(p) { win {p, other(p)} }", [750, 750]),
    ];
    for (last, wanted) in cases {
        let declared = "def full(p: player) = count p.bowl >= 4";
        assert_eq!(at_first(declared, play, last).as_deref(), Some(&wanted[..]), "{last}");
    }
}

#[test]
fn what_cannot_be_asked_of_any_position_is_no_goal() {
    let none = [
        "win Ann",
        "win p in players by best p.taken",
        // What is chosen is known only behind the choice.
        "for p in players where p.taken = n { win p }",
        "if n = 1 { win nobody }",
        "if round = 9 { set round = 0 }",
    ];
    for last in none {
        assert_eq!(at_first("", "", last), None, "{last}");
    }
}

#[test]
fn what_holds_or_does_not_is_all_or_nothing() {
    let place = "for p in players where (any m in Nut : m.place = p.bowl) { win p }";
    assert_eq!(at_first("", "move 1 Nut from box to Ben.bowl", place), Some(vec![0, 1_000]));
    // By a trigger, beside another condition that cannot be asked here.
    let trigger = "trigger enough when p in players : count p.bowl >= 6\n{ win p }";
    assert_eq!(at_first(trigger, "move 3 Nut from box to Ann.bowl", "set round = 1"), Some(vec![500, 0]));
    // A condition that fails here is far from holding, and nothing else comes of it.
    let fails = "for p in players where 6 / round > 2 { win p }";
    assert_eq!(at_first("", "", fails), Some(vec![0, 0]));
    let guarded = "for p in players where count p.bowl >= 2 and 6 / round > 2 { win p }";
    assert_eq!(at_first("", "move 1 Nut from box to Ann.bowl", guarded), Some(vec![250, 0]));
}

/// A lock with so many pins, each of which is set by one of two turns of the key: random keys open one in thousands.
const LOCK: &str = "game \"Lock\"\nplayers 1\nvar pins of each player : 0..12 seen by all = 0\n\
    table right(1..12) { 1 : 1  2 : 2  3 : 2  4 : 1  5 : 2  6 : 1  7 : 1  8 : 1  9 : 2  10 : 2  11 : 1  12 : 2 }\n\
    phase play {\n  for pin in 1..12 { for p in players { do turns(p, pin) } }\n  win nobody\n}\n\
    rule turns(p: player, pin: 1..12) {\n  turn of p {\n    choose n in 1..2 as \"turn {n}\"\n    \
    if n = right(pin) { set p.pins += 1 }\n    if p.pins = 12 { win p }\n  }\n}\n";

#[test]
fn a_lock_that_random_keys_never_open_is_opened() {
    let game = game_for(load_text(LOCK).unwrap_or_else(|errors| panic!("{errors}")), 1);
    let mut bot = Bot::interpreting(&game);
    assert!(!bot.breaks_off(), "it is short");
    for seed in 0..5 {
        let mut position = game.start(&mut Log::silent()).expect("it begins");
        let mut near = 0;
        while position.stop() == Stop::Decision {
            let known = Knowledge::of(&position, 0, None).expect("a seat").expect("it decides");
            let thought = bot.think(&known, seed, &mut Budget::new(150, &mut || true));
            near += usize::from(thought.by_nearness);
            position.apply(0, thought.option, &mut Log::silent()).expect("an answer");
        }
        assert_eq!(position.outcome().expect("it is over").winners(), [0], "seed {seed}");
        // Close to the end what is won and what is not is seen by itself.
        assert!((4..12).contains(&near), "{near} of 12 decisions by nearness");
    }
}

#[test]
fn the_same_seed_gives_the_same_choice_by_nearness() {
    let game = game_for(load_text(LOCK).unwrap_or_else(|errors| panic!("{errors}")), 1);
    let position = game.start(&mut Log::silent()).expect("it begins");
    let known = Knowledge::of(&position, 0, None).expect("a seat").expect("it decides");
    let think = || Bot::interpreting(&game).think(&known, 5, &mut Budget::new(400, &mut || true));
    assert_eq!(think(), think());
    // What one option is worth can be compared with what another is: by ends alone, which tell nothing here.
    let mut bot = Bot::interpreting(&game);
    let alone = |option: usize| bot.consider(&known, option, 5, &mut Budget::new(100, &mut || true)).expect("tried");
    let values: Vec<u32> = (0..2).map(alone).map(|it| it.value).collect();
    assert_eq!(values, [0, 0]);
}

/// In which games imagined ones are broken off: those that are won by rank, and those that last long at random while somebody comes nearer.
#[test]
fn long_games_are_broken_off() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cases = [
        ("games/spots.rules", 2, true),
        ("games/black-dog.rules", 4, true),
        ("games/greyhounds.rules", 3, true),
        ("examples/classics/ludo.rules", 4, true),
        // Several games, of which each may bring points.
        ("games/backgammon.rules", 2, true),
        ("games/hot-dog.rules", 2, false),
        ("examples/classics/four-in-a-row.rules", 2, false),
        ("examples/classics/hex-small.rules", 2, false),
        ("examples/classics/pig.rules", 2, false),
        ("examples/classics/english-draughts.rules", 2, false),
    ];
    for (file, players, wanted) in cases {
        let game = game_for(load(&root.join(file)).unwrap_or_else(|errors| panic!("{errors}")), players);
        assert_eq!(Bot::new(&game).breaks_off(), wanted, "{file}");
    }
}

/// Wherever random games lead, nobody is nearer than who has won, and asking changes nothing.
#[test]
fn nobody_is_nearer_than_the_winner() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics");
    let mut ends = 0;
    for (name, players) in [("four-in-a-row", 2), ("pig", 2), ("climbers", 3), ("hex-small", 2)] {
        let path = root.join(name).with_extension("rules");
        let game = game_for(load(&path).unwrap_or_else(|errors| panic!("{errors}")), players);
        let goals = Goals::of(&game).unwrap_or_else(|| panic!("{name} has goals"));
        for seed in 0..4 {
            let mut random = Seeded::new(seed, 7);
            let mut position = game.start(&mut Log::silent()).expect("it begins");
            while position.stop() != Stop::Over {
                let near = goals.nearness(&position.cells(), &Notes::default());
                assert!(near.iter().all(|near| (0..=NEAREST).contains(near)), "{name}: {near:?}");
                let silent = &mut Log::silent();
                if position.stop() == Stop::Chance {
                    position.resolve(random.pick_weight(&position.weights()), silent).expect("chance");
                } else {
                    let seat = position.deciders()[0];
                    let count = position.count(seat).expect("a decision");
                    position.apply(seat, random.below(count), silent).expect("an answer");
                }
            }
            let near = goals.nearness(&position.cells(), &Notes::default());
            let winners = position.outcome().expect("it is over").winners();
            assert!(winners.iter().all(|seat| near[*seat] == NEAREST), "{name}: {near:?}, won by {winners:?}");
            ends += winners.len();
        }
    }
    assert!(ends >= 12, "{ends} games were won");
}
