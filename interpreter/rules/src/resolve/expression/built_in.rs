//! The words that work like definitions: `next`, `ahead`, `around` and their like.

use std::collections::BTreeSet;

use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::super::convert::Wanted;
use super::super::types;
use super::super::ways;
use super::super::{Resolved, Resolver};
use super::listed;
use crate::limits::NOTES;
use crate::model::{
    AreaId, AreaKind, BoardShape, BuiltIn, Expression, ExpressionKind, FamilyGrid, Model, Path, PlaceClass, Shape,
    Sort, Type,
};

impl Resolver<'_> {
    /// A built-in word with its values.
    pub(in super::super) fn built_in(
        &mut self,
        word: BuiltIn,
        arguments: &[tree::Expression],
        name: &tree::Name,
        span: Span,
    ) -> Resolved<Expression> {
        let wanted: &[&[Wanted]] = match word {
            BuiltIn::Next => match arguments {
                [of] => return listed::next(self, of, None, span),
                [of, steps] => return listed::next(self, of, Some(steps), span),
                _ => &[],
            },
            BuiltIn::Other | BuiltIn::Seat => &[&[Wanted::Player]],
            BuiltIn::Ahead => &[&[Wanted::Place, Wanted::Number]],
            BuiltIn::Steps => &[&[Wanted::Place, Wanted::Place]],
            BuiltIn::Beside => {
                &[&[Wanted::Place, Wanted::Direction], &[Wanted::Place, Wanted::Direction, Wanted::Number]]
            }
            BuiltIn::Around => &[&[Wanted::Place]],
            BuiltIn::Noted => {
                let values = noted_for(self, arguments, span)?.into_iter().collect();
                let of = types::number(0, i32::try_from(NOTES).unwrap_or(i32::MAX));
                return Ok(self.expression_at(ExpressionKind::BuiltIn(word, values), of, span));
            }
            BuiltIn::Max | BuiltIn::Min => &[],
        };
        let (arguments, whose) = match word {
            BuiltIn::Ahead | BuiltIn::Steps => ways::for_whom(arguments),
            _ => (arguments.to_vec(), None),
        };
        let Some(wanted) = wanted.iter().find(|wanted| wanted.len() == arguments.len()) else {
            let message = format!("`{}` does not take {} values", name.text, arguments.len());
            return Err(self.error_with_help("wrong-arguments", message, span, "here", usage(word)));
        };
        let values: Vec<_> =
            arguments.iter().zip(*wanted).map(|(argument, wanted)| self.one_of(argument, *wanted)).collect();
        let mut values = values.into_iter().collect::<Resolved<Vec<_>>>()?;
        let of = self.built_in_type(word, &values, span)?;
        if let (Some(player), Some(place)) = (whose, values.first()) {
            let paths = self.boards_of(Some(place), BoardShape::is_path);
            let back = ways::runs_back(self, &place.clone(), &areas_of(&paths), player, span)?;
            values.push(back);
        }
        Ok(self.expression_at(ExpressionKind::BuiltIn(word, values), of, span))
    }

    fn built_in_type(&mut self, word: BuiltIn, values: &[Expression], span: Span) -> Resolved<Type> {
        let most = i32::from(self.model.players.most);
        Ok(match word {
            BuiltIn::Next => types::one(Sort::Player),
            BuiltIn::Other if self.model.players.least == 2 && most == 2 => types::one(Sort::Player),
            BuiltIn::Other => {
                let help = "use `next(p)`, or go through `players`";
                return Err(self.error_with_help(
                    "wrong-type",
                    "`other` needs a game for two players",
                    span,
                    "which other?",
                    help,
                ));
            }
            BuiltIn::Seat => types::number(1, most),
            // None past an end, off a board, or if there is no way; typed so even on a ring, where it cannot be none on the ring itself.
            BuiltIn::Ahead => {
                let classes = self.boards_of(values.first(), BoardShape::is_path);
                types::one_or_none(Sort::Place { classes: self.some_boards(classes, "a track or ring", values, span)? })
            }
            BuiltIn::Beside => {
                let classes = self.boards_of(values.first(), |shape| !matches!(shape, BoardShape::Net { .. }));
                self.some_boards(classes, "a board with directions", values, span)?;
                let classes = self.boards_of(values.first(), |_| true);
                types::one_or_none(Sort::Place { classes })
            }
            BuiltIn::Around => {
                let classes = self.boards_of(values.first(), |_| true);
                types::set(Sort::Place { classes: self.some_boards(classes, "a board", values, span)? }, 8)
            }
            BuiltIn::Steps => self.steps(values, span)?,
            BuiltIn::Max | BuiltIn::Min | BuiltIn::Noted => types::one_or_none(Sort::Nothing),
        })
    }

    /// The boards of fitting shape on which a place can lie.
    fn boards_of(&self, place: Option<&Expression>, fits: impl Fn(BoardShape) -> bool) -> BTreeSet<PlaceClass> {
        let Some(Sort::Place { classes }) = place.map(|place| &place.of.sort) else { return BTreeSet::new() };
        let fits = |class: &PlaceClass| self.board_shape(*class).is_some_and(&fits);
        classes.iter().copied().filter(|class| fits(class)).collect()
    }

    fn board_shape(&self, class: PlaceClass) -> Option<BoardShape> {
        let PlaceClass::Area(area) = class else { return None };
        match &self.model.areas.get(area.index())?.kind {
            AreaKind::Board(board) => Some(board.shape),
            AreaKind::Zone(zone) => zone.path.map(|path| match (path, &zone.grid) {
                (Path::Grid, Some(FamilyGrid { columns, rows, .. })) => {
                    BoardShape::Grid { columns: *columns, rows: *rows }
                }
                (Path::Track | Path::Grid, _) => BoardShape::Track,
                (Path::Ring, _) => BoardShape::Ring,
            }),
        }
    }

    fn some_boards(
        &mut self,
        classes: BTreeSet<PlaceClass>,
        what: &str,
        values: &[Expression],
        span: Span,
    ) -> Resolved<BTreeSet<PlaceClass>> {
        if !classes.is_empty() {
            return Ok(classes);
        }
        let (label, place) = match values.first() {
            Some(place) => (format!("this is {}", self.words(&place.of)), place.at.span),
            None => ("here".to_string(), span),
        };
        Err(self.error("wrong-type", format!("a place of {what} is wanted here"), place, label))
    }

    /// `steps(s, t)`: 0 to length − 1 on a ring, either way on a track.
    fn steps(&mut self, values: &[Expression], span: Span) -> Resolved<Type> {
        let path = BoardShape::is_path;
        let from = self.boards_of(values.first(), path);
        let to = self.boards_of(values.get(1), path);
        let common = from.intersection(&to).copied().collect();
        let common = self.some_boards(common, "one track or ring", values, span)?;
        let ranges = common.iter().map(|class| {
            let last = path_length(&self.model, *class).max(1) - 1;
            if self.board_shape(*class) == Some(BoardShape::Ring) { (0, last) } else { (-last, last) }
        });
        let range = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default();
        Ok(types::number(range.0, range.1))
    }
}

