//! A table where lines are few: what lies around the boards stands beside them.

use super::around_boards;
use super::board::{Drawing, drawing};
use super::drawn;
use super::line::Line;
use crate::scene::Scene;
use rulehound_engine::instance::Instance;

/// Between boards and what stands beside them.
const GAP: usize = 3;

/// The fewest columns that can be read beside boards.
const LEAST: usize = 16;

/// A scene in lines of this width; if they are more than there is room for, and fewer so, with what lies around the boards beside them.
pub fn drawn_within(instance: &Instance, scene: &Scene, width: usize, height: usize) -> Vec<Line> {
    let below = drawn(instance, scene, width);
    if below.len() <= height {
        return below;
    }
    beside(instance, scene, width).filter(|lines| lines.len() < below.len()).unwrap_or(below)
}

/// Boards on the left, all else on the right; `None` if there is no room.
fn beside(instance: &Instance, scene: &Scene, width: usize) -> Option<Vec<Line>> {
    let boards: Vec<Drawing> = scene.boards.iter().map(|board| drawing(instance, board, width)).collect();
    let left: Vec<&Line> = boards.iter().flat_map(|board| &board.lines).collect();
    let wide = left.iter().map(|line| line.width()).max()?;
    let room = width.checked_sub(wide + GAP).filter(|room| *room >= LEAST)?;
    let mut right = Vec::new();
    for board in &boards {
        board.told_in(0, room, &mut right);
    }
    right.extend(around_boards(instance, scene, room));
    let rows = left.len().max(right.len());
    let row = |row: usize| {
        let drawn = left.get(row).map_or_else(Line::default, |line| (*line).clone());
        right.get(row).map_or_else(|| drawn.clone(), |told| drawn.clone().beside(told, wide + GAP))
    };
    Some((0..rows).map(row).collect())
}
