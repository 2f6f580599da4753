//! What of a position a seat does not see: the one place where what it may know is taken from the truth.

use std::collections::BTreeMap;

use super::Machine;
use super::redeal::Rolled;
use super::secret::cells_seen;
use crate::cells;
use crate::play::knowledge::rename::{Renaming, holding, rename, telling};
use crate::play::{Seen, Viewer};
use crate::program::{Addr, GatheringCode, Program, Progress};
use rulehound_rules::model::value::{NONE, UNSET};
use rulehound_rules::model::{AreaKind, OwnerSort, PlaceClass, Shape, Sort, Type};

/// Components that may be each other as far as a seat knows. Until they are dealt each stands where its number says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Their numbers, ascending.
    pub members: Vec<i32>,
    /// For each what a seat sees of it where it sees it, by number: where a feature has an audience of its own, that may be less than all.
    pub looks: Vec<usize>,
    /// For each stand the look of whatever stands there, if the seat sees it there.
    pub seen: Vec<Option<usize>>,
}

impl Class {
    /// Those that stand where the seat does not see them.
    pub fn unseen(&self) -> Vec<i32> {
        self.members.iter().zip(&self.seen).filter(|(_, seen)| seen.is_none()).map(|(member, _)| *member).collect()
    }
}

/// A cell that a seat does not see, and what may be in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Veiled {
    /// Where.
    pub at: Addr,
    /// What may be in it; one at least.
    pub values: Vec<i32>,
    /// What is in it as long as nobody writes there, if that is all that can be said without breaking what the rules rely on.
    pub first: Option<i32>,
}

/// More values than these of a cell are never listed; some are taken evenly.
const MOST_VALUES: i64 = 256;

/// A position with nothing in it that a seat does not see.
pub struct Wiped {
    /// All cells.
    pub cells: Vec<i32>,
    /// Who may be who.
    pub classes: Vec<Class>,
    /// What may stand where.
    pub veiled: Vec<Veiled>,
    /// Places that belong to components that are not seen: what lies there may lie in any other of the same list.
    pub wards: Vec<Vec<i32>>,
}

