//! YAML as a tree with places. Anchors, tags and several documents are refused: a script needs none, and they are how small texts
//! become huge.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Location, Span};
use serde_yaml::granit_parser::{Event, Parser, ScalarStyle, ScanError, Span as YamlSpan, options};

use super::super::{SCRIPT_FILE, Word};

/// The deepest nesting of lists and maps.
const MOST_DEPTH: usize = 16;

/// The most values of a script, keys included.
const MOST_NODES: usize = 1_000_000;

/// A value.
#[derive(Clone, Debug)]
pub struct Node {
    /// Which.
    pub kind: NodeKind,
    /// Where it stands.
    pub span: Span,
}

/// The values.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// Nothing is written.
    Empty,
    /// A text, number or word.
    Scalar(Word),
    /// A list.
    List(Vec<Node>),
    /// Keys with values, in written order; no key twice.
    Map(Vec<(Word, Node)>),
}

/// A stretch of the script.
pub fn at(span: Span) -> Location {
    Location { file: SCRIPT_FILE, span }
}

/// Reads one document.
pub fn read(text: &str) -> Result<Node, Diagnostic> {
    let options = options! {
        emit_comments: false,
        flow_nesting_limit: MOST_DEPTH + 1,
        block_nesting_limit: 2 * MOST_DEPTH + 2,
    };
    let mut reader = Reader { text, parser: Parser::new_from_str_with_options(text, options), nodes: 0 };
    reader.document()
}

