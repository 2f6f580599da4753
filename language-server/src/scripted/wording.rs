//! A name as it stands in scripts: as the rules write it, or as it is said at the table, where `golden_bone` is “golden bone” and
//! `RedDragon` is “red dragon”.

use rulehound_grammar::span::Span;
use rulehound_interpreter::words::noun;

/// Where a name stands in a text, in either way; `words` are its words ([`words_of`]).
pub fn places(text: &str, words: &[String]) -> Vec<Span> {
    let all = pieces(text);
    let fits = |index: &usize| {
        let mut here = all.get(*index..)?.iter().take(words.len());
        let alike = here.clone().count() == words.len() && here.all_equal(text, words);
        let (first, last) = (all.get(*index)?, all.get(index + words.len() - 1)?);
        let whole = all.get(*index..index + words.len())?.windows(2).all(|pair| joined(text, pair));
        let span = Span::new(first.0, last.1);
        (alike && whole && stands_alone(text, span)).then_some(span)
    };
    if words.is_empty() { Vec::new() } else { (0..all.len()).filter_map(|index| fits(&index)).collect() }
}

/// The words of a name, in small letters.
pub fn words_of(name: &str) -> Vec<String> {
    noun(name).split_whitespace().map(str::to_owned).collect()
}

/// What takes the place of `old` where it was written as `written`; `told` where the table's words stand.
pub fn written_anew(written: &str, old: &str, new: &str, told: bool) -> String {
    let is_plain = noun(old) == old;
    if written == old && !(told && is_plain) {
        return new.to_owned();
    }
    // As the rules write it, but for the blanks.
    let spaced = |name: &str| name.replace('_', " ");
    if old.contains('_') && written == spaced(old) {
        return spaced(new);
    }
    let said = noun(new);
    let large = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
    match said.chars().next() {
        Some(first) if large(written) => first.to_uppercase().chain(said.chars().skip(1)).collect(),
        _ => said,
    }
}

/// The words of a text with where they begin and end: letters and digits, parted where a capital follows a small letter.
fn pieces(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    // Where the last sign ended, if it was one of a word, and whether it was no capital.
    let mut last: Option<(usize, bool)> = None;
    for (at, sign) in text.char_indices() {
        if !sign.is_alphanumeric() {
            last = None;
            continue;
        }
        let end = at + sign.len_utf8();
        match (last, found.last_mut()) {
            (Some((_, small)), Some(word)) if !(sign.is_uppercase() && small) => word.1 = end,
            _ => found.push((at, end)),
        }
        last = Some((end, sign.is_lowercase() || sign.is_ascii_digit()));
    }
    found
}

trait AllEqual {
    fn all_equal(&mut self, text: &str, words: &[String]) -> bool;
}

impl<'a, T: Iterator<Item = &'a (usize, usize)>> AllEqual for T {
    fn all_equal(&mut self, text: &str, words: &[String]) -> bool {
        self.zip(words)
            .all(|(&(start, end), word)| text.get(start..end).is_some_and(|written| written.to_lowercase() == *word))
    }
}

/// Whether nothing but blanks and `_` stands between two words.
fn joined(text: &str, pair: &[(usize, usize)]) -> bool {
    let [one, other] = pair else { return true };
    text.get(one.1..other.0).is_some_and(|between| between.chars().all(|sign| matches!(sign, ' ' | '_')))
}

/// Whether a stretch is no part of a longer name.
fn stands_alone(text: &str, span: Span) -> bool {
    let is_part = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    let before = text.get(..span.start as usize).and_then(|before| before.chars().next_back());
    let behind = text.get(span.end as usize..).and_then(|behind| behind.chars().next());
    !is_part(before) && !is_part(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_they_are_written_and_as_they_are_said() {
        let found = |text: &str, name: &str| {
            let spans = places(text, &words_of(name));
            spans.iter().map(|span| text[span.start as usize..span.end as usize].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            found("a golden bone, golden_bone(1), Golden bone's", "golden_bone"),
            ["golden bone", "golden_bone", "Golden bone"]
        );
        assert_eq!(found("RedDragon red dragon Dragon", "RedDragon"), ["RedDragon", "red dragon"]);
        assert_eq!(found("RedDragon dragon_2 dragon", "dragon"), ["dragon"]);
        assert_eq!(found("lowly low low_tide", "low"), ["low"]);
        assert_eq!(found("nothing", "_"), Vec::<String>::new());
    }

    #[test]
    fn another_name_is_written_in_the_same_way() {
        for (written, old, new, told, meant) in [
            ("golden_bone", "golden_bone", "big_bone", false, "big_bone"),
            ("golden bone", "golden_bone", "big_bone", true, "big bone"),
            ("Golden bone", "golden_bone", "big_bone", true, "Big bone"),
            ("low", "low", "so_low", true, "so low"),
            ("low", "low", "so_low", false, "so_low"),
            ("Dog", "Dog", "BigDog", true, "BigDog"),
            ("dog", "Dog", "BigDog", true, "big dog"),
            ("Play Dead", "Play_Dead", "Lie_Down", true, "Lie Down"),
            ("play dead", "Play_Dead", "Lie_Down", true, "lie down"),
        ] {
            assert_eq!(written_anew(written, old, new, told), meant, "{written}");
        }
    }
}
