//! What moved, in clauses: `Ann draws 3 cards from the deck`, `2 boats go from pier 3 to 1`.

use crate::numbered::numbered;
use crate::wrap::and;
use rulehound_engine::play::Movement;
use rulehound_engine::words::{is_name, is_person, plural, possessive};

/// From so many places on they are listed in one clause.
const MANY: usize = 2;

/// What goes from one place to another.
type Way<'m> = (&'m Movement, Vec<&'m Movement>);

/// What moved: a clause for each way, without a full stop.
pub fn moved(moves: &[Movement], drawn: bool, players: &[String]) -> Vec<String> {
    let moves = &counted_together(moves);
    let mut ways: Vec<Way<'_>> = Vec::new();
    for movement in moves {
        let alike = |first: &Movement| {
            first.from == movement.from && first.to == movement.to && first.beneath == movement.beneath
        };
        match ways.iter_mut().find(|(first, _)| alike(first)) {
            Some((_, group)) => group.push(movement),
            None => ways.push((movement, vec![movement])),
        }
    }
    let whole = spread(&ways, drawn, players).or_else(|| gathered(&ways, drawn, players));
    if let Some(clause) = whole.or_else(|| collected(&ways, drawn, players)) {
        return vec![clause];
    }
    let told = |(first, group): &Way<'_>| {
        if first.beneath { beneath(first, group, players) } else { way(first, group, drawn, players) }
    };
    ways.iter().map(told).collect()
}

/// What is called the same and goes the same way, as one, whoever else may see it.
fn counted_together(moves: &[Movement]) -> Vec<Movement> {
    let mut told: Vec<Movement> = Vec::new();
    for movement in moves {
        let same = |other: &&mut Movement| {
            (&other.what, &other.from, &other.to, other.beneath)
                == (&movement.what, &movement.from, &movement.to, movement.beneath)
        };
        match told.iter_mut().find(same) {
            Some(other) => other.count = other.count.saturating_add(movement.count),
            None => told.push(movement.clone()),
        }
    }
    told
}

/// `Card 5 goes to the bottom of the deck`.
fn beneath(first: &Movement, group: &[&Movement], players: &[String]) -> String {
    let what = things(group, None, players);
    let [from, to] = places(first);
    let from = if first.from == first.to { String::new() } else { format!(" from {from}") };
    format!("{what} {}{from} to the bottom of {to}", goes(sum(group)))
}

