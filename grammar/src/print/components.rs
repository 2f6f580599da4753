//! Components, boards and tables: declarations with members in braces.

use super::declarations::behind;
use super::flat_statements::GAP;
use super::{Printer, flat, prose, texts, wrapped};
use crate::span::Span;
use crate::tree::{
    Attribute, Board, BoardShape, Component, ComponentMember, Expression, ExpressionKind, GridPlaces, Index, Initial,
    Link, LinkEnd, Make, MakeKind, Mark, MarkPlace, Name, PathPlaces, Pick, Row, Table, TypeKind, Way,
};

/// Members in braces: of a component, a board or a table.
struct Members<'tree, T> {
    /// The members.
    all: &'tree [T],
    /// Where each stands.
    span: fn(&T) -> Span,
    /// One member on one line.
    flat: fn(&T) -> String,
    /// Whether they may share a line if the author's line breaks are not known.
    share: bool,
    /// What stands between those that share a line.
    gap: &'static str,
}

/// A line in the braces of a board.
enum Line<'tree> {
    Mark(&'tree Mark),
    Way(&'tree Way),
}

impl Line<'_> {
    fn span(&self) -> Span {
        match self {
            Self::Mark(one) => one.span,
            Self::Way(one) => one.span,
        }
    }

    fn flat(&self) -> String {
        match self {
            Self::Mark(one) => mark(one),
            Self::Way(one) => way(one),
        }
    }
}

impl<'tree> Printer<'tree> {
    pub(super) fn component(&mut self, change: &str, component: &'tree Component, span: Span) {
        let owner = flat::owned(component.owner.as_ref());
        let head = format!("{change}component {}{owner}", component.name.text);
        let several = self.head(head, &component.notes, span.start);
        if !component.braces {
            return;
        }
        let before = behind(&component.notes, component.name.span.end);
        let share = component.members.len() <= 4;
        let members = Members { all: &component.members, span: member_span, flat: flat_member, share, gap: GAP };
        let rows = component.members.iter().any(has_rows);
        self.members(several, &members, before, span, rows, Self::member);
    }

    /// Members, all on one line if they may share one.
    fn members<'members, T>(
        &mut self,
        several: bool,
        members: &Members<'members, T>,
        before: u32,
        span: Span,
        broken: bool,
        write: fn(&mut Self, &'members T),
    ) where
        'tree: 'members,
    {
        let first = members.all.first().map_or(before, |first| (members.span)(first).start);
        let before = self.open_brace(before, first);
        let may_share = !broken
            && !self.has_comments(span)
            && (members.all.is_empty() || self.joined(before, first, members.share));
        let flat: Vec<_> = members.all.iter().map(|member| (members.flat)(member)).collect();
        let flat = if flat.is_empty() { "{ }".to_owned() } else { format!("{{ {} }}", flat.join(members.gap)) };
        let columns = if several { self.width() } else { self.columns_left().saturating_sub(1) };
        let shared = may_share && flat.chars().count() <= columns;
        let open = if shared { &flat } else { "{" };
        if several {
            self.line(open)
        } else {
            self.append(&format!(" {open}"))
        }
        if !shared {
            self.inside(span.end, |printer| members.all.iter().for_each(|member| write(printer, member)));
        }
    }

    /// Where the brace stands between a head and its first member, if the original says it; comments are not expected.
    fn open_brace(&self, before: u32, first: u32) -> u32 {
        let between = self.source.and_then(|source| source.get(before as usize..first as usize));
        let brace = between.and_then(|between| between.find('{')).and_then(|brace| u32::try_from(brace).ok());
        brace.map_or(before, |brace| before + brace)
    }

    fn member(&mut self, member: &'tree ComponentMember) {
        let span = member_span(member);
        self.begin(span.start, span.end);
        match member {
            ComponentMember::Make(Make { kind: MakeKind::Rows { columns, entries }, .. }) => {
                self.rows(columns, entries)
            }
            ComponentMember::Make(made) => self.lines(made_lines(made, self.width())),
            ComponentMember::Attribute(_) => self.line(&flat_member(member)),
        }
    }

