//! Statements that begin with the word which one would say.

use super::Failure;
use super::loops::condition;
use super::said::instead;
use crate::diagnostic::Diagnostic;
use crate::fix::{Certainty, Edit, Fix};
use crate::parse::outline::STATEMENT_WORDS;
use crate::parse::scan::{Token, TokenKind};
use crate::span::{Location, Span};

/// Words that begin a statement when one speaks: the word, what is written here, and an example.
const SPOKEN: [(&str, &str, &str); 30] = [
    ("deal", "draw", "write `draw 5 from deck to p.hand`: so many, from where, and to where"),
    ("give", "move", "write `move c to p.hand`, or so many: `move 2 Card from box to p.hand`"),
    ("put", "move", "write `move c to p.hand`, or so many: `move 2 Card from box to p.hand`"),
    ("place", "move", "write `move c to p.hand`, or so many: `move 2 Card from box to p.hand`"),
    ("take", "move", "write `move c to p.hand`, or so many: `move 2 Card from box to p.hand`"),
    ("return", "move", "write `move c to p.hand`, or so many: `move 2 Card from box to p.hand`"),
    ("discard", "move", "write `move c to trash`, with the place where it goes"),
    ("reveal", "show", "write `show p.hand`"),
    ("display", "show", "write `show p.hand`"),
    ("uncover", "show", "write `show p.hand`"),
    ("throw", "roll", "write `roll Die.side`: what is rolled, and which feature of it"),
    ("mix", "shuffle", "write `shuffle deck`"),
    ("pick", "choose", "write `choose c in p.hand`"),
    ("select", "choose", "write `choose c in p.hand`"),
    ("ask", "choose", "write `choose c in p.hand`, or `choose { option \"yes\" { … } option \"no\" { … } }`"),
    ("tell", "say", "write `say \"…\"`"),
    ("write", "say", "write `say \"…\"`"),
    ("run", "do", "write `do` and the name of the rule"),
    ("execute", "do", "write `do` and the name of the rule"),
    ("perform", "do", "write `do` and the name of the rule"),
    ("goto", "do", "write `do` and the name of the phase"),
    ("go", "do", "write `do` and the name of the phase"),
    ("add", "set", "write `set points += 1`"),
    ("increase", "set", "write `set points += 1`"),
    ("subtract", "set", "write `set points -= 1`"),
    ("decrease", "set", "write `set points -= 1`"),
    (
        "end",
        "leave",
        "write `leave turn` to end a turn, `leave` with its name to end a phase or rule, `win …` to end the game",
    ),
    ("skip", "leave", "write `leave turn` to end a turn, `leave` with its name to end a phase or rule"),
    (
        "finish",
        "leave",
        "write `leave turn` to end a turn, `leave` with its name to end a phase or rule, `win …` to end the game",
    ),
    ("stop", "leave", "write `leave` with the name of the phase or rule that ends, or `win …` to end the game"),
];

/// `deal 5 to p.hand`, `add 1 to p.points`, `end turn`, `p wins`, `unless C {`.
pub(super) fn leading(failure: &Failure<'_, '_>) -> Option<Diagnostic> {
    let found = failure.found()?;
    let behind = failure.words(failure.behind());
    let spoken = !matches!(behind, "=" | "+=" | "-=" | "*=" | "(" | ".");
    if !failure.expects_statement() || found.kind != TokenKind::Word || !spoken {
        return None;
    }
    let word = failure.scan.words(found);
    if let "wins" | "loses" = behind {
        return who_wins(failure, found, behind);
    }
    if word == "unless" {
        return unless(failure, found);
    }
    if word == "lose" {
        return Some(who_loses(failure, found));
    }
    let (_, meant, help) = SPOKEN.iter().find(|(said, ..)| *said == word)?;
    let at = failure.location(found);
    let message = format!("`{word}` is written `{meant}` here");
    let diagnostic = Diagnostic::error("unknown-word", message, at, "not a word of the language");
    Some(match (word, behind) {
        ("end" | "finish" | "skip", "turn") => {
            diagnostic.with_help("write `leave turn`").with_fix(Fix::replace(at, "leave", Certainty::Sure))
        }
        ("end" | "stop" | "finish", "game") => {
            let message = "the game ends when somebody wins, or nobody";
            Diagnostic::error("unknown-word", message, at, "not a word of the language")
                .with_help("write `win p in players by best …` for whoever has the most, `win p` for whoever is called `p` there, or `win nobody`")
        }
        ("add" | "subtract" | "increase" | "decrease", _) => reckoned(failure, found, &diagnostic),
        _ => diagnostic.with_help(*help),
    })
}

