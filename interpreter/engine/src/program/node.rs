//! Expressions.

use super::{Addr, AudienceId, CheckId, NodeId};
use rulehound_rules::model::{Arithmetic, BuiltIn, Comparison, KindId, Sort};

/// An expression; sets are worked out by another walk than single values. Nodes are kept small, since all of a game's lie in one list: what
/// is large or rare is boxed.
#[derive(Clone, Debug)]
pub enum Node {
    /// Nothing but the fault `too-deep`, with its message.
    TooDeep(Box<str>),
    /// A value.
    Constant(i32),
    /// A bound name.
    Load(Addr),
    /// A bound name that holds a set: its length, then its elements.
    LoadSet(Addr),
    /// A variable of the whole table that everybody sees: where it lies, and which.
    Plain(Addr, u32),
    /// A variable.
    Cell(Box<CellCode>),
    /// A feature of a component.
    Attribute(Box<AttributeCode>),
    /// An entry of a table.
    Table(u32, Box<[IndexCode]>),
    /// Whose a component is.
    Owner(NodeId),
    /// Where a component is.
    PlaceOf(NodeId),
    /// `.index`.
    IndexOf(NodeId),
    /// `.column`.
    ColumnOf(NodeId),
    /// `.row`.
    RowOf(NodeId),
    /// `.top`.
    Top(NodeId),
    /// `.bottom`.
    Bottom(NodeId),
    /// Whether a place bears a mark.
    Marked {
        /// The area of the board.
        board: u32,
        /// The number of its first place.
        first: i32,
        /// Which mark.
        mark: u32,
        /// The place.
        place: NodeId,
    },
    /// A place of a family, counted from `first`: a zone or a box.
    Family(Box<FamilyCode>),
    /// A place of a board by number, from 1.
    BoardPlace {
        /// The board's first place.
        first: i32,
        /// How many places it has.
        count: i32,
        /// The number.
        number: NodeId,
    },
    /// A definition.
    Call(u32, Box<[ArgumentCode]>),
    /// A built-in word.
    BuiltIn(BuiltIn, Box<[NodeId]>),
    /// `not`.
    Not(NodeId),
    /// Whether it holds, where the rest is known.
    Holds(NodeId),
    /// `-`.
    Negative(NodeId),
    /// `and`.
    And(NodeId, NodeId),
    /// `or`.
    Or(NodeId, NodeId),
    /// Reckoning.
    Arithmetic(Arithmetic, NodeId, NodeId),
    /// Comparing.
    Compare(Comparison, NodeId, NodeId),
    /// Comparing with a fixed value.
    CompareWith(Comparison, NodeId, i32),
    /// `x in S`.
    Among {
        /// What is looked for.
        element: NodeId,
        /// In which set.
        set: NodeId,
        /// `not in`.
        negated: bool,
    },
    /// `if`; also of sets.
    If(Box<[(NodeId, NodeId)]>, NodeId),
    /// `any`.
    Any(Box<[BinderCode]>, NodeId),
    /// `all`.
    All(Box<[BinderCode]>, NodeId),
    /// `count x in S where C`.
    CountTuples(Box<[BinderCode]>),
    /// `count S`.
    CountOf(NodeId),
    /// `count K on s`.
    CountOn(NodeId, NodeId),
    /// `sum`.
    Sum(Box<[BinderCode]>, NodeId),
    /// `max`, `min` of a value.
    Most(Box<MostCode>),
    /// `first`.
    First(Box<FirstCode>),
    /// Set `a..b`.
    Range(NodeId, NodeId),
    /// Set of `count` values from `first` on: players, values, directions, places.
    Span(i32, i32),
    /// Set of the places of a family of zones of one owner.
    FamilyOf(Box<FamilyOfCode>),
    /// Set of the components of a kind, of one owner if given, in standing order.
    Components(KindId, Option<NodeId>),
    /// Set of the components at a place; only the kinds given can be there.
    Contents(NodeId, Box<[KindId]>),
    /// Set `{a, b}`.
    Listed(Box<[NodeId]>),
    /// Set `A + B`.
    Union(NodeId, NodeId),
    /// Set `each x in S : e`.
    Each(Box<EachCode>),
    /// Set `reach x from A to e`.
    Reach(ReachCode),
    /// The same along joined places that lie in a set: A, and what can be come to from it by steps inside the second.
    Flood(NodeId, NodeId),
    /// Set of one or nothing.
    OneOrNothing(NodeId),
    /// The only member of a set.
    Only(NodeId),
}

/// A place of a family.
#[derive(Clone, Debug)]
pub struct FamilyCode {
    /// The family's first place.
    pub first: i32,
    /// Whose.
    pub owner: Option<IndexCode>,
    /// Which.
    pub indices: Box<[IndexCode]>,
}

/// The places of a family of one owner.
#[derive(Clone, Debug)]
pub struct FamilyOfCode {
    /// The family's first place.
    pub first: i32,
    /// How many places one owner has.
    pub size: i32,
    /// Whose.
    pub owner: IndexCode,
}

