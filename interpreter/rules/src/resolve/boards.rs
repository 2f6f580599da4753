//! Boards: places, how they are joined, marks. And zones.

use std::collections::BTreeMap;

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, BoardShape as Shape, GridPlaces, MarkPlace, PathPlaces};

use super::{Reported, Resolved, Resolver, paths};
use crate::merge::{Item, Merged, Thing};
use crate::model::{
    Area, AreaId, AreaKind, Audience, AudienceKind, Board, BoardShape, Mark, Notes, OwnerSort, Path, Point, STEPS,
    Zone, value,
};

/// The most places of a game; see also the check over all of them in `finish`.
pub const MOST_PLACES: usize = crate::limits::PLACES;

/// Signs that draw a line between points.
const LINES: [char; 4] = ['-', '|', '/', '\\'];

/// The line that leads in each direction.
const LINE_OF: [char; 8] = ['|', '/', '-', '\\', '|', '/', '-', '\\'];

/// A point of a drawing before columns and rows are counted: sign, column, row.
type Drawn = (char, i32, i32);

impl<'a> Resolver<'a> {
    /// A board, whole.
    pub(super) fn board(&mut self, item: &'a Item<tree::Board>) -> Area {
        self.file = item.file;
        let name = &item.tree.name;
        if paths::is_family(self, item) {
            return place_stub(self, name, false, Some(paths::path(&item.tree)));
        }
        let board = match &item.tree.shape {
            Shape::Path { closed, places, .. } => self.path(*closed, places, name.span),
            Shape::Grid { places, except, .. } => self.grid(places, except, name.span),
            Shape::Net { of, .. } => super::nets::net(self, of).map(|board| (board, Vec::new())),
        };
        let (mut board, signs) =
            self.kept(board).unwrap_or_else(|| (Board::new(BoardShape::Track, Vec::new()), Vec::new()));
        super::grids::without_marks(self, &item.tree, &board);
        board.marks = item.tree.marks.iter().map(|mark| self.mark(mark, &signs, board.points.len())).collect();
        self.check_doubled_marks(&item.tree.marks);
        Area { name: name.text.clone(), notes: Notes::default(), kind: AreaKind::Board(board), at: self.at(name.span) }
    }

    fn check_doubled_marks(&mut self, marks: &[tree::Mark]) {
        let mut before: BTreeMap<&str, Span> = BTreeMap::new();
        for mark in marks {
            let taken = super::names::built_in_members(OwnerSort::Board(AreaId(0))).contains(&mark.name.text.as_str());
            let first = before.get(mark.name.text.as_str()).copied();
            before.entry(&mark.name.text).or_insert(mark.name.span);
            if taken || first.is_some() {
                let at = self.at(mark.name.span);
                let first = first.map(|first| self.at(first));
                self.declared(Err(first), &mark.name.text, at);
            }
        }
    }

    fn path(&mut self, closed: bool, places: &PathPlaces, span: Span) -> Resolved<(Board, Vec<char>)> {
        let (count, signs) = match places {
            PathPlaces::Range(least, greatest) => {
                let first = self.fixed_number(least);
                let last = self.fixed_number(greatest);
                let (first, last) = (first?, last?);
                if first != 1 {
                    let help =
                        format!("write `1..{}` for as many places", last.saturating_sub(first).saturating_add(1));
                    let message = "the places of a board count from 1";
                    return Err(self.error_with_help("out-of-range", message, least.span, "must be 1", help));
                }
                (usize::try_from(last).unwrap_or_default(), Vec::new())
            }
            PathPlaces::Drawn { copies, drawing } => {
                let copies = copies.as_ref().map(|copies| self.fixed_number(copies)).transpose()?.unwrap_or(1);
                let signs: Vec<char> = drawing.text.chars().collect();
                let copies = usize::try_from(copies).unwrap_or_default();
                if copies.saturating_mul(signs.len()) > MOST_PLACES {
                    return Err(self.too_many_places(span));
                }
                let signs: Vec<char> = (0..copies).flat_map(|_| signs.iter().copied()).collect();
                (signs.len(), signs)
            }
        };
        if count == 0 {
            return Err(self.error("out-of-range", "this board has no place", span, "no place"));
        }
        if count > MOST_PLACES {
            return Err(self.too_many_places(span));
        }
        let points = (0..count).map(|index| path_point(index, count, closed)).collect();
        let drawing = if signs.is_empty() { Vec::new() } else { vec![signs.iter().collect()] };
        let shape = if closed { BoardShape::Ring } else { BoardShape::Track };
        Ok((Board { drawing, ..Board::new(shape, points) }, signs))
    }

