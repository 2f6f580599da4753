//! Scripted games: each is played, must hold what it expects, and is told as the command line tells it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::{ChanceKind, EventKind, Game, Log, Position, Seeded, Stop, Viewer};
use rulehound_interpreter::script::{Entry, Headline, Listener, Passage, Played, Players, Script, read, run, write};
use rulehound_interpreter::story::{Length, Teller, seen_by};
use rulehound_tests::load::load;

/// The story as `rulehound run` prints it.
struct Story {
    teller: Teller,
    lines: Vec<String>,
}

impl Listener for Story {
    fn passage(&mut self, passage: &Passage<'_>) {
        self.lines.extend(match (passage.said, passage.refused) {
            (Some(said), _) => self.teller.say(said, passage.position),
            (None, Some(it)) => self.teller.refused(&it, passage.position),
            (None, None) => self.teller.tell(passage.events(), passage.position),
        });
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// A shipped game.
fn shipped(name: &str) -> Arc<Model> {
    load(&folder("games").join(format!("{name}.rules"))).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The game of a script: a file seen from it, or a shipped one.
fn game_of(script: &Script, path: &Path) -> Arc<Model> {
    let beside = path.parent().expect("a folder").join(&script.game.text);
    if beside.exists() { load(&beside).unwrap_or_else(|errors| panic!("{errors}")) } else { shipped(&script.game.text) }
}

fn script(text: &str) -> Script {
    read(text).unwrap_or_else(|findings| panic!("{}", listed(&findings, text)))
}

fn listed(findings: &[Diagnostic], text: &str) -> String {
    let line = |one: &Diagnostic| {
        let (line, column) = line_and_column(text, one.primary.at.span.start);
        format!("{line}:{column}: {} {}\n{}", one.code, one.message, one.help.as_deref().unwrap_or_default())
    };
    findings.iter().map(line).collect()
}

/// Plays a script that must hold.
fn play(path: &Path, listener: &mut dyn Listener) -> (Script, Played) {
    let text = std::fs::read_to_string(path).expect("a script");
    let script = script(&text);
    let played = run(&script, game_of(&script, path), listener);
    assert!(played.diagnostics.is_empty(), "{}: {}", path.display(), listed(&played.diagnostics, &text));
    (script, played)
}

/// The whole story to one viewer.
fn story(path: &Path, viewer: Viewer) -> String {
    let mut story = Story { teller: Teller::new(viewer).at_length(Length::Full), lines: Vec::new() };
    let (script, played) = play(path, &mut story);
    let Story { mut teller, mut lines } = story;
    let position = played.position.expect("it has begun");
    teller.boards(&position, &mut lines);
    lines.extend(teller.next(&position));
    let title = script.title.expect("a title").text;
    let reference = script.reference.map(|reference| format!(" ({})", reference.text)).unwrap_or_default();
    lines.insert(0, format!("{title}{reference}"));
    lines.join("\n")
}

fn snapshot(name: &str, path: &Path) {
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(name, story(path, Viewer::All));
    });
}

#[test]
fn playthroughs() {
    insta::glob!("../playthroughs", "*/*.yaml", |path| snapshot("playthrough", path));
}

#[test]
fn examples() {
    insta::glob!("../../examples", "*/*.yaml", |path| snapshot("example", path));
}

/// Recorded games, which hold everything and are not edited.
fn recorded() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for game in ["hot-dog", "hot-dog-young"] {
        for count in ["two", "three", "four"] {
            found.push(folder("tests/playthroughs").join(game).join(format!("full-game-of-{count}.yaml")));
        }
    }
    found
}

/// What stands before the steps of a script, to write it again.
fn headline(script: &Script) -> Headline {
    let players = match &script.players {
        Players::Named(names) => names.iter().map(|name| name.text.clone()).collect(),
        Players::Default | Players::Number(_) => Vec::new(),
    };
    Headline {
        game: script.game.text.clone(),
        title: script.title.as_ref().map(|title| title.text.clone()),
        players,
        settings: Vec::new(),
    }
}

#[test]
fn recorded_games_are_written_again_word_for_word() {
    for path in recorded() {
        let (script, played) = play(&path, &mut ());
        let position = played.position.expect("it has begun");
        assert_eq!(position.stop(), Stop::Over, "{}", path.display());
        let text = std::fs::read_to_string(&path).expect("a script");
        assert_eq!(write(&headline(&script), &played.record), text, "{}", path.display());
    }
}

