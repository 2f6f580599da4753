//! Drawings of nets: as the rules lay them out, or place by place, with what stands on each behind its name.

use std::collections::{BTreeMap, BTreeSet};

use super::line::{Line, Tone};
use super::signs::Signs;
use super::spread::{Spread, is_along, name};
use crate::scene::{BoardScene, Piece};
use crate::wrap::wrapped;
use rulehound_rules::model::Board;

/// So many pieces stand one by one; of more it is told how many there are.
const FEW: u32 = 3;

/// Behind each name of a layout there is room for a sign of each player, but for no fewer and no more than these.
const LEAST_ROOM: usize = 2;
const MOST_ROOM: usize = 3;

/// The most places that are told each in a line of its own.
const MOST_PLACES: usize = 40;

/// The fewest columns in which it is told to where lines lead.
const LEAST: usize = 20;

/// Before the places to which lines lead.
const JOINED: &str = "  – ";

/// A net as it is drawn.
pub struct Net {
    /// Its lines.
    pub lines: Vec<Line>,
    /// The places whose signs do not tell what stands there.
    pub untold: BTreeSet<usize>,
}

type Shown = Vec<(char, Tone)>;

/// A net and what stands on it for so many players, in lines of this width; `None` if it is too large for that.
pub fn net(board: &Board, scene: &BoardScene, (signs, players): (&Signs, usize), width: usize) -> Option<Net> {
    let spread = Spread::of(board, players.clamp(LEAST_ROOM, MOST_ROOM), width);
    spread
        .map(|spread| laid_out(board, scene, &spread, (signs, width)))
        .or_else(|| place_by_place(board, scene, signs, width))
}

/// The signs of a layout that stand alone, and digits, which tell how many there are: no piece is drawn with one of them.
pub fn single_signs(board: &Board) -> String {
    let rows = board.layout.iter().flat_map(|row| row.split(|sign: char| sign.is_whitespace()));
    let single = rows.filter(|part| part.chars().count() == 1).map(str::to_owned);
    let names = (0..board.points.len()).map(|index| name(board, index)).filter(|name| name.chars().count() == 1);
    single.chain(names).chain(std::iter::once("0123456789".to_owned())).collect()
}

fn laid_out(board: &Board, scene: &BoardScene, spread: &Spread, (signs, width): (&Signs, usize)) -> Net {
    let faint = |row: &Vec<char>| row.iter().map(|sign| (*sign, Tone::Faint)).collect();
    let mut rows: Vec<Shown> = spread.rows.iter().map(faint).collect();
    let mut untold = BTreeSet::new();
    for named in &spread.names {
        let Some(row) = rows.get_mut(named.row) else { continue };
        let called = marked(scene, named.index, plain(&name(board, named.index)));
        put(row, named.column, called);
        let pieces = scene.standing.get(&named.index).map_or(&[][..], Vec::as_slice);
        if pieces.is_empty() {
            continue;
        }
        let behind = spread.behind(named);
        let free = spread.free(named);
        let room =
            free.map_or(width.saturating_sub(behind + 1), |free| free.saturating_sub(spread.around(named, free)));
        let shown = within(pieces, signs, room);
        if shown.is_none() || pieces.iter().any(|piece| signs.says_little(piece)) {
            untold.insert(named.index);
        }
        let mut shown = marked(scene, named.index, shown.unwrap_or_else(star));
        shown.insert(0, (' ', Tone::Plain));
        // No line begins right behind them.
        if row.get(behind + shown.len()).is_some_and(|(sign, _)| is_along(*sign)) {
            shown.push((' ', Tone::Plain));
        }
        let most = free.unwrap_or(width.saturating_sub(behind));
        if shown.len() <= most {
            put(row, behind, shown);
        }
    }
    Net { lines: rows.iter().map(|row| Line::of_signs(row)).collect(), untold }
}

