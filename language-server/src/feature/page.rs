//! The rule document of an open text, for a view beside it that leads to the lines of the rules and back.

use std::sync::Arc;

use rulehound_grammar::span::{Location, line_and_column};
use rulehound_interpreter::document::{document, linked, origin, variant};
use rulehound_interpreter::model::{Model, Source};
use serde_json::{Value, json};

use crate::world::World;

/// The page as `html`, and the addresses of its `files`: what carries `data-at="1:17"` stands in the second file, in line 17 from 0. There is
/// none while there are mistakes in the rules.
pub fn page(world: &mut World<'_>, file: &str) -> Option<Value> {
    let (model, sources) = game(world, file)?;
    let base = origin(&sources).map(|source| source.name.clone());
    let base = base.and_then(|name| game(world, &name)).map(|(model, _)| model);
    let document = match base {
        Some(base) => variant(&base, &model, &[]),
        None => document(&model, &[]),
    };
    let place = |at: Location| {
        let text = &sources.get(usize::from(at.file.0))?.text;
        let line = line_and_column(text, at.span.start).0;
        Some(format!("{}:{}", at.file.0, line.saturating_sub(1)))
    };
    let files: Vec<Value> = sources.iter().map(|source| json!(world.uri_of(&source.name))).collect();
    Some(json!({ "html": linked(&document, &place), "files": files }))
}

fn game(world: &mut World<'_>, file: &str) -> Option<(Arc<Model>, Vec<Source>)> {
    world.look_at(file);
    let checked = &world.game(file)?.checked;
    Some((Arc::new(checked.model.clone()?), checked.sources.clone()))
}
