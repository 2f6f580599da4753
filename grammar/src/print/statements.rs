//! Statements on several lines.

use super::flat_statements::{
    as_long_as, head, may_head, option_head, requirement, requirements, round, set_sign, some_of, wording,
};
use super::{Printer, flat, lay_out, texts, wrapped};
use crate::span::ends_line;
use crate::tree::{
    Block, Choice, ChooseOption, Expression, Key, May, Move, Offered, Pick, Requirement, Selection, Statement,
    StatementKind, Win,
};

impl<'tree> Printer<'tree> {
    /// A statement.
    pub(super) fn statement(&mut self, statement: &'tree Statement) {
        self.begin(statement.span.start, end_of_head(statement));
        match self.flat_statement(statement) {
            Some(flat) if flat.chars().count() <= self.width() => self.line(&flat),
            _ => self.broken_statement(statement),
        }
    }

    fn broken_statement(&mut self, statement: &'tree Statement) {
        let start = statement.span.start;
        match &statement.kind {
            StatementKind::Choose(choose) => {
                self.offered("choose", &choose.offered, start);
                if let Some(if_none) = &choose.if_none {
                    self.comments_before(if_none.span.start);
                    self.line("if none");
                    self.block(if_none);
                }
            }
            StatementKind::ChooseOption(choose) => self.options(choose, statement.span.end),
            StatementKind::May(may) => self.may(may, start),
            StatementKind::Require(require) => self.require(require),
            StatementKind::If { arms, otherwise } => self.conditional(arms, otherwise.as_ref()),
            StatementKind::For(selection, body) => {
                self.selection("for ", selection);
                self.block(body);
            }
            StatementKind::RepeatFor { turn, pick, condition, body } => {
                self.picks(round(turn.is_some()), std::slice::from_ref(pick), &as_long_as(condition.as_ref()));
                self.block(body);
            }
            StatementKind::Simultaneous { pick, keys, body, reveal } => {
                self.picks("simultaneous ", std::slice::from_ref(pick), &flat::by(keys));
                self.block(body);
                self.clause("reveal", reveal.as_ref());
            }
            StatementKind::Plan { body, if_none, .. } => {
                self.line(&head(&statement.kind));
                self.block(body);
                self.clause("if none", if_none.as_ref());
            }
            StatementKind::Repeat { body, .. } | StatementKind::Turn(_, body) => {
                self.line(&head(&statement.kind));
                self.block(body);
            }
            StatementKind::Let(name, value) => self.assigned(format!("let {} = ", name.text), value),
            StatementKind::Set { target, operator, value } => {
                self.assigned(format!("set {} {} ", flat::expression(target), set_sign(*operator)), value);
            }
            StatementKind::Win(Win::These(players)) => self.assigned("win ".to_owned(), players),
            StatementKind::Win(Win::Ranked(pick, keys)) => self.ranked(pick, keys),
            StatementKind::Move(moving) => self.moving(moving),
            StatementKind::DrawOne(pick) => self.picks("draw ", std::slice::from_ref(pick), ""),
            StatementKind::LayOut { board, rows, legend } => lay_out::lines(self, board, rows, legend),
            StatementKind::Leave(_)
            | StatementKind::DrawFrom { .. }
            | StatementKind::Roll(_)
            | StatementKind::Shuffle(_)
            | StatementKind::Swap(..)
            | StatementKind::Remember(_)
            | StatementKind::Show { .. }
            | StatementKind::Say { .. }
            | StatementKind::Do { .. }
            | StatementKind::Win(Win::Nobody) => self.line(&head(&statement.kind)),
        }
    }

    /// Something with a long value behind it.
    fn assigned(&mut self, first: String, value: &Expression) {
        let width = self.width();
        let lines = wrapped::expression(value, width.saturating_sub(first.chars().count()), width.saturating_sub(2));
        self.lines(wrapped::continued(&first, lines));
    }

    fn ranked(&mut self, pick: &Pick, keys: &[Key]) {
        self.picks("win ", std::slice::from_ref(pick), "");
        self.line(&format!(" {}", flat::by(keys)));
    }

