//! Scenes and options speak of the same places and things by the same handles, in every game.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rulehound_interpreter::play::{Position, Stop, Viewer};
use rulehound_interpreter::scene::{BoardScene, Handle, Lying, Named, Piece, Scene, about};
use rulehound_interpreter::script::{read, run};
use rulehound_interpreter::table::{Tone, table};
use rulehound_tests::load::{game_for, load, load_text, rules_in, smallest};
use rulehound_tests::playout::playout_for;

/// So many stops of each game are looked at.
const STOPS: usize = 150;

/// What can be pointed at in a scene: things with their words, places with what they are called.
#[derive(Default)]
struct Pointed {
    things: BTreeMap<u32, String>,
    places: BTreeMap<u32, String>,
}

impl Pointed {
    fn of(scene: &Scene) -> Result<Self, String> {
        let mut pointed = Self::default();
        for board in &scene.boards {
            for place in &board.places {
                pointed.place(*place, board.name.clone())?;
            }
            for beside in board.beside.iter().flatten() {
                pointed.place(beside.place, beside.name.clone())?;
            }
            board.standing.values().flatten().try_for_each(|piece| pointed.thing(piece))?;
        }
        for spot in scene.common.iter().chain(scene.seats.iter().flat_map(|seat| &seat.spots)) {
            pointed.place(spot.place, spot.name.clone())?;
            match &spot.lying {
                Lying::Open(pieces) | Lying::Pile(pieces) => {
                    pieces.iter().try_for_each(|piece| pointed.thing(piece))?;
                }
                Lying::Hidden { counts, top } => {
                    if let Some(piece) = counts.iter().find(|piece| piece.thing.is_some()) {
                        return Err(format!("a hidden {} has a handle", piece.words));
                    }
                    top.iter().try_for_each(|piece| pointed.thing(piece))?;
                }
            }
        }
        scene.dice.iter().try_for_each(|piece| pointed.thing(piece))?;
        Ok(pointed)
    }

    fn thing(&mut self, piece: &Piece) -> Result<(), String> {
        let Some(handle) = piece.thing else { return Ok(()) };
        match self.things.insert(handle, piece.words.clone()) {
            None => Ok(()),
            Some(other) => Err(format!("{} and {other} have the handle {handle}", piece.words)),
        }
    }

    fn place(&mut self, handle: u32, name: String) -> Result<(), String> {
        match self.places.insert(handle, name) {
            None => Ok(()),
            Some(other) => Err(format!("two places have the handle {handle}, one of them {other}")),
        }
    }

    /// Whether something is what an option says; what is not drawn may be anything.
    fn agrees(&self, named: &Named, scene: &Scene) -> bool {
        match named.handle {
            // A place of a player does not say again whose its things are; a thing that lies somewhere may say what has become of it.
            Some(Handle::Thing(thing)) => self
                .things
                .get(&thing)
                .is_none_or(|words| named.words.starts_with(words.as_str()) || words.starts_with(named.words.as_str())),
            Some(Handle::Place(place)) => {
                let number = |words: &str| words.split(' ').next_back().map(str::to_owned);
                self.places
                    .get(&place)
                    .is_none_or(|words| named.words.ends_with(words.as_str()) || number(&named.words) != number(words))
            }
            Some(Handle::Player(seat)) => {
                scene.seats.iter().any(|player| player.seat == seat && player.name == named.words)
            }
            None => true,
        }
    }
}

/// How many names of options stand for something that is drawn, and for how many in all.
fn looked_at(position: &Position) -> Result<(usize, usize), String> {
    let (mut drawn, mut all) = (0, 0);
    for seat in position.deciders() {
        let scene = Scene::of(position, Viewer::Seat(seat));
        let pointed = Pointed::of(&scene)?;
        let options = about(position, seat).map_err(|error| format!("{error:?}"))?;
        let count = position.count(seat).map_err(|error| format!("{error:?}"))?;
        if options.len() != count {
            return Err(format!("{count} options, but it is told what {} are about", options.len()));
        }
        for named in options.iter().flat_map(|option| &option.named) {
            if !pointed.agrees(named, &scene) {
                return Err(format!("`{}` is {}, but not in the scene", named.name, named.words));
            }
            all += 1;
            drawn += usize::from(match named.handle {
                Some(Handle::Thing(thing)) => pointed.things.contains_key(&thing),
                Some(Handle::Place(place)) => pointed.places.contains_key(&place),
                Some(Handle::Player(_)) => true,
                None => false,
            });
        }
    }
    Ok((drawn, all))
}

#[test]
fn options_point_at_what_is_drawn() {
    let (mut drawn, mut all) = (0, 0);
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    for path in folder("../games").into_iter().chain(folder("../examples/classics")) {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let game = smallest(model);
        let mut look = |position: &Position| {
            if position.stop() == Stop::Decision {
                let (here, of) = looked_at(position)?;
                (drawn, all) = (drawn + here, all + of);
            }
            Ok(())
        };
        playout_for(&game, 5, 0, STOPS, &mut look).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    }
    assert!(drawn * 10 > all * 7, "{drawn} of {all} names of options can be pointed at");
}

