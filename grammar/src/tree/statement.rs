//! Statements.

use super::{Expression, Name, Pick, Plain, Template};
use crate::span::Span;

/// `{ … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
    /// With the braces.
    pub span: Span,
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Which.
    pub kind: StatementKind,
    /// The whole statement.
    pub span: Span,
}

/// The statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `choose x in S, y in T as "…" require … if none { … }`.
    Choose(Choose),
    /// `choose { option … }`.
    ChooseOption(ChooseOption),
    /// `may "…" { … }`.
    May(May),
    /// A bare `require` inside a plan.
    Require(Requirement),
    /// `if … { } else if … { } else { }`.
    If {
        /// Conditions with their blocks.
        arms: Vec<(Expression, Block)>,
        /// The last `else`.
        otherwise: Option<Block>,
    },
    /// `for x in S { … }`.
    For(Selection, Block),
    /// `repeat 3 while C { … }`.
    Repeat {
        /// How often at most.
        times: Option<Expression>,
        /// As long as.
        condition: Option<Expression>,
        /// What.
        body: Block,
    },
    /// `repeat for p in players from a where C while W { … }`, or `repeat turn of p in …`.
    RepeatFor {
        /// Where `turn of` stands, if each of them decides in the body.
        turn: Option<Span>,
        /// Who.
        pick: Pick,
        /// As long as.
        condition: Option<Expression>,
        /// What.
        body: Block,
    },
    /// `simultaneous p in S by k { … } reveal { … }`.
    Simultaneous {
        /// Who.
        pick: Pick,
        /// In groups of equal keys.
        keys: Vec<Key>,
        /// What each does.
        body: Block,
        /// What happens then.
        reveal: Option<Block>,
    },
    /// `plan best by … { … } if none { … }`.
    Plan {
        /// What makes a way better.
        keys: Vec<Key>,
        /// What must be carried out.
        body: Block,
        /// What happens if it cannot be.
        if_none: Option<Block>,
    },
    /// `turn of p { … }`.
    Turn(Expression, Block),
    /// `leave x`.
    Leave(Leave),
    /// `let x = …`.
    Let(Name, Expression),
    /// `move …`.
    Move(Move),
    /// `draw 2 from Z to W`.
    DrawFrom {
        /// How many.
        amount: Expression,
        /// Where from.
        from: Expression,
        /// Where to.
        to: Expression,
    },
    /// `swap a, b`.
    Swap(Expression, Expression),
    /// `lay out board "…" { … }`.
    LayOut {
        /// The board.
        board: Name,
        /// The picture, one text a row.
        rows: Vec<Plain>,
        /// What its signs stand for.
        legend: Vec<Laid>,
    },
    /// `draw x in S`.
    DrawOne(Pick),
    /// `roll x`.
    Roll(Expression),
    /// `shuffle pile`.
    Shuffle(Expression),
    /// `set x += e`.
    Set {
        /// What.
        target: Expression,
        /// How.
        operator: SetOperator,
        /// To what.
        value: Expression,
    },
    /// `note position(p)`, `forget positions`.
    Remember(Remember),
    /// `show c to q`.
    Show {
        /// What.
        what: Expression,
        /// To whom; to all if left out.
        to: Option<Expression>,
    },
    /// `say "…" to q`.
    Say {
        /// What.
        text: Template,
        /// To whom; to all who may know it if left out.
        to: Option<Expression>,
    },
    /// `do name(args)`.
    Do {
        /// What; `base` is the replaced one.
        name: Name,
        /// With what; `None` if no brackets were written.
        arguments: Option<Vec<Expression>>,
    },
    /// `win …`.
    Win(Win),
}

/// What is done with the list of positions that were noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remember {
    /// `note position(p)`: the present one goes onto it, for what stands in brackets if there are any.
    Note(Option<Vec<Expression>>),
    /// `forget positions`: it is empty again.
    Forget,
}

/// `"r" : m in black.box where m.kind = rook`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The sign.
    pub sign: Plain,
    /// `m in`.
    pub name: Option<Name>,
    /// What lies where it stands.
    pub set: Expression,
    /// What must hold of each.
    pub condition: Option<Expression>,
    /// The whole line.
    pub span: Span,
}

/// The parts of a statement that stand in lists of their own.
#[derive(Debug, Default)]
pub struct Lists<'tree> {
    /// Its blocks, but for those of options.
    pub blocks: Vec<&'tree mut Block>,
    /// What of it is forbidden.
    pub requirements: Option<&'tree mut Vec<Requirement>>,
    /// Its options.
    pub options: Option<&'tree mut Vec<Choice>>,
}

