//! Bots play: they see what is plain, do the same every time, and choose in any game.

use std::path::Path;

use rulehound_bots::solve::Payoff;
use rulehound_bots::{Bot, Budget, Thought, Tuning};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Game, Knowledge, Log, Memory, Position, Seeded, Stop};
use rulehound_tests::generated::{files, rules};
use rulehound_tests::load::{load, load_text, rules_in, tables};
use rulehound_tests::parallel::in_parallel;

fn game(name: &str) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics").join(name).with_extension("rules");
    let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
    let table = tables(&model).into_iter().next().expect("a table");
    Game::load(model, &table).expect("the table fits")
}

fn think(bot: &mut Bot, position: &Position, memory: Option<&Memory>, iterations: u64, seed: u64) -> Thought {
    let seat = position.deciders()[0];
    let known = Knowledge::of(position, seat, memory).expect("a seat").expect("it decides");
    bot.think(&known, seed, &mut Budget::new(iterations, &mut || true))
}

/// Answers with options whose words hold these, one after the other.
fn played(game: &Game, answers: &[&str]) -> Position {
    let mut position = game.start(&mut Log::silent()).expect("it begins");
    for answer in answers {
        let seat = position.deciders()[0];
        let offer = position.offer(seat).expect("no fault").expect("a decision");
        let option = offer.options.iter().position(|option| option.text.contains(answer));
        let option = option.unwrap_or_else(|| panic!("no {answer} in {:?}", offer.options));
        position.apply(seat, option, &mut Log::silent()).expect("an answer");
    }
    position
}

fn words(position: &Position, option: usize) -> String {
    let offer = position.offer(position.deciders()[0]).expect("no fault").expect("a decision");
    offer.options[option].text.clone()
}

#[test]
fn a_win_in_one_is_taken_and_a_loss_in_one_is_stopped() {
    let three = game("tic-tac-toe");
    let four = game("four-in-a-row");
    let cases = [
        (&three, &["a1", "a3", "b1", "b3"][..], "c1"),
        (&three, &["a1", "b2", "b1"], "c1"),
        (&three, &["b2", "a1", "c1"], "a3"),
        (&four, &["hole a", "hole g", "hole a", "hole g", "hole a", "hole f"], "hole a"),
        (&four, &["hole b", "hole g", "hole c", "hole g", "hole d", "hole g", "hole f"], "hole g"),
        (&four, &["hole d", "hole a", "hole d", "hole a", "hole d"], "hole d"),
    ];
    let mut bots = [Bot::new(&three), Bot::new(&four)];
    for (number, (game, answers, wanted)) in cases.into_iter().enumerate() {
        let position = played(game, answers);
        for seed in 0..3 {
            let thought = think(&mut bots[number / 3], &position, None, 2_000, seed);
            let found = words(&position, thought.option);
            assert!(found.contains(wanted), "case {number}: {found}, not {wanted}: {thought:?}");
            assert_eq!(thought.trouble, None);
            // Somebody wins, so ends tell enough, also to whoever loses them all.
            assert!(!thought.by_nearness, "case {number}");
        }
    }
}

#[test]
fn between_two_strong_ones_tic_tac_toe_is_a_draw() {
    let game = game("tic-tac-toe");
    let mut bot = Bot::new(&game);
    for seed in 0..5 {
        let mut position = game.start(&mut Log::silent()).expect("it begins");
        while position.stop() == Stop::Decision {
            let seat = position.deciders()[0];
            let option = think(&mut bot, &position, None, 3_000, seed).option;
            position.apply(seat, option, &mut Log::silent()).expect("an answer");
        }
        assert_eq!(position.outcome().expect("it is over").winners(), Vec::<usize>::new());
    }
    // Whoever begins anywhere but well loses nothing yet: that is proven.
    let thought = think(&mut bot, &played(&game, &["b2"]), None, 60_000, 1);
    assert!(words(&played(&game, &["b2"]), thought.option).ends_with(['1', '3']), "{thought:?}");
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    for name in ["four-in-a-row", "liars-dice", "hearts", "pig"] {
        let game = game(name);
        let mut position = game.start(&mut Log::silent()).expect("it begins");
        let mut chance = Seeded::new(4, 4);
        let mut bots = [Bot::new(&game), Bot::new(&game)];
        let mut compared = 0;
        while compared < 6 && position.stop() != Stop::Over {
            if position.stop() == Stop::Chance {
                position.resolve(chance.pick_weight(&position.weights()), &mut Log::silent()).expect("chance");
                continue;
            }
            let seat = position.deciders()[0];
            let thoughts = bots.each_mut().map(|bot| think(bot, &position, None, 150, 9));
            assert_eq!(thoughts[0], thoughts[1], "{name}");
            compared += 1;
            position.apply(seat, thoughts[0].option, &mut Log::silent()).expect("an answer");
        }
        assert_eq!(compared, 6, "{name}");
    }
}

