//! What is on offer in a game of a batch, as fixed numbers and as a mask.

use rulehound_interpreter::play::{Game, Position};
use rulehound_interpreter::program::{ChoiceCode, MeantCode};
use rulehound_native::Open;

use super::lane::Out;
use crate::actions::Actions;
use crate::class::Who;
use crate::layout::Layout;
use crate::observation::{self, Sight};

/// Sets the mask of an option; what looks like another one that is on offer gets one of the numbers for that.
fn offer(actions: &Actions, number: Option<usize>, again: &mut usize, mask: &mut [u8]) -> Option<u32> {
    let fresh = number.filter(|number| mask.get(*number) == Some(&0));
    let number = fresh.or_else(|| {
        *again += 1;
        Some(actions.first_again() + *again - 1).filter(|number| *number < actions.len())
    })?;
    *mask.get_mut(number)? = 1;
    u32::try_from(number).ok()
}

/// Shows a decision as it lies in the memory of the machine code.
pub fn show_open(
    engine: &Game,
    (actions, layout): (&Actions, &Layout),
    who: Who,
    open: Open<'_>,
    numbers: &mut Vec<u32>,
    out: &mut Out<'_>,
) {
    let program = engine.program();
    out.observation.fill(0.0);
    let decision = u32::try_from(open.decision).ok();
    observation::waits(layout, who, std::iter::once(who.viewer), decision, out.observation);
    observation::from_cells(layout, program, open.cells, who, out.observation);
    let Some(choice) = program.choices.get(open.decision) else { return };
    let lies = |component: i32| {
        let place = rulehound_interpreter::cells::place_of(program, open.cells, component);
        let class = layout.classes.of_component(component)?;
        Some((Ok(layout.classes.turned(who.viewer, class)), layout.classes.seen_from(who.viewer, place)))
    };
    let place = |place: i32| layout.classes.seen_from(who.viewer, place);
    let turned = |seat: i32| who.turned(seat);
    let mut again = 0;
    for words in open.candidates.chunks_exact(open.width.max(1)) {
        let number = candidate(choice, words, open.tagged).and_then(|(way, values)| {
            actions.number_of(open.decision, way, values, |domain, value| domain.index(value, &lies, &place, &turned))
        });
        // An option without a number looks like others with one; whoever wants to take it takes one of those.
        numbers.push(offer(actions, number, &mut again, out.mask).unwrap_or(u32::MAX));
    }
}

/// The way and the values of a candidate.
fn candidate<'w>(choice: &ChoiceCode, words: &'w [i32], tagged: bool) -> Option<(usize, &'w [i32])> {
    let (way, values) = if tagged { words.split_first()? } else { (&0, words) };
    let way = usize::try_from(*way).ok()?;
    match &choice.ways.get(way)?.meant {
        MeantCode::Tuple(names) => Some((way, values.get(..names.len())?)),
        MeantCode::Several { .. } => {
            let (length, values) = values.split_first()?;
            Some((way, values.get(..usize::try_from(*length).ok()?)?))
        }
    }
}

/// Shows a decision by the interpreter.
pub fn show_position(
    engine: &Game,
    (actions, layout): (&Actions, &Layout),
    position: &Position,
    seat: usize,
    numbers: &mut Vec<u32>,
    out: &mut Out<'_>,
) -> Option<()> {
    let bound = position.bound(seat).ok().flatten()?;
    let sight = Sight::of(engine, layout, position, seat);
    sight.write_asked(Some(bound.decision), out.observation);
    let mut again = 0;
    for (way, values) in &bound.options {
        let number = actions.number_of(bound.decision as usize, *way, values, |domain, value| {
            domain.index(value, &|it| sight.lies(it), &|it| sight.place(it), &|it| sight.turned(it))
        });
        numbers.push(offer(actions, number, &mut again, out.mask).unwrap_or(u32::MAX));
    }
    Some(())
}
