//! Who sits at the keyboard and who is a bot.

use crate::arguments::Play;
use crate::exit::{Done, Failure};
use crate::table::seat;
use crate::thinkers;

/// The seats of people, in order. Without a word about it: the first seat.
pub fn humans(arguments: &Play, players: &[String]) -> Done<Vec<usize>> {
    let mut humans: Vec<usize> = if arguments.watch {
        Vec::new()
    } else if !arguments.humans.is_empty() {
        let humans = named(&arguments.humans, players)?;
        let bot = thinkers::one_by_one(&arguments.bots, players)?.into_iter().find(|seat| humans.contains(seat));
        if let Some(both) = bot.and_then(|seat| players.get(seat)) {
            let why = format!("{both} cannot sit at this keyboard (`--human`) and be a bot (`--bot`)");
            return Err(Failure::command_line(why));
        }
        humans
    } else if arguments.bots.is_empty() {
        vec![0]
    } else {
        let bots = thinkers::named(&arguments.bots, players)?;
        (0..players.len()).filter(|seat| !bots.iter().any(|(bot, _)| bot == seat)).collect()
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
