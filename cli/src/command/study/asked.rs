//! What a study is asked for, as words of the command line.

use std::str::FromStr;

use rulehound_bots::Level;

use crate::exit::{Done, Failure};

/// Which games are played: `1000`, or those from one number up to another: `2000..3000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games {
    pub(super) from: u64,
    pub(super) to: u64,
    /// Whether it is a part of a study.
    pub(super) part: bool,
}

impl FromStr for Games {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is neither a number of games, such as 1000, nor a part of them, such as 0..500");
        let number = |digits: &str| digits.trim().parse::<u64>().ok().filter(|number| *number <= 1_000_000_000);
        let (from, to, part) = match text.split_once("..") {
            Some((from, to)) => (number(from).ok_or_else(wrong)?, number(to).ok_or_else(wrong)?, true),
            None => (0, number(text).ok_or_else(wrong)?, false),
        };
        if from < to { Ok(Self { from, to, part }) } else { Err(wrong()) }
    }
}

/// A share such as `1%`, in hundredths of a per cent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(pub u64);

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().strip_suffix('%').and_then(|digits| digits.trim().parse::<f64>().ok());
        match number.map(|number| (100.0 * number).round()) {
            Some(share) if (1.0..=5_000.0).contains(&share) => Ok(Self(share as u64)),
            _ => Err(format!("`{text}` is no share such as 1%, from 0.01% to 50%")),
        }
    }
}

/// The bots by name, `none` for none. A time would make games hang on the machine.
pub(super) fn levels(given: &[String]) -> Done<Vec<Level>> {
    let mut levels = Vec::new();
    for name in given.iter().flat_map(|given| given.split(',')).map(str::trim).filter(|name| *name != "none") {
        let level: Level = name.parse().map_err(|unknown| Failure::command_line(format!("{unknown}")))?;
        match level {
            Level::Milliseconds(_) => {
                let message = format!(
                    "`{name}` would play other games on another machine; a study counts imagined games, such as `mcts:1000`"
                );
                return Err(Failure::command_line(message));
            }
            Level::Random => {}
            Level::Easy | Level::Medium | Level::Strong | Level::Iterations(_) => levels.push(level),
        }
    }
    Ok(levels)
}
