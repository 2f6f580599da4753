//! Which things of a scene are struck through.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lying, Piece, Scene, Spot};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Sheet, Unsaid};

/// Of things that look alike: how many are struck through, and what is said of them.
type Struck = BTreeMap<u32, (u32, Option<String>)>;

/// Strikes through what the layout says. Of look-alikes of which some are, these stand by themselves, behind the others, who keep the handle:
/// it is one for all of them.
pub(super) fn strike(scene: &mut Scene, sheet: &Sheet, instance: &Instance) {
    let struck = struck(sheet, instance);
    if struck.is_empty() {
        return;
    }
    for pieces in scene.boards.iter_mut().flat_map(|board| board.standing.values_mut()) {
        part(pieces, &struck);
    }
    part(&mut scene.dice, &struck);
    let seats = scene.seats.iter_mut().flat_map(|seat| &mut seat.spots);
    for Spot { lying, .. } in scene.common.iter_mut().chain(seats) {
        match lying {
            Lying::Open(pieces) | Lying::Pile(pieces) => part(pieces, &struck),
            Lying::Hidden { top: Some(top), .. } => {
                if let Some((_, said)) = top.thing.and_then(|thing| struck.get(&thing)) {
                    (top.struck, top.said) = (true, said.clone());
                }
            }
            Lying::Hidden { top: None, .. } => {}
        }
    }
}

/// What is struck through of what the viewer sees, by handle.
fn struck(sheet: &Sheet, instance: &Instance) -> Struck {
    let mut found = Struck::new();
    for entry in &sheet.struck {
        let declared = instance.model.definitions.get(entry.definition.index());
        let said = declared.and_then(|declared| declared.struck.as_ref()?.said.clone());
        let Unsaid(things) = &entry.things;
        let things: BTreeSet<i32> = things.iter().copied().collect();
        for (thing, group) in (0..).zip(sheet.places.iter().flat_map(|lot| lot.contents.seen())) {
            let Unsaid(members) = &group.members;
            let count = members.iter().filter(|member| things.contains(member)).count();
            if count > 0 {
                found.entry(thing).or_insert((u32::try_from(count).unwrap_or(u32::MAX), said.clone()));
            }
        }
    }
    found
}

fn part(pieces: &mut Vec<Piece>, struck: &Struck) {
    let parted = |piece: Piece| {
        let Some((count, said)) = piece.thing.and_then(|thing| struck.get(&thing)) else { return vec![piece] };
        let thing = piece.thing.filter(|_| *count >= piece.count);
        let marked = Piece { count: *count, thing, struck: true, said: said.clone(), ..piece.clone() };
        let rest = Piece { count: piece.count.saturating_sub(*count), ..piece };
        [rest, marked].into_iter().filter(|piece| piece.count > 0).collect()
    };
    *pieces = std::mem::take(pieces).into_iter().flat_map(parted).collect();
}
