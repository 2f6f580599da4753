//! The table as somebody sees it, in lines of text: boards, what lies around them, a row for each player.

mod automatic;
mod beside;
mod board;
mod grid;
mod line;
mod net;
mod path;
mod seats;
mod signs;
mod slant;
mod spread;
mod stock;
mod ways;

use crate::scene::{Held, Piece, Scene, Source, Value};
use crate::so::denied;
use crate::wrap::{capital, wrapped};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Position, Viewer};
use rulehound_engine::words::{Form, called, listed, plural};

pub(crate) use automatic::{around, to_and_fro};
pub use beside::drawn_within;
pub use board::{draw, draw_again};
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
    lines.extend(around_boards(instance, scene, width));
    lines
}

/// What is told besides boards, in lines of this width.
pub fn around_boards(instance: &Instance, scene: &Scene, width: usize) -> Vec<Line> {
    let mut told = Vec::new();
    for spots in scene.common.chunk_by(|one, other| one.area == other.area) {
        match stock::together(instance, spots) {
            Some(line) => wrapped(&capital(&line), 0, width, &mut told),
            None => spots.iter().for_each(|spot| {
                wrapped(&format!("{}: {}", capital(&spot.name), spot.lying.marked()), 0, width, &mut told);
            }),
        }
    }
    if !scene.dice.is_empty() {
        wrapped(&capital(&dice(&scene.dice)), 0, width, &mut told);
    }
    let values = values(instance, &scene.values);
    if !values.is_empty() {
        wrapped(&capital(&values.join(BETWEEN)), 0, width, &mut told);
    }
    told.extend(seats::rows(&scene.seats, instance, width));
    if (1..=MOST_CHANGED).contains(&scene.changed.len()) {
        let names: Vec<String> = scene.changed.iter().map(|changed| changed.name.clone()).collect();
        wrapped(&format!("New since your last look: {}", listed(&names)), 0, width, &mut told);
    }
    Line::read(told)
}

/// `dice: 4, 4 and 6`; of dice that show no numbers what each is called.
fn dice(dice: &[Piece]) -> String {
    let (first, kind) = match dice.first() {
        Some(first) => (first.words.split(' ').next().unwrap_or_default(), first.kind),
        None => return String::new(),
    };
    let face = |piece: &Piece| {
        let face = piece.words.strip_prefix(first)?.strip_prefix(' ')?;
        face.parse::<i32>().ok().map(|face| piece.struck_through(&face.to_string()))
    };
    let faces: Option<Vec<String>> = dice
        .iter()
        .flat_map(|piece| (0..piece.count).map(move |_| piece))
        .map(|piece| face(piece).filter(|_| piece.kind == kind))
        .collect();
    match faces.as_deref() {
        Some([face]) => format!("{first}: {face}"),
        Some(faces) => format!("{}: {}", plural(first), listed(faces)),
        None => dice.iter().map(Piece::marked).collect::<Vec<_>>().join(BETWEEN),
    }
}

/// Each as [`value`] tells it; what several things have of one variable is told together: `rank: red 1, blue 3 and green 2`.
fn values(instance: &Instance, values: &[Value]) -> Vec<String> {
    let variable = |value: &Value| match value.of {
        Source::Variable(id, _) => Some(id),
        Source::Definition(_) => None,
    };
    let together = |run: &[Value]| {
        let declared = instance.model.variables.get(variable(run.first()?)?.index())?;
        let name = called(&declared.name, &declared.notes, Form::People);
        let each = |value: &Value| match &value.value {
            Held::Mark(_) => None,
            held => {
                let of = value.name.strip_prefix(&name)?.strip_prefix(" of ")?;
                // Two numbers beside each other would be read as one.
                let link = if of.ends_with(|sign: char| sign.is_ascii_digit()) { " has" } else { "" };
                Some(format!("{of}{link} {held}"))
            }
        };
        let each: Vec<String> = run.iter().map(each).collect::<Option<_>>()?;
        (each.len() > 1).then(|| format!("{name}: {}", listed(&each)))
    };
    let runs = values.chunk_by(|one, other| variable(one).is_some() && variable(one) == variable(other));
    runs.flat_map(|run| together(run).map_or_else(|| run.iter().map(value).collect(), |told| vec![told])).collect()
}

/// `starter: Ann`, `race: 2`; of what is so its name alone.
fn value(value: &Value) -> String {
    match &value.value {
        Held::Mark(true) => value.name.clone(),
        Held::Mark(false) => denied(&value.name),
        held @ (Held::Number(_) | Held::Words(_)) if value.name.is_empty() => held.to_string(),
        held @ (Held::Number(_) | Held::Words(_)) => format!("{}: {held}", value.name),
    }
}
