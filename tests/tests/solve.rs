//! Perfect play of small games, judged by what is known of them; and what bots lose against it.

use std::collections::BTreeSet;
use std::path::Path;

use rulehound_bots::solve::{
    Payoff, Solution, SolveBounds, SolveError, Strategy, WholeGame, exploitability, played_by, solve,
};
use rulehound_bots::{Analysis, Bot, Budget, Knowledge, ONE, Thought};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Game, Log, Position, Stop};
use rulehound_tests::load::{load, load_text, tables};

fn classic(name: &str) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics").join(name).with_extension("rules");
    let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
    let table = tables(&model).into_iter().next().expect("a table");
    Game::load(model, &table).expect("the table fits")
}

fn start(game: &Game) -> Position {
    game.start(&mut Log::silent()).expect("it begins")
}

fn written(text: &str) -> Game {
    let model = load_text(text).unwrap_or_else(|errors| panic!("{errors}"));
    Game::load(model, &Table::default()).expect("the table fits")
}

fn perfect(game: &Game, payoff: Payoff, within: f64) -> Solution {
    let bounds = SolveBounds { within, ..SolveBounds::default() };
    solve(&start(game), payoff, bounds, &mut || true).unwrap_or_else(|error| panic!("{error}"))
}

fn near(found: f64, wanted: f64, by: f64) {
    assert!((found - wanted).abs() <= by, "{found}, not {wanted}");
}

/// A tie, all 5,478 positions looked at once.
#[test]
fn tic_tac_toe_is_a_tie_wherever_one_begins() {
    let solution = perfect(&classic("tic-tac-toe"), Payoff::Win, 0.0);
    assert_eq!((solution.positions, solution.options.len()), (5_478, 9));
    assert!(solution.options.iter().chain([&solution.values]).all(|values| values == &[0.0, 0.0]));
}

/// Kuhn 1950: whoever begins loses one eighteenth of a chip. Bets with the queen are never right for whoever begins.
#[test]
fn kuhn_poker_costs_whoever_begins_an_eighteenth() {
    let game = classic("kuhn-poker");
    let solution = perfect(&game, Payoff::Lead, 0.0005);
    near(solution.values[0], -1.0 / 18.0, 0.001);
    near(solution.values[1], 1.0 / 18.0, 0.001);
    let learned = solution.learned.expect("something is hidden");
    // NashConv, the sum over both seats, is below 0.001.
    assert!(2.0 * learned.exploitability.mean <= 0.001, "{:?}", learned.exploitability);
    assert_eq!(learned.tree.sets().len(), 12);
}

/// What OpenSpiel and the literature have: 936 information sets, -0.0856 for whoever begins.
#[test]
fn leduc_poker_has_its_known_size_and_worth() {
    let solution = perfect(&classic("leduc-poker"), Payoff::Lead, 0.005);
    let learned = solution.learned.expect("something is hidden");
    assert_eq!((solution.positions, learned.tree.sets().len()), (9_457, 936));
    near(solution.values[0], -0.0856, 0.005);
    assert!(2.0 * learned.exploitability.mean <= 0.01, "{:?}", learned.exploitability);
}

/// Every option as likely loses 0.9167 over both seats of Kuhn poker to whoever knows it; so does no strategy that was learned.
#[test]
fn random_play_is_judged_as_it_is_known() {
    let game = classic("kuhn-poker");
    let learned = perfect(&game, Payoff::Lead, 0.1).learned.expect("something is hidden");
    let even = Strategy::of(learned.tree.sets().iter().map(|set| vec![1.0; set.options]).collect());
    near(2.0 * exploitability(&learned.tree, &even, 2).mean, 11.0 / 12.0, 1e-9);
}

const HANDS: &str = "game \"Hands\" doc \"Rock, paper, scissors.\"\nplayers 2\n\
    type Hand = rock, paper, scissors\nvar shown of each player : Hand seen by all doc \"The hand.\"\n\
    def beats(a: Hand, b: Hand) = a = next(b)\n\
    phase play ref \"1\" doc \"Both show a hand.\" {\n\
      simultaneous p in players { choose h in Hand as \"{h}\" set p.shown = h }\n\
      win each p in players where all q in players : p = q or p.shown = q.shown or beats(p.shown, q.shown)\n}\n";

