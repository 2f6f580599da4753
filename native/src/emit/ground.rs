//! What never changes at a table, as tables in memory.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{AreaKind, BoardShape, Index, KindId, Path, PlaceClass};
use rulehound_interpreter::program::{Feature, Program};

use super::Emit;
use crate::map::Map;
use crate::tables::Tables;

/// Where the tables lie.
pub struct Fixed {
    /// How many components there are.
    pub components: i32,
    /// How many places.
    pub places: i32,
    /// Owner by component.
    pub owner: u32,
    /// Kind by component.
    pub kind: u32,
    /// What is told of each place.
    pub told: Vec<Told>,
    /// `.index` by place.
    pub index: u32,
    /// `.column` by place.
    pub column: u32,
    /// `.row` by place.
    pub row: u32,
    /// By kind, then place: whether it may lie there.
    pub fits: u32,
    /// By place: whether it is a pile.
    pub ordered: u32,
    /// Whether there is any pile.
    pub piles: bool,
    /// By place: the first place of its board, or none.
    pub board_first: u32,
    /// By place: how many places its board has; 0 of a grid and of what is no board, negative of a ring.
    pub board_length: u32,
    /// By place: those that are joined to it, and none in what is left of a row.
    pub around: u32,
    /// By place, then direction: the place joined, or none. A net has no directions.
    pub beside: u32,
    /// By component: where it is counted in a block, with its kind and with its owner; 0 if it is not.
    pub counted: [u32; 2],
}

impl Fixed {
    /// The tables of a program.
    pub fn new(program: &Program, map: &Map, tables: &mut Tables) -> Emit<Self> {
        let instance = &program.instance;
        let count = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let kinds = || (0..program.ground.kinds.len()).map(KindId::from);
        let fits: Vec<bool> = kinds()
            .flat_map(|kind| program.ground.places.iter().map(move |place| place.kinds.contains(&kind)))
            .collect();
        let kind = |component: &rulehound_interpreter::program::ComponentGround| count(component.kind.index());
        let kind: Vec<i32> = program.ground.components.iter().map(kind).collect();
        let owner: Vec<i32> = instance.components.iter().map(|component| component.owner).collect();
        let mut rows = Rows::default();
        for place in 0..count(instance.places.len()) {
            rows.add(program, place);
        }
        Ok(Self {
            components: count(program.ground.components.len()),
            places: count(instance.places.len()),
            owner: tables.words(&owner),
            kind: tables.words(&kind),
            index: tables.words(&rows.told.iter().map(|told| told.index).collect::<Vec<_>>()),
            column: tables.words(&rows.told.iter().map(|told| told.column).collect::<Vec<_>>()),
            row: tables.words(&rows.told.iter().map(|told| told.row).collect::<Vec<_>>()),
            told: rows.told,
            fits: tables.bytes(fits),
            ordered: tables.bytes(program.ground.places.iter().map(|place| place.ordered)),
            piles: program.ground.places.iter().any(|place| place.ordered),
            board_first: tables.words(&rows.first),
            board_length: tables.words(&rows.length),
            around: tables.words(&rows.around),
            beside: tables.words(&rows.beside),
            counted: [false, true].map(|by_owner| {
                let components = 0..count(program.ground.components.len());
                let at = |component| i32::try_from(counted_at(program, map, component, by_owner)).unwrap_or(0);
                tables.words(&components.map(at).collect::<Vec<_>>())
            }),
        })
    }
}

/// Where a component is counted in a block; 0 if it is not.
pub fn counted_at(program: &Program, map: &Map, component: i32, by_owner: bool) -> u32 {
    let Some(kind) = usize::try_from(component).ok().and_then(|at| program.ground.components.get(at)).map(|it| it.kind)
    else {
        return 0;
    };
    let counter = map.counters.iter().find(|counter| counter.kind == kind && counter.by_owner == by_owner);
    let (Some(counter), Some(ground)) = (counter, program.ground.kinds.get(kind.index())) else { return 0 };
    let each = ground.count.checked_div(ground.owners).unwrap_or(1).max(1);
    let owner = if by_owner { u32::try_from((component - ground.first) / each).unwrap_or(0) } else { 0 };
    counter.at + owner * u32::try_from(program.ground.places.len()).unwrap_or(0) * (1 << map.counter)
}

