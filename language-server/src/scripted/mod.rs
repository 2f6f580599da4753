//! Names of the rules in scripts: where they stand, and what stands there when a thing is called otherwise.

mod slots;
mod trial;
mod wording;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use rulehound_grammar::span::Span;
use rulehound_interpreter::model::Model;
use rulehound_interpreter::script::{self, Script};
use rulehound_interpreter::words::possessive;

use crate::names::{Everywhere, Spot, at, everywhere, spot, words};
use crate::world::World;
use slots::{Slot, slots};
use trial::{Change, Trial};
use wording::{places, words_of, written_anew};

/// The longest script that is looked through.
const MOST_BYTES: usize = rulehound_interpreter::limits::SCRIPT_BYTES;

/// How many steps of scripts are played at most to find out which words mean a thing.
const MOST_STEPS: usize = 60_000;

/// What changes in a script.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The name of its file.
    pub file: String,
    /// What it says.
    pub text: String,
    /// The changes, in order.
    pub edits: Vec<(Span, String)>,
}

/// Rules before and after a name has changed.
type Both = (Arc<Model>, Arc<Model>);

/// What is known of games while a name changes.
#[derive(Debug)]
struct Games {
    /// By their first files; none where the thing is no part of the game, or it cannot be played.
    known: BTreeMap<String, Option<Both>>,
    /// How many steps may still be played to find out what words mean.
    steps: Cell<usize>,
}

impl Games {
    fn new() -> Self {
        Self { known: BTreeMap::new(), steps: Cell::new(MOST_STEPS) }
    }
}

/// What changes in the scripts of the editor's folders when a thing is called `new`; `texts` are the files of rules after that.
pub fn changes(world: &mut World<'_>, found: &Everywhere, new: &str, texts: &BTreeMap<String, String>) -> Vec<Changed> {
    let all = world.all_scripts();
    let mut games = Games::new();
    all.into_iter().filter_map(|(file, text)| changes_in(world, found, (file, text), new, texts, &mut games)).collect()
}

fn changes_in(
    world: &mut World<'_>,
    found: &Everywhere,
    (file, text): (String, String),
    new: &str,
    texts: &BTreeMap<String, String>,
    games: &mut Games,
) -> Option<Changed> {
    if text.len() > MOST_BYTES || !is_script(&text) || places(&text, &words_of(&found.name)).is_empty() {
        return None;
    }
    let script = script::read(&text).ok()?;
    let game = world.find(&script.game.text, &file).ok()?;
    if !games.known.contains_key(&game) {
        let both = both(world, found, &game, texts);
        games.known.insert(game.clone(), both);
    }
    let (old, new_rules) = games.known.get(&game)?.clone()?;
    let seats = old.players.names.contains(&found.name);
    let slots = slots(&script, seats);
    let mut all = Vec::new();
    for (slot, one) in slots.iter().enumerate() {
        all.extend(changes_of(&text, *one, slot, (&found.name, new), seats));
    }
    let trial = Trial { text: &text, script: &script, slots: &slots, seats, old, new: new_rules, left: &games.steps };
    let meant = if all.is_empty() { all } else { trial.meant(&all) };
    let edits: Vec<(Span, String)> = meant.into_iter().map(|change| (change.span, change.text)).collect();
    (!edits.is_empty()).then_some(Changed { file, text, edits })
}

/// What would change in one slot. The names of players stand at the table as the rules write them.
fn changes_of(text: &str, slot: Slot, index: usize, (old, new): (&str, &str), seats: bool) -> Vec<Change> {
    let start = slot.span.start as usize;
    let Some(here) = text.get(start..slot.span.end as usize) else { return Vec::new() };
    let told = slot.told && !seats;
    let change = |span: Span| {
        let span = with_owner(here, span);
        let written = here.get(span.start as usize..span.end as usize).unwrap_or_default();
        let span = Span::new(start + span.start as usize, start + span.end as usize);
        let text = match written.split_once('\'') {
            Some((name, _)) => possessive(&written_anew(name, old, new, told)),
            None => written_anew(written, old, new, told),
        };
        Change { span, text, slot: index }
    };
    places(here, &words_of(old)).into_iter().map(change).collect()
}

/// A name with what makes it an owner behind it: `Ann's`, `wolves'`.
fn with_owner(text: &str, name: Span) -> Span {
    let end = name.end as usize;
    let rest = text.get(end..).unwrap_or_default();
    let of_many = text.get(..end).is_some_and(|before| before.ends_with('s')) && rest.starts_with("' ");
    // In such quotation marks a sign that closes them may stand there.
    let length = match text.starts_with('\'') {
        false if rest.starts_with("'s ") => 2,
        false if of_many => 1,
        _ => 0,
    };
    Span::new(name.start as usize, end + length)
}

