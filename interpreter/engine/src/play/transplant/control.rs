//! Where the game stands: which bodies run, what their names hold, who is on turn.

use std::ops::Range;

use super::pieces::{self, Piece};
use super::{Carrying, Unfit};
use crate::play::Position;
use crate::play::machine::Pause;
use crate::program::{Addr, CLEARED, Frame, FrameOf, Instruction, Pc, Program};
use rulehound_rules::model::{Runnable, Sort, Type};

pub(super) fn carry(carrying: &mut Carrying<'_>, from: &Position) -> Result<(), Unfit> {
    nothing_secret(carrying, from)?;
    let (there, here) = (&carrying.there.layout, &carrying.here.layout);
    for (before, now) in [
        (there.decider, here.decider),
        (there.in_when, here.in_when),
        (there.pending, here.pending),
        (there.chances, here.chances),
        (there.turns, here.turns),
    ] {
        carrying.copy(before, now, 1);
    }
    for frame in &carrying.there.frames {
        body(carrying, frame)?;
    }
    let pc = instruction(carrying, carrying.read(there.pc))?;
    carrying.write(here.pc, pc);
    Ok(())
}

/// Answers that were given in secret are numbers of options, and these may be others now.
fn nothing_secret(carrying: &Carrying<'_>, from: &Position) -> Result<(), Unfit> {
    let Pause::Gathering(id) = from.pause() else { return Ok(()) };
    let Some(gathering) = carrying.there.gatherings.get(id as usize) else { return Ok(()) };
    let seats = (0..).take(carrying.there.instance.seats());
    let answered = |seat: i32| crate::program::Progress::of(carrying.read(gathering.answers_of(seat))).answers() > 0;
    match seats.into_iter().any(answered) {
        true => Err(Unfit::new("somebody has answered in secret already")),
        false => Ok(()),
    }
}

/// A body with all that its names hold, if it runs.
fn body(carrying: &mut Carrying<'_>, before: &Frame) -> Result<(), Unfit> {
    let back = carrying.read(before.return_to);
    if back == CLEARED {
        return Ok(());
    }
    let changed = || Unfit::new(format!("\"{}\" was changed while it runs", before.name));
    let now = partner(carrying, before).ok_or_else(changed)?;
    for (from, to) in [(&before.cells, &now.cells), (&before.names, &now.names), (&before.inner, &now.inner)] {
        let pieces = pieces::matched(carrying.there, carrying.here, from, to).ok_or_else(changed)?;
        for (from, to) in pieces {
            piece(carrying, &from, &to).ok_or_else(changed)?;
            renumber(carrying, &from.range(), to.at)?;
        }
    }
    let return_to = carrying_back(carrying, before).ok_or_else(changed)?;
    let back = instruction(carrying, back)?;
    carrying.write(return_to, back);
    Ok(())
}

/// Carries a piece over, if what is in it fits.
fn piece(carrying: &mut Carrying<'_>, from: &Piece, to: &Piece) -> Option<()> {
    let used = from.used(carrying.read(from.at))?;
    if used > to.length {
        return None;
    }
    carrying.copy(from.at, to.at, used);
    Some(())
}

fn carrying_back(carrying: &Carrying<'_>, before: &Frame) -> Option<Addr> {
    partner(carrying, before).map(|frame| frame.return_to)
}

/// The same body here: of the same name, with the same steps.
fn partner<'p>(carrying: &Carrying<'p>, before: &Frame) -> Option<&'p Frame> {
    let name = name(carrying.there, before.of);
    let mut same = carrying.here.frames.iter().filter(|frame| self::name(carrying.here, frame.of) == name);
    same.find(|frame| steps(carrying.there, before).eq(steps(carrying.here, frame)))
}

