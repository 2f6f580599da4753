//! When two positions are equal: all of their cells are, under the same rules at the same table.

use std::hash::{Hash, Hasher};

use super::Position;

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.packed() == other.packed() && self.pause() == other.pause() && self.game().hash() == other.game().hash()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game().hash().hash(state);
        self.packed().hash(state);
    }
}