/// What is told of a place: numbers, 0 where there is nothing to tell.
#[derive(Clone, Copy)]
pub struct Told {
    pub index: i32,
    pub column: i32,
    pub row: i32,
}

/// What is told of places.
#[derive(Default)]
struct Rows {
    told: Vec<Told>,
    first: Vec<i32>,
    length: Vec<i32>,
    around: Vec<i32>,
    beside: Vec<i32>,
}

impl Rows {
    fn add(&mut self, program: &Program, place: i32) {
        let instance = &program.instance;
        let Some(found) = instance.place(place) else { return };
        let (mut index, mut column, mut row, mut first, mut length) = (0, 0, 0, NONE, 0);
        let mut joined = [NONE; 8];
        let mut net = false;
        let offset = i32::try_from(found.offset).unwrap_or(0);
        let area = match found.class {
            PlaceClass::Area(area) => instance.model.areas.get(area.index()).map(|area| &area.kind),
            PlaceClass::Box(_) => None,
        };
        match area {
            Some(AreaKind::Board(board)) => {
                index = offset + 1;
                first = place - offset;
                let places = i32::try_from(board.points.len()).unwrap_or(0);
                net = matches!(board.shape, BoardShape::Net { .. });
                let point = board.points.get(found.offset);
                length = match board.shape {
                    BoardShape::Ring => -places,
                    BoardShape::Track => places,
                    BoardShape::Grid { .. } | BoardShape::Net { .. } => 0,
                };
                if let (BoardShape::Grid { .. }, Some(point)) = (board.shape, point) {
                    (column, row) = (i32::from(point.column), i32::from(point.row));
                }
                let to = point.map(|point| point.joined).unwrap_or_default();
                joined = to.map(|to| to.map_or(NONE, |to| first + i32::from(to)));
            }
            Some(AreaKind::Zone(zone)) => {
                let by = zone.numbered_by();
                let at = instance.family_indices(&zone.index, found.offset).get(by).copied().unwrap_or(0);
                if let Some(line) = instance.line(place) {
                    first = line.first;
                    length = if line.path == Path::Ring { -line.length } else { line.length };
                    joined = std::array::from_fn(|direction| line.beside(direction).unwrap_or(NONE));
                }
                if let Some((grid, start, point)) = instance.on_grid_of_several(place)
                    && let Some(point) = grid.points.get(point)
                {
                    first = start;
                    (column, row) = (i32::from(point.column), i32::from(point.row));
                    joined = point.joined.map(|to| to.map_or(NONE, |to| start + i32::from(to)));
                }
                index = match zone.index.get(by) {
                    Some(index @ (Index::Value { .. } | Index::Player | Index::YesNo | Index::Direction)) => {
                        at - index.first() + 1
                    }
                    Some(Index::Range { .. } | Index::Upto { .. }) | None => at,
                };
            }
            None => {}
        }
        self.told.push(Told { index, column, row });
        self.first.push(first);
        self.length.push(length);
        let around = instance.around(place);
        self.around.extend((0..8).map(|number| around.get(number).copied().unwrap_or(NONE)));
        self.beside.extend(if net { [NONE; 8] } else { joined });
    }
}

/// Where the values of a feature lie: in cells, or printed.
pub enum Laid {
    /// The first cell, and how many further on those of the next feature begin.
    Cells(u32, u32),
    /// The first byte, and how many further on.
    Printed(u32, u32),
}

/// Where some features in a row lie; `None` if they lie in no even way.
pub fn laid(program: &Program, tables: &mut Tables, kind: KindId, first: usize, count: usize) -> Option<Laid> {
    let ground = program.ground.kinds.get(kind.index())?;
    let features = ground.features.get(first..first + count)?;
    let width = u32::try_from(ground.count).ok()?;
    match features.first()? {
        Feature::Cells(start) => {
            let even = (0..).zip(features).all(|(step, feature): (u32, _)| match feature {
                Feature::Cells(at) => *at == start + step * width,
                Feature::Printed(_) => false,
            });
            even.then_some(Laid::Cells(*start, width))
        }
        Feature::Printed(_) => {
            let mut words = Vec::new();
            for feature in features {
                let Feature::Printed(values) = feature else { return None };
                words.extend(values);
            }
            Some(Laid::Printed(tables.words(&words), width * 4))
        }
    }
}
