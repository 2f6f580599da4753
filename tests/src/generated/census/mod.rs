//! Which constructs of the language rules use.
//!
//! In: a syntax tree. Out: the names of the constructs in it. No match has a wildcard: a construct that is new to the grammar must be named
//! here, and a name must stand in [`CONSTRUCTS`], where the test finds it missing until the generator writes it.

mod constructs;
mod declared;
mod expression;
mod statement;
mod trigger;

use std::collections::BTreeSet;

use rulehound_grammar::tree::{Change, Expression, File, Thing};

pub use constructs::CONSTRUCTS;

/// The constructs in a file.
pub fn census(file: &File) -> BTreeSet<&'static str> {
    let mut census = Census::default();
    if let Some(game) = &file.game {
        census.has(!game.extends.is_empty(), "extends");
        census.has(!game.sections.is_empty(), "sections");
        census.notes(&game.notes);
    }
    let mut runnables = BTreeSet::new();
    for declaration in &file.declarations {
        // A value that is a name looks like a parameter.
        if let Thing::Runnable(runnable) = &declaration.thing
            && !runnables.insert(&runnable.name.text)
        {
            census.is("clause of a rule");
        }
        match declaration.change {
            Change::New => {}
            Change::Replace(_) => census.is("replace"),
            Change::Extend(_) => census.is("extend"),
        }
        census.thing(&declaration.thing);
    }
    census.found
}

#[derive(Default)]
struct Census {
    found: BTreeSet<&'static str>,
}

impl Census {
    fn is(&mut self, name: &'static str) {
        self.found.insert(name);
    }

    fn has(&mut self, has: bool, name: &'static str) {
        if has {
            self.is(name);
        }
    }

    fn with(&mut self, construct: &'static str, of: &Expression) {
        self.is(construct);
        self.expression(of);
    }
}
