//! What lies beside paths on paper, at a table: which place stands where, worked out once since nothing in play changes it.

use super::machine::Machine;
use super::{Game, Log};
use crate::lower::Queried;
use crate::program::{CLEARED, Program};
use rulehound_rules::model::{AreaId, AreaKind, Board};

/// For each board that something lies beside, the places by the index that they have in its layout behind its own; none where there is no
/// such place at this table.
pub type Beside = Vec<(AreaId, Vec<Option<i32>>)>;

/// Works it out. What cannot be worked out is not drawn.
pub(super) fn beside(program: &Program) -> Beside {
    let areas = program.instance.model.areas.iter().enumerate();
    let boards = areas.filter_map(|(index, area)| match &area.kind {
        AreaKind::Board(board) if !board.beside.is_empty() => Some((AreaId::from(index), board)),
        AreaKind::Board(_) | AreaKind::Zone(_) => None,
    });
    let boards: Vec<_> = boards.collect();
    if boards.is_empty() {
        return Beside::new();
    }
    let mut asked = (Queried::new(program), program.clone());
    boards.into_iter().map(|(area, board)| (area, places(&mut asked, board))).collect()
}

fn places((queried, program): &mut (Queried, Program), board: &Board) -> Vec<Option<i32>> {
    let mut drawn: Vec<Option<i32>> = Vec::new();
    for line in &board.beside {
        let node = queried.lower(program, &line.places, &[]);
        let cells = vec![CLEARED; program.layout.size as usize];
        let mut machine = Machine::new(program, &cells, Log::silent());
        let mut found = Vec::new();
        if machine.set(node, &mut found).is_err() {
            found.clear();
        }
        // Each place is drawn once.
        let mut places = found.into_iter().map(|place| Some(place).filter(|place| !drawn.contains(&Some(*place))));
        let line: Vec<_> = (0..line.count).map(|_| places.next().flatten()).collect();
        drawn.extend(line);
    }
    drawn
}

impl Game {
    /// The places that lie beside a board on paper, by the index that they have in its layout behind its own; none where there is no such
    /// place at this table.
    pub fn beside(&self, board: AreaId) -> &[Option<i32>] {
        let found = self.drawn_beside().iter().find(|(area, _)| *area == board);
        found.map_or(&[], |(_, places)| places.as_slice())
    }
}
