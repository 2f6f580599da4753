//! Statements and blocks on one line, where that is possible at all.

use super::{Printer, flat, texts};
use crate::tree::{
    Block, Choice, Choose, ChooseOption, Leave, May, Move, Offered, Remember, Repeat, Requirement, SetOperator,
    Statement, StatementKind, Win,
};

/// What stands between two statements or members of one line.
pub(super) const GAP: &str = "   ";

/// How many statements share a line when the author's line breaks are not known.
const STATEMENTS_ON_A_LINE: usize = 3;

impl Printer<'_> {
    /// `{ … }`, if it may stand on one line.
    pub(super) fn flat_block(&self, block: &Block) -> Option<String> {
        if self.has_comments(block.span) {
            return None;
        }
        let Some(first) = block.statements.first() else { return Some("{ }".to_owned()) };
        let joined = self.joined(block.span.start, first.span.start, block.statements.len() <= STATEMENTS_ON_A_LINE);
        // Without an original only simple statements share a line.
        let simple = self.source.is_some() || block.statements.len() == 1 || block.statements.iter().all(is_simple);
        if !joined || !simple {
            return None;
        }
        let statements = block.statements.iter().map(|statement| self.flat_statement(statement));
        let statements = statements.collect::<Option<Vec<_>>>()?;
        Some(format!("{{ {} }}", statements.join(GAP)))
    }

    /// A statement, if it may stand on one line.
    pub(super) fn flat_statement(&self, statement: &Statement) -> Option<String> {
        if self.has_comments(statement.span) {
            return None;
        }
        let start = statement.span.start;
        Some(match &statement.kind {
            StatementKind::Choose(choose) => self.flat_choose(choose, start)?,
            StatementKind::ChooseOption(choose) => self.flat_options(choose, start)?,
            StatementKind::May(may) => self.flat_may(may, start)?,
            StatementKind::If { arms, otherwise } => {
                let last = otherwise.as_ref().or_else(|| arms.last().map(|(_, block)| block))?;
                self.on_one_line(start, last)?;
                let arms = arms.iter().map(|(condition, block)| {
                    Some(format!("if {} {}", flat::expression(condition), self.flat_block(block)?))
                });
                let arms = arms.collect::<Option<Vec<_>>>()?.join(" else ");
                format!("{arms}{}", self.flat_clause("else", otherwise.as_ref())?)
            }
            StatementKind::Simultaneous { body, reveal, .. } => {
                self.on_one_line(start, reveal.as_ref().unwrap_or(body))?;
                let reveal = self.flat_clause("reveal", reveal.as_ref())?;
                format!("{} {}{reveal}", head(&statement.kind), self.flat_block(body)?)
            }
            StatementKind::Plan { body, if_none, .. } => {
                self.on_one_line(start, if_none.as_ref().unwrap_or(body))?;
                let if_none = self.flat_clause("if none", if_none.as_ref())?;
                format!("{} {}{if_none}", head(&statement.kind), self.flat_block(body)?)
            }
            StatementKind::For(_, body)
            | StatementKind::Repeat { body, .. }
            | StatementKind::RepeatFor { body, .. }
            | StatementKind::Turn(_, body) => format!("{} {}", head(&statement.kind), self.flat_block(body)?),
            StatementKind::Require(require) => requirement(require),
            // A picture is one only line by line.
            StatementKind::LayOut { .. } => return None,
            StatementKind::Leave(_)
            | StatementKind::Let(..)
            | StatementKind::Move(_)
            | StatementKind::DrawFrom { .. }
            | StatementKind::DrawOne(_)
            | StatementKind::Roll(_)
            | StatementKind::Shuffle(_)
            | StatementKind::Swap(..)
            | StatementKind::Set { .. }
            | StatementKind::Remember(_)
            | StatementKind::Show { .. }
            | StatementKind::Say { .. }
            | StatementKind::Do { .. }
            | StatementKind::Win(_) => head(&statement.kind),
        })
    }

    /// Whether the author left the line unbroken up to a block.
    fn on_one_line(&self, start: u32, last: &Block) -> Option<()> {
        self.joined(start, last.span.start, true).then_some(())
    }

    /// ` if none { … }`, or nothing if there is none.
    fn flat_clause(&self, word: &str, block: Option<&Block>) -> Option<String> {
        match block {
            Some(block) => self.flat_block(block).map(|block| format!(" {word} {block}")),
            None => Some(String::new()),
        }
    }

    fn flat_choose(&self, choose: &Choose, start: u32) -> Option<String> {
        let offered = &choose.offered;
        let last_clause = offered.requirements.last().map(|require| require.span.start);
        if last_clause.is_some_and(|clause| !self.joined(start, clause, false)) {
            return None;
        }
        if let Some(block) = &choose.if_none {
            self.on_one_line(start, block)?;
        }
        let if_none = self.flat_clause("if none", choose.if_none.as_ref())?;
        let required = requirements(&offered.requirements);
        Some(format!("{}{}{required}{if_none}", choose_head(offered), wording(offered)))
    }

    fn flat_options(&self, choose: &ChooseOption, start: u32) -> Option<String> {
        let last = choose.options.last()?;
        if !self.joined(start, last.span.start, false) {
            return None;
        }
        let options = choose.options.iter().map(|option| self.flat_option(option)).collect::<Option<Vec<_>>>()?;
        let if_none = self.flat_clause("if none", choose.if_none.as_ref())?;
        Some(format!("choose {{ {} }}{if_none}", options.join(GAP)))
    }

    /// An `option`, if it may stand on one line.
    pub(super) fn flat_option(&self, option: &Choice) -> Option<String> {
        self.on_one_line(option.span.start, &option.body)?;
        let body = self.flat_block(&option.body)?;
        Some(format!("{}{} {body}", option_head(&option.offered), requirements(&option.offered.requirements)))
    }

    fn flat_may(&self, may: &May, start: u32) -> Option<String> {
        self.on_one_line(start, may.if_none.as_ref().unwrap_or(&may.body))?;
        let body = self.flat_block(&may.body)?;
        let if_none = self.flat_clause("if none", may.if_none.as_ref())?;
        Some(format!("{}{} {body}{if_none}", may_head(may), requirements(&may.requirements)))
    }
}

