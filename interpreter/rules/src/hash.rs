//! FNV-1a, 64 bits: of rules, saves and files. Two texts that differ in one byte never have the same.

use std::fmt;

/// The hash of bytes.
pub fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = Hasher::empty();
    hasher.add(bytes);
    hasher.get()
}

/// A hash of what is written piece by piece.
#[derive(Debug)]
pub struct Hasher(u64);

impl Hasher {
    /// Of nothing yet.
    pub fn empty() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Of all that was written.
    pub fn get(&self) -> u64 {
        self.0
    }
}

impl fmt::Write for Hasher {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    #[test]
    fn pieces_are_hashed_as_the_whole() {
        let mut hasher = Hasher::empty();
        assert!(hasher.write_str("foo").and_then(|()| hasher.write_str("bar")).is_ok());
        // The value that its authors give.
        assert_eq!([hash(b"foobar"), hasher.get()], [0x8594_4171_f739_67e8; 2]);
    }
}
