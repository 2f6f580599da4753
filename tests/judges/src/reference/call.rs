//! `do`: phases and rules with their clauses.

use rulehound_interpreter::model::{Expression, Leave, RunnableId};

use super::Fault;
use super::deep::Circle;
use super::names::Value;
use super::run::{Flow, Halt, Run};

impl Run<'_> {
    /// The values passed on, checked.
    pub(super) fn arguments(&mut self, id: RunnableId, arguments: &[Expression]) -> Result<Vec<i32>, Fault> {
        let targets = &self.model().runnables[id.index()].parameters;
        let mut values = Vec::new();
        for (argument, target) in arguments.iter().zip(targets) {
            let value = self.value(argument)?;
            values.push(self.fitting(value, target, argument)?);
        }
        Ok(values)
    }

    /// Carries out a phase or rule, and whatever watches its end.
    pub(super) fn call(&mut self, id: RunnableId, arguments: Vec<i32>) -> Result<Flow, Halt> {
        let id = self.model().written_runnable(id);
        let runnable = &self.model().runnables[id.index()];
        self.go_deeper(runnable.within, Circle::Rules, &runnable.name)?;
        let fits = |value: Option<i32>| value.is_none() || runnable.selector.map(|at| arguments[at]) == value;
        let clauses = runnable.clauses.iter().filter(|clause| fits(clause.value));
        let clause = clauses.min_by_key(|clause| clause.value.is_none()).expect("every value has its clause");
        let mark = self.names.mark();
        for (local, value) in clause.parameters.iter().zip(&arguments) {
            if let Some(local) = local {
                self.names.bind(*local, Value::One(*value));
            }
        }
        let mut flow = self.begin(id)?;
        if flow == Flow::Continue {
            flow = self.block(&clause.body)?;
        }
        self.names.release(mark);
        self.within.pop();
        match self.landed(flow, Leave::Runnable(id))? {
            Flow::Continue => self.after_rule(id, &arguments),
            leave @ Flow::Leave(_) => Ok(leave),
        }
    }

    /// Variables that begin anew with a phase, all as one effect.
    fn begin(&mut self, id: RunnableId) -> Result<Flow, Halt> {
        let mut begun = false;
        for (number, variable) in self.model().variables.iter().enumerate() {
            if let (Some(first), Some(each)) = (&variable.first, variable.each)
                && each == id
            {
                let value = self.value(first)?;
                let value = self.fitting(value, &variable.of, first)?;
                self.world.variables[number].fill(value);
                begun = true;
            }
        }
        if begun { self.finish_effect(&[]) } else { Ok(Flow::Continue) }
    }

    /// The values that variables begin the game with.
    pub(super) fn first_values(&mut self) -> Result<(), Fault> {
        for (number, variable) in self.model().variables.iter().enumerate() {
            if let Some(first) = &variable.first {
                let value = self.value(first)?;
                let value = self.fitting(value, &variable.of, first)?;
                self.world.variables[number].fill(value);
            }
        }
        Ok(())
    }
}
