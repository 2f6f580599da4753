//! A game that is being played.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_bots::Thought;
use rulehound_grammar::span::Location;
use rulehound_interpreter::play::{Event, Fault, HiddenBefore, Log, Memory, Offer, Position, Stop, Viewer};
use rulehound_interpreter::scene::Scene;
use rulehound_interpreter::script::{Entry, Headline, write};
use rulehound_interpreter::story::Teller;
use rulehound_interpreter::table::around_boards;

use super::apart::Apart;
use super::input::Input;
use super::kept::Kept;
use super::told::Told;
use crate::bot::Generators;
use crate::exit::{Done, Failure};
use crate::output::{Output, shade};
use crate::rules::Rules;
use crate::thinkers::{self, Thinkers};

/// So many lines of the story can be read again.
pub const MOST_TOLD: usize = 400;

/// Everything about it.
pub struct Session {
    /// The rules.
    pub rules: Rules,
    /// How the game was named on the command line.
    pub name: String,
    /// Settings that differ from the rules'.
    pub settings: BTreeMap<String, String>,
    /// The seats of people.
    pub humans: Vec<usize>,
    /// The seed of chance and bots.
    pub seed: u64,
    /// Chance and bots.
    pub generators: Generators,
    /// Those of the bots that think.
    pub thinkers: Thinkers,
    /// Whether it is told what they thought.
    pub thoughts: bool,
    /// Where it stands.
    pub position: Position,
    /// Every answer and outcome.
    pub record: Vec<Entry>,
    /// Whether the record leaves out how the game began.
    pub begun_before: bool,
    /// Positions that may be taken back to.
    pub undo: Vec<Before>,
    /// Whether answers can be taken back past chance and bots.
    pub practice: bool,
    /// Which questions each person at this keyboard has read, by where they stand in the rules.
    pub asked: BTreeSet<(usize, Location)>,
    /// Who was asked back about which number.
    pub doubted: Option<(usize, usize)>,
    /// Who has given an answer at this keyboard.
    pub answered: BTreeSet<usize>,
    /// Why nothing further back may be taken back.
    pub barrier: Option<String>,
    /// Tells the story.
    pub teller: Teller,
    /// What each person saw after answering last.
    pub looked: BTreeMap<usize, Scene>,
    /// The last lines of the story.
    pub told: Told,
    /// What each of several people at this keyboard alone was told.
    pub apart: Apart,
    /// The keyboard.
    pub input: Input,
    /// The screen.
    pub output: Output,
    /// Whether files may be overwritten.
    pub force: bool,
    /// Where the game is kept while it is played.
    pub kept: Kept,
}

/// A position before an answer.
pub struct Before {
    /// Who answered.
    pub seat: usize,
    /// The position.
    pub position: Position,
    /// How long the record was.
    pub length: usize,
    /// What that player saw after the answer before.
    pub looked: Option<Scene>,
    /// What the bots remembered.
    pub memories: Vec<Memory>,
    /// Chance and bots, if they are to go on from there once more.
    pub generators: Option<Generators>,
}

/// Why it ended.
pub enum Ended {
    /// Somebody won, or nobody.
    Over,
    /// A person quits.
    Quit,
    /// There is no more input.
    Input,
}

impl Session {
    /// What is played, by whom, with which seed.
    pub fn greet(&mut self) -> Done<()> {
        let model = &self.rules.model;
        let doc = model.notes.doc.as_ref().map_or_else(String::new, |doc| format!(": {doc}"));
        let title = format!("{}{doc}", model.title);
        let players =
            self.players().iter().enumerate().map(|(seat, player)| {
                if self.humans.contains(&seat) { player.clone() } else { format!("{player} (bot)") }
            });
        let players = players.collect::<Vec<_>>().join(", ");
        let seed = self.seed;
        self.output.prose(&title)?;
        self.output.line(format!("At the table: {players}. Seed {seed}; `--seed {seed}` plays it again. `h` for help."))
    }

    /// Plays on until it ends.
    pub fn run(&mut self) -> Done<Ended> {
        loop {
            match self.position.stop() {
                Stop::Over => {
                    self.show_how_it_stands()?;
                    return Ok(Ended::Over);
                }
                Stop::Chance => self.chance()?,
                Stop::Decision => {
                    if let Some(ended) = self.decision()? {
                        return Ok(ended);
                    }
                }
            }
        }
    }

    /// What all see who play at this keyboard.
    pub fn everybody_here(&self) -> Viewer {
        match self.humans.as_slice() {
            [one] => Viewer::Seat(*one),
            _ => Viewer::Nobody,
        }
    }

    /// With how much it ended for each, as far as people at this keyboard may see it. The story has drawn the boards, and a full screen shows
    /// all of it.
    fn show_how_it_stands(&mut self) -> Done<()> {
        if self.humans.is_empty() || self.input.full.is_some() {
            return Ok(());
        }
        let scene = Scene::of(&self.position, self.everybody_here());
        let lines = around_boards(self.position.game().instance(), &scene, self.output.width());
        if !lines.is_empty() {
            self.output.line("")?;
            self.output.drawn(&lines)?;
        }
        Ok(())
    }

    /// Whether it has come to its end.
    pub fn over(&self) -> bool {
        self.position.stop() == Stop::Over
    }