/// Whether a statement holds no others.
fn is_simple(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Leave(_)
        | StatementKind::Let(..)
        | StatementKind::Move(_)
        | StatementKind::DrawFrom { .. }
        | StatementKind::DrawOne(_)
        | StatementKind::Roll(_)
        | StatementKind::Shuffle(_)
        | StatementKind::Swap(..)
        | StatementKind::Set { .. }
        | StatementKind::Remember(_)
        | StatementKind::Show { .. }
        | StatementKind::Say { .. }
        | StatementKind::Do { .. }
        | StatementKind::Win(_) => true,
        StatementKind::Choose(choose) => choose.offered.requirements.is_empty() && choose.if_none.is_none(),
        StatementKind::ChooseOption(_)
        | StatementKind::LayOut { .. }
        | StatementKind::May(_)
        | StatementKind::Require(_)
        | StatementKind::If { .. }
        | StatementKind::For(..)
        | StatementKind::Repeat { .. }
        | StatementKind::RepeatFor { .. }
        | StatementKind::Simultaneous { .. }
        | StatementKind::Plan { .. }
        | StatementKind::Turn(..) => false,
    }
}

/// A statement up to its first block or clause; for a simple statement all of it.
pub(super) fn head(kind: &StatementKind) -> String {
    match kind {
        StatementKind::Choose(choose) => choose_head(&choose.offered),
        StatementKind::ChooseOption(_) => "choose".to_owned(),
        StatementKind::May(may) => may_head(may),
        StatementKind::Require(require) => requirement(require),
        StatementKind::If { .. } => "if".to_owned(),
        StatementKind::For(selection, _) => format!("for {}", flat::selection(selection)),
        StatementKind::Repeat { times, condition, .. } => {
            let times = times.as_ref().map_or_else(String::new, |times| format!(" {}", flat::expression(times)));
            format!("repeat{times}{}", as_long_as(condition.as_ref()))
        }
        StatementKind::RepeatFor { turn, pick, condition, .. } => {
            format!("{}{}{}", round(turn.is_some()), flat::pick(pick), as_long_as(condition.as_ref()))
        }
        StatementKind::Simultaneous { pick, keys, .. } => {
            format!("simultaneous {}{}", flat::pick(pick), flat::by(keys))
        }
        StatementKind::Plan { keys, .. } if keys.is_empty() => "plan".to_owned(),
        StatementKind::Plan { keys, .. } if keys.iter().all(|key| key.best) => {
            let keys: Vec<_> = keys.iter().map(|key| flat::expression(&key.value)).collect();
            format!("plan best by {}", keys.join(", "))
        }
        StatementKind::Plan { keys, .. } => format!("plan{}", flat::by(keys)),
        StatementKind::Turn(player, _) => format!("turn of {}", flat::expression(player)),
        StatementKind::Leave(Leave::Turn) => "leave turn".to_owned(),
        StatementKind::Leave(Leave::Plan) => "leave plan".to_owned(),
        StatementKind::Leave(Leave::Named(name)) => format!("leave {}", name.text),
        StatementKind::Let(name, value) => format!("let {} = {}", name.text, flat::expression(value)),
        StatementKind::Move(moving) => self::moving(moving),
        StatementKind::DrawFrom { amount, from, to } => {
            let [amount, from, to] = [amount, from, to].map(flat::expression);
            format!("draw {amount} from {from} to {to}")
        }
        StatementKind::DrawOne(pick) => format!("draw {}", flat::pick(pick)),
        StatementKind::Roll(what) => format!("roll {}", flat::expression(what)),
        StatementKind::Swap(one, other) => format!("swap {}, {}", flat::expression(one), flat::expression(other)),
        StatementKind::LayOut { board, .. } => format!("lay out {}", board.text),
        StatementKind::Shuffle(what) => format!("shuffle {}", flat::expression(what)),
        StatementKind::Set { target, operator, value } => {
            format!("set {} {} {}", flat::expression(target), set_sign(*operator), flat::expression(value))
        }
        StatementKind::Remember(Remember::Note(values)) => format!("note position{}", flat::arguments(values.as_ref())),
        StatementKind::Remember(Remember::Forget) => "forget positions".to_owned(),
        StatementKind::Show { what, to } => {
            let to = to.as_ref().map_or_else(String::new, |to| format!(" to {}", flat::expression(to)));
            format!("show {}{to}", flat::expression(what))
        }
        StatementKind::Say { text, to } => {
            let to = to.as_ref().map_or_else(String::new, |to| format!(" to {}", flat::expression(to)));
            format!("say {}{to}", texts::template(text))
        }
        StatementKind::Do { name, arguments } => format!("do {}{}", name.text, flat::arguments(arguments.as_ref())),
        StatementKind::Win(Win::Nobody) => "win nobody".to_owned(),
        StatementKind::Win(Win::Ranked(pick, keys)) => format!("win {}{}", flat::pick(pick), flat::by(keys)),
        StatementKind::Win(Win::These(players)) => format!("win {}", flat::expression(players)),
    }
}

