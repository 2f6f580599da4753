//! Where everything stands in an observation: worked out once for a table, the same for all seats, each of which sees itself first.

mod code;

use std::collections::{BTreeMap, HashMap};

use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::model::{Index, OwnerSort, PlaceClass};
use rulehound_interpreter::play::Game;
use rulehound_interpreter::program::{Instruction, Program};

use crate::class::{Classes, Who};

pub use code::Code;

/// So many numbers are kept to find at once what counts a component.
const MOST_DIRECT: usize = 1 << 20;

/// How many events of the past an information state holds, and how many numbers each takes.
pub const TOLD: usize = 32;
pub const EACH_TOLD: usize = 16;

/// A column that is not there.
pub const NO: u32 = u32::MAX;

/// A part of an observation.
#[derive(Clone, Debug)]
pub struct Slice {
    /// What it tells.
    pub name: String,
    /// Where it begins.
    pub first: usize,
    /// How it is laid out, the last index running fastest.
    pub shape: Vec<usize>,
}

/// The columns of the places of a board or family of zones.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// For each class of components.
    pub classes: Vec<u32>,
    /// For each kind, of what is not seen.
    pub hidden: Vec<u32>,
    /// For each kind and each cell of its features that change.
    pub features: HashMap<(usize, usize), (u32, Code)>,
    /// How many there are.
    pub count: usize,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Row {
    /// Where its first cell stands.
    pub first: usize,
    /// How a value is written, behind a number that says whether it is known.
    pub code: Code,
    /// Whether the cells of all owners stand in one.
    pub pooled: bool,
    /// For each viewer, which cell each of the game's cells is.
    pub cells: Vec<Vec<u32>>,
}

/// Where everything stands.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The classes of components.
    pub classes: Classes,
    /// For each viewer and place, where its row begins.
    pub rows: Vec<Vec<u32>>,
    /// For each place its columns.
    pub columns_of: Vec<u32>,
    /// The columns.
    pub columns: Vec<Columns>,
    /// For each viewer and pile, where its top stands; the columns are those of the place.
    pub tops: Vec<Vec<u32>>,
    /// For each viewer, place and class the number that counts it, unless there are too many of these.
    direct: Vec<Vec<u32>>,
    /// Whether nothing of components has to be written but what lies where.
    pub plain: bool,
    /// The variables.
    pub variables: Vec<Row>,
    /// Where the viewer's own seat stands, who decides, and what.
    pub seat: usize,
    pub deciders: usize,
    pub decision: usize,
    slices: Vec<Slice>,
    size: usize,
}

impl Layout {
    /// For a game at a table.
    pub fn of(game: &Game) -> Self {
        let (program, instance) = (game.program(), game.instance());
        let classes = Classes::of(instance);
        let seats = instance.seats();
        let mut layout = Self {
            rows: vec![vec![NO; instance.places.len()]; seats],
            columns_of: vec![NO; instance.places.len()],
            columns: Vec::new(),
            tops: vec![vec![NO; instance.places.len()]; seats],
            direct: Vec::new(),
            plain: true,
            variables: Vec::new(),
            classes,
            seat: 0,
            deciders: 0,
            decision: 0,
            slices: Vec::new(),
            size: 0,
        };
        layout.seat = layout.part("seat", vec![seats]);
        layout.deciders = layout.part("deciders", vec![seats]);
        layout.decision = layout.part("decision", vec![program.choices.len()]);
        let mut areas: BTreeMap<PlaceClass, Vec<i32>> = BTreeMap::new();
        for (number, place) in (0..).zip(&instance.places) {
            areas.entry(place.class).or_default().push(number);
        }
        for (class, places) in areas {
            layout.area(program, game.is_open(), class, &places);
        }
        for number in 0..instance.model.variables.len() {
            layout.variable(instance, number);
        }
        layout.plain = layout.columns.iter().all(|columns| columns.features.is_empty())
            && layout.tops.iter().flatten().all(|top| *top == NO);
        layout.direct = layout.directly();
        layout
    }

    fn directly(&self) -> Vec<Vec<u32>> {
        let (viewers, places, classes) = (self.rows.len(), self.columns_of.len(), self.classes.len());
        if viewers.saturating_mul(places).saturating_mul(classes) > MOST_DIRECT {
            return Vec::new();
        }
        let slot = |viewer: usize, place: usize, class: usize| {
            let row = *self.rows.get(viewer)?.get(place)?;
            let columns = self.columns.get(*self.columns_of.get(place)? as usize)?;
            let class = self.classes.turned(viewer, u32::try_from(class).ok()?);
            let column = *columns.classes.get(class as usize)?;
            (row != NO && column != NO).then(|| row + column)
        };
        let of_viewer = |viewer: usize| {
            let pairs = (0..places).flat_map(|place| (0..classes).map(move |class| (place, class)));
            pairs.map(|(place, class)| slot(viewer, place, class).unwrap_or(NO)).collect()
        };
        (0..viewers).map(of_viewer).collect()
    }

    /// For each place and class the number that counts it for a viewer, if that was worked out beforehand.
    pub fn direct(&self, viewer: usize) -> Option<&[u32]> {
        self.direct.get(viewer).map(Vec::as_slice)
    }

    fn part(&mut self, name: &str, shape: Vec<usize>) -> usize {
        let first = self.size;
        self.size += shape.iter().product::<usize>();
        self.slices.push(Slice { name: name.to_owned(), first, shape });
        first
    }

