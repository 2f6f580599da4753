//! The outline of a text: its declarations, and what they consist of.

use gen_lsp_types::{BaseSymbolInformation, DocumentSymbol, Location, SymbolInformation, SymbolKind};
use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{
    BoardShape, Change, Component, ComponentMember, Declaration, Name, Parameter, PlayersKind, Thing,
};

use crate::document::Document;
use crate::world::World;

/// The declarations of a text, as far as they can be read.
pub fn outline(document: &Document) -> Vec<DocumentSymbol> {
    document.parsed().file.declarations.iter().map(|one| declaration(document, one)).collect()
}

/// The most declarations that are told of all files together.
const MOST: usize = 500;

/// The declarations in all files whose names have these letters, in this order; case does not count.
pub fn everywhere(world: &mut World<'_>, letters: &str) -> Vec<SymbolInformation> {
    let mut found = Vec::new();
    for (file, text) in world.all_rules() {
        let Some(uri) = world.uri_of(&file) else { continue };
        let document = Document::new(uri.clone(), 0, text);
        for one in outline(&document).into_iter().filter(|one| has(&one.name, letters)) {
            let information =
                BaseSymbolInformation { name: one.name, kind: one.kind, tags: None, container_name: one.detail };
            let location = Location { uri: uri.clone(), range: one.selection_range };
            #[expect(deprecated, reason = "the type has this field")]
            found.push(SymbolInformation { deprecated: None, location, base_symbol_information: information });
        }
    }
    found.truncate(MOST);
    found
}

/// Whether a name has these letters, in this order.
fn has(name: &str, letters: &str) -> bool {
    let mut rest = name.chars().flat_map(char::to_lowercase);
    letters.chars().flat_map(char::to_lowercase).all(|letter| rest.any(|one| one == letter))
}

/// What is told of a thing.
struct Line<'tree> {
    /// The word it is declared with.
    word: &'static str,
    kind: SymbolKind,
    name: Option<&'tree Name>,
    parameters: Option<&'tree [Parameter]>,
    parts: Vec<(&'tree Name, Span, SymbolKind)>,
}

fn line<'tree>(word: &'static str, kind: SymbolKind, name: &'tree Name) -> Line<'tree> {
    Line { word, kind, name: Some(name), parameters: None, parts: Vec::new() }
}

fn declaration(document: &Document, one: &Declaration) -> DocumentSymbol {
    let line = line_of(&one.thing);
    let (kind, parts) = (line.kind, line.parts);
    let written = line.name.map_or_else(|| line.word.to_owned(), |name| name.text.clone());
    let parameters = line.parameters.filter(|all| !all.is_empty()).map(|all| parameters_of(document, all));
    let name = format!("{written}{}", parameters.map(|all| format!("({all})")).unwrap_or_default());
    let change = match one.change {
        Change::New => "",
        Change::Replace(_) => "replace ",
        Change::Extend(_) => "extend ",
    };
    let detail = Some(format!("{change}{}", line.word));
    let selected = line.name.map_or(one.span, |name| name.span);
    let children: Vec<DocumentSymbol> = parts
        .into_iter()
        .map(|(name, span, kind)| symbol(document, (name.text.clone(), None, kind), (span, name.span), Vec::new()))
        .collect();
    symbol(document, (name, detail, kind), (one.span, selected), children)
}

fn symbol(
    document: &Document,
    (name, detail, kind): (String, Option<String>, SymbolKind),
    (whole, selected): (Span, Span),
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    let range = |span| document.lines.range(&document.text, span);
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        // What is selected must lie inside.
        range: range(whole.join(selected)),
        selection_range: range(selected),
        children: (!children.is_empty()).then_some(children),
        #[expect(deprecated, reason = "the type has this field")]
        deprecated: None,
    }
}

fn line_of(thing: &Thing) -> Line<'_> {
    match thing {
        Thing::Removal(one) => {
            Line { parameters: one.parameters.as_deref(), ..line("remove", SymbolKind::Null, &one.name) }
        }
        Thing::Players(one) => {
            let parts = match &one.kind {
                PlayersKind::Named(names) => values(names.iter()),
                PlayersKind::Count(..) => Vec::new(),
            };
            Line { word: "players", kind: SymbolKind::Property, name: None, parameters: None, parts }
        }
        Thing::Enumeration(one) => {
            let parts = values(one.values.iter().map(|value| &value.name));
            Line { parts, ..line("type", SymbolKind::Enum, &one.name) }
        }
        Thing::Component(one) => Line { parts: features(one), ..line("component", SymbolKind::Class, &one.name) },
        Thing::Board(one) => {
            let word = match one.shape {
                BoardShape::Path { closed: false, .. } => "track",
                BoardShape::Path { closed: true, .. } => "ring",
                BoardShape::Grid { .. } => "grid",
                BoardShape::Net { .. } => "net",
            };
            let parts = one.marks.iter().map(|mark| (&mark.name, mark.span, SymbolKind::Key)).collect();
            Line { parts, ..line(word, SymbolKind::Struct, &one.name) }
        }
        Thing::Zone(one) => line(if one.ordered { "pile" } else { "zone" }, SymbolKind::Array, &one.name),
        Thing::Variable(one) => line("var", SymbolKind::Variable, &one.name),
        Thing::Setting(one) => line("setting", SymbolKind::Constant, &one.name),
        Thing::Table(one) => line("table", SymbolKind::Object, &one.name),
        Thing::Definition(one) => {
            Line { parameters: one.parameters.as_deref(), ..line("def", SymbolKind::Function, &one.name) }
        }
        Thing::Runnable(one) => {
            let (word, kind) = if one.phase { ("phase", SymbolKind::Module) } else { ("rule", SymbolKind::Method) };
            Line { parameters: one.parameters.as_deref(), ..line(word, kind, &one.name) }
        }
        Thing::Trigger(one) => line("trigger", SymbolKind::Event, &one.name),
        Thing::Layout(one) => line("layout", SymbolKind::Object, &one.name),
    }
}

fn values<'a>(names: impl Iterator<Item = &'a Name>) -> Vec<(&'a Name, Span, SymbolKind)> {
    names.map(|name| (name, name.span, SymbolKind::EnumMember)).collect()
}

fn features(component: &Component) -> Vec<(&Name, Span, SymbolKind)> {
    let attributes = component.members.iter().filter_map(|member| match member {
        ComponentMember::Attribute(one) => Some(one),
        ComponentMember::Make(_) => None,
    });
    attributes.map(|one| (&one.name, one.span, SymbolKind::Field)).collect()
}

/// Parameters by their names and values, without their types.
fn parameters_of(document: &Document, all: &[Parameter]) -> String {
    let written = |one: &Parameter| match one {
        Parameter::Named(name, _) => name.text.clone(),
        Parameter::Value(value) => {
            document.text.get(value.span.start as usize..value.span.end as usize).unwrap_or_default().to_owned()
        }
    };
    all.iter().map(written).collect::<Vec<_>>().join(", ")
}
