//! A hash of what a saved position depends on.

use std::fmt::Write;

use crate::program::Program;

/// FNV-1a, 64 bits, over the printed form of layout and program. Texts and places in files are left out.
pub(super) fn of(program: &Program) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    // Writing to the hasher cannot fail.
    let _ = write!(hasher, "{:?}{:?}{:?}", program.layout, program.nodes, program.code);
    let _ = write!(hasher, "{:?}{:?}", program.instance.components, program.instance.places);
    for kind in &program.instance.model.kinds {
        let _ = write!(hasher, "{:?}", kind.made);
    }
    for table in &program.instance.model.tables {
        let _ = write!(hasher, "{:?}", table.entries);
    }
    hasher.0
}

struct Fnv(u64);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}
