//! The arguments of every command.

use std::ffi::OsString;
#[cfg(feature = "table")]
use std::net::SocketAddr;
use std::path::PathBuf;

use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use rulehound_interpreter::story::Length;

use crate::command::study::{Games, Share};
use crate::exit::Exit;
use crate::output::{complain, shade};

/// Check, play and explain board games written as rules.
#[derive(Debug, Parser)]
#[command(name = "rulehound", version, about, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "GAME is a file of rules or the name of a shipped game, such as hot-dog.\n\
    Exit codes: 0 fine, 1 rules or script wrong, 2 command line wrong, 3 rules misbehaved while playing, 4 file trouble.")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Let files name files outside of their own folder: `extends` of rules, `game` of scripts and saved games
    #[arg(long, global = true)]
    pub allow_outside: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say everything that is wrong with rules
    Check(Check),
    /// Play scripted games and tell the story
    Run(Run),
    /// Play at the terminal
    Play(Play),
    /// Play in the browser: one link for each player, on this machine or in the network
    #[cfg(feature = "table")]
    Table(Table),
    /// Write a game in the browser: the text beside a table, its rule document and its scripts
    #[cfg(feature = "table")]
    Studio(Studio),
    /// Show who decides after a script's last step, and what is on offer
    Options(Options),
    /// Say why something may or may not be done at a step of a script
    Why(Why),
    /// Play one random game and write it as a script that replays
    Record(Record),
    /// Play many random games and count
    Simulate(Simulate),
    /// Play many games, random and by bots, and write a page of what they say: seats, length, luck, options, rules
    Study(Study),
    /// Measure how fast random games are played on one thread
    Bench(Bench),
    /// Lay out rules in canonical form, comments kept
    Fmt(Fmt),
    /// Write a first game, a variant of a shipped one, or a script
    New(New),
    /// Say in words what a variant changes, or in what two games differ
    Diff(Diff),
    /// Check rules and play scripts in folders, and again whenever one of them is written
    Watch(Watch),
    /// Explain a word of the language, the code of a finding or a command, with examples
    Explain(Explain),
    /// Print shell completions
    Completions(Completions),
    /// Print a page for `man`: of the program, or of one command
    Man(ManPage),
    /// Count every way to play on after a script's last step
    Perft(Perft),
    /// Judge a recorded game: what each choice gave away, and where the game turned
    Analyse(Analyse),
    /// Find out by play how bots search best in a game, and write it beside its rules; they play without it, too
    Tune(Tune),
    /// Work out perfect play of a small game, from its beginning or from a script's last step
    Solve(Solve),
    /// Write the rule document: a page that a family can play from
    Doc(Doc),
    /// Answer an editor: mistakes as you type, names explained, layout (docs/editors.md says how to set one up)
    Lsp(Lsp),
}

/// How findings and results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Human,
    /// For programs.
    Json,
}

/// How much of a story is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Story {
    /// Turn by turn, without what goes without saying
    Short,
    /// Everything, each thing in a line of its own
    Full,
    /// The same, and beneath each line by which rule it happened
    Explained,
}

impl Story {
    /// As the engine knows it; `--explain` says the same as the longest.
    pub fn length(self, explain: bool) -> Length {
        match self {
            Self::Short | Self::Full if explain => Length::Explained(shade()),
            Self::Short => Length::Short,
            Self::Full => Length::Full,
            Self::Explained => Length::Explained(shade()),
        }
    }
}

/// `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Files of rules or names of shipped games
    #[arg(required = true, value_name = "GAME")]
    pub games: Vec<String>,
    /// How findings are printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Treat warnings as errors
    #[arg(long, value_name = "WHAT", value_parser = ["warnings"])]
    pub deny: Option<String>,
    /// Write the corrections that are sure into the file, such as `=` for `==`; what is not sure is only shown
    #[arg(long)]
    pub fix: bool,
    /// Say what costs time, and what is not turned into machine code
    #[arg(long)]
    pub speed: bool,
    /// Say what is not proven: which faults may come in play, and where
    #[arg(long)]
    pub verbose: bool,
    /// Check again whenever a file of the games is written
    #[arg(long, conflicts_with_all = ["format", "fix"])]
    pub watch: bool,
}

