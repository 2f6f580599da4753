//! `table`: a table in the browser, one link for each player.

use std::path::Path;

use rulehound_bots::Level;
use rulehound_interpreter::model::Source;
use rulehound_table::{Address, Link, Opening, Serving, Store, Tables, Trouble, seed, serve};

use tokio::runtime::Runtime;

use super::apart::{self, Read};
use crate::arguments;
use crate::exit::{Done, Exit, Failure};
use crate::output::{Output, complain};
use crate::{rules, table, thinkers};

/// Opens it, and serves it until somebody stops the program.
pub fn table(arguments: &arguments::Table) -> Done {
    if let Some(what) = arguments.process {
        return apart::process(what, arguments);
    }
    let game = arguments.game.as_deref().map(|game| Game::read(game, arguments)).transpose()?;
    if game.is_none() {
        only_goes_on(arguments)?;
    }
    let mut output = Output::new();
    let (tables, kept) = tables(arguments.data.as_deref())?;
    if let (None, true, Some(path)) = (&game, kept.is_empty(), &arguments.data) {
        return Err(nothing_kept(path));
    }
    let runtime = super::serving::runtime()?;
    let failed = |trouble: Trouble| super::serving::unheard(arguments.listen, &trouble);
    let serving = runtime.block_on(Serving::bind(arguments.listen, arguments.public_url.clone())).map_err(failed)?;
    for title in &kept {
        let origin = serving.address().origin();
        output.line(format!("{title} goes on at {origin}; its links are those of before."))?;
    }
    let Some(game) = game else { return serving_on(arguments, (serving, tables, &runtime), output) };
    let title = game.title().to_owned();
    if arguments.lobby {
        let link = game.open_lobby(&tables).map_err(|trouble| Failure::file(trouble.to_string()))?;
        output.line(format!(
            "{title}. Open this in your browser and say who plays; then each player gets a link of their own:"
        ))?;
        output.line(format!("  {}", serving.address().link(&link)))?;
        return serving_on(arguments, (serving, tables, &runtime), output);
    }
    let watched = game.watched().filter(|_| arguments.watch);
    let links =
        game.open(&tables).map_err(|trouble| Failure { exit: Exit::Fault, message: Some(trouble.to_string()) })?;
    tell(&title, &links, serving.address(), &mut output)?;
    if let (Some(sources), Some(link)) = (watched, links.first()) {
        let (table, tables) = (link.table.clone(), tables.clone());
        let handle = runtime.handle().clone();
        // A thread of its own: nobody waits for it when the server ends.
        std::thread::spawn(move || {
            let _runtime = handle.enter();
            super::watching::follow(&table, sources, &tables);
        });
    }
    serving_on(arguments, (serving, tables, &runtime), output)
}

/// Says how the tables are kept, and serves them until somebody stops the program.
fn serving_on(
    arguments: &arguments::Table,
    (serving, tables, runtime): (Serving, Tables, &Runtime),
    mut output: Output,
) -> Done {
    let failed = |trouble: Trouble| Failure::file(format!("`{}`: {trouble}", arguments.listen));
    let held = match &arguments.data {
        Some(path) => format!("Kept in `{}`", path.display()),
        None => "Kept in memory only: the game ends with this program, unless --data names a file for it".to_owned(),
    };
    output.line(format!("{held}. Ctrl-C ends."))?;
    if serving.address().is_open() && !serving.address().origin().starts_with("https://") {
        complain(
            "warning: whoever is in this network can read along, since nothing is encrypted; play with people you trust",
        );
    }
    output.flush()?;
    runtime.block_on(serve(serving, tables, None, super::serving::stopped())).map_err(failed)?;
    Ok(Exit::Fine)
}

/// Without a game, what is kept goes on as it is: nothing is said of its players, and the file is there.
fn only_goes_on(arguments: &arguments::Table) -> Done<()> {
    let said = [
        ("--players", arguments.seats.players.is_some()),
        ("--set", !arguments.seats.settings.is_empty()),
        ("--bot", !arguments.bots.is_empty()),
        ("--seed", arguments.seed.is_some()),
    ];
    if let Some((option, _)) = said.iter().find(|(_, said)| *said) {
        let why =
            format!("`{option}` is for a new table: name the game to open one; those that are kept go on as they are");
        return Err(Failure::command_line(why));
    }
    match &arguments.data {
        Some(path) if !path.exists() => Err(nothing_kept(path)),
        _ => Ok(()),
    }
}

