//! Statements: the order of play, decisions and effects.

use rulehound_grammar::tree::{
    Block, Choose, Expression, Key, Leave, May, Move, Offered, Pick, Remember, Repeat, Requirement, Selection,
    SetOperator, Statement, StatementKind, Win,
};

use super::Census;

impl Census {
    pub(super) fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    pub(super) fn if_none(&mut self, block: Option<&Block>) {
        if let Some(block) = block {
            self.is("if none");
            self.block(block);
        }
    }

    pub(super) fn requirements(&mut self, requirements: &[Requirement]) {
        for requirement in requirements {
            self.is("require");
            self.requirement(requirement);
        }
    }

    pub(super) fn requirement(&mut self, requirement: &Requirement) {
        self.expression(&requirement.condition);
        if let Some(text) = &requirement.otherwise {
            self.is("require else");
            self.template(text);
        }
    }

    pub(super) fn picks(&mut self, picks: &[Pick]) {
        picks.iter().for_each(|pick| self.pick(pick));
    }

    pub(super) fn pick(&mut self, pick: &Pick) {
        self.has(pick.from.is_some(), "pick from");
        self.has(pick.condition.is_some(), "pick where");
        self.has(!pick.more.is_empty(), "names of a tuple");
        self.expression(&pick.set);
        pick.from.iter().chain(&pick.condition).for_each(|part| self.expression(part));
    }

    pub(super) fn keys(&mut self, keys: &[Key]) {
        for key in keys {
            self.is(if key.best { "best" } else { "by" });
            self.expression(&key.value);
        }
    }

    pub(super) fn selection(&mut self, selection: &Selection) {
        selection.first.iter().for_each(|first| self.expression(first));
        self.picks(&selection.picks);
        self.keys(&selection.keys);
    }

    pub(super) fn choose(&mut self, choose: &Choose) {
        let offered = &choose.offered;
        self.is(if offered.amount.is_some() { "choose several" } else { "choose" });
        self.has(offered.picks.len() > 1, "choose of several picks");
        self.has(offered.wording.is_some(), "choose as");
        self.offered(offered);
        self.if_none(choose.if_none.as_ref());
    }

    pub(super) fn offered(&mut self, offered: &Offered) {
        offered.amount.iter().for_each(|amount| self.expression(amount));
        self.picks(&offered.picks);
        offered.wording.iter().for_each(|text| self.template(text));
        self.requirements(&offered.requirements);
    }

    pub(super) fn may(&mut self, may: &May) {
        self.is(match &may.repeat {
            Repeat::Once => "may",
            Repeat::Often => "may repeat",
            Repeat::AtMost(_) => "may repeat times",
        });
        self.has(may.condition.is_some(), "may while");
        self.template(&may.text);
        may.condition.iter().for_each(|condition| self.expression(condition));
        self.requirements(&may.requirements);
        self.block(&may.body);
        self.if_none(may.if_none.as_ref());
    }

    pub(super) fn simultaneous(&mut self, (pick, keys): (&Pick, &[Key]), body: &Block, reveal: Option<&Block>) {
        self.is("simultaneous");
        self.has(!keys.is_empty(), "simultaneous by");
        self.has(reveal.is_some(), "reveal");
        self.pick(pick);
        self.keys(keys);
        self.block(body);
        reveal.iter().for_each(|block| self.block(block));
    }

    pub(super) fn repeat(&mut self, times: Option<&Expression>, condition: Option<&Expression>, body: &Block) {
        self.is(match (times, condition) {
            (Some(_), None) => "repeat times",
            (Some(_), Some(_)) => "repeat times while",
            (None, Some(_)) => "repeat while",
            (None, None) => "repeat without end",
        });
        times.into_iter().chain(condition).for_each(|part| self.expression(part));
        self.block(body);
    }

    pub(super) fn choose_option(&mut self, choose: &rulehound_grammar::tree::ChooseOption) {
        self.is("choose options");
        for option in &choose.options {
            let offered = &option.offered;
            self.has(!offered.picks.is_empty() && offered.amount.is_none(), "option with names");
            self.has(offered.amount.is_some(), "option several");
            self.has(offered.picks.len() > 1, "option of several picks");
            self.has(!offered.picks.is_empty() && offered.wording.is_some(), "option as");
            self.offered(offered);
            self.block(&option.body);
        }
        self.if_none(choose.if_none.as_ref());
    }

    pub(super) fn win(&mut self, win: &Win) {
        match win {
            Win::Nobody => self.is("win nobody"),
            Win::Ranked(pick, keys) => {
                self.is("win by");
                self.pick(pick);
                self.keys(keys);
            }
            Win::These(set) => {
                self.is("win");
                self.expression(set);
            }
        }
    }

