//! Spots: what must hold in every position of random games, with every recommended set, all leashes off, and alone.
//!
//! A random game takes some thousand stops, so the usual run plays a few of each table. All 2,000 of each are played by
//! `.ci/long`.

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
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::playout::playout;

const GAMES: [&str; 9] = [
    "spots",
    "spots-in-the-park",
    "spots-agility",
    "spots-on-the-hunt",
    "spots-kennel-club",
    "spots-puppy-fun",
    "spots-leashes-off",
    "spots-solo",
    "spots-solo-leashes-off",
];

/// What holds at every stop once all is laid out, in the words of the rules; in braces stands what only h0nd has.
const ALWAYS: [&str; 6] = [
    // Every die, treat and dog is somewhere where it may be.
    "count supply + count tray + count leash + (sum p in players : count p.yard + count dice_on_dogs(p) + count p.treats) + (sum t in Tile : count t.bowl) + {treats} = 60",
    "count Treat on supply + (sum p in players : count p.treats) + (sum t in Tile : count t.bowl) + {treats} = 20",
    "count deck + (sum p in players : count p.pack + count p.scored) + {dogs} = 32",
    // No space holds a wrong die, and none holds two.
    "all p in players, g in p.pack, d in g.dice : (any i in 1..4 : g.space(i) = d.side) and (count e in g.dice where e.side = d.side) = 1",
    // Dice are buried one by one; when all are, more than seven spots are no longer there.
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

/// Plays a random game and looks at every stop.
fn look_at(game: &Game, name: &str, stream: u64) {
    let solo = name.contains("solo");
    let (treats, dogs) = if solo { ("count h0nd_treats", "count h0nd_dogs") } else { ("0", "0") };
    let texts = ALWAYS.map(|text| format!("({})", text.replace("{treats}", treats).replace("{dogs}", dogs)));
    // One question for all of them is quicker than one each.
    let always = query(game, &texts.join(" and "));
    let at_a_turn = query(game, AT_A_TURN);
    let mut turns = 0;
    let end = playout(game, 7, stream, &mut |position| {
        // Nobody decides anything before all is laid out.
        let seat = position.deciders().first().copied();
        if (turns > 0 || seat.is_some()) && !holds(position, &always) {
            let broken: Vec<_> = texts.iter().filter(|text| !holds(position, &query(game, text))).collect();
            return Err(format!("it does not hold that {broken:?}"));
        }
        let offer = seat.and_then(|seat| position.offer(seat).expect("no fault"));
        if offer.is_some_and(|offer| offer.asked.rule == "take turn") {
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

/// Plays so many games of every table, on all processors.
fn look_at_all(games: u64) {
    let mut tables = Vec::new();
    for name in GAMES {
        let model = model(name);
        for players in model.players.least..=model.players.most {
            tables.push((name, game(&model, usize::from(players), &[])));
        }
    }
    assert_eq!(tables.len(), 23, "seven games for two to four, two for one");
    let games = usize::try_from(games).expect("few");
    in_parallel(tables.len() * games, |number| {
        let (name, game) = &tables[number / games];
        look_at(game, name, (number % games) as u64);
    });
}

#[test]
fn nothing_is_lost_and_nobody_has_too_much() {
    look_at_all(1);
}

#[test]
#[ignore = "46,000 games take about an hour; run it with `--release`"]
fn nothing_is_lost_in_two_thousand_games_of_each() {
    look_at_all(2_000);
}

/// Any tile of its colour can be chosen, however it is typed.
#[test]
fn a_table_chooses_its_tiles() {
    let model = model("spots");
    let own = [("yellow", "dig"), ("purple", "Bolt"), ("blue", " search"), ("green", "play dead")];
    let game = game(&model, 2, &own);
    let laid_out =
        query(&game, "count tiles = 6 and all t in tiles : t.trick in {Howl, Roll_Over, Dig, Bolt, Search, Play_Dead}");
    let mut seen = false;
    playout(&game, 3, 0, &mut |position| {
        seen = seen || !position.deciders().is_empty();
        if !seen || holds(position, &laid_out) { Ok(()) } else { Err("other tiles".to_owned()) }
    })
    .unwrap_or_else(|message| panic!("{message}"));
    assert!(seen);
}

#[test]
fn a_tile_of_another_colour_is_refused() {
    let table =
        Table { players: default_names(2), settings: BTreeMap::from([("yellow".to_owned(), "Run".to_owned())]) };
    let error = Game::load(model("spots"), &table).expect_err("Run is purple").to_string();
    assert_eq!(error, "`Run` is no value of the setting `yellow`: it takes Walk, Dig, Trot, Retrieve, Track");
}
