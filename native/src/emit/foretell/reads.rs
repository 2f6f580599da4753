//! What an expression reads: nothing may depend on where components lie, for those are not moved here.

use std::collections::BTreeSet;

use rulehound_interpreter::model::BuiltIn;
use rulehound_interpreter::program::{BinderCode, IndexCode, KeyCode, Node, NodeId};

use crate::emit::Emitter;

/// How deep definitions are looked into.
const DEEPEST: u32 = 12;

/// Goes through an expression.
struct Reader<'e, 'p> {
    emitter: &'e Emitter<'p>,
    variables: &'e mut BTreeSet<u32>,
    depth: u32,
    /// Definitions that have been looked into.
    seen: BTreeSet<u32>,
}

impl Emitter<'_> {
    /// Adds the variables that an expression reads; none if it may read where components lie, or something that not everybody sees.
    pub(super) fn reads_no_place(&self, id: NodeId, variables: &mut BTreeSet<u32>) -> Option<()> {
        Reader { emitter: self, variables, depth: 0, seen: BTreeSet::new() }.one(id)
    }

    /// The variable that is set, if that can be told without reading where components lie.
    pub(super) fn variable_of(&self, target: NodeId, variables: &mut BTreeSet<u32>) -> Option<u32> {
        match self.at(target) {
            Node::Plain(_, variable) => Some(*variable),
            Node::Cell(cell) => {
                self.reads_no_place(target, variables)?;
                Some(cell.variable)
            }
            _ => None,
        }
    }
}

impl Reader<'_, '_> {
    fn all<'i>(&mut self, ids: impl IntoIterator<Item = &'i NodeId>) -> Option<()> {
        ids.into_iter().try_for_each(|id| self.one(*id))
    }

    fn indices<'i>(&mut self, codes: impl IntoIterator<Item = &'i IndexCode>) -> Option<()> {
        codes.into_iter().try_for_each(|code| self.one(code.value))
    }

    fn keys(&mut self, keys: &[KeyCode]) -> Option<()> {
        keys.iter().try_for_each(|key| self.one(key.value))
    }

    fn binders(&mut self, binders: &[BinderCode]) -> Option<()> {
        binders.iter().try_for_each(|binder| {
            self.one(binder.set)?;
            self.all(&binder.from)?;
            self.all(&binder.condition)
        })
    }

    fn one(&mut self, id: NodeId) -> Option<()> {
        match self.emitter.at(id) {
            Node::Constant(_) | Node::Load(_) | Node::LoadSet(_) | Node::Span(..) | Node::TooDeep(_) => Some(()),
            Node::Plain(_, variable) => {
                self.variables.insert(*variable);
                Some(())
            }
            Node::Cell(cell) => {
                self.variables.insert(cell.variable);
                self.indices(cell.owner.iter().chain(&cell.indices))?;
                cell.audience.is_none().then_some(())
            }
            Node::Table(_, indices) => self.indices(indices.iter()),
            Node::Family(family) => self.indices(family.owner.iter().chain(&family.indices)),
            Node::FamilyOf(family) => self.one(family.owner.value),
            Node::Owner(of)
            | Node::IndexOf(of)
            | Node::ColumnOf(of)
            | Node::RowOf(of)
            | Node::Not(of)
            | Node::Holds(of)
            | Node::Negative(of)
            | Node::OneOrNothing(of)
            | Node::Only(of)
            | Node::CountOf(of)
            | Node::CompareWith(_, of, _)
            | Node::Marked { place: of, .. }
            | Node::BoardPlace { number: of, .. } => self.one(*of),
            Node::And(left, right)
            | Node::Or(left, right)
            | Node::Arithmetic(_, left, right)
            | Node::Compare(_, left, right)
            | Node::Range(left, right)
            | Node::Union(left, right)
            | Node::Among { element: left, set: right, .. } => self.all([left, right]),
            Node::If(arms, otherwise) => {
                arms.iter().try_for_each(|(test, value)| self.all([test, value]))?;
                self.one(*otherwise)
            }
            Node::Any(binders, of) | Node::All(binders, of) | Node::Sum(binders, of) => {
                self.binders(binders)?;
                self.one(*of)
            }
            Node::CountTuples(binders) => self.binders(binders),
            Node::Most(code) => {
                self.binders(&code.binders)?;
                self.one(code.value)?;
                self.all(&code.otherwise)
            }
            Node::First(code) => {
                self.binders(&code.binders)?;
                self.keys(&code.keys)?;
                self.one(code.value)?;
                self.all(&code.otherwise)
            }
            Node::Each(code) => {
                self.all(&code.first)?;
                self.binders(&code.binders)?;
                self.keys(&code.keys)?;
                self.one(code.value)
            }
            Node::Reach(code) => self.all([&code.from, &code.to]),
            Node::Flood(from, inside) => self.all([from, inside]),
            Node::Listed(values) => self.all(values.iter()),
            Node::BuiltIn(BuiltIn::Noted, _) => None,
            Node::BuiltIn(_, arguments) => self.all(arguments.iter()),
            Node::Call(definition, arguments) => {
                arguments.iter().try_for_each(|argument| self.one(argument.value))?;
                self.definition(*definition)
            }
            // Features may be kept from somebody by where their component lies.
            Node::Attribute(_)
            | Node::PlaceOf(_)
            | Node::Top(_)
            | Node::Bottom(_)
            | Node::CountOn(..)
            | Node::Components(..)
            | Node::Contents(..) => None,
        }
    }

    fn definition(&mut self, definition: u32) -> Option<()> {
        let code = self.emitter.program.definitions.get(definition as usize)?;
        if self.seen.contains(&definition) {
            return Some(());
        }
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let read = code.clauses.iter().try_for_each(|(_, _, body)| self.one(*body));
        self.depth -= 1;
        self.seen.insert(definition);
        read
    }
}