/// `run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Scripts; folders are searched for .yaml and .yml
    #[arg(required = true, value_name = "SCRIPT")]
    pub scripts: Vec<PathBuf>,
    /// Who hears the story: all, nobody, or a player's name
    #[arg(long, default_value = "all")]
    pub view: String,
    /// A story, or one event a line as JSON
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// How much of the story is told
    #[arg(long, value_enum, default_value = "short", conflicts_with = "quiet")]
    pub story: Story,
    /// Say beneath each line by which rule it happened: the same as --story explained
    #[arg(long, conflicts_with_all = ["quiet", "story"])]
    pub explain: bool,
    /// With --format json: also what is on offer at every stop
    #[arg(long, conflicts_with_all = ["quiet", "explain"])]
    pub offers: bool,
    /// Print only what goes wrong, and the summary
    #[arg(long, short)]
    pub quiet: bool,
    /// Play again whenever a script or a file of its game is written
    #[arg(long, conflicts_with = "format")]
    pub watch: bool,
    /// Instead of the story: which rules, statements, requirements, options and endings the scripts reach together, and which never
    #[arg(long, conflicts_with_all = ["story", "explain", "offers"])]
    pub coverage: bool,
    /// With --coverage: also write it to this file in the format of lcov, which editors and services read
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub lcov: Option<PathBuf>,
    /// Overwrite that file if it exists
    #[arg(long, requires = "lcov")]
    pub force: bool,
}

/// Who sits at the table.
#[derive(Debug, Args)]
pub struct Seats {
    /// Names (Ann,Ben) or how many play
    #[arg(long, allow_negative_numbers = true, value_name = "NAMES|N")]
    pub players: Option<String>,
    /// Change a setting of the game: name=value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<String>,
}

/// `play`.
#[derive(Debug, Args)]
pub struct Play {
    /// A file of rules or the name of a shipped game
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    pub game: Option<String>,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
    /// Who is played by a bot, and how well: Ben, Ben=strong (or easy, medium, random), Ben=mcts:200ms, Ben=mcts:10000, all=easy; none for nobody
    #[arg(long = "bot", value_name = "NAME[=LEVEL]")]
    pub bots: Vec<String>,
    /// Only look on: every seat is played by a bot
    #[arg(long, conflicts_with = "humans")]
    pub watch: bool,
    /// Who sits at this keyboard; all others are bots, as good as `--bot` says
    #[arg(long = "human", value_name = "NAMES", value_delimiter = ',')]
    pub humans: Vec<String>,
    /// On the whole terminal: table, options, what happened and what the rules say side by side
    #[arg(long, conflicts_with = "watch")]
    pub full: bool,
    /// Practise: answers can be taken back past chance, bots and what was revealed; the same answers then meet the same chance
    #[arg(long, conflicts_with = "watch")]
    pub practice: bool,
    /// The seed of chance and bots; taken from the clock if left out, and gone on with where a game is resumed
    #[arg(long, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: Option<u64>,
    /// Save the game here when you quit
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with a saved game; GAME is needed only where the rules lie outside of its folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "settings"])]
    pub resume: Option<PathBuf>,
    /// Write the game as a script in the end
    #[arg(long, value_name = "FILE.yaml")]
    pub record: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
    /// How much of the story is told
    #[arg(long, value_enum, default_value = "short")]
    pub story: Story,
    /// Say beneath each line by which rule it happened: the same as --story explained
    #[arg(long, conflicts_with = "story")]
    pub explain: bool,
}

