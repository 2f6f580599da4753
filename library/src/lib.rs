#![doc = include_str!("../README.md")]

mod chance;
mod choice;
mod component;
mod diagnostics;
mod error;
mod event;
mod files;
mod game;
mod name;
mod naming;
mod place;
mod playouts;
mod position;
mod random;
mod rules;
mod save;
mod seat;
mod sight;
mod signs;
mod status;
mod story;
mod told;
mod value;
mod view;
mod why;
#[doc(hidden)]
pub mod workshop;

pub use chance::{Chance, ChanceKind, ChanceOutcome};
pub use choice::{Choice, NoKey, OptionKey, Question};
pub use component::{Component, FeatureValue, Thing, Unseen};
pub use diagnostics::{Diagnostics, Finding, Label, Severity, TextPlace};
pub use error::{Fault, Misuse, PlayError};
pub use event::{Cause, Event, EventKind, Movement};
pub use game::{Game, GameBuilder};
pub use name::Name;
pub use place::{Place, PlaceInfo, PlaceKind, Point};
pub use playouts::{Playout, Playouts};
pub use position::Position;
pub use random::Random;
pub use rules::{Area, AreaKind, Feature, Kind, OwnedBy, Rules, Setting, SettingKind, ValueType, Variable};
pub use seat::Seat;
pub use sight::Referee;
pub use status::{Outcome, Status};
pub use story::Story;
pub use value::{Direction, Hidden, SeatName, Symbol, Value};
pub use view::{Contents, Decider, PlaceView, VariableView, View, Viewer};
pub use why::{Reason, Refusal, Refusals, WhyNot};

/// A small game, whole, for examples and first tries: two players take turns to pick up one to three sticks.
pub const STICKS: &str = include_str!("sticks.rules");
