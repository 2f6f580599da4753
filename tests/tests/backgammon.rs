//! Backgammon with wolves and sheep, judged by brute force written by hand.

use std::collections::BTreeSet;
use std::path::Path;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{AreaId, KindId, PlaceClass, RunnableId};
use rulehound_interpreter::play::{BindingValue, Bounds, Game, Log, Position, Seeded, Setup, Stop, perft};
use rulehound_judges::by_hand::backgammon::{self as by_hand, Board, POND, SAFE, Step, Turn, numbers};
use rulehound_native::Native;
use rulehound_tests::compare::{Course, Ending, compare};
use rulehound_tests::load::load;
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::playout::playout;

fn game(settings: &[(&str, &str)]) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/backgammon.rules");
    let model = load(&path).expect("the game passes the checker");
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Game::load(model, &Table { settings, ..Table::default() }).expect("the table fits")
}

/// Where the places and components of the game are numbered from.
struct Numbers {
    wood: i32,
    pond: i32,
    safe: i32,
    animal: KindId,
    turn: RunnableId,
}

impl Numbers {
    fn of(game: &Game) -> Self {
        let instance = game.instance();
        let first = |name: &str| {
            let area = instance.model.areas.iter().position(|area| area.name == name).expect("a place of this name");
            instance.classes[&PlaceClass::Area(AreaId::from(area))].start
        };
        let animal = instance.model.kinds.iter().position(|kind| kind.name == "Animal").expect("animals");
        let turn = instance.model.runnables.iter().position(|it| it.name == "one_turn").expect("turns");
        Self {
            wood: first("wood"),
            pond: first("pond"),
            safe: first("safe"),
            animal: KindId::from(animal),
            turn: RunnableId::from(turn),
        }
    }

    /// Wolves count trees as the wood does, sheep from the other edge.
    fn place(&self, side: usize, tree: usize) -> i32 {
        match (tree, side) {
            (SAFE, _) => self.safe + side as i32,
            (POND, _) => self.pond + side as i32,
            (_, 0) => self.wood + tree as i32 - 1,
            _ => self.wood + 24 - tree as i32,
        }
    }

    fn tree(&self, side: usize, place: i32) -> usize {
        (SAFE..=POND).find(|tree| self.place(side, *tree) == place).expect("an animal is on the board")
    }

    fn setup(&self, game: &Game, board: &Board, side: usize) -> Setup {
        let mut components = Vec::new();
        for owner in 0..2 {
            let mut animals = game.instance().owned(self.animal, owner as i32);
            for (tree, count) in board.0[owner].iter().enumerate() {
                let there = animals.by_ref().take(usize::from(*count));
                components.extend(there.map(|animal| (animal, self.place(owner, tree))));
            }
        }
        Setup { run: Some((self.turn, vec![side as i32])), components, ..Setup::default() }
    }

    fn board(&self, position: &Position) -> Board {
        let game = position.game();
        let lying = position.lying();
        let mut board = Board([[0; 26]; 2]);
        for side in 0..2 {
            for animal in game.instance().owned(self.animal, side as i32) {
                let place = lying[animal as usize];
                board.0[side][self.tree(side, place)] += 1;
            }
        }
        board
    }
}

/// What the engine says of a turn: the same that brute force says, but for how much is used.
fn turn(game: &Game, numbers: &Numbers, board: &Board, side: usize, dice: [usize; 2]) -> Turn {
    let mut position = game.start_from(&numbers.setup(game, board, side), &mut Log::silent()).expect("a turn begins");
    for die in dice {
        position.resolve(die - 1, &mut Log::silent()).expect("the die is rolled");
    }
    let mut found = Turn::default();
    if let Some(offer) = position.offer(side).expect("an offer") {
        found.first = offer.options.iter().map(|option| step(numbers, side, &option.bindings)).collect();
    }
    let played = perft(&position, Bounds::default()).expect("few positions");
    found.ends = played.ends.iter().map(|end| numbers.board(end)).collect();
    assert_eq!(found.ends.len(), played.ends.len(), "each end differs in where the animals are");
    found
}

/// `n` and `s` of an option.
fn step(numbers: &Numbers, side: usize, bindings: &[(String, BindingValue)]) -> Step {
    let value = |name: &str| bindings.iter().find(|(bound, _)| bound == name).expect("it is bound").1.to_string();
    let number = value("n").parse().expect("a number");
    let from = value("s");
    let tree = match from.strip_prefix("wood(").and_then(|rest| rest.strip_suffix(')')) {
        Some(tree) => numbers.wood + tree.parse::<i32>().expect("a tree") - 1,
        None => numbers.place(side, POND),
    };
    (number, numbers.tree(side, tree))
}

fn agrees(game: &Game, numbers: &Numbers, board: &Board, side: usize, dice: [usize; 2]) -> Turn {
    let expected = board.turn(side, dice);
    let found = turn(game, numbers, board, side, dice);
    assert_eq!(found.first, expected.first, "beginnings with {dice:?} for side {side} on {board:?}");
    assert_eq!(found.ends, expected.ends, "ends with {dice:?} for side {side} on {board:?}");
    expected
}

