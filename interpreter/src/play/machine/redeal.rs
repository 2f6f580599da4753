//! Exchanging what a seat does not see.

use super::Machine;
use crate::play::Seeded;

impl Machine<'_> {
    /// Exchanges the components of each kind that a seat does not see, by their places. What a name holds stays where it is.
    pub fn exchange_hidden(&mut self, seat: usize, chance: &mut Seeded) {
        let held = self.held();
        for kind in self.program.instance.kinds.clone() {
            let hidden: Vec<i32> = kind
                .filter(|component| !held.contains(component) && !self.component_seen(*component).by(seat))
                .collect();
            let mut spots: Vec<(i32, i32)> =
                hidden.iter().map(|component| (self.place_of(*component), self.height(*component))).collect();
            for last in (1..spots.len()).rev() {
                spots.swap(last, chance.below(last + 1));
            }
            for (component, (place, height)) in hidden.into_iter().zip(spots) {
                if let Some(at) = self.base(component) {
                    self.write(at, place);
                    self.set_height(component, height);
                }
            }
        }
    }
}
