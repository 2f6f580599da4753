//! Typed expressions.

use rulehound_grammar::span::Location;

use super::value::NONE;
use super::{AreaId, DefinitionId, EnumerationId, KindId, LocalId, OwnerSort, SettingId, TableId, Type, VariableId};

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Which.
    pub kind: Box<ExpressionKind>,
    /// What it gives.
    pub of: Type,
    /// Where it stands.
    pub at: Location,
}

/// The expressions. A set is wanted exactly where the comment says *set*; the checker has put in the conversions
/// ([`ExpressionKind::Contents`], [`ExpressionKind::OneOrNothing`], [`ExpressionKind::Only`]).
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A value that never changes, `none` included.
    Constant(i32),
    /// The value of a setting.
    Setting(SettingId),
    /// A bound name; a set if its type is one.
    Local(LocalId),
    /// A variable.
    Variable(Cell),
    /// A feature of a component.
    Attribute(AttributeCell),
    /// An entry of a table; an index outside is the fault `range-left`.
    Table(TableId, Vec<Expression>),
    /// `c.owner`: whatever owns the component.
    Owner(Expression),
    /// `c.place`.
    PlaceOf(Expression),
    /// `s.index`: from 1; for a zone its (first) index; 0 of what has none.
    IndexOf(Expression),
    /// `s.column`; 0 of what has none.
    ColumnOf(Expression),
    /// `s.row`; 0 of what has none.
    RowOf(Expression),
    /// `P.top` as a component or none.
    Top(Expression),
    /// `P.bottom` as a component or none.
    Bottom(Expression),
    /// `s.post`: whether a place bears a mark; no on another board, no of none.
    Marked {
        /// The board.
        board: AreaId,
        /// Which of its marks.
        mark: usize,
        /// The place.
        place: Expression,
    },
    /// The box of an owner; the common one without.
    BoxOf(OwnerSort, Option<Expression>),
    /// A zone as a place.
    Zone {
        /// Its family.
        zone: AreaId,
        /// Whose.
        owner: Option<Expression>,
        /// Which.
        indices: Vec<Expression>,
    },
    /// `road(3)`: a place of a board by number, from 1; outside is the fault `range-left`.
    BoardPlace(AreaId, Expression),
    /// A definition with values for its parameters (clause values included), in order.
    Call(DefinitionId, Vec<Expression>),
    /// A built-in word.
    BuiltIn(BuiltIn, Vec<Expression>),
    /// `not e`.
    Not(Expression),
    /// `- e`.
    Negative(Expression),
    /// `a and b`.
    And(Expression, Expression),
    /// `a or b`.
    Or(Expression, Expression),
    /// `a + b` of numbers.
    Arithmetic(Arithmetic, Expression, Expression),
    /// `a = b` and its like; `<` and so on only of numbers.
    Compare(Comparison, Expression, Expression),
    /// `x in S`; the second is a *set*.
    Among {
        /// What is looked for; none is in no set.
        element: Expression,
        /// In which set.
        set: Expression,
        /// `not in`.
        negated: bool,
    },
    /// `if … then … else …`.
    If {
        /// Conditions with their values.
        arms: Vec<(Expression, Expression)>,
        /// The last `else`.
        otherwise: Expression,
    },
    /// `any x in S : C`.
    Any(Vec<Binder>, Option<Expression>),
    /// `all x in S : C`.
    All(Vec<Binder>, Option<Expression>),
    /// `count x in S where C`: how many tuples.
    CountTuples(Vec<Binder>),
    /// `count S` of a *set*.
    CountOf(Expression),
    /// `count K on s`: how many of these components (a *set*) lie at the place; 0 at none.
    CountOn {
        /// Which components.
        components: Expression,
        /// Where.
        place: Expression,
    },
    /// `sum x in S : e`.
    Sum(Vec<Binder>, Expression),
    /// `max x in S : e else d`: the greatest e; `min` the least. Without anything: `otherwise`, or none.
    Most {
        /// `max`, not `min`.
        greatest: bool,
        /// What is gone through.
        binders: Vec<Binder>,
        /// What is compared.
        value: Expression,
        /// If there is nothing.
        otherwise: Option<Expression>,
    },
    /// `first x in S by k : e else d`; also `max x in S by k` (keys turned round where needed). Of the tuples that pass,
    /// the least by the keys, the first among equals; `value` is asked of it. Without anything: `otherwise`, or none.
    First {
        /// What is gone through.
        binders: Vec<Binder>,
        /// The order; empty for the written one.
        keys: Vec<Key>,
        /// What is asked of the first tuple.
        value: Expression,
        /// If there is nothing.
        otherwise: Option<Expression>,
    },
    /// *Set* `a..b` of numbers.
    Range(Expression, Expression),
    /// *Set* of all players.
    Players,
    /// *Set* of all values of an enumeration.
    Values(EnumerationId),
    /// *Set* of all directions.
    Directions,
    /// *Set* of all places of a board, in board order.
    Board(AreaId),
    /// *Set* of all places of a family of zones: of one owner if given, else of all owners in order; by index.
    Family(AreaId, Option<Expression>),
    /// *Set* of all components of a kind (of one owner if given), in standing order.
    Components(KindId, Option<Expression>),
    /// *Set* of the components at a place: standing order, a pile from the top. Of none: empty.
    Contents(Expression),
    /// *Set* `{a, b}`; a none is left out.
    Listed(Vec<Expression>),
    /// *Set* `A + B`: what is new in B behind A; both are sets.
    Union(Expression, Expression),
    /// *Set* `each x in S by k : e`; `e` may itself be one value, one or none, or a set; by first appearance. Also `2 of x in S` and
    /// `first 2 of x in S by k`, where `e` is the name itself.
    Each {
        /// Only so many tuples; all there are if they are fewer.
        first: Option<Expression>,
        /// What is gone through.
        binders: Vec<Binder>,
        /// The order; empty for the written one.
        keys: Vec<Key>,
        /// What is gathered.
        value: Expression,
    },
    /// *Set* `reach x from A to e`: the least that holds A, a *set*, and for each x in it what `e` gives, which may be one value, one or
    /// none, or a set. A first, then by first appearance, x going through the set as it grows.
    Reach {
        /// The element.
        local: LocalId,
        /// What is there first.
        from: Expression,
        /// What each element leads to.
        to: Expression,
    },
    /// *Set* of one or nothing, from a value that may be none.
    OneOrNothing(Expression),
    /// The only member of a *set* that is known to have exactly one.
    Only(Expression),
    /// Gives nothing, but the fault `too-deep`: all there is in what is called beyond the depth that a `deep` allows.
    TooDeep {
        /// What went too deep.
        name: String,
        /// How deep it may go.
        most: u32,
    },
}

