//! What all checks look at, and words they share.

use rulehound_grammar::span::{Location, Span, ends_line};

use crate::facts::calls::{self, Node, statements_around};
use crate::facts::walk;
use crate::facts::{Around, Facts};
use crate::model::{Block, Expression, LocalId, Model, RunnableId, Statement, StatementKind, TriggerId};

use super::hidden::{Hidden, HiddenReads, Viewer};

/// A game with its facts.
#[derive(Clone, Copy, Debug)]
pub struct Game<'m> {
    /// The game.
    pub model: &'m Model,
    /// What is known of it.
    pub facts: &'m Facts,
    /// What its definitions read that not all see.
    pub open_reads: &'m HiddenReads,
}

impl<'m> Game<'m> {
    /// All bodies.
    pub fn bodies(self) -> Vec<(Node, &'m Block)> {
        let nodes = calls::nodes(self.model).into_iter();
        nodes.filter_map(|node| calls::body(self.model, node).map(|body| (node, body))).collect()
    }

    /// All statements with the body they stand in and what stands around them there.
    pub fn statements(self) -> Vec<(Node, &'m Statement, Around)> {
        let bodies = self.bodies().into_iter();
        bodies
            .flat_map(|(node, body)| {
                statements_around(body).into_iter().map(move |(statement, around)| (node, statement, around))
            })
            .collect()
    }

    /// All blocks: bodies and those inside.
    pub fn blocks(self) -> Vec<&'m Block> {
        let bodies = self.bodies();
        let inner = bodies.iter().flat_map(|(_, body)| walk::statements(body)).flat_map(walk::blocks);
        bodies.iter().map(|(_, body)| *body).chain(inner.map(|(_, block)| block)).collect()
    }

    /// The first that an expression reads and that not all see.
    pub fn not_seen_by_all(self, expression: &Expression) -> Option<Hidden> {
        self.open_reads.of(self.model, &Viewer::Everybody, expression).next()
    }

    /// The name of a node.
    pub fn name(self, node: Node) -> &'m str {
        calls::name(self.model, node).0
    }

    /// The parameters of a body, by what they are called there.
    pub fn parameters(self, node: Node) -> Vec<Option<LocalId>> {
        match node {
            Node::Clause(runnable, clause) => {
                let found = self.model.runnables.get(runnable.index()).and_then(|found| found.clauses.get(clause));
                found.map(|clause| clause.parameters.clone()).unwrap_or_default()
            }
            Node::Trigger(_) => Vec::new(),
        }
    }

    /// The name of a phase or rule.
    pub fn runnable(self, runnable: RunnableId) -> &'m str {
        self.model.runnables.get(runnable.index()).map_or("", |found| found.name.as_str())
    }

    /// The name of a trigger.
    pub fn trigger(self, trigger: TriggerId) -> &'m str {
        self.model.triggers.get(trigger.index()).map_or("", |found| found.name.as_str())
    }

    /// The first line of a statement up to its block: enough to underline.
    pub fn head(self, statement: &Statement) -> Location {
        let inner = walk::blocks(statement);
        let end = inner.first().map_or(statement.at.span.end, |(_, block)| block.at.span.start);
        // The words of an option come before its block.
        let end = if let StatementKind::ChooseOption { options, .. } = &statement.kind {
            options.first().map_or(end, |option| option.at.span.start)
        } else {
            end
        };
        first_line(self.model, statement.at, end)
    }
}

/// The first line of a place.
pub fn line(model: &Model, at: Location) -> Location {
    first_line(model, at, at.span.end)
}

fn first_line(model: &Model, at: Location, end: u32) -> Location {
    let text = model.text(at.file);
    let end = end.max(at.span.start);
    let Some(text) = text.get(at.span.start as usize..end as usize) else { return at };
    let line = text.split(ends_line).next().unwrap_or_default().trim_end().trim_end_matches('{').trim_end();
    if line.is_empty() {
        return at;
    }
    let start = at.span.start as usize;
    Location { file: at.file, span: Span::new(start, start + line.len()) }
}
