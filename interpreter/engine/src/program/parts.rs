//! What expressions are made of.

use super::{Addr, BinderCode, IndexCode, KeyCode, Node, NodeId};

/// Looks at a part of an expression, with the innermost name that the expression itself binds around it.
pub type Look<'l> = &'l mut dyn FnMut(NodeId, Option<Addr>);

impl Node {
    /// All parts, in written order. Each name that it binds and that a part may read comes with one of them.
    pub fn parts(&self, look: Look<'_>) {
        match self {
            Self::TooDeep(_)
            | Self::Constant(_)
            | Self::Load(_)
            | Self::LoadSet(_)
            | Self::Plain(..)
            | Self::Span(..)
            | Self::Components(_, None) => {}
            Self::Cell(cell) => indexed(cell.owner.as_ref(), &cell.indices, look),
            Self::Attribute(cell) => {
                look(cell.component, None);
                indexed(None, &cell.indices, look);
            }
            Self::Table(_, indices) => indexed(None, indices, look),
            Self::Family(family) => indexed(family.owner.as_ref(), &family.indices, look),
            Self::FamilyOf(family) => indexed(Some(&family.owner), &[], look),
            Self::Owner(of)
            | Self::PlaceOf(of)
            | Self::IndexOf(of)
            | Self::ColumnOf(of)
            | Self::RowOf(of)
            | Self::Top(of)
            | Self::Bottom(of)
            | Self::Marked { place: of, .. }
            | Self::BoardPlace { number: of, .. }
            | Self::Not(of)
            | Self::Holds(of)
            | Self::Negative(of)
            | Self::CompareWith(_, of, _)
            | Self::CountOf(of)
            | Self::Components(_, Some(of))
            | Self::Contents(of, _)
            | Self::OneOrNothing(of)
            | Self::Only(of) => look(*of, None),
            Self::And(one, other)
            | Self::Or(one, other)
            | Self::Arithmetic(_, one, other)
            | Self::Compare(_, one, other)
            | Self::Among { element: one, set: other, .. }
            | Self::CountOn(one, other)
            | Self::Range(one, other)
            | Self::Union(one, other)
            | Self::Flood(one, other) => {
                look(*one, None);
                look(*other, None);
            }
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| look(argument.value, None)),
            Self::BuiltIn(_, of) | Self::Listed(of) => of.iter().for_each(|of| look(*of, None)),
            Self::If(arms, otherwise) => {
                for (test, value) in arms {
                    look(*test, None);
                    look(*value, None);
                }
                look(*otherwise, None);
            }
            Self::Any(binders, body) | Self::All(binders, body) | Self::Sum(binders, body) => {
                let inside = bound(binders, look);
                look(*body, inside);
            }
            Self::CountTuples(binders) => {
                bound(binders, look);
            }
            Self::Most(most) => {
                let inside = bound(&most.binders, look);
                look(most.value, inside);
                most.otherwise.iter().for_each(|otherwise| look(*otherwise, None));
            }
            Self::First(first) => {
                let inside = bound(&first.binders, look);
                ordered(&first.keys, inside, look);
                look(first.value, inside);
                first.otherwise.iter().for_each(|otherwise| look(*otherwise, None));
            }
            Self::Each(each) => {
                each.first.iter().for_each(|first| look(*first, None));
                let inside = bound(&each.binders, look);
                ordered(&each.keys, inside, look);
                look(each.value, inside);
            }
            Self::Reach(reach) => {
                look(reach.from, None);
                look(reach.to, Some(reach.local));
            }
        }
    }
}

/// Names with their sets and conditions; gives the innermost.
fn bound(binders: &[BinderCode], look: Look<'_>) -> Option<Addr> {
    let mut inside = None;
    for binder in binders {
        look(binder.set, inside);
        binder.from.iter().for_each(|from| look(*from, inside));
        inside = Some(binder.local);
        binder.condition.iter().for_each(|condition| look(*condition, inside));
    }
    inside
}

fn ordered(keys: &[KeyCode], inside: Option<Addr>, look: Look<'_>) {
    keys.iter().for_each(|key| look(key.value, inside));
}

fn indexed(owner: Option<&IndexCode>, indices: &[IndexCode], look: Look<'_>) {
    owner.into_iter().chain(indices).for_each(|index| look(index.value, None));
}
