//! The stretches of a script in which names of the rules may stand. Titles, remarks and sections are the author's own words.

use rulehound_grammar::span::Span;
use rulehound_interpreter::script::{
    Answers, Contents, Expected, ExpectedValue, Players, Script, Step, StepKind, Wish, WishKind, Word,
};

/// A stretch of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// Where, with quotation marks.
    pub span: Span,
    /// Before which step it stands, counted from 1; 0 is what comes before the steps.
    pub step: usize,
    /// Whether it is said in the words of the table, not in those of the rules.
    pub told: bool,
}

/// All of them, in the order of the text. With `seats` also what players are called: some rules name them.
pub fn slots(script: &Script, seats: bool) -> Vec<Slot> {
    let mut found = Slots { found: Vec::new(), step: 0, seats };
    found.before(script);
    for (index, step) in script.steps.iter().enumerate() {
        found.step = index + 1;
        found.step(step);
    }
    found.found.sort_unstable();
    found.found.dedup_by_key(|slot| slot.span);
    found.found
}

struct Slots {
    found: Vec<Slot>,
    step: usize,
    seats: bool,
}

impl Slots {
    fn add(&mut self, span: Span, told: bool) {
        self.found.push(Slot { span, step: self.step, told });
    }

    fn name(&mut self, word: &Word) {
        self.add(word.span, false);
    }

    fn player(&mut self, word: &Word) {
        if self.seats {
            self.name(word);
        }
    }

    fn before(&mut self, script: &Script) {
        if let Players::Named(names) = &script.players {
            names.iter().for_each(|name| self.player(name));
        }
        for (name, value) in &script.settings {
            self.name(name);
            self.name(value);
        }
        let position = script.position.iter();
        for (place, contents) in position.clone().flat_map(|one| &one.zones) {
            self.name(place);
            match contents {
                Contents::Counted(all) => all.iter().for_each(|(what, _)| self.name(what)),
                Contents::Listed(all) => all.iter().for_each(|what| self.name(what)),
            }
        }
        for (name, value) in position.flat_map(|one| &one.variables) {
            self.name(name);
            self.name(value);
        }
        script.phase.iter().for_each(|phase| self.name(phase));
    }

    fn step(&mut self, step: &Step) {
        match &step.kind {
            StepKind::Chance(chance) => {
                for given in &chance.given {
                    given.owner.iter().for_each(|owner| self.player(owner));
                    self.name(&given.outcome);
                }
            }
            StepKind::Answers(all) => {
                for Answers { player, wishes } in all {
                    self.player(player);
                    self.wishes(wishes);
                }
            }
            StepKind::Refuse(refuse) => {
                self.player(&refuse.player);
                self.wishes(&refuse.wishes);
                refuse.because.iter().for_each(|because| self.add(because.span, true));
            }
            StepKind::Expect(all) => {
                for Expected { what, value } in all {
                    self.name(what);
                    self.expected(value);
                }
            }
            StepKind::Say(_) => {}
        }
    }

    fn wishes(&mut self, wishes: &[Wish]) {
        for wish in wishes {
            match &wish.kind {
                WishKind::Text(_) => self.add(wish.span, true),
                WishKind::Bindings(all) => {
                    for (name, value) in all {
                        self.name(name);
                        self.name(value);
                    }
                }
            }
        }
    }

    fn expected(&mut self, value: &ExpectedValue) {
        match value {
            ExpectedValue::One(word) => self.name(word),
            ExpectedValue::Several(all, _) => all.iter().for_each(|word| self.name(word)),
            ExpectedValue::ByPlayer(all, _) => {
                for (player, value) in all {
                    self.player(player);
                    self.expected(value);
                }
            }
        }
    }
}
