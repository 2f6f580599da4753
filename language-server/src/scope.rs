//! The names bound before a place, read from the words alone, so that a broken statement hides none.

use rulehound_grammar::lexemes::{Lexeme, LexemeKind, lexemes};

/// A bound name, and the last word of the set or type it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The name.
    pub name: String,
    /// The word that tells what it can be, if there is one.
    pub from: Option<String>,
}

/// Words that begin a declaration whose parameters and bindings end with it.
const DECLARATIONS: [&str; 8] = ["phase", "rule", "def", "trigger", "component", "var", "zone", "pile"];

/// Words whose names end with the block behind them.
const BLOCKS: [&str; 6] = ["for", "repeat", "simultaneous", "option", "phase", "rule"];

/// The names that are bound where a text ends, the last first.
pub fn bound(before: &str) -> Vec<Bound> {
    let all = lexemes(before);
    let mut reader = Reader {
        text: before,
        all: &all,
        frames: vec![Vec::new()],
        waiting: Vec::new(),
        block: false,
        component: false,
    };
    for index in 0..all.len() {
        reader.read(index);
    }
    let mut bound: Vec<Bound> = reader.frames.into_iter().flatten().chain(reader.waiting).collect();
    bound.reverse();
    bound
}

struct Reader<'a> {
    text: &'a str,
    all: &'a [Lexeme],
    /// By the braces that are open.
    frames: Vec<Vec<Bound>>,
    /// Names that hold in the next block.
    waiting: Vec<Bound>,
    /// Whether names are bound for the next block.
    block: bool,
    /// Whether the features of a component are read.
    component: bool,
}

impl<'a> Reader<'a> {
    fn words(&self, index: usize) -> &'a str {
        let Some(one) = self.all.get(index) else { return "" };
        self.text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default()
    }

    fn kind(&self, index: usize) -> Option<LexemeKind> {
        self.all.get(index).map(|one| one.kind)
    }

    fn read(&mut self, index: usize) {
        let word = self.words(index);
        match word {
            "{" => {
                self.frames.push(std::mem::take(&mut self.waiting));
                self.block = false;
            }
            "}" if self.frames.len() > 1 => _ = self.frames.pop(),
            _ if DECLARATIONS.contains(&word) && self.frames.len() == 1 => {
                self.frames = vec![Vec::new()];
                self.waiting.clear();
                self.component = word == "component";
                self.block = BLOCKS.contains(&word);
            }
            _ if BLOCKS.contains(&word) => self.block = true,
            _ if self.kind(index) == Some(LexemeKind::Keyword) && STATEMENTS.contains(&word) => self.block = false,
            _ if self.kind(index) == Some(LexemeKind::Name) => self.name(index),
            _ => {}
        }
    }

    fn name(&mut self, index: usize) {
        let before = index.checked_sub(1).map_or("", |before| self.words(before));
        let behind = self.words(index + 1);
        let is_parameter = matches!(before, "(" | ",") && self.frames.len() == 1;
        // Who sees a feature may be told by another one.
        let is_feature = self.component && self.frames.len() == 2 && before != "in";
        let is_pick =
            behind == "in" && self.kind(index + 1) == Some(LexemeKind::Keyword) && before != "." && before != "not";
        let from = match behind {
            "in" if is_pick => self.last_of(index + 2),
            ":" if is_parameter || is_feature || before == "move" => Some(self.words(index + 2).to_owned()),
            "=" if before == "let" => self.last_of(index + 2),
            _ if is_parameter && matches!(behind, "," | ")" | "") => None,
            _ => return,
        };
        let bound = Bound { name: self.words(index).to_owned(), from };
        if self.block || is_parameter {
            self.waiting.push(bound);
        } else if let Some(frame) = self.frames.last_mut() {
            frame.push(bound);
        }
    }

    /// The last name of a simple chain such as `p.hand`, or `Card`.
    fn last_of(&self, mut index: usize) -> Option<String> {
        while self.words(index + 1) == "." {
            index += 2;
        }
        let word = self.words(index);
        (!word.is_empty()).then(|| word.to_owned())
    }
}

/// Words at which the names of a statement before end their waiting for a block.
const STATEMENTS: [&str; 12] =
    ["choose", "may", "require", "let", "move", "swap", "draw", "roll", "shuffle", "set", "show", "do"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_in_their_blocks() {
        let names = |text: &str| bound(text).into_iter().map(|one| one.name).collect::<Vec<_>>();
        assert_eq!(names("rule a(p: player, c) { let n = 3 for q in players { "), ["q", "n", "c", "p"]);
        assert_eq!(names("rule a(p: player) { for q in players { } "), ["p"]);
        assert_eq!(names("zone a(t: Town) : Coin seen by all zone b(u: Town, v: Sort) : Coin seen by "), ["v", "u"]);
        assert_eq!(names("pile a of each c in Chest : Coin seen by c."), ["c"]);
        assert_eq!(names("component Letter { reader : player seen by all  text : 1..3 seen by "), ["text", "reader"]);
        assert_eq!(names("component Card { suit : Suit  make s in Suit : suit = "), ["s", "suit"]);
        assert_eq!(names("rule a(p: player) { } phase b { choose c in p.hand as \"{c"), ["c"]);
        assert_eq!(
            bound("phase b { choose c in p.hand ").first().and_then(|one| one.from.clone()).as_deref(),
            Some("hand")
        );
    }
}
