//! Puts small faults into a copy of the project, and looks whether its tests notice each of them.
//!
//! `rulehound-faults [--quick] [WORD…]` tries all faults of the lists, or those whose words or file hold one of the words; with `--quick`
//! the long tests are left out. All faults are in the copy at once, and a number chooses the one that is gone by, so that the copy is
//! built once.

mod copy;
mod list;
mod noticed;
mod plant;
mod suite;
mod times;

use std::process::ExitCode;
use std::time::Duration;

use list::Fault;
use noticed::Noticed;
use suite::{Ended, Tests};
use times::Times;

/// How long one program of tests may take.
const AT_MOST: Duration = Duration::from_secs(900);
/// How many of a hundred faults must be noticed.
const WANTED: usize = 95;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<bool, String> {
    let (options, words): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| word.starts_with("--"));
    let quick = match options[..] {
        [] => false,
        ["--quick"] => true,
        _ => return Err("usage: .ci/faults [--quick] [WORD…]".to_owned()),
    };
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let faults = list::all(&root.join("tests/faults"))?;
    let folder = root.join("target/faults");
    copy::make(&root, &folder, &faults)?;
    let programs = suite::build(&folder)?;
    let suite = Suite { times: Times::of(&programs, &folder.join("times.tsv"))?, programs, quick };
    let mut noticed = Noticed::read(root.join("tests/faults/noticed.tsv"));
    let chosen: Vec<(usize, &Fault)> =
        (1..).zip(&faults).filter(|(number, fault)| is_meant(*number, fault, &words)).collect();
    let mut found = 0;
    for (number, fault) in &chosen {
        let test = suite.notice(*number, fault, noticed.before(&fault.says));
        noticed.keep(&fault.says, test.as_deref())?;
        found += usize::from(test.is_some());
        let end = test.as_deref().unwrap_or("NOT NOTICED");
        println!("{number}\t{}\t{}\t{end}", fault.file.display(), fault.says);
    }
    println!("{found} of {} faults were noticed", chosen.len());
    Ok(found * 100 >= chosen.len() * WANTED)
}

/// Whether the words choose a fault: by its number, or a part of its file or of what it says.
fn is_meant(number: usize, fault: &Fault, words: &[&str]) -> bool {
    let file = fault.file.display().to_string();
    words.is_empty()
        || words.iter().any(|word| word.parse() == Ok(number) || file.contains(word) || fault.says.contains(word))
}

/// All tests, and how they are gone through.
struct Suite {
    programs: Vec<Tests>,
    times: Times,
    /// Whether the long tests are left out.
    quick: bool,
}

impl Suite {
    /// The test that notices a fault: the one that did before, short ones that are likely to, all short ones, long ones that are likely
    /// to, and all.
    fn notice(&self, number: usize, fault: &Fault, before: Option<(&str, &str)>) -> Option<String> {
        if let Some((program, test)) = before
            && let Some(tests) = self.programs.iter().find(|tests| tests.name == program)
            && tells(tests, test, number)
        {
            return Some(format!("{program} {test}"));
        }
        let likely: Vec<&str> = fault.tests.split_whitespace().collect();
        let short = self.first(&likely, number, 15.0).or_else(|| self.first(&[], number, 0.5));
        if self.quick {
            return short;
        }
        short.or_else(|| self.first(&likely, number, f64::MAX)).or_else(|| self.first(&[], number, f64::MAX))
    }

    /// The first test that notices a fault among those that hold one of the words and take no longer than so many seconds.
    fn first(&self, words: &[&str], number: usize, seconds: f64) -> Option<String> {
        self.programs.iter().find_map(|tests| {
            let mut left_out: Vec<String> =
                self.times.longer(&tests.name, seconds).into_iter().map(str::to_owned).collect();
            loop {
                let skipped = left_out.iter().flat_map(|name| ["--skip", name]);
                let arguments: Vec<&str> = words.iter().copied().chain(skipped).collect();
                match tests.run(&arguments, number, AT_MOST) {
                    Ended::Well => return None,
                    Ended::At(name) if tells(tests, &name, number) => return Some(format!("{} {name}", tests.name)),
                    Ended::At(name) => left_out.push(name),
                    Ended::Badly(how) => {
                        let without = tests.run(&arguments, 0, AT_MOST);
                        return (!matches!(without, Ended::Badly(_))).then(|| format!("{} {how}", tests.name));
                    }
                }
            }
        })
    }
}

/// Whether a test that failed says something of the fault: by itself it fails again, and without the fault it does not.
fn tells(tests: &Tests, name: &str, number: usize) -> bool {
    let alone = |fault| tests.run(&["--exact", name], fault, AT_MOST);
    !matches!(alone(number), Ended::Well) && matches!(alone(0), Ended::Well)
}
