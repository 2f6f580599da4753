//! What may be chosen from a list: few values one by one, many by the name of their list, which stands in one place.

use super::names::{area_id, enumeration_id, is_explained, lowered, or};
use super::prose::{link, plain};
use rulehound_engine::words::{Form, value_called};
use rulehound_rules::model::{
    AreaId, AreaKind, BoardShape, Enumeration, EnumerationId, Expression, ExpressionKind, Model, Part, Sort, Type,
};
use std::collections::BTreeSet;

/// So many values are told one by one.
const FEW: usize = 6;

/// So many may be left out of a list that is told by its name.
const LEFT_OUT: usize = 3;

/// `red, blue or none`, or where there are more: `any city`, `any city but oslo`, `any city, or none`.
pub fn values(model: &Model, of: &Type, none: bool) -> String {
    if let Some(named) = by_name(model, of) {
        return if none { format!("{named}, or none") } else { named };
    }
    let Sort::Value { of, allowed } = &of.sort else { return String::new() };
    let list = model.enumerations.get(of.index());
    let mut words: Vec<String> = list.map_or_else(Vec::new, |list| called(list, allowed.iter().copied()));
    words.extend(none.then(|| "none".to_owned()));
    or(&words)
}

/// The part of a list that a type is, where it holds many values: it is spoken of by its name, and its values stand with the words.
pub fn part<'m>(model: &'m Model, of: &Type) -> Option<&'m Part> {
    let Sort::Value { of, allowed } = &of.sort else { return None };
    let list = model.enumerations.get(of.index())?;
    list.parts.iter().find(|part| part.values == *allowed).filter(|part| has_many(&part.values))
}

/// The part of a list that a set names: all its values, as they stand in the rules; not things that may be any of them.
pub fn whole_part<'m>(model: &'m Model, set: &Expression) -> Option<&'m Part> {
    let ExpressionKind::Listed(all) = set.kind.as_ref() else { return None };
    let fixed = all.iter().all(|one| matches!(one.kind.as_ref(), ExpressionKind::Constant(_)));
    part(model, &set.of).filter(|part| fixed && part.values.len() == all.len())
}

/// Whether a part of a list holds so many values that they are told once.
pub fn has_many(values: &BTreeSet<i32>) -> bool {
    values.len() > FEW
}

/// The words for some values of a list.
pub fn called(list: &Enumeration, values: impl Iterator<Item = i32>) -> Vec<String> {
    let one = |value: i32| Some(plain(&value_called(list, usize::try_from(value).ok()?, Form::People)));
    values.filter_map(one).collect()
}

/// Whether a note tells of a list by its name, and no board has a place for each of its values: then these stand with the words.
pub fn is_named(model: &Model, id: EnumerationId) -> bool {
    let of_it = |of: &Type| matches!(&of.sort, Sort::Value { of, .. } if *of == id) && part(model, of).is_none();
    let mut notes = model.variables.iter().filter(|variable| is_explained(&variable.notes));
    net(model, id).is_none() && notes.any(|note| of_it(&note.of) && by_name(model, &note.of).is_some())
}

fn by_name(model: &Model, of: &Type) -> Option<String> {
    let Sort::Value { of: id, allowed } = &of.sort else { return None };
    if let Some(part) = part(model, of) {
        return Some(format!("any {}", link(&enumeration_id(&part.name), &lowered(&part.name))));
    }
    let list = model.enumerations.get(id.index())?;
    let name = list.name.as_ref()?;
    let all = || (0..).take(list.values.len());
    let out: Vec<i32> = all().filter(|value| !allowed.contains(value)).collect();
    if allowed.len() <= FEW || out.len() > LEFT_OUT {
        return None;
    }
    let to = net(model, *id).map_or_else(|| enumeration_id(name), |net| area_id(model, net));
    let but = if out.is_empty() { String::new() } else { format!(" but {}", or(&called(list, out.into_iter()))) };
    Some(format!("any {}{but}", link(&to, &lowered(name))))
}

/// The first net with a place for each value of a list: there they stand.
fn net(model: &Model, id: EnumerationId) -> Option<AreaId> {
    let of_it = |kind: &AreaKind| match kind {
        AreaKind::Board(board) => matches!(board.shape, BoardShape::Net { of } if of == id),
        AreaKind::Zone(_) => false,
    };
    model.areas.iter().position(|area| of_it(&area.kind)).map(AreaId::from)
}
