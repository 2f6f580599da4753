//! The reader of rules, and the writer of the one layout.

use rulehound_grammar::span::FileId;
use rulehound_grammar::{format, parse};

/// Any text is read with findings that lie inside it; what is written again stays as it is from then on.
pub fn text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = parse(FileId(0), &text);
    for one in &read.diagnostics {
        let (start, end) = (one.primary.at.span.start as usize, one.primary.at.span.end as usize);
        assert!(start <= end && end <= text.len(), "{one:?} stands outside the text");
        assert!(!one.message.is_empty() && !one.primary.text.is_empty(), "{one:?} says nothing");
    }
    if let Ok(formatted) = format(&text) {
        assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "formatted again it is another text");
    }
}
