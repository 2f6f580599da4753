//! A letter on a board means the same all through a game, whatever comes and goes, at the terminal and on discs.

use std::collections::BTreeMap;
use std::path::Path;

use rulehound_interpreter::play::{Game, Position, Viewer};
use rulehound_interpreter::scene::Scene;
use rulehound_interpreter::table::table;
use rulehound_tests::load::{load, load_text, rules_in, smallest, tables};
use rulehound_tests::playout::playout_for;

/// So many stops of each game are looked at.
const STOPS: usize = 80;

/// So wide that nothing told of a board goes on in a second line.
const WIDE: usize = 10_000;

/// What each letter was found to mean.
#[derive(Default)]
struct Met(BTreeMap<String, String>);

impl Met {
    fn meet(&mut self, what: String, letter: String) -> Result<(), String> {
        match self.0.get(&what) {
            Some(before) if *before != letter => Err(format!("{what} was {before}, and is {letter} now")),
            Some(_) => Ok(()),
            None => {
                self.0.insert(what, letter);
                Ok(())
            }
        }
    }
}

/// What beneath a board says that a letter stands for something.
fn legend(line: &str) -> impl Iterator<Item = (String, String)> {
    line.split(" · ").filter_map(|part| {
        let (sign, words) = part.trim().split_once(' ')?;
        // Of what stands on several places these are told, too.
        let words = words.split(" (").next().unwrap_or(words);
        let letter = sign.chars().all(char::is_alphabetic) && sign.chars().count() == 1;
        // Rows of the drawing hold letters, too, but no words.
        let worded = words.chars().take(3).filter(|sign| sign.is_alphabetic()).count() == 3;
        (letter && worded).then(|| (words.to_owned(), sign.to_owned()))
    })
}

fn look(position: &Position, viewer: Viewer, met: &mut BTreeMap<String, Met>) -> Result<(), String> {
    let scene = Scene::of(position, viewer);
    let players = &position.game().instance().players;
    for board in &scene.boards {
        let discs = met.entry(format!("the discs of {}", board.name)).or_default();
        for (letter, piece) in board.lettered(players).into_values().flatten() {
            // Where all are of one sort, letters tell the players apart.
            discs.meet(format!("{} of {:?}", piece.sort(players), piece.owner), letter)?;
        }
    }
    let mut board = String::new();
    for line in table(position, viewer, WIDE) {
        let line = line.to_string();
        if let Some(title) = line.strip_prefix(|sign: char| sign.is_uppercase()).filter(|_| !line.contains(": ")) {
            board = title.to_owned();
        } else if line.starts_with("  ") {
            let letters = met.entry(format!("what is told beneath {board}")).or_default();
            legend(&line).try_for_each(|(words, sign)| letters.meet(words, sign))?;
        }
    }
    Ok(())
}

#[test]
fn a_letter_means_the_same_all_through_a_game() {
    let mut lettered = 0;
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let files = ["../games", "../examples/classics", "../docs/book/src/cookbook"].into_iter().flat_map(folder);
    for path in files {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        for seats in tables(&model) {
            let game = Game::load(model.clone(), &seats).unwrap_or_else(|error| panic!("{error}"));
            let mut met = BTreeMap::new();
            let mut looking = |position: &Position| {
                look(position, Viewer::All, &mut met)?;
                look(position, Viewer::Seat(0), &mut met)
            };
            playout_for(&game, 11, 0, STOPS, &mut looking).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            lettered += met.values().map(|met| met.0.len()).sum::<usize>();
        }
    }
    assert!(lettered > 200, "{lettered} letters were met");
}

/// The table at the first stop, as all may see it.
fn at_first(rules: &str) -> String {
    let model = load_text(rules).unwrap_or_else(|errors| panic!("{errors}"));
    let mut lines: Vec<String> = Vec::new();
    let mut look = |position: &Position| {
        lines = table(position, Viewer::All, WIDE).iter().map(ToString::to_string).collect();
        Err("enough".to_owned())
    };
    let _ = playout_for(&smallest(model), 1, 0, 1, &mut look);
    lines.join("\n")
}

#[test]
fn of_more_sorts_than_letters_each_is_told_by_its_place() {
    let rules = r#"
game "Sixty" ref "a test" doc "Lay them out."
players 2
component Tile as "tile {number}" { number : 1..60  make n in 1..60 : number = n }
component Peg of each player { make 2 of }
grid field 3 by 2 doc "Where they lie."
phase play ref "a test" doc "Two of them are laid." {
  for t in Tile, s in field where t.number = 17 and s.column = 1 and s.row = 1 { move t to s }
  for t in Tile, s in field where t.number = 60 and s.column = 2 and s.row = 1 { move t to s }
  for p in players, s in field where s.column = 2 and s.row = 2 { move 1 p.Peg from p.box to s }
  for p in players { turn of p { choose n in 1..2 as "go {n}" } }
  win nobody
}
"#;
    let told = at_first(rules);
    assert!(told.contains("T tile") && told.contains("a1 tile 17") && told.contains("b1 tile 60"), "{told}");
    assert!(told.contains("T T"), "{told}");
}

#[test]
fn on_a_net_that_is_told_place_by_place_so_it_is() {
    let rules = r#"
game "Sixty" ref "a test" doc "Lay them out."
players 2
type Town = hill, lane, mill
component Tile as "tile {number}" { number : 1..60  make n in 1..60 : number = n }
net field(Town) doc "Where they lie." { hill - lane - mill }
phase play ref "a test" doc "Two of them are laid." {
  for t in Tile where t.number = 17 { move t to field(hill) }
  for t in Tile where t.number = 60 { move t to field(mill) }
  for p in players { turn of p { choose n in 1..2 as "go {n}" } }
  win nobody
}
"#;
    let told = at_first(rules);
    assert!(told.contains("hill T  – lane"), "{told}");
    assert!(told.contains("T tile · hill: tile 17 · mill: tile 60"), "{told}");
}
