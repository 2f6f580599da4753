//! Definitions, phases, rules, triggers, and the names they bind.

use rulehound_grammar::span::Location;

use super::{
    Binder, Block, DefinitionId, Expression, KindId, LocalId, Notes, RunnableId, Tuple, Tuples, Type, Way, Within,
};

/// A bound name.
#[derive(Clone, Debug)]
pub struct Local {
    /// As written.
    pub name: String,
    /// What it holds.
    pub of: Type,
    /// Where it is bound.
    pub at: Location,
    /// How long it lives.
    pub life: Life,
}

/// How long a bound name lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// To the end of its block: parameters of rules, `let`, names of loops, choices, draws and triggers.
    Block,
    /// Only while one expression is worked out: parameters of definitions, names inside expressions, the element
    /// name of `choose n of`, owners in audiences.
    Expression,
}

/// A `def`.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Whether a variant replaced it, so that only `base` calls it.
    pub replaced: bool,
    /// Whether it comes back to itself.
    pub within: Option<Within<DefinitionId>>,
    /// Whether it gives a value of tuples.
    pub tuple: Option<Tuple>,
    /// If it stands in the braces of a board, what it says of the way of a player.
    pub way: Option<Way>,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// Which parameter holds clause values, if any.
    pub selector: Option<usize>,
    /// Its clauses; one if there is no selector. Exactly one fits every value.
    pub clauses: Vec<DefinitionClause>,
    /// What it gives: the union of its clauses.
    pub of: Type,
    /// Whether its value is told at the table.
    pub shown: Option<AtTable>,
    /// Whether the things it gives are struck through at the table.
    pub struck: Option<Struck>,
    /// Remarks, of the first clause.
    pub notes: Notes,
    /// Where its name stands first.
    pub at: Location,
}

/// That the value of a definition is told at the table, like that of a variable: one for each player, or one.
#[derive(Clone, Debug)]
pub struct AtTable {
    /// What it is called there, if not as the definition.
    pub called: Option<String>,
    /// Where that is written.
    pub at: Location,
}

/// That things are struck through at the table.
#[derive(Clone, Debug)]
pub struct Struck {
    /// What is said of them there, such as `used`.
    pub said: Option<String>,
    /// Where that is written.
    pub at: Location,
}

/// A clause of a `def`.
#[derive(Clone, Debug)]
pub struct DefinitionClause {
    /// The value at the selector; `None` takes the rest.
    pub value: Option<i32>,
    /// The names of the parameters; `None` where the clause value stands.
    pub parameters: Vec<Option<LocalId>>,
    /// What it means.
    pub body: Expression,
    /// If it is written with tuples, these; the body gives the first of their values.
    pub tuples: Option<Tuples>,
    /// Remarks.
    pub notes: Notes,
    /// Where its name stands.
    pub at: Location,
}

/// A `phase` or `rule`.
#[derive(Clone, Debug)]
pub struct Runnable {
    /// Its name.
    pub name: String,
    /// Whether it is a phase.
    pub phase: bool,
    /// If a variant replaced it, so that only `base` runs it: what now bears the name.
    pub replaced: Option<RunnableId>,
    /// Whether it comes back to itself.
    pub within: Option<Within<RunnableId>>,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// Which parameter holds clause values, if any.
    pub selector: Option<usize>,
    /// Its clauses; one if there is no selector. Exactly one fits every value.
    pub clauses: Vec<Clause>,
    /// Remarks, of the first clause.
    pub notes: Notes,
    /// Where its name stands first.
    pub at: Location,
}

/// A clause of a phase or rule.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The value at the selector; `None` takes the rest.
    pub value: Option<i32>,
    /// The names of the parameters; `None` where the clause value stands.
    pub parameters: Vec<Option<LocalId>>,
    /// What it does.
    pub body: Block,
    /// Remarks.
    pub notes: Notes,
    /// Where its name stands.
    pub at: Location,
}

/// A `trigger`.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// Its name.
    pub name: String,
    /// Remarks.
    pub notes: Notes,
    /// What sets it off.
    pub watch: Watch,
    /// What it does.
    pub body: Block,
    /// Where its name stands.
    pub at: Location,
}

/// What sets a trigger off.
#[derive(Clone, Debug)]
pub enum Watch {
    /// When a component has moved.
    Move {
        /// The name for it; always given (a hidden one if the author gave none).
        component: LocalId,
        /// Its kind.
        kind: KindId,
        /// Whose it must be.
        owner: Option<Expression>,
        /// Where it came from.
        from: Option<WatchedPlace>,
        /// Where it went.
        to: Option<WatchedPlace>,
        /// What must hold besides; sees all the names.
        condition: Option<Expression>,
    },
    /// When a phase or rule has finished.
    Rule {
        /// Which; never a replaced one.
        runnable: RunnableId,
        /// What is asked of each argument; empty if no brackets were written.
        arguments: Vec<WatchedArgument>,
        /// What must hold besides.
        condition: Option<Expression>,
    },
    /// When a condition becomes true.
    When {
        /// A name with a fixed set.
        binder: Option<Binder>,
        /// The condition.
        condition: Expression,
    },
}

/// One end of a watched move.
#[derive(Clone, Debug)]
pub struct WatchedPlace {
    /// The name for the place.
    pub local: Option<LocalId>,
    /// A place that must be equal, or a *set* that must hold it.
    pub place: Expression,
}

/// An argument of a watched rule.
#[derive(Clone, Debug)]
pub enum WatchedArgument {
    /// A fresh name.
    Bound(LocalId),
    /// A value that must be equal.
    Equal(Expression),
}
