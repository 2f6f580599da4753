//! Checking for whoever shows the rules: with what every name means, also where something is wrong.

use rulehound_grammar::span::Location;
use rulehound_grammar::tree::{Declaration, Thing};

use rulehound_rules::merge::{Category, Key, Loaded, key_of};
use rulehound_rules::resolve::KnownNames;

use super::{Checked, Library, files, resolved, with_flow};

/// What checking gives, and what is known of the names.
#[derive(Debug)]
pub struct Studied {
    /// The game and its findings.
    pub checked: Checked,
    /// What each name means.
    pub names: KnownNames,
    /// Every declaration of every file that can be named, also replaced ones, and removals.
    pub declared: Vec<Declared>,
}

/// Something that is declared, changed or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// What makes it the same thing as another; of a removal without owner.
    pub key: Key,
    /// Its name.
    pub name: Location,
    /// All of it.
    pub whole: Location,
    /// Whether it is removed here.
    pub removed: bool,
}

/// Does what [`super::check`] does, and says what names mean.
pub fn study(entry: &str, library: &mut dyn Library) -> Studied {
    let studied = study_names(entry, library);
    Studied { checked: with_flow(studied.checked, library.workers()), ..studied }
}

/// Does what [`super::check_names`] does, and says what names mean.
pub fn study_names(entry: &str, library: &mut dyn Library) -> Studied {
    let read = files::read(entry, library);
    let declared = read.loaded.iter().flat_map(declared).collect();
    let (checked, names) = resolved(read, true);
    Studied { checked, names, declared }
}

fn declared(file: &Loaded) -> impl Iterator<Item = Declared> {
    file.tree.declarations.iter().filter_map(|one| declaration(file, one))
}

fn declaration(file: &Loaded, one: &Declaration) -> Option<Declared> {
    let at = |span| Location { file: file.id, span };
    if let Thing::Removal(removal) = &one.thing {
        let category = Category::of_sort(removal.sort);
        let key = Key { category, name: removal.name.text.clone(), owner: None };
        return Some(Declared { key, name: at(removal.name.span), whole: at(one.span), removed: true });
    }
    let (mut key, name) = key_of(&one.thing)?;
    // A layout has the name of its board.
    if key.category == Category::Layout {
        key.category = Category::Board;
    }
    Some(Declared { key, name: at(name), whole: at(one.span), removed: false })
}
