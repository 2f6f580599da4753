//! What is on the screen where somebody decides, in every game, at three widths: read by eye before it is accepted.

use std::fmt::Write as _;
use std::path::Path;

use rulehound_interpreter::play::{Game, Position, Stop, Viewer};
use rulehound_interpreter::table::table;
use rulehound_tests::load::{load, rules_in, smallest};
use rulehound_tests::playout::playout_for;

/// Columns of a narrow, a usual and a wide terminal.
const WIDTHS: [usize; 3] = [60, 80, 120];

/// Which decisions are shown.
const DECISIONS: [usize; 2] = [1, 24];

/// So far the games are played.
const STOPS: usize = 120;

/// The positions at these decisions of a random game; of a short game the last one it has.
fn positions(game: &Game) -> Vec<(usize, Position)> {
    let (mut found, mut last, mut decisions) = (Vec::new(), None, 0);
    let mut look = |position: &Position| {
        if position.stop() == Stop::Decision {
            decisions += 1;
            if DECISIONS.contains(&decisions) {
                found.push((decisions, position.clone()));
            } else if found.len() < DECISIONS.len() {
                last = Some((decisions, position.clone()));
            }
        }
        Ok(())
    };
    playout_for(game, 5, 0, STOPS, &mut look).expect("no fault");
    if found.len() < DECISIONS.len() {
        found.extend(last);
    }
    found
}

/// A game at these decisions and widths, as whoever decides sees it.
fn shown(path: &Path) -> String {
    let model = load(path).unwrap_or_else(|errors| panic!("{errors}"));
    let mut shown = String::new();
    for (decision, position) in positions(&smallest(model)) {
        let seat = position.deciders()[0];
        let mut last = Vec::new();
        for width in WIDTHS {
            let lines: Vec<String> =
                table(&position, Viewer::Seat(seat), width).iter().map(ToString::to_string).collect();
            for line in &lines {
                assert!(line.chars().count() <= width, "{}, {width} columns: {line}", path.display());
            }
            if lines == last {
                let _ = writeln!(shown, "---- decision {decision}, {width} columns: the same\n");
            } else {
                let _ = writeln!(shown, "---- decision {decision}, {width} columns\n\n{}\n", lines.join("\n"));
            }
            last = lines;
        }
    }
    shown
}

fn all_look_as_before(folders: &[&str], snapshot: &str) {
    let folder = |name: &&str| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    for path in folders.iter().flat_map(folder) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_suffix => name }, {
            insta::assert_snapshot!(snapshot, shown(&path));
        });
    }
}

#[test]
fn tables_look_like_tables() {
    all_look_as_before(&["../games", "../examples/classics"], "screens");
}

/// Nets with crowds, with and without a layout, and grids of hexagons.
#[test]
fn boards_show_what_stands_where() {
    all_look_as_before(&["fixtures/boards"], "boards");
}
