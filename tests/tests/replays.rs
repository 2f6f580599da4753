//! What is printed can be pasted, and every record replays: for every game that is shipped, every classic, and the fixtures.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::{EventKind, Game, Log, Position, Seeded, Stop, Viewer};
use rulehound_interpreter::script::{Entry, Headline, read, run, run_at, write};
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::pasting::{PROBE, PROBED, pasted, printed, told};

/// Games of so many decisions are played to their end, longer ones only so far.
const MOST_DECISIONS: usize = 150;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Every game, with how many random games of it are played.
fn games() -> Vec<(PathBuf, Arc<Model>, u64)> {
    let mut games = Vec::new();
    for (name, seeds) in
        [("../games", 2), ("../examples/classics", 2), ("fixtures/reference", 12), ("fixtures/points", 6)]
    {
        let files = rules_in(&folder(name));
        assert!(!files.is_empty(), "{name} is empty");
        games.extend(files.into_iter().map(|path| (path, seeds)));
    }
    games
        .into_iter()
        .map(|(path, seeds)| {
            let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
            (path, model, seeds)
        })
        .collect()
}

/// Something that was decided.
struct Decided {
    entry: Entry,
    /// Chance, where nothing else could come.
    forced: bool,
}

/// A random game, up to its end or a fault of the rules, with everything that was decided.
fn random(game: &Game, seed: u64) -> Option<(Position, Vec<Decided>)> {
    let mut generator = Seeded::new(seed, 0);
    let mut log = Log::silent();
    let mut position = game.start(&mut log).ok()?;
    let (mut record, mut decisions) = (Vec::new(), 0);
    loop {
        let before = position.clone();
        let (decided, done) = match position.stop() {
            Stop::Over => return Some((position, record)),
            Stop::Chance => {
                let chance = position.chance().expect("chance");
                let outcome = generator.pick(&chance);
                let forced = chance.outcomes.len() == 1;
                let decided = Decided { entry: Entry::chance(&chance, outcome), forced };
                (decided, position.resolve(outcome, &mut log))
            }
            Stop::Decision if decisions == MOST_DECISIONS => return Some((position, record)),
            Stop::Decision => {
                decisions += 1;
                let deciders = position.deciders();
                let seat = deciders[generator.below(deciders.len())];
                let offer = position.offer(seat).ok()??;
                let option = generator.below(offer.options.len());
                let decided = Decided {
                    entry: Entry::answer(&offer, option, deciders, position.game().instance()),
                    forced: false,
                };
                (decided, position.apply(seat, option, &mut log))
            }
        };
        // Some fixtures are there for their faults; a script ends before them.
        if done.is_err() {
            return Some((before, record));
        }
        record.push(decided);
    }
}

/// The steps of a record as the record writes them.
fn steps(entries: &[Entry], headline: &Headline) -> String {
    let text = write(headline, entries);
    text.split_once("steps:\n").map(|(_, steps)| steps.to_owned()).unwrap_or_default()
}

/// A record with every outcome of chance on a line of its own.
fn line_by_line(record: &[Decided], headline: &Headline) -> String {
    let mut text = write(headline, &[]).replace("steps: []\n", "steps:\n");
    let mut answers: Vec<Entry> = Vec::new();
    for decided in record {
        if matches!(decided.entry, Entry::Chance { .. }) {
            text += &steps(&std::mem::take(&mut answers), headline);
            text += &steps(std::slice::from_ref(&decided.entry), headline);
        } else {
            answers.push(decided.entry.clone());
        }
    }
    text + &steps(&answers, headline)
}

/// Plays a script and compares where it ends.
fn must_end(text: &str, end: &Position, what: &str) {
    let script = read(text).unwrap_or_else(|findings| panic!("{what}: {}\n{text}", told(&findings)));
    let played = run_at(&script, end.game(), &mut ());
    assert!(played.diagnostics.is_empty(), "{what}: {}\n{text}", told(&played.diagnostics));
    let mut end = end.clone();
    // A replay lets come what must.
    while let Some(chance) = end.chance().filter(|chance| chance.outcomes.len() == 1) {
        assert!(end.resolve(0, &mut Log::silent()).is_ok(), "{what}: {chance:?}");
    }
    let position = played.position.expect("it has begun");
    assert!(position.save() == end.save(), "{what}: it ends otherwise\n{text}");
}

#[test]
fn every_record_replays() {
    let (mut played, mut forced) = (0, 0);
    for (path, model, seeds) in games() {
        let name = path.display().to_string();
        let seeds = if name.ends_with("urns.rules") { 60 } else { seeds };
        for table in tables(&model) {
            let game = Game::load(model.clone(), &table).expect("the table fits");
            let Table { players, .. } = table;
            let headline = Headline { game: name.clone(), players, ..Headline::default() };
            for seed in 0..seeds {
                let Some((end, record)) = random(&game, seed) else { continue };
                let what = |how: &str| format!("{name}, seed {seed}, {how}");
                let whole: Vec<Entry> = record.iter().map(|decided| decided.entry.clone()).collect();
                must_end(&write(&headline, &whole), &end, &what("whole"));
                played += 1;
                if !record.iter().any(|decided| decided.forced) {
                    continue;
                }
                forced += 1;
                let free = record.iter().filter(|decided| !decided.forced);
                let free: Vec<Entry> = free.map(|decided| decided.entry.clone()).collect();
                must_end(&write(&headline, &free), &end, &what("forced chance left out"));
                must_end(&line_by_line(&record, &headline), &end, &what("line by line"));
            }
        }
    }
    assert!(played > 400 && forced > 100, "{played} games, {forced} of them with forced chance");
}

