//! Drawings of tracks and rings as they are laid out: numbers where nothing stands, letters for what stands there.

use std::collections::BTreeSet;

use super::automatic;
use super::line::{Line, Tone};
use super::signs::Signs;
use crate::scene::{BesideScene, BoardScene, Piece, Standing};
use rulehound_rules::model::Board;
use rulehound_rules::model::layout::{Laid, Laying};

/// The most rows whose numbers stand beside what stands there; with more, what stands somewhere hides the number.
const BESIDE: usize = 3;

/// The highest stack; of a higher one its height is told.
const STACK: usize = 5;

/// A blank place, where its number stands elsewhere.
const EMPTY: char = '·';

/// A path as it is drawn.
pub struct Path<'b> {
    board: &'b Board,
    standing: &'b Standing,
    /// What lies beside it, as far as that is drawn.
    beside: &'b [Option<BesideScene>],
    changed: &'b BTreeSet<usize>,
    signs: &'b Signs,
    rows: Vec<Vec<Laid>>,
    /// The sign of each place; `.` where it has none.
    marks: Vec<char>,
    /// Whether nothing but alike things of nobody stand there: then their numbers say it all.
    counts: bool,
}

impl<'b> Path<'b> {
    /// A path, what stands on it, and the signs for that, in lines of this width; `None` if there is no room.
    pub fn new(board: &'b Board, scene: &'b BoardScene, signs: &'b Signs, width: usize) -> Option<Self> {
        let BoardScene { standing, changed, .. } = scene;
        let read = |rows: &[String]| -> Vec<Vec<Laid>> { rows.iter().map(|row| board.laid(row)).collect() };
        let fits = |rows: &Vec<Vec<Laid>>| rows.iter().flatten().all(|laid| laid.column + laid.width <= width);
        let own = Some(read(&board.layout)).filter(|rows| !rows.is_empty() && fits(rows));
        let whole = own.is_some();
        let rows = own.or_else(|| automatic::rows(board, width).map(|rows| read(&rows)).filter(fits))?;
        let rows = if scene.turned { turned(rows) } else { rows };
        let marks: Vec<char> = board.drawing.concat().chars().collect();
        let marks = if marks.len() == board.points.len() { marks } else { Vec::new() };
        let mut pieces = standing.values().flatten();
        let first = pieces.next();
        let alike = |first: &Piece| first.owner.is_none() && pieces.all(|piece| piece.words == first.words);
        let many = standing.values().flatten().any(|piece| piece.count > 1);
        let beside = if whole { scene.beside.as_slice() } else { &[] };
        Some(Self { board, standing, beside, changed, signs, rows, marks, counts: many && first.is_some_and(alike) })
    }

    /// Whether numbers of things stand for them.
    pub fn counts(&self) -> bool {
        self.counts
    }

    /// Whether what stands on a place hides its number.
    pub fn hides_numbers(&self) -> bool {
        self.rows.iter().filter(|row| is_of_places(row)).count() > BESIDE
    }

    /// Where such pieces stand.
    pub fn places(&self, words: &str) -> Vec<usize> {
        let here = |pieces: &[Piece]| pieces.iter().any(|piece| piece.words == words);
        let drawn = self.standing.iter().filter(|(index, _)| self.shows(**index));
        drawn.filter(|(_, pieces)| here(pieces)).map(|(index, _)| *index).collect()
    }

    /// Whether a place is part of the drawing.
    pub fn shows(&self, index: usize) -> bool {
        index < self.board.points.len() || self.is_beside(index)
    }

    fn is_beside(&self, index: usize) -> bool {
        let behind = index.checked_sub(self.board.points.len());
        behind.and_then(|behind| self.beside.get(behind)).is_some_and(Option::is_some)
    }

    /// Its lines.
    pub fn lines(&self) -> Vec<Line> {
        let all = self.rows.iter().filter(|row| is_of_places(row)).count();
        let mut lines = Vec::new();
        let mut before = 0;
        for row in &self.rows {
            if !is_of_places(row) {
                lines.push(self.row(row, |_, _| Vec::new()));
            } else if self.hides_numbers() {
                lines.push(self.row(row, |index, width| self.marked(index, self.cell(index, width))));
            } else {
                let stacks = self.stacks(row);
                let label = |index: usize, _| self.marked(index, self.label(index));
                let labels = self.row(row, label);
                // Stacks grow towards the middle.
                let lower = all > 1 && before >= all.div_ceil(2);
                if lower {
                    lines.extend(stacks.into_iter().rev().chain([labels]));
                } else {
                    lines.extend([labels].into_iter().chain(stacks));
                }
                before += 1;
            }
        }
        lines
    }

    /// A row with what a place shows in so many columns.
    fn row(&self, row: &[Laid], show: impl Fn(usize, usize) -> Vec<(char, Tone)>) -> Line {
        let mut signs: Vec<(char, Tone)> = Vec::new();
        for laid in row {
            let mut shown = match laid.what {
                Laying::Sign(sign) => vec![(sign, Tone::Faint)],
                Laying::Place(_) | Laying::Beside(..) => {
                    let index = self.board.index_of(laid.what).filter(|index| self.shows(*index));
                    index.map_or_else(Vec::new, |index| show(index, laid.width))
                }
            };
            let end = laid.column + laid.width;
            if end.saturating_sub(shown.len()) < signs.len() {
                shown = vec![('*', Tone::Strong)];
            }
            signs.resize(end.saturating_sub(shown.len()), (' ', Tone::Plain));
            signs.extend(shown);
        }
        Line::of_signs(&signs)
    }

