//! The position from which an example begins, in people's words, but for what its pictures show.

use super::names::{constant, plural, spoken};
use super::prose::plain;
use crate::wrap::capital;
use rulehound_engine::words::{Form, article, called, is_name, kind_noun, possessive, said};
use rulehound_rules::model::{Area, AreaKind, Kind, Model, Notes, Piece, Sort, Variable};
use rulehound_script::matching::same;
use rulehound_script::{Contents, GivenPosition, Word};

/// What the table has agreed on otherwise than usual, a sentence each: `Lap: 10, not 30 as usual.`
pub fn agreed(settings: &[(Word, Word)], model: &Model) -> Vec<String> {
    let told = settings.iter().filter_map(|(name, value)| {
        let setting = model.settings.iter().find(|setting| setting.name == name.text)?;
        let usual = constant(model, &setting.of, setting.value);
        let called = capital(&spoken(&setting.name, &setting.notes));
        (!same(&usual, &value.text)).then(|| plain(&format!("{called}: {}, not {usual} as usual.", value.text)))
    });
    told.collect()
}

/// Place by place, then what is noted, a sentence each.
pub fn given(position: &GivenPosition, model: &Model) -> Vec<String> {
    let zones = position.zones.iter().filter(|(place, _)| !is_on_a_board(&place.text, model));
    let zones = zones.map(|(place, contents)| {
        let owner = place.text.split_once('.').map(|(owner, _)| owner);
        format!("{}: {}.", capital(&name(&place.text, model)), listed(contents, owner, model))
    });
    let variables = position.variables.iter().filter(|(name, _)| !is_untold(&name.text, model));
    let variables = variables.map(|(name, value)| held(&name.text, &value.text, model));
    zones.chain(variables).map(|text| plain(&text)).collect()
}

/// Whether a place is one of a board, as the rules name it or as people do: `path(3)`, `tree 20`.
fn is_on_a_board(name: &str, model: &Model) -> bool {
    let head = name.split(['(', ' ', '.']).next().unwrap_or_default();
    let on = |area: &Area| {
        let people = called(&area.name, &area.notes, Form::People);
        let spoken = || name.strip_prefix(people.as_str()).is_some_and(|rest| rest.starts_with(' '));
        matches!(area.kind, AreaKind::Board(_)) && (area.name == head || spoken())
    };
    model.areas.iter().any(on)
}

/// Whether a variable so called, `lies(41)` or `Ann.seen`, is one of which nobody speaks and that only says again what lies where. What else
/// an example begins with is told even so: without it nobody could follow.
fn is_untold(text: &str, model: &Model) -> bool {
    let rest = text.split_once('.').map_or(text, |(_, rest)| rest);
    let head = rest.split(['(', ' ']).next().unwrap_or_default();
    let things = |sort: &Sort| matches!(sort, Sort::Component { .. } | Sort::Place { .. });
    let untold = |one: &Variable| one.name == head && one.notes.unspoken() && things(&one.of.sort);
    model.variables.iter().any(untold)
}

/// `Ann's home 3` for `Ann.home(3)`, `Ann's start area` where the rules call the zone so.
fn name(text: &str, model: &Model) -> String {
    let (owner, rest) = text.split_once('.').map_or((None, text), |(owner, rest)| (Some(owner), rest));
    let (head, index) = rest.split_at(rest.find(['(', ' ']).unwrap_or(rest.len()));
    let areas = model.areas.iter().map(|area| (&area.name, &area.notes));
    let variables = model.variables.iter().map(|variable| (&variable.name, &variable.notes));
    let words = areas.chain(variables).find(|(name, _)| *name == head).and_then(|(_, notes)| plain_words(notes));
    let index = index.replace(['(', '_'], " ").replace(')', "");
    let words = words.map_or_else(|| said(rest), |words| format!("{words}{index}"));
    let words = words.replace('(', " ").replace(')', "");
    owner.map_or(words.clone(), |owner| format!("{} {words}", possessive(owner)))
}

/// An `as` text without anything to fill in.
fn plain_words(notes: &Notes) -> Option<&str> {
    match notes.called.as_ref().map(|text| text.pieces.as_slice()) {
        Some([Piece::Words(words)]) if !notes.is_state() => Some(words),
        Some(_) | None => None,
    }
}

fn listed(contents: &Contents, owner: Option<&str>, model: &Model) -> String {
    let words: Vec<String> = match contents {
        Contents::Counted(all) => all.iter().map(|(what, count)| things(&what.text, *count, owner, model)).collect(),
        Contents::Listed(all) => all.iter().map(|what| things(&what.text, 1, owner, model)).collect(),
    };
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

/// `sheep's 12 animals`, where they lie in a place of the same player `12 animals`; what has other words is counted before them.
fn things(what: &str, count: u32, place_of: Option<&str>, model: &Model) -> String {
    let kind = |words: &str| model.kinds.iter().find(|kind| same(&kind.name, words));
    let counted = |kind: &Kind| match (count, kind_noun(kind)) {
        (1, noun) => noun,
        (count, noun) => format!("{count} {}", plural(&noun)),
    };
    let owned = what.split_once(" of ").and_then(|(words, owner)| Some((kind(words)?, owner)));
    match (owned, kind(what)) {
        (Some((kind, owner)), _) if place_of == Some(owner) => alone(counted(kind), count),
        (Some((kind, owner)), _) => format!("{} {}", possessive(owner), counted(kind)),
        (None, Some(kind)) => alone(counted(kind), count),
        (None, None) if count == 1 => small(what, model),
        (None, None) => format!("{count} × {}", small(what, model)),
    }
}

/// `die 4` for `Die 4`: kinds are common nouns.
fn small(what: &str, model: &Model) -> String {
    let named = what.split_once(' ').and_then(|(word, rest)| {
        let kind = model.kinds.iter().find(|kind| kind.name == word)?;
        Some(format!("{} {rest}", kind_noun(kind)))
    });
    named.unwrap_or_else(|| what.to_owned())
}

/// One thing has its article.
fn alone(words: String, count: u32) -> String {
    if count == 1 && !is_name(&words) { format!("{} {words}", article(&words)) } else { words }
}

/// `Starter: Ann.`; what a player is as a sentence: `Ann is safe.`
fn held(text: &str, value: &str, model: &Model) -> String {
    if let Some((player, name)) = text.split_once('.')
        && model.variables.iter().any(|variable| variable.name == name && variable.notes.is_state())
    {
        return format!("{} is {}.", capital(player), value.replace('_', " "));
    }
    format!("{}: {value}.", capital(&name(text, model)))
}
