//! Values, as options bind them, components bear them and variables hold them.

use std::fmt;

use serde::Serialize;

use crate::{Component, Name, Place, Seat};

/// A value of the rules, with its type.
///
/// Written with `{}` it is what people at the table say. In JSON the type is the key: `{"number": 3}`, `{"seat": 0}`, `"none"`.
///
/// ```
/// use rulehound::{Rules, Value};
///
/// let position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
/// let options = position.options(position.deciders()[0])?;
/// assert_eq!(options[1].value("n"), Some(&Value::Number(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Value {
    /// `none`.
    None,
    /// A number.
    Number(i32),
    /// `yes` or `no`.
    YesNo(bool),
    /// A value of an enumeration.
    Symbol(Symbol),
    /// A player.
    Seat(SeatName),
    /// A direction on a board.
    Direction(Direction),
    /// A place.
    Place(Place),
    /// A component that the viewer sees.
    Component(Component),
    /// A component that the viewer does not see, or a place that belongs to one: there is something, but not which.
    Hidden(Hidden),
    /// Several components, places, numbers or other values, as one option binds them.
    Several(Vec<Value>),
}

/// A value of an enumeration, such as a suit or a colour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Symbol {
    /// The name of the enumeration; `None` of a list that has none.
    pub of: Option<Name>,
    /// Which of its values, from 0, in the order of the rules.
    pub index: usize,
    /// The value's name in the rules.
    pub name: Name,
}

/// A seat with the name of its player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SeatName {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: Name,
}

/// Something of which the viewer does not see what it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Hidden {
    /// The kind of the component, if it is one.
    pub kind: Option<Name>,
    /// What is said of it: `a Card`.
    pub words: Name,
}

/// The eight directions on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "there is nothing to add")]
pub enum Direction {
    Up,
    UpRight,
    Right,
    DownRight,
    Down,
    DownLeft,
    Left,
    UpLeft,
}

impl Direction {
    /// All of them, clockwise from `up`.
    pub const ALL: [Self; 8] =
        [Self::Up, Self::UpRight, Self::Right, Self::DownRight, Self::Down, Self::DownLeft, Self::Left, Self::UpLeft];
}

impl fmt::Display for Direction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Up => "up",
            Self::UpRight => "up right",
            Self::Right => "right",
            Self::DownRight => "down right",
            Self::Down => "down",
            Self::DownLeft => "down left",
            Self::Left => "left",
            Self::UpLeft => "up left",
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => formatter.write_str("none"),
            Self::Number(number) => write!(formatter, "{number}"),
            Self::YesNo(yes) => formatter.write_str(if *yes { "yes" } else { "no" }),
            Self::Symbol(symbol) => formatter.write_str(&symbol.name.replace('_', " ")),
            Self::Seat(player) => formatter.write_str(&player.name),
            Self::Direction(direction) => write!(formatter, "{direction}"),
            Self::Place(place) => write!(formatter, "{place}"),
            Self::Component(component) => write!(formatter, "{component}"),
            Self::Hidden(hidden) => formatter.write_str(&hidden.words),
            Self::Several(values) => {
                for (index, value) in values.iter().enumerate() {
                    formatter.write_str(if index > 0 { ", " } else { "" })?;
                    write!(formatter, "{value}")?;
                }
                Ok(())
            }
        }
    }
}
