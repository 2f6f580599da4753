//! Which sign stands for what on a drawn board, and what tells so beneath it.

use std::collections::BTreeSet;

use super::letters::of_two_players;
use super::line::Tone;
use crate::scene::{Piece, Standing};

/// The signs of the pieces on a board.
pub struct Signs {
    known: Vec<Known>,
    /// Whether one player's letters are large and the other's small.
    by_size: bool,
}

struct Known {
    words: String,
    sign: char,
    owner: Option<usize>,
    /// As the legend says it.
    told: String,
    /// The same without whose it is.
    sort: String,
}

impl Signs {
    /// Signs for all that stands there; none of them is part of the drawing.
    pub fn new(standing: &Standing, drawn: &str, players: &[String]) -> Self {
        let mut pieces: Vec<&Piece> = Vec::new();
        for piece in standing.values().flatten() {
            if pieces.iter().all(|other| other.words != piece.words) {
                pieces.push(piece);
            }
        }
        let likes = with_likes(&pieces, players);
        let mut words: Vec<&str> = likes.iter().map(String::as_str).collect();
        // What has the fewest words is named first.
        words.sort_by_key(|words| (words.split_whitespace().count(), *words));
        let of_two = of_two_players(&words, players, drawn);
        let by_size = of_two.is_some();
        let mut signs = of_two.unwrap_or_default();
        for what in words.iter().skip(signs.len()) {
            let sign = letter(what, &signs, drawn);
            signs.push(((*what).to_owned(), sign));
        }
        let known = |(words, sign): (String, char)| {
            let piece = pieces.iter().find(|piece| piece.words == words)?;
            let (told, sort) = (piece.whose(players), piece.sort(players).to_owned());
            Some(Known { words, sign, owner: piece.owner, told, sort })
        };
        Self { known: signs.into_iter().filter_map(known).collect(), by_size }
    }

    /// The sign of a piece.
    pub fn of(&self, piece: &Piece) -> (char, Tone) {
        let tone = piece.owner.map_or(Tone::Strong, Tone::Seat);
        let tone = if piece.struck { tone.struck() } else { tone };
        (self.known.iter().find(|known| known.words == piece.words).map_or('?', |known| known.sign), tone)
    }

    /// What the signs mean, each in a few words, and where they stand if that is to be told.
    pub fn legend(&self, players: &[String], places: impl Fn(&str) -> Vec<String>) -> Vec<String> {
        let ([first, second], true) = (players, self.by_size) else {
            let one = |known: &Known| {
                let places = places(&known.words);
                let on = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
                format!("{} {}{on}", known.sign, known.told)
            };
            return self.known.iter().map(one).collect();
        };
        let mut told: Vec<String> = Vec::new();
        for known in &self.known {
            let line = format!("{} {}", known.sign.to_ascii_uppercase(), known.sort);
            if !told.contains(&line) {
                told.push(line);
            }
        }
        if self.known.iter().any(|known| known.owner == Some(0)) {
            told.push(format!("large letters {first}"));
        }
        if self.known.iter().any(|known| known.owner == Some(1)) {
            told.push(format!("small letters {second}"));
        }
        told
    }
}

/// What stands there, and the same of the other players: nobody's letter hangs on whether somebody else's pieces are there, too.
fn with_likes(pieces: &[&Piece], players: &[String]) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = pieces.iter().map(|piece| piece.words.clone()).collect();
    for piece in pieces {
        let sort = piece.sort(players);
        if sort != piece.words {
            all.extend(players.iter().map(|player| format!("{sort} of {player}")));
        }
    }
    all
}

/// A letter that is still free and not part of the drawing: of the last word (the owner), large or small, of the other words, of the
/// alphabet.
fn letter(what: &str, taken: &[(String, char)], drawn: &str) -> char {
    let free = |sign: &char| !drawn.contains(*sign) && taken.iter().all(|(_, other)| other != sign);
    let initials = what.split_whitespace().rev().filter_map(|word| word.chars().next());
    let both = initials.flat_map(|initial| initial.to_uppercase().chain(initial.to_lowercase()));
    both.chain('A'..='Z').chain('a'..='z').find(free).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Signs;
    use crate::scene::Piece;
    use rulehound_rules::model::KindId;

    fn piece(words: &str, owner: Option<usize>) -> Piece {
        Piece {
            words: words.to_owned(),
            several: None,
            noun: None,
            kind: KindId::from(0),
            owner,
            count: 1,
            thing: None,
            struck: false,
            said: None,
        }
    }

    #[test]
    fn a_letter_means_the_same_whoever_else_is_there() {
        let players = ["Ann", "Ben", "Dan"].map(str::to_owned);
        let (dog, ann, dan) =
            (piece("the Black Dog", None), piece("pawn of Ann", Some(0)), piece("pawn of Dan", Some(2)));
        let letters = |there: &[&Piece]| -> String {
            let standing = there.iter().enumerate().map(|(at, piece)| (at, vec![(*piece).clone()])).collect();
            let signs = Signs::new(&standing, "", &players);
            assert_eq!(signs.legend(&players, |_| Vec::new()).len(), there.len(), "only what is there is told");
            there.iter().map(|piece| signs.of(piece).0).collect()
        };
        assert_eq!(letters(&[&ann, &dan, &dog]), "ADd");
        assert_eq!(letters(&[&ann, &dog]), "Ad");
        assert_eq!(letters(&[&dog]), "D", "where nobody's pawns are the letter is free");
        assert!(Signs::new(&BTreeMap::new(), "", &players).legend(&players, |_| Vec::new()).is_empty());
    }
}
