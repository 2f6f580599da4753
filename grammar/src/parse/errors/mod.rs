//! What to say when a text cannot be read: from the place where the grammar stopped to a message for people.
//!
//! Each file here knows one family of mistakes and gives its message, or nothing if it is another mistake. The last one
//! says what was expected.

mod audiences;
mod boards;
mod bodies;
mod borrowed;
mod brackets;
mod counts;
mod expected;
mod foreign_words;
mod gathering;
mod habits;
mod heads;
mod loops;
mod missing;
mod misspelt;
mod moving;
mod options;
mod prose;
mod reserved;
mod said;
mod spoken;
mod strays;
mod telling;
mod unfinished;
mod winning;

pub(super) use brackets::{closes_nothing, never_closed};
pub(super) use misspelt::first_words;

use pest::Parser as _;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::cut::Section;
use super::declared::Declared;
use super::generated::Grammar;
use super::scan::{Scan, Token, TokenKind};
use super::words::{beginnings, begins_declaration, written};
use super::{Rule, limits};
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Location, Span};

/// A refusal before anything is read: the text is too large, or no text at all.
pub(super) fn unreadable(file: FileId, text: &str) -> Option<Diagnostic> {
    if text.len() > limits::FILE_SIZE {
        return Some(limits::too_large(file));
    }
    let controls = |&(_, character): &(usize, char)| character.is_control() && !matches!(character, '\n' | '\r' | '\t');
    let (offset, character) = text.char_indices().find(controls)?;
    let at = Location { file, span: Span::new(offset, offset + character.len_utf8()) };
    let diagnostic = Diagnostic::error("not-text", "this is not a text file", at, "a control character stands here");
    Some(diagnostic.with_help("save the rules as plain text in UTF-8"))
}

/// A file that does not begin with `game`.
pub(super) fn missing_heading(file: FileId, scan: &Scan<'_>, section: Section) -> Option<Diagnostic> {
    let message = "a rules file begins with `game \"Title\"`";
    let help = "write `game \"Title\"` at the top of the file";
    if section.first == section.end {
        let (at, label) = match scan.tokens.first() {
            Some(first) => (first.location(file, 0), "expected `game` before this"),
            None => nothing_read(file, scan),
        };
        return Some(Diagnostic::error("missing-heading", message, at, label).with_help(help));
    }
    let first = section.below_prose(scan).or_else(|| scan.tokens.get(section.first))?;
    let word = scan.words(first);
    if word == "game" {
        return None;
    }
    let at = first.location(file, 0);
    if crate::suggest::nearest(word, ["game"]).is_some() {
        return Some(misspelt::unknown_word(word, "game", at));
    }
    Some(Diagnostic::error("missing-heading", message, at, "expected `game` here").with_help(help))
}

/// Where a text ends in which nothing is to be read, and what stands there.
fn nothing_read(file: FileId, scan: &Scan<'_>) -> (Location, &'static str) {
    if let Some(last) = scan.comments.last() {
        return (Location { file, span: last.span }, "only comments are here");
    }
    let last = scan.text.char_indices().last().map_or(0, |(start, _)| start);
    (Location { file, span: Span::new(last, scan.text.len()) }, "nothing is here")
}

/// A heading that stands below something else is one mistake, and not a heading that is missing and one too many.
pub(super) fn heading_below(found: &mut Vec<Diagnostic>) {
    let Some(first) = found.first().filter(|first| first.code == "missing-heading") else { return };
    let file = first.primary.at.file;
    let Some(second) = found.iter().position(|one| one.message == habits::SECOND_HEADING) else { return };
    let second = found.remove(second);
    if let Some(first) = found.first_mut().filter(|_| second.primary.at.file == file) {
        first
            .others
            .push(crate::diagnostic::Label { at: second.primary.at, text: "the heading stands here".to_owned() });
        first.help = Some(
            "let the file begin with its heading; another file that it changes is named there: `game \"Title\" extends \"other.rules\"`"
                .to_owned(),
        );
    }
}

