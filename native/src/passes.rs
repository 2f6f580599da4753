//! What machine code is made faster by, each to be left out, so that what it is worth can be measured.

use std::collections::BTreeSet;

/// Where machine code can be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// At the beginning of a random game, which is then played whole.
    Games,
    /// At every stop: somebody else decides there.
    Stops,
}

/// One way of making machine code faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    /// Conditions on places are worked out for all places of a board at once, a bit for each.
    PlacesAsBits,
    /// A definition that gives a part of a set is worked out with what asks for it, without a list between.
    Fusion,
    /// Variables in a row are compared and added all at once.
    RowsAtOnce,
    /// Where components lie is kept again in bits or bytes of each place, and of a kind only those that lie at a place are looked at.
    ComponentsAsBits,
    /// In games that are played whole components that nothing tells apart are only counted: one goes from place to place as one less here and one more there.
    ComponentsAsCounts,
    /// What a definition gives is worked out once where it is the same for each element.
    Hoisting,
    /// Definitions that depend on nothing that changes are worked out before a game.
    ConstantEvaluation,
    /// What is done for each of a few known elements is written once for each.
    Unrolling,
    /// Decisions of a secret block are played where the game stands, without a copy.
    SecretsInPlace,
    /// In playouts candidates are drawn until one is legal, where it takes many steps to find out what is. Without it other games are played, in
    /// which each option is as likely.
    Lots,
    /// Whatever turns the WebAssembly into machine code makes it better, too; without that it is made in less than half the time.
    Compiling,
}

impl Pass {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 11] = [
        Self::PlacesAsBits,
        Self::Fusion,
        Self::RowsAtOnce,
        Self::ComponentsAsBits,
        Self::ComponentsAsCounts,
        Self::Hoisting,
        Self::ConstantEvaluation,
        Self::Unrolling,
        Self::SecretsInPlace,
        Self::Lots,
        Self::Compiling,
    ];

    /// How it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlacesAsBits => "places-as-bits",
            Self::Fusion => "fusion",
            Self::RowsAtOnce => "rows-at-once",
            Self::ComponentsAsBits => "components-as-bits",
            Self::ComponentsAsCounts => "components-as-counts",
            Self::Hoisting => "hoisting",
            Self::ConstantEvaluation => "constant-evaluation",
            Self::Unrolling => "unrolling",
            Self::SecretsInPlace => "secrets-in-place",
            Self::Lots => "lots",
            Self::Compiling => "compiling",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

/// Which passes are made; all unless some are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passes {
    left_out: BTreeSet<Pass>,
}

impl Passes {
    /// All but these.
    pub fn without(passes: impl IntoIterator<Item = Pass>) -> Self {
        Self { left_out: passes.into_iter().collect() }
    }

    /// The same without this one, too.
    #[must_use]
    pub fn but(mut self, pass: Pass) -> Self {
        self.left_out.insert(pass);
        self
    }

    /// Whether a pass is made.
    pub fn has(&self, pass: Pass) -> bool {
        !self.left_out.contains(&pass)
    }
}
