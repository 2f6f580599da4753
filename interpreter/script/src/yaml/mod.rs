//! Text to [`Script`]: YAML to a tree with places ([`node`]), the tree to steps ([`step`]) and what stands before them.

mod node;
mod refusal;
mod shape;
mod start;
mod step;

pub use step::WORDS;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;

use super::{Players, Script, Word};
use node::{Node, NodeKind, at};
use rulehound_rules::limits::{SCRIPT_BYTES, SCRIPT_STEPS};

/// The keys of a script.
pub const KEYS: [&str; 10] =
    ["game", "title", "ref", "players", "seed", "settings", "position", "phase", "turn", "steps"];

/// Reads a script.
///
/// # Errors
/// Everything that is wrong with its form. Whether it fits its game is seen only when it is played.
pub fn read(text: &str) -> Result<Script, Vec<Diagnostic>> {
    if text.len() > SCRIPT_BYTES {
        return Err(vec![Diagnostic::error(
            "too-large",
            format!("a script is at most {} MiB long", SCRIPT_BYTES >> 20),
            at(Span::new(0, 0)),
            "this file is longer",
        )]);
    }
    if let Some(zero) = text.find('\0') {
        let place = at(Span::new(zero, zero + 1));
        return Err(vec![Diagnostic::error("bad-yaml", "this is no text: it holds a zero byte", place, "here")]);
    }
    let root = node::read(text).map_err(|found| vec![found])?;
    let mut found = Vec::new();
    match script(root, &mut found) {
        Some(script) if found.is_empty() => Ok(script),
        _ => Err(found),
    }
}

fn script(root: Node, found: &mut Vec<Diagnostic>) -> Option<Script> {
    let start = Span::new(root.span.start as usize, root.span.start as usize + 1);
    let pairs = shape::map(root, "the keys `game` and `steps`, with what belongs to them", found)?;
    if let Some(finding) = saved_game(&pairs) {
        found.push(finding);
        return None;
    }
    let mut game = None;
    let mut script = Script {
        game: super::Word { text: String::new(), span: start, exact: None },
        title: None,
        reference: None,
        players: Players::Default,
        seed: None,
        settings: Vec::new(),
        position: None,
        phase: None,
        turn: None,
        steps: Vec::new(),
    };
    for (key, value) in pairs {
        match key.text.as_str() {
            "game" => game = shape::word(value, "the rules: a file or the name of a shipped game", found),
            "title" => script.title = shape::word(value, "a title", found),
            "ref" => script.reference = shape::word(value, "a section of the rulebook", found),
            "players" => script.players = start::players(value, found),
            "seed" => script.seed = start::seed(value, found),
            "settings" => script.settings = shape::pairs(value, "settings with their values", found),
            "position" => script.position = start::position(value, found),
            "phase" => script.phase = shape::word(value, "a phase or rule with its arguments", found),
            "turn" => script.turn = shape::word(value, "the player who is on turn", found),
            "steps" => script.steps = steps(value, found),
            _ => shape::unknown(&key, "a script", &KEYS, found),
        }
    }
    match game {
        Some(game) => Some(Script { game, ..script }),
        None if found.is_empty() => {
            let finding =
                Diagnostic::error("missing-key", "a script says which game it plays", at(start), "`game` is missing");
            found.push(finding.with_help("begin it with `game: my-game.rules`"));
            None
        }
        None => None,
    }
}

/// What is said of a game that `play` has saved: its keys are others.
fn saved_game(pairs: &[(Word, Node)]) -> Option<Diagnostic> {
    let has = |name: &str| pairs.iter().find(|(key, _)| key.text == name);
    let (first, _) = has("rulehound").filter(|_| has("checksum").is_some() && has("record").is_some())?;
    let finding =
        Diagnostic::error("unknown-key", "this is a saved game, and no script", first.at(), "of a saved game");
    Some(
        finding.with_help("go on with it by `rulehound play --resume FILE`; `--record FILE` then makes a script of it"),
    )
}

fn steps(value: Node, found: &mut Vec<Diagnostic>) -> Vec<super::Step> {
    let span = value.span;
    let before = found.len();
    let dashed = |key: &Word| key.text.starts_with('-');
    let blank = matches!(&value.kind, NodeKind::Map(pairs) if pairs.iter().any(|(key, _)| dashed(key)));
    let items = shape::list(value, "a list of steps, each behind a `-`", found);
    shape::advise(found, before, || {
        Some(match blank {
            true => "write a blank behind each `-`: `- Ann: …`".to_owned(),
            false => "begin each step with a `-` and a blank: `- Ann: …`".to_owned(),
        })
    });
    if items.len() > SCRIPT_STEPS {
        let message = format!("a script has at most {SCRIPT_STEPS} steps");
        found.push(Diagnostic::error("too-large", message, at(span), "these are more"));
        return Vec::new();
    }
    items.into_iter().filter_map(|item| step::step(item, found)).collect()
}