    pub(super) fn too_many_places(&mut self, span: Span) -> Reported {
        self.error("too-large", format!("a game may have at most {MOST_PLACES} places"), span, "too many places")
    }

    pub(super) fn grid(
        &mut self,
        places: &GridPlaces,
        except: &[tree::Name],
        span: Span,
    ) -> Resolved<(Board, Vec<char>)> {
        let except = self.excepted(except);
        let drawing: Vec<String> = match places {
            GridPlaces::Sized(columns, rows) => {
                let board = super::grids::sized(self, columns, rows, except, span)?;
                return Ok((board, Vec::new()));
            }
            GridPlaces::Drawn(rows) => rows.iter().map(|row| row.text.clone()).collect(),
        };
        let drawn = signs_of(&drawing);
        let lined = drawn.iter().any(|(sign, ..)| LINES.contains(sign));
        let points: Vec<Drawn> = drawn.iter().copied().filter(|(sign, ..)| !LINES.contains(sign)).collect();
        if points.is_empty() {
            return Err(self.error("out-of-range", "this board has no place", span, "no place"));
        }
        if points.len() > MOST_PLACES {
            return Err(self.too_many_places(span));
        }
        let leads = |from: &Drawn, direction: usize| {
            if except.contains(&direction) { None } else { neighbour(&drawn, &points, from, direction, lined) }
        };
        let joined = |from: &Drawn| std::array::from_fn(|direction| leads(from, direction));
        let (columns, rows) = (ranks(points.iter().map(|point| point.1)), ranks(points.iter().map(|point| point.2)));
        let rank =
            |all: &[i32], one: i32| u16::try_from(all.partition_point(|other| *other < one) + 1).unwrap_or(u16::MAX);
        let board_points = points.iter().map(|point| Point {
            column: rank(&columns, point.1),
            row: rank(&rows, point.2),
            joined: joined(point),
        });
        let count = |all: &[i32]| u16::try_from(all.len()).unwrap_or(u16::MAX);
        let shape = BoardShape::Grid { columns: count(&columns), rows: count(&rows) };
        let board = Board { drawing, ..Board::new(shape, board_points.collect()) };
        let signs = points.iter().map(|point| point.0).collect();
        Ok((board, signs))
    }

    /// The directions after `except`.
    fn excepted(&mut self, names: &[tree::Name]) -> Vec<usize> {
        let mut found = Vec::new();
        for name in names {
            if let Some(direction) = value::DIRECTIONS.iter().position(|word| *word == name.text) {
                found.push(direction);
            } else if let Some((_, set)) = value::DIRECTION_SETS.iter().find(|(word, _)| *word == name.text) {
                found.extend(set.iter().filter_map(|direction| usize::try_from(*direction).ok()));
            } else {
                let message = format!("there is no direction `{}`", name.text);
                let help = format!(
                    "directions are {}, and `straight`, `diagonal`",
                    value::DIRECTIONS.map(|word| format!("`{word}`")).join(", ")
                );
                self.error_with_help("unknown-name", message, name.span, "not known here", help);
            }
        }
        found
    }

