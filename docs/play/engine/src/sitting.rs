//! One person at a table with bots.

use rulehound_bots::{Bot, Budget, Level, Strength};
use rulehound_course::{Course, Happened, Onlooker, Wrong, hello, why};
use rulehound_interpreter::play::{Game, Knowledge, Memory, Seeded, Stop, Viewer};
use rulehound_interpreter::script::Headline;
use serde_json::{Value, json};

use crate::clock::now;

/// The stream of the seed from which bots draw; chance draws from those with small numbers.
const BOTS: u64 = u64::MAX;

/// A table.
pub struct Sitting {
    game: Game,
    /// What the game is called in a script of it.
    name: String,
    seed: u64,
    /// How many games were played here before this one.
    number: u64,
    /// The person.
    you: usize,
    level: Level,
    course: Course,
    onlooker: Onlooker,
    memories: Vec<Memory>,
    bot: Option<Bot>,
    random: Seeded,
    /// How many lines of the story the page has, and how often it was sent what is seen.
    told: usize,
    frames: u64,
    fault: Option<String>,
}

impl Sitting {
    /// Sits down; the first messages for the page come with it.
    ///
    /// # Errors
    /// The rules go wrong before anybody decides.
    pub fn new(game: Game, name: String, you: usize, level: Level, seed: u64) -> Result<(Self, Vec<Value>), Wrong> {
        let (course, happened) = Course::begin(&game, seed, 0)?;
        let mut sitting = Self {
            onlooker: Onlooker::new(Viewer::Seat(you)),
            memories: Vec::new(),
            bot: None,
            random: Seeded::new(seed, BOTS),
            told: 0,
            frames: 0,
            fault: None,
            number: 0,
            game,
            name,
            seed,
            you,
            level,
            course,
        };
        sitting.forget();
        sitting.hear(&happened);
        let mut greeting = hello(&sitting.game);
        if let Some(map) = greeting.as_object_mut() {
            map.insert("you".to_owned(), json!(you));
        }
        let mut messages = vec![greeting];
        sitting.look(&mut messages);
        Ok((sitting, messages))
    }

    /// What the page says; what it is told.
    pub fn say(&mut self, message: &Value) -> Vec<Value> {
        let mut told = Vec::new();
        match message.get("t").and_then(Value::as_str) {
            Some("answer") => self.answer(message, &mut told),
            Some("why") => {
                let what = message.get("what").and_then(Value::as_array).into_iter().flatten();
                let what: Vec<String> = what.filter_map(Value::as_str).map(str::to_owned).collect();
                let asked = self.onlooker.options > 0;
                told.push(why(self.course.position(), self.you, asked, &what).told(self.onlooker.question));
            }
            Some("undo") => self.back(&mut told),
            Some("again") => self.again(&mut told),
            Some("record") => told.push(self.record()),
            _ => {}
        }
        told
    }

    fn answer(&mut self, message: &Value, told: &mut Vec<Value>) {
        let id = message.get("id").cloned().unwrap_or(Value::Null);
        let number = |name| message.get(name).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
        let (question, option) = (number("q"), number("o"));
        let open = self.fault.is_none() && question == usize::try_from(self.onlooker.question).ok();
        match option.filter(|option| open && *option < self.onlooker.options) {
            Some(option) => {
                told.push(json!({ "t": "ok", "id": id }));
                self.given(self.you, option);
                self.look(told);
            }
            None => told.push(json!({ "t": "no", "id": id, "why": "that question is over" })),
        }
    }

    /// Lets the next bot decide, if it is a bot's turn; whether it was.
    pub fn think(&mut self, told: &mut Vec<Value>) -> bool {
        let deciders = self.course.position().deciders();
        let Some(seat) = deciders.into_iter().find(|seat| *seat != self.you).filter(|_| self.fault.is_none()) else {
            return false;
        };
        let option = self.thought(seat);
        self.given(seat, option);
        self.look(told);
        true
    }

