//! Games that nobody wrote.

use rulehound_tests::generated::{Length, Tally, careful_trial, rules};

/// The first four bytes are a seed, the next four the number of a game: what is generated from them is played by the reference, the
/// interpreter and machine code side by side, and its secrets are tried.
pub fn games(bytes: &[u8]) {
    let number = |from: usize| {
        let bytes = bytes.get(from..from + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
        u64::from(u32::from_le_bytes(bytes.unwrap_or_default()))
    };
    let text = rules(number(0), number(4));
    let length = Length { streams: 1, stops: 20, machine_code: bytes.len().is_multiple_of(8) };
    if let Err(trouble) = careful_trial(&text, length, &mut Tally::default()) {
        panic!("{}: {}\n{text}", trouble.sort, trouble.told);
    }
}