/// `Ann's 12 pawns go to squares b1, d1 and f1`: things of one sort that go to many places of one board.
fn spread(ways: &[Way<'_>], drawn: bool, players: &[String]) -> Option<String> {
    let (all, board, points) = one_by_one(ways, drawn, [|one| &one.from, |one| &one.to])?;
    let owner = players.iter().find(|player| of(&all.from, player).is_some());
    let own = owner.filter(|owner| without_owner(&all.what, owner).is_some());
    let [from, _] = places(&all);
    let from = own.and_then(|owner| of(&all.from, owner)).map_or(from, with_article);
    let from = if is_box(&all.from) { String::new() } else { format!(" from {from}") };
    let to = if one(ways) { plural(board) } else { format!("each of {}", plural(board)) };
    Some(format!("{} go{from} to {to} {}", things(&[&all], own, players), and(&points)))
}

/// `3 climbers leave squares b1, d1 and f1`: things of one sort that come from many places of one board.
fn gathered(ways: &[Way<'_>], drawn: bool, players: &[String]) -> Option<String> {
    let (all, board, points) = one_by_one(ways, drawn, [|one| &one.to, |one| &one.from])?;
    let [_, to] = places(&all);
    let from = if one(ways) { plural(board) } else { format!("each of {}", plural(board)) };
    let (what, from) = (things(&[&all], None, players), format!("{from} {}", and(&points)));
    Some(if is_box(&all.to) { format!("{what} leave {from}") } else { format!("{what} go from {from} to {to}") })
}

/// `The ace of hearts and the nine of hearts go to Ann's tricks`: what lies in such a zone of each player goes to the same place.
fn collected(ways: &[Way<'_>], drawn: bool, players: &[String]) -> Option<String> {
    let (first, _) = ways.first().filter(|(first, _)| !drawn && !first.beneath && ways.len() >= MANY)?;
    let (_, zone) = whose(&first.from, players)?;
    let alike = |(way, _): &Way<'_>| {
        way.to == first.to && !way.beneath && whose(&way.from, players).is_some_and(|(_, other)| other == zone)
    };
    let [_, to] = places(first);
    let all = ways.iter().flat_map(|(_, group)| group).map(|one| (one.count, things(&[*one], None, players)));
    ways.iter().all(alike).then(|| format!("{} go to {to}", and(&numbered(all))))
}

/// The player whose place it is, by seat, and what the place is called without that.
pub fn whose<'p>(place: &'p str, players: &[String]) -> Option<(usize, &'p str)> {
    players.iter().enumerate().find_map(|(seat, player)| Some((seat, of(place, player)?)))
}

/// `square` and `e4`, `Ann's pit` and `3`: what a place is one of, and which.
fn point(place: &str) -> Option<(&str, &str)> {
    let (board, point) = place.rsplit_once(' ')?;
    let numbered = point.ends_with(|sign: char| sign.is_ascii_digit()) && point.chars().all(char::is_alphanumeric);
    numbered.then_some((board, point))
}

/// The same; also `coins of card` and `sun`. A name of two words, such as `new york`, is one of nothing.
fn member(place: &str) -> Option<(&str, &str)> {
    point(place).or_else(|| place.rsplit_once(' ').filter(|(of, _)| of.contains(" of ")))
}

/// Whether one thing goes each way.
fn one(ways: &[Way<'_>]) -> bool {
    ways.iter().all(|(first, _)| first.count == 1)
}

/// Which end of a movement.
type End = fn(&Movement) -> &str;

/// Things of one sort, as many each way, all with one end in the same place and each with the other at another place of one board: all of them as
/// one, the board, and these places.
fn one_by_one<'m>(ways: &[Way<'m>], drawn: bool, [same, other]: [End; 2]) -> Option<(Movement, &'m str, Vec<String>)> {
    let (first, _) = ways.first().filter(|(first, _)| !drawn && !first.beneath && ways.len() >= MANY)?;
    let (board, _) = member(other(first))?;
    let mut points = Vec::new();
    for (way, group) in ways {
        let point = other(way).strip_prefix(board)?.strip_prefix(' ').filter(|point| !point.contains(' '))?;
        let alike = |movement: &&Movement| movement.what == first.what && movement.count == first.count;
        if same(way) != same(first) || way.beneath || !matches!(group.as_slice(), [only] if alike(only)) {
            return None;
        }
        points.push(point.to_owned());
    }
    let count = u32::try_from(points.len()).unwrap_or(u32::MAX);
    let all = Movement { count: if first.count == 1 { count } else { first.count }, ..(*first).clone() };
    Some((all, board, points))
}

/// `the hand` of a player of whom the sentence speaks; what has a name or a number of its own needs no article.
pub fn with_article(place: &str) -> String {
    if is_name(place) || point(place).is_some() { place.to_owned() } else { format!("the {place}") }
}

/// `Ann draws a card from the bag to the fist`, `Ann's pawn goes from road 1 to 7`.
fn way(first: &Movement, group: &[&Movement], drawn: bool, players: &[String]) -> String {
    let owner = |place: &str| players.iter().find(|player| of(place, player).is_some());
    let (from_owner, to_owner) = (owner(&first.from), owner(&first.to));
    let [from, to] = places(first);
    // Whose things they are need not be said where the places say so.
    let bare = |place: &str, owner: Option<&String>| {
        owner.and_then(|owner| of(place, owner)).map_or_else(|| place.to_owned(), with_article)
    };
    let shared = from_owner.filter(|_| from_owner == to_owner);
    let draws = |player: &str| {
        if is_person(player) { format!("{player} draws") } else { format!("drawn by {player}:") }
    };
    match (drawn, shared, to_owner) {
        (true, Some(player), _) | (true, None, Some(player)) => {
            let what = counted_all(group, Some(player));
            format!("{} {what} from {} to {}", draws(player), bare(&from, shared), bare(&to, Some(player)))
        }
        (true, None, None) => format!("drawn from {from} to {to}: {}", counted_all(group, None)),
        (false, _, _) => {
            // That players take their things out of their own boxes goes without saying, and so does where the others come from.
            let boxed = is_box(&first.from);
            let whose = shared.or_else(|| from_owner.filter(|_| boxed));
            let what = things(group, whose, players);
            let (from, to) = (bare(&from, shared), bare(&to, shared));
            match (point(&from), point(&to)) {
                _ if boxed => format!("{what} {} to {to}", goes(sum(group))),
                // Nobody asks where what is off the board lies.
                (Some(_), None) if is_box(&first.to) => {
                    format!("{what} {} {from}", if sum(group) == 1 { "leaves" } else { "leave" })
                }
                (Some((board, _)), Some((same, there))) if board == same => {
                    format!("{what} {} from {from} to {there}", goes(sum(group)))
                }
                _ => format!("{what} {} from {from} to {to}", goes(sum(group))),
            }
        }
    }
}

