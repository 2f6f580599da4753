//! Classic games of seeds, dice and cards: games written by hand beside them, what must hold in every deal, and secrets.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{ChanceKind, Game, Holding, Log, Position, Seeded, Stop, View, Viewer};
use rulehound_judges::by_hand::kalah::Kalah;
use rulehound_judges::by_hand::pig::Pig;
use rulehound_tests::compare::{Course, compare};
use rulehound_tests::load::{load, table_for};
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::playout::playout;
use rulehound_tests::secrecy::{answers_stay_secret, shown, told_of_chance};

const ALL: [&str; 8] =
    ["flea-market", "hearts", "kalah", "liars-dice", "ludo", "pig", "railway", "railway-longest-line"];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics").join(format!("{name}.rules"))
}

fn game(name: &str, players: usize, settings: &[(&str, &str)]) -> Game {
    let model = load(&path(name)).unwrap_or_else(|errors| panic!("{errors}"));
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let table = Table { settings, ..table_for(&model, players) };
    Game::load(model, &table).expect("the table fits")
}

/// A classic at every number of players.
fn tables(name: &str) -> Vec<Game> {
    let model = load(&path(name)).unwrap_or_else(|errors| panic!("{errors}"));
    (model.players.least..=model.players.most).map(|players| game(name, usize::from(players), &[])).collect()
}

fn count_in(holding: &Holding) -> u32 {
    match holding {
        Holding::Seen(found) => found.iter().map(|(_, count)| count).sum(),
        Holding::Ordered(found) => u32::try_from(found.len()).expect("few"),
        Holding::Hidden { counts, .. } => counts.iter().map(|(_, count)| count).sum(),
    }
}

/// How many things lie in the places whose names begin so.
fn count(view: &View, place: &str) -> u32 {
    view.places.iter().filter(|(found, _)| found.starts_with(place)).map(|(_, holding)| count_in(holding)).sum()
}

/// The number a variable holds.
fn number(view: &View, variable: &str) -> u32 {
    let found = view.variables.iter().find(|(found, _)| found == variable);
    found.and_then(|(_, value)| value.parse().ok()).unwrap_or_else(|| panic!("{variable} in {:?}", view.variables))
}

// ---- kalah ---------------------------------------------------------------------------------------------------------

fn kalah(position: &Position, turn: usize) -> Kalah {
    let view = position.view(Viewer::All).expect("a viewer");
    let seeds = |number: usize| u8::try_from(count(&view, &format!("pits({number})"))).expect("few");
    let row = |first: usize| std::array::from_fn(|pit| seeds(first + pit));
    let over = position.stop() == Stop::Over;
    Kalah { pits: [row(1), row(8)], stores: [seeds(7), seeds(14)], turn, over }
}

/// Engine and game by hand lie alike, offer the same, and go the same ways; how many these are.
fn kalah_agrees(position: &Position, by_hand: &Kalah, decisions: u32) -> u64 {
    assert_eq!(&kalah(position, by_hand.turn), by_hand);
    assert_eq!(position.deciders(), if by_hand.over { vec![] } else { vec![by_hand.turn] }, "{by_hand:?}");
    if by_hand.over || decisions == 0 {
        return u64::from(decisions == 0);
    }
    let offer = position.offer(by_hand.turn).expect("no fault").expect("an offer");
    let texts: Vec<String> = offer.options.iter().map(|option| option.text.clone()).collect();
    let expected: Vec<String> =
        by_hand.legal().iter().map(|pit| format!("sow pit {}", pit + 1 + 7 * by_hand.turn)).collect();
    assert_eq!(texts, expected, "{by_hand:?}");
    let ways = by_hand.legal().into_iter().enumerate().map(|(option, pit)| {
        let mut next = position.clone();
        next.apply(by_hand.turn, option, &mut Log::silent()).expect("no fault");
        kalah_agrees(&next, &by_hand.sow(pit), decisions - 1)
    });
    ways.sum()
}

/// After so many decisions, with four seeds in every pit.
const KALAH: [u64; 9] = [1, 6, 35, 185, 942, 4_690, 23_233, 114_430, 563_055];

fn kalah_start(seeds: u8) -> Position {
    game("kalah", 2, &[("seeds", &seeds.to_string())]).start(&mut Log::silent()).expect("it starts")
}

