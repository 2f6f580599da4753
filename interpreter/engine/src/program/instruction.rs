//! Statements.

use super::{Addr, BinderCode, CheckId, FrameId, KeyCode, ListCode, NodeId};
use rulehound_rules::model::{Arithmetic, KindId, RunnableId, Sort};

/// An index into [`Program::code`](super::Program::code).
pub type Pc = u32;

/// A step of a program.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// Behind the end of play: nobody wins.
    Halt,
    /// Go on there.
    Jump(Pc),
    /// Go on there unless it holds.
    Unless(NodeId, Pc),
    /// A bare `require`: the path fails unless it holds.
    Require(RequirementCode),
    /// `let`.
    Let(Addr, NodeId),
    /// `let` of a set, with how many elements fit.
    LetSet(Addr, u32, NodeId),
    /// Names end.
    Clear(Addr, Addr),
    /// Store how often; below 0 is 0.
    Count(Addr, NodeId),
    /// One less; at 0 go on there.
    CountDown(Addr, Pc),
    /// Work out the tuples of a loop.
    ForStart(ListPlace, SelectionCode),
    /// Bind the next tuple; behind the last go on there.
    ForNext(ListPlace, Vec<Addr>, Pc),
    /// Bind the next of a round; without one go on there. The first cell keeps the last one.
    RoundNext(Addr, BinderCode, Pc),
    /// `turn of`: who, kept there.
    TurnStart(Addr, NodeId),
    /// Its end: who was on turn is kept there.
    TurnEnd(Addr),
    /// `do`.
    Call(RunnableId, Vec<NodeId>),
    /// The beginning of a body: variables that get their first value again.
    Begin(FrameId, Vec<u32>),
    /// Landing place of `leave` at the end of a body.
    End(FrameId),
    /// Back to the caller.
    Return(FrameId),
    /// `leave`.
    Leave(LeaveCode),
    /// A decision.
    Choose(u32),
    /// An effect on components.
    Move(MoveCode),
    /// `draw n from Z to W`: store how many, from where and to where, begin the list of those drawn.
    DrawStart {
        /// How many are still to be drawn.
        counter: Addr,
        /// Those drawn.
        list: ListCode,
        /// How many.
        amount: NodeId,
        /// Where from and where to, once known.
        places: Addr,
        /// Where from.
        from: NodeId,
        /// Where to.
        to: NodeId,
    },
    /// The next of them, by chance or from the top of a pile; behind the last go on there.
    Draw(DrawCode),
    /// `draw x in S`.
    DrawLot(Addr, BinderCode, Sort),
    /// `roll`.
    Roll(TargetCode, RollCode),
    /// `shuffle`: store 0.
    ShuffleStart(Addr),
    /// The next component from the bottom up; behind the last go on there.
    Shuffle(Addr, NodeId, Pc),
    /// `set`.
    Set(TargetCode, Option<Arithmetic>, NodeId),
    /// `note position`, for a value if there is one.
    Note(Option<NodeId>),
    /// `forget positions`.
    Forget,
    /// `show`.
    Show(ShowCode),
    /// `win`.
    Win(WinCode),
    /// For the next component of the list of those that moved that fits the trigger: run it. Behind the last go on there, with the cursor
    /// back at the first.
    AfterMove(ListCode, u32, Pc),
    /// The list of those that moved ends.
    MovedEnd(ListCode),
    /// Run a trigger that watches the end of this body, if it fits.
    AfterRule(RuleWatch),
    /// All `when` must be looked at.
    MarkWhens,
    /// If they must be, look at all `when`; run what became true.
    Whens,
    /// The body of a `when` has ended.
    WhenEnd,
    /// Work out who takes part, in groups.
    GatherStart(u32),
    /// The next group; behind the last go on there.
    GatherNext(u32, Pc),
    /// Everybody of the group decides; then what they wrote is joined.
    Gather(u32),
    /// The end of a private block.
    PrivateEnd(u32),
    /// The beginning of a plan.
    PlanStart(u32),
    /// Its end.
    PlanEnd(u32),
}

/// Where the list of a loop lies.
#[derive(Clone, Debug)]
pub enum ListPlace {
    /// In the position, since the loop may stop.
    Kept(ListCode),
    /// In the scratch of the run, by number.
    Passing(u32),
}

