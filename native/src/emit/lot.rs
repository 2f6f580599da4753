//! Deciding by lot in a playout. Where it is dear to find out what is legal, candidates are drawn until one is: of those that are left each is as
//! likely, so of the legal ones, too, and most need not be looked at. The same as the interpreter's `decide_by_lot`.

use rulehound_interpreter::program::{ChoiceCode, MeantCode, Pc, Program};
use wasm_encoder::Instruction as I;

use super::candidate::{Lying, Written, width};
use super::flow::{Flow, value_of};
use super::once::hoist_requirements;
use super::plan::plan_around;
use super::playout::made;
use super::product::Product;
use super::take::bind_set;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local, Within};
use crate::Unsupported;
use crate::map::Tally;

/// Lets a bot draw, if bots play so and it is worth it here; else goes on to where all that is legal is looked at.
pub fn decide<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    flow: &Flow<'_>,
    (id, choice): (u32, &'p ChoiceCode),
) -> Emit {
    let anywhere = emitter.within == Within::Any;
    if !(anywhere || emitter.within == Within::Game) || !may_draw(emitter, choice, flow.here) {
        return Ok(());
    }
    let (plan, draws) = (f.local(), f.local());
    lots_are_drawn(emitter, f);
    f.when(|f| {
        running_plan(emitter, f, flow.here, plan);
        f.number(i32::from(choice.dear)).set(draws);
        for (number, code) in (0..).zip(&emitter.program.plans) {
            f.number(i32::from(code.keys.is_empty())).get(draws).get(plan).number(number).put(I::I32Eq).put(I::Select);
            f.set(draws);
        }
        // Behind the last decision that there may be, somebody is asked only if anything is legal: all of it is looked at to know.
        f.get(draws)
            .number(0)
            .load(Tally::Decisions.at())
            .number(0)
            .load(Tally::Most.at())
            .put(I::I32LtS)
            .put(I::I32And);
        f.when(|f| drawn(emitter, f, flow, (id, choice), plan))
    })
}

/// Leaves whether lots are drawn now.
fn lots_are_drawn(emitter: &Emitter<'_>, f: &mut Fun) {
    f.number(0).load(Tally::Lots.at());
    if emitter.within == Within::Any {
        // From stop to stop, in a search and in secret nobody draws.
        Emitter::global(f, Global::Playing).put(I::I32And);
        Emitter::global(f, Global::Private).number(0).put(I::I32LtS).put(I::I32And);
    }
}

/// Where to go on if nothing is legal at a decision.
pub fn if_none(program: &Program, choice: &ChoiceCode, here: Pc) -> Option<Pc> {
    choice.if_none.or_else(|| program.begun_plan(here)?.if_none)
}

/// Leaves whether a plan that begins here must be looked through before, if it leaves so far that it must: where lots are drawn, its first
/// decision tells whether it can be carried out.
pub fn unless_drawn(emitter: &Emitter<'_>, f: &mut Fun, plan: Pc) {
    let draws = matches!(emitter.within, Within::Any | Within::Game);
    if !draws || emitter.program.begun_plan(plan + 1).is_none() {
        return;
    }
    lots_are_drawn(emitter, f);
    f.put(I::I32Eqz).put(I::I32And);
}

/// Whether there is anything to draw for: what is dear to find out, or a plan that is only to be carried out, however well.
fn may_draw(emitter: &Emitter<'_>, choice: &ChoiceCode, here: Pc) -> bool {
    let plans = &emitter.program.plans;
    match plan_around(emitter.program, here) {
        Some(plan) => plans.get(plan as usize).is_some_and(|plan| plan.keys.is_empty()),
        None => choice.dear || plans.iter().any(|plan| plan.keys.is_empty()),
    }
}

/// Leaves in a local which plan runs here, less than 0 if none.
fn running_plan(emitter: &Emitter<'_>, f: &mut Fun, here: Pc, plan: Local) {
    match plan_around(emitter.program, here) {
        Some(around) => {
            f.number(value_of(around));
        }
        None if emitter.program.plans.is_empty() => {
            f.number(-1);
        }
        None => {
            f.get(BASE).number(value_of(here));
            Emitter::ask(f, Import::RunningPlan);
        }
    }
    f.set(plan);
}

fn drawn<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    flow: &Flow<'_>,
    (id, choice): (u32, &'p ChoiceCode),
    plan: Local,
) -> Emit {
    let (found, first) = (f.local(), f.local());
    f.write(emitter.program.layout.pc, value_of(flow.here));
    let reader = emitter.as_decider(f);
    f.get(BASE).get(plan);
    emitter.call(f, Function::Lot(id));
    f.set(found);
    emitter.guarded_again(f, reader);
    f.get(found).put(I::I32Eqz);
    f.when(|f| match if_none(emitter.program, choice, flow.here) {
        Some(pc) => flow.go(f, pc),
        None => {
            f.trap();
        }
    });
    made(emitter, f);
    f.number(0).set(first);
    emitter.take_and_go(f, flow, choice, first);
    Ok(())
}

