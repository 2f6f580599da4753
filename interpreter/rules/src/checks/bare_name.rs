//! `bare-name`: words of a choice in which the name of what is chosen stands as a mere letter, so that all options read the same.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Location, Span};

use crate::facts::walk;
use crate::model::{ExpressionKind, LocalId, Model, Offered, Piece, StatementKind, Text};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, statement, _) in game.statements() {
        if let StatementKind::Choose(choose) = &statement.kind {
            found.extend(bare(game.model, &choose.offered));
        } else if let StatementKind::ChooseOption { options, .. } = &statement.kind {
            found.extend(options.iter().filter_map(|option| bare(game.model, &option.offered)));
        }
    }
    found
}

/// A name of what is offered that stands in its words as a letter, where none of its names stands in them as a value.
fn bare(model: &Model, offered: &Offered) -> Option<Diagnostic> {
    let text = offered.wording.as_ref()?;
    let names = offered.meant.names();
    if names.iter().any(|name| tells(text, *name)) {
        return None;
    }
    let letters = names.iter().filter_map(|name| model.locals.get(name.index())).map(|local| local.name.as_str());
    // Words of English are one letter long, too.
    let mut letters = letters.filter(|name| name.len() == 1 && !matches!(*name, "a" | "i"));
    let (name, at) = letters.find_map(|name| Some((name, place(model, text, name)?)))?;
    let message = format!("`{name}` is a mere letter in these words, so that all options read the same");
    Some(
        Diagnostic::warning("bare-name", message, at, "not what was chosen")
            .with_help(format!("write `{{{name}}}` for what `{name}` stands for")),
    )
}

/// Whether a value in the text hangs on a name.
fn tells(text: &Text, name: LocalId) -> bool {
    let mut told = false;
    walk::visit_text(text, &mut |_, value| {
        told |= walk::deep(value).any(|part| matches!(*part.kind, ExpressionKind::Local(local) if local == name));
    });
    told
}

/// Where a letter stands alone in the plain words of a text.
fn place(model: &Model, text: &Text, letter: &str) -> Option<Location> {
    let alone = |piece: &Piece| match piece {
        Piece::Words(words) => words.split(|one: char| !one.is_alphanumeric() && one != '_').any(|word| word == letter),
        Piece::Value(_) | Piece::Counted { .. } | Piece::If { .. } => false,
    };
    if !text.pieces.iter().any(alone) {
        return None;
    }
    let written = model.written(text.at);
    let is_part = |one: Option<char>| one.is_some_and(|one| one.is_alphanumeric() || one == '_');
    let (at, _) = written.match_indices(letter).find(|(at, _)| {
        let before = written.get(..*at).and_then(|before| before.chars().next_back());
        let behind = written.get(at + letter.len()..).and_then(|behind| behind.chars().next());
        !is_part(before) && !is_part(behind)
    })?;
    let start = text.at.span.start + u32::try_from(at).ok()?;
    Some(Location { span: Span { start, end: start + 1 }, ..text.at })
}
