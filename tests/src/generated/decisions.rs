//! Statements that ask somebody.

use super::maker::{Holds, Maker};
use super::signature::Type;
use super::text::{OR, SUM};

impl Maker {
    /// A decision of whoever is on turn; nothing if nobody is.
    pub fn decision(&mut self, fuel: usize) -> Option<String> {
        self.around.decider.as_ref()?;
        match self.below(10) {
            0..=3 => self.choose(fuel),
            4 | 5 => self.choose_several(fuel),
            6 | 7 => self.options(fuel),
            8 => self.may(fuel),
            _ => self.may_repeat(fuel),
        }
    }

    /// ` require C else "…"`, perhaps none.
    fn requirements(&mut self, fuel: usize, share: usize) -> String {
        let mut texts = String::new();
        while texts.len() < 200 && self.percent(share) {
            let condition = self.as_decider(|maker| maker.condition(fuel));
            let why = self.refusal();
            texts += &format!(" require {}{why}", condition.at(OR));
        }
        texts
    }

    /// ` else "…"`, perhaps with values.
    fn refusal(&mut self) -> String {
        match self.below(3) {
            0 => String::new(),
            1 => " else \"That will not do.\"".to_owned(),
            _ => {
                let number = self.as_decider(|maker| maker.number(1));
                format!(" else \"There are {{{}}} of \\\"them\\\".\"", number.piece.open())
            }
        }
    }

    /// A text with values of the names bound last.
    fn words(&mut self, stem: &str, names: usize) -> String {
        let locals: Vec<String> = self
            .locals
            .iter()
            .skip(names)
            .filter(|local| matches!(local.holds, Holds::One(_)))
            .map(|local| format!("{{{}}}", local.name))
            .collect();
        let mut words = format!("{stem} {}", locals.join(" and "));
        if self.percent(25) {
            let number = self.as_decider(|maker| maker.number(1));
            words += &format!(" for {{{}}}", number.piece.open());
        }
        words
    }

    /// What happens if nothing can be chosen, and whether the names hold on behind it.
    fn if_none(&mut self, fuel: usize) -> (String, bool) {
        if self.around.plan && self.percent(70) {
            return (" if none { leave plan }".to_owned(), true);
        }
        if self.around.plan {
            return (String::new(), true);
        }
        match self.below(8) {
            0 => (String::new(), true),
            1 | 2 => (format!(" if none {{ {} }}", self.inside(|maker| maker.some_statements(2, fuel))), false),
            3 if self.around.secret.is_none() && !self.around.calm && self.percent(20) => {
                (" if none { win nobody }".to_owned(), true)
            }
            _ => match self.leaving() {
                Some(leave) => (format!(" if none {{ {leave} }}"), true),
                None => (String::new(), true),
            },
        }
    }

    fn choose(&mut self, fuel: usize) -> Option<String> {
        let names = self.locals.len();
        let offered = self.tuples_offered("take", fuel);
        Some(format!("choose {offered}{}", self.behind_names(names)))
    }

    fn choose_several(&mut self, fuel: usize) -> Option<String> {
        let names = self.locals.len();
        let offered = self.sets_offered(fuel)?;
        Some(format!("choose {offered}{}", self.behind_names(names)))
    }

    /// What happens if nothing can be chosen; the names from here on are kept if they hold on behind it.
    fn behind_names(&mut self, names: usize) -> String {
        let bound = self.locals.split_off(names);
        let (if_none, holds) = self.if_none(1);
        if holds {
            self.locals.extend(bound);
        }
        if_none
    }

    /// What an option with names offers.
    fn offered(&mut self, stem: &str, fuel: usize) -> Option<String> {
        if self.percent(70) { Some(self.tuples_offered(stem, fuel)) } else { self.sets_offered(fuel) }
    }

    /// `x in S, y in T as "…" require …`; its names are bound.
    fn tuples_offered(&mut self, stem: &str, fuel: usize) -> String {
        let names = self.locals.len();
        let count = 1 + usize::from(self.percent(35)) + usize::from(self.percent(10));
        let picks: Vec<String> = self.as_decider(|maker| {
            (0..count)
                .map(|_| {
                    let of = maker.some_type();
                    maker.pick_of(&of, fuel)
                })
                .collect()
        });
        let words = if self.percent(60) { format!(" as \"{}\"", self.words(stem, names)) } else { String::new() };
        let require = self.requirements(fuel, 30);
        format!("{}{words}{require}", picks.join(", "))
    }

    /// `2 of x in S as "…" require …`; its name is bound.
    fn sets_offered(&mut self, fuel: usize) -> Option<String> {
        let names = self.locals.len();
        let kind = self.below(self.signature.kinds.len());
        let of = if self.percent(75) { Type::Component(kind) } else { Type::Player };
        let pick = self.as_decider(|maker| maker.try_pick_of(&of, fuel))?;
        let local = self.locals.split_off(names).into_iter().next()?;
        let amount = match self.below(4) {
            0 => "1".to_owned(),
            1 => "0..2".to_owned(),
            2 => {
                let number = self.as_decider(|maker| maker.number(1)).within(0, 3);
                format!("0..{}", number.piece.at(SUM))
            }
            _ => "2".to_owned(),
        };
        let holds = match &local.holds {
            Holds::One(Type::Component(kind)) => Holds::Components(*kind),
            _ => Holds::Players,
        };
        self.bind(&local.name, holds, local.sight);
        let words = if self.percent(40) { format!(" as \"all of {{{}}}\"", local.name) } else { String::new() };
        let require = self.requirements(fuel, 35);
        Some(format!("{amount} of {pick}{words}{require}"))
    }

