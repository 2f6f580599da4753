//! The points of a game that can be met, as its rules are written.

use rulehound_grammar::span::Location;
use rulehound_rules::facts::walk;
use rulehound_rules::model::{Block, ExpressionKind, Model, Offered, Requirement, Statement, StatementKind};

/// What can be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PointKind {
    /// A clause of a phase or rule, or a trigger: it ran.
    Rule,
    /// A statement: it ran.
    Statement,
    /// A `require`: it refused something.
    Requirement,
    /// An `if none`: there was nothing to choose, or a plan that could not be carried out.
    IfNone,
    /// An `option`, or a `may`: it was taken.
    Option,
    /// A `win`: the game ended so.
    Ending,
}

impl PointKind {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 6] =
        [Self::Rule, Self::Statement, Self::Requirement, Self::IfNone, Self::Option, Self::Ending];
}

/// Something that can be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// What sort.
    pub kind: PointKind,
    /// Where it stands.
    pub at: Location,
    /// The phase, rule or trigger that it stands in, by its name.
    pub rule: String,
    /// How it begins, as it is written.
    pub written: String,
}

/// What is looked at on the way through the bodies.
pub(super) enum Place<'m> {
    /// A clause or trigger.
    Body,
    /// A statement.
    Statement(&'m Statement),
    /// A `require` of a decision, or a bare one.
    Requirement(&'m Requirement),
    /// The `if none` of this statement.
    IfNone(&'m Statement),
    /// The way of this number of this statement.
    Way(&'m Statement, usize),
}

/// Goes through all points in written order, the bodies of rules before those of triggers.
pub(super) fn points<'m>(model: &'m Model, visit: &mut dyn FnMut(Point, Place<'m>)) {
    let mut body = |name: &str, at: Location, block: &'m Block| {
        let mut walk = Walk { model, rule: name, visit: &mut *visit };
        walk.point(PointKind::Rule, at, Place::Body);
        walk::statements(block).into_iter().for_each(|statement| walk.statement(statement));
    };
    for runnable in &model.runnables {
        runnable.clauses.iter().for_each(|clause| body(&runnable.name, clause.at, &clause.body));
    }
    model.triggers.iter().for_each(|trigger| body(&trigger.name, trigger.at, &trigger.body));
}

struct Walk<'w, 'm> {
    model: &'m Model,
    rule: &'w str,
    visit: &'w mut dyn FnMut(Point, Place<'m>),
}

impl<'m> Walk<'_, 'm> {
    fn point(&mut self, kind: PointKind, at: Location, place: Place<'m>) {
        let point = Point { kind, at, rule: self.rule.to_owned(), written: written(self.model, kind, at) };
        (self.visit)(point, place);
    }

    fn statement(&mut self, statement: &'m Statement) {
        if stands_for_too_deep(statement) {
            return;
        }
        // What is laid out says what a picture means; its statements are what runs.
        if !matches!(statement.kind, StatementKind::LayOut(..)) {
            self.point(PointKind::Statement, statement.at, Place::Statement(statement));
        }
        match &statement.kind {
            StatementKind::Choose(choose) => {
                self.offered(&choose.offered);
                self.if_none(statement, choose.if_none.as_ref());
            }
            StatementKind::ChooseOption { options, if_none } => {
                for (number, option) in options.iter().enumerate() {
                    self.point(PointKind::Option, option.at, Place::Way(statement, number));
                    self.offered(&option.offered);
                }
                self.if_none(statement, if_none.as_ref());
            }
            StatementKind::May(may) => {
                self.point(PointKind::Option, statement.at, Place::Way(statement, 0));
                may.requirements.iter().for_each(|requirement| self.requirement(requirement));
                self.if_none(statement, may.if_none.as_ref());
            }
            StatementKind::Plan { if_none, .. } => self.if_none(statement, if_none.as_ref()),
            StatementKind::Require(requirement) => self.requirement(requirement),
            StatementKind::Win(_) => self.point(PointKind::Ending, statement.at, Place::Statement(statement)),
            StatementKind::If { .. }
            | StatementKind::For(..)
            | StatementKind::Repeat { .. }
            | StatementKind::RepeatFor { .. }
            | StatementKind::Simultaneous { .. }
            | StatementKind::Turn(..)
            | StatementKind::LayOut(..)
            | StatementKind::Leave(_)
            | StatementKind::Let(..)
            | StatementKind::MoveEach(..)
            | StatementKind::MoveAll { .. }
            | StatementKind::MoveSome { .. }
            | StatementKind::Move(..)
            | StatementKind::DrawFrom { .. }
            | StatementKind::DrawOne(_)
            | StatementKind::Roll(_)
            | StatementKind::Shuffle(_)
            | StatementKind::Swap(..)
            | StatementKind::Set { .. }
            | StatementKind::Remember(_)
            | StatementKind::Show { .. }
            | StatementKind::Do { .. } => {}
        }
    }

    fn offered(&mut self, offered: &'m Offered) {
        offered.requirements.iter().for_each(|requirement| self.requirement(requirement));
    }

    fn requirement(&mut self, requirement: &'m Requirement) {
        self.point(PointKind::Requirement, requirement.at, Place::Requirement(requirement));
    }

    fn if_none(&mut self, statement: &'m Statement, block: Option<&Block>) {
        if let Some(block) = block {
            self.point(PointKind::IfNone, block.at, Place::IfNone(statement));
        }
    }
}

/// Whether it stands where a rule has come back to itself too often; nobody has written it.
fn stands_for_too_deep(statement: &Statement) -> bool {
    let StatementKind::If { arms, .. } = &statement.kind else { return false };
    arms.iter().any(|(condition, _)| matches!(*condition.kind, ExpressionKind::TooDeep { .. }))
}

/// How something begins, as it is written: its first line, without the brace at its end. Of a rule only its name is located.
fn written(model: &Model, kind: PointKind, at: Location) -> String {
    let source = model.sources.get(usize::from(at.file.0));
    let start = at.span.start as usize;
    let text = source.and_then(|source| match kind {
        PointKind::Rule => source.text.get(start..),
        _ => source.text.get(start..at.span.end as usize),
    });
    let line = text.unwrap_or_default().lines().next().unwrap_or_default();
    let body = if kind == PointKind::Rule { line.find('{') } else { None };
    let line = body.and_then(|body| line.get(..body)).unwrap_or(line);
    line.trim().trim_end_matches('{').trim_end().to_owned()
}
