//! Resolved statements.

use rulehound_grammar::span::Location;

use super::{
    AreaId, Arithmetic, AttributeCell, Binder, Binds, Cell, Expression, Key, LocalId, RunnableId, Text, VariableId,
};

/// Statements in order.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
    /// With the braces.
    pub at: Location,
}

/// One statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Which.
    pub kind: StatementKind,
    /// Where it stands.
    pub at: Location,
}

/// The statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `choose x in S, y in T`: one tuple. `choose 2 of x in S`: one set.
    Choose(Choose),
    /// `choose { option … }`.
    ChooseOption {
        /// The ways, in order.
        options: Vec<Choice>,
        /// When none is allowed.
        if_none: Option<Block>,
    },
    /// `may`, `may repeat`.
    May(May),
    /// A bare `require` inside a plan.
    Require(Requirement),
    /// `if`.
    If {
        /// Conditions with their blocks.
        arms: Vec<(Expression, Block)>,
        /// The last `else`.
        otherwise: Option<Block>,
    },
    /// `for`: a snapshot of tuples, worked out once.
    For(Selection, Block),
    /// `repeat 3 while C`: `times` worked out once, the condition before each round.
    Repeat {
        /// How often at most.
        times: Option<Expression>,
        /// As long as.
        condition: Option<Expression>,
        /// What.
        body: Block,
    },
    /// `repeat for p in S from a where C while W`.
    RepeatFor {
        /// Who; looked at again before each round.
        binder: Binder,
        /// As long as.
        condition: Option<Expression>,
        /// What.
        body: Block,
    },
    /// `simultaneous`.
    Simultaneous {
        /// Who.
        binder: Binder,
        /// In groups of equal keys; empty: all at once.
        keys: Vec<Key>,
        /// What each does.
        body: Block,
        /// What happens then.
        reveal: Option<Block>,
    },
    /// `plan`.
    Plan {
        /// What makes a way better: what would come first in this order.
        keys: Vec<Key>,
        /// What must be carried out.
        body: Block,
        /// When it cannot be.
        if_none: Option<Block>,
    },
    /// `turn of p`.
    Turn(Expression, Block),
    /// `lay out board "…" { … }`: what its picture means, piece by piece.
    LayOut(AreaId, Block),
    /// `leave`.
    Leave(Leave),
    /// `let`; the name may hold a set.
    Let(LocalId, Expression),
    /// `move each x in S to e`.
    MoveEach(Selection, Expression),
    /// `move all from a to b`.
    MoveAll {
        /// Where from.
        from: Expression,
        /// Where to.
        to: Destination,
    },
    /// `move 2 K from a to b`: the first of them in standing order; `move all K from a to b`, where those of a pile keep its order.
    MoveSome {
        /// How many; all if left out.
        amount: Option<Expression>,
        /// Of which components (a *set*).
        components: Expression,
        /// Where from.
        from: Expression,
        /// Where to.
        to: Destination,
    },
    /// `move c to e`: one component, or a *set* of them.
    Move(Expression, Destination),
    /// `draw 2 from Z to W`.
    DrawFrom {
        /// How many.
        amount: Expression,
        /// Where from.
        from: Expression,
        /// Where to.
        to: Destination,
    },
    /// `draw x in S`.
    DrawOne(Binder),
    /// `roll x`.
    Roll(Target),
    /// `shuffle pile`.
    Shuffle(Expression),
    /// `swap a, b`: two components change places; each comes on top of a pile.
    Swap(Expression, Expression),
    /// `set x = e`, `set x += e`.
    Set {
        /// What.
        target: Target,
        /// `None` for `=`.
        operator: Option<Arithmetic>,
        /// To or by what.
        value: Expression,
    },
    /// `note position`, `forget positions`.
    Remember(Remember),
    /// `show`.
    Show {
        /// What.
        what: Shown,
        /// To whom (a player, one or none, or a set); to all if left out.
        to: Option<Expression>,
    },
    /// `do`.
    Do {
        /// What.
        runnable: RunnableId,
        /// Values for all its parameters (clause values included), in order.
        arguments: Vec<Expression>,
    },
    /// `win`.
    Win(Win),
}

/// What is done with the list of positions that were noted.
#[derive(Clone, Debug)]
pub enum Remember {
    /// The present one goes onto it, for a value if there is one.
    Note(Option<Expression>),
    /// It is empty again.
    Forget,
}

/// Where a move ends.
#[derive(Clone, Debug)]
pub struct Destination {
    /// The place.
    pub place: Expression,
    /// `P.bottom`: beneath the pile.
    pub beneath: bool,
}

