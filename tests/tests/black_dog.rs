//! BLACK DOG: what must hold in every position, and turns judged by brute force written by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::{AreaId, KindId, PlaceClass, RunnableId, VariableId};
use rulehound_interpreter::play::{Bounds, Game, Holding, Log, Position, Seeded, Setup, Viewer, perft};
use rulehound_judges::by_hand::black_dog::{Board, Card, Pawn, QUARTER, Seats, TRACK};
use rulehound_native::Native;
use rulehound_tests::compare::{Course, Ending, compare};
use rulehound_tests::load::load;
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::playout::playout;

/// The game at a table, with the numbers of what lies on it.
struct Tabled {
    game: Game,
    seats: Seats,
    path: i32,
    home: i32,
    waiting: i32,
    hand: i32,
    pawn: KindId,
    card: KindId,
    dog: i32,
    turn: RunnableId,
    last: [VariableId; 2],
}

/// A card in hand: `None` is a Copy.
type InHand = Option<Card>;

impl Tabled {
    fn new(players: usize) -> Self {
        let file = if players == 4 { "black-dog.rules" } else { "black-dog-alone.rules" };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(file);
        let model = load(&path).expect("the game passes the checker");
        let game = Game::load(model, &Table { players: default_names(players), ..Table::default() });
        let game = game.expect("the table fits");
        let instance = game.instance();
        let first = |name: &str| {
            let area = instance.model.areas.iter().position(|area| area.name == name).expect("a place of this name");
            instance.classes[&PlaceClass::Area(AreaId::from(area))].start
        };
        let kind =
            |name: &str| KindId::from(instance.model.kinds.iter().position(|kind| kind.name == name).expect("a kind"));
        let variable = |name: &str| {
            VariableId::from(instance.model.variables.iter().position(|it| it.name == name).expect("a variable"))
        };
        let turn = instance.model.runnables.iter().position(|it| it.name == "take_turn").expect("turns");
        let corners = if players == 2 { vec![0, 2] } else { (0..players).collect() };
        Self {
            seats: Seats { corners, alone: players < 4 },
            path: first("path"),
            home: first("home"),
            waiting: first("waiting"),
            hand: first("hand"),
            pawn: kind("Pawn"),
            card: kind("Card"),
            dog: instance.kinds[kind("BlackDog").index()].start,
            turn: RunnableId::from(turn),
            last: [variable("last_kind"), variable("last_number")],
            game,
        }
    }

    fn players(&self) -> usize {
        self.seats.corners.len()
    }

    /// One seat's turn on a board with these cards in hand; what was played before it.
    fn begin(&self, board: &Board, seat: usize, hand: &[InHand], before: Option<Card>) -> Position {
        let instance = self.game.instance();
        let mut components = vec![(self.dog, self.path + board.dog as i32)];
        for of in 0..self.players() {
            let on_track = (0..TRACK).filter(|space| board.track[*space].is_some_and(|pawn| pawn.of == of));
            let track = on_track.map(|space| self.path + space as i32);
            let home = (0..4).filter(|home| board.home[of][*home]).map(|home| self.home + (4 * of + home) as i32);
            let waiting = std::iter::repeat(self.waiting + of as i32);
            components.extend(instance.owned(self.pawn, of as i32).zip(track.chain(home).chain(waiting)));
        }
        let mut cards: Vec<i32> = instance.kinds[self.card.index()].clone().collect();
        for card in hand {
            let wanted = printed(*card);
            let is_wanted = |number: &i32| {
                let component = instance.component(*number).expect("a card");
                wanted == [0, 1].map(|cell| instance.made(component, cell).expect("it is printed"))
            };
            let at = cards.iter().position(is_wanted).expect("such a card is left");
            components.push((cards.swap_remove(at), self.hand + seat as i32));
        }
        let values = before.map(|card| printed(Some(card)));
        let variables = values.into_iter().flat_map(|values| self.last.into_iter().zip(values));
        let setup = Setup {
            run: Some((self.turn, vec![seat as i32])),
            components,
            variables: variables.map(|(variable, value)| (variable, 0, value)).collect(),
            ..Setup::default()
        };
        self.game.start_from(&setup, &mut Log::silent()).expect("a turn begins")
    }

    fn board(&self, position: &Position) -> Board {
        let lying = position.lying();
        let place = |component: i32| lying[component as usize];
        let dog = usize::try_from(place(self.dog) - self.path).expect("the Black Dog is on the track");
        let mut board = Board::empty(self.players(), dog);
        for of in 0..self.players() {
            for pawn in self.game.instance().owned(self.pawn, of as i32) {
                let place = place(pawn);
                if (self.path..self.path + TRACK as i32).contains(&place) {
                    let before = board.track[(place - self.path) as usize].replace(Pawn { of, walked: false });
                    assert_eq!(before, None, "one pawn a space");
                } else if place != self.waiting + of as i32 {
                    let home = usize::try_from(place - self.home).expect("a pawn is on the track, at home, or waits");
                    assert_eq!(home / 4, of, "nobody is at home with others");
                    board.home[of][home % 4] = true;
                }
            }
        }
        board
    }
}