    /// `make paws, spot(1..4) { … }` with its rows as the author broke them, or of the length that the columns say.
    fn rows(&mut self, columns: &[(Name, Option<Index>)], entries: &[Expression]) {
        self.line(&format!("make {} {{", self::columns(columns)));
        self.level += 1;
        let length = row_length(columns);
        let mut line = String::new();
        let mut before: Option<&Expression> = None;
        for (index, entry) in entries.iter().enumerate() {
            let between = before.map(|before| Span { start: before.span.end, end: entry.span.start });
            let text = flat::expression(entry);
            let ends_row = length.is_some_and(|length| index.is_multiple_of(length));
            let breaks = between.is_some_and(|between| !self.joined(between.start, between.end, !ends_row));
            if breaks || line.chars().count() + 1 + text.chars().count() > self.width() {
                self.line(&line);
                line.clear();
            } else if let Some(between) = between {
                // Authors set apart what belongs together.
                let wide = self.source.is_some() && between.end > between.start + 1;
                line += if wide { "  " } else { " " };
            }
            line += &text;
            before = Some(entry);
        }
        if !line.is_empty() {
            self.line(&line);
        }
        self.level -= 1;
        self.line("}");
    }

    pub(super) fn board(&mut self, change: &str, board: &'tree Board, span: Span) {
        let name = &board.name.text;
        let (head, rows, except) = match &board.shape {
            BoardShape::Path { closed, index, owner, places } => {
                let word = if *closed { "ring" } else { "track" };
                let of = of_which(index.as_ref(), owner.as_ref());
                (format!("{change}{word} {name}{of} {}", path_places(places)), None, None)
            }
            BoardShape::Grid { index, owner, places, except } => {
                let head = format!("{change}grid {name}{}", of_which(index.as_ref(), owner.as_ref()));
                match places {
                    GridPlaces::Sized(columns, rows) => {
                        let size = format!("{} by {}", flat::expression(columns), flat::expression(rows));
                        (format!("{head} {size}{}", self::except(except)), None, None)
                    }
                    GridPlaces::Drawn(rows) => (head, Some(rows), Some(self::except(except))),
                }
            }
            BoardShape::Net { of, links } => {
                let several = self.head(format!("{change}net {name}({})", of.text), &board.notes, span.start);
                let before = behind(&board.notes, shape_end(board));
                let all = Members { all: links, span: |link: &Link| link.span, flat: link, share: true, gap: GAP };
                self.members(several, &all, before, span, false, |printer, one| {
                    printer.begin(one.span.start, one.span.end);
                    printer.line(&link(one));
                });
                return;
            }
        };
        let several = if let Some(rows) = rows {
            let notes = prose::above(self, &board.notes);
            self.line(&head);
            self.level += 1;
            rows.iter().for_each(|row| self.line(&texts::plain(row)));
            let except = except.unwrap_or_default();
            if !except.is_empty() {
                self.line(except.trim_start());
            }
            notes.iter().for_each(|note| self.line(&texts::note(note)));
            self.level -= 1;
            true
        } else {
            self.head(head, &board.notes, span.start)
        };
        let marks = board.marks.iter().map(Line::Mark);
        let lines: Vec<Line<'_>> = marks.chain(board.ways.iter().map(Line::Way)).collect();
        if lines.is_empty() {
            return;
        }
        let before = behind(&board.notes, shape_end(board));
        let members = Members { all: &lines, span: Line::span, flat: Line::flat, share: true, gap: GAP };
        self.members(several, &members, before, span, false, |printer, one| {
            let span = one.span();
            printer.begin(span.start, span.end);
            match one {
                Line::Mark(one) => printer.lines(mark_lines(one, printer.width())),
                Line::Way(one) => printer.line(&way(one)),
            }
        });
    }