/// A difference between grammar and builder.
pub(super) fn mismatch(at: Location) -> Diagnostic {
    Diagnostic::error("syntax", "this cannot be read", at, "not understood")
}

/// Where the grammar stopped, and what it would have taken there.
pub(super) struct Failure<'scan, 'text> {
    file: FileId,
    scan: &'scan Scan<'text>,
    /// What the whole file declares, of which a piece may be scanned.
    declared: &'scan Declared<'scan>,
    section: Section,
    /// Where the scanned text begins in its file.
    offset: usize,
    /// The token that was not understood; the end of the section if there is none.
    index: usize,
    /// What was to be read.
    whole: Rule,
    expected: Vec<Rule>,
}

impl<'scan, 'text> Failure<'scan, 'text> {
    /// The failure of the section that begins at byte `start`, read as `whole`.
    pub fn new(
        file: FileId,
        (scan, declared): (&'scan Scan<'text>, &'scan Declared<'scan>),
        section: Section,
        offset: usize,
        start: usize,
        whole: Rule,
        error: &Error<Rule>,
    ) -> Self {
        let position = match error.location {
            InputLocation::Pos(position) | InputLocation::Span((position, _)) => start + position,
        };
        let mut expected = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.clone(),
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        // Below prose the grammar names each declaration, elsewhere all of them together.
        let index = scan.tokens.partition_point(|token| token.end <= position).clamp(section.first, section.end);
        let before = index.checked_sub(1).and_then(|before| scan.tokens.get(before));
        if before.is_some_and(|before| before.kind == TokenKind::Prose)
            && expected.iter().any(|&rule| begins_declaration(rule))
        {
            expected.retain(|&rule| !begins_declaration(rule));
            expected.push(Rule::declaration);
        }
        let beginnings: Vec<Rule> = expected.iter().flat_map(|&rule| beginnings(rule)).collect();
        expected.extend(beginnings);
        Self { file, scan, declared, section, offset, index, whole, expected }
    }

    /// What to say.
    pub fn diagnostic(&self) -> Diagnostic {
        strays::unclosed_text(self)
            .or_else(|| prose::prose(self))
            .or_else(|| heads::with_foreign_signs(self))
            .or_else(|| counts::with_foreign_signs(self))
            .or_else(|| strays::stray(self))
            .or_else(|| brackets::extra(self))
            .or_else(|| missing::value(self))
            .or_else(|| brackets::missing(self))
            .or_else(|| brackets::declaration_inside(self))
            .or_else(|| telling::telling(self))
            .or_else(|| moving::moving(self))
            .or_else(|| boards::board(self))
            .or_else(|| counts::counted(self))
            .or_else(|| gathering::gathered(self))
            .or_else(|| heads::head(self))
            .or_else(|| unfinished::unfinished(self))
            .or_else(|| loops::looping(self))
            .or_else(|| winning::winning(self))
            .or_else(|| options::before_values(self))
            .or_else(|| borrowed::borrowed(self))
            .or_else(|| habits::habit(self))
            .or_else(|| options::option(self))
            .or_else(|| bodies::body(self))
            .or_else(|| said::said(self))
            .or_else(|| spoken::leading(self))
            .or_else(|| reserved::reserved(self))
            .or_else(|| misspelt::misspelt(self))
            .unwrap_or_else(|| expected::expected(self))
    }

    /// Where the token stands that was not understood.
    pub fn stopped_at(&self) -> usize {
        self.index
    }