#[test]
fn rock_paper_scissors_is_mixed_evenly_by_learning_and_by_bots() {
    let game = written(HANDS);
    let solution = perfect(&game, Payoff::Win, 0.001);
    near(solution.values[0], 0.0, 0.001);
    let learned = solution.learned.expect("something is hidden");
    for set in 0..2 {
        learned.strategy.at(set).iter().for_each(|share| near(*share, 1.0 / 3.0, 0.02));
    }
    let bot = &mut Bot::interpreting(&game);
    let played = played_by(bot, &game, &learned.tree, (300, 600), 1).expect("no fault");
    for set in 0..2 {
        played.at(set).iter().for_each(|share| near(*share, 1.0 / 3.0, 0.05));
    }
}

/// A bot that may imagine as many games as a small game has stops has worked it out, and mixes its play: who knows how it plays gains next to
/// nothing. With fewer it searches, and can be seen through.
#[test]
fn whoever_knows_how_a_bot_plays_a_small_game_gains_nothing() {
    for (name, iterations, most) in [("kuhn-poker", 60, 0.02), ("leduc-poker", 10_000, 0.4)] {
        let game = classic(name);
        let learned = perfect(&game, Payoff::Lead, 0.1).learned.expect("something is hidden");
        let mut bot = Bot::interpreting(&game).playing_for(Payoff::Lead).having_learned(&game);
        let played = played_by(&mut bot, &game, &learned.tree, (iterations, 1), 1).expect("no fault");
        let nash_conv = 2.0 * exploitability(&learned.tree, &played, 2).mean;
        assert!(nash_conv <= most, "{name}: {nash_conv}");
    }
    let game = classic("kuhn-poker");
    let mut bot = Bot::interpreting(&game).playing_for(Payoff::Lead).having_learned(&game);
    let mut bluffs = BTreeSet::new();
    let thoughts = |bot: &mut Bot, iterations: u64| -> Vec<Vec<Thought>> {
        let mut think = |position: &Position, seed: u64| {
            let known = Knowledge::of(position, 0, None).expect("no fault").expect("Ann decides");
            bot.think(&known, seed, &mut Budget::new(iterations, &mut || true))
        };
        deals(&game).iter().map(|position| (0..20).map(|seed| think(position, seed)).collect()).collect()
    };
    let worked_out = thoughts(&mut bot, 100);
    for (at, of_deal) in worked_out.iter().enumerate() {
        bluffs.insert(of_deal.iter().map(|thought| thought.option).collect::<Vec<_>>());
        assert!(of_deal.iter().all(|thought| !thought.shares.is_empty()), "deal {at}");
    }
    // Three cards of her own, each beside two that she does not see.
    assert_eq!((worked_out.len(), bluffs.len()), (6, 3));
    assert!(thoughts(&mut bot, 10).iter().flatten().all(|thought| thought.shares.is_empty()));
}

/// The beginning of a game after each outcome of chance before the first decision.
fn deals(game: &Game) -> Vec<Position> {
    let (mut dealt, mut open) = (Vec::new(), vec![start(game)]);
    while let Some(position) = open.pop() {
        if position.stop() != Stop::Chance {
            dealt.push(position);
            continue;
        }
        for outcome in 0..position.weights().len() {
            let mut next = position.clone();
            next.resolve(outcome, &mut Log::silent()).expect("an outcome");
            open.push(next);
        }
    }
    dealt
}