    pub(super) fn table(&mut self, change: &str, table: &'tree Table, span: Span) {
        let of = table.of.as_ref().map_or_else(String::new, |of| format!(" : {}", flat::type_of(of)));
        let head = format!("{change}table {}{}{of}", table.name.text, flat::index(Some(&table.index)));
        let several = self.head(head, &table.notes, span.start);
        let before = behind(&table.notes, signature_end(table));
        let members = Members { all: &table.rows, span: |row: &Row| row.span, flat: row, share: false, gap: "  " };
        self.members(several, &members, before, span, false, |printer, one| {
            printer.begin(one.span.start, one.span.end);
            printer.line(&row(one));
        });
    }
}

/// `make … of …`, its values on a line of their own if need be.
fn made_lines(made: &Make, width: usize) -> Vec<String> {
    let one_line = make(made);
    match &made.kind {
        MakeKind::Each { copies, picks, values } if !picks.is_empty() && one_line.chars().count() > width => {
            vec![making(copies.as_ref(), picks), format!("  {}", initials(values))]
        }
        MakeKind::Each { .. } | MakeKind::Rows { .. } => vec![one_line],
    }
}

/// A mark, the numbers of its places on lines of their own if need be.
fn mark_lines(one: &Mark, width: usize) -> Vec<String> {
    let one_line = mark(one);
    match &one.set {
        Some(set) if one.notes.is_empty() && one_line.chars().count() > width => {
            let width = width.saturating_sub(7);
            let set = wrapped::continued("in ", wrapped::expression(set, width, width));
            let mut lines = wrapped::indented(set);
            lines.insert(0, mark(&Mark { set: None, ..one.clone() }).trim_end().to_owned());
            lines
        }
        _ => vec![one_line],
    }
}

fn member_span(member: &ComponentMember) -> Span {
    match member {
        ComponentMember::Attribute(attribute) => attribute.span,
        ComponentMember::Make(make) => make.span,
    }
}

fn has_rows(member: &ComponentMember) -> bool {
    match member {
        ComponentMember::Make(make) => matches!(make.kind, MakeKind::Rows { .. }),
        ComponentMember::Attribute(_) => false,
    }
}

fn flat_member(member: &ComponentMember) -> String {
    match member {
        ComponentMember::Attribute(attribute) => self::attribute(attribute),
        ComponentMember::Make(make) => self::make(make),
    }
}

fn attribute(attribute: &Attribute) -> String {
    let index = flat::index(attribute.index.as_ref());
    let seen = flat::seen(attribute.seen.as_ref());
    let called = match &attribute.called {
        None => String::new(),
        Some(called) if called.says_nothing() => " untold".to_owned(),
        Some(called) => format!(" as {}", texts::template(called)),
    };
    format!("{}{index} : {}{seen}{called}", attribute.name.text, flat::type_of(&attribute.of))
}

fn make(make: &Make) -> String {
    match &make.kind {
        MakeKind::Each { copies, picks, values } => {
            let blank = if values.is_empty() { "" } else { " " };
            format!("{}{blank}{}", making(copies.as_ref(), picks), initials(values))
        }
        MakeKind::Rows { columns, entries } => {
            let entries: Vec<_> = entries.iter().map(flat::expression).collect();
            format!("make {} {{ {} }}", self::columns(columns), entries.join(" "))
        }
    }
}

/// `make 2 of s in Suit :`.
fn making(copies: Option<&Expression>, picks: &[Pick]) -> String {
    let copies = copies.map_or_else(String::new, |copies| format!(" {} of", flat::expression(copies)));
    let picks = if picks.is_empty() { String::new() } else { format!(" {} :", flat::picks(picks)) };
    format!("make{copies}{picks}")
}

