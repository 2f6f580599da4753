//! `roll`, `draw`, `shuffle`.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::{Binder, Destination, Expression, Sort, Target, Type};

use super::names::Value;
use super::offer::numbered;
use super::run::{Flow, Halt, Run, Source};
use super::{Fault, Input, Question};

impl<'g> Run<'g> {
    /// Asks chance; gives the value that came.
    fn chance(&mut self, outcomes: Vec<(i32, u32)>, sort: &Sort) -> Result<i32, Halt> {
        assert!(
            !matches!(self.source, Source::Private(_) | Source::Path(_)),
            "no chance inside a plan or simultaneous"
        );
        let question = |run: &Self| {
            // Chance knows everything, whoever is on turn.
            let mut knowing = run.clone();
            knowing.decider = None;
            let texts = outcomes.iter().map(|(value, _)| knowing.worded(sort, &[*value])).collect();
            Question::Chance { outcomes: outcomes.clone(), texts: numbered(texts) }
        };
        match self.input(question)? {
            Input::Outcome(number) => match outcomes.get(number) {
                Some((value, _)) => Ok(*value),
                None => Err(self.bad_input("there is no such outcome").into()),
            },
            Input::Answer { .. } => Err(self.bad_input("chance was asked").into()),
        }
    }

    pub(super) fn roll(&mut self, target: &'g Target, at: Location) -> Result<Flow, Halt> {
        let (written, of) = self.written(target, at)?;
        let outcomes = self.even(of).into_iter().map(|value| (value, 1)).collect();
        let value = self.chance(outcomes, &of.sort)?;
        self.write(written, value);
        self.finish_effect(&[])
    }

    /// All values of a type that can be rolled.
    fn even(&self, of: &Type) -> Vec<i32> {
        match &of.sort {
            Sort::Number { least, greatest } => (*least..=*greatest).collect(),
            Sort::YesNo => vec![0, 1],
            Sort::Value { allowed, .. } => allowed.iter().copied().collect(),
            Sort::Player => (0..self.game.instance.seats() as i32).collect(),
            Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => {
                panic!("only numbers, values, yes or no and players are rolled")
            }
        }
    }

    /// `draw n from Z to W`: one after the other; what watches moves comes after the last.
    pub(super) fn draw_from(
        &mut self,
        amount: &'g Expression,
        from: &'g Expression,
        to: &'g Destination,
    ) -> Result<Flow, Halt> {
        let amount = self.some(amount)?;
        let source = self.some(from)?;
        let target = self.some(&to.place)?;
        let ordered = self.game.instance.places[source as usize].ordered;
        let mut moved = Vec::new();
        // What is drawn waits for what watches moves.
        self.waiting.push(Vec::new());
        for _ in 0..amount {
            let mut there = self.contents(source);
            there.retain(|component| !self.drawn().contains(component));
            if there.is_empty() {
                break;
            }
            let component = if ordered { there[0] } else { self.chance(self.groups(&there), &any_component())? };
            self.waiting.last_mut().expect("pushed above").push(component);
            moved.extend(self.shift(component, target, to.beneath, to.place.at)?);
        }
        self.waiting.pop();
        self.finish_effect(&moved)
    }

    /// What the `draw` that is being carried out has drawn so far.
    fn drawn(&self) -> &[i32] {
        self.waiting.last().map(Vec::as_slice).unwrap_or_default()
    }

    /// `draw x in S`.
    pub(super) fn draw_one(&mut self, binder: &'g Binder, at: Location) -> Result<Flow, Halt> {
        let mut values = Vec::new();
        let binders = std::slice::from_ref(binder);
        let _ = self.tuples(binders, &mut |run| {
            values.extend(run.tuple(binders));
            Ok(std::ops::ControlFlow::Continue(()))
        })?;
        if values.is_empty() {
            return Err(Fault::new("empty-choice", "there is nothing to draw", at).into());
        }
        let outcomes = if self.is_component(binder) {
            self.groups(&values)
        } else {
            values.into_iter().map(|value| (value, 1)).collect()
        };
        let sort = &self.model().locals[binder.local.index()].of.sort;
        let value = self.chance(outcomes, sort)?;
        self.names.bind(binder.local, Value::One(value));
        // It changes nothing, but a trigger that draws may stand behind a move that did.
        self.finish_effect(&[])
    }

    pub(super) fn is_component(&self, binder: &Binder) -> bool {
        matches!(self.model().locals[binder.local.index()].of.sort, Sort::Component { .. })
    }

    /// The whole pile is drawn anew, from the bottom up. In a pile nothing is alike, so each component is an outcome.
    pub(super) fn shuffle(&mut self, pile: &'g Expression) -> Result<Flow, Halt> {
        let pile = self.some(pile)?;
        let count = self.contents(pile).len();
        for settled in 0..count {
            let mut rest = self.contents(pile);
            rest.retain(|component| self.world.heights[*component as usize] > settled as i32);
            let component = self.chance(self.groups(&rest), &any_component())?;
            self.lower(component, settled as i32 + 1);
        }
        self.finish_effect(&[])
    }

    /// Puts a component of a pile at a height; those between move up.
    fn lower(&mut self, component: i32, height: i32) {
        let from = self.world.heights[component as usize];
        for other in self.world.at(self.world.places[component as usize]) {
            if (height..from).contains(&self.world.heights[other as usize]) {
                self.world.heights[other as usize] += 1;
            }
        }
        self.world.heights[component as usize] = height;
    }
}

/// Words of components do not depend on what else could have stood there.
fn any_component() -> Sort {
    Sort::Component { kinds: std::collections::BTreeSet::new() }
}
