//! How boards lie: sent once, since it never changes.

use rulehound_interpreter::document::picture::Hexagons;
use rulehound_interpreter::document::plan;
use rulehound_interpreter::model::{AreaId, AreaKind, PlaceClass};
use rulehound_interpreter::play::Game;
use rulehound_interpreter::words::{Form, Nothing, Words, spaced};
use serde_json::{Value, json};

/// All boards, in the order of the rules, which is that of scenes.
pub fn plans(game: &Game) -> Vec<Value> {
    let areas = game.instance().model.areas.iter().enumerate();
    let boards = areas.filter(|(_, area)| matches!(area.kind, AreaKind::Board(_)));
    boards.filter_map(|(index, _)| one(game, AreaId::from(index))).collect()
}

/// A board: its places in halves of a square from the upper left corner, with what they are called and their marks.
fn one(game: &Game, id: AreaId) -> Option<Value> {
    let instance = game.instance();
    let area = instance.model.areas.get(id.index())?;
    let board = plan(&instance.model, id)?;
    let words = Words::new(instance);
    let places = (0..).zip(&instance.places).filter(|(_, place)| place.class == PlaceClass::Area(id));
    let beside = game.beside(id).iter().copied();
    let numbers = places.map(|(number, _)| Some(number)).chain(beside);
    let spots = board.spots.iter().zip(numbers).map(|(spot, number)| {
        // There is no such place at this table.
        let Some(number) = number else { return Value::Null };
        let name = words.place(number, Form::People, &Nothing);
        json!({
            "at": [spot.at.0, spot.at.1], "label": spot.label, "name": name, "marks": spot.marks, "beside": spot.beside,
        })
    });
    let spots: Vec<Value> = spots.collect();
    Some(json!({
        "name": capital(&spaced(&area.name, Form::People)),
        "size": [board.size.0, board.size.1],
        "spots": spots,
        "lines": board.lines,
        "path": board.path,
        "edges": board.edges,
        // What half of a square comes to across and down, in thirtieths of one.
        "hexagons": board.hexagons.map(|hexagons| Hexagons::half(Some(hexagons))),
        "rim": board.rim.iter().map(|rim| json!([rim.words, rim.at.0, rim.at.1])).collect::<Vec<_>>(),
        "fromBelow": board.from_below,
        "marks": board.marks,
    }))
}

fn capital(words: &str) -> String {
    let mut signs = words.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}
