//! Names that other languages have for something that is written another way here.

use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree;

use super::Resolver;
use crate::model::{Binder, Expression, Shape, Sort};

/// What to write in place of a value with such a name.
pub(super) fn value(name: &str) -> Option<&'static str> {
    Some(match name {
        "abs" => "how far two numbers are apart is `max(a - b, b - a)`",
        "random" | "rand" | "randint" | "randrange" => {
            "chance has a line of its own: for a die write `component Die { side : 1..6 }` beside the other components, `roll Die.side` on a line before this, and here `Die.side`; one out of several is `draw p in players`"
        }
        "until" => "write `repeat while not (…) { … }`",
        "range" => "a range is written with two points, `1..3`: `for i in 1..3 { … }`",
        "neighbours" | "neighbors" | "adjacent" | "neighbour" | "neighbor" => {
            "the joined places are `around(s)`, the one in a direction is `beside(s, up)`"
        }
        "number" | "amount" | "number_of" => {
            "how many there are is `count S`, how many of a kind lie somewhere `count Card on s`"
        }
        "len" | "length" | "size" => "how many there are is `count S`",
        _ => return None,
    })
}

/// What to write for `len(shop)` and `number of Pawn in shop`.
pub(super) fn counted_instead(resolver: &Resolver<'_>, name: &tree::Name) -> Option<String> {
    const COUNTS: [&str; 6] = ["number", "amount", "number_of", "len", "length", "size"];
    let text = &resolver.model.sources.get(usize::from(resolver.file.0))?.text;
    let behind = COUNTS.contains(&name.text.as_str()).then(|| text.get(name.span.end as usize..)).flatten()?;
    let plain = |what: &str| what.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '.'));
    let counted = if let Some(inner) = behind.strip_prefix('(') {
        inner.split_once(')')?.0.trim().to_owned()
    } else {
        let mut words = behind.strip_prefix(" of ")?.split_ascii_whitespace();
        match (words.next()?, words.next(), words.next()) {
            (what, Some("in" | "on"), Some(place)) if plain(place) => format!("{what} on {place}"),
            (what, ..) => what.to_owned(),
        }
    };
    let whole = counted.split(' ').all(plain) && !counted.is_empty();
    whole.then(|| format!("how many there are is `count {counted}`"))
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

/// The `p.Cat.place` of `beside(p.Cat.place, left)`, asked of `left`.
pub(super) fn first_of_two<'a>(resolver: &'a Resolver<'_>, name: &tree::Name) -> Option<&'a str> {
    let text = &resolver.model.sources.get(usize::from(resolver.file.0))?.text;
    let before = text.get(..name.span.start as usize)?.trim_end().strip_suffix(',')?;
    let first = before.get(before.rfind('(')? + 1..)?.trim();
    let plain = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '.');
    (!first.is_empty() && first.chars().all(plain)).then_some(first)
}

/// The `n` of `place + n`, asked of what stands before the sign.
pub(super) fn added_to<'a>(resolver: &'a Resolver<'_>, at: Location) -> Option<&'a str> {
    let text = &resolver.model.sources.get(usize::from(at.file.0))?.text;
    let behind = text.get(at.span.end as usize..)?.trim_start().strip_prefix('+')?.trim_start();
    let end = behind.find(|one: char| !one.is_ascii_alphanumeric() && !matches!(one, '_' | '.'))?;
    behind.get(..end).filter(|steps| !steps.is_empty())
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
    let text = resolver.model.sources.get(usize::from(at.file.0)).map_or("", |source| source.text.as_str());
    let written = text.get(at.span.start as usize..at.span.end as usize).unwrap_or_default();
    if written.is_empty() || written.len() > 60 || written.contains('\n') { "S" } else { written }
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
