//! What a statement does by itself, its blocks left out: the one list of all statements that checks and facts ask.
//!
//! A check that asks for traits says nothing of the statements it does not mean, and a new statement is told about here alone.

use super::{Binder, Choice, Destination, Expression, LocalId, Repeat, Selection, Statement, StatementKind, Target};

/// What a statement does by itself.
#[derive(Clone, Debug, Default)]
pub struct Traits<'m> {
    /// It is a decision: somebody chooses.
    pub asks: bool,
    /// It is a `require` of its own.
    pub demands: bool,
    /// Whether it is chance.
    pub chance: Chance<'m>,
    /// What it moves.
    pub moves: Option<Moves<'m>>,
    /// A variable or feature that gets a value.
    pub writes: Option<&'m Target>,
    /// A pile that gets another order.
    pub shuffles: Option<&'m Expression>,
    /// What it puts around its first block.
    pub opens: Opens,
    /// How often its blocks run.
    pub rounds: Rounds<'m>,
    /// The names it binds.
    pub binds: Binds<'m>,
    /// It notes the position, or forgets those that were noted.
    pub remembers: bool,
    /// It shows something.
    pub shows: bool,
    /// It ends the game.
    pub wins: bool,
}

/// Whether a statement is chance.
#[derive(Clone, Copy, Debug, Default)]
pub enum Chance<'m> {
    /// It is none.
    #[default]
    Never,
    /// Always.
    Always,
    /// Unless this place is a pile, which gives its top.
    UnlessPile(&'m Expression),
}

/// What a statement moves, and where from and to.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'m> {
    /// What.
    pub what: Moved<'m>,
    /// Where from; from wherever it lies if left out.
    pub from: Option<&'m Expression>,
    /// Where to; to wherever something else that moves lies if left out.
    pub to: Option<&'m Expression>,
}

/// What is moved.
#[derive(Clone, Copy, Debug)]
pub enum Moved<'m> {
    /// A component, or a set of them.
    These(&'m Expression),
    /// Two components.
    Both(&'m Expression, &'m Expression),
    /// The components that names go through.
    Each(&'m Selection),
    /// Whatever lies where it is moved from.
    AllThere,
}

/// What a statement puts around its first block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opens {
    /// Nothing.
    #[default]
    Nothing,
    /// Somebody's turn.
    Turn,
    /// A secret block for each of several players.
    Secret,
    /// A plan.
    Plan,
}

/// How often the blocks of a statement run before it is done.
#[derive(Clone, Copy, Debug, Default)]
pub enum Rounds<'m> {
    /// Once.
    #[default]
    Once,
    /// Once for each tuple of a selection.
    Tuples(&'m Selection),
    /// Once for each element of a set.
    Elements(&'m Binder),
    /// So often at most.
    AtMost(&'m Expression),
    /// As often as something else allows.
    Unbounded,
}

/// The names that a statement binds.
#[derive(Clone, Copy, Debug, Default)]
pub enum Binds<'m> {
    /// None.
    #[default]
    Nothing,
    /// Names that go through sets.
    Elements(&'m [Binder]),
    /// A name for a set, out of that of a name that goes through it.
    Several(LocalId, &'m Binder),
    /// A name for what an expression gives.
    Value(LocalId, &'m Expression),
    /// Names of options, each for its own block.
    Options(&'m [Choice]),
}

impl Statement {
    /// What the statement does by itself.
    pub fn traits(&self) -> Traits<'_> {
        let none = Traits::default();
        match &self.kind {
            StatementKind::Choose(choose) => Traits { asks: true, binds: choose.offered.meant.binds(), ..none },
            StatementKind::ChooseOption { options, if_none: _ } => {
                Traits { asks: true, binds: Binds::Options(options), ..none }
            }
            StatementKind::May(may) => {
                let rounds = match &may.repeat {
                    Repeat::Once => Rounds::Once,
                    Repeat::AtMost(times) => Rounds::AtMost(times),
                    Repeat::Often => Rounds::Unbounded,
                };
                Traits { asks: true, rounds, ..none }
            }
            StatementKind::Require(_) => Traits { demands: true, ..none },
            StatementKind::For(selection, _) => {
                Traits { rounds: Rounds::Tuples(selection), binds: Binds::Elements(&selection.binders), ..none }
            }
            StatementKind::Repeat { times, condition: _, body: _ } => {
                Traits { rounds: times.as_ref().map_or(Rounds::Unbounded, Rounds::AtMost), ..none }
            }
            StatementKind::RepeatFor { binder, condition: _, body: _ } => {
                let binds = Binds::Elements(std::slice::from_ref(binder));
                Traits { rounds: Rounds::Unbounded, binds, ..none }
            }
            StatementKind::Simultaneous { binder, keys: _, body: _, reveal: _ } => {
                Traits { opens: Opens::Secret, rounds: Rounds::Elements(binder), ..none }
            }
            StatementKind::Plan { keys: _, body: _, if_none: _ } => Traits { opens: Opens::Plan, ..none },
            StatementKind::Turn(..) => Traits { opens: Opens::Turn, ..none },
            StatementKind::Let(local, value) => Traits { binds: Binds::Value(*local, value), ..none },
            StatementKind::MoveEach(selection, to) => {
                let moves = Some(Moves { what: Moved::Each(selection), from: None, to: Some(to) });
                Traits { moves, binds: Binds::Elements(&selection.binders), ..none }
            }
            StatementKind::MoveAll { from, to } => moving(Moved::AllThere, Some(from), to),
            StatementKind::MoveSome { components, from, to, amount: _ } => {
                moving(Moved::These(components), Some(from), to)
            }
            StatementKind::Move(what, to) => moving(Moved::These(what), None, to),
            StatementKind::DrawFrom { from, to, amount: _ } => {
                Traits { chance: Chance::UnlessPile(from), ..moving(Moved::AllThere, Some(from), to) }
            }
            StatementKind::DrawOne(binder) => {
                Traits { chance: Chance::Always, binds: Binds::Elements(std::slice::from_ref(binder)), ..none }
            }
            StatementKind::Roll(target) => Traits { chance: Chance::Always, writes: Some(target), ..none },
            StatementKind::Swap(one, other) => {
                Traits { moves: Some(Moves { what: Moved::Both(one, other), from: None, to: None }), ..none }
            }
            StatementKind::Shuffle(pile) => Traits { chance: Chance::Always, shuffles: Some(pile), ..none },
            StatementKind::Set { target, operator: _, value: _ } => Traits { writes: Some(target), ..none },
            StatementKind::Remember(_) => Traits { remembers: true, ..none },
            StatementKind::Show { what: _, to: _ } => Traits { shows: true, ..none },
            StatementKind::Win(_) => Traits { wins: true, ..none },
            StatementKind::If { arms: _, otherwise: _ }
            | StatementKind::LayOut(..)
            | StatementKind::Leave(_)
            | StatementKind::Do { runnable: _, arguments: _ } => none,
        }
    }
}

fn moving<'m>(what: Moved<'m>, from: Option<&'m Expression>, to: &'m Destination) -> Traits<'m> {
    Traits { moves: Some(Moves { what, from, to: Some(&to.place) }), ..Traits::default() }
}
