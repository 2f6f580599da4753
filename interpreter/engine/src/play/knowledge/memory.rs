//! What a seat remembers: where each component may lie that it does not see, from what it saw and was told.

use std::collections::{BTreeMap, BTreeSet};

use super::inference::{RuledOut, Watched};
use crate::cells;
use crate::play::event::Move;
use crate::play::machine::Class;
use crate::play::{Game, Log, Position};
use crate::program::Program;
use rulehound_rules::model::KindId;

/// Where one of some components that only their state tells apart may lie.
type May = BTreeSet<i32>;

/// What a seat remembers of a game that it has watched from the beginning. Of what happens it takes in no more than the seat is told.
///
/// Which of two things that look alike lies where nobody knows, so it remembers for each look how many such things may lie where.
#[derive(Clone, Debug)]
pub struct Memory {
    game: Game,
    seat: usize,
    /// By the first of those that only their state tells apart.
    known: BTreeMap<i32, Known>,
    /// What somebody else is about to decide.
    watched: Option<Box<Watched>>,
}

/// What is known of components that only their state tells apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Known {
    /// Of those that are seen now.
    seen: Vec<May>,
    /// Of the others.
    unseen: Vec<May>,
}

impl Known {
    fn each(&mut self) -> impl Iterator<Item = &mut May> {
        self.seen.iter_mut().chain(&mut self.unseen)
    }
}

impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && self.game.hash() == other.game.hash() && self.known == other.known
    }
}

impl Eq for Memory {}

impl Memory {
    /// Before anything has happened: everything is in its box.
    pub fn new(game: &Game, seat: usize) -> Self {
        let program = game.program();
        let mut known: BTreeMap<i32, Known> = BTreeMap::new();
        let masked = |kind: KindId| {
            let declared = program.instance.model.kinds.get(kind.index());
            declared.is_some_and(|kind| kind.attributes.iter().any(|it| it.printed && it.audience.is_some()))
        };
        for (number, component) in (0..).zip(&program.instance.components) {
            // Which of them it is that lies in sight nobody knows.
            if masked(component.kind) {
                continue;
            }
            let at = program.instance.home_box(component.kind, component.owner);
            known.entry(program.first_alike(number)).or_default().seen.push(at.into_iter().collect());
        }
        Self { game: game.clone(), seat, known, watched: None }
    }

    /// Takes in what has happened up to a position, as far as the seat was told.
    pub fn take_in(&mut self, log: &Log, position: &Position) {
        if self.game.is_open() {
            return;
        }
        let ruled_out = self.watched.take().map(|watched| watched.ruled_out(log)).unwrap_or_default();
        ruled_out.into_iter().for_each(|one| self.rule_out(one));
        for moved in &log.moves {
            self.hear(moved);
        }
        self.look(position);
        self.watched = Watched::of(position, self.seat, self).map(Box::new);
    }

    /// None of those that look so lies at a place, unless that would leave one of them none.
    fn rule_out(&mut self, (like, place): RuledOut) {
        let unseen = self.known.get_mut(&like).into_iter().flat_map(|known| known.unseen.iter_mut());
        for may in unseen.filter(|may| may.len() > 1) {
            may.remove(&place);
        }
    }

    fn hear(&mut self, moved: &Move) {
        let program = self.game.program();
        if moved.seen.by(self.seat) {
            let Some(known) = self.known.get_mut(&program.first_alike(moved.component)) else { return };
            let mut alike: Vec<&mut May> = known.each().collect();
            alike.sort_by_key(|may| (!may.contains(&moved.from), may.len()));
            if let Some(may) = alike.into_iter().nth(moved.before) {
                *may = May::from([moved.to]);
            }
            return;
        }
        // That something of this kind went there is all that is told.
        let Some(kind) = cells::kind_of(program, moved.component) else { return };
        let same = |first: &i32| cells::kind_of(program, *first) == Some(kind);
        for may in self.known.iter_mut().filter(|(first, _)| same(first)).flat_map(|(_, known)| known.each()) {
            if may.contains(&moved.from) {
                may.insert(moved.to);
            }
        }
    }

    /// What is seen now is known for sure, and nothing else lies in a place that is seen.
    fn look(&mut self, position: &Position) {
        let mut machine = position.machine();
        let program = self.game.program();
        let places = i32::try_from(program.ground.places.len()).unwrap_or(0);
        let open: BTreeSet<i32> = (0..places).filter(|place| machine.place_seen(*place).by(self.seat)).collect();
        let mut seen: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for component in 0..i32::try_from(program.ground.components.len()).unwrap_or(0) {
            if machine.component_seen(component).by(self.seat) {
                seen.entry(program.first_alike(component)).or_default().push(machine.place_of(component));
            }
        }
        for (first, known) in &mut self.known {
            let mut left: Vec<May> = std::mem::take(known).each().map(std::mem::take).collect();
            let mut there = seen.remove(first).unwrap_or_default();
            there.sort_unstable();
            for place in there {
                let best = left.iter().enumerate().min_by_key(|(_, may)| (!may.contains(&place), may.len()));
                if let Some((at, _)) = best {
                    left.remove(at);
                }
                known.seen.push(May::from([place]));
            }
            for mut may in left {
                may.retain(|place| !open.contains(place));
                known.unseen.push(may);
            }
            known.unseen.sort();
        }
    }

    /// For the components of these classes the places where each may lie. Nothing of whom nothing is known.
    pub(super) fn places(&self, program: &Program, classes: &[Class]) -> BTreeMap<i32, BTreeSet<i32>> {
        let mut known = self.known.clone();
        let mut places = BTreeMap::new();
        for member in classes.iter().flat_map(Class::unseen) {
            let unseen = known.get_mut(&program.first_alike(member)).and_then(|known| known.unseen.pop());
            if let Some(may) = unseen.filter(|may| !may.is_empty()) {
                places.insert(member, may);
            }
        }
        places
    }
}
