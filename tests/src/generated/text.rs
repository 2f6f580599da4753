//! Pieces of an expression, with how tightly they hold together.

/// How tightly an expression binds, loosest first. `OPEN` reaches as far to the right as it can.
pub const OPEN: u8 = 0;
pub const OR: u8 = 1;
pub const AND: u8 = 2;
pub const NOT: u8 = 3;
pub const COMPARED: u8 = 4;
pub const EXCEPT: u8 = 5;
pub const RANGE: u8 = 6;
pub const SUM: u8 = 7;
pub const PRODUCT: u8 = 8;
pub const SIGNED: u8 = 9;
pub const ATOM: u8 = 10;

/// An expression in writing.
#[derive(Clone, Debug)]
pub struct Piece {
    text: String,
    level: u8,
}

impl Piece {
    /// One that binds as said.
    pub fn new(level: u8, text: impl Into<String>) -> Self {
        Self { text: text.into(), level }
    }

    /// A name, a number, a call, something in brackets.
    pub fn atom(text: impl Into<String>) -> Self {
        Self::new(ATOM, text)
    }

    /// As it stands where at least this level is wanted; in brackets if it binds looser.
    pub fn at(&self, level: u8) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }

    /// As it stands where anything may stand.
    pub fn open(&self) -> String {
        self.text.clone()
    }

    /// `left sign right`, where the right side binds tighter than the whole.
    pub fn joined(level: u8, left: &Self, sign: &str, right: &Self) -> Self {
        Self::new(level, format!("{} {sign} {}", left.at(level), right.at(level + 1)))
    }
}

/// A whole number within bounds.
#[derive(Clone, Debug)]
pub struct Number {
    /// As written.
    pub piece: Piece,
    /// What it can be at least.
    pub low: i64,
    /// What it can be at most.
    pub high: i64,
}

impl Number {
    /// A number within bounds.
    pub fn new(piece: Piece, low: i64, high: i64) -> Self {
        Self { piece, low, high }
    }

    /// A number as written.
    pub fn literal(value: i64) -> Self {
        let level = if value < 0 { SIGNED } else { ATOM };
        Self::new(Piece::new(level, value.to_string()), value, value)
    }

    /// Cut off at both ends where it could pass them.
    pub fn within(self, low: i64, high: i64) -> Self {
        let Self { piece, low: least, high: most } = self;
        let least_text = Number::literal(low).piece.open();
        let most_text = Number::literal(high).piece.open();
        let text = piece.open();
        let cut = match (least < low, most > high) {
            (false, false) => return Self { piece, low: least, high: most },
            (true, false) => format!("max({least_text}, {text})"),
            (false, true) => format!("min({text}, {most_text})"),
            (true, true) => format!("max({least_text}, min({most_text}, {text}))"),
        };
        Self::new(Piece::atom(cut), least.clamp(low, high), most.clamp(low, high))
    }
}
