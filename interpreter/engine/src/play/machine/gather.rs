//! `simultaneous`: everybody decides on a copy, nobody before another; then what each wrote is joined.

use super::{Machine, Pause, Try};
use crate::cells::{self, Full};
use crate::play::{Event, EventKind, Log, Seen};
use crate::program::{GatheringCode, Progress};

/// Where somebody stands in a private block.
pub(crate) struct Private<'p> {
    /// The machine on the copy.
    pub machine: Machine<'p>,
    /// Whether the block has ended.
    pub finished: bool,
}

impl<'p> Machine<'p> {
    fn gathering(&self, id: u32) -> Option<&'p GatheringCode> {
        self.program.gatherings.get(id as usize)
    }

    /// Works out who takes part, in groups of equal keys.
    pub(super) fn gather_start(&mut self, id: u32) -> Try<()> {
        let Some(code) = self.gathering(id) else { return Ok(()) };
        let mut rows: Vec<i64> = Vec::new();
        self.tuples(std::slice::from_ref(&code.binder), &mut |machine| {
            rows.extend(machine.key_values(&code.keys)?);
            rows.push(i64::from(machine.read(code.binder.local)));
            Ok(true)
        })?;
        cells::begin_gathering(self, code, &rows).map_err(|Full| self.full_list())
    }

    /// Goes to the next group; no more is a no. Without keys there is one group, if only an empty one.
    pub(super) fn gather_next(&mut self, id: u32) -> bool {
        let Some(code) = self.gathering(id) else { return false };
        let group = self.read(code.group) + 1;
        self.write(code.group, group);
        let seats = u32::try_from(self.program.instance.seats()).unwrap_or(0);
        for seat in 0..seats {
            let at = code.answers + seat * (code.depth + 1);
            self.clear(at..at + code.depth + 1);
            self.write(at, Progress::NotBegun.cell());
        }
        let count = u32::try_from(self.read(code.list.at)).unwrap_or(0);
        let last = count.checked_sub(1).and_then(|row| self.row(&code.list, row).get(1).copied());
        group <= last.unwrap_or(i32::from(code.keys.is_empty()))
    }

    /// The seats of the group that is on, in seat order.
    pub fn gathered(&self, id: u32) -> Vec<i32> {
        let Some(code) = self.gathering(id) else { return Vec::new() };
        let mut seats = Vec::new();
        cells::gathered(self, code, &mut seats);
        seats
    }

    /// Who decides where a run has stopped, in seat order.
    pub fn deciders(&self, pause: Pause) -> impl Iterator<Item = i32> {
        let (one, group) = match pause {
            Pause::Decision => (Some(self.decider()), Vec::new()),
            Pause::Gathering(id) => {
                (None, self.gathered(id).into_iter().filter(|seat| self.waits(id, *seat)).collect())
            }
            Pause::Chance | Pause::Over | Pause::PrivateEnd | Pause::PathEnd | Pause::PathFails => (None, Vec::new()),
        };
        one.into_iter().chain(group)
    }

    /// Whether somebody of the group has still to decide.
    pub fn waits(&self, id: u32, seat: i32) -> bool {
        self.gathering(id).is_some_and(|code| !matches!(cells::progress(self, code, seat), Progress::Finished(_)))
    }

    /// Out of the private block, for looking at what is there.
    pub fn at_large(mut self) -> Self {
        (self.private, self.reader) = (None, None);
        self
    }

    /// Runs somebody's block with the answers so far.
    pub fn private(&self, id: u32, seat: i32, log: Log) -> Try<Private<'p>> {
        let mut machine = self.fork(log);
        let Some(code) = self.gathering(id) else { return Ok(Private { machine, finished: true }) };
        machine.private = Some(id);
        machine.reader = Some(seat);
        machine.clear(code.cells.0..code.cells.1);
        machine.write(code.binder.local, seat);
        machine.write(self.program.layout.decider, seat);
        machine.pc = code.body;
        let at = code.answers_of(seat);
        for step in 0..Progress::of(self.read(at)).answers() {
            machine.answered = true;
            if machine.runs_to_end()? {
                return Ok(Private { machine, finished: true });
            }
            let number = usize::try_from(self.read(at + 1 + step)).unwrap_or(usize::MAX);
            machine.answer_again(number)?;
        }
        machine.answered = false;
        // Nobody asks for what is on offer while events are gathered.
        machine.eager = !machine.log.listens();
        let finished = machine.runs_to_end()?;
        Ok(Private { machine, finished })
    }

    /// Takes the legal option of this number in a private run, keeps it, and runs on. It is tried out, so that a fault of the rules shows at
    /// once.
    pub fn answer_in_secret(&mut self, id: u32, seat: i32, option: usize) -> Try<()> {
        if !self.gathered(id).contains(&seat) {
            return Err(self.fault_here("not-in-set", "this player is not to decide"));
        }
        let mut private = self.take_private(id, seat)?;
        if private.finished {
            return Err(self.fault_here("not-in-set", "this player has decided"));
        }
        let number = private.machine.answer_numbered(option)?;
        private.finished = private.machine.runs_to_end()?;
        self.spent += private.machine.spent;
        self.keep_answer(id, seat, number, private.finished)?;
        self.keep_stand(seat, private);
        Ok(())
    }

    /// Runs a private block to its next decision, or to its end.
    pub fn runs_to_end(&mut self) -> Try<bool> {
        match self.run()? {
            Pause::Decision => Ok(false),
            Pause::PrivateEnd => Ok(true),
            _ => Err(self.fault_here("empty-choice", "a secret decision cannot stop here")),
        }
    }

    /// Keeps an answer of somebody who has not finished, by its number among the allowed candidates: to take it again no plan has to be searched.
    fn keep_answer(&mut self, id: u32, seat: i32, number: usize, finished: bool) -> Try<()> {
        let Some(code) = self.gathering(id) else { return Ok(()) };
        cells::keep_answer(self, code, seat, (number, finished))
            .map_err(|Full| self.fault_here("too-large", "more secret decisions in a row than there is room for"))
    }

    /// Looks who of the group has nothing to decide; tells whether all have finished.
    fn all_finished(&mut self, id: u32, seats: &[i32]) -> Try<bool> {
        let Some(code) = self.gathering(id) else { return Ok(true) };
        for seat in seats {
            if cells::progress(self, code, *seat) == Progress::NotBegun {
                let private = self.private(id, *seat, Log::silent())?;
                self.spent += private.machine.spent;
                let finished = private.finished;
                self.keep_stand(*seat, private);
                let progress = if finished { Progress::Finished(0) } else { Progress::Waits(0) };
                cells::set_progress(self, code, *seat, progress);
            }
        }
        Ok(!seats.iter().any(|seat| self.waits(id, *seat)))
    }

    /// If everybody of the group has finished, joins what they wrote and goes on with the reveal.
    pub(super) fn gather_done(&mut self, id: u32) -> Try<bool> {
        let Some(code) = self.gathering(id) else { return Ok(true) };
        let seats = self.gathered(id);
        if !self.all_finished(id, &seats)? {
            return Ok(false);
        }
        let mut done = Vec::new();
        for seat in &seats {
            let heard = self.log.listens() || self.log.counts();
            let log = self.log.empty();
            let private = if heard { self.private(id, *seat, log)? } else { self.take_private(id, *seat)? };
            if !private.finished {
                // Only a damaged save says so of somebody who has still to decide.
                return Err(self.fault_here("nobody-decides", "nobody is left to decide here, but not all have"));
            }
            self.spent += private.machine.spent;
            done.push(private.machine);
        }
        self.stands.clear();
        self.join(&seats, done);
        self.write(self.program.layout.pending, 1);
        self.pc = code.next;
        Ok(true)
    }

    fn join(&mut self, seats: &[i32], done: Vec<Machine<'p>>) {
        let layout = &self.program.layout;
        let cells = layout.places + u32::try_from(self.program.instance.seats()).unwrap_or(0)..layout.bits;
        let before: Vec<i32> = cells.clone().map(|at| self.read(at)).collect();
        let mut heard = self.log.empty();
        for machine in done {
            for (at, old) in cells.clone().zip(&before) {
                let new = machine.read(at);
                if new != *old {
                    self.write(at, new);
                }
            }
            heard.append(machine.log);
        }
        if self.search.is_none() {
            let seats = seats.iter().filter_map(|seat| usize::try_from(*seat).ok()).collect();
            self.tell(EventKind::Joined { seats });
            self.log.append(heard);
        }
    }

    /// Tells of an answer: what was chosen in secret to the chooser alone, else also to those who may know that this was asked, and see all
    /// that was read to ask it and to word the answer.
    pub(super) fn tell_answer(&mut self, text: String, seen: Seen) {
        let Ok(seat) = usize::try_from(self.decider()) else { return };
        let secret = self.private.is_some();
        // That a question was asked may be news by itself.
        let asked = self.veiled_origin().seen;
        let mut origin = self.origin();
        let seen = if secret { Seen::NOBODY } else { seen.and(asked) };
        let seen = seen.or(Seen::only(seat));
        // Whoever was asked knows by which rule.
        origin.seen = origin.seen.or(Seen::only(seat));
        self.log.tell(Event { kind: EventKind::Chosen { seat, text, seen, secret }, origin, turn: Some(seat) });
    }
}

/// Whether all that is kept of secret decisions can be decided here, up to where it says that each of them stands.
pub fn answers_can_be_given(machine: &Machine<'_>, id: u32) -> bool {
    let Some(code) = machine.gathering(id) else { return true };
    machine.gathered(id).into_iter().all(|seat| {
        let finished = match cells::progress(machine, code, seat) {
            Progress::NotBegun => return true,
            Progress::Waits(_) => false,
            Progress::Finished(_) => true,
        };
        machine.private(id, seat, Log::silent()).is_ok_and(|private| private.finished == finished)
    })
}
