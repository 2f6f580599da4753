//! The flow of play: boxes in boxes, from top to bottom.

use super::svg::{Drawing, lines};

/// A box of the flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowNode {
    /// What stands in it.
    pub label: String,
    /// Where it is told in full.
    pub to: Option<String>,
    /// What sort of box it is.
    pub sort: FlowSort,
    /// What happens inside, in order.
    pub inner: Vec<FlowNode>,
}

/// The sorts of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowSort {
    /// A phase.
    Phase,
    /// A rule.
    Rule,
    /// Something that is repeated.
    Loop,
    /// Something that happens only sometimes.
    Branch,
    /// A decision.
    Decision,
    /// Several decide at the same time, unseen.
    Secret,
    /// Chance.
    Chance,
    /// Where the game may end.
    End,
}

impl FlowSort {
    /// A sign in front of the words.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Phase | Self::Rule => "",
            Self::Loop => "↻ ",
            Self::Branch => "◇ ",
            Self::Decision => "● ",
            Self::Secret => "◐ ",
            Self::Chance => "⚄ ",
            Self::End => "■ ",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Phase => "phase",
            Self::Rule => "rule",
            Self::Loop => "loop",
            Self::Branch => "branch",
            Self::Decision => "decision",
            Self::Secret => "secret",
            Self::Chance => "chance",
            Self::End => "end",
        }
    }
}

/// How wide the picture is.
const WIDTH: i32 = 430;
/// How far an inner box stands in.
const INSET: i32 = 11;
/// The height of a line of words.
const LINE: i32 = 17;
/// Between two boxes, with room for an arrow.
const GAP: i32 = 14;

pub fn drawn(nodes: &[FlowNode]) -> Drawing {
    let height: i32 = nodes.iter().map(|node| height(node, WIDTH - 4) + GAP).sum();
    let mut drawing = Drawing::new(WIDTH, height + 4);
    column(nodes, (2, 2), WIDTH - 4, &mut drawing);
    drawing
}

fn words(node: &FlowNode, width: i32) -> Vec<String> {
    // A letter takes about seven units.
    let most = usize::try_from((width - 22) / 7).unwrap_or(8).max(8);
    lines(&format!("{}{}", node.sort.sign(), node.label), most)
}

fn height(node: &FlowNode, width: i32) -> i32 {
    let words = i32::try_from(words(node, width).len()).unwrap_or(1) * LINE + 11;
    let inner: i32 = node.inner.iter().map(|node| height(node, width - 2 * INSET) + GAP).sum();
    if node.inner.is_empty() { words } else { words + inner - GAP + INSET }
}

fn column(nodes: &[FlowNode], (x, mut y): (i32, i32), width: i32, drawing: &mut Drawing) {
    for (index, node) in nodes.iter().enumerate() {
        if index > 0 {
            let middle = x + width / 2;
            drawing.line("arrow", (middle, y - GAP + 1), (middle, y - 4));
            drawing.path("head", &format!("M{} {}l4 -5h-8z", middle, y - 1));
        }
        y += boxed(node, (x, y), width, drawing) + GAP;
    }
}

/// Draws a box and tells how high it is.
fn boxed(node: &FlowNode, (x, y): (i32, i32), width: i32, drawing: &mut Drawing) -> i32 {
    let tall = height(node, width);
    let round = if node.sort == FlowSort::Decision || node.sort == FlowSort::End { 12 } else { 7 };
    drawing.rect(&format!("flow {}", node.sort.class()), (x, y), (width, tall), round);
    let words = words(node, width);
    if let Some(to) = &node.to {
        drawing.open_link(to);
    }
    let weight = if node.sort == FlowSort::Phase { "ink strong" } else { "ink" };
    let mut line = y + 19;
    for text in &words {
        drawing.words_from(weight, (x + 11, line), 13, text);
        line += LINE;
    }
    if node.to.is_some() {
        drawing.close_link();
    }
    column(&node.inner, (x + INSET, line - 6), width - 2 * INSET, drawing);
    tall
}
