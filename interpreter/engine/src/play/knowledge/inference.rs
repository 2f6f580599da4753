//! What follows from what others chose: where something would have forbidden an answer that was given, it does not lie.
//!
//! In: what a seat knew when somebody else decided, and what it was told since. Out: looks of components with places where none of them can
//! have lain: whoever does not follow where all must follow has nothing to follow with. What that is only the rules say: the answer is looked
//! for among what is legal in worlds that the seat takes for possible, and in worlds with nothing but one component at a place.
//!
//! Where not all are told the words of an answer, it is one that names the component which was then seen to move.

use std::collections::{BTreeMap, BTreeSet};

use super::{Knowledge, Memory, shuffle};
use crate::cells;
use crate::play::{EventKind, Log, Position, Seeded, Stop, Viewer};
use rulehound_rules::model::Sort;

/// In so many worlds it is looked whether the answer is legal whatever is hidden; mostly it is.
const WORLDS: usize = 16;

/// So often something that forbids an answer by itself is laid among others, which may allow it again.
const FILLS: usize = 6;

/// The most steps for one answer: as many as some hundredths of a second take.
const MOST_STEPS: u64 = 1_000_000;

/// To look for an answer among what is legal takes some steps besides.
const STEPS_OF_A_LOOK: u64 = 1_000;

/// A decision of somebody else, as a seat knows it.
#[derive(Clone, Debug)]
pub struct Watched {
    known: Knowledge,
    decider: usize,
}

/// One look of a component, and a place where none that looks so lies.
pub type RuledOut = (i32, i32);

impl Watched {
    /// The decision at which a position stands, if one other player decides openly by what this seat may not see.
    pub fn of(position: &Position, seat: usize, memory: &Memory) -> Option<Self> {
        if position.stop() != Stop::Decision || position.is_gathering() || !position.decides_by_secrets() {
            return None;
        }
        let decider = position.deciders().first().copied().filter(|decider| *decider != seat)?;
        let known = Knowledge::seen(position, seat, Viewer::Seat(seat), Some(memory), 0).ok()?;
        known.is_partial().then_some(Self { known, decider })
    }

    /// What cannot have lain where, by the answer that a log tells.
    pub fn ruled_out(&self, log: &Log) -> Vec<RuledOut> {
        let pinned = self.pinned(log);
        let Some(answer) = self.answer(log, &pinned) else { return Vec::new() };
        let pinned: BTreeMap<i32, i32> = pinned.into_iter().collect();
        let mut asked = Asked::new(self, answer, &pinned);
        let Some(world) = asked.world_that_forbids() else { return Vec::new() };
        let places: BTreeSet<i32> = asked.hidden.keys().map(|member| asked.place(&world, *member)).collect();
        places.into_iter().flat_map(|place| asked.ruled_out_at(&world, place)).collect()
    }

    /// What was chosen, as far as this seat was told.
    fn answer<'l>(&self, log: &'l Log, pinned: &[(i32, i32)]) -> Option<Answer<'l>> {
        log.events.iter().find_map(|event| match &event.kind {
            EventKind::Chosen { seat, text, seen, secret } if *seat == self.decider && !secret => {
                let naming = pinned.first().map(|(member, _)| Answer::Naming(*member));
                if seen.by(self.known.seat) { Some(Answer::Worded(text)) } else { naming }
            }
            _ => None,
        })
    }

    /// Where components lay that were seen when they moved, in the order in which they did: they are there in all worlds that come into
    /// question.
    fn pinned(&self, log: &Log) -> Vec<(i32, i32)> {
        let program = self.known.game.program();
        let mut free: Vec<i32> = self.known.classes.iter().flat_map(|class| class.unseen()).collect();
        let (mut pinned, mut moved) = (Vec::new(), BTreeSet::new());
        for one in log.moves.iter().filter(|one| one.seen.by(self.known.seat)) {
            // Where something lay before it moved for the first time.
            if !moved.insert(one.component) {
                continue;
            }
            let like = program.first_alike(one.component);
            if let Some(at) = free.iter().position(|member| program.first_alike(*member) == like) {
                pinned.push((free.swap_remove(at), one.from));
            }
        }
        pinned
    }
}

/// What was chosen.
#[derive(Clone, Copy)]
enum Answer<'w> {
    /// In these words.
    Worded(&'w str),
    /// Something that names this component, or one like it.
    Naming(i32),
}

impl Answer<'_> {
    /// Whether a seat may choose it here; nothing if that cannot be told.
    fn is_legal(self, position: &Position, seat: usize) -> Option<bool> {
        match self {
            Self::Worded(text) => {
                for option in 0..position.count(seat).ok()? {
                    if position.is_worded(seat, option, text).ok()? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Self::Naming(component) => {
                let program = position.game().program();
                let bound = position.bound(seat).ok()??;
                let like = program.first_alike(component);
                Some(bound.options.iter().any(|(way, values)| {
                    let names = bound.ways.get(*way).map(|way| way.names.as_slice()).unwrap_or_default();
                    // The one name of a set is that of each element.
                    let mut named = values.iter().zip(names.iter().cycle());
                    named.any(|(value, (_, sort))| {
                        matches!(sort, Sort::Component { .. }) && program.first_alike(*value) == like
                    })
                }))
            }
        }
    }
}

/// An answer that is looked for in worlds.
struct Asked<'w> {
    watched: &'w Watched,
    known: Knowledge,
    answer: Answer<'w>,
    pinned: &'w BTreeMap<i32, i32>,
    /// What is not seen and may lie elsewhere: by component the places of those with the same back.
    hidden: BTreeMap<i32, BTreeSet<i32>>,
    chance: Seeded,
    steps: u64,
}