    fn mark(&mut self, mark: &tree::Mark, signs: &[char], count: usize) -> Mark {
        let mut on = vec![false; count];
        let mut drawn_with = Vec::new();
        if mark.places.is_empty() && mark.set.is_none() {
            let help = "say where: `mark post \"o\"`, `mark store 7 14` or `mark post \"o\" in {3, 8}`";
            let message = format!("the mark `{}` stands nowhere", mark.name.text);
            self.error_with_help("no-place", message, mark.span, "no sign, no number", help);
        }
        for place in &mark.places {
            match place {
                MarkPlace::Sign(text) => {
                    let sign = self.sign(text, signs, mark.set.is_some());
                    drawn_with.extend(sign);
                    for (slot, _) in on.iter_mut().zip(signs).filter(|(_, other)| Some(**other) == sign) {
                        *slot = true;
                    }
                }
                MarkPlace::Number(number, span) => {
                    let slot = number
                        .checked_sub(1)
                        .and_then(|index| usize::try_from(index).ok())
                        .and_then(|index| on.get_mut(index));
                    match slot {
                        Some(slot) => *slot = true,
                        None if count == 0 => {}
                        None => {
                            let message = format!("there is no place {number}");
                            self.error("out-of-range", message, *span, format!("the places are 1 to {count}"));
                        }
                    }
                }
            }
        }
        Mark {
            name: mark.name.text.clone(),
            signs: drawn_with,
            on,
            notes: Notes::default(),
            at: self.at(mark.name.span),
        }
    }

    /// A sign that a set of numbers puts into the drawing need not stand there yet.
    fn sign(&mut self, text: &tree::Plain, signs: &[char], put: bool) -> Option<char> {
        let mut written = text.text.chars();
        let (Some(sign), None) = (written.next(), written.next()) else {
            self.error("wrong-sign", "a mark is drawn with one sign", text.span, "not one sign");
            return None;
        };
        if put || signs.contains(&sign) {
            return Some(sign);
        }
        let message = format!("no place is drawn with \"{sign}\"");
        if signs.is_empty() {
            self.error_with_help(
                "wrong-sign",
                message,
                text.span,
                "here",
                "a board that is not drawn has its marks by number: `mark store 7 14`",
            );
        } else {
            let mut drawn: Vec<String> = Vec::new();
            for sign in signs.iter().map(|sign| format!("`{sign}`")) {
                if !drawn.contains(&sign) {
                    drawn.push(sign);
                }
            }
            let help = format!("draw the place with \"{sign}\", or take a sign that is drawn: {}", drawn.join(", "));
            self.error_with_help("wrong-sign", message, text.span, "not in the drawing as a place", help);
        }
        None
    }

    /// The name of a zone; the rest is filled in when bounds are known.
    pub(super) fn zone_stub(&mut self, item: &'a Item<tree::Zone>) -> Area {
        self.file = item.file;
        place_stub(self, &item.tree.name, item.tree.ordered, None)
    }

    /// Indices, owners and contents of zones.
    pub(super) fn declare_zones(&mut self, merged: &'a Merged) {
        let areas = merged.things.iter().filter(|thing| matches!(thing, Thing::Board(_) | Thing::Zone(_)));
        for (index, thing) in areas.enumerate() {
            if let Thing::Board(item) = thing {
                declare_path(self, index, item);
            }
            let Thing::Zone(item) = thing else { continue };
            self.file = item.file;
            let written = &item.tree;
            let indices = self.declared_indices(&written.name, written.index.as_ref());
            let owner = self.owner_sort(written.owner.as_ref());
            let kinds: Vec<_> = written.holds.iter().map(|kind| self.kind_named(kind)).collect();
            let kinds = kinds.into_iter().filter_map(|kind| self.kept(kind)).collect();
            if let Some(AreaKind::Zone(zone)) = self.model.to_mut().areas.get_mut(index).map(|area| &mut area.kind) {
                zone.index = indices;
                zone.owner = owner.unwrap_or(OwnerSort::Common);
                zone.holds = kinds;
            }
            if owner.is_ok() {
                self.enter_area(AreaId::from(index));
            }
        }
    }
}