/// Whether a place is where things lie that are out of play.
pub fn is_box(place: &str) -> bool {
    place == "box" || place.ends_with("' box") || place.ends_with("'s box") || place.starts_with("box of ")
}

/// Both places as they stand in a sentence.
fn places(movement: &Movement) -> [String; 2] {
    let [from_the, to_the] = movement.the;
    let place = |the: bool, words: &str| if the { format!("the {words}") } else { words.to_owned() };
    [place(from_the, &movement.from), place(to_the, &movement.to)]
}

/// `Ann's 3 cards`, `a card of Ann's`, `2 stones and a die`, `Ann's pawn`.
fn things(group: &[&Movement], whose: Option<&String>, players: &[String]) -> String {
    let Some(owner) = whose else {
        return match group {
            // `Pawn of Ann` alone is better called `Ann's pawn`.
            [only] => match players.iter().find(|player| without_owner(&only.what, player).is_some()) {
                Some(owner) => owned(&[only], owner),
                None => counted(only, None),
            },
            _ => counted_all(group, None),
        };
    };
    match group {
        // `Ben's a card` is no English, and `Ben's card` would be the only one.
        [only] if only.count == 1 && has_article(&only.what) => {
            format!("{} of {}", only.what, possessive(owner))
        }
        _ => owned(group, owner),
    }
}

/// `Ann's 3 cards and king of hearts`.
fn owned(group: &[&Movement], owner: &String) -> String {
    let bare = |movement: &&Movement| {
        if movement.count == 1 && !has_article(&movement.what) {
            without_owner(&movement.what, owner).unwrap_or(&movement.what).to_owned()
        } else {
            counted(movement, Some(owner))
        }
    };
    let all = numbered(group.iter().map(|movement| (movement.count, bare(movement))));
    format!("{} {}", possessive(owner), and(&all))
}

fn has_article(what: &str) -> bool {
    ["a ", "an ", "the "].iter().any(|article| what.starts_with(article))
}

fn goes(count: u32) -> &'static str {
    if count == 1 { "goes" } else { "go" }
}

fn sum(group: &[&Movement]) -> u32 {
    group.iter().fold(0, |sum, movement| sum.saturating_add(movement.count))
}

fn counted_all(group: &[&Movement], whose: Option<&String>) -> String {
    and(&numbered(group.iter().map(|movement| (movement.count, counted(movement, whose)))))
}

/// `a card`, `the king of hearts`, `3 cards`, `2 × king of hearts`.
pub fn counted(movement: &Movement, owner: Option<&String>) -> String {
    let bare = |words: &str| {
        owner.and_then(|owner| without_owner(words, owner)).map_or_else(|| words.to_owned(), str::to_owned)
    };
    let what = bare(&movement.what);
    match (movement.count, &movement.noun.several) {
        (1, _) if movement.noun.article.is_empty() => what,
        (1, _) => format!("{} {what}", movement.noun.article),
        (count, Some(several)) => format!("{count} {}", bare(several)),
        (count, None) => {
            format!("{count} × {}", what.strip_prefix("an ").or_else(|| what.strip_prefix("a ")).unwrap_or(&what))
        }
    }
}

fn without_owner<'t>(text: &'t str, owner: &str) -> Option<&'t str> {
    text.strip_suffix(owner)?.strip_suffix(" of ")
}

