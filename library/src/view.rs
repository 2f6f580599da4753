//! What somebody sees of a position.

use serde::Serialize;

use crate::{Component, Name, Outcome, Place, Question, Seat, Thing, Unseen, Value};

/// Whose view it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player's.
    Seat(Seat),
    /// Of somebody who looks on, and sees what all see.
    Public,
    /// Of somebody who sees everything: a [`Referee`](crate::Referee).
    Referee,
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// A position as somebody sees it: built up from what its viewer may see, so nothing else is in it. It can be serialised.
///
/// ```
/// use rulehound::Rules;
///
/// let position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
/// let view = position.view(position.deciders()[0])?;
/// let heap = view.at("heap").unwrap();
/// assert_eq!((heap.count(), heap.things()[0].component.to_string().as_str()), (10, "stick"));
/// let json = serde_json::to_value(&view)?;
/// assert_eq!(json["deciders"][0]["question"]["prompt"], "Take one, two or three sticks.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Whose it is.
    pub viewer: Viewer,
    /// What the players are called, by seat.
    pub players: Vec<String>,
    /// The settings with their values.
    pub settings: Vec<(String, String)>,
    /// The phases that are running, the outermost first, in words.
    pub phases: Vec<String>,
    /// Who is to decide, and what.
    pub deciders: Vec<Decider>,
    /// All places, empty ones too, in the order of the rules. Where the order of what belongs to hidden things would tell of them, it goes by
    /// what is seen.
    pub places: Vec<PlaceView>,
    /// The variables that the viewer sees and that have a value.
    pub variables: Vec<VariableView>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// Somebody who is to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decider {
    /// The seat.
    pub seat: Seat,
    /// What is asked, as far as the viewer may know that.
    pub question: Option<Question>,
}

/// A place with what lies there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceView {
    /// The place.
    pub place: Place,
    /// What lies there.
    pub contents: Contents,
}

/// What lies in a place, as far as it is seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Contents {
    /// Seen, in no order of its own; what looks alike is one thing with a count.
    Seen(Vec<Thing>),
    /// A pile that is seen, from the top; each is a thing of its own.
    Pile(Vec<Thing>),
    /// Not seen: only how many there are of each kind.
    Hidden {
        /// How many.
        counts: Vec<Unseen>,
        /// The top of a pile that shows it. It is counted among the others, too.
        #[serde(skip_serializing_if = "Option::is_none")]
        top: Option<Thing>,
    },
}

/// A variable with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VariableView {
    /// As scripts write it: `Ann.points`.
    pub name: Name,
    /// As people say it: `Ann's points`.
    pub words: Name,
    /// Its name in the rules: `points`.
    pub variable: Name,
    /// Whose it is, if it is somebody's or something's.
    pub owner: Option<Value>,
    /// The values of its indices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub indices: Vec<Value>,
    /// Its value.
    pub value: Value,
}

impl View {
    /// The place of this name, as scripts write it: `heap`, `Ann.hand`, `square(3)`.
    pub fn at(&self, name: &str) -> Option<&PlaceView> {
        self.places.iter().find(|place| place.place.name() == name)
    }

    /// What lies in this place.
    pub fn in_place(&self, place: &Place) -> Option<&PlaceView> {
        self.places.get(place.id() as usize).filter(|found| found.place == *place)
    }

    /// All that the viewer sees of components, place by place.
    pub fn things(&self) -> impl Iterator<Item = &Thing> {
        self.places.iter().flat_map(|place| place.seen())
    }

    /// What the viewer sees of a component that a value of an option of this position or this view has named.
    pub fn thing(&self, component: &Component) -> Option<&Thing> {
        self.things().find(|thing| thing.component == *component)
    }

    /// The value of the variable of this name, as scripts write it: `pot`, `Ann.points`.
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.variables.iter().find(|variable| variable.name == name).map(|variable| &variable.value)
    }
}

impl PlaceView {
    /// What is seen there; a pile from the top. Nothing where it is not seen.
    pub fn things(&self) -> &[Thing] {
        match &self.contents {
            Contents::Seen(things) | Contents::Pile(things) => things,
            Contents::Hidden { .. } => &[],
        }
    }

    /// What is seen there, the top of a hidden pile included.
    fn seen(&self) -> impl Iterator<Item = &Thing> {
        let top = match &self.contents {
            Contents::Seen(_) | Contents::Pile(_) => None,
            Contents::Hidden { top, .. } => top.as_ref(),
        };
        self.things().iter().chain(top)
    }

    /// How many components lie there. That is never hidden.
    pub fn count(&self) -> u32 {
        match &self.contents {
            Contents::Seen(things) | Contents::Pile(things) => things.iter().map(|thing| thing.count).sum(),
            Contents::Hidden { counts, .. } => counts.iter().map(|unseen| unseen.count).sum(),
        }
    }

    /// Whether nothing lies there.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }
}
