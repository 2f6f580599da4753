//! What the scripted games reach of the shipped rules, and how that is counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rulehound_interpreter::coverage::{Coverage, PointKind};
use rulehound_interpreter::model::Model;
use rulehound_interpreter::script::{Listener, Passage, read, run};
use rulehound_tests::load::{load, load_text};

/// What no script reaches, by file, the words it begins with, and why.
const UNREACHED: [(&str, &str, &str); 0] = [];

/// Has it counted what runs.
struct Counting;

impl Listener for Counting {
    fn passage(&mut self, _: &Passage<'_>) {}

    fn is_counted(&self) -> bool {
        true
    }
}

fn add(text: &str, model: Arc<Model>, coverage: &mut Coverage) {
    let script = read(text).expect("a script");
    let played = run(&script, model, &mut Counting);
    assert!(played.diagnostics.is_empty(), "{text}\n{:?}", played.diagnostics);
    coverage.add(played.position.expect("it has begun").game().program());
}

fn scripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("playthroughs"), root.join("../examples")];
    let inside =
        |folder: PathBuf| std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> =
        folders.into_iter().flat_map(inside).filter(|path| path.is_dir()).flat_map(inside).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "yaml"));
    found.sort();
    found
}

/// Whoever adds a rule or a `require` to a shipped game shows in a scripted game what it does.
#[test]
fn every_rule_and_every_refusal_of_the_shipped_games_is_shown_by_a_script() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let mut models: BTreeMap<String, Arc<Model>> = BTreeMap::new();
    let mut coverage = Coverage::default();
    for path in scripts() {
        let text = std::fs::read_to_string(&path).expect("a script");
        let game = read(&text).expect("a script").game.text;
        let rules = games.join(format!("{game}.rules"));
        if rules.exists() {
            let model = models.entry(game).or_insert_with(|| load(&rules).expect("a shipped game"));
            add(&text, model.clone(), &mut coverage);
        }
    }
    let shown = [PointKind::Rule, PointKind::Requirement, PointKind::Option, PointKind::Ending];
    let mut missing = Vec::new();
    for file in &coverage.files {
        let name = Path::new(&file.name).file_name().expect("a file").to_string_lossy();
        for met in file.points().filter(|met| shown.contains(&met.point.kind) && met.times == 0) {
            let written = &met.point.written;
            if !UNREACHED.iter().any(|(file, begins, _)| *file == name && written.starts_with(begins)) {
                missing.push(format!("{name}:{}: {written}", file.line(&met.point)));
            }
        }
    }
    assert!(missing.is_empty(), "no script reaches these; write one, or say above why not:\n{}", missing.join("\n"));
    let rules = coverage.share(PointKind::Rule);
    assert!(rules.all > 130 && coverage.share(PointKind::Requirement).all > 20, "hardly anything was looked at");
}

/// Every sort of point, met and not met.
const GAME: &str = "
| A game to count in.
game \"Points\"
players 2

var total: 0..30 seen by all = 0

phase play {
  repeat for p in players { do one_turn(p) }
}

phase one_turn(p: player) {
  turn of p {
    choose {
      option n in 1..3 as \"add {n}\" require total + n <= 10 else \"That is too much.\" { do add(n) }
      option \"give up\" require total > 0 else \"Nobody gives up at once.\" { win next(p) }
      option \"shout\" require total = 30 else \"Not yet.\" { do shout }
    } if none { win nobody }
    may \"double\" require total * 2 <= 10 else \"Too much to double.\" { set total += total }
      if none { set total += 0 }
  }
}

rule add(n: 1..3) {
  set total += n
  if total = 10 { win nobody }
}

rule shout { set total = 0 }
";

fn counted(steps: &[&str]) -> BTreeMap<String, u64> {
    let model = load_text(GAME).unwrap_or_else(|errors| panic!("{errors}"));
    let mut coverage = Coverage::default();
    for steps in steps {
        add(&format!("game: game\nplayers: [Ann, Ben]\nsteps:\n{steps}"), model.clone(), &mut coverage);
    }
    let file = coverage.files.first().expect("a file");
    let name = |kind, written: &str| format!("{kind:?} {}", written.split([',', '(']).next().unwrap_or_default());
    file.points().map(|met| (name(met.point.kind, &met.point.written), met.times)).collect()
}

#[test]
fn what_is_met_is_told_from_what_is_not() {
    let counts = counted(&["  - Ann: [add 3, double]\n  - Ben: give up\n"]);
    let times = |begins: &str| {
        let found: Vec<u64> =
            counts.iter().filter(|(name, _)| name.starts_with(begins)).map(|(_, times)| *times).collect();
        assert_eq!(found.len(), 1, "{begins} in {counts:#?}");
        found[0]
    };
    assert_eq!([times("Rule one_turn"), times("Rule add"), times("Rule shout")], [2, 1, 0]);
    assert_eq!(
        [times("Option option n in"), times("Option option \"give up"), times("Option option \"shout")],
        [1, 1, 0]
    );
    assert_eq!(times("Option may"), 1);
    assert!(times("Requirement require total > 0") > 0, "at the beginning nobody may give up");
    assert!(times("Requirement require total = 30") > 0);
    assert_eq!(times("Requirement require total + n <= 10"), 0, "the total was never above seven");
    assert_eq!([times("Ending win next"), times("Statement set total = 0")], [1, 0]);
    assert_eq!(counts.keys().filter(|name| name.starts_with("IfNone")).count(), 2);
}

#[test]
fn scripts_are_counted_together() {
    let apart = [counted(&["  - Ann: add 3\n"]), counted(&["  - Ann: [add 1, double]\n"])];
    let together = counted(&["  - Ann: add 3\n", "  - Ann: [add 1, double]\n"]);
    for (name, times) in together {
        assert_eq!(times, apart.iter().map(|one| one[&name]).sum::<u64>(), "{name}");
    }
}
