//! Several of what a noun names, told from how it ends.

/// Nouns whose plural no ending tells, as they may stand at the end of a longer word: `swordfish`, `woodsman`.
const IRREGULAR: [(&str, &str); 28] = [
    ("aircraft", "aircraft"),
    ("calf", "calves"),
    ("child", "children"),
    ("deer", "deer"),
    ("die", "dice"),
    ("dwarf", "dwarves"),
    ("elf", "elves"),
    ("fish", "fish"),
    ("foot", "feet"),
    ("goose", "geese"),
    ("half", "halves"),
    ("hero", "heroes"),
    ("knife", "knives"),
    ("leaf", "leaves"),
    ("life", "lives"),
    ("loaf", "loaves"),
    ("man", "men"),
    ("mouse", "mice"),
    ("ox", "oxen"),
    ("person", "people"),
    ("potato", "potatoes"),
    ("sheep", "sheep"),
    ("shelf", "shelves"),
    ("thief", "thieves"),
    ("tomato", "tomatoes"),
    ("tooth", "teeth"),
    ("wife", "wives"),
    ("wolf", "wolves"),
];

/// Words that end like an irregular noun and are regular.
const REGULAR: [&str; 6] = ["box", "fox", "human", "shaman", "german", "roman"];

/// Words behind which a description goes on: what stands before them is counted.
const JOINTS: [&str; 10] = ["of", "with", "from", "for", "in", "on", "at", "to", "worth", "showing"];

/// Several of what a noun names: `wolves`; of more words the last one changes.
pub fn plural(noun: &str) -> String {
    let (before, last) = noun.rsplit_once(' ').map_or(("", noun), |(before, last)| (before, last));
    let many = plural_word(last);
    if before.is_empty() { many } else { format!("{before} {many}") }
}

fn plural_word(word: &str) -> String {
    let small = word.to_lowercase();
    if !REGULAR.iter().any(|regular| small.ends_with(regular))
        && let Some((one, many)) = IRREGULAR.iter().find(|(one, _)| small.ends_with(one))
        && let Some(before) = word.get(..word.len().saturating_sub(one.len()))
    {
        // `Die` and `Man` stay as large as they were.
        let large = before.is_empty() && word.starts_with(char::is_uppercase);
        let first = many.get(..1).unwrap_or_default();
        let first = if large { first.to_uppercase() } else { first.to_owned() };
        return format!("{before}{first}{}", many.get(1..).unwrap_or_default());
    }
    let consonant = |at: usize| small.chars().rev().nth(at).is_some_and(|sign| !"aeiou".contains(sign));
    if small.ends_with('y') && consonant(1) {
        return format!("{}ies", word.get(..word.len() - 1).unwrap_or_default());
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| small.ends_with(end)) {
        return format!("{word}es");
    }
    format!("{word}s")
}

/// Several of what a phrase names, with the blanks around it: ` cards of hearts`.
pub fn phrase(words: &str) -> String {
    let noun = words.trim();
    let lead = words.len() - words.trim_start().len();
    let tail = words.trim_end().len();
    let parts: Vec<&str> = noun.split(' ').collect();
    let (head, rest) = parts.split_at(joint(noun).filter(|at| *at > 0).unwrap_or(parts.len()));
    let several = [plural(&head.join(" "))].into_iter().chain(rest.iter().map(|word| (*word).to_owned()));
    let several = several.collect::<Vec<_>>().join(" ");
    format!("{}{several}{}", words.get(..lead).unwrap_or_default(), words.get(tail..).unwrap_or_default())
}

/// One of what a phrase names many of: `full pocket`, `box in the yard`. What does not look like a plural stays as it is.
pub fn singular(words: &str) -> String {
    let parts: Vec<&str> = words.split(' ').collect();
    let (head, rest) = parts.split_at(joint(words).filter(|at| *at > 0).unwrap_or(parts.len()));
    let (last, before) = head.split_last().map_or((words, head), |(last, before)| (*last, before));
    let one = singular_word(last);
    before.iter().copied().chain([one.as_str()]).chain(rest.iter().copied()).collect::<Vec<_>>().join(" ")
}

fn singular_word(word: &str) -> String {
    let cut = |ending: &str, one: &str| word.strip_suffix(ending).map(|before| format!("{before}{one}"));
    let irregular = IRREGULAR.iter().find_map(|(one, many)| cut(many, one).filter(|found| plural_word(found) == word));
    let ends = [("ies", "y"), ("sses", "ss"), ("xes", "x"), ("zzes", "zz"), ("ches", "ch"), ("shes", "sh"), ("s", "")];
    let regular = || ends.iter().find_map(|(many, one)| cut(many, one).filter(|found| plural_word(found) == word));
    irregular.or_else(regular).unwrap_or_else(|| word.to_owned())
}

/// Which word of a phrase leads on from the noun, as `of` does.
pub fn joint(words: &str) -> Option<usize> {
    words.split(' ').position(|word| JOINTS.contains(&word))
}

/// Whether a description goes on behind the noun: `law for the city`.
pub fn goes_on(words: &str) -> bool {
    joint(words).is_some()
}

#[cfg(test)]
mod tests {
    use super::{phrase, singular};

    #[test]
    fn phrases_are_counted_by_their_noun() {
        let many = ["card", " blue card ", "card of hearts", "die", "law for the city"].map(phrase);
        assert_eq!(many, ["cards", " blue cards ", "cards of hearts", "dice", "laws for the city"]);
    }

    #[test]
    fn one_of_many_is_told_from_how_their_noun_ends() {
        let one =
            ["full pockets", "houses", "boxes of Ann", "cities in the east", "dice", "wolves", "torches", "passes"];
        let one = one.map(singular);
        assert_eq!(one, ["full pocket", "house", "box of Ann", "city in the east", "die", "wolf", "torch", "pass"]);
        for unchanged in ["grass", "gold", "kings' gold", ""] {
            assert_eq!(singular(unchanged), unchanged);
        }
    }
}
