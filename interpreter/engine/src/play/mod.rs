//! Playing: a program, a position, and the questions and answers between them.
//!
//! A [`Game`] is the rules at a table. A [`Position`] always stands at a stop: somebody decides, chance is asked, or the game is over.
//! Copying a position forks the game. Chance comes from the caller ([`Position::chance`], [`Position::resolve`]).

mod appearance;
mod beforehand;
mod beside;
mod bound;
mod cause;
mod chance;
mod change;
mod elsewhere;
mod equal;
mod event;
mod explain;
mod fault;
mod game;
mod goals;
mod knowledge;
mod machine;
mod misuse;
mod offer;
mod outcome;
mod packed;
mod perft;
mod playout;
mod position;
mod query;
mod redeal;
mod revealed;
mod save;
mod setup;
mod sheet;
mod transplant;
mod view;

pub use appearance::Appearances;
pub use beforehand::Beforehand;
pub use bound::{Bound, BoundNames};
pub use cause::Cause;
pub use chance::{Chance, ChanceKind, ChanceOutcome, Seeded, weighted};
pub use change::Change;
pub use event::{By, Event, EventKind, Log, Movement, Noun, Origin, Seen, Veiled};
pub use explain::{Explanation, Reason, Refusal, Refusals, Wanted};
pub use fault::Fault;
pub use game::Game;
pub use goals::{Goals, NEAREST};
pub use knowledge::{Knowledge, Memory};
pub use machine::{BUDGET, MOST_CANDIDATES, MOST_POSITIONS};
pub use misuse::{Misuse, PlayError};
pub use offer::{Asked, BindingValue, Offer, OfferedChoice};
pub use outcome::Outcome;
pub use perft::{AfterPly, Bounds, Perft, PerftError, Ply, perft};
pub use playout::{Generators, Playout};
pub use position::{Answer, Position, Stop};
pub use query::{Queries, Query};
pub use revealed::HiddenBefore;
pub use setup::Setup;
pub use sheet::{
    Contents, Entry, Group, Look, Lot, Sheet, ShownEntry, StruckEntry, Told, ToldPlace, Unsaid, Unseen, UnseenOf,
    told_values,
};
pub use transplant::Unfit;
pub use view::{Holding, View, Viewer};