/// Players who only win and lose together have nothing that one could learn against the other; they are searched for.
#[test]
fn where_all_win_together_nothing_is_learned() {
    let text = "game \"Together\" doc \"A secret number.\"\nplayers 2\n\
        var card of each player : 1..3 seen by owner = 1 doc \"A card.\"\n\
        phase play ref \"1\" doc \"Guess.\" { for p in players { roll p.card } for p in players { turn of p { do guess(p) } } win nobody }\n\
        rule guess(p: player) ref \"2\" doc \"One guess.\" { choose n in 1..3 as \"say {n}\"\n\
        if any q in players : q != p and q.card = n { win each q in players } }\n";
    let game = written(text);
    assert!(WholeGame::of(&game, Payoff::Win).is_none());
    assert!(WholeGame::of(&written(HANDS), Payoff::Win).is_some());
    assert!(WholeGame::of(&classic("tic-tac-toe"), Payoff::Win).is_none(), "nothing is hidden");
    assert!(WholeGame::of(&classic("hearts"), Payoff::Win).is_none(), "more than two");
    assert!(WholeGame::of(&classic("liars-dice"), Payoff::Win).is_none(), "too large");
}

/// Going round in a circle wins nothing; whoever can leave it winning does.
#[test]
fn circles_settle() {
    let circle = |more: &str| {
        written(&format!(
            "game \"Circle\" doc \"Round and round.\"\nplayers 2\nvar at : 0..3 seen by all = 0 doc \"Where.\"\n\
             phase play ref \"1\" doc \"Go on or not.\" {{ repeat {{ for p in players {{ turn of p {{ choose {{\n\
             option \"go on\" {{ set at = (at + 1) mod 4 }} option \"give up\" {{ win other(p) }} {more} }} }} }} }} }}\n"
        ))
    };
    let tied = perfect(&circle(""), Payoff::Win, 0.0);
    assert_eq!((tied.values, tied.positions), (vec![0.0, 0.0], 8));
    let won = perfect(&circle("option \"win\" require at = 2 else \"Not yet.\" { win p }"), Payoff::Win, 0.0);
    assert_eq!(won.values, [1.0, -1.0]);
    assert_eq!(won.options, [vec![1.0, -1.0], vec![-1.0, 1.0]]);
}

#[test]
fn chance_counts_as_it_is_likely() {
    let game = written(
        "game \"Dice\" doc \"Roll or not.\"\nplayers 2\ncomponent Die { side : 1..6 make 1 of }\n\
         phase play ref \"1\" doc \"Roll a six, or be content with one in four.\" { let p = first q in players turn of p { choose {\n\
         option \"roll\" { for d in Die { roll d.side if d.side = 6 { win p } else { win other(p) } } }\n\
         option \"be content\" { draw n in 1..4 if n = 4 { win p } else { win other(p) } } } } }\n",
    );
    let solution = perfect(&game, Payoff::Win, 0.0);
    near(solution.values[0], -0.5, 1e-12);
    near(solution.options[0][0], 2.0 / 6.0 - 1.0, 1e-12);
}

/// Where nothing is hidden, what looks alike is as likely as there are more of it.
#[test]
fn alike_things_are_drawn_as_often_as_they_are_there() {
    let game = written(
        "game \"Bag\" doc \"Draw or not.\"\nplayers 2\ntype Colour = red, blue\n\
         component Ball { colour : Colour  make 3 of colour = red  make 1 of colour = blue }\n\
         zone bag : Ball seen by all doc \"A bag.\"\nzone row : Ball seen by all doc \"A row.\"\n\
         phase play ref \"1\" doc \"Draw a red one, or give up.\" {\n  move all Ball from box to bag\n\
           let p = first q in players\n  turn of p { choose {\n\
           option \"draw\" { draw 1 from bag to row  if any b in row : b.colour = red { win p } else { win other(p) } }\n\
           option \"give up\" { win other(p) } } }\n}\n",
    );
    let solution = perfect(&game, Payoff::Win, 0.0);
    near(solution.options[0][0], 0.75 - 0.25, 1e-12);
    near(solution.options[1][0], -1.0, 1e-12);
}

/// Who plays alone wins or loses.
#[test]
fn a_game_for_one_that_nobody_wins_is_lost() {
    let game = written(
        "game \"Alone\" doc \"A six or nothing.\"\nplayers 1\ncomponent Die { side : 1..6 make 1 of }\n\
         phase play ref \"1\" doc \"Roll or not.\" { let p = first q in players turn of p { choose {\n\
         option \"roll\" { for d in Die { roll d.side if d.side = 6 { win p } else { win nobody } } }\n\
         option \"give up\" { win nobody } } } }\n",
    );
    let solution = perfect(&game, Payoff::Win, 0.0);
    near(solution.options[0][0], 2.0 / 6.0 - 1.0, 1e-12);
    near(solution.options[1][0], -1.0, 1e-12);
}