    fn area(&mut self, program: &Program, open: bool, class: PlaceClass, places: &[i32]) {
        let instance = &*program.instance;
        let ground = |place: i32| usize::try_from(place).ok().and_then(|at| program.ground.places.get(at));
        let kinds: Vec<usize> = match places.first().and_then(|place| ground(*place)) {
            Some(ground) => ground.kinds.iter().map(|kind| kind.index()).collect(),
            None => Vec::new(),
        };
        let columns =
            self.columns_for(instance, &kinds, open || places.iter().all(|at| ground(*at).is_some_and(|it| it.open)));
        let width = columns.count;
        let number = u32::try_from(self.columns.len()).unwrap_or(NO);
        self.columns.push(columns);
        // What belongs to components has no order that may be told, so it stands together.
        let mut found: Vec<i32> = places.iter().map(|place| self.classes.seen_from(0, *place)).collect();
        found.sort_unstable();
        found.dedup();
        let name = match class {
            PlaceClass::Area(id) => {
                instance.model.areas.get(id.index()).map_or("", |area| area.name.as_str()).to_owned()
            }
            PlaceClass::Box(OwnerSort::Common) => "box".to_owned(),
            PlaceClass::Box(OwnerSort::Player) => "box of each player".to_owned(),
            PlaceClass::Box(_) => format!("boxes {}", self.slices.len()),
        };
        let first = self.part(&name, vec![found.len(), width]);
        let ordered = places.iter().any(|place| ground(*place).is_some_and(|ground| ground.ordered));
        let top = if ordered { self.part(&format!("top of {name}"), vec![found.len(), width]) } else { 0 };
        for place in places {
            let at = usize::try_from(*place).unwrap_or(0);
            if let Some(slot) = self.columns_of.get_mut(at) {
                *slot = number;
            }
            for viewer in 0..self.rows.len() {
                let index = found.binary_search(&self.classes.seen_from(viewer, *place)).unwrap_or(0);
                let row = |first: usize| u32::try_from(first + index * width).unwrap_or(NO);
                if let Some(slot) = self.rows.get_mut(viewer).and_then(|rows| rows.get_mut(at)) {
                    *slot = row(first);
                }
                if let Some(slot) = self.tops.get_mut(viewer).and_then(|rows| rows.get_mut(at)).filter(|_| ordered) {
                    *slot = row(top);
                }
            }
        }
    }

    fn columns_for(&self, instance: &Instance, kinds: &[usize], open: bool) -> Columns {
        let mut columns = Columns {
            classes: vec![NO; self.classes.len()],
            hidden: vec![NO; instance.model.kinds.len()],
            ..Columns::default()
        };
        let mut next = |width: usize| {
            let first = u32::try_from(columns.count).unwrap_or(NO);
            columns.count += width;
            first
        };
        for (slot, class) in columns.classes.iter_mut().zip(self.classes.all()) {
            if kinds.contains(&class.kind) {
                *slot = next(1);
            }
        }
        for kind in kinds {
            if let Some(slot) = columns.hidden.get_mut(*kind).filter(|_| !open) {
                *slot = next(1);
            }
            let declared = instance.model.kinds.get(*kind).map(|kind| kind.attributes.as_slice()).unwrap_or_default();
            for attribute in declared.iter().filter(|attribute| !attribute.printed) {
                let code = Code::of(&attribute.of.sort, instance);
                for cell in attribute.first_cell..attribute.first_cell + attribute.cells {
                    columns.features.insert((*kind, cell), (next(code.width()), code.clone()));
                }
            }
        }
        columns
    }

    fn variable(&mut self, instance: &Instance, number: usize) {
        let Some(declared) = instance.model.variables.get(number) else { return };
        let (owners, size) = (instance.owners(declared.owner), instance.family_size(&declared.index));
        let pooled = matches!(declared.owner, OwnerSort::Kind(_));
        let count = if pooled { size } else { owners.len() * size };
        let code = Code::of(&declared.of.sort, instance);
        let first = self.part(&declared.name, vec![count, 1 + code.width()]);
        let seats = instance.seats();
        let cell = |viewer: usize, at: usize| {
            let (owner, offset) = (at / size.max(1), at % size.max(1));
            let who = Who { viewer, seats };
            let owner = match declared.owner {
                OwnerSort::Player => who.turned(i32::try_from(owner).unwrap_or(0)).unsigned_abs() as usize,
                OwnerSort::Kind(_) => 0,
                _ => owner,
            };
            let values = instance.family_indices(&declared.index, offset);
            let turned: Vec<i32> = declared
                .index
                .iter()
                .zip(values)
                .map(|(index, value)| if matches!(index, Index::Player) { who.turned(value) } else { value })
                .collect();
            let offset = instance.family_offset(&declared.index, &turned).unwrap_or(offset);
            u32::try_from(owner * size + offset).unwrap_or(NO)
        };
        let all = owners.len() * size;
        let cells = (0..seats).map(|viewer| (0..all).map(|at| cell(viewer, at)).collect()).collect();
        self.variables.push(Row { first, code, pooled, cells });
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many numbers an information state has.
    pub fn information_size(&self) -> usize {
        self.size + TOLD * EACH_TOLD
    }

    /// The parts, in order.
    pub fn slices(&self) -> Vec<Slice> {
        let mut slices = self.slices.clone();
        slices.push(Slice { name: "told".to_owned(), first: self.size, shape: vec![TOLD, EACH_TOLD] });
        slices
    }
}

/// The decision that an instruction is.
pub fn decision(instruction: &Instruction) -> Option<u32> {
    match instruction {
        Instruction::Choose(number) => Some(*number),
        _ => None,
    }
}