struct Reader<'t> {
    text: &'t str,
    parser: Parser<'t, serde_yaml::granit_parser::StrInput<'t>>,
    nodes: usize,
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Result<Node, Diagnostic> {
        let mut found = None;
        while let Some((event, span)) = self.next()? {
            match event {
                Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
                Event::DocumentStart(..) if found.is_some() => {
                    let message = "a script is one YAML document";
                    return Err(Diagnostic::error("bad-yaml", message, self.place(span), "another begins here"));
                }
                Event::DocumentStart(..) => {}
                other => found = Some(self.node(other, span, 0)?),
            }
        }
        let nothing = || {
            let whole = at(Span::new(0, self.text.len()));
            Diagnostic::error("bad-yaml", "there is nothing in this file", whole, "a script stands here")
        };
        found.filter(|node| !matches!(node.kind, NodeKind::Empty)).ok_or_else(nothing)
    }

    fn next(&mut self) -> Result<Option<(Event<'t>, YamlSpan)>, Diagnostic> {
        self.parser.next_event().transpose().map_err(|error| self.refusal(&error))
    }

    fn refusal(&self, error: &ScanError) -> Diagnostic {
        let start = error.marker().byte_offset().unwrap_or_default().min(self.text.len());
        let end =
            self.text.get(start..).and_then(|rest| rest.chars().next()).map_or(start, |sign| start + sign.len_utf8());
        super::refusal::worded(self.text, &error.info(), Span::new(start, end))
    }

    fn span(&self, span: YamlSpan) -> Span {
        let offset = |offset: Option<usize>| offset.unwrap_or_default().min(self.text.len());
        let start = offset(span.start.byte_offset());
        Span::new(start, offset(span.end.byte_offset()).max(start))
    }

    /// Where something stands that may be nothing: a key that is left out is shown by the sign behind it.
    fn visible(&self, span: Span) -> Location {
        let behind = self.text.get(span.end as usize..).and_then(|rest| rest.chars().next());
        let sign = behind.filter(|_| span.start == span.end).map_or(0, char::len_utf8);
        at(Span::new(span.start as usize, span.end as usize + sign))
    }

    fn place(&self, span: YamlSpan) -> Location {
        at(self.span(span))
    }

    fn node(&mut self, event: Event<'t>, span: YamlSpan, depth: usize) -> Result<Node, Diagnostic> {
        self.nodes += 1;
        if depth > MOST_DEPTH || self.nodes > MOST_NODES {
            let message = "this script is nested too deeply or holds too much";
            return Err(Diagnostic::error("too-large", message, self.place(span), "this is too much"));
        }
        self.check_plain(&event, span)?;
        match event {
            Event::Scalar(text, style, ..) => Ok(self.scalar(&text, style, span)),
            Event::SequenceStart(..) => self.list(span, depth),
            Event::MappingStart(..) => self.map(span, depth),
            _ => Err(Diagnostic::error("bad-yaml", "this is no value", self.place(span), "a value is expected here")),
        }
    }

    /// Anchors, aliases and tags.
    fn check_plain(&self, event: &Event<'t>, span: YamlSpan) -> Result<(), Diagnostic> {
        let refuse = |what: &str| {
            let message = format!("scripts use no {what} of YAML");
            let help = "write the value itself; put it in quotation marks if it begins with `*`, `&` or `!`";
            Err(Diagnostic::error("bad-yaml", message, self.place(span), "here").with_help(help))
        };
        if event.is_alias() {
            refuse("aliases (`*`)")
        } else if event.anchor_id().is_some_and(|id| id != 0) {
            refuse("anchors (`&`)")
        } else if event.tag().is_some() {
            refuse("tags (`!`)")
        } else {
            Ok(())
        }
    }

    fn scalar(&self, text: &str, style: ScalarStyle, span: YamlSpan) -> Node {
        let span = self.span(span);
        let written = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        // The parser gives `~` where nothing stands.
        if style == ScalarStyle::Plain && (text.is_empty() || written.is_empty()) {
            return Node { kind: NodeKind::Empty, span };
        }
        let quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        let skip = usize::from(quoted);
        let exact = written.get(skip..).is_some_and(|rest| rest.starts_with(text));
        let exact = exact.then(|| span.start + u32::from(quoted));
        Node { kind: NodeKind::Scalar(Word { text: text.to_owned(), span, exact }), span }
    }

    fn list(&mut self, start: YamlSpan, depth: usize) -> Result<Node, Diagnostic> {
        let mut items = Vec::new();
        let mut span = self.span(start);
        while let Some((event, at)) = self.next()? {
            if matches!(event, Event::SequenceEnd) {
                span = self.closed(span, at, items.last().map(|item: &Node| item.span));
                break;
            }
            items.push(self.node(event, at, depth + 1)?);
        }
        Ok(Node { kind: NodeKind::List(items), span })
    }

    fn map(&mut self, start: YamlSpan, depth: usize) -> Result<Node, Diagnostic> {
        let mut pairs: Vec<(Word, Node)> = Vec::new();
        let mut known = std::collections::BTreeMap::new();
        let mut span = self.span(start);
        while let Some((event, at_key)) = self.next()? {
            if matches!(event, Event::MappingEnd) {
                let last = pairs.last().map(|(key, value)| key.span.join(value.span));
                span = self.closed(span, at_key, last);
                break;
            }
            let key = self.node(event, at_key, depth + 1)?;
            let NodeKind::Scalar(key) = key.kind else {
                let here = self.visible(key.span);
                return Err(Diagnostic::error("bad-yaml", "a key must be a word", here, "this is none")
                    .with_help("put it in quotation marks if it holds braces or brackets"));
            };
            if let Some(first) = known.insert(key.text.clone(), key.span) {
                let message = format!("`{}` stands here twice", key.text);
                return Err(Diagnostic::error("repeated-key", message, key.at(), "again here")
                    .with_label(at(first), "first here"));
            }
            let Some((event, at_value)) = self.next()? else { break };
            let value = self.node(event, at_value, depth + 1)?;
            pairs.push((key, value));
        }
        Ok(Node { kind: NodeKind::Map(pairs), span })
    }

    /// Collections in brackets end with the bracket; others with what they hold, since their end token may stand lines below.
    fn closed(&self, start: Span, end: YamlSpan, last: Option<Span>) -> Span {
        let end = self.span(end);
        let bracket = self.text.get(end.start as usize..end.end as usize);
        if matches!(bracket, Some("]" | "}")) { start.join(end) } else { last.map_or(start, |last| start.join(last)) }
    }
}
