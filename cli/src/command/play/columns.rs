//! Long lists in columns.

use rulehound_interpreter::story::WIDTH;

/// So many lines are still read one below the other.
const FEW: usize = 20;

/// The lines of a list: one item a line, or, if there are many short ones, side by side, row by row.
pub fn columns(items: &[String]) -> Vec<String> {
    let width = 3 + items.iter().map(|item| item.chars().count()).max().unwrap_or_default();
    let beside = if items.len() > FEW { (WIDTH / width).max(1) } else { 1 };
    let row = |row: &[String]| {
        let cells: String = row.iter().map(|item| format!("{item:<width$}")).collect();
        format!("  {}", cells.trim_end())
    };
    items.chunks(beside).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn many_short_items_stand_side_by_side() {
        let items = |count: usize| (1..=count).map(|number| format!("{number}. item")).collect::<Vec<_>>();
        assert_eq!(columns(&items(2)), ["  1. item", "  2. item"]);
        let many = columns(&items(21));
        assert_eq!(many[0].split_whitespace().filter(|word| *word == "item").count(), 9);
        assert_eq!(many.len(), 3);
        let long = vec!["x".repeat(90); 30];
        assert_eq!(columns(&long).len(), 30);
    }
}
