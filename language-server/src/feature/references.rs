//! Where a thing is declared and used.

use std::collections::BTreeSet;

use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Location as Place};
use rulehound_interpreter::check::Studied;

use crate::lines::Lines;
use crate::names::{Links, Spot, at, everywhere, spot, words};
use crate::scripted;
use crate::world::World;

/// Where the name at an offset is declared; asked at a declaration, what it replaces, extends or removes.
pub fn definition(world: &mut World<'_>, file: &str, offset: usize) -> Option<Vec<Place>> {
    world.look_at(file);
    let game = world.game(file)?;
    let found = at(game, offset)?;
    let here: Vec<_> = game.names.uses.iter().filter(|one| one.at == found.at).collect();
    let declared: BTreeSet<Spot> = here.iter().filter_map(|one| spot(game, one.declared)).collect();
    let from = spot(game, found.at)?;
    if declared != BTreeSet::from([from.clone()]) {
        return Some(declared.iter().filter(|one| **one != from).filter_map(|one| place(world, game, one)).collect());
    }
    let name = words(game, found.at);
    let key = game.declared.iter().find(|one| one.name == found.at).map(|one| &one.key);
    let same = game.declared.iter().filter(|one| {
        key.is_some_and(|key| key.category == one.key.category) && one.key.name == name && one.name != found.at
    });
    let others: Vec<Place> = same.filter_map(|one| place(world, game, &spot(game, one.name)?)).collect();
    if others.is_empty() { Some(vec![place(world, game, &from)?]) } else { Some(others) }
}

/// Where what a word of a script means is declared.
pub fn declaration(world: &mut World<'_>, file: &str, offset: usize) -> Option<Vec<Place>> {
    let game = world.names_of(file);
    let found = at(&game, offset)?;
    Some(vec![place(world, &game, &spot(&game, found.declared)?)?])
}

/// Everywhere that the thing named at an offset is named, scripts included.
pub fn references(world: &mut World<'_>, file: &str, offset: usize) -> Option<Vec<Place>> {
    let found = everywhere(world, file, offset)?;
    let place = |one| found.games.iter().find_map(|(_, game)| place(world, game, one));
    let mut places: Vec<Place> = found.spots.iter().filter_map(place).collect();
    for (script, text, spans) in scripted::spots(world, &found) {
        let Some(uri) = world.uri_of(&script) else { continue };
        let lines = Lines::new(&text);
        places.extend(spans.into_iter().map(|span| Place { uri: uri.clone(), range: lines.range(&text, span) }));
    }
    Some(places)
}

/// Everywhere in a text that the thing named at an offset is named.
pub fn highlights(world: &mut World<'_>, file: &str, offset: usize) -> Option<Vec<DocumentHighlight>> {
    world.look_at(file);
    let (game, document) = (world.game(file)?, world.document(file)?);
    let found = at(game, offset)?;
    let mut links = Links::default();
    links.add(game, words(game, found.at));
    let spots = links.all(&spot(game, found.at)?);
    let here = spots.iter().filter(|one| one.file == file);
    let shown = here.map(|one| DocumentHighlight {
        range: document.lines.range(&document.text, one.span),
        kind: Some(DocumentHighlightKind::Text),
    });
    Some(shown.collect())
}

/// A stretch of a file as the editor writes it; none of a file that the editor cannot open.
fn place(world: &World<'_>, game: &Studied, one: &Spot) -> Option<Place> {
    let source = game.checked.sources.iter().find(|source| source.name == one.file)?;
    let range = Lines::new(&source.text).range(&source.text, one.span);
    Some(Place { uri: world.uri_of(&one.file)?, range })
}