/// `first n of x in S, y in T by k`.
#[derive(Clone, Debug)]
pub struct SelectionCode {
    /// Only so many.
    pub first: Option<NodeId>,
    /// The names and their sets.
    pub binders: Box<[BinderCode]>,
    /// The order.
    pub keys: Box<[KeyCode]>,
}

/// What is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveCode {
    /// The innermost `turn of`.
    Turn,
    /// The innermost `plan`.
    Plan,
    /// The innermost of this name.
    Runnable(RunnableId),
    /// A trigger's body.
    Trigger(FrameId),
}

/// A decision.
#[derive(Clone, Debug)]
pub struct ChoiceCode {
    /// What may be chosen: the candidates of the first way, then those of the next.
    pub ways: Vec<WayCode>,
    /// Where to go on if nothing can be chosen; without it that is a fault.
    pub if_none: Option<Pc>,
    /// Whether it may read something that somebody does not see.
    pub secret: bool,
    /// Whether everybody sees whole whatever may follow from an answer, so that it may be said aloud.
    pub aloud: bool,
    /// Whether what is forbidden is dear to find out: a playout then draws among all candidates until one is allowed.
    pub dear: bool,
}

/// Candidates of a decision that go on alike: a `choose` with names is one way, each `option` is one, a `may` has two.
#[derive(Clone, Debug)]
pub struct WayCode {
    /// What is meant.
    pub meant: MeantCode,
    /// How a candidate is worded; without, by its values.
    pub wording: Option<TextCode>,
    /// What is forbidden.
    pub requirements: Vec<RequirementCode>,
    /// Where to go on with a candidate.
    pub goal: Pc,
}

/// What is meant by a way.
#[derive(Clone, Debug)]
pub enum MeantCode {
    /// All tuples; without names there is one.
    Tuple(Vec<NamedBinder>),
    /// Sets.
    Several {
        /// The fewest.
        least: NodeId,
        /// The most.
        most: NodeId,
        /// The element.
        element: NamedBinder,
        /// The set: a length, then elements, and how many fit.
        set: Addr,
        /// How many fit.
        capacity: u32,
    },
}

impl MeantCode {
    /// The names, with what they go through; for sets that of an element.
    pub fn names(&self) -> &[NamedBinder] {
        match self {
            Self::Tuple(names) => names,
            Self::Several { element, .. } => std::slice::from_ref(element),
        }
    }
}

/// A name in a decision.
#[derive(Clone, Debug)]
pub struct NamedBinder {
    /// As written.
    pub name: String,
    /// What it holds.
    pub sort: Sort,
    /// How it goes through its set.
    pub binder: BinderCode,
    /// Whether its elements are the same whatever the names before it hold.
    pub independent: bool,
    /// The set in words.
    pub set_words: String,
    /// The `where` in words.
    pub condition_words: Option<String>,
}

/// A `require`.
#[derive(Clone, Debug)]
pub struct RequirementCode {
    /// What must hold.
    pub condition: NodeId,
    /// The refusal.
    pub otherwise: TextCode,
}

/// A text with values.
#[derive(Clone, Debug, Default)]
pub struct TextCode(pub Vec<PieceCode>);

/// A part of a text.
#[derive(Clone, Debug)]
pub enum PieceCode {
    /// Words.
    Words(String),
    /// A value, its sort, and whether it is a set.
    Value(NodeId, Sort, bool),
    /// A number with the words behind 1 and those behind every other number.
    Counted(NodeId, TextCode, TextCode),
    /// The words if a condition holds, and if not.
    If(NodeId, TextCode, TextCode),
}

/// Which components move where.
#[derive(Clone, Debug)]
pub struct MoveCode {
    /// Which.
    pub what: MoveWhat,
    /// Where those that moved are kept for triggers.
    pub list: Option<ListCode>,
}

/// The forms of a move.
#[derive(Clone, Debug)]
pub enum MoveWhat {
    /// One component.
    One(NodeId, PlaceCode),
    /// A set of them.
    Set(NodeId, PlaceCode),
    /// Each of a selection to its own place.
    Each(SelectionCode, NodeId),
    /// Two components to where the other lies.
    Swap(NodeId, NodeId),
    /// All from a place.
    All(NodeId, PlaceCode),
    /// The first so many of a set at a place, or all of them, which then keep the order of a pile: how many, which, from, to.
    Some(Option<NodeId>, NodeId, NodeId, PlaceCode),
}