    pub(super) fn set(&mut self, target: &Expression, operator: SetOperator, value: &Expression) {
        self.is(match operator {
            SetOperator::Becomes => "set",
            SetOperator::Plus => "set +=",
            SetOperator::Minus => "set -=",
            SetOperator::Times => "set *=",
        });
        self.expression(target);
        self.expression(value);
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Choose(choose) => self.choose(choose),
            StatementKind::ChooseOption(choose) => self.choose_option(choose),
            StatementKind::May(may) => self.may(may),
            StatementKind::Require(requirement) => {
                self.is("require alone");
                self.requirement(requirement);
            }
            StatementKind::If { arms, otherwise } => {
                self.is("if");
                self.has(arms.len() > 1, "else if");
                self.has(otherwise.is_some(), "else");
                for (condition, block) in arms {
                    self.expression(condition);
                    self.block(block);
                }
                otherwise.iter().for_each(|block| self.block(block));
            }
            StatementKind::For(selection, block) => {
                self.is("for");
                self.has(selection.first.is_some(), "for first");
                self.has(selection.picks.len() > 1, "for of several picks");
                self.has(!selection.keys.is_empty(), "for by");
                self.selection(selection);
                self.block(block);
            }
            StatementKind::Repeat { times, condition, body } => self.repeat(times.as_ref(), condition.as_ref(), body),
            StatementKind::RepeatFor { turn, pick, condition, body } => {
                self.is(if turn.is_some() { "repeat turn of" } else { "repeat for" });
                self.has(condition.is_some(), "repeat for while");
                self.pick(pick);
                condition.iter().for_each(|condition| self.expression(condition));
                self.block(body);
            }
            StatementKind::Simultaneous { pick, keys, body, reveal } => {
                self.simultaneous((pick, keys), body, reveal.as_ref())
            }
            StatementKind::Plan { keys, body, if_none } => {
                self.is("plan");
                self.has(!keys.is_empty(), "plan by");
                self.keys(keys);
                self.block(body);
                self.if_none(if_none.as_ref());
            }
            StatementKind::Turn(player, block) => {
                self.is("turn of");
                self.expression(player);
                self.block(block);
            }
            StatementKind::Leave(leave) => self.is(match leave {
                Leave::Turn => "leave turn",
                Leave::Plan => "leave plan",
                Leave::Named(_) => "leave name",
            }),
            StatementKind::Let(_, value) => {
                self.is("let");
                self.expression(value);
            }
            StatementKind::Move(moving) => self.moving(moving),
            StatementKind::DrawFrom { amount, from, to } => {
                self.is("draw from");
                [amount, from, to].into_iter().for_each(|part| self.expression(part));
            }
            StatementKind::DrawOne(pick) => {
                self.is("draw one");
                self.pick(pick);
            }
            StatementKind::Roll(target) => self.with("roll", target),
            StatementKind::Shuffle(pile) => self.with("shuffle", pile),
            StatementKind::Swap(one, other) => {
                self.is("swap");
                [one, other].into_iter().for_each(|part| self.expression(part));
            }
            StatementKind::LayOut { board: _, rows: _, legend } => {
                self.is("lay out");
                for laid in legend {
                    self.has(laid.condition.is_some(), "lay out where");
                    self.expression(&laid.set);
                    laid.condition.iter().for_each(|condition| self.expression(condition));
                }
            }
            StatementKind::Set { target, operator, value } => self.set(target, *operator, value),
            StatementKind::Remember(what) => self.remember(what),
            StatementKind::Show { what, to } => {
                self.is(if to.is_some() { "show to" } else { "show" });
                self.expression(what);
                to.iter().for_each(|to| self.expression(to));
            }
            StatementKind::Say { text, to } => {
                self.is(if to.is_some() { "say to" } else { "say" });
                self.template(text);
                to.iter().for_each(|to| self.expression(to));
            }
            StatementKind::Do { name, arguments } => {
                self.is(if arguments.is_some() { "do with values" } else { "do" });
                self.has(name.text == "base", "base");
                arguments.iter().flatten().for_each(|argument| self.expression(argument));
            }
            StatementKind::Win(win) => self.win(win),
        }
    }

    pub(super) fn remember(&mut self, what: &Remember) {
        match what {
            Remember::Note(values) => {
                self.is(if values.is_some() { "note for" } else { "note" });
                values.iter().flatten().for_each(|value| self.expression(value));
            }
            Remember::Forget => self.is("forget"),
        }
    }

    pub(super) fn moving(&mut self, moving: &Move) {
        match moving {
            Move::Each(selection, to) => {
                self.is("move each");
                self.selection(selection);
                self.expression(to);
            }
            Move::All { kind, from, to } => {
                self.is(if kind.is_some() { "move all of a kind" } else { "move all" });
                kind.iter().for_each(|kind| self.expression(kind));
                self.expression(from);
                self.expression(to);
            }
            Move::Some { amount, kind, from, to } => {
                self.is("move some");
                [amount, kind, from, to].into_iter().for_each(|part| self.expression(part));
            }
            Move::What { what, to } => {
                self.is("move");
                self.expression(what);
                self.expression(to);
            }
        }
    }
}
