//! What browsers are sent hangs on nothing that their viewers may not know: two tables that differ in nothing else send the same frames, byte for
//! byte and as many of them, to whoever sits there, comes back, looks on, is refused or asks why. Who may know what is said by the reference and
//! not by the engine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use rulehound_interpreter::play::{EventKind, Game, Log, Position, Seeded, Stop, Viewer};
use rulehound_judges::reference::Reference;
use rulehound_tests::load::{load, rules_in, tables};
use rulehound_tests::playout::playout_for;
use rulehound_tests::secrecy::twin;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, channel};

use super::Sitting;
use crate::opening::Opening;
use crate::store::Store;

/// Frames that wait for a browser at most while it is looked at.
const WAITING: usize = 1_000;

/// So many things are pointed at and asked why not.
const POINTED_AT: usize = 4;

/// Of the options of a secret answer so many are compared with the first one.
const OTHERS: usize = 3;

/// How much was compared.
#[derive(Debug, Default)]
struct Count {
    /// Tables that differ in what lies hidden.
    twins: usize,
    /// Tables that differ in what somebody answered in secret.
    answers: usize,
    /// What their viewers were sent.
    frames: usize,
}

#[test]
fn frames_of_tables_that_differ_in_hidden_things_alone_are_the_same() {
    let count = compared(1, 45, 9);
    assert!(count.twins > 150 && count.answers > 8 && count.frames > 3_000, "{count:?}");
}

#[test]
#[ignore = "takes minutes; `.ci/long`"]
fn a_hundred_thousand_frames_tell_nothing() {
    let count = compared(4, 240, 11);
    assert!(count.twins > 3_000 && count.answers > 200 && count.frames >= 100_000, "{count:?}");
}

/// Plays so many games of everything with secrets, at its smallest and largest table, and looks at every so manieth stop.
fn compared(games: u64, stops: usize, every: usize) -> Count {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["games", "examples/classics", "tests/fixtures/veils"];
    let store = Store::memory().expect("memory");
    let mut count = Count::default();
    for path in folders.iter().flat_map(|folder| rules_in(&root.join(folder))) {
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        for table in tables(&model) {
            let game = Game::load(model.clone(), &table).unwrap_or_else(|error| panic!("{error}"));
            if game.is_open() {
                continue;
            }
            let sitting = || {
                let name = path.display().to_string();
                let (model, table) = (model.clone(), table.clone());
                let opening = Opening { name, sources: Vec::new(), model, table, bots: Vec::new(), seed: 5 };
                Sitting::open(opening, &store, None).expect("a table").0
            };
            let pair = [sitting(), sitting()];
            let reference = Reference::new(game.instance());
            for stream in 0..games {
                let mut looking = Looking { pair: &pair, chance: Seeded::new(17, stream), count: &mut count };
                let (mut stop, mut told) = (0, Ok(()));
                let mut look = |position: &Position| {
                    stop += 1;
                    if stop % every == every / 2 {
                        told = looking.at(&reference, position);
                    }
                    told.clone()
                };
                // Some of these rules go wrong on purpose, and the game is over then.
                let _ = playout_for(&game, 31, stream, stops, &mut look);
                told.unwrap_or_else(|why| panic!("{}, {} players: {why}", path.display(), table.players.len()));
            }
        }
    }
    count
}

/// Two tables of the same game.
struct Looking<'l> {
    pair: &'l [Sitting; 2],
    chance: Seeded,
    count: &'l mut Count,
}

