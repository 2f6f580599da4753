//! Plays random games of rule files with engine and reference: `cargo run -p rulehound-tests --example compare -- 20 100 a.rules b.rules`
//! plays 20 games of at most 100 stops of each file.

use std::path::Path;

use rulehound_tests::compare::{Course, compare};
use rulehound_tests::load::{load, tables};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse().ok());
    let (Some(games), Some(stops)): (Option<u64>, Option<u64>) = (number(), number()) else {
        eprintln!("usage: compare <games> <stops> <file>…");
        std::process::exit(2);
    };
    let mut differences = 0;
    for path in arguments {
        match load(Path::new(&path)) {
            Err(errors) => eprintln!("{errors}"),
            Ok(model) => {
                for table in tables(&model) {
                    for stream in 0..games {
                        let course = Course { seed: 1, stream, stops: usize::try_from(stops).unwrap_or(usize::MAX) };
                        match compare(&model, &table, course) {
                            Ok(ending) => {
                                println!("{path}, {} players, game {stream}: {ending:?}", table.players.len())
                            }
                            Err(difference) => {
                                println!("{path}, {} players, game {stream}: {difference}", table.players.len());
                                differences += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    std::process::exit(i32::from(differences > 0));
}
