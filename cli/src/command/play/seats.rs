//! Who sits at the keyboard and who is a bot.

use crate::arguments::Play;
use crate::exit::{Done, Failure};
use crate::table::seat;

/// The seats of people, in order. Without a word about it: the first seat.
pub fn humans(arguments: &Play, players: &[String]) -> Done<Vec<usize>> {
    let mut humans: Vec<usize> = if arguments.watch {
        Vec::new()
    } else if !arguments.humans.is_empty() {
        named(&arguments.humans, players)?
    } else if arguments.bots.is_empty() {
        vec![0]
    } else {
        let bots = bots(&arguments.bots, players)?;
        (0..players.len()).filter(|seat| !bots.contains(seat)).collect()
    };
    humans.sort_unstable();
    humans.dedup();
    Ok(humans)
}

fn named(names: &[String], players: &[String]) -> Done<Vec<usize>> {
    match names {
        [none] if none == "none" => Ok(Vec::new()),
        [all] if all == "all" => Ok((0..players.len()).collect()),
        names => names.iter().map(|name| seat(name.trim(), players)).collect(),
    }
}

/// `Ben`, `Ben=random`, several by comma; `none`, `all`.
fn bots(given: &[String], players: &[String]) -> Done<Vec<usize>> {
    let mut names = Vec::new();
    for one in given.iter().flat_map(|given| given.split(',')) {
        let (name, kind) = one.split_once('=').unwrap_or((one, "random"));
        if kind.trim() != "random" {
            let message = format!("there is no bot `{}`; there is `random`", kind.trim());
            return Err(Failure::command_line(message));
        }
        names.push(name.trim().to_owned());
    }
    named(&names, players)
}
