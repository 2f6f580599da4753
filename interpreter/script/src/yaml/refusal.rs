//! What the reader of YAML refuses, in words for people who do not know its own.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Span, ends_line};

use super::node::at;

/// A finding for what the reader says (`info`) about a place in the text.
pub fn worded(text: &str, info: &str, place: Span) -> Diagnostic {
    let says = |words: &str| info.contains(words);
    let finding = |message: &str, label: &str| Diagnostic::error("bad-yaml", message, at(place), label);
    let open = open(text.get(..place.start as usize).unwrap_or_default());
    if says("tab") {
        return finding("lines of a script are not indented with tabs", "a tab stands here")
            .with_help("indent with blanks, two for each level");
    }
    if says("recursion limit") || says("nesting") {
        return finding("lists and maps are nested too deeply here", "this is one too many")
            .with_help("no step needs more than three levels");
    }
    match open {
        Some((offset, '"' | '\'')) => {
            let opened = at(Span::new(offset, offset + 1));
            return finding("a quotation mark is not closed", "a new line begins before it is closed")
                .with_label(opened, "opened here")
                .with_help("close it at the end of the text");
        }
        Some((offset, bracket)) => {
            let closing = if bracket == '[' { ']' } else { '}' };
            let opened = at(Span::new(offset, offset + 1));
            return finding(&format!("this `{bracket}` is not closed"), "so this cannot stand here")
                .with_label(opened, "opened here")
                .with_help(format!(
                    "write `{closing}` behind its last value; a text that begins with `{bracket}` needs quotation marks"
                ));
        }
        None => {}
    }
    if says("mapping values are not allowed") {
        return finding("a second colon stands in this line", "this one")
            .with_help("a text that holds `: ` needs quotation marks; a new step or key needs a new line");
    }
    if says("expected ':'") || says("expected `:`") {
        return finding("a colon is missing in this line", "behind this word")
            .with_help("write a key, a colon, a blank and its value: `players: [Ann, Ben]`");
    }
    if says("'-' indicator") || says("block mapping") || says("block collection") || says("indentation") {
        return finding("this line is indented otherwise than those above it", "it begins here")
            .with_help("steps of one list, and keys of one map, begin in the same column");
    }
    Diagnostic::error("bad-yaml", format!("this is no YAML: {info}"), at(place), "here").with_help(
        "texts that hold `: `, ` #` or begin with a sign such as `{`, `[`, `*`, `&` or `!` need quotation marks",
    )
}

/// The last bracket or quotation mark that is open at the end of a text.
fn open(text: &str) -> Option<(usize, char)> {
    let mut stack: Vec<(usize, char)> = Vec::new();
    let mut before = '\n';
    let mut signs = text.char_indices();
    while let Some((offset, sign)) = signs.next() {
        let begins = before.is_whitespace() || matches!(before, '[' | '{' | ',');
        match (stack.last().map(|(_, sign)| *sign), sign) {
            (Some('"'), '\\') => drop(signs.next()),
            (Some(quote @ ('"' | '\'')), _) if sign == quote => drop(stack.pop()),
            (Some('"' | '\''), _) => {}
            // A remark ends with its line.
            (_, '#') if before.is_whitespace() => drop(signs.find(|(_, sign)| ends_line(*sign))),
            (_, '"' | '\'') if begins => stack.push((offset, sign)),
            (_, '[' | '{') if begins || !stack.is_empty() => stack.push((offset, sign)),
            (Some('['), ']') | (Some('{'), '}') => drop(stack.pop()),
            _ => {}
        }
        before = sign;
    }
    stack.pop()
}
