//! Definitions and rules that come back to themselves, by a number that goes down. Some rules go deeper than they may.

use super::maker::{Holds, Maker};
use super::signature::{Callable, Gives, Sight, Type};
use super::text::{COMPARED, OR, SUM};

/// What all of them are given.
fn parameters() -> Vec<Type> {
    vec![Type::Player, Type::Number(0, 3)]
}

/// Definitions that come back to themselves, one an entry: alone, or by way of another.
pub fn definitions(maker: &mut Maker) -> Vec<String> {
    if maker.percent(50) {
        return Vec::new();
    }
    let gives = if maker.percent(60) { Gives::Number(0, 9) } else { Gives::YesNo };
    // Words of options may be made of it, so it never goes too deep.
    let (public, by_way_of, deep) = (maker.percent(60), maker.percent(40), maker.between(4, 6));
    maker.reads.clear();
    let (who, left) = (maker.name("a"), maker.name("a"));
    let next = if by_way_of { "mutter" } else { "murmur" };
    let again = format!("{next}(next({who}), {left} - 1)");
    let body = maker.inside(|maker| {
        let reader = std::mem::replace(&mut maker.reader, public.then(String::new));
        maker.bind(&who, Holds::One(Type::Player), Sight::All);
        maker.bind(&left, Holds::One(Type::Number(0, 3)), Sight::All);
        let body = match gives {
            Gives::Number(low, high) => {
                let (end, more) = (maker.number(2).within(low, high).piece, maker.number(2).within(low, high).piece);
                format!(
                    "if {left} < 1 then {} else max({low}, min({high}, {again} + {}))",
                    end.at(COMPARED),
                    more.at(SUM + 1)
                )
            }
            Gives::YesNo | Gives::Player | Gives::Players | Gives::Components(_) | Gives::Squares(_) => {
                format!("if {left} < 1 then {} else not {again}", maker.condition(2).at(OR))
            }
        };
        maker.reader = reader;
        body
    });
    let head = format!("({who}: player, {left}: 0..3)");
    let mut texts = vec![format!("def murmur{head} deep {deep} = {body}")];
    if by_way_of {
        texts.push(format!("def mutter{head} = murmur({who}, {left})"));
    }
    if gives == Gives::YesNo {
        maker.differences.push(format!("replace def murmur{head} deep {deep} = not base"));
    }
    let reads = std::mem::take(&mut maker.reads);
    maker.signature.definitions.push(Callable {
        name: "murmur".to_owned(),
        parameters: parameters(),
        gives: Some(gives),
        reads,
        writes: std::collections::BTreeSet::new(),
        decides: false,
        under: Vec::new(),
        calm: true,
        public,
    });
    texts
}

/// A rule that comes back to itself, with decisions in it.
pub fn rules(maker: &mut Maker) -> Vec<String> {
    if maker.percent(50) {
        return Vec::new();
    }
    maker.reads.clear();
    maker.writes.clear();
    maker.calm = true;
    maker.statements = 6;
    let deep = maker.between(2, 5);
    let (who, left) = (maker.name("a"), maker.name("a"));
    let text = maker.inside(|maker| {
        maker.bind(&who, Holds::One(Type::Player), Sight::All);
        maker.bind(&left, Holds::One(Type::Number(0, 3)), Sight::All);
        maker.around.leavable = vec!["wander".to_owned()];
        maker.around.decider = Some(who.clone());
        let before = std::mem::take(&mut maker.reader);
        let mut body = maker.decision(2).map(|decision| decision + "\n").unwrap_or_default();
        body += &maker.some_statements(2, 2);
        let again = format!("if {left} > 0 {{ do wander({who}, {left} - 1) }}\n");
        let after = maker.some_statements(2, 2);
        maker.reader = before;
        let head = format!("wander({who}: player, {left}: 0..3)");
        maker.differences.push(format!("replace rule {head} deep {deep} {{ do base }}"));
        format!("rule {head} deep {deep} doc \"It goes on and on.\" {{ {body}\n{again}{after} }}")
    });
    let (reads, writes) = (std::mem::take(&mut maker.reads), std::mem::take(&mut maker.writes));
    let calm = maker.calm;
    maker.signature.rules.push(Callable {
        name: "wander".to_owned(),
        parameters: parameters(),
        gives: None,
        reads,
        writes,
        decides: true,
        under: Vec::new(),
        calm,
        public: false,
    });
    vec![text]
}
