//! Boards and zones.

use rulehound_grammar::span::Location;

use super::layout::{Laid, Laying, laid};
use super::{Audience, ChosenGrid, EnumerationId, Expression, Index, KindId, Model, Notes, OwnerSort, PlaceClass};

/// A board or a family of zones.
#[derive(Clone, Debug)]
pub struct Area {
    /// Its name.
    pub name: String,
    /// Remarks.
    pub notes: Notes,
    /// Which.
    pub kind: AreaKind,
    /// Where its name stands.
    pub at: Location,
}

/// Board or zone.
#[derive(Clone, Debug)]
pub enum AreaKind {
    /// A board.
    Board(Board),
    /// A family of zones.
    Zone(Zone),
}

/// `zone`, or `pile` when ordered; one place for each owner and index.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Whether it is a pile.
    pub ordered: bool,
    /// Its indices, none to two; of a track, ring or grid the last one is the number of the place.
    pub index: Vec<Index>,
    /// Whether its places lie along a track or ring or on a grid: one for each owner and first index.
    pub path: Option<Path>,
    /// How the places of each lie that is a grid.
    pub grid: Option<FamilyGrid>,
    /// Whose it is.
    pub owner: OwnerSort,
    /// The kinds it may hold.
    pub holds: Vec<KindId>,
    /// Who sees what lies in it.
    pub audience: Audience,
    /// Who sees the top of a pile besides.
    pub top: Option<Audience>,
}

impl Zone {
    /// The index that `s.index` tells: the number along a track or ring or on a grid, else the first.
    pub fn numbered_by(&self) -> usize {
        if self.path.is_some() { self.index.len().saturating_sub(1) } else { 0 }
    }

    /// What the author calls it: `track`, `ring`, `grid`, `pile` or `zone`.
    pub fn word(&self) -> &'static str {
        match (self.path, self.ordered) {
            (Some(Path::Track), _) => "track",
            (Some(Path::Ring), _) => "ring",
            (Some(Path::Grid), _) => "grid",
            (None, true) => "pile",
            (None, false) => "zone",
        }
    }
}

/// How places lie that are owned, indexed, or as many as a setting says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// With two ends.
    Track,
    /// It closes.
    Ring,
    /// In columns and rows: see [`Zone::grid`].
    Grid,
}

/// A grid of which there are several: how the places of each lie.
#[derive(Clone, Debug)]
pub struct FamilyGrid {
    /// How many columns.
    pub columns: u16,
    /// How many rows.
    pub rows: u16,
    /// Its places, joined among themselves.
    pub points: Vec<Point>,
}

/// `track`, `ring`, `grid` or `net`.
#[derive(Clone, Debug)]
pub struct Board {
    /// Which.
    pub shape: BoardShape,
    /// Its places, in board order. Where a table chooses its size, those of the largest; at a table its own.
    pub points: Vec<Point>,
    /// How a grid's size is reckoned that each table chooses.
    pub chosen: Option<ChosenGrid>,
    /// Its marks, as declared.
    pub marks: Vec<Mark>,
    /// The drawing as written, one text a row; a path has one row (copies joined); empty if it was not drawn.
    pub drawing: Vec<String>,
    /// How a path lies on paper, one text a row, read by [`layout::laid`](super::layout::laid); of a net the rows with the names
    /// of its places, of a grid the numbers of its rows from the top. Empty if the rules do not say.
    pub layout: Vec<String>,
    /// What lies beside a path in its layout, in the order of the rules.
    pub beside: Vec<Beside>,
    /// Which of two players sees it turned half round, by seat from 0.
    pub turned: Option<usize>,
    /// The names of a net's places, in board order; empty of other boards.
    pub names: Vec<String>,
    /// What people call them; empty of other boards.
    pub words: Vec<String>,
}

impl Board {
    /// One of which nothing but its places is known.
    pub fn new(shape: BoardShape, points: Vec<Point>) -> Self {
        Self {
            shape,
            points,
            chosen: None,
            marks: Vec::new(),
            drawing: Vec::new(),
            layout: Vec::new(),
            beside: Vec::new(),
            turned: None,
            names: Vec::new(),
            words: Vec::new(),
        }
    }