#[test]
fn the_21_rolls_of_the_opening() {
    let game = game(&[]);
    let numbers = Numbers::of(&game);
    let mut table = String::from("roll  beginnings  ends\n");
    for high in 1..=6 {
        for low in 1..=high {
            for side in 0..2 {
                let found = agrees(&game, &numbers, &Board::opening(), side, [high, low]);
                if side == 0 {
                    table += &format!("{high}-{low}   {:10}  {:4}\n", found.first.len(), found.ends.len());
                }
            }
        }
    }
    insta::assert_snapshot!(table);
}

/// A board on which `side` is to roll. Some come out of games, some are made to be awkward.
fn some_board(chance: &mut Seeded, style: usize) -> Board {
    if style == 0 {
        return from_a_game(chance);
    }
    let mut board = Board([[0; 26]; 2]);
    // The one who waits: walls of two and three, most of them at home.
    while board.0[1].iter().sum::<u8>() < 15 {
        let tree = if chance.below(3) > 0 { chance.below(6) + 1 } else { chance.below(24) + 1 };
        let left = 15 - board.0[1].iter().sum::<u8>();
        board.0[1][tree] += left.min(1 + chance.below(3) as u8);
    }
    // The one who rolls: in the pond, at home, or with one or two stragglers.
    if style == 3 {
        board.0[0][SAFE] = 13 + chance.below(2) as u8;
    }
    while board.0[0].iter().sum::<u8>() < 15 {
        let tree = match style {
            1 => [POND, chance.below(24) + 1, chance.below(24) + 1][chance.below(3)],
            2 => chance.below(7),
            _ => chance.below(24) + 1,
        };
        let free = tree == SAFE || tree == POND || board.0[1][25 - tree] == 0;
        let crowded = tree == POND && board.0[0][POND] >= 4;
        // Somebody must still be on the way.
        let last = tree == SAFE && board.0[0][SAFE] == 14;
        if free && !crowded && !last {
            board.0[0][tree] += 1;
        }
    }
    board
}

/// A game by hand, cut at a random turn.
fn from_a_game(chance: &mut Seeded) -> Board {
    let mut board = Board::opening();
    for turn in 0..chance.below(70) {
        let dice = [chance.below(6) + 1, chance.below(6) + 1];
        let ends: Vec<Board> = board.turn(turn % 2, dice).ends.into_iter().collect();
        let next = ends[chance.below(ends.len())];
        if next.has_won(turn % 2) {
            break;
        }
        board = next;
    }
    board
}

/// What makes a case worth looking at.
fn kinds(board: &Board, side: usize, dice: [usize; 2], turn: &Turn) -> Vec<&'static str> {
    let own = &board.0[side];
    let home = own[7..].iter().all(|count| *count == 0);
    let farthest = (1..=6).rev().find(|tree| own[*tree] > 0).unwrap_or(0);
    let beginnings: BTreeSet<usize> =
        numbers(dice).iter().flat_map(|number| board.rest_of_turn(side, &[*number]).first).map(|step| step.0).collect();
    let double = dice[0] == dice[1];
    let all = [
        (own[POND] > 0, "in the pond"),
        (own[POND] > 0 && turn.used.0 == 0, "no way out of the pond"),
        (home && dice.iter().any(|die| own[*die] == 0 && *die < farthest), "bearing off with a gap"),
        (home && dice.iter().any(|die| *die > farthest), "bearing off with more than needed"),
        (double && (1..4).contains(&turn.used.0), "a double used in part"),
        (!double && turn.used.0 == 1 && beginnings.len() == 2, "only the higher"),
        (!double && turn.used.0 == 1 && beginnings.len() == 1, "only one fits"),
        (turn.used.0 == 0, "nothing fits"),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, kind)| kind).collect()
}

#[test]
fn turns_from_5000_boards_are_those_of_brute_force() {
    let game = game(&[]);
    let numbers = Numbers::of(&game);
    let found = in_parallel(5_000, |case| {
        let mut chance = Seeded::new(3, case as u64);
        let board = some_board(&mut chance, case % 4);
        let side = if case % 4 == 0 { chance.below(2) } else { 0 };
        let dice = [chance.below(6) + 1, chance.below(6) + 1];
        let turn = agrees(&game, &numbers, &board, side, dice);
        kinds(&board, side, dice, &turn)
    });
    let mut counts = std::collections::BTreeMap::new();
    for kind in found.into_iter().flatten() {
        *counts.entry(kind).or_insert(0) += 1;
    }
    println!("{counts:#?}");
    assert_eq!(counts.len(), 8, "all kinds of cases: {counts:?}");
    assert!(counts.values().all(|count| *count >= 30), "enough of each: {counts:?}");
}

#[test]
fn whole_games_keep_thirty_animals() {
    let game = game(&[("target", "1")]);
    let numbers = Numbers::of(&game);
    in_parallel(200, |stream| {
        let mut rolls = 0;
        let end = playout(&game, 4, stream as u64, &mut |position| {
            rolls += u32::from(position.stop() == Stop::Chance);
            // The lot for the starter is drawn before anything is set out.
            if rolls > 1 {
                let board = numbers.board(position);
                let counts = board.0.map(|side| side.iter().sum::<u8>());
                if counts != [15, 15] {
                    return Err(format!("animals: {counts:?}"));
                }
            }
            Ok(())
        });
        let end = end.unwrap_or_else(|message| panic!("{message}"));
        assert!(end.outcome().is_some());
    });
}

