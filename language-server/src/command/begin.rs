//! A script that begins with a phase or rule, to be filled in.

use rulehound_grammar::tree::{Parameter, Runnable, Thing, Type, TypeKind};
use rulehound_interpreter::instance::default_names;

use crate::world::World;

/// Whether somebody at the table can stand for a parameter of this type.
fn is_player(of: &Type) -> bool {
    matches!(&of.kind, TypeKind::Named(name) if name.text == "player" && !of.or_none)
}

/// Whether a phase or rule can be played by itself: whoever plays is all that it needs.
pub fn stands_alone(rule: &Runnable) -> bool {
    let fits = |one: &Parameter| match one {
        Parameter::Named(_, of) => of.as_ref().is_some_and(is_player),
        Parameter::Value(_) => false,
    };
    rule.parameters.iter().flatten().all(fits)
}

/// The script, to be saved beside the rules.
pub fn script(world: &mut World<'_>, file: &str, name: &str) -> Result<String, String> {
    let document = world.document(file).ok_or("these rules are not open")?;
    let mut rules = document.parsed().file.declarations.iter().filter_map(|one| match &one.thing {
        Thing::Runnable(rule) if rule.name.text == name && stands_alone(rule) => Some(rule),
        _ => None,
    });
    let needed = rules.next().ok_or_else(|| format!("`{name}` cannot be played by itself"))?;
    let needed = needed.parameters.iter().flatten().count();
    world.look_at(file);
    let model = world.game(file).and_then(|game| game.checked.model.as_ref());
    let players = &model.ok_or("these rules cannot be played: there are mistakes in them")?.players;
    let least = usize::from(players.least);
    let (names, line) = match players.names.is_empty() {
        true => (default_names(least), format!("players: [{}]\n", default_names(least).join(", "))),
        false => (players.names.clone(), String::new()),
    };
    let given: Vec<&str> = names.iter().cycle().take(needed).map(String::as_str).collect();
    let phase = if given.is_empty() { name.to_owned() } else { format!("{name}({})", given.join(", ")) };
    let game = file.rsplit(['/', '\\']).next().unwrap_or(file);
    // The whole game begins as it always does.
    let middle = match name {
        "play" => String::new(),
        _ => format!("position:\n  zones: {{}}\n  variables: {{}}\nphase: {phase}\n"),
    };
    let title = name.replace('_', " ");
    Ok(format!("game: {game}\ntitle: {title}\n{line}{middle}steps:\n  - say: From here on.\n"))
}
