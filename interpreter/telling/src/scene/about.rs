//! What options are about: the places, things and players of the scene that whoever decides has before him.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_engine::play::{Bound, BoundNames, PlayError, Position, Sheet, Told, Unsaid, Viewer, told_values};
use rulehound_engine::words::{Form, Nothing, Words};
use rulehound_rules::model::Sort;

use super::handles::{Handle, Handles};

/// What one option is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What it names, in the order of the rules; nothing of an option that is its words alone.
    pub named: Vec<Named>,
    /// Whether that is a set, so that its elements have no order.
    pub set: bool,
}

/// A name of an option and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name in the rules; the elements of a set share theirs.
    pub name: String,
    /// What it stands for, if that is something of the scene.
    pub handle: Option<Handle>,
    /// What it stands for, in words.
    pub words: String,
}

/// What each option of a seat is about, in the order of its offer; nothing if it is not to decide.
///
/// # Errors
/// As [`Position::offer`].
pub fn about(position: &Position, seat: usize) -> Result<Vec<About>, PlayError> {
    let Some(bound) = position.bound(seat)? else { return Ok(Vec::new()) };
    let viewer = Viewer::Seat(seat);
    let handles = Handles::of(&Sheet::of_places(position, viewer));
    let reader = Reader { position, viewer, handles };
    let known: Vec<Vec<Known>> =
        bound.ways.iter().enumerate().map(|(number, way)| reader.known(&bound, number, way)).collect();
    let option = |(number, values): &(usize, Vec<i32>)| {
        let set = bound.ways.get(*number).is_some_and(|way| way.set);
        let known = known.get(*number).map(Vec::as_slice).unwrap_or_default();
        let named = match known {
            [elements] if set => values.iter().filter_map(|value| elements.get(value)).cloned().collect(),
            names => names.iter().zip(values).filter_map(|(known, value)| known.get(value)).cloned().collect(),
        };
        About { named, set }
    };
    Ok(bound.options.iter().map(option).collect())
}

/// What a name stands for, for each value that some option binds it to.
type Known = BTreeMap<i32, Named>;

struct Reader<'p> {
    position: &'p Position,
    viewer: Viewer,
    handles: Handles,
}

impl Reader<'_> {
    /// All that the names of a way stand for; each value is worded once, however many options bind it.
    fn known(&self, bound: &Bound, number: usize, way: &BoundNames) -> Vec<Known> {
        let options = || bound.options.iter().filter(|(way, _)| *way == number).map(|(_, values)| values);
        let of_name = |(index, (name, sort)): (usize, &(String, Sort))| {
            let values: BTreeSet<i32> = match way.set {
                true => options().flatten().copied().collect(),
                false => options().filter_map(|values| values.get(index)).copied().collect(),
            };
            let values: Vec<i32> = values.into_iter().collect();
            let told = told_values(self.position, self.viewer, sort, &values);
            let named = |(value, told): (i32, Told)| (value, self.named(name, sort, &told));
            values.into_iter().zip(told).map(named).collect()
        };
        way.names.iter().enumerate().map(of_name).collect()
    }

    fn named(&self, name: &str, sort: &Sort, told: &Told) -> Named {
        let words = Words::new(self.position.game().instance());
        let (handle, words) = match told {
            Told::Nothing => (None, "none".to_owned()),
            Told::Plain(value) => {
                let seat = usize::try_from(*value).ok().filter(|_| *sort == Sort::Player);
                (seat.map(Handle::Player), words.value(sort, *value, Form::People, &Nothing))
            }
            Told::Component { words, number: Unsaid(number), .. } => (self.handles.thing(*number), words.clone()),
            Told::Place(place) => {
                let Unsaid(number) = place.number;
                let called = match place.fixed {
                    Some(fixed) => words.place(fixed, Form::People, &Nothing),
                    None => place.called.clone(),
                };
                (self.handles.place(number).filter(|_| place.known), called)
            }
        };
        Named { name: name.to_owned(), handle, words }
    }
}
