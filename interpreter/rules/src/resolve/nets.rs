//! Nets: boards with a place for each value of a list, joined as the rules say.

use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree::{self, Link, LinkEnd};

use super::boards::MOST_PLACES;
use super::names::TypeName;
use super::{Resolved, Resolver};
use crate::merge::{Merged, Thing};
use crate::model::{AreaKind, Board, BoardShape, EnumerationId, KindId, Point, Sort, value};

/// The most lines that lead from a place.
pub const MOST_JOINED: usize = 8;

/// The values that two ends of a link join, one pair for each component if it is of features.
type Pairs = Vec<(i32, i32)>;

/// The places of a net, not joined yet.
pub(super) fn net(resolver: &mut Resolver<'_>, of: &tree::Name) -> Resolved<Board> {
    let (id, allowed) = resolver.enumeration_named(of)?;
    let values = resolver.model.enumerations.get(id.index()).map(|list| list.values.as_slice()).unwrap_or_default();
    if allowed.len() != values.len() {
        let message = format!("`{}` is a part of a list", of.text);
        return Err(resolver.error_with_help(
            "wrong-type",
            message,
            of.span,
            "a whole list is wanted",
            "name the whole list",
        ));
    }
    if values.len() > MOST_PLACES {
        let message = format!("a game may have at most {MOST_PLACES} places");
        return Err(resolver.error("too-large", message, of.span, "too many places"));
    }
    let words = resolver.model.enumerations.get(id.index()).map(|list| &list.words);
    let called =
        |(at, (name, _)): (usize, &(String, _))| words.and_then(|words| words.get(&at)).unwrap_or(name).clone();
    let words: Vec<String> = values.iter().enumerate().map(called).collect();
    let names: Vec<String> = values.iter().map(|(name, _)| name.clone()).collect();
    let point = Point { column: 0, row: 0, joined: [None; 8] };
    let board = Board::new(BoardShape::Net { of: id }, vec![point; names.len()]);
    Ok(Board { names, words, ..board })
}

/// Joins the places of all nets. What is printed on components must be known.
pub(super) fn join_nets(resolver: &mut Resolver<'_>, merged: &Merged) {
    let areas = merged.things.iter().filter(|thing| matches!(thing, Thing::Board(_) | Thing::Zone(_)));
    for (area, thing) in areas.enumerate() {
        let Thing::Board(item) = thing else { continue };
        let tree::BoardShape::Net { links, .. } = &item.tree.shape else { continue };
        resolver.file = item.file;
        let board = resolver.model.areas.get(area).map(|area| &area.kind);
        let Some(AreaKind::Board(Board { shape: BoardShape::Net { of }, .. })) = board else { continue };
        let of = *of;
        for link in links {
            let _: Resolved<()> = join(resolver, area, of, link);
        }
    }
}

fn join(resolver: &mut Resolver<'_>, area: usize, of: EnumerationId, link: &Link) -> Resolved<()> {
    for ends in link.ends.windows(2) {
        let [one, other] = ends else { continue };
        for (one, other) in pairs(resolver, of, one, other)? {
            if one == other {
                let message = "a place is joined to itself";
                return Err(resolver.error("doubled-name", message, link.span, "the same twice"));
            }
            line(resolver, area, one, other, link.span)?;
        }
    }
    Ok(())
}

