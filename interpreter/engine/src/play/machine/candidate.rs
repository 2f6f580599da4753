//! Decisions: candidates, which of them are legal, and taking one.

use std::collections::BTreeMap;

use smallvec::{SmallVec, smallvec};

use super::{Machine, Pause, Try, counting};
use crate::cells;
use crate::play::{BindingValue, Reason, Seen};
use crate::program::{CLEARED, ChoiceCode, FrameId, Instruction, MeantCode, NamedBinder, NodeId, WayCode};
use rulehound_rules::limits::CHOSEN;
use rulehound_rules::model::KindId;
use rulehound_rules::model::value::NONE;

/// The most candidates of one offer.
pub const MOST_CANDIDATES: usize = rulehound_rules::limits::CANDIDATES;

/// The code of what is no fault of the rules: that something is chosen which is not there. Whoever asked from outside is told so.
pub(crate) const NO_OPTION: &str = "misuse";

/// What a candidate binds.
pub(crate) type Values = SmallVec<[i32; 6]>;

/// Something that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Of which way of the decision it is.
    pub way: u32,
    /// One value for each name, or the elements of a set.
    pub values: Values,
}

/// Looks at a candidate whose names are bound; tells whether to go on.
type Look<'v, 'p> = &'v mut dyn FnMut(&mut Machine<'p>, Candidate) -> Try<bool>;

/// The same with nothing but what the names of a way hold.
type Visit<'v, 'p> = &'v mut dyn FnMut(&mut Machine<'p>, Values) -> Try<bool>;

impl ChoiceCode {
    /// The way that a candidate is of.
    pub(crate) fn way(&self, candidate: &Candidate) -> Option<&WayCode> {
        self.ways.get(candidate.way as usize)
    }
}

/// Whether a candidate is a set.
fn is_set(choice: &ChoiceCode, candidate: &Candidate) -> bool {
    choice.way(candidate).is_some_and(|way| matches!(way.meant, MeantCode::Several { .. }))
}

