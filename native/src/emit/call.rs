//! Calls of definitions, choices between values, and checks of what is stored or handed over.

use rulehound_interpreter::model::Sort;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{Addr, ArgumentCode, CheckId, NodeId, OfNone};
use wasm_encoder::Instruction as I;

use super::answers::{MOST_ANSWERS, length};
use super::fun::Name;
use super::ranges::{self, Range};
use super::{BASE, Emit, Emitter, Fun, Function, Local, gathered};
use crate::Unsupported;

/// In which form a definition gives what it gives.
#[derive(Clone, Copy)]
pub enum Gives {
    Value,
    /// On the stack of lists.
    List,
    /// A bit for each place of a board.
    Places,
}

impl<'p> Emitter<'p> {
    /// `if`: of a value, or of a set that goes onto the stack of lists.
    pub(super) fn choose(&mut self, f: &mut Fun, arms: &'p [(NodeId, NodeId)], otherwise: NodeId, set: bool) -> Emit {
        let Some(((test, value), rest)) = arms.split_first() else {
            return if set { self.push_set(f, otherwise) } else { self.value(f, otherwise) };
        };
        self.holds(f, *test)?;
        let (yes, no) = if set {
            let cell = std::cell::RefCell::new(self);
            f.either(|f| cell.borrow_mut().push_set(f, *value), |f| cell.borrow_mut().choose(f, rest, otherwise, set))
        } else {
            let cell = std::cell::RefCell::new(self);
            f.either_number(
                |f| cell.borrow_mut().value(f, *value),
                |f| cell.borrow_mut().choose(f, rest, otherwise, set),
            )
        };
        yes.and(no)
    }

    /// A call of a definition: of a value, or of a set that goes onto the stack of lists.
    pub(super) fn call_definition(
        &mut self,
        f: &mut Fun,
        definition: u32,
        arguments: &'p [ArgumentCode],
        set: bool,
    ) -> Emit {
        let code = self.program.definitions.get(definition as usize).ok_or(Unsupported::new("a definition"))?;
        let default = match code.of_none {
            OfNone::No => Some(0),
            OfNone::None => Some(NONE),
            OfNone::Fault => None,
        };
        let result = f.local();
        let answers = if set { None } else { self.answers(f, definition, arguments) };
        f.block(|f, end| {
            let mut values = Vec::new();
            for argument in arguments {
                let stops = argument.stops && !self.never_none(f, argument.value);
                let value = self.kept(f, argument.value)?;
                if stops {
                    match (default, set) {
                        (_, true) => {
                            f.get(value).number(NONE).put(I::I32Eq).jump_if(end);
                        }
                        (Some(default), false) => {
                            f.number(default).set(result);
                            f.get(value).number(NONE).put(I::I32Eq).jump_if(end);
                        }
                        (None, false) => {
                            f.get(value).number(NONE).put(I::I32Eq).trap_if();
                        }
                    }
                }
                let fine = self.range(f, argument.value).is_some_and(|range| self.passes(range, argument.check));
                if let (Some(check), false) = (argument.check, fine) {
                    self.check(f, check, value)?;
                }
                values.push(value);
            }
            if let Some(answers) = answers {
                let ranges: Option<Vec<_>> = arguments.iter().map(|argument| self.range(f, argument.value)).collect();
                self.answer(f, &answers, &ranges.unwrap_or_default(), &values)?;
                f.set(result);
                return Ok(());
            }
            f.get(BASE);
            for value in values {
                f.get(value);
            }
            let function = if set { Function::Set(definition, self.other_side) } else { Function::Value(definition) };
            self.call_written(f, function)?;
            if !set {
                f.set(result);
            }
            Ok(())
        })?;
        if !set {
            f.get(result);
        }
        Ok(())
    }

