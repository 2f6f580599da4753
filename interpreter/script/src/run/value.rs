//! Expressions of a script, worked out.

use std::cell::OnceCell;
use std::rc::Rc;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::parse_expression;
use rulehound_grammar::span::Span;

use super::super::{SCRIPT_FILE, Word};
use super::{Going, Runner};
use rulehound_engine::play::{Answer, Fault, Queries};
use rulehound_rules::model::{Expression, ExpressionKind, KindId, Model, Shape, Sort, Type};
use rulehound_rules::resolve::{ResolvedExpression, resolve_expression};

/// The most components of a game.
const MOST_COMPONENTS: u32 = 1_000;

/// A value with what is known of its type.
pub struct Valued {
    /// The value.
    pub answer: Answer,
    /// Whether it is a component, which may be named by some of its words.
    pub component: bool,
    /// All names of the components, once somebody has asked.
    pub names: OnceCell<Vec<Vec<String>>>,
}

impl Runner<'_, '_> {
    /// Works out an expression of the script.
    pub fn value(&self, word: &Word) -> Going<Valued> {
        let resolved = self.resolved(word)?;
        self.worked_out(word, &resolved)
    }

    /// An expression of the script; what stands in many steps is understood once.
    fn resolved(&self, word: &Word) -> Result<Rc<ResolvedExpression>, Vec<Diagnostic>> {
        if let Some(known) = self.understood.borrow().get(&word.text) {
            return Ok(known.clone());
        }
        let resolved = Rc::new(self.resolved_anew(word)?);
        self.understood.borrow_mut().insert(word.text.clone(), resolved.clone());
        Ok(resolved)
    }

    /// The same; a place may also be called as it is called at the table.
    fn resolved_anew(&self, word: &Word) -> Result<ResolvedExpression, Vec<Diagnostic>> {
        let model = &self.position.game().instance().model;
        let found = resolved(model, self.names.players(), word);
        match (found, self.names.place_text(&word.text)) {
            (Err(_), Some(place)) => {
                let place = Word { text: place.to_owned(), exact: None, ..word.clone() };
                resolved(model, self.names.players(), &place)
            }
            (found, _) => found,
        }
    }

    /// Works out what a list is compared with: of a place, the components that lie there.
    pub fn contents(&self, word: &Word) -> Going<Valued> {
        let model = &self.position.game().instance().model;
        let resolved = self.resolved(word)?;
        if let Type { sort: Sort::Place { .. }, shape: Shape::One | Shape::OneOrNone } = resolved.expression.of {
            let mut there = ResolvedExpression::clone(&resolved);
            there.expression = contents_of(model, there.expression);
            return self.worked_out(word, &there);
        }
        self.worked_out(word, &resolved)
    }

    fn worked_out(&self, word: &Word, resolved: &ResolvedExpression) -> Going<Valued> {
        let answer = self.ask(resolved).map_err(|fault| not_to_be_worked_out(word, &fault))?;
        let component = matches!(resolved.expression.of.sort, Sort::Component { .. });
        Ok(Valued { answer, component, names: OnceCell::new() })
    }

    /// Works out an expression that may as well be mere words; `None` if it is no expression.
    pub fn value_if_any(&self, word: &Word) -> Option<Answer> {
        let model = &self.position.game().instance().model;
        let resolved = resolved(model, self.names.players(), word).ok()?;
        self.ask(&resolved).ok()
    }

    /// Making an expression ready costs far more than asking, so what all expressions of a game share is made once.
    fn ask(&self, resolved: &ResolvedExpression) -> Result<Answer, Fault> {
        let mut queries = self.queries.borrow_mut();
        let queries = queries.get_or_insert_with(|| Queries::new(self.position.game()));
        queries.ask(&resolved.expression, &resolved.locals, &self.position)
    }
}

/// An expression of the script that has no value now; that is no fault of the rules.
fn not_to_be_worked_out(word: &Word, fault: &Fault) -> Diagnostic {
    let found = Diagnostic::error(fault.code, fault.message.clone(), word.at(), "this cannot be worked out now");
    if fault.at.file == SCRIPT_FILE { found } else { found.with_label(fault.at, "it goes wrong here") }
}

/// The components at a place.
fn contents_of(model: &Model, place: Expression) -> Expression {
    let kinds = (0..model.kinds.len()).map(KindId::from).collect();
    let of = Type { sort: Sort::Component { kinds }, shape: Shape::Set { most: MOST_COMPONENTS } };
    let at = place.at;
    Expression { kind: Box::new(ExpressionKind::Contents(place)), of, at }
}

fn resolved(model: &Model, players: &[String], word: &Word) -> Result<ResolvedExpression, Vec<Diagnostic>> {
    let offset = word.exact.unwrap_or_default() as usize;
    let parsed = parse_expression(SCRIPT_FILE, &word.text, offset).map_err(|found| vec![found]);
    let resolved = parsed.and_then(|tree| resolve_expression(model, &tree, players, SCRIPT_FILE));
    resolved.map_err(|mut found| {
        // No loop around a script gives a name.
        for finding in found.iter_mut().filter(|finding| finding.code == "unknown-name" && is_letter(&finding.message))
        {
            finding.help = Some(format!("in a script players stand with their names: {}", players.join(", ")));
        }
        placed(found, word)
    })
}

/// Whether a message is about a name of one letter.
fn is_letter(message: &str) -> bool {
    message.split('`').nth(1).is_some_and(|name| name.chars().count() == 1)
}

/// Findings inside a text that does not stand so in the file underline all of it.
pub fn placed(mut found: Vec<Diagnostic>, word: &Word) -> Vec<Diagnostic> {
    let place = |span: &mut Span| {
        if word.exact.is_none() {
            *span = word.span;
        }
    };
    for finding in &mut found {
        let labels = std::iter::once(&mut finding.primary).chain(&mut finding.others);
        labels.filter(|label| label.at.file == SCRIPT_FILE).for_each(|label| place(&mut label.at.span));
    }
    found
}

/// The parts of a list, split at commas outside brackets.
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0usize;
    for sign in text.chars() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match parts.last_mut() {
            Some(part) if sign != ',' || depth > 0 => part.push(sign),
            Some(_) | None => parts.push(String::new()),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn commas_in_brackets_do_not_split() {
        assert_eq!(super::parts("key(1, 2), key(3, 4)"), ["key(1, 2)", "key(3, 4)"]);
        assert_eq!(super::parts(""), Vec::<String>::new());
    }
}