#[test]
fn kalah_goes_the_same_ways_as_by_hand() {
    let by_hand = Kalah::new(4);
    let paths: Vec<u64> = (0..9).map(|decisions| by_hand.paths(decisions)).collect();
    assert_eq!(paths, KALAH);
    for decisions in [0, 1, 2, 3, 6] {
        assert_eq!(kalah_agrees(&kalah_start(4), &by_hand, decisions), KALAH[decisions as usize]);
    }
    assert_eq!(kalah_agrees(&kalah_start(1), &Kalah::new(1), 5), Kalah::new(1).paths(5));
    assert_eq!(kalah_agrees(&kalah_start(6), &Kalah::new(6), 4), Kalah::new(6).paths(4));
}

#[test]
fn whole_games_of_kalah_end_as_by_hand() {
    let ends = in_parallel(120, |stream| {
        let seeds = u8::try_from(stream % 6 + 1).expect("few");
        let (mut position, mut by_hand) = (kalah_start(seeds), Kalah::new(seeds));
        let mut chance = Seeded::new(5, stream as u64);
        while position.stop() != Stop::Over {
            kalah_agrees(&position, &by_hand, 1);
            let legal = by_hand.legal();
            let option = chance.below(legal.len());
            position.apply(by_hand.turn, option, &mut Log::silent()).expect("no fault");
            by_hand = by_hand.sow(legal[option]);
        }
        kalah_agrees(&position, &by_hand, 0);
        assert_eq!(by_hand.stores[0] + by_hand.stores[1], 12 * seeds);
        let winners = match by_hand.stores[0].cmp(&by_hand.stores[1]) {
            std::cmp::Ordering::Greater => vec![0],
            std::cmp::Ordering::Less => vec![1],
            std::cmp::Ordering::Equal => vec![0, 1],
        };
        assert_eq!(position.outcome().expect("an outcome").winners(), winners, "{by_hand:?}");
        winners.len()
    });
    assert!(ends.contains(&2), "no tie in so many games");
}

// ---- pig -----------------------------------------------------------------------------------------------------------

/// One random game; who wins by the game by hand must win here.
fn pig_beside_by_hand(game: &Game, target: u32, stream: u64) {
    let mut chance = Seeded::new(9, stream);
    let mut log = Log::silent();
    let mut position = game.start(&mut log).expect("it starts");
    let starter = chance.below(game.instance().seats());
    position.resolve(starter, &mut log).expect("no fault");
    let mut pig = Pig::new(game.instance().seats(), target, starter);
    while position.stop() != Stop::Over {
        assert_eq!(pig.winner(), None, "{pig:?}");
        if let Some(roll) = position.chance() {
            let outcome = chance.below(6);
            pig.throw(roll.outcomes[outcome].text.parse().expect("a number"));
            position.resolve(outcome, &mut log).expect("no fault");
        } else {
            assert_eq!(position.deciders(), [pig.turn]);
            let stops = chance.below(4) == 0;
            if stops {
                pig.stop();
            }
            position.apply(position.deciders()[0], usize::from(stops), &mut log).expect("no fault");
        }
        if position.stop() != Stop::Over {
            let view = position.view(Viewer::All).expect("a viewer");
            let points: Vec<u32> =
                game.instance().players.iter().map(|name| number(&view, &format!("{name}.points"))).collect();
            assert_eq!(points, pig.points);
            assert!(number(&view, "pot") == pig.pot || position.stop() == Stop::Chance, "{pig:?}");
        }
    }
    let winner = pig.winner().expect("somebody has enough");
    assert_eq!(position.outcome().expect("an outcome").winners(), [winner]);
}

#[test]
fn pig_is_won_by_whoever_wins_by_hand() {
    for players in 2..=6 {
        let (usual, short) = (game("pig", players, &[]), game("pig", players, &[("target", "25")]));
        for stream in 0..20 {
            pig_beside_by_hand(&usual, 100, stream);
            pig_beside_by_hand(&short, 25, stream);
        }
    }
}

// ---- ludo ----------------------------------------------------------------------------------------------------------

