//! Boards with what stands on them.

use super::svg::Drawing;

/// A board.
#[derive(Clone, Debug, Default)]
pub struct BoardPicture {
    /// Its places.
    pub spots: Vec<Spot>,
    /// Which places are joined by a line, by number; empty for squares that touch.
    pub lines: Vec<(usize, usize)>,
    /// The names of the marks.
    pub marks: Vec<String>,
    /// What the places are called that lie beside it.
    pub beside: Option<String>,
    /// How many columns and rows of squares it takes; twice as much.
    pub size: (i32, i32),
    /// How large a square is drawn.
    pub side: i32,
    /// Letters of columns and numbers of rows at the edge.
    pub edges: bool,
    /// How its places stand if they are hexagons.
    pub hexagons: Option<Hexagons>,
    /// Letters and numbers of such a board.
    pub rim: Vec<Rim>,
    /// Whether rows are counted from below.
    pub from_below: bool,
    /// Whether play goes along it, so that an arrow helps.
    pub path: bool,
    /// Whose pieces may stand on it: the class that colours them, and the name.
    pub owners: Vec<(String, String)>,
}

/// How hexagons stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hexagons {
    /// On a corner; rows lie closer to each other than columns.
    Pointed,
    /// On a side; columns lie closer to each other than rows.
    Flat,
}

impl Hexagons {
    /// What a half of a square comes to across and down, in thirtieths of a square.
    pub fn half(of: Option<Self>) -> (i32, i32) {
        match of {
            None => (15, 15),
            Some(Self::Pointed) => (15, 13),
            Some(Self::Flat) => (13, 15),
        }
    }
}

/// A letter or number at the edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rim {
    /// It.
    pub words: String,
    /// Where its middle is, in quarters of half a place from the middle of the first square.
    pub at: (i32, i32),
}

/// A place of a board.
#[derive(Clone, Debug, Default)]
pub struct Spot {
    /// In columns and rows; halves are possible, so twice as much.
    pub at: (i32, i32),
    /// Its number, where it is shown.
    pub label: String,
    /// Whether it is a place of a zone that lies beside the board.
    pub beside: bool,
    /// Whether there is no such place at this table.
    pub absent: bool,
    /// Its marks, by number.
    pub marks: Vec<usize>,
    /// What stands there.
    pub standing: Vec<Standing>,
}

/// What stands on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How many alike.
    pub count: u32,
    /// The class that colours it by its owner.
    pub colour: String,
    /// A letter that tells it apart.
    pub letter: String,
}

/// The edge around.
const EDGE: i32 = 18;
/// The strip of a square in which its number stands.
const NUMBER: i32 = 14;

/// The strip above a circle in which the name of its place stands.
const NAME: i32 = 17;

/// Where a board lies on the paper.
struct Paper {
    side: i32,
    shift: i32,
    half: (i32, i32),
}

impl Paper {
    /// The middle of what lies so many quarters of half a square from the middle of the first.
    fn middle(&self, (across, down): (i32, i32)) -> (i32, i32) {
        let middle = |quarters: i32, half: i32| quarters * self.side * half / 120 + self.side / 2;
        (self.shift + middle(across, self.half.0), EDGE + middle(down, self.half.1))
    }

    fn centre(&self, spot: &Spot) -> (i32, i32) {
        self.middle((4 * spot.at.0, 4 * spot.at.1))
    }
}

pub fn drawn(board: &BoardPicture) -> Drawing {
    let legend: Vec<(String, String)> = legend(board);
    let side = board.side.max(8);
    let half = Hexagons::half(board.hexagons);
    // The last square is a whole one.
    let (columns, rows) =
        ((board.size.0 - 2) * side * half.0 / 30 + side, (board.size.1 - 2) * side * half.1 / 30 + side);
    let width = (columns + 2 * EDGE).max(240);
    let below = rows + 2 * EDGE;
    let per_row = usize::try_from((width - 16) / 132).unwrap_or(1).max(1);
    let legend_rows = i32::try_from(legend.len().div_ceil(per_row)).unwrap_or(0);
    let mut drawing = Drawing::new(width, below + legend_rows * 24);
    let paper = Paper { side, shift: (width - columns) / 2, half };
    ways(board, &paper, &mut drawing);
    for spot in board.spots.iter().filter(|spot| !spot.absent) {
        place(board, spot, &paper, &mut drawing);
    }
    // Names stand over circles and lines.
    for spot in board.spots.iter().filter(|spot| !board.lines.is_empty() && !spot.absent && !spot.label.is_empty()) {
        let (x, y) = paper.centre(spot);
        drawing.words("number name", (x, y - NAME), 12, &spot.label);
    }
    if board.edges {
        edges(board, paper.shift, &mut drawing);
    }
    for rim in &board.rim {
        let (x, y) = paper.middle(rim.at);
        drawing.words("small", (x, y + 4), 12, &rim.words);
    }
    for (index, (class, words)) in legend.iter().enumerate() {
        let column = i32::try_from(index % per_row).unwrap_or(0);
        let row = i32::try_from(index / per_row).unwrap_or(0);
        let (x, y) = (12 + column * 132, below + row * 24);
        match class.strip_prefix("piece") {
            Some(_) => drawing.circle(&format!("piece {}", class.trim_start_matches("piece ")), (x + 8, y + 5), 8),
            None => drawing.rect(class, (x, y - 3), (16, 16), 4),
        }
        drawing.words_from("small", (x + 22, y + 9), 12, words);
    }
    drawing
}

