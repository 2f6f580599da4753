//! Steps on boards.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::NodeId;
use wasm_encoder::Instruction as I;

use super::{Emitter, Fun, Local};

impl<'p> Emitter<'p> {
    /// The place, if no step is made from it in a direction.
    pub(super) fn stays(&self, f: &Fun, arguments: &'p [NodeId]) -> Option<NodeId> {
        let [place, direction, steps] = arguments else { return None };
        let (places, directions) = (self.range(f, *place)?, self.range(f, *direction)?);
        let few = places.1 - places.0 < self.fixed.places && directions.0 >= 0 && directions.1 < 8;
        let stays = self.range(f, *steps)? == (0, 0) && few;
        (stays && (places.0..=places.1).all(|from| self.program.instance.beside(from, 0, 0) == from)).then_some(*place)
    }

    pub(super) fn ahead(&self, f: &mut Fun, place: Local, steps: Local) {
        let (first, length, at) = (f.local(), f.local(), f.local());
        f.number(NONE).set(at);
        f.block(|f, end| {
            f.get(place).number(self.fixed.places).put(I::I32GeU).jump_if(end);
            f.get(place).number(2).put(I::I32Shl).load(self.fixed.board_first).set(first);
            f.get(place).number(2).put(I::I32Shl).load(self.fixed.board_length).tee(length);
            f.put(I::I32Eqz).jump_if(end);
            // Far beyond any board is as far as the board's own length goes round.
            f.get(steps).number(-1_000_000).put(I::I32LtS).get(steps).number(1_000_000).put(I::I32GtS);
            f.put(I::I32Or).trap_if();
            let to = f.local();
            f.get(place).get(first).put(I::I32Sub).get(steps).put(I::I32Add).set(to);
            f.get(length).number(0).put(I::I32GtS);
            f.either(
                |f| {
                    f.get(to).get(length).put(I::I32GeU).jump_if(end);
                },
                |f| {
                    f.number(0).get(length).put(I::I32Sub).set(length);
                    f.get(to).get(length).put(I::I32RemS).set(to);
                    f.get(to).get(length).put(I::I32Add).get(to);
                    f.get(to).number(0).put(I::I32LtS).put(I::Select).set(to);
                },
            );
            f.get(first).get(to).put(I::I32Add).set(at);
        });
        f.get(at);
    }

    pub(super) fn steps_between(&self, f: &mut Fun, from: Local, to: Local) {
        let (length, steps) = (f.local(), f.local());
        f.get(from).number(self.fixed.places).put(I::I32GeU).get(to).number(self.fixed.places).put(I::I32GeU);
        f.put(I::I32Or).trap_if();
        f.get(from).number(2).put(I::I32Shl).load(self.fixed.board_first);
        f.get(to).number(2).put(I::I32Shl).load(self.fixed.board_first).put(I::I32Ne).trap_if();
        f.get(from).number(2).put(I::I32Shl).load(self.fixed.board_first).number(NONE).put(I::I32Eq).trap_if();
        f.get(from).number(2).put(I::I32Shl).load(self.fixed.board_length).set(length);
        f.get(to).get(from).put(I::I32Sub).set(steps);
        // Of a ring the length is negative; the distance is less than once round.
        f.get(length).number(0).put(I::I32LtS).get(steps).number(0).put(I::I32LtS).put(I::I32And);
        f.when(|f| {
            f.get(steps).get(length).put(I::I32Sub).set(steps);
        });
        f.get(steps);
    }

    /// Leaves the place beside another, or none.
    pub(super) fn beside(&self, f: &mut Fun, place: Local, direction: Local) {
        self.in_range(f, place, self.fixed.places);
        self.in_range(f, direction, 8);
        f.put(I::I32And);
        f.either_number(
            |f| {
                f.get(place).number(3).put(I::I32Shl).get(direction).put(I::I32Add);
                f.number(2).put(I::I32Shl).load(self.fixed.beside);
            },
            |f| {
                f.number(NONE);
            },
        );
    }

    pub(super) fn far_beside(&self, f: &mut Fun, from: Local, direction: Local, steps: Local) {
        let (place, way, left) = (f.local(), f.local(), f.local());
        f.get(from).set(place).get(direction).set(way).get(steps).set(left);
        // What is no place of a board has nothing beside it, not even itself.
        self.in_range(f, place, self.fixed.places);
        f.either(
            |f| {
                f.get(place).number(2).put(I::I32Shl).load(self.fixed.board_first).number(NONE).put(I::I32Eq);
                f.when(|f| {
                    f.number(NONE).set(place);
                });
            },
            |f| {
                f.number(NONE).set(place);
            },
        );
        f.get(left).number(0).put(I::I32LtS);
        f.when(|f| {
            f.number(0).get(left).put(I::I32Sub).set(left);
            f.get(way).number(4).put(I::I32Add).number(7).put(I::I32And).set(way);
        });
        // The least number has no opposite, and is far more work than there is.
        f.get(left).number(0).put(I::I32LtS).trap_if();
        f.get(left);
        Self::burn(f);
        f.block(|f, end| {
            f.repeat(|f, again| {
                f.get(left).number(0).put(I::I32LeS).jump_if(end);
                f.get(place).number(NONE).put(I::I32Eq).jump_if(end);
                self.beside(f, place, way);
                f.set(place).step(left, -1).jump(again);
            });
        });
        f.get(place);
    }
}
