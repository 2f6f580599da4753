//! What could stand at a place of a text that is being written.

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};

use super::cut::{self, DECLARATION_WORDS, Section};
use super::errors::first_words;
use super::generated::Grammar;
use super::outline::STATEMENT_WORDS;
use super::scan::Scan;
use super::words::{
    Expectation, ONLY_SOMEWHERE, beginnings, begins_statement, continues_expression, expectation, is_of_behind_value,
    is_value, written,
};
use super::{Rule, is_keyword, limits};

/// Stands where more is to come; no text of rules has it.
const MORE: char = '\u{1}';

/// How many places are tried, back from the end, where a declaration has other mistakes.
const MOST_TRIES: usize = 40;

/// What could stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Words of the language, each once, in alphabetical order.
    pub words: Vec<&'static str>,
    /// A value: any name that means one.
    pub value: bool,
    /// A name that is not a value: one that is bound here, or that of a rule behind `do`.
    pub name: bool,
    /// A type.
    pub of_type: bool,
    /// Who may see something.
    pub audience: bool,
    /// A name behind a point.
    pub member: bool,
}

/// What could stand at `offset`, where the text before it may have mistakes; what stands behind it does not count.
pub fn expected_at(text: &str, offset: usize) -> Expected {
    let before = text.get(..offset).unwrap_or_default();
    if before.len() > limits::FILE_SIZE {
        return Expected::default();
    }
    let scan = Scan::new(before);
    let sections = cut::sections(&scan);
    let heading = sections.len() == 1;
    let Some(section) = sections.last().copied() else { return Expected::default() };
    if section.first == section.end {
        return Expected { words: if heading { vec!["game"] } else { Vec::new() }, ..Expected::default() };
    }
    let whole = if heading { Rule::heading_alone } else { Rule::declaration_alone };
    let rules = positives(&scan, section.first, whole).or_else(|| in_pieces(&scan, section)).unwrap_or_default();
    let last = scan.tokens.last().map_or(0, |token| token.end);
    let new_line = before.get(last..).is_some_and(|blanks| blanks.contains(crate::span::ends_line));
    gathered(&rules, new_line)
}

/// What the grammar would take at the end, if it gets so far.
fn positives(scan: &Scan<'_>, first: usize, rule: Rule) -> Option<Vec<Rule>> {
    let start = scan.tokens.get(first)?.start;
    let end = scan.tokens.last()?.end;
    if limits::too_deep(scan, first, scan.tokens.len()).is_some() {
        return None;
    }
    let mut text = scan.text.get(start..)?.to_owned();
    // A comment would take it in.
    text.push('\n');
    text.push(MORE);
    let error = Grammar::parse(rule, &text).err()?;
    let (InputLocation::Pos(position) | InputLocation::Span((position, _))) = error.location;
    match error.variant {
        ErrorVariant::ParsingError { positives, .. } if start + position >= end => Some(positives),
        ErrorVariant::ParsingError { .. } | ErrorVariant::CustomError { .. } => None,
    }
}

/// The same from the nearest place at which a statement, option or line begins.
fn in_pieces(scan: &Scan<'_>, section: Section) -> Option<Vec<Rule>> {
    let tokens = scan.tokens.get(section.first..section.end)?;
    let starts = tokens.iter().enumerate().rev().filter_map(|(index, token)| {
        let word = scan.words(token);
        let rule = match word {
            "option" => Rule::option_alone,
            "make" => Rule::member_alone,
            "mark" => Rule::mark_alone,
            _ if STATEMENT_WORDS.contains(&word) => Rule::statements_alone,
            _ => return None,
        };
        Some((section.first + index, rule))
    });
    starts.take(MOST_TRIES).find_map(|(first, rule)| positives(scan, first, rule))
}

/// Words that begin a value.
const VALUE_WORDS: [&str; 15] =
    ["all", "any", "count", "each", "first", "if", "max", "min", "no", "none", "not", "players", "reach", "sum", "yes"];

fn gathered(rules: &[Rule], new_line: bool) -> Expected {
    let mut expected = Expected::default();
    let all = rules.iter().copied().chain(rules.iter().flat_map(|&rule| beginnings(rule)));
    // On a new line a statement is begun rather than the one before continued.
    let begins = new_line && rules.contains(&Rule::word_set);
    let all = all.filter(|&rule| !is_of_behind_value(rule, rules));
    for rule in all.filter(|&rule| !begins || !(continues_expression(rule) || rule == Rule::word_on)) {
        expected.words.extend(first_words(rule).iter().filter(|_| rule != Rule::sort || !new_line));
        expected.words.extend(written(rule).filter(|word| is_keyword(word) || ONLY_SOMEWHERE.contains(word)));
        match expectation(rule) {
            Expectation::Declaration => expected.words.extend(DECLARATION_WORDS),
            Expectation::End if new_line => expected.words.extend(DECLARATION_WORDS),
            Expectation::Value if is_value(rule) => {
                expected.value = true;
                expected.words.extend(VALUE_WORDS);
            }
            Expectation::Type => {
                expected.of_type = true;
                expected.words.push("yes");
            }
            Expectation::Audience => expected.audience = true,
            Expectation::Name if rule == Rule::member_name => expected.member = true,
            Expectation::Name => expected.name = true,
            Expectation::Watched => expected.words.extend(["after", "when"]),
            Expectation::Statement
            | Expectation::End
            | Expectation::Value
            | Expectation::Number
            | Expectation::Text
            | Expectation::Parameter
            | Expectation::Sort
            | Expectation::Board
            | Expectation::Moved
            | Expectation::Written(_)
            | Expectation::Continuation
            | Expectation::Remark
            | Expectation::Unknown => {}
        }
        if begins_statement(rule) {
            expected.words.extend(written(rule));
        }
    }
    expected.words.sort_unstable();
    expected.words.dedup();
    expected
}
