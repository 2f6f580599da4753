//! One step.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::{
    Answers, Expected, ExpectedValue, Given, GivenChance, Refuse, Step, StepKind, Wish, WishKind, Word,
};
use super::node::{Node, NodeKind, at};
use super::shape;
use rulehound_engine::play::ChanceKind;

/// The words a step may begin with; everything else is a player.
pub const WORDS: [&str; 6] = ["roll", "draw", "shuffle", "refuse", "expect", "say"];

/// Reads a step.
pub fn step(node: Node, found: &mut Vec<Diagnostic>) -> Option<Step> {
    let span = node.span;
    let wanted = "a step: `roll`, `draw`, `shuffle`, `refuse`, `expect`, `say` or a player's name, with a colon";
    let help = without_colon(&node.kind);
    let before = found.len();
    let pairs = shape::map(node, wanted, found);
    if let (Some(finding), Some(help)) = (found.get_mut(before), help) {
        finding.help = Some(help);
    }
    let mut pairs = pairs?;
    let word = pairs.iter().position(|(key, _)| WORDS.contains(&key.text.as_str()));
    let Some(word) = word else {
        return Some(Step { kind: StepKind::Answers(answers(pairs, span, found)?), span });
    };
    if pairs.len() > 1 {
        let (key, _) = pairs.get(word)?;
        let message = format!("`{}` is a step of its own", key.text);
        found.push(
            Diagnostic::error("bad-step", message, at(span), "several things stand in this step")
                .with_help("begin a new line with `-` for each; only answers of several players may share a step"),
        );
        return None;
    }
    let (key, value) = pairs.pop()?;
    let kind = match key.text.as_str() {
        "roll" => StepKind::Chance(GivenChance { kind: ChanceKind::Roll, given: outcomes(value, found) }),
        "draw" => StepKind::Chance(GivenChance { kind: ChanceKind::Draw, given: outcomes(value, found) }),
        "shuffle" => StepKind::Chance(GivenChance { kind: ChanceKind::Shuffle, given: outcomes(value, found) }),
        "refuse" => StepKind::Refuse(refuse(value, found)?),
        "expect" => StepKind::Expect(expect(value, found)?),
        _ => StepKind::Say(shape::word(value, "a remark for the story", found)?),
    };
    Some(Step { kind, span })
}

/// What to do about a step that is a mere text.
fn without_colon(kind: &NodeKind) -> Option<String> {
    let NodeKind::Scalar(word) = kind else { return None };
    if let Some((first, rest)) = word.text.split_once(':') {
        return Some(format!(
            "write a blank behind the colon: `{}: {}`",
            shape::shortened(first),
            shape::shortened(rest)
        ));
    }
    let (first, rest) = word.text.split_once(' ')?;
    Some(format!("write a colon behind who or what it is: `{}: {}`", shape::shortened(first), shape::shortened(rest)))
}

fn answers(
    pairs: Vec<(Word, Node)>,
    span: rulehound_grammar::span::Span,
    found: &mut Vec<Diagnostic>,
) -> Option<Vec<Answers>> {
    if pairs.is_empty() {
        shape::unfit(span, "a step", None, found);
        return None;
    }
    pairs.into_iter().map(|(player, value)| Some(Answers { player, wishes: wishes(value, found)? })).collect()
}

/// One value, a list, or values by owner; of an owner again one or several.
fn outcomes(node: Node, found: &mut Vec<Diagnostic>) -> Vec<Given> {
    const WANTED: &str = "what comes: one value, a list, or values by player";
    let NodeKind::Map(pairs) = node.kind else {
        let bare = |outcome| Given { owner: None, outcome };
        return shape::words(node, WANTED, found).into_iter().map(bare).collect();
    };
    let mut given = Vec::new();
    for (owner, value) in pairs {
        let of = |outcome| Given { owner: Some(owner.clone()), outcome };
        given.extend(shape::words(value, WANTED, found).into_iter().map(of));
    }
    given
}

/// One wish or several in a row.
fn wishes(node: Node, found: &mut Vec<Diagnostic>) -> Option<Vec<Wish>> {
    match node.kind {
        NodeKind::List(items) if !items.is_empty() => items.into_iter().map(|item| wish(item, found)).collect(),
        NodeKind::Scalar(_) | NodeKind::Map(_) | NodeKind::Empty | NodeKind::List(_) => Some(vec![wish(node, found)?]),
    }
}

