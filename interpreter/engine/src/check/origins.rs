//! Which file each declaration comes from, and what it does to those of the files before it.

use std::collections::BTreeSet;

use rulehound_grammar::span::FileId;
use rulehound_grammar::tree::{BoardShape, Change, Parameter, Removal, Thing};

use rulehound_rules::merge::{Loaded, clause_value, key_of, value_names};

/// What one file brings to a game, in written order, as `phase prepare` or `rule use(joker)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub file: FileId,
    /// What stands there for the first time.
    pub declares: Vec<String>,
    /// What takes the place of something else.
    pub replaces: Vec<String>,
    /// What it adds to.
    pub extends: Vec<String>,
    /// What it takes away.
    pub removes: Vec<String>,
}

/// Of every file, parents first.
pub fn origins(loaded: &[Loaded]) -> Vec<Origin> {
    let values = value_names(loaded.iter().flat_map(|file| file.tree.declarations.iter().map(|one| &one.thing)));
    loaded.iter().map(|file| origin(file, &values)).collect()
}

fn origin(file: &Loaded, values: &BTreeSet<String>) -> Origin {
    let mut origin =
        Origin { file: file.id, declares: Vec::new(), replaces: Vec::new(), extends: Vec::new(), removes: Vec::new() };
    for declaration in &file.tree.declarations {
        let words = words(&declaration.thing, values);
        let list = match (&declaration.thing, &declaration.change) {
            (Thing::Removal(_), _) => &mut origin.removes,
            (_, Change::New) => &mut origin.declares,
            (_, Change::Replace(_)) => &mut origin.replaces,
            (_, Change::Extend(_)) => &mut origin.extends,
        };
        list.push(words);
    }
    for list in [&mut origin.declares, &mut origin.replaces, &mut origin.extends, &mut origin.removes] {
        let mut seen = BTreeSet::new();
        list.retain(|words| seen.insert(words.clone()));
    }
    origin
}

/// The word it is declared with, and its name; of a clause also the value it is for.
fn words(thing: &Thing, values: &BTreeSet<String>) -> String {
    let (word, parameters) = match thing {
        Thing::Players(_) => return "players".to_owned(),
        Thing::Removal(removal) => return removed(removal, values),
        Thing::Enumeration(_) => ("type", None),
        Thing::Component(_) => ("component", None),
        Thing::Board(board) => match board.shape {
            BoardShape::Path { closed: false, .. } => ("track", None),
            BoardShape::Path { closed: true, .. } => ("ring", None),
            BoardShape::Grid { .. } => ("grid", None),
            BoardShape::Net { .. } => ("net", None),
        },
        Thing::Zone(zone) => (if zone.ordered { "pile" } else { "zone" }, None),
        Thing::Variable(_) => ("var", None),
        Thing::Setting(_) => ("setting", None),
        Thing::Table(_) => ("table", None),
        Thing::Definition(definition) => ("def", definition.parameters.as_deref()),
        Thing::Runnable(runnable) => (if runnable.phase { "phase" } else { "rule" }, runnable.parameters.as_deref()),
        Thing::Trigger(_) => ("trigger", None),
        Thing::Layout(_) => ("layout", None),
    };
    let name = key_of(thing).map(|(key, _)| key.name).unwrap_or_default();
    with_clause(word, &name, parameters, values)
}

fn removed(removal: &Removal, values: &BTreeSet<String>) -> String {
    with_clause(removal.sort.word(), &removal.name.text, removal.parameters.as_deref(), values)
}

fn with_clause(word: &str, name: &str, parameters: Option<&[Parameter]>, values: &BTreeSet<String>) -> String {
    match clause_value(parameters, values) {
        Some((_, value)) => format!("{word} {name}({value})"),
        None => format!("{word} {name}"),
    }
}
