//! Signs that are not seen but do something: to a terminal, or to the order in which a line is read.

use std::borrow::Cow;

/// A text whose signs do nothing but appear. Ends of lines and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|sign| if acts(sign) { picture(sign) } else { sign }).collect())
}

/// JSON in which such signs are written by number.
pub fn escaped(json: &str) -> Cow<'_, str> {
    if !json.contains(acts) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for sign in json.chars() {
        // None of them is beyond the first plane, and all stand inside of texts.
        if acts(sign) { escaped.push_str(&format!("\\u{:04x}", u32::from(sign))) } else { escaped.push(sign) }
    }
    Cow::Owned(escaped)
}

/// Whether a sign does something else than to appear.
pub fn acts(sign: char) -> bool {
    let control = sign.is_control() && !matches!(sign, '\n' | '\t');
    let turns = matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_lines = matches!(sign, '\u{2028}' | '\u{2029}');
    let is_no_character = matches!(sign, '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}');
    control || turns || ends_lines || is_no_character
}

/// What is shown in its place: `␛` for an escape.
pub fn picture(sign: char) -> char {
    match u32::from(sign) {
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_seen() {
        assert_eq!(visible("a\x1b[31m\u{7}\r\0\u{7f}\u{9b}\u{202e}b\tc\n"), "a␛[31m␇␍␀␡��b\tc\n");
        assert_eq!(visible("Größe → 6 × 🐕"), "Größe → 6 × 🐕");
        assert_eq!(escaped("\"\u{9b}\u{202e}ä\""), "\"\\u009b\\u202eä\"");
    }
}