impl Looking<'_> {
    fn at(&mut self, reference: &Reference<'_>, position: &Position) -> Result<(), String> {
        // Who looks at a draw has not been told of it yet: tables stop where somebody decides.
        if position.stop() == Stop::Chance {
            return Ok(());
        }
        let seats = position.game().instance().seats();
        for place in 0..=seats {
            let viewer = if place < seats { Viewer::Seat(place) } else { Viewer::Nobody };
            let Some(twin) = twin(reference, position, viewer, &mut self.chance) else { continue };
            self.stand([position, &twin]);
            if self.goes_wrong() {
                continue;
            }
            self.same(place, |sitting| visit(sitting, place))?;
            self.count.twins += 1;
        }
        self.answers(position)
    }

    fn stand(&self, positions: [&Position; 2]) {
        for (sitting, position) in self.pair.iter().zip(positions) {
            // At one of the two the rules may have gone wrong before, so that somebody was asked less often there.
            sitting.state().onlookers.iter_mut().for_each(|onlooker| onlooker.question = 0);
            sitting.stand(position, Vec::new());
        }
    }

    /// Two things that only look alike must not be offered at all: that rules do so is a fault, which is met in one of the two alone.
    fn goes_wrong(&self) -> bool {
        self.pair.iter().any(|sitting| sitting.state().fault.is_some())
    }

    fn same(&mut self, place: usize, sent: impl Fn(&Sitting) -> Vec<String>) -> Result<(), String> {
        let [one, other] = self.pair.each_ref().map(sent);
        self.count.frames += one.len();
        assert!(one.iter().all(|frame| frame.len() % 256 == 0), "a frame has a length of its own");
        match one.iter().zip(&other).find(|(one, other)| one != other) {
            Some((one, other)) => Err(format!("place {place} can tell them apart:\n  {one}\n  {other}")),
            None if one.len() != other.len() => Err(format!("place {place} is sent more: {one:#?}\n{other:#?}")),
            None => Ok(()),
        }
    }

    /// Where several decide: what the first of them answers changes nothing for the others, who are there, come back, and look on.
    fn answers(&mut self, position: &Position) -> Result<(), String> {
        let deciders = position.deciders();
        let [who, _, ..] = deciders.as_slice() else { return Ok(()) };
        let seats = position.game().instance().seats();
        let Ok(count) = position.count(*who) else { return Ok(()) };
        let Some(first) = secretly(position, *who, 0) else { return Ok(()) };
        for option in (1..count).step_by(count.div_ceil(OTHERS)) {
            // Who still decides is for all to see.
            if secretly(position, *who, option).as_ref() != Some(&first) {
                continue;
            }
            self.stand([position, position]);
            let others = || (0..=seats).filter(|place| place != who);
            let mut here =
                self.pair.each_ref().map(|sitting| others().map(|place| Browser::sit(sitting, place)).collect());
            let given = self.pair.iter().zip([0, option]).map(|(sitting, option)| answer(sitting, *who, option));
            let given: Vec<Value> = given.collect();
            // The table has answered for the others, who had one option only: the block is over, and what was secret is told.
            let over = self.pair.iter().any(|sitting| sitting.position().deciders() != first);
            if over || self.goes_wrong() {
                continue;
            }
            assert!(given.iter().all(|told| told["t"] == "ok"), "{given:?}");
            let [one, other]: &mut [Vec<Browser<'_>>; 2] = &mut here;
            for (one, other) in one.iter_mut().zip(other) {
                let (one, other) = (one.sent(), other.sent());
                self.count.frames += one.len();
                if one != other {
                    return Err(format!(
                        "seat {who} answers {option} and not 0, and others are sent\n  {other:?}\nand not\n  {one:?}"
                    ));
                }
            }
            drop(here);
            for place in others() {
                self.same(place, |sitting| visit(sitting, place))?;
            }
            self.count.answers += 1;
        }
        Ok(())
    }
}

/// Who decides next if a seat answers so; nothing if its answer is not secret.
fn secretly(position: &Position, seat: usize, option: usize) -> Option<Vec<usize>> {
    let (mut next, mut log) = (position.clone(), Log::new());
    next.apply(seat, option, &mut log).ok()?;
    let joined = log.events.iter().any(|event| matches!(event.kind, EventKind::Joined { .. }));
    (!joined).then(|| next.deciders())
}

