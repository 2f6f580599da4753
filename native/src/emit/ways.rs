//! Where instructions lead: what may follow each, which can be come to, and which are gone through again and again.

use std::collections::BTreeSet;

use rulehound_interpreter::program::{ChoiceKind, Frame, Instruction, Pc, Program, Region, RegionKind};

/// Whether the next instruction may follow without a jump.
pub fn goes_on(instruction: &Instruction) -> bool {
    !matches!(
        instruction,
        Instruction::Halt
            | Instruction::Jump(_)
            | Instruction::Call(..)
            | Instruction::Return(_)
            | Instruction::Leave(_)
            | Instruction::Choose(_)
            | Instruction::DrawLot(..)
            | Instruction::Roll(..)
            | Instruction::Win(_)
            | Instruction::Gather(_)
            | Instruction::PrivateEnd(_)
    )
}

/// Where an instruction may jump to, besides the next.
pub fn targets(program: &Program, instruction: &Instruction) -> Vec<Pc> {
    match instruction {
        Instruction::Jump(to)
        | Instruction::Unless(_, to)
        | Instruction::CountDown(_, to)
        | Instruction::ForNext(_, _, to)
        | Instruction::RoundNext(_, _, to)
        | Instruction::Shuffle(_, _, to)
        | Instruction::AfterMove(_, _, to)
        | Instruction::GatherNext(_, to) => vec![*to],
        Instruction::Draw(draw) => vec![draw.end],
        Instruction::Choose(id) => program.choices.get(*id as usize).map_or_else(Vec::new, |choice| {
            let ways = match &choice.kind {
                ChoiceKind::Tuple(_) | ChoiceKind::Several { .. } => vec![choice.next],
                ChoiceKind::Options(ways) => ways.iter().map(|(.., to)| *to).collect(),
                ChoiceKind::May(_, doing, leaving) => vec![*doing, *leaving],
            };
            choice.if_none.into_iter().chain(ways).collect()
        }),
        Instruction::GatherStart(id) | Instruction::Gather(id) | Instruction::PrivateEnd(id) => {
            program.gatherings.get(*id as usize).map_or_else(Vec::new, |code| vec![code.body, code.next])
        }
        Instruction::PlanStart(id) => {
            program.plans.get(*id as usize).and_then(|plan| plan.if_none).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Where control may go from an instruction while a body is played whole: what it calls comes back behind it, secret blocks are played
/// elsewhere, and a draw or a shuffle goes on with itself.
pub fn ways(program: &Program, pc: Pc) -> Vec<Pc> {
    let Some(instruction) = program.code.get(pc as usize) else { return Vec::new() };
    match instruction {
        Instruction::PrivateEnd(_) | Instruction::Return(_) | Instruction::Win(_) | Instruction::Halt => Vec::new(),
        Instruction::Leave(target) => {
            crate::leaving::left_in_body(program, pc, *target).map(|(_, to)| to).into_iter().collect()
        }
        Instruction::Call(..) | Instruction::DrawLot(..) | Instruction::Roll(..) => vec![pc + 1],
        Instruction::GatherStart(_) => vec![pc + 1],
        Instruction::Gather(id) => program.gatherings.get(*id as usize).map(|code| code.next).into_iter().collect(),
        Instruction::Draw(draw) => vec![draw.end, pc],
        Instruction::Shuffle(_, _, end) => vec![*end, pc],
        _ => {
            let mut ways = targets(program, instruction);
            ways.extend(goes_on(instruction).then_some(pc + 1));
            ways
        }
    }
}

/// The instructions that can be come to from some, in order.
pub fn reached(program: &Program, from: impl IntoIterator<Item = Pc>) -> Vec<Pc> {
    let (mut reached, mut left) = (BTreeSet::new(), Vec::from_iter(from));
    while let Some(pc) = left.pop() {
        if reached.insert(pc) {
            left.extend(ways(program, pc));
        }
    }
    reached.into_iter().collect()
}

/// Where a `leave` may go on in a body: from an instruction, or from any.
pub fn landings(frame: &Frame, from: Option<Pc>) -> Vec<Pc> {
    let around = |region: &&Region| from.is_none_or(|pc| region.code.contains(&pc));
    let public = |region: &&Region| !matches!(region.kind, RegionKind::Private(_));
    frame.regions.iter().filter(around).filter(public).map(|region| region.landing).chain([frame.end]).collect()
}

/// The loops among some instructions: the first and the last of each, none partly inside another; the outer ones first.
pub fn loops(program: &Program, pcs: &[Pc]) -> Vec<(Pc, Pc)> {
    let mut found: Vec<(Pc, Pc)> = Vec::new();
    for pc in pcs {
        for to in ways(program, *pc).into_iter().filter(|to| to <= pc) {
            match found.iter_mut().find(|(first, _)| *first == to) {
                Some((_, last)) => *last = (*last).max(*pc),
                None => found.push((to, *pc)),
            }
        }
    }
    found.sort_unstable();
    // One that ends behind the end of another in which it begins makes that longer.
    while let Some((outer, last)) = reaching_out(&found) {
        if let Some(slot) = found.get_mut(outer) {
            slot.1 = last;
        }
    }
    found
}

fn reaching_out(loops: &[(Pc, Pc)]) -> Option<(usize, Pc)> {
    loops.iter().enumerate().find_map(|(outer, (first, last))| {
        let longer = loops.iter().find(|(begins, ends)| begins > first && begins <= last && ends > last)?;
        Some((outer, longer.1))
    })
}

/// Whether no instruction outside a loop leads into it but to its first.
pub fn entered_at_first(program: &Program, pcs: &[Pc], loops: &[(Pc, Pc)]) -> bool {
    loops.iter().all(|(first, last)| {
        let outside = pcs.iter().filter(|pc| *pc < first || *pc > last);
        outside.flat_map(|pc| ways(program, *pc)).all(|to| to <= *first || to > *last)
    })
}
