//! Pictures as data, and as SVG. Colours come from the style sheet, so that they fit light, dark and paper.

mod board;
mod flow;
mod pieces;
mod svg;

pub use board::{BoardPicture, Hexagons, Rim, Spot, Standing};
pub use flow::{FlowNode, FlowSort};
pub use pieces::{Face, FacesPicture, Item, ItemsPicture};

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows, in a few words.
    pub title: String,
    /// What is to be seen on it, for those who do not see it.
    pub description: String,
    /// What is drawn.
    pub drawn: Drawn,
}

/// What can be drawn.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// A board with what stands on it.
    Board(BoardPicture),
    /// The faces of a die.
    Faces(FacesPicture),
    /// Cards, tiles, pawns.
    Items(ItemsPicture),
    /// The flow of play.
    Flow(Vec<FlowNode>),
}

/// The class that colours what belongs to a seat: the colour itself where the seat is called so.
pub fn colour(name: &str, seat: usize) -> String {
    const COLOURS: [&str; 10] =
        ["white", "black", "red", "blue", "green", "yellow", "orange", "purple", "brown", "grey"];
    let called = COLOURS.iter().find(|colour| name.eq_ignore_ascii_case(colour));
    called.map_or_else(|| format!("seat{}", seat % 6), |colour| format!("is-{colour}"))
}

/// The class of what belongs to nobody.
pub const NOBODYS: &str = "nobodys";

/// A picture as SVG; `number` makes its ids unique in the document.
pub fn svg(picture: &Picture, number: usize) -> String {
    let body = match &picture.drawn {
        Drawn::Board(board) => board::drawn(board),
        Drawn::Faces(faces) => pieces::faces(faces),
        Drawn::Items(items) => pieces::items(items),
        Drawn::Flow(nodes) => flow::drawn(nodes),
    };
    svg::framed(&body, &picture.title, &picture.description, number)
}
