//! Where instructions lead: what may follow each, which can be come to, and which are gone through again and again.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_interpreter::program::{Frame, Instruction, Pc, Program, Region, RegionKind};

/// Where control may go from an instruction while a body is played whole: what it calls comes back behind it, secret blocks are played
/// elsewhere, and a draw or a shuffle goes on with itself.
pub fn ways(program: &Program, pc: Pc) -> Vec<Pc> {
    let Some(instruction) = program.code.get(pc as usize) else { return Vec::new() };
    match instruction {
        Instruction::PrivateEnd(_) | Instruction::Return(_) | Instruction::Win(_) | Instruction::Halt => Vec::new(),
        Instruction::Leave(target) => {
            rulehound_interpreter::cells::left_in_body(program, pc, *target).map(|(_, to)| to).into_iter().collect()
        }
        Instruction::Call(..) | Instruction::DrawLot(..) | Instruction::Roll(..) => vec![pc + 1],
        Instruction::GatherStart(_) => vec![pc + 1],
        Instruction::Gather(id) => program.gatherings.get(*id as usize).map(|code| code.next).into_iter().collect(),
        Instruction::Draw(draw) => vec![draw.end, pc],
        Instruction::Shuffle(_, _, end) => vec![*end, pc],
        _ => {
            let successors = instruction.successors(program);
            let mut ways = successors.targets.to_vec();
            ways.extend(successors.next.then_some(pc + 1));
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

/// Where control may go from an instruction before the next decision of a search.
fn ways_along(program: &Program, pc: Pc) -> Vec<Pc> {
    match program.code.get(pc as usize) {
        Some(Instruction::Choose(_)) => Vec::new(),
        _ => ways(program, pc),
    }
}

/// The instructions that are come to from some before the next decision of a search, each before all that follow it but where a loop goes
/// back. What follows without a jump comes next.
pub fn along(program: &Program, from: &[Pc]) -> Vec<Pc> {
    let next = |pc: Pc| ways_along(program, pc);
    let (mut reached, mut order) = (BTreeSet::new(), Vec::new());
    // An instruction is put in order once all that follows it is.
    let mut left: Vec<(Pc, bool)> = from.iter().map(|pc| (*pc, false)).collect();
    while let Some((pc, followed)) = left.pop() {
        if followed {
            order.push(pc);
        } else if reached.insert(pc) {
            left.push((pc, true));
            left.extend(next(pc).into_iter().rev().map(|to| (to, false)));
        }
    }
    order.reverse();
    order
}

/// The loops among instructions in the order in which they are written: by the place of the first of each that of the last. None is partly
/// inside another. Nothing at all if one can be come into otherwise than at its first.
pub fn loops(program: &Program, order: &[Pc]) -> Option<BTreeMap<usize, usize>> {
    loops_of(order.len(), ways_by_place(order, |pc| ways(program, pc)))
}

/// The same where decisions end the way. It is begun at some of the instructions: nothing either if one of these is inside a loop.
pub fn loops_along(program: &Program, order: &[Pc], from: &[Pc]) -> Option<BTreeMap<usize, usize>> {
    let found = loops_of(order.len(), ways_by_place(order, |pc| ways_along(program, pc)))?;
    let around = innermost(order.len(), &found);
    let inside = |(place, pc): (usize, &Pc)| from.contains(pc) && around.get(place).copied().flatten().is_some();
    (!order.iter().enumerate().any(inside)).then_some(found)
}

fn loops_of(count: usize, ways: Vec<(usize, usize)>) -> Option<BTreeMap<usize, usize>> {
    let mut found: BTreeMap<usize, usize> = BTreeMap::new();
    for (from, to) in ways.iter().filter(|(from, to)| to <= from) {
        let last = found.entry(*to).or_insert(*from);
        *last = (*last).max(*from);
    }
    let found = whole(found);
    let around = innermost(count, &found);
    let entered = |(from, to): &(usize, usize)| {
        let inside = around.get(*to).copied().flatten().and_then(|first| Some(first..=*found.get(&first)?));
        inside.is_none_or(|inside| inside.contains(from))
    };
    ways.iter().all(entered).then_some(found)
}

/// Where a loop ends behind the end of another in which it begins, that is made longer.
fn whole(mut loops: BTreeMap<usize, usize>) -> BTreeMap<usize, usize> {
    let mut around: Vec<usize> = Vec::new();
    for (first, last) in loops.clone() {
        around.retain(|outer| loops.get(outer).is_some_and(|last| *last >= first));
        for outer in &around {
            loops.entry(*outer).and_modify(|end| *end = (*end).max(last));
        }
        around.push(first);
    }
    loops
}

/// For each place the first of the innermost loop around it; that of a loop is not inside.
pub fn innermost(count: usize, loops: &BTreeMap<usize, usize>) -> Vec<Option<usize>> {
    let mut around: Vec<(usize, usize)> = Vec::new();
    let mut innermost = Vec::with_capacity(count);
    for place in 0..count {
        while around.last().is_some_and(|(_, last)| *last < place) {
            around.pop();
        }
        innermost.push(around.last().map(|(first, _)| *first));
        if let Some(last) = loops.get(&place) {
            around.push((place, *last));
        }
    }
    innermost
}

fn ways_by_place(order: &[Pc], ways: impl Fn(Pc) -> Vec<Pc>) -> Vec<(usize, usize)> {
    let places: BTreeMap<Pc, usize> = order.iter().copied().zip(0..).collect();
    let to_place = |pc: &Pc| places.get(pc).copied();
    let from = order.iter().zip(0..);
    from.flat_map(|(pc, from)| ways(*pc).iter().filter_map(to_place).map(|to| (from, to)).collect::<Vec<_>>()).collect()
}
