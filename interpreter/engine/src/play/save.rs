//! Positions as bytes: a mark, the hash of the rules, the cells, the hashes of positions that were noted, a checksum over all of that.

use super::machine::{Machine, Pause, answers_can_be_given};
use super::packed::Packed;
use super::{Game, Log, Position, Stop};
use crate::cells::{Notes, notes_are_sound};
use crate::program::{Program, ending};
use rulehound_rules::hash::hash;

/// The first bytes of every save; the last is the format.
const MARK: &[u8; 8] = b"RULEHND\x05";

/// The same of the format before, in which positions that were noted had other hashes where components of which nothing but their number tells
/// which is which are of kinds that are not plain.
const MARK_WITH_NUMBERED_NOTES: &[u8; 8] = b"RULEHND\x04";

/// The same of the one before that, in which positions that were noted had other hashes.
const MARK_WITH_OTHER_NOTES: &[u8; 8] = b"RULEHND\x03";

/// The same of an earlier one, in which nothing was noted.
const MARK_WITHOUT_NOTES: &[u8; 8] = b"RULEHND\x02";

/// The same of the first one, which had no checksum either.
const MARK_WITHOUT_SUM: &[u8; 8] = b"RULEHND\x01";

/// Writes a position as it is, so that it goes on as it would have. Numbers of alike components matter once names hold them: in normal form
/// two that are held may stand the other way round.
pub(super) fn write(position: &Position) -> Vec<u8> {
    let mut bytes = MARK.to_vec();
    bytes.extend(position.game().program().hash.to_le_bytes());
    for cell in position.cells() {
        bytes.extend(cell.to_le_bytes());
    }
    bytes.extend(position.notes().hashes().flat_map(u128::to_le_bytes));
    bytes.extend(hash(&bytes).to_le_bytes());
    bytes
}

/// What stands between the mark and the checksum.
fn unsealed(bytes: &[u8]) -> Result<&[u8], String> {
    if let Some(rest) = bytes.strip_prefix(MARK_WITHOUT_SUM.as_slice()) {
        return Ok(rest);
    }
    let sealed = [MARK, MARK_WITH_NUMBERED_NOTES, MARK_WITH_OTHER_NOTES, MARK_WITHOUT_NOTES];
    if !sealed.iter().any(|mark| bytes.starts_with(mark.as_slice())) {
        return Err("this is no saved position".to_owned());
    }
    match bytes.split_last_chunk::<8>() {
        Some((sealed, sum)) if hash(sealed).to_le_bytes() == *sum => Ok(sealed.get(MARK.len()..).unwrap_or_default()),
        _ => Err("this saved position is damaged".to_owned()),
    }
}

/// Whether what was noted in a save had other hashes than today.
fn noted_otherwise(program: &Program, bytes: &[u8]) -> bool {
    let numbered = || {
        let groups = program.notes.iter().flat_map(|code| &code.groups).map(|group| &group.components);
        !groups.eq(&program.groups)
    };
    bytes.starts_with(MARK_WITH_OTHER_NOTES) || bytes.starts_with(MARK_WITH_NUMBERED_NOTES) && numbered()
}

/// Reads a position. Where it stands is found out anew, so that bytes cannot lie about it.
pub(super) fn read(game: &Game, bytes: &[u8]) -> Result<Position, String> {
    let (rules, cells) = unsealed(bytes)?.split_at_checked(8).ok_or("this saved position is cut short")?;
    let program = game.program();
    if rules != program.hash.to_le_bytes() {
        return Err("this position was saved under other rules, another number of players or other settings".to_owned());
    }
    let damaged = || "this saved position is damaged".to_owned();
    let (cells, notes) = cells.split_at_checked(program.layout.size as usize * 4).ok_or_else(damaged)?;
    let (notes, []) = notes.as_chunks::<16>() else { return Err(damaged()) };
    if !notes.is_empty() && noted_otherwise(program, bytes) {
        return Err("this position was saved by an earlier version, which noted earlier positions in another way: begin the game anew".to_owned());
    }
    let notes = Notes::of(notes.iter().map(|hash| u128::from_le_bytes(*hash)));
    let cells: Vec<i32> = cells
        .chunks_exact(4)
        .map(|chunk| chunk.iter().rev().fold(0, |cell, byte| cell << 8 | i32::from(*byte)))
        .collect();
    let mut machine = Machine::new(program, &cells, Log::silent());
    machine.notes = notes.clone();
    if !machine.is_sound() || !notes_are_sound(program, cells.as_slice(), &notes) {
        return Err(damaged());
    }
    let over = matches!(machine.read(program.layout.over), ending::GAME_OVER | ending::PART_OVER);
    let pause = if over { Ok(Pause::Over) } else { machine.run() };
    let position = match pause {
        Ok(pause) if machine.cells() == cells.as_slice() || over => {
            Position::at(game.clone(), Packed::of(&cells), notes, pause)
        }
        Ok(_) | Err(_) => return Err(damaged()),
    };
    if position.stop() == Stop::Decision && position.deciders().is_empty() {
        return Err(damaged());
    }
    // What was decided in secret is kept by number: what these numbers stand for must be on offer here.
    if let Pause::Gathering(id) = position.pause()
        && !answers_can_be_given(&position.machine(), id)
    {
        return Err(damaged());
    }
    Ok(position)
}
