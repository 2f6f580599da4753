//! Small games that nobody wrote: every construct of the language beside every other.
//!
//! In: a seed and a number. Out: rules in writing, the same on every machine. What a game has (`signature`) is drawn first; expressions and
//! statements are then written so that types fit, that only what may be read is read, and that nothing leads back to itself but what says how deep. Some risks are
//! taken on purpose: a few games are refused, a few end in a fault.

mod census;
mod decisions;
mod declarations;
mod deep;
mod effects;
mod files;
mod flow;
mod maker;
mod numbers;
mod rules;
mod secrets;
mod sets;
mod shrink;
mod signature;
mod text;
mod things;
mod trial;
mod tuples;
mod variants;

use maker::Maker;

pub use census::{CONSTRUCTS, census};

pub use shrink::shrunk;
pub use trial::{Length, Tally, Trouble, trial};

/// What stands between a variant and the file it extends, if a game has two.
const PARENT: &str = "\n#### parent.rules\n";

/// The files of a game: what is played first, then what it extends.
pub fn files(text: &str) -> Vec<&str> {
    text.split(PARENT).collect()
}

/// The rules of the game of this number.
pub fn rules(seed: u64, number: u64) -> String {
    let mut maker = Maker::new(seed, number);
    maker.risk = [0, 0, 0, 0, 3, 10][maker.below(6)];
    let mut texts = vec![format!("game \"Game {number} of seed {seed}\"")];
    if maker.percent(20) {
        texts.push("ref \"a dream\" doc \"Nobody wrote it.\" sections \"One\", \"Two\"".to_owned());
    }
    texts.extend(maker.declare());
    texts.extend(maker.definitions());
    texts.extend(deep::definitions(&mut maker));
    texts.extend(tuples::definition(&mut maker));
    let heads = maker.watches();
    texts.extend(maker.rules());
    texts.extend(deep::rules(&mut maker));
    texts.extend(maker.knocking());
    texts.extend(maker.triggers(heads));
    texts.extend(maker.play());
    let whole = texts.join("\n") + "\n";
    match maker.variant() {
        Some(variant) => format!("{variant}{PARENT}{whole}"),
        None => whole,
    }
}

/// The same, with panics as trouble too.
///
/// # Errors
/// The first thing that is wrong.
pub fn careful_trial(text: &str, length: Length, tally: &mut Tally) -> Result<(), Trouble> {
    let work = std::panic::AssertUnwindSafe(|| trial(text, length, tally));
    match std::panic::catch_unwind(work) {
        Ok(result) => result,
        Err(panic) => {
            let words = panic.downcast_ref::<String>().cloned();
            let words = words.or_else(|| panic.downcast_ref::<&str>().map(|words| (*words).to_owned()));
            Err(Trouble { sort: "panic".to_owned(), told: words.unwrap_or_default() })
        }
    }
}

/// The smallest rules with the same sort of trouble.
pub fn smallest(text: &str, length: Length, sort: &str) -> String {
    let fails = |smaller: &str| {
        careful_trial(smaller, length, &mut Tally::default()).is_err_and(|trouble| trouble.sort == sort)
    };
    let mut parts: Vec<String> = files(text).into_iter().map(str::to_owned).collect();
    if let Some(alone) = parts.last().filter(|alone| fails(alone)) {
        parts = vec![alone.clone()];
    }
    for at in 0..parts.len() {
        let mut whole = parts.clone();
        parts[at] = shrunk(&parts[at].clone(), 4_000, &mut |smaller| {
            smaller.clone_into(&mut whole[at]);
            fails(&whole.join(PARENT))
        });
    }
    parts.join(PARENT)
}
