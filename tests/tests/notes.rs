//! Positions that were noted belong to the game: to copies and saves of it, to what bots imagine, and to what is the same.

use rulehound_interpreter::cells::Notes;
use rulehound_interpreter::hash::hash;
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Bounds, Game, Knowledge, Log, Ply, Position, Seeded, Stop, Viewer, perft};
use rulehound_native::{Entry, Native, Passes};
use rulehound_tests::documents::{folder, game};
use rulehound_tests::load::load;

/// Otters swim round four shores; nothing may come back.
const OTTERS: &str = "game \"Otters\"\nplayers 2\ncomponent Otter of each player\nring pond 1..4\n\
    phase play {\n  for p in players { move p.Otter to pond(seat(p)) }\n  note position\n\
    repeat turn of p in players {\n    plan {\n      choose k in 1..3\n      move p.Otter to ahead(p.Otter.place, k)\n\
    require noted = 0\n    } if none { win other(p) }\n    note position\n  }\n}\n";

/// Two beads change places, and so do two lamps; a name may hold a bead, a trigger looks at each lamp.
const ALIKE: &str = "game \"Alike\"\nplayers 2\ncomponent Bead { make 2 of }\ncomponent Lamp { make 2 of }\n\
    zone left : Bead, Lamp seen by all\nzone right : Bead, Lamp seen by all\n\
    var held : Bead or none seen by all = none\n\
    var exchanged : 0..9 seen by all = 0 untold\nvar elsewhere : 0..9 seen by all = 0 untold\n\
    var again : 0..9 seen by all = 0 untold\n\
    trigger lit when l in Lamp : l.place = left { }\n\
    rule exchange { swap first b in Bead where b.place = left, first c in Bead where c.place = right\n\
      swap first l in Lamp where l.place = left, first m in Lamp where m.place = right }\n\
    phase play {\n  move first b in Bead to left  move first b in Bead where b.place != left to right\n\
      move first l in Lamp to left  move first l in Lamp where l.place != left to right\n\
      note position  do exchange  set exchanged = noted\n\
      set held = first b in Bead where b.place = left  note position  do exchange  set elsewhere = noted\n\
      set held = first b in Bead where b.place = left  set again = noted\n\
      turn of first p in players { choose n in 1..2 }\n  win nobody\n}\n";

fn otters() -> Game {
    named(OTTERS)
}

fn named(text: &str) -> Game {
    Game::load(game(text), &Table { players: vec!["Ann".into(), "Ben".into()], ..Table::default() }).expect("a table")
}

/// Random moves; how many are open to whoever decides, stop by stop.
fn course(mut position: Position, seed: u64) -> Vec<usize> {
    let mut chance = Seeded::new(seed, 0);
    let mut counts = Vec::new();
    while position.stop() == Stop::Decision {
        let seat = position.deciders()[0];
        let count = position.count(seat).expect("no fault");
        counts.push(count);
        position.apply(seat, chance.below(count), &mut Log::silent()).expect("no fault");
    }
    counts
}

fn walked(game: &Game, answers: usize, seed: u64) -> Option<Position> {
    let mut chance = Seeded::new(seed, 1);
    let mut position = game.start(&mut Log::silent()).expect("it starts");
    for _ in 0..answers {
        let seat = *position.deciders().first()?;
        let count = position.count(seat).expect("no fault");
        position.apply(seat, chance.below(count), &mut Log::silent()).expect("no fault");
    }
    (position.stop() == Stop::Decision).then_some(position)
}

