//! What makes two declarations the same thing.

use std::collections::BTreeSet;

use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::Thing;

/// The sorts of things that can be replaced by each other: a rule by a phase, a track by a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the thing itself")]
pub enum Category {
    Type,
    Component,
    Board,
    Zone,
    Variable,
    Setting,
    Table,
    Definition,
    Runnable,
    Trigger,
    Layout,
}

impl Category {
    /// As a person says it.
    pub fn word(self) -> &'static str {
        match self {
            Category::Type => "type",
            Category::Component => "component",
            Category::Board => "board",
            Category::Zone => "zone",
            Category::Variable => "variable",
            Category::Setting => "setting",
            Category::Table => "table",
            Category::Definition => "definition",
            Category::Runnable => "phase or rule",
            Category::Trigger => "trigger",
            Category::Layout => "layout",
        }
    }

    /// Of the word after `remove`.
    pub fn of_sort(sort: tree::Sort) -> Self {
        match sort {
            tree::Sort::Type => Category::Type,
            tree::Sort::Component => Category::Component,
            tree::Sort::Track | tree::Sort::Ring | tree::Sort::Grid | tree::Sort::Net => Category::Board,
            tree::Sort::Zone | tree::Sort::Pile => Category::Zone,
            tree::Sort::Var => Category::Variable,
            tree::Sort::Setting => Category::Setting,
            tree::Sort::Table => Category::Table,
            tree::Sort::Def => Category::Definition,
            tree::Sort::Phase | tree::Sort::Rule => Category::Runnable,
            tree::Sort::Trigger => Category::Trigger,
            tree::Sort::Layout => Category::Layout,
        }
    }
}

/// A name with its category and, for zones and variables, its owner: `run of each player` and `run of each Pawn` are two things.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The category.
    pub category: Category,
    /// The name.
    pub name: String,
    /// The owner as written.
    pub owner: Option<String>,
}

/// The key and the place of the name of a declaration that can be named; none of `players` and removals.
pub fn key_of(thing: &tree::Thing) -> Option<(Key, Span)> {
    let (category, name, owner) = match thing {
        tree::Thing::Removal(_) | tree::Thing::Players(_) => return None,
        tree::Thing::Enumeration(one) => (Category::Type, &one.name, None),
        tree::Thing::Component(one) => (Category::Component, &one.name, None),
        tree::Thing::Board(one) => (Category::Board, &one.name, None),
        tree::Thing::Zone(one) => (Category::Zone, &one.name, one.owner.as_ref()),
        tree::Thing::Variable(one) => (Category::Variable, &one.name, one.owner.as_ref()),
        tree::Thing::Setting(one) => (Category::Setting, &one.name, None),
        tree::Thing::Table(one) => (Category::Table, &one.name, None),
        tree::Thing::Definition(one) => (Category::Definition, &one.name, None),
        tree::Thing::Runnable(one) => (Category::Runnable, &one.name, None),
        tree::Thing::Trigger(one) => (Category::Trigger, &one.name, None),
        tree::Thing::Layout(one) => (Category::Layout, &one.name, None),
    };
    let owner = owner.map(|owner| owner.text.clone());
    Some((Key { category, name: name.text.clone(), owner }, name.span))
}

/// The key of a merged declaration, and where its name stands in its file.
pub fn key_of_merged(thing: &Thing) -> (Key, rulehound_grammar::span::Location) {
    let (category, name, owner, file) = match thing {
        Thing::Enumeration(one) => (Category::Type, &one.first.tree.name, None, one.first.file),
        Thing::Component(one) => (Category::Component, &one.first.tree.name, None, one.first.file),
        Thing::Board(one) => (Category::Board, &one.tree.name, None, one.file),
        Thing::Zone(one) => (Category::Zone, &one.tree.name, one.tree.owner.as_ref(), one.file),
        Thing::Variable(one) => (Category::Variable, &one.tree.name, one.tree.owner.as_ref(), one.file),
        Thing::Setting(one) => (Category::Setting, &one.tree.name, None, one.file),
        Thing::Table(one) => (Category::Table, &one.first.tree.name, None, one.first.file),
        Thing::Trigger(one) => (Category::Trigger, &one.tree.name, None, one.file),
        Thing::Layout(one) => (Category::Layout, &one.tree.name, None, one.file),
        Thing::Definition(group) => return group_key(Category::Definition, group, |one| &one.name),
        Thing::Runnable(group) => return group_key(Category::Runnable, group, |one| &one.name),
    };
    let owner = owner.map(|owner| owner.text.clone());
    let at = rulehound_grammar::span::Location { file, span: name.span };
    (Key { category, name: name.text.clone(), owner }, at)
}

fn group_key<T>(
    category: Category,
    group: &super::Group<T>,
    name: impl Fn(&T) -> &tree::Name,
) -> (Key, rulehound_grammar::span::Location) {
    let first = group.clauses.first();
    let text = first.map(|clause| name(&clause.item.tree).text.clone()).unwrap_or_default();
    let at = first
        .map(|clause| rulehound_grammar::span::Location { file: clause.item.file, span: name(&clause.item.tree).span });
    (Key { category, name: text, owner: None }, at.unwrap_or_default())
}

/// Which position of a parameter list holds a value in place of a name, and which value.
pub fn clause_value(parameters: Option<&[tree::Parameter]>, values: &BTreeSet<String>) -> Option<(usize, String)> {
    parameters.unwrap_or_default().iter().enumerate().find_map(|(index, parameter)| match parameter {
        tree::Parameter::Value(expression) => Some((index, value_text(expression))),
        tree::Parameter::Named(name, None) if values.contains(&name.text) => Some((index, name.text.clone())),
        tree::Parameter::Named(..) => None,
    })
}

fn value_text(expression: &tree::Expression) -> String {
    match &*expression.kind {
        tree::ExpressionKind::Number(number) => number.to_string(),
        tree::ExpressionKind::YesNo(true) => "yes".to_string(),
        tree::ExpressionKind::YesNo(false) => "no".to_string(),
        tree::ExpressionKind::Negative(inner) => format!("-{}", value_text(inner)),
        _ => format!("at {}", expression.span.start),
    }
}

/// All names of all files that are values: of enumerations, lists without a name, and seats.
pub fn value_names<'a>(things: impl Iterator<Item = &'a tree::Thing>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for thing in things {
        let mut add = |list: &[tree::Name]| names.extend(list.iter().map(|name| name.text.clone()));
        match thing {
            tree::Thing::Enumeration(one) => names.extend(one.values.iter().map(|value| value.name.text.clone())),
            tree::Thing::Players(one) => {
                if let tree::PlayersKind::Named(seats) = &one.kind {
                    add(seats);
                }
            }
            tree::Thing::Variable(one) => add(listed(&one.of)),
            tree::Thing::Setting(one) => add(listed(&one.of)),
            tree::Thing::Component(one) => {
                for member in &one.members {
                    if let tree::ComponentMember::Attribute(attribute) = member {
                        add(listed(&attribute.of));
                    }
                }
            }
            _ => {}
        }
    }
    names
}

fn listed(of: &tree::Type) -> &[tree::Name] {
    match &of.kind {
        tree::TypeKind::Values(values) => values,
        _ => &[],
    }
}
