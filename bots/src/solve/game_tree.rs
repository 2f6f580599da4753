//! Every course of a game in which something is hidden, with what each seat was told on the way.
//!
//! Two stops at which a seat was told the same, and did the same, are one information set to it: there it can only do the same. What
//! it was told is what its view of the events says (`seen_by`), so nothing hidden tells information sets apart.

use std::collections::BTreeMap;

use rulehound_interpreter::play::{Log, PlayError, Position, Stop, Viewer};
use rulehound_interpreter::story::seen_by;

use super::graph::{after, fault};
use super::{Payoff, SolveError};

/// The most stops of one course.
const LONGEST: usize = 10_000;

/// A stop. Those that follow from it have greater numbers.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// The end, and what it is worth to each seat.
    Over(Vec<f64>),
    /// Chance, with how likely each way is.
    Chance(Vec<(f64, u32)>),
    /// Somebody decides: the information set, and where each option leads.
    Decision(u32, Vec<u32>),
}

/// Stops that are the same to whoever decides there.
#[derive(Clone, Debug)]
pub struct InformationSet {
    /// Who decides.
    pub seat: usize,
    /// How many options there are.
    pub options: usize,
    /// How often the seat has decided before.
    pub own: usize,
    /// A stop of the set, the first that was met. To the seat all look the same.
    example: u32,
}

/// Every course of a game.
#[derive(Clone, Debug)]
pub struct GameTree {
    pub(super) nodes: Vec<Node>,
    sets: Vec<InformationSet>,
    from: Position,
    /// The stop before each stop, and the number of the option or outcome that led on.
    before: Vec<(u32, u32)>,
}

/// What each seat was told so far, as a number that stands for all of it, and how often it decided.
#[derive(Clone)]
struct Told {
    heard: Vec<u32>,
    own: Vec<usize>,
    length: usize,
}

/// Builds the tree.
struct Builder {
    tree: GameTree,
    payoff: Payoff,
    most: usize,
    /// What follows on what was told, by number.
    tidings: BTreeMap<(u32, String), u32>,
    /// Information sets, by seat and what it was told.
    known: BTreeMap<(usize, u32), u32>,
    /// Stops that still have to be looked at.
    open: Vec<(u32, Position, Told)>,
}

impl GameTree {
    /// Everything that can follow from a position.
    ///
    /// # Errors
    /// There are more than `most` stops, or the rules misbehave somewhere.
    pub fn of(from: &Position, payoff: Payoff, most: usize) -> Result<Self, SolveError> {
        let seats = from.game().instance().seats();
        let mut builder = Builder {
            tree: Self { nodes: Vec::new(), sets: Vec::new(), from: from.clone(), before: Vec::new() },
            payoff,
            most,
            tidings: BTreeMap::new(),
            known: BTreeMap::new(),
            open: Vec::new(),
        };
        builder.add((0, 0), from.clone(), Told { heard: vec![0; seats], own: vec![0; seats], length: 0 })?;
        while let Some((node, position, told)) = builder.open.pop() {
            let made = builder.node(node, &position, &told)?;
            if let Some(slot) = builder.tree.nodes.get_mut(node as usize) {
                *slot = made;
            }
        }
        Ok(builder.tree)
    }

    /// How many stops there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing in it, which never happens.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The information sets, in the order in which they were met.
    pub fn sets(&self) -> &[InformationSet] {
        &self.sets
    }

    /// Plays a course that leads into a set. `heard` is told what happens, step by step, with the position it leads to.
    ///
    /// # Errors
    /// A fault of the rules, which the tree would have met.
    pub fn replay(&self, set: &InformationSet, heard: &mut dyn FnMut(&Log, &Position)) -> Result<Position, PlayError> {
        let mut steps = Vec::new();
        let mut at = set.example;
        while let Some((before, step)) = self.before.get(at as usize).copied().filter(|_| at > 0) {
            steps.push(step as usize);
            at = before;
        }
        let mut position = self.from.clone();
        for step in steps.into_iter().rev() {
            let mut log = Log::new();
            match position.deciders().first().copied() {
                Some(seat) => position.apply(seat, step, &mut log)?,
                None => position.resolve(step, &mut log)?,
            }
            heard(&log, &position);
        }
        Ok(position)
    }
}