/// What a body is called, which of several it is, and how deep it is within itself.
fn name(program: &Program, of: FrameOf) -> Option<(&str, usize, u32)> {
    let model = &program.instance.model;
    match of {
        FrameOf::Clause(id, clause) => {
            let level = |it: &Runnable| it.within.map_or(0, |within| within.level);
            model.runnables.get(id.index()).map(|it| (it.name.as_str(), clause + 1, level(it)))
        }
        FrameOf::Trigger(id) => model.triggers.get(id.index()).map(|it| (it.name.as_str(), 0, 0)),
    }
}

/// What a body does, step by step, whatever the numbers in it are.
fn steps<'p>(
    program: &'p Program,
    frame: &Frame,
) -> impl Iterator<Item = std::mem::Discriminant<Instruction>> + use<'p> {
    let code: Range<usize> = frame.code.start as usize..frame.code.end as usize;
    program.code.get(code).unwrap_or_default().iter().map(std::mem::discriminant)
}

/// The instruction here that stands where that one stands there.
fn instruction(carrying: &Carrying<'_>, pc: i32) -> Result<i32, Unfit> {
    let gone = || Unfit::new("the game stands where the rules were changed");
    let pc = Pc::try_from(pc).map_err(|_| gone())?;
    let Some(frame) = carrying.there.frame_at.get(pc as usize).copied().flatten() else {
        // Before and behind all bodies there is nothing but the end of play.
        return i32::try_from(pc).map_err(|_| gone());
    };
    let before = carrying.there.frames.get(frame.0 as usize).ok_or_else(gone)?;
    let now = partner(carrying, before).ok_or_else(gone)?;
    i32::try_from(now.code.start + (pc - before.code.start)).map_err(|_| gone())
}

/// Names and lists that hold components, places or values whose numbers are others now.
fn renumber(carrying: &mut Carrying<'_>, from: &Range<Addr>, to: Addr) -> Result<(), Unfit> {
    if carrying.partners.keep_their_numbers() {
        return Ok(());
    }
    let inside = |at: &Addr| from.contains(at);
    for name in carrying.there.names.iter().filter(|name| inside(&name.at)) {
        match name.capacity {
            None => one(carrying, &name.of, name.at, to + (name.at - from.start))?,
            Some(capacity) => {
                let length = u32::try_from(carrying.read(name.at)).unwrap_or(0).min(capacity);
                for at in (name.at + 1..).take(length as usize) {
                    one(carrying, &name.of, at, to + (at - from.start))?;
                }
            }
        }
    }
    for keeps in carrying.there.code.iter().map(Instruction::keeps) {
        if let Some((last, binder)) = keeps.last.filter(|(last, _)| inside(last)) {
            let of = carrying.there.names.iter().find(|name| name.at == binder.local).map(|name| name.of.clone());
            if let Some(of) = of {
                one(carrying, &of, last, to + (last - from.start))?;
            }
        }
        if let Some((list, cells)) = keeps.tuples.filter(|(list, _)| inside(&list.at)) {
            let count = u32::try_from(carrying.read(list.at)).unwrap_or(0).min(list.capacity);
            for (column, cell) in (0..list.width).zip(cells) {
                let of = carrying.there.names.iter().find(|name| name.at == *cell).map(|name| name.of.clone());
                let Some(of) = of else { continue };
                for row in 0..count {
                    let at = list.at + 2 + row * list.width + column;
                    one(carrying, &of, at, to + (at - from.start))?;
                }
            }
        }
        let moves = keeps.list.filter(|list| keeps.moves && inside(&list.at));
        if moves.is_some_and(|list| carrying.read(list.at) > 0) {
            return Err(Unfit::new("components are moving just now"));
        }
    }
    Ok(())
}

fn one(carrying: &mut Carrying<'_>, of: &Type, from: Addr, to: Addr) -> Result<(), Unfit> {
    let sort: &Sort = &of.sort;
    let value = carrying.partners.value(sort, carrying.read(from));
    let value = value.ok_or_else(|| Unfit::new("a name holds what is not there any more"))?;
    carrying.write(to, value);
    Ok(())
}
