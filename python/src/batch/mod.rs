//! Many games side by side: machine code where nothing is hidden and it has the game, else the interpreter, game by game with the same results.

mod lane;
mod offers;
mod side_by_side;
mod standing;

use std::sync::Arc;

use rulehound_native::{Entry, Native, Passes, Shelf};

use crate::game::Table;
use crate::worth::Worth;

use lane::Lane;
use side_by_side::{Agreement, Threads};
use standing::One;

/// Memory that the games of a batch write to; each has its part.
pub struct Buffers<'b> {
    /// What whoever decides sees, for each game.
    pub observations: &'b mut [f32],
    /// What may be answered.
    pub masks: &'b mut [u8],
    /// Who decides.
    pub deciders: &'b mut [i32],
    /// What the last answer brought each seat.
    pub rewards: &'b mut [f32],
    /// Whether the game before has ended.
    pub terminated: &'b mut [bool],
    /// Whether it was broken off.
    pub truncated: &'b mut [bool],
    /// What was seen at the end by whoever decided last.
    pub last: &'b mut [f32],
}

/// What one lane works on.
struct Part<'p> {
    answers: &'p [i64],
    buffers: Buffers<'p>,
}

/// How games of a batch are played.
struct How {
    table: Arc<Table>,
    seed: u64,
    count: u64,
    most: u64,
    worth: Worth,
}

/// Games side by side.
pub struct Batch {
    how: How,
    lanes: Vec<Lane>,
    threads: Threads,
}

impl Batch {
    /// So many games on so many threads; none has begun.
    ///
    /// # Errors
    /// No threads can be had.
    pub fn new(table: Arc<Table>, count: usize, seed: u64, threads: usize, most: u64) -> Result<Self, String> {
        let game = table.engine();
        let open = game.is_open();
        let native = open.then(|| Native::with(game, &Passes::default(), Entry::Stops).ok()).flatten();
        let threads = threads.clamp(1, count.max(1));
        let each = count.div_ceil(threads).max(1);
        let threads = Threads::new(threads)?;
        let mut lanes: Vec<(usize, Option<Lane>)> = (0..count).step_by(each).map(|first| (first, None)).collect();
        // Each thread takes memory for its games itself: then none shares a line of the caches with what another thread writes.
        threads.on_lanes(&mut lanes, |(first, lane)| {
            let player = native.as_ref().and_then(|native| native.player().ok()).filter(Shelf::holds);
            let games = (*first..count.min(*first + each)).map(|number| One::new(seed, number as u64)).collect();
            *lane = Some(Lane { player, games, faults: 0, finished: 0 });
        });
        let lanes = lanes.into_iter().filter_map(|(_, lane)| lane).collect();
        let worth = Worth::of(game);
        Ok(Self { how: How { table, seed, count: count as u64, most, worth }, lanes, threads })
    }

    /// Whether machine code plays.
    pub fn is_native(&self) -> bool {
        self.lanes.iter().all(|lane| lane.player.is_some())
    }

    /// How many games met a fault of the rules and were broken off.
    pub fn faults(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.faults).sum()
    }

    /// How many have come to an end.
    pub fn finished(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.finished).sum()
    }

    /// For each game an answer at random, each that is on offer as likely.
    pub fn random(&mut self, out: &mut [i64]) {
        let each = self.each();
        let mut work: Vec<_> = self.lanes.iter_mut().zip(out.chunks_mut(each)).collect();
        self.threads.on_lanes(&mut work, |(lane, out)| {
            for (game, slot) in lane.games.iter_mut().zip(out.iter_mut()) {
                let chosen = game.generators.bots.below(game.numbers.len());
                *slot = game.numbers.get(chosen).map_or(0, |number| i64::from(*number));
            }
        });
    }

    /// Begins all games anew with numbers of their own.
    pub fn reset(&mut self, buffers: Buffers<'_>) {
        self.on_parts(&[], buffers, |lane, how, part| lane.go(how, part));
    }

    /// Answers in each game with a fixed number and goes on to where somebody decides next.
    ///
    /// # Errors
    /// The first game of which the answer is none of those on offer; then nothing was done.
    pub fn step(&mut self, answers: &[i64], buffers: Buffers<'_>) -> Result<(), usize> {
        let agreement = Agreement::between(self.lanes.len());
        let wrong = self.on_parts(answers, buffers, |lane, how, part| {
            let wrong = lane.wrong(part.answers);
            if agreement.is_reached(wrong.is_none()) {
                lane.go(how, part);
            }
            wrong
        });
        let each = self.each();
        let mut wrong = (0..).step_by(each).zip(wrong).filter_map(|(first, wrong)| Some(first + wrong?));
        wrong.next().map_or(Ok(()), Err)
    }

    /// Lets each lane work on its part of the answers, if there are any, and of the buffers.
    fn on_parts<T: Send>(
        &mut self,
        answers: &[i64],
        buffers: Buffers<'_>,
        work: impl Fn(&mut Lane, &How, &mut Part<'_>) -> T + Sync,
    ) -> Vec<T> {
        let (each, count, size) = (self.each(), self.how.count as usize, self.how.table.layout().size().max(1));
        let Ok(actions) = self.how.table.actions() else { return Vec::new() };
        let (wide, seats) = (actions.len(), self.how.table.seats());
        let mut parts: Vec<_> = self
            .lanes
            .iter_mut()
            .zip(buffers.observations.chunks_mut(each * size))
            .zip(buffers.masks.chunks_mut(each * wide))
            .zip(buffers.deciders.chunks_mut(each))
            .zip(buffers.rewards.chunks_mut(each * seats))
            .zip(buffers.terminated.chunks_mut(each))
            .zip(buffers.truncated.chunks_mut(each))
            .zip(buffers.last.chunks_mut(each * size))
            .zip((0..count).step_by(each))
            .map(|((((((((lane, observations), masks), deciders), rewards), terminated), truncated), last), first)| {
                let answers = answers.get(first..count.min(first + each)).unwrap_or_default();
                let buffers = Buffers { observations, masks, deciders, rewards, terminated, truncated, last };
                (lane, Part { answers, buffers }, None)
            })
            .collect();
        let how = &self.how;
        self.threads.on_lanes(&mut parts, |(lane, part, result)| *result = Some(work(lane, how, part)));
        parts.into_iter().filter_map(|(_, _, result)| result).collect()
    }

    /// How many games the first lane has, and each but the last.
    fn each(&self) -> usize {
        self.lanes.first().map_or(1, |lane| lane.games.len()).max(1)
    }
}
