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

/// The expression of a question, and the name behind it, as in `count p.hand as cards left`. No expression has the word `as` in it.
fn parts(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let named = text.match_indices("as").find_map(|(at, word)| {
        let (before, behind) = (text.get(..at)?, text.get(at + word.len()..)?);
        let is_word = before.ends_with(char::is_whitespace) && behind.starts_with(char::is_whitespace);
        let name = behind.trim().trim_matches('"').trim();
        (is_word && !name.is_empty()).then(|| (before.trim_end(), name))
    });
    named.map_or((text, None), |(expression, name)| (expression, Some(name)))
}

/// What a question is called where it is told: its name, or the expression as words of the rules.
pub fn called(text: &str) -> String {
    let (expression, name) = parts(text);
    name.map_or_else(|| format!("`{expression}`"), str::to_owned)
}

/// Whether a question is meant by its expression, by its name, or as it was given.
pub(crate) fn means(text: &str, meant: &str) -> bool {
    let (expression, name) = parts(text);
    text == meant || expression == meant || name == Some(meant)
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
    /// Reads an expression, perhaps with a name behind it (`as …`); findings are located in `file`, which is the text itself.
    ///
    /// # Errors
    /// [`NotANumber`].
    pub fn read(text: &str, game: &Game, file: FileId) -> Result<Self, NotANumber> {
        let instance = game.instance();
        let blanks = text.len() - text.trim_start().len();
        let tree = parse_expression(file, parts(text).0, blanks).map_err(|found| NotANumber::Wrong(vec![found]))?;
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

    /// The same of another game, if its rules know of everything that is asked.
    pub fn of(&self, game: &Game) -> Option<Self> {
        // What is wrong with it there is told to nobody.
        Self::read(&self.text, game, FileId(u16::MAX)).ok()
    }

    /// Whether it is meant by its expression or by its name.
    pub fn is(&self, meant: &str) -> bool {
        means(&self.text, meant)
    }

    /// What it is called in lines of words alone.
    pub fn name(&self) -> &str {
        let (expression, name) = parts(&self.text);
        name.unwrap_or(expression)
    }

    /// Its value at the end of a game; 1 and 0 for yes and no.
    ///
    /// # Errors
    /// A fault of the expression, such as a variable that has no value there.
    pub fn ask(&self, end: &Position) -> Result<i64, Fault> {
        Ok(self.query.ask(end)?.values.first().copied().map_or(0, i64::from))
    }
}

#[cfg(test)]
mod tests {
    use super::{called, parts};

    #[test]
    fn a_name_stands_behind_the_expression() {
        assert_eq!(parts(" left "), ("left", None));
        assert_eq!(parts("left as sticks left"), ("left", Some("sticks left")));
        assert_eq!(parts("count p.hand  as  \" cards as such \" "), ("count p.hand", Some("cards as such")));
        assert_eq!(parts("was + last as asked"), ("was + last", Some("asked")));
        // Nothing is named here.
        for text in ["as x", "left as", "left as \"\"", "lasas x", "as"] {
            assert_eq!(parts(text), (text, None), "{text}");
        }
        assert_eq!((called("left").as_str(), called("left as sticks left").as_str()), ("`left`", "sticks left"));
    }
}