/// Four tokens each, two colours never on one square, and nothing behind the place where a lane branches off.
fn ludo_holds(position: &Position) -> Result<(), String> {
    let view = position.view(Viewer::All).expect("a viewer");
    let players = &position.game().instance().players;
    for player in players {
        let words = format!("Token of {player}");
        let tokens: u32 = view
            .places
            .iter()
            .filter_map(|(_, holding)| if let Holding::Seen(found) = holding { Some(found) } else { None })
            .flat_map(|found| found.iter().filter(|(what, _)| *what == words).map(|(_, count)| *count))
            .sum();
        if tokens != 4 {
            return Err(format!("{tokens} tokens of {player}"));
        }
    }
    for (place, holding) in view.places.iter().filter(|(place, _)| place.starts_with("road(")) {
        match holding {
            Holding::Seen(found) if found.len() == 1 => {}
            other => return Err(format!("{other:?} on {place}")),
        }
    }
    Ok(())
}

#[test]
fn ludo_keeps_all_tokens_and_ends() {
    for game in tables("ludo") {
        in_parallel(10, |stream| {
            let end = playout(&game, 4, stream as u64, &mut |position| {
                // While a turn is decided nothing is on its way.
                if position.stop() == Stop::Chance && position.chance().is_none_or(|it| it.kind == ChanceKind::Draw) {
                    return Ok(());
                }
                ludo_holds(position)
            });
            let end = end.unwrap_or_else(|message| panic!("{message}"));
            let winners = end.outcome().expect("an outcome").winners();
            let name = &game.instance().players[winners[0]];
            assert_eq!(winners.len(), 1);
            assert_eq!(count(&end.view(Viewer::All).expect("a viewer"), &format!("{name}.lane(6)")), 4);
        });
    }
}

// ---- hearts --------------------------------------------------------------------------------------------------------

/// Random games; how many deals there were, and in how many somebody shot the moon.
fn deals(games: usize) -> (usize, usize) {
    let game = game("hearts", 4, &[]);
    let (all, moons) = (AtomicUsize::new(0), AtomicUsize::new(0));
    in_parallel(games, |stream| {
        let (mut before, mut dealt) = (vec![0; 4], 0);
        let end = playout(&game, 6, stream as u64, &mut |position| {
            // A deal is over when all cards are in the pack again.
            if position.stop() != Stop::Over && position.weights().len() != 52 {
                return Ok(());
            }
            let view = position.view(Viewer::All).expect("a viewer");
            let players = &game.instance().players;
            let score: Vec<u32> = players.iter().map(|name| number(&view, &format!("{name}.score"))).collect();
            let mut more: Vec<u32> = score.iter().zip(&before).map(|(after, before)| after - before).collect();
            more.sort_unstable();
            let passing = view.variables.iter().find(|(name, _)| name == "passing").map(|(_, value)| value.as_str());
            let expected = ["left", "right", "across", "hold"][dealt % 4];
            if position.stop() != Stop::Over && passing != Some(expected) {
                return Err(format!("cards are passed {passing:?} in deal {dealt}"));
            }
            dealt += 1;
            match more.iter().sum::<u32>() {
                0 if before == [0; 4] => return Ok(()),
                26 if more[3] < 26 => {}
                78 if more == [0, 26, 26, 26] => _ = moons.fetch_add(1, Ordering::Relaxed),
                _ => return Err(format!("{more:?} in one deal")),
            }
            all.fetch_add(1, Ordering::Relaxed);
            let over = score.iter().any(|points| *points >= 100);
            before = score;
            if over == (position.stop() == Stop::Over) { Ok(()) } else { Err(format!("{before:?} at the end")) }
        });
        let end = end.unwrap_or_else(|message| panic!("{message}"));
        let least = before.iter().min().expect("four");
        let best: Vec<usize> = (0..4).filter(|seat| before[*seat] == *least).collect();
        assert_eq!(end.outcome().expect("an outcome").winners(), best);
    });
    (all.into_inner(), moons.into_inner())
}

#[test]
fn every_deal_of_hearts_gives_26_points_or_78() {
    let (all, moons) = deals(200);
    assert!(all > 1_600 && moons > 0, "{all} deals, {moons} moons");
}

// ---- all of them ---------------------------------------------------------------------------------------------------

#[test]
fn random_games_of_seeds_dice_and_cards_end() {
    for name in ALL {
        for game in tables(name) {
            in_parallel(if name == "hearts" { 4 } else { 15 }, |stream| {
                let end = playout(&game, 2, stream as u64, &mut |_| Ok(()));
                let end = end.unwrap_or_else(|message| panic!("{name}: {message}"));
                assert!(end.outcome().is_some(), "{name}: game {stream} ends without an outcome");
            });
        }
    }
}

