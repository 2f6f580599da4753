//! What a bot found out.

/// What it found out about one option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The number of the option.
    pub option: usize,
    /// How many imagined games began with it.
    pub visits: u64,
    /// What those were worth on average, from 0 to [`ONE`](crate::ONE).
    pub value: u32,
    /// Whether that is proven and no estimate.
    pub proven: bool,
}

/// A choice, with the reasons for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The number of the option it takes.
    pub option: usize,
    /// All options that were tried, the most tried first; nothing where there was nothing to think about.
    pub considered: Vec<Considered>,
    /// How often each option is right, in parts of a million, where the whole game was worked out; nothing elsewhere.
    pub shares: Vec<u64>,
    /// How many games were imagined.
    pub iterations: u64,
    /// How many of them came to nothing: the rules fail there.
    pub failed: u64,
    /// How it expects the game to go on, beginning with its own option: who answers, and the number of the option; up to where it has
    /// hardly looked.
    pub line: Vec<(usize, usize)>,
    /// Whether it went by how near to winning imagined games came, not by how they ended: what options are worth is then no chance of winning.
    pub by_nearness: bool,
    /// That it could not think, and why; it then took any option.
    pub trouble: Option<&'static str>,
}

impl Thought {
    /// A choice without reasons.
    pub fn plain(option: usize) -> Self {
        Self {
            option,
            considered: Vec::new(),
            shares: Vec::new(),
            iterations: 0,
            failed: 0,
            line: Vec::new(),
            by_nearness: false,
            trouble: None,
        }
    }

    /// What the option that was taken is worth, from 0 to [`ONE`](crate::ONE), if that is known.
    pub fn value(&self) -> Option<u32> {
        self.considered.iter().find(|it| it.option == self.option && it.visits > 0).map(|it| it.value)
    }
}
