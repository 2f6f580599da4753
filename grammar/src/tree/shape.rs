//! Trees compared without regard to where they stand in the text.

use super::File;

/// How a place in the text is written in the form that trees are compared in.
const SPAN: &str = "Span { start: ";

/// A form of the tree in which only spans and comments are left out: two files of equal shape say the same. A line goes from one span to the
/// next.
pub fn shape(file: &File) -> String {
    let whole = format!("{:?}\n{:?}", file.game, file.declarations);
    let mut parts = whole.split(SPAN);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        result.push('\n');
        result += part.split_once('}').map_or(part, |(_, behind)| behind);
    }
    result
}
