//! What is played: expressions as an arena of nodes, statements as a list of instructions, all names turned into addresses.
//!
//! Data only. In: made by [`lower`](crate::lower) from a model at a table. Out: run by [`play`](crate::play) on a flat block of cells.
//! Where something stands in the rules lies in lists of its own, so the hot loop carries none of it.

mod begun;
mod frame;
mod ground;
mod instruction;
mod invariants;
mod keeps;
mod layout;
mod node;
mod parts;
mod passes;
mod profile;
mod progress;
mod successors;

pub use frame::*;
pub use ground::*;
pub use instruction::*;
pub use invariants::Invariants;
pub(crate) use invariants::goes_through_a_set;
pub use keeps::Keeps;
pub use layout::*;
pub use node::*;
pub use passes::Pass;
pub use profile::{DefinitionSteps, Profile, StatementSteps};
pub use progress::Progress;
pub use successors::Successors;

use std::sync::Arc;

use rulehound_grammar::span::Location;

use crate::instance::Instance;
use rulehound_rules::model::{DefinitionId, OwnerSort, TriggerId, Type};

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The table it was made for.
    pub instance: Arc<Instance>,
    /// Where everything lies in a position.
    pub layout: Layout,
    /// All expressions.
    pub nodes: Vec<Node>,
    /// Where each node stands.
    pub node_at: Vec<Location>,
    /// Which of them stand in loops that they do not depend on.
    pub invariants: Invariants,
    /// All statements.
    pub code: Vec<Instruction>,
    /// Where each instruction stands.
    pub code_at: Vec<Location>,
    /// What running some of them gives away; the first is nothing.
    pub veils: Vec<Veil>,
    /// The veil of each instruction, by number.
    pub veil_at: Vec<u32>,
    /// The bodies.
    pub frames: Vec<Frame>,
    /// The body of each instruction.
    pub frame_at: Vec<Option<FrameId>>,
    /// Definitions, by number.
    pub definitions: Vec<DefinitionCode>,
    /// The values that are told at the table besides those of variables, in the order of the rules, for each player from the first.
    pub shown: Vec<ShownCode>,
    /// The things that are struck through there, in the order of the rules.
    pub struck: Vec<StruckCode>,
    /// Phases and rules, by number.
    pub runnables: Vec<RunnableCode>,
    /// The frame of each trigger.
    pub triggers: Vec<FrameId>,
    /// Decisions.
    pub choices: Vec<ChoiceCode>,
    /// `simultaneous` statements.
    pub gatherings: Vec<GatheringCode>,
    /// `plan` statements.
    pub plans: Vec<PlanCode>,
    /// `when` triggers in written order, with their bits.
    pub whens: Vec<WhenCode>,
    /// `after move` triggers.
    pub moves: Vec<Option<MoveWatch>>,
    /// Checks of stored values.
    pub checks: Vec<Check>,
    /// Who sees what, by audience.
    pub audiences: Vec<AudienceCode>,
    /// The audience of each variable.
    pub variable_audiences: Vec<AudienceId>,
    /// The audience of each area; boards are open.
    pub area_audiences: Vec<AudienceId>,
    /// The audience of the top of each area.
    pub top_audiences: Vec<Option<AudienceId>>,
    /// For each kind, the audience of each of its attributes.
    pub attribute_audiences: Vec<Vec<Option<AudienceId>>>,
    /// For each kind the `as` text, with the cell that stands for the component.
    pub descriptions: Vec<Option<(Addr, TextCode)>>,
    /// For each kind the features that change and that its `as` text does not speak of.
    pub silent: Vec<Vec<usize>>,
    /// First values of variables.
    pub first_values: Vec<Option<NodeId>>,
    /// What first values of variables must be; `None` where that is known.
    pub first_checks: Vec<Option<CheckId>>,
    /// Cells that may hold components.
    pub holders: Vec<Holder>,
    /// Plain components that only their state can tell apart: kind, owner and what is printed are the same. Ascending; two at least.
    pub groups: Vec<Vec<i32>>,
    /// What is noted of positions, if any are.
    pub notes: Option<NotesCode>,
    /// What is fixed of components and places.
    pub ground: Ground,
    /// The names that have cells in the position.
    pub names: Vec<NameCode>,
    /// A hash of everything that saves depend on.
    pub hash: u64,
    /// Where the steps of play are counted, if somebody asks.
    pub profile: Option<Arc<Profile>>,
}