/// `table`.
#[cfg(feature = "table")]
#[derive(Debug, Args)]
pub struct Table {
    /// A file of rules or the name of a shipped game; with --data it may be left out, to go on with what is kept there
    #[arg(value_name = "GAME", required_unless_present_any = ["data", "process"])]
    pub game: Option<String>,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
    /// Who is played by a bot, and how well: Ben, Ben=strong (or easy, medium, random), Ben=mcts:200ms, all=easy
    #[arg(long = "bot", value_name = "NAME[=LEVEL]")]
    pub bots: Vec<String>,
    /// The seed of chance; taken from the system if left out
    #[arg(long, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: Option<u64>,
    /// Where browsers connect; 0.0.0.0 lets in whoever is in your network
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = listening, default_value = "127.0.0.1:8017")]
    pub listen: SocketAddr,
    /// How browsers reach this server where something stands before it: https://games.example
    #[arg(long, value_name = "URL", value_parser = origin)]
    pub public_url: Option<String>,
    /// Say in the browser who plays, where bots sit and with which settings: one link is printed, which is yours
    #[arg(long, requires = "game", conflicts_with = "watch")]
    pub lobby: bool,
    /// Go on under the rules as they are changed in their files, as far as the table fits them
    #[arg(long, requires = "game", conflicts_with = "data")]
    pub watch: bool,
    /// Keep the tables in this file, and go on with those that are in it
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Work for a server that has started this process
    #[arg(long, hide = true)]
    pub process: Option<Process>,
}

/// What a process does for a server of tables.
#[cfg(feature = "table")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Process {
    /// Reads and checks rules.
    Read,
    /// Plays a table.
    Play,
}

/// `studio`.
#[cfg(feature = "table")]
#[derive(Debug, Args)]
pub struct Studio {
    /// The file of rules to begin with, which may be new, or a folder; the folder you are in if left out
    #[arg(value_name = "FILE|FOLDER")]
    pub file: Option<PathBuf>,
    /// Where the browser connects, on this machine
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = listening, default_value = "127.0.0.1:8018")]
    pub listen: SocketAddr,
    /// Let in other machines that have the link; whoever has it may change the files of the folder
    #[arg(long)]
    pub anybody_may_edit: bool,
    /// Work for the studio that has started this process
    #[arg(long, hide = true)]
    pub process: bool,
}

/// Where browsers connect; `localhost` is a name for 127.0.0.1.
#[cfg(feature = "table")]
fn listening(given: &str) -> Result<SocketAddr, String> {
    let numbers = match given.split_once(':') {
        Some(("localhost", port)) => format!("127.0.0.1:{port}"),
        Some(_) | None => given.to_owned(),
    };
    numbers.parse().map_err(|_| "an address and a port are wanted, such as 127.0.0.1:8017".to_owned())
}

/// The beginning of all links, as it is given.
#[cfg(feature = "table")]
fn origin(given: &str) -> Result<String, String> {
    let bare = given.trim_end_matches('/');
    let host = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://"));
    match host.filter(|host| !host.is_empty() && !host.contains(['/', '#', '?', ' '])) {
        Some(_) => Ok(bare.to_owned()),
        None => Err("a beginning of links is wanted, such as https://games.example".to_owned()),
    }
}

