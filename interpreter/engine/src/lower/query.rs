//! Expressions that are asked of positions from outside: those of scripts, and those of the rules themselves.

use super::Lowering;
use crate::program::{Addr, NodeId, Program};
use rulehound_rules::facts::Facts;
use rulehound_rules::model::{Expression, Life, Local, LocalId, Model};

/// Adds one expression of a script to a copy of a program. `locals` are the names it binds itself, numbered behind the model's.
pub fn lower_query(program: &Program, expression: &Expression, locals: &[Local]) -> (Program, NodeId) {
    let mut added = program.clone();
    let node = Queried::new(program).lower(&mut added, expression, locals);
    (added, node)
}

/// What expressions of one game are lowered with.
#[derive(Clone, Debug)]
pub struct Queried {
    /// The game, with room for the names that an expression binds.
    model: Model,
    facts: Facts,
    /// How many names the game itself binds.
    names: usize,
    /// Where the scratch of an expression begins.
    scratch: Addr,
}

impl Queried {
    /// Expressions about the game of this program.
    pub fn new(program: &Program) -> Self {
        let model = (*program.instance.model).clone();
        let facts = Facts::new(&model);
        Self { names: model.locals.len(), model, facts, scratch: program.layout.total }
    }

    /// Adds an expression to a copy of that program. `locals` are the names it binds itself, numbered behind those of the model.
    pub fn lower(&mut self, program: &mut Program, expression: &Expression, locals: &[Local]) -> NodeId {
        self.model.locals.truncate(self.names);
        self.model.locals.extend(locals.iter().cloned());
        let mut lowering = Lowering::new(&self.model, &self.facts, program.instance.clone());
        std::mem::swap(&mut lowering.program, program);
        lowering.next = lowering.program.layout.size;
        // One expression is worked out after the other, so all use the same scratch.
        lowering.scratch = self.scratch;
        let node = lowering.expression(expression);
        lowering.program.layout.total = lowering.program.layout.total.max(lowering.scratch);
        std::mem::swap(&mut lowering.program, program);
        node
    }
}

/// Expressions of the rules themselves that are asked of any position: the names that they read from outside are given by whoever asks.
#[derive(Clone, Debug)]
pub struct AskedAnywhere {
    /// Where the names lie.
    pub names: Vec<Addr>,
    /// The expressions.
    pub nodes: Vec<NodeId>,
}

/// Adds expressions of the rules to a copy of their program; with each lot of them come the names that they read and do not bind.
pub fn lower_anywhere(program: &mut Program, lots: &[(&[LocalId], Vec<&Expression>)]) -> Vec<AskedAnywhere> {
    let mut model = (*program.instance.model).clone();
    // No block is run that would keep a name in the position.
    model.locals.iter_mut().for_each(|local| local.life = Life::Expression);
    let facts = Facts::new(&model);
    let mut lowering = Lowering::new(&model, &facts, program.instance.clone());
    std::mem::swap(&mut lowering.program, program);
    lowering.next = lowering.program.layout.size;
    lowering.scratch = lowering.program.layout.total;
    let lower = |(names, expressions): &(&[LocalId], Vec<&Expression>)| AskedAnywhere {
        names: names.iter().map(|name| lowering.local(*name)).collect(),
        nodes: expressions.iter().map(|expression| lowering.expression(expression)).collect(),
    };
    let lowered = lots.iter().map(lower).collect();
    lowering.program.layout.total = lowering.scratch;
    std::mem::swap(&mut lowering.program, program);
    lowered
}
