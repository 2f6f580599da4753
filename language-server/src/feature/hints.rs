//! What need not be written, shown between what is: what a `let` and a `def` can be, and which parameter an argument is for. Off unless an
//! editor wants it.

use gen_lsp_types::{InlayHint, InlayHintKind, Label, Position};
use rulehound_grammar::lexemes::{Lexeme, LexemeKind, lexemes};
use rulehound_grammar::span::FileId;
use rulehound_interpreter::check::Studied;
use rulehound_interpreter::type_words;

use super::signature::signatures;
use crate::world::World;

/// The hints of a stretch of an open text.
pub fn hints(world: &mut World<'_>, file: &str, (from, to): (usize, usize)) -> Option<Vec<InlayHint>> {
    if !world.settings.hints {
        return None;
    }
    world.look_at(file);
    let (game, document) = (world.game(file)?, world.document(file)?);
    let all = lexemes(&document.text);
    let reader = Reader { game, text: &document.text, all: &all };
    let mut found: Vec<(usize, String, InlayHintKind)> = Vec::new();
    for index in 0..all.len() {
        found.extend(reader.bound(index));
        found.extend(reader.arguments(index));
    }
    found.retain(|(at, _, _)| from <= *at && *at <= to);
    let position = |at| document.lines.position(&document.text, at);
    Some(found.into_iter().map(|(at, label, kind)| hint(position(at), label, kind)).collect())
}

fn hint(position: Position, label: String, kind: InlayHintKind) -> InlayHint {
    let before = kind == InlayHintKind::Parameter;
    InlayHint {
        position,
        label: Label::String(label),
        kind: Some(kind),
        text_edits: None,
        tooltip: None,
        padding_left: Some(!before),
        padding_right: Some(before),
        data: None,
    }
}

struct Reader<'a> {
    game: &'a Studied,
    text: &'a str,
    all: &'a [Lexeme],
}

impl<'a> Reader<'a> {
    fn words(&self, index: usize) -> &'a str {
        let Some(one) = self.all.get(index) else { return "" };
        self.text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default()
    }

    /// What a name behind `let` or `def` can be.
    fn bound(&self, index: usize) -> Option<(usize, String, InlayHintKind)> {
        let name = self.all.get(index + 1).filter(|one| one.kind == LexemeKind::Name)?;
        let what = match self.words(index) {
            "let" => {
                let known = &self.game.names.bound;
                let is_it = |at: &rulehound_grammar::span::Location| at.file == FileId(0) && at.span == name.span;
                known.iter().find(|(at, _)| is_it(at)).map(|(_, what)| what.clone())?
            }
            "def" => self.definition(self.words(index + 1))?,
            _ => return None,
        };
        // Behind the parameters, if there are any.
        let end = if self.words(index + 2) == "(" { self.closing(index + 2)? } else { index + 1 };
        Some((self.all.get(end)?.span.end as usize, format!(": {}", plain(&what)), InlayHintKind::Type))
    }

    /// What a definition gives.
    fn definition(&self, name: &str) -> Option<String> {
        let model = self.game.checked.model.as_ref()?;
        let found = model.definitions.iter().find(|one| one.name == name && one.is_written())?;
        Some(type_words(model, &found.of))
    }

    /// The bracket that closes one.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut deep = 0_usize;
        for index in open..self.all.len() {
            match self.words(index) {
                "(" => deep += 1,
                ")" if deep == 1 => return Some(index),
                ")" => deep = deep.saturating_sub(1),
                _ => {}
            }
        }
        None
    }

    /// The names of parameters before the arguments of a call that does not say them itself.
    fn arguments(&self, index: usize) -> Vec<(usize, String, InlayHintKind)> {
        let is_call = self.all.get(index).is_some_and(|one| one.kind == LexemeKind::Name)
            && self.words(index + 1) == "("
            && !index.checked_sub(1).is_some_and(|before| {
                matches!(
                    self.words(before),
                    "rule" | "phase" | "def" | "table" | "trigger" | "." | "var" | "zone" | "pile"
                )
            });
        let Some(close) = self.closing(index + 1).filter(|_| is_call) else { return Vec::new() };
        let signatures = signatures(self.game, self.words(index));
        let Some(signature) = signatures.first() else { return Vec::new() };
        let (mut deep, mut begins, mut found, mut number) = (0_usize, true, Vec::new(), 0);
        for at in index + 2..close {
            if begins {
                let ends = |word: &str| matches!(word, "," | ")");
                let alone = ends(self.words(at + 1));
                found.extend(self.argument(at, signature.parameters.get(number), alone));
                begins = false;
            }
            match self.words(at) {
                "(" | "{" => deep += 1,
                ")" | "}" => deep = deep.saturating_sub(1),
                "," if deep == 0 => (begins, number) = (true, number + 1),
                _ => {}
            }
        }
        found
    }

    fn argument(&self, at: usize, parameter: Option<&String>, alone: bool) -> Option<(usize, String, InlayHintKind)> {
        let (name, _) = parameter?.split_once(':')?;
        let start = self.all.get(at)?.span.start as usize;
        let says_itself = alone && self.words(at) == name.trim();
        (!says_itself).then(|| (start, format!("{}:", name.trim()), InlayHintKind::Parameter))
    }
}

/// Words as they stand between others, without the marks of code.
fn plain(words: &str) -> String {
    words.replace('`', "")
}
