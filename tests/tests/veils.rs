//! A small game with one of everything that may be hidden, as each viewer is told and shown it. The snapshots are read by people: what stands in
//! one of them that its viewer must not know is a defect.

use std::fmt::Write as _;
use std::path::Path;

use rulehound_interpreter::play::{Position, Viewer};
use rulehound_interpreter::script::{self, Listener, Passage};
use rulehound_interpreter::story::{Length, Teller, WIDTH};
use rulehound_interpreter::table::table;
use rulehound_tests::load::load_text;

/// Tells a game, and shows the table wherever somebody decides.
struct Told {
    teller: Teller,
    viewer: Viewer,
    text: String,
}

impl Listener for Told {
    fn passage(&mut self, passage: &Passage<'_>) {
        let lines = match passage.refused {
            Some(refused) => self.teller.refused(&refused, passage.position),
            None => self.teller.tell(passage.events(), passage.position),
        };
        lines.iter().for_each(|line| self.line(line));
        if passage.step.is_some() && passage.refused.is_none() && !passage.position.deciders().is_empty() {
            self.stop(passage.position);
        }
    }
}

impl Told {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// Where things stand, who is asked what, and what is on offer.
    fn stop(&mut self, position: &Position) {
        let view = position.view(self.viewer).expect("a viewer");
        self.line(&format!("  -- {}", view.phases.join(", ")));
        for line in table(position, self.viewer, WIDTH) {
            self.line(&format!("  | {line}"));
        }
        // Tables leave out what says nothing; a program gets all of it.
        let cells: Vec<String> = view.variables.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        self.line(&format!("  | {}", cells.join(", ")));
        for seat in position.deciders() {
            let asked = position.asked(seat, self.viewer).expect("no fault").expect("somebody decides");
            self.line(&format!("  | {} is asked: {}", position.game().instance().players[seat], asked.prompt));
            if self.viewer == Viewer::All || self.viewer == Viewer::Seat(seat) {
                let offer = position.offer(seat).expect("no fault").expect("an offer");
                let refusals = position.refusals(seat).expect("no fault").refused;
                let options = offer.options.iter().map(|option| option.text.clone());
                let refused = refusals.iter().map(|refusal| format!("({})", refusal.text));
                self.line(&format!("  |   {}", options.chain(refused).collect::<Vec<_>>().join("; ")));
            }
        }
    }
}

#[test]
fn each_viewer_is_told_what_it_may_know() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/veils");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
    let model = load_text(&read("veils.rules")).expect("the game passes the checker");
    let text = read("veils.yaml");
    let read = script::read(&text).expect("it can be read");
    let viewers = [
        ("all", Viewer::All),
        ("Ann", Viewer::Seat(0)),
        ("Ben", Viewer::Seat(1)),
        ("Cleo", Viewer::Seat(2)),
        ("nobody", Viewer::Nobody),
    ];
    for (name, viewer) in viewers {
        let teller = Teller::new(viewer).at_length(Length::Explained(str::to_owned));
        let mut told = Told { teller, viewer, text: String::new() };
        let played = script::run(&read, model.clone(), &mut told);
        assert!(played.diagnostics.is_empty(), "{:?}", played.diagnostics);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_suffix => name }, {
            insta::assert_snapshot!("veils", told.text);
        });
    }
}