/// `options`.
#[derive(Debug, Args)]
pub struct Options {
    /// The script
    #[arg(value_name = "SCRIPT")]
    pub script: PathBuf,
    /// Also what is refused, and why
    #[arg(long)]
    pub why: bool,
    /// Whose view of the position is shown: all, nobody, or a player's name
    #[arg(long, default_value = "all")]
    pub view: String,
    /// How it is printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// `why`.
#[derive(Debug, Args)]
pub struct Why {
    /// The script
    #[arg(value_name = "SCRIPT")]
    pub script: PathBuf,
    /// What somebody would like to do: words of an option, or names with values: "{n: 2, d: low}"
    #[arg(value_name = "CHOICE", allow_hyphen_values = true)]
    pub choice: Option<String>,
    /// Before which step, from 1; without it, after the last
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub step: Option<usize>,
    /// Who asks: only what this player may know is told; without it, whoever is to decide
    #[arg(long = "for", value_name = "NAME")]
    pub asking: Option<String>,
    /// How it is printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// `perft`.
#[derive(Debug, Args)]
pub struct Perft {
    /// The script
    #[arg(value_name = "SCRIPT")]
    pub script: PathBuf,
    /// How many decisions (or turns) to look ahead; without it, to the end of the game or of the script's phase
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Count in turns, each with all its decisions
    #[arg(long)]
    pub turns: bool,
    /// Also ways and different positions after each decision (or turn)
    #[arg(long)]
    pub each: bool,
    /// The most positions to look at
    #[arg(long, value_name = "POSITIONS", default_value_t = 300_000)]
    pub most: usize,
    /// Also the end positions
    #[arg(long)]
    pub list: bool,
    /// How it is printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// `analyse`.
#[derive(Debug, Args)]
pub struct Analyse {
    /// The script: a record of a game, or any other
    #[arg(value_name = "SCRIPT")]
    pub script: PathBuf,
    /// How many games are imagined for each decision
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// The seed of what is imagined
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: u64,
    /// Tell every decision, not only those that gave much away
    #[arg(long)]
    pub all: bool,
    /// How it is printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// `solve`.
#[derive(Debug, Args)]
pub struct Solve {
    /// A file of rules, the name of a shipped game, or a script that leads to a position
    #[arg(value_name = "GAME or SCRIPT")]
    pub game: String,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
    /// Play for the lead at the end of a game that is won by rank, as for money, and not for the win alone
    #[arg(long)]
    pub lead: bool,
    /// The most positions to look at
    #[arg(long, value_name = "POSITIONS", default_value_t = 1_000_000)]
    pub most: usize,
    /// Where something is hidden: the most rounds of learning
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub rounds: u32,
    /// Where something is hidden: how much whoever knew the play may still gain by it, in wins or points a game
    #[arg(long, allow_negative_numbers = true, value_name = "GAIN", default_value_t = 0.0005)]
    pub within: f64,
    /// Where something is hidden: the most seconds of learning
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", default_value_t = 60)]
    pub seconds: u64,
    /// Where something is hidden: also what to do in each situation
    #[arg(long)]
    pub list: bool,
    /// Where something is hidden: also how much could be gained against a bot, such as mcts:1000 or random
    #[arg(long = "bot", value_name = "LEVEL")]
    pub bots: Vec<String>,
    /// How often such a bot is asked in each situation
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub times: u32,
    /// The seed of such a bot
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: u64,
    /// How it is printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// `tune`.
#[derive(Debug, Args)]
pub struct Tune {
    /// A file of rules or the name of a shipped game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// How many games each way to search plays in the first round; in the end the best one plays ten times as many
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub games: u64,
    /// How much the bots think about a move: easy, medium, strong, or mcts:300 for so many imagined games
    #[arg(long = "bot", value_name = "LEVEL", default_value = "medium")]
    pub level: String,
    /// The seed of chance and players
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: u64,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
    /// On how many threads; as many as there are processors if left out
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The most decisions of one game; longer ones count as won by nobody
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100_000, value_parser = at_least_one)]
    pub most: u64,
    /// Also where it was found out before: what was found then is overwritten if something better than the usual way is found
    #[arg(long)]
    pub force: bool,
    /// How it is printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// `record`.
#[derive(Debug, Args)]
pub struct Record {
    /// A file of rules or the name of a shipped game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The seed of chance and players
    #[arg(long, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: u64,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
    /// Who plays how well: Ben=strong (or easy, medium), Ben=mcts:200ms, Ben=mcts:10000, all=easy; whoever is not named plays at random
    #[arg(long = "bot", value_name = "NAME=LEVEL")]
    pub bots: Vec<String>,
    /// The most decisions
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100_000, value_parser = at_least_one)]
    pub most: u64,
    /// Write it here instead of to standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite a file that exists
    #[arg(long)]
    pub force: bool,
}

/// `simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// A file of rules or the name of a shipped game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// How many games
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// The seed of chance and players
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: u64,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
    /// Who plays how well: Ben=strong (or easy, medium), Ben=mcts:200ms, Ben=mcts:10000, all=easy; whoever is not named plays at random
    #[arg(long = "bot", value_name = "NAME=LEVEL")]
    pub bots: Vec<String>,
    /// On how many threads; as many as there are processors if left out
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The most decisions of one game; longer ones are counted as unfinished
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100_000, value_parser = at_least_one)]
    pub most: u64,
    /// Also tell the mean and the spread of an expression at the end of the games, such as "sum p in players : p.points"; `as points of all` behind it names it
    #[arg(long = "report", value_name = "EXPRESSION")]
    pub reports: Vec<String>,
    /// Fail unless this is so: "win share of first 45..55 %" (second, last, a name), "ties 0..5 %", "nobody wins 0..1 %", "unfinished 0..1 %", "length 20..40", "mean of EXPRESSION 5..7"
    #[arg(long = "expect", value_name = "GOAL")]
    pub goals: Vec<String>,
    /// How it is printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// `study`.
