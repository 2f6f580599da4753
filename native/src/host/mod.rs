//! What the machine code asks of Rust: what is rare, long, or needs memory of its own. All of it works on the same cells.

mod block;
mod chance;
mod noting;
mod random;
mod search;

pub use block::Block;

use std::sync::Arc;

use rulehound_interpreter::cells::{self, FEW, Notes, Room, Winners};
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_interpreter::program::{Instruction, WinCode};
use smallvec::SmallVec;
use wasmtime::{Caller, Error, Linker, Memory};

use crate::Pause;
use crate::map::{KEYS, MOST_KEYS, Map};
use search::{Memo, Reached};

/// What the host keeps for the machine code.
pub struct Host {
    /// The rules.
    pub game: Game,
    /// What lies where.
    pub map: Arc<Map>,
    /// The memory, once there is one.
    pub memory: Option<Memory>,
    memo: Memo,
    /// A list out of memory that is worked on.
    copy: Vec<i32>,
    /// For each of a list the last one before it that is alike.
    likes: Vec<Option<usize>>,
    room: Room,
    outcomes: Vec<(i32, u32)>,
    /// The positions that were noted.
    pub notes: Notes,
    /// The generators of chance and of bots, while a random game is played.
    pub random: [Option<Seeded>; 2],
}

impl Host {
    pub fn new(game: Game, map: Arc<Map>) -> Self {
        Self {
            game,
            map,
            memory: None,
            memo: Memo::default(),
            copy: Vec::new(),
            likes: Vec::new(),
            room: Room::default(),
            outcomes: Vec::new(),
            notes: Notes::default(),
            random: [None, None],
        }
    }
}

/// What an import works with: all of memory, and room to work in.
struct Work<'a> {
    block: Block<'a>,
    map: &'a Map,
    memo: &'a mut Memo,
    copy: &'a mut Vec<i32>,
    likes: &'a mut Vec<Option<usize>>,
    room: &'a mut Room,
    outcomes: &'a mut Vec<(i32, u32)>,
    notes: &'a mut Notes,
    random: &'a mut [Option<Seeded>; 2],
}

impl Work<'_> {
    /// A list in memory: where it begins in bytes, how many words.
    fn list(&mut self, at: i32, count: i32) -> Option<&mut [i32]> {
        let (at, count) = (usize::try_from(at).ok()? / 4, usize::try_from(count).ok()?);
        self.block.words.get_mut(at..at.checked_add(count)?)
    }

    /// A copy of a list, worked on, is written back.
    fn with_list<T>(
        &mut self,
        at: i32,
        count: i32,
        work: impl FnOnce(&mut Block<'_>, &mut Vec<i32>, &mut Room) -> T,
    ) -> Option<T> {
        let mut part = std::mem::take(self.copy);
        part.clear();
        let (start, length) = (usize::try_from(at).ok()? / 4, usize::try_from(count).ok()?);
        part.extend_from_slice(self.block.words.get(start..start.checked_add(length)?)?);
        let result = work(&mut self.block, &mut part, self.room);
        if let Some(slot) = self.block.words.get_mut(start..start + part.len()) {
            slot.copy_from_slice(&part);
        }
        *self.copy = part;
        Some(result)
    }

    fn position(&self) -> Option<&[i32]> {
        self.block.words.get(self.block.base..self.block.base + self.map.size as usize)
    }
}

/// Works on the block that begins at this byte; what cannot be done is a trap.
fn on(caller: &mut Caller<'_, Host>, base: i32, work: impl FnOnce(&mut Work<'_>) -> Option<i32>) -> Result<i32, Error> {
    let lost = || Error::msg("beyond what machine code does");
    let memory = caller.data().memory.ok_or_else(lost)?;
    let (bytes, host) = memory.data_and_store_mut(caller);
    let words: &mut [i32] = bytemuck::try_cast_slice_mut(bytes).map_err(|_| lost())?;
    let base = usize::try_from(base).map_err(|_| lost())? / 4;
    let block = Block { program: host.game.program(), words, base, map: &host.map };
    let mut work_with = Work {
        block,
        map: &host.map,
        memo: &mut host.memo,
        copy: &mut host.copy,
        likes: &mut host.likes,
        room: &mut host.room,
        outcomes: &mut host.outcomes,
        notes: &mut host.notes,
        random: &mut host.random,
    };
    work(&mut work_with).ok_or_else(lost)
}

