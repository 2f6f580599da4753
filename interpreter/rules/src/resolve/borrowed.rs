//! Names that other languages have for something that is written another way here.

use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree;

use super::{Resolver, around};
use crate::model::{Binder, Expression, Shape, Sort};

/// What to write in place of a value with such a name.
pub(super) fn value(resolver: &Resolver<'_>, written: &tree::Name) -> Option<String> {
    let name = written.text.as_str();
    if matches!(name, "neighbours" | "neighbors" | "adjacent" | "neighbour" | "neighbor") {
        let place = around::in_brackets(resolver, written).unwrap_or("s");
        return Some(format!("write `around({place})`; the one in a direction is `beside({place}, up)`"));
    }
    fixed(name).map(str::to_owned)
}

fn fixed(name: &str) -> Option<&'static str> {
    Some(match name {
        "abs" => "how far two numbers are apart is `max(a - b, b - a)`",
        "random" | "rand" | "randint" | "randrange" => {
            "chance has a line of its own: for a die write `component Die { side : 1..6 }` beside the other components, `roll Die.side` on a line before this, and here `Die.side`; one out of several is `draw p in players`"
        }
        "until" => "write `repeat while not (…) { … }`",
        "range" => "a range is written with two points, `1..3`: `for i in 1..3 { … }`",
        "number" | "amount" | "number_of" => {
            "how many there are is `count S`, how many of a kind lie somewhere `count Card on s`"
        }
        "len" | "length" | "size" => "how many there are is `count S`",
        _ => return None,
    })
}

/// What to write for `sum c in p.purse`.
pub(super) fn something_to_add(resolver: &Resolver<'_>, binders: &[Binder], span: Span) -> String {
    let written = text_at(resolver, resolver.at(span));
    let feature = binders.last().and_then(|binder| {
        let Sort::Component { kinds } = &binder.set.of.sort else { return None };
        let kind = resolver.model.kinds.get(kinds.first()?.index())?;
        let number = kind.attributes.iter().find(|one| matches!(one.of.sort, Sort::Number { .. }))?;
        let name = &resolver.local(binder.local)?.name;
        Some(format!("{name}.{}", number.name))
    });
    match feature {
        Some(feature) => format!("write `{written} : {feature}` to add that of each, or use `count`"),
        None => "write what is added behind a colon, or use `count`".to_owned(),
    }
}

/// What to write in place of a type with such a name.
pub(super) fn type_help(name: &str) -> Option<&'static str> {
    Some(match name {
        "int" | "integer" | "Integer" | "number" | "Number" | "float" | "num" => {
            "a number has a least and a greatest value: write both with two points between, such as `0..99`"
        }
        "text" | "Text" | "string" | "String" | "str" => {
            "a text is no value: list what it can be, such as `calm, wild`, without quotation marks"
        }
        _ => return None,
    })
}

/// What is written somewhere, if it is short enough to say it again; else any set.
pub(super) fn text_at<'a>(resolver: &'a Resolver<'_>, at: Location) -> &'a str {
    short_text_at(resolver, at).unwrap_or("S")
}

/// What is written somewhere in the rules, if it is short enough to say it again; what a script asks stands in none of their files.
pub(super) fn short_text_at<'a>(resolver: &'a Resolver<'_>, at: Location) -> Option<&'a str> {
    let written = resolver.model.written(at);
    Some(written).filter(|written| !written.is_empty() && written.len() <= 60 && !written.contains('\n'))
}

/// What to write in place of `base.name`.
pub(super) fn member(resolver: &Resolver<'_>, base: &Expression, name: &str) -> Option<String> {
    let counts = matches!(name, "count" | "length" | "size" | "len");
    counts.then(|| format!("how many there are is `count {}`", text_at(resolver, base.at)))
}

/// What to write in place of `players.count`.
pub(super) fn counted_set(resolver: &Resolver<'_>, base: &Expression, name: &tree::Name) -> Option<String> {
    let is_set = matches!(base.of.shape, Shape::Set { .. }) && resolver.names.owners_with(&name.text).is_empty();
    member(resolver, base, &name.text).filter(|_| is_set && !resolver.has_exactly_one(base))
}

/// What to write where `roll` or `set` names a component, or a set of them, and not one of its features.
pub(super) fn feature_to_change(
    resolver: &Resolver<'_>,
    word: &str,
    found: &Expression,
    span: Span,
    several: bool,
) -> Option<String> {
    let Sort::Component { kinds } = &found.of.sort else { return None };
    let written = text_at(resolver, resolver.at(span));
    let kind = kinds.first().and_then(|kind| resolver.model.kinds.get(kind.index()))?;
    let number = kind.attributes.iter().find(|one| matches!(one.of.sort, Sort::Number { .. }));
    let feature = &number.or(kind.attributes.first())?.name;
    let value = if word == "set" { " = …" } else { "" };
    if !several {
        return Some(format!("write `{word} {written}.{feature}{value}`"));
    }
    Some(format!("write `for d in {written} {{ {word} d.{feature}{value} }}`"))
}