#[derive(Debug, Args)]
pub struct Study {
    /// A file of rules or the name of a shipped game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// How many games, or a part of them to be put together later, such as 2000..3000
    #[arg(long, value_name = "N|A..B", default_value = "1000")]
    pub games: Games,
    /// The seed of chance and players
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: u64,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
    /// Which bots play besides random players, the weakest first: easy,medium,strong, mcts:1000, or none
    #[arg(long = "bots", value_name = "LEVELS", default_value = "easy")]
    pub bots: Vec<String>,
    /// Bots play every so many games
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = at_least_one)]
    pub every: u64,
    /// How many random games are looked into: what is on offer, which rules run. The others are only counted, which is much faster
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = at_least_one)]
    pub closely: u64,
    /// Also play with one player who never does this as long as there is something else: "rule doubt" for options that run a rule, or words of an option
    #[arg(long, value_name = "WHAT")]
    pub forbid: Vec<String>,
    /// Also play this game with the same seeds, to compare with
    #[arg(long, value_name = "GAME")]
    pub against: Option<String>,
    /// Watch, and end as soon as each seat's share is known to so much to both sides, such as 1%
    #[arg(long, value_name = "SHARE", conflicts_with = "merge")]
    pub until: Option<Share>,
    /// Also tell the mean and the spread of an expression at the end of random games, such as "max p in players : p.points else 0"; `as points of the best` behind it names it; may be given several times
    #[arg(long = "report", value_name = "EXPRESSION")]
    pub reports: Vec<String>,
    /// A goal, such as "win share of first 45..55 %": what random players come to is judged by it, and the exit code is 1 if it is missed; may be given several times
    #[arg(long = "expect", value_name = "GOAL")]
    pub goals: Vec<String>,
    /// Put the parts in the folder together instead of playing; the same study must be asked for
    #[arg(long, conflicts_with = "games")]
    pub merge: bool,
    /// The folder for the page and what belongs to it
    #[arg(long, value_name = "FOLDER", default_value = "study")]
    pub out: PathBuf,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
    /// On how many threads; as many as there are processors if left out
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The most decisions of one game; longer ones are counted as not finished
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100_000, value_parser = at_least_one)]
    pub most: u64,
}

/// `bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// A file of rules or the name of a shipped game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// For how many seconds of processor time; fractions too
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    pub seconds: Duration,
    /// Measure the interpreter alone, without machine code
    #[arg(long)]
    pub interpreter: bool,
    /// Leave out one of the passes that make machine code or, with `--interpreter`, the interpreter faster; may be given several times
    #[arg(long, value_name = "PASS", value_parser = crate::command::passes::named)]
    pub without: Vec<String>,
    /// Measure each pass: what the game loses without it
    #[arg(long, conflicts_with = "without")]
    pub ablation: bool,
    /// Tell which statements and definitions take how many steps
    #[arg(long)]
    pub profile: bool,
    /// The seed of chance and players
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = a_seed)]
    pub seed: u64,
    /// Who plays.
    #[command(flatten)]
    pub seats: Seats,
    /// How it is printed
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// `fmt`.
#[derive(Debug, Args)]
pub struct Fmt {
    /// Files of rules
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing; exit with 1 if something would change
    #[arg(long)]
    pub check: bool,
}

