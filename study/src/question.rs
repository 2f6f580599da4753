//! What is asked of the end of each game: an expression in the language of the rules.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::parse_expression;
use rulehound_grammar::span::FileId;
use rulehound_interpreter::model::{Shape, Sort};
use rulehound_interpreter::play::{Fault, Game, Position, Query};
use rulehound_interpreter::resolve_expression;

/// A number, or something that is so or not, to be worked out at the end of games.
#[derive(Clone, Debug)]
pub struct Question {
    /// As it was given.
    pub text: String,
    query: Query,
}

/// Why an expression is no question.
#[derive(Clone, Debug)]
pub enum NotANumber {
    /// It is no expression of these rules: what is wrong with it, located in the file that was named.
    Wrong(Vec<Diagnostic>),
    /// It gives something else, such as a place or a set.
    SomethingElse,
}

impl Question {
    /// Reads an expression; findings are located in `file`, which is the text itself.
    ///
    /// # Errors
    /// [`NotANumber`].
    pub fn read(text: &str, game: &Game, file: FileId) -> Result<Self, NotANumber> {
        let instance = game.instance();
        let tree = parse_expression(file, text, 0).map_err(|found| NotANumber::Wrong(vec![found]))?;
        let resolved =
            resolve_expression(&instance.model, &tree, &instance.players, file).map_err(NotANumber::Wrong)?;
        let of = &resolved.expression.of;
        match (&of.sort, &of.shape) {
            (Sort::Number { .. } | Sort::YesNo, Shape::One) => {
                let query = Query::new(game, &resolved.expression, &resolved.locals);
                Ok(Self { text: text.trim().to_owned(), query })
            }
            _ => Err(NotANumber::SomethingElse),
        }
    }

    /// Its value at the end of a game; 1 and 0 for yes and no.
    ///
    /// # Errors
    /// A fault of the expression, such as a variable that has no value there.
    pub fn ask(&self, end: &Position) -> Result<i64, Fault> {
        Ok(self.query.ask(end)?.values.first().copied().map_or(0, i64::from))
    }
}
