//! How statements of several parts go on, each with an example of every part.

use gen_lsp_types::SignatureHelp;
use rulehound_explain::{Sort, of};
use rulehound_grammar::lexemes::{Lexeme, LexemeKind};

use super::signature::{parts, told};

/// The statements by their first words; every part begins with a word of the language.
pub const FORMS: [&[&str]; 10] = [
    &[
        "choose c",
        "in hand",
        "where c.worth > 1",
        "as \"take {c}\"",
        "require c.worth < 9",
        "else \"Too much.\"",
        "if none { }",
    ],
    &["move 2 Card", "from deck", "to hand"],
    &["draw 2", "from deck", "to hand"],
    &["for p", "in players", "where p.in_play", "by p.score { }"],
    &["repeat turn of p", "in players", "where p.in_play", "while left > 0 { }"],
    &["simultaneous p", "in players", "where p.in_play { }"],
    &["may \"go on\"", "require left > 0", "else \"Nothing is left.\" { }"],
    &["require left > 0", "else \"Nothing is left.\""],
    &["swap a, b"],
    &["win p", "in players", "by best p.score"],
];

/// The form of the statement that is written where a text ends, if it has parts that may follow.
pub fn help(text: &str, before: &[Lexeme]) -> Option<SignatureHelp> {
    let words = |one: &Lexeme| text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default();
    let is_bracket = |one: &Lexeme| matches!(words(one), "{" | "}");
    let start = before.iter().rposition(is_bracket).map_or(0, |at| at + 1);
    let here = before.get(start..)?;
    let keyword = |one: &&Lexeme| one.kind == LexemeKind::Keyword;
    let form = |word: &str| FORMS.iter().find(|form| form.first().is_some_and(|part| begins(part, word)));
    let (at, form) =
        here.iter().enumerate().rev().find_map(|(at, one)| Some((at, form(words(one)).filter(|_| keyword(&one))?)))?;
    let mut behind = here.get(at..)?.iter().rev().filter(keyword).map(words);
    let active = behind.find_map(|word| form.iter().position(|part| begins(part, word))).unwrap_or_default();
    let about = form.first().and_then(|part| part.split(' ').next()).and_then(|word| of(Sort::Word, word));
    let signature =
        parts(form.join(" "), form.iter().map(|part| (*part).to_owned()).collect(), about.map(|one| one.short()));
    Some(told(vec![signature], 0, active))
}

fn begins(part: &str, word: &str) -> bool {
    part.split(' ').next() == Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_grammar::parse;
    use rulehound_grammar::span::FileId;

    #[test]
    fn every_form_can_be_read() {
        for form in FORMS {
            let text = format!("game \"A\"\nphase play {{\n  {}\n}}\n", form.join(" "));
            let found = parse(FileId(0), &text).diagnostics;
            assert!(found.is_empty(), "{text}{found:#?}");
        }
    }
}