impl<'w> Asked<'w> {
    fn new(watched: &'w Watched, answer: Answer<'w>, pinned: &'w BTreeMap<i32, i32>) -> Self {
        let mut known = watched.known.clone();
        known.places.extend(pinned.iter().map(|(member, place)| (*member, BTreeSet::from([*place]))));
        let program = known.game.program();
        let mut hidden = BTreeMap::new();
        for class in &known.classes {
            let unseen = class.unseen();
            let place = |stand: &i32| cells::place_of(program, known.cells.as_slice(), *stand);
            let places: BTreeSet<i32> = unseen.iter().map(place).collect();
            hidden.extend(unseen.into_iter().map(|member| (member, places.clone())));
        }
        hidden.retain(|member, _| !pinned.contains_key(member));
        let chance = Seeded::new(known.looks(), 0);
        Self { watched, known, answer, pinned, hidden, chance, steps: 0 }
    }

    fn place(&self, world: &[i32], member: i32) -> i32 {
        cells::place_of(self.known.game.program(), world, member)
    }

    fn lay(&self, world: &mut [i32], member: i32, place: i32) {
        cells::set_place(self.known.game.program(), world, member, place);
    }

    /// Whether the answer is legal in a world; nothing if that cannot be told.
    fn is_legal(&mut self, world: &[i32]) -> Option<bool> {
        if self.steps > MOST_STEPS {
            return None;
        }
        let (position, steps) = self.known.game.position_and_steps(world, &self.known.notes)?;
        // What is legal is worked out once more to look for the answer.
        self.steps += 2 * steps + STEPS_OF_A_LOOK;
        let decider = self.watched.decider;
        if !position.deciders().contains(&decider) {
            return None;
        }
        self.answer.is_legal(&position, decider)
    }

    /// A world that looks possible but for the answer.
    fn world_that_forbids(&mut self) -> Option<Vec<i32>> {
        (0..WORLDS).find_map(|_| {
            let world = self.known.world(&mut self.chance, true);
            let fits = self.pinned.iter().all(|(member, place)| self.place(&world, *member) == *place);
            (fits && self.is_legal(&world) == Some(false)).then_some(world)
        })
    }

    /// What cannot have lain at a place, if it is what lies there that forbids the answer.
    fn ruled_out_at(&mut self, world: &[i32], place: i32) -> Vec<RuledOut> {
        let program = self.known.game.program().clone();
        let known_place = usize::try_from(place).ok().and_then(|at| program.ground.places.get(at));
        if known_place.is_none_or(|place| place.ordered) {
            return Vec::new();
        }
        let mut bare = world.to_vec();
        let lying: Vec<i32> =
            self.hidden.keys().copied().filter(|member| self.place(world, *member) == place).collect();
        for member in &lying {
            let component = usize::try_from(*member).ok().and_then(|at| program.instance.components.get(at));
            let home = component.and_then(|it| program.instance.home_box(it.kind, it.owner));
            let Some(home) = home.filter(|home| *home != place) else { return Vec::new() };
            self.lay(&mut bare, *member, home);
        }
        if lying.is_empty() || self.is_legal(&bare) != Some(true) {
            return Vec::new();
        }
        let (mut harmless, mut suspects) = (Vec::new(), BTreeSet::new());
        for member in self.may_lie(place) {
            let like = program.first_alike(member);
            if suspects.contains(&like) {
                continue;
            }
            match self.is_legal_with(&bare, place, &[member]) {
                Some(true) => harmless.push(member),
                Some(false) => _ = suspects.insert(like),
                None => return Vec::new(),
            }
        }
        // Something must lie there.
        if harmless.len() < lying.len() {
            return Vec::new();
        }
        let fills = (&mut harmless, lying.len() - 1);
        suspects.retain(|member| self.never_goes(&bare, (*member, place), (fills.0, fills.1)));
        suspects.into_iter().map(|like| (like, place)).collect()
    }

    /// The components that may lie at a place as far as is known.
    fn may_lie(&self, place: i32) -> Vec<i32> {
        let remembered = |member: &i32| self.known.places.get(member).is_none_or(|places| places.contains(&place));
        let there = self.hidden.iter().filter(|(_, places)| places.contains(&place));
        there.map(|(member, _)| *member).filter(remembered).collect()
    }

    /// Whether the answer stays forbidden with a component at a place, whatever harmless lies there with it.
    fn never_goes(&mut self, bare: &[i32], (member, place): RuledOut, (harmless, room): (&mut [i32], usize)) -> bool {
        (0..FILLS).all(|_| {
            shuffle(harmless, &mut self.chance);
            let with: Vec<i32> = harmless.iter().copied().take(room).chain([member]).collect();
            self.is_legal_with(bare, place, &with) == Some(false)
        })
    }

    fn is_legal_with(&mut self, bare: &[i32], place: i32, members: &[i32]) -> Option<bool> {
        let mut world = bare.to_vec();
        members.iter().for_each(|member| self.lay(&mut world, *member, place));
        self.is_legal(&world)
    }
}
