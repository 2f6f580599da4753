//! What stands around something that means nothing where it stands: by that it is told what was meant.

use rulehound_grammar::span::Location;
use rulehound_grammar::tree;

use super::Resolver;
use super::scope::Bound;
use crate::model::Sort;

/// The name or path at the beginning of a text, such as `p.hand`; may be empty.
fn path(text: &str) -> &str {
    let ends = |one: char| !one.is_ascii_alphanumeric() && !matches!(one, '_' | '.');
    text.get(..text.find(ends).unwrap_or(text.len())).unwrap_or_default()
}

/// What stands before a name in its file, and what behind it.
fn sides<'a>(resolver: &'a Resolver<'_>, name: &tree::Name) -> (&'a str, &'a str) {
    resolver.model.around(resolver.at(name.span))
}

/// What to write for `len(shop)` and `number of Pawn in shop`.
pub(super) fn counted_instead(resolver: &Resolver<'_>, name: &tree::Name) -> Option<String> {
    const COUNTS: [&str; 6] = ["number", "amount", "number_of", "len", "length", "size"];
    let (_, behind) = sides(resolver, name);
    let behind = Some(behind).filter(|_| COUNTS.contains(&name.text.as_str()))?;
    let counted = if behind.starts_with('(') {
        in_brackets(resolver, name)?.to_owned()
    } else {
        let of = behind.strip_prefix(" of ")?;
        let what = path(of);
        let lies = of.get(what.len()..)?;
        match lies.strip_prefix(" in ").or(lies.strip_prefix(" on ")).map(path) {
            Some(place) if !place.is_empty() => format!("{what} on {place}"),
            _ => what.to_owned(),
        }
    };
    (!counted.is_empty()).then(|| format!("how many there are is `count {counted}`"))
}

/// The `shop` of `count Pawn in shop`, asked of `Pawn`.
pub(super) fn counted_in<'a>(resolver: &'a Resolver<'_>, name: &tree::Name) -> Option<&'a str> {
    let (before, behind) = sides(resolver, name);
    let behind = behind.strip_prefix(" in ").filter(|_| before.ends_with("count "))?;
    let place = path(behind);
    // `count Pawn in shop where …` goes through them, one by one.
    let alone = !behind.get(place.len()..)?.trim_start().starts_with("where");
    Some(place).filter(|place| alone && !place.is_empty())
}

/// The `p.Cat.place` of `beside(p.Cat.place, left)`, asked of `left`.
pub(super) fn first_of_two<'a>(resolver: &'a Resolver<'_>, name: &tree::Name) -> Option<&'a str> {
    let (before, _) = sides(resolver, name);
    let before = before.trim_end().strip_suffix(',')?;
    let first = before.get(before.rfind('(')? + 1..)?.trim();
    Some(first).filter(|first| !first.is_empty() && path(first) == *first)
}

/// The `p.Cat.place` of `neighbours(p.Cat.place)`, asked of `neighbours`.
pub(super) fn in_brackets<'a>(resolver: &'a Resolver<'_>, name: &tree::Name) -> Option<&'a str> {
    let inner = sides(resolver, name).1.strip_prefix('(')?;
    let what = path(inner);
    Some(what).filter(|what| !what.is_empty() && inner.get(what.len()..).is_some_and(|rest| rest.starts_with(')')))
}

/// The feature and what it is compared with, of `Die.side = 6`, asked of `Die`.
pub(super) fn feature_behind<'a>(resolver: &'a Resolver<'_>, at: Location) -> Option<(&'a str, &'a str)> {
    let behind = resolver.model.around(at).1.strip_prefix('.')?;
    let feature = path(behind);
    let rest = behind.get(feature.len()..)?.lines().next().unwrap_or_default();
    let compared = rest.split('{').next().unwrap_or_default().trim();
    let compares = compared.starts_with(['=', '<', '>', '!']) && compared.split_whitespace().count() == 2;
    (!feature.is_empty()).then_some((feature, if compares { compared } else { "" }))
}

/// The innermost name in force that stands for something of this sort.
pub(super) fn name_of_sort<'a>(resolver: &'a Resolver<'_>, sort: &Sort) -> Option<&'a str> {
    let fits = |name: &&str| match resolver.scope.get(name) {
        Some(Bound::Local(local)) => resolver.local(local).is_some_and(|local| local.of.sort == *sort),
        _ => false,
    };
    resolver.scope.names().filter(fits).last()
}

/// The `n` of `place + n`, asked of what stands before the sign.
pub(super) fn added_to<'a>(resolver: &'a Resolver<'_>, at: Location) -> Option<&'a str> {
    let (_, behind) = resolver.model.around(at);
    Some(path(behind.trim_start().strip_prefix('+')?.trim_start())).filter(|steps| !steps.is_empty())
}

/// So many lines above a name it is looked for what they belong to.
const LINES_ABOVE: usize = 1_000;

/// The word and the name with which the declaration begins in which a name stands: `rule`, `act`.
pub(super) fn head_above<'a>(resolver: &'a Resolver<'_>, name: &tree::Name) -> Option<(&'a str, &'a str)> {
    let (above, _) = sides(resolver, name);
    let mut lines = above.lines().rev().take(LINES_ABOVE);
    let line = lines.find(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))?;
    let (word, rest) = line.trim_start_matches("replace ").split_once(' ')?;
    Some((word, path(rest)))
}
