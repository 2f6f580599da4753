//! What is not as it was when its viewer looked last: both scenes hold what that viewer is told, and nothing else is compared.

use std::collections::BTreeSet;

use super::{Piece, Scene, Standing};

impl Scene {
    /// The same with the places of boards marked that something left or came to since this viewer saw another scene.
    #[must_use]
    pub fn since(mut self, before: &Self) -> Self {
        for board in &mut self.boards {
            if let Some(then) = before.boards.iter().find(|then| then.area == board.area) {
                board.changed = changed(&then.standing, &board.standing);
            }
        }
        self
    }
}

fn changed(then: &Standing, now: &Standing) -> BTreeSet<usize> {
    let at = |standing: &Standing, place: usize| standing.get(&place).map(|pieces| looks(pieces));
    let all: BTreeSet<usize> = then.keys().chain(now.keys()).copied().collect();
    all.into_iter().filter(|place| at(then, *place) != at(now, *place)).collect()
}

/// What stands somewhere but for its handles, which say nothing of another scene.
fn looks(pieces: &[Piece]) -> Vec<(String, Option<usize>, u32)> {
    let mut looks: Vec<_> = pieces.iter().map(|piece| (piece.words.clone(), piece.owner, piece.count)).collect();
    looks.sort();
    looks
}
