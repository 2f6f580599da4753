//! A script as data. Every word carries the bytes it stands on, so that a wrong one can be underlined.

use rulehound_grammar::span::{Location, Span};

use super::SCRIPT_FILE;

/// A scripted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The rules: a file, seen from the script, or the name of a shipped game.
    pub game: Word,
    /// What it shows.
    pub title: Option<Word>,
    /// The section of the rulebook.
    pub reference: Option<Word>,
    /// Who plays.
    pub players: Players,
    /// Chance that is not given comes from this seed.
    pub seed: Option<u64>,
    /// What was agreed at the table: setting and value.
    pub settings: Vec<(Word, Word)>,
    /// Where play begins, if not at the beginning.
    pub position: Option<GivenPosition>,
    /// What is played instead of the whole game: `one_turn(black)`.
    pub phase: Option<Word>,
    /// Who is on turn where that begins.
    pub turn: Option<Word>,
    /// What happens.
    pub steps: Vec<Step>,
}

/// A scalar with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As written, escapes read.
    pub text: String,
    /// With its quotation marks.
    pub span: Span,
    /// Where its text begins, if it stands in the file exactly so; expressions are underlined inside then.
    pub exact: Option<u32>,
}

impl Word {
    /// Where it stands.
    pub fn at(&self) -> Location {
        Location { file: SCRIPT_FILE, span: self.span }
    }
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// Whom the rules name, else as few as may play.
    Default,
    /// So many, with the usual names.
    Number(Word),
    /// These.
    Named(Vec<Word>),
}

/// `position:`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenPosition {
    /// What lies where.
    pub zones: Vec<(Word, Contents)>,
    /// Variables with their values.
    pub variables: Vec<(Word, Word)>,
}

/// What lies in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Descriptions with their numbers.
    Counted(Vec<(Word, u32)>),
    /// Descriptions one by one; of a pile from the top.
    Listed(Vec<Word>),
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happens.
    pub kind: StepKind,
    /// The whole step.
    pub span: Span,
}

impl Step {
    /// Where it stands.
    pub fn at(&self) -> Location {
        Location { file: SCRIPT_FILE, span: self.span }
    }
}

/// The steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// `roll`, `draw`, `shuffle`: what chance gives next.
    Chance(GivenChance),
    /// `Ann: …`: answers, as written.
    Answers(Vec<Answers>),
    /// `refuse`: something that must not be possible.
    Refuse(Refuse),
    /// `expect`: what must hold.
    Expect(Vec<Expected>),
    /// `say`: a remark in the story.
    Say(Word),
}

/// Outcomes for the chance stops that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenChance {
    /// `roll`, `draw` or `shuffle`.
    pub kind: rulehound_engine::play::ChanceKind,
    /// In order, or by the owner of the target.
    pub given: Vec<Given>,
}

/// One outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The player whose it is, if the step names owners.
    pub owner: Option<Word>,
    /// What comes.
    pub outcome: Word,
}

/// What one player answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Who.
    pub player: Word,
    /// One after the other.
    pub wishes: Vec<Wish>,
}

/// One answer, by its words or by its bindings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Which.
    pub kind: WishKind,
    /// Where it stands.
    pub span: Span,
}

impl Wish {
    /// Where it stands.
    pub fn at(&self) -> Location {
        Location { file: SCRIPT_FILE, span: self.span }
    }
}

/// How an answer is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WishKind {
    /// `pull out another card`.
    Text(String),
    /// `{n: 6, s: tree 24}`.
    Bindings(Vec<(Word, Word)>),
}

/// `refuse: {Ann: …, because: …}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuse {
    /// Who cannot do it.
    pub player: Word,
    /// What; each of them.
    pub wishes: Vec<Wish>,
    /// The reason or its beginning.
    pub because: Option<Word>,
}

/// `expression: value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What is looked at.
    pub what: Word,
    /// What it must be.
    pub value: ExpectedValue,
}

/// What is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedValue {
    /// One value, as it is worded, or an expression.
    One(Word),
    /// Several, in any order.
    Several(Vec<Word>, Span),
    /// For each player something: only of `offers` and `places`.
    ByPlayer(Vec<(Word, ExpectedValue)>, Span),
}

impl ExpectedValue {
    /// Where it stands.
    pub fn at(&self) -> Location {
        let span = match self {
            Self::One(word) => word.span,
            Self::Several(_, span) | Self::ByPlayer(_, span) => *span,
        };
        Location { file: SCRIPT_FILE, span }
    }
}
