//! Decisions: which candidates are allowed, and taking one.
//!
//! What is allowed lies behind the cells of a block, each candidate as so many words: which way it goes, where there are several; then the
//! values of its names, or a length and its values.

use rulehound_interpreter::play::MOST_CANDIDATES;
use rulehound_interpreter::program::{ChoiceCode, MeantCode, Pc, RequirementCode, WayCode};
use wasm_encoder::Instruction as I;

use super::once::hoist_requirements;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Local};
use crate::Unsupported;
use crate::map::Extra;

/// The most work of listing what is allowed for which the first can be had alone: it is used up whole, of what there is for each position that
/// is looked at.
const MOST_FOR_FIRST: i32 = 1_000_000;

/// How many words a candidate of a decision takes.
pub fn width(choice: &ChoiceCode) -> u32 {
    let values = choice.ways.iter().map(|way| match &way.meant {
        MeantCode::Tuple(names) => u32::try_from(names.len()).unwrap_or(0),
        MeantCode::Several { capacity, .. } => capacity + 1,
    });
    (tag(choice) + values.max().unwrap_or(0)).max(1)
}

/// How many words of a candidate tell which way it goes.
fn tag(choice: &ChoiceCode) -> u32 {
    u32::from(choice.ways.len() > 1)
}

/// A candidate that lies somewhere: so many bytes behind an address.
#[derive(Clone, Copy)]
pub struct Lying {
    pub at: Local,
    pub legal: u32,
}

impl Lying {
    /// Where the values of its names lie.
    pub fn values(self, choice: &ChoiceCode) -> u32 {
        self.legal + tag(choice) * 4
    }

    /// Does something for the way that the candidate goes.
    pub fn its_way<'p, E>(
        self,
        f: &mut Fun,
        choice: &'p ChoiceCode,
        mut work: impl FnMut(&mut Fun, &'p WayCode) -> Result<(), E>,
    ) -> Result<(), E> {
        if let [way] = choice.ways.as_slice() {
            return work(f, way);
        }
        for (number, way) in (0..).zip(&choice.ways) {
            f.get(self.at).load(self.legal).number(number).put(I::I32Eq);
            f.when(|f| work(f, way))?;
        }
        Ok(())
    }

    /// Goes where the candidate leads; `go` never comes back.
    pub fn go(self, f: &mut Fun, choice: &ChoiceCode, go: impl Fn(&mut Fun, Pc)) {
        let Some((last, others)) = choice.ways.split_last() else { return };
        for (number, way) in (0..).zip(others) {
            f.get(self.at).load(self.legal).number(number).put(I::I32Eq);
            f.when(|f| go(f, way.goal));
        }
        go(f, last.goal);
    }
}

/// Where what is allowed is written.
#[derive(Clone, Copy)]
pub struct Written {
    pub count: Local,
    pub at: Local,
    pub width: u32,
    /// Which way the candidates go, if that must be told.
    pub way: Option<i32>,
    /// Whether the first is enough.
    pub first: bool,
    /// How many candidates were looked at, where that may be more than there may be.
    pub visited: Option<Local>,
}

impl<'p> Emitter<'p> {
    /// What is allowed at the decision a block stands at.
    pub(super) fn legal(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        let choice = f.local();
        f.get(BASE).load(self.map.extra(Extra::Choice)).set(choice);
        for id in (0..).take(self.program.choices.len()) {
            f.get(choice).number(i32::try_from(id).unwrap_or(0)).put(I::I32Eq);
            f.when(|f| {
                f.get(BASE);
                self.call(f, Function::Allowed(id));
                f.put(I::Return);
            });
        }
        f.trap().number(0);
        Ok(f)
    }

    /// Writes what is allowed at one decision, or only the first of that, and leaves how many there are.
    pub(super) fn allowed(&mut self, id: u32, first: bool) -> Emit<Fun> {
        let choice = self.program.choices.get(id as usize).ok_or(Unsupported::new("a decision"))?;
        let mut f = Fun::new(1);
        if first {
            f.most_bounded = MOST_FOR_FIRST;
        }
        let written = Written {
            count: f.local(),
            at: f.local(),
            width: width(choice),
            way: None,
            first,
            visited: self.may_be_many(choice).then(|| f.local()),
        };
        self.write_candidates(&mut f, choice, true, &written)?;
        f.get(written.count);
        Ok(f)
    }

