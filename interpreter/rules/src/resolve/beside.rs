//! What lies beside a path in its layout: places of zones, such as the way home of each player.

use std::collections::BTreeSet;

use rulehound_grammar::tree;

use super::convert::Wanted;
use super::{Resolved, Resolver};
use crate::facts::effects::classes_of;
use crate::merge::{Item, Merged, Thing};
use crate::model::layout::{Laying, laid};
use crate::model::{AreaId, AreaKind, Beside, PlaceClass, Sort};

/// Gives paths what lies beside them; whether their own places are in order is looked at later.
pub(super) fn lie_beside(resolver: &mut Resolver<'_>, merged: &Merged) {
    for thing in &merged.things {
        let Thing::Layout(item) = thing else { continue };
        resolver.file = item.file;
        let Some(area) = path_beside(resolver, item) else { continue };
        let Ok(beside) = beside(resolver, &item.tree) else { continue };
        if let Some(AreaKind::Board(board)) =
            resolver.model.to_mut().areas.get_mut(area.index()).map(|area| &mut area.kind)
        {
            board.beside = beside;
        }
    }
}

/// The path that something lies beside; nothing if it is no board, which is said where layouts are looked at.
fn path_beside(resolver: &mut Resolver<'_>, item: &Item<tree::Layout>) -> Option<AreaId> {
    let first = item.tree.beside.first()?;
    let name = &item.tree.name;
    let area = resolver.model.areas.iter().position(|area| area.name == name.text)?;
    let AreaKind::Board(board) = &resolver.model.areas.get(area)?.kind else { return None };
    if board.shape.is_path() {
        return Some(AreaId::from(area));
    }
    let message = format!("`{}` is neither a track nor a ring", name.text);
    let help = "leave the braces out; only beside a path other places are drawn";
    resolver.error_with_help("wrong-layout", message, first.span, "nothing lies beside it", help);
    None
}

fn beside(resolver: &mut Resolver<'_>, layout: &tree::Layout) -> Resolved<Vec<Beside>> {
    let signs = signs_beside(resolver, &layout.beside)?;
    let mut numbers = vec![BTreeSet::new(); signs.len()];
    for row in &layout.rows {
        for laid in laid(&row.text, &signs) {
            let Laying::Beside(line, number) = laid.what else { continue };
            let Some(found) = numbers.get_mut(line) else { continue };
            let written: String = row.text.chars().skip(laid.column).take(laid.width).collect();
            let Some(number) = number.filter(|number| *number > 0) else {
                let message = format!("there is no place {written}");
                return Err(resolver.error("wrong-layout", message, row.span, "places are counted from 1"));
            };
            if !found.insert(number) {
                let message = format!("{written} stands in the layout twice");
                return Err(resolver.error("wrong-layout", message, row.span, "again in this row"));
            }
        }
    }
    let lines = layout.beside.iter().zip(signs).zip(numbers);
    lines.map(|((line, sign), numbers)| line_beside(resolver, line, sign, &numbers)).collect()
}

/// The letters, each once.
fn signs_beside(resolver: &mut Resolver<'_>, lines: &[tree::Beside]) -> Resolved<Vec<char>> {
    let mut signs = Vec::new();
    for line in lines {
        let mut written = line.sign.text.chars();
        let sign = written.next().filter(|sign| sign.is_alphabetic());
        let (Some(sign), None) = (sign, written.next()) else {
            let message = "before the number of a place beside the path stands one letter";
            let help = "`\"a\" : …`, and in the rows a1, a2 and so on";
            return Err(resolver.error_with_help("wrong-sign", message, line.sign.span, "not one letter", help));
        };
        if signs.contains(&sign) {
            let message = format!("it is said twice what \"{sign}\" stands for");
            return Err(resolver.error("doubled-name", message, line.sign.span, "again here"));
        }
        signs.push(sign);
    }
    Ok(signs)
}

fn line_beside(
    resolver: &mut Resolver<'_>,
    line: &tree::Beside,
    sign: char,
    numbers: &BTreeSet<u16>,
) -> Resolved<Beside> {
    let missing = (1..).find(|number| !numbers.contains(number)).unwrap_or(u16::MAX);
    if usize::from(missing) <= numbers.len() || numbers.is_empty() {
        let message = format!("{sign}{missing} does not stand in the layout");
        let help = format!("let its places stand there as {sign}1, {sign}2 and so on, each once");
        return Err(resolver.error_with_help("wrong-layout", message, line.span, "not all of its places", help));
    }
    let places = resolver.set(&line.places)?;
    if !matches!(places.of.sort, Sort::Place { .. }) {
        return Err(resolver.wanted_but(Wanted::Place, &places));
    }
    let of_zone = |class: &PlaceClass| resolver.model.zone(*class).is_some();
    if !classes_of(&places.of).iter().all(of_zone) {
        let help = "let them be places of zones or of tracks that each player has";
        let message = "these places may be in the box or on a board of their own";
        return Err(resolver.error_with_help("wrong-layout", message, line.places.span, "no places of a zone", help));
    }
    Ok(Beside { sign, count: numbers.len(), places })
}
