//! Whose things are, before the things, as people say it: `each of white's pieces`.

use super::super::prose::bare;
use super::English;
use super::set::of_owner;
use rulehound_rules::model::{Binder, Expression, ExpressionKind};

/// The most words of an owner that stands before what is owned: `the other player's`.
const MOST_WORDS: usize = 3;

/// Things of somebody by whose they are: `each of white's pieces that …`; of a single one `white's king that …`. `None` if they are no
/// things of an owner.
pub(super) fn owned(english: &English<'_>, word: &str, binder: &Binder) -> Option<String> {
    let ExpressionKind::Components(kind, Some(owner)) = binder.set.kind.as_ref() else { return None };
    let (head, source, asked) = english.parts(binder);
    let behind = source.strip_prefix(&of_owner(&english.value(owner)))?;
    let whose = whose_short(english, owner)?;
    Some(if english.is_single(*kind) {
        format!("{whose} {head}{behind}{asked}")
    } else {
        format!("{word} of {whose} {}{behind}{asked}", english.many_of(&head))
    })
}

/// Whose something is, if few words say it: `white's`, `your`, but not `whoever you move for's`.
pub(super) fn whose_short(english: &English<'_>, owner: &Expression) -> Option<String> {
    let words = bare(&english.value(owner));
    let short = words.split(' ').count() <= MOST_WORDS && !words.contains("'s") && !words.contains(" of ");
    (short && !words.starts_with("whoever")).then(|| english.whose(owner))
}

/// Whose things these are, and the things alone: of `your pawns` you and `pawns`. `None` if nobody is said to own them.
pub(super) fn had(english: &English<'_>, set: &Expression) -> Option<(String, String)> {
    let owner = match set.kind.as_ref() {
        ExpressionKind::Components(_, owner) => owner.as_ref()?,
        ExpressionKind::Call(_, arguments) => arguments.first()?,
        _ => return None,
    };
    let things = english.things(set);
    let things = things.strip_prefix(&english.whose(owner))?.strip_prefix(' ')?;
    Some((english.value(owner), things.to_owned()))
}