    /// Writes the candidates of a decision: those that pass every requirement, or all.
    pub(super) fn write_candidates(
        &mut self,
        f: &mut Fun,
        choice: &'p ChoiceCode,
        allowed: bool,
        written: &Written,
    ) -> Emit {
        let asked = |requirements: &'p [RequirementCode]| if allowed { requirements } else { &[] };
        f.get(BASE).number(i32::try_from(self.map.legal).unwrap_or(0)).put(I::I32Add).set(written.at);
        for (number, way) in (0..).zip(&choice.ways) {
            let asked = asked(&way.requirements);
            if !asked.is_empty() {
                hoist_requirements(self, f, way)?;
            }
            let written = &Written { way: (tag(choice) > 0).then_some(number), ..*written };
            match &way.meant {
                MeantCode::Tuple(names) => self.tuple_candidates(f, asked, names, written)?,
                MeantCode::Several { .. } => self.several_candidates(f, way, asked, written)?,
            }
        }
        Ok(())
    }

    /// Whether a decision may have more candidates than there may be.
    pub(super) fn may_be_many(&self, choice: &ChoiceCode) -> bool {
        let most = |way: &WayCode| match &way.meant {
            MeantCode::Tuple(names) => {
                let counts = names.iter().map(|named| self.most_elements(named.binder.set));
                counts.into_iter().try_fold(1i64, |all, count| all.checked_mul(count?))
            }
            MeantCode::Several { .. } => None,
        };
        let all = choice.ways.iter().try_fold(0i64, |all, way| all.checked_add(most(way)?));
        all.is_none_or(|all| all > MOST_CANDIDATES as i64)
    }

    /// One more candidate is looked at.
    pub(super) fn count_candidate(f: &mut Fun, written: &Written) {
        if let Some(visited) = written.visited {
            f.step(visited, 1).get(visited).number(MOST_CANDIDATES as i32).put(I::I32GtS).trap_if();
        }
    }

    /// Whether the first of what is allowed can be had alone: nothing else is lost then, for no listing can fail, and its work is counted.
    pub(super) fn first_alone(&mut self, id: u32) -> Emit<Option<i32>> {
        let function = Function::First(id);
        if !self.is_written(function) {
            self.write_function(function)?;
        }
        Ok(self.straight.get(&function).copied())
    }

    pub(super) fn if_allowed(
        &mut self,
        f: &mut Fun,
        requirements: &'p [RequirementCode],
        then: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit,
    ) -> Emit {
        f.block(|f, no| {
            for requirement in requirements {
                self.holds(f, requirement.condition)?;
                f.put(I::I32Eqz).jump_if(no);
            }
            then(self, f)
        })
    }

    pub(super) fn write_candidate(&self, f: &mut Fun, written: &Written, words: &[Local]) {
        let most = i32::try_from(self.map.most_legal() / written.width.max(1)).unwrap_or(0);
        if !written.first {
            f.get(written.count).number(most).put(I::I32GeS).stop_if();
        }
        if let Some(way) = written.way {
            f.get(written.at).number(way).store(0);
        }
        let first = if written.way.is_some() { 4 } else { 0 };
        for (offset, word) in (first..).step_by(4).zip(words) {
            f.get(written.at).get(*word).store(offset);
        }
        if written.first {
            f.number(1).put(I::Return);
        }
        f.step(written.at, i32::try_from(written.width * 4).unwrap_or(4)).step(written.count, 1);
    }

    /// Who decides must see what is read.
    pub(super) fn as_decider(&self, f: &mut Fun) -> Local {
        let reader = f.local();
        Self::global(f, Global::Reader).set(reader);
        f.cell(self.program.layout.decider);
        Self::set_global(f, Global::Reader);
        reader
    }
}
