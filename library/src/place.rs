//! Places: fields of boards, zones, piles, boxes.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::Serialize;
use serde::ser::SerializeStruct;

use crate::{Direction, Name, Value};

/// A place where components may lie. Cheap to clone.
///
/// Places of boards, of the table, of seats and of values stay the same for the whole game. Those that belong to a component, as the cup of a
/// tile does, are good for the view, the options and the events of one position as one viewer sees it.
///
/// ```
/// use rulehound::{PlaceKind, Rules};
///
/// let game = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?;
/// let taken = game.place("Ann.taken").unwrap();
/// assert_eq!((taken.name(), taken.to_string().as_str(), taken.area()), ("Ann.taken", "Ann's taken", "taken"));
/// assert_eq!(taken.kind(), PlaceKind::Zone);
/// assert_eq!(taken.owner().unwrap().to_string(), "Ann");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Place(pub(crate) Arc<PlaceData>);

/// What there is to say of a place.
pub(crate) struct PlaceData {
    pub id: u32,
    pub name: Name,
    pub words: Name,
    pub area: Name,
    pub kind: PlaceKind,
    pub owner: Option<Value>,
    pub indices: Vec<Value>,
    pub point: Option<Point>,
}

/// What sort of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceKind {
    /// A box, where components are that are not in play.
    Box,
    /// A field of a track.
    Track,
    /// A field of a ring.
    Ring,
    /// A field of a grid.
    Grid,
    /// A field of a net.
    Net,
    /// A zone: components without order.
    Zone,
    /// A pile: components one upon the other.
    Pile,
}

/// Where on its board a place is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// Its number on the board, from 1.
    pub number: usize,
    /// The column on a grid, from 1; on a track or ring the number.
    pub column: u16,
    /// The row on a grid, from 1; on a track or ring 1.
    pub row: u16,
    /// The marks it bears.
    pub marks: Vec<String>,
    /// The fields it is joined to, by direction and number on the board. On a track or ring `right` leads on and `left` back.
    pub neighbours: Vec<(Direction, usize)>,
}

/// All there is to say of a place, as data.
///
/// ```
/// # use rulehound::Rules;
/// let text = "game \"Row\"\nplayers 1\ntrack row 1..3\nphase play { win nobody }";
/// let game = Rules::from_text("row.rules", text)?.game().build()?;
/// let json = serde_json::to_value(game.place("row(2)").unwrap().info())?;
/// assert_eq!(json["point"]["neighbours"], serde_json::json!([["right", 3], ["left", 1]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceInfo {
    /// Its number among the places of the table.
    pub id: u32,
    /// Its name, as scripts write it.
    pub name: Name,
    /// Its name, as people say it.
    pub words: Name,
    /// The board or zone that it is a place of.
    pub area: Name,
    /// What sort of place it is.
    pub kind: PlaceKind,
    /// Whose it is.
    pub owner: Option<Value>,
    /// The values of its indices.
    pub indices: Vec<Value>,
    /// Where on its board it is.
    pub point: Option<Point>,
}

impl Place {
    /// Its number among the places of the table, from 0.
    pub fn id(&self) -> u32 {
        self.0.id
    }

    /// Its name, as scripts write it: `Ann.hand`, `square(3)`. Places that belong to components may share one.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The board or zone that it is a place of, by its name in the rules; `box` of a box.
    pub fn area(&self) -> &str {
        &self.0.area
    }

    /// All there is to say of it, as data for a table that is drawn.
    pub fn info(&self) -> PlaceInfo {
        let PlaceData { id, name, words, area, kind, owner, indices, point } = &*self.0;
        PlaceInfo {
            id: *id,
            name: name.clone(),
            words: words.clone(),
            area: area.clone(),
            kind: *kind,
            owner: owner.clone(),
            indices: indices.clone(),
            point: point.clone(),
        }
    }

    /// What sort of place it is.
    pub fn kind(&self) -> PlaceKind {
        self.0.kind
    }

    /// Whose it is, if it is somebody's or something's.
    pub fn owner(&self) -> Option<&Value> {
        self.0.owner.as_ref()
    }

    /// The values of its indices: `3` of `row(3)`.
    pub fn indices(&self) -> &[Value] {
        &self.0.indices
    }

    /// Where on its board it is; `None` of zones, piles and boxes.
    pub fn point(&self) -> Option<&Point> {
        self.0.point.as_ref()
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        (self.0.id, &self.0.name) == (other.0.id, &other.0.name)
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0.id, &self.0.name).cmp(&(other.0.id, &other.0.name))
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.id, &self.0.name).hash(state);
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.words)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Place({}, {})", self.0.id, self.0.name)
    }
}

impl Serialize for Place {
    /// Number, name and words; what else there is to say of it, [`Game::places`](crate::Game::places) says once.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Place", 3)?;
        fields.serialize_field("id", &self.0.id)?;
        fields.serialize_field("name", &self.0.name)?;
        fields.serialize_field("words", &self.0.words)?;
        fields.end()
    }
}
