//! Dice, cards, tiles and pawns.

use super::svg::{Drawing, lines};

/// The faces of some dice.
#[derive(Clone, Debug, Default)]
pub struct FacesPicture {
    /// Die by die: its name and its faces.
    pub dice: Vec<(String, Vec<Face>)>,
}

/// A face of a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// So many pips.
    Pips(u8),
    /// A word.
    Word(String),
}

/// Things that lie side by side.
#[derive(Clone, Debug, Default)]
pub struct ItemsPicture {
    /// What there is.
    pub items: Vec<Item>,
    /// Whether something is printed on them; else they are drawn round.
    pub printed: bool,
}

/// A sort of thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What is printed on it.
    pub words: String,
    /// How many there are.
    pub count: u32,
    /// The class that colours it by its owner.
    pub colour: String,
}

const FACE: i32 = 54;

pub fn faces(picture: &FacesPicture) -> Drawing {
    let most = picture.dice.iter().map(|(_, faces)| faces.len()).max().unwrap_or(1);
    let width = i32::try_from(most).unwrap_or(1) * (FACE + 6) + 6;
    let named = picture.dice.iter().any(|(name, _)| !name.is_empty());
    let row = FACE + if named { 28 } else { 8 };
    let height = i32::try_from(picture.dice.len()).unwrap_or(1) * row + 4;
    let mut drawing = Drawing::new(width.max(120), height);
    for (number, (name, all)) in (0..).zip(&picture.dice) {
        let top = number * row + if named { 22 } else { 4 };
        if named {
            drawing.words_from("named", (6, top - 7), 13, name);
        }
        for (column, face) in (0..).zip(all) {
            let (x, y) = (6 + column * (FACE + 6), top);
            drawing.rect("card", (x, y), (FACE, FACE), 10);
            match face {
                Face::Pips(count) => pips(*count, (x + FACE / 2, y + FACE / 2), &mut drawing),
                Face::Word(word) => {
                    let lines = lines(word, 7);
                    let first = y + FACE / 2 + 4 - 7 * (i32::try_from(lines.len()).unwrap_or(1) - 1);
                    let size = if lines.iter().any(|line| line.chars().count() > 6) { 11 } else { 13 };
                    for (row, line) in (0..).zip(&lines) {
                        drawing.words("ink", (x + FACE / 2, first + 14 * row), size, line);
                    }
                }
            }
        }
    }
    drawing
}

fn pips(count: u8, (x, y): (i32, i32), drawing: &mut Drawing) {
    const STEP: i32 = 14;
    let spots: &[(i32, i32)] = match count {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        _ => &[],
    };
    for (dx, dy) in spots {
        drawing.circle("pip", (x + dx * STEP, y + dy * STEP), 4);
    }
}

const CARD: (i32, i32) = (94, 62);
const COLUMNS: usize = 4;

pub fn items(picture: &ItemsPicture) -> Drawing {
    if !picture.printed {
        return round(picture);
    }
    let columns = picture.items.len().clamp(1, COLUMNS);
    let rows = picture.items.len().div_ceil(COLUMNS);
    let (wide, high) = CARD;
    let width = i32::try_from(columns).unwrap_or(1) * (wide + 8) + 8;
    let mut drawing = Drawing::new(width, i32::try_from(rows).unwrap_or(1) * (high + 8) + 8);
    let short = picture.items.iter().all(|item| item.words.chars().count() <= 3);
    for (index, item) in picture.items.iter().enumerate() {
        let column = i32::try_from(index % COLUMNS).unwrap_or(0);
        let row = i32::try_from(index / COLUMNS).unwrap_or(0);
        let (x, y) = (8 + column * (wide + 8), 8 + row * (high + 8));
        drawing.rect("card", (x, y), (wide, high), 8);
        let lines = lines(&item.words, 12);
        let first = y + high / 2 + 5 - 8 * (i32::try_from(lines.len()).unwrap_or(1) - 1);
        for (row, line) in (0..).zip(&lines) {
            let size = if line.chars().count() > 12 {
                11
            } else if short {
                22
            } else {
                13
            };
            drawing.words("ink", (x + wide / 2, first + 16 * row), size, line);
        }
        if item.count > 1 {
            drawing.words("times", (x + wide - 14, y + high - 6), 11, &format!("×{}", item.count));
        }
    }
    drawing
}

fn round(picture: &ItemsPicture) -> Drawing {
    let width = i32::try_from(picture.items.len()).unwrap_or(1) * 96 + 8;
    let mut drawing = Drawing::new(width.max(110), 84);
    for (column, item) in (0..).zip(&picture.items) {
        let x = 52 + column * 96;
        let seat = &item.colour;
        drawing.circle(&format!("piece {seat}"), (x, 32), 22);
        drawing.words(&format!("on {seat}"), (x, 38), 16, &item.count.to_string());
        drawing.words("small", (x, 74), 12, &item.words);
    }
    drawing
}
