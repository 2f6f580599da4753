//! What the full screen shows and how keys change it: data without a terminal, so that it can be tried anywhere.

use std::cell::RefCell;
use std::rc::Rc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::play::Position;
use rulehound_interpreter::scene::Scene;
use rulehound_interpreter::table::{Line, drawn_within};

/// So many lines of the log can be read again.
const MOST: usize = 2_000;

/// How far a page goes.
const PAGE: usize = 8;

/// What was told, shared with whoever tells it.
pub type Log = Rc<RefCell<Vec<String>>>;

/// A part of the screen that can be moved through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// What happened, and what was answered to questions.
    Log,
    /// What the rules say.
    Rules,
    /// The table.
    Table,
}

/// The table as somebody sees it, to be drawn at any width.
pub struct Shown {
    position: Position,
    scene: Scene,
}

impl Shown {
    /// A scene of a position.
    pub fn new(position: Position, scene: Scene) -> Self {
        Self { position, scene }
    }

    /// In lines of this width, for so many lines if that can be.
    pub fn lines(&self, width: usize, height: usize) -> Vec<Line> {
        drawn_within(self.instance(), &self.scene, width, height)
    }

    fn instance(&self) -> &Instance {
        self.position.game().instance()
    }
}

/// What a key led to.
#[derive(Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Nothing that anybody hears.
    Again,
    /// A line is said.
    Line(String),
    /// There is no more.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// A line of what may be answered.
#[derive(Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is read.
    pub words: String,
    /// What is said if it is taken.
    pub says: Says,
}

/// What a line of what may be answered says.
#[derive(Debug, PartialEq, Eq)]
pub enum Says {
    /// The number of an option, from 1.
    Number(usize),
    /// The words of an option that has no number.
    Words(String),
    /// How the words begin, in which a number has still to be typed.
    Begins(String),
    /// The number, from 1, of something that is taken together with others: it is added to what is typed.
    Adds(usize),
}

/// The whole screen.
pub struct Screen {
    /// The game.
    pub title: String,
    /// The table, if somebody may see it now.
    pub table: Option<Shown>,
    /// What is asked, with its section.
    pub question: String,
    /// What may be answered.
    pub options: Vec<Choice>,
    /// What the rules say about it.
    pub rules: Vec<String>,
    /// What was told.
    pub log: Log,
    /// Who is asked, in front of what is typed.
    pub prompt: String,
    /// What is typed.
    pub line: String,
    /// Which option is marked.
    pub marked: Option<usize>,
    /// What the keys for pages move.
    pub focus: Pane,
    /// How far each pane was moved: the log from its end, the others from their beginning.
    pub moved: [usize; 3],
    /// Nothing but this is shown, until the right person sits there.
    pub cover: Option<String>,
}

impl Screen {
    /// An empty one.
    pub fn new(title: &str, log: Log) -> Self {
        Self {
            title: title.to_owned(),
            table: None,
            question: String::new(),
            options: Vec::new(),
            rules: Vec::new(),
            log,
            prompt: String::new(),
            line: String::new(),
            marked: None,
            focus: Pane::Log,
            moved: [0; 3],
            cover: None,
        }
    }

    /// What somebody is asked, with the table as that player sees it.
    pub fn ask(&mut self, table: Shown, question: String, options: Vec<Choice>) {
        self.table = Some(table);
        self.question = question;
        self.options = options;
        self.marked = None;
        self.moved[Pane::Table as usize] = 0;
        self.cover = None;
    }

    /// What the rules say stands in its pane.
    pub fn explain(&mut self, rules: Vec<String>) {
        self.rules = rules;
        self.moved[Pane::Rules as usize] = 0;
    }

    /// Takes away whatever one player alone may have seen, and what was typed.
    pub fn wipe(&mut self) {
        self.table = None;
        self.question.clear();
        self.options.clear();
        self.rules.clear();
        self.line.clear();
        self.prompt.clear();
        self.marked = None;
        self.moved = [0; 3];
        self.cover = None;
        self.log.borrow_mut().clear();
    }

