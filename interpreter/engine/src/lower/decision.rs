//! Decisions, simultaneous decisions, plans.

use rulehound_grammar::span::Location;

use super::Lowering;
use crate::program::{
    ChoiceCode, ChoiceKind, GatheringCode, Instruction, NamedBinder, Pc, PlanCode, PlanKey, Region, RegionKind,
};
use rulehound_rules::facts::walk;
use rulehound_rules::model::{
    Binder, Binds, Block, Choice, Choose, ChooseSeveral, Expression, ExpressionKind, Key, May, Repeat, Requirement,
    Sort, Statement, StatementKind, Text,
};

/// The most answers that one player may give in one `simultaneous`.
const MOST_ANSWERS: u32 = 256;

impl Lowering<'_> {
    /// `choose x in S`.
    pub(super) fn lower_choose(&mut self, choose: &Choose, at: Location) {
        let mut binders = Vec::new();
        for (index, binder) in choose.binders.iter().enumerate() {
            self.bind(binder.local);
            let before = choose.binders.get(..index).unwrap_or_default();
            binders.push(NamedBinder { independent: independent(before, binder), ..self.named(binder) });
        }
        let kind = ChoiceKind::Tuple(binders);
        let secret = self.secret(&choose.binders, &choose.requirements, choose.wording.as_ref());
        self.finish_choice(kind, choose.wording.as_ref(), &choose.requirements, choose.if_none.as_ref(), secret, at);
    }

    /// `choose n of x in S`.
    pub(super) fn lower_several(&mut self, choose: &ChooseSeveral, at: Location) {
        let least = self.expression(&choose.least);
        let most = self.expression(&choose.most);
        let element = self.named(&choose.binder);
        let set_type = self.model.locals.get(choose.set.index()).map(|local| self.bound(&local.of));
        let capacity = set_type.unwrap_or(0).min(self.bound(&choose.binder.set.of));
        let set = self.bind(choose.set);
        let kind = ChoiceKind::Several { least, most, element, set, capacity };
        let binders = std::slice::from_ref(&choose.binder);
        let secret = self.secret(binders, &choose.requirements, choose.wording.as_ref());
        self.finish_choice(kind, choose.wording.as_ref(), &choose.requirements, choose.if_none.as_ref(), secret, at);
    }

    fn finish_choice(
        &mut self,
        kind: ChoiceKind,
        wording: Option<&Text>,
        requirements: &[Requirement],
        if_none: Option<&Block>,
        secret: bool,
        at: Location,
    ) {
        let wording = wording.map(|wording| self.text(wording));
        let dear = self.costs.are_dear(requirements);
        let requirements = self.requirements(requirements);
        let aloud = secret && self.is_open_behind;
        let id = self.choice(ChoiceCode { kind, if_none: None, next: 0, wording, requirements, secret, aloud, dear });
        let pc = self.emit(Instruction::Choose(id), at);
        if let Some(block) = if_none {
            let over = self.emit(Instruction::Jump(0), at);
            self.set_if_none(id, self.pc());
            self.block(block);
            self.land(over);
            self.set_next(id, over);
        } else {
            self.set_next(id, pc + 1);
        }
    }

    /// Whether everybody sees whole whatever a block may do.
    fn is_open_block(&self, block: &Block) -> bool {
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

    fn set_next(&mut self, id: u32, pc: Pc) {
        if let Some(choice) = self.program.choices.get_mut(id as usize) {
            choice.next = pc;
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
        let mut secret = false;
        let mut ways = Vec::new();
        for option in options {
            secret |= self.secret(&[], &option.requirements, Some(&option.text));
            ways.push((self.text(&option.text), self.requirements(&option.requirements), 0));
        }
        let kind = ChoiceKind::Options(ways);
        let aloud = secret && options.iter().all(|option| self.is_open_block(&option.body));
        let dear = options.iter().any(|option| self.costs.are_dear(&option.requirements));
        let requirements = Vec::new();
        let code = ChoiceCode { kind, if_none: None, next: 0, wording: None, requirements, secret, aloud, dear };
        let id = self.choice(code);
        self.emit(Instruction::Choose(id), at);
        let mut ends = Vec::new();
        if let Some(block) = if_none {
            self.set_if_none(id, self.pc());
            self.block(block);
            ends.push(self.emit(Instruction::Jump(0), at));
        }
        for (index, option) in options.iter().enumerate() {
            let here = self.pc();
            if let Some(ChoiceKind::Options(ways)) =
                self.program.choices.get_mut(id as usize).map(|choice| &mut choice.kind)
                && let Some((_, _, pc)) = ways.get_mut(index)
            {
                *pc = here;
            }
            self.block(&option.body);
            ends.push(self.emit(Instruction::Jump(0), at));
        }
        for end in ends {
            self.land(end);
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
        let secret = self.secret(&[], &may.requirements, Some(&may.text)) || asked_in_secret;
        let blocks = [Some(&may.body), may.if_none.as_ref()];
        let aloud = secret && !asked_in_secret && blocks.into_iter().flatten().all(|block| self.is_open_block(block));
        let text = self.text(&may.text);
        let dear = self.costs.are_dear(&may.requirements);
        let requirements = self.requirements(&may.requirements);
        let kind = ChoiceKind::May(text, 0, 0);
        let code = ChoiceCode { kind, if_none: None, next: 0, wording: None, requirements, secret, aloud, dear };
        let id = self.choice(code);
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
        if let Some(choice) = self.program.choices.get_mut(id as usize)
            && let ChoiceKind::May(_, to_do, to_leave) = &mut choice.kind
        {
            (*to_do, *to_leave) = (doing, leaving);
        }
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
            StatementKind::ChooseSeveral(choose) => 1 + maybe(&choose.if_none),
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
            StatementKind::Turn(_, body) => block(body),
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
        let bound = match key.value.of.sort {
            Sort::Number { least, greatest } => {
                if key.best {
                    greatest
                } else {
                    least
                }
            }
            _ => i32::from(key.best),
        };
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

    fn secret(&self, binders: &[Binder], requirements: &[Requirement], wording: Option<&Text>) -> bool {
        let parts =
            binders.iter().flat_map(|binder| [Some(&binder.set), binder.from.as_ref(), binder.condition.as_ref()]);
        let values = |text: &Text| {
            text.pieces.iter().any(|piece| match piece {
                rulehound_rules::model::Piece::Words(_) => false,
                rulehound_rules::model::Piece::Value(value) => self.reads_secrets(value),
            })
        };
        parts.flatten().any(|part| self.reads_secrets(part))
            || requirements
                .iter()
                .any(|it| self.reads_secrets(&it.condition) || it.otherwise.as_ref().is_some_and(values))
            || wording.is_some_and(values)
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
        walk::deep(expression).into_iter().any(|part| match &*part.kind {
            ExpressionKind::Local(local) => before.iter().any(|other| other.local == *local),
            _ => false,
        })
    };
    let parts = [Some(&binder.set), binder.from.as_ref(), binder.condition.as_ref()];
    !component(binder) && !before.iter().any(component) && !parts.into_iter().flatten().any(reads)
}