    fn options(&mut self, fuel: usize) -> Option<String> {
        let count = 2 + self.below(2);
        let mut texts = Vec::new();
        for number in 0..count {
            let names = self.locals.len();
            let stem = ["go", "stay", "turn round"][number.min(2)];
            let head = if self.percent(35) { self.offered(stem, fuel) } else { None };
            let head = match head {
                Some(head) => head,
                None => format!("\"{}\"{}", self.words(stem, names).trim(), self.requirements(fuel, 25)),
            };
            let body = self.inside(|maker| {
                // Mostly something becomes of what was named.
                let named = maker.locals.len() > names && maker.percent(70);
                let moved = if named { maker.move_one(fuel).unwrap_or_default() } else { String::new() };
                format!("{moved} {}", maker.some_statements(2, fuel.saturating_sub(1)))
            });
            self.locals.truncate(names);
            texts.push(format!("option {head} {{ {body} }}"));
        }
        let (if_none, _) = if self.percent(40) { self.if_none(1) } else { (String::new(), true) };
        Some(format!("choose {{ {} }}{if_none}", texts.join(" ")))
    }

    fn may(&mut self, fuel: usize) -> Option<String> {
        let names = self.locals.len();
        let words = self.words("try it", names);
        let require = self.requirements(fuel, 30);
        let body = self.inside(|maker| maker.some_statements(2, fuel.saturating_sub(1)));
        let if_none = if self.percent(40) { self.if_none(1).0 } else { String::new() };
        Some(format!("may \"{}\"{require} {{ {body} }}{if_none}", words.trim()))
    }

    fn may_repeat(&mut self, fuel: usize) -> Option<String> {
        let names = self.locals.len();
        let words = self.words("once more", names);
        let endless = !self.around.calm && !self.around.plan && self.around.secret.is_none() && self.percent(25);
        self.calm &= !endless;
        let times = if endless { String::new() } else { format!(" {}", self.between(1, 3)) };
        let condition = if self.percent(60) {
            format!(" while {}", self.as_decider(|maker| maker.condition(fuel)).at(OR))
        } else {
            String::new()
        };
        let require = self.requirements(fuel, 20);
        let body = self.inside(|maker| {
            maker.around.loops += 1;
            maker.some_statements(2, fuel.saturating_sub(1))
        });
        let if_none = if self.percent(40) { self.if_none(1).0 } else { String::new() };
        Some(format!("may repeat{times} \"{}\"{condition}{require} {{ {body} }}{if_none}", words.trim()))
    }

    /// All at once.
    pub fn simultaneous(&mut self, fuel: usize) -> Option<String> {
        if self.around.calm || self.around.loops > 2 {
            return None;
        }
        self.calm = false;
        let (head, body) = self.inside(|maker| {
            let condition = maker.percent(30);
            let name = maker.name("p");
            maker.bind(&name, Holds::One(Type::Player), super::signature::Sight::All);
            let condition = if condition {
                format!(" where {}", maker.in_public(|maker| maker.condition(fuel.min(1))).at(OR))
            } else {
                String::new()
            };
            let keys = if maker.percent(25) { maker.in_public(|maker| maker.keys(1)) } else { String::new() };
            // Local names from outside may hold what only others see.
            maker.locals.retain(|local| local.sight == super::signature::Sight::All);
            maker.around.secret = Some(name.clone());
            maker.around.decider = Some(name.clone());
            maker.around.calm = true;
            maker.around.plan = false;
            maker.around.turn = false;
            maker.around.leavable.clear();
            let reader = maker.reader.replace(name.clone());
            let mut body = String::new();
            for _ in 0..1 + maker.below(2) {
                if let Some(decision) = maker.decision(fuel) {
                    body += &format!("{decision}\n");
                }
                body += &maker.some_statements(2, fuel);
            }
            maker.reader = reader;
            (format!("simultaneous {name} in players{condition}{keys}"), body)
        });
        let reveal = if self.percent(60) {
            format!(" reveal {{ {} }}", self.inside(|maker| maker.some_statements(2, fuel)))
        } else {
            String::new()
        };
        Some(format!("{head} {{ {body} }}{reveal}"))
    }

    /// Looking ahead.
    pub fn plan(&mut self, fuel: usize) -> Option<String> {
        if self.around.plan || self.around.calm && self.around.secret.is_none() || self.around.decider.is_none() {
            return None;
        }
        let decider = self.around.decider.clone();
        let reader = std::mem::replace(&mut self.reader, decider);
        let keys = if self.percent(60) { self.keys(fuel.min(2)) } else { String::new() };
        let body = self.inside(|maker| {
            maker.around.calm = true;
            maker.around.plan = true;
            maker.around.turn = false;
            maker.around.leavable.clear();
            let mut body = String::new();
            let repeats = maker.percent(30);
            if repeats {
                maker.around.loops += 1;
            }
            for _ in 0..1 + maker.below(2) {
                if let Some(decision) = maker.decision(fuel.min(2)) {
                    body += &format!("{decision}\n");
                }
                body += &maker.some_statements(1, fuel.min(2));
                if maker.percent(25) {
                    let condition = maker.condition(2);
                    let why = maker.refusal();
                    body += &format!(" require {}{why} ", condition.at(OR));
                }
            }
            if repeats { format!("repeat 2 {{ {body} }}") } else { body }
        });
        self.reader = reader;
        let if_none = if self.percent(60) {
            format!(" if none {{ {} }}", self.inside(|maker| maker.some_statements(1, 1)))
        } else {
            String::new()
        };
        Some(format!("plan{keys} {{ {body} }}{if_none}"))
    }
}
