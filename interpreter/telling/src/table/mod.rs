//! The table as somebody sees it, in lines of text: boards, what lies around them, a row for each player.

mod automatic;
mod board;
mod grid;
mod letters;
mod line;
mod path;
mod seats;
mod signs;
mod ways;

use crate::scene::{Held, Piece, Scene, Value};
use crate::wrap::{capital, wrapped};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Position, Viewer};
use rulehound_engine::words::{listed, plural};

pub(crate) use automatic::{around, to_and_fro};
pub use board::draw;
pub(crate) use letters::{letters, sort_and_seat};
pub use line::{Line, Tone};

/// Where more than so many things are not as they were, there is no use in telling which.
pub(crate) const MOST_CHANGED: usize = 8;

/// Between things that stand in one line.
const BETWEEN: &str = " · ";

/// The table as this viewer sees it, in lines of this width.
pub fn table(position: &Position, viewer: Viewer, width: usize) -> Vec<Line> {
    drawn(position.game().instance(), &Scene::of(position, viewer), width)
}

/// A scene in lines of this width.
pub fn drawn(instance: &Instance, scene: &Scene, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for board in &scene.boards {
        lines.extend(draw(instance, board, width));
    }
    let mut told = Vec::new();
    for spot in &scene.common {
        wrapped(&format!("{}: {}", capital(&spot.name), spot.lying.told()), 0, width, &mut told);
    }
    if !scene.dice.is_empty() {
        wrapped(&capital(&dice(&scene.dice)), 0, width, &mut told);
    }
    let values: Vec<String> = scene.values.iter().map(value).collect();
    if !values.is_empty() {
        wrapped(&capital(&values.join(BETWEEN)), 0, width, &mut told);
    }
    told.extend(seats::rows(&scene.seats, instance, width));
    if (1..=MOST_CHANGED).contains(&scene.changed.len()) {
        let names: Vec<String> = scene.changed.iter().map(|changed| changed.name.clone()).collect();
        wrapped(&format!("New since your last look: {}", listed(&names)), 0, width, &mut told);
    }
    lines.extend(told.into_iter().map(Line::from));
    lines
}

/// `dice: 4, 4 and 6`; of dice that show no numbers what each is called.
fn dice(dice: &[Piece]) -> String {
    let (first, kind) = match dice.first() {
        Some(first) => (first.words.split(' ').next().unwrap_or_default(), first.kind),
        None => return String::new(),
    };
    let face = |piece: &Piece| {
        let face = piece.words.strip_prefix(first)?.strip_prefix(' ')?;
        face.parse::<i32>().ok().map(|face| face.to_string())
    };
    let faces: Option<Vec<String>> = dice
        .iter()
        .flat_map(|piece| (0..piece.count).map(move |_| piece))
        .map(|piece| face(piece).filter(|_| piece.kind == kind))
        .collect();
    match faces.as_deref() {
        Some([face]) => format!("{first}: {face}"),
        Some(faces) => format!("{}: {}", plural(first), listed(faces)),
        None => dice.iter().map(Piece::counted).collect::<Vec<_>>().join(BETWEEN),
    }
}

/// `starter: Ann`, `race: 2`; of what is so its name alone.
fn value(value: &Value) -> String {
    match &value.value {
        Held::Mark(true) => value.name.clone(),
        Held::Mark(false) => format!("not {}", value.name),
        held @ (Held::Number(_) | Held::Words(_)) if value.name.is_empty() => held.to_string(),
        held @ (Held::Number(_) | Held::Words(_)) => format!("{}: {held}", value.name),
    }
}
