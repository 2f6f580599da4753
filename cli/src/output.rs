//! Standard output and standard error: the one place where texts reach a terminal. Nothing acts on it but what is written here, and
//! nobody panics when nobody reads any more.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};

use rulehound_interpreter::story;
use rulehound_interpreter::table::{Line, Tone};
use serde_json::Value;

use crate::exit::{Done, Exit, Failure};
use crate::full::{self, Log};
use crate::terminal;
use rulehound::workshop::{escaped, visible};

/// As wide as lines get where somebody else folds them.
const UNBOUNDED: usize = 10_000;

/// What begins and ends a line that is to be dimmed; no text has these signs, since none may.
const DIM: (char, char) = ('\u{fdd0}', '\u{fdd1}');

/// Standard output, buffered.
pub struct Output {
    to: Box<dyn Write>,
    /// The widest line.
    width: usize,
    /// Whether lines that are too wide are folded.
    folds: bool,
    /// Whether emphasis is shown.
    colours: bool,
}

impl Output {
    /// Opens it.
    pub fn new() -> Self {
        let terminal = io::stdout().is_terminal();
        let width = if terminal { terminal::width() } else { story::WIDTH };
        Self { to: Box::new(BufWriter::new(io::stdout())), width, folds: terminal, colours: terminal && colours() }
    }

    /// Into the log of a full screen, which folds lines itself.
    pub fn logged(log: Log) -> Self {
        Self { to: Box::new(Lines { log, begun: Vec::new() }), width: UNBOUNDED, folds: false, colours: false }
    }

    /// Whether a full screen shows it.
    pub fn is_logged(&self) -> bool {
        self.width == UNBOUNDED
    }

    /// As into a pipe, but to this.
    #[cfg(test)]
    pub fn to(to: impl Write + 'static) -> Self {
        Self { to: Box::new(to), width: story::WIDTH, folds: false, colours: false }
    }

    /// Whether a terminal shows it.
    pub fn is_terminal(&self) -> bool {
        self.folds
    }

    /// How wide lines may be.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl AsRef<str>) -> Done<()> {
        let text = text.as_ref();
        let (text, dim) = match text.strip_prefix(DIM.0).and_then(|text| text.strip_suffix(DIM.1)) {
            Some(text) => (text, true),
            None => (text, false),
        };
        let mut shown = visible(text).into_owned();
        if self.folds {
            shown = shown.split('\n').map(|line| folded(line, self.width)).collect::<Vec<_>>().join("\n");
        }
        let shown = if dim { format!("\x1b[2m{shown}\x1b[0m") } else { shown };
        writeln!(self.to, "{shown}").map_err(|error| failure(&error))
    }

    /// Writes a text without an end of line of its own.
    pub fn text(&mut self, text: &str) -> Done<()> {
        write!(self.to, "{}", visible(text)).map_err(|error| failure(&error))
    }

    /// Writes several lines.
    pub fn lines(&mut self, lines: &[String]) -> Done<()> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Writes lines with emphasis, if a terminal shows it.
    pub fn drawn(&mut self, lines: &[Line]) -> Done<()> {
        for line in lines {
            let parts = line.parts().iter().map(|(text, tone)| {
                let text = visible(text);
                match escape(*tone).filter(|_| self.colours) {
                    Some(escape) => format!("\x1b[{escape}m{text}\x1b[0m"),
                    None => text.into_owned(),
                }
            });
            let shown: String = parts.collect();
            writeln!(self.to, "{shown}").map_err(|error| failure(&error))?;
        }
        Ok(())
    }

    /// Writes sentences, as wide as there is room.
    pub fn prose(&mut self, text: &str) -> Done<()> {
        self.lines(&story::lines_within(text, self.width))
    }

    /// Writes data on a line of its own. What acts on terminals is escaped, so that it is the same data still.
    pub fn json(&mut self, value: &Value) -> Done<()> {
        writeln!(self.to, "{}", escaped(&value.to_string())).map_err(|error| failure(&error))
    }

    /// Empties the screen, and what can be scrolled back to.
    pub fn clear(&mut self) -> Done<()> {
        if self.folds {
            write!(self.to, "\x1b[2J\x1b[3J\x1b[H").map_err(|error| failure(&error))
        } else {
            write!(self.to, "{}", "\n".repeat(60)).map_err(|error| failure(&error))
        }
    }

    /// Makes everything visible.
    pub fn flush(&mut self) -> Done<()> {
        self.to.flush().map_err(|error| failure(&error))
    }
}

