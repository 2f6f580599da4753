//! What one viewer has been told so far: his story, his question, and the last he was sent.

use rulehound_interpreter::play::{Position, Stop, Viewer};
use rulehound_interpreter::scene::Scene;
use rulehound_interpreter::story::Teller;
use serde_json::Value;

use crate::Wrong;
use crate::course::Happened;
use crate::frame::{self, Ask, Asked};

/// Lines of the story are broken where they are read, not here.
const WIDTH: usize = 10_000;

/// A seat, or all who look on.
pub struct Onlooker {
    viewer: Viewer,
    teller: Teller,
    /// His story, line by line.
    pub story: Vec<String>,
    /// The number of his question; it counts his questions alone, so it tells nothing of others.
    pub question: u32,
    /// How many options it has; 0 where he is not asked.
    pub options: usize,
    asked: Option<Asked>,
    /// The number of the question and what was told besides, as they were sent.
    shown: Option<(Option<u32>, Value)>,
    /// The table when he looked last, and the same with what had changed till then.
    looked: Option<(Scene, Scene)>,
    /// What he sees, as it is sent.
    pub seen: String,
    /// How often that has changed.
    pub sights: u64,
}

impl Onlooker {
    /// Somebody who has seen and heard nothing yet.
    pub fn new(viewer: Viewer) -> Self {
        Self {
            viewer,
            teller: teller(viewer),
            story: Vec::new(),
            question: 0,
            options: 0,
            asked: None,
            shown: None,
            looked: None,
            seen: String::new(),
            sights: 0,
        }
    }

    /// His question was answered: the next one is another, even if it reads the same.
    pub fn answered(&mut self) {
        self.asked = None;
    }

    /// Forgets the story, since it is told anew.
    pub fn forget(&mut self) {
        self.begin_to_tell();
        self.story.clear();
    }

    /// What comes next follows from nothing that was told.
    pub fn begin_to_tell(&mut self) {
        self.answered();
        self.teller = teller(self.viewer);
        self.looked = None;
    }

    /// Hears what happened.
    pub fn hear(&mut self, happened: &[Happened]) {
        for one in happened {
            let lines = self.teller.tell(&one.log.events, &one.position);
            self.story.extend(lines);
        }
        if let Some(last) = happened.last() {
            let lines = self.teller.pause(&last.position);
            self.story.extend(lines);
        }
    }

    /// Looks at the table: what he sees and is asked. Whether that has changed.
    pub fn look(&mut self, position: &Position, plays: bool, extra: &Value) -> Result<bool, Wrong> {
        let now = Scene::of(position, self.viewer);
        let asked = match self.viewer {
            Viewer::Seat(seat) if plays => frame::asked(position, seat, &now)?,
            Viewer::Seat(_) | Viewer::Nobody | Viewer::All => None,
        };
        if asked != self.asked {
            self.question = self.question.wrapping_add(1);
        }
        self.options = asked.as_ref().map_or(0, Asked::options);
        self.asked = asked;
        let showing = Some((self.asked.is_some().then_some(self.question), extra.clone()));
        let same = self.look_at(now) && self.shown == showing && position.stop() != Stop::Over;
        // What others do in secret changes nothing here, and is not written down anew.
        let Some((_, scene)) = self.looked.as_ref().filter(|_| !same) else { return Ok(false) };
        self.shown = showing;
        let ask = self.asked.as_ref().map(|of| Ask { of, q: self.question });
        // Nothing in it can fail to be written.
        let seen = serde_json::to_string(&frame::seen(position, scene, ask, extra)).unwrap_or_default();
        let changed = seen != self.seen;
        self.seen = seen;
        self.sights += u64::from(changed);
        Ok(changed)
    }

    /// Looks at the table, and at what has changed since it looked otherwise. Whether it looks as before.
    fn look_at(&mut self, now: Scene) -> bool {
        let same = self.looked.as_ref().is_some_and(|(before, _)| *before == now);
        if !same {
            let marked = match &self.looked {
                Some((before, _)) => now.clone().since(before),
                None => now.clone(),
            };
            self.looked = Some((now, marked));
        }
        same
    }
}

fn teller(viewer: Viewer) -> Teller {
    Teller::new(viewer).undrawn().within(WIDTH)
}