/// `bag` of `Ann's bag`.
pub fn of<'p>(place: &'p str, player: &str) -> Option<&'p str> {
    place.strip_prefix(possessive(player).as_str())?.strip_prefix(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_engine::play::{Noun, Seen};

    fn movement(what: &str, count: u32, from: &str, to: &str) -> Movement {
        let several = what.strip_suffix(" of Ann").map(|bare| format!("{bare}s of Ann"));
        Movement {
            what: what.to_owned(),
            unseen: String::new(),
            count,
            noun: Noun { article: "", several },
            from: from.to_owned(),
            to: to.to_owned(),
            the: [from == "deck" || from == "supply", to == "deck"],
            places: [None; 2],
            beneath: false,
            seen: Seen::ALL,
        }
    }

    fn told(moves: &[Movement], drawn: bool) -> String {
        moved(moves, drawn, &["Ann".to_owned(), "Ben".to_owned()]).join("; ")
    }

    fn check(what: &str, count: u32, from: &str, to: &str, drawn: bool, expected: &str) {
        assert_eq!(told(&[movement(what, count, from, to)], drawn), expected);
    }

    #[test]
    fn names_of_two_words_are_no_board_and_point() {
        let to = |place| movement("link of Ann", 1, "Ann's stock", place);
        assert!(!told(&[to("new york"), to("new jersey")], false).contains("news"));
        let numbered = told(&[to("pier 3"), to("pier 4")], false);
        assert!(numbered.ends_with("to piers 3 and 4"), "{numbered}");
    }

    #[test]
    fn moves_are_told_with_their_owner() {
        check("a token", 1, "Ann's bag", "Ann's fist", true, "Ann draws a token from the bag to the fist");
        check("token 5 of Ann", 1, "Ann's fist", "Ann's row", false, "Ann's token 5 goes from the fist to the row");
        check("a card", 1, "Ann's hand", "Ann's gift", false, "a card of Ann's goes from the hand to the gift");
        check("pawn of Ann", 3, "Ann's hand", "Ann's gift", false, "Ann's 3 pawns go from the hand to the gift");
        check("pawn of Ann", 1, "path 1", "path 7", false, "Ann's pawn goes from path 1 to 7");
        check("pawn of Ann", 2, "path 1", "path 7", false, "Ann's 2 pawns go from path 1 to 7");
        check("pawn of Ann", 1, "path 1", "yard 7", false, "Ann's pawn goes from path 1 to yard 7");
        check("pawn of Ann", 1, "path 1", "Ann's box", false, "Ann's pawn leaves path 1");
        check("a card", 3, "deck", "Ben's hand", true, "Ben draws 3 × card from the deck to the hand");
        check("stone", 2, "supply", "bank", false, "2 × stone go from the supply to bank");
    }

    #[test]
    fn what_stands_before_a_noun_and_how_several_are_called() {
        let noun = Noun { article: "a", several: Some("boats".to_owned()) };
        let boat = |count| Movement { noun: noun.clone(), ..movement("boat", count, "pier 3", "pier 1") };
        assert_eq!(told(&[boat(1)], false), "a boat goes from pier 3 to 1");
        assert_eq!(told(&[boat(2)], false), "2 boats go from pier 3 to 1");
    }

    #[test]
    fn many_places_are_told_at_once() {
        let told = |targets: &[&str]| {
            let moves: Vec<_> = targets.iter().map(|to| movement("pawn of Ann", 1, "Ann's box", to)).collect();
            told(&moves, false)
        };
        assert_eq!(told(&["square a1", "square c1", "square e1"]), "Ann's 3 pawns go to squares a1, c1 and e1");
        assert_eq!(told(&["square a1", "square c1"]), "Ann's 2 pawns go to squares a1 and c1");
    }

    #[test]
    fn so_is_what_comes_from_many_places() {
        let told = |what: &str, to: &str| {
            let from = ["square a1", "square c1", "square e1"];
            told(&from.map(|from| movement(what, 1, from, to)), false)
        };
        assert_eq!(told("pawn of Ann", "Ann's box"), "Ann's 3 pawns leave squares a1, c1 and e1");
        assert_eq!(told("pawn of Ann", "deck"), "Ann's 3 pawns go from squares a1, c1 and e1 to the deck");
        assert_eq!(told("stone", "deck"), "3 × stone go from squares a1, c1 and e1 to the deck");
    }

    #[test]
    fn so_is_what_comes_from_every_player() {
        let moves = [("card 5", "Ben's front"), ("card 9", "Ann's front")];
        let moves = moves.map(|(what, from)| movement(what, 1, from, "Ann's tricks"));
        assert_eq!(told(&moves, false), "cards 5 and 9 go to Ann's tricks");
    }
}
