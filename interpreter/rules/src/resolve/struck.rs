//! Layouts of things: which of them are struck through at the table.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;
use rulehound_grammar::tree;

use super::layouts::finding;
use crate::merge::Item;
use crate::model::{Definition, Model, Shape, Sort, Struck};

/// Marks the definition that gives the things; says what is wrong with it.
pub fn strike(item: &Item<tree::Layout>, struck: &tree::Struck, model: &mut Model) -> Option<Diagnostic> {
    let name = &item.tree.name;
    let help = "a definition without parameters gives the things: `def used = each d in Die where …`";
    let named = model.definitions.iter_mut().find(|one| !one.replaced && one.name == name.text);
    let Some(definition) = named else {
        let message = format!("there is no definition `{}` whose things could be struck through", name.text);
        return Some(finding(item, name.span, message, "no definition").with_help(help));
    };
    if definition.of.sort == Sort::Nothing {
        // What is wrong with it is said where it stands.
        return None;
    }
    if !gives_things(definition) {
        let message = format!("`{}` gives no set of things that could be struck through", name.text);
        return Some(finding(item, name.span, message, "no set of things").with_help(help));
    }
    let said = struck.said.as_ref().map(|said| said.text.trim().to_owned());
    if let Some(words) = struck.said.as_ref().filter(|words| words.text.trim().is_empty() || words.text.contains('{')) {
        let message = format!("what is said of `{}` is no plain text", name.text);
        let help = "behind `struck` stand plain words such as \"used\", or nothing";
        return Some(finding(item, words.span, message, "plain words are wanted here").with_help(help));
    }
    definition.struck = Some(Struck { said, at: Location { file: item.file, span: struck.span } });
    None
}

/// Whether it gives a set of components, the same for everybody.
fn gives_things(definition: &Definition) -> bool {
    let set = matches!(definition.of.shape, Shape::Set { .. });
    set && definition.parameters.is_empty() && matches!(definition.of.sort, Sort::Component { .. })
}