fn pairs(resolver: &mut Resolver<'_>, of: EnumerationId, one: &LinkEnd, other: &LinkEnd) -> Resolved<Pairs> {
    match (&one.feature, &other.feature) {
        (None, None) => Ok(vec![(joined_value(resolver, of, &one.name)?, joined_value(resolver, of, &other.name)?)]),
        (Some(first), Some(second)) if one.name.text == other.name.text => {
            let kind = resolver.kind_named(&one.name)?;
            resolver.uses.of_type(resolver.at(other.name.span), &other.name.text, &resolver.names);
            let (first, second) =
                (joined_feature(resolver, of, kind, first)?, joined_feature(resolver, of, kind, second)?);
            let made = resolver.model.kinds.get(kind.index()).map(|kind| kind.made.as_slice()).unwrap_or_default();
            let pair = |made: &crate::model::Made| Some((*made.values.get(first)?, *made.values.get(second)?));
            let there = |(one, other): &(i32, i32)| *one != value::NONE && *other != value::NONE;
            Ok(made.iter().filter_map(pair).filter(there).collect())
        }
        _ => {
            let help = "write two values, `oslo - rome`, or two features of one kind, `Line.a - Line.b`";
            let at = other.name.span;
            Err(resolver.error_with_help(
                "wrong-type",
                "these two cannot be joined",
                at,
                "not like the one before",
                help,
            ))
        }
    }
}

fn joined_value(resolver: &mut Resolver<'_>, of: EnumerationId, name: &tree::Name) -> Resolved<i32> {
    let values = resolver.model.enumerations.get(of.index()).map(|list| list.values.clone()).unwrap_or_default();
    if let Some(index) = values.iter().position(|(value, _)| *value == name.text) {
        resolver.uses.of_value(resolver.at(name.span), &name.text, &resolver.names);
        return Ok(i32::try_from(index).unwrap_or_default());
    }
    let message = format!("there is no place `{}` in this net", name.text);
    let near = resolver.near.name(&name.text, values.iter().map(|(value, _)| value.as_str()));
    let kind = matches!(resolver.names.type_of(&name.text), Some(TypeName::Kind(_)));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None if kind => format!("of components two features are joined, as in `{}.a - {}.b`", name.text, name.text),
        None => "the places of a net are the values of its list".to_owned(),
    };
    Err(resolver.error_with_help("unknown-name", message, name.span, "not known here", help))
}

/// The cell of a feature that holds a value of the list.
fn joined_feature(resolver: &mut Resolver<'_>, of: EnumerationId, kind: KindId, name: &tree::Name) -> Resolved<usize> {
    let feature = resolver.attribute_named(kind, name)?;
    let fits = matches!(feature.of.sort, Sort::Value { of: list, .. } if list == of) && feature.index.is_empty();
    if fits {
        return Ok(feature.first_cell);
    }
    let label = format!("this is {}", resolver.words(&feature.of));
    let help = "its components must have one value of the net's list there";
    Err(resolver.error_with_help(
        "wrong-type",
        format!("`{}` is no place of this net", name.text),
        name.span,
        label,
        help,
    ))
}

/// Joins two places, if they are not joined yet.
fn line(resolver: &mut Resolver<'_>, area: usize, one: i32, other: i32, span: Span) -> Resolved<()> {
    let at = Location { file: resolver.file, span };
    let mut full = None;
    if let Some(AreaKind::Board(board)) = resolver.model.to_mut().areas.get_mut(area).map(|area| &mut area.kind) {
        for (from, to) in [(one, other), (other, one)] {
            if !lead(board, from, to) {
                full = usize::try_from(from).ok().and_then(|from| board.names.get(from)).cloned();
            }
        }
    }
    let Some(name) = full else { return Ok(()) };
    let message = format!("more than {MOST_JOINED} lines lead from `{name}`");
    let found = rulehound_grammar::diagnostic::Diagnostic::error("too-large", message, at, "one too many");
    Err(resolver.report(found))
}

/// Lets a line lead from one place to another; no if there are too many.
fn lead(board: &mut Board, from: i32, to: i32) -> bool {
    let (Ok(from), Ok(to)) = (usize::try_from(from), u16::try_from(to)) else { return true };
    let Some(point) = board.points.get_mut(from) else { return true };
    if point.joined.contains(&Some(to)) {
        return true;
    }
    match point.joined.iter_mut().find(|slot| slot.is_none()) {
        Some(slot) => {
            *slot = Some(to);
            true
        }
        None => false,
    }
}