/// Kind and number on a card, as the game's table lists them.
fn printed(card: InHand) -> [i32; 2] {
    match card {
        Some(Card::Blue(number)) => [0, number as i32],
        Some(Card::Black(number)) => [1, number as i32],
        Some(Card::BlackChoice) => [2, 0],
        Some(Card::OneOrEleven) => [3, 0],
        Some(Card::Thirteen) => [4, 0],
        Some(Card::Switch) => [5, 0],
        Some(Card::Magnet) => [6, 0],
        None => [7, 0],
        Some(Card::Partner(points)) => [8, points as i32],
    }
}

/// The words with which it is played.
fn words(card: InHand) -> String {
    let name = match card {
        Some(Card::Blue(number)) => format!("blue {number}"),
        Some(Card::Black(number)) => format!("black {number}"),
        Some(Card::BlackChoice) => "black choice".to_owned(),
        Some(Card::OneOrEleven) => "one or eleven".to_owned(),
        Some(Card::Thirteen) => "thirteen".to_owned(),
        Some(Card::Switch) => "switch".to_owned(),
        Some(Card::Magnet) => "magnet".to_owned(),
        None => "copy".to_owned(),
        Some(Card::Partner(points)) => format!("partner {points}"),
    };
    format!("play card {name}")
}

fn some_card(chance: &mut Seeded) -> InHand {
    let blue = [2, 3, 5, 6, 8, 9, 10, 12];
    let black = [2, 3, 5, 6];
    match chance.below(12) {
        0..=2 => Some(Card::Blue(blue[chance.below(8)])),
        3 => Some(Card::Black(black[chance.below(4)])),
        4 => Some(Card::BlackChoice),
        5 => Some(Card::OneOrEleven),
        6 => Some(Card::Thirteen),
        7 => Some(Card::Switch),
        8 => Some(Card::Magnet),
        9 => None,
        _ => Some(Card::Partner(4)),
    }
}

/// A board in the middle of a game. Some have few pawns on the track, some many; some seats are nearly home, and in teams some are.
fn some_board(seats: &Seats, chance: &mut Seeded) -> Board {
    let count = seats.corners.len();
    let dog = (1 + chance.below(QUARTER - 1)) + QUARTER * chance.below(4);
    let mut board = Board::empty(count, dog);
    if !seats.alone && chance.below(3) == 0 {
        return jammed(board);
    }
    let crowd = 1 + chance.below(4);
    for of in 0..count {
        let done = !seats.alone && of < 2 && chance.below(6) == 0;
        let late = chance.below(3) == 0;
        for pawn in 0..if seats.alone { 5 } else { 4 } {
            let free: Vec<usize> = (0..4).filter(|home| !board.home[of][*home]).collect();
            let home = done || (late && chance.below(3) > 0) || chance.below(8) == 0;
            if home && (free.len() > 1 || done) && pawn < 4 {
                board.home[of][free[chance.below(free.len())]] = true;
            } else if chance.below(5) < crowd {
                // Near the own start space there is most to get wrong.
                let near = seats.corners[of] * QUARTER + TRACK - 8 + chance.below(12);
                let space = if chance.below(3) == 0 { near % TRACK } else { chance.below(TRACK) };
                if space != dog && board.track[space].is_none() {
                    board.track[space] = Some(Pawn { of, walked: false });
                }
            }
        }
    }
    board
}

/// One team cannot even use start cards: nobody waits, and the last pawn of each stands before a protected one.
fn jammed(mut board: Board) -> Board {
    for of in 0..4 {
        let space = if of % 2 == 0 { QUARTER * (of + 1) - 1 } else { QUARTER * of };
        board.track[space] = (space != board.dog).then_some(Pawn { of, walked: false });
        if of % 2 == 0 {
            board.home[of] = [false, true, true, true];
        }
    }
    board
}

