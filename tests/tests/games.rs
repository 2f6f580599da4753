//! Every game of `games/`, `examples/classics/` and the book's cookbook: random games end without fault, lose nothing, and keep secrets.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rulehound_interpreter::play::{Game, Holding, Log, Position, Seeded, Stop, View, Viewer};
use rulehound_tests::load::{game_for, load, load_text, rules_in, smallest};
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::playout::playout;
use rulehound_tests::saves::unsealed;
use rulehound_tests::secrecy::{Shown, shown};

/// Every game at every number of players.
fn each_table(check: impl Fn(&str, &Game) + Sync) {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let mut tables = Vec::new();
    let folders = ["../games", "../examples/classics", "../docs/book/src/cookbook"];
    for path in folders.into_iter().flat_map(folder) {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        for count in model.players.least..=model.players.most {
            let game = game_for(model.clone(), usize::from(count));
            tables.push((format!("{} with {count} players", path.display()), game));
        }
    }
    in_parallel(tables.len(), |number| check(&tables[number].0, &tables[number].1));
}

/// Games of so many stops are looked at whole, and as many of them as are asked for.
const SHORT: usize = 120;

/// At how many stops a longer game is looked at, and how many such games are played at a table. What holds in all games of a long one
/// is tested with that game.
const STOPS: usize = 40;
const LONG_GAMES: u64 = 2;

/// What must hold in a position. The generator is for what is exchanged.
type Look = fn(&Position, &mut Seeded) -> Result<(), String>;

/// What is looked at, and in how many games at each table.
const LOOKS: [(Look, u64); 4] = [
    (every_view_counts_every_component, 10),
    (what_a_seat_cannot_see_changes_nothing_it_is_shown, 30),
    (answers_given_in_secret_stay_secret, 8),
    (saves_and_forks_go_on_alike, 1),
];

/// Classics for many players, whose tables are much alike: each of them is looked at in a few games.
const ALIKE: [&str; 5] = ["pay-or-take", "sixth-card", "up-and-down", "town-council", "countryside"];
const FEW_GAMES: u64 = 4;

/// Each game is played once; forks are kept, and what is looked at is looked at in them.
#[test]
fn random_games_end_lose_nothing_and_keep_secrets() {
    each_table(|name, game| {
        let mut exchange = Seeded::new(99, 0);
        let (mut long, mut stream) = (0, 0);
        let most = if ALIKE.iter().any(|alike| name.contains(alike)) { FEW_GAMES } else { u64::MAX };
        while long < LONG_GAMES && stream < most && LOOKS.iter().any(|(_, games)| stream < *games) {
            let positions = played(game, name, stream);
            let is_long = positions.len() > SHORT && !name.contains("hot-dog");
            let step = if is_long { positions.len().div_ceil(STOPS) } else { 1 };
            for (number, position) in positions.iter().enumerate() {
                if (number + 1) % step != 0 && position.stop() != Stop::Over {
                    continue;
                }
                for (look, _) in LOOKS.iter().filter(|(_, games)| stream < *games) {
                    let looked = look(position, &mut exchange);
                    looked.unwrap_or_else(|message| panic!("{name}: game {stream}, stop {number}: {message}"));
                }
            }
            long += u64::from(is_long);
            stream += 1;
        }
    });
    let answers = ANSWERS.load(Ordering::Relaxed);
    assert!(answers > 100, "hardly any secret answers were looked at: {answers}");
}