    fn thought(&mut self, seat: usize) -> usize {
        let position = self.course.position();
        let (seed, count) = (self.random.next_number(), position.count(seat).unwrap_or(0));
        let Strength::Thinks { iterations, milliseconds } = self.level.strength() else {
            return Seeded::new(seed, 2).below(count);
        };
        let Ok(Some(known)) = Knowledge::of(position, seat, self.memories.get(seat)) else {
            return Seeded::new(seed, 2).below(count);
        };
        let bot = self.bot.get_or_insert_with(|| Bot::interpreting(&self.game).having_learned(&self.game));
        let begun = now();
        let mut go_on = || milliseconds.is_none_or(|most| now().saturating_sub(begun) < most);
        bot.think(&known, seed, &mut Budget::new(iterations, &mut go_on)).option
    }

    fn given(&mut self, seat: usize, option: usize) {
        match self.course.try_out(seat, option) {
            Ok(step) => {
                if seat == self.you {
                    self.onlooker.answered();
                }
                let happened = self.course.take(step);
                self.hear(&happened);
            }
            Err(wrong) => self.fault = Some(wrong.0),
        }
    }

    /// The person's last answer is taken back, with all that came after it: nobody else is a person.
    fn back(&mut self, told: &mut Vec<Value>) {
        let Some((left, _)) = self.course.back(self.you) else {
            told.push(json!({ "t": "said", "why": "you have not answered yet" }));
            return;
        };
        let answers: Vec<_> = self.course.given().iter().take(left).cloned().collect();
        self.anew(self.number, &answers, told);
    }

    fn again(&mut self, told: &mut Vec<Value>) {
        if self.course.position().stop() == Stop::Over || self.fault.is_some() {
            self.anew(self.number + 1, &[], told);
        } else {
            told.push(json!({ "t": "said", "why": "this game is not over" }));
        }
    }

    fn anew(&mut self, number: u64, answers: &[rulehound_course::Given], told: &mut Vec<Value>) {
        match Course::again(&self.game, (self.seed, number), answers, || {}) {
            Ok((course, happened)) => {
                (self.course, self.number, self.fault) = (course, number, None);
                self.onlooker.forget();
                self.told = 0;
                self.forget();
                self.hear(&happened);
                self.look(told);
            }
            Err(wrong) => told.push(json!({ "t": "said", "why": wrong.0 })),
        }
    }

    /// Bots know nothing yet.
    fn forget(&mut self) {
        let thinks = self.level != Level::Random && !self.game.is_open();
        let seats = (0..self.game.instance().seats()).filter(|_| thinks);
        self.memories = seats.map(|seat| Memory::new(&self.game, seat)).collect();
    }

    fn hear(&mut self, happened: &[Happened]) {
        self.onlooker.hear(happened);
        for one in happened {
            self.memories.iter_mut().for_each(|memory| memory.take_in(&one.log, &one.position));
        }
    }

    /// What the person sees now is sent, if that is anything new.
    fn look(&mut self, told: &mut Vec<Value>) {
        let bots: Vec<bool> = (0..self.game.instance().seats()).map(|seat| seat != self.you).collect();
        let mut extra = json!({ "bots": bots, "wish": null, "agreed": false, "alone": true, "fault": self.fault });
        let plays = self.fault.is_none();
        let changed = self.onlooker.look(self.course.position(), plays, &extra).unwrap_or_else(|wrong| {
            // Nobody is asked any more, so nothing that goes wrong is looked at again.
            self.fault = Some(wrong.0);
            if let Some(map) = extra.as_object_mut() {
                map.insert("fault".to_owned(), json!(self.fault));
            }
            self.onlooker.look(self.course.position(), false, &extra).unwrap_or(true)
        });
        if !changed && self.told == self.onlooker.story.len() {
            return;
        }
        self.frames += 1;
        let lines = self.onlooker.story.get(self.told..).unwrap_or_default();
        let seen: Value = serde_json::from_str(&self.onlooker.seen).unwrap_or(Value::Null);
        told.push(json!({ "t": "all", "n": self.frames, "from": self.told, "story": lines, "seen": seen }));
        self.told = self.onlooker.story.len();
    }

    /// The game as a script, once nothing of it is secret any more.
    fn record(&self) -> Value {
        if self.course.position().stop() != Stop::Over && !self.game.is_open() {
            return json!({ "t": "record", "why": "the record holds what is hidden: it is given out when the game is over" });
        }
        let headline = Headline {
            game: self.name.clone(),
            title: Some(format!("{}, as it was played", self.game.instance().model.title)),
            players: self.game.instance().players.clone(),
            settings: Vec::new(),
        };
        json!({ "t": "record", "script": self.course.script(&headline) })
    }
}
