//! Statements that say what comes when, and blocks of statements.

use super::maker::{Holds, Maker};
use super::signature::{Sight, Type};
use super::text::OR;

impl Maker {
    /// So many statements at most, in one text.
    pub fn some_statements(&mut self, most: usize, fuel: usize) -> String {
        let count = 1 + self.below(most.max(1));
        let mut texts: Vec<String> = Vec::new();
        for _ in 0..count {
            for _ in 0..4 {
                if let Some(text) = self.statement(fuel) {
                    texts.push(text);
                    break;
                }
            }
        }
        texts.iter().map(|text| format!("{text}\n")).collect()
    }

    /// One statement; nothing if what was thought of does not fit here.
    pub fn statement(&mut self, fuel: usize) -> Option<String> {
        if self.statements == 0 {
            return None;
        }
        self.statements -= 1;
        let deep = fuel == 0;
        match self.below(30) {
            0..=9 => self.effect(fuel),
            10..=12 if !deep => self.decision(fuel),
            13 if !deep => self.simultaneous(fuel - 1),
            14 if !deep => self.plan(fuel - 1),
            15 | 16 if !deep => self.conditional(fuel - 1),
            17 | 18 if !deep => self.loop_over(fuel - 1),
            19 if !deep => self.repeat(fuel - 1),
            20 if !deep => self.repeat_for(fuel - 1),
            21 => self.naming(fuel),
            22 if !deep => self.turn(fuel - 1),
            23 if !deep => self.leave_if(fuel - 1),
            24 if !deep => self.win_if(fuel - 1),
            25..=27 => self.call(fuel),
            _ => self.effect(fuel),
        }
    }

    fn conditional(&mut self, fuel: usize) -> Option<String> {
        let condition = self.condition(fuel);
        let body = self.inside(|maker| maker.some_statements(2, fuel));
        let mut text = format!("if {} {{ {body} }}", condition.at(OR));
        if self.percent(25) {
            let condition = self.condition(fuel);
            let body = self.inside(|maker| maker.some_statements(1, fuel));
            text += &format!(" else if {} {{ {body} }}", condition.at(OR));
        }
        if self.percent(40) {
            text += &format!(" else {{ {} }}", self.inside(|maker| maker.some_statements(2, fuel)));
        }
        Some(text)
    }

    fn loop_over(&mut self, fuel: usize) -> Option<String> {
        if self.around.loops >= 3 {
            return None;
        }
        self.inside(|maker| {
            let of = maker.some_type();
            let first = if maker.percent(30) { format!("first {} of ", maker.between(1, 2)) } else { String::new() };
            let tuples = if maker.percent(15) { super::tuples::pick(maker, fuel) } else { None };
            let picks = tuples.unwrap_or_else(|| maker.picks(&of, fuel));
            let keys = if maker.percent(45) { maker.keys(fuel) } else { String::new() };
            maker.around.loops += 1;
            let body = maker.some_statements(2, fuel);
            Some(format!("for {first}{picks}{keys} {{ {body} }}"))
        })
    }

    fn repeat(&mut self, fuel: usize) -> Option<String> {
        if self.around.loops >= 3 {
            return None;
        }
        let times = self.number_within(0, 3, fuel.min(1));
        let condition =
            if self.percent(50) { format!(" while {}", self.condition(fuel).at(OR)) } else { String::new() };
        let body = self.inside(|maker| {
            maker.around.loops += 1;
            maker.some_statements(2, fuel)
        });
        Some(format!("repeat {}{condition} {{ {body} }}", times.at(super::text::SUM)))
    }

    /// Round and round: whoever goes round must get somewhere, so chance is asked each time.
    fn repeat_for(&mut self, fuel: usize) -> Option<String> {
        if self.around.calm || self.around.loops >= 2 {
            return None;
        }
        self.calm = false;
        self.inside(|maker| {
            if maker.percent(35) {
                let condition =
                    if maker.percent(60) { format!(" while {}", maker.condition(fuel).at(OR)) } else { String::new() };
                maker.around.loops += 1;
                let body = maker.some_statements(2, fuel);
                let name = maker.name("n");
                let out = maker.leaving()?;
                return Some(format!("repeat{condition} {{ {body} draw {name} in 0..2 if {name} = 0 {{ {out} }} }}"));
            }
            let of = if maker.percent(80) { Type::Player } else { maker.some_type() };
            let pick = maker.pick_of(&of, fuel);
            let condition = if maker.percent(60) {
                let names = maker.locals.len() - 1;
                let local = maker.locals.remove(names);
                let condition = maker.condition(fuel);
                maker.locals.push(local);
                format!(" while {}", condition.at(OR))
            } else {
                String::new()
            };
            maker.around.loops += 1;
            let player = maker.locals.last().filter(|local| local.holds == Holds::One(Type::Player));
            let player = player.map(|local| local.name.clone()).filter(|_| maker.percent(40));
            let word = if player.is_some() { "turn of" } else { "for" };
            let body = maker.inside(|maker| {
                maker.around.turn |= player.is_some();
                maker.around.decider = player.or(maker.around.decider.take());
                maker.some_statements(2, fuel)
            });
            let name = maker.name("n");
            let out = maker.leaving()?;
            Some(format!("repeat {word} {pick}{condition} {{ {body} draw {name} in 0..2 if {name} = 0 {{ {out} }} }}"))
        })
    }

