//! Who plays, with which settings, as the command line says.

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::Viewer;

use crate::arguments::Seats;
use crate::exit::{Done, Failure};

/// More players than any rules may ask for.
const MOST_PLAYERS: usize = 1_000;

/// Reads `--players` and `--set`. Whether the rules agree is seen when the table is laid.
pub fn table(seats: &Seats) -> Done<Table> {
    let mut table = Table { players: players(seats.players.as_deref())?, ..Table::default() };
    for setting in &seats.settings {
        let Some((name, value)) = setting.split_once('=') else {
            return Err(Failure::command_line(format!("`--set {setting}` is no `name=value`")));
        };
        if table.settings.insert(name.trim().to_owned(), value.trim().to_owned()).is_some() {
            return Err(Failure::command_line(format!("`{}` is set twice", name.trim())));
        }
    }
    Ok(table)
}

fn players(players: Option<&str>) -> Done<Vec<String>> {
    let Some(players) = players.map(str::trim) else { return Ok(Vec::new()) };
    if !players.is_empty() && players.chars().all(|sign| sign.is_ascii_digit()) {
        let count = players.parse::<usize>().ok().filter(|count| (1..=MOST_PLAYERS).contains(count));
        return count.map(default_names).ok_or_else(|| Failure::command_line(format!("{players} players cannot play")));
    }
    let names: Vec<String> = players.split(',').map(|name| name.trim().to_owned()).collect();
    if names.iter().any(String::is_empty) {
        return Err(Failure::command_line(format!("`--players {players}` holds an empty name")));
    }
    Ok(names)
}

/// The word for a view of everything.
pub const EVERYTHING: &str = "all";

/// Whose view `--view` asks for.
pub fn viewer(view: &str, players: &[String]) -> Done<Viewer> {
    match view {
        EVERYTHING => Ok(Viewer::All),
        "nobody" => Ok(Viewer::Nobody),
        name => seat(name, players).map(Viewer::Seat),
    }
}

/// The seat of a player.
pub fn seat(name: &str, players: &[String]) -> Done<usize> {
    let exact = players.iter().position(|player| player == name);
    let seat = exact.or_else(|| players.iter().position(|player| player.eq_ignore_ascii_case(name)));
    seat.ok_or_else(|| {
        Failure::command_line(format!("nobody is called `{name}` here; at the table are {}", players.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &str) -> Option<Vec<String>> {
        players(Some(given)).ok()
    }

    #[test]
    fn names_or_a_number() {
        assert_eq!(read("2"), Some(vec!["Ann".to_owned(), "Ben".to_owned()]));
        assert_eq!(read("Uma, Vic"), Some(vec!["Uma".to_owned(), "Vic".to_owned()]));
        assert_eq!(read("0"), None);
        assert_eq!(read("99999999999999999999999"), None);
        assert_eq!(read("Ann,,Ben"), None);
    }
}
