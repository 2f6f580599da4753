//! Games written by hand for measuring are the games of the rules: the same random numbers lead to the same end.

use std::path::Path;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_judges::by_hand::backgammon::{Board, POND, SAFE, Step};
use rulehound_judges::by_hand::backgammon_fast::{self, Left};
use rulehound_judges::by_hand::engine::{interpreter, machine_code};
use rulehound_judges::by_hand::{Played, four_in_a_row, hot_dog, pig, tic_tac_toe};
use rulehound_native::Native;
use rulehound_tests::load::load;
use rulehound_tests::parallel::in_parallel;

fn game(file: &str, players: usize, settings: &[(&str, &str)]) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let model = load(&path).expect("the game passes the checker");
    let players = if model.players.names.is_empty() { default_names(players) } else { model.players.names.clone() };
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Game::load(model, &Table { players, settings }).expect("the table fits")
}

/// Both play the same games: with the same winner, after the same number of decisions, and with the same random number to come next, so that
/// both have taken equally many. The number of options decides what a random number means, so another offer would soon lead elsewhere.
fn same_games(games: usize, game: &Game, by_hand: impl Fn(&mut Seeded) -> Played + Sync) {
    let decisions: u64 = in_parallel(games, |stream| {
        let (mut chance, mut chance_by_hand) = (Seeded::new(11, stream as u64), Seeded::new(11, stream as u64));
        let (found, expected) = (interpreter(game, &mut chance), by_hand(&mut chance_by_hand));
        assert_eq!(found, expected, "game {stream}");
        let next = |chance: &mut Seeded| chance.below(1 << 20);
        assert_eq!(next(&mut chance), next(&mut chance_by_hand), "the random number behind game {stream}");
        found.decisions
    })
    .into_iter()
    .sum();
    assert!(decisions > games as u64, "hardly anything was decided: {decisions}");
    let mut player = Native::new(game).expect("machine code").player().expect("memory");
    for stream in 0..games as u64 {
        let seeded = || Seeded::new(11, stream);
        assert_eq!(machine_code(&mut player, seeded()), by_hand(&mut seeded()), "game {stream} by machine code");
    }
}

#[test]
fn pig_is_the_same_game() {
    for players in [2, 4, 6] {
        same_games(700, &game("examples/classics/pig.rules", players, &[]), |chance| {
            pig::playout(players, 100, chance)
        });
    }
}

#[test]
fn tic_tac_toe_is_the_same_game() {
    same_games(3_000, &game("examples/classics/tic-tac-toe.rules", 2, &[]), tic_tac_toe::playout);
}

#[test]
fn four_in_a_row_is_the_same_game() {
    same_games(2_000, &game("examples/classics/four-in-a-row.rules", 2, &[]), four_in_a_row::playout);
}

#[test]
fn hot_dog_is_the_same_game() {
    for players in 2..=4 {
        same_games(300, &game("games/hot-dog.rules", players, &[]), |chance| hot_dog::playout(players, chance));
    }
}

#[test]
fn backgammon_is_the_same_game() {
    same_games(60, &game("games/backgammon.rules", 2, &[("target", "1")]), backgammon_fast::playout);
}

/// What the fast search offers, as a set; it must come in the order of the rules, which count trees from the wolves' edge.
fn offered(board: &Board, side: usize, left: &Left) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut same = *board;
    backgammon_fast::options(&mut same, side, left, &mut steps);
    assert_eq!(same, *board, "what was tried is taken back");
    let place = |from: usize| if from == POND || side == 0 { from } else { POND - from };
    assert!(steps.is_sorted_by_key(|(number, from)| (*number, place(*from))), "{steps:?}");
    steps.sort();
    steps
}

/// Wolves roll. Few or many are left, some in the pond, some in a row of held trees.
fn awkward_board(chance: &mut Seeded) -> Board {
    let mut board = Board([[0; 26]; 2]);
    let walls = chance.below(7);
    for _ in 0..walls {
        board.0[1][chance.below(24) + 1] = 2;
    }
    for _ in 0..chance.below(4) {
        board.0[1][chance.below(24) + 1] = 1;
    }
    let reach = [6, 12, 24][chance.below(3)];
    for _ in 0..chance.below(8) + 1 {
        let tree = if chance.below(12) == 0 { POND } else { chance.below(reach) + 1 };
        if tree == POND || board.0[1][POND - tree] == 0 {
            board.0[0][tree] += 1;
        }
    }
    for side in 0..2 {
        board.0[side][SAFE] = 15 - board.0[side].iter().sum::<u8>();
    }
    board
}

/// Turned round, so that sheep roll.
fn turned(board: Board) -> Board {
    Board([board.0[1], board.0[0]])
}

#[test]
fn fast_backgammon_offers_what_brute_force_finds() {
    let found = in_parallel(20_000, |case| {
        let mut chance = Seeded::new(12, case as u64);
        let side = case % 2;
        let board = if side == 0 { awkward_board(&mut chance) } else { turned(awkward_board(&mut chance)) };
        // Nobody plays on who is home already.
        if board.has_won(side) {
            return (0, 0);
        }
        let mut left = Left::new([chance.below(6) + 1, chance.below(6) + 1]);
        for _ in 0..chance.below(4) {
            if left.numbers().len() > 1 {
                left.remove(left.numbers()[chance.below(left.numbers().len())]);
            }
        }
        let judged = board.rest_of_turn(side, left.numbers());
        let expected: Vec<Step> = judged.first.iter().copied().collect();
        assert_eq!(offered(&board, side, &left), expected, "{left:?} for side {side} on {board:?}");
        let (used, _) = judged.used;
        (usize::from(used == 0), usize::from(used > 0 && used < left.numbers().len()))
    });
    let (none, some) = found.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    println!("nothing fits: {none}, something is lost: {some}");
    assert!(none > 500 && some > 500, "nothing fits: {none}, something is lost: {some}");
}

/// Whole games, judged at every decision.
#[test]
fn fast_backgammon_follows_brute_force_through_whole_games() {
    in_parallel(200, |stream| {
        let mut chance = Seeded::new(13, stream as u64);
        let mut board = Board::opening();
        let mut side = 0;
        while !board.has_won(1 - side) {
            let mut left = Left::new([chance.below(6) + 1, chance.below(6) + 1]);
            loop {
                let judged = board.rest_of_turn(side, left.numbers());
                let expected: Vec<Step> = judged.first.into_iter().collect();
                assert_eq!(offered(&board, side, &left), expected, "{left:?} for side {side} on {board:?}");
                let Some(step) = expected.get(chance.below(expected.len())) else { break };
                board = board.after(side, *step);
                left.remove(step.0);
            }
            side = 1 - side;
        }
    });
}