    /// Shows nothing but a sentence.
    pub fn cover(&mut self, sentence: &str) {
        self.wipe();
        self.cover = Some(sentence.to_owned());
    }

    /// Keeps the log from growing for ever.
    pub fn trim(&mut self) {
        let mut log = self.log.borrow_mut();
        let old = log.len().saturating_sub(MOST);
        log.drain(..old);
    }

    /// A key.
    pub fn press(&mut self, key: KeyEvent) -> Pressed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Pressed::Interrupted,
            KeyCode::Char('d') if control => return if self.line.is_empty() { Pressed::End } else { Pressed::Again },
            KeyCode::Char('u') if control => self.line.clear(),
            // Behind something that is typed it is a blank.
            KeyCode::Char(' ') if self.added().is_some() && !self.line.ends_with(|sign| sign != ' ') => self.add(),
            KeyCode::Char(sign) if !control => self.line.push(sign),
            KeyCode::Backspace => drop(self.line.pop()),
            KeyCode::Esc => {
                self.line.clear();
                self.marked = None;
            }
            KeyCode::Enter => return self.enter(),
            KeyCode::Up => self.mark(false),
            KeyCode::Down => self.mark(true),
            KeyCode::Tab => {
                self.focus = match self.focus {
                    Pane::Log => Pane::Rules,
                    Pane::Rules => Pane::Table,
                    Pane::Table => Pane::Log,
                };
            }
            KeyCode::PageUp => self.page(self.focus == Pane::Log),
            KeyCode::PageDown => self.page(self.focus != Pane::Log),
            _ => {}
        }
        Pressed::Again
    }

    /// The line that is typed, else the number of the option that is marked; of what needs a number, its words are begun.
    fn enter(&mut self) -> Pressed {
        self.moved[Pane::Log as usize] = 0;
        let line = std::mem::take(&mut self.line).trim().to_owned();
        let marked = self.marked.filter(|_| line.is_empty()).and_then(|marked| self.options.get(marked));
        match marked.map(|marked| &marked.says) {
            None => Pressed::Line(line),
            Some(Says::Number(number)) => Pressed::Line(number.to_string()),
            Some(Says::Words(words)) => Pressed::Line(words.clone()),
            Some(Says::Begins(begins)) => {
                self.line.clone_from(begins);
                self.marked = None;
                Pressed::Again
            }
            Some(Says::Adds(_)) => {
                self.add();
                Pressed::Again
            }
        }
    }

    /// The number of the thing that is marked, if it is taken together with others.
    fn added(&self) -> Option<usize> {
        match self.marked.and_then(|marked| self.options.get(marked))?.says {
            Says::Adds(number) => Some(number),
            Says::Number(_) | Says::Words(_) | Says::Begins(_) => None,
        }
    }

    /// Adds the thing that is marked to what is typed, or takes it away again.
    fn add(&mut self) {
        let Some(number) = self.added().map(|number| number.to_string()) else { return };
        let typed: Vec<&str> = self.line.split_whitespace().collect();
        let there = typed.contains(&number.as_str());
        let mut kept: Vec<&str> = typed.into_iter().filter(|other| *other != number).collect();
        kept.extend((!there).then_some(number.as_str()));
        self.line = kept.iter().map(|number| format!("{number} ")).collect();
    }

    fn mark(&mut self, next: bool) {
        let last = self.options.len().saturating_sub(1);
        self.marked = match self.marked {
            _ if self.options.is_empty() => None,
            None => Some(if next { 0 } else { last }),
            Some(marked) if next => Some(if marked >= last { 0 } else { marked + 1 }),
            Some(marked) => Some(marked.checked_sub(1).unwrap_or(last)),
        };
    }

    fn page(&mut self, further: bool) {
        if let Some(moved) = self.moved.get_mut(self.focus as usize) {
            *moved = if further { moved.saturating_add(PAGE) } else { moved.saturating_sub(PAGE) };
        }
    }
}