/// `new`.
#[derive(Debug, Args)]
pub struct New {
    /// The folder; made if it is missing
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Begin a variant of this shipped game instead of a game of your own
    #[arg(long, value_name = "GAME", conflicts_with = "template")]
    pub variant: Option<String>,
    /// Begin a script of this shipped game
    #[arg(long, value_name = "GAME", conflicts_with_all = ["template", "variant"])]
    pub script: Option<String>,
    /// What to begin with
    #[arg(long, value_enum, default_value = "first")]
    pub template: Template,
}

/// A game to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Template {
    /// As small as a game can be.
    First,
    /// Stones on a board.
    Board,
    /// Cards in secret hands.
    Cards,
}

/// `diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// The game as it was; alone, a variant, which is compared with the game it changes
    #[arg(value_name = "GAME")]
    pub old: String,
    /// The game as it is
    #[arg(value_name = "OTHER")]
    pub new: Option<String>,
}

/// `doc`.
#[derive(Debug, Args)]
#[command(
    after_help = "Of a variant only what changes is written, side by side with the game it changes; --whole writes all of it.\n\
    A file that exists is overwritten only if an earlier `rulehound doc` wrote it, or with --force."
)]
pub struct Doc {
    /// Files of rules or names of shipped games
    #[arg(required = true, value_name = "GAME")]
    pub games: Vec<String>,
    /// The folder to write into; made if it is missing
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
    /// A page for browsers, or Markdown
    #[arg(long, value_enum, default_value = "html")]
    pub format: PageFormat,
    /// Print it instead of writing a file
    #[arg(long, conflicts_with = "output")]
    pub stdout: bool,
    /// A folder of scripts; those of this game become worked examples (a shipped game brings its own)
    #[arg(long, value_name = "DIR")]
    pub examples: Option<PathBuf>,
    /// Of a variant write all rules and not only what changes
    #[arg(long)]
    pub whole: bool,
    /// Overwrite files that exist, whoever wrote them
    #[arg(long)]
    pub force: bool,
    /// Write again whenever a file of the games or a script of the examples is written
    #[arg(long, conflicts_with = "stdout")]
    pub watch: bool,
}

/// What a document is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// One HTML page that needs nothing else.
    Html,
    /// Markdown.
    Markdown,
}

/// `watch`.
#[derive(Debug, Args)]
pub struct Watch {
    /// Folders, files of rules, and scripts; the folder you are in if left out
    #[arg(value_name = "FOLDER|FILE", default_value = ".")]
    pub paths: Vec<PathBuf>,
}

/// `explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// A word such as choose, a code such as wrong-type, or a command such as simulate; without it, the names of all are listed
    #[arg(value_name = "WORD|CODE|COMMAND")]
    pub name: Option<String>,
}

/// `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `man`.
#[derive(Debug, Args)]
pub struct ManPage {
    /// The command; without it, the page of the program
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// `lsp`.
#[derive(Debug, Args)]
pub struct Lsp {
    /// Talk over standard input and output, as it does anyway; some editors insist on saying so
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// Reads the command line; help and complaints are printed here.
pub fn parse(words: Vec<OsString>) -> Result<Arguments, Exit> {
    Arguments::try_parse_from(words).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Nobody is left to tell if this cannot be printed.
            let _ = error.print();
            Exit::Fine
        }
        _ => {
            complain(error.to_string().trim_end());
            Exit::CommandLine
        }
    })
}

/// What chance begins with.
fn a_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is wanted", u64::MAX))
}

/// How many there may be at most: none at all is not meant.
fn at_least_one(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "a whole number from 1 is wanted".to_owned())
}

/// A time of more than nothing and at most an hour.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "this is no number of seconds".to_owned())?;
    let fits = (0.001..=3600.0).contains(&seconds);
    if fits { Ok(Duration::from_secs_f64(seconds)) } else { Err("it is a number from 0.001 to 3600".to_owned()) }
}
