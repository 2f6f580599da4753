//! YAML quoting.

/// A text as a YAML scalar that means exactly it, in a list or map in brackets too.
pub fn quoted(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { in_quotation_marks(text) }
}

/// Only what no reader of YAML can take for anything else.
fn is_plain(text: &str) -> bool {
    const MEANT_OTHERWISE: [&str; 5] = ["null", "true", "false", "y", "n"];
    let begins = text.starts_with(|sign: char| sign.is_alphanumeric());
    let ends = text.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, ')' | '.' | '!' | '?'));
    let inside = |sign: char| {
        sign.is_alphanumeric() || matches!(sign, ' ' | '_' | '-' | '.' | '\'' | '(' | ')' | '/' | '+' | '=' | '!' | '?')
    };
    begins
        && ends
        && text.chars().all(inside)
        && text.chars().all(|sign| sign.is_ascii() || sign.is_alphabetic())
        && !MEANT_OTHERWISE.contains(&text.to_lowercase().as_str())
}

fn in_quotation_marks(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            ' '..='~' => quoted.push(sign),
            _ if sign.is_alphanumeric() => quoted.push(sign),
            _ => quoted.push_str(&format!("\\U{:08X}", u32::from(sign))),
        }
    }
    quoted.push('"');
    quoted
}
