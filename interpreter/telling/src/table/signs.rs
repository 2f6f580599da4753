//! Which sign stands for what on a drawn board, and what tells so beneath it.

use std::collections::{BTreeMap, BTreeSet};

use super::line::Tone;
use crate::letters::of_two_players;
use crate::scene::{BoardScene, Piece};
use rulehound_engine::play::Appearances;
use rulehound_rules::model::KindId;

/// The signs of the pieces on a board.
pub struct Signs {
    known: Vec<Known>,
    /// Whether one player's letters are large and the other's small.
    by_size: bool,
    /// Kinds whose pieces all have one sign, and what one is called.
    countless: BTreeMap<KindId, String>,
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
    /// Signs for all that stands there; none of them is part of the drawing. Whatever may stand there has its sign, so that none changes
    /// when something else comes; only then others get one.
    pub fn new(scene: &BoardScene, drawn: &str, players: &[String]) -> Self {
        let Appearances { known: all, countless } = scene.appearances.as_ref();
        let mut pieces: Vec<&Piece> = Vec::new();
        let standing = || scene.standing.values().flatten();
        for piece in standing().filter(|piece| !countless.contains_key(&piece.kind)) {
            if pieces.iter().all(|other| other.words != piece.words) {
                pieces.push(piece);
            }
        }
        let settled: BTreeSet<String> = all.iter().chain(countless.values()).cloned().collect();
        let others = with_likes(&pieces, players).into_iter().filter(|words| !settled.contains(words)).collect();
        let settled = by_length(&settled);
        let of_two = of_two_players(&settled, players, drawn);
        let by_size = of_two.is_some();
        let mut signs = of_two.unwrap_or_default();
        for words in settled.iter().skip(signs.len()).chain(&by_length(&others)) {
            let sign = letter(words, &signs, drawn);
            signs.push(((*words).to_owned(), sign));
        }
        let known = |(words, sign): (String, char)| {
            if let Some(piece) = pieces.iter().find(|piece| piece.words == words) {
                let (told, sort) = (piece.whose(players), piece.sort(players).to_owned());
                return Some(Known { words, sign, owner: piece.owner, told, sort });
            }
            let one_of_them = |piece: &Piece| countless.get(&piece.kind) == Some(&words);
            let here = standing().any(one_of_them);
            here.then(|| Known { told: words.clone(), sort: words.clone(), owner: None, words, sign })
        };
        Self { known: signs.into_iter().filter_map(known).collect(), by_size, countless: countless.clone() }
    }

    /// The sign of a piece.
    pub fn of(&self, piece: &Piece) -> (char, Tone) {
        let tone = piece.owner.map_or(Tone::Strong, Tone::Seat);
        let tone = if piece.struck { tone.struck() } else { tone };
        let words = self.countless.get(&piece.kind).unwrap_or(&piece.words);
        (self.known.iter().find(|known| known.words == *words).map_or('?', |known| known.sign), tone)
    }

    /// Whether the sign of a piece does not say which of its kind it is.
    pub fn says_little(&self, piece: &Piece) -> bool {
        self.countless.contains_key(&piece.kind)
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
            let sign = if known.owner.is_some() { known.sign.to_ascii_uppercase() } else { known.sign };
            let line = format!("{sign} {}", known.sort);
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

/// What has the fewest words is named first.
fn by_length(words: &BTreeSet<String>) -> Vec<&str> {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.sort_by_key(|words| (words.split_whitespace().count(), *words));
    words
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
/// alphabet. What has a number in place of a word has fewer to begin with, and takes those within its words before the alphabet's.
fn letter(what: &str, taken: &[(String, char)], drawn: &str) -> char {
    let free = |sign: &char| !drawn.contains(*sign) && taken.iter().all(|(_, other)| other != sign);
    let words = || what.split_whitespace().rev();
    let numbered = words().any(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
    let inner = words().filter(|_| numbered).flat_map(|word| word.chars().skip(1)).filter(|sign| sign.is_alphabetic());
    let own = words().filter_map(|word| word.chars().next()).chain(inner);
    let both = own.flat_map(|sign| sign.to_uppercase().chain(sign.to_lowercase()));
    both.chain('A'..='Z').chain('a'..='z').find(free).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Signs;
    use crate::scene::{BoardScene, Piece, Standing};
    use rulehound_engine::play::Appearances;
    use rulehound_rules::model::{AreaId, KindId};

    fn board(standing: Standing, appearances: Appearances) -> BoardScene {
        BoardScene {
            area: AreaId::from(0),
            name: "board".to_owned(),
            places: Vec::new(),
            beside: Vec::new(),
            standing,
            changed: [].into(),
            turned: false,
            appearances: Arc::new(appearances),
        }
    }

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
            let signs = Signs::new(&board(standing, Appearances::default()), "", &players);
            assert_eq!(signs.legend(&players, |_| Vec::new()).len(), there.len(), "only what is there is told");
            there.iter().map(|piece| signs.of(piece).0).collect()
        };
        assert_eq!(letters(&[&ann, &dan, &dog]), "ADd");
        assert_eq!(letters(&[&ann, &dog]), "Ad");
        assert_eq!(letters(&[&dog]), "D", "where nobody's pawns are the letter is free");
        let none = board(Standing::new(), Appearances::default());
        assert!(Signs::new(&none, "", &players).legend(&players, |_| Vec::new()).is_empty());
    }

    #[test]
    fn a_letter_means_the_same_whatever_tile_comes() {
        let card = KindId::from(1);
        let known = ["tile of field", "tile of road", "tile of town"].map(str::to_owned);
        let appearances = Appearances { known: known.into(), countless: [(card, "card".to_owned())].into() };
        let letters = |there: &[&str]| -> String {
            let piece = |words: &str| Piece {
                kind: KindId::from(usize::from(words.starts_with("card"))),
                ..piece(words, None)
            };
            let pieces: Vec<Piece> = there.iter().map(|words| piece(words)).collect();
            let standing = pieces.iter().cloned().map(|piece| vec![piece]).enumerate().collect();
            let signs = Signs::new(&board(standing, appearances.clone()), "", &[]);
            pieces.iter().map(|piece| signs.of(piece).0).collect()
        };
        assert_eq!(letters(&["tile of field", "tile of road", "tile of town"]), "FRT");
        assert_eq!(letters(&["tile of town", "ruin"]), "Tr", "what is not foreseen takes what is left");
        assert_eq!(letters(&["card 3", "card 17"]), "CC", "where too many are different, the sign tells what they are");
    }
}
