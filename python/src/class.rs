//! Components that are alike by what is printed on them, and places and players as somebody sees them from their seat.

use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{AreaKind, Index, OwnerSort, PlaceClass};
use rulehound_interpreter::play::{Look, Told};

/// Whoever does not belong to anybody in particular.
const ANYBODYS: i32 = -1;

/// Who looks.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    /// The seat.
    pub viewer: usize,
    /// How many there are.
    pub seats: usize,
}

impl Who {
    /// A seat, counted from the one that looks on.
    pub fn turned(self, seat: i32) -> i32 {
        let seats = i32::try_from(self.seats).unwrap_or(1).max(1);
        if (0..seats).contains(&seat) {
            (seat - i32::try_from(self.viewer).unwrap_or(0)).rem_euclid(seats)
        } else {
            seat
        }
    }
}

/// Components of one kind and owner on which the same is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Their kind.
    pub kind: usize,
    /// Whose they are.
    pub owner: i32,
    /// What is printed: number of the feature, cell, value.
    pub printed: Vec<(usize, usize, i32)>,
    /// One of them.
    pub first: i32,
    /// How many there are.
    pub members: usize,
}

/// All of them.
#[derive(Clone, Debug)]
pub struct Classes {
    all: Vec<Class>,
    of_component: Vec<u32>,
    /// For each viewer and class which one it is from there.
    turned: Vec<Vec<u32>>,
    /// For each viewer and place which one it is from there; of places that belong to components the first of its sort.
    places: Vec<Vec<i32>>,
}