/// What could be tried in a game: first what differs from the usual way to search in one number.
#[test]
fn ways_to_search_that_differ_in_one_number_come_first() {
    let usual = Tuning::default();
    let changes = |tuning: &Tuning| {
        let changed = [
            tuning.explore != usual.explore,
            tuning.horizon != usual.horizon,
            tuning.first_play != usual.first_play,
            tuning.redealt != usual.redealt,
        ];
        changed.into_iter().filter(|changed| *changed).count()
    };
    for name in ["four-in-a-row", "liars-dice", "hearts"] {
        let game = game(name);
        let breaks_off = Bot::interpreting(&game).breaks_off();
        let found: Vec<usize> = Tuning::all(&game, breaks_off).iter().map(changes).collect();
        assert!(found.first() == Some(&1) && found.last() > Some(&1), "{name}: {found:?}");
        assert!(found.is_sorted(), "{name}: {found:?}");
    }
}

/// How many of four games are turned into machine code: of small games few, since that takes longer than all the thoughts in them; of
/// others most, since the interpreter takes longer to imagine a game of chess.
const OF_SMALL_GAMES: usize = 1;
const OF_WHOLE_GAMES: usize = 3;

/// Plays on with bots for so many decisions; gives how many imagined games there were, and how many failed.
fn bots_play(mut bot: Bot, game: &Game, decisions: usize, iterations: u64) -> Result<(u64, u64), String> {
    let mut memories: Vec<Memory> = (0..game.instance().seats()).map(|seat| Memory::new(game, seat)).collect();
    let mut log = Log::new();
    let Ok(mut position) = game.start(&mut log) else { return Ok((0, 0)) };
    let mut chance = Seeded::new(6, 0);
    let mut counts = (0, 0);
    let mut decided = 0;
    while decided < decisions && position.stop() != Stop::Over {
        memories.iter_mut().for_each(|memory| memory.take_in(&log, &position));
        log = Log::new();
        let gone_on = match position.stop() {
            Stop::Over => break,
            Stop::Chance => position.resolve(chance.pick_weight(&position.weights()), &mut log),
            Stop::Decision => {
                decided += 1;
                let seat = position.deciders()[0];
                let Ok(Some(known)) = Knowledge::of(&position, seat, Some(&memories[seat])) else { break };
                // Most decisions are made at random, so that bots meet more of the game.
                let option = if decided % 5 == 1 {
                    let thought = bot.think(&known, decided as u64, &mut Budget::new(iterations, &mut || true));
                    counts.0 += thought.iterations;
                    counts.1 += thought.failed;
                    thought.option
                } else {
                    chance.below(known.options())
                };
                if option >= known.options() {
                    return Err(format!("option {option} of {}", known.options()));
                }
                position.apply(seat, option, &mut log)
            }
        };
        if gone_on.is_err() {
            break;
        }
    }
    Ok(counts)
}

/// Every game of these folders at its smallest and largest table, so many of four as machine code; gives how many imagined games there
/// were, and how many failed.
fn everywhere(folders: &[&str], of_four: usize, decisions: usize, iterations: u64) -> (u64, u64) {
    let mut games = Vec::new();
    for folder in folders {
        for path in rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let Ok(model) = load(&path) else { continue };
            for table in tables(&model) {
                let Ok(game) = Game::load(model.clone(), &table) else { continue };
                games.push((format!("{} with {}", path.display(), table.players.len()), game));
            }
        }
    }
    let counts = in_parallel(games.len(), |number| {
        let (name, game) = &games[number];
        let bot = if number % 4 < of_four { Bot::new(game) } else { Bot::interpreting(game) };
        let counts = bots_play(bot, game, decisions, iterations).unwrap_or_else(|message| panic!("{name}: {message}"));
        if counts.1 > counts.0 {
            println!("{name}: {counts:?}");
        }
        counts
    });
    counts.into_iter().fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1))
}

