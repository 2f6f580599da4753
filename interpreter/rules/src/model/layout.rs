//! How a path lies on paper: rows of text in which numbers stand for places and all other signs for themselves.

/// A thing in a row of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The column of its first sign, from 0.
    pub column: usize,
    /// How many columns it takes.
    pub width: usize,
    /// What it is.
    pub what: Laying,
}

/// What stands in a row of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laying {
    /// A place of the board, from 1; `None` for a number that no board reaches.
    Place(Option<u16>),
    /// A sign that means itself.
    Sign(char),
}

/// What stands in a row, from left to right.
pub fn laid(row: &str) -> Vec<Laid> {
    let signs: Vec<char> = row.chars().collect();
    let mut found = Vec::new();
    let mut column = 0;
    while let Some(sign) = signs.get(column) {
        let digits: String = signs.iter().skip(column).take_while(|sign| sign.is_ascii_digit()).collect();
        let width = digits.len().max(1);
        if !digits.is_empty() {
            found.push(Laid { column, width, what: Laying::Place(digits.parse().ok()) });
        } else if !sign.is_whitespace() {
            found.push(Laid { column, width, what: Laying::Sign(*sign) });
        }
        column += width;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places_and_signs_are_signs() {
        let place = |column, width, number| Laid { column, width, what: Laying::Place(number) };
        let sign = |column, sign| Laid { column, width: 1, what: Laying::Sign(sign) };
        let expected = [place(0, 2, Some(13)), sign(3, '|'), place(5, 1, Some(4)), place(7, 5, None)];
        assert_eq!(laid("13 | 4 99999"), expected);
    }
}
