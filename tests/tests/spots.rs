//! Spots: what must hold in every position of random games, with every recommended set, all leashes off, and alone.
//!
//! A random game takes some thousand stops, so the usual run plays a few of each table. All 2,000 of each are played by
//! `cargo test --release -p rulehound-tests --test spots -- --ignored`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rulehound_grammar::parse_expression;
use rulehound_grammar::span::FileId;
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::{Game, Position, Query};
use rulehound_interpreter::resolve_expression;
use rulehound_tests::load::load;
use rulehound_tests::playout::playout;

const GAMES: [&str; 8] = [
    "spots",
    "spots-in-the-park",
    "spots-agility",
    "spots-on-the-hunt",
    "spots-kennel-club",
    "spots-puppy-fun",
    "spots-leashes-off",
    "spots-solo",
];

/// What holds at every stop, in the words of the rules.
const ALWAYS: [&str; 7] = [
    "count Die = 40 and (all d in Die : d.place != box or count usable = 0)",
    "count Treat = 20 and (all t in Treat : t.place != box or count usable = 0)",
    "count Dog = 32 and (all g in Dog : g.place != box or count usable = 0)",
    // No space holds a wrong die, and none holds two.
    "all g in Dog, d in g.dice : (any i in 1..4 : g.space(i) = d.side) and (count e in g.dice where e.side = d.side) = 1",
    // Only dogs that somebody has and that are not scored carry dice.
    "all g in Dog where count g.dice > 0 : any p in players : g.place = p.pack",
    // Dice are buried one by one; when all are, more than seven are no longer there.
    "count tray > 0 or all p in players : buried(p) <= 7",
    "all p in players : owned(p) <= 6",
];

/// What holds when somebody begins a turn.
const AT_A_TURN: &str = "count usable >= 2 and count tray = 0 and count leash = 0";

fn model(name: &str) -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(format!("{name}.rules"));
    load(&path).unwrap_or_else(|errors| panic!("{errors}"))
}

fn game(model: &Arc<Model>, players: usize, settings: &[(&str, &str)]) -> Game {
    let settings: BTreeMap<String, String> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Game::load(model.clone(), &Table { players: default_names(players), settings }).expect("the table fits")
}

fn query(game: &Game, text: &str) -> Query {
    let instance = game.instance();
    let tree = parse_expression(FileId(0), text, 0).expect("an expression");
    let asked = resolve_expression(&instance.model, &tree, &instance.players, FileId(0)).expect("it fits the game");
    Query::new(game, &asked.expression, &asked.locals)
}

fn holds(position: &Position, asked: &Query) -> bool {
    asked.ask(position).expect("no fault").values == [1]
}

/// Plays random games of a table and looks at every stop.
fn look_at(game: &Game, name: &str, streams: impl Iterator<Item = u64>) {
    let single: Vec<_> = ALWAYS.iter().map(|text| (text, query(game, text))).collect();
    // One question for all of them is quicker than one each.
    let always = query(game, &ALWAYS.map(|text| format!("({text})")).join(" and "));
    let at_a_turn = query(game, AT_A_TURN);
    for stream in streams {
        let mut turns = 0;
        let end = playout(game, 7, stream, &mut |position| {
            if !holds(position, &always) {
                let broken: Vec<_> = single.iter().filter(|(_, asked)| !holds(position, asked)).collect();
                return Err(format!("it does not hold that {:?}", broken.iter().map(|(text, _)| text).collect::<Vec<_>>()));
            }
            let seat = position.deciders().first().copied();
            let offer = seat.and_then(|seat| position.offer(seat).expect("no fault"));
            if offer.is_some_and(|offer| offer.options.iter().any(|option| option.text == "do a trick")) {
                turns += 1;
                if !holds(position, &at_a_turn) {
                    return Err(format!("at the beginning of a turn it does not hold that {AT_A_TURN}"));
                }
            }
            Ok(())
        });
        let end = end.unwrap_or_else(|message| panic!("{name}: {message}"));
        assert!(end.outcome().is_some() && turns > 5, "{name}: game {stream} has {turns} turns");
    }
}
#[test]
fn try_it() {
    let model = model("spots");
    let game = game(&model, 2, &[]);
    let begin = std::time::Instant::now();
    look_at(&game, "spots", 0..1);
    eprintln!("looked {:?}", begin.elapsed());
    let begin = std::time::Instant::now();
    let mut n = 0;
    for stream in 0..1 {
        playout(&game, 7, stream, &mut |_| { n += 1; Ok(()) }).unwrap();
    }
    eprintln!("plain {:?} {n} stops", begin.elapsed());
}
