//! What the machine code asks of Rust: what is rare, long, or needs memory of its own. All of it works on the same cells.

mod cells;
mod chance;
mod gather;
mod leave;
mod random;
mod search;
mod win;

pub use cells::Cells;

use std::sync::Arc;

use rulehound_interpreter::play::{Game, Seeded};
use rulehound_interpreter::program::Program;
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
    lists: [Vec<i32>; 4],
    keys: Vec<u64>,
    outcomes: Vec<(i32, u32)>,
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
            lists: Default::default(),
            keys: Vec::new(),
            outcomes: Vec::new(),
            random: [None, None],
        }
    }
}

/// What an import works with: all of memory, and lists to work in.
struct Work<'a> {
    cells: Cells<'a>,
    map: &'a Map,
    memo: &'a mut Memo,
    lists: &'a mut [Vec<i32>; 4],
    keys: &'a mut Vec<u64>,
    outcomes: &'a mut Vec<(i32, u32)>,
    random: &'a mut [Option<Seeded>; 2],
}

impl Work<'_> {
    /// A list in memory: where it begins in bytes, how many words.
    fn list(&mut self, at: i32, count: i32) -> Option<&mut [i32]> {
        let (at, count) = (usize::try_from(at).ok()? / 4, usize::try_from(count).ok()?);
        self.cells.words.get_mut(at..at.checked_add(count)?)
    }

    /// A copy of a list, worked on, is written back.
    fn with_list<T>(
        &mut self,
        at: i32,
        count: i32,
        work: impl FnOnce(&mut Cells<'_>, &mut [i32], &mut [Vec<i32>; 3]) -> T,
    ) -> Option<T> {
        let [copy, rest @ ..] = &mut *self.lists;
        let mut part = std::mem::take(copy);
        part.clear();
        let (start, length) = (usize::try_from(at).ok()? / 4, usize::try_from(count).ok()?);
        part.extend_from_slice(self.cells.words.get(start..start.checked_add(length)?)?);
        let result = work(&mut self.cells, &mut part, rest);
        if let Some(slot) = self.cells.words.get_mut(start..start + length) {
            slot.copy_from_slice(&part);
        }
        self.lists[0] = part;
        Some(result)
    }

    fn position(&self) -> Option<&[i32]> {
        self.cells.words.get(self.cells.base..self.cells.base + self.map.size as usize)
    }
}

/// Works on the block that begins at this byte; what cannot be done is a trap.
fn on(caller: &mut Caller<'_, Host>, base: i32, work: impl FnOnce(&mut Work<'_>) -> Option<i32>) -> Result<i32, Error> {
    let lost = || Error::msg("beyond what machine code does");
    let memory = caller.data().memory.ok_or_else(lost)?;
    let (bytes, host) = memory.data_and_store_mut(caller);
    let words: &mut [i32] = bytemuck::try_cast_slice_mut(bytes).map_err(|_| lost())?;
    let base = usize::try_from(base).map_err(|_| lost())? / 4;
    let cells = Cells { program: host.game.program(), words, base, map: &host.map };
    let mut work_with = Work {
        cells,
        map: &host.map,
        memo: &mut host.memo,
        lists: &mut host.lists,
        keys: &mut host.keys,
        outcomes: &mut host.outcomes,
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
    random::link(linker)?;
    linker.func_wrap("host", "lift", |mut caller: Caller<'_, Host>, base: i32, component: i32, from: i32| {
        on(&mut caller, base, |work| {
            let [others, ..] = &mut *work.lists;
            work.cells.lift(component, from, others);
            Some(0)
        })
    })?;
    linker.func_wrap(
        "host",
        "put",
        |mut caller: Caller<'_, Host>, base: i32, component: i32, to: i32, beneath: i32| {
            on(&mut caller, base, |work| {
                let [others, ..] = &mut *work.lists;
                work.cells.put(component, to, beneath != 0, others);
                Some(0)
            })
        },
    )?;
    Ok(())
}

fn link_lists(linker: &mut Linker<Host>) -> Result<(), Error> {
    linker.func_wrap("host", "sort_standing", |mut caller: Caller<'_, Host>, base: i32, at: i32, length: i32| {
        on(&mut caller, base, |work| {
            let mut keys = std::mem::take(work.keys);
            let sorted = work.with_list(at, length, |cells, part, [held, ..]| {
                cells.sort_standing_with(part, held, &mut keys);
            });
            *work.keys = keys;
            sorted.map(|()| 0)
        })
    })?;
    linker.func_wrap("host", "offer_alike", |mut caller: Caller<'_, Host>, base: i32, at: i32, length: i32| {
        on(&mut caller, base, |work| {
            work.with_list(at, length, |cells, part, [held, ..]| cells.offer_alike(part, held)).map(count)
        })
    })?;
    linker.func_wrap(
        "host",
        "alike_before",
        |mut caller: Caller<'_, Host>, base: i32, at: i32, length: i32, out: i32| {
            on(&mut caller, base, |work| {
                work.with_list(at, length, |cells, part, [held, found, _]| cells.alike_before(part, found, held))?;
                let found = std::mem::take(&mut work.lists[2]);
                work.list(out, length)?.copy_from_slice(found.get(..usize::try_from(length).ok()?)?);
                work.lists[2] = found;
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
                let [copy, order, ..] = &mut *work.lists;
                copy.clear();
                let start = usize::try_from(at).ok()? / 4;
                let slot = work.cells.words.get_mut(start..start.checked_add(usize::try_from(length).ok()?)?)?;
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
        "flood",
        |mut caller: Caller<'_, Host>, start: i32, starts: i32, inside: i32, insides: i32, out: i32| {
            on(&mut caller, 0, |work| flood(work, (start, starts), (inside, insides), out))
        },
    )?;
    linker.func_wrap(
        "host",
        "unshuffled",
        |mut caller: Caller<'_, Host>, base: i32, pc: i32, at: i32, length: i32| {
            on(&mut caller, base, |work| {
                work.with_list(at, length, |cells, part, _| cells.unshuffled(u32::try_from(pc).unwrap_or(0), part))?
            })
        },
    )?;
    Ok(())
}