/// `choose x in S where C, y in T as "…" require …`.
#[derive(Clone, Debug)]
pub struct Choose {
    /// What may be chosen; its names hold on behind it.
    pub offered: Offered,
    /// When nothing can be chosen.
    pub if_none: Option<Block>,
}

/// What may be chosen, how it is worded, what of it is forbidden.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What is meant.
    pub meant: Meant,
    /// How it is worded; without, by the values.
    pub wording: Option<Text>,
    /// What is forbidden, and why.
    pub requirements: Vec<Requirement>,
}

/// What is meant at all.
#[derive(Clone, Debug)]
pub enum Meant {
    /// One of all tuples; without names there is one, which is nothing but its words.
    Tuple(Vec<Binder>),
    /// A set: `0..4 of x in S where C`.
    Several(Box<Several>),
}

/// `0..4 of x in S where C`.
#[derive(Clone, Debug)]
pub struct Several {
    /// The fewest elements.
    pub least: Expression,
    /// The most elements.
    pub most: Expression,
    /// The element in `where` (its local lives for the expression).
    pub binder: Binder,
    /// The name of the set in `as`, `require` and what follows.
    pub set: LocalId,
}

impl Meant {
    /// The names with what they go through.
    pub fn binders(&self) -> &[Binder] {
        match self {
            Self::Tuple(binders) => binders,
            Self::Several(several) => std::slice::from_ref(&several.binder),
        }
    }

    /// The names that hold what was chosen.
    pub fn names(&self) -> Vec<LocalId> {
        match self {
            Self::Tuple(binders) => binders.iter().map(|binder| binder.local).collect(),
            Self::Several(several) => vec![several.set],
        }
    }

    /// What is bound.
    pub fn binds(&self) -> Binds<'_> {
        match self {
            Self::Tuple(binders) if binders.is_empty() => Binds::Nothing,
            Self::Tuple(binders) => Binds::Elements(binders),
            Self::Several(several) => Binds::Several(several.set, &several.binder),
        }
    }
}

/// One `option`; its names end with its block.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What may be chosen.
    pub offered: Offered,
    /// What it does.
    pub body: Block,
    /// Where it stands.
    pub at: Location,
}

/// `require C else "why"`.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// What must hold.
    pub condition: Expression,
    /// The refusal; without, the condition as written is shown.
    pub otherwise: Option<Text>,
    /// Where it stands.
    pub at: Location,
}

/// `may repeat 3 "…" while C require …`.
#[derive(Clone, Debug)]
pub struct May {
    /// How often at most; worked out once.
    pub repeat: Repeat,
    /// Its words.
    pub text: Text,
    /// As long as.
    pub condition: Option<Expression>,
    /// When it is forbidden.
    pub requirements: Vec<Requirement>,
    /// What it does.
    pub body: Block,
    /// When it is not done.
    pub if_none: Option<Block>,
}

/// How often a `may` may be done.
#[derive(Clone, Debug)]
pub enum Repeat {
    /// `may`.
    Once,
    /// `may repeat`.
    Often,
    /// `may repeat 3`.
    AtMost(Expression),
}

/// `first 2 of x in S by best k`.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Only so many tuples.
    pub first: Option<Expression>,
    /// The names and their sets.
    pub binders: Vec<Binder>,
    /// The order.
    pub keys: Vec<Key>,
}

/// What is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The innermost running `turn of`.
    Turn,
    /// The innermost running `plan`.
    Plan,
    /// The innermost running of this name; never a replaced one.
    Runnable(RunnableId),
    /// The body of this trigger.
    Trigger(super::TriggerId),
}

/// What `set` and `roll` change.
#[derive(Clone, Debug)]
pub enum Target {
    /// A variable.
    Variable(Cell),
    /// A feature of a component.
    Attribute(AttributeCell),
}

/// What is shown.
#[derive(Clone, Debug)]
pub enum Shown {
    /// Components (a *set*).
    Components(Expression),
    /// A variable.
    Variable(Cell),
    /// Words, told to those of them who may know them.
    Words(Text),
    /// All indices of a variable of one owner.
    Variables(VariableId, Option<Expression>),
}

/// The forms of `win`.
#[derive(Clone, Debug)]
pub enum Win {
    /// Nobody wins.
    Nobody,
    /// These players (a *set*, or one or none).
    These(Expression),
    /// Everyone in the set, ranked.
    Ranked(Binder, Vec<Key>),
}
