//! Things that differ by a number alone are named once: `cards 2, 4 and 9`.

use crate::wrap::and;
use rulehound_engine::words::plural;

/// So many alike numbered things are named one by one.
const MOST_NUMBERS: usize = 5;

/// A noun and the numbers behind it.
type Numbers = (String, Vec<String>);

/// What differs by a number alone is named once: `cards 2, 4 and 9`. Each is told by how many it is and in words.
pub fn numbered(all: impl Iterator<Item = (u32, String)>) -> Vec<String> {
    let mut told: Vec<(String, Option<Numbers>)> = Vec::new();
    for (count, words) in all {
        let bare = if count == 1 { Some(words.as_str()) } else { words.strip_prefix(&format!("{count} × ")) };
        let split = bare.and_then(|bare| bare.rsplit_once(' '));
        // Of more words no ending tells how several are called.
        let split = split
            .filter(|(noun, last)| last.parse::<u32>().is_ok() && (!noun.contains(' ') || noun.ends_with(" number")));
        let several = usize::try_from(count).ok().filter(|count| *count <= MOST_NUMBERS);
        let Some(((noun, number), count)) = split.zip(several) else {
            told.push((words, None));
            continue;
        };
        let numbers = vec![number.to_owned(); count];
        match told.last_mut() {
            Some((_, Some((same, before)))) if same == noun => before.extend(numbers),
            _ => {
                let noun = noun.to_owned();
                told.push((words, Some((noun, numbers))));
            }
        }
    }
    let several = |(words, numbers): (String, Option<Numbers>)| match numbers {
        Some((noun, numbers)) if numbers.len() > 1 => format!("{} {}", plural(&noun), and(&numbers)),
        Some(_) | None => words,
    };
    told.into_iter().map(several).collect()
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn numbers_stand_behind_one_noun() {
        let told =
            |all: &[(u32, &str)]| numbered(all.iter().map(|(count, words)| (*count, (*words).to_owned()))).join("; ");
        assert_eq!(told(&[(1, "card 2"), (1, "card 5"), (1, "ace")]), "cards 2 and 5; ace");
        assert_eq!(told(&[(1, "chip number 2"), (1, "chip number 3")]), "chip numbers 2 and 3");
        assert_eq!(told(&[(2, "2 × die 1"), (1, "die 5")]), "dice 1, 1 and 5");
        assert_eq!(
            told(&[(3, "3 cards"), (1, "card 5"), (1, "Momo 3"), (1, "red card 7")]),
            "3 cards; card 5; Momo 3; red card 7"
        );
    }
}
