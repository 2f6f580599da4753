//! What a thing takes that is being called: its parameters, and which of them is written.

use gen_lsp_types::{
    Documentation, ParameterInformation, ParameterInformationLabel, SignatureHelp, SignatureInformation,
};
use rulehound_grammar::lexemes::{Lexeme, LexemeKind, lexemes};
use rulehound_interpreter::check::Studied;

use super::forms;
use crate::names::spot;
use crate::world::World;

/// A thing with what stands in its brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// As it is declared: `rule deal(p: player, n: 1..3)`.
    pub label: String,
    /// Its parameters, each as it is declared.
    pub parameters: Vec<String>,
}

/// What is being called at an offset; in a statement of several parts how it goes on.
pub fn help(world: &mut World<'_>, file: &str, offset: usize) -> Option<SignatureHelp> {
    let text = world.document(file)?.text.clone();
    let before = lexemes(text.get(..offset)?);
    let Some((name, active)) = call(&text, &before) else { return forms::help(&text, &before) };
    world.look_at(file);
    let all = signatures(world.game(file)?, name);
    // Of several clauses the first that has so many.
    let fits = all.iter().position(|one| active < one.parameters.len());
    let shown: Vec<SignatureInformation> = all.into_iter().map(information).collect();
    (!shown.is_empty()).then(|| told(shown, fits.unwrap_or_default(), active))
}

/// Signatures as the protocol has them.
pub(super) fn told(signatures: Vec<SignatureInformation>, signature: usize, active: usize) -> SignatureHelp {
    let number = |number: usize| u32::try_from(number).ok();
    SignatureHelp { signatures, active_signature: number(signature), active_parameter: number(active).map(Into::into) }
}

fn information(one: Signature) -> SignatureInformation {
    parts(one.label, one.parameters, None)
}

/// A signature with its parts, and what is said about it.
pub(super) fn parts(label: String, parts: Vec<String>, about: Option<String>) -> SignatureInformation {
    let part =
        |part: String| ParameterInformation { label: ParameterInformationLabel::String(part), documentation: None };
    SignatureInformation {
        label,
        documentation: about.map(Documentation::String),
        parameters: Some(parts.into_iter().map(part).collect()),
        active_parameter: None,
    }
}

/// The name before the bracket that is open where a text ends, and how many commas stand behind it.
fn call<'t>(text: &'t str, before: &[Lexeme]) -> Option<(&'t str, usize)> {
    let words = |one: &Lexeme| text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default();
    let (mut closed, mut commas) = (0_usize, 0);
    for (index, one) in before.iter().enumerate().rev() {
        match (one.kind, words(one)) {
            (LexemeKind::Close, ")") => closed += 1,
            (LexemeKind::Open, "(") if closed > 0 => closed -= 1,
            (LexemeKind::Open, "(") => {
                let name = before.get(index.checked_sub(1)?)?;
                return (name.kind == LexemeKind::Name).then(|| (words(name), commas));
            }
            (LexemeKind::Open | LexemeKind::Close, _) => return None,
            (_, ",") if closed == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// How things of this name are declared that take something in brackets, clause by clause.
pub(super) fn signatures(game: &Studied, name: &str) -> Vec<Signature> {
    let declared = game.declared.iter().filter(|one| one.key.name == name && !one.removed);
    let signature = |one: &rulehound_interpreter::check::Declared| {
        let source = game.checked.sources.get(usize::from(one.name.file.0))?;
        spot(game, one.name)?;
        of(&source.text, one.name.span.start as usize)
    };
    let mut found: Vec<Signature> = declared.filter_map(signature).collect();
    found.dedup();
    found
}

/// The signature of the name at an offset, with the word before it.
fn of(text: &str, name: usize) -> Option<Signature> {
    let line = text.get(..name)?.rfind('\n').map_or(0, |end| end + 1);
    let word = text.get(line..name)?.split_whitespace().last().unwrap_or_default();
    let rest = text.get(name..)?;
    // No more than a declaration with its parameters needs.
    let end = rest.char_indices().nth(1_000).map_or(rest.len(), |(at, _)| at);
    let rest = rest.get(..end)?;
    let all = lexemes(rest);
    let words = |one: &Lexeme| rest.get(one.span.start as usize..one.span.end as usize).unwrap_or_default();
    if all.get(1).map(words) != Some("(") {
        return None;
    }
    let (mut deep, mut from, mut parameters) = (0_usize, 0, Vec::new());
    for one in all.iter().skip(1) {
        let (start, end) = (one.span.start as usize, one.span.end as usize);
        match words(one) {
            "(" | "{" => deep += 1,
            ")" | "}" => deep -= 1,
            "," if deep == 1 => {}
            _ => continue,
        }
        if deep == 1 && words(one) == "(" {
            from = end;
        } else if deep == 0 || (deep == 1 && words(one) == ",") {
            parameters.push(rest.get(from..start)?.trim().to_owned());
            from = end;
        }
        if deep == 0 {
            let written = rest.get(..end)?.split_whitespace().collect::<Vec<_>>().join(" ");
            return Some(Signature { label: format!("{word} {written}").trim().to_owned(), parameters });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_from_the_declaration() {
        let text = "replace rule deal(p: player,\n  n: 1..(3 + 1), hearts) ref \"x\" { }";
        let found = of(text, text.find("deal").unwrap_or_default());
        let parameters = ["p: player", "n: 1..(3 + 1)", "hearts"].map(str::to_owned).to_vec();
        let label = "rule deal(p: player, n: 1..(3 + 1), hearts)".to_owned();
        assert_eq!(found, Some(Signature { label, parameters }));
        assert_eq!(of("rule wait { }", 5), None);
        assert_eq!(of("rule wait(p", 5), None);
    }

    #[test]
    fn the_innermost_call_counts() {
        let called = |text: &'static str| call(text, &lexemes(text));
        assert_eq!(called("do deal(p, most(1, 2), "), Some(("deal", 2)));
        assert_eq!(called("do deal(p, most(1, "), Some(("most", 1)));
        assert_eq!(called("do deal(p) "), None);
        assert_eq!(called("set a = (b"), None);
        assert_eq!(called("f(1) { g"), None);
    }
}
