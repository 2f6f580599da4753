//! The table as somebody sees it: boards, zones with what lies in them, variables.

use super::WIDTH;
use super::board::{draw, listed, things};
use super::wrap::wrapped;
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Holding, View};
use rulehound_engine::words::{said, unspoken};
use rulehound_rules::model::{AreaId, AreaKind};

/// Draws everything a view holds, except the boxes' contents.
pub fn table(instance: &Instance, view: &View) -> Vec<String> {
    table_within(instance, view, WIDTH)
}

/// The same in lines of this width.
pub fn table_within(instance: &Instance, view: &View, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut boards = Vec::new();
    for (index, area) in instance.model.areas.iter().enumerate() {
        if let AreaKind::Board(_) = area.kind {
            lines.extend(draw(instance, view, AreaId::from(index), width));
            boards.push(area.name.as_str());
        }
    }
    for (place, holding) in &view.places {
        let on_board = place.split_once('(').is_some_and(|(name, _)| boards.contains(&name));
        let boxed = place == "box" || place.ends_with(".box") || place.starts_with("box of ");
        if !on_board && !boxed {
            wrapped(
                &format!("{}: {}", people(view, place), contents(&owned(place, holding, &instance.players))),
                0,
                width,
                &mut lines,
            );
        }
    }
    let variables: Vec<String> =
        spoken(instance, view).map(|(name, value)| format!("{} {value}", people(view, name))).collect();
    if !variables.is_empty() {
        wrapped(&variables.join(" · "), 0, width, &mut lines);
    }
    lines
}

/// The variables that have a name at the table.
fn spoken<'v>(instance: &'v Instance, view: &'v View) -> impl Iterator<Item = &'v (String, String)> {
    let silent: Vec<&str> =
        instance.model.variables.iter().filter(|it| unspoken(&it.notes)).map(|it| it.name.as_str()).collect();
    view.variables.iter().filter(move |(name, _)| {
        let bare = name.rsplit('.').next().unwrap_or(name);
        !silent.contains(&bare.split('(').next().unwrap_or(bare))
    })
}

/// Whose things they are need not be said where the place says so.
fn owned(place: &str, holding: &Holding, players: &[String]) -> Holding {
    let owner =
        place.split_once('.').map(|(owner, _)| owner).filter(|owner| players.iter().any(|player| player == owner));
    let Some(owner) = owner else { return holding.clone() };
    let bare = |what: &String| {
        let bare = what.strip_suffix(owner).and_then(|rest| rest.strip_suffix(" of "));
        bare.unwrap_or(what).to_owned()
    };
    let all = |things: &[(String, u32)]| things.iter().map(|(what, count)| (bare(what), *count)).collect();
    match holding {
        Holding::Seen(things) => Holding::Seen(all(things)),
        Holding::Ordered(things) => Holding::Ordered(things.iter().map(bare).collect()),
        Holding::Hidden { counts, top } => Holding::Hidden { counts: all(counts), top: top.as_ref().map(bare) },
    }
}

/// `Ann.hand` as people say it: as it is called, unless nobody speaks of it.
fn people(view: &View, place: &str) -> String {
    if let Some(called) = view.called.get(place).filter(|called| !called.trim().is_empty() && !called.ends_with(' ')) {
        return called.clone();
    }
    said(place)
}

fn contents(holding: &Holding) -> String {
    match holding {
        Holding::Ordered(things) if things.len() > 1 => format!("{} (from the top)", things.join(", ")),
        Holding::Hidden { counts, top: Some(top) } => format!("{top} on top of {}", listed(counts)),
        Holding::Hidden { counts, top: None } => format!("{} (hidden)", listed(counts)),
        Holding::Seen(_) | Holding::Ordered(_) => listed(&things(holding)),
    }
}
