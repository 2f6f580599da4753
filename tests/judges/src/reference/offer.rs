//! What is asked of a player, and how it is answered.

use rulehound_interpreter::play::BindingValue;

use super::names::Value;
use super::run::{Halt, Run, Source, Step};
use super::{Fault, Input, Question};

/// Names with their values.
pub type Bindings = Vec<(String, BindingValue)>;

/// What one decider may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOffer {
    /// Who.
    pub seat: usize,
    /// For each legal option what each name would hold, in an option list behind the number of the option; for `may` 1 to do it and 0 to skip.
    pub options: Vec<Vec<Value>>,
    /// The words of each.
    pub texts: Vec<String>,
    /// For each option its names with their values as scripts write them; nothing for what is nothing but its words.
    pub bindings: Vec<Bindings>,
    /// What a `require` forbids.
    pub refused: Vec<Refused>,
    /// For each option the fault in its words, if they tell what whoever decides does not see.
    pub(super) secrets: Vec<Option<Fault>>,
    /// Whether a plan is being carried out, so that more is refused than is told here.
    pub planned: bool,
    /// Whether something is to be done if nothing can be chosen.
    pub(super) escape: bool,
    /// For each legal option its number among the allowed ones.
    pub(super) numbers: Vec<usize>,
}

/// A candidate that a `require` forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What each name would hold; see [`SeatOffer::options`].
    pub values: Vec<Value>,
    /// Its words.
    pub text: String,
    /// Its names with their values.
    pub bindings: Bindings,
    /// The sentences of all that forbid it.
    pub reasons: Vec<String>,
}

impl SeatOffer {
    /// Only these of the options, in this order.
    fn only(&self, options: &[usize]) -> Self {
        Self {
            options: options.iter().map(|option| self.options[*option].clone()).collect(),
            texts: options.iter().map(|option| self.texts[*option].clone()).collect(),
            bindings: options.iter().map(|option| self.bindings[*option].clone()).collect(),
            secrets: options.iter().map(|option| self.secrets[*option].clone()).collect(),
            numbers: options.to_vec(),
            ..self.clone()
        }
    }
}

/// Equal words are told apart by a number.
pub(super) fn numbered(texts: Vec<String>) -> Vec<String> {
    let number = |at: usize| match texts[..at].iter().filter(|other| **other == texts[at]).count() {
        0 => texts[at].clone(),
        earlier => format!("{} ({})", texts[at], earlier + 1),
    };
    (0..texts.len()).map(number).collect()
}

impl Run<'_> {
    /// Whether the next decision has no answer yet, so that somebody will read it. On paths nobody does.
    pub(super) fn asks_now(&self) -> bool {
        match &self.source {
            Source::Inputs(inputs) => self.used >= inputs.len(),
            Source::Guide(_) => true,
            Source::Private(answers) => self.used >= answers.len(),
            Source::Path(_) => false,
        }
    }

    /// An empty offer for whoever is on turn.
    pub(super) fn asked(&self, escape: bool) -> SeatOffer {
        let seat = self.decider.expect("the checker knows that somebody is on turn") as usize;
        SeatOffer {
            seat,
            options: Vec::new(),
            texts: Vec::new(),
            bindings: Vec::new(),
            refused: Vec::new(),
            secrets: Vec::new(),
            planned: self.plan.is_some(),
            escape,
            numbers: Vec::new(),
        }
    }

    /// What a path says that this decision gives: it was on offer when the path was found, so the offer need not be worked out again.
    pub(super) fn foreseen(&mut self) -> Option<Step> {
        let Source::Path(path) = &self.source else { return None };
        let step = path.get(self.used)?.clone();
        self.used += 1;
        Some(step)
    }

    /// What is taken of the allowed candidates, which the offer holds; nothing if nothing is legal.
    pub(super) fn decide(&mut self, allowed: SeatOffer) -> Result<Step, Halt> {
        if let Source::Path(_) = &self.source {
            return Err(Halt::Asked(Box::new(allowed)));
        }
        let given = match &self.source {
            Source::Private(answers) => answers.get(self.used).copied(),
            Source::Inputs(_) | Source::Guide(_) | Source::Path(_) => None,
        };
        // An answer given in private was legal; where nothing may be legal it may belong to a later decision.
        let taken = if given.is_some() && !allowed.escape {
            given
        } else {
            let legal = self.legal(&allowed.options, allowed.escape)?;
            match (legal.is_empty(), given) {
                (true, _) => None,
                (false, Some(number)) => Some(number),
                (false, None) => Some(legal[self.answer(&allowed, &legal)?]),
            }
        };
        if taken.is_some() && given.is_some() {
            self.used += 1;
        }
        let taken = taken.map(|taken| allowed.options[taken].clone());
        if let Some(plan) = &mut self.plan {
            plan.path.push(taken.clone());
        }
        Ok(taken)
    }

    /// Which of the legal options the next answer takes.
    fn answer(&mut self, allowed: &SeatOffer, legal: &[usize]) -> Result<usize, Halt> {
        // What is on offer is read to whoever decides, its words included; what is not is read to nobody.
        if let Some(fault) = legal.iter().find_map(|option| allowed.secrets[*option].clone()) {
            return Err(fault.into());
        }
        let offer = || {
            let mut offer = allowed.only(legal);
            offer.texts = numbered(offer.texts);
            offer
        };
        let option = match &self.source {
            Source::Path(_) => unreachable!("paths know their way"),
            Source::Private(_) => return Err(Halt::Asked(Box::new(offer()))),
            Source::Inputs(_) | Source::Guide(_) => match self.input(|_| Question::Decision(vec![offer()]))? {
                Input::Answer { seat, option } if seat == allowed.seat => option,
                Input::Answer { .. } => return Err(self.bad_input("somebody else was asked").into()),
                Input::Outcome(_) => return Err(self.bad_input("a player was asked").into()),
            },
        };
        if option < legal.len() { Ok(option) } else { Err(no_option(option).into()) }
    }
}

/// As the engine calls it.
pub(super) fn no_option(option: usize) -> Fault {
    Fault::new("not-in-set", format!("there is no option {option}"), Default::default())
}
