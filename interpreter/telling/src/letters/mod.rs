//! Letters for what stands on a board. They are settled by what may stand there at all, so none changes when something else comes.

mod discs;

pub use discs::Discs;

/// What `rook of white` is, and the seat whose it is.
pub fn sort_and_seat<'text>(what: &'text str, players: &[String]) -> (&'text str, Option<usize>) {
    let owned = players.iter().enumerate().find_map(|(seat, name)| {
        let sort = what.strip_suffix(name.as_str())?.strip_suffix(" of ")?;
        Some((sort, Some(seat)))
    });
    owned.unwrap_or((what, None))
}

/// A large letter for each sort: of its last word, of the others, of the alphabet.
pub fn letters<'text>(sorts: &[&'text str], taken: impl Fn(char) -> bool) -> Vec<(&'text str, char)> {
    let mut found: Vec<(&str, char)> = Vec::new();
    for sort in sorts {
        let free = |letter: &char| !taken(*letter) && found.iter().all(|(_, other)| other != letter);
        // The initials of words say most.
        let initials = sort.split_whitespace().rev().filter_map(|word| word.chars().next());
        let inner = sort.split_whitespace().rev().flat_map(|word| word.chars().skip(1));
        let of_its_own = initials.chain(inner).filter(|letter| letter.is_ascii_alphabetic());
        let letter = of_its_own.map(|letter| letter.to_ascii_uppercase()).chain('A'..='Z').find(free);
        found.push((sort, letter.unwrap_or('?')));
    }
    found
}

/// Signs for things of two players, large for one and small for the other, if each may have more than two sorts of them.
pub fn of_two_players(things: &[&str], players: &[String], drawn: &str) -> Option<Vec<(String, char)>> {
    let mut sorts: Vec<&str> = Vec::new();
    for what in things {
        let (sort, seat) = sort_and_seat(what, players);
        seat?;
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
    if sorts.len() < 3 || players.len() != 2 {
        return None;
    }
    let taken = |letter: char| drawn.contains([letter, letter.to_ascii_lowercase()]);
    let letters = letters(&sorts, taken);
    let mut signs = Vec::new();
    for (sort, letter) in letters {
        for (seat, player) in players.iter().enumerate() {
            let what = format!("{sort} of {player}");
            if things.contains(&what.as_str()) {
                signs.push((what, if seat == 0 { letter } else { letter.to_ascii_lowercase() }));
            }
        }
    }
    Some(signs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_sorts_of_two_players_are_large_and_small() {
        let players = ["white", "black"].map(str::to_owned);
        let things = ["bishop of black", "king of black", "king of white", "knight of black", "knight of white"];
        let expected =
            [("bishop of black", 'b'), ("king of white", 'K'), ("king of black", 'k'), ("knight of white", 'N')];
        let signs = of_two_players(&things, &players, "..").unwrap_or_default();
        let signs: Vec<(&str, char)> = signs.iter().map(|(what, sign)| (what.as_str(), *sign)).collect();
        assert_eq!(signs.get(..4), Some(expected.as_slice()));
        assert_eq!(signs.get(4), Some(&("knight of black", 'n')));
    }

    #[test]
    fn few_sorts_and_what_is_nobodys_are_left() {
        let players = ["white", "black"].map(str::to_owned);
        assert_eq!(of_two_players(&["man of white", "king of white", "man of black"], &players, ""), None);
        assert_eq!(of_two_players(&["man of white", "king of black", "ox of white", "stone"], &players, ""), None);
    }

    #[test]
    fn no_letter_of_the_drawing_stands_for_a_piece_of_either() {
        let players = ["white", "black"].map(str::to_owned);
        let things = ["king of white", "king of black", "rook of white", "rook of black", "ox of white", "ox of black"];
        for drawn in ["k..", "..K", "rk.", "Ko."] {
            let signs = of_two_players(&things, &players, drawn).unwrap_or_default();
            assert_eq!(signs.len(), things.len(), "{drawn}");
            for (what, sign) in signs {
                assert!(!drawn.contains(sign), "{what} is {sign} on {drawn}");
            }
        }
    }
}