/// Lines that go into a log.
struct Lines {
    log: Log,
    /// The line at hand.
    begun: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            self.log.borrow_mut().push(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A reader that has gone away wants nothing more: the command ends without a word.
fn failure(error: &io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe {
        Failure::said(Exit::Fine)
    } else {
        Failure::file(format!("cannot write to standard output: {error}"))
    }
}

/// A line that is too wide, broken at blanks, its further lines a little deeper.
fn folded(line: &str, width: usize) -> String {
    let indent = line.chars().take_while(|sign| *sign == ' ').count();
    let deeper = (indent + 2).min(width / 3);
    let mut folded = String::new();
    let mut rest = line;
    let mut room = width;
    while let Some((end, _)) = rest.char_indices().nth(room) {
        // Where one word fills the line, the terminal itself breaks it.
        let blank = rest
            .get(..=end)
            .and_then(|part| part.rfind(' '))
            .filter(|at| !rest.get(..*at).unwrap_or_default().trim().is_empty());
        let Some(blank) = blank.or_else(|| rest.get(end..).and_then(|part| part.find(' ')).map(|at| end + at)) else {
            break;
        };
        folded.push_str(rest.get(..blank).unwrap_or_default().trim_end());
        folded.push('\n');
        folded.push_str(&" ".repeat(deeper));
        rest = rest.get(blank..).unwrap_or_default().trim_start();
        room = width - deeper;
    }
    folded.push_str(rest);
    folded
}

/// Writes a line to standard error, once no full screen hides it; if that cannot be written, there is nobody to tell.
pub fn complain(text: &str) {
    if full::later(text) {
        return;
    }
    let _ = writeln!(io::stderr(), "{}", visible(text));
}

/// The same for a text that is made of harmless parts and may be coloured.
pub fn complain_drawn(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// How explanations look on standard output: dimmed where a terminal shows them.
pub fn shade() -> fn(&str) -> String {
    if io::stdout().is_terminal() && colours() { dimmed } else { str::to_owned }
}

fn dimmed(line: &str) -> String {
    format!("{}{line}{}", DIM.0, DIM.1)
}

/// Colours of players; those of one player are never used for another at one table of six.
const SEATS: [&str; 6] = ["1;36", "1;33", "1;35", "1;32", "1;31", "1;34"];

/// How a terminal is told to show a tone.
fn escape(tone: Tone) -> Option<String> {
    let seat = |seat: usize| SEATS.get(seat % SEATS.len()).copied().unwrap_or("1");
    match tone {
        Tone::Plain => None,
        Tone::Faint => Some("2".to_owned()),
        Tone::Strong => Some("1".to_owned()),
        Tone::Seat(of) => Some(seat(of).to_owned()),
        // Underlined.
        Tone::Changed(Some(of)) => Some(format!("{};4", seat(of))),
        Tone::Struck(Some(of)) => Some(format!("{};9", seat(of))),
        Tone::Struck(None) => Some("9".to_owned()),
        Tone::Changed(None) => Some("1;4".to_owned()),
    }
}

/// Whether colours are wanted.
pub fn colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether standard error may be coloured.
pub fn colour() -> bool {
    io::stderr().is_terminal() && colours()
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn wide_lines_are_folded_at_blanks() {
        assert_eq!(folded("  one two three", 9), "  one two\n   three");
        assert_eq!(folded("one two", 7), "one two");
        assert_eq!(folded("  extraordinarily long", 9), "  extraordinarily\n   long");
        assert_eq!(folded("extraordinarily", 9), "extraordinarily");
        assert_eq!(folded("", 9), "");
    }
}
