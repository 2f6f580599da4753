//! Counts what runs and what refuses, if a profile is wanted.

use super::{Machine, Try};
use crate::program::RequirementCode;

/// The instruction at hand runs. One that is only tried out to look ahead does not.
pub fn runs(machine: &Machine<'_>) {
    if let (Some(profile), None) = (&machine.program.profile, machine.search) {
        profile.runs(machine.pc);
    }
}

/// Whether a requirement holds.
pub fn required(machine: &mut Machine<'_>, requirement: &RequirementCode) -> Try<bool> {
    let holds = machine.holds(requirement.condition)?;
    if let (Some(profile), false) = (&machine.program.profile, holds) {
        profile.refuses(requirement.condition);
    }
    Ok(holds)
}
