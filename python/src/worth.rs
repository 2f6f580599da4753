//! What the end of a game is worth to each seat.

use rulehound_interpreter::play::Game;
use rulehound_interpreter::program::{Instruction, Node, WinCode};

/// How ends are weighed.
///
/// Whoever wins alone gets 1 and the others share -1 between them; of several winners each gets its part of what the losers lose. Where nobody
/// wins, or everybody, nobody gets anything. But in games that all win or lose together, and in games for one, a win is 1 and a loss -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    together: bool,
}

impl Worth {
    /// For a game.
    pub fn of(game: &Game) -> Self {
        let program = game.program();
        let seats = program.instance.seats();
        let against = |instruction: &Instruction| match instruction {
            Instruction::Win(WinCode::Nobody) => false,
            Instruction::Win(WinCode::These(node)) => {
                let all = i32::try_from(seats).unwrap_or(0);
                !matches!(program.nodes.get(node.0 as usize), Some(Node::Span(0, count)) if *count == all)
            }
            Instruction::Win(WinCode::Ranked(..)) => true,
            _ => false,
        };
        Self { together: seats == 1 || !program.code.iter().any(against) }
    }

    /// For each seat, from the places at the end; nothing as long as there is none.
    pub fn returns(self, places: Option<&[Option<u32>]>, seats: usize) -> Vec<f32> {
        let mut returns = vec![0.0; seats];
        self.write(places, &mut returns);
        returns
    }

    /// The same into a list that is there.
    pub fn write(self, places: Option<&[Option<u32>]>, out: &mut [f32]) {
        out.fill(0.0);
        let Some(places) = places else { return };
        let winners = places.iter().filter(|place| **place == Some(1)).count();
        let losers = places.len() - winners;
        if self.together {
            let all = if winners > 0 { 1.0 } else { -1.0 };
            out.fill(all);
            if places.len() == 1 || losers == 0 || winners == 0 {
                return;
            }
        }
        if winners == 0 || losers == 0 {
            return;
        }
        for (slot, place) in out.iter_mut().zip(places) {
            *slot = if *place == Some(1) { 1.0 / winners as f32 } else { -1.0 / losers as f32 };
        }
    }
}