    /// The token that was not understood, if the section does not end before it.
    fn found(&self) -> Option<&'scan Token> {
        self.token(self.index)
    }

    /// A token of the section.
    fn token(&self, index: usize) -> Option<&'scan Token> {
        if index < self.section.first || index >= self.section.end { None } else { self.scan.tokens.get(index) }
    }

    /// The token so many before the one that was not understood.
    fn back(&self, steps: usize) -> Option<&'scan Token> {
        self.token(self.index.checked_sub(steps)?)
    }

    fn before(&self) -> Option<&'scan Token> {
        self.back(1)
    }

    /// The word so many tokens before.
    fn word_back(&self, steps: usize) -> &'text str {
        self.words(self.back(steps))
    }

    fn behind(&self) -> Option<&'scan Token> {
        self.token(self.index + 1)
    }

    /// The text of a token; empty if there is none.
    fn words(&self, token: Option<&Token>) -> &'text str {
        token.map_or("", |token| self.scan.words(token))
    }

    fn location(&self, token: &Token) -> Location {
        token.location(self.file, self.offset)
    }

    /// From the beginning of one token to the end of another.
    fn stretch(&self, first: &Token, last: &Token) -> Location {
        let start = self.location(first);
        Location { span: start.span.join(self.location(last).span), ..start }
    }

    /// What is written from one token to another.
    fn text(&self, first: &Token, last: &Token) -> &'text str {
        self.scan.text.get(first.start..last.end).unwrap_or_default()
    }

    /// The token that was not understood, or the last of the section.
    fn place(&self) -> Location {
        match self.found().or_else(|| self.before()) {
            Some(token) => self.location(token),
            None => Location { file: self.file, span: Span::new(self.offset, self.offset + self.scan.text.len()) },
        }
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// The words and signs that would have been taken.
    fn expected_words(&self) -> impl Iterator<Item = &'static str> {
        self.expected.iter().filter_map(|&rule| written(rule))
    }

    /// What the grammar would have taken in place of a token that it took for something else.
    fn expected_at(&self, token: &Token) -> Vec<Rule> {
        let start = self.token(self.section.first).map_or(0, |first| first.start);
        let text = self.scan.text.get(start..token.start).unwrap_or_default();
        match Grammar::parse(self.whole, text).map_err(|error| error.variant) {
            Err(ErrorVariant::ParsingError { positives, .. }) => positives,
            Ok(_) | Err(ErrorVariant::CustomError { .. }) => Vec::new(),
        }
    }

    /// Whether the grammar gets past a token if something else stands in its place.
    fn takes_instead(&self, token: &Token, other: &str) -> bool {
        let start = self.token(self.section.first).map_or(0, |first| first.start);
        let before = self.scan.text.get(start..token.start).unwrap_or_default();
        let text = format!("{before} {other} \u{1}");
        match Grammar::parse(self.whole, &text) {
            Err(Error { location: InputLocation::Pos(position) | InputLocation::Span((position, _)), .. }) => {
                position > before.len() + other.len()
            }
            Ok(_) => true,
        }
    }

    /// All words and signs that may help the grammar on.
    pub fn helpful_words(&self) -> Vec<&'static str> {
        let first = self.expected.iter().flat_map(|&rule| misspelt::first_words(rule)).copied();
        let meant = self.found().and_then(|found| strays::meant(self.scan.words(found)));
        meant.into_iter().chain(self.expected_words()).chain(first).filter(|word| *word != "\"").collect()
    }

    /// Whether it is an expression that was to be read, and no part of a file.
    fn is_expression(&self) -> bool {
        self.whole == Rule::expression_alone
    }

    /// Whether only a part of a declaration is read.
    fn is_piece(&self) -> bool {
        let alone = [Rule::expression_alone, Rule::heading_alone, Rule::declaration_alone];
        !alone.contains(&self.whole)
    }

    /// Whether a statement could begin here.
    fn expects_statement(&self) -> bool {
        self.expects(Rule::word_set) && self.expects(Rule::word_do)
    }

    /// Whether a token is a name and no word of the language.
    fn is_name(&self, token: &Token) -> bool {
        token.kind == TokenKind::Word && !super::is_keyword(self.scan.words(token))
    }
}