/// An area that is no single board, with its name only.
fn place_stub(resolver: &Resolver<'_>, name: &tree::Name, ordered: bool, path: Option<Path>) -> Area {
    let zone = Zone {
        ordered,
        path,
        grid: None,
        index: Vec::new(),
        owner: OwnerSort::Common,
        holds: Vec::new(),
        audience: Audience::unnamed(AudienceKind::All),
        top: None,
    };
    Area { name: name.text.clone(), notes: Notes::default(), kind: AreaKind::Zone(zone), at: resolver.at(name.span) }
}

/// A track, ring or grid of which there are several, or a track whose length a setting says.
fn declare_path<'a>(resolver: &mut Resolver<'a>, index: usize, item: &'a Item<tree::Board>) {
    let Some(AreaKind::Zone(zone)) = resolver.model.areas.get(index).map(|area| &area.kind) else { return };
    let mut zone = zone.clone();
    resolver.file = item.file;
    let declared = paths::declare(resolver, &item.tree, &mut zone);
    if let Some(area) = resolver.model.to_mut().areas.get_mut(index) {
        area.kind = AreaKind::Zone(zone);
    }
    if resolver.kept(declared).is_some() {
        resolver.enter_area(AreaId::from(index));
    }
}

fn path_point(index: usize, count: usize, closed: bool) -> Point {
    let number = |index: usize| u16::try_from(index).unwrap_or(u16::MAX);
    let on = if index + 1 < count { Some(index + 1) } else { closed.then_some(0) };
    let back = if index > 0 { Some(index - 1) } else { closed.then_some(count - 1) };
    let mut joined = [None; 8];
    for (direction, slot) in joined.iter_mut().enumerate() {
        *slot = match direction {
            2 => on.map(number),
            6 => back.map(number),
            _ => None,
        };
    }
    Point { column: number(index + 1), row: 1, joined }
}

fn signs_of(rows: &[String]) -> Vec<Drawn> {
    let mut drawn = Vec::new();
    for (row, text) in (0..).zip(rows) {
        drawn
            .extend((0..).zip(text.chars()).filter(|(_, sign)| *sign != ' ').map(|(column, sign)| (sign, column, row)));
    }
    drawn
}

/// Where the places of a drawing stand: column and row, from 0, in the order of the board.
pub fn places_drawn(rows: &[String]) -> Vec<(usize, usize)> {
    let points = signs_of(rows).into_iter().filter(|(sign, ..)| !LINES.contains(sign));
    points.filter_map(|(_, column, row)| Some((usize::try_from(column).ok()?, usize::try_from(row).ok()?))).collect()
}

fn find(drawn: &[Drawn], column: i32, row: i32) -> Option<usize> {
    drawn.binary_search_by_key(&(row, column), |one| (one.2, one.1)).ok()
}

/// The point to which one in a direction is joined: along a line of the drawing, or next to it where there are no lines.
fn neighbour(drawn: &[Drawn], points: &[Drawn], from: &Drawn, direction: usize, lined: bool) -> Option<u16> {
    let (across, down) = STEPS.get(direction).copied()?;
    let line = LINE_OF.get(direction).copied()?;
    let (mut column, mut row) = (from.1 + across, from.2 + down);
    if lined {
        let is_line =
            |column, row| find(drawn, column, row).and_then(|index| drawn.get(index)).is_some_and(|one| one.0 == line);
        if !is_line(column, row) {
            return None;
        }
        while is_line(column, row) {
            column += across;
            row += down;
        }
    }
    find(points, column, row).and_then(|index| u16::try_from(index).ok())
}

/// The columns or rows that hold a point, each once, in order.
fn ranks(all: impl Iterator<Item = i32>) -> Vec<i32> {
    let mut ranks: Vec<i32> = all.collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}
