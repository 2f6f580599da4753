//! Countryside by hand: tiles as squares with four sides, roads and towns as what is joined from side to side.

use std::collections::{BTreeMap, BTreeSet};

/// Directions, clockwise; a side is one of them.
const WAYS: [(&str, (i32, i32)); 4] = [("up", (0, -1)), ("right", (1, 0)), ("down", (0, 1)), ("left", (-1, 0))];

/// As many squares stand in a row.
const SIZE: i32 = 11;

/// What a side shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Field,
    Road,
    Town,
}

/// What is in the middle of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Middle {
    Apart,
    Joined,
    Chapel,
}

/// A tile with its sides as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    sides: [Side; 4],
    middle: Middle,
}

impl Tile {
    /// From words that end in four sides and the middle: `Tile road field road field joined`.
    pub fn read(words: &str) -> Self {
        let words: Vec<&str> = words.split(' ').collect();
        let [.., a, b, c, d, middle] = words.as_slice() else { panic!("{words:?} are no tile") };
        let side = |word: &str| match word {
            "road" => Side::Road,
            "town" => Side::Town,
            _ => Side::Field,
        };
        let middle = match *middle {
            "joined" => Middle::Joined,
            "chapel" => Middle::Chapel,
            _ => Middle::Apart,
        };
        Self { sides: [a, b, c, d].map(|word| side(word)), middle }
    }

    /// The tile so often turned clockwise by a quarter.
    fn turned(self, times: usize) -> Self {
        Self { sides: std::array::from_fn(|side| self.sides[(side + 4 - times) % 4]), middle: self.middle }
    }
}

type Square = (i32, i32);

/// Where somebody stands: at a side of a square, or at a chapel in its middle.
type Spot = (Square, Option<usize>);

/// All tiles that lie, all people on them and all points.
#[derive(Clone, Debug)]
pub struct Countryside {
    tiles: BTreeMap<Square, Tile>,
    people: Vec<(usize, Spot)>,
    /// What everybody has.
    pub score: Vec<u32>,
}

fn beside(square: Square, side: usize) -> Square {
    let (_, (right, down)) = WAYS[side];
    (square.0 + right, square.1 + down)
}

/// `l12`, as a place of the board, which has edges between the squares.
fn named(column: i32, row: i32) -> String {
    let letter =
        u32::try_from(column).ok().and_then(|column| char::from_u32(u32::from('a') + column)).expect("a letter");
    format!("{letter}{}", row + 1)
}

fn named_square(square: Square) -> String {
    named(2 * square.0 + 1, 2 * square.1 + 1)
}

impl Countryside {
    /// One tile lies in the middle.
    pub fn new(players: usize, first: Tile) -> Self {
        Self { tiles: BTreeMap::from([((5, 5), first)]), people: Vec::new(), score: vec![0; players] }
    }

    fn fits(&self, tile: Tile, square: Square) -> bool {
        (0..4).all(|side| {
            let other = self.tiles.get(&beside(square, side));
            other.is_none_or(|other| other.sides[(side + 2) % 4] == tile.sides[side])
        })
    }

    /// Where a tile may be laid and how often it is turned; what looks the same stands there once.
    pub fn ways(&self, tile: Tile) -> BTreeMap<String, (Square, usize)> {
        let free = self.tiles.keys().flat_map(|square| (0..4).map(|side| beside(*square, side)));
        let on_board = |(column, row): &Square| (0..SIZE).contains(column) && (0..SIZE).contains(row);
        let free: BTreeSet<Square> = free.filter(on_board).filter(|square| !self.tiles.contains_key(square)).collect();
        let new = |times: &usize| (0..*times).all(|less| tile.turned(less) != tile.turned(*times));
        let ways = free.into_iter().flat_map(|square| (0..4).filter(new).map(move |times| (square, times)));
        let ways = ways.filter(|(square, times)| self.fits(tile.turned(*times), *square));
        ways.map(|way| (format!("on spot {}, its top {}", named_square(way.0), WAYS[way.1].0), way)).collect()
    }

    /// A tile is laid so.
    pub fn lay(&mut self, tile: Tile, (square, times): (Square, usize)) {
        self.tiles.insert(square, tile.turned(times));
    }