    /// What the players are called.
    pub fn players(&self) -> &[String] {
        &self.position.game().instance().players
    }

    /// What a player is called.
    pub fn player(&self, seat: usize) -> String {
        self.players().get(seat).cloned().unwrap_or_default()
    }

    /// The game so far as a script.
    pub fn script(&self, game: String) -> String {
        let headline = Headline {
            game,
            title: Some(format!("{}, as it was played", self.rules.model.title)),
            players: self.players().to_vec(),
            settings: self.settings.clone().into_iter().collect(),
        };
        write(&headline, &self.record)
    }

    /// A fault of the rules, with how to meet it again.
    pub fn fault(&self, fault: impl Into<Fault>) -> Failure {
        let after = format!("after {} answers and outcomes of this game, seed {}", self.record.len(), self.seed);
        self.rules.fault(fault, &after)
    }

    /// Tells what happened.
    pub fn tell(&mut self, events: &[Event]) -> Done<()> {
        if self.humans.len() > 1 {
            let place = (self.record.len(), self.output.width());
            self.apart.keep(events, &self.position, &self.humans, place);
        }
        let lines = self.teller.tell(events, &self.position);
        self.story(lines)
    }

    /// Writes what the teller says, and keeps it for whoever asks again.
    fn story(&mut self, lines: Vec<String>) -> Done<()> {
        self.output.lines(&lines)?;
        self.told.add(lines, self.record.len());
        self.draw_full()
    }

    /// Tells the rest of what happened, since something else is to be said.
    pub fn pause(&mut self) -> Done<()> {
        let lines = self.teller.pause(&self.position);
        self.story(lines)
    }

    fn chance(&mut self) -> Done<()> {
        let Some(chance) = self.position.chance() else { return Ok(()) };
        let outcome = self.generators.chance.pick(&chance);
        self.record.push(Entry::chance(&chance, outcome));
        let mut log = Log::new();
        self.position.resolve(outcome, &mut log).map_err(|error| self.fault(error))?;
        self.thinkers.take_in(&log, &self.position);
        if chance.outcomes.len() > 1 {
            self.bar("chance has come in between");
        }
        self.tell(&log.events)
    }

    /// The first who is to decide does so.
    fn decision(&mut self) -> Done<Option<Ended>> {
        let Some(seat) = self.position.deciders().first().copied() else { return Ok(Some(Ended::Over)) };
        let offer = self.position.offer(seat).map_err(|fault| self.fault(fault))?;
        let Some(offer) = offer else { return Ok(Some(Ended::Over)) };
        if !self.humans.contains(&seat) {
            let chosen = self.thinkers.choose(&self.position, seat, &mut self.generators.bots);
            let (option, thought) = chosen.map_err(|error| self.fault(error))?;
            if let Some(thought) = thought.filter(|thought| self.thoughts || thought.trouble.is_some()) {
                self.tell_thought(seat, &thought)?;
            }
            self.bar(&format!("{} has answered since", self.player(seat)));
            self.answer(&offer, option)?;
            return Ok(None);
        }
        // A question with one answer is no question, unless skipping it would tell something.
        if offer.options.len() == 1 && !offer.secret {
            self.answer(&offer, 0)?;
            return Ok(None);
        }
        self.ask(&offer)
    }

    /// Tells what a bot thought; to those who do not see all, only that it could not.
    fn tell_thought(&mut self, seat: usize, thought: &Thought) -> Done<()> {
        let all = self.thoughts && (self.humans.is_empty() || self.position.game().is_open());
        let lines = if all {
            thinkers::told(&self.position, thought)
        } else {
            thought.trouble.iter().map(|trouble| format!("takes any option: {trouble}")).collect()
        };
        let player = self.player(seat);
        if !lines.is_empty() {
            self.pause()?;
        }
        for line in lines {
            self.output.line(shade()(&format!("  {player} (bot): {line}")))?;
        }
        Ok(())
    }

    /// Gives an answer and tells what it leads to.
    pub fn answer(&mut self, offer: &Offer, option: usize) -> Done<()> {
        let deciders = self.position.deciders();
        let entry = Entry::answer(offer, option, deciders, self.position.game().instance());
        self.record.push(entry);
        let before = HiddenBefore::of(&self.position, offer.seat)?;
        let id = offer.options.get(option).map_or(option, |option| option.id);
        let mut log = Log::new();
        self.position.apply(offer.seat, id, &mut log).map_err(|error| self.fault(error))?;
        self.thinkers.take_in(&log, &self.position);
        if self.humans.contains(&offer.seat) {
            // Before it is told, so that nobody loses what was seen.
            self.keep();
            self.looked.insert(offer.seat, Scene::of(&self.position, Viewer::Seat(offer.seat)));
        }
        if before.revealed(&self.position, &log.events)? {
            self.bar("something was revealed since");
        }
        self.tell(&log.events)
    }

    /// From here nothing before can be taken back.
    fn bar(&mut self, why: &str) {
        if self.practice {
            return;
        }
        self.undo.clear();
        self.barrier = Some(why.to_owned());
    }

    /// Empties the screen, so that the next person does not see what the last one saw.
    pub fn clear(&mut self) -> Done<()> {
        if self.wipe_full()? { Ok(()) } else { self.output.clear() }
    }
}
