//! Keys of seats and names of tables: random, and kept as fingerprints only.

use sha2::{Digest, Sha256};

/// The key of a seat: whoever has it sits there.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// What is kept of a key.
pub type Fingerprint = [u8; 32];

impl Key {
    /// A new one of 128 random bits, from the operating system.
    ///
    /// # Errors
    /// The operating system gives none.
    pub fn new() -> Result<Self, getrandom::Error> {
        Ok(Self(random::<16>()?))
    }

    /// As it stands in a link.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        fingerprint(&self.0)
    }
}

/// Of what somebody says is a key.
pub fn fingerprint(said: &str) -> Fingerprint {
    Sha256::digest(said.as_bytes()).into()
}

/// A name that nobody guesses, for a table.
pub fn name() -> Result<String, getrandom::Error> {
    random::<8>()
}

/// A seed of chance that nobody foresees who sees the table.
///
/// # Errors
/// The operating system gives none.
pub fn seed() -> Result<u64, getrandom::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn random<const BYTES: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
