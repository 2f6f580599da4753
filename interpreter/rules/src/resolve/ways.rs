//! Whose way leads where: which direction of a grid is forward for a player, how a track or ring runs for one.

use std::collections::BTreeMap;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, ExpressionKind as Tree, WayKind};

use super::convert::Wanted;
use super::names::ValueName;
use super::types;
use super::{Reported, Resolved, Resolver};
use crate::merge::{Item, Merged, Thing, fits};
use crate::model::{AreaId, AreaKind, DefinitionId, Expression, ExpressionKind, PlaceClass, Sort, Way};

/// Says which lines in the braces of boards stand where they mean nothing, or twice.
pub(super) fn check_lines(resolver: &mut Resolver<'_>, merged: &Merged) {
    let mut forward = None;
    for thing in &merged.things {
        let Thing::Board(Item { file, tree: board, .. }) = thing else { continue };
        resolver.file = *file;
        let mut before: BTreeMap<&str, Span> = BTreeMap::new();
        for way in &board.ways {
            let at = resolver.at(way.span);
            if !fits(way.kind, board) {
                misplaced(resolver, way, &board.name.text);
                continue;
            }
            let first = before.insert(way.kind.word(), way.span).map(|span| resolver.at(span));
            let first = if way.kind == WayKind::Forward { forward.replace(at) } else { first };
            if let Some(first) = first {
                let message = format!("`{}` is said twice", way.kind.word());
                let help = if way.kind == WayKind::Forward {
                    "the players face the same way on all boards: say it on one of them"
                } else {
                    "leave one of them out"
                };
                let found = Diagnostic::error("doubled-name", message, at, "said again here");
                resolver.report(found.with_label(first, "first said here").with_help(help));
            }
        }
    }
}

fn misplaced(resolver: &mut Resolver<'_>, way: &tree::Way, board: &str) {
    let (message, help) = match way.kind {
        WayKind::Forward => {
            ("`forward` stands only on a grid, which has directions", "write `back for p : …` on a track or ring")
        }
        WayKind::Back => (
            "`back` stands only on a track or ring of which there is one",
            "on a grid write `forward for p : …`; a track that each player has runs one way",
        ),
        WayKind::Start => (
            "`start` stands only on a ring of which there is one",
            "a track begins at one of its ends: `back for p : …` says for whom at the last place",
        ),
    };
    let label = format!("`{board}` is no such board");
    resolver.error_with_help("wrong-type", message, way.span, label, help);
}

/// Enters what such a line means under the name by which it is asked for.
pub(super) fn declare(resolver: &mut Resolver<'_>, id: DefinitionId, way: &Way) {
    let Some(definition) = resolver.model.to_mut().definitions.get_mut(id.index()) else { return };
    definition.way = Some(way.clone());
    let (name, at) = (definition.name.clone(), definition.at);
    let member = definition.behind_player().map(str::to_owned);
    resolver.names.add_way(&name, id);
    if let Some(member) = member {
        let board = resolver.model.board_of_way(way).filter(|_| matches!(way, Way::Place(_)));
        let declared = board.and_then(|board| resolver.model.areas.get(board.index())).map(|area| area.at);
        if let Err(taken) = resolver.names.add_member_of_way(&member, id, declared) {
            let means = if matches!(way, Way::Place(_)) { "a place" } else { "a direction" };
            let message = format!("`p.{member}` already means something else");
            let found = Diagnostic::error("doubled-name", message, at, format!("here it becomes {means}"));
            let found = found.with_help("take another name for what belongs to each player");
            resolver.report(taken.into_iter().fold(found, |found, at| found.with_label(at, "first declared here")));
        }
    }
}

/// `p.forward`, `p.road(3)`.
pub(super) fn asked(
    resolver: &mut Resolver<'_>,
    id: DefinitionId,
    player: Expression,
    arguments: Option<&[tree::Expression]>,
    span: Span,
) -> Resolved<Expression> {
    let Some(definition) = resolver.model.definitions.get(id.index()) else { return Err(Reported) };
    let (targets, way) = (definition.parameters.clone(), definition.way.clone());
    let Some((first, others)) = targets.split_first() else { return Err(Reported) };
    let word = definition.behind_player().unwrap_or_default().to_owned();
    if let (Some(Way::Place(_)), None) = (&way, arguments) {
        let message = format!("`{word}` needs the number of a place");
        let help = format!("write `p.{word}(1)` for the place where the way of p begins");
        return Err(resolver.error_with_help("wrong-arguments", message, span, "which place?", help));
    }
    if let (Some(Way::Facing { .. }), Some(_)) = (&way, arguments) {
        let message = format!("`{word}` takes nothing in brackets");
        return Err(resolver.error("wrong-arguments", message, span, "here"));
    }
    let player = resolver.fitted(player, first, &format!("whose `{word}` this is"));
    let values = resolver.call_arguments(&word, others, arguments.unwrap_or_default(), span);
    let values = [player?].into_iter().chain(values?).collect();
    resolver.called(id, values, span)
}

