//! Places that a layout shows beside the board itself.

use std::collections::BTreeMap;

use super::build::without_owner;
use super::{BesideScene, BoardScene};
use rulehound_engine::play::{Position, Sheet};
use rulehound_engine::words::{Form, Nothing, Words};
use rulehound_rules::model::{AreaId, AreaKind, Model, OwnerSort, PlaceClass};

/// The places beside a board by their index behind its own; none where there is no such place at this table.
pub(super) fn drawn(position: &Position, board: AreaId, sheet: &Sheet) -> Vec<Option<BesideScene>> {
    let game = position.game();
    let words = Words::new(game.instance());
    let one = |number: i32| {
        let place = game.instance().place(number)?;
        let PlaceClass::Area(area) = place.class else { return None };
        let AreaKind::Zone(zone) = &game.instance().model.areas.get(area.index())?.kind else { return None };
        let handle = sheet.places.iter().position(|lot| lot.place.number.0 == number)?;
        let seat = (zone.owner == OwnerSort::Player).then(|| usize::try_from(place.owner).ok()).flatten();
        let owner = seat.and_then(|seat| game.instance().players.get(seat));
        let name = words.place(number, Form::People, &Nothing);
        let bare = without_owner(&name, owner);
        Some(BesideScene { place: u32::try_from(handle).ok()?, seat, name, bare })
    };
    game.beside(board).iter().map(|place| place.and_then(one)).collect()
}

/// Where places of zones lie that some board shows: its area, and the index there.
pub(super) fn indices(boards: &[BoardScene], model: &Model) -> BTreeMap<u32, (AreaId, usize)> {
    let of_board = |board: &BoardScene| {
        let own = match model.areas.get(board.area.index()).map(|area| &area.kind) {
            Some(AreaKind::Board(own)) => own.points.len(),
            Some(AreaKind::Zone(_)) | None => 0,
        };
        let beside = board.beside.iter().enumerate();
        let placed = beside.filter_map(|(index, beside)| Some((beside.as_ref()?.place, own + index)));
        placed.map(|(place, index)| (place, (board.area, index))).collect::<Vec<_>>()
    };
    boards.iter().flat_map(of_board).collect()
}