impl Builder {
    fn add(&mut self, before: (u32, usize), position: Position, told: Told) -> Result<u32, SolveError> {
        if self.tree.nodes.len() >= self.most || told.length > LONGEST {
            return Err(SolveError::TooLarge(self.most));
        }
        let number = u32::try_from(self.tree.nodes.len()).map_err(|_| SolveError::TooLarge(self.most))?;
        self.tree.nodes.push(Node::Over(Vec::new()));
        self.tree.before.push((before.0, u32::try_from(before.1).unwrap_or(u32::MAX)));
        self.open.push((number, position, told));
        Ok(number)
    }

    fn node(&mut self, number: u32, position: &Position, told: &Told) -> Result<Node, SolveError> {
        match position.stop() {
            Stop::Over => Ok(Node::Over(self.payoff.of(position))),
            Stop::Chance => {
                let weights = position.weights();
                let all: f64 = weights.iter().copied().map(f64::from).sum();
                let mut ways = Vec::with_capacity(weights.len());
                for (outcome, weight) in weights.iter().enumerate() {
                    let mut log = Log::new();
                    let next = after(position, |next| next.resolve(outcome, &mut log))?;
                    let told = self.hear(told.clone(), &log);
                    ways.push((f64::from(*weight) / all, self.add((number, outcome), next, told)?));
                }
                Ok(Node::Chance(ways))
            }
            Stop::Decision => self.decision(number, position, told),
        }
    }

    /// Of several who decide at once the first in seat order is asked; the others are told nothing of it.
    fn decision(&mut self, number: u32, position: &Position, told: &Told) -> Result<Node, SolveError> {
        let seat = position.deciders().first().copied().unwrap_or(0);
        let options = position.count(seat).map_err(fault)?;
        let mut ways = Vec::with_capacity(options);
        for option in 0..options {
            let mut log = Log::new();
            let next = after(position, |next| next.apply(seat, option, &mut log))?;
            let mut told = told.clone();
            if options > 1 {
                self.hears(&mut told, seat, format!("took {option}"));
                told.own.iter_mut().skip(seat).take(1).for_each(|own| *own += 1);
            }
            let told = self.hear(told, &log);
            ways.push(self.add((number, option), next, told)?);
        }
        match ways.as_slice() {
            // What is no choice is no decision.
            [only] => Ok(Node::Chance(vec![(1.0, *only)])),
            _ => Ok(Node::Decision(self.set(number, told, (seat, options))?, ways)),
        }
    }

    fn set(&mut self, number: u32, told: &Told, (seat, options): (usize, usize)) -> Result<u32, SolveError> {
        let heard = told.heard.get(seat).copied().unwrap_or(0);
        let own = told.own.get(seat).copied().unwrap_or(0);
        let next = u32::try_from(self.tree.sets.len()).map_err(|_| SolveError::TooLarge(self.most))?;
        let set = *self.known.entry((seat, heard)).or_insert(next);
        if set == next {
            self.tree.sets.push(InformationSet { seat, options, own, example: number });
        }
        let found = self.tree.sets.get(set as usize);
        if found.is_none_or(|found| found.options != options || found.own != own) {
            return Err(SolveError::Forgetful);
        }
        Ok(set)
    }

    /// Everybody hears what of the events is for him.
    fn hear(&mut self, mut told: Told, log: &Log) -> Told {
        told.length += 1;
        let seats = told.heard.len();
        for seat in 0..seats {
            let events = log.events.iter().filter_map(|event| seen_by(event, Viewer::Seat(seat), seats));
            let words: String = events.map(|event| format!("{:?}\n", event.kind)).collect();
            if !words.is_empty() {
                self.hears(&mut told, seat, words);
            }
        }
        told
    }

    fn hears(&mut self, told: &mut Told, seat: usize, words: String) {
        let Some(heard) = told.heard.get_mut(seat) else { return };
        let next = u32::try_from(self.tidings.len() + 1).unwrap_or(u32::MAX);
        *heard = *self.tidings.entry((*heard, words)).or_insert(next);
    }
}
