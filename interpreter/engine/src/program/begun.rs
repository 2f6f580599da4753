//! Plans whose first decision tells whether they can be carried out.

use super::{Instruction, Pc, PlanCode, Program};

impl Program {
    /// The plan that only has to be carried out, however well, and whose first instruction is the decision here: where lots are drawn, that nothing
    /// is legal at it is known only once all candidates were drawn, and then the plan cannot be carried out.
    pub fn begun_plan(&self, here: Pc) -> Option<&PlanCode> {
        let Instruction::PlanStart(plan) = self.code.get(here.checked_sub(1)? as usize)? else { return None };
        let Some(Instruction::Choose(id)) = self.code.get(here as usize) else { return None };
        let choice = self.choices.get(*id as usize)?;
        self.plans.get(*plan as usize).filter(|plan| plan.keys.is_empty() && choice.if_none.is_none())
    }
}
