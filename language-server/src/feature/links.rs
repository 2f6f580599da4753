//! Files that a text names: those that rules extend, and the game of a script.

use gen_lsp_types::DocumentLink;
use rulehound_grammar::span::Span;
use rulehound_interpreter::script;

use crate::scripted::is_script;
use crate::world::World;

/// The links of an open text. What the program carries inside itself is no file that could be opened.
pub fn links(world: &mut World<'_>, file: &str) -> Option<Vec<DocumentLink>> {
    let document = world.document(file)?;
    let named: Vec<(String, Span)> = if document.is_rules() {
        let game = document.parsed().file.game.as_ref()?;
        game.extends.iter().map(|one| (one.text.clone(), one.span)).collect()
    } else {
        let script = script::read(&document.text).ok().filter(|_| is_script(&document.text))?;
        vec![(script.game.text, script.game.span)]
    };
    let mut found = Vec::new();
    for (name, span) in named {
        let target = world.find(&name, file).ok().and_then(|name| world.uri_of(&name));
        let document = world.document(file)?;
        let range = document.lines.range(&document.text, span);
        found.extend(target.map(|target| DocumentLink { range, target: Some(target), ..DocumentLink::default() }));
    }
    Some(found)
}