#[test]
fn bots_choose_in_every_game() {
    let (fine, failed) = everywhere(&["../games", "../examples/classics"], OF_WHOLE_GAMES, 25, 12);
    assert!(fine > 3_000 && failed * 50 < fine, "{fine} games imagined, {failed} failed");
}

#[test]
fn bots_choose_in_small_games_of_every_construct() {
    let (fine, failed) =
        everywhere(&["fixtures/reference", "fixtures/points", "fixtures/veils"], OF_SMALL_GAMES, 12, 4);
    assert!(fine > 500, "{fine} games imagined, {failed} failed");
}

#[test]
fn a_game_without_end_and_rules_that_fail_still_get_an_answer() {
    let endless = "game \"On\"\nplayers 2\nvar n: 0..9 seen by all = 0\nphase play { repeat for p in players { turn of p { choose m in 1..3 set n = m } } }";
    let fails = "game \"Off\"\nplayers 2\nvar n: 0..9 seen by all = 0\nphase play { for p in players { turn of p { choose m in 6..9 set n = n + m } } win nobody }";
    for (text, wrong) in [(endless, false), (fails, true)] {
        let Ok(model) = load_text(text) else { panic!("{text}: {:?}", load_text(text).err()) };
        let game = Game::load(model.clone(), &Table { players: tables(&model)[0].players.clone(), ..Table::default() });
        let game = game.expect("the table fits");
        let position = game.start(&mut Log::silent()).expect("it begins");
        let thought = think(&mut Bot::new(&game), &position, None, 200, 1);
        assert!(thought.option < 4);
        assert_eq!(thought.trouble.is_some(), wrong, "{thought:?}");
    }
}

/// The caller's clock is asked, and what it says is done.
#[test]
fn a_bot_stops_when_it_is_told_to() {
    let game = game("chess");
    let position = game.start(&mut Log::silent()).expect("it begins");
    let mut left = 10;
    let known = Knowledge::of(&position, 0, None).expect("a seat").expect("it decides");
    let mut go_on = || {
        left -= 1;
        left > 0
    };
    let thought = Bot::new(&game).think(&known, 1, &mut Budget::new(u64::MAX, &mut go_on));
    assert!(thought.iterations < 10, "{thought:?}");
    let none = Bot::new(&game).think(&known, 1, &mut Budget::new(100, &mut || false));
    assert!(none.trouble.is_some() && none.option < known.options());
}

/// Where both decide at once, whoever always does the same is foreseen.
#[test]
fn rock_paper_and_scissors_are_mixed() {
    let text = "game \"Hands\"\nplayers 2\nvar shown of each player : 0..2 seen by owner = 0\n\
        def beats(p: player) = p.shown = 1 and other(p).shown = 0 or p.shown = 2 and other(p).shown = 1 or p.shown = 0 and other(p).shown = 2\n\
        phase play { simultaneous p in players { choose n in 0..2 set p.shown = n } reveal { for p in players where beats(p) { win p } win nobody } }";
    let model = load_text(text).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model.clone(), &tables(&model)[0]).expect("the table fits");
    let position = game.start(&mut Log::silent()).expect("it begins");
    let mut bot = Bot::new(&game);
    let mut taken = [0; 3];
    for seed in 0..60 {
        let thought = think(&mut bot, &position, None, 3_000, seed);
        taken[thought.option] += 1;
        for considered in &thought.considered {
            let share = considered.visits as f64 / 3_000.0;
            assert!((0.2..0.5).contains(&share), "{thought:?}");
        }
    }
    assert!(taken.iter().all(|count| (8..35).contains(count)), "{taken:?}");
}

#[test]
fn bots_choose_in_games_that_nobody_wrote() {
    let texts: Vec<String> = (0..160).map(|number| rules(8, number)).filter(|text| files(text).len() == 1).collect();
    let counts = in_parallel(texts.len(), |number| {
        let Ok(model) = load_text(&texts[number]) else { return (0, 0) };
        let table = tables(&model).into_iter().next().expect("a table");
        let Ok(game) = Game::load(model, &table) else { return (0, 0) };
        let bot = if number % 4 < OF_SMALL_GAMES { Bot::new(&game) } else { Bot::interpreting(&game) };
        bots_play(bot, &game, 11, 4).unwrap_or_else(|message| panic!("game {number} of seed 8: {message}"))
    });
    let fine: u64 = counts.into_iter().map(|(fine, _)| fine).sum();
    assert!(fine > 200, "{fine} games imagined");
}

