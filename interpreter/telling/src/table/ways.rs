//! Places of a player that lie in a row, such as the way home of pieces: one column shows them all, as they lie.

use crate::scene::{Lying, Piece, SeatScene, Spot};
use crate::wrap::width;
use rulehound_engine::instance::Instance;
use rulehound_engine::words::{Form, called, kind_noun};
use rulehound_rules::model::{Area, AreaId, AreaKind, OwnerSort};

/// The fewest and the most places of a row.
const PLACES: std::ops::RangeInclusive<usize> = 3..=9;

/// An empty place, and one where a single piece stands.
const SIGNS: [char; 2] = ['·', '●'];

/// A row of places of each player.
pub struct Way {
    /// Which zone they are of.
    pub area: AreaId,
    /// What it is called, with the first number and the last: `lane 1–6`.
    pub head: String,
    /// For each player, as they stand in the scene: `· · ● · 2 ·`.
    pub cells: Vec<String>,
}

/// The rows of places in which some player's pieces stand, and nothing else.
pub fn ways(seats: &[SeatScene], instance: &Instance) -> Vec<Way> {
    let areas = (0..).map(AreaId::from).zip(&instance.model.areas);
    areas.filter_map(|(id, area)| way(id, area, seats, instance)).collect()
}

fn way(id: AreaId, area: &Area, seats: &[SeatScene], instance: &Instance) -> Option<Way> {
    let AreaKind::Zone(zone) = &area.kind else { return None };
    let count = instance.family_size(&zone.index);
    if zone.owner != OwnerSort::Player || zone.index.len() != 1 || !PLACES.contains(&count) {
        return None;
    }
    let all: Vec<_> = seats.iter().flat_map(|seat| spots(seat, id)).collect();
    let numbered = all.iter().all(|spot| spot.name.ends_with(|sign: char| sign.is_ascii_digit()));
    if all.is_empty() || !numbered || !all.iter().all(|spot| are_pieces(&spot.lying, instance)) {
        return None;
    }
    // The first place need not be the first: its number stands in every name.
    let first = all.iter().find_map(|spot| {
        let number: usize = spot.name.rsplit(' ').next()?.parse().ok()?;
        number.checked_sub(spot.index)
    })?;
    let cell = |seat: &SeatScene| {
        let mut signs = vec![SIGNS[0].to_string(); count];
        for spot in spots(seat, id) {
            if let (Some(sign), Lying::Open(pieces)) = (signs.get_mut(spot.index), &spot.lying) {
                let number = pieces.iter().fold(0, |sum: u32, piece| sum.saturating_add(piece.count));
                *sign = if number == 1 { SIGNS[1].to_string() } else { number.to_string() };
            }
        }
        signs.join(" ")
    };
    let head = format!("{} {first}–{}", called(&area.name, &area.notes, Form::People), first + count - 1);
    let cells: Vec<String> = seats.iter().map(cell).collect();
    cells.iter().all(|cell| width(cell) < 2 * count).then_some(Way { area: id, head, cells })
}

/// What lies in places of this zone of a player.
fn spots(seat: &SeatScene, id: AreaId) -> impl Iterator<Item = &Spot> {
    seat.spots.iter().filter(move |spot| spot.area == id)
}

/// Whether these are things of players of which nothing more is to be told.
fn are_pieces(lying: &Lying, instance: &Instance) -> bool {
    let plain = |piece: &Piece| {
        let kind = instance.model.kinds.get(piece.kind.index());
        kind.is_some_and(|kind| kind.owner == OwnerSort::Player && kind_noun(kind) == piece.words)
    };
    matches!(lying, Lying::Open(pieces) if pieces.iter().all(plain))
}
