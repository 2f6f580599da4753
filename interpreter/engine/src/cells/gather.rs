//! `simultaneous`: who takes part, in groups, and how far each of them is.

use smallvec::SmallVec;

use super::list::Full;
use super::{Cells, FEW, begin_list, push_row};
use crate::program::{GatheringCode, Progress};

/// Keeps who takes part: rows of keys, turned so that the least comes first, and a seat. Those of equal keys are a group; within a group
/// everything happens in seat order.
///
/// # Errors
/// There is no room for so many.
pub fn begin_gathering(cells: &mut (impl Cells + ?Sized), code: &GatheringCode, rows: &[i64]) -> Result<(), Full> {
    let mut rows: SmallVec<[&[i64]; FEW]> = rows.chunks_exact(code.keys.len() + 1).collect();
    rows.sort_unstable();
    begin_list(cells, &code.list);
    cells.write(code.group, 0);
    let mut group = 0;
    let mut before: Option<&[i64]> = None;
    for row in rows {
        let Some((seat, keys)) = row.split_last() else { continue };
        if before != Some(keys) {
            group += 1;
            before = Some(keys);
        }
        push_row(cells, &code.list, &[i32::try_from(*seat).unwrap_or(0), group])?;
    }
    Ok(())
}

/// The seats of the group that is on, in seat order; what the list held before is forgotten.
pub fn gathered(cells: &(impl Cells + ?Sized), code: &GatheringCode, out: &mut Vec<i32>) {
    out.clear();
    let group = cells.read(code.group);
    for row in 0..u32::try_from(cells.read(code.list.at)).unwrap_or(0) {
        let at = code.list.at + 2 + row * code.list.width;
        if cells.read(at + 1) == group {
            out.push(cells.read(at));
        }
    }
    out.sort_unstable();
}

/// How far somebody is.
pub fn progress(cells: &(impl Cells + ?Sized), code: &GatheringCode, seat: i32) -> Progress {
    Progress::of(cells.read(code.answers_of(seat)))
}

/// Notes how far somebody is.
pub fn set_progress(cells: &mut (impl Cells + ?Sized), code: &GatheringCode, seat: i32, progress: Progress) {
    cells.write(code.answers_of(seat), progress.cell());
}

/// Keeps somebody's answer: the number of an option.
///
/// # Errors
/// There is no room for so many answers.
pub fn keep_answer(
    cells: &mut (impl Cells + ?Sized),
    code: &GatheringCode,
    seat: i32,
    (option, finished): (usize, bool),
) -> Result<(), Full> {
    let count = progress(cells, code, seat).answers();
    if count >= code.depth {
        return Err(Full);
    }
    cells.write(code.answers_of(seat) + 1 + count, i32::try_from(option).unwrap_or(i32::MAX));
    let progress = if finished { Progress::Finished(count + 1) } else { Progress::Waits(count + 1) };
    set_progress(cells, code, seat, progress);
    Ok(())
}