/// Lines between places that are joined, or along the path.
fn ways(board: &BoardPicture, paper: &Paper, drawing: &mut Drawing) {
    for (from, to) in &board.lines {
        if let (Some(from), Some(to)) = (board.spots.get(*from), board.spots.get(*to)) {
            drawing.line("edge", paper.centre(from), paper.centre(to));
        }
    }
    if board.path {
        for pair in board.spots.windows(2) {
            if let [from, to @ Spot { beside: false, .. }] = pair {
                drawing.line("way", paper.centre(from), paper.centre(to));
            }
        }
    }
}

/// A place with its number and what stands there.
fn place(board: &BoardPicture, spot: &Spot, paper: &Paper, drawing: &mut Drawing) {
    let plain = if spot.beside { "spot beside" } else { "spot" };
    let class = spot.marks.first().map_or_else(|| plain.to_owned(), |mark| format!("spot mark{}", mark % 6));
    let (side, (x, y)) = (board.side.max(8), paper.centre(spot));
    let labelled = !spot.label.is_empty();
    if !board.lines.is_empty() {
        drawing.circle(&class, (x, y), 10);
        // Its name stands above what stands there.
        let high = if labelled { side - 2 - NUMBER } else { side - 2 };
        standing(&spot.standing, (x, y), (side - 2, high), drawing);
        return;
    }
    if let Some(hexagons) = board.hexagons {
        drawing.path(&class, &hexagon(hexagons, (x, y), side));
        standing(&spot.standing, (x, y), (side - 8, side - 8), drawing);
        return;
    }
    let (left, top) = (x - side / 2, y - side / 2);
    drawing.rect(&class, (left + 1, top + 1), (side - 2, side - 2), 7);
    if labelled {
        drawing.words_from("number", (left + 5, top + 13), 12, &spot.label);
    }
    // What stands there leaves the number free.
    let strip = if labelled { NUMBER } else { 0 };
    standing(&spot.standing, (x, y + strip / 2), (side - 2, side - 2 - strip), drawing);
}

/// The outline of a hexagon that is as wide between two sides as a square.
fn hexagon(hexagons: Hexagons, (x, y): (i32, i32), side: i32) -> String {
    let (near, far) = (side / 2 - 1, side * 15 / 26 - 1);
    let corners = [(0, -far), (near, -far / 2), (near, far / 2), (0, far), (-near, far / 2), (-near, -far / 2)];
    let corner = |(across, down): (i32, i32)| match hexagons {
        Hexagons::Pointed => format!("{} {}", x + across, y + down),
        Hexagons::Flat => format!("{} {}", x + down, y + across),
    };
    format!("M{}z", corners.map(corner).join("L"))
}

fn legend(board: &BoardPicture) -> Vec<(String, String)> {
    let marks = board.marks.iter().enumerate().filter(|(at, _)| board.spots.iter().any(|spot| spot.marks.contains(at)));
    let marks = marks.map(|(at, name)| (format!("spot mark{}", at % 6), name.clone()));
    let stands = |class: &String| board.spots.iter().any(|spot| spot.standing.iter().any(|one| one.colour == *class));
    let owners = board.owners.iter().filter(|(class, _)| stands(class));
    let beside = board.beside.iter().map(|name| ("spot beside".to_owned(), name.clone()));
    marks.chain(beside).chain(owners.map(|(class, name)| (format!("piece {class}"), name.clone()))).collect()
}

fn edges(board: &BoardPicture, shift: i32, drawing: &mut Drawing) {
    let side = board.side;
    let (columns, rows) = (board.size.0 / 2, board.size.1 / 2);
    for column in 0..columns {
        let letters = rulehound_engine::words::column_letters(u16::try_from(column + 1).unwrap_or(1));
        drawing.words("small", (shift + column * side + side / 2, 13), 12, &letters);
    }
    for row in 0..rows {
        let number = if board.from_below { rows - row } else { row + 1 };
        drawing.words("small", (shift - 9, EDGE + row * side + side / 2 + 4), 12, &number.to_string());
    }
}

/// Up to four sorts of pieces on one place, with their numbers; of more the last circle tells how many sorts are left.
fn standing(pieces: &[Standing], (x, y): (i32, i32), (width, height): (i32, i32), drawing: &mut Drawing) {
    let places: &[(i32, i32)] = match pieces.len() {
        0 => &[],
        1 => &[(0, 0)],
        2 => &[(-1, 0), (1, 0)],
        3 => &[(-1, -1), (1, -1), (0, 1)],
        _ => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    };
    let radius = match pieces.len() {
        0 | 1 => width.min(height) / 2 - 1,
        2 => (width / 4).min(height / 2) - 1,
        _ => (width / 4).min(height / 4),
    };
    let size = radius.clamp(10, 14);
    let more = pieces.len().saturating_sub(places.len());
    for (index, (piece, (dx, dy))) in pieces.iter().zip(places).enumerate() {
        let at = (x + dx * width / 4, y + dy * height / 4);
        let left = more > 0 && index + 1 == places.len();
        let seat = if left { super::NOBODYS } else { &piece.colour };
        drawing.circle(&format!("piece {seat}"), at, radius);
        let text = match (left, piece.count) {
            (true, _) => format!("+{}", more + 1),
            (false, 1) => piece.letter.clone(),
            (false, count) => count.to_string(),
        };
        drawing.words(&format!("on {seat}"), (at.0, at.1 + size * 3 / 8), size, &text);
    }
}
