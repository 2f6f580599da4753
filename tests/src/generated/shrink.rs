//! Rules made smaller as long as something still holds of them: declarations and statements go, blocks take the place of what holds them,
//! expressions become a part of themselves or a plain value.
//!
//! It works on the syntax tree of any rules, however they came to be. Each step is tried in writing; what cannot be read or checked is
//! the business of whoever asks.

use std::sync::Arc;

use rulehound_grammar::span::{FileId, Span};
use rulehound_grammar::tree::{
    BinaryOperator, Block, BoardShape, ComponentMember, Expression, ExpressionKind, File, Key, Laid, MakeKind, Move,
    Pick, Remember, Statement, StatementKind, Thing, Watch, Win,
};
use rulehound_grammar::{parse, print};

/// The smallest rules found of which `holds` is still true; so many trials at most.
pub fn shrunk(text: &str, trials: usize, holds: &mut dyn FnMut(&str) -> bool) -> String {
    let mut best = text.to_owned();
    let mut left = trials;
    let mut at = 0;
    let mut since = 0;
    while left > 0 {
        let Some(smaller) = edited(&best, at) else {
            if since == 0 {
                break;
            }
            (at, since) = (0, 0);
            continue;
        };
        left -= 1;
        if smaller != best && smaller.len() < best.len() + 12 && holds(&smaller) {
            // What stood behind has moved up; the same number is the next.
            since += 1;
            best = smaller;
        } else {
            at += 1;
        }
    }
    best
}

/// The rules after the edit of this number; none if there are not so many.
fn edited(text: &str, number: usize) -> Option<String> {
    let parsed = parse(FileId(0), text);
    let mut file = parsed.file;
    file.comments.clear();
    let mut editor = Editor { left: number, done: false };
    editor.file(&mut file);
    editor.done.then(|| print(&file))
}

/// Counts edits down and does the one that is meant.
struct Editor {
    left: usize,
    done: bool,
}

impl Editor {
    /// Whether it is this edit's turn.
    fn turn(&mut self) -> bool {
        if self.done {
            return false;
        }
        self.done = self.left == 0;
        self.left = self.left.saturating_sub(1);
        self.done
    }

    fn file(&mut self, file: &mut File) {
        self.each_removed(&mut file.declarations);
        for declaration in &mut file.declarations {
            self.thing(&mut declaration.thing);
        }
    }

    /// One of a list goes; later ones first, since what stands before may be needed.
    fn each_removed<T>(&mut self, list: &mut Vec<T>) {
        for at in (0..list.len()).rev() {
            if self.turn() {
                list.remove(at);
                return;
            }
        }
    }

    fn gone<T>(&mut self, part: &mut Option<T>) {
        if part.is_some() && self.turn() {
            *part = None;
        }
    }