/// A game before and after, if the thing is part of it.
fn both(world: &mut World<'_>, found: &Everywhere, game: &str, texts: &BTreeMap<String, String>) -> Option<Both> {
    world.look_at(game);
    let known = world.game(game)?;
    let is_part = known.checked.sources.iter().any(|source| found.spots.iter().any(|spot| spot.file == source.name));
    let old = known.checked.model.clone().filter(|_| is_part)?;
    let new = world.imagine(game, texts).model?;
    Some((Arc::new(old), Arc::new(new)))
}

/// Whether a text is a script, not some other YAML.
pub fn is_script(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("game:"))
}

/// Where a thing is named in scripts.
pub fn spots(world: &mut World<'_>, found: &Everywhere) -> Vec<(String, String, Vec<Span>)> {
    let (fresh, texts) = renamed_apart(found);
    let all = changes(world, found, &fresh, &texts);
    all.into_iter().map(|one| (one.file, one.text, one.edits.into_iter().map(|(span, _)| span).collect())).collect()
}

/// A name that nothing has, and the rules with it.
fn renamed_apart(found: &Everywhere) -> (String, BTreeMap<String, String>) {
    let sources = || found.games.iter().flat_map(|(_, game)| &game.checked.sources);
    let mut fresh = format!("{}_x", found.name);
    while sources().any(|source| source.text.contains(&fresh)) {
        fresh.push('x');
    }
    let texts = found.renamed(&fresh);
    (fresh, texts)
}

/// The place in the rules of what a word of an open script means: a file, an offset in it, and where the word stands in the script.
pub fn meaning(world: &mut World<'_>, file: &str, offset: usize) -> Option<(String, usize, Span)> {
    let text = world.document(file)?.text.clone();
    if text.len() > MOST_BYTES || !is_script(&text) {
        return None;
    }
    let script = script::read(&text).ok()?;
    let game = world.find(&script.game.text, file).ok()?;
    world.look_at(&game);
    for (name, span, declared) in candidates(world, &game, &script, &text, offset) {
        let start = declared.span.start as usize;
        let known = world.names_of(&declared.file);
        if at(&known, start).is_none_or(|one| words(&known, one.at) != name) {
            continue;
        }
        let Some(found) = everywhere(world, &declared.file, start) else { continue };
        let (fresh, texts) = renamed_apart(&found);
        let this = (file.to_owned(), text.clone());
        let changed = changes_in(world, &found, this, &fresh, &texts, &mut Games::new());
        if changed.is_some_and(|one| one.edits.iter().any(|(at, _)| *at == span)) {
            return Some((declared.file, start, span));
        }
    }
    None
}

/// The names that a word at an offset may be, with where they are declared; the longest first.
fn candidates(world: &World<'_>, game: &str, script: &Script, text: &str, offset: usize) -> Vec<(String, Span, Spot)> {
    let Some(game) = world.game(game) else { return Vec::new() };
    let seats = game.checked.model.as_ref().is_some_and(|model| !model.players.names.is_empty());
    let holds = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
    let Some(slot) = slots(script, seats).into_iter().find(|slot| holds(slot.span)) else { return Vec::new() };
    let start = slot.span.start as usize;
    let here = text.get(start..slot.span.end as usize).unwrap_or_default();
    let mut found: Vec<(String, Span, Spot)> = Vec::new();
    let mut seen: BTreeMap<&str, Option<Span>> = BTreeMap::new();
    for one in &game.names.uses {
        let name = words(game, one.at);
        let place = *seen.entry(name).or_insert_with(|| {
            let all = places(here, &words_of(name)).into_iter();
            let mut all = all.map(|span| Span::new(start + span.start as usize, start + span.end as usize));
            all.find(|span| holds(*span))
        });
        let (Some(span), Some(declared)) = (place, spot(game, one.declared)) else { continue };
        let candidate = (name.to_owned(), span, declared);
        if !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found.sort_by_key(|(_, span, _)| std::cmp::Reverse(span.end - span.start));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written behind an owner hangs on how the owner is called.
    #[test]
    fn an_owner_has_its_apostrophe_by_its_new_name() {
        for (text, old, new, meant) in [
            ("the wolves' den", "wolves", "deer", "deer's"),
            ("the deer's den", "deer", "wolves", "wolves'"),
            ("the dog's den", "dog", "cat", "cat's"),
            ("'the wolves' den", "wolves", "deer", "deer"),
            ("the wolves", "wolves", "deer", "deer"),
        ] {
            let slot = Slot { span: Span::new(0, text.len()), step: 1, told: true };
            let changes = changes_of(text, slot, 0, (old, new), false);
            assert_eq!(changes.iter().map(|change| change.text.as_str()).collect::<Vec<_>>(), [meant], "{text}");
        }
    }
}
