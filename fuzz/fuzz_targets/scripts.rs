#![no_main]

use libfuzzer_sys::fuzz_target;
use rulehound_properties::{property, write_seeds};

fuzz_target!(init: write_seeds("scripts"), |bytes: &[u8]| property("scripts")(bytes));
