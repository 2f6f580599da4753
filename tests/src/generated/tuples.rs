//! A definition that gives tuples, and names that take them apart.

use std::collections::BTreeSet;

use super::maker::{Holds, Local, Maker};
use super::signature::{Sight, Type};

/// The definition of tuples of a game.
#[derive(Clone, Debug)]
pub struct Tuples {
    /// What each value is, with who sees it.
    values: Vec<(Type, Sight)>,
    /// What it reads.
    reads: BTreeSet<String>,
}

/// `def couples(a: player) = each … : (x, y)`, or none.
pub fn definition(maker: &mut Maker) -> Option<String> {
    if maker.percent(60) {
        return None;
    }
    maker.reads.clear();
    let who = maker.name("a");
    let (text, values) = maker.inside(|maker| {
        let reader = maker.reader.replace(String::new());
        maker.bind(&who, Holds::One(Type::Player), Sight::All);
        let before = maker.locals.len();
        let count = 2 + maker.below(2);
        let picks: Vec<String> = (0..count)
            .map(|_| {
                let of = maker.some_type();
                maker.pick_of(&of, 1)
            })
            .collect();
        maker.reader = reader;
        let mut bound: Vec<Local> = maker.locals.get(before..).unwrap_or_default().to_vec();
        // A name that is no value, or values in another order than their names.
        bound.rotate_left(maker.below(2));
        bound.truncate(2 + maker.below(2));
        let names: Vec<&str> = bound.iter().map(|local| local.name.as_str()).collect();
        let text = format!("each {} : ({})", picks.join(", "), names.join(", "));
        (text, bound.iter().filter_map(value).collect::<Vec<_>>())
    });
    let reads = std::mem::take(&mut maker.reads);
    maker.signature.tuples = Some(Tuples { values, reads });
    Some(format!("def couples({who}: player) = {text}"))
}

fn value(local: &Local) -> Option<(Type, Sight)> {
    let Holds::One(of) = &local.holds else { return None };
    // Who sees it may have been said by a name that has ended.
    let sight = if local.sight == Sight::All { Sight::All } else { Sight::Unsure };
    Some((of.clone(), sight))
}

/// `(x, y) in couples(p)`; binds the names.
pub fn pick(maker: &mut Maker, fuel: usize) -> Option<String> {
    let tuples = maker.signature.tuples.clone()?;
    let who = maker.arguments(&[Type::Player], fuel)?;
    maker.reads.extend(tuples.reads);
    let mut names = Vec::new();
    for (of, sight) in tuples.values {
        let name = maker.name("x");
        maker.bind(&name, Holds::One(of), sight);
        names.push(name);
    }
    Some(format!("({}) in couples{who}", names.join(", ")))
}

/// `count couples(p)`.
pub fn count(maker: &mut Maker, fuel: usize) -> Option<String> {
    let tuples = maker.signature.tuples.clone()?;
    let who = maker.arguments(&[Type::Player], fuel)?;
    maker.reads.extend(tuples.reads);
    Some(format!("count couples{who}"))
}