    fn moving(&mut self, moving: &Move) {
        let to = match moving {
            Move::Each(selection, to) => {
                self.selection("move each ", selection);
                to
            }
            Move::All { kind, from, to } => {
                let kind = kind.as_ref().map_or_else(String::new, |kind| format!("{} ", flat::expression(kind)));
                self.line(&format!("move all {kind}from {}", flat::expression(from)));
                to
            }
            Move::Some { amount, kind, from, to } => {
                let [amount, kind, from] = [amount, kind, from].map(flat::expression);
                self.line(&format!("move {amount} {kind} from {from}"));
                to
            }
            Move::What { what, to } => {
                self.assigned("move ".to_owned(), what);
                to
            }
        };
        self.level += 1;
        self.assigned("to ".to_owned(), to);
        self.level -= 1;
    }

    fn selection(&mut self, word: &str, selection: &Selection) {
        let first = format!("{word}{}", flat::first_some(selection));
        self.picks(&first, &selection.picks, &flat::by(&selection.keys));
    }

    /// Picks on one line, or else one a line, with something in front and behind.
    fn picks(&mut self, first: &str, picks: &[Pick], behind: &str) {
        let one_line = format!("{first}{}{behind}", flat::picks(picks));
        if one_line.chars().count() + 2 <= self.width() {
            return self.line(&one_line);
        }
        let mut lines: Vec<String> = Vec::new();
        let width = self.width();
        for (index, pick) in picks.iter().enumerate() {
            let (before, columns) =
                if index == 0 { (first, width.saturating_sub(first.len())) } else { ("", width - 4) };
            let mut pick = wrapped::pick(pick, columns.saturating_sub(2), width.saturating_sub(4));
            if let Some(last) = pick.last_mut() {
                *last += if index + 1 == picks.len() { behind } else { "," };
            }
            let pick = wrapped::continued(before, pick);
            lines.extend(if index == 0 { pick } else { wrapped::indented(wrapped::indented(pick)) });
        }
        self.lines(lines);
    }

    /// What may be chosen: names, then words, then requirements.
    fn offered(&mut self, word: &str, offered: &'tree Offered, start: u32) {
        self.picks(&format!("{word} {}", some_of(offered)), &offered.picks, "");
        if let Some(words) = &offered.wording {
            let wording = wording(offered);
            let joined = self.joined(start, words.span.start, true);
            if joined && wording.chars().count() <= self.columns_left() {
                self.append(&wording);
            } else {
                self.line(&format!(" {wording}"));
            }
        }
        self.requirements(&offered.requirements);
    }

    /// Requirements, each on a line of its own.
    fn requirements(&mut self, requirements: &'tree [Requirement]) {
        self.level += 1;
        for require in requirements {
            self.begin(require.span.start, require.span.end);
            self.require(require);
        }
        self.level -= 1;
    }

    fn require(&mut self, require: &Requirement) {
        let one_line = requirement(require);
        let why = require.otherwise.as_ref();
        // An author may have broken the line before the refusal.
        let joined = why.is_none_or(|why| self.joined(require.span.start, why.span.start, true));
        if joined && one_line.chars().count() <= self.width() {
            return self.line(&one_line);
        }
        self.assigned("require ".to_owned(), &require.condition);
        if let Some(why) = why {
            self.line(&format!("  else {}", texts::template(why)));
        }
    }

    fn options(&mut self, choose: &'tree ChooseOption, end: u32) {
        self.line("choose {");
        let inside_end = choose.if_none.as_ref().map_or(end, |block| block.span.start);
        let close = choose.options.last().map_or(inside_end, |last| self.closing_brace(last.span.end, inside_end));
        self.inside(close, |printer| {
            for option in &choose.options {
                printer.option(option);
            }
        });
        self.clause("if none", choose.if_none.as_ref());
    }

