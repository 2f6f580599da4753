//! Files of strangers: rules and scripts.

use std::path::PathBuf;

use rulehound_tests::documents::folder;
use rulehound_tests::mutants::{Mutant, Sort, try_mutant};

/// Any rules are refused with a place, or are printed, documented, played, looked at, saved and read again.
pub fn rules(bytes: &[u8]) {
    try_it(Sort::Rules, folder("examples/classics").join("any.rules"), bytes);
}

/// Any script is refused with a place, or runs.
pub fn scripts(bytes: &[u8]) {
    try_it(Sort::Script, folder("examples/classics").join("any.yaml"), bytes);
}

fn try_it(sort: Sort, path: PathBuf, bytes: &[u8]) {
    let file = Mutant { sort, path, bytes: bytes.to_vec(), number: 0 };
    if let Err(why) = try_mutant(&file) {
        panic!("{why}");
    }
}