    /// The place beside one in a direction, by number from 0; a net has no directions.
    pub fn beside(&self, point: usize, direction: usize) -> Option<u16> {
        match self.shape {
            BoardShape::Track | BoardShape::Ring | BoardShape::Grid { .. } => {
                self.points.get(point)?.joined.get(direction).copied().flatten()
            }
            BoardShape::Net { .. } => None,
        }
    }
}

/// Places of zones that lie beside a path on paper, such as the way home of each player.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The letter before their numbers in the layout.
    pub sign: char,
    /// How many of them the layout shows, from 1 on.
    pub count: usize,
    /// A set of places of zones; it reads nothing that changes in play, and may hold fewer, which then are not drawn.
    pub places: Expression,
}

impl Board {
    /// The place that stands in a layout by its index from 0: those of the board itself, then those beside it in the order of the
    /// rules. `None` for a sign, or a number that no place reaches.
    pub fn index_of(&self, laying: Laying) -> Option<usize> {
        let below = |number: Option<u16>, count: usize| {
            number.map(usize::from).and_then(|number| number.checked_sub(1)).filter(|index| *index < count)
        };
        match laying {
            Laying::Place(number) => below(number, self.points.len()),
            Laying::Beside(line, number) => {
                let before: usize = self.beside.iter().take(line).map(|beside| beside.count).sum();
                below(number, self.beside.get(line)?.count).map(|index| self.points.len() + before + index)
            }
            Laying::Sign(_) => None,
        }
    }

    /// What a row of its layout shows, from left to right.
    pub fn laid(&self, row: &str) -> Vec<Laid> {
        laid(row, &self.beside.iter().map(|beside| beside.sign).collect::<Vec<_>>())
    }
}

impl Board {
    /// Whether the first row of a grid lies at the bottom, as its layout says.
    pub fn is_upside_down(&self) -> bool {
        matches!(self.shape, BoardShape::Grid { .. })
            && self.layout.len() > 1
            && self.layout.last().is_some_and(|row| row.trim() == "1")
    }
}

/// The shapes of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardShape {
    /// A path with two ends.
    Track,
    /// A path that closes.
    Ring,
    /// Two dimensions.
    Grid {
        /// How many columns.
        columns: u16,
        /// How many rows.
        rows: u16,
    },
    /// A place for each value of a list, joined as the rules say.
    Net {
        /// The list.
        of: EnumerationId,
    },
}

impl BoardShape {
    /// Whether it is a track or ring.
    pub fn is_path(self) -> bool {
        matches!(self, Self::Track | Self::Ring)
    }
}

/// One place of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// On a grid, from 1; on a path its number; of a net where its name stands on paper, in signs.
    pub column: u16,
    /// On a grid, from 1; on a path 1; of a net where its name stands on paper.
    pub row: u16,
    /// The joined places by direction (0 up, clockwise), as indices into the board's points. On a path: 2 (right) leads on, 6 (left) back.
    /// On a net they stand in the order in which they are joined, and mean no directions.
    pub joined: [Option<u16>; 8],
}

/// A mark on some places of a board.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// The sign it is drawn with, if it is drawn.
    pub signs: Vec<char>,
    /// For each point of the board whether it bears the mark.
    pub on: Vec<bool>,
    /// Remarks.
    pub notes: Notes,
    /// Where it is declared.
    pub at: Location,
}

impl Model {
    /// The zone that places of a class are; none for places of boards and for boxes.
    pub fn zone(&self, class: PlaceClass) -> Option<(&Area, &Zone)> {
        let PlaceClass::Area(id) = class else { return None };
        let area = self.areas.get(id.index())?;
        match &area.kind {
            AreaKind::Zone(zone) => Some((area, zone)),
            AreaKind::Board(_) => None,
        }
    }

    /// Who owns places of a class.
    pub fn owners_of(&self, class: PlaceClass) -> OwnerSort {
        match class {
            PlaceClass::Box(sort) => sort,
            PlaceClass::Area(_) => self.zone(class).map_or(OwnerSort::Common, |(_, zone)| zone.owner),
        }
    }
}
