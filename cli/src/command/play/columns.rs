//! Lists that fit the screen.

use rulehound_interpreter::story;

/// So many lines are still read one below the other.
const FEW: usize = 20;

/// The lines of a list: one item below the other, or, if there are many short ones, side by side, row by row.
pub fn columns(items: &[String], width: usize) -> Vec<String> {
    let widest = 3 + items.iter().map(|item| item.chars().count()).max().unwrap_or_default();
    let beside = if items.len() > FEW { (width / widest).max(1) } else { 1 };
    if beside == 1 && width < story::WIDTH {
        return items.iter().flat_map(|item| indented(item, width)).collect();
    }
    let row = |row: &[String]| {
        let cells: String = row.iter().map(|item| format!("{item:<widest$}")).collect();
        format!("  {}", cells.trim_end())
    };
    items.chunks(beside).map(row).collect()
}

/// A text two columns to the right.
pub fn indented(text: &str, width: usize) -> Vec<String> {
    story::lines_within(text, width.saturating_sub(2)).into_iter().map(|line| format!("  {line}")).collect()
}

/// Words with what they mean: side by side where there is room, else below each other.
pub fn explained(items: &[(&str, &str)], width: usize) -> Vec<String> {
    let widest = 3 + items.iter().map(|(words, _)| words.chars().count()).max().unwrap_or_default();
    let beside = width >= 2 * widest + 20;
    let one = |(words, meaning): &(&str, &str)| {
        if !beside {
            let meaning = story::lines_within(meaning, width.saturating_sub(4));
            let meaning = meaning.into_iter().map(|line| format!("    {}", line.trim_start()));
            return std::iter::once((*words).to_owned()).chain(meaning).collect::<Vec<_>>();
        }
        let meaning = story::lines_within(meaning, width - widest).into_iter().enumerate();
        let line = |(number, line): (usize, String)| {
            format!("{:<widest$}{}", if number == 0 { words } else { "" }, line.trim_start())
        };
        meaning.map(line).collect()
    };
    items.iter().flat_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_short_items_stand_side_by_side() {
        let items = |count: usize| (1..=count).map(|number| format!("{number}. item")).collect::<Vec<_>>();
        assert_eq!(columns(&items(2), 100), ["  1. item", "  2. item"]);
        let many = columns(&items(21), 100);
        assert_eq!(many[0].split_whitespace().filter(|word| *word == "item").count(), 9);
        assert_eq!(many.len(), 3);
        assert_eq!(columns(&items(21), 40).len(), 7);
        let long = vec!["x".repeat(90); 30];
        assert_eq!(columns(&long, 100).len(), 30);
    }

    #[test]
    fn long_items_are_broken() {
        let item = "1. take the stick that lies on top of the heap".to_owned();
        assert_eq!(columns(&[item], 40), ["  1. take the stick that lies on top of", "    the heap"]);
        let wide = explained(&[("h", "this help"), ("s FILE", "save the game")], 100);
        assert_eq!(wide, ["h        this help", "s FILE   save the game"]);
        let narrow = explained(&[("explain on, off", "whether the story says more")], 40);
        assert_eq!(narrow, ["explain on, off", "    whether the story says more"]);
    }
}
