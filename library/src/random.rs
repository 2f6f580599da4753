//! Random choices from a seed.

use rulehound_interpreter::play::Seeded;

/// What is added to a seed for the generator of bots, so that what they do does not shift what chance gives.
const BOTS: u64 = 0x626f_7473;

/// A generator for bots and studies: the same seed gives the same numbers on every machine and in every release. The library takes no seed
/// from anywhere; it comes from the caller.
///
/// ```
/// use rulehound::Random;
///
/// let mut random = Random::new(7);
/// assert_eq!(random.pick(&["left", "right"]), Random::new(7).pick(&["left", "right"]));
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(pub(crate) Seeded);

impl Random {
    /// The numbers of a seed. They are others than those that [`Game::start`](crate::Game::start) draws from the same seed.
    pub fn new(seed: u64) -> Self {
        Self(Generators::new(seed, 0).bots)
    }

    /// A number below `count`, each equally likely; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.below(count)
    }

    /// One of these; `None` if there are none.
    pub fn pick<'t, T>(&mut self, among: &'t [T]) -> Option<&'t T> {
        among.get(self.below(among.len()))
    }

    /// The next number, evenly from all there are: a seed for something else.
    pub fn seed(&mut self) -> u64 {
        self.0.next_number()
    }
}

/// Chance and bots of one game: stream `game` of the seed for chance, the same stream of seed xor `0x626f7473` for bots.
#[derive(Clone)]
pub struct Generators {
    /// For chance.
    pub chance: Seeded,
    /// For bots.
    pub bots: Seeded,
}

impl Generators {
    /// For one game of a seed.
    pub fn new(seed: u64, game: u64) -> Self {
        Self { chance: Seeded::new(seed, game), bots: Seeded::new(seed ^ BOTS, game) }
    }
}
