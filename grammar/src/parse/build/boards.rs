//! Tracks, rings and grids with their marks, and nets.

use pest::iterators::Pair;

use super::{Builder, Built, Parts};
use crate::parse::Rule;
use crate::tree::{
    Board, BoardShape, GridPlaces, Index, IndexPart, Link, LinkEnd, Mark, MarkPlace, PathPlaces, Way, WayKind,
};

impl Builder<'_, '_> {
    pub(super) fn path(&mut self, parts: &mut Parts<'_>) -> Built<Board> {
        let closed = parts.expect(Rule::path_word)?.as_str() == "ring";
        let name = self.next_name(parts)?;
        let index = path_index(self, parts)?;
        let owner = self.owned(parts)?;
        let places = if let Some(range) = parts.maybe(Rule::range) {
            let mut ends = self.parts(range);
            PathPlaces::Range(self.next_expression(&mut ends)?, self.next_expression(&mut ends)?)
        } else {
            let copies = self.only_part(parts, Rule::copies)?;
            PathPlaces::Drawn { copies, drawing: self.plain(&parts.expect(Rule::text)?) }
        };
        let notes = self.notes(parts)?;
        let shape = BoardShape::Path { closed, index, owner, places };
        let (marks, ways) = self.marks(parts)?;
        Ok(Board { name, shape, notes, marks, ways })
    }

    pub(super) fn grid(&mut self, parts: &mut Parts<'_>) -> Built<Board> {
        let name = self.next_name(parts)?;
        let index = path_index(self, parts)?;
        let owner = self.owned(parts)?;
        let places = if let Some(size) = parts.maybe(Rule::grid_size) {
            let mut size = self.parts(size);
            GridPlaces::Sized(self.next_expression(&mut size)?, self.next_expression(&mut size)?)
        } else {
            let drawing = parts.expect(Rule::drawing)?;
            GridPlaces::Drawn(self.parts(drawing).map(|row| self.plain(&row)).collect())
        };
        let except = match parts.maybe(Rule::grid_except).and_then(|except| self.parts(except).next()) {
            Some(names) => self.names(names),
            None => Vec::new(),
        };
        let notes = self.notes(parts)?;
        let (marks, ways) = self.marks(parts)?;
        Ok(Board { name, shape: BoardShape::Grid { index, owner, places, except }, notes, marks, ways })
    }

    fn marks(&mut self, parts: &mut Parts<'_>) -> Built<(Vec<Mark>, Vec<Way>)> {
        let (mut marks, mut ways) = (Vec::new(), Vec::new());
        let Some(lines) = parts.maybe(Rule::marks) else { return Ok((marks, ways)) };
        for line in self.parts(lines) {
            match line.as_rule() {
                Rule::way => ways.push(way(self, line)?),
                _ => marks.push(self.mark(line)?),
            }
        }
        Ok((marks, ways))
    }

    pub(super) fn mark(&mut self, pair: Pair<'_, Rule>) -> Built<Mark> {
        let mut parts = self.parts(pair);
        let name = self.next_name(&mut parts)?;
        let mut places = Vec::new();
        while matches!(parts.peek(), Some(Rule::text | Rule::number)) {
            let place = parts.part()?;
            places.push(if place.as_rule() == Rule::text {
                MarkPlace::Sign(self.plain(&place))
            } else {
                MarkPlace::Number(self.whole_number(&place), self.span(&place))
            });
        }
        let set = self.only_part(&mut parts, Rule::mark_set)?;
        Ok(Mark { name, places, set, notes: self.notes(&mut parts)?, span: parts.span })
    }
}

/// `forward for p : e` and its like.
pub(super) fn way(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<Way> {
    let mut parts = builder.parts(pair);
    let word = parts.expect(Rule::way_word)?;
    let kind = match word.as_str() {
        "forward" => WayKind::Forward,
        "back" => WayKind::Back,
        _ => WayKind::Start,
    };
    let player = builder.next_name(&mut parts)?;
    let value = builder.next_expression(&mut parts)?;
    Ok(Way { kind, word: builder.span(&word), player, value, span: parts.span })
}

/// `(Colour)`, if it stands next.
fn path_index(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<Option<Index>> {
    let Some(pair) = parts.maybe(Rule::path_index) else { return Ok(None) };
    let mut inner = builder.parts(pair);
    let span = inner.span;
    let of = inner.expect(Rule::known_type)?;
    Ok(Some(Index { parts: vec![IndexPart { name: None, of: builder.type_of(of)? }], span }))
}

/// `net`.
pub(super) fn net(builder: &mut Builder<'_, '_>, parts: &mut Parts<'_>) -> Built<Board> {
    let (name, of) = (builder.next_name(parts)?, builder.next_name(parts)?);
    let notes = builder.notes(parts)?;
    let mut links = Vec::new();
    while let Some(found) = parts.maybe(Rule::link) {
        links.push(link(builder, found)?);
    }
    Ok(Board { name, shape: BoardShape::Net { of, links }, notes, marks: Vec::new(), ways: Vec::new() })
}

fn link(builder: &mut Builder<'_, '_>, pair: Pair<'_, Rule>) -> Built<Link> {
    let mut parts = builder.parts(pair);
    let mut ends = Vec::new();
    while parts.peek().is_some() {
        if parts.maybe(Rule::minus).is_some() {
            continue;
        }
        let mut names = builder.parts(parts.expect(Rule::link_end)?);
        let name = builder.next_name(&mut names)?;
        let feature = if names.peek().is_some() { Some(builder.next_name(&mut names)?) } else { None };
        ends.push(LinkEnd { name, feature });
    }
    Ok(Link { ends, span: parts.span })
}