impl<'p> Machine<'p> {
    /// The decision the machine stands at.
    pub fn choice(&self) -> Option<&'p ChoiceCode> {
        match self.instruction() {
            Instruction::Choose(id) => self.program.choices.get(*id as usize),
            _ => None,
        }
    }

    /// Stops if something is legal; else goes where nothing leads.
    pub(super) fn step_choose(&mut self, id: u32) -> Try<Option<Pause>> {
        let Some(choice) = self.program.choices.get(id as usize) else { return Ok(None) };
        // A path that is searched stops at every choice; the search looks at what is legal.
        if self.search.is_some() {
            return Ok(Some(Pause::Decision));
        }
        if usize::try_from(self.decider()).is_err() {
            return Err(self.fault_here("nobody-decides", "nobody is on turn to decide this"));
        }
        if self.playout {
            return Ok(Some(Pause::Decision));
        }
        // What has been answered was legal; with an `if none` it is not certain that the answer belongs here.
        if self.answered && choice.if_none.is_none() || self.anything_legal(choice)? {
            return Ok(Some(Pause::Decision));
        }
        match choice.if_none {
            Some(pc) => {
                self.pc = pc;
                Ok(None)
            }
            None => Err(self.fault_here("empty-choice", "there is nothing to choose here")),
        }
    }

    /// Whether anything is legal. If all of it will be asked for anyway, it is worked out now; what a fault keeps from being told shows when
    /// it is asked for.
    fn anything_legal(&mut self, choice: &'p ChoiceCode) -> Try<bool> {
        if self.eager {
            let (fuel, depth) = (self.fuel, self.depth);
            if let Ok(legal) = self.legal(choice) {
                let found = !legal.is_empty();
                self.legal_here = found.then_some(legal);
                return Ok(found);
            }
            // As if nothing had been tried.
            (self.fuel, self.depth) = (fuel, depth);
            self.unbind(choice);
        }
        self.any_legal(choice)
    }

    fn any_legal(&mut self, choice: &'p ChoiceCode) -> Try<bool> {
        if let Some(plan) = self.running_plan() {
            let reader = self.reader.replace(self.decider());
            let mut best = Vec::new();
            let result = self.allowed_into(choice, &mut best).and_then(|()| self.best_of_plan(plan, &mut best, true));
            self.reader = reader;
            return result.map(|()| !best.is_empty());
        }
        let mut found = false;
        let reader = self.reader.replace(self.decider());
        let result = self.candidates(choice, &mut |machine, candidate| {
            found = machine.allowed(choice, &candidate)?;
            Ok(!found)
        });
        self.reader = reader;
        result?;
        Ok(found)
    }

    /// All legal candidates in order.
    pub fn legal(&mut self, choice: &'p ChoiceCode) -> Try<Vec<Candidate>> {
        let mut legal = Vec::new();
        self.profiled(|machine| machine.legal_into(choice, &mut legal)).map(|()| legal)
    }

    fn legal_into(&mut self, choice: &'p ChoiceCode, legal: &mut Vec<Candidate>) -> Try<()> {
        let reader = self.reader.replace(self.decider());
        let result = self.allowed_into(choice, legal);
        let plan = if result.is_ok() && self.search.is_none() { self.running_plan() } else { None };
        let result = match plan {
            Some(plan) => self.best_of_plan(plan, legal, false),
            None => result,
        };
        self.reader = reader;
        result
    }

    /// All candidates that pass every requirement.
    pub(super) fn all_allowed(&mut self, choice: &'p ChoiceCode) -> Try<Vec<Candidate>> {
        let mut found = Vec::new();
        self.allowed_into(choice, &mut found).map(|()| found)
    }

    fn allowed_into(&mut self, choice: &'p ChoiceCode, found: &mut Vec<Candidate>) -> Try<()> {
        self.candidates(choice, &mut |machine, candidate| {
            if machine.allowed(choice, &candidate)? {
                found.push(candidate);
            }
            Ok(true)
        })
    }

    /// Whether every requirement holds; the candidate's names are bound.
    pub(super) fn allowed(&mut self, choice: &'p ChoiceCode, candidate: &Candidate) -> Try<bool> {
        for requirement in choice.way(candidate).map(|way| way.requirements.as_slice()).unwrap_or_default() {
            if !counting::required(self, requirement)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All requirements that fail; the candidate's names are bound. One that faults after another failed is left out.
    pub fn reasons(&mut self, choice: &'p ChoiceCode, candidate: &Candidate) -> Try<Vec<Reason>> {
        let mut reasons = Vec::new();
        for requirement in choice.way(candidate).map(|way| way.requirements.as_slice()).unwrap_or_default() {
            match counting::required(self, requirement) {
                Ok(true) => {}
                Ok(false) => {
                    let sentence = self.text(&requirement.otherwise)?;
                    let at = self.program.node_at.get(requirement.condition.0 as usize).copied();
                    reasons.push(self.reason_at(sentence, at.unwrap_or_default()));
                }
                Err(_) if !reasons.is_empty() => {}
                Err(trouble) => return Err(trouble),
            }
        }
        Ok(reasons)
    }

    /// Goes through all candidates in order.
    pub fn candidates(&mut self, choice: &'p ChoiceCode, visit: Look<'_, 'p>) -> Try<()> {
        let (mut count, mut elements) = (0, 0);
        let mut counted = |machine: &mut Self, candidate: Candidate| {
            count += 1;
            if count > MOST_CANDIDATES {
                let message = format!("there are more than {MOST_CANDIDATES} candidates to choose from");
                return Err(machine.fault_here("choice-too-wide", message));
            }
            if is_set(choice, &candidate) {
                elements += candidate.values.len();
            }
            if elements > CHOSEN {
                let message = format!("the candidates to choose from hold more than {CHOSEN} elements together");
                return Err(machine.fault_here("choice-too-wide", message));
            }
            visit(machine, candidate)
        };
        for (number, way) in (0..).zip(&choice.ways) {
            let mut of_way = |machine: &mut Self, values: Values| counted(machine, Candidate { way: number, values });
            let go_on = match &way.meant {
                MeantCode::Tuple(binders) => {
                    let mut known: SmallVec<[Option<Vec<i32>>; 4]> = smallvec![None; binders.len()];
                    let result = self.tuple_candidates(binders, &mut known, &mut Values::new(), &mut of_way);
                    known.into_iter().flatten().for_each(|elements| self.give(elements));
                    result?
                }
                MeantCode::Several { least, most, element, set, capacity } => {
                    let (least, most) = (self.number(*least)?, self.number(*most)?);
                    self.several_candidates((least, most), element, (*set, *capacity), &mut of_way)?
                }
            };
            if !go_on {
                break;
            }
        }
        Ok(())
    }

    /// Binds names from the first on. `known` keeps the elements of names that do not depend on those before.
    fn tuple_candidates(
        &mut self,
        binders: &'p [NamedBinder],
        known: &mut [Option<Vec<i32>>],
        tuple: &mut Values,
        visit: Visit<'_, 'p>,
    ) -> Try<bool> {
        let (Some((named, rest)), Some((own, later))) = (binders.split_first(), known.split_first_mut()) else {
            return visit(self, tuple.clone());
        };
        let elements = match own.take() {
            Some(elements) => elements,
            None => self.meant(named)?,
        };
        let mut go_on = true;
        for value in elements.iter().copied() {
            self.write(named.binder.local, value);
            tuple.push(value);
            go_on = self.tuple_candidates(rest, later, tuple, visit)?;
            tuple.pop();
            if !go_on {
                break;
            }
        }
        self.write(named.binder.local, CLEARED);
        if named.independent {
            *own = Some(elements);
        } else {
            self.give(elements);
        }
        Ok(go_on)
    }

    /// The elements of a name's set that pass its `where`.
    pub(super) fn meant(&mut self, named: &'p NamedBinder) -> Try<Vec<i32>> {
        let mut elements = self.elements(named)?;
        let Some(condition) = named.binder.condition else { return Ok(elements) };
        let mut passed = 0;
        for index in 0..elements.len() {
            let value = elements.get(index).copied().unwrap_or(NONE);
            self.write(named.binder.local, value);
            if self.holds(condition)? {
                if let Some(slot) = elements.get_mut(passed) {
                    *slot = value;
                }
                passed += 1;
            }
        }
        elements.truncate(passed);
        self.write(named.binder.local, CLEARED);
        Ok(elements)
    }

    /// The elements of a name's set; of those alike now only the first.
    fn elements(&mut self, named: &'p NamedBinder) -> Try<Vec<i32>> {
        let mut set = self.take();
        self.binder_set(&named.binder, &mut set)?;
        if named.binder.components {
            self.with_room(|program, machine, room| {
                let left = cells::offer_alike(program, machine, &mut set, &mut room.held);
                set.truncate(left);
            });
            if self.has_own_audience(&set) {
                self.sort_by_looks(&mut set)?;
            }
        }
        Ok(set)
    }

    /// Components whose features are not all open stand, within one place, in the order of what the decider sees of them. What looks the
    /// same without being alike cannot be offered, since its order would tell. Those in a pile keep their order: whoever sees them sees it.
    fn sort_by_looks(&mut self, set: &mut [i32]) -> Try<()> {
        let mut places: BTreeMap<(i32, Option<KindId>), Vec<usize>> = BTreeMap::new();
        for (at, component) in set.iter().enumerate() {
            let place = self.place_of(*component);
            if !self.ordered(place) && self.has_own_audience(std::slice::from_ref(component)) {
                places.entry((place, self.kind_of(*component))).or_default().push(at);
            }
        }
        let held = self.held();
        for steps in places.into_values() {
            let mut looks: Vec<(Vec<i32>, i32)> = Vec::with_capacity(steps.len());
            for component in steps.iter().filter_map(|at| set.get(*at).copied()) {
                looks.push((self.look(component), component));
            }
            looks.sort();
            for pair in looks.windows(2) {
                let [(left, one), (right, other)] = pair else { continue };
                let has_like = |component: &i32| cells::has_like(self.program, self, *component, &held);
                let alike = has_like(one) && has_like(other) && cells::alike(self.program, self, *one, *other);
                if left == right && !alike {
                    let look = self.describe(*one);
                    let message = format!("two things look like {look} to whoever decides: draw one instead");
                    return Err(self.fault_here("secret-read", message));
                }
            }
            for (at, (_, component)) in steps.into_iter().zip(looks) {
                if let Some(slot) = set.get_mut(at) {
                    *slot = component;
                }
            }
        }
        Ok(())
    }

    /// What the decider sees of a component: whose it is, and the values of the features that are seen.
    fn look(&mut self, component: i32) -> Vec<i32> {
        let mut look = vec![self.program.instance.component(component).map_or(NONE, |component| component.owner)];
        let Some(kind) = self.kind_of(component).and_then(|kind| self.program.instance.model.kinds.get(kind.index()))
        else {
            return look;
        };
        for (number, attribute) in kind.attributes.iter().enumerate() {
            if self.reader_sees(component, number) {
                let cells = attribute.first_cell..attribute.first_cell + attribute.cells;
                look.extend(cells.map(|cell| self.attribute_value(component, cell)));
            }
        }
        look
    }

    fn several_candidates(
        &mut self,
        (least, most): (i32, i32),
        named: &'p NamedBinder,
        place: (u32, u32),
        visit: Visit<'_, 'p>,
    ) -> Try<bool> {
        let mut set = Vec::new();
        self.tuples(std::slice::from_ref(&named.binder), &mut |machine| {
            set.push(machine.read(named.binder.local));
            Ok(true)
        })?;
        if named.binder.components && self.has_own_audience(&set) {
            self.sort_by_looks(&mut set)?;
        }
        let mut alike: Vec<Option<usize>> = vec![None; set.len()];
        if named.binder.components {
            self.with_room(|program, machine, room| {
                cells::alike_before(program, machine, &set, &mut room.held, &mut alike);
            });
        }
        let count = i32::try_from(set.len()).unwrap_or(i32::MAX);
        let mut go_on = true;
        for size in least.max(0)..=most.min(count) {
            let size = usize::try_from(size).unwrap_or(0);
            go_on = self.subsets(&set, &alike, 0, size, &mut Vec::new(), place, visit)?;
            if !go_on {
                break;
            }
        }
        self.clear(place.0..place.0 + place.1 + 1);
        Ok(go_on)
    }

    /// All subsets of a size in lexicographic order. Of elements that are alike the first ones are taken, so each set comes once.
    #[expect(clippy::too_many_arguments, reason = "the state of one recursion")]
    fn subsets(
        &mut self,
        set: &[i32],
        alike: &[Option<usize>],
        from: usize,
        size: usize,
        chosen: &mut Vec<usize>,
        place: (u32, u32),
        visit: Visit<'_, 'p>,
    ) -> Try<bool> {
        self.burn(1)?;
        if chosen.len() == size {
            let values: Values = chosen.iter().filter_map(|index| set.get(*index).copied()).collect();
            self.write_set(place.0, place.1, &values)?;
            return visit(self, values);
        }
        for index in from..set.len() {
            if set.len() - index < size - chosen.len() {
                break;
            }
            // Of things that are alike one is taken only behind all before it.
            let before = alike.get(index).copied().flatten();
            if before.is_some_and(|before| !chosen.contains(&before)) {
                continue;
            }
            chosen.push(index);
            let go_on = self.subsets(set, alike, index + 1, size, chosen, place, visit)?;
            chosen.pop();
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the legal option of this number and stands behind the decision.
    pub fn answer(&mut self, option: usize) -> Try<()> {
        let Some(choice) = self.choice() else {
            return Err(self.fault_here("not-in-set", "nothing is to be chosen here"));
        };
        let legal = self.legal(choice)?;
        self.answer_with(choice, legal.get(option), option)
    }

    /// Takes the legal option of this number; gives its number among the allowed candidates.
    pub fn answer_numbered(&mut self, option: usize) -> Try<usize> {
        let Some(choice) = self.choice() else {
            return Err(self.fault_here("not-in-set", "nothing is to be chosen here"));
        };
        let legal = match self.legal_here.take() {
            Some(known) => known,
            None => self.legal(choice)?,
        };
        let candidate = legal.get(option);
        let number = match (self.running_plan(), candidate) {
            (Some(_), Some(candidate)) => self.allowed_to_decider(choice)?.iter().position(|other| other == candidate),
            (None, _) | (_, None) => Some(option),
        };
        self.answer_with(choice, candidate, option)?;
        Ok(number.unwrap_or(option))
    }

    /// Takes an answer that was legal, by its number among the allowed candidates.
    pub fn answer_again(&mut self, number: usize) -> Try<()> {
        let Some(choice) = self.choice() else {
            return Err(self.fault_here("not-in-set", "nothing is to be chosen here"));
        };
        let allowed = self.allowed_to_decider(choice)?;
        self.answer_with(choice, allowed.get(number), number)
    }

    fn allowed_to_decider(&mut self, choice: &'p ChoiceCode) -> Try<Vec<Candidate>> {
        let reader = self.reader.replace(self.decider());
        let allowed = self.all_allowed(choice);
        self.reader = reader;
        allowed
    }

    /// Takes this candidate, which is the legal option of this number.
    pub fn answer_with(&mut self, choice: &'p ChoiceCode, candidate: Option<&Candidate>, option: usize) -> Try<()> {
        match candidate {
            Some(candidate) => {
                if self.log.listens() && self.search.is_none() {
                    let (text, words_seen) = self.noting(|machine| machine.wording(choice, candidate));
                    // What is said aloud tells no more of what is hidden than the player wants to tell.
                    let asked_seen = if choice.aloud { self.everybody() } else { self.offer_seen(choice) };
                    let seen = words_seen.and(asked_seen);
                    self.tell_answer(text?, seen);
                }
                self.take_candidate(choice, candidate)
            }
            None => Err(self.fault_here(NO_OPTION, format!("there is no option number {option}"))),
        }
    }

    /// Binds a candidate's names and goes on behind the decision.
    pub fn take_candidate(&mut self, choice: &'p ChoiceCode, candidate: &Candidate) -> Try<()> {
        self.bind_candidate(choice, candidate)?;
        if let Some(way) = choice.way(candidate) {
            self.pc = way.goal;
        }
        Ok(())
    }

    /// Binds a candidate's names.
    pub fn bind_candidate(&mut self, choice: &'p ChoiceCode, candidate: &Candidate) -> Try<()> {
        match choice.way(candidate).map(|way| &way.meant) {
            Some(MeantCode::Tuple(binders)) => {
                for (named, value) in binders.iter().zip(&candidate.values) {
                    self.write(named.binder.local, *value);
                }
                Ok(())
            }
            Some(MeantCode::Several { set, capacity, .. }) => self.write_set(*set, *capacity, &candidate.values),
            None => Ok(()),
        }
    }

    /// The names of a decision end.
    pub fn unbind(&mut self, choice: &'p ChoiceCode) {
        for way in &choice.ways {
            match &way.meant {
                MeantCode::Tuple(binders) => {
                    for named in binders {
                        self.write(named.binder.local, CLEARED);
                    }
                }
                MeantCode::Several { set, capacity, .. } => self.clear(*set..*set + *capacity + 1),
            }
        }
    }

    /// A candidate in words.
    pub fn wording(&mut self, choice: &'p ChoiceCode, candidate: &Candidate) -> Try<String> {
        let reader = self.reader.replace(self.decider());
        let words = self.wording_bound(choice, candidate);
        self.unbind(choice);
        self.reader = reader;
        words
    }

    fn wording_bound(&mut self, choice: &'p ChoiceCode, candidate: &Candidate) -> Try<String> {
        self.bind_candidate(choice, candidate)?;
        let Some(way) = choice.way(candidate) else { return Ok(String::new()) };
        match (&way.wording, &way.meant) {
            (Some(text), _) => self.text(text),
            (None, MeantCode::Tuple(binders)) => {
                let values = binders.iter().zip(&candidate.values);
                let parts: Vec<String> = values.map(|(named, value)| self.words_of(&named.sort, *value)).collect();
                Ok(parts.join(", "))
            }
            (None, MeantCode::Several { element, .. }) => Ok(self.list_words(&element.sort, &candidate.values)),
        }
    }

    /// What a candidate binds.
    pub fn bindings(&mut self, choice: &'p ChoiceCode, candidate: &Candidate) -> Vec<(String, BindingValue)> {
        let reader = self.reader.replace(self.decider());
        let bindings = match choice.way(candidate).map(|way| &way.meant) {
            Some(MeantCode::Tuple(binders)) => binders
                .iter()
                .zip(&candidate.values)
                .map(|(named, value)| (named.name.clone(), self.binding(&named.sort, *value)))
                .collect(),
            Some(MeantCode::Several { element, .. }) => {
                let parts = candidate.values.iter().map(|value| self.binding(&element.sort, *value)).collect();
                vec![(element.name.clone(), BindingValue::Several(parts))]
            }
            None => Vec::new(),
        };
        self.reader = reader;
        bindings
    }

    /// Who sees everything that was read to find out what is on offer: whoever does not would learn something from each answer, also from
    /// those that read nothing hidden themselves, for the others would be missed.
    fn offer_seen(&mut self, choice: &'p ChoiceCode) -> Seen {
        if self.has_no_secrets() {
            return self.everybody();
        }
        let secret = |plan: &u32| self.program.plans.get(*plan as usize).is_some_and(|plan| plan.secret);
        let plan = self.running_plan().filter(secret);
        let (reader, fuel, depth, spent) = (self.reader.replace(self.decider()), self.fuel, self.depth, self.spent);
        let (result, seen) = self.noting(|machine| {
            let mut allowed = Vec::new();
            machine.allowed_into(choice, &mut allowed)?;
            plan.map_or(Ok(()), |plan| machine.note_plan(plan, &mut allowed))
        });
        self.unbind(choice);
        (self.reader, self.fuel, self.depth, self.spent) = (reader, fuel, depth, spent);
        if result.is_ok() { seen } else { Seen::NOBODY }
    }

    /// The body that asks, in words, and its section.
    pub fn rule_here(&self) -> (String, Option<String>) {
        self.rule_of(self.frame_of(self.pc))
    }

    /// The same of any body.
    pub fn rule_of(&self, body: Option<FrameId>) -> (String, Option<String>) {
        let frame = body.and_then(|frame| self.program.frames.get(frame.0 as usize));
        frame.map(|frame| (frame.name.clone(), self.reference(frame.of))).unwrap_or_default()
    }

    fn reference(&self, of: crate::program::FrameOf) -> Option<String> {
        let model = &self.program.instance.model;
        match of {
            crate::program::FrameOf::Clause(runnable, clause) => {
                let runnable = model.runnables.get(runnable.index())?;
                let own = runnable.clauses.get(clause).and_then(|clause| clause.notes.reference.clone());
                own.or_else(|| runnable.notes.reference.clone())
            }
            crate::program::FrameOf::Trigger(trigger) => model.triggers.get(trigger.index())?.notes.reference.clone(),
        }
    }

    /// Whether an expression holds for the decider, who must see what it reads.
    pub fn holds_for_decider(&mut self, node: NodeId) -> Try<bool> {
        let reader = self.reader.replace(self.decider());
        let holds = self.holds(node);
        self.reader = reader;
        holds
    }
}
