//! What goes wrong in a file: words left out, doubled, exchanged, moved; numbers at their edges; lines and blocks; signs that act.

use rulehound_interpreter::play::Seeded;

use super::tokens::{TokenSort, tokens};

/// Numbers at the edges of what the program holds.
const NUMBERS: [&str; 12] =
    ["0", "1", "2", "7", "99", "255", "256", "65536", "1000000", "2147483647", "2147483648", "99999999999999999999"];

/// Words that change what a statement does, and signs that act on terminals and readers.
const PIECES: [&str; 44] = [
    "{",
    "}",
    "(",
    ")",
    "\"",
    "#",
    "\n",
    "=",
    ":",
    ",",
    "..",
    ".",
    "-",
    "\\",
    "é",
    "\u{1b}[2J",
    "\u{202e}",
    "\r",
    "\0",
    "if",
    "none",
    "else",
    "any",
    "all",
    "count",
    "choose",
    "plan",
    "simultaneous",
    "repeat",
    "while",
    "leave",
    "draw",
    "shuffle",
    "from",
    "to",
    "seen by",
    "each",
    "of",
    "sum",
    "may",
    "require",
    "where",
    "by",
    "not",
];

/// A text with one to three mistakes; `other` lends some of its words.
pub fn text(good: &str, other: &str, chance: &mut Seeded) -> String {
    let mut text = good.to_owned();
    for _ in 0..=chance.below(6) / 4 {
        text = match chance.below(12) {
            0 => lines(&text, chance),
            1 => block(&text, chance),
            _ => words(&text, other, chance),
        };
    }
    text
}

fn words(text: &str, other: &str, chance: &mut Seeded) -> String {
    let mut words = tokens(text);
    let solid: Vec<usize> = (0..words.len()).filter(|at| words[*at].0 != TokenSort::Blank).collect();
    let Some(at) = solid.get(chance.below(solid.len())).copied() else { return PIECES[0].to_owned() };
    let sort = words[at].0;
    let theirs = tokens(other);
    match chance.below(12) {
        0 => _ = words.remove(at),
        1 => words.insert(at, words[at]),
        2 => words.swap(at, solid[chance.below(solid.len())]),
        3 => words[at].1 = PIECES[chance.below(PIECES.len())],
        4 => words.insert(at, (TokenSort::Sign, PIECES[chance.below(PIECES.len())])),
        5..=8 => {
            let alike: Vec<usize> = solid.iter().copied().filter(|at| words[*at].0 == sort).collect();
            words[at].1 = if sort == TokenSort::Number && chance.below(2) == 0 {
                NUMBERS[chance.below(NUMBERS.len())]
            } else {
                words[alike[chance.below(alike.len())]].1
            };
        }
        9 => {
            let alike: Vec<&(TokenSort, &str)> = theirs.iter().filter(|(other, _)| *other == sort).collect();
            if let Some((_, word)) = alike.get(chance.below(alike.len())) {
                words[at].1 = word;
            }
        }
        _ => {
            let numbers: Vec<usize> = solid.iter().copied().filter(|at| words[*at].0 == TokenSort::Number).collect();
            if let Some(at) = numbers.get(chance.below(numbers.len())) {
                words[*at].1 = NUMBERS[chance.below(NUMBERS.len())];
            }
        }
    }
    words.into_iter().map(|(_, word)| word).collect()
}

fn lines(text: &str, chance: &mut Seeded) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (from, to) = (chance.below(lines.len()), chance.below(lines.len()));
    if lines.is_empty() {
        return String::new();
    }
    match chance.below(3) {
        0 => _ = lines.remove(from),
        1 => lines.insert(to, lines[from]),
        _ => {
            let line = lines.remove(from);
            lines.insert(to.min(lines.len()), line);
        }
    }
    lines.concat()
}

/// A block in braces is emptied, doubled inside itself, or put where another stood.
fn block(text: &str, chance: &mut Seeded) -> String {
    let opening: Vec<usize> = text.match_indices('{').map(|(at, _)| at).collect();
    let Some(start) = opening.get(chance.below(opening.len())).copied() else { return text.to_owned() };
    let inside = inside(&text[start + 1..]);
    let (before, behind) = (&text[..=start], &text[start + 1 + inside.len()..]);
    match chance.below(3) {
        0 => format!("{before}{behind}"),
        1 => format!("{before}{inside}{inside}{behind}"),
        _ => {
            let other = opening[chance.below(opening.len())];
            format!("{before}{}{behind}", self::inside(&text[other + 1..]))
        }
    }
}

/// What stands before the closing brace.
fn inside(text: &str) -> &str {
    let mut depth = 1;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

/// Bytes with some bits turned, a number at its edge, a number as its neighbour, or a piece cut out.
pub fn bytes(good: &[u8], chance: &mut Seeded) -> Vec<u8> {
    const CELLS: [i32; 9] = [0, 1, -1, 2, 255, 65_536, i32::MAX, i32::MIN, i32::MIN + 1];
    let mut bytes = good.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len());
        match chance.below(5) {
            0 => bytes[at] ^= 1 << chance.below(8),
            1 if bytes.len() >= 20 => {
                let cell = 16 + chance.below((bytes.len() - 16) / 4) * 4;
                bytes[cell..cell + 4].copy_from_slice(&CELLS[chance.below(CELLS.len())].to_le_bytes());
            }
            2 if bytes.len() >= 24 => {
                let cells = (bytes.len() - 16) / 4;
                let (one, two) = (16 + 4 * chance.below(cells), 16 + 4 * chance.below(cells));
                for byte in 0..4 {
                    bytes.swap(one + byte, two + byte);
                }
            }
            // What stands beside it is mostly of the same kind, so that the whole is likely to be played on.
            3 if bytes.len() >= 24 => {
                let cell = 16 + 4 * chance.below((bytes.len() - 16) / 4 - 1);
                bytes.copy_within(cell + 4..cell + 8, cell);
            }
            _ if chance.below(20) == 0 => bytes.truncate(at),
            _ => bytes[at] = u8::try_from(chance.below(256)).expect("a byte"),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}