/// A game that is ready serves scripts for other tables, too: they are played at their own.
#[test]
fn a_script_is_played_at_the_table_it_names() {
    let model = load(&folder("../examples/classics/liars-dice.rules")).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model.clone(), &tables(&model)[0]).expect("the table fits");
    let own = game.instance().players.clone();
    for players in [own.clone(), ["Zoe", "Max", "Ida"].map(str::to_owned).to_vec(), own[..1].to_vec()] {
        let headline = Headline { game: "x".to_owned(), players: players.clone(), ..Headline::default() };
        let text = write(&headline, &[]) + "seed: 4\n";
        let script = read(&text).unwrap_or_else(|findings| panic!("{}\n{text}", told(&findings)));
        let [at, anew] = [run_at(&script, &game, &mut ()), run(&script, model.clone(), &mut ())];
        assert_eq!(told(&at.diagnostics), told(&anew.diagnostics));
        let [at, anew] = [at, anew].map(|played| played.position);
        assert_eq!(at.as_ref().map(Position::save), anew.as_ref().map(Position::save));
        let seated = at.map(|position| position.game().instance().players.clone());
        assert_eq!(seated, (players.len() > 1).then_some(players));
    }
}

/// A folder of rules, with the probe added to one file of it.
struct Probed<'p>(&'p Path);

impl Library for Probed<'_> {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let folder = from.and_then(|from| Path::new(from).parent()).unwrap_or(Path::new(""));
        let path = folder.join(name);
        let mut text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if path == self.0 {
            text += PROBE;
        }
        Ok(Source { name: path.display().to_string(), text })
    }
}

fn probed(path: &Path) -> Arc<Model> {
    let checked = check(&path.display().to_string(), &mut Probed(path));
    Arc::new(checked.model.unwrap_or_else(|| panic!("{}: {:?}", path.display(), checked.diagnostics)))
}

fn offers(position: &Position) -> Vec<String> {
    let offer =
        |seat| format!("{:?}", position.offer(seat).expect("no fault").map(|offer| (offer.asked.rule, offer.options)));
    position.deciders().into_iter().map(offer).collect()
}

/// A stop of a random game, with the phase that has just begun there, if one has and nothing has happened since.
struct At {
    position: Position,
    begun: Option<String>,
}

/// The stops of a random game, up to its end or a fault of the rules.
fn stops(game: &Game, seed: u64) -> Vec<At> {
    let mut generator = Seeded::new(seed, 1);
    let mut log = Log::new();
    let Ok(mut position) = game.start(&mut log) else { return Vec::new() };
    let mut stops = Vec::new();
    while stops.len() < 2 * MOST_DECISIONS {
        stops.push(At { begun: begun(&log, &position), position: position.clone() });
        log = Log::new();
        let done = match position.stop() {
            Stop::Over => break,
            Stop::Chance => position.resolve(generator.pick_weight(&position.weights()), &mut log),
            Stop::Decision => {
                let deciders = position.deciders();
                let seat = deciders[generator.below(deciders.len())];
                let Ok(count) = position.count(seat) else { break };
                position.apply(seat, generator.below(count), &mut log)
            }
        };
        if done.is_err() {
            break;
        }
    }
    stops
}

/// `one_turn(Ann)`, if that has begun last and nothing has happened since. Only players can be handed to it here.
fn begun(log: &Log, position: &Position) -> Option<String> {
    let instance = position.game().instance();
    let EventKind::PhaseBegan { arguments, .. } = &log.events.last()?.kind else { return None };
    let known = arguments.iter().all(|(words, _)| instance.players.contains(words));
    let phase = position.running().into_iter().map(|id| &instance.model.runnables[id.index()]).find(|one| one.phase)?;
    let arguments: Vec<&str> = arguments.iter().map(|(words, _)| words.as_str()).collect();
    let call =
        if arguments.is_empty() { phase.name.clone() } else { format!("{}({})", phase.name, arguments.join(", ")) };
    (known && position.stop() == Stop::Decision && phase.name != "play").then_some(call)
}

/// At how many stops positions of a game are printed; variants share most of their rules, and fixtures are small.
fn stops_of(path: &Path) -> u64 {
    let text = std::fs::read_to_string(path).expect("a file of rules");
    let is_variant = text.contains("extends ");
    if is_variant || path.components().any(|part| part.as_os_str() == "fixtures") { 50 } else { 200 }
}

#[test]
fn what_is_printed_can_be_pasted() {
    let (mut positions, mut compared) = (0, 0);
    for (path, _, _) in games() {
        let model = probed(&path);
        let tables = tables(&model);
        let most = stops_of(&path);
        for table in &tables {
            let game = Game::load(model.clone(), table).expect("the table fits");
            let seeds = most / 25 / tables.len() as u64;
            for seed in 0..seeds {
                let stops = stops(&game, seed);
                let step = stops.len().div_ceil(25).max(1);
                for (number, At { position, begun }) in
                    stops.iter().enumerate().filter(|(number, _)| number % step == 0)
                {
                    let what = || format!("{}, seed {seed}, stop {number}", path.display());
                    let before = printed(&position.view(Viewer::All).expect("a viewer"));
                    let after = pasted(&before, PROBED, table, &game);
                    let after = after.unwrap_or_else(|message| panic!("{}: {message}", what()));
                    assert_eq!(before, printed(&after.view(Viewer::All).expect("a viewer")), "{}", what());
                    positions += 1;
                    let Some(phase) = begun else { continue };
                    // Who is on turn, and what the phase does before it asks, may come from outside of what is printed.
                    let Ok(after) = pasted(&before, phase, table, &game) else { continue };
                    if printed(&after.view(Viewer::All).expect("a viewer")) == before
                        && after.deciders() == position.deciders()
                    {
                        assert_eq!(offers(position), offers(&after), "{}", what());
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(positions > 3_000 && compared > 300, "{positions} positions, {compared} offers");
}
