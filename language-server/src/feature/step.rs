//! What a script could say next: its keys, who answers, and what is on offer at that step.

use std::sync::Arc;

use gen_lsp_types::{CompletionItem, CompletionItemKind, Range, TextEdit};
use rulehound_interpreter::play::Position;
use rulehound_interpreter::script::{self, KEYS, WORDS, quoted};

use crate::world::World;

/// The most options that are offered; nobody reads more.
const MOST: usize = 500;

/// What could be written at an offset of an open script. The script is played up to the step that the place lies in.
pub fn completion(world: &mut World<'_>, name: &str, offset: usize) -> Option<Vec<CompletionItem>> {
    let text = world.document(name)?.text.clone();
    let line_start = text.get(..offset)?.rfind('\n').map_or(0, |end| end + 1);
    let written = text.get(line_start..offset)?;
    let in_steps = text.get(..line_start)?.lines().any(|line| line.trim_end() == "steps:");
    if !in_steps {
        let keys = KEYS.iter().filter(|key| !text.lines().any(|line| line.starts_with(&format!("{key}:"))));
        return (!written.contains(':'))
            .then(|| items(world, name, offset, (line_start, keys.map(|key| format!("{key}: ")).collect())))?;
    }
    let step = written.trim_start().trim_start_matches("- ").trim_start();
    let position = before(world, name, text.get(..begins(&text, line_start, written))?)?;
    match step.split_once(':') {
        None => {
            let players = &position.game().instance().players;
            let deciders = position.deciders().into_iter().filter_map(|seat| players.get(seat).cloned());
            let words = WORDS.iter().map(|word| (*word).to_owned());
            let heads = deciders.chain(words).map(|word| format!("{word}: ")).collect();
            items(world, name, offset, (offset - step.len(), heads))
        }
        Some((player, answer)) => {
            let answer = answer.trim_start();
            let seat = position.game().instance().players.iter().position(|name| name == player.trim())?;
            let offer = position.offer(seat).ok()??;
            let options = offer.options.into_iter().take(MOST).map(|option| quoted(&option.text)).collect();
            items(world, name, offset, (offset - answer.len(), options))
        }
    }
}

/// Where the step begins that a line belongs to: at the last line that has a dash.
fn begins(text: &str, line_start: usize, written: &str) -> usize {
    if written.trim_start().starts_with('-') {
        return line_start;
    }
    let before = text.get(..line_start).unwrap_or_default();
    let dash = before.rfind("\n  - ").or_else(|| before.rfind("\n- "));
    dash.map_or(line_start, |at| at + 1)
}

/// Where a script stands that ends here; none if something in it does not fit.
fn before(world: &mut World<'_>, name: &str, text: &str) -> Option<Position> {
    // A list without anything in it is no list.
    let text = text.trim_end();
    let text = text.strip_suffix("steps:").unwrap_or(text);
    let script = script::read(text).ok()?;
    let game = world.find(&script.game.text, name).ok()?;
    world.look_at(&game);
    let model = world.game(&game)?.checked.model.clone()?;
    let played = script::run(&script, Arc::new(model), &mut ());
    played.position.filter(|_| played.diagnostics.is_empty())
}

/// Texts that take the place of what is written between `start` and the offset.
fn items(
    world: &World<'_>,
    name: &str,
    offset: usize,
    (start, texts): (usize, Vec<String>),
) -> Option<Vec<CompletionItem>> {
    let document = world.document(name)?;
    let position = |offset| document.lines.position(&document.text, offset);
    let range = Range { start: position(start), end: position(offset) };
    let item = |(index, text): (usize, String)| CompletionItem {
        label: text.trim_end_matches(": ").to_owned(),
        kind: Some(CompletionItemKind::Value),
        sort_text: Some(format!("{index:05}")),
        // What is written so far may stand in the middle of an option.
        filter_text: document.text.get(start..offset).filter(|written| text.contains(*written)).map(str::to_owned),
        text_edit: Some(TextEdit { range, new_text: text }.into()),
        ..CompletionItem::default()
    };
    Some(texts.into_iter().enumerate().map(item).collect())
}
