//! A scene as it is sent: what is empty or says nothing is left out there already. Written straight to text, since every answer sends it to all.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_interpreter::scene::{Held, Lying, Piece, Scene, SeatScene, Spot, Value as Shown};
use serde::Serialize;

/// The whole scene.
#[derive(Serialize)]
pub struct SceneTold<'s> {
    boards: Vec<BoardTold<'s>>,
    common: Vec<SpotTold<'s>>,
    dice: Vec<PieceTold<'s>>,
    seats: Vec<SeatTold<'s>>,
    values: Vec<ValueTold<'s>>,
}

/// A board: its places, those beside it, and what stands on them, by their order.
#[derive(Serialize)]
struct BoardTold<'s> {
    changed: &'s BTreeSet<usize>,
    places: Vec<Option<u32>>,
    standing: BTreeMap<usize, Vec<PieceTold<'s>>>,
    turned: bool,
}

#[derive(Serialize)]
struct SeatTold<'s> {
    decides: bool,
    name: &'s str,
    seat: usize,
    spots: Vec<SpotTold<'s>>,
    values: Vec<ValueTold<'s>>,
}

/// A place, and what is seen of what lies there.
#[derive(Serialize)]
struct SpotTold<'s> {
    all: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<Vec<PieceTold<'s>>>,
    name: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<PieceTold<'s>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pile: Option<Vec<PieceTold<'s>>>,
    place: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    top: Option<PieceTold<'s>>,
}

#[derive(Serialize)]
struct PieceTold<'s> {
    count: u32,
    kind: u32,
    /// What is drawn on it, where it stands on a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<String>,
    owner: Option<usize>,
    said: &'s Option<String>,
    several: &'s Option<String>,
    sort: &'s str,
    struck: bool,
    thing: Option<u32>,
    words: String,
}

#[derive(Serialize)]
struct ValueTold<'s> {
    name: &'s str,
    value: HeldTold<'s>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum HeldTold<'s> {
    Mark(bool),
    Number(i32),
    Words(&'s str),
}

impl<'s> SceneTold<'s> {
    /// As these players see it.
    pub fn of(scene: &'s Scene, players: &[String]) -> Self {
        let boards = scene.boards.iter().map(|board| {
            let standing = board.lettered(players).into_iter();
            let standing = standing.map(|(index, things)| (index, lettered(things, players))).collect();
            let beside = board.beside.iter().map(|beside| beside.as_ref().map(|beside| beside.place));
            let places = board.places.iter().copied().map(Some).chain(beside).collect();
            BoardTold { changed: &board.changed, places, standing, turned: board.turned }
        });
        Self {
            boards: boards.collect(),
            common: spots(&scene.common, players),
            dice: pieces(&scene.dice, players),
            seats: scene.seats.iter().map(|one| seat(one, players)).collect(),
            values: values(&scene.values),
        }
    }
}

fn seat<'s>(seat: &'s SeatScene, players: &[String]) -> SeatTold<'s> {
    SeatTold {
        decides: seat.decides,
        name: &seat.name,
        seat: seat.seat,
        spots: spots(&seat.spots, players),
        values: values(&seat.values),
    }
}

fn spots<'s>(spots: &'s [Spot], players: &[String]) -> Vec<SpotTold<'s>> {
    spots.iter().map(|one| spot(one, players)).collect()
}

fn spot<'s>(spot: &'s Spot, players: &[String]) -> SpotTold<'s> {
    let mut told = SpotTold {
        all: &spot.all,
        hidden: None,
        name: &spot.name,
        open: None,
        pile: None,
        place: spot.place,
        top: None,
    };
    match &spot.lying {
        Lying::Open(lying) => told.open = Some(pieces(lying, players)),
        Lying::Pile(lying) => told.pile = Some(pieces(lying, players)),
        Lying::Hidden { counts, top } => {
            told.hidden = Some(pieces(counts, players));
            told.top = top.as_ref().map(|top| piece(top, players));
        }
    }
    told
}

fn pieces<'s>(pieces: &'s [Piece], players: &[String]) -> Vec<PieceTold<'s>> {
    pieces.iter().map(|one| piece(one, players)).collect()
}

/// What stands on a place, each with the letter that is drawn on it.
fn lettered<'s>(pieces: Vec<(String, &'s Piece)>, players: &[String]) -> Vec<PieceTold<'s>> {
    let one = |(letter, one): (String, &'s Piece)| PieceTold { letter: Some(letter), ..piece(one, players) };
    pieces.into_iter().map(one).collect()
}

fn piece<'s>(piece: &'s Piece, players: &[String]) -> PieceTold<'s> {
    PieceTold {
        count: piece.count,
        kind: piece.kind.0,
        letter: None,
        owner: piece.owner,
        said: &piece.said,
        several: &piece.several,
        sort: piece.sort(players),
        struck: piece.struck,
        thing: piece.thing,
        words: piece.whose(players),
    }
}

fn values<'s>(values: &'s [Shown]) -> Vec<ValueTold<'s>> {
    let value = |shown: &'s Shown| ValueTold {
        name: &shown.name,
        value: match &shown.value {
            Held::Mark(mark) => HeldTold::Mark(*mark),
            Held::Number(number) => HeldTold::Number(*number),
            Held::Words(words) => HeldTold::Words(words),
        },
    };
    values.iter().map(value).collect()
}
