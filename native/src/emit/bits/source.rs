//! Where the places come from that a name goes through: a board, or a definition that gives those of a board where something holds.

use rulehound_interpreter::program::{Addr, ArgumentCode, EachCode, Node, NodeId, Program};

use crate::Pass;
use crate::emit::fun::Name;
use crate::emit::work::{NODE, ROUND};
use crate::emit::{DEEPEST, Emit, Emitter, Fun};

/// The places that a name goes through.
pub struct Source {
    /// The set of places.
    pub set: NodeId,
    /// The names that stand for the place: that of whoever asks, and those inside definitions.
    pub names: Vec<Addr>,
    /// What holds of the places that are meant, what is asked first coming first.
    pub conditions: Vec<NodeId>,
    /// What listing them costs besides.
    pub(super) work: i32,
}

impl Source {
    /// All places of a set, for which a name stands if there is one.
    pub fn board(name: Option<Addr>, set: NodeId) -> Self {
        Self { set, names: name.into_iter().collect(), conditions: Vec::new(), work: 0 }
    }

    /// Goes on to the set of which this one gathers all elements for which something holds; tells whether it does.
    pub(super) fn step_into(&mut self, program: &Program, each: &EachCode) -> bool {
        let inner = each.binders.first().filter(|inner| inner.from.is_none() && is_all_of_part(program, each));
        let Some(inner) = inner else { return false };
        self.set = inner.set;
        self.names.push(inner.local);
        self.conditions.splice(0..0, inner.condition);
        self.work += ROUND + 2 * NODE;
        true
    }
}

impl<'p> Emitter<'p> {
    /// The places of a set that a name goes through, if there is one; nothing if what a definition is handed may be refused. Its parameters
    /// have names from now on, until whoever asks restores them.
    pub(super) fn source(&mut self, f: &mut Fun, (name, set): (Option<Addr>, NodeId)) -> Emit<Option<Source>> {
        let mut source = Source::board(name, set);
        for _ in 0..if self.passes.has(Pass::Fusion) { DEEPEST } else { 0 } {
            match self.at(source.set) {
                Node::Each(each) if source.step_into(self.program, each) => {}
                Node::Call(definition, arguments) => {
                    let Some((parameters, body)) = self.part_given(*definition) else { break };
                    if !self.hand_over(f, arguments, parameters)? {
                        return Ok(None);
                    }
                    source.set = body;
                    source.work += NODE;
                }
                _ => break,
            }
        }
        f.work = f.work.saturating_add(source.work);
        Ok(Some(source))
    }

    /// The parameters and the body of a definition that gives a part of another set.
    pub(super) fn part_given(&self, definition: u32) -> Option<(&'p [Option<Addr>], NodeId)> {
        let code = self.program.definitions.get(definition as usize).filter(|_| self.passes.has(Pass::Fusion))?;
        let [(None, parameters, body)] = &code.clauses[..] else { return None };
        let part = match self.at(*body) {
            Node::Each(each) => is_all_of_part(self.program, each),
            Node::Call(..) => true,
            _ => false,
        };
        part.then_some((parameters, *body))
    }

    /// Gives parameters what they are handed; tells whether it certainly may be.
    fn hand_over(&mut self, f: &mut Fun, arguments: &'p [ArgumentCode], parameters: &[Option<Addr>]) -> Emit<bool> {
        let mut names = Vec::new();
        for (argument, parameter) in arguments.iter().zip(parameters) {
            let range = self.range(f, argument.value);
            let fits = argument.check.is_none() || range.is_some_and(|range| self.passes(range, argument.check));
            if !fits || argument.stops && !self.never_none(f, argument.value) {
                return Ok(false);
            }
            let some = self.never_none(f, argument.value);
            let local = self.kept(f, argument.value)?;
            names.extend(parameter.map(|parameter| (parameter, Name { local, range, some })));
        }
        f.names.extend(names);
        Ok(true)
    }
}

/// Whether it gathers all elements of another set for which something holds, in its order.
fn is_all_of_part(program: &Program, each: &EachCode) -> bool {
    each.first.is_none() && each.keys.is_empty() && each.is_part(program)
}
