//! Damages files one after the other and says what became of them: `cargo run --release --example mutants -- 100000 [FIRST]`.
//!
//! Each must be refused with a place or accepted. One that takes over ten seconds or over a gigabyte ends the run with its number, and is
//! written to the folder for temporary files.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use rulehound_tests::mutants::{Corpus, Mutant, Outcome, mutant, try_mutant};

/// The longest that one may take.
const LONGEST: Duration = Duration::from_secs(10);

/// The most memory of the whole process, in kibibytes.
const MOST_MEMORY: u64 = 1 << 20;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let (count, first) = (numbers.next().unwrap_or(1_000), numbers.next().unwrap_or(0));
    let corpus = Corpus::of_the_project();
    let begun = Instant::now();
    let mut outcomes: BTreeMap<Outcome, u64> = BTreeMap::new();
    let mut slowest = (Duration::ZERO, 0);
    let mut broken = 0;
    for number in first..first + count {
        let made = mutant(&corpus, number);
        let watched = Instant::now();
        match within(&made) {
            Ok(outcome) => *outcomes.entry(outcome).or_default() += 1,
            Err(why) => {
                broken += 1;
                println!("{number}: {why}\n  {}", kept(&made));
            }
        }
        slowest = slowest.max((watched.elapsed(), number));
        if peak() > MOST_MEMORY {
            println!("{number}: the process took {} MiB\n  {}", peak() >> 10, kept(&made));
            std::process::exit(1);
        }
    }
    for (outcome, times) in outcomes {
        println!("{times:7}  {outcome:?}");
    }
    println!(
        "{count} files in {:?}; slowest {slowest:?}; most memory {} MiB; {broken} broken",
        begun.elapsed(),
        peak() >> 10
    );
    std::process::exit(i32::from(broken > 0));
}

/// Tries it, beside a watch that ends the process if it takes too long.
fn within(made: &Mutant) -> Result<Outcome, String> {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            // Of processor time, so that a busy machine does not count.
            let begun = ProcessTime::now();
            while !done.load(Ordering::Acquire) {
                std::thread::park_timeout(LONGEST / 100);
                if begun.elapsed() > LONGEST {
                    println!("{}: takes more than {LONGEST:?}\n  {}", made.number, kept(made));
                    std::process::exit(1);
                }
            }
        });
        let tried = std::panic::catch_unwind(|| try_mutant(made));
        done.store(true, Ordering::Release);
        watch.thread().unpark();
        tried.unwrap_or_else(|_| Err("panics".to_owned()))
    })
}

/// Keeps it for whoever looks into it.
fn kept(made: &Mutant) -> String {
    let name = made.path.file_name().unwrap_or_default().to_string_lossy();
    let path = std::env::temp_dir().join(format!("mutant-{}-{name}", made.number));
    match std::fs::write(&path, &made.bytes) {
        Ok(()) => format!("{:?}, kept as {}", made.sort, path.display()),
        Err(error) => format!("{:?}, not kept: {error}", made.sort),
    }
}

/// The most memory this process has had, in kibibytes; 0 where that is not told.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
