//! Puts many generated games to the test: `cargo run --example generated -- SEED FIRST COUNT [shrink] [without-code] [short]`. One game alone is
//! printed. Without machine code it takes half the time; `short` plays as long as the tests do, with machine code for one game in five.

use std::time::Instant;

use rulehound_tests::generated::{Length, Tally, careful_trial, rules, smallest};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, other: u64| arguments.get(at).and_then(|word| word.parse().ok()).unwrap_or(other);
    let (seed, first, count) = (number(0, 1), number(1, 0), number(2, 1));
    let shrink = arguments.iter().any(|word| word == "shrink");
    let machine_code = arguments.iter().all(|word| word != "without-code");
    let short = arguments.iter().any(|word| word == "short");
    let length = if short {
        Length { streams: 1, stops: 20, machine_code }
    } else {
        Length { streams: 2, stops: 40, machine_code }
    };
    if let Some(file) = arguments.iter().find(|word| word.ends_with(".rules")) {
        let text = std::fs::read_to_string(file).expect("a file of rules");
        let result = careful_trial(&text, length, &mut Tally::default());
        println!("{result:?}");
        if let (Err(trouble), true) = (result, shrink) {
            println!("{}", smallest(&text, length, &trouble.sort));
        }
        return;
    }
    if count == 1 {
        println!("{}", rules(seed, first));
    }
    std::panic::set_hook(Box::new(|_| {}));
    let started = Instant::now();
    let mut tally = Tally::default();
    let mut troubles = 0;
    for number in first..first + count {
        let text = rules(seed, number);
        let length = Length { machine_code: machine_code && (!short || number % 5 == 0), ..length };
        if let Err(trouble) = careful_trial(&text, length, &mut tally) {
            troubles += 1;
            let told: String = trouble.told.chars().take(if count == 1 { usize::MAX } else { 1_500 }).collect();
            println!("game {number} of seed {seed}: {}: {told}", trouble.sort);
            if shrink {
                println!("{}", smallest(&text, length, &trouble.sort));
            }
        }
    }
    println!("{tally:#?}\n{troubles} troubles in {:.1} s", started.elapsed().as_secs_f64());
}
