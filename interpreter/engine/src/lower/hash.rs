//! A hash of what a saved position depends on.

use std::fmt::Write;

use crate::program::Program;
use rulehound_rules::hash::Hasher;

/// Over the printed form of layout and program. Texts and places in files are left out.
pub(super) fn of(program: &Program) -> u64 {
    let mut hasher = Hasher::empty();
    // Writing to the hasher cannot fail.
    let _ = write!(hasher, "{:?}{:?}{:?}", program.layout, program.nodes, program.code);
    let _ = write!(hasher, "{:?}{:?}", program.instance.components, program.instance.places);
    for kind in &program.instance.model.kinds {
        let _ = write!(hasher, "{:?}", kind.made);
    }
    for table in &program.instance.model.tables {
        let _ = write!(hasher, "{:?}", table.entries);
    }
    hasher.get()
}
