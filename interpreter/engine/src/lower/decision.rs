//! Decisions, simultaneous decisions, plans.

use rulehound_grammar::span::Location;

use super::Lowering;
use super::aloud::{answer_veil, is_aloud, told_block};
use crate::program::{
    ChoiceCode, GatheringCode, Instruction, MeantCode, NamedBinder, Pc, PieceCode, PlanCode, PlanKey, Region,
    RegionKind, TextCode, Veil, WayCode,
};
use rulehound_rules::facts::walk;
use rulehound_rules::model::{
    Binder, Binds, Block, Choice, Choose, Expression, ExpressionKind, Key, May, Meant, Offered, Repeat, Sort,
    Statement, StatementKind,
};

/// The most answers that one player may give in one `simultaneous`.
const MOST_ANSWERS: u32 = 256;

impl Lowering<'_> {
    /// `choose x in S`, `choose n of x in S`.
    pub(super) fn lower_choose(&mut self, choose: &Choose, at: Location) {
        let secret = self.secret(&choose.offered);
        let dear = self.costs.are_dear(&choose.offered.requirements);
        let way = self.way(&choose.offered);
        let aloud = secret && self.is_open_behind;
        let id = self.choice(ChoiceCode { ways: vec![way], if_none: None, secret, aloud, dear });
        let pc = self.emit(Instruction::Choose(id), at);
        let goal = match &choose.if_none {
            Some(block) => {
                let over = self.emit(Instruction::Jump(0), at);
                self.set_if_none(id, self.pc());
                told_block(self, Some(Veil::default()), block);
                self.land(over);
                over
            }
            None => pc + 1,
        };
        self.set_goal(id, 0, goal);
    }

    /// What may be chosen; its names are bound.
    fn way(&mut self, offered: &Offered) -> WayCode {
        let meant = match &offered.meant {
            Meant::Tuple(binders) => {
                let mut names = Vec::new();
                for (index, binder) in binders.iter().enumerate() {
                    self.bind(binder.local);
                    let before = binders.get(..index).unwrap_or_default();
                    names.push(NamedBinder { independent: independent(before, binder), ..self.named(binder) });
                }
                MeantCode::Tuple(names)
            }
            Meant::Several(several) => {
                let least = self.expression(&several.least);
                let most = self.expression(&several.most);
                let element = self.named(&several.binder);
                let set_type = self.model.locals.get(several.set.index()).map(|local| self.bound(&local.of));
                let capacity = set_type.unwrap_or(0).min(self.bound(&several.binder.set.of));
                let set = self.bind(several.set);
                MeantCode::Several { least, most, element, set, capacity }
            }
        };
        let wording = offered.wording.as_ref().map(|wording| self.text(wording));
        WayCode { meant, wording, requirements: self.requirements(&offered.requirements), goal: 0 }
    }

    /// Whether everybody sees whole whatever a block may do.
    pub(super) fn is_open_block(&self, block: &Block) -> bool {
        block.statements.iter().all(|statement| self.facts.is_open(self.model, statement))
    }

    /// The last statement of a block of which not everybody sees whole what it may do, if the block has decisions whose answers have names.
    pub(super) fn last_hidden(&self, block: &Block) -> Option<usize> {
        let names = |statement: &Statement| {
            let traits = statement.traits();
            traits.asks && !matches!(traits.binds, Binds::Nothing)
        };
        let is_open = |statement: &Statement| self.facts.is_open(self.model, statement);
        let asks = block.statements.iter().any(names);
        if asks { block.statements.iter().rposition(|statement| !is_open(statement)) } else { None }
    }

    fn choice(&mut self, code: ChoiceCode) -> u32 {
        let id = u32::try_from(self.program.choices.len()).unwrap_or(u32::MAX);
        self.program.choices.push(code);
        id
    }

    fn set_if_none(&mut self, id: u32, pc: Pc) {
        if let Some(choice) = self.program.choices.get_mut(id as usize) {
            choice.if_none = Some(pc);
        }
    }

    fn set_goal(&mut self, id: u32, way: usize, pc: Pc) {
        let choice = self.program.choices.get_mut(id as usize);
        if let Some(way) = choice.and_then(|choice| choice.ways.get_mut(way)) {
            way.goal = pc;
        }
    }

    fn named(&mut self, binder: &Binder) -> NamedBinder {
        let local = self.model.locals.get(binder.local.index());
        let name = local.map(|local| local.name.clone()).unwrap_or_default();
        let set_words = self.as_written(binder.set.at);
        let condition_words = binder.condition.as_ref().map(|condition| self.as_written(condition.at));
        let sort = binder.set.of.sort.clone();
        NamedBinder { name, sort, binder: self.binder(binder), independent: false, set_words, condition_words }
    }

    /// `choose { option … }`.
    pub(super) fn lower_options(&mut self, options: &[Choice], if_none: Option<&Block>, at: Location) {
        let from = self.next;
        let secret = options.iter().any(|option| self.secret(&option.offered));
        let aloud = is_aloud(self, options);
        let dear = options.iter().any(|option| self.costs.are_dear(&option.offered.requirements));
        let ways = options.iter().map(|option| self.way(&option.offered)).collect();
        let names = from..self.next;
        let id = self.choice(ChoiceCode { ways, if_none: None, secret, aloud, dear });
        self.emit(Instruction::Choose(id), at);
        let mut ends = Vec::new();
        if let Some(block) = if_none {
            self.set_if_none(id, self.pc());
            told_block(self, Some(Veil::default()), block);
            ends.push(self.emit(Instruction::Jump(0), at));
        }
        for (index, option) in options.iter().enumerate() {
            self.set_goal(id, index, self.pc());
            let veil = aloud.then(|| answer_veil(self, &option.offered));
            told_block(self, veil, &option.body);
            ends.push(self.emit(Instruction::Jump(0), at));
        }
        for end in ends {
            self.land(end);
        }
        if !names.is_empty() {
            self.emit(Instruction::Clear(names.start, names.end), at);
        }
    }

    /// `may`, `may repeat`.
    pub(super) fn lower_may(&mut self, may: &May, at: Location) {
        let from = self.next;
        let counter = match &may.repeat {
            Repeat::AtMost(times) => {
                let times = self.expression(times);
                let counter = self.cells(1);
                self.emit(Instruction::Count(counter, times), at);
                Some(counter)
            }
            Repeat::Once | Repeat::Often => None,
        };
        let top = self.pc();
        let mut exits = Vec::new();
        if let Some(counter) = counter {
            exits.push(self.emit(Instruction::CountDown(counter, 0), at));
        }
        let unmet = may.condition.as_ref().map(|condition| {
            let test = self.expression(condition);
            self.emit(Instruction::Unless(test, 0), condition.at)
        });
        let asked_in_secret = may.condition.as_ref().is_some_and(|condition| self.reads_secrets(condition));
        let mut secret = asked_in_secret;
        walk::visit_words(Some(&may.text), &may.requirements, &mut |_, read| secret |= self.reads_secrets(read));
        let blocks = [Some(&may.body), may.if_none.as_ref()];
        let aloud = secret && !asked_in_secret && blocks.into_iter().flatten().all(|block| self.is_open_block(block));
        let dear = self.costs.are_dear(&may.requirements);
        let (wording, requirements) = (Some(self.text(&may.text)), self.requirements(&may.requirements));
        let skipping = Some(TextCode(vec![PieceCode::Words("skip".to_owned())]));
        let ways = [(wording, requirements), (skipping, Vec::new())].map(|(wording, requirements)| WayCode {
            meant: MeantCode::Tuple(Vec::new()),
            wording,
            requirements,
            goal: 0,
        });
        let id = self.choice(ChoiceCode { ways: ways.into(), if_none: None, secret, aloud, dear });
        self.emit(Instruction::Choose(id), at);
        let doing = self.pc();
        self.block(&may.body);
        match may.repeat {
            Repeat::Once => exits.push(self.emit(Instruction::Jump(0), at)),
            Repeat::Often | Repeat::AtMost(_) => {
                self.emit(Instruction::Jump(top), at);
            }
        }
        let leaving = self.pc();
        if let Some(unmet) = unmet {
            self.land(unmet);
        }
        if let Some(block) = &may.if_none {
            self.block(block);
        }
        for exit in exits {
            self.land(exit);
        }
        self.set_goal(id, 0, doing);
        self.set_goal(id, 1, leaving);
        self.clear(from, at);
    }

    /// `simultaneous`.
    pub(super) fn lower_simultaneous(
        &mut self,
        binder: &Binder,
        keys: &[Key],
        body: &Block,
        reveal: Option<&Block>,
        at: Location,
    ) {
        let from = self.next;
        let id = u32::try_from(self.program.gatherings.len()).unwrap_or(u32::MAX);
        let seats = u32::try_from(self.instance().seats()).unwrap_or(u32::MAX);
        let list = self.list(2, seats);
        let group = self.cells(1);
        let depth = self.decisions(body, 0).min(MOST_ANSWERS);
        let answers = self.cells(seats.saturating_mul(depth.saturating_add(1)));
        let inside = self.next;
        self.bind(binder.local);
        let code = self.binder(binder);
        let keys = self.keys(keys);
        let cells = (inside, inside);
        let code = GatheringCode { binder: code, keys, list, group, answers, depth, body: 0, next: 0, cells };
        self.program.gatherings.push(code);
        self.emit(Instruction::GatherStart(id), at);
        let top = self.emit(Instruction::GatherNext(id, 0), at);
        self.emit(Instruction::Gather(id), at);
        let start = self.pc();
        self.private_inside(true);
        self.block(body);
        self.private_inside(false);
        let end = self.emit(Instruction::PrivateEnd(id), at);
        self.region(Region {
            kind: RegionKind::Private(id),
            code: start..end + 1,
            landing: end,
            cells: inside + 1..self.next,
        });
        let inside_end = self.next;
        let next = self.pc();
        if let Some(gathering) = self.program.gatherings.get_mut(id as usize) {
            gathering.body = start;
            gathering.next = next;
            gathering.cells = (inside, inside_end);
        }
        // What all have written together is there now, and what waited for it comes before the reveal.
        self.look_again(at);
        if let Some(reveal) = reveal {
            self.block(reveal);
        }
        self.emit(Instruction::Jump(top), at);
        self.land(top);
        self.clear(from, at);
    }

    /// How many decisions a block can come to at most.
    fn decisions(&self, block: &Block, depth: u32) -> u32 {
        block.statements.iter().map(|statement| self.statement_decisions(statement, depth)).fold(0, u32::saturating_add)
    }

    fn statement_decisions(&self, statement: &Statement, depth: u32) -> u32 {
        if depth > 200 {
            return MOST_ANSWERS;
        }
        let block = |block: &Block| self.decisions(block, depth + 1);
        let maybe = |found: &Option<Block>| found.as_ref().map_or(0, block);
        match &statement.kind {
            StatementKind::Choose(choose) => 1 + maybe(&choose.if_none),
            StatementKind::ChooseOption { options, if_none } => {
                let most = options.iter().map(|option| block(&option.body)).max().unwrap_or(0);
                most.max(maybe(if_none)).saturating_add(1)
            }
            StatementKind::May(may) => {
                let once = block(&may.body).saturating_add(1);
                let times = match &may.repeat {
                    Repeat::Once => 1,
                    Repeat::Often => MOST_ANSWERS,
                    Repeat::AtMost(times) => greatest(times),
                };
                once.saturating_mul(times).saturating_add(maybe(&may.if_none))
            }
            StatementKind::If { arms, otherwise } => {
                arms.iter().map(|(_, arm)| block(arm)).max().unwrap_or(0).max(maybe(otherwise))
            }
            StatementKind::For(selection, body) => self.selection_bound(selection).saturating_mul(block(body)),
            StatementKind::Repeat { times, body, .. } => {
                times.as_ref().map_or(MOST_ANSWERS, greatest).saturating_mul(block(body))
            }
            StatementKind::Plan { body, if_none, .. } => block(body).max(maybe(if_none)),
            StatementKind::Turn(_, body) | StatementKind::LayOut(_, body) => block(body),
            StatementKind::Do { runnable, .. } => {
                let clauses = self.model.runnables.get(runnable.index()).map(|runnable| runnable.clauses.as_slice());
                clauses.unwrap_or_default().iter().map(|clause| block(&clause.body)).max().unwrap_or(0)
            }
            StatementKind::RepeatFor { body, .. } => MOST_ANSWERS.saturating_mul(block(body)),
            StatementKind::Simultaneous { .. }
            | StatementKind::Require(_)
            | StatementKind::Leave(_)
            | StatementKind::Let(..)
            | StatementKind::MoveEach(..)
            | StatementKind::MoveAll { .. }
            | StatementKind::MoveSome { .. }
            | StatementKind::Move(..)
            | StatementKind::DrawFrom { .. }
            | StatementKind::DrawOne(_)
            | StatementKind::Roll(_)
            | StatementKind::Shuffle(_)
            | StatementKind::Swap(..)
            | StatementKind::Set { .. }
            | StatementKind::Remember(_)
            | StatementKind::Show { .. }
            | StatementKind::Win(_) => 0,
        }
    }

    /// `plan`.
    pub(super) fn lower_plan(&mut self, keys: &[Key], body: &Block, if_none: Option<&Block>, at: Location) {
        let from = self.next;
        let secret = self.plan_reads_secrets(keys, body);
        let id = u32::try_from(self.program.plans.len()).unwrap_or(u32::MAX);
        self.program.plans.push(PlanCode { secret: false, keys: Vec::new(), best: 0, if_none: None, code: (0, 0) });
        let best = self.cells(u32::try_from(keys.len()).unwrap_or(u32::MAX));
        let start = self.emit(Instruction::PlanStart(id), at);
        self.block(body);
        let end = self.emit(Instruction::PlanEnd(id), at);
        self.clear(from, at);
        self.region(Region {
            kind: RegionKind::Plan(id),
            code: start + 1..end + 1,
            landing: end,
            cells: from..self.next,
        });
        let keys = keys.iter().map(|key| self.plan_key(key)).collect();
        let over = self.emit(Instruction::Jump(0), at);
        let otherwise = if_none.map(|block| {
            let here = self.pc();
            self.hide_inside();
            self.block(block);
            here
        });
        self.land(over);
        if let Some(plan) = self.program.plans.get_mut(id as usize) {
            *plan = PlanCode { secret, keys, best, if_none: otherwise, code: (start + 1, end) };
        }
        self.look_again(at);
    }

    /// Whether looking ahead reads something that somebody may not see, also in what the plan runs and sets off.
    fn plan_reads_secrets(&self, keys: &[Key], body: &Block) -> bool {
        let mut found = keys.iter().any(|key| self.reads_secrets(&key.value));
        for statement in self.facts.reached(self.model, body) {
            walk::expressions(statement, &mut |_, expression| found |= self.reads_secrets(expression));
        }
        found
    }

    fn plan_key(&mut self, key: &Key) -> PlanKey {
        let value = self.expression(&key.value);
        let (least, greatest) = match &key.value.of.sort {
            Sort::Number { least, greatest } => (*least, *greatest),
            Sort::Value { allowed, .. } => {
                (allowed.first().copied().unwrap_or(0), allowed.last().copied().unwrap_or(0))
            }
            _ => (0, 1),
        };
        let bound = if key.best { greatest } else { least };
        let words = self.doc_of(&key.value).unwrap_or_else(|| format!("`{}`", self.as_written(key.value.at)));
        PlanKey { best: key.best, value, bound, words }
    }

    /// What the variable or definition says of itself that an expression is, as the beginning of a sentence.
    fn doc_of(&self, expression: &Expression) -> Option<String> {
        let notes = match &*expression.kind {
            ExpressionKind::Variable(cell) => &self.model.variables.get(cell.variable.index())?.notes,
            ExpressionKind::Call(definition, _) => &self.model.definitions.get(definition.index())?.notes,
            _ => return None,
        };
        let doc = notes.doc.as_ref()?;
        Some(doc.trim_end_matches('.').to_owned())
    }

    /// Whether what may be chosen hangs on something that somebody may not see.
    pub(super) fn secret(&self, offered: &Offered) -> bool {
        let mut found = false;
        walk::visit_offered(offered, &mut |_, read| found |= self.reads_secrets(read));
        found
    }

    /// Whether an expression reads something that somebody may not see.
    pub(super) fn reads_secrets(&self, expression: &Expression) -> bool {
        self.facts.reads_secrets(self.model, expression)
    }
}

fn greatest(number: &Expression) -> u32 {
    match &number.of.sort {
        Sort::Number { greatest, .. } => u32::try_from(*greatest).unwrap_or(0),
        _ => MOST_ANSWERS,
    }
}

/// Whether what a name goes through is the same whatever the names before it hold. A component that is held stands apart from its like, so
/// with components nothing is promised.
fn independent(before: &[Binder], binder: &Binder) -> bool {
    let component = |binder: &Binder| matches!(binder.set.of.sort, Sort::Component { .. });
    let reads = |expression: &Expression| {
        walk::deep(expression).any(|part| match &*part.kind {
            ExpressionKind::Local(local) => before.iter().any(|other| other.local == *local),
            _ => false,
        })
    };
    let parts = [Some(&binder.set), binder.from.as_ref(), binder.condition.as_ref()];
    !component(binder) && !before.iter().any(component) && !parts.into_iter().flatten().any(reads)
}