/// Where a move ends.
#[derive(Clone, Copy, Debug)]
pub struct PlaceCode {
    /// The place.
    pub place: NodeId,
    /// Beneath the pile.
    pub beneath: bool,
}

/// The next of a draw.
#[derive(Clone, Debug)]
pub struct DrawCode {
    /// How many are still to be drawn.
    pub counter: Addr,
    /// Those drawn.
    pub list: ListCode,
    /// Where from and where to, stored at the beginning.
    pub places: Addr,
    /// The kinds that may lie there.
    pub kinds: Vec<KindId>,
    /// Beneath the pile.
    pub beneath: bool,
    /// Behind the last.
    pub end: Pc,
}

/// What is set or rolled.
#[derive(Clone, Debug)]
pub struct TargetCode {
    /// A [`Node::Cell`](super::Node::Cell) or [`Node::Attribute`](super::Node::Attribute).
    pub node: NodeId,
    /// What it must be; `None` if that is known.
    pub check: Option<CheckId>,
    /// Its sort.
    pub sort: Sort,
}

/// What may be rolled: `count` values from `first` on, or those listed.
#[derive(Clone, Debug)]
pub struct RollCode {
    /// The values in order.
    pub values: Vec<i32>,
}

/// `show`.
#[derive(Clone, Debug)]
pub struct ShowCode {
    /// What.
    pub what: ShowWhat,
    /// To whom, and whether that is a set.
    pub to: Option<(NodeId, bool)>,
}

/// What is shown.
#[derive(Clone, Debug)]
pub enum ShowWhat {
    /// A set of components.
    Components(NodeId),
    /// Words, to those who may know them.
    Words(TextCode),
    /// A variable.
    Cell(NodeId, Sort),
    /// All cells of a variable of one owner: variable, owner.
    Cells(u32, Option<NodeId>, Sort),
}

/// `win`.
#[derive(Clone, Debug)]
pub enum WinCode {
    /// Nobody.
    Nobody,
    /// A set of players.
    These(NodeId),
    /// Ranked.
    Ranked(BinderCode, Box<[KeyCode]>),
}

/// A trigger that watches the end of a rule.
#[derive(Clone, Debug)]
pub struct RuleWatch {
    /// Its body.
    pub frame: FrameId,
    /// For each argument the parameter's value, and the cell to bind or the value to compare.
    pub arguments: Vec<(NodeId, WatchedCode)>,
    /// What must hold besides.
    pub condition: Option<NodeId>,
    /// The frame that is watched.
    pub watched: FrameId,
}

/// What is asked of an argument.
#[derive(Clone, Copy, Debug)]
pub enum WatchedCode {
    /// Bind it.
    Bound(Addr),
    /// It must be this.
    Equal(NodeId),
}

/// A `simultaneous`.
#[derive(Clone, Debug)]
pub struct GatheringCode {
    /// Who.
    pub binder: BinderCode,
    /// In groups.
    pub keys: Box<[KeyCode]>,
    /// The seats in order of groups: count, cursor, then seat and group number in turn.
    pub list: ListCode,
    /// The group that is on.
    pub group: Addr,
    /// For each seat: how far it is, then the answers.
    pub answers: Addr,
    /// How many answers fit for each.
    pub depth: u32,
    /// Where the block begins.
    pub body: Pc,
    /// Where the reveal begins.
    pub next: Pc,
    /// The cells of names inside the block, cleared for each private run.
    pub cells: (Addr, Addr),
}

/// What makes a way through a plan better.
#[derive(Clone, Debug)]
pub struct PlanKey {
    /// Whether the greatest is best.
    pub best: bool,
    /// What is compared.
    pub value: NodeId,
    /// The best it can be at all.
    pub bound: i32,
    /// What it is, in words.
    pub words: String,
}

/// A `plan`.
#[derive(Clone, Debug)]
pub struct PlanCode {
    /// Whether something that is looked at on the way is hidden from somebody.
    pub secret: bool,
    /// What makes a way better.
    pub keys: Vec<PlanKey>,
    /// Where the greatest keys are kept while it is carried out.
    pub best: Addr,
    /// Where to go on if it cannot be carried out; without it that is a fault.
    pub if_none: Option<Pc>,
    /// Its instructions.
    pub code: (Pc, Pc),
}