fn answer(sitting: &Sitting, seat: usize, option: usize) -> Value {
    let mut browser = Browser::sit(sitting, seat);
    let question = browser.question();
    let id = format!("s{}", browser.number);
    let told = browser.said(&json!({ "t": "answer", "q": question, "id": id, "o": option }));
    serde_json::from_str(&told.expect("it is confirmed or refused")).expect("JSON")
}

/// Comes to a table, sees how things stand, is refused what is refused, asks why, comes back; all that is sent.
fn visit(sitting: &Sitting, place: usize) -> Vec<String> {
    let mut browser = Browser::sit(sitting, place);
    let question = browser.question();
    let mut say = vec![
        json!({ "t": "answer", "q": question + 7, "id": "late", "o": 0 }),
        json!({ "t": "answer", "q": question, "id": "many", "o": 1_000_000 }),
        json!({ "t": "answer", "q": question, "id": "", "o": 0 }),
        json!({ "t": "undo" }),
        json!({ "t": "bot", "seat": 1_000, "level": "easy" }),
    ];
    if sitting.position().stop() != Stop::Over {
        say.push(json!({ "t": "record" }));
        say.push(json!({ "t": "again" }));
    }
    let mut words = Vec::new();
    gather(&browser.seen(), &mut words);
    let step = words.len().div_ceil(POINTED_AT).max(1);
    let pointed: Vec<&String> = words.iter().step_by(step).collect();
    say.extend(pointed.iter().map(|what| json!({ "t": "why", "q": question, "what": [what] })));
    say.extend(pointed.windows(2).map(|two| json!({ "t": "why", "q": question, "what": two })));
    for one in say {
        browser.say(&one);
    }
    let mut sent = browser.sent();
    sent.extend(Browser::sit(sitting, place).sent());
    sent
}

/// What things and places are called.
fn gather(seen: &Value, words: &mut Vec<String>) {
    match seen {
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(text) if key == "words" || key == "name" => words.push(text.clone()),
                    _ => gather(value, words),
                }
            }
        }
        Value::Array(all) => all.iter().for_each(|value| gather(value, words)),
        _ => {}
    }
}

/// Somebody's browser, until it is dropped.
struct Browser<'s> {
    sitting: &'s Sitting,
    place: usize,
    number: u64,
    receiver: Receiver<String>,
    sent: Vec<String>,
}

impl<'s> Browser<'s> {
    fn sit(sitting: &'s Sitting, place: usize) -> Self {
        let (sender, receiver) = channel(WAITING);
        let number = sitting.join(place, sender);
        Self { sitting, place, number, receiver, sent: Vec::new() }
    }

    /// Says something and gets what it is told.
    fn said(&mut self, what: &Value) -> Option<String> {
        let message = serde_json::from_value(what.clone()).expect("a message");
        self.sitting.hear(self.place, Some(self.number), message)
    }

    /// Says something; what it is told stands behind what was sent before.
    fn say(&mut self, what: &Value) {
        let told = self.said(what);
        self.hear();
        self.sent.extend(told);
    }

    fn hear(&mut self) {
        while let Ok(frame) = self.receiver.try_recv() {
            self.sent.push(frame);
        }
    }

    /// All that was sent to it.
    fn sent(&mut self) -> Vec<String> {
        self.hear();
        self.sent.clone()
    }

    /// What it sees.
    fn seen(&mut self) -> Value {
        self.hear();
        let last = self.sent.iter().rev().find(|frame| frame.starts_with(r#"{"t":"all""#)).expect("it sees the table");
        serde_json::from_str::<Value>(last).expect("JSON")["seen"].clone()
    }

    /// The number of its question.
    fn question(&mut self) -> u64 {
        self.seen()["ask"]["q"].as_u64().unwrap_or(0)
    }
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        self.sitting.leave(self.number);
    }
}