fn count(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// All imports, by name.
pub fn link(linker: &mut Linker<Host>) -> Result<(), Error> {
    link_lists(linker)?;
    link_control(linker)?;
    link_search(linker)?;
    noting::link(linker)?;
    random::link(linker)?;
    linker.func_wrap("host", "lift", |mut caller: Caller<'_, Host>, base: i32, component: i32, from: i32| {
        on(&mut caller, base, |work| {
            cells::lift(work.block.program, &mut work.block, (component, from), &mut work.room.others);
            Some(0)
        })
    })?;
    linker.func_wrap(
        "host",
        "put",
        |mut caller: Caller<'_, Host>, base: i32, component: i32, to: i32, beneath: i32| {
            on(&mut caller, base, |work| {
                let Work { block, room, .. } = work;
                cells::put(block.program, block, (component, to), beneath != 0, &mut room.others);
                Some(0)
            })
        },
    )?;
    Ok(())
}

fn link_lists(linker: &mut Linker<Host>) -> Result<(), Error> {
    linker.func_wrap("host", "sort_standing", |mut caller: Caller<'_, Host>, base: i32, at: i32, length: i32| {
        on(&mut caller, base, |work| {
            work.with_list(at, length, |block, part, room| cells::sort_standing(block.program, block, part, room))?;
            Some(0)
        })
    })?;
    linker.func_wrap("host", "offer_alike", |mut caller: Caller<'_, Host>, base: i32, at: i32, length: i32| {
        on(&mut caller, base, |work| {
            let held = |block: &mut Block<'_>, part: &mut Vec<i32>, room: &mut Room| {
                count(cells::offer_alike(block.program, block, part, &mut room.held))
            };
            work.with_list(at, length, held)
        })
    })?;
    linker.func_wrap(
        "host",
        "alike_before",
        |mut caller: Caller<'_, Host>, base: i32, at: i32, length: i32, out: i32| {
            on(&mut caller, base, |work| {
                let mut found = std::mem::take(work.likes);
                work.with_list(at, length, |block, part, room| {
                    cells::alike_before(block.program, block, part, &mut room.held, &mut found);
                })?;
                for (slot, last) in work.list(out, length)?.iter_mut().zip(&found) {
                    *slot = last.and_then(|last| i32::try_from(last).ok()).unwrap_or(-1);
                }
                *work.likes = found;
                Some(0)
            })
        },
    )?;
    linker.func_wrap(
        "host",
        "sort_rows",
        |mut caller: Caller<'_, Host>, at: i32, length: i32, keys: i32, width: i32| {
            on(&mut caller, 0, |work| {
                let (keys, width) = (usize::try_from(keys).ok()?, usize::try_from(width).ok()?);
                let row = keys + width;
                let (copy, order) = (&mut *work.copy, &mut work.room.others);
                copy.clear();
                let start = usize::try_from(at).ok()? / 4;
                let slot = work.block.words.get_mut(start..start.checked_add(usize::try_from(length).ok()?)?)?;
                copy.extend_from_slice(slot);
                order.clear();
                order.extend(0..count(copy.len() / row.max(1)));
                let keys_of = |number: &i32| {
                    let first = number.unsigned_abs() as usize * row;
                    copy.get(first..first + keys).unwrap_or_default()
                };
                // Ties keep their order: the number comes last.
                order.sort_unstable_by(|left, right| keys_of(left).cmp(keys_of(right)).then(left.cmp(right)));
                let mut written = 0;
                for number in order.iter() {
                    let first = number.unsigned_abs() as usize * row + keys;
                    slot.get_mut(written..written + width)?.copy_from_slice(copy.get(first..first + width)?);
                    written += width;
                }
                Some(count(written))
            })
        },
    )?;
    linker.func_wrap(
        "host",
        "unshuffled",
        |mut caller: Caller<'_, Host>, base: i32, pc: i32, at: i32, length: i32| {
            on(&mut caller, base, |work| {
                work.with_list(at, length, |block, part, _| block.unshuffled(u32::try_from(pc).unwrap_or(0), part))?
            })
        },
    )?;
    Ok(())
}

