//! Texts of options and refusals.

use std::cell::RefCell;

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{Binder, LocalId, Piece, Requirement, Sort, Text};
use rulehound_interpreter::words::{Form, Look, Words};

use super::Fault;
use super::names::Value;
use super::run::Run;

/// A look at the components of a run. Working out an `as` text binds names, so it happens on a copy.
struct Seen<'g>(RefCell<Run<'g>>);

impl Look for Seen<'_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        self.0.borrow().world.attributes[component as usize][cell]
    }

    fn called(&self, component: i32) -> Option<String> {
        let mut run = self.0.borrow().clone();
        let instance = run.game.instance;
        let kind = &instance.model.kinds[instance.components[component as usize].kind.index()];
        let (text, described) = (kind.notes.called.as_ref()?, kind.described);
        if let Some(local) = described {
            run.names.bind(local, Value::One(component));
        }
        run.text(text).ok()
    }

    fn sees(&self, _component: i32, _attribute: usize) -> bool {
        true
    }
}

impl Run<'_> {
    /// A text with its values.
    pub(super) fn text(&mut self, text: &Text) -> Result<String, Fault> {
        let mut words = String::new();
        for piece in &text.pieces {
            match piece {
                Piece::Words(plain) => words.push_str(plain),
                Piece::Value(expression) => {
                    let value = self.evaluate(expression)?;
                    words.push_str(&self.worded(&expression.of.sort, value.values()));
                }
            }
        }
        Ok(words)
    }

    /// Values of a sort in words, joined by commas.
    fn worded(&self, sort: &Sort, values: &[i32]) -> String {
        let look = Seen(RefCell::new(self.clone()));
        let words = Words::new(self.game.instance);
        let value = |value: &i32| {
            if *value == NONE { "none".to_owned() } else { words.value(sort, *value, Form::People, &look) }
        };
        values.iter().map(value).collect::<Vec<_>>().join(", ")
    }

    /// The words of a tuple, which is bound.
    pub(super) fn wording(&mut self, wording: Option<&Text>, binders: &[Binder]) -> Result<String, Fault> {
        if let Some(text) = wording {
            return self.text(text);
        }
        let locals = binders.iter().map(|binder| self.local_in_words(binder.local));
        Ok(locals.collect::<Vec<_>>().join(", "))
    }

    /// The words of a set, which is bound.
    pub(super) fn several_wording(&mut self, wording: Option<&Text>, set: LocalId) -> Result<String, Fault> {
        match wording {
            Some(text) => self.text(text),
            None => Ok(self.local_in_words(set)),
        }
    }

    fn local_in_words(&self, local: LocalId) -> String {
        let sort = &self.model().locals[local.index()].of.sort;
        let values = self.names.get(local).expect("the name is bound");
        self.worded(sort, values.values())
    }

    /// Why something is forbidden; without a sentence nothing is compared.
    pub(super) fn refusal(&mut self, requirement: &Requirement) -> Result<String, Fault> {
        match &requirement.otherwise {
            Some(text) => self.text(text),
            None => Ok(String::new()),
        }
    }
}