/// What a line says must be a direction, a condition or a place of that board.
pub(super) fn fitting(resolver: &mut Resolver<'_>, id: DefinitionId, body: Expression) -> Resolved<Expression> {
    let way = resolver.model.definitions.get(id.index()).and_then(|one| one.way.clone());
    match way {
        None => Ok(body),
        Some(way) if way.is_made() => Ok(body),
        Some(Way::Place(_)) => Ok(body),
        Some(Way::Facing { .. }) => resolver.wants(body, Wanted::Direction),
        Some(Way::Back(_)) => resolver.wants(body, Wanted::YesNo),
        Some(Way::Start(board)) => {
            let body = resolver.wants(body, Wanted::Place)?;
            let on_it = |class: &PlaceClass| {
                let PlaceClass::Area(area) = class else { return false };
                resolver.model.areas.get(area.index()).is_some_and(|area| area.name == board)
            };
            if matches!(&body.of.sort, Sort::Place { classes } if classes.iter().all(on_it)) {
                return Ok(body);
            }
            let label = format!("this is {}", resolver.words(&body.of));
            let (span, help) = (body.at.span, format!("write which place it is, such as `{board}(1)`"));
            let message = format!("it begins on a place of `{board}`");
            Err(resolver.error_with_help("wrong-type", message, span, label, help))
        }
    }
}

/// `3 for p` where nothing is counted along a way.
pub(super) fn out_of_place(resolver: &mut Resolver<'_>, span: Span) -> Reported {
    let help = "elsewhere leave it out, or ask `p.forward` or `p.road(3)`";
    resolver.error_with_help(
        "wrong-arguments",
        "`for` stands only in the brackets of `ahead` and `steps`",
        span,
        "not here",
        help,
    )
}

/// The values of a word, and for whom it counts.
pub(super) fn for_whom(arguments: &[tree::Expression]) -> (Vec<tree::Expression>, Option<&tree::Expression>) {
    let mut values = arguments.to_vec();
    let Some(Tree::ForWhom(value, player)) = arguments.last().map(|last| &*last.kind) else { return (values, None) };
    values.pop();
    values.push(value.clone());
    (values, Some(player))
}

/// All places of a track or ring.
fn all_places(resolver: &mut Resolver<'_>, area: AreaId, span: Span) -> Resolved<Expression> {
    match resolver.model.areas.get(area.index()).map(|area| &area.kind) {
        Some(AreaKind::Board(_)) => Ok(resolver.whole_set(ValueName::Board(area), span)),
        Some(AreaKind::Zone(_)) | None => resolver.zone(area, None, None, span),
    }
}

/// Whether the way from a place runs back for a player: on some tracks and rings it may.
pub(super) fn runs_back(
    resolver: &mut Resolver<'_>,
    place: &Expression,
    paths: &[AreaId],
    player: &tree::Expression,
    span: Span,
) -> Resolved<Expression> {
    let player = resolver.one_of(player, Wanted::Player)?;
    let turned: Vec<(AreaId, DefinitionId)> =
        paths.iter().filter_map(|area| Some((*area, resolver.model.runs_back(*area)?))).collect();
    let mut conditions = Vec::new();
    for (area, id) in &turned {
        let back = resolver.called(*id, vec![player.clone()], player.at.span)?;
        if paths.len() == 1 {
            return Ok(back);
        }
        let set = all_places(resolver, *area, span)?;
        let among = ExpressionKind::Among { element: place.clone(), set, negated: false };
        let there = resolver.expression_at(among, types::yes_no(), span);
        conditions.push(resolver.expression_at(ExpressionKind::And(there, back), types::yes_no(), span));
    }
    let either =
        |left, right| Expression { kind: Box::new(ExpressionKind::Or(left, right)), of: types::yes_no(), at: place.at };
    conditions.into_iter().reduce(either).ok_or_else(|| {
        let help = "write `back for p : …` in the braces of the track or ring, or leave `for` out";
        let message = "no track or ring here runs back for anybody";
        resolver.error_with_help("wrong-type", message, player.at.span, "it is the same for all", help)
    })
}
