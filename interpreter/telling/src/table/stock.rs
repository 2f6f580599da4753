//! Places for each value of a list that hold one sort of thing each, such as the piles of a shop: one line tells them all.

use super::BETWEEN;
use crate::scene::{Lying, Spot};
use crate::wrap::UNBROKEN;
use rulehound_engine::instance::Instance;
use rulehound_engine::words::{Form, called, plural};
use rulehound_rules::model::{AreaKind, Index};

/// So many of them stand in lines of their own.
const FEW: usize = 3;

/// `shop: 32 pennies · 8 farms · inn: 2 cards`; nothing of what is to be told place by place.
pub fn together(instance: &Instance, spots: &[Spot]) -> Option<String> {
    let area = instance.model.areas.get(spots.first()?.area.index()).filter(|_| spots.len() > FEW)?;
    let AreaKind::Zone(zone) = &area.kind else { return None };
    if !matches!(zone.index.as_slice(), [Index::Value { .. }]) {
        return None;
    }
    let name = called(&area.name, &area.notes, Form::People);
    let one = |spot: &Spot| {
        let (Lying::Open(pieces) | Lying::Pile(pieces)) = &spot.lying else { return None };
        let ([piece], Some(value)) = (pieces.as_slice(), spot.name.strip_prefix(&name)) else { return None };
        let (value, told) = (value.trim(), spot.lying.marked());
        // What lies there may say already which it is.
        let said = piece.words == value || told.ends_with(&plural(value));
        Some(if said { told } else { format!("{value}: {told}") })
    };
    let told: Vec<String> = spots.iter().map(one).collect::<Option<_>>()?;
    // What belongs together stands in one line.
    let told: Vec<String> = told.iter().map(|one| one.replace(' ', &UNBROKEN.to_string())).collect();
    Some(format!("{name}: {}", told.join(&BETWEEN.replacen(' ', &UNBROKEN.to_string(), 1))))
}
