//! Classic games: the numbers that are known of them, games written by hand beside them, and random games.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{
    AfterPly, Bounds, Game, Holding, Log, Ply, Position, Seeded, Stop, View, Viewer, perft,
};
use rulehound_interpreter::script::{Listener, Passage, read, run};
use rulehound_judges::by_hand::go::{Go, POINTS};
use rulehound_judges::by_hand::morris::Morris;
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::playout::playout;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics")
}

fn game(name: &str) -> Game {
    let model = load(&folder().join(format!("{name}.rules"))).unwrap_or_else(|errors| panic!("{errors}"));
    let table: Table = tables(&model).remove(0);
    Game::load(model, &table).expect("the table fits")
}

fn start(name: &str) -> Position {
    game(name).start(&mut Log::silent()).expect("it starts")
}

/// What is found after each ply.
fn plies(from: &Position, depth: Option<u32>, ply: Ply) -> Vec<AfterPly> {
    perft(from, Bounds { depth, ply, most: 10_000_000 }).expect("few positions").plies
}

fn paths(plies: &[AfterPly]) -> Vec<u64> {
    plies.iter().map(|ply| ply.paths).collect()
}

fn positions(plies: &[AfterPly]) -> Vec<usize> {
    plies.iter().map(|ply| ply.positions).collect()
}