/// A hand of five on some board; what is offered must be what brute force can carry out, all else must not.
fn judged_offer(table: &Tabled, case: usize) -> Vec<String> {
    let mut chance = Seeded::new(17, case as u64);
    let board = some_board(&table.seats, &mut chance);
    let seat = chance.below(table.players());
    let hand: Vec<InHand> = (0..5).map(|_| some_card(&mut chance)).collect();
    let before = some_card(&mut chance).filter(|_| !case.is_multiple_of(4));
    let can = |card: &InHand| card.or(before).is_some_and(|card| table.seats.is_playable(&board, seat, card));
    let (playable, stuck): (Vec<InHand>, Vec<InHand>) = hand.iter().partition(|card| can(card));
    let expected: BTreeSet<String> = playable.iter().map(|card| words(*card)).collect();
    let position = table.begin(&board, seat, &hand, before);
    let offer = position.offer(seat).expect("no fault");
    let said = |message: &str| format!("case {case}, {message}: {hand:?} after {before:?} for {seat} on {board:?}");
    match offer {
        Some(offer) if offer.asked.rule == "play card" => {
            let offered: BTreeSet<String> = offer.options.iter().map(|option| option.text.clone()).collect();
            assert_eq!(offered, expected, "{}", said("offered and playable"));
        }
        Some(offer) => {
            assert_eq!(offer.asked.rule, "throw away", "{}", said("nothing but throwing away"));
            assert!(expected.is_empty() && table.seats.alone, "{}", said("a card is thrown away"));
        }
        None => assert!(expected.is_empty() && !table.seats.alone, "{}", said("the hand is thrown in")),
    }
    let kind = |card: &InHand| words(*card).trim_end_matches(char::is_numeric).trim().to_owned();
    let named = |verb: &'static str| move |card: &InHand| format!("{verb}: {}", kind(card));
    playable.iter().map(named("can")).chain(stuck.iter().map(named("cannot"))).collect()
}

#[test]
fn what_is_offered_in_2000_positions_is_what_brute_force_can_carry_out() {
    let tables = [2, 3, 4].map(Tabled::new);
    let found = in_parallel(2_001, |case| judged_offer(&tables[case % 3], case));
    let mut counts = BTreeMap::new();
    for kind in found.into_iter().flatten() {
        *counts.entry(kind).or_insert(0) += 1;
    }
    println!("{counts:#?}");
    assert_eq!(counts.len(), 18, "each of nine kinds of cards, playable and not: {counts:?}");
    assert!(counts.values().all(|count| *count >= 15), "enough of each: {counts:?}");
}

/// One card on some board: every way through the turn ends where brute force says, and nowhere else.
fn judged_ends(table: &Tabled, case: usize) -> usize {
    let mut chance = Seeded::new(23, case as u64);
    let board = some_board(&table.seats, &mut chance);
    let seat = chance.below(table.players());
    let card = some_card(&mut chance).unwrap_or(Card::Partner(4));
    let copied = chance.below(4) == 0;
    let expected = table.seats.turns(&board, seat, card);
    // What cannot be carried out is another test's.
    if expected.is_empty() {
        return 0;
    }
    let (hand, before) = if copied { (None, Some(card)) } else { (Some(card), None) };
    let played = perft(&table.begin(&board, seat, &[hand], before), Bounds::default()).expect("few positions");
    let ends: BTreeSet<Board> = played.ends.iter().map(|end| table.board(end)).collect();
    let lost: Vec<&Board> = expected.difference(&ends).take(3).collect();
    let wrong: Vec<&Board> = ends.difference(&expected).take(3).collect();
    assert!(
        lost.is_empty() && wrong.is_empty(),
        "case {case}: {card:?} for {seat} on {board:?}\nnot found: {lost:?}\nnot meant: {wrong:?}"
    );
    ends.len()
}

#[test]
fn cards_end_where_brute_force_says() {
    let tables = [2, 3, 4].map(Tabled::new);
    let ends: usize = in_parallel(500, |case| judged_ends(&tables[case % 3], case)).into_iter().sum();
    assert!(ends > 15_000, "only {ends} ends");
}

/// Alone, everybody's last pawn a few steps from home: whoever has won when a Partner card is used up has won by brute force.
fn judged_winners(table: &Tabled, case: usize) -> BTreeSet<Option<usize>> {
    let mut chance = Seeded::new(29, case as u64);
    let players = table.players();
    let mut board = Board::empty(players, 2 + chance.below(8));
    for of in 0..players {
        board.home[of] = [false, true, true, true];
        let before = table.seats.corners[of] * QUARTER + TRACK - chance.below(4);
        board.track[before % TRACK] = Some(Pawn { of, walked: false });
    }
    let seat = chance.below(players);
    let expected = table.seats.finishes(&board, seat, 4);
    let played = perft(&table.begin(&board, seat, &[Some(Card::Partner(4))], None), Bounds::default());
    let winner = |end: &Position| end.outcome().and_then(|outcome| outcome.winners().first().copied());
    let ends = played.expect("few positions").ends;
    let found: BTreeSet<_> = ends.iter().map(|end| (table.board(end), winner(end))).collect();
    // A turn that wins ends before the next begins; all others end with nobody as the winner.
    assert_eq!(found, expected, "case {case}: seat {seat} on {board:?}");
    found.into_iter().map(|(_, winner)| winner.map(|winner| (winner + players - seat) % players)).collect()
}

