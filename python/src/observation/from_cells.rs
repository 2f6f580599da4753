//! What lies where and what variables hold, of a position of which nothing is hidden.

use rulehound_interpreter::cells::{self, Cells};
use rulehound_interpreter::program::{Feature, Program};

use super::written::{add, variable, write};
use crate::class::Who;
use crate::layout::{Columns, Layout, NO};

/// Writes what lies where and what variables hold from the cells of a position of which nothing is hidden.
pub fn from_cells(layout: &Layout, program: &Program, cells: &[i32], who: Who, out: &mut [f32]) {
    match layout.direct(who.viewer).filter(|_| layout.plain) {
        Some(direct) => lying_directly(layout, program, cells, direct, out),
        None => lying(layout, program, cells, who, out),
    }
    for (row, first) in layout.variables.iter().zip(&program.layout.variables) {
        let count = row.cells.first().map_or(0, Vec::len);
        let size = if row.pooled {
            row.cells.first().and_then(|cells| cells.iter().max()).map_or(1, |most| *most as usize + 1)
        } else {
            count
        };
        for cell in 0..count {
            let value = cells.read(first + u32::try_from(cell).unwrap_or(0));
            variable(layout, row, who, if row.pooled { cell % size.max(1) } else { cell }, value, out);
        }
    }
}

/// The same where all there is to say of components is where they lie.
fn lying_directly(layout: &Layout, program: &Program, cells: &[i32], direct: &[u32], out: &mut [f32]) {
    let classes = layout.classes.len();
    let lying = cells.get(program.layout.lying as usize..).unwrap_or_default();
    for (place, class) in lying.iter().zip(layout.classes.by_component()) {
        let slot = direct.get((*place as u32 as usize).wrapping_mul(classes).wrapping_add(*class as usize));
        if let Some(slot) = slot.and_then(|slot| out.get_mut(*slot as usize)) {
            *slot += 1.0;
        }
    }
}

fn lying(layout: &Layout, program: &Program, cells: &[i32], who: Who, out: &mut [f32]) {
    let viewer = who.viewer;
    let (Some(rows), Some(tops)) = (layout.rows.get(viewer), layout.tops.get(viewer)) else { return };
    let turned = layout.classes.turned_all(viewer);
    let lying = cells.get(program.layout.lying as usize..).unwrap_or_default();
    let mut highest: Vec<(i32, i32, i32)> = Vec::new();
    for ((number, place), class) in (0..).zip(lying).zip(layout.classes.by_component()) {
        let Ok(index) = usize::try_from(*place) else { continue };
        let (Some(row), Some(columns)) = (rows.get(index), layout.columns_of.get(index)) else { continue };
        let Some(columns) = layout.columns.get(*columns as usize) else { continue };
        let class = turned.get(*class as usize).copied().unwrap_or(0);
        let column = columns.classes.get(class as usize).copied().unwrap_or(NO);
        add(out, *row, column, 1.0);
        if !columns.features.is_empty() {
            features(layout, program, cells, who, (number, columns, *row), out);
        }
        if tops.get(index).is_some_and(|top| *top != NO) {
            let height = cells::height(program, cells, number);
            match highest.iter_mut().find(|(at, ..)| at == place) {
                Some(top) if top.1 < height => *top = (*place, height, number),
                Some(_) => {}
                None => highest.push((*place, height, number)),
            }
        }
    }
    for (place, _, number) in highest {
        let index = usize::try_from(place).unwrap_or(usize::MAX);
        let Some(columns) = layout.columns_of.get(index).and_then(|at| layout.columns.get(*at as usize)) else {
            continue;
        };
        let (row, class) = (tops.get(index).copied().unwrap_or(NO), layout.classes.of_component(number).unwrap_or(0));
        let class = layout.classes.turned(viewer, class);
        add(out, row, columns.classes.get(class as usize).copied().unwrap_or(NO), 1.0);
        features(layout, program, cells, who, (number, columns, row), out);
    }
}

fn features(
    layout: &Layout,
    program: &Program,
    cells: &[i32],
    who: Who,
    (number, columns, row): (i32, &Columns, u32),
    out: &mut [f32],
) {
    let Some(kind) = cells::kind_of(program, number) else { return };
    let Some(ground) = program.ground.kinds.get(kind.index()) else { return };
    for (cell, feature) in ground.features.iter().enumerate() {
        let Feature::Cells(first) = feature else { continue };
        let Some((column, code)) = columns.features.get(&(kind.index(), cell)) else { continue };
        let value = cells.read(first + (number - ground.first).unsigned_abs());
        write(code, who, layout, value, 1.0, row.saturating_add(*column) as usize, out);
    }
}