#[test]
fn a_resumed_game_remembers_what_was_noted() {
    let game = otters();
    let mut compared = 0;
    for seed in 0..40 {
        let Some(position) = walked(&game, 7, seed) else { continue };
        assert_eq!(position.notes().hashes().count(), 8);
        let saved = position.save();
        let resumed = game.restore(&saved).expect("a save");
        assert_eq!((resumed.save(), resumed.notes()), (saved.clone(), position.notes()));
        assert!(resumed.is_same(&position));
        assert_eq!(course(resumed, seed), course(position.clone(), seed));
        // Without what was noted it is no save of this game, since its cells say how much that was.
        let mut cut = saved[..saved.len() - 8 - 16].to_vec();
        cut.extend(hash(&cut).to_le_bytes());
        assert!(game.restore(&cut).is_err(), "a note is missing");
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

/// At the table nobody can tell which of two like things lies where, though a name may hold one of them; what it holds can be told.
#[test]
fn what_only_its_number_tells_apart_counts_as_the_same_even_if_a_name_may_hold_it() {
    let position = named(ALIKE).start(&mut Log::silent()).expect("it starts");
    let variables = position.view(Viewer::All).expect("a viewer").variables;
    let found = |name: &str| variables.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
    assert_eq!(["exchanged", "elsewhere", "again"].map(found), [Some("1"), Some("0"), Some("1")]);
}

/// What was noted is of no use where other things belong to a position than before.
#[test]
fn rules_under_which_something_else_is_noted_forget_what_was_noted() {
    let position = named(ALIKE).start(&mut Log::silent()).expect("it starts");
    let kept = |text: &str| named(text).transplant(&position).expect("it goes on").notes().clone();
    assert_eq!(position.notes().hashes().count(), 2);
    assert_eq!(kept(&ALIKE.replace("choose n in 1..2", "choose n in 1..3")), *position.notes());
    assert_eq!(
        kept(&ALIKE.replace("again : 0..9 seen by all = 0 untold", "again : 0..9 seen by all = 0")),
        Notes::default()
    );
}

#[test]
fn saves_of_the_format_before_are_read() {
    let path = folder("examples/classics").join("tic-tac-toe.rules");
    let game = Game::load(load(&path).expect("a game"), &Table::default()).expect("a table");
    let mut position = game.start(&mut Log::silent()).expect("it starts");
    position.apply(0, 4, &mut Log::silent()).expect("a move");
    let saved = position.save();
    assert_eq!(game.restore(&in_format(2, &saved)).expect("a save of before").save(), saved);
}

/// Their notes cannot be compared with those of today, so that an earlier position would not be known again.
#[test]
fn saves_of_a_format_with_other_notes_are_refused_where_something_was_noted() {
    let game = otters();
    let mut position = game.start(&mut Log::silent()).expect("it starts");
    position.apply(0, 0, &mut Log::silent()).expect("a way");
    let saved = position.save();
    let told = game.restore(&in_format(3, &saved)).expect_err("it is not read");
    assert!(told.contains("by an earlier version"), "{told}");
    // Otters are told apart as before.
    assert_eq!(game.restore(&in_format(4, &saved)).expect("a save of before").save(), saved);
    let game = named(ALIKE);
    let position = game.start(&mut Log::silent()).expect("it starts");
    let told = game.restore(&in_format(4, &position.save())).expect_err("it is not read");
    assert!(told.contains("by an earlier version"), "{told}");
}

/// A save as an earlier format had it.
fn in_format(number: u8, saved: &[u8]) -> Vec<u8> {
    let mut before = [b"RULEHND", [number].as_slice(), &saved[8..saved.len() - 8]].concat();
    before.extend(hash(&before).to_le_bytes());
    before
}

#[test]
fn what_bots_imagine_goes_on_from_what_was_noted() {
    let game = otters();
    let mut player = Native::with(&game, &Passes::default(), Entry::Stops).expect("machine code").player().expect("it");
    for seed in 0..20 {
        let Some(position) = walked(&game, 6, seed) else { continue };
        let seat = position.deciders()[0];
        let known = Knowledge::of(&position, seat, None).expect("no fault").expect("it decides");
        let world = known.world(&mut Seeded::new(seed, 2), false);
        let imagined = game.position_of(&world, known.notes()).expect("a position");
        assert_eq!(course(imagined, seed), course(position.clone(), seed));
        player.load(&world, known.notes()).expect("it goes on");
        assert_eq!(player.count(seat), Ok(position.count(seat).expect("no fault")));
    }
}

/// The otters at the same shores by other ways: the same cells, another game.
#[test]
fn positions_that_differ_in_what_was_noted_are_not_the_same_but_lie_at_one_end() {
    let game = otters();
    let start = game.start(&mut Log::silent()).expect("it starts");
    let after = |ways: [usize; 4]| {
        let mut position = start.clone();
        for (turn, option) in ways.into_iter().enumerate() {
            position.apply(turn % 2, option, &mut Log::silent()).expect("a way");
        }
        position
    };
    // One and two shores on, or two and one: the same place, by others.
    let (one, other) = (after([0, 0, 1, 1]), after([1, 1, 0, 0]));
    assert_eq!(one.declared(), other.declared());
    assert!(!one.is_same(&other));
    let found = perft(&start, Bounds { depth: Some(4), ply: Ply::Turn, most: 100_000 }).expect("not many");
    assert_eq!(found.ends.len(), found.plies[4].positions);
    assert!(found.plies[4].paths > 60 && found.plies[4].positions <= 16, "{:?}", found.plies[4]);
}

/// Chess keeps no boards in its cells, so positions are small and those of the first moves as few as chess has.
#[test]
fn the_history_of_chess_is_no_part_of_its_positions() {
    let path = folder("examples/classics").join("chess.rules");
    let game = Game::load(load(&path).expect("a game"), &Table::default()).expect("a table");
    let start = game.start(&mut Log::silent()).expect("it starts");
    let found = perft(&start, Bounds { depth: Some(3), ply: Ply::Turn, most: 300_000 }).expect("not many");
    assert_eq!((found.plies[3].paths, found.plies[3].positions), (8_902, 6_482));
    assert!(found.ends.iter().all(|end| end.bytes() < 256), "small");
}