impl Classes {
    /// Those of a table.
    pub fn of(instance: &Instance) -> Self {
        let mut all: Vec<Class> = Vec::new();
        let mut of_component = Vec::with_capacity(instance.components.len());
        let mut last = None;
        for (number, component) in (0..).zip(&instance.components) {
            // Those of one line stand together.
            let line = (component.kind, component.owner, component.made);
            if let Some((known, class)) = last
                && known == line
            {
                of_component.push(class);
                if let Some(class) = all.get_mut(class as usize) {
                    class.members += 1;
                }
                continue;
            }
            let kind = component.kind.index();
            let declared = instance.model.kinds.get(kind);
            let owner = match declared.map(|kind| kind.owner) {
                Some(OwnerSort::Kind(_)) | None => ANYBODYS,
                Some(_) => component.owner,
            };
            let mut printed = Vec::new();
            for (index, attribute) in declared.into_iter().flat_map(|kind| kind.attributes.iter().enumerate()) {
                for cell in 0..if attribute.printed { attribute.cells } else { 0 } {
                    let value = instance.made(component, attribute.first_cell + cell).unwrap_or(NONE);
                    printed.push((index, cell, value));
                }
            }
            let known = all.iter_mut().position(|it| it.kind == kind && it.owner == owner && it.printed == printed);
            let class = known.unwrap_or_else(|| {
                all.push(Class { kind, owner, printed, first: number, members: 0 });
                all.len() - 1
            });
            if let Some(found) = all.get_mut(class) {
                found.members += 1;
            }
            let class = u32::try_from(class).unwrap_or(0);
            of_component.push(class);
            last = Some((line, class));
        }
        let seats = instance.seats();
        let turned = (0..seats).map(|viewer| turned_classes(instance, &all, Who { viewer, seats })).collect();
        let place = |viewer: usize| {
            let who = Who { viewer, seats };
            (0..).zip(&instance.places).map(|(number, _)| turned_place(instance, number, who)).collect()
        };
        Self { all, of_component, turned, places: (0..seats).map(place).collect() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// All, in order.
    pub fn all(&self) -> &[Class] {
        &self.all
    }

    /// The class of a component.
    pub fn of_component(&self, component: i32) -> Option<u32> {
        usize::try_from(component).ok().and_then(|at| self.of_component.get(at)).copied()
    }

    /// For each component its class.
    pub fn by_component(&self) -> &[u32] {
        &self.of_component
    }

    /// For each class which one it is from a seat.
    pub fn turned_all(&self, viewer: usize) -> &[u32] {
        self.turned.get(viewer).map_or(&[], Vec::as_slice)
    }

    /// A class as a viewer sees it: what is the viewer's own is the first player's.
    pub fn turned(&self, viewer: usize, class: u32) -> u32 {
        self.turned_all(viewer).get(class as usize).copied().unwrap_or(class)
    }

    /// A place as a viewer sees it.
    pub fn seen_from(&self, viewer: usize, place: i32) -> i32 {
        let of_viewer = self.places.get(viewer);
        of_viewer.and_then(|places| places.get(usize::try_from(place).ok()?)).copied().unwrap_or(place)
    }

    /// The class of something as it looks; nothing if that is not seen.
    pub fn of_look(&self, look: &Look) -> Option<u32> {
        let owner = match &look.owner {
            Some(Told::Plain(owner)) => Some(*owner),
            Some(Told::Place(place)) => place.fixed,
            _ => None,
        };
        let fits = |class: &Class| {
            class.kind == look.kind.index()
                && (class.owner == ANYBODYS || owner.is_none_or(|owner| owner == class.owner))
                && class.printed.iter().all(|(feature, cell, value)| {
                    let told = look.features.iter().find(|(index, at, _)| index == feature && at == cell);
                    told.is_none_or(|(_, _, told)| matches(told, *value))
                })
        };
        let mut fitting = (0..).zip(&self.all).filter(|(_, class)| fits(class)).map(|(number, _)| number);
        let first = fitting.next();
        first.filter(|_| fitting.next().is_none())
    }
}

/// Whether a value may be the one that is told.
fn matches(told: &Told, value: i32) -> bool {
    match told {
        Told::Nothing => value == NONE,
        Told::Plain(told) => *told == value,
        Told::Component { .. } => value != NONE,
        Told::Place(place) => place.fixed.is_none_or(|place| place == value),
    }
}

fn turned_classes(instance: &Instance, all: &[Class], who: Who) -> Vec<u32> {
    let turned = |number: usize, class: &Class| {
        let owned = instance.model.kinds.get(class.kind).is_some_and(|kind| kind.owner == OwnerSort::Player);
        let owner = if owned { who.turned(class.owner) } else { class.owner };
        let same = |it: &Class| it.kind == class.kind && it.owner == owner && it.printed == class.printed;
        u32::try_from(all.iter().position(same).unwrap_or(number)).unwrap_or(0)
    };
    all.iter().enumerate().map(|(number, class)| turned(number, class)).collect()
}

fn turned_place(instance: &Instance, number: i32, who: Who) -> i32 {
    let Some(place) = instance.place(number) else { return number };
    match place.class {
        PlaceClass::Box(OwnerSort::Player) => {
            instance.box_place(OwnerSort::Player, who.turned(place.owner)).unwrap_or(number)
        }
        PlaceClass::Box(sort @ OwnerSort::Kind(_)) => {
            instance.box_place(sort, instance.owners(sort).start).unwrap_or(number)
        }
        PlaceClass::Box(_) => number,
        PlaceClass::Area(area) => match instance.model.areas.get(area.index()).map(|area| &area.kind) {
            Some(AreaKind::Zone(zone)) => {
                let owner = match zone.owner {
                    OwnerSort::Player => who.turned(place.owner),
                    OwnerSort::Kind(_) => instance.owners(zone.owner).start,
                    _ => place.owner,
                };
                let turned = |(index, value): (&Index, i32)| {
                    if matches!(index, Index::Player) { who.turned(value) } else { value }
                };
                let values = instance.family_indices(&zone.index, place.offset);
                let values: Vec<i32> = zone.index.iter().zip(values).map(turned).collect();
                instance.zone_place(area, Some(owner), &values).unwrap_or(number)
            }
            Some(AreaKind::Board(_)) | None => number,
        },
    }
}
