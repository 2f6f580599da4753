//! Nobody who plays or reads meets a word of the engine: not at the table, among options and refusals, in stories or documents.

use std::path::Path;

use rulehound_interpreter::document::{document, markdown};
use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::play::{Game, Log, Position, Stop, Viewer};
use rulehound_interpreter::story::{Length, Teller, by_owners};
use rulehound_interpreter::table::table;
use rulehound_tests::load::{load, rules_in, smallest};
use rulehound_tests::playout::playout_for;

/// So far each game is played.
const STOPS: usize = 120;

/// Words that belong to the language and its engine; a game that has one of its own is not among those that are read here.
const WORDS: [&str; 10] =
    ["status", "feature", "features", "zone", "zones", "variable", "variables", "component", "components", "kind_noun"];

/// How a question does not begin: what all do, or how the whole game goes, does not say what to do now.
const TELLS_ALL: [&str; 5] = ["The players ", "Everybody ", "Whoever ", "Each player ", "All "];

/// Which word of the engine stands in a text that people read, or what else is no English.
fn wrong(text: &str) -> Option<String> {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '-';
    // What is typed at the program is no English.
    let typed = text.contains("`--set ");
    if let Some(word) = text.split(|sign| !is_word(sign)).find(|word| WORDS.contains(word)) {
        return Some(format!("`{word}` is a word of the engine: {text}"));
    }
    (!typed && (text.contains(['{', '}']) || text.contains("_of_"))).then(|| format!("that is no English: {text}"))
}

/// The same at the table, where things are told by their owners.
fn wrong_at_the_table(text: &str, instance: &Instance) -> Option<String> {
    let said = by_owners(text, instance);
    wrong(text).or_else(|| (said != text).then(|| format!("people say: {said}")))
}

/// What the one who decides here reads.
fn read_at(position: &Position) -> Vec<String> {
    let seat = position.deciders()[0];
    let instance = position.game().instance();
    let mut read: Vec<String> = table(position, Viewer::Seat(seat), 200).iter().map(ToString::to_string).collect();
    let Ok(Some(offer)) = position.offer(seat) else { return read };
    read.push(offer.asked.prompt);
    read.extend(offer.options.iter().map(|option| by_owners(&option.text, instance)));
    let refusals = position.refusals(seat).unwrap_or_default();
    for refusal in refusals.refused {
        read.push(by_owners(&refusal.text, instance));
        read.extend(refusal.reasons.into_iter().map(|reason| by_owners(&reason.sentence, instance)));
    }
    read
}

fn story(game: &Game, length: Length) -> Vec<String> {
    let mut teller = Teller::new(Viewer::All).within(200).at_length(length);
    let (mut log, mut lines) = (Log::new(), Vec::new());
    let Ok(mut position) = game.start(&mut log) else { return lines };
    lines.extend(teller.tell(&log.events, &position));
    for step in 0..STOPS {
        log = Log::new();
        let done = match position.stop() {
            Stop::Over => break,
            Stop::Chance => {
                let outcomes = position.weights().len();
                position.resolve(step % outcomes.max(1), &mut log)
            }
            Stop::Decision => {
                let seat = position.deciders()[0];
                let options = position.count(seat).unwrap_or(1);
                position.apply(seat, step % options.max(1), &mut log)
            }
        };
        done.expect("no fault");
        lines.extend(teller.tell(&log.events, &position));
    }
    lines.extend(teller.pause(&position));
    lines
}

#[test]
fn what_is_asked_says_what_to_do_now() {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    for path in folder("../games").into_iter().chain(folder("../examples/classics")) {
        let game = smallest(load(&path).unwrap_or_else(|errors| panic!("{errors}")));
        let mut asked = 0;
        let mut stop = |position: &Position| {
            for seat in position.deciders() {
                let Ok(Some(offer)) = position.offer(seat) else { continue };
                asked += 1;
                let prompt = offer.asked.prompt;
                let tells_all = TELLS_ALL.iter().any(|words| prompt.starts_with(words));
                assert!(!tells_all, "{}: {prompt}", path.display());
            }
            Ok(())
        };
        playout_for(&game, 5, 0, STOPS, &mut stop).unwrap_or_else(|why| panic!("{why}"));
        assert!(asked > 0, "{}: nothing is asked", path.display());
    }
}

#[test]
fn nobody_meets_a_word_of_the_engine() {
    let folder = |name| rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let mut met = Vec::new();
    let mut lines = 0;
    for path in folder("../games").into_iter().chain(folder("../examples/classics")) {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let game = smallest(model);
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut look = |text: &str| {
            lines += 1;
            met.extend(wrong_at_the_table(text, game.instance()).map(|wrong| format!("{name}: {wrong}")));
        };
        for length in [Length::Short, Length::Full] {
            story(&game, length).iter().for_each(|line| look(line));
        }
        let mut stop = |position: &Position| {
            if position.stop() == Stop::Decision {
                read_at(position).iter().for_each(|line| look(line));
            }
            Ok(())
        };
        playout_for(&game, 5, 0, STOPS, &mut stop).unwrap_or_else(|why| panic!("{name}: {why}"));
        let page = markdown(&document(&game.instance().model, &[]));
        // What links and anchors are called is not read.
        let page = page.lines().map(|line| {
            line.split("](#").map(|part| part.split_once(')').map_or(part, |(_, rest)| rest)).collect::<String>()
        });
        let page = page.filter(|line| !line.starts_with("<a id"));
        met.extend(
            page.filter_map(|line| wrong_at_the_table(&line, game.instance())).map(|wrong| format!("{name}: {wrong}")),
        );
    }
    met.dedup();
    assert!(lines > 20_000, "only {lines} lines were read");
    assert!(met.is_empty(), "{} of {lines} lines:\n{}", met.len(), met.join("\n"));
}