    /// What a place shows, as it looks if that is not as it was.
    fn marked(&self, index: usize, shown: Vec<(char, Tone)>) -> Vec<(char, Tone)> {
        if !self.changed.contains(&index) {
            return shown;
        }
        shown.into_iter().map(|(sign, tone)| (sign, tone.changed())).collect()
    }

    fn pieces(&self, index: usize) -> &[Piece] {
        self.standing.get(&index).map_or(&[], Vec::as_slice)
    }

    fn mark(&self, index: usize) -> Option<char> {
        self.marks.get(index).copied().filter(|sign| *sign != '.')
    }

    /// The number of a place; a point beside the path, where the same numbers stand again and again.
    fn label(&self, index: usize) -> Vec<(char, Tone)> {
        if self.is_beside(index) { vec![(EMPTY, Tone::Faint)] } else { shown(&(index + 1).to_string(), Tone::Faint) }
    }

    /// What a place shows where its number has no room of its own.
    fn cell(&self, index: usize, width: usize) -> Vec<(char, Tone)> {
        let pieces = self.pieces(index);
        let all: u32 = pieces.iter().map(|piece| piece.count).sum();
        match pieces {
            [] => match self.mark(index) {
                Some(mark) => vec![(mark, Tone::Plain)],
                None => self.label(index),
            },
            _ if usize::try_from(all).is_ok_and(|all| all <= width.max(1)) => self.one_by_one(pieces),
            [piece] => {
                let (sign, tone) = self.signs.of(piece);
                let mut told = shown(&piece.count.to_string(), tone);
                told.push((sign, tone));
                if told.len() > width.max(2) { vec![('*', Tone::Strong)] } else { told }
            }
            _ => vec![('*', Tone::Strong)],
        }
    }

    fn one_by_one(&self, pieces: &[Piece]) -> Vec<(char, Tone)> {
        let repeated = |piece: &Piece| {
            std::iter::repeat_n(self.signs.of(piece), usize::try_from(piece.count).unwrap_or(usize::MAX).min(STACK + 1))
        };
        pieces.iter().flat_map(repeated).collect()
    }

    /// What stands on the places of a row, from its numbers inwards.
    fn stacks(&self, row: &[Laid]) -> Vec<Line> {
        let drawn = row.iter().filter_map(|laid| self.board.index_of(laid.what).filter(|index| self.shows(*index)));
        let heights = drawn.map(|index| self.stack(index).len());
        let height = heights.max().unwrap_or(1);
        let level = |level: usize| {
            self.row(row, |index, _| match self.stack(index).get(level) {
                Some(shown) => shown.clone(),
                None => Vec::new(),
            })
        };
        (0..height).map(level).collect()
    }

    /// A place from its number inwards; at least one sign.
    fn stack(&self, index: usize) -> Vec<Vec<(char, Tone)>> {
        let pieces = self.pieces(index);
        let all: u32 = pieces.iter().map(|piece| piece.count).sum();
        if pieces.is_empty() {
            return vec![vec![self.mark(index).map_or((EMPTY, Tone::Faint), |mark| (mark, Tone::Plain))]];
        }
        if self.counts {
            return vec![shown(&all.to_string(), Tone::Strong)];
        }
        let mut stack: Vec<Vec<(char, Tone)>> = self.one_by_one(pieces).into_iter().map(|sign| vec![sign]).collect();
        if stack.len() > STACK {
            stack.truncate(STACK - 1);
            let tone = stack.last().and_then(|level| level.first()).map_or(Tone::Plain, |(_, tone)| *tone);
            stack.push(shown(&all.to_string(), tone));
        }
        stack
    }
}

/// The same turned half round. Numbers stand at the end of room that is as wide for all.
fn turned(rows: Vec<Vec<Laid>>) -> Vec<Vec<Laid>> {
    let all = || rows.iter().flatten();
    let width = all().map(|laid| laid.column + laid.width).max().unwrap_or(0);
    let is_place = |laid: &Laid| !matches!(laid.what, Laying::Sign(_));
    let room = all().filter(|laid| is_place(laid)).map(|laid| laid.width).max().unwrap_or(1);
    let far = |laid: Laid| {
        let end = width - laid.column - laid.width;
        let column = if is_place(&laid) { end + room - laid.width } else { end };
        Laid { column, ..laid }
    };
    rows.into_iter().rev().map(|row| row.into_iter().rev().map(far).collect()).collect()
}

fn is_of_places(row: &[Laid]) -> bool {
    row.iter().any(|laid| !matches!(laid.what, Laying::Sign(_)))
}

fn shown(text: &str, tone: Tone) -> Vec<(char, Tone)> {
    text.chars().map(|sign| (sign, tone)).collect()
}
