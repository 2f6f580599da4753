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
    /// A place beside the board: which of its signs stands before the number, from 0, and the number, as above.
    Beside(usize, Option<u16>),
    /// A sign that means itself.
    Sign(char),
}

/// What stands in a row, from left to right; a number behind one of the letters `beside` is a place beside the board.
pub fn laid(row: &str, beside: &[char]) -> Vec<Laid> {
    let signs: Vec<char> = row.chars().collect();
    let digits = |from: usize| -> String { signs.iter().skip(from).take_while(|sign| sign.is_ascii_digit()).collect() };
    let mut found = Vec::new();
    let mut column = 0;
    while let Some(sign) = signs.get(column) {
        let own = digits(column);
        let others = if own.is_empty() { digits(column + 1) } else { String::new() };
        let line = beside.iter().position(|one| one == sign).filter(|_| !others.is_empty());
        let width = if line.is_some() { others.len() + 1 } else { own.len().max(1) };
        if let Some(line) = line {
            found.push(Laid { column, width, what: Laying::Beside(line, others.parse().ok()) });
        } else if !own.is_empty() {
            found.push(Laid { column, width, what: Laying::Place(own.parse().ok()) });
        } else if !sign.is_whitespace() {
            found.push(Laid { column, width, what: Laying::Sign(*sign) });
        }
        column += width;
    }
    found
}

/// The names in a row of the layout of a net, each with the column of its first sign.
pub fn names_in(row: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (column, sign) in row.chars().enumerate() {
        let named = sign.is_ascii_alphanumeric() || sign == '_';
        match found.last_mut().filter(|_| inside) {
            Some((_, name)) if named => name.push(sign),
            _ if named => found.push((column, sign.to_string())),
            _ => {}
        }
        inside = named;
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
        assert_eq!(laid("13 | 4 99999", &[]), expected);
    }

    #[test]
    fn a_letter_before_a_number_is_a_place_beside_where_it_is_one() {
        let what = |row: &str, beside: &[char]| laid(row, beside).into_iter().map(|laid| laid.what).collect::<Vec<_>>();
        let (place, sign) = (Laying::Place(Some(12)), Laying::Sign('b'));
        assert_eq!(
            what("a2 b 12 b12", &['b', 'a']),
            [Laying::Beside(1, Some(2)), sign, place, Laying::Beside(0, Some(12))]
        );
        assert_eq!(what("b12", &[]), [sign, place]);
        assert_eq!(what("a99999", &['a']), [Laying::Beside(0, None)]);
    }

    #[test]
    fn names_are_found_between_lines() {
        let found = names_in("oslo --new_york|b2");
        assert_eq!(found, [(0, "oslo".to_owned()), (7, "new_york".to_owned()), (16, "b2".to_owned())]);
    }
}
