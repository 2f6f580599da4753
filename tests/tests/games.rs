//! Every game of `games/` and `examples/classics/`: random games end without fault, lose nothing, and keep secrets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Holding, Log, Position, Seeded, Stop, View, Viewer};
use rulehound_tests::load::{load, rules_in};
use rulehound_tests::playout::playout;
use rulehound_tests::secrecy::shown;

/// Every game at every number of players.
fn each_table(check: impl Fn(&str, &Game)) {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    for path in folder("../games").into_iter().chain(folder("../examples/classics")) {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        for count in model.players.least..=model.players.most {
            let named = model.players.names.clone();
            let players = if named.is_empty() { default_names(usize::from(count)) } else { named };
            let game = Game::load(model.clone(), &Table { players, ..Table::default() }).expect("the table fits");
            check(&format!("{} with {count} players", path.display()), &game);
        }
    }
}

/// Games of so many stops are looked at whole, and as many of them as are asked for.
const SHORT: usize = 120;

/// At how many stops a longer game is looked at, and how many such games are played at a table. What holds in all games of a long one
/// is tested with that game.
const LOOKS: usize = 40;
const LONG_GAMES: u64 = 3;

/// Plays random games and looks at them; of a long game at some stops from its beginning to its end.
fn look_at(game: &Game, name: &str, seed: u64, streams: u64, look: &mut dyn FnMut(&Position) -> Result<(), String>) {
    let mut long = 0;
    for stream in 0..streams {
        let mut stops = 0;
        let mut count = |_: &Position| {
            stops += 1;
            Ok(())
        };
        playout(game, seed, stream, &mut count).unwrap_or_else(|message| panic!("{name}: {message}"));
        let is_long = stops > SHORT && !name.contains("hot-dog");
        let step = if is_long { stops.div_ceil(LOOKS) } else { 1 };
        let mut stop = 0;
        let end = playout(game, seed, stream, &mut |position| {
            stop += 1;
            if stop % step == 0 || position.stop() == Stop::Over { look(position) } else { Ok(()) }
        });
        let end = end.unwrap_or_else(|message| panic!("{name}: {message}"));
        assert!(end.outcome().is_some(), "{name}: game {stream} ends without an outcome");
        long += u64::from(is_long);
        if long >= LONG_GAMES {
            break;
        }
    }
}

/// How many components of each kind a view tells of; a description begins with the kind.
fn counted(game: &Game, view: &View) -> BTreeMap<String, u32> {
    let kinds: Vec<&str> = game.instance().model.kinds.iter().map(|kind| kind.name.as_str()).collect();
    let mut counts = BTreeMap::new();
    let mut add = |words: &str, count: u32| {
        let kind = kinds.iter().find(|kind| words.split(' ').next() == Some(kind));
        *counts.entry(kind.map_or(words, |kind| kind).to_owned()).or_insert(0) += count;
    };
    for (_, holding) in &view.places {
        match holding {
            Holding::Seen(found) => found.iter().for_each(|(words, count)| add(words, *count)),
            Holding::Ordered(found) => found.iter().for_each(|words| add(words, 1)),
            Holding::Hidden { counts: found, .. } => found.iter().for_each(|(words, count)| add(words, *count)),
        }
    }
    counts
}

#[test]
fn random_games_end_and_every_view_counts_every_component() {
    each_table(|name, game| {
        let mut whole = BTreeMap::new();
        for (kind, range) in game.instance().model.kinds.iter().zip(&game.instance().kinds) {
            whole.insert(kind.name.clone(), u32::try_from(range.len()).expect("few"));
        }
        look_at(game, name, 11, 50, &mut |position| {
            for viewer in [Viewer::All, Viewer::Nobody, Viewer::Seat(0)] {
                let found = counted(game, &position.view(viewer));
                if found != whole {
                    return Err(format!("{viewer:?} counts {found:?}, but there are {whole:?}"));
                }
            }
            Ok(())
        });
    });
}

#[test]
fn what_a_seat_cannot_see_changes_nothing_it_is_shown() {
    each_table(|name, game| {
        let mut exchange = Seeded::new(99, 0);
        look_at(game, name, 5, 200, &mut |position| {
            for seat in 0..game.instance().seats() {
                let before = shown(position, seat);
                let after = shown(&position.redealt(seat, &mut exchange), seat);
                if before != after {
                    return Err(format!("seat {seat} is told of what it cannot see:\n{before}\n---\n{after}"));
                }
            }
            Ok(())
        });
    });
}

/// While several decide at once, nobody is shown what another has answered.
#[test]
fn answers_given_in_secret_stay_secret() {
    let counted = std::cell::Cell::new(0);
    each_table(|name, game| {
        look_at(game, name, 21, 20, &mut |position| {
            let deciders = position.deciders();
            if position.stop() != Stop::Decision || deciders.len() < 2 {
                return Ok(());
            }
            for seat in &deciders {
                // Who has finished is open; what was answered is not.
                let mut views: BTreeMap<Vec<usize>, BTreeSet<String>> = BTreeMap::new();
                for option in 0..position.count(*seat).expect("an offer") {
                    let mut next = position.clone();
                    next.apply(*seat, option, &mut Log::silent()).expect("an answer");
                    let others = deciders.iter().filter(|other| *other != seat);
                    views
                        .entry(next.deciders())
                        .or_default()
                        .insert(others.map(|other| shown(&next, *other)).collect());
                    counted.set(counted.get() + 1);
                }
                if views.values().any(|views| views.len() > 1) {
                    return Err(format!("others can tell what seat {seat} has answered"));
                }
            }
            Ok(())
        });
    });
    assert!(counted.get() > 100, "hardly any secret answers were looked at");
}

#[test]
fn saves_and_forks_go_on_alike() {
    each_table(|name, game| {
        look_at(game, name, 31, 1, &mut |position| {
            let restored = game.restore(&position.save())?;
            if restored.declared() != position.declared() || restored.stop() != position.stop() {
                return Err("a restored position differs".to_owned());
            }
            for seat in position.deciders() {
                if shown(&restored, seat) != shown(position, seat) {
                    return Err("a restored position offers something else".to_owned());
                }
            }
            Ok(())
        });
    });
}

#[test]
fn damaged_saves_are_refused_and_never_run_wild() {
    each_table(|name, game| {
        let mut chance = Seeded::new(3, 0);
        let position = game.start(&mut Log::silent()).expect("it starts");
        let good = position.save();
        for _ in 0..300 {
            let mut bytes = good.clone();
            let at = chance.below(bytes.len());
            bytes[at] ^= 1 << chance.below(8);
            assert!(game.restore(&bytes).is_err(), "{name}: byte {at} is another");
        }
        // Whoever writes a save by hand gets the checksum right; without one it is as saves were before.
        let unsealed = [b"RULEHND\x01", &good[8..good.len() - 8]].concat();
        assert!(game.restore(&unsealed).is_ok(), "{name}: a save of before");
        for _ in 0..300 {
            let mut bytes = unsealed.clone();
            let at = 16 + chance.below(bytes.len() - 16);
            bytes[at] = u8::try_from(chance.below(256)).expect("a byte");
            if let Ok(found) = game.restore(&bytes) {
                for seat in found.deciders() {
                    let _ = found.offer(seat);
                }
                let _ = found.view(Viewer::All);
            }
        }
        assert!(game.restore(&good[..good.len() - 1]).is_err(), "{name}: a save that is cut short");
        assert!(game.restore(b"").is_err(), "{name}: no save at all");
    });
}
