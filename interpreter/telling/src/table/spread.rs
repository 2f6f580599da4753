//! The layout of a net as it is drawn: its places by what people call them, and room behind each name for what stands there.

use rulehound_engine::words::{Form, spaced};
use rulehound_rules::model::Board;
use rulehound_rules::model::layout::names_in;

/// Signs that draw a line along a row: what stands on a place may hide a part of it.
const ALONG: [char; 8] = ['-', '=', '.', '~', '·', '–', '─', '═'];

/// Signs in which a name may stand: they stay beside it.
const OPENING: [char; 4] = ['(', '[', '{', '<'];
const CLOSING: [char; 4] = [')', ']', '}', '>'];

/// A name in a row.
#[derive(Clone)]
pub struct Named {
    /// Of which place, from 0.
    pub index: usize,
    /// In which row.
    pub row: usize,
    /// The column of its first sign.
    pub column: usize,
    /// How many columns it takes.
    pub width: usize,
}

/// Rows of signs, and where the names stand in them.
#[derive(Clone)]
pub struct Spread {
    /// The rows.
    pub rows: Vec<Vec<char>>,
    /// The names, row by row from the left.
    pub names: Vec<Named>,
}

/// What a place of a net is called.
pub fn name(board: &Board, index: usize) -> String {
    board.words.get(index).map(|name| spaced(name, Form::People)).unwrap_or_default()
}

/// Whether something that stands on a place may hide this sign.
pub fn is_free(sign: char) -> bool {
    sign == ' ' || is_along(sign)
}

/// Whether this sign draws a line along a row.
pub fn is_along(sign: char) -> bool {
    ALONG.contains(&sign)
}

impl Spread {
    /// A net in lines of this width, with room for so many signs behind each name unless that makes it too wide; `None` if the rules do not
    /// lay it out, or there is no room for that.
    pub fn of(board: &Board, signs: usize, width: usize) -> Option<Self> {
        let mut laid = Self::laid(board);
        (0..laid.names.len()).for_each(|at| laid.call(at, &board_name(board, &laid, at)));
        if laid.rows.is_empty() || !laid.fits(width) {
            return None;
        }
        let mut spread = laid.clone();
        (0..spread.names.len()).for_each(|at| spread.make_room(at, signs));
        Some(if spread.fits(width) { spread } else { laid })
    }

    /// As the rules lay it out.
    fn laid(board: &Board) -> Self {
        let mut names = Vec::new();
        for (row, text) in board.layout.iter().enumerate() {
            for (column, name) in names_in(text) {
                let index = board.names.iter().position(|one| *one == name);
                let width = name.chars().count();
                names.extend(index.map(|index| Named { index, row, column, width }));
            }
        }
        Self { rows: board.layout.iter().map(|row| row.trim_end().chars().collect()).collect(), names }
    }

    fn fits(&self, width: usize) -> bool {
        self.rows.iter().all(|row| row.len() <= width)
    }

    /// Where the room behind a name begins.
    pub fn behind(&self, named: &Named) -> usize {
        let end = named.column + named.width;
        let row = self.rows.get(named.row).map_or(&[][..], Vec::as_slice);
        end + row.iter().skip(end).take_while(|sign| CLOSING.contains(sign)).count()
    }

    /// How many columns behind a name are free up to the next sign; `None` if nothing else stands in the row.
    pub fn free(&self, named: &Named) -> Option<usize> {
        let behind = self.behind(named);
        self.rows.get(named.row)?.iter().skip(behind).position(|sign| !is_free(*sign))
    }

    /// How many of so many free columns no signs take: one before them, and behind them what tells them from a name, or is left of a line.
    pub fn around(&self, named: &Named, free: usize) -> usize {
        let behind = self.behind(named);
        let row = self.rows.get(named.row).map_or(&[][..], Vec::as_slice);
        let next = row.get(behind + free).is_some_and(|sign| sign.is_alphanumeric() || OPENING.contains(sign));
        let line = row.iter().skip(behind).take(free).any(|sign| is_along(*sign));
        if next || line { 3 } else { 2 }
    }

    /// Puts what people call a place where its name stood.
    fn call(&mut self, at: usize, words: &str) {
        let Some(named) = self.names.get(at).cloned() else { return };
        let wide = words.chars().count();
        let more = wide.saturating_sub(named.width);
        // One sign before the next name stays free.
        let missing = self.free(&named).map_or(0, |free| (more + 1).saturating_sub(free.max(1)));
        if more > 0 && missing > 0 {
            self.insert(named.row, named.column + named.width, missing);
        }
        if let Some(row) = self.rows.get_mut(named.row) {
            let end = named.column + named.width.max(wide);
            row.resize(row.len().max(end), ' ');
            row.splice(named.column..end, words.chars().chain(std::iter::repeat_n(' ', end - named.column - wide)));
        }
        if let Some(named) = self.names.get_mut(at) {
            named.width = wide;
        }
    }

    /// Where a name begins, with what stands around it.
    fn before(&self, named: &Named) -> usize {
        let row = self.rows.get(named.row).map_or(&[][..], Vec::as_slice);
        let opening = row.iter().take(named.column).rev().take_while(|sign| OPENING.contains(sign)).count();
        named.column - opening
    }

    /// Puts columns in between where too few are free behind a name. Of a line that leads on from it a part stays to be seen.
    fn make_room(&mut self, at: usize, signs: usize) {
        let Some(named) = self.names.get(at).cloned() else { return };
        let (behind, Some(free)) = (self.behind(&named), self.free(&named)) else { return };
        let gap = || self.rows.get(named.row).into_iter().flatten().skip(behind).take(free);
        let line = gap().position(|sign| is_along(*sign));
        let wanted = signs + self.around(&named, free);
        if free < wanted {
            self.insert(named.row, behind + line.unwrap_or(0), wanted - free);
        }
    }

    /// Puts columns into all rows, so that what stands beneath each other stays so. No name is cut.
    fn insert(&mut self, own: usize, column: usize, count: usize) {
        let around: Vec<(usize, usize)> =
            self.names.iter().map(|named| (self.before(named), self.behind(named))).collect();
        for (number, row) in self.rows.iter_mut().enumerate() {
            let mut at = column;
            for (named, (from, to)) in self.names.iter_mut().zip(&around).filter(|(named, _)| named.row == number) {
                if *from >= column {
                    named.column += count;
                } else {
                    at = at.max(*to);
                }
            }
            let here = row.get(at).copied();
            let before = at.checked_sub(1).and_then(|before| row.get(before).copied());
            let fill = here.filter(|sign| is_along(*sign) && (number == own || before == here)).unwrap_or(' ');
            if at < row.len() {
                row.splice(at..at, std::iter::repeat_n(fill, count));
            }
        }
    }
}

fn board_name(board: &Board, spread: &Spread, at: usize) -> String {
    spread.names.get(at).map_or_else(String::new, |named| name(board, named.index))
}
