//! What stands in the first line of a statement, without the block that it opens.

/// A line up to the bracket that opens a block; one within a text holds a value.
pub fn before_block(line: &str) -> &str {
    let mut within = false;
    let opens = line.char_indices().find(|(_, sign)| {
        within ^= *sign == '"';
        !within && *sign == '{'
    });
    line.get(..opens.map_or(line.len(), |(at, _)| at)).unwrap_or(line).trim()
}

#[cfg(test)]
mod tests {
    use super::before_block;

    #[test]
    fn values_in_texts_open_no_block() {
        assert_eq!(before_block("option \"stop with {n} points\" { leave turn }"), "option \"stop with {n} points\"");
        assert_eq!(before_block("may \"dig\" {"), "may \"dig\"");
        assert_eq!(before_block("set x = 1"), "set x = 1");
    }
}
