//! What is done with the games of one thread: they begin, are answered, and show what whoever decides sees.

use rulehound::workshop::Generators;
use rulehound_interpreter::play::Log;
use rulehound_native::{Lost, Player, Shelf};

use super::offers::{show_open, show_position};
use super::standing::{Ended, One, Stands, answer_natively, begin_natively, interpreted, on};
use super::{How, Part};
use crate::actions::Actions;
use crate::class::Who;
use crate::layout::Layout;
use crate::observation::{self, Sight};

/// Where one game writes to.
pub struct Out<'o> {
    pub observation: &'o mut [f32],
    pub mask: &'o mut [u8],
    pub decider: &'o mut i32,
    pub rewards: &'o mut [f32],
    pub terminated: &'o mut bool,
    pub truncated: &'o mut bool,
    pub last: &'o mut [f32],
}

/// Games that are played on one thread. What two threads write must not share a line of their caches, or each would wait for the other.
#[repr(align(128))]
pub struct Lane {
    pub player: Option<Player>,
    pub games: Vec<One>,
    pub faults: u64,
    pub finished: u64,
}

impl Lane {
    /// The first game of which an answer is none of those on offer.
    pub fn wrong(&self, answers: &[i64]) -> Option<usize> {
        let legal = |game: &One, answer: i64| u32::try_from(answer).is_ok_and(|it| game.numbers.contains(&it));
        self.games.iter().zip(answers).position(|(game, answer)| !legal(game, *answer))
    }

    /// Answers in each game, or begins them all anew where there are no answers.
    pub fn go(&mut self, how: &How, part: &mut Part<'_>) {
        let Ok(actions) = how.table.actions() else { return };
        let (answers, buffers, tables) = (part.answers, &mut part.buffers, (actions, how.table.layout()));
        let (size, wide, seats) = (tables.1.size().max(1), tables.0.len(), how.table.seats().max(1));
        let mut games = std::mem::take(&mut self.games);
        let mut outs = buffers
            .observations
            .chunks_mut(size)
            .zip(buffers.masks.chunks_mut(wide))
            .zip(buffers.deciders.iter_mut())
            .zip(buffers.rewards.chunks_mut(seats))
            .zip(buffers.terminated.iter_mut())
            .zip(buffers.truncated.iter_mut())
            .zip(buffers.last.chunks_mut(size));
        for (index, game) in games.iter_mut().enumerate() {
            let Some(((((((observation, mask), decider), rewards), terminated), truncated), last)) = outs.next() else {
                break;
            };
            let mut out = Out { observation, mask, decider, rewards, terminated, truncated, last };
            match answers.get(index) {
                Some(answer) => self.step(how, tables, game, *answer, &mut out),
                None => self.reset(how, tables, game, &mut out),
            }
        }
        self.games = games;
    }

    fn reset(&mut self, how: &How, tables: (&Actions, &Layout), game: &mut One, out: &mut Out<'_>) {
        out.rewards.fill(0.0);
        (*out.terminated, *out.truncated) = (false, false);
        if !matches!(game.stands, Stands::Nowhere) {
            game.number += how.count;
        }
        self.begin(how, tables, game, out);
    }

    /// Begins a game; one that ends before anybody decides, or that meets a fault, is followed by the next.
    fn begin(&mut self, how: &How, tables: (&Actions, &Layout), game: &mut One, out: &mut Out<'_>) {
        for _ in 0..1_000 {
            game.generators = Generators::new(how.seed, game.number);
            game.decisions = 0;
            let began = match &mut self.player {
                Some(player) => begin_natively(player, game).unwrap_or_else(|Lost| {
                    game.generators = Generators::new(how.seed, game.number);
                    interpreted(how.table.engine(), game)
                }),
                None => interpreted(how.table.engine(), game),
            };
            match began {
                Ended::No => return self.show(how, tables, game, out),
                Ended::Over(_) => {}
                Ended::Fault => self.faults += 1,
            }
            game.number += how.count;
        }
        game.numbers.clear();
        out.mask.fill(0);
        out.observation.fill(0.0);
        *out.decider = -1;
        *out.truncated = true;
    }