/// A game from its text, and where it begins.
fn begun(text: &str) -> (Game, Position) {
    let model = load_text(text).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model.clone(), &tables(&model)[0]).expect("the table fits");
    let position = game.start(&mut Log::silent()).expect("it begins");
    (game, position)
}

/// Whoever decides at the same time as others has heard nothing of what they choose, whoever sits before whom.
#[test]
fn all_who_decide_at_once_think_about_the_same_decision() {
    let text = "game \"Hands\"\nplayers 2\nvar shown of each player : 0..2 seen by owner = 0\n\
        phase play { simultaneous p in players { choose n in 0..2 set p.shown = n }\n\
        reveal { for p in players where p.shown > other(p).shown { win p } win nobody } }";
    let (game, position) = begun(text);
    let mut bot = Bot::interpreting(&game);
    for seat in 0..2 {
        let known = Knowledge::of(&position, seat, None).expect("a seat").expect("it decides");
        let thought = bot.think(&known, 1, &mut Budget::new(300, &mut || true));
        assert_eq!(thought.considered.len(), 3, "seat {seat}: {thought:?}");
        let tried: u64 = thought.considered.iter().map(|it| it.visits).sum();
        assert!(tried > 250, "seat {seat}: {thought:?}");
    }
}

/// What came once of many that may come is not what always comes.
#[test]
fn of_many_outcomes_one_proves_nothing() {
    let text = "game \"Lots\"\nplayers 2\n\
        var many : 1..1000 seen by all = 1\nvar few : 1..4 seen by all = 1\n\
        phase play { let p = first q in players turn of p { choose {\n\
        option \"many\" { roll many if many > 500 { win p } else { win other(p) } }\n\
        option \"few\" { roll few if few = 1 { win p } else { win other(p) } } } } }";
    let (game, position) = begun(text);
    let mut bot = Bot::new(&game);
    for seed in 0..6 {
        let thought = think(&mut bot, &position, None, 600, seed);
        assert_eq!(words(&position, thought.option), "many", "one in two wins: {thought:?}");
    }
}

/// Where something is hidden, what went wrong at first is tried again.
#[test]
fn bad_luck_at_first_is_no_reason() {
    let text = "game \"Luck\"\nplayers 2\nvar secret of each player : 1..1000 seen by owner = 1\n\
        var die : 1..10 seen by all = 1\n\
        phase play { for p in players { roll p.secret } let p = first q in players turn of p { choose {\n\
        option \"worse\" { roll die if die < 5 { win p } else { win other(p) } }\n\
        option \"better\" { roll die if die < 7 { win p } else { win other(p) } } } } }";
    let (game, mut position) = begun(text);
    while position.stop() == Stop::Chance {
        position.resolve(0, &mut Log::silent()).expect("chance");
    }
    let mut bot = Bot::new(&game);
    for seed in 0..40 {
        let thought = think(&mut bot, &position, None, 1_000, seed);
        assert_eq!(words(&position, thought.option), "better", "six in ten win: {thought:?}");
    }
}

/// The greater lead is the better one, whichever is met first; and how great leads were elsewhere is nothing to a thought.
#[test]
fn a_lead_is_worth_what_it_is_here() {
    let text = "game \"Leads\"\nplayers 2\nvar points of each player : 0..99 seen by all = 0\n\
        phase play { let p = first q in players\n\
        turn of p { choose { option \"small\" { set p.points = 1 } option \"great\" { set p.points = 90 } } }\n\
        turn of p { choose { option \"one\" { set p.points += 1 } option \"three\" { set p.points += 3 } } }\n\
        win q in players by best q.points }";
    let (game, position) = begun(text);
    let later = played(&game, &["small"]);
    let new = || Bot::interpreting(&game).playing_for(Payoff::Lead);
    for seed in 0..10 {
        let mut bot = new();
        let first = think(&mut bot, &position, None, 200, seed);
        assert_eq!(words(&position, first.option), "great", "{first:?}");
        let second = think(&mut bot, &later, None, 200, seed);
        assert_eq!(words(&later, second.option), "three", "{second:?}");
        assert_eq!(second, think(&mut new(), &later, None, 200, seed));
    }
}