    fn naming(&mut self, fuel: usize) -> Option<String> {
        let name;
        let (holds, sight, text) = match self.below(6) {
            0 => {
                let number = self.number(fuel);
                let of = Type::Number(number.low, number.high);
                name = self.name("n");
                (Holds::One(of), Sight::All, number.piece.open())
            }
            1 => {
                let condition = self.condition(fuel);
                name = self.name("b");
                (Holds::One(Type::YesNo), Sight::All, condition.open())
            }
            2 => {
                let player = self.player(fuel);
                name = self.name("p");
                (Holds::One(Type::Player), Sight::All, player.open())
            }
            3 => {
                let set = self.set(&Type::Player, fuel)?;
                if set.piece.open().starts_with(|sign: char| sign.is_alphabetic())
                    && !set.whole
                    && !set.piece.open().starts_with("each")
                {
                    return None;
                }
                name = self.name("set");
                (Holds::Players, Sight::All, set.piece.open())
            }
            4 if !self.signature.boards.is_empty() => {
                let board = self.below(self.signature.boards.len());
                let square = self.square(board, fuel);
                name = self.name("s");
                (Holds::One(Type::Board(board)), Sight::All, square.open())
            }
            _ => {
                let kind = self.below(self.signature.kinds.len());
                let set = self.set(&Type::Component(kind), fuel)?;
                let text = format!("each {} in {}", self.name("c"), set.piece.at(OR));
                name = self.name("set");
                (Holds::Components(kind), set.sight, text)
            }
        };
        self.bind(&name, holds, sight);
        Some(format!("let {name} = {text}"))
    }

    fn turn(&mut self, fuel: usize) -> Option<String> {
        if self.around.calm {
            return None;
        }
        self.calm = false;
        let names = self.known(|local| local.holds == Holds::One(Type::Player));
        let local = self.pick(&names)?;
        let body = self.inside(|maker| {
            maker.around.decider = Some(local.name.clone());
            maker.around.turn = true;
            maker.some_statements(3, fuel)
        });
        Some(format!("turn of {} {{ {body} }}", local.name))
    }

    /// `leave …` of something that runs here.
    pub fn leaving(&mut self) -> Option<String> {
        if self.around.plan {
            return Some("leave plan".to_owned());
        }
        if self.around.turn && self.percent(25) {
            return Some("leave turn".to_owned());
        }
        let names = self.around.leavable.clone();
        self.pick(&names).map(|name| format!("leave {name}"))
    }

    fn leave_if(&mut self, fuel: usize) -> Option<String> {
        let leave = self.leaving()?;
        Some(format!("if {} {{ {leave} }}", self.condition(fuel).at(OR)))
    }

    fn win_if(&mut self, fuel: usize) -> Option<String> {
        if self.around.calm || self.around.secret.is_some() || self.percent(60) {
            return None;
        }
        self.calm = false;
        let condition = self.condition(fuel);
        let other = self.condition(fuel);
        let win = self.win(fuel);
        Some(format!("if {} and {} {{ {win} }}", condition.at(super::text::AND), other.at(super::text::NOT)))
    }

    /// The end.
    pub fn win(&mut self, fuel: usize) -> String {
        match self.below(6) {
            0 => "win nobody".to_owned(),
            1 => format!("win {}", self.player(fuel).open()),
            2 => match self.set(&Type::Player, fuel) {
                Some(set) => format!("win {}", set.piece.open()),
                None => "win players".to_owned(),
            },
            _ => self.inside(|maker| {
                let pick = maker.pick_of(&Type::Player, fuel);
                let keys = maker.keys(fuel);
                format!("win {pick}{keys}")
            }),
        }
    }

    /// `do rule(…)`.
    pub fn call(&mut self, fuel: usize) -> Option<String> {
        let rules = self.signature.rules.clone();
        let rule = self.pick(&rules)?;
        let around = &self.around;
        let own = around.secret.is_some() && !rule.public;
        let closed = around.calm && !rule.calm || self.reader.is_some() && !rule.public;
        let missing = !rule.under.iter().all(|name| around.leavable.contains(name));
        let named = format!("r:{}", rule.name);
        let forbidden = !self.may_write(&named) || !rule.writes.iter().all(|what| self.may_write(what));
        let watched = around.secret.is_some()
            && (self.watched_moves.contains(&named)
                || rule.writes.iter().any(|what| self.watched_moves.contains(what)));
        if own || closed || missing || forbidden || watched || rule.decides && around.decider.is_none() {
            return None;
        }
        let arguments = if rule.decides || rule.parameters.first() == Some(&Type::Player) && self.reader.is_some() {
            let reader = self.reader.clone().filter(|reader| !reader.is_empty());
            let decider = self.around.decider.clone().or(reader)?;
            let rest = self.arguments(rule.parameters.get(1..).unwrap_or_default(), fuel)?;
            match rest.strip_prefix('(') {
                Some(rest) => format!("({decider}, {rest}"),
                None => format!("({decider})"),
            }
        } else {
            self.arguments(&rule.parameters, fuel)?
        };
        self.writes.extend(rule.writes);
        self.writes.insert(named);
        self.reads.extend(rule.reads);
        self.calm &= rule.calm;
        Some(format!("do {}{arguments}", rule.name))
    }
}
