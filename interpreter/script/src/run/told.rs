//! What of findings a viewer is told who may not know everything: those about the viewer's own words, and of the others that there are some.
//! Where a finding stands is not told either, since lines count the answers of others.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Location, Span};

use super::super::{SCRIPT_FILE, Script, StepKind, Wish, WishKind, Word};
use super::names::Names;
use rulehound_engine::play::Viewer;

/// The findings as this viewer is told them.
pub fn told(findings: Vec<Diagnostic>, viewer: Viewer, script: &Script, names: &Names) -> Vec<Diagnostic> {
    let seat = match viewer {
        Viewer::All => return findings,
        Viewer::Nobody => None,
        Viewer::Seat(seat) => Some(seat),
    };
    let mut told = Vec::new();
    let mut more = false;
    for finding in findings {
        match seat.and_then(|seat| own_words(script, names, seat, finding.primary.at)) {
            Some(words) => told.push(Diagnostic {
                message: format!("`{words}`: {}", finding.message),
                others: Vec::new(),
                ..finding
            }),
            None => more = true,
        }
    }
    if more {
        told.push(untold(script));
    }
    told
}

/// Something goes wrong, and that is all that can be said.
pub fn untold(script: &Script) -> Diagnostic {
    let message = "something in this script goes wrong that this view may not know";
    Diagnostic::error("not-told", message, script.game.at(), "this script")
        .with_help("what it is, and where, is told only to a view of everything")
}

/// The words of a player that a finding is about.
fn own_words(script: &Script, names: &Names, seat: usize, at: Location) -> Option<String> {
    let is_own = |player: &Word| names.seat(player).is_ok_and(|found| found == seat);
    let holds = |span: Span| at.file == SCRIPT_FILE && span.start <= at.span.start && at.span.end <= span.end;
    let of_wishes = |wishes: &[Wish]| wishes.iter().find(|wish| holds(wish.span)).map(words);
    script.steps.iter().find_map(|step| match &step.kind {
        StepKind::Answers(answers) => {
            answers.iter().filter(|answer| is_own(&answer.player)).find_map(|answer| of_wishes(&answer.wishes))
        }
        StepKind::Refuse(refuse) if is_own(&refuse.player) => of_wishes(&refuse.wishes).or_else(|| {
            let because = refuse.because.as_ref().filter(|because| holds(because.span));
            because.map(|because| because.text.clone())
        }),
        StepKind::Refuse(_) | StepKind::Chance(_) | StepKind::Expect(_) | StepKind::Say(_) => None,
    })
}

fn words(wish: &Wish) -> String {
    match &wish.kind {
        WishKind::Text(text) => text.clone(),
        WishKind::Bindings(pairs) => {
            let pairs: Vec<String> =
                pairs.iter().map(|(name, value)| format!("{}: {}", name.text, value.text)).collect();
            format!("{{{}}}", pairs.join(", "))
        }
    }
}
