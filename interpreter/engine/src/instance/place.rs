//! Numbering of places.

use super::{Instance, TableError, to_value};
use rulehound_rules::model::{AreaId, AreaKind, OwnerSort, PlaceClass};

/// The most places of a game.
const MOST: usize = rulehound_rules::limits::PLACES;

/// One place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its board, family of zones, or family of boxes.
    pub class: PlaceClass,
    /// Whose it is, as a value of the owner sort; 0 of a board or if nobody's.
    pub owner: i32,
    /// Which cell of its family; on a board which point.
    pub offset: usize,
    /// Whether it is a pile.
    pub ordered: bool,
}

/// How many places a board has.
pub(super) fn board_size(instance: &Instance, board: AreaId) -> usize {
    match instance.model.areas.get(board.index()).map(|area| &area.kind) {
        Some(AreaKind::Board(board)) => board.points.len(),
        Some(AreaKind::Zone(_)) | None => 0,
    }
}

/// Numbers all places: boxes, then boards and zones as declared.
pub(super) fn number(instance: &mut Instance) -> Result<(), TableError> {
    // Boards may own boxes and zones, so their sizes must be known before anything is counted by owner.
    settle_boards(instance)?;
    let mut places = Vec::new();
    let mut classes = std::collections::BTreeMap::new();
    for sort in box_sorts(instance) {
        let class = PlaceClass::Box(sort);
        let first = to_value(places.len());
        for owner in instance.owners(sort) {
            places.push(Place { class, owner, offset: 0, ordered: false });
        }
        classes.insert(class, first..to_value(places.len()));
        check(places.len())?;
    }
    let model = instance.model.clone();
    for (id, area) in model.areas.iter().enumerate() {
        let class = PlaceClass::Area(AreaId::from(id));
        let first = to_value(places.len());
        match &area.kind {
            AreaKind::Board(board) => {
                check(places.len().saturating_add(board.points.len()))?;
                places.extend((0..board.points.len()).map(|offset| Place { class, owner: 0, offset, ordered: false }));
            }
            AreaKind::Zone(zone) => {
                let size = instance.family_size(&zone.index);
                let owners = instance.owners(zone.owner);
                check(places.len().saturating_add(size.saturating_mul(owners.len())))?;
                for owner in owners {
                    places.extend((0..size).map(|offset| Place { class, owner, offset, ordered: zone.ordered }));
                }
            }
        }
        classes.insert(class, first..to_value(places.len()));
    }
    instance.places = places;
    instance.classes = classes;
    Ok(())
}

fn check(count: usize) -> Result<(), TableError> {
    if count > MOST { Err(TableError::TooLarge { what: "places", most: MOST }) } else { Ok(()) }
}

/// Fills in where boards will lie, with all boxes and zones before them counted.
///
/// A board's numbers depend on what is declared before it, which may be owned by a board declared later; sizes alone decide, so they
/// are laid out here by size first.
fn settle_boards(instance: &mut Instance) -> Result<(), TableError> {
    let model = instance.model.clone();
    let owners = |sort: OwnerSort| match sort {
        OwnerSort::Board(board) => board_size(instance, board),
        OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Kind(_) => instance.owners(sort).len(),
    };
    let mut next = box_sorts(instance).into_iter().map(owners).fold(0usize, usize::saturating_add);
    let mut boards = Vec::new();
    for (id, area) in model.areas.iter().enumerate() {
        let size = match &area.kind {
            AreaKind::Board(board) => board.points.len(),
            AreaKind::Zone(zone) => instance.family_size(&zone.index).saturating_mul(owners(zone.owner)),
        };
        check(next.saturating_add(size))?;
        if let AreaKind::Board(_) = area.kind {
            boards.push((PlaceClass::Area(AreaId::from(id)), to_value(next)..to_value(next + size)));
        }
        next += size;
    }
    instance.classes.extend(boards);
    Ok(())
}

/// Whose boxes there are: the common one, the players', and those of all other owners of components.
fn box_sorts(instance: &Instance) -> Vec<OwnerSort> {
    let mut sorts = vec![OwnerSort::Common, OwnerSort::Player];
    for kind in &instance.model.kinds {
        if !sorts.contains(&kind.owner) {
            sorts.push(kind.owner);
        }
    }
    sorts
}