    /// The place behind the brace that closes options which end at `start`. Comments before it are inside.
    fn closing_brace(&self, start: u32, end: u32) -> u32 {
        // The tree does not hold that brace. Without the text, comments up to the end count as inside.
        let Some(source) = self.source else { return end };
        let mut at = start as usize;
        while let Some(rest) = source.get(at..end as usize).filter(|rest| !rest.is_empty()) {
            if rest.starts_with('}') {
                return u32::try_from(at + 1).unwrap_or(end);
            }
            let comment = rest.starts_with('#').then(|| rest.find(ends_line).unwrap_or(rest.len()));
            at += comment.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8));
        }
        end
    }

    fn option(&mut self, option: &'tree Choice) {
        let (offered, start) = (&option.offered, option.span.start);
        let words = if offered.requirements.is_empty() { None } else { end_of_words(offered) };
        self.begin(start, words.unwrap_or(option.body.span.start));
        let head = option_head(offered);
        // An author may have broken the line before the words.
        let joined = offered.wording.as_ref().is_none_or(|words| self.joined(start, words.span.start, true));
        match self.flat_option(option).filter(|_| !self.has_comments(option.span)) {
            Some(flat) if flat.chars().count() <= self.width() => self.line(&flat),
            _ if offered.picks.is_empty() || joined && head.chars().count() + 2 <= self.width() => {
                self.guarded(head, start, &offered.requirements, &option.body);
            }
            _ => {
                self.offered("option", offered, start);
                self.comments_before(option.body.span.start);
                self.block_on_own_line(&option.body);
            }
        }
    }

    fn may(&mut self, may: &'tree May, start: u32) {
        self.guarded(may_head(may), start, &may.requirements, &may.body);
        self.clause("if none", may.if_none.as_ref());
    }

    /// A head with requirements and a block: in one line up to the brace if that is possible.
    fn guarded(&mut self, head: String, start: u32, required: &'tree [Requirement], body: &'tree Block) {
        let one_line = format!("{head}{}", requirements(required));
        let comments = self.comments.first().is_some_and(|comment| comment.span.start < body.span.start);
        let joined = required.last().is_none_or(|last| self.joined(start, last.span.end, true)) && !comments;
        if required.is_empty() || joined && one_line.chars().count() + 2 <= self.width() {
            self.line(&one_line);
            self.block(body);
        } else {
            self.line(&head);
            self.requirements(required);
            self.comments_before(body.span.start);
            self.block_on_own_line(body);
        }
    }

    fn conditional(&mut self, arms: &'tree [(Expression, Block)], otherwise: Option<&'tree Block>) {
        for (index, (condition, block)) in arms.iter().enumerate() {
            let word = if index == 0 { "if " } else { "else if " };
            self.comments_before(if index == 0 { 0 } else { block.span.start });
            let width = self.width().saturating_sub(4);
            let lines = wrapped::expression(condition, width.saturating_sub(word.len()), width);
            let mut lines = wrapped::continued(word, lines).into_iter();
            let first = lines.next().unwrap_or_default();
            if index == 0 {
                self.line(&first)
            } else {
                self.behind_brace(&first)
            }
            self.lines(wrapped::indented(lines.collect()));
            self.block(block);
        }
        self.clause("else", otherwise);
    }

    /// `if none { … }` and the like behind a block.
    fn clause(&mut self, word: &str, block: Option<&'tree Block>) {
        if let Some(block) = block {
            self.comments_before(block.span.start);
            self.behind_brace(word);
            self.block(block);
        }
    }
}

/// Where the names and words of what may be chosen end.
fn end_of_words(offered: &Offered) -> Option<u32> {
    let picks = offered.picks.last().map(|last| last.span.end);
    offered.wording.as_ref().map(|wording| wording.span.end).or(picks)
}

/// Where the part of a statement ends that is written in one piece: before its first block or clause.
fn end_of_head(statement: &Statement) -> u32 {
    match &statement.kind {
        StatementKind::Choose(choose) => end_of_words(&choose.offered).unwrap_or(statement.span.end),
        StatementKind::ChooseOption(_) => statement.span.start,
        StatementKind::May(may) if may.requirements.is_empty() => may.body.span.start,
        StatementKind::May(may) => may.condition.as_ref().map_or(may.text.span.end, |condition| condition.span.end),
        StatementKind::If { arms, .. } => arms.first().map_or(statement.span.end, |(_, block)| block.span.start),
        StatementKind::For(_, body)
        | StatementKind::Repeat { body, .. }
        | StatementKind::RepeatFor { body, .. }
        | StatementKind::Simultaneous { body, .. }
        | StatementKind::Plan { body, .. }
        | StatementKind::Turn(_, body) => body.span.start,
        StatementKind::Require(_)
        | StatementKind::Leave(_)
        | StatementKind::Let(..)
        | StatementKind::Move(_)
        | StatementKind::DrawFrom { .. }
        | StatementKind::DrawOne(_)
        | StatementKind::LayOut { .. }
        | StatementKind::Roll(_)
        | StatementKind::Shuffle(_)
        | StatementKind::Swap(..)
        | StatementKind::Set { .. }
        | StatementKind::Remember(_)
        | StatementKind::Show { .. }
        | StatementKind::Say { .. }
        | StatementKind::Do { .. }
        | StatementKind::Win(_) => statement.span.end,
    }
}
