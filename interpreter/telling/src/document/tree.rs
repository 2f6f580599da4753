//! A document as data. Renderers add nothing but looks.

use super::english::Sorted;
use super::picture::Picture;
use super::prose::Prose;
use rulehound_grammar::span::Location;

/// A rule document.
#[derive(Clone, Debug)]
pub struct Document {
    /// The game.
    pub title: String,
    /// What it is about, in the author's sentence.
    pub lead: Option<String>,
    /// What stands above the title.
    pub kicker: String,
    /// Short facts beneath it.
    pub badges: Vec<String>,
    /// What it holds.
    pub sections: Vec<Section>,
}

/// A part with a heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// Where links lead; unique in the document.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// A word above the heading: what sort of thing it is.
    pub label: Option<String>,
    /// The section of the rulebook.
    pub reference: Option<String>,
    /// What stands in it.
    pub blocks: Vec<Block>,
    /// Parts of it.
    pub sections: Vec<Section>,
    /// Where the rules say it.
    pub at: Option<Location>,
}

impl Section {
    /// A part without anything in it.
    pub fn new(id: impl Into<String>, heading: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            heading: heading.into(),
            label: None,
            reference: None,
            blocks: Vec::new(),
            sections: Vec::new(),
            at: None,
        }
    }

    /// The same without where the rules say it.
    #[must_use]
    pub fn unplaced(self) -> Self {
        let blocks = self.blocks.into_iter().map(Block::unplaced).collect();
        let sections = self.sections.into_iter().map(Self::unplaced).collect();
        Self { blocks, sections, at: None, ..self }
    }

    /// Whether nothing stands in it.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.sections.is_empty()
    }
}

/// What stands in a part.
#[derive(Clone, Debug)]
pub enum Block {
    /// Plain words.
    Paragraph(Prose),
    /// The author's sentence.
    Lead(Prose),
    /// What was taken on trust.
    Trust(Prose),
    /// Label and fact.
    Facts(Vec<(String, Prose)>),
    /// What happens, in order.
    Steps(Vec<Line>),
    /// Points without an order.
    List(Vec<Prose>),
    /// A table.
    Table(Grid),
    /// A picture.
    Picture(Picture),
    /// A story that was played.
    Story(Vec<Told>),
    /// An example beside the rule that it shows.
    Example {
        /// Where links lead.
        id: String,
        /// What it shows.
        title: String,
        /// The story.
        told: Vec<Told>,
    },
    /// What it was, and what it is.
    Sides(Vec<Block>, Vec<Block>),
    /// What is folded away until somebody wants to know it exactly.
    Exactly(Vec<Block>),
}

impl Block {
    /// The same without where the rules say it, to compare what is said.
    #[must_use]
    pub fn unplaced(self) -> Self {
        let all = |blocks: Vec<Self>| blocks.into_iter().map(Self::unplaced).collect();
        match self {
            Self::Steps(lines) => Self::Steps(lines.into_iter().map(Line::unplaced).collect()),
            Self::Sides(was, is) => Self::Sides(all(was), all(is)),
            Self::Exactly(blocks) => Self::Exactly(all(blocks)),
            other => other,
        }
    }
}

impl Line {
    fn unplaced(self) -> Self {
        Self { inner: self.inner.into_iter().map(Self::unplaced).collect(), at: None, ..self }
    }
}

/// A step.
#[derive(Clone, Debug)]
pub struct Line {
    /// What happens.
    pub text: Prose,
    /// What sort of step it is.
    pub sort: Sorted,
    /// What belongs to it.
    pub inner: Vec<Line>,
    /// Where the rules say it.
    pub at: Option<Location>,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// What it shows.
    pub caption: String,
    /// Over the columns.
    pub head: Vec<String>,
    /// Row by row; the first cell names the row.
    pub rows: Vec<Vec<Prose>>,
    /// Whether the cells are numbers.
    pub numbers: bool,
}

/// A line of a story.
#[derive(Clone, Debug)]
pub enum Told {
    /// A heading.
    Heading(String),
    /// A remark.
    Remark(String),
    /// What happened.
    Event(String),
    /// What is not allowed.
    Refused(String),
    /// How things stand.
    Picture(Picture),
}