    /// The function of a definition: the clause that fits the arguments.
    pub(super) fn definition(&mut self, definition: u32, gives: Gives) -> Emit<Fun> {
        let code = self.program.definitions.get(definition as usize).ok_or(Unsupported::new("a definition"))?;
        let parameters = self.program.instance.model.definitions.get(definition as usize);
        let parameters = parameters.map_or(&[][..], |it| it.parameters.as_slice());
        let mut f = Fun::new(1 + u32::try_from(parameters.len()).unwrap_or(0));
        let clause = |emitter: &mut Self, f: &mut Fun, names: &[Option<Addr>], body: NodeId| {
            for (parameter, (at, of)) in (1..).zip(names.iter().zip(parameters)) {
                if let Some(at) = at {
                    let some = of.shape == rulehound_interpreter::model::Shape::One;
                    let range = ranges::of_type(emitter.program, of);
                    f.names.insert(*at, Name { local: parameter, range, some });
                }
            }
            match gives {
                Gives::Value => emitter.value(f, body),
                Gives::List => emitter.push_set(f, body),
                Gives::Places => gathered::definition(emitter, f, body),
            }
        };
        if let Some(selector) = code.selector {
            let chosen = 1 + u32::try_from(selector).unwrap_or(0);
            for (value, names, body) in code.clauses.iter().filter(|(value, ..)| value.is_some()) {
                f.get(chosen).number(value.unwrap_or(NONE)).put(I::I32Eq);
                f.when(|f| {
                    clause(self, f, names, *body)?;
                    f.put(I::Return);
                    Ok(())
                })?;
            }
        }
        let rest = match code.selector {
            Some(_) => code.clauses.iter().find(|(value, ..)| value.is_none()),
            None => code.clauses.first(),
        };
        match rest {
            Some((_, names, body)) => clause(self, &mut f, names, *body)?,
            None => {
                f.trap();
            }
        }
        Ok(f)
    }

    /// Whether all values of a range pass a check.
    pub(super) fn passes(&self, range: Range, check: Option<CheckId>) -> bool {
        let Some(check) = check.map(|check| self.program.checks.get(check.0 as usize)) else { return true };
        let Some(check) = check else { return false };
        let inside = |from: i32, to: i32| from <= range.0 && range.1 <= to;
        match &check.sort {
            Sort::Number { least, greatest } => inside(*least, *greatest),
            Sort::Value { allowed, .. } => {
                length(range) <= MOST_ANSWERS && (range.0..=range.1).all(|value| allowed.contains(&value))
            }
            Sort::Component { .. } | Sort::Place { .. } => check.ranges.iter().any(|(from, to)| inside(*from, to - 1)),
            Sort::Player => inside(0, i32::try_from(self.program.instance.seats()).unwrap_or(0) - 1),
            Sort::YesNo | Sort::Direction | Sort::Nothing => true,
        }
    }

    /// Gives up if a value may not be stored.
    pub(super) fn check(&mut self, f: &mut Fun, check: CheckId, value: Local) -> Emit {
        let Some(check) = self.program.checks.get(check.0 as usize) else { return Ok(()) };
        let seats = i32::try_from(self.program.instance.seats()).unwrap_or(0);
        f.block(|f, fine| {
            f.get(value).number(NONE).put(I::I32Eq);
            if check.none {
                f.jump_if(fine);
            } else {
                f.trap_if();
            }
            match &check.sort {
                Sort::Number { least, greatest } => {
                    f.get(value).number(*least).put(I::I32GeS).get(value).number(*greatest).put(I::I32LeS);
                    f.put(I::I32And).jump_if(fine);
                }
                Sort::Value { allowed, .. } => {
                    for allowed in allowed {
                        f.get(value).number(*allowed).put(I::I32Eq).jump_if(fine);
                    }
                }
                Sort::Component { .. } | Sort::Place { .. } => {
                    for (from, to) in &check.ranges {
                        f.get(value).number(*from).put(I::I32Sub).number(to - from).put(I::I32LtU).jump_if(fine);
                    }
                }
                Sort::Player => {
                    f.get(value).number(seats).put(I::I32LtU).jump_if(fine);
                }
                Sort::YesNo | Sort::Direction | Sort::Nothing => {
                    f.jump(fine);
                }
            }
            f.trap();
        });
        Ok(())
    }
}
