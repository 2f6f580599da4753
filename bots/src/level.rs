//! How strong a bot is to be, by name.

use std::fmt;
use std::str::FromStr;

/// How much a bot thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Not at all: any option is as likely.
    Random,
    /// Until one of these is reached.
    Thinks {
        /// So many imagined games.
        iterations: u64,
        /// So many milliseconds.
        milliseconds: Option<u64>,
    },
}

/// A strength as it is given on a command line: a name for families, or a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Does not think.
    Random,
    /// Thinks for a moment: sees what is plain.
    Easy,
    /// Thinks a little.
    Medium,
    /// Thinks for as long as people like to wait.
    Strong,
    /// So many imagined games, the same on every machine.
    Iterations(u64),
    /// So many milliseconds.
    Milliseconds(u64),
}

/// Imagined games of the levels for families, and the milliseconds after which nobody likes to wait any longer. Most games reach the first
/// before the second, and then a seed gives the same game on every machine.
const EASY: (u64, u64) = (30, 100);
const MEDIUM: (u64, u64) = (300, 500);
const STRONG: (u64, u64) = (10_000, 2_000);

/// The longest time a level may be given: an hour.
const MOST_MILLISECONDS: u64 = 3_600_000;

/// The most iterations a level may be given.
const MOST_ITERATIONS: u64 = 1_000_000_000;

impl Level {
    /// What it stands for.
    pub fn strength(self) -> Strength {
        let (iterations, milliseconds) = match self {
            Self::Random => return Strength::Random,
            Self::Easy => EASY,
            Self::Medium => MEDIUM,
            Self::Strong => STRONG,
            Self::Iterations(iterations) => return Strength::Thinks { iterations, milliseconds: None },
            Self::Milliseconds(milliseconds) => (MOST_ITERATIONS, milliseconds),
        };
        Strength::Thinks { iterations, milliseconds: Some(milliseconds) }
    }
}

/// There is no such level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = "`random`, `easy`, `medium`, `strong`, `mcts:10000` for so many imagined games a move, `mcts:200ms` for so long";
        write!(formatter, "there is no bot `{}`; there is {known}", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let unknown = || UnknownLevel(text.to_owned());
        match text {
            "random" => return Ok(Self::Random),
            "easy" => return Ok(Self::Easy),
            "medium" => return Ok(Self::Medium),
            "strong" => return Ok(Self::Strong),
            _ => {}
        }
        let measure = text.strip_prefix("mcts:").ok_or_else(unknown)?;
        let number = |digits: &str, most: u64| {
            let number: u64 = digits.parse().map_err(|_| unknown())?;
            if (1..=most).contains(&number) { Ok(number) } else { Err(unknown()) }
        };
        if let Some(digits) = measure.strip_suffix("ms") {
            return number(digits, MOST_MILLISECONDS).map(Self::Milliseconds);
        }
        if let Some(digits) = measure.strip_suffix('s') {
            return number(digits, MOST_MILLISECONDS / 1_000).map(|seconds| Self::Milliseconds(seconds * 1_000));
        }
        number(measure, MOST_ITERATIONS).map(Self::Iterations)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => formatter.write_str("random"),
            Self::Easy => formatter.write_str("easy"),
            Self::Medium => formatter.write_str("medium"),
            Self::Strong => formatter.write_str("strong"),
            Self::Iterations(iterations) => write!(formatter, "mcts:{iterations}"),
            Self::Milliseconds(milliseconds) => write!(formatter, "mcts:{milliseconds}ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn a_level_is_read_as_it_is_written() {
        for text in ["random", "easy", "medium", "strong", "mcts:10000", "mcts:200ms"] {
            assert_eq!(text.parse::<Level>().map(|level| level.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("mcts:2s".parse(), Ok(Level::Milliseconds(2_000)));
        for text in
            ["", "Strong", "mcts", "mcts:", "mcts:0", "mcts:-1", "mcts:1m", "mcts:99999999999999999999", "mcts:9999s"]
        {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