    fn thing(&mut self, thing: &mut Thing) {
        match thing {
            Thing::Component(component) => {
                let component = Arc::make_mut(component);
                self.each_removed(&mut component.notes);
                self.each_removed(&mut component.members);
                for member in &mut component.members {
                    match member {
                        ComponentMember::Attribute(attribute) => {
                            self.gone(&mut attribute.seen);
                            self.gone(&mut attribute.called);
                            self.gone(&mut attribute.index);
                        }
                        ComponentMember::Make(make) => {
                            if let MakeKind::Each { copies, picks, values } = &mut make.kind {
                                self.gone(copies);
                                self.each_removed(values);
                                self.each_removed(picks);
                            }
                        }
                    }
                }
            }
            Thing::Board(board) => {
                let board = Arc::make_mut(board);
                self.each_removed(&mut board.marks);
                self.each_removed(&mut board.ways);
                board.ways.iter_mut().for_each(|way| self.expression(&mut way.value));
                if let BoardShape::Path { index, .. } | BoardShape::Grid { index, .. } = &mut board.shape {
                    self.gone(index);
                }
                self.each_removed(&mut board.notes);
            }
            Thing::Zone(zone) => {
                let zone = Arc::make_mut(zone);
                self.gone(&mut zone.index);
                self.gone(&mut zone.top_seen);
                self.each_removed(&mut zone.notes);
                if zone.holds.len() > 1 {
                    self.each_removed(&mut zone.holds);
                }
            }
            Thing::Variable(variable) => {
                let variable = Arc::make_mut(variable);
                self.gone(&mut variable.each);
                self.gone(&mut variable.index);
                self.each_removed(&mut variable.notes);
            }
            Thing::Definition(definition) => {
                let definition = Arc::make_mut(definition);
                self.each_removed(&mut definition.notes);
                self.expression(&mut definition.value);
            }
            Thing::Runnable(runnable) => {
                let runnable = Arc::make_mut(runnable);
                self.each_removed(&mut runnable.notes);
                self.block(&mut runnable.body);
            }
            Thing::Trigger(trigger) => {
                let trigger = Arc::make_mut(trigger);
                self.each_removed(&mut trigger.notes);
                match &mut trigger.watch {
                    Watch::Move { from, to, condition, .. } => {
                        self.gone(from);
                        self.gone(to);
                        self.gone(condition);
                    }
                    Watch::Rule { condition, .. } => self.gone(condition),
                    Watch::When { binding, condition } => {
                        self.gone(binding);
                        self.expression(condition);
                    }
                }
                self.block(&mut trigger.body);
            }
            Thing::Enumeration(enumeration) => self.each_removed(&mut Arc::make_mut(enumeration).values),
            Thing::Removal(_) | Thing::Players(_) | Thing::Setting(_) | Thing::Table(_) | Thing::Layout(_) => {}
        }
    }

    fn block(&mut self, block: &mut Block) {
        self.each_removed(&mut block.statements);
        for at in 0..block.statements.len() {
            // What stands inside takes the place of the whole.
            if inner_blocks(&mut block.statements[at]).is_empty() || !self.turn() {
                continue;
            }
            let mut inner = Vec::new();
            for one in inner_blocks(&mut block.statements[at]) {
                inner.append(&mut one.statements);
            }
            block.statements.splice(at..=at, inner);
            return;
        }
        for statement in &mut block.statements {
            self.statement(statement);
        }
    }

    fn optional_block(&mut self, block: &mut Option<Block>) {
        self.gone(block);
        if let Some(block) = block {
            self.block(block);
        }
    }

    fn laid(&mut self, laid: &mut Laid) {
        self.expression(&mut laid.set);
        self.optional(&mut laid.condition);
    }

    fn remember(&mut self, what: &mut Remember) {
        if let Remember::Note(values) = what {
            self.gone(values);
            values.iter_mut().flatten().for_each(|value| self.expression(value));
        }
    }

    fn moving(&mut self, moving: &mut Move) {
        match moving {
            Move::Each(selection, to) => {
                self.gone(&mut selection.first);
                self.each_removed(&mut selection.keys);
                self.picks(&mut selection.picks);
                self.expression(to);
            }
            Move::All { kind, from, to } => {
                kind.iter_mut().for_each(|kind| self.expression(kind));
                self.expression(from);
                self.expression(to);
            }
            Move::Some { amount, kind, from, to } => {
                self.expression(amount);
                self.expression(kind);
                self.expression(from);
                self.expression(to);
            }
            Move::What { what, to } => {
                self.expression(what);
                self.expression(to);
            }
        }
    }

    fn may(&mut self, may: &mut rulehound_grammar::tree::May) {
        self.gone(&mut may.condition);
        self.each_removed(&mut may.requirements);
        if let Some(condition) = &mut may.condition {
            self.expression(condition);
        }
        may.requirements.iter_mut().for_each(|one| self.expression(&mut one.condition));
        self.block(&mut may.body);
        self.optional_block(&mut may.if_none);
    }

    fn offered(&mut self, offered: &mut rulehound_grammar::tree::Offered) {
        self.gone(&mut offered.amount);
        // An option without names has nothing but its words.
        if !offered.picks.is_empty() {
            self.gone(&mut offered.wording);
        }
        self.each_removed(&mut offered.requirements);
        self.picks(&mut offered.picks);
        offered.requirements.iter_mut().for_each(|one| self.expression(&mut one.condition));
    }