    fn step(&mut self, how: &How, tables: (&Actions, &Layout), game: &mut One, answer: i64, out: &mut Out<'_>) {
        out.rewards.fill(0.0);
        (*out.terminated, *out.truncated) = (false, false);
        let option = game.numbers.iter().position(|number| i64::from(*number) == answer);
        let Some(option) = option else { return };
        let ended = self.answer(how, game, option);
        game.decisions += 1;
        let broken_off = matches!(ended, Ended::Fault) || matches!(ended, Ended::No) && game.decisions >= how.most;
        match ended {
            Ended::No if !broken_off => return self.show(how, tables, game, out),
            Ended::No => {}
            Ended::Over(outcome) => {
                let places = outcome.map(|outcome| outcome.places);
                how.worth.write(places.as_deref(), out.rewards);
            }
            Ended::Fault => self.faults += 1,
        }
        self.finished += 1;
        (*out.terminated, *out.truncated) = (!broken_off, broken_off);
        self.show_last(how, tables.1, game, out);
        game.number += how.count;
        self.begin(how, tables, game, out);
    }

    fn answer(&mut self, how: &How, game: &mut One, option: usize) -> Ended {
        let engine = how.table.engine();
        if let (Some(player), Stands::Aside(aside)) = (&mut self.player, &mut game.stands) {
            let notes = engine.program().notes.as_ref().map(|_| aside.notes().clone());
            let chance = game.generators.chance.clone();
            if let Ok(ended) = answer_natively(player, aside, game.decider, option, &mut game.generators) {
                return ended;
            }
            // The interpreter knows why, and goes on from where the game stood.
            game.generators.chance = chance;
            let size = engine.program().layout.size as usize;
            let position = aside.cells(size).and_then(|cells| engine.position_of(cells, &notes.unwrap_or_default()));
            let Some(position) = position else { return Ended::Fault };
            game.stands = Stands::Position(Box::new(position));
        }
        let Stands::Position(position) = &mut game.stands else { return Ended::Fault };
        if position.apply(game.decider, option, &mut Log::silent()).is_err() {
            return Ended::Fault;
        }
        on(position, &mut game.generators)
    }

    /// Shows a game to whoever decides.
    fn show(&mut self, how: &How, (actions, layout): (&Actions, &Layout), game: &mut One, out: &mut Out<'_>) {
        for number in game.numbers.drain(..) {
            if let Some(slot) = out.mask.get_mut(number as usize) {
                *slot = 0;
            }
        }
        let engine = how.table.engine();
        let shown = match (&mut self.player, &mut game.stands) {
            (Some(player), Stands::Aside(aside)) => {
                let seat = player.decider();
                let shown = seat.and_then(|seat| {
                    game.decider = seat;
                    let who = Who { viewer: seat, seats: how.table.seats() };
                    Shelf::of(player)
                        .look(|open| show_open(engine, (actions, layout), who, open, &mut game.numbers, out))
                });
                shown.and_then(|()| Shelf::of(player).put_aside(aside)).is_ok()
            }
            (_, Stands::Position(position)) => {
                game.decider = position.deciders().first().copied().unwrap_or(0);
                show_position(engine, (actions, layout), position, game.decider, &mut game.numbers, out).is_some()
            }
            _ => false,
        };
        if !shown {
            game.numbers.clear();
            out.mask.fill(0);
        }
        *out.decider = i32::try_from(game.decider).unwrap_or(0);
    }

    /// Shows how a game has ended to whoever decided last.
    fn show_last(&mut self, how: &How, layout: &Layout, game: &One, out: &mut Out<'_>) {
        let engine = how.table.engine();
        match (&mut self.player, &game.stands) {
            (Some(player), Stands::Aside(_)) => {
                let cells = player.position();
                out.last.fill(0.0);
                let who = Who { viewer: game.decider, seats: how.table.seats() };
                observation::waits(layout, who, std::iter::empty(), None, out.last);
                observation::from_cells(layout, engine.program(), &cells, who, out.last);
            }
            (_, Stands::Position(position)) => {
                if Sight::of(engine, layout, position, game.decider).write(out.last).is_err() {
                    out.last.fill(0.0);
                }
            }
            _ => out.last.fill(0.0),
        }
    }
}