/// `suit = s, rank = r`.
fn initials(values: &[Initial]) -> String {
    let one = |value: &Initial| {
        let arguments = (!value.arguments.is_empty()).then(|| flat::in_brackets(&value.arguments));
        format!("{}{} = {}", value.name.text, arguments.unwrap_or_default(), flat::expression(&value.value))
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn columns(columns: &[(Name, Option<Index>)]) -> String {
    let columns: Vec<_> =
        columns.iter().map(|(name, index)| format!("{}{}", name.text, flat::index(index.as_ref()))).collect();
    columns.join(", ")
}

/// How many entries a row has, if the indices say it without knowing the rest of the game.
fn row_length(columns: &[(Name, Option<Index>)]) -> Option<usize> {
    let mut length = 0;
    for (_, index) in columns {
        length += match index {
            None => 1,
            Some(index) => index.types().map(|of| range_length(&of.kind)).product::<Option<usize>>()?,
        };
    }
    (length > 0).then_some(length)
}

fn range_length(kind: &TypeKind) -> Option<usize> {
    let TypeKind::Range(first, last) = kind else { return None };
    match (&*first.kind, &*last.kind) {
        (ExpressionKind::Number(first), ExpressionKind::Number(last)) => {
            usize::try_from(last.checked_sub(*first)?.checked_add(1)?).ok().filter(|&length| length < 1000)
        }
        _ => None,
    }
}

fn path_places(places: &PathPlaces) -> String {
    match places {
        PathPlaces::Range(first, last) => format!("{}..{}", flat::expression(first), flat::expression(last)),
        PathPlaces::Drawn { copies, drawing } => {
            let copies = copies.as_ref().map_or_else(String::new, |copies| format!("{} of ", flat::expression(copies)));
            format!("{copies}{}", texts::plain(drawing))
        }
    }
}

/// Which there are of a board.
fn of_which(index: Option<&Index>, owner: Option<&Name>) -> String {
    format!("{}{}", flat::index(index), flat::owned(owner))
}

fn except(except: &[Name]) -> String {
    if except.is_empty() { String::new() } else { format!(" except {}", flat::names(except)) }
}

/// Where the shape of a board ends.
fn shape_end(board: &Board) -> u32 {
    match &board.shape {
        BoardShape::Path { places: PathPlaces::Range(_, last), .. } => last.span.end,
        BoardShape::Path { places: PathPlaces::Drawn { drawing, .. }, .. } => drawing.span.end,
        BoardShape::Grid { places, except, .. } => match (except.last(), places) {
            (Some(last), _) => last.span.end,
            (None, GridPlaces::Sized(_, rows)) => rows.span.end,
            (None, GridPlaces::Drawn(rows)) => rows.last().map_or(board.name.span.end, |row| row.span.end),
        },
        BoardShape::Net { of, .. } => of.span.end,
    }
}

fn link(link: &Link) -> String {
    let end = |end: &LinkEnd| match &end.feature {
        Some(feature) => format!("{}.{}", end.name.text, feature.text),
        None => end.name.text.clone(),
    };
    link.ends.iter().map(end).collect::<Vec<_>>().join(" - ")
}

fn way(way: &Way) -> String {
    format!("{} for {} : {}", way.kind.word(), way.player.text, flat::expression(&way.value))
}

fn mark(mark: &Mark) -> String {
    let mut parts: Vec<_> = mark
        .places
        .iter()
        .map(|place| match place {
            MarkPlace::Sign(sign) => texts::plain(sign),
            MarkPlace::Number(number, _) => number.to_string(),
        })
        .collect();
    parts.extend(mark.set.iter().map(|set| format!("in {}", flat::expression(set))));
    parts.extend(mark.notes.iter().map(texts::note));
    format!("mark {} {}", mark.name.text, parts.join(" "))
}

/// Where the indices of a table and what its entries are end.
pub(super) fn signature_end(table: &Table) -> u32 {
    table.of.as_ref().map_or(table.index.span.end, |of| of.span.end)
}

fn row(row: &Row) -> String {
    let entries: Vec<_> = row.entries.iter().map(flat::expression).collect();
    let key = row.key.as_ref().map_or_else(|| "else".to_owned(), flat::expression);
    format!("{key} : {}", entries.join(" "))
}