/// Wipes out of the cells whatever a viewer does not see. Others' answers given in secret are taken back.
///
/// `beginning` are the cells before anything has happened.
pub fn wiped(machine: &mut Machine<'_>, viewer: Viewer, gathering: Option<u32>, beginning: &[i32]) -> Wiped {
    let program = machine.program;
    let seats = program.instance.seats();
    let count = i32::try_from(program.instance.components.len()).unwrap_or(0);
    let by = |seen: Seen| seen.by_viewer(viewer, seats);
    let seen: Vec<bool> = (0..count).map(|component| by(machine.component_seen(component))).collect();
    let seen = |component: i32| usize::try_from(component).ok().and_then(|at| seen.get(at)).copied().unwrap_or(true);
    let mut unseen_cells = unseen_cells(machine, viewer, count);
    for veiled in &mut unseen_cells {
        // A roll has no rules to keep to, and what was never set has no value to begin with.
        let first = cells::Cells::read(beginning, veiled.at);
        veiled.first = veiled.first.and(Some(first)).filter(|first| *first != UNSET);
    }
    if let Some(code) = gathering.and_then(|id| program.gatherings.get(id as usize)) {
        take_back(machine, code, viewer);
    }
    let looks: Vec<Looks> = (0..count).map(|component| Looks::of(machine, component, viewer)).collect();
    let look = |component: i32| usize::try_from(component).ok().and_then(|at| looks.get(at));
    let masked = |component: i32| look(component).is_some_and(|look| look.masked);
    let mut classes: BTreeMap<Backs, Vec<(i32, bool)>> = BTreeMap::new();
    for component in (0..count).filter(|component| !seen(*component) || masked(*component)) {
        let Some(look) = look(component) else { continue };
        let class = (look.kind, look.owner, look.anywhere.clone());
        classes.entry(class).or_default().push((component, seen(component)));
    }
    let mut cells = machine.cells().to_vec();
    let as_made = as_made(machine);
    for veiled in &unseen_cells {
        // In what state a component was made says which it is, and that is not known before all have their numbers.
        let known = veiled.values.first().filter(|_| !as_made.contains_key(&veiled.at));
        cells::Cells::write(cells.as_mut_slice(), veiled.at, known.copied().unwrap_or(NONE));
    }
    // Numbers of those that only their state tells apart: first those that are seen, in the order of what is seen of them.
    let mut renaming = Renaming::none(program);
    for group in &program.groups {
        let (mut shown, hidden): (Vec<i32>, Vec<i32>) =
            group.iter().partition(|component| seen(**component) && !masked(**component));
        shown.sort_by_cached_key(|component| stand(program, &cells, *component));
        for (old, new) in shown.into_iter().chain(hidden).zip(group) {
            renaming.set(old, *new);
        }
    }
    cells = rename(program, &cells, &renaming);
    let mut veiled = renaming.cells(program, unseen_cells);
    let mut found = Vec::new();
    for members in classes.into_values() {
        let mut kinds: Vec<&[Option<i32>]> =
            members.iter().filter_map(|(old, _)| look(*old)).map(|look| look.shown.as_slice()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let number =
            |old: i32| look(old).and_then(|look| kinds.binary_search(&look.shown.as_slice()).ok()).unwrap_or(0);
        let mut members: Vec<(i32, usize, bool)> =
            members.iter().map(|(old, seen)| (renaming.of(*old), number(*old), *seen)).collect();
        members.sort_unstable();
        found.push(Class {
            members: members.iter().map(|(member, ..)| *member).collect(),
            looks: members.iter().map(|(_, look, _)| *look).collect(),
            seen: members.iter().map(|(_, look, seen)| seen.then_some(*look)).collect(),
        });
    }
    found.sort_by(|one, other| one.members.cmp(&other.members));
    (cells, veiled) = in_order_of_stands(program, &cells, &mut found, veiled);
    let wards = wards(program, &found);
    for ward in &wards {
        let mut bundles = bundles(program, &cells, ward);
        bundles.sort_by_cached_key(|bundle| {
            bundle.iter().map(|component| program.first_alike(*component)).collect::<Vec<_>>()
        });
        lay_out(program, &mut cells, ward, &bundles);
    }
    (cells, veiled) = in_order_of_stands(program, &cells, &mut found, veiled);
    for one in &mut veiled {
        if let Some(made) = as_made.get(&one.at) {
            one.values = vec![*made];
            cells::Cells::write(cells.as_mut_slice(), one.at, *made);
        }
    }
    // Which of those that it does not see is told of, nobody tells the seat.
    for class in &found {
        let unseen = class.unseen();
        let told = telling(program, &cells, &unseen);
        veiled.extend(told.into_iter().map(|at| Veiled { at, values: unseen.clone(), first: None }));
    }
    veiled.sort_by(|one, other| (one.at, other.values.len()).cmp(&(other.at, one.values.len())));
    veiled.dedup_by_key(|veiled| veiled.at);
    for one in &veiled {
        let wiped = one.values.first().copied().unwrap_or(NONE);
        cells::Cells::write(cells.as_mut_slice(), one.at, wiped);
    }
    Wiped { cells, classes: found, veiled, wards }
}

/// The cells of features that are hidden with their component and mostly hold what they were made with, and what that is.
fn as_made(machine: &Machine<'_>) -> BTreeMap<Addr, i32> {
    let program = machine.program;
    let rolled = Rolled::of(program);
    let mut found = BTreeMap::new();
    for (component, made) in (0..).zip(&program.instance.components) {
        let Some(declared) = program.instance.model.kinds.get(made.kind.index()) else { continue };
        for (number, attribute) in (0..).zip(&declared.attributes) {
            let drawn = matches!(rolled.features.get(&(made.kind, number)), Some(Some(_)));
            if attribute.printed || attribute.audience.is_some() || drawn {
                continue;
            }
            for cell in attribute.first_cell..attribute.first_cell + attribute.cells {
                let at = machine.attribute_address(component, cell);
                found.extend(at.map(|at| (at, program.instance.made(made, cell).unwrap_or(UNSET))));
            }
        }
    }
    found
}

/// The cells of variables and features that a seat does not see, with what may be in them.
fn unseen_cells(machine: &mut Machine<'_>, viewer: Viewer, components: i32) -> Vec<Veiled> {
    let program = machine.program;
    let seats = program.instance.seats();
    let rolled = Rolled::of(program);
    let mut unseen = Vec::new();
    for (number, (declared, first)) in (0..).zip(program.instance.model.variables.iter().zip(&program.layout.variables))
    {
        let Some(written) = rolled.variables.get(&number) else { continue };
        let (values, first_value) = match written {
            Some(values) if declared.each.is_none() => (values.to_vec(), None),
            _ => (values_of(machine, &declared.of), Some(UNSET)),
        };
        for (seen, at) in cells_seen(machine, number).into_iter().zip(*first..) {
            if !seen.by_viewer(viewer, seats) {
                unseen.push(Veiled { at, values: values.clone(), first: first_value });
            }
        }
    }
    for component in 0..components {
        let Some(kind) = machine.kind_of(component) else { continue };
        let Some(declared) = program.instance.model.kinds.get(kind.index()) else { continue };
        let made = program.instance.component(component);
        for (index, attribute) in declared.attributes.iter().enumerate().filter(|(_, one)| !one.printed) {
            if machine.attribute_seen(component, index).by_viewer(viewer, seats) {
                continue;
            }
            let number = u32::try_from(index).unwrap_or(u32::MAX);
            for cell in attribute.first_cell..attribute.first_cell + attribute.cells {
                let Some(at) = machine.attribute_address(component, cell) else { continue };
                let first = made.and_then(|made| program.instance.made(made, cell)).unwrap_or(UNSET);
                let values = match rolled.features.get(&(kind, number)) {
                    Some(Some(values)) => values.to_vec(),
                    Some(None) if attribute.audience.is_some() => values_of(machine, &attribute.of),
                    // Without an audience of its own it was hidden with its component, mostly in the state in which it was made.
                    Some(None) | None => vec![first],
                };
                unseen.push(Veiled { at, values, first: None });
            }
        }
    }
    unseen.retain(|veiled| !veiled.values.is_empty());
    unseen
}
/// The components of each class in the order of their stands, so that nothing tells which stood where.
fn in_order_of_stands(
    program: &Program,
    cells: &[i32],
    classes: &mut [Class],
    veiled: Vec<Veiled>,
) -> (Vec<i32>, Vec<Veiled>) {
    let mut dealt = Renaming::none(program);
    for class in classes {
        let mut stands: Vec<(i32, Option<usize>)> =
            class.members.iter().copied().zip(class.seen.iter().copied()).collect();
        stands.sort_by_cached_key(|(component, look)| (look.is_none(), *look, stand(program, cells, *component)));
        let mut left: Vec<(i32, usize)> = class.members.iter().copied().zip(class.looks.iter().copied()).collect();
        let mut seen = std::collections::BTreeMap::new();
        for (old, wanted) in stands {
            let fits = left.iter().position(|(_, look)| wanted.is_none_or(|wanted| wanted == *look)).unwrap_or(0);
            let (new, _) = left.remove(fits);
            dealt.set(old, new);
            seen.insert(new, wanted);
        }
        class.seen = class.members.iter().map(|member| seen.get(member).copied().flatten()).collect();
    }
    (rename(program, cells, &dealt), dealt.cells(program, veiled))
}

/// Places of one sort that belong to components that are not seen.
fn wards(program: &Program, classes: &[Class]) -> Vec<Vec<i32>> {
    let instance = &program.instance;
    let mut wards: BTreeMap<(PlaceClass, usize, usize), Vec<i32>> = BTreeMap::new();
    for (number, place) in (0..).zip(&instance.places) {
        let PlaceClass::Area(area) = place.class else { continue };
        let kind = match instance.model.areas.get(area.index()).map(|area| &area.kind) {
            Some(AreaKind::Zone(zone)) => zone.owner,
            Some(AreaKind::Board(_)) | None => continue,
        };
        let owner = classes.iter().position(|class| class.unseen().contains(&place.owner));
        if let (OwnerSort::Kind(_), Some(owner)) = (kind, owner) {
            wards.entry((place.class, place.offset, owner)).or_default().push(number);
        }
    }
    wards.into_values().filter(|places| places.len() > 1).collect()
}

/// What lies in each of these places.
pub fn bundles(program: &Program, cells: &[i32], places: &[i32]) -> Vec<Vec<i32>> {
    let count = i32::try_from(program.instance.components.len()).unwrap_or(0);
    let at =
        |place: &i32| (0..count).filter(|component| cells::place_of(program, cells, *component) == *place).collect();
    places.iter().map(at).collect()
}

/// Lays these things into the places in this order.
pub fn lay_out(program: &Program, cells: &mut [i32], places: &[i32], bundles: &[Vec<i32>]) {
    for (place, bundle) in places.iter().zip(bundles) {
        for component in bundle {
            cells::set_place(program, cells, *component, *place);
        }
    }
}

/// What tells components from each other wherever they lie: kind, owner where that is no secret, and what is seen through their backs.
type Backs = (usize, i32, Vec<i32>);

/// What a seat sees of a component, where it sees it and elsewhere.
struct Looks {
    kind: usize,
    /// Whose it is, where that is no secret: a feature may be seen by its owner.
    owner: i32,
    /// What is printed on it that the seat sees wherever it lies.
    anywhere: Vec<i32>,
    /// What is printed on it that the seat sees where it sees the component.
    shown: Vec<Option<i32>>,
    /// Whether that is not all.
    masked: bool,
}

impl Looks {
    fn of(machine: &mut Machine<'_>, component: i32, viewer: Viewer) -> Self {
        let program = machine.program;
        let seats = program.instance.seats();
        let kind = machine.kind_of(component).map_or(0, rulehound_rules::model::KindId::index);
        let declared = program.instance.model.kinds.get(kind).map(|kind| kind.attributes.as_slice());
        let attributes = declared.unwrap_or_default();
        let restricted = attributes.iter().any(|attribute| attribute.audience.is_some());
        let whose = program.instance.component(component).map_or(0, |it| it.owner);
        let mut looks = Self {
            kind,
            owner: if restricted { whose } else { 0 },
            anywhere: Vec::new(),
            shown: vec![Some(whose)],
            masked: false,
        };
        for (number, attribute) in attributes.iter().enumerate().filter(|(_, attribute)| attribute.printed) {
            let shown =
                attribute.audience.is_none() || machine.attribute_seen(component, number).by_viewer(viewer, seats);
            for cell in attribute.first_cell..attribute.first_cell + attribute.cells {
                let value = machine.attribute_value(component, cell);
                looks.shown.push(shown.then_some(value));
                looks.anywhere.extend((shown && attribute.audience.is_some()).then_some(value));
            }
            looks.masked |= !shown;
        }
        looks
    }
}

/// What is seen of where a component stands, and what holds it: enough to put those that stand alike in an order.
fn stand(program: &Program, cells: &[i32], component: i32) -> (i32, i32, Vec<i32>, Vec<Addr>) {
    let features = cells::changing(program, component).map(|at| cells::Cells::read(cells, at)).collect();
    let held = holding(program, cells, component);
    (cells::place_of(program, cells, component), cells::height(program, cells, component), features, held)
}

/// Values that something of this type may have; nothing where there are none to be listed.
fn values_of(machine: &Machine<'_>, of: &Type) -> Vec<i32> {
    let instance = &machine.program.instance;
    let all = |count: usize| (0..i32::try_from(count).unwrap_or(0)).collect::<Vec<i32>>();
    let mut values = match &of.sort {
        Sort::Number { least, greatest } => {
            let width = i64::from(*greatest) - i64::from(*least);
            let step = (width / MOST_VALUES).max(1);
            let count = width / step;
            (0..=count).filter_map(|number| i32::try_from(i64::from(*least) + number * step).ok()).collect()
        }
        Sort::YesNo => vec![0, 1],
        Sort::Value { allowed, .. } => allowed.iter().copied().collect(),
        Sort::Player => all(instance.seats()),
        Sort::Place { classes } => {
            classes.iter().filter_map(|class| instance.classes.get(class)).flat_map(Clone::clone).collect()
        }
        Sort::Component { kinds } => {
            kinds.iter().filter_map(|kind| instance.kinds.get(kind.index())).flat_map(Clone::clone).collect()
        }
        Sort::Direction => all(8),
        Sort::Nothing => Vec::new(),
    };
    if of.shape == Shape::OneOrNone || values.is_empty() {
        values.insert(0, NONE);
    }
    values
}

/// Others have not decided yet.
fn take_back(machine: &mut Machine<'_>, code: &GatheringCode, viewer: Viewer) {
    let seats = i32::try_from(machine.program.instance.seats()).unwrap_or(0);
    let own = match viewer {
        Viewer::Seat(seat) => Some(Machine::seat_value(seat)),
        Viewer::All | Viewer::Nobody => None,
    };
    for other in (0..seats).filter(|other| Some(*other) != own) {
        let answers = code.answers_of(other) + 1;
        machine.clear(answers..answers + code.depth);
        cells::set_progress(machine, code, other, Progress::NotBegun);
    }
    if let Some(seat) = own.filter(|seat| cells::progress(machine, code, *seat) == Progress::Waits(0)) {
        cells::set_progress(machine, code, seat, Progress::NotBegun);
    }
}
