//! Nouns: what a kind is called in a sentence, one of it and several.

use super::Words;
use rulehound_rules::model::{AreaKind, Kind, OwnerSort, Piece, PlaceClass};
use rulehound_rules::plural::joint;
pub use rulehound_rules::plural::{goes_on, plural, singular};

/// A name of the rules as a common noun: `RedDragon` is `red dragon`, `wild_card` is `wild card`.
pub fn noun(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 2);
    push_noun(&mut words, name);
    words
}

/// The same behind other words.
pub(super) fn push_noun(words: &mut String, name: &str) {
    let mut small = false;
    for sign in name.chars() {
        if sign == '_' {
            words.push(' ');
        } else {
            if sign.is_uppercase() && small {
                words.push(' ');
            }
            match sign.is_ascii() {
                true => words.push(sign.to_ascii_lowercase()),
                false => words.extend(sign.to_lowercase()),
            }
        }
        small = sign.is_lowercase() || sign.is_ascii_digit();
    }
}

/// `a` or `an`, as the first letters tell.
pub fn article(words: &str) -> &'static str {
    let small = words.to_lowercase();
    let spoken = ["one", "uni", "use", "eu"].iter().any(|start| small.starts_with(start));
    let hard = ["8", "11 ", "18 ", "hour", "honest", "heir"].iter().any(|start| small.starts_with(start));
    if hard || (small.starts_with(['a', 'e', 'i', 'o', 'u']) && !spoken) { "an" } else { "a" }
}

/// Whether words name something by a name of its own, which takes no article: `Excalibur`, `the Queen`.
pub fn is_name(words: &str) -> bool {
    words.starts_with(|sign: char| sign.is_uppercase() || sign.is_ascii_digit()) || words.starts_with("the ")
}

/// What one of a kind is called, whatever its features are: its `as` text if that is plain words, else its name.
pub fn kind_noun(kind: &Kind) -> String {
    match kind.notes.called.as_ref().map(|text| text.pieces.as_slice()) {
        Some([Piece::Words(words)]) if !words.trim().is_empty() => words.clone(),
        Some(_) | None => noun(&kind.name),
    }
}

/// Whether what is printed on the components of a kind tells each from every other, so that each has a name of its own.
fn all_differ(kind: &Kind) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    kind.made.len() > 1 && kind.made.iter().all(|made| made.copies == 1 && seen.insert(&made.values))
}

impl Words<'_> {
    /// Whether `the` stands before the words for a place: it is a zone or box that belongs to no player and has no number.
    pub fn takes_the(&self, place: i32, called: &str) -> bool {
        let Some(found) = self.instance.place(place) else { return false };
        let (owner, numbered) = match found.class {
            PlaceClass::Box(owner) => (owner, false),
            PlaceClass::Area(id) => match self.instance.model.areas.get(id.index()).map(|area| &area.kind) {
                Some(AreaKind::Zone(zone)) => (zone.owner, !zone.index.is_empty()),
                Some(AreaKind::Board(_)) | None => return false,
            },
        };
        owner != OwnerSort::Player && !numbered && !is_name(called)
    }

    /// How several components of a kind are called of which one is called so; `None` where a number before the words must do.
    pub fn several(&self, kind: &Kind, one: &str) -> Option<String> {
        let own = noun(&kind.name);
        if kind.notes.called.is_none() {
            // Of features that follow the noun no ending tells how they are counted.
            let rest = one.strip_prefix(own.as_str())?;
            return (rest.is_empty() || rest.starts_with(" of ")).then(|| format!("{}{rest}", plural(&own)));
        }
        // Of what is not seen nothing but this is known.
        if one == own || one == kind_noun(kind) {
            return (!is_name(one)).then(|| plural(one));
        }
        let counted = |word: &str| word.chars().all(|sign| sign.is_lowercase() || sign == '-');
        let joint = joint(one);
        let words: Vec<&str> = one.split(' ').collect();
        let (head, rest) = words.split_at(joint.unwrap_or(words.len()));
        if head.is_empty() || is_name(one) || !head.iter().all(|word| counted(word)) || all_differ(kind) {
            return None;
        }
        let several = [plural(&head.join(" "))].into_iter().chain(rest.iter().map(|word| (*word).to_owned()));
        Some(several.collect::<Vec<_>>().join(" "))
    }

    /// Whether one of these components is one of several or the only one: what stands before its words.
    pub fn article(&self, kind: &Kind, one: &str, only: bool) -> &'static str {
        let own = noun(&kind.name);
        let owned = kind.owner != OwnerSort::Common && kind.notes.called.is_none();
        match () {
            () if is_name(one) || owned => "",
            // A number behind the noun tells which it is.
            () if kind.notes.called.is_none() && one != own => "",
            () if one.rsplit(' ').next().is_some_and(|last| last.parse::<i32>().is_ok()) => "",
            () if only => "the",
            () => article(one),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_have_a_word() {
        let many = |words: &[&str]| words.iter().map(|word| plural(word)).collect::<Vec<_>>().join(" ");
        assert_eq!(many(&["wolf", "sheep", "Die", "card", "fox", "box"]), "wolves sheep Dice cards foxes boxes");
        assert_eq!(many(&["city", "key", "glass", "woodsman", "human"]), "cities keys glasses woodsmen humans");
        assert_eq!(many(&["red dragon", "treasure chest", "church"]), "red dragons treasure chests churches");
    }

    #[test]
    fn names_of_rules_are_nouns() {
        let nouns = ["Card", "RedDragon", "wild_card", "X", "HP", "Phase10Card"].map(noun);
        assert_eq!(nouns, ["card", "red dragon", "wild card", "x", "hp", "phase10 card"]);
    }

    #[test]
    fn articles_are_heard() {
        let heard = ["ace", "unicorn", "one-eyed jack", "hour glass", "card", "8", "3"].map(article);
        assert_eq!(heard, ["an", "a", "a", "an", "a", "an", "a"]);
    }
}
