//! BLACK DOG: nobody learns of another's hand, of the stack, or of a card that is passed, before it is played or received.

use std::path::Path;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::{AreaId, KindId, PlaceClass, RunnableId};
use rulehound_interpreter::play::{Game, Log, Position, Seeded, Setup, Stop};
use rulehound_tests::load::load;
use rulehound_tests::secrecy::{shown, told, until};

const CARDS_IN_HAND: usize = 5;

fn game(players: usize) -> Game {
    let file = if players == 4 { "black-dog.rules" } else { "black-dog-alone.rules" };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(file);
    let model = load(&path).expect("the game passes the checker");
    Game::load(model, &Table { players: default_names(players), ..Table::default() }).expect("the table fits")
}

/// The first place of this name.
fn place(game: &Game, name: &str) -> i32 {
    let area = game.instance().model.areas.iter().position(|area| area.name == name).expect("a place of this name");
    game.instance().classes[&PlaceClass::Area(AreaId::from(area))].start
}

fn kind(game: &Game, name: &str) -> KindId {
    KindId::from(game.instance().model.kinds.iter().position(|kind| kind.name == name).expect("a kind"))
}

/// All cards, shuffled: the hands one after the other, then the stack.
fn some_cards(game: &Game, chance: &mut Seeded) -> Vec<i32> {
    let mut rest: Vec<i32> = game.instance().kinds[kind(game, "Card").index()].clone().collect();
    let mut cards = Vec::new();
    while !rest.is_empty() {
        cards.push(rest.swap_remove(chance.below(rest.len())));
    }
    cards
}

/// One seat's turn with these cards dealt, two pawns of each colour on the track, and what was told until somebody decides.
fn turn(game: &Game, seat: usize, cards: &[i32]) -> (Position, Log) {
    let instance = game.instance();
    let players = instance.seats();
    let (hand, deck, path, waiting) =
        (place(game, "hand"), place(game, "deck"), place(game, "path"), place(game, "waiting"));
    let held = cards.iter().enumerate().map(|(at, card)| {
        let owner = at / CARDS_IN_HAND;
        (*card, if owner < players { hand + owner as i32 } else { deck })
    });
    let mut components: Vec<(i32, i32)> = held.collect();
    components.push((instance.kinds[kind(game, "BlackDog").index()].start, path + 39));
    for of in 0..players as i32 {
        let places = [path + 3 + 16 * of, path + 9 + 16 * of].into_iter().chain(std::iter::repeat(waiting + of));
        components.extend(instance.owned(kind(game, "Pawn"), of).zip(places));
    }
    let turn = instance.model.runnables.iter().position(|it| it.name == "take_turn").expect("turns");
    let run = Some((RunnableId::from(turn), vec![seat as i32]));
    let mut log = Log::new();
    let position = game.start_from(&Setup { run, components, ..Setup::default() }, &mut log).expect("a turn begins");
    (position, log)
}

/// Whether each seat is shown and told the same in two games.
fn alike(one: &(Position, Log), other: &(Position, Log)) -> Vec<bool> {
    let seats = one.0.game().instance().seats();
    let same =
        |seat| shown(&one.0, seat) == shown(&other.0, seat) && told(&one.1, seat, seats) == told(&other.1, seat, seats);
    (0..seats).map(same).collect()
}

/// Plays a whole turn twice by the same answers; a hand that does not belong to the player on turn is another one the second time. Only
/// its owner notices, at every decision.
fn other_cards_are_not_noticed(game: &Game, case: usize) -> usize {
    let seats = game.instance().seats();
    let mut chance = Seeded::new(31, case as u64);
    let cards = some_cards(game, &mut chance);
    let seat = case % seats;
    let special = (seat + 1 + chance.below(seats - 1)) % seats;
    let mut exchanged = cards.clone();
    for at in 0..CARDS_IN_HAND {
        exchanged.swap(special * CARDS_IN_HAND + at, seats * CARDS_IN_HAND + at);
    }
    let (mut one, mut other) = (turn(game, seat, &cards), turn(game, seat, &exchanged));
    let mut decisions = 0;
    loop {
        let expected: Vec<bool> = (0..seats).map(|viewer| viewer != special).collect();
        assert_eq!(alike(&one, &other), expected, "{seats} players, case {case}: the hand of {special} in turn {seat}");
        // What the player draws may differ, since the stack does.
        if one.0.stop() != Stop::Decision {
            return decisions;
        }
        let option = chance.below(one.0.count(seat).expect("an offer"));
        for (position, log) in [&mut one, &mut other] {
            *log = Log::new();
            position.apply(seat, option, log).expect("no fault");
        }
        decisions += 1;
    }
}

#[test]
fn nobody_notices_the_cards_of_another() {
    for players in 2..=4 {
        let game = game(players);
        let decisions: usize = (0..60).map(|case| other_cards_are_not_noticed(&game, case)).sum();
        assert!(decisions > 100, "hardly anything was decided: {decisions}");
    }
}

/// At every draw, whatever card comes: nobody but who gets it sees or hears a difference. So nobody knows the stack.
#[test]
fn only_who_draws_sees_the_card() {
    for players in 2..=4 {
        let game = game(players);
        let mut chance = Seeded::new(37, players as u64);
        let mut position = game.start(&mut Log::silent()).expect("it starts");
        let mut draws = 0;
        while let Some(asked) = position.chance() {
            if let Some(owner) = asked.owner {
                let drawn = |outcome| {
                    let (mut position, mut log) = (position.clone(), Log::new());
                    position.resolve(outcome, &mut log).expect("no fault");
                    (position, log)
                };
                let first = drawn(0);
                for outcome in 1..asked.outcomes.len() {
                    let expected: Vec<bool> = (0..players).map(|seat| seat != owner).collect();
                    assert_eq!(alike(&first, &drawn(outcome)), expected, "{}", asked.outcomes[outcome].text);
                }
                draws += 1;
            }
            position.resolve(chance.pick(&asked), &mut Log::silent()).expect("no fault");
        }
        assert_eq!(draws, players * CARDS_IN_HAND);
    }
}

/// Answers of the block in which cards are passed: one seat by this option, then the first `more` of the others by their first.
fn passed(start: &Position, special: usize, option: usize, more: usize) -> (Position, Log) {
    let (mut position, mut log) = (start.clone(), Log::new());
    position.apply(special, option, &mut log).expect("no fault");
    for seat in start.deciders().into_iter().filter(|seat| *seat != special).take(more) {
        position.apply(seat, 0, &mut log).expect("no fault");
    }
    (position, log)
}

/// Before all have chosen only the chooser sees a choice, also not who is to get the card; afterwards two know of it.
#[test]
fn a_card_that_is_passed_is_seen_by_two() {
    for players in 2..=4 {
        let game = game(players);
        for stream in 0..10 {
            let start = until(&game, stream, "pass cards");
            for special in 0..players {
                let options = start.count(special).expect("an offer");
                assert!(options > 1, "a hand of one kind of card shows nothing");
                let receiver = (special + if players == 4 { 2 } else { 1 }) % players;
                for more in 0..players {
                    let (one, other) = (passed(&start, special, 0, more), passed(&start, special, options - 1, more));
                    assert_ne!(one.0.save(), other.0.save(), "the choice is kept");
                    let all = more == players - 1;
                    let expected: Vec<bool> =
                        (0..players).map(|seat| seat != special && (!all || seat != receiver)).collect();
                    assert_eq!(alike(&one, &other), expected, "seat {special} of {players}, {more} others have chosen");
                }
            }
        }
    }
}
