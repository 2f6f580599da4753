//! From where to where values go: what need not be asked again when it is used.

use std::collections::BTreeMap;

use rulehound_interpreter::model::{Shape, Sort, Type};
use rulehound_interpreter::program::{Addr, BinderCode, CLEARED, Instruction, MeantCode, Node, Program};

/// From where to where, both included; never none.
pub type Range = (i32, i32);

/// The range of what is stored with a type: it was checked when it was stored.
pub fn of_type(program: &Program, of: &Type) -> Option<Range> {
    if of.shape != Shape::One {
        return None;
    }
    match &of.sort {
        Sort::Number { least, greatest } => Some((*least, *greatest)),
        other => of_sort(program, other),
    }
}

/// The range of what is of some sort; how far numbers go is told by where they are stored.
pub fn of_sort(program: &Program, sort: &Sort) -> Option<Range> {
    let instance = &program.instance;
    match sort {
        Sort::YesNo => Some((0, 1)),
        Sort::Value { allowed, .. } => allowed.first().copied().zip(allowed.last().copied()),
        Sort::Player => Some((0, i32::try_from(instance.seats()).ok()? - 1)),
        Sort::Component { kinds } => around(kinds.iter().map(|kind| instance.kinds.get(kind.index()).cloned())),
        Sort::Place { classes } => around(classes.iter().map(|class| instance.classes.get(class).cloned())),
        Sort::Direction => Some((0, 7)),
        Sort::Nothing | Sort::Number { .. } => None,
    }
}

/// The range around some others; `None` if one is not known.
fn around(parts: impl Iterator<Item = Option<std::ops::Range<i32>>>) -> Option<Range> {
    let mut all: Option<Range> = None;
    for part in parts {
        let part = part?;
        let (least, greatest) = (part.start, part.end - 1);
        all = Some(all.map_or((least, greatest), |(from, to): Range| (from.min(least), to.max(greatest))));
    }
    all.filter(|(least, greatest)| least <= greatest)
}

/// The ranges of the names that have a cell of their own, as far as what they go through tells. A name is read only where it is bound.
pub fn of_names(program: &Program) -> BTreeMap<Addr, Range> {
    let mut ranges = BTreeMap::new();
    let mut note = |binder: &BinderCode| {
        if let Some(range) = of_set(program, binder.set) {
            ranges.insert(binder.local, range);
        }
    };
    let mut named = Vec::new();
    for instruction in &program.code {
        match instruction {
            Instruction::ForStart(_, selection) => selection.binders.iter().for_each(&mut note),
            Instruction::RoundNext(_, binder, _) | Instruction::DrawLot(_, binder, _) => note(binder),
            Instruction::Halt
            | Instruction::Jump(_)
            | Instruction::Unless(..)
            | Instruction::Require(_)
            | Instruction::Let(..)
            | Instruction::LetSet(..)
            | Instruction::Clear(..)
            | Instruction::Count(..)
            | Instruction::CountDown(..)
            | Instruction::ForNext(..)
            | Instruction::TurnStart(..)
            | Instruction::TurnEnd(_)
            | Instruction::Call(..)
            | Instruction::Begin(..)
            | Instruction::End(_)
            | Instruction::Return(_)
            | Instruction::Leave(_)
            | Instruction::Choose(_)
            | Instruction::Move(_)
            | Instruction::DrawStart { .. }
            | Instruction::Draw(_)
            | Instruction::Roll(..)
            | Instruction::ShuffleStart(_)
            | Instruction::Shuffle(..)
            | Instruction::Set(..)
            | Instruction::Note(_)
            | Instruction::Forget
            | Instruction::Show(_)
            | Instruction::Win(_)
            | Instruction::AfterMove(..)
            | Instruction::MovedEnd(_)
            | Instruction::AfterRule(_)
            | Instruction::MarkWhens
            | Instruction::Whens
            | Instruction::WhenEnd
            | Instruction::GatherStart(_)
            | Instruction::GatherNext(..)
            | Instruction::Gather(_)
            | Instruction::PrivateEnd(_)
            | Instruction::PlanStart(_)
            | Instruction::PlanEnd(_) => {}
        }
    }
    for way in program.choices.iter().flat_map(|choice| &choice.ways) {
        if let MeantCode::Tuple(binders) = &way.meant {
            for it in binders {
                note(&it.binder);
                named.extend(of_sort(program, &it.sort).map(|range| (it.binder.local, range)));
            }
        }
    }
    program.gatherings.iter().for_each(|gathering| note(&gathering.binder));
    for (at, range) in named {
        ranges.entry(at).or_insert(range);
    }
    for watch in program.moves.iter().flatten() {
        ranges.insert(watch.component, (watch.kind.0, watch.kind.1 - 1));
        for end in [&watch.from, &watch.to].into_iter().flatten() {
            if let (Some(at), Some(range)) = (end.local, of_set(program, end.place)) {
                ranges.insert(at, range);
            }
        }
    }
    for when in &program.whens {
        if let Some((at, set)) = when.binder
            && let Some(range) = of_set(program, set)
        {
            ranges.insert(at, range);
        }
    }
    for (code, runnable) in program.runnables.iter().zip(&program.instance.model.runnables) {
        for (_, parameters, _) in &code.clauses {
            for (at, of) in parameters.iter().zip(&runnable.parameters) {
                if let (Some(at), Some(range)) = (at, of_type(program, of)) {
                    ranges.insert(*at, range);
                }
            }
        }
    }
    ranges
}

/// The range of the elements of a set that never changes.
pub fn of_set(program: &Program, set: rulehound_interpreter::program::NodeId) -> Option<Range> {
    match program.nodes.get(set.0 as usize)? {
        Node::Span(first, count) if *count > 0 => Some((*first, first + count - 1)),
        Node::Range(from, to) => match (program.nodes.get(from.0 as usize)?, program.nodes.get(to.0 as usize)?) {
            (Node::Constant(from), Node::Constant(to)) if *from > CLEARED && from <= to => Some((*from, *to)),
            _ => None,
        },
        Node::Components(kind, _) => {
            let ground = program.ground.kinds.get(kind.index())?;
            (ground.count > 0).then_some((ground.first, ground.first + ground.count - 1))
        }
        _ => None,
    }
}
