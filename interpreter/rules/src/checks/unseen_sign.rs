//! `unseen-sign`: a sign that nobody sees and that shows the text otherwise than it is read. It can hide rules in what looks like a comment.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::fix::{Certainty, Fix};
use rulehound_grammar::span::{FileId, Location, Span, ends_line};

use super::game::Game;

/// One a line: where they are, nothing on the line can be trusted.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let sources = game.model.sources.iter().enumerate();
    sources
        .flat_map(|(index, source)| in_text(FileId(u16::try_from(index).unwrap_or(u16::MAX)), &source.text))
        .collect()
}

fn in_text(file: FileId, text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut warned = false;
    for (start, sign) in text.char_indices() {
        warned &= !ends_line(sign);
        let Some(does) = does(sign).filter(|_| !warned) else { continue };
        warned = true;
        let at = Location { file, span: Span::new(start, start + sign.len_utf8()) };
        let message = format!("a sign that is not seen (U+{:04X}) {does}", u32::from(sign));
        let warning = Diagnostic::warning("unseen-sign", message, at, "it stands here");
        let fix = Fix::remove(at, &format!("U+{:04X}", u32::from(sign)), Certainty::Likely);
        let help = "take it out; what is read may differ from what an editor shows";
        found.push(warning.with_help(help).with_fix(fix));
    }
    found
}

/// What a sign does that is not seen itself.
fn does(sign: char) -> Option<&'static str> {
    match sign {
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some("turns the direction in which this line is shown")
        }
        '\u{2028}' | '\u{2029}' => Some("looks like the end of a line and is none"),
        _ => None,
    }
}