/// What is passed to a definition.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentCode {
    /// The value.
    pub value: NodeId,
    /// What it must be; `None` if its type says so.
    pub check: Option<CheckId>,
    /// Whether none ends the call.
    pub stops: bool,
}

/// `max` and `min`.
#[derive(Clone, Debug)]
pub struct MostCode {
    /// `max`.
    pub greatest: bool,
    /// What is gone through.
    pub binders: Box<[BinderCode]>,
    /// What is compared.
    pub value: NodeId,
    /// If there is nothing.
    pub otherwise: Option<NodeId>,
}

/// `first`.
#[derive(Clone, Debug)]
pub struct FirstCode {
    /// What is gone through.
    pub binders: Box<[BinderCode]>,
    /// The order.
    pub keys: Box<[KeyCode]>,
    /// What is asked of the first.
    pub value: NodeId,
    /// If there is nothing.
    pub otherwise: Option<NodeId>,
}

/// `each`.
#[derive(Clone, Debug)]
pub struct EachCode {
    /// Only so many tuples.
    pub first: Option<NodeId>,
    /// What is gone through.
    pub binders: Box<[BinderCode]>,
    /// The order.
    pub keys: Box<[KeyCode]>,
    /// What is gathered.
    pub value: NodeId,
    /// Whether that is a set.
    pub set: bool,
}

/// `reach`.
#[derive(Clone, Copy, Debug)]
pub struct ReachCode {
    /// The element.
    pub local: Addr,
    /// The set that is there first.
    pub from: NodeId,
    /// What an element leads to.
    pub to: NodeId,
    /// Whether that is a set.
    pub set: bool,
}

impl EachCode {
    /// Whether it gathers just the elements of another set, of which no two are the same: they need not be looked for among those there
    /// are.
    pub fn is_part(&self, program: &super::Program) -> bool {
        match (&self.binders[..], program.nodes.get(self.value.0 as usize)) {
            ([binder], Some(Node::Load(name))) => !self.set && *name == binder.local,
            _ => false,
        }
    }
}

/// A variable's cell.
#[derive(Clone, Debug)]
pub struct CellCode {
    /// Which variable.
    pub variable: u32,
    /// Its first cell.
    pub first: Addr,
    /// Whose.
    pub owner: Option<IndexCode>,
    /// Which.
    pub indices: Box<[IndexCode]>,
    /// Who sees it; `None` if everybody.
    pub audience: Option<AudienceId>,
    /// What it gives if its owner is none.
    pub of_none: OfNone,
}

/// A feature of a component.
#[derive(Clone, Debug)]
pub struct AttributeCode {
    /// The kind.
    pub kind: KindId,
    /// Which attribute of the kind.
    pub attribute: u32,
    /// Its first cell among those of the kind.
    pub first: u32,
    /// Of which component.
    pub component: NodeId,
    /// Which.
    pub indices: Box<[IndexCode]>,
    /// What it gives if the component is none.
    pub of_none: OfNone,
}

/// An index or owner: its value counts from `least`, there are `count` of them, each `stride` cells apart.
#[derive(Clone, Copy, Debug)]
pub struct IndexCode {
    /// The value.
    pub value: NodeId,
    /// The first.
    pub least: i32,
    /// How many.
    pub count: i32,
    /// How far apart.
    pub stride: i32,
}

/// A name that goes through a set.
#[derive(Clone, Debug)]
pub struct BinderCode {
    /// Where the name lies.
    pub local: Addr,
    /// The set.
    pub set: NodeId,
    /// Where its order begins.
    pub from: Option<NodeId>,
    /// Whether the order comes round.
    pub round: bool,
    /// What must hold.
    pub condition: Option<NodeId>,
    /// Whether it goes through components.
    pub components: bool,
}

/// A key of an order.
#[derive(Clone, Copy, Debug)]
pub struct KeyCode {
    /// Greatest first.
    pub best: bool,
    /// What is compared.
    pub value: NodeId,
}

/// The most arguments of a call that is remembered.
pub const MOST_ARGUMENTS: usize = 4;

/// A definition.
#[derive(Clone, Debug)]
pub struct DefinitionCode {
    /// Its name.
    pub name: String,
    /// Which parameter chooses the clause.
    pub selector: Option<usize>,
    /// Whether what it gave is worth remembering.
    pub remembered: bool,
    /// What none for a parameter that takes none makes of it.
    pub of_none: OfNone,
    /// Its clauses: value at the selector, where the parameters lie, the body.
    pub clauses: Vec<(Option<i32>, Vec<Option<Addr>>, NodeId)>,
}

/// What is given if something is asked of none: of a definition, where it takes no none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfNone {
    /// No.
    No,
    /// None.
    None,
    /// A fault.
    Fault,
}

/// What a stored value must be.
#[derive(Clone, Debug)]
pub struct Check {
    /// The sort.
    pub sort: Sort,
    /// Whether it may be none.
    pub none: bool,
    /// Numbers of components or places that are allowed, as half-open ranges.
    pub ranges: Vec<(i32, i32)>,
}
