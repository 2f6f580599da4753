//! What makes numbers of players go up and down, such as points and money.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_interpreter::facts::walk;
use rulehound_interpreter::model::{Model, OwnerSort, RunnableId, Sort, StatementKind, Variable, VariableId};
use rulehound_interpreter::play::{By, Change, Game};
use rulehound_interpreter::program::FrameOf;
use rulehound_interpreter::words::{Form, called};

use super::first_line::before_block;
use crate::kept::Source;

/// So many letters of a statement are told.
const LETTERS: usize = 60;

/// Knows of a game which numbers count, and how to call what changes them.
pub(super) struct Sources {
    game: Game,
    counted: BTreeSet<VariableId>,
    /// Rules that more than one statement calls: what calls them says more than they do.
    shared: BTreeSet<RunnableId>,
}

impl Sources {
    pub fn of(game: &Game) -> Self {
        let model = &game.instance().model;
        Self { game: game.clone(), counted: counted(model), shared: shared(model) }
    }

    /// Whether nothing is counted.
    pub fn are_none(&self) -> bool {
        self.counted.is_empty()
    }

    /// Adds a change to what is known of a game, seat by seat.
    pub fn add(&self, change: Change, seats: usize, known: &mut BTreeMap<Source, Vec<i64>>) {
        if !self.counted.contains(&change.variable) {
            return;
        }
        let Some(source) = self.source(&change) else { return };
        let sums = known.entry(source).or_insert_with(|| vec![0; seats]);
        if let Some(sum) = sums.get_mut(change.seat) {
            *sum = sum.saturating_add(change.by);
        }
    }

    fn source(&self, change: &Change) -> Option<Source> {
        let game = &self.game;
        let variable = game.instance().model.variables.get(change.variable.index())?;
        let by = self.telling(game, &change.did)?;
        let cause = game.cause(by)?;
        let number = called(&variable.name, &variable.notes, Form::People);
        Some(Source { number, rule: cause.rule, statement: statement(game, by), sentence: cause.sentence })
    }

    /// The statement that says most: what calls a rule that several call, and else the innermost.
    fn telling(&self, game: &Game, did: &[By]) -> Option<By> {
        let is_shared = |by: &By| {
            let frame = by.body.and_then(|body| game.program().frames.get(body.0 as usize));
            frame.is_some_and(|frame| matches!(frame.of, FrameOf::Clause(rule, _) if self.shared.contains(&rule)))
        };
        did.iter().find(|by| !is_shared(by)).or(did.first()).copied()
    }
}

/// Numbers that each player has one of and that are not set back at the beginning of a phase.
fn counted(model: &Model) -> BTreeSet<VariableId> {
    let is = |variable: &Variable| {
        let number = matches!(variable.of.sort, Sort::Number { .. });
        number
            && variable.owner == OwnerSort::Player
            && variable.index.is_empty()
            && variable.each.is_none()
            && !variable.notes.unspoken()
    };
    let all = model.variables.iter().enumerate().filter(|(_, variable)| is(variable));
    all.filter_map(|(number, _)| u32::try_from(number).ok().map(VariableId)).collect()
}

fn shared(model: &Model) -> BTreeSet<RunnableId> {
    let (mut once, mut more) = (BTreeSet::new(), BTreeSet::new());
    let clauses = model.runnables.iter().flat_map(|one| &one.clauses).map(|clause| &clause.body);
    let bodies = clauses.chain(model.triggers.iter().map(|one| &one.body));
    for statement in bodies.flat_map(walk::statements) {
        if let StatementKind::Do { runnable, .. } = &statement.kind
            && !once.insert(*runnable)
        {
            more.insert(*runnable);
        }
    }
    more
}

/// A statement as it is written, its first line.
fn statement(game: &Game, by: By) -> String {
    let source = game.instance().model.sources.get(usize::from(by.at.file.0));
    let span = by.at.span.start as usize..by.at.span.end as usize;
    let text = source.and_then(|source| source.text.get(span)).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    let words = before_block(first);
    match words.char_indices().nth(LETTERS) {
        Some((at, _)) => format!("{}…", words.get(..at).unwrap_or(words)),
        None => words.to_owned(),
    }
}