impl Statement {
    /// Its blocks, requirements and options.
    pub fn lists_mut(&mut self) -> Lists<'_> {
        let mut lists = Lists::default();
        match &mut self.kind {
            StatementKind::Choose(choose) => {
                lists.requirements = Some(&mut choose.offered.requirements);
                lists.blocks.extend(&mut choose.if_none);
            }
            StatementKind::ChooseOption(choose) => {
                lists.options = Some(&mut choose.options);
                lists.blocks.extend(&mut choose.if_none);
            }
            StatementKind::May(may) => {
                lists.requirements = Some(&mut may.requirements);
                lists.blocks.push(&mut may.body);
                lists.blocks.extend(&mut may.if_none);
            }
            StatementKind::If { arms, otherwise } => {
                lists.blocks.extend(arms.iter_mut().map(|(_, block)| block).chain(otherwise));
            }
            StatementKind::For(_, body)
            | StatementKind::Repeat { body, .. }
            | StatementKind::RepeatFor { body, .. }
            | StatementKind::Turn(_, body) => lists.blocks.push(body),
            StatementKind::Simultaneous { body, reveal: more, .. }
            | StatementKind::Plan { body, if_none: more, .. } => {
                lists.blocks.push(body);
                lists.blocks.extend(more);
            }
            StatementKind::Require(_)
            | StatementKind::Leave(_)
            | StatementKind::Let(..)
            | StatementKind::Move(_)
            | StatementKind::DrawFrom { .. }
            | StatementKind::Swap(..)
            | StatementKind::LayOut { .. }
            | StatementKind::DrawOne(_)
            | StatementKind::Roll(_)
            | StatementKind::Shuffle(_)
            | StatementKind::Set { .. }
            | StatementKind::Remember(_)
            | StatementKind::Show { .. }
            | StatementKind::Say { .. }
            | StatementKind::Do { .. }
            | StatementKind::Win(_) => {}
        }
        lists
    }
}

/// What may be chosen: `x in S, y in T as "…" require …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// `2 of`, `0..4 of`: how many elements; then there is one pick.
    pub amount: Option<Expression>,
    /// The names and their sets; none for an option that is nothing but its words.
    pub picks: Vec<Pick>,
    /// How it is worded.
    pub wording: Option<Template>,
    /// What is forbidden, and why.
    pub requirements: Vec<Requirement>,
}

/// `choose x in S` in its forms with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choose {
    /// What may be chosen.
    pub offered: Offered,
    /// What happens when nothing can be chosen.
    pub if_none: Option<Block>,
}

/// `choose { option … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChooseOption {
    /// The ways.
    pub options: Vec<Choice>,
    /// What happens when none is allowed.
    pub if_none: Option<Block>,
}

/// One `option`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What may be chosen.
    pub offered: Offered,
    /// What it does.
    pub body: Block,
    /// The whole option.
    pub span: Span,
}

/// `require C else "why"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// What must hold.
    pub condition: Expression,
    /// The refusal.
    pub otherwise: Option<Template>,
    /// The whole requirement.
    pub span: Span,
}

/// `may repeat 3 "…" while C require … { … } if none { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct May {
    /// Whether and how often it may be repeated.
    pub repeat: Repeat,
    /// Its words.
    pub text: Template,
    /// As long as.
    pub condition: Option<Expression>,
    /// When it is forbidden.
    pub requirements: Vec<Requirement>,
    /// What it does.
    pub body: Block,
    /// What happens when it is not done.
    pub if_none: Option<Block>,
}

/// How often a `may` may be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// `may`.
    Once,
    /// `may repeat`.
    Often,
    /// `may repeat 3`.
    AtMost(Expression),
}

/// `first 2 of x in S, y in T by best k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Only so many.
    pub first: Option<Expression>,
    /// The names and their sets.
    pub picks: Vec<Pick>,
    /// The order.
    pub keys: Vec<Key>,
}

/// What is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// `leave turn`.
    Turn,
    /// `leave plan`.
    Plan,
    /// `leave name`.
    Named(Name),
}

/// The forms of `move`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// `move each x in S to e`.
    Each(Selection, Expression),
    /// `move all from a to b`, `move all p.Pawn from a to b`.
    All {
        /// Of which kind; everything if left out.
        kind: Option<Expression>,
        /// Where from.
        from: Expression,
        /// Where to.
        to: Expression,
    },
    /// `move 2 p.Pawn from a to b`.
    Some {
        /// How many.
        amount: Expression,
        /// Which kind.
        kind: Expression,
        /// Where from.
        from: Expression,
        /// Where to.
        to: Expression,
    },
    /// `move c to e`: one component, or a chosen set.
    What {
        /// What.
        what: Expression,
        /// Where to.
        to: Expression,
    },
}

/// The signs of `set`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetOperator {
    /// `=`.
    Becomes,
    /// `+=`.
    Plus,
    /// `-=`.
    Minus,
    /// `*=`.
    Times,
}

/// The forms of `win`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Win {
    /// `win nobody`.
    Nobody,
    /// `win p in players by best k`.
    Ranked(Pick, Vec<Key>),
    /// `win S`.
    These(Expression),
}

/// `best k` or `k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Whether the greatest comes first.
    pub best: bool,
    /// What is compared.
    pub value: Expression,
}
