//! Where somebody stands in a private block, kept so that it need not be worked out anew. It can always be: positions are saved, copied and
//! compared without.

use super::gather::Private;
use super::{Candidate, Machine, Try};
use crate::play::Log;
use crate::program::Pc;

/// What is kept of a private run.
#[derive(Debug)]
pub(crate) struct Stand {
    mem: Vec<i32>,
    pc: Pc,
    finished: bool,
    /// What is legal at the decision there, if it was worked out.
    legal: Option<Vec<Candidate>>,
}

impl Stand {
    /// How many options there are, if that is known.
    pub fn options(&self) -> Option<usize> {
        self.legal.as_ref().map(Vec::len)
    }
}

impl<'p> Machine<'p> {
    /// Keeps where a private run has come to.
    pub(super) fn keep_stand(&mut self, seat: i32, private: Private<'p>) {
        let Ok(seat) = usize::try_from(seat) else { return };
        let machine = private.machine;
        let stand = Stand { mem: machine.mem, pc: machine.pc, finished: private.finished, legal: machine.legal_here };
        if self.stands.len() <= seat {
            self.stands.resize_with(seat + 1, || None);
        }
        if let Some(slot) = self.stands.get_mut(seat) {
            *slot = Some(stand);
        }
    }

    /// Somebody's private run so far: the one that is kept, or a new one.
    pub fn take_private(&mut self, id: u32, seat: i32) -> Try<Private<'p>> {
        let kept = usize::try_from(seat).ok().and_then(|seat| self.stands.get_mut(seat)).and_then(Option::take);
        let Some(stand) = kept else { return self.private(id, seat, Log::silent()) };
        let mut machine = self.with_memory(stand.mem, Log::silent());
        machine.pc = stand.pc;
        machine.private = Some(id);
        machine.reader = Some(seat);
        machine.eager = true;
        machine.legal_here = stand.legal;
        Ok(Private { machine, finished: stand.finished })
    }
}