/// The first positions of a game at which somebody decides.
fn decisions(path: &str) -> Vec<Position> {
    let model = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_else(|errors| panic!("{errors}"));
    let mut found = Vec::new();
    let mut look = |position: &Position| {
        if position.stop() == Stop::Decision {
            found.push(position.clone());
        }
        Ok(())
    };
    playout_for(&smallest(model), 5, 0, STOPS, &mut look).unwrap_or_else(|why| panic!("{path}: {why}"));
    found
}

#[test]
fn dice_that_are_used_up_are_struck_through() {
    let (mut fresh, mut used, mut of_a_double) = (0, 0, 0);
    for position in decisions("../games/backgammon.rules") {
        for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Nobody] {
            let scene = Scene::of(&position, viewer);
            let left = scene.dice.iter().filter(|piece| !piece.struck).map(|piece| piece.count).sum::<u32>();
            assert!((1..=2).contains(&left), "somebody may walk, so a die is left: {:?}", scene.dice);
            let struck: Vec<&Piece> = scene.dice.iter().filter(|piece| piece.struck).collect();
            assert!(struck.iter().all(|piece| piece.said.as_deref() == Some("used")), "{struck:?}");
            fresh += usize::from(struck.is_empty());
            used += struck.len();
            of_a_double += struck.iter().filter(|piece| scene.dice.iter().all(|die| die.words == piece.words)).count();
            let lines = table(&position, viewer, 80);
            let line = lines.iter().find(|line| line.to_string().starts_with("Dice: ")).expect("dice");
            let parts = line.parts().iter().filter(|(_, tone)| *tone == Tone::Struck(None)).count();
            assert_eq!(parts, struck.len(), "{line}");
            assert_eq!(line.to_string().matches(" (used)").count(), struck.len(), "{line}");
        }
    }
    assert!(
        fresh > 20 && used > 20 && of_a_double > 3,
        "{fresh} fresh rolls, {used} used dice, {of_a_double} of doubles"
    );
}

#[test]
fn each_of_two_players_sees_the_own_side_below() {
    for (path, other, first) in [
        ("../examples/classics/chess.rules", 1, "    a b c d e f g h"),
        ("../examples/classics/english-draughts.rules", 0, "    abcdefgh"),
        ("../games/backgammon.rules", 1, "  13 14 15 16 17 18 | 19 20 21 22 23 24"),
        ("../examples/classics/kalah.rules", 1, "     13 12 11 10  9  8"),
    ] {
        let position = decisions(path).swap_remove(0);
        let head = |viewer| {
            let lines: Vec<String> = table(&position, viewer, 80).iter().map(ToString::to_string).collect();
            lines.into_iter().nth(1).unwrap_or_default()
        };
        assert_eq!(head(Viewer::Seat(1 - other)), first, "{path}");
        assert_eq!(head(Viewer::Nobody), first, "{path}: an onlooker");
        assert_ne!(head(Viewer::Seat(other)), first, "{path}: the other side");
        assert!(Scene::of(&position, Viewer::Seat(other)).boards[0].turned, "{path}");
    }
    let chess = decisions("../examples/classics/chess.rules").swap_remove(0);
    let lines: Vec<String> = table(&chess, Viewer::Seat(1), 80).iter().map(ToString::to_string).collect();
    let expected = ["    h g f e d c b a", "  1 R N B K Q B N R", "  2 P P P P P P P P"];
    assert_eq!(lines[1..4], expected, "the pieces stand where their coordinates say");
    assert_eq!(lines[9], "  8 r n b k q b n r", "black's own pieces are below");
}

/// The position that the script of a game beside it ends with.
fn last_position(path: &str) -> Position {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let script = read(&std::fs::read_to_string(&path).expect("a script")).expect("a script without mistakes");
    let rules = load(&path.with_file_name(&script.game.text)).unwrap_or_else(|errors| panic!("{errors}"));
    run(&script, rules, &mut ()).position.expect("it has begun")
}

/// The table of a script's last position as all see it, in lines of this width.
fn table_after(script: &str, width: usize) -> Vec<String> {
    let position = last_position(script);
    table(&position, Viewer::All, width).iter().map(ToString::to_string).collect()
}

#[test]
fn ways_home_lie_on_the_board() {
    let lines = table_after("../examples/classics/ludo-home.yaml", 80);
    assert!(lines.iter().any(|line| line.starts_with("  51  ·  ·  ·  A  · 3A     ·  ·")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("A Ann's token (lane 4, 6)")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("lane 1–6")), "they stand in no row of the players: {lines:#?}");
    // Two players have no ways home above and below.
    assert_eq!(lines[2].trim_end(), "                    10    14", "{lines:#?}");
    let narrow = table_after("../examples/classics/ludo-home.yaml", 44);
    let told = narrow.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("Ann's lane 4: Ann's token") && told.contains("Ann's lane 6: Ann's 3 tokens"), "{narrow:#?}");
}