/// All positions of a random game, which must have an outcome.
fn played(game: &Game, name: &str, stream: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    let end = playout(game, 11, stream, &mut |position| {
        positions.push(position.clone());
        Ok(())
    });
    let end = end.unwrap_or_else(|message| panic!("{name}: {message}"));
    assert!(end.outcome().is_some(), "{name}: game {stream} ends without an outcome");
    positions
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

fn every_view_counts_every_component(position: &Position, _: &mut Seeded) -> Result<(), String> {
    let instance = position.game().instance();
    let mut whole = BTreeMap::new();
    for (kind, range) in instance.model.kinds.iter().zip(&instance.kinds) {
        whole.insert(kind.name.clone(), u32::try_from(range.len()).expect("few"));
    }
    for viewer in [Viewer::All, Viewer::Nobody, Viewer::Seat(0)] {
        let found = counted(position.game(), &position.view(viewer).expect("a viewer"));
        if found != whole {
            return Err(format!("{viewer:?} counts {found:?}, but there are {whole:?}"));
        }
    }
    Ok(())
}

fn what_a_seat_cannot_see_changes_nothing_it_is_shown(
    position: &Position,
    exchange: &mut Seeded,
) -> Result<(), String> {
    let cells = position.cells();
    for seat in 0..position.game().instance().seats() {
        let other = position.redealt(seat, exchange).expect("a seat");
        // Where nothing is hidden it is the same position.
        if other.cells() == cells {
            continue;
        }
        let (before, after) = (shown(position, seat), shown(&other, seat));
        if before != after {
            return Err(format!("seat {seat} is told of what it cannot see:\n{before:?}\n---\n{after:?}"));
        }
    }
    Ok(())
}

/// How many secret answers were looked at.
static ANSWERS: AtomicUsize = AtomicUsize::new(0);

/// While several decide at once, nobody is shown what another has answered.
fn answers_given_in_secret_stay_secret(position: &Position, _: &mut Seeded) -> Result<(), String> {
    let deciders = position.deciders();
    if position.stop() != Stop::Decision || deciders.len() < 2 {
        return Ok(());
    }
    for seat in &deciders {
        // Who has finished is open; what was answered is not.
        let mut views: BTreeMap<Vec<usize>, Vec<Shown>> = BTreeMap::new();
        for option in 0..position.count(*seat).expect("an offer") {
            let mut next = position.clone();
            next.apply(*seat, option, &mut Log::silent()).expect("an answer");
            let others = deciders.iter().filter(|other| *other != seat);
            let shown: Vec<Shown> = others.map(|other| shown(&next, *other)).collect();
            ANSWERS.fetch_add(1, Ordering::Relaxed);
            if *views.entry(next.deciders()).or_insert_with(|| shown.clone()) != shown {
                return Err(format!("others can tell what seat {seat} has answered"));
            }
        }
    }
    Ok(())
}

fn saves_and_forks_go_on_alike(position: &Position, _: &mut Seeded) -> Result<(), String> {
    let restored = position.game().restore(&position.save())?;
    if restored.declared() != position.declared() || restored.stop() != position.stop() {
        return Err("a restored position differs".to_owned());
    }
    for seat in position.deciders() {
        if shown(&restored, seat) != shown(position, seat) {
            return Err("a restored position offers something else".to_owned());
        }
    }
    Ok(())
}

/// Alike components that names hold are told apart by their numbers, which a save must therefore keep.
#[test]
fn a_resumed_game_goes_on_as_it_would_have() {
    let rules = r#"
        game "Two names"
        players 1
        component Pawn { make 2 of }
        zone near : Pawn seen by all
        zone far : Pawn seen by all
        zone row : Pawn seen by all
        phase play {
          move all from box to near
          turn of first p in players { do away  choose a in near, b in far  move a to row  move b to row  choose c in row  if c = a { win players } }
        }
        rule away { choose c in near  move c to far }
    "#;
    let model = load_text(rules).expect("the rules");
    let game = game_for(model, 1);
    let end = |mut position: Position, resumes: bool| {
        while position.stop() != Stop::Over {
            position.apply(0, 0, &mut Log::silent()).expect("an answer");
            if resumes {
                position = game.restore(&position.save()).expect("a save");
            }
        }
        position.save()
    };
    let start = game.start(&mut Log::silent()).expect("it starts");
    assert_eq!(end(start.clone(), true), end(start, false));
}

#[test]
fn damaged_saves_are_refused_and_never_run_wild() {
    each_table(|name, game| {
        let mut chance = Seeded::new(3, 0);
        let position = game.start(&mut Log::silent()).expect("it starts");
        let good = position.save();
        for _ in 0..60 {
            let mut bytes = good.clone();
            let at = chance.below(bytes.len());
            bytes[at] ^= 1 << chance.below(8);
            assert!(game.restore(&bytes).is_err(), "{name}: byte {at} is another");
        }
        // Whoever writes a save by hand gets the checksum right; without one it is as saves were before.
        let unsealed = unsealed(&good);
        assert!(game.restore(&unsealed).is_ok(), "{name}: a save of before");
        for _ in 0..60 {
            let mut bytes = unsealed.clone();
            let at = 16 + chance.below(bytes.len() - 16);
            bytes[at] = u8::try_from(chance.below(256)).expect("a byte");
            if let Ok(found) = game.restore(&bytes) {
                for seat in found.deciders() {
                    let _ = found.offer(seat);
                }
                let _ = found.view(Viewer::All).expect("a viewer");
            }
        }
        assert!(game.restore(&good[..good.len() - 1]).is_err(), "{name}: a save that is cut short");
        assert!(game.restore(b"").is_err(), "{name}: no save at all");
    });
}

/// A variable may have no value yet, a name always has one: a save that says otherwise is refused, and nothing is reckoned with it.
#[test]
fn a_name_without_a_value_is_in_no_save() {
    let rules = "game \"Twos\"\nplayers 2\nvar n : 0..9 seen by all\n\
        phase play { for p in players { do two(p) } }\n\
        phase two(p: player) { turn of p { choose k in 0..1 } turn of other(p) { choose k in 0..1 } set n = seat(p) }\n";
    let game = smallest(load_text(rules).expect("the rules"));
    let position = game.start(&mut Log::silent()).expect("a decision");
    let save = unsealed(&position.save());
    let no_value = (i32::MIN + 1).to_le_bytes();
    let mut refused = 0;
    for at in 16..=save.len() - no_value.len() {
        let mut bytes = save.clone();
        bytes[at..at + no_value.len()].copy_from_slice(&no_value);
        match game.restore(&bytes) {
            Ok(mut found) => {
                // How often it goes round may be another number, too.
                for _ in 0..12 {
                    let Some(seat) = found.deciders().first().copied() else { break };
                    found.apply(seat, 1, &mut Log::silent()).unwrap_or_else(|wrong| panic!("byte {at}: {wrong}"));
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0, "some of it is the name");
}