    fn statement(&mut self, statement: &mut Statement) {
        match &mut statement.kind {
            StatementKind::Choose(choose) => {
                self.offered(&mut choose.offered);
                self.optional_block(&mut choose.if_none);
            }
            StatementKind::ChooseOption(choose) => {
                if choose.options.len() > 1 {
                    self.each_removed(&mut choose.options);
                }
                for option in &mut choose.options {
                    self.offered(&mut option.offered);
                    self.block(&mut option.body);
                }
                self.optional_block(&mut choose.if_none);
            }
            StatementKind::May(may) => self.may(may),
            StatementKind::Require(requirement) => self.expression(&mut requirement.condition),
            StatementKind::If { arms, otherwise } => {
                if arms.len() > 1 {
                    self.each_removed(arms);
                }
                for (condition, block) in arms {
                    self.expression(condition);
                    self.block(block);
                }
                self.optional_block(otherwise);
            }
            StatementKind::For(selection, block) => {
                self.gone(&mut selection.first);
                self.each_removed(&mut selection.keys);
                self.picks(&mut selection.picks);
                self.keys(&mut selection.keys);
                self.block(block);
            }
            StatementKind::Repeat { times, condition, body } => {
                self.gone(condition);
                self.optional(times);
                self.optional(condition);
                self.block(body);
            }
            StatementKind::RepeatFor { pick, condition, body, .. } => {
                self.gone(condition);
                self.pick(pick);
                self.optional(condition);
                self.block(body);
            }
            StatementKind::Simultaneous { pick, keys, body, reveal } => {
                self.each_removed(keys);
                self.pick(pick);
                self.keys(keys);
                self.block(body);
                self.optional_block(reveal);
            }
            StatementKind::Plan { keys, body, if_none } => {
                self.each_removed(keys);
                self.keys(keys);
                self.block(body);
                self.optional_block(if_none);
            }
            StatementKind::Turn(player, block) => {
                self.expression(player);
                self.block(block);
            }
            StatementKind::Leave(_) => {}
            StatementKind::Remember(what) => self.remember(what),
            StatementKind::Let(_, value) | StatementKind::Roll(value) | StatementKind::Shuffle(value) => {
                self.expression(value)
            }
            StatementKind::LayOut { legend, .. } => legend.iter_mut().for_each(|laid| self.laid(laid)),
            StatementKind::Swap(one, other) => [one, other].into_iter().for_each(|part| self.expression(part)),
            StatementKind::Move(moving) => self.moving(moving),
            StatementKind::DrawFrom { amount, from, to } => {
                self.expression(amount);
                self.expression(from);
                self.expression(to);
            }
            StatementKind::DrawOne(pick) => self.pick(pick),
            StatementKind::Set { target, value, .. } => {
                self.expression(target);
                self.expression(value);
            }
            StatementKind::Show { what, to } => {
                self.gone(to);
                self.expression(what);
                self.optional(to);
            }
            StatementKind::Say { text: _, to } => {
                self.gone(to);
                self.optional(to);
            }
            StatementKind::Do { arguments, .. } => {
                arguments.iter_mut().flatten().for_each(|argument| self.expression(argument));
            }
            StatementKind::Win(Win::Nobody) => {}
            StatementKind::Win(Win::Ranked(pick, keys)) => {
                self.pick(pick);
                self.keys(keys);
            }
            StatementKind::Win(Win::These(set)) => self.expression(set),
        }
    }

    fn optional(&mut self, expression: &mut Option<Expression>) {
        if let Some(expression) = expression {
            self.expression(expression);
        }
    }

    fn keys(&mut self, keys: &mut [Key]) {
        keys.iter_mut().for_each(|key| self.expression(&mut key.value));
    }

    fn picks(&mut self, picks: &mut Vec<Pick>) {
        if picks.len() > 1 {
            self.each_removed(picks);
        }
        picks.iter_mut().for_each(|pick| self.pick(pick));
    }