fn link_control(linker: &mut Linker<Host>) -> Result<(), Error> {
    linker.func_wrap("host", "leave", |mut caller: Caller<'_, Host>, base: i32, pc: i32| {
        on(&mut caller, base, |work| {
            let (pc, program) = (u32::try_from(pc).ok()?, work.block.program);
            let Some(Instruction::Leave(target)) = program.code.get(pc as usize) else { return None };
            i32::try_from(cells::leave(program, &mut work.block, pc, *target)).ok()
        })
    })?;
    linker.func_wrap("host", "running_plan", |mut caller: Caller<'_, Host>, base: i32, pc: i32| {
        on(&mut caller, base, |work| {
            let plan = cells::running_plan(work.block.program, &work.block, u32::try_from(pc).ok()?);
            Some(plan.and_then(|plan| i32::try_from(plan).ok()).unwrap_or(-1))
        })
    })?;
    linker.func_wrap("host", "draw", |mut caller: Caller<'_, Host>, base: i32, pc: i32| {
        on(&mut caller, base, |work| work.block.draw(u32::try_from(pc).ok()?, &mut work.room.others))
    })?;
    linker.func_wrap("host", "win", |mut caller: Caller<'_, Host>, base: i32, pc: i32, at: i32, length: i32| {
        on(&mut caller, base, |work| {
            work.with_list(at, length, |block, list, _| win(block, u32::try_from(pc).ok()?, list))?
        })
    })?;
    linker.func_wrap(
        "host",
        "gather_start",
        |mut caller: Caller<'_, Host>, base: i32, id: i32, at: i32, length: i32| {
            on(&mut caller, base, |work| {
                work.with_list(at, length, |block, rows, _| {
                    let code = block.program.gatherings.get(usize::try_from(id).ok()?)?;
                    cells::begin_gathering(block, code, &wide(rows)).ok().map(|()| 0)
                })?
            })
        },
    )?;
    Ok(())
}

fn link_search(linker: &mut Linker<Host>) -> Result<(), Error> {
    linker.func_wrap("host", "normalize", |mut caller: Caller<'_, Host>, base: i32| {
        on(&mut caller, base, |work| {
            cells::normalize(work.block.program, &mut work.block, work.room);
            Some(0)
        })
    })?;
    linker.func_wrap("host", "memo_clear", |mut caller: Caller<'_, Host>, _base: i32| {
        caller.data_mut().memo.clear();
        0
    })?;
    linker.func_wrap("host", "memo_find", |mut caller: Caller<'_, Host>, base: i32| {
        on(&mut caller, base, |work| {
            let mut key = std::mem::take(work.copy);
            let known_by = noting::known_by(work.block.program, work.position()?, work.notes, &mut key);
            let found = work.memo.find(known_by);
            *work.copy = key;
            let Some(reached) = found else { return Some(-1) };
            let first = KEYS as usize / 4;
            work.block.words.get_mut(first..first + reached.keys.len())?.copy_from_slice(&reached.keys);
            Some(i32::from(reached.found))
        })
    })?;
    linker.func_wrap("host", "memo_keep", |mut caller: Caller<'_, Host>, base: i32, found: i32| {
        on(&mut caller, base, |work| {
            let mut reached = Reached { found: found != 0, keys: [0; MOST_KEYS as usize] };
            let first = KEYS as usize / 4;
            reached.keys.copy_from_slice(work.block.words.get(first..first + MOST_KEYS as usize)?);
            let position = work.block.words.get(work.block.base..work.block.base + work.map.size as usize)?;
            work.memo.keep(noting::known_by(work.block.program, position, work.notes, work.copy), reached);
            Some(0)
        })
    })?;
    Ok(())
}

/// Ends the game: the list holds the winners, or rows of keys and a seat.
fn win(block: &mut Block<'_>, pc: u32, list: &[i32]) -> Option<i32> {
    let program = block.program;
    let rows;
    let winners = match program.code.get(pc as usize)? {
        Instruction::Win(WinCode::These(_)) => Winners::These(list),
        Instruction::Win(WinCode::Ranked(_, keys)) => {
            rows = wide(list);
            Winners::Ranked(keys, &rows)
        }
        _ => Winners::Nobody,
    };
    cells::finish(program, block, winners);
    Some(0)
}

/// Numbers as wide as keys are.
fn wide(list: &[i32]) -> SmallVec<[i64; 4 * FEW]> {
    list.iter().copied().map(i64::from).collect()
}

/// What the machine code gave as its pause.
pub fn pause(code: i32) -> Option<Pause> {
    [Pause::Decision, Pause::Gathering, Pause::Chance, Pause::Over, Pause::PrivateEnd, Pause::PathEnd, Pause::PathFails]
        .into_iter()
        .find(|pause| *pause as i32 == code)
}
