//! Where names and lists may hold components: elsewhere no component is told apart from its like by being held, so they stand by number.
//!
//! Goes through all ways a program can take, from each beginning of a body on, until nothing new is found; then from body to body.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_interpreter::program::{
    Addr, FrameId, Holder, Instruction, ListPlace, MeantCode, MoveCode, Pc, Program, RunnableCode, WayCode,
};

/// Which holders may hold anything, by number.
type Held = BTreeSet<usize>;

/// Where names and lists may hold components.
pub struct Holding {
    /// While an instruction runs; nothing is known of those that are missing.
    during: BTreeMap<Pc, Held>,
}

impl Holding {
    pub fn new(program: &Program) -> Self {
        Finder { program, before: BTreeMap::new() }.found()
    }

    /// Whether anything may hold a component while an instruction runs.
    pub fn any(&self, pc: Pc) -> bool {
        self.during.get(&pc).is_none_or(|held| !held.is_empty())
    }
}

struct Finder<'p> {
    program: &'p Program,
    /// What may hold before an instruction runs, as far as its own body goes.
    before: BTreeMap<Pc, Held>,
}

impl Finder<'_> {
    fn found(mut self) -> Holding {
        for frame in &self.program.frames {
            let entered = self.within(|at| frame.cells.contains(&at) || frame.names.contains(&at));
            self.before.insert(frame.code.start, entered);
        }
        while self.one_round() {}
        let around = self.around();
        let mut during = BTreeMap::new();
        for (pc, held) in &self.before {
            let Some(frame) = self.frame(*pc) else { continue };
            let mut all = held.clone();
            all.extend(self.writes(*pc, true));
            all.extend(around.get(&frame).into_iter().flatten());
            if let Some(Instruction::Draw(draw)) = self.program.code.get(*pc as usize) {
                // What has been drawn is no more among what may be.
                let drawn = self.within(|at| at == draw.list.at);
                all.retain(|holder| !drawn.contains(holder));
            }
            during.insert(*pc, all);
        }
        Holding { during }
    }

    /// The holders at some addresses.
    fn within(&self, at: impl Fn(Addr) -> bool) -> Held {
        let address = |holder: &Holder| match holder {
            Holder::One(at) | Holder::Set(at, _) => *at,
            Holder::List(list, _) | Holder::Rows(list, _) => list.at,
        };
        let holders = self.program.holders.iter().enumerate();
        holders.filter(|(_, holder)| at(address(holder))).map(|(number, _)| number).collect()
    }

    fn frame(&self, pc: Pc) -> Option<FrameId> {
        self.program.frame_at.get(pc as usize).copied().flatten()
    }

    /// Hands on what holds behind each instruction; tells whether anything is new.
    fn one_round(&mut self) -> bool {
        let mut new = false;
        let mut next_pc = 0;
        // What is found on the way comes in its turn, so that a straight way takes one round.
        while let Some(pc) = self.before.range(next_pc..).next().map(|(pc, _)| *pc) {
            next_pc = pc + 1;
            let mut held = self.before.get(&pc).cloned().unwrap_or_default();
            held.extend(self.writes(pc, false));
            let gone = self.ends(pc);
            // A jump out of a block leaves from anywhere inside.
            let outside = self.landings(pc).into_iter().map(|to| (to, held.clone())).collect::<Vec<_>>();
            held.retain(|holder| !gone.contains(holder));
            let next = self.successors(pc).into_iter().map(|to| (to, held.clone()));
            for (to, held) in next.chain(outside).collect::<Vec<_>>() {
                let known = self.before.get(&to).map(BTreeSet::len);
                let all = self.before.entry(to).or_default();
                all.extend(held);
                new |= known != Some(all.len());
            }
        }
        new
    }

    /// What may hold around each body: wherever it is called from.
    fn around(&self) -> BTreeMap<FrameId, Held> {
        let mut around: BTreeMap<FrameId, Held> = BTreeMap::new();
        loop {
            let mut new = false;
            for (pc, held) in &self.before {
                let mut held = held.clone();
                held.extend(self.writes(*pc, true));
                held.extend(self.frame(*pc).and_then(|frame| around.get(&frame)).into_iter().flatten());
                for called in self.calls(*pc) {
                    let all = around.entry(called).or_default();
                    let before = all.len();
                    all.extend(held.iter().copied());
                    new |= all.len() > before;
                }
            }
            if !new {
                return around;
            }
        }
    }

    /// The bodies that an instruction may enter.
    fn calls(&self, pc: Pc) -> Vec<FrameId> {
        let clauses = |code: &RunnableCode| code.clauses.iter().map(|(.., frame)| *frame).collect();
        match self.program.code.get(pc as usize) {
            Some(Instruction::Call(runnable, _)) => {
                self.program.runnables.get(runnable.index()).map(clauses).unwrap_or_default()
            }
            Some(Instruction::AfterMove(_, trigger, _)) => {
                self.program.triggers.get(*trigger as usize).copied().into_iter().collect()
            }
            Some(Instruction::AfterRule(watch)) => vec![watch.frame],
            Some(Instruction::Whens) => self.program.whens.iter().map(|when| when.frame).collect(),
            _ => Vec::new(),
        }
    }

    /// Where a jump out of a block around an instruction may land.
    fn landings(&self, pc: Pc) -> Vec<Pc> {
        let Some(frame) = self.frame(pc).and_then(|id| self.program.frames.get(id.0 as usize)) else {
            return Vec::new();
        };
        let around = frame.regions.iter().filter(|region| region.code.contains(&pc)).map(|region| region.landing);
        around.chain([frame.end]).collect()
    }

    /// Where an instruction may go on in its body.
    fn successors(&self, pc: Pc) -> Vec<Pc> {
        let Some(instruction) = self.program.code.get(pc as usize) else { return Vec::new() };
        let mut next = instruction.successors(self.program).targets.to_vec();
        if matches!(instruction, Instruction::Jump(_) | Instruction::Halt | Instruction::Return(_)) {
            return next;
        }
        next.push(pc + 1);
        // What comes back comes back to itself or the next.
        if !self.calls(pc).is_empty() || matches!(instruction, Instruction::Draw(_) | Instruction::Shuffle(..)) {
            next.push(pc);
        }
        let frame = self.frame(pc);
        next.retain(|to| self.frame(*to) == frame);
        next
    }

    /// What an instruction may make hold; while it runs also what it asks for triggers.
    fn writes(&self, pc: Pc, during: bool) -> Held {
        let Some(instruction) = self.program.code.get(pc as usize) else { return Held::new() };
        let names_of = |frame: FrameId| {
            let names = self.program.frames.get(frame.0 as usize).map(|frame| frame.names.clone());
            self.within(|at| names.as_ref().is_some_and(|names| names.contains(&at)))
        };
        match instruction {
            Instruction::Let(to, _) | Instruction::LetSet(to, ..) => self.within(|at| at == *to),
            Instruction::ForStart(ListPlace::Kept(list), _) if !during => self.within(|at| at == list.at),
            Instruction::ForNext(_, names, _) => self.within(|at| names.contains(&at)),
            Instruction::RoundNext(kept, binder, _) | Instruction::DrawLot(kept, binder, _) => {
                self.within(|at| at == *kept || at == binder.local)
            }
            Instruction::Choose(id) => self.program.choices.get(*id as usize).map_or_else(Held::new, |choice| {
                let holds = |way: &WayCode, at: Addr| {
                    let named = way.meant.names().iter().any(|named| named.binder.local == at);
                    named || matches!(way.meant, MeantCode::Several { set, .. } if set == at)
                };
                self.within(|at| choice.ways.iter().any(|way| holds(way, at)))
            }),
            // Lists begin only when is known what comes into them.
            Instruction::Move(MoveCode { list: Some(list), .. }) if !during => self.within(|at| at == list.at),
            Instruction::DrawStart { list, .. } => self.within(|at| at == list.at),
            Instruction::Draw(draw) => self.within(|at| at == draw.list.at),
            Instruction::GatherStart(id) => self
                .program
                .gatherings
                .get(*id as usize)
                .map_or_else(Held::new, |code| self.within(|at| at == code.list.at || at == code.binder.local)),
            Instruction::Gather(id) | Instruction::GatherNext(id, _) => {
                let code = self.program.gatherings.get(*id as usize);
                code.map_or_else(Held::new, |code| self.within(|at| at == code.binder.local))
            }
            Instruction::AfterMove(_, trigger, _) if during => {
                self.program.triggers.get(*trigger as usize).map_or_else(Held::new, |frame| names_of(*frame))
            }
            Instruction::AfterRule(watch) if during => names_of(watch.frame),
            Instruction::Halt
            | Instruction::Jump(_)
            | Instruction::Unless(..)
            | Instruction::Require(_)
            | Instruction::Clear(..)
            | Instruction::Count(..)
            | Instruction::CountDown(..)
            | Instruction::ForStart(..)
            | Instruction::TurnStart(..)
            | Instruction::TurnEnd(_)
            | Instruction::Call(..)
            | Instruction::Begin(..)
            | Instruction::End(_)
            | Instruction::Return(_)
            | Instruction::Leave(_)
            | Instruction::Move(_)
            | Instruction::Roll(..)
            | Instruction::ShuffleStart(_)
            | Instruction::Shuffle(..)
            | Instruction::Set(..)
            | Instruction::Note(_)
            | Instruction::Forget
            | Instruction::Show(_)
            | Instruction::Win(_)
            | Instruction::AfterMove(..)
            | Instruction::MovedEnd(_)
            | Instruction::AfterRule(_)
            | Instruction::MarkWhens
            | Instruction::Whens
            | Instruction::WhenEnd
            | Instruction::PrivateEnd(_)
            | Instruction::PlanStart(_)
            | Instruction::PlanEnd(_) => Held::new(),
        }
    }

    /// What holds nothing behind an instruction.
    fn ends(&self, pc: Pc) -> Held {
        match self.program.code.get(pc as usize) {
            Some(Instruction::Clear(from, to)) => self.within(|at| (*from..*to).contains(&at)),
            Some(Instruction::MovedEnd(list)) => self.within(|at| at == list.at),
            Some(Instruction::End(id)) => {
                let inner = self.program.frames.get(id.0 as usize).map(|frame| frame.inner.clone());
                self.within(|at| inner.as_ref().is_some_and(|inner| inner.contains(&at)))
            }
            _ => Held::new(),
        }
    }
}
