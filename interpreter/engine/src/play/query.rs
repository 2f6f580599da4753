//! Questions about positions that are asked again and again.

use super::machine::Machine;
use super::{Answer, Fault, Game, Log, Position};
use crate::lower::{Queried, lower_query};
use crate::program::{NodeId, Program};
use rulehound_rules::model::{Expression, Local, Shape, Sort};

/// An expression made ready for the positions of one game; making it ready costs far more than asking.
#[derive(Clone, Debug)]
pub struct Query {
    program: Program,
    node: NodeId,
    sort: Sort,
    set: bool,
}

impl Query {
    /// Makes an expression ready. `locals` are the names it binds itself, numbered behind those of the model.
    pub fn new(game: &Game, expression: &Expression, locals: &[Local]) -> Self {
        let (program, node) = lower_query(game.program(), expression, locals);
        let set = matches!(expression.of.shape, Shape::Set { .. });
        Self { program, node, sort: expression.of.sort.clone(), set }
    }

    /// Works it out at a position of the same game. It knows everything, such as a script expects.
    ///
    /// # Errors
    /// A fault of the expression.
    pub fn ask(&self, position: &Position) -> Result<Answer, Fault> {
        ask(&self.program, self.node, &self.sort, self.set, position)
    }
}

fn ask(program: &Program, node: NodeId, sort: &Sort, set: bool, position: &Position) -> Result<Answer, Fault> {
    let mut machine = Machine::unpacked(program, (position.packed(), position.notes()), Log::silent());
    let mut values = Vec::new();
    let result = if set { machine.set(node, &mut values) } else { machine.value(node).map(|value| values.push(value)) };
    result.map_err(|trouble| *trouble)?;
    let parts: Vec<String> = values.iter().map(|value| machine.script_words(sort, *value)).collect();
    Ok(Answer { values, text: parts.join(", "), parts, set })
}

/// Many expressions about positions of one game, as a script has them.
#[derive(Clone, Debug)]
pub struct Queries {
    queried: Queried,
    program: Program,
}

impl Queries {
    /// About a game.
    pub fn new(game: &Game) -> Self {
        Self { queried: Queried::new(game.program()), program: game.program().clone() }
    }

    /// Works one out, as [`Query::ask`] does.
    ///
    /// # Errors
    /// A fault of the expression.
    pub fn ask(&mut self, expression: &Expression, locals: &[Local], position: &Position) -> Result<Answer, Fault> {
        let node = self.queried.lower(&mut self.program, expression, locals);
        let set = matches!(expression.of.shape, Shape::Set { .. });
        ask(&self.program, node, &expression.of.sort, set, position)
    }
}
