//! What an editor can have done: the answer is a text for people.

mod ask;
mod begin;

use gen_lsp_types::Uri;
use serde_json::Value;

pub use begin::stands_alone;

use crate::passes;
use crate::world::World;

/// Plays a script and tells its story.
pub const RUN: &str = "rulehound.run";
/// Who decides before a step of a script, and what may be done.
pub const OPTIONS: &str = "rulehound.options";
/// The same, with what may not be done and why.
pub const WHY: &str = "rulehound.why";
/// The scripts that come through a rule.
pub const SCRIPTS: &str = "rulehound.scripts";
/// A script that begins with a phase or rule.
pub const PLAY: &str = "rulehound.play";

/// All of them.
pub const COMMANDS: [&str; 5] = [RUN, OPTIONS, WHY, SCRIPTS, PLAY];

/// Does it.
///
/// # Errors
/// There is no such command, or what it needs is not there.
pub fn carry_out(world: &mut World<'_>, command: &str, arguments: &[Value]) -> Result<String, String> {
    let uri = arguments.first().and_then(Value::as_str).ok_or("the first argument is the address of a file")?;
    let file = world.name_of(&Uri(uri.to_owned()));
    let number = |index: usize| arguments.get(index).and_then(Value::as_u64);
    let step = || {
        number(1)
            .and_then(|step| usize::try_from(step).ok())
            .ok_or("the second argument is the number of a step, from 1")
    };
    let name = || {
        let name = arguments.get(1).and_then(Value::as_str).map(str::to_owned);
        name.ok_or("the second argument is the name of a phase, rule or trigger")
    };
    match command {
        RUN => ask::run(world, &file),
        OPTIONS => ask::asked(world, &file, step()?, false),
        WHY => ask::asked(world, &file, step()?, true),
        SCRIPTS => {
            let clause = number(2).and_then(|number| usize::try_from(number).ok()).unwrap_or_default();
            let found = passes::through(world, &file, (name()?, clause));
            Ok(if found.is_empty() { "No script comes through here.".to_owned() } else { found.join("\n") })
        }
        PLAY => begin::script(world, &file, &name()?),
        other => Err(format!("there is no command `{other}`; there are {}", COMMANDS.join(", "))),
    }
}
