//! A part of a study as lines: whose it is, a row for each game, and what is kept of all. Nobody has to hold the rows at once.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};

use crate::kept::{Kept, Row};
use crate::part::{Manifest, Part};

/// The longest line that is read: a quarter of a gigabyte.
const MOST_BYTES: u64 = 1 << 28;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    study: Manifest,
    from: u64,
}

/// The last line.
#[derive(Serialize, Deserialize)]
struct Tail {
    to: u64,
    kept: Kept,
}

/// Why lines are no part of a study.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// They cannot be read.
    #[error("{0}")]
    Unread(#[from] io::Error),
    /// One is something else than it should be.
    #[error("{0}")]
    Wrong(#[from] serde_json::Error),
    /// There are too few.
    #[error("it ends too early")]
    Short,
}

/// Writes a part while it is played.
pub struct PartWriter<W> {
    out: W,
}

/// Reads one: first what is kept of it, or row by row.
pub struct PartReader<R> {
    lines: R,
    line: Vec<u8>,
}

impl<W: Write> PartWriter<W> {
    /// Begins one.
    ///
    /// # Errors
    /// What it is written to fails.
    pub fn begin(out: W, study: &Manifest, from: u64) -> Result<Self, Broken> {
        let mut writer = Self { out };
        writer.line(&Head { study: study.clone(), from })?;
        Ok(writer)
    }

    /// Writes a game.
    ///
    /// # Errors
    /// What it is written to fails.
    pub fn add(&mut self, row: &Row) -> Result<(), Broken> {
        self.line(row)
    }

    /// Ends it; gives what it was written to.
    ///
    /// # Errors
    /// What it is written to fails.
    pub fn end(mut self, part: &Part) -> Result<W, Broken> {
        self.line(&Tail { to: part.to, kept: part.kept.clone() })?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn line(&mut self, what: &impl Serialize) -> Result<(), Broken> {
        serde_json::to_writer(&mut self.out, what)?;
        self.out.write_all(b"\n")?;
        Ok(())
    }
}

impl<R: BufRead> PartReader<R> {
    /// For lines.
    pub fn new(lines: R) -> Self {
        Self { lines, line: Vec::new() }
    }

    /// Everything but the rows.
    ///
    /// # Errors
    /// They are no part of a study.
    pub fn part(mut self) -> Result<Part, Broken> {
        let head: Head = serde_json::from_slice(self.next()?.ok_or(Broken::Short)?)?;
        let mut last = Vec::new();
        while self.next()?.is_some() {
            std::mem::swap(&mut last, &mut self.line);
        }
        // Where somebody was stopped while writing, a row stands last.
        let tail: Tail =
            if last.first() == Some(&b'{') { serde_json::from_slice(&last)? } else { return Err(Broken::Short) };
        Ok(Part { manifest: head.study, from: head.from, to: tail.to, kept: tail.kept })
    }

    /// Gives each game to somebody, in their order.
    ///
    /// # Errors
    /// They are no part of a study, or whoever was given a game gives up.
    pub fn rows<E: From<Broken>>(mut self, mut take: impl FnMut(Row) -> Result<(), E>) -> Result<(), E> {
        self.next()?;
        while let Some(line) = self.next()? {
            if line.first() == Some(&b'{') {
                return Ok(());
            }
            take(serde_json::from_slice(line).map_err(Broken::from)?)?;
        }
        Err(Broken::Short.into())
    }

    fn next(&mut self) -> Result<Option<&[u8]>, Broken> {
        self.line.clear();
        let read = (&mut self.lines).take(MOST_BYTES).read_until(b'\n', &mut self.line)?;
        Ok((read > 0).then_some(self.line.as_slice()))
    }
}