/// Two ways to the same number: how many turns a game between random players takes. Machine code plays them; that it plays as the
/// interpreter does is seen in `native.rs`.
#[test]
#[ignore = "takes ten seconds"]
fn two_thousand_games_take_as_long_as_by_hand() {
    let game = game(&[("target", "1")]);
    let native = Native::new(&game).expect("machine code");
    let turns = in_parallel(4, |part| {
        let mut player = native.player().expect("memory");
        let mut turns = |stream| {
            let course = player.random(Seeded::new(4, stream), None, u64::MAX).expect("machine code plays it");
            assert!(course.outcome.is_some());
            // What neither decides nor ends is chance: the lot for the starter, and two dice a turn.
            u32::try_from((course.stops - course.decisions - 1) / 2).expect("few")
        };
        (0..500).map(|stream| turns(500 * part as u64 + stream)).collect::<Vec<u32>>()
    });
    let turns = turns.concat();
    let mean = |turns: &[u32]| turns.iter().map(|turns| f64::from(*turns)).sum::<f64>() / turns.len() as f64;
    let by_hand = in_parallel(4_000, |stream| by_hand::playout(&mut Seeded::new(5, stream as u64)).turns);
    let (engine, by_hand) = (mean(&turns), mean(&by_hand));
    println!("turns a game: engine {engine:.2}, by hand {by_hand:.2}");
    assert!((engine / by_hand - 1.0).abs() < 0.02, "engine {engine:.2}, by hand {by_hand:.2}");
}

/// Between two dice, everything needed to go on lies in the position: the answer can be taken back, and the turn saved and read again.
#[test]
fn a_turn_can_be_saved_and_taken_back_between_two_dice() {
    let game = game(&[]);
    let numbers = Numbers::of(&game);
    let mut silent = Log::silent();
    for case in 0..200 {
        let mut chance = Seeded::new(9, case);
        let board = some_board(&mut chance, case as usize % 4);
        let mut position = game.start_from(&numbers.setup(&game, &board, 0), &mut silent).expect("a turn begins");
        for _ in 0..2 {
            position.resolve(chance.below(6), &mut silent).expect("the die is rolled");
        }
        while position.stop() == Stop::Decision {
            let restored = game.restore(&position.save()).expect("a save");
            let offer = position.offer(0).expect("an offer");
            assert_eq!(restored.offer(0).expect("an offer"), offer);
            assert_eq!(restored.refusals(0).expect("refusals"), position.refusals(0).expect("refusals"));
            let before = position.clone();
            let option = chance.below(offer.expect("wolves decide").options.len());
            position.apply(0, option, &mut silent).expect("an answer");
            // Taken back and answered again.
            let mut again = before;
            assert_eq!(again.offer(0).expect("an offer"), restored.offer(0).expect("an offer"));
            again.apply(0, option, &mut silent).expect("an answer");
            assert_eq!(again.declared(), position.declared());
        }
    }
}

/// Whoever may double is asked that, and the other whether to accept: each decision is headed by its own sentence.
#[test]
fn each_shepherd_is_asked_the_question_at_hand() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/backgammon-shepherd.rules");
    let model = load(&path).expect("the game passes the checker");
    let game = Game::load(model, &Table::default()).expect("the table fits");
    let mut position = game.start(&mut Log::silent()).expect("it starts");
    position.resolve(0, &mut Log::silent()).expect("the starter is drawn");
    let prompt = |position: &Position, seat| position.offer(seat).expect("no fault").expect("an offer").asked.prompt;
    let asks = prompt(&position, 0);
    assert!(asks.contains("may ask to double") && !asks.contains("decline"), "{asks}");
    position.apply(0, 0, &mut Log::silent()).expect("a doubling is asked for");
    let answers = prompt(&position, 1);
    assert!(answers.contains("Accept") && answers.contains("decline"), "{answers}");
}

/// Single games. The reference searches every turn by brute force: slow, so the rest of fifty is for patient people.
#[test]
fn the_reference_agrees_on_whole_games() {
    agree_on(0..3);
}

#[test]
#[ignore = "takes some minutes"]
fn the_reference_agrees_on_fifty_whole_games() {
    agree_on(0..50);
}

fn agree_on(games: std::ops::Range<u64>) {
    let model = game(&[]).instance().model.clone();
    let settings = [("target".to_owned(), "1".to_owned())].into_iter().collect();
    let table = Table { settings, ..Table::default() };
    let first = games.start;
    in_parallel((games.end - first) as usize, |step| {
        let course = Course { seed: 8, stream: first + step as u64, stops: 10_000 };
        let ending = compare(&model, &table, course).unwrap_or_else(|difference| panic!("{difference}"));
        assert_eq!(ending, Ending::Over, "game {}", course.stream);
    });
}
