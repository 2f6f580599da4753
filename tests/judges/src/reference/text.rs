//! Texts of options and refusals.

use std::cell::RefCell;

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{LocalId, Piece, Requirement, Sort, Text};
use rulehound_interpreter::play::BindingValue;
use rulehound_interpreter::words::{Form, Look, Words};

use super::Fault;
use super::names::Value;
use super::offer::Bindings;
use super::run::Run;

/// Stands where a condition leaves nothing to say.
const NOTHING: &str = "\u{1}";

/// A look at the components of a run. Working out an `as` text binds names, so it happens on a copy.
struct Seen<'g>(RefCell<Run<'g>>);

impl Look for Seen<'_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        self.0.borrow().world.attributes[component as usize][cell]
    }

    fn called(&self, component: i32) -> Option<String> {
        self.0.borrow().clone().called(component)
    }

    fn shows(&self, component: i32) -> bool {
        let run = self.0.borrow();
        run.decider.is_none_or(|seat| run.sees_component(seat, component).unwrap_or(false))
    }

    fn sees(&self, component: i32, attribute: usize) -> bool {
        let run = self.0.borrow();
        let kind = run.game.instance.components[component as usize].kind;
        let attribute = &run.model().kinds[kind.index()].attributes[attribute];
        run.decider.is_none_or(|seat| run.sees_attribute(seat, component, attribute).unwrap_or(false))
    }
}

impl Run<'_> {
    /// The `as` text of a component's kind; binds its name.
    pub(super) fn called(&mut self, component: i32) -> Option<String> {
        let instance = self.game.instance;
        let kind = &instance.model.kinds[instance.components[component as usize].kind.index()];
        let (text, described) = (kind.notes.called.as_ref()?, kind.described);
        if self.naming >= rulehound_interpreter::limits::NAMING_DEPTH {
            return None;
        }
        self.naming += 1;
        let mark = self.names.mark();
        if let Some(local) = described {
            self.names.bind(local, Value::One(component));
        }
        let words = self.text(text).ok();
        self.names.release(mark);
        self.naming -= 1;
        words
    }

    /// A text with its values.
    pub(super) fn text(&mut self, text: &Text) -> Result<String, Fault> {
        self.pieces(&text.pieces).map(|words| closed_up(&words))
    }

    fn pieces(&mut self, pieces: &[Piece]) -> Result<String, Fault> {
        let mut words = String::new();
        for piece in pieces {
            match piece {
                Piece::Words(plain) => words.push_str(plain),
                Piece::Counted { number, one, many } => {
                    let number = self.some(number)?;
                    let noun = self.pieces(if number == 1 { one } else { many })?;
                    words.push_str(&format!("{number} {noun}"));
                }
                Piece::If { condition, then, otherwise } => {
                    let said = if self.truth(condition)? { then } else { otherwise };
                    words.push_str(&if said.is_empty() { NOTHING.to_owned() } else { self.pieces(said)? });
                }
                Piece::Value(expression) => {
                    let value = self.evaluate(expression)?;
                    words.push_str(&in_a_sentence(self, &expression.of.sort, value.values()));
                }
            }
        }
        Ok(words)
    }

    /// Values of a sort in words, joined by commas; `none` if there are none.
    pub(super) fn worded(&self, sort: &Sort, values: &[i32]) -> String {
        if values.is_empty() {
            return "none".to_owned();
        }
        let words: Vec<String> = values.iter().map(|value| self.word(sort, *value, Form::People)).collect();
        words.join(", ")
    }

    fn word(&self, sort: &Sort, value: i32, form: Form) -> String {
        let look = Seen(RefCell::new(self.clone()));
        Words::new(self.game.instance).value(sort, value, form, &look)
    }

    /// The words of bound names: those written, else the values joined by commas.
    pub(super) fn wording(&mut self, wording: Option<&Text>, locals: &[LocalId]) -> Result<String, Fault> {
        match wording {
            Some(text) => self.text(text),
            None => Ok(locals.iter().map(|local| self.local_in_words(*local)).collect::<Vec<_>>().join(", ")),
        }
    }

    fn local_in_words(&self, local: LocalId) -> String {
        let sort = &self.model().locals[local.index()].of.sort;
        self.worded(sort, self.names.get(local).expect("the name is bound").values())
    }

    /// Bound names with their values as scripts write them.
    pub(super) fn bindings(&self, locals: &[LocalId]) -> Bindings {
        if !self.asks_now() {
            return Vec::new();
        }
        let binding = |local: &LocalId| {
            let declared = &self.model().locals[local.index()];
            let value = match self.names.get(*local).expect("the name is bound") {
                Value::One(value) => self.bound(&declared.of.sort, *value),
                Value::Set(values) => {
                    BindingValue::Several(values.iter().map(|value| self.bound(&declared.of.sort, *value)).collect())
                }
            };
            (declared.name.clone(), value)
        };
        locals.iter().map(binding).collect()
    }

    fn bound(&self, sort: &Sort, value: i32) -> BindingValue {
        match sort {
            Sort::Number { .. } if value != NONE => BindingValue::Number(value),
            sort => BindingValue::Word(self.word(sort, value, Form::Script)),
        }
    }

    /// Why something is forbidden; without a sentence the condition as written.
    pub(super) fn refusal(&mut self, requirement: &Requirement) -> Result<String, Fault> {
        match &requirement.otherwise {
            Some(text) => self.text(text),
            None => {
                let at = requirement.condition.at;
                let text = &self.model().sources[usize::from(at.file.0)].text;
                Ok(format!("The rules require: {}", &text[at.span.start as usize..at.span.end as usize]))
            }
        }
    }
}

/// Leaves out one blank beside each place where nothing was said.
fn closed_up(words: &str) -> String {
    let mut parts = words.split(NOTHING);
    let mut closed = parts.next().unwrap_or_default().to_owned();
    let mut open = false;
    for part in parts {
        open = part.is_empty();
        let behind_blank = closed.is_empty() || closed.ends_with(' ');
        match part.chars().next() {
            Some(' ') if behind_blank => closed.push_str(&part[1..]),
            Some(',' | '.' | ';' | ':' | '!' | '?' | ')') => closed = closed.trim_end_matches(' ').to_owned() + part,
            _ => closed.push_str(part),
        }
    }
    if open { closed.trim_end_matches(' ').to_owned() } else { closed }
}

/// Values as a sentence says it: `a, b and c`.
fn in_a_sentence(run: &Run<'_>, sort: &Sort, values: &[i32]) -> String {
    match values {
        [first @ .., last] if !first.is_empty() => {
            format!("{} and {}", run.worded(sort, first), run.worded(sort, &[*last]))
        }
        _ => run.worded(sort, values),
    }
}