/// The areas of places.
fn areas_of(classes: &BTreeSet<PlaceClass>) -> Vec<AreaId> {
    let area = |class: &PlaceClass| if let PlaceClass::Area(area) = class { Some(*area) } else { None };
    classes.iter().filter_map(area).collect()
}

/// How many places a board has, or one of several tracks.
fn path_length(model: &Model, class: PlaceClass) -> i32 {
    let count = match model.zone(class) {
        Some((_, zone)) => zone.index.last().map_or(0, |index| types::index_size(model, *index)),
        None => types::class_count(model, class),
    };
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// For what a position is noted: one value that means the same in every position, or nothing.
pub(in super::super) fn noted_for(
    resolver: &mut Resolver<'_>,
    arguments: &[tree::Expression],
    span: Span,
) -> Resolved<Option<Expression>> {
    let [value] = arguments else {
        if arguments.is_empty() {
            return Ok(None);
        }
        let message = "a position is noted for one value at most";
        return Err(resolver.error_with_help("wrong-arguments", message, span, "here", usage(BuiltIn::Noted)));
    };
    let value = resolver.expression(value)?;
    let fits = !matches!(value.of.sort, Sort::Component { .. } | Sort::Nothing);
    if value.of.shape == Shape::One && fits {
        return Ok(Some(value));
    }
    let label = format!("this is {}", resolver.words(&value.of));
    let help = "write a player, a number or another value that is surely there, and no component";
    let message = "a position is noted for a single value";
    Err(resolver.error_with_help("wrong-type", message, value.at.span, label, help))
}

/// How a built-in word is used.
fn usage(word: BuiltIn) -> &'static str {
    match word {
        BuiltIn::Next => "write `next(p)` or `next(p, 2)`, of a player or a value of a list",
        BuiltIn::Other => "write `other(p)`",
        BuiltIn::Seat => "write `seat(p)`",
        BuiltIn::Max => "write `max(a, b)`",
        BuiltIn::Min => "write `min(a, b)`",
        BuiltIn::Ahead => "write `ahead(s, 3)`: a place and a number; or `ahead(s, 3 for p)`",
        BuiltIn::Steps => "write `steps(s, t)`: from the first place on to the second; or `steps(s, t for p)`",
        BuiltIn::Beside => "write `beside(s, right)` or `beside(s, right, 2)`",
        BuiltIn::Around => "write `around(s)`",
        BuiltIn::Noted => "write `noted`, or `noted(p)` if it is noted by `note position(p)`",
    }
}
