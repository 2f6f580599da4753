//! A scene as JSON: what is empty or says nothing is left out there already.

use rulehound_interpreter::scene::{Held, Lying, Piece, Scene, SeatScene, Spot, Value as Shown};
use serde_json::{Map, Value, json};

/// The whole scene.
pub fn scene(scene: &Scene, players: &[String]) -> Value {
    let boards = scene.boards.iter().map(|board| {
        let standing = board.lettered(players).into_iter();
        let standing: Map<String, Value> =
            standing.map(|(index, things)| (index.to_string(), lettered(&things, players))).collect();
        let beside = board.beside.iter().map(|beside| beside.as_ref().map(|beside| beside.place));
        let places: Vec<Option<u32>> = board.places.iter().copied().map(Some).chain(beside).collect();
        json!({ "places": places, "standing": standing, "changed": board.changed, "turned": board.turned })
    });
    json!({
        "boards": boards.collect::<Vec<_>>(),
        "common": spots(&scene.common, players),
        "seats": scene.seats.iter().map(|one| seat(one, players)).collect::<Vec<_>>(),
        "dice": pieces(&scene.dice, players),
        "values": values(&scene.values),
    })
}

fn seat(seat: &SeatScene, players: &[String]) -> Value {
    json!({
        "seat": seat.seat,
        "name": seat.name,
        "decides": seat.decides,
        "spots": spots(&seat.spots, players),
        "values": values(&seat.values),
    })
}

fn spots(spots: &[Spot], players: &[String]) -> Vec<Value> {
    spots.iter().map(|one| spot(one, players)).collect()
}

fn spot(spot: &Spot, players: &[String]) -> Value {
    let mut told = json!({ "place": spot.place, "name": spot.name, "all": spot.all });
    let Some(map) = told.as_object_mut() else { return told };
    match &spot.lying {
        Lying::Open(lying) => {
            map.insert("open".to_owned(), pieces(lying, players));
        }
        Lying::Pile(lying) => {
            map.insert("pile".to_owned(), pieces(lying, players));
        }
        Lying::Hidden { counts, top } => {
            map.insert("hidden".to_owned(), pieces(counts, players));
            if let Some(top) = top {
                map.insert("top".to_owned(), piece(top, players));
            }
        }
    }
    told
}

fn pieces(pieces: &[Piece], players: &[String]) -> Value {
    pieces.iter().map(|one| piece(one, players)).collect()
}

/// What stands on a place, each with the letter that is drawn on it.
fn lettered(pieces: &[(String, &Piece)], players: &[String]) -> Value {
    let one = |(letter, one): &(String, &Piece)| {
        let mut told = piece(one, players);
        if let Some(map) = told.as_object_mut() {
            map.insert("letter".to_owned(), json!(letter));
        }
        told
    };
    pieces.iter().map(one).collect()
}

fn piece(piece: &Piece, players: &[String]) -> Value {
    json!({
        "words": piece.whose(players),
        "sort": piece.sort(players),
        "several": piece.several,
        "count": piece.count,
        "kind": piece.kind.0,
        "owner": piece.owner,
        "thing": piece.thing,
        "struck": piece.struck,
        "said": piece.said,
    })
}

fn values(values: &[Shown]) -> Vec<Value> {
    let value = |shown: &Shown| {
        let value = match &shown.value {
            Held::Mark(mark) => json!(mark),
            Held::Number(number) => json!(number),
            Held::Words(words) => json!(words),
        };
        json!({ "name": shown.name, "value": value })
    };
    values.iter().map(value).collect()
}