#[test]
fn whose_fourth_pawn_comes_home_first_wins() {
    let tables = [2, 3].map(Tabled::new);
    let found = in_parallel(600, |case| judged_winners(&tables[case % 2], case));
    for winner in [None, Some(0), Some(1), Some(2)] {
        let count = found.iter().filter(|winners| winners.contains(&winner)).count();
        assert!(count > 30, "only {count} times {winner:?}");
    }
}

/// Every pawn and card is somewhere exactly once, and no space holds two pawns.
fn is_whole(position: &Position, pawns: u32) -> Result<(), String> {
    let view = position.view(Viewer::All).expect("a viewer");
    let (mut cards, mut dogs, mut found) = (0, 0, BTreeMap::<String, u32>::new());
    for (place, holding) in &view.places {
        let Holding::Seen(here) = holding else { return Err(format!("{place} is no zone that is seen")) };
        let mut on_space = 0;
        for (words, count) in here {
            match words.split_once(' ').map_or(words.as_str(), |(kind, _)| kind) {
                "Card" => cards += count,
                "BlackDog" => dogs += count,
                "Pawn" => {
                    on_space += count;
                    let owner = words.rsplit(' ').next().unwrap_or_default();
                    *found.entry(owner.to_owned()).or_insert(0) += count;
                    let own = place.starts_with("path(") || place.starts_with(&format!("{owner}."));
                    own.then_some(()).ok_or_else(|| format!("{words} in {place}"))?;
                }
                _ => return Err(format!("{words} in {place}")),
            }
        }
        if (place.starts_with("path(") || place.contains(".home(")) && on_space > 1 {
            return Err(format!("{on_space} pawns on {place}"));
        }
    }
    let seats = position.game().instance().seats();
    if cards == 110 && dogs == 1 && found.len() == seats && found.values().all(|count| *count == pawns) {
        Ok(())
    } else {
        Err(format!("{cards} cards, {dogs} black dogs, pawns {found:?}"))
    }
}

/// Random games to their end.
fn whole_games(players: usize, games: usize) {
    let table = Tabled::new(players);
    let pawns = if players == 4 { 4 } else { 5 };
    in_parallel(games, |stream| {
        let end = playout(&table.game, 13, stream as u64, &mut |position| is_whole(position, pawns));
        let end = end.unwrap_or_else(|message| panic!("{players} players: {message}"));
        let winners = end.outcome().expect("it is over").winners();
        let home = table.board(&end).home;
        assert!(winners.iter().all(|seat| home[*seat] == [true; 4]), "{winners:?} won with {home:?}");
        assert_eq!(winners.len(), if players == 4 { 2 } else { 1 }, "{winners:?}");
    });
}

#[test]
fn random_games_lose_nothing() {
    for players in 2..=4 {
        whole_games(players, 1);
    }
}

/// In 1,000 games a team wins 500 give or take five standard deviations (79); alone the seats are no different either. Machine code plays them;
/// that it plays as the interpreter does is seen in `native.rs`.
#[test]
#[ignore = "takes a quarter of a minute; run it with `--release`"]
fn in_a_thousand_random_games_no_seat_is_better() {
    for players in 2..=4 {
        let table = Tabled::new(players);
        let native = Native::new(&table.game).expect("machine code");
        let winners = in_parallel(4, |part| {
            let mut player = native.player().expect("memory");
            let mut winners = |stream| {
                let course = player.random(Seeded::new(13, stream), None, u64::MAX).expect("machine code plays it");
                course.outcome.expect("it is over").winners()
            };
            (0..250).flat_map(|game| winners(4 * game + part as u64)).collect::<Vec<_>>()
        });
        let mut wins = vec![0_usize; players];
        winners.concat().into_iter().for_each(|seat| wins[seat] += 1);
        println!("{players} players: {wins:?}");
        let fair: usize = if players == 3 { 333 } else { 500 };
        assert!(wins.iter().all(|count| count.abs_diff(fair) < 79), "{players} players: {wins:?}");
    }
}

#[test]
#[ignore = "takes some minutes; run it with `--release`"]
fn fifty_random_games_lose_nothing() {
    for players in 2..=4 {
        whole_games(players, 50);
    }
}

#[test]
#[ignore = "takes many minutes"]
fn the_reference_agrees_on_20_whole_games_of_each_number_of_players() {
    let found = in_parallel(60, |case| {
        let table = Tabled::new(2 + case % 3);
        let model = &table.game.instance().model;
        let names = Table { players: default_names(table.players()), ..Table::default() };
        let course = Course { seed: 1, stream: (case / 3) as u64, stops: usize::MAX };
        compare(model, &names, course).unwrap_or_else(|difference| panic!("{difference}"))
    });
    assert!(found.iter().all(|ending| *ending == Ending::Over), "{found:?}");
}