/// Each place in a line of its own, with the places to which lines lead from it.
fn place_by_place(board: &Board, scene: &BoardScene, signs: &Signs, width: usize) -> Option<Net> {
    let count = board.points.len();
    if count > MOST_PLACES {
        return None;
    }
    let mut untold = BTreeSet::new();
    let mut shown = |(index, pieces): (&usize, &Vec<Piece>)| {
        let shown = within(pieces, signs, width / 3);
        if shown.is_none() || pieces.iter().any(|piece| signs.says_little(piece)) {
            untold.insert(*index);
        }
        (*index, marked(scene, *index, shown.unwrap_or_else(star)))
    };
    let standing: BTreeMap<usize, Shown> = scene.standing.iter().map(&mut shown).collect();
    let names: Vec<String> = (0..count).map(|index| name(board, index)).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let most = standing.values().map(Vec::len).max().map_or(0, |most| most + 1);
    let mut lines = Vec::new();
    for (index, called) in names.iter().enumerate() {
        let mut line = marked(scene, index, plain(called));
        pad(&mut line, longest);
        if let Some(shown) = standing.get(&index) {
            line.push((' ', Tone::Plain));
            line.extend(shown);
        }
        pad(&mut line, longest + most);
        lines.extend(with_joined(line, &joined(board, index, &names), width));
    }
    lines.iter().all(|line| line.width() <= width).then_some(Net { lines, untold })
}

/// A line with what is joined behind it, or beneath where there is little room.
fn with_joined(mut line: Shown, joined: &str, width: usize) -> Vec<Line> {
    if joined.is_empty() {
        return vec![Line::of_signs(&line)];
    }
    let faint = |text: &str| text.chars().map(|sign| (sign, Tone::Faint)).collect::<Shown>();
    let from = line.len() + JOINED.chars().count();
    let mut told = Vec::new();
    let mut lines = Vec::new();
    let indent = if width < from + LEAST {
        lines.push(Line::of_signs(&line));
        line.clear();
        JOINED.chars().count()
    } else {
        from
    };
    wrapped(joined, 0, width.saturating_sub(indent), &mut told);
    for text in told {
        pad(&mut line, indent - JOINED.chars().count());
        line.extend(faint(if lines.len() > usize::from(indent < from) { "    " } else { JOINED }));
        line.extend(faint(&text));
        lines.push(Line::of_signs(&line));
        line.clear();
    }
    lines
}

/// `london, paris`: the places to which lines lead.
fn joined(board: &Board, index: usize, names: &[String]) -> String {
    let joined = board.points.get(index).map(|point| point.joined).unwrap_or_default();
    let names = joined.iter().flatten().filter_map(|to| names.get(usize::from(*to)).cloned());
    names.collect::<Vec<_>>().join(", ")
}

/// What stands on a place in so many columns: `AAB`, or `4A B`; `None` if there is no room.
fn within(pieces: &[Piece], signs: &Signs, room: usize) -> Option<Shown> {
    let all = pieces.iter().fold(0, |all: u32, piece| all.saturating_add(piece.count));
    let single = |piece: &Piece| (0..piece.count).map(|_| signs.of(piece)).collect::<Shown>();
    let one_by_one = (all <= FEW).then(|| pieces.iter().flat_map(single).collect());
    one_by_one.filter(|shown: &Shown| shown.len() <= room).or_else(|| {
        let counted: Vec<Shown> = pieces.iter().map(|piece| counted(piece, signs)).collect();
        Some(counted.join(&(' ', Tone::Plain))).filter(|shown| shown.len() <= room)
    })
}

/// How many alike pieces: `4A`, `B`.
fn counted(piece: &Piece, signs: &Signs) -> Shown {
    let (sign, tone) = signs.of(piece);
    let number = if piece.count > 1 { piece.count.to_string() } else { String::new() };
    number.chars().chain([sign]).map(|sign| (sign, tone)).collect()
}

/// What tells that more stands there than there is room for.
fn star() -> Shown {
    vec![('*', Tone::Strong)]
}

fn plain(text: &str) -> Shown {
    text.chars().map(|sign| (sign, Tone::Plain)).collect()
}

/// As it looks if the place is not as it was.
fn marked(scene: &BoardScene, index: usize, shown: Shown) -> Shown {
    if !scene.changed.contains(&index) {
        return shown;
    }
    shown.into_iter().map(|(sign, tone)| (sign, tone.changed())).collect()
}

fn pad(line: &mut Shown, width: usize) {
    line.resize(line.len().max(width), (' ', Tone::Plain));
}

/// Puts signs into a row from a column on.
fn put(row: &mut Shown, column: usize, shown: Shown) {
    pad(row, column + shown.len());
    row.splice(column..column + shown.len(), shown);
}