fn wish(node: Node, found: &mut Vec<Diagnostic>) -> Option<Wish> {
    const WANTED: &str = "an answer: the words of an option, or names with values";
    let span = node.span;
    let kind = match node.kind {
        NodeKind::Scalar(word) => WishKind::Text(word.text),
        NodeKind::Map(pairs) if !pairs.is_empty() => WishKind::Bindings(bindings(pairs, found)?),
        other @ (NodeKind::Empty | NodeKind::List(_) | NodeKind::Map(_)) => {
            shape::unfit(span, WANTED, Some(&other), found);
            return None;
        }
    };
    Some(Wish { kind, span })
}

/// Names with values; a set is a list, its values joined by commas.
fn bindings(pairs: Vec<(Word, Node)>, found: &mut Vec<Diagnostic>) -> Option<Vec<(Word, Word)>> {
    let mut bindings = Vec::new();
    for (name, value) in pairs {
        let span = value.span;
        let words = match value.kind {
            NodeKind::List(_) => shape::words(value, "a value or a list of values", found),
            NodeKind::Scalar(_) | NodeKind::Map(_) | NodeKind::Empty => {
                vec![shape::word(value, "a value or a list of values", found)?]
            }
        };
        let text = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(", ");
        bindings.push((name, Word { text, span, exact: None }));
    }
    Some(bindings)
}

fn refuse(node: Node, found: &mut Vec<Diagnostic>) -> Option<Refuse> {
    let span = node.span;
    let wanted = "who is refused what, and why: `{Ann: …, because: …}`";
    let mut because = None;
    let mut refused = Vec::new();
    let before = found.len();
    let said = shape::written(&node.kind);
    let pairs = shape::map(node, wanted, found);
    shape::advise(found, before, || {
        let said = said?;
        let player = said.split_once(' ').map_or(said.as_str(), |(player, _)| player);
        Some(format!(
            "write `refuse: {{{player}: …}}`, and behind the colon the answer as the rules word it behind `as` (`take 3`, not `takes 3`) and, if you like, `because: …`"
        ))
    });
    for (key, value) in pairs? {
        if key.text == "because" {
            because = Some(shape::word(value, "the reason or its beginning", found)?);
        } else {
            refused.push((key, wishes(value, found)?));
        }
    }
    let mut refused = refused.into_iter();
    match (refused.next(), refused.next()) {
        (Some((player, wishes)), None) => Some(Refuse { player, wishes, because }),
        (None, _) => {
            let message = format!("this must be {wanted}");
            found.push(Diagnostic::error("bad-step", message, at(span), "it does not say who is refused what"));
            None
        }
        (Some(_), Some((second, _))) => {
            let message = "one `refuse` is about one player";
            found.push(Diagnostic::error("bad-step", message, second.at(), "one player more"));
            None
        }
    }
}

fn expect(node: Node, found: &mut Vec<Diagnostic>) -> Option<Vec<Expected>> {
    let before = found.len();
    let said = shape::written(&node.kind);
    let pairs = shape::map(node, "what must hold, each with its value: `{expression: value}`", found);
    shape::advise(found, before, || {
        let said = said?;
        let (what, value) = said.split_once('=').or_else(|| said.split_once(" is ")).unwrap_or((&said, "…"));
        Some(format!(
            "write a colon and braces: `expect: {{{}: {}}}`",
            what.trim().trim_end_matches('='),
            value.trim_start_matches('=').trim()
        ))
    });
    pairs?.into_iter().map(|(what, value)| Some(Expected { what, value: expected(value, true, found)? })).collect()
}

fn expected(node: Node, outermost: bool, found: &mut Vec<Diagnostic>) -> Option<ExpectedValue> {
    const WANTED: &str = "a value, a list of values, or values by player";
    let span = node.span;
    match node.kind {
        NodeKind::Scalar(word) => Some(ExpectedValue::One(word)),
        NodeKind::List(_) => Some(ExpectedValue::Several(shape::words(node, WANTED, found), span)),
        NodeKind::Map(pairs) if outermost => {
            let by_player = pairs.into_iter().map(|(player, value)| Some((player, expected(value, false, found)?)));
            Some(ExpectedValue::ByPlayer(by_player.collect::<Option<_>>()?, span))
        }
        other @ (NodeKind::Map(_) | NodeKind::Empty) => {
            let before = found.len();
            shape::unfit(span, WANTED, Some(&other), found);
            shape::advise(found, before, || {
                let help = "what has a comma or a colon in it stands in quotation marks, as in `\"max(a, b)\": 3`; and what it must be stands behind a colon";
                Some(help.to_owned())
            });
            None
        }
    }
}