#[test]
fn tic_tac_toe_has_255168_games_and_5478_positions() {
    let start = start("tic-tac-toe");
    assert_eq!(perft(&start, Bounds::default()).expect("few positions").paths, 255_168);
    let plies = plies(&start, None, Ply::Decision);
    // One mark more at each ply, so no position is found after two different ones.
    assert_eq!(positions(&plies).iter().sum::<usize>(), 5_478);
    assert_eq!(positions(&plies), [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
}

const FOUR_IN_A_ROW: [usize; 9] = [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275];

#[test]
fn four_in_a_row_has_the_known_positions() {
    let plies = plies(&start("four-in-a-row"), Some(6), Ply::Decision);
    assert_eq!(positions(&plies), FOUR_IN_A_ROW[..7]);
}

#[test]
#[ignore = "takes half a minute"]
fn four_in_a_row_has_the_known_positions_after_eight_plies() {
    let plies = plies(&start("four-in-a-row"), Some(8), Ply::Decision);
    assert_eq!(positions(&plies), FOUR_IN_A_ROW);
}

const DRAUGHTS: [u64; 10] = [1, 7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680];

#[test]
fn english_draughts_have_the_known_ways() {
    assert_eq!(paths(&plies(&start("english-draughts"), Some(7), Ply::Turn)), DRAUGHTS[..8]);
}

#[test]
#[ignore = "takes a minute or more"]
fn english_draughts_have_the_known_ways_for_nine_turns() {
    assert_eq!(paths(&plies(&start("english-draughts"), Some(9), Ply::Turn)), DRAUGHTS);
}

const OTHELLO: [u64; 8] = [1, 4, 12, 56, 244, 1396, 8200, 55_092];

#[test]
fn othello_has_the_known_ways() {
    assert_eq!(paths(&plies(&start("othello"), Some(6), Ply::Decision)), OTHELLO[..7]);
}

#[test]
#[ignore = "takes ten seconds"]
fn othello_has_the_known_ways_for_seven_plies() {
    assert_eq!(paths(&plies(&start("othello"), Some(7), Ply::Decision)), OTHELLO);
}

const CHESS: [u64; 5] = [1, 20, 400, 8902, 197_281];

#[test]
fn chess_has_the_known_ways() {
    assert_eq!(paths(&plies(&start("chess"), Some(3), Ply::Turn)), CHESS[..4]);
}

#[test]
#[ignore = "takes half a minute"]
fn chess_has_the_known_ways_for_four_plies() {
    assert_eq!(paths(&plies(&start("chess"), Some(4), Ply::Turn)), CHESS);
}

/// Where a script of the classics leads.
fn behind(script: &str) -> Position {
    struct Silent;
    impl Listener for Silent {
        fn passage(&mut self, _: &Passage<'_>) {}
    }
    let text = std::fs::read_to_string(folder().join(format!("{script}.yaml"))).expect("a script");
    let script = read(&text).expect("a sound script");
    let model = load(&folder().join(&script.game.text)).unwrap_or_else(|errors| panic!("{errors}"));
    run(&script, model, &mut Silent).position.expect("a position")
}

/// A position with castling on both wings, a pawn to be taken in passing after some moves, pins, and checks that are uncovered.
const KIWIPETE: [u64; 4] = [1, 48, 2039, 97_862];

#[test]
fn chess_has_the_known_ways_from_a_position_with_every_kind_of_move() {
    assert_eq!(paths(&plies(&behind("chess-kiwipete"), Some(2), Ply::Turn)), KIWIPETE[..3]);
}

#[test]
#[ignore = "takes half a minute"]
fn chess_has_the_known_ways_from_a_position_with_every_kind_of_move_for_three_plies() {
    assert_eq!(paths(&plies(&behind("chess-kiwipete"), Some(3), Ply::Turn)), KIWIPETE);
}

/// Where a place of the board stands in a list; `None` for other places.
fn on_board(place: &str) -> Option<usize> {
    let index: usize = place.strip_prefix("board(")?.strip_suffix(')')?.parse().ok()?;
    Some(index - 1)
}

fn seen(holding: &Holding) -> &[(String, u32)] {
    match holding {
        Holding::Seen(things) => things,
        Holding::Ordered(_) | Holding::Hidden { .. } => panic!("everything is open"),
    }
}

/// What lies on a board of one thing a place: 1 of the first player, 2 of the second.
fn board<const N: usize>(view: &View, first: &str) -> [u8; N] {
    let mut board = [0; N];
    for (place, holding) in &view.places {
        if let Some(point) = on_board(place) {
            let [(what, 1)] = seen(holding) else { panic!("{holding:?} on {place}") };
            board[point] = if what.ends_with(first) { 1 } else { 2 };
        }
    }
    board
}

fn morris(position: &Position, turn: u8) -> Morris {
    let view = position.view(Viewer::All).expect("a viewer");
    let hand = |player: &str| {
        let held = view.places.iter().find(|(place, _)| *place == format!("{player}.hand"));
        held.map_or(0, |(_, holding)| u8::try_from(seen(holding)[0].1).expect("few"))
    };
    Morris { board: board(&view, "of white"), hands: [hand("white"), hand("black")], turn }
}

/// Whose turn it is, 1 or 2, if a turn begins here.
fn turn_begins(position: &Position) -> Option<u8> {
    let seat = *position.deciders().first()?;
    let offer = position.offer(seat).expect("no fault")?;
    (offer.asked.rule != "take").then(|| u8::try_from(seat + 1).expect("two seats"))
}

/// The engine and the game by hand go the same ways through the next turns.
fn morris_agrees(position: &Position, turn: u8, depth: u32) {
    let found =
        perft(position, Bounds { depth: Some(depth), ply: Ply::Turn, most: 10_000_000 }).expect("few positions");
    let mut layer = vec![morris(position, turn)];
    for ply in &found.plies[1..] {
        layer = layer.iter().flat_map(Morris::turns).collect();
        assert_eq!(ply.paths, layer.len() as u64, "{:?}", morris(position, turn));
    }
    let last = if depth.is_multiple_of(2) { turn } else { 3 - turn };
    if found.plies.last().is_some_and(|ply| ply.positions == found.ends.len()) {
        let ends: BTreeSet<Morris> = found.ends.iter().map(|end| morris(end, last)).collect();
        assert_eq!(ends, layer.into_iter().collect());
    }
}

#[test]
fn nine_mens_morris_agrees_with_the_game_by_hand() {
    let game = game("nine-mens-morris");
    morris_agrees(&game.start(&mut Log::silent()).expect("it starts"), 1, 2);
    let looked_at: usize = in_parallel(12, |stream| {
        let (mut stop, mut looked_at) = (0, 0);
        let end = playout(&game, 3, stream as u64, &mut |position| {
            stop += 1;
            if let (0, Some(turn)) = (stop % 9, turn_begins(position)) {
                looked_at += 1;
                morris_agrees(position, turn, if looked_at % 4 == 0 { 2 } else { 1 });
            }
            Ok(())
        });
        end.unwrap_or_else(|message| panic!("{message}"));
        looked_at
    })
    .into_iter()
    .sum();
    assert!(looked_at > 100, "only {looked_at} positions were looked at");
}

/// The point of `a stone on point c4`.
fn go_point(text: &str) -> usize {
    let mut signs = text.strip_prefix("a stone on point ").expect("a point").chars();
    let column = signs.next().expect("a letter") as usize - 'a' as usize;
    let row: usize = signs.as_str().parse().expect("a number");
    (row - 1) * 9 + column
}

fn go_agrees(position: &Position, by_hand: &Go, turns: u32) {
    let plies = plies(position, Some(turns), Ply::Turn);
    // Where the game ends sooner, nothing is counted behind its end.
    let by_hand: Vec<u64> = (0..=turns).map(|turns| by_hand.paths(turns)).take_while(|paths| *paths > 0).collect();
    assert_eq!(paths(&plies), by_hand);
}

/// One random game in which few pass, so that much is taken; how often ko and stones without a liberty were forbidden.
fn go_beside_by_hand(game: &Game, stream: u64) -> (usize, usize) {
    let mut chance = Seeded::new(8, stream);
    let mut log = Log::silent();
    let mut position = game.start(&mut log).expect("it starts");
    let mut by_hand = Go::new();
    let (mut ko, mut suicide) = (0, 0);
    for turn in 0..600 {
        let seat = usize::from(by_hand.turn - 1);
        assert_eq!(position.deciders(), [seat]);
        let legal = by_hand.legal();
        assert_eq!(position.count(seat).expect("no fault"), legal.len() + 1);
        if turn == 150 {
            go_agrees(&position, &by_hand, 2);
        }
        if legal.is_empty() || chance.below(40) == 0 {
            position.apply(seat, legal.len(), &mut log).expect("no fault");
            by_hand = by_hand.pass();
            if by_hand.over {
                break;
            }
            continue;
        }
        let offer = position.offer(seat).expect("no fault").expect("an offer");
        let (pass, stones) = offer.options.split_last().expect("an option");
        assert_eq!(pass.text, "pass");
        let offered: Vec<usize> = stones.iter().map(|option| go_point(&option.text)).collect();
        assert_eq!(offered, legal, "turn {turn} of game {stream}");
        for refusal in position.refusals(seat).expect("no fault").refused {
            ko += usize::from(refusal.reasons.iter().any(|reason| reason.sentence.contains("Ko")));
            suicide += usize::from(refusal.reasons.iter().any(|reason| reason.sentence.starts_with("A stone there")));
        }
        let option = chance.below(legal.len());
        position.apply(seat, option, &mut log).expect("no fault");
        by_hand = by_hand.play(legal[option]).expect("legal");
        assert_eq!(board::<POINTS>(&position.view(Viewer::All).expect("a viewer"), "of black"), by_hand.board);
    }
    if by_hand.over {
        assert_eq!(position.stop(), Stop::Over);
        let (black, white) = (by_hand.area(1), by_hand.area(2));
        let winner = usize::from(white + 7 >= black);
        assert_eq!(position.outcome().expect("an outcome").winners(), [winner], "black {black}, white {white}");
    }
    (ko, suicide)
}

#[test]
fn go_agrees_with_the_game_by_hand() {
    let game = game("go-9x9");
    go_agrees(&game.start(&mut Log::silent()).expect("it starts"), &Go::new(), 2);
    let found = in_parallel(6, |stream| go_beside_by_hand(&game, stream as u64));
    let (ko, suicide) = found.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(ko > 5 && suicide > 50, "hardly anything was forbidden: {ko}, {suicide}");
}

#[test]
#[ignore = "takes some minutes"]
fn go_agrees_with_the_game_by_hand_for_long() {
    let game = game("go-9x9");
    in_parallel(300, |stream| go_beside_by_hand(&game, 100 + stream as u64));
}

/// Somebody always wins, in so many random games on each of these boards.
fn hex_is_won(name: &str, games: usize) {
    let game = game(name);
    in_parallel(games, |stream| {
        let end = playout(&game, 1, stream as u64, &mut |_| Ok(())).unwrap_or_else(|message| panic!("{message}"));
        let winners = end.outcome().expect("an outcome").winners();
        assert_eq!(winners.len(), 1, "game {stream} on {name}");
    });
}

#[test]
fn hex_is_never_drawn() {
    hex_is_won("hex", 200);
    hex_is_won("hex-small", 300);
}

#[test]
#[ignore = "takes two minutes"]
fn hex_is_never_drawn_in_ten_thousand_games() {
    hex_is_won("hex", 10_000);
}

#[test]
fn random_games_of_every_classic_end() {
    for path in rules_in(&folder()) {
        let game = game(&path.file_stem().expect("a name").to_string_lossy());
        in_parallel(20, |stream| {
            let end = playout(&game, 2, stream as u64, &mut |_| Ok(()));
            let end = end.unwrap_or_else(|message| panic!("{}: {message}", path.display()));
            assert!(end.outcome().is_some(), "{}: game {stream} ends without an outcome", path.display());
        });
    }
}
