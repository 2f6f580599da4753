//! Trees compared without regard to where they stand in the text.

use super::File;

/// A form of the tree in which only spans and comments are left out: two files of equal shape say the same.
pub fn shape(file: &File) -> String {
    let debug = format!("{:#?}\n{:#?}", file.game, file.declarations);
    let mut result = String::with_capacity(debug.len());
    let mut inside_span = false;
    for line in debug.lines() {
        // `Span { start, end }` is four lines of this form, wherever it stands.
        inside_span |= line.trim_end().ends_with("Span {");
        if !inside_span {
            result += line.trim_start();
            result.push('\n');
        }
        inside_span &= !line.trim_start().starts_with('}');
    }
    result
}