    fn pick(&mut self, pick: &mut Pick) {
        self.gone(&mut pick.from);
        self.gone(&mut pick.condition);
        self.expression(&mut pick.set);
        self.optional(&mut pick.from);
        self.optional(&mut pick.condition);
    }

    fn expression(&mut self, expression: &mut Expression) {
        let plain = [
            ExpressionKind::Number(0),
            ExpressionKind::Number(1),
            ExpressionKind::YesNo(true),
            ExpressionKind::YesNo(false),
            ExpressionKind::Name(rulehound_grammar::tree::Name { text: "players".to_owned(), span: Span::default() }),
        ];
        let simple = matches!(
            *expression.kind,
            ExpressionKind::Number(_) | ExpressionKind::YesNo(_) | ExpressionKind::None | ExpressionKind::Name(_)
        );
        if !simple {
            for kind in plain {
                if self.turn() {
                    *expression.kind = kind;
                    return;
                }
            }
            for part in parts(expression) {
                if self.turn() {
                    *expression = bracketed(part);
                    return;
                }
            }
        }
        match &mut *expression.kind {
            ExpressionKind::Number(_) | ExpressionKind::YesNo(_) | ExpressionKind::None | ExpressionKind::Name(_) => {}
            ExpressionKind::Member(of, _) => self.expression(of),
            ExpressionKind::Bracketed(inner) | ExpressionKind::Not(inner) | ExpressionKind::Negative(inner) => {
                self.expression(inner)
            }
            ExpressionKind::CountOf(inner) => self.expression(inner),
            ExpressionKind::Call(of, values) => {
                self.expression(of);
                values.iter_mut().for_each(|value| self.expression(value));
            }
            ExpressionKind::ForWhom(value, player) => {
                self.expression(value);
                self.expression(player);
            }
            ExpressionKind::Tuple(values) => values.iter_mut().for_each(|value| self.expression(value)),
            ExpressionKind::Listed(values) | ExpressionKind::MostOf { values, .. } => {
                if values.len() > 1 {
                    self.each_removed(values);
                }
                values.iter_mut().for_each(|value| self.expression(value));
            }
            ExpressionKind::Binary(_, one, other) | ExpressionKind::Range(one, other) => {
                self.expression(one);
                self.expression(other);
            }
            ExpressionKind::CountOn { kind, place } => {
                self.expression(kind);
                self.expression(place);
            }
            ExpressionKind::If { arms, otherwise } => {
                for (condition, value) in arms {
                    self.expression(condition);
                    self.expression(value);
                }
                self.expression(otherwise);
            }
            ExpressionKind::Most { picks, otherwise, .. } => {
                self.picks(picks);
                self.gone(otherwise);
                self.optional(otherwise);
            }
            ExpressionKind::First { picks, keys, value, otherwise } => {
                self.each_removed(keys);
                self.picks(picks);
                self.keys(keys);
                self.gone(otherwise);
                self.optional(value);
                self.optional(otherwise);
            }
            ExpressionKind::SomeOf { amount, pick, keys, first: _ } => {
                self.each_removed(keys);
                self.expression(amount);
                self.pick(pick);
                self.keys(keys);
            }
            ExpressionKind::Reach { name: _, from, to } => {
                self.expression(from);
                self.expression(to);
            }
            ExpressionKind::CountPicks(picks) => self.picks(picks),
            ExpressionKind::Over { picks, keys, value, .. } => {
                self.each_removed(keys);
                self.picks(picks);
                self.keys(keys);
                self.gone(value);
                self.optional(value);
            }
        }
    }
}

