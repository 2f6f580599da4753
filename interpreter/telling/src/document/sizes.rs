//! Sizes that the table chooses, in words.

use super::english::{English, Scope};
use super::prose::Prose;
use rulehound_rules::model::{Board, Expression, ExpressionKind, Kind, Model};

/// From what the size of a board is reckoned.
pub fn of_board(model: &Model, board: &Board) -> Vec<(String, Prose)> {
    let Some(chosen) = &board.chosen else { return Vec::new() };
    let (columns, rows) = (said(model, &chosen.columns), said(model, &chosen.rows));
    if columns == rows {
        return vec![fact(&format!("as many columns and rows as {columns}"))];
    }
    let told = [(&chosen.columns, "columns", columns), (&chosen.rows, "rows", rows)];
    let told = told.into_iter().filter(|(size, ..)| !matches!(*size.kind, ExpressionKind::Constant(_)));
    let told: Vec<String> = told.map(|(_, what, words)| format!("as many {what} as {words}")).collect();
    vec![fact(&told.join(", "))]
}

/// From what it is reckoned how many components of a kind there are.
pub fn of_kind(model: &Model, kind: &Kind) -> Vec<(String, Prose)> {
    let mut numbers: Vec<String> = kind.chosen.iter().map(|chosen| said(model, &chosen.copies)).collect();
    numbers.dedup();
    if numbers.is_empty() {
        return Vec::new();
    }
    vec![fact(&format!("as many as {}", super::names::and(&numbers)))]
}

fn fact(words: &str) -> (String, Prose) {
    ("The table chooses".to_owned(), Prose::read(words))
}

/// A size as a noun phrase.
fn said(model: &Model, size: &Expression) -> String {
    let english = English::new(model, &Scope::new(size.at, size.at));
    english.polished(&english.phrase(size))
}
