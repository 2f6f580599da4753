//! From an option of a search straight to the next stop: as the rules are written, without the table of all instructions.

use rulehound_interpreter::program::{ChoiceCode, ChoiceKind, Pc};
use wasm_encoder::Instruction as I;

use crate::Unsupported;
use crate::emit::candidate::width;
use crate::emit::flow::{Flow, Way, Written};
use crate::emit::ways::{along, loops};
use crate::emit::{BASE, Emit, Emitter, Fun, Function, Local, Within};
use crate::map::Extra;

/// More instructions than these are left to the table.
const MOST_INSTRUCTIONS: usize = 300;

impl<'p> Emitter<'p> {
    /// Takes an option of a decision, whose block and number come second and third, and runs to the next stop; leaves what stops there.
    pub(in crate::emit) fn go_along_option(&mut self, id: u32) -> Emit<Fun> {
        let choice = self.program.choices.get(id as usize).ok_or(Unsupported("a decision"))?;
        let mut f = Fun::new(3);
        let (source, option, at) = (1, 2, f.local());
        self.within = Within::Search;
        let targets = targets(choice);
        let order = along(self.program, &targets);
        let loops = loops(self.program, &order).ok_or(Unsupported("a way into a loop"))?;
        f.get(option).number((width(choice) * 4).cast_signed()).put(I::I32Mul).get(source).put(I::I32Add).set(at);
        self.bind_taken(&mut f, choice, at);
        let written = Written::or_anywhere(self.function(Function::Run), self.program.layout.pc);
        let mut flow = Flow::new(&written, None, Way::Search, &order);
        let legal = self.map.legal;
        self.write_code(&mut f, &mut flow, (&order, &loops), |f, flow| take(f, flow, choice, (at, legal)))?;
        drop(flow);
        f.trap();
        Self::all_written(f, written)
    }

    /// Whether what follows a decision is written so: those within a plan, as far as that is not too much.
    fn is_written_along(&self, id: u32) -> bool {
        let Some(choice) = self.program.choices.get(id as usize) else { return false };
        let order = along(self.program, &targets(choice));
        let planned = self.where_chosen(id).is_some_and(|pc| self.plan_around(pc).is_some());
        planned && order.len() <= MOST_INSTRUCTIONS && loops(self.program, &order).is_some()
    }

    /// Takes an option in the block `next` and runs on there to the next stop; leaves what stops there.
    pub(super) fn run_option(&mut self, f: &mut Fun, (option, next): (Local, Local)) {
        let (choice, pause) = (f.local(), f.local());
        f.get(BASE).load(self.map.extra(Extra::Choice)).set(choice);
        f.block(|f, done| {
            for id in (0..).take(self.program.choices.len()) {
                if self.is_written_along(id) {
                    f.get(choice).number(id.cast_signed()).put(I::I32Eq);
                    f.when(|f| {
                        f.get(next).get(BASE).get(option);
                        self.call(f, Function::Along(id));
                        f.set(pause).jump(done);
                    });
                }
            }
            f.get(next).get(BASE).get(option);
            self.call(f, Function::Take);
            f.get(next);
            self.call(f, Function::Run);
            f.set(pause);
        });
        f.get(pause);
    }
}

/// Where a decision goes on.
fn targets(choice: &ChoiceCode) -> Vec<Pc> {
    match &choice.kind {
        ChoiceKind::Tuple(_) | ChoiceKind::Several { .. } => vec![choice.next],
        ChoiceKind::Options(ways) => ways.iter().map(|(.., to)| *to).collect(),
        ChoiceKind::May(_, doing, leaving) => vec![*doing, *leaving],
    }
}

/// Goes where the option leads that lies so many bytes behind an address.
fn take(f: &mut Fun, flow: &Flow<'_>, choice: &ChoiceCode, (at, legal): (Local, u32)) {
    match &choice.kind {
        ChoiceKind::Tuple(_) | ChoiceKind::Several { .. } => flow.go_first(f, choice.next),
        ChoiceKind::Options(ways) => {
            for (way, (.., to)) in (0..).zip(ways) {
                f.get(at).load(legal).number(way).put(I::I32Eq);
                f.when(|f| flow.go_first(f, *to));
            }
            f.trap();
        }
        ChoiceKind::May(_, doing, leaving) => {
            f.get(at).load(legal);
            f.when(|f| flow.go_first(f, *leaving));
            flow.go_first(f, *doing);
        }
    }
}