/// A random game with its record.
fn random(game: &Game, seed: u64) -> (Position, Vec<Entry>) {
    let mut generator = Seeded::new(seed, 0);
    let mut log = Log::silent();
    let mut position = game.start(&mut log).expect("it begins");
    let mut record = Vec::new();
    loop {
        match position.stop() {
            Stop::Over => return (position, record),
            Stop::Chance => {
                let chance = position.chance().expect("chance");
                let outcome = generator.pick(&chance);
                record.push(Entry::chance(&chance, outcome));
                position.resolve(outcome, &mut log).expect("no fault");
            }
            Stop::Decision => {
                let deciders = position.deciders();
                let seat = deciders[generator.below(deciders.len())];
                let offer = position.offer(seat).expect("no fault").expect("an offer");
                let option = generator.below(offer.options.len());
                record.push(Entry::answer(&offer, option, deciders, position.game().instance()));
                position.apply(seat, option, &mut log).expect("no fault");
            }
        }
    }
}

#[test]
fn random_games_replay_to_the_same_bytes() {
    // Some random games are a hundred times as long as others.
    let games = [("hot-dog", 30), ("hot-dog-young", 30), ("spots", 2), ("spots-leashes-off", 1), ("spots-solo", 4)];
    for (name, seeds) in games {
        let model = shipped(name);
        let (least, most) = (u64::from(model.players.least), u64::from(model.players.most));
        for seed in 0..seeds {
            let players = default_names(usize::try_from(least + seed % (most - least + 1)).expect("small"));
            let table = Table { players: players.clone(), ..Table::default() };
            let game = Game::load(model.clone(), &table).expect("the table fits");
            let (position, record) = random(&game, seed);
            let headline = Headline { game: name.to_owned(), players, ..Headline::default() };
            let text = write(&headline, &record);
            let played = run(&script(&text), model.clone(), &mut ());
            assert!(played.diagnostics.is_empty(), "{text}\n{}", listed(&played.diagnostics, &text));
            let end = played.position.expect("it has begun");
            assert_eq!(end.save(), position.save(), "{name}, seed {seed}\n{text}");
            assert_eq!(write(&headline, &played.record), text, "{name}, seed {seed}");
        }
    }
}

/// What Ben is told of a whole game, to be read like prose: no chip before it is shown, no answer before all have answered.
#[test]
fn what_ben_is_told() {
    let path = folder("tests/playthroughs/hot-dog/full-game-of-three.yaml");
    let told = story(&path, Viewer::Seat(1));
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("what_ben_is_told", told);
    });
    // Once all chips are in their bags, they are seen before or after they move only where they come to the row or leave it.
    let open = ["from the fist to the row", "from the row to the bag"];
    let rounds = told.lines().skip_while(|line| *line != "Betting round");
    let mut hidden = 0;
    for line in rounds.filter(|line| line.contains("chip")) {
        let faces = ["chip number", "chip double", "chip doo"].iter().any(|face| line.contains(face));
        assert_eq!(faces, open.iter().any(|way| line.contains(way)), "{line}");
        hidden += usize::from(!faces);
    }
    assert!(hidden > 20, "hardly anything was hidden:\n{told}");
}

/// At each draw of that game, whatever chip comes: Ben and Cleo hear the same of it, until it is shown.
#[test]
fn no_chip_is_told_of_before_it_is_shown() {
    struct Draws(usize);
    impl Listener for Draws {
        fn passage(&mut self, passage: &Passage<'_>) {
            let Some(chance) = passage.position.chance() else { return };
            if chance.kind != ChanceKind::Draw || chance.owner.is_none() {
                return;
            }
            for seat in 0..3 {
                let told: Vec<_> = (0..chance.outcomes.len())
                    .map(|outcome| {
                        let mut log = Log::new();
                        passage.position.clone().resolve(outcome, &mut log).expect("no fault");
                        let drawn = log.events.iter().find(|event| matches!(event.kind, EventKind::Moved { .. }));
                        seen_by(drawn.expect("a chip is drawn"), Viewer::Seat(seat), 3)
                    })
                    .collect();
                assert!(told.windows(2).all(|pair| pair[0] == pair[1]), "seat {seat}: {told:#?}");
            }
            self.0 += 1;
        }
    }
    let mut draws = Draws(0);
    play(&folder("tests/playthroughs/hot-dog/full-game-of-three.yaml"), &mut draws);
    assert!(draws.0 > 20);
}