/// Leaves 1 if anything is legal at a decision, with what was drawn as the first of its candidates. The plan that runs comes second.
pub fn function(emitter: &mut Emitter<'_>, id: u32) -> Emit<Fun> {
    let choice = emitter.program.choices.get(id as usize).ok_or(Unsupported::new("a decision"))?;
    let mut f = Fun::new(2);
    let plan = 1;
    let (left, option) = (f.local(), f.local());
    let from = match Product::of(emitter, &mut f, choice, left)? {
        Some(product) => Undrawn::Product(product),
        None => Undrawn::Slots(listed(emitter, &mut f, choice, left)?),
    };
    for way in &choice.ways {
        hoist_requirements(emitter, &mut f, way)?;
    }
    f.get(left);
    let mut rounds = Emitter::begin_rounds(&mut f, None);
    let looked = f.block(|f, done| {
        f.repeat(|f, again| {
            Emitter::round(f, &mut rounds);
            f.get(left).put(I::I32Eqz).jump_if(done);
            f.number(0).set(option).get(left).number(1).put(I::I32GtS);
            f.when(|f| {
                f.number(0).load(Tally::Bots.at()).get(left);
                emitter.call(f, Function::Below);
                f.set(option);
            });
            match &from {
                Undrawn::Product(product) => product.lay(f, option),
                Undrawn::Slots(slots) => {
                    f.get(option);
                    f.when(|f| slots.swap_with_first(f, option));
                }
            }
            f.block(|f, no| {
                passes(emitter, f, choice)?;
                f.put(I::I32Eqz).jump_if(no);
                if !emitter.program.plans.is_empty() {
                    f.get(plan).number(0).put(I::I32GeS);
                    f.when(|f| {
                        f.get(BASE).get(plan).number(1);
                        emitter.call(f, Function::BestOfPlan);
                        f.put(I::I32Eqz).jump_if(no);
                    });
                }
                from.forget(emitter, f);
                f.number(1).put(I::Return);
                Ok(())
            })?;
            f.step(left, -1);
            match &from {
                Undrawn::Product(product) => product.leave_out(f, left),
                Undrawn::Slots(slots) => slots.copy_to_first(f, left),
            }
            f.jump(again);
            Ok(())
        })
    });
    Emitter::end_rounds(&mut f, rounds);
    looked?;
    from.forget(emitter, &mut f);
    f.number(0);
    Ok(f)
}

/// The candidates that have not been drawn.
enum Undrawn {
    Slots(Slots),
    Product(Product),
}

impl Undrawn {
    /// None is drawn any more.
    fn forget(&self, emitter: &Emitter<'_>, f: &mut Fun) {
        match self {
            Self::Slots(_) => {}
            Self::Product(product) => product.forget(emitter, f),
        }
    }
}

/// Lists the candidates of a decision; leaves in a local how many there are.
fn listed<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, choice: &'p ChoiceCode, count: Local) -> Emit<Slots> {
    let visited = emitter.may_be_many(choice).then(|| f.local());
    let written = Written { count, at: f.local(), width: width(choice), way: None, first: false, visited };
    emitter.write_candidates(f, choice, false, &written)?;
    Ok(Slots { width: written.width, legal: emitter.map.legal })
}

/// Leaves whether the first of the candidates passes every requirement.
fn passes<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, choice: &'p ChoiceCode) -> Emit {
    let (passed, at) = (f.local(), f.local());
    let legal = emitter.map.legal;
    let mut pass = |_: &mut Emitter<'p>, f: &mut Fun| {
        f.number(1).set(passed);
        Ok(())
    };
    f.number(0).set(passed);
    f.get(BASE).set(at);
    let lying = Lying { at, legal };
    lying.its_way(f, choice, |f, way| {
        match &way.meant {
            MeantCode::Tuple(names) => {
                for (offset, named) in (lying.values(choice)..).step_by(4).zip(names) {
                    let value = f.local();
                    f.get(BASE).load(offset).set(value);
                    let range = emitter.range_of(named);
                    emitter.bind_here(f, named, value, range);
                }
                emitter.if_allowed(f, &way.requirements, &mut pass)?;
                names.iter().for_each(|named| emitter.forget_here(f, named));
            }
            MeantCode::Several { set, capacity, .. } => {
                bind_set(f, *set, at, lying.values(choice));
                emitter.if_allowed(f, &way.requirements, &mut pass)?;
                emitter.clear(f, *set, *set + *capacity + 1);
            }
        }
        Ok(())
    })?;
    f.get(passed);
    Ok(())
}

/// Where candidates lie: so many words each, from the first on.
struct Slots {
    width: u32,
    legal: u32,
}

impl Slots {
    /// Leaves where a candidate lies, but for where the first lies in a block.
    fn at(&self, f: &mut Fun, option: Local) -> Local {
        let at = f.local();
        f.get(option).number((self.width * 4).cast_signed()).put(I::I32Mul).get(BASE).put(I::I32Add).set(at);
        at
    }

    /// Does something for each word of a candidate: with where it lies, and that of the first.
    fn each_word(&self, f: &mut Fun, option: Local, work: impl Fn(&mut Fun, Local, Local)) {
        let (at, first, end) = (self.at(f, option), f.local(), f.local());
        f.get(BASE).set(first).get(at).number((self.width * 4).cast_signed()).put(I::I32Add).set(end);
        f.repeat(|f, again| {
            work(f, at, first);
            f.step(first, 4).step(at, 4).get(at).get(end).put(I::I32LtS).jump_if(again);
        });
    }

    fn swap_with_first(&self, f: &mut Fun, option: Local) {
        let (one, other, legal) = (f.local(), f.local(), self.legal);
        self.each_word(f, option, |f, at, first| {
            f.get(at).load(legal).set(one).get(first).load(legal).set(other);
            f.get(at).get(other).store(legal).get(first).get(one).store(legal);
        });
    }

    fn copy_to_first(&self, f: &mut Fun, option: Local) {
        let legal = self.legal;
        self.each_word(f, option, |f, at, first| {
            f.get(first).get(at).load(legal).store(legal);
        });
    }
}
