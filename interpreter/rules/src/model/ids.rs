//! Indices into the lists of a [`Model`](super::Model).

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    )+};
}

ids! {
    /// Of [`Model::enumerations`](super::Model::enumerations).
    EnumerationId,
    /// Of [`Model::kinds`](super::Model::kinds).
    KindId,
    /// Of [`Model::areas`](super::Model::areas).
    AreaId,
    /// Of [`Model::variables`](super::Model::variables).
    VariableId,
    /// Of [`Model::settings`](super::Model::settings).
    SettingId,
    /// Of [`Model::tables`](super::Model::tables).
    TableId,
    /// Of [`Model::definitions`](super::Model::definitions).
    DefinitionId,
    /// Of [`Model::runnables`](super::Model::runnables).
    RunnableId,
    /// Of [`Model::triggers`](super::Model::triggers).
    TriggerId,
    /// Of [`Model::locals`](super::Model::locals).
    LocalId,
}