/// In brackets, unless it holds together by itself.
fn bracketed(part: Expression) -> Expression {
    let span = part.span;
    match *part.kind {
        ExpressionKind::Number(_)
        | ExpressionKind::YesNo(_)
        | ExpressionKind::None
        | ExpressionKind::Name(_)
        | ExpressionKind::Member(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::Bracketed(_) => part,
        _ => Expression { kind: Box::new(ExpressionKind::Bracketed(part)), span },
    }
}

/// The parts that may stand for the whole.
fn parts(expression: &Expression) -> Vec<Expression> {
    match &*expression.kind {
        ExpressionKind::Bracketed(inner) => match *inner.kind {
            ExpressionKind::Binary(BinaryOperator::Plus, ..) => parts(inner),
            _ => vec![inner.clone()],
        },
        ExpressionKind::Not(inner) | ExpressionKind::Negative(inner) | ExpressionKind::CountOf(inner) => {
            vec![inner.clone()]
        }
        ExpressionKind::Binary(_, one, other) => vec![one.clone(), other.clone()],
        ExpressionKind::Range(one, other) => vec![one.clone(), other.clone()],
        ExpressionKind::ForWhom(value, _) => vec![value.clone()],
        ExpressionKind::If { arms, otherwise } => {
            let mut parts: Vec<Expression> = arms.iter().map(|(_, value)| value.clone()).collect();
            parts.push(otherwise.clone());
            parts.extend(arms.iter().map(|(condition, _)| condition.clone()));
            parts
        }
        ExpressionKind::MostOf { values, .. } | ExpressionKind::Listed(values) => values.clone(),
        ExpressionKind::Most { picks, otherwise, .. } => {
            otherwise.iter().cloned().chain(picks.iter().map(|pick| pick.set.clone())).collect()
        }
        ExpressionKind::First { picks, value, otherwise, .. } => {
            let sets = picks.iter().map(|pick| pick.set.clone());
            otherwise.iter().chain(value).cloned().chain(sets).collect()
        }
        ExpressionKind::Over { picks, value, .. } => {
            value.iter().cloned().chain(picks.iter().map(|pick| pick.set.clone())).collect()
        }
        ExpressionKind::SomeOf { pick, .. } => vec![pick.set.clone()],
        ExpressionKind::Reach { from, .. } => vec![from.clone()],
        ExpressionKind::CountPicks(picks) => picks.iter().map(|pick| pick.set.clone()).collect(),
        ExpressionKind::Member(of, _) => vec![of.clone()],
        ExpressionKind::Call(_, values) => values.clone(),
        ExpressionKind::CountOn { .. }
        | ExpressionKind::Tuple(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::YesNo(_)
        | ExpressionKind::None
        | ExpressionKind::Name(_) => Vec::new(),
    }
}

/// The blocks inside of a statement.
fn inner_blocks(statement: &mut Statement) -> Vec<&mut Block> {
    match &mut statement.kind {
        StatementKind::If { arms, otherwise } => arms.iter_mut().map(|(_, block)| block).chain(otherwise).collect(),
        StatementKind::For(_, body) | StatementKind::Turn(_, body) => vec![body],
        StatementKind::Repeat { body, .. } | StatementKind::RepeatFor { body, .. } => vec![body],
        StatementKind::Simultaneous { body, reveal, .. } => std::iter::once(body).chain(reveal).collect(),
        StatementKind::Plan { body, if_none, .. } => std::iter::once(body).chain(if_none).collect(),
        StatementKind::May(may) => std::iter::once(&mut may.body).chain(&mut may.if_none).collect(),
        StatementKind::ChooseOption(choose) => {
            choose.options.iter_mut().map(|option| &mut option.body).chain(&mut choose.if_none).collect()
        }
        StatementKind::Choose(choose) => choose.if_none.iter_mut().collect(),
        StatementKind::Require(_)
        | StatementKind::Leave(_)
        | StatementKind::Let(..)
        | StatementKind::Move(_)
        | StatementKind::DrawFrom { .. }
        | StatementKind::DrawOne(_)
        | StatementKind::Roll(_)
        | StatementKind::Shuffle(_)
        | StatementKind::Swap(..)
        | StatementKind::LayOut { .. }
        | StatementKind::Set { .. }
        | StatementKind::Remember(_)
        | StatementKind::Show { .. }
        | StatementKind::Say { .. }
        | StatementKind::Do { .. }
        | StatementKind::Win(_) => Vec::new(),
    }
}
