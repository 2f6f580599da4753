//! Bound names: a stack, cut back when a block ends.

use rulehound_interpreter::model::{Life, LocalId, Model, Sort};

/// What a name holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// One value.
    One(i32),
    /// A set, in its order.
    Set(Vec<i32>),
}

impl Value {
    /// The values, one or several.
    pub fn values(&self) -> &[i32] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Set(values) => values,
        }
    }
}

/// All names that are bound now, the latest last.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    bound: Vec<(LocalId, Value)>,
}

impl Names {
    /// How far the stack reaches; for [`Names::release`].
    pub fn mark(&self) -> usize {
        self.bound.len()
    }

    /// Binds a name.
    pub fn bind(&mut self, local: LocalId, value: Value) {
        self.bound.push((local, value));
    }

    /// Forgets everything bound since the mark.
    pub fn release(&mut self, mark: usize) {
        self.bound.truncate(mark);
    }

    /// What a name holds.
    pub fn get(&self, local: LocalId) -> Option<&Value> {
        self.bound.iter().rev().find(|(name, _)| *name == local).map(|(_, value)| value)
    }

    /// The components that names of running blocks hold. Names inside expressions hold nothing.
    pub fn held(&self, model: &Model) -> Vec<i32> {
        let of_component = |local: &LocalId| {
            let local = &model.locals[local.index()];
            local.life == Life::Block && matches!(local.of.sort, Sort::Component { .. })
        };
        let holding = self.bound.iter().filter(|(local, _)| of_component(local));
        holding.flat_map(|(_, value)| value.values().iter().copied()).collect()
    }
}