/// A value that is told at the table.
#[derive(Clone, Copy, Debug)]
pub struct ShownCode {
    /// The definition that gives it.
    pub definition: DefinitionId,
    /// Whose it is.
    pub seat: Option<usize>,
    /// What works it out.
    pub value: NodeId,
}

/// Things that are struck through at the table.
#[derive(Clone, Copy, Debug)]
pub struct StruckCode {
    /// The definition that gives them.
    pub definition: DefinitionId,
    /// What works them out.
    pub set: NodeId,
}

/// A name that has cells in the position.
#[derive(Clone, Debug)]
pub struct NameCode {
    /// Its cell; of a set its length, and its elements behind that.
    pub at: Addr,
    /// How it is written.
    pub name: String,
    /// What it may hold.
    pub of: Type,
    /// Of a set how many elements fit.
    pub capacity: Option<u32>,
}

/// Who may be told that an instruction is the one that runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Veil {
    /// Nobody: it depends on what somebody does not see.
    pub hidden: bool,
    /// What that is.
    pub because: Option<Location>,
    /// Only the player whose private block it stands in.
    pub private: bool,
    /// Whoever sees the components that these cells hold.
    pub components: Vec<Addr>,
    /// Whoever sees all that these conditions read, which stands as it stood when they were met.
    pub conditions: Vec<NodeId>,
    /// Of a call whose arguments alone add to the veil: without them. What the body does may depend on them, but not that it runs.
    pub call: Option<Box<Veil>>,
}

/// A `when` trigger.
#[derive(Clone, Debug)]
pub struct WhenCode {
    /// Which.
    pub trigger: TriggerId,
    /// Its body.
    pub frame: FrameId,
    /// The name and its fixed set.
    pub binder: Option<(Addr, NodeId)>,
    /// Whether the set is one of components.
    pub components: bool,
    /// What becomes true.
    pub condition: NodeId,
    /// Its first bit; one for each element.
    pub bits: Addr,
    /// How many bits.
    pub count: u32,
}

/// What an `after move` trigger asks of a move.
#[derive(Clone, Debug)]
pub struct MoveWatch {
    /// Its body.
    pub frame: FrameId,
    /// The name for the component.
    pub component: Addr,
    /// The numbers of the components of its kind.
    pub kind: (i32, i32),
    /// Whose.
    pub owner: Option<NodeId>,
    /// Where from.
    pub from: Option<WatchedEnd>,
    /// Where to.
    pub to: Option<WatchedEnd>,
    /// What must hold besides.
    pub condition: Option<NodeId>,
}

/// One end of a watched move.
#[derive(Clone, Debug)]
pub struct WatchedEnd {
    /// The name for the place.
    pub local: Option<Addr>,
    /// A place, or a set of places.
    pub place: NodeId,
    /// Whether it is a set.
    pub set: bool,
}

/// Who sees something.
#[derive(Clone, Debug)]
pub struct AudienceCode {
    /// Which form.
    pub kind: AudienceCodeKind,
    /// Where the player that owns the thing is put for the viewers' expressions.
    pub owner: Option<Addr>,
    /// Where what it belongs to is put; of a feature its component.
    pub holder: Option<Addr>,
    /// Where its indices are put, those that have names.
    pub indices: Vec<IndexName>,
    /// What it belongs to; where that is a component, the player stands at the end of the chain of owners.
    pub whose: OwnerSort,
}

/// An index of a thing that has a name where it is said who sees it.
#[derive(Clone, Copy, Debug)]
pub struct IndexName {
    /// Where it is put.
    pub at: Addr,
    /// The first.
    pub least: i32,
    /// How many.
    pub count: i32,
    /// How far apart.
    pub stride: i32,
}

impl IndexName {
    /// The value that leads to this cell of a family.
    pub fn of_cell(self, cell: i32) -> i32 {
        self.least + cell / self.stride.max(1) % self.count.max(1)
    }
}

/// The forms of an audience; viewers are nodes with whether they give a set.
#[derive(Clone, Debug)]
pub enum AudienceCodeKind {
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
    /// Those.
    Only(Vec<(NodeId, bool)>),
    /// All but those.
    AllExcept(Vec<(NodeId, bool)>),
}
