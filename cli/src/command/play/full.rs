//! A game on the full screen: what it shows is set here, and taken away before somebody else looks.

use std::cell::RefCell;
use std::rc::Rc;

use rulehound_interpreter::document::{about, document, plain};
use rulehound_interpreter::play::{Offer, Viewer};
use rulehound_interpreter::scene::Scene;

use super::ask::first_sentence;
use super::input::Input;
use super::listing::Listing;
use super::session::{Ended, Session};
use crate::arguments::Play;
use crate::exit::Done;
use crate::full::{Full, Log, Shown};
use crate::output::{Output, complain};

/// So many lines of the story stay on the terminal when the screen is given back.
const LAST: usize = 8;

/// The full screen with a log, if that is asked for and there is a terminal for it.
pub fn opened(arguments: &Play, mut input: Input, output: Output) -> (Input, Output) {
    if !arguments.full {
        return (input, output);
    }
    let log: Log = Rc::new(RefCell::new(Vec::new()));
    match Full::open("Table", Rc::clone(&log)) {
        Some(full) => {
            input.full = Some(full);
            (input, Output::logged(log))
        }
        None => {
            complain("note: there is no terminal for the full screen here, so the game is played line by line");
            (input, output)
        }
    }
}

impl Session {
    /// Shows what somebody is asked; whether there is a full screen for it.
    pub fn show_full(&mut self, offer: &Offer) -> bool {
        if self.input.full.is_none() {
            return false;
        }
        let scene = Scene::of(&self.position, Viewer::Seat(offer.seat));
        let scene = match self.looked.get(&offer.seat) {
            Some(before) => scene.since(before),
            None => scene,
        };
        let section = offer.asked.reference.as_ref().map(|reference| format!(" ({reference})")).unwrap_or_default();
        // All of it stands among the rules.
        let list = Listing::new(offer, &self.position);
        let how = list.how_together().map(|how| format!(" {how}")).unwrap_or_default();
        let question = format!("{}{section}{how}", first_sentence(&offer.asked.prompt));
        let options = list.choices();
        let rules = self.rules_of(offer);
        let table = Shown::new(self.position.clone(), scene);
        let title = self.rules.model.title.clone();
        if let Some(full) = &mut self.input.full {
            full.screen.title = title;
            full.screen.ask(table, question, options);
            full.screen.explain(rules);
        }
        true
    }

    /// What the rules say about what is asked: the part of that rule, else that of its section.
    fn rules_of(&self, offer: &Offer) -> Vec<String> {
        let document = document(&self.rules.model, &[]);
        let words = [Some(offer.asked.rule.replace('_', " ")), offer.asked.reference.clone()];
        let called = |words: &String| {
            let found = about(&document, words);
            let exact = found.iter().find(|section| section.heading.eq_ignore_ascii_case(words)).copied();
            exact.map_or(found, |exact| vec![exact])
        };
        let found = words.iter().flatten().map(called).find(|found| !found.is_empty());
        let width = self.output.width();
        found.into_iter().flatten().flat_map(|section| plain(section, width)).collect()
    }

    /// Shows nothing but a sentence; whether there is a full screen for it.
    pub fn cover_full(&mut self, sentence: &str) -> bool {
        self.input.full.as_mut().map(|full| full.screen.cover(sentence)).is_some()
    }

    /// Lets the pane of the rules show this; whether there is one.
    pub fn explain_full(&mut self, rules: Vec<String>) -> bool {
        self.input.full.as_mut().map(|full| full.screen.explain(rules)).is_some()
    }

    /// Takes away what one player alone has seen. What was told to all stays in the log.
    pub fn wipe_full(&mut self) -> Done<bool> {
        let Some(full) = &mut self.input.full else { return Ok(false) };
        full.screen.wipe();
        let told = self.told.last(usize::MAX);
        self.output.lines(&told)?;
        self.draw_full()?;
        Ok(true)
    }

    /// Draws the screen as it is now, if there is one.
    pub fn draw_full(&mut self) -> Done<()> {
        self.input.full.as_mut().map_or(Ok(()), Full::draw)
    }

    /// Gives the terminal back. Who comes to the end of the game looks at it first.
    pub fn leave_full(&mut self, ended: Done<Ended>) -> Done<Ended> {
        if self.input.full.is_none() {
            return ended;
        }
        let looked = if matches!(ended, Ok(Ended::Over)) { self.look_at_the_end() } else { Ok(()) };
        drop(self.input.full.take());
        self.output = Output::new();
        let last = self.told.last(LAST);
        self.output.lines(&last)?;
        looked.and(ended)
    }

    /// The table at the end, as far as all at this keyboard may see it, until somebody leaves.
    fn look_at_the_end(&mut self) -> Done<()> {
        self.pause()?;
        let table = Shown::new(self.position.clone(), Scene::of(&self.position, self.everybody_here()));
        if let Some(full) = &mut self.input.full {
            full.screen.ask(table, "The game is over.".to_owned(), Vec::new());
            full.line("Enter to leave > ")?;
        }
        Ok(())
    }
}