/// Flood fill from one list of places inside another; what was found goes to `out` in board order. Gives how many.
fn flood(work: &mut Work<'_>, start: (i32, i32), inside: (i32, i32), out: i32) -> Option<i32> {
    let program = work.cells.program;
    let mut lists = std::mem::take(work.lists);
    let [marks, open, ..] = &mut lists;
    marks.clear();
    marks.resize(program.instance.places.len(), 0);
    open.clear();
    for place in work.list(inside.0, inside.1)? {
        *marks.get_mut(usize::try_from(*place).ok()?)? = 1;
    }
    for place in work.list(start.0, start.1)? {
        reach(*place, marks, open);
    }
    while let Some(place) = open.pop() {
        for next in joined_to(program, place) {
            reach(next, marks, open);
        }
    }
    let found = (0..).zip(marks.iter()).filter(|(_, mark)| **mark == 2);
    open.extend(found.map(|(place, _)| place));
    let length = count(open.len());
    work.list(out, length)?.copy_from_slice(open);
    *work.lists = lists;
    Some(length)
}

/// A place that is inside and was not reached before is to be gone on from.
fn reach(place: i32, marks: &mut [i32], open: &mut Vec<i32>) {
    if let Some(mark) = usize::try_from(place).ok().and_then(|place| marks.get_mut(place))
        && *mark == 1
    {
        *mark = 2;
        open.push(place);
    }
}

/// The places joined to one of a board.
fn joined_to(program: &Program, place: i32) -> impl Iterator<Item = i32> {
    let board = program.instance.on_board(place);
    let joined = board.and_then(|(board, first, offset)| Some((board.points.get(offset)?.joined, first)));
    let (joined, first) = joined.unwrap_or(([None; 8], 0));
    joined.into_iter().flatten().map(move |to| first + i32::from(to))
}

fn link_control(linker: &mut Linker<Host>) -> Result<(), Error> {
    linker.func_wrap("host", "leave", |mut caller: Caller<'_, Host>, base: i32, pc: i32| {
        on(&mut caller, base, |work| i32::try_from(work.cells.leave(u32::try_from(pc).ok()?)).ok())
    })?;
    linker.func_wrap("host", "running_plan", |mut caller: Caller<'_, Host>, base: i32, pc: i32| {
        on(&mut caller, base, |work| {
            let plan = work.cells.running_plan(u32::try_from(pc).ok()?);
            Some(plan.and_then(|plan| i32::try_from(plan).ok()).unwrap_or(-1))
        })
    })?;
    linker.func_wrap("host", "draw", |mut caller: Caller<'_, Host>, base: i32, pc: i32| {
        on(&mut caller, base, |work| {
            let [others, ..] = &mut *work.lists;
            work.cells.draw(u32::try_from(pc).ok()?, others)
        })
    })?;
    linker.func_wrap("host", "win", |mut caller: Caller<'_, Host>, base: i32, pc: i32, at: i32, length: i32| {
        on(&mut caller, base, |work| {
            work.with_list(at, length, |cells, list, [places, order, _]| {
                cells.win(u32::try_from(pc).ok()?, list, places, order)
            })?
        })
    })?;
    linker.func_wrap(
        "host",
        "gather_start",
        |mut caller: Caller<'_, Host>, base: i32, id: i32, at: i32, length: i32| {
            on(&mut caller, base, |work| {
                work.with_list(at, length, |cells, rows, [order, ..]| {
                    cells.gather_start(u32::try_from(id).ok()?, rows, order).map(|()| 0)
                })?
            })
        },
    )?;
    Ok(())
}

fn link_search(linker: &mut Linker<Host>) -> Result<(), Error> {
    linker.func_wrap("host", "normalize", |mut caller: Caller<'_, Host>, base: i32| {
        on(&mut caller, base, |work| {
            work.cells.normalize(work.lists);
            Some(0)
        })
    })?;
    linker.func_wrap("host", "memo_clear", |mut caller: Caller<'_, Host>, _base: i32| {
        caller.data_mut().memo.clear();
        0
    })?;
    linker.func_wrap("host", "memo_find", |mut caller: Caller<'_, Host>, base: i32| {
        on(&mut caller, base, |work| {
            let Some(reached) = work.memo.find(work.position()?) else { return Some(-1) };
            let first = KEYS as usize / 4;
            work.cells.words.get_mut(first..first + reached.keys.len())?.copy_from_slice(&reached.keys);
            Some(i32::from(reached.found))
        })
    })?;
    linker.func_wrap("host", "memo_keep", |mut caller: Caller<'_, Host>, base: i32, found: i32| {
        on(&mut caller, base, |work| {
            let mut reached = Reached { found: found != 0, keys: [0; MOST_KEYS as usize] };
            let first = KEYS as usize / 4;
            reached.keys.copy_from_slice(work.cells.words.get(first..first + MOST_KEYS as usize)?);
            let position = work.cells.words.get(work.cells.base..work.cells.base + work.map.size as usize)?;
            work.memo.keep(position, reached);
            Some(0)
        })
    })?;
    Ok(())
}

/// What the machine code gave as its pause.
pub fn pause(code: i32) -> Option<Pause> {
    [Pause::Decision, Pause::Gathering, Pause::Chance, Pause::Over, Pause::PrivateEnd, Pause::PathEnd, Pause::PathFails]
        .into_iter()
        .find(|pause| *pause as i32 == code)
}
