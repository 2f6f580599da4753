//! What is asked of every candidate of a decision and is the same for all of them is worked out once: when it is first asked for, since what
//! nobody asks for must not fail.

use rulehound_interpreter::program::{MeantCode, Node, NodeId, WayCode};
use wasm_encoder::Instruction as I;

use super::fun::Name;
use super::{Emit, Emitter, Fun, Global, Local};
use crate::Pass;

/// What an expression gives that has been worked out elsewhere.
#[derive(Clone, Copy)]
pub enum Hoisted {
    /// Beforehand: where it lies, and how much work it was.
    Before(Local, i32),
    /// When it is first asked for.
    Once(Once),
}

/// A value that is worked out when it is first asked for.
#[derive(Clone, Copy)]
pub struct Once {
    value: Local,
    /// Whether it has been worked out.
    known: Local,
    /// How much work that was beyond what is counted where it is written.
    spent: Local,
}

/// Notes what the requirements of a way ask that depends on none of its names.
pub fn hoist_requirements<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, way: &'p WayCode) -> Emit {
    let MeantCode::Tuple(names) = &way.meant else { return Ok(()) };
    // A component that is named stands apart from those like it, whoever asks.
    let apart = names.iter().any(|named| named.binder.components);
    if names.is_empty() || apart || !emitter.passes.has(Pass::Hoisting) {
        return Ok(());
    }
    let nobody = f.local();
    let mark = f.mark();
    for named in names {
        f.names.insert(named.binder.local, Name { local: nobody, range: None, some: false });
    }
    let mut found = Vec::new();
    for requirement in &way.requirements {
        find(emitter, f, nobody, requirement.condition, &mut found)?;
    }
    f.go_back(mark);
    for id in found {
        let once = Once { value: f.local(), known: f.local(), spent: f.local() };
        f.number(0).set(once.known);
        f.hoisted.insert(id.0, Hoisted::Once(once));
    }
    Ok(())
}

/// The largest parts of a condition that are work and do not read the names, for which `nobody` stands.
fn find<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, nobody: Local, id: NodeId, found: &mut Vec<NodeId>) -> Emit {
    match emitter.at(id) {
        Node::And(left, right)
        | Node::Or(left, right)
        | Node::Compare(_, left, right)
        | Node::Arithmetic(_, left, right) => {
            find(emitter, f, nobody, *left, found)?;
            find(emitter, f, nobody, *right, found)
        }
        Node::Not(of) | Node::Holds(of) | Node::Negative(of) | Node::CompareWith(_, of, _) => {
            find(emitter, f, nobody, *of, found)
        }
        Node::If(arms, otherwise) => {
            for (test, value) in arms {
                find(emitter, f, nobody, *test, found)?;
                find(emitter, f, nobody, *value, found)?;
            }
            find(emitter, f, nobody, *otherwise, found)
        }
        Node::Call(..)
        | Node::Any(..)
        | Node::All(..)
        | Node::CountTuples(_)
        | Node::CountOf(_)
        | Node::Sum(..)
        | Node::Most(_)
        | Node::First(_) => {
            let mark = f.mark();
            emitter.value(f, id)?;
            if !f.reads(&mark, nobody) {
                found.push(id);
            }
            f.go_back(mark);
            Ok(())
        }
        // Little work, or a set.
        Node::Constant(_)
        | Node::Load(_)
        | Node::Plain(..)
        | Node::Cell(_)
        | Node::Attribute(_)
        | Node::Table(..)
        | Node::Owner(_)
        | Node::PlaceOf(_)
        | Node::IndexOf(_)
        | Node::ColumnOf(_)
        | Node::RowOf(_)
        | Node::Top(_)
        | Node::Bottom(_)
        | Node::Marked { .. }
        | Node::Family(_)
        | Node::BoardPlace { .. }
        | Node::BuiltIn(..)
        | Node::Among { .. }
        | Node::CountOn(..)
        | Node::LoadSet(_)
        | Node::Range(..)
        | Node::Span(..)
        | Node::FamilyOf(_)
        | Node::Components(..)
        | Node::Contents(..)
        | Node::Listed(_)
        | Node::Union(..)
        | Node::Each(_)
        | Node::Reach(_)
        | Node::Flood(..)
        | Node::OneOrNothing(_)
        | Node::Only(_)
        | Node::TooDeep(_) => Ok(()),
    }
}

/// Leaves what an expression gives, which `work` writes: that runs only the first time. The interpreter does it each time, so it counts.
pub fn leave<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    once: Once,
    work: impl FnOnce(&mut Emitter<'p>, &mut Fun) -> Emit,
) -> Emit {
    let unbounded = f.unbounded;
    let mut counted = false;
    f.get(once.known).put(I::I32Eqz);
    f.when(|f| {
        let start = f.here();
        Emitter::global(f, Global::Fuel).set(once.spent);
        let before = start..f.here();
        work(emitter, f)?;
        f.set(once.value).number(1).set(once.known);
        counted = f.unbounded > unbounded;
        if !counted {
            f.erase(before);
            return Ok(());
        }
        f.get(once.spent);
        Emitter::global(f, Global::Fuel).put(I::I32Sub).set(once.spent);
        // The first time it has been counted.
        Emitter::global(f, Global::Fuel).get(once.spent).put(I::I32Add);
        Emitter::set_global(f, Global::Fuel);
        Ok(())
    })?;
    if counted {
        f.get(once.spent);
        Emitter::burn(f);
    }
    f.get(once.value);
    Ok(())
}