#[test]
fn what_comes_home_is_marked_as_new() {
    let position = last_position("../examples/classics/ludo-home.yaml");
    let (now, all) = (Scene::of(&position, Viewer::All), BTreeMap::new());
    let before = Scene {
        boards: now.boards.iter().cloned().map(|board| BoardScene { standing: all.clone(), ..board }).collect(),
        ..now.clone()
    };
    let board = &now.since(&before).boards[0];
    let names: Vec<&str> =
        board.changed.iter().filter_map(|index| Some(board.beside_at(*index)?.name.as_str())).collect();
    assert_eq!(names, ["Ann's lane 4", "Ann's lane 6"]);
}

#[test]
fn one_more_of_the_same_sort_is_marked_as_new() {
    let now = Scene::of(&last_position("../examples/classics/ludo-home.yaml"), Viewer::All);
    let mut before = now.clone();
    let mut more = BTreeSet::new();
    for (place, pieces) in &mut before.boards[0].standing {
        for piece in pieces.iter_mut().filter(|piece| piece.count > 1) {
            piece.count -= 1;
            more.insert(*place);
        }
    }
    assert!(!more.is_empty(), "Ann has several tokens on one place");
    assert_eq!(now.clone().since(&before).boards[0].changed, more);
    assert!(now.clone().since(&now).boards[0].changed.is_empty(), "all is as it was");
}

/// The position at which somebody decides first, by rules in a text.
fn first_decision(rules: &str, players: usize) -> Position {
    let game = game_for(load_text(rules).unwrap_or_else(|errors| panic!("{errors}")), players);
    let mut first = None;
    let mut look = |position: &Position| {
        if position.stop() == Stop::Decision && first.is_none() {
            first = Some(position.clone());
        }
        Ok(())
    };
    playout_for(&game, 5, 0, STOPS, &mut look).expect("no fault");
    first.expect("somebody decides")
}

/// The table of a position in lines of a usual terminal.
fn lines_of(position: &Position, viewer: Viewer) -> Vec<String> {
    table(position, viewer, 80).iter().map(ToString::to_string).collect()
}

#[test]
fn only_for_two_a_board_is_turned() {
    let rules = r#"
game "Sides" ref "a test" doc "Go."
players 2..3
grid board 3 by 2 doc "It lies between two."
layout board turned
phase play ref "a test" doc "Each is asked." {
  for p in players { turn of p { choose n in 1..2 as "go {n}" } }
  win nobody
}
"#;
    for (players, seat, expected) in [(2, 0, false), (2, 1, true), (3, 0, false), (3, 1, false), (3, 2, false)] {
        let position = first_decision(rules, players);
        let viewer = Viewer::Seat(seat);
        assert_eq!(Scene::of(&position, viewer).boards[0].turned, expected, "seat {seat} of {players}");
        let head = if expected { "    c b a" } else { "    a b c" };
        assert!(lines_of(&position, viewer).iter().any(|line| line == head), "seat {seat} of {players}");
    }
}

#[test]
fn the_open_top_of_a_pile_is_struck_through() {
    let rules = r#"
game "Coals" ref "a test" doc "Burn them."
players 2
component Coal as "coal {heat}" { heat : 1..3  make h in 1..3 : heat = h }
pile heap : Coal seen by nobody, top seen by all doc "What burns."
def spent = {heap.top}
layout spent struck "spent"
phase play ref "a test" doc "Each is asked." {
  for c in Coal { move c to heap }
  for p in players { turn of p { choose n in 1..2 as "go {n}" } }
  win nobody
}
"#;
    let position = first_decision(rules, 2);
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Nobody] {
        let scene = Scene::of(&position, viewer);
        let Lying::Hidden { top: Some(top), .. } = &scene.common[0].lying else {
            panic!("{viewer:?} sees the top alone")
        };
        assert_eq!((top.struck, top.said.as_deref()), (true, Some("spent")), "{viewer:?}");
        let lines = lines_of(&position, viewer);
        assert!(lines.iter().any(|line| line == "Heap: 3 coals, coal 3 (spent) on top"), "{viewer:?}: {lines:#?}");
    }
}

#[test]
fn a_yes_or_no_that_is_no_says_so() {
    let rules = r#"
game "Lamps" ref "a test" doc "Put them out."
players 2
var lit : yes or no seen by all = yes doc "Whether lamps are lit."
phase play ref "a test" doc "Each is asked." {
  set lit = no
  for p in players { turn of p { choose n in 1..2 as "go {n}" } }
  if not lit { win nobody }
}
"#;
    let lines = lines_of(&first_decision(rules, 2), Viewer::Seat(0));
    assert!(lines.iter().any(|line| line == "Not lit"), "{lines:#?}");
}