/// Whole games, or long pieces of them, with the slow reference beside the engine.
#[test]
fn engine_and_reference_agree() {
    for name in ALL {
        let model = load(&path(name)).unwrap_or_else(|errors| panic!("{errors}"));
        for game in tables(name) {
            let table = Table { players: game.instance().players.clone(), ..Table::default() };
            in_parallel(2, |stream| {
                let course = Course { seed: 3, stream: stream as u64, stops: 300 };
                compare(&model, &table, course).unwrap_or_else(|difference| panic!("{name}: {difference}"));
            });
        }
    }
}

/// Looks at some stops of random games.
fn at_some_stops(name: &str, step: usize, look: impl Fn(&Game, &Position) -> Result<(), String> + Sync) {
    for game in tables(name) {
        in_parallel(4, |stream| {
            let mut stop = stream;
            // Of hearts some deals are enough.
            let most = if name == "hearts" { 500 } else { usize::MAX };
            let end = playout(&game, 13, stream as u64, &mut |position| {
                stop += 1;
                if stop <= most && (stop % step == 0 || position.deciders().len() > 1) {
                    look(&game, position)
                } else {
                    Ok(())
                }
            });
            end.unwrap_or_else(|message| panic!("{name}: {message}"));
        });
    }
}

/// Those that hide something.
const SECRETIVE: [&str; 5] = ["hearts", "liars-dice", "flea-market", "railway", "village-green"];

#[test]
fn what_a_seat_cannot_see_changes_nothing_it_is_shown() {
    for name in SECRETIVE {
        let exchanged = AtomicUsize::new(0);
        at_some_stops(name, 5, |game, position| {
            let mut exchange = Seeded::new(99, 0);
            for seat in 0..game.instance().seats() {
                let other = position.redealt(seat, &mut exchange).expect("a seat");
                exchanged.fetch_add(usize::from(other.save() != position.save()), Ordering::Relaxed);
                let (before, after) = (shown(position, seat), shown(&other, seat));
                if before != after {
                    return Err(format!("seat {seat} is told of what it cannot see:\n{before:?}\n---\n{after:?}"));
                }
            }
            Ok(())
        });
        let exchanged = exchanged.into_inner();
        assert!(exchanged > 200, "{name}: only {exchanged} positions were really exchanged");
    }
}

/// Cards dealt to others, dice under their cups, and what they answer in secret are told to nobody else.
#[test]
fn nobody_is_told_what_is_secret() {
    for (name, least_chances, least_answers) in [("hearts", 200, 100), ("liars-dice", 200, 0), ("flea-market", 50, 20)]
    {
        let (chances, answers) = (AtomicUsize::new(0), AtomicUsize::new(0));
        at_some_stops(name, 3, |game, position| {
            answers.fetch_add(answers_stay_secret(position)?, Ordering::Relaxed);
            let Some(chance) = position.chance() else { return Ok(()) };
            // What is shuffled is nobody's; who is drawn by lot is for all to see.
            if chance.owner.is_none() && chance.kind != ChanceKind::Shuffle {
                return Ok(());
            }
            for seat in (0..game.instance().seats()).filter(|seat| chance.owner != Some(*seat)) {
                let told = told_of_chance(position, seat);
                if told.windows(2).any(|pair| pair[0] != pair[1]) {
                    return Err(format!("seat {seat} is told of {}: {told:#?}", chance.of));
                }
                chances.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        });
        let (chances, answers) = (chances.into_inner(), answers.into_inner());
        let enough = chances >= least_chances && answers >= least_answers;
        assert!(enough, "{name}: hardly anything was looked at: {chances}, {answers}");
    }
}

/// Everybody sees the own favourite, and no other.
#[test]
fn what_somebody_likes_is_seen_by_nobody_else() {
    at_some_stops("flea-market", 4, |game, position| {
        for (seat, name) in game.instance().players.iter().enumerate() {
            let view = position.view(Viewer::Seat(seat)).expect("a seat");
            let seen = view.variables.iter().filter(|(variable, _)| variable.ends_with(".favourite"));
            let seen: Vec<&str> = seen.map(|(variable, _)| variable.as_str()).collect();
            if seen != [format!("{name}.favourite")] {
                return Err(format!("{name} sees {seen:?}"));
            }
        }
        Ok(())
    });
}
