//! Positions as bytes: a mark, the source of chance, the engine's own save, a checksum over all of that.

use rulehound_interpreter::hash::hash;
use rulehound_interpreter::play::Seeded;

use crate::{Game, Misuse, Position};

/// The first bytes of every save; the last is the format.
const MARK: &[u8; 8] = b"RULEPOS\x01";

/// How many bytes a generator takes.
const GENERATOR: usize = Seeded::BYTES;

impl Position {
    /// Bytes from which [`Game::resume`] goes on as it would have gone on here, with the same chance. They hold everything, also what is
    /// hidden.
    ///
    /// ```
    /// use rulehound::Rules;
    ///
    /// let game = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?;
    /// let position = game.start(1)?;
    /// let bytes = position.save();
    /// assert_eq!(game.resume(&bytes)?, position);
    /// assert!(game.resume(b"something else").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        bytes.push(u8::from(self.chance.is_some()));
        bytes.extend(self.chance.as_ref().map_or([0; GENERATOR], Seeded::bytes));
        bytes.extend(self.engine.save());
        bytes.extend(hash(&bytes).to_le_bytes());
        bytes
    }
}

impl Game {
    /// The position that was [saved](Position::save). What has happened before it is not in the bytes.
    ///
    /// # Errors
    /// The bytes are no save, are damaged, or were saved under other rules or at another table.
    pub fn resume(&self, bytes: &[u8]) -> Result<Position, Misuse> {
        let damaged = || Misuse::Save("this saved position is damaged".to_owned());
        let Some(rest) = bytes.strip_prefix(MARK.as_slice()) else {
            return Err(Misuse::Save("this is no saved position".to_owned()));
        };
        let (sealed, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if hash(sealed).to_le_bytes() != *sum {
            return Err(damaged());
        }
        let (has_seed, rest) = rest.split_first().ok_or_else(damaged)?;
        let (generator, rest) = rest.split_first_chunk::<GENERATOR>().ok_or_else(damaged)?;
        let (engine, _) = rest.split_last_chunk::<8>().ok_or_else(damaged)?;
        let chance = match has_seed {
            0 => None,
            1 => Some(Seeded::resumed(generator)),
            _ => return Err(damaged()),
        };
        let engine = self.engine().restore(engine).map_err(Misuse::Save)?;
        Ok(Position::resumed(self, engine, chance))
    }
}
