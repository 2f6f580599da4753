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
    /// Whether it is another way instead of the box before it.
    pub other: bool,
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
/// Between two boxes side by side.
const BESIDE: i32 = 8;
/// Between two ways that have no room side by side.
const OR: i32 = 20;
/// The narrowest box.
const NARROW: i32 = 112;

pub fn drawn(nodes: &[FlowNode]) -> Drawing {
    let mut drawing = Drawing::new(WIDTH, tall(nodes, WIDTH - 4) + GAP + 4);
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
    if node.inner.is_empty() { words } else { words + tall(&node.inner, width - 2 * INSET) + INSET }
}

/// Boxes that are ways instead of each other, together.
fn groups(nodes: &[FlowNode]) -> impl Iterator<Item = &[FlowNode]> {
    nodes.chunk_by(|_, next| next.other)
}

/// How wide each of some ways is side by side, if there is room for all.
fn side_by_side(ways: &[FlowNode], width: i32) -> Option<i32> {
    let count = i32::try_from(ways.len()).unwrap_or(i32::MAX);
    let each = (width - (count - 1) * BESIDE) / count.max(1);
    let room = ways.iter().all(|way| each >= NARROW + 2 * INSET * deep(way));
    (room || count == 1).then_some(each)
}

/// How many boxes stand in each other.
fn deep(node: &FlowNode) -> i32 {
    let mut most = 0;
    let mut open = vec![(node, 0)];
    while let Some((node, depth)) = open.pop() {
        most = most.max(depth);
        open.extend(node.inner.iter().map(|inner| (inner, depth + 1)));
    }
    most
}

/// The height of a column of boxes.
fn tall(nodes: &[FlowNode], width: i32) -> i32 {
    let group = |ways: &[FlowNode]| match side_by_side(ways, width) {
        Some(each) => ways.iter().map(|way| height(way, each)).max().unwrap_or(0),
        None => ways.iter().map(|way| height(way, width) + OR).sum::<i32>() - OR,
    };
    let all: i32 = groups(nodes).map(|ways| group(ways) + GAP).sum();
    (all - GAP).max(0)
}

fn column(nodes: &[FlowNode], (x, mut y): (i32, i32), width: i32, drawing: &mut Drawing) {
    for (index, ways) in groups(nodes).enumerate() {
        // What may happen at any time does not come after the box before it.
        let any_time = ways.first().is_some_and(|way| way.sort == FlowSort::End && way.to.is_some());
        if index > 0 && !any_time {
            let middle = x + width / 2;
            drawing.line("arrow", (middle, y - GAP + 1), (middle, y - 4));
            drawing.path("head", &format!("M{} {}l4 -5h-8z", middle, y - 1));
        }
        match side_by_side(ways, width) {
            Some(each) => {
                let mut tallest = 0;
                let mut left = x;
                for way in ways {
                    tallest = tallest.max(boxed(way, (left, y), each, drawing));
                    left += each + BESIDE;
                }
                y += tallest + GAP;
            }
            None => {
                for (index, way) in ways.iter().enumerate() {
                    if index > 0 {
                        drawing.words("small", (x + width / 2, y - 6), 12, "or");
                    }
                    y += boxed(way, (x, y), width, drawing) + OR;
                }
                y += GAP - OR;
            }
        }
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