fn nothing_kept(path: &Path) -> Failure {
    Failure::command_line(format!("no table is kept in `{}`: name a game to open one there", path.display()))
}

/// A game that is to be played: one that comes with the program, or somebody's, whose rules are played apart.
enum Game {
    Own(Opening),
    Strange(Read),
}

impl Game {
    fn read(game: &str, arguments: &arguments::Table) -> Done<Self> {
        if apart::is_strange(game) { apart::read().map(Self::Strange) } else { opening(game, arguments).map(Self::Own) }
    }

    fn title(&self) -> &str {
        match self {
            Self::Own(opening) => &opening.model.title,
            Self::Strange(read) => &read.title,
        }
    }

    fn open(self, tables: &Tables) -> Result<Vec<Link>, Trouble> {
        match self {
            Self::Own(opening) => tables.open(opening),
            Self::Strange(read) => tables.open_apart(&read.unread),
        }
    }

    fn open_lobby(self, tables: &Tables) -> Result<Link, Trouble> {
        match self {
            Self::Own(opening) => tables.open_lobby(opening),
            Self::Strange(read) => tables.open_lobby_apart(&read.unread),
        }
    }

    /// The texts of its files, if they may change.
    fn watched(&self) -> Option<Vec<Source>> {
        match self {
            Self::Own(_) => None,
            Self::Strange(read) => Some(read.unread.sources()),
        }
    }
}

/// What is to be played, by whom.
pub fn opening(game: &str, arguments: &arguments::Table) -> Done<Opening> {
    let mut table = table::table(&arguments.seats)?;
    let rules = rules::playable(game)?;
    let players = rules.at(&table)?.instance().players.clone();
    let bots = thinkers::named(&arguments.bots, &players)?;
    let bot =
        |seat: usize| -> Option<Level> { bots.iter().rev().find(|(named, _)| *named == seat).map(|(_, level)| *level) };
    let bots = (0..players.len()).map(bot).collect();
    // Who sits where is kept, whatever names the rules or this program would give later.
    table.players = players;
    let random = || seed().map_err(|error| Failure::file(format!("no seed can be drawn: {error}")));
    let seed = arguments.seed.map_or_else(random, Ok)?;
    Ok(Opening { name: game.to_owned(), sources: rules.sources, model: rules.model, table, bots, seed })
}

/// The tables of a file, with the titles of those that go on; or none, in memory.
fn tables(data: Option<&Path>) -> Done<(Tables, Vec<String>)> {
    let Some(path) = data else {
        let store = Store::memory().map_err(|trouble| Failure::file(trouble.to_string()))?;
        return Ok((Tables::guarded(store, apart::guard()?), Vec::new()));
    };
    let failed = |trouble: Trouble| Failure::file(format!("`{}`: {trouble}", path.display()));
    let (store, kept) = Store::file(path).map_err(failed)?;
    let tables = Tables::guarded(store, apart::guard()?);
    let titles = tables.open_all(kept).map_err(failed)?;
    Ok((tables, titles))
}

fn tell(title: &str, links: &[Link], address: &Address, output: &mut Output) -> Done<()> {
    output.line(format!("{title}. Open these in a browser, each on the device of whoever plays there:"))?;
    let people = links.iter().filter(|link| !link.bot);
    let name = |link: &Link| link.player.clone().unwrap_or_else(|| "to look on".to_owned());
    let width = people.clone().map(|link| name(link).chars().count()).max().unwrap_or(0);
    for link in people {
        output.line(format!("  {:width$}  {}", name(link), address.link(link)))?;
    }
    let bots: Vec<String> = links.iter().filter(|link| link.bot).map(name).collect();
    if !bots.is_empty() {
        output.line(format!("Played by bots: {}.", bots.join(", ")))?;
    }
    Ok(())
}