#[test]
fn what_is_too_much_is_refused() {
    let few = SolveBounds { most: 2_000, ..SolveBounds::default() };
    let solved = |name: &str| solve(&start(&classic(name)), Payoff::Win, few, &mut || true).err();
    assert!(matches!(solved("tic-tac-toe"), Some(SolveError::TooLarge(2_000))));
    assert!(matches!(solved("leduc-poker"), Some(SolveError::TooLarge(2_000))));
    assert!(matches!(solved("hearts"), Some(SolveError::TooManyPlayers(4))));
}

/// A planted blunder is the one that is told, with what would have been better.
#[test]
fn a_blunder_is_found() {
    let game = classic("tic-tac-toe");
    let mut position = start(&game);
    let mut analysis = Analysis::new(&game, position.clone(), true);
    let mut bot = Bot::new(&game);
    let mut judged = Vec::new();
    // Cross takes a corner and nought the edge beside it, which loses; then all is played well.
    for (number, wanted) in ["a1", "b1", "a2"].into_iter().enumerate() {
        let seat = position.deciders()[0];
        let offer = position.offer(seat).expect("no fault").expect("a decision");
        let option = offer.options.iter().position(|option| option.text.contains(wanted)).expect("a square");
        position.apply(seat, option, &mut Log::silent()).expect("an answer");
        let found = analysis.go_on(&position, &mut bot, number as u64, &mut Budget::new(8_000, &mut || true));
        judged.push(found.expect("no fault").expect("a choice"));
    }
    assert_eq!(judged.iter().map(|it| (it.stop, it.seat)).collect::<Vec<_>>(), [(0, 0), (1, 1), (2, 0)]);
    let losses: Vec<u32> = judged.iter().map(|it| it.loss()).collect();
    assert!(losses[0] < ONE / 20 && losses[2] < ONE / 20, "{losses:?}");
    assert!(losses[1] >= ONE / 10, "{losses:?}");
}

/// Whoever has seen what was laid away knows it when a choice is judged later.
#[test]
fn what_was_seen_is_known_where_it_is_judged() {
    let game = written(
        "game \"Away\" doc \"Guess what lies there.\"\nplayers 2\n\
         component Card { number : 1..60  make n in 1..60 : number = n }\n\
         zone hand of each player : Card seen by owner doc \"A hand.\"\nzone away : Card seen by nobody doc \"Away.\"\n\
         phase play ref \"1\" doc \"Guess.\" {\n  let p = first q in players\n\
           for q in players { draw 3 from box to q.hand }\n\
           turn of p { choose c in p.hand as \"lay {c}\"  move c to away }\n\
           turn of other(p) { choose c in other(p).hand as \"lay {c}\"  move c to away }\n\
           turn of p { choose n in 1..60 as \"guess {n}\"  if any c in away : c.number = n { win p } }\n\
           win other(p)\n}\n",
    );
    let mut log = Log::new();
    let mut position = game.start(&mut log).expect("it begins");
    let mut analysis = Analysis::new(&game, position.clone(), true);
    analysis.begin(&log);
    let mut bot = Bot::new(&game);
    let mut judged = Vec::new();
    loop {
        match position.stop() {
            Stop::Over => break,
            Stop::Chance => position.resolve(0, &mut Log::silent()).expect("an outcome"),
            Stop::Decision => {
                let seat = position.deciders()[0];
                position.apply(seat, 0, &mut Log::silent()).expect("an answer");
            }
        }
        judged.extend(analysis.go_on(&position, &mut bot, 1, &mut Budget::new(400, &mut || true)).expect("no fault"));
    }
    // Two lay a card away, and then whoever began guesses what lies there.
    assert_eq!(judged.iter().map(|it| it.seat).collect::<Vec<_>>(), [0, 1, 0]);
    assert!(judged[2].best.is_some_and(|best| best > ONE / 10 * 9), "{:?}", judged[2]);
}
