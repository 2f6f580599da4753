//! `x in S` where S is a part of a board: what holds of its places is asked of x, and S is not listed.

use rulehound_interpreter::program::{ArgumentCode, Node, NodeId};

use wasm_encoder::Instruction as I;

use super::source::Source;
use super::{Bits, MOST_WORK, Sweep};
use crate::Pass;
use crate::emit::fun::Name;
use crate::emit::work::{NODE, ROUND};
use crate::emit::{DEEPEST, Emit, Emitter, Fun, Local};

/// Leaves whether a place is one of a set; tells whether that is found out so. The interpreter lists the set, so what is asked counts as often
/// as there are places.
pub fn holds(emitter: &mut Emitter<'_>, f: &mut Fun, set: NodeId, place: Local) -> Emit<bool> {
    let (mark, found) = (f.mark(), f.local());
    let source = emitter.source(f, (None, set))?.filter(|source| !source.names.is_empty());
    let Some((source, (first, count))) = source.and_then(|source| with_board(emitter, source)) else {
        f.go_back(mark);
        return Ok(false);
    };
    for name in &source.names {
        f.names.insert(*name, Name { local: place, range: Some((first, first + count - 1)), some: true });
    }
    let before = std::mem::take(&mut f.work);
    f.number(0).set(found);
    f.get(place).number(first).put(I::I32Sub).number(count).put(I::I32LtU);
    f.when(|f| {
        f.block(|f, no| {
            for condition in &source.conditions {
                emitter.holds(f, *condition)?;
                f.put(I::I32Eqz).jump_if(no);
            }
            f.number(1).set(found);
            Ok(())
        })
    })?;
    let work = f.work.saturating_add(ROUND).saturating_mul(count);
    // What may fail fails for any of the places, and what goes round counts for itself.
    if work > MOST_WORK || f.unsure > mark.unsure || f.unbounded > mark.unbounded {
        f.go_back(mark);
        return Ok(false);
    }
    f.work = before.saturating_add(work);
    f.restore_names(&mark);
    f.get(found);
    Ok(true)
}

/// At which of the places something known by place is one of a set.
pub fn bits<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    (element, set): (NodeId, NodeId),
    sweep: &mut Sweep,
) -> Emit<Option<Bits>> {
    let Some(values) = emitter.by_place(f, element, sweep) else { return Ok(None) };
    let mark = f.mark();
    let part = part(emitter, f, set, sweep)?.and_then(|source| with_board(emitter, source));
    let Some((source, (first, count))) = part else { return Ok(None) };
    let inside = sweep
        .where_known(|at| values.get(at).is_some_and(|place| (first..first.saturating_add(count)).contains(place)));
    let outside: Vec<_> =
        source.names.iter().map(|name| (*name, sweep.stand_for(*name, Some(values.clone())))).collect();
    let before = std::mem::take(&mut f.work);
    let asked = sweep.ask_only(inside);
    let mut all = Some(Bits::Known(inside));
    for condition in &source.conditions {
        let Some(so_far) = all else { break };
        let bits = emitter.bits_only(f, *condition, so_far.may(), sweep)?;
        all = bits.map(|bits| Emitter::bits_both(f, so_far, bits, true));
    }
    sweep.asked = asked;
    f.work = f.work.saturating_add(ROUND).saturating_mul(count).saturating_add(before);
    for (name, values) in outside {
        sweep.stand_for(name, values);
    }
    f.restore_names(&mark);
    Ok(all)
}

/// The places of a board that a definition gives, if what it is handed does not depend on the place.
fn part(emitter: &mut Emitter<'_>, f: &mut Fun, set: NodeId, sweep: &Sweep) -> Emit<Option<Source>> {
    let mut source = Source::board(None, set);
    for _ in 0..DEEPEST {
        match emitter.at(source.set) {
            Node::Call(definition, arguments) => {
                let Some((parameters, body)) = emitter.part_given(*definition) else { return Ok(None) };
                for (argument, parameter) in arguments.iter().zip(parameters) {
                    let Some(name) = apart_argument(emitter, f, argument, sweep)? else { return Ok(None) };
                    f.names.extend(parameter.map(|parameter| (parameter, name)));
                }
                source.set = body;
                source.work += NODE;
            }
            Node::Each(each) if emitter.passes.has(Pass::Fusion) && source.step_into(emitter.program, each) => {}
            _ => {
                f.work = f.work.saturating_add(source.work);
                return Ok(Some(source));
            }
        }
    }
    Ok(None)
}

/// What a parameter is handed, if it is the same for all places and certainly fits.
fn apart_argument<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    argument: &'p ArgumentCode,
    sweep: &Sweep,
) -> Emit<Option<Name>> {
    let range = emitter.range(f, argument.value).filter(|range| emitter.passes(*range, argument.check));
    if range.is_none() || emitter.by_place(f, argument.value, sweep).is_some() {
        return Ok(None);
    }
    let local = f.local();
    let apart = emitter.apart_from_places(f, sweep, &mut |emitter, f| {
        emitter.value(f, argument.value)?;
        f.set(local);
        Ok(())
    })?;
    Ok(apart.then_some(Name { local, range, some: true }))
}

/// A source with the first place of the board that it is a part of, and how many that has.
fn with_board(emitter: &Emitter<'_>, source: Source) -> Option<(Source, (i32, i32))> {
    match *emitter.at(source.set) {
        Node::Span(first, count) => Some((source, (first, count))),
        _ => None,
    }
}
