//! Expressions.

use super::{Key, Name, Pick};
use crate::span::Span;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// Which.
    pub kind: Box<ExpressionKind>,
    /// Where it stands.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A number without sign. Beyond 64 bits it is the greatest there is.
    Number(i64),
    /// `yes`, `no`.
    YesNo(bool),
    /// `none`.
    None,
    /// A name; also `players`.
    Name(Name),
    /// `p.hand`.
    Member(Expression, Name),
    /// `score(p)`, `p.home(3)`.
    Call(Expression, Vec<Expression>),
    /// `{a, b}`.
    Listed(Vec<Expression>),
    /// `(e)`.
    Bracketed(Expression),
    /// `(a, b)`.
    Tuple(Vec<Expression>),
    /// `3 for p`: behind the last value in brackets.
    ForWhom(Expression, Expression),
    /// `not e`.
    Not(Expression),
    /// `- e`.
    Negative(Expression),
    /// `a + b` and its like.
    Binary(BinaryOperator, Expression, Expression),
    /// `a..b`.
    Range(Expression, Expression),
    /// `if a then b else if c then d else e`.
    If {
        /// Conditions with their values.
        arms: Vec<(Expression, Expression)>,
        /// The last `else`.
        otherwise: Expression,
    },
    /// `max(a, b)`, `min(a, b, c)`.
    MostOf {
        /// `max`, not `min`.
        greatest: bool,
        /// What is compared.
        values: Vec<Expression>,
    },
    /// `max x in S : e else d`, `min x in S by k`.
    Most {
        /// `max`, not `min`.
        greatest: bool,
        /// The names and their sets.
        picks: Vec<Pick>,
        /// What is compared.
        measure: Measure,
        /// If there is nothing.
        otherwise: Option<Expression>,
    },
    /// `first x in S by k : e else d`.
    First {
        /// The names and their sets.
        picks: Vec<Pick>,
        /// The order.
        keys: Vec<Key>,
        /// What is asked of it; itself if left out.
        value: Option<Expression>,
        /// If there is nothing.
        otherwise: Option<Expression>,
    },
    /// `2 of x in S where C`, `first 2 of x in S by k`: a set of so many, or of all there are.
    SomeOf {
        /// Whether `first` stands before it.
        first: bool,
        /// How many at most.
        amount: Expression,
        /// The name and its set.
        pick: Pick,
        /// The order; only behind `first`.
        keys: Vec<Key>,
    },
    /// `reach x from A to e`: the least set that holds A and, for each x in it, what e gives.
    Reach {
        /// The name of an element.
        name: Name,
        /// What is there first.
        from: Expression,
        /// What each element leads to.
        to: Expression,
    },
    /// `count c in S where C`.
    CountPicks(Vec<Pick>),
    /// `count p.hand`.
    CountOf(Expression),
    /// `count p.Man on s`.
    CountOn {
        /// Of which kind.
        kind: Expression,
        /// Where.
        place: Expression,
    },
    /// `any`, `all`, `sum`, `each`.
    Over {
        /// Which.
        word: OverWord,
        /// The names and their sets.
        picks: Vec<Pick>,
        /// The order; only of `each`.
        keys: Vec<Key>,
        /// What is asked of each.
        value: Option<Expression>,
    },
}

/// What `max` and `min` compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// `: e`: the result is the greatest e.
    Value(Expression),
    /// `by k`: the result is the element.
    Keys(Vec<Key>),
}

/// Words that look at every element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the word itself")]
pub enum OverWord {
    Any,
    All,
    Sum,
    Each,
}

/// Signs and words between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the sign or word itself")]
pub enum BinaryOperator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    In,
    NotIn,
    Except,
    Plus,
    Minus,
    Times,
    Divided,
    Modulo,
}