/// A variable with its owner and indices.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Which.
    pub variable: VariableId,
    /// Whose.
    pub owner: Option<Expression>,
    /// Which of them.
    pub indices: Vec<Expression>,
}

/// A feature of a component.
#[derive(Clone, Debug)]
pub struct AttributeCell {
    /// The kind.
    pub kind: KindId,
    /// Which of the kind's attributes.
    pub attribute: usize,
    /// Of which component.
    pub component: Expression,
    /// Which of them.
    pub indices: Vec<Expression>,
}

/// `x in S from a where C`: a name that goes through a set.
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name.
    pub local: LocalId,
    /// The *set*.
    pub set: Expression,
    /// Where its order begins.
    pub from: Option<Expression>,
    /// Whether the order comes round (players, rings) or ends at the last.
    pub round: bool,
    /// What an element must fulfil; sees the name and those before it.
    pub condition: Option<Expression>,
    /// Where it stands.
    pub at: Location,
}

/// A key of an order.
#[derive(Clone, Debug)]
pub struct Key {
    /// Whether the greatest comes first.
    pub best: bool,
    /// What is compared.
    pub value: Expression,
}

/// Reckoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the sign itself")]
pub enum Arithmetic {
    Plus,
    Minus,
    Times,
    Divided,
    Modulo,
}

/// Comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the sign itself")]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// What holds of two numbers wherever this does not.
    pub fn contrary(self) -> Self {
        match self {
            Self::Equal => Self::Unequal,
            Self::Unequal => Self::Equal,
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::Greater,
            Self::Greater => Self::AtMost,
            Self::AtLeast => Self::Less,
        }
    }

    /// Identity for `=`; `<` and its like with none are no.
    pub fn holds(self, left: i32, right: i32) -> bool {
        let numbers = left != NONE && right != NONE;
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Less => numbers && left < right,
            Self::AtMost => numbers && left <= right,
            Self::Greater => numbers && left > right,
            Self::AtLeast => numbers && left >= right,
        }
    }
}

/// Words that are always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// `next(p)`, `next(p, k)`: k seats clockwise.
    Next,
    /// `other(p)`: of two players the other.
    Other,
    /// `seat(p)`: from 1.
    Seat,
    /// `max(a, b, …)`.
    Max,
    /// `min(a, b, …)`.
    Min,
    /// `ahead(s, k)`: k places on, or none.
    Ahead,
    /// `steps(s, t)`: how many places from s on to t.
    Steps,
    /// `beside(s, w)`, `beside(s, w, k)`: k joined steps in a direction, or none.
    Beside,
    /// `around(s)`: *set* of all joined places, clockwise from up.
    Around,
    /// `noted`, `noted(p)`: how often the present position was noted, for that value, since positions were forgotten.
    Noted,
}