    /// All sides of a road or a town, or a chapel alone.
    fn area(&self, (square, side): Spot) -> BTreeSet<Spot> {
        let mut found = BTreeSet::new();
        let mut open = vec![(square, side)];
        while let Some((square, side)) = open.pop() {
            let (Some(tile), true) = (self.tiles.get(&square), found.insert((square, side))) else { continue };
            let Some(side) = side else { continue };
            open.push((beside(square, side), Some((side + 2) % 4)));
            if tile.middle == Middle::Joined {
                open.extend(
                    (0..4).filter(|other| tile.sides[*other] == tile.sides[side]).map(|other| (square, Some(other))),
                );
            }
        }
        found.retain(|(square, _)| self.tiles.contains_key(square));
        found
    }

    fn around((column, row): Square) -> impl Iterator<Item = Square> {
        (-1..=1).flat_map(move |right| (-1..=1).map(move |down| (column + right, row + down)))
    }

    fn is_complete(&self, area: &BTreeSet<Spot>) -> bool {
        area.iter().all(|(square, side)| match side {
            Some(side) => self.tiles.contains_key(&beside(*square, *side)),
            None => Self::around(*square).all(|square| self.tiles.contains_key(&square)),
        })
    }

    fn worth(&self, area: &BTreeSet<Spot>) -> u32 {
        let tiles = area.iter().map(|(square, _)| square).collect::<BTreeSet<_>>().len();
        let points = match area.first() {
            Some((square, None)) => Self::around(*square).filter(|square| self.tiles.contains_key(square)).count(),
            Some((square, Some(side))) if self.tiles[square].sides[*side] == Side::Town && self.is_complete(area) => {
                2 * tiles
            }
            _ => tiles,
        };
        u32::try_from(points).expect("few")
    }

    /// Where somebody may be sent behind laying a tile.
    pub fn free_spots(&self, square: Square, seat: usize) -> BTreeMap<String, Spot> {
        if self.people.iter().filter(|(of, _)| *of == seat).count() == 5 {
            return BTreeMap::new();
        }
        let tile = self.tiles[&square];
        let sides = (0..4).filter(|side| tile.sides[*side] != Side::Field);
        let free = sides.filter(|side| {
            let area = self.area((square, Some(*side)));
            self.people.iter().all(|(_, spot)| !area.contains(spot))
        });
        let spot = |side: usize| {
            let (_, (right, down)) = WAYS[side];
            format!("somebody to spot {}", named(2 * square.0 + 1 + right, 2 * square.1 + 1 + down))
        };
        let mut found: BTreeMap<String, Spot> = free.map(|side| (spot(side), (square, Some(side)))).collect();
        if tile.middle == Middle::Chapel {
            found.insert("somebody to the chapel".to_owned(), (square, None));
        }
        found
    }

    /// Somebody goes there.
    pub fn send(&mut self, seat: usize, spot: Spot) {
        self.people.push((seat, spot));
    }

    /// Whoever has most people there gets the points, and all of them come home.
    fn count_points(&mut self, spot: Spot) {
        let area = self.area(spot);
        let of =
            |people: &[(usize, Spot)], seat| people.iter().filter(|(of, at)| *of == seat && area.contains(at)).count();
        let each: Vec<usize> = (0..self.score.len()).map(|seat| of(&self.people, seat)).collect();
        let most = each.iter().copied().max().unwrap_or_default();
        if most > 0 {
            let worth = self.worth(&area);
            for (score, _) in self.score.iter_mut().zip(each).filter(|(_, people)| *people == most) {
                *score += worth;
            }
            self.people.retain(|(_, at)| !area.contains(at));
        }
    }

    /// What a tile has completed is counted; how much that was.
    pub fn count_complete(&mut self, square: Square) -> usize {
        let sides = (0..4).map(|side| (square, Some(side)));
        let spots: Vec<Spot> = sides.chain(Self::around(square).map(|square| (square, None))).collect();
        let before = self.people.len();
        for spot in spots {
            let area = self.area(spot);
            if !area.is_empty() && self.is_complete(&area) {
                self.count_points(spot);
            }
        }
        before - self.people.len()
    }

    /// The rest is counted.
    pub fn end(&mut self) {
        while let Some((_, spot)) = self.people.first().copied() {
            self.count_points(spot);
        }
    }
}