/// `add 1 to p.points`, `increase p.points by 1`.
fn reckoned(failure: &Failure<'_, '_>, found: &Token, diagnostic: &Diagnostic) -> Diagnostic {
    let word = |index: usize| failure.words(failure.token(index));
    let ends = |index: usize| {
        failure.token(index).is_none_or(|token| {
            let word = failure.scan.words(token);
            token.first_on_line || matches!(word, "{" | "}") || STATEMENT_WORDS.contains(&word)
        })
    };
    let first = failure.index + 1;
    let end = (first..first + 20).find(|&index| ends(index)).unwrap_or(first);
    let middle = (first..end).find(|&index| matches!(word(index), "to" | "from" | "by"));
    let text = |from: usize, to: usize| {
        let (from, to) = (failure.token(from)?, failure.token(to.checked_sub(1)?)?);
        Some(failure.text(from, to)).filter(|text| !text.is_empty())
    };
    let parts = middle.and_then(|middle| Some((text(first, middle)?, text(middle + 1, end)?, word(middle))));
    let Some((left, right, preposition)) = parts else {
        return diagnostic.clone().with_help("write `set points += 1`");
    };
    let (amount, target) = if preposition == "by" { (right, left) } else { (left, right) };
    let sign = if matches!(failure.scan.words(found), "add" | "increase") { "+=" } else { "-=" };
    let written = format!("set {target} {sign} {amount}");
    let last = failure.token(end - 1).unwrap_or(found);
    let fix = Fix::replace(failure.stretch(found, last), written.clone(), Certainty::Sure);
    diagnostic.clone().with_help(format!("write `{written}`")).with_fix(fix)
}

/// `p wins`, `p loses`.
fn who_wins(failure: &Failure<'_, '_>, found: &Token, verb: &str) -> Option<Diagnostic> {
    let last = failure.behind()?;
    let name = failure.scan.words(found);
    let at = failure.stretch(found, last);
    if verb == "loses" {
        let diagnostic = Diagnostic::error("syntax", "it is said who wins, not who loses", at, "who wins?");
        return Some(
            diagnostic
                .with_help(format!("of two players write `win other({name})`, of more `win players except {name}`")),
        );
    }
    let diagnostic = Diagnostic::error("syntax", "`win` stands before the winner", at, "the other way round");
    let written = format!("win {name}");
    Some(diagnostic.with_help(format!("write `{written}`")).with_fix(Fix::replace(at, written, Certainty::Sure)))
}

/// `lose p`.
fn who_loses(failure: &Failure<'_, '_>, found: &Token) -> Diagnostic {
    let name = failure.behind().filter(|name| failure.is_name(name) && !name.first_on_line);
    let name = name.map_or("p", |name| failure.scan.words(name));
    let at = failure.location(found);
    Diagnostic::error("unknown-word", "it is said who wins, not who loses", at, "not a word of the language")
        .with_help(format!("of two players write `win other({name})`, of more `win players except {name}`"))
}

/// `unless C {`.
fn unless(failure: &Failure<'_, '_>, found: &Token) -> Option<Diagnostic> {
    let (first, last) = condition(failure, failure.index)?;
    let at = failure.location(found);
    let text = failure.text(first, last);
    let diagnostic = instead(failure, at, "if not", Certainty::Likely);
    let mut fix = Fix::replace(at, "if not (", Certainty::Sure);
    fix.title = format!("write `if not ({text})`");
    if let Some(edit) = fix.edits.first_mut() {
        edit.at.span.end = failure.location(first).span.start;
    }
    fix.edits.push(Edit {
        at: Location {
            span: Span { start: failure.location(last).span.end, end: failure.location(last).span.end },
            ..at
        },
        text: ")".to_owned(),
    });
    let mut diagnostic = diagnostic.with_help(format!("write `if not ({text}) {{ … }}`"));
    diagnostic.fixes = vec![fix];
    Some(diagnostic)
}
