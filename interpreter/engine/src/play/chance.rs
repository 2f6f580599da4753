//! Chance: what may come out, and the seeded source.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What chance is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Which statement asks.
    pub kind: ChanceKind,
    /// What is rolled, drawn from or shuffled, in words: `side of Die low`, `Ann's bag`.
    pub of: String,
    /// The seat that owns the target of a draw, or the die; scripts may address it.
    pub owner: Option<usize>,
    /// What may come out, at least one.
    pub outcomes: Vec<ChanceOutcome>,
}

/// The statements that ask for chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceKind {
    /// `roll`.
    Roll,
    /// `draw`, from a zone or from a set.
    Draw,
    /// `shuffle`: the next component from the bottom up.
    Shuffle,
}

/// Something that may come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceOutcome {
    /// In words: `3`, `Card red of Ann`, `Ben`.
    pub text: String,
    /// How likely among the others, at least 1.
    pub weight: u32,
}

/// The seeded source: ChaCha8 with the seed as the first 8 bytes of the key, little-endian, and one stream a game.
#[derive(Clone, Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// Stream `stream` of `seed`: 0 for a single game, n for game n of a simulation.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0u8; 32];
        for (slot, byte) in key.iter_mut().zip(seed.to_le_bytes()) {
            *slot = byte;
        }
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(stream);
        Self(generator)
    }

    /// How many bytes [`Seeded::bytes`] gives.
    pub const BYTES: usize = 32;

    /// Where it stands: seed, stream, how far it has come. [`Seeded::resumed`] goes on from there.
    pub fn bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let seed = self.0.get_seed();
        let parts = [
            seed.get(..8).unwrap_or_default(),
            &self.0.get_stream().to_le_bytes(),
            &self.0.get_word_pos().to_le_bytes(),
        ];
        for (slot, byte) in bytes.iter_mut().zip(parts.into_iter().flatten()) {
            *slot = *byte;
        }
        bytes
    }

    /// The generator that gave these bytes.
    pub fn resumed(bytes: &[u8; Self::BYTES]) -> Self {
        let number = |from: usize, to: usize| {
            let bytes = bytes.get(from..to).unwrap_or_default();
            bytes.iter().rev().fold(0_u128, |number, byte| number << 8 | u128::from(*byte))
        };
        let part = |from: usize| u64::try_from(number(from, from + 8)).unwrap_or_default();
        let mut resumed = Self::new(part(0), part(8));
        resumed.0.set_word_pos(number(16, 32));
        resumed
    }

    /// Picks an outcome by weight. One single outcome takes no number.
    pub fn pick(&mut self, chance: &Chance) -> usize {
        let weights = chance.outcomes.iter().map(|outcome| u64::from(outcome.weight));
        self.weighted(weights)
    }

    /// Picks a number by weight, as [`Seeded::pick`] does.
    pub fn pick_weight(&mut self, weights: &[u32]) -> usize {
        self.weighted(weights.iter().map(|weight| u64::from(*weight)))
    }

    /// The same of weights that come one by one.
    pub fn pick_of(&mut self, weights: impl Iterator<Item = u64> + Clone) -> usize {
        self.weighted(weights)
    }

    /// A number below `count`, evenly; for bots. `count` 0 or 1 gives 0 and takes no number.
    pub fn below(&mut self, count: usize) -> usize {
        if count <= 1 { 0 } else { usize::try_from(number_below(count as u64, || self.next_number())).unwrap_or(0) }
    }

    /// The next number, for those who pick themselves.
    pub fn next_number(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn weighted(&mut self, weights: impl Iterator<Item = u64> + Clone) -> usize {
        weighted(weights, || self.next_number())
    }
}

/// Picks one of these by weight with the numbers that `next` gives; one single one takes none.
pub fn weighted(weights: impl Iterator<Item = u64> + Clone, next: impl FnMut() -> u64) -> usize {
    let total: u64 = weights.clone().sum();
    if weights.clone().count() <= 1 || total == 0 {
        return 0;
    }
    let mut rest = number_below(total, next);
    for (index, weight) in weights.enumerate() {
        if rest < weight {
            return index;
        }
        rest -= weight;
    }
    0
}

/// Numbers are taken until one lies below the greatest multiple of `total`, so that every outcome is exactly as likely as its weight says.
/// Where that multiple lies is worked out only for a number that may lie beyond it.
fn number_below(total: u64, mut next: impl FnMut() -> u64) -> u64 {
    loop {
        let number = next();
        if number <= u64::MAX - total || number < u64::MAX - u64::MAX % total {
            return number % total;
        }
    }
}