fn moving(moving: &Move) -> String {
    match moving {
        Move::Each(selection, to) => format!("move each {} to {}", flat::selection(selection), flat::expression(to)),
        Move::All { kind, from, to } => {
            let kind = kind.as_ref().map_or_else(String::new, |kind| format!("{} ", flat::expression(kind)));
            format!("move all {kind}from {} to {}", flat::expression(from), flat::expression(to))
        }
        Move::Some { amount, kind, from, to } => {
            let [amount, kind, from, to] = [amount, kind, from, to].map(flat::expression);
            format!("move {amount} {kind} from {from} to {to}")
        }
        Move::What { what, to } => format!("move {} to {}", flat::expression(what), flat::expression(to)),
    }
}

/// The sign of a `set`.
pub(super) fn set_sign(operator: SetOperator) -> &'static str {
    match operator {
        SetOperator::Becomes => "=",
        SetOperator::Plus => "+=",
        SetOperator::Minus => "-=",
        SetOperator::Times => "*=",
    }
}

/// How going round and round begins.
pub(super) fn round(turns: bool) -> &'static str {
    if turns { "repeat turn of " } else { "repeat for " }
}

/// ` while C`, or nothing.
pub(super) fn as_long_as(condition: Option<&crate::tree::Expression>) -> String {
    condition.map_or_else(String::new, |condition| format!(" while {}", flat::expression(condition)))
}

fn choose_head(offered: &Offered) -> String {
    format!("choose {}{}", some_of(offered), flat::picks(&offered.picks))
}

/// `option "…"`, or `option x in S as "…"`.
pub(super) fn option_head(offered: &Offered) -> String {
    match (&offered.wording, offered.picks.as_slice()) {
        (Some(words), []) => format!("option {}", texts::template(words)),
        (_, picks) => format!("option {}{}{}", some_of(offered), flat::picks(picks), wording(offered)),
    }
}

/// `2 of `, or nothing.
pub(super) fn some_of(offered: &Offered) -> String {
    offered.amount.as_ref().map_or_else(String::new, |amount| format!("{} of ", flat::expression(amount)))
}

/// ` as "…"`, or nothing.
pub(super) fn wording(offered: &Offered) -> String {
    offered.wording.as_ref().map_or_else(String::new, |wording| format!(" as {}", texts::template(wording)))
}

/// `may repeat 3 "…" while C`.
pub(super) fn may_head(may: &May) -> String {
    let repeat = match &may.repeat {
        Repeat::Once => String::new(),
        Repeat::Often => " repeat".to_owned(),
        Repeat::AtMost(times) => format!(" repeat {}", flat::expression(times)),
    };
    format!("may{repeat} {}{}", texts::template(&may.text), as_long_as(may.condition.as_ref()))
}

/// `require C else "why"`.
pub(super) fn requirement(require: &Requirement) -> String {
    let why = require.otherwise.as_ref().map_or_else(String::new, |why| format!(" else {}", texts::template(why)));
    format!("require {}{why}", flat::expression(&require.condition))
}

/// All requirements, each with a blank in front.
pub(super) fn requirements(requirements: &[Requirement]) -> String {
    requirements.iter().map(|require| format!(" {}", requirement(require))).collect()
}
