//! Conditions as clauses: `the player's status is safe`.

use super::super::listed::whole_part;
use super::super::names::{constant, or, spoken};
use super::super::prose::{bare, one};
use super::English;
use super::so::{begins_with_verb, is_sentence, negated_words, so};
use super::whose::had;
use rulehound_rules::model::{BuiltIn, Cell, Comparison, Expression, ExpressionKind, Model, Sort};

impl English<'_> {
    /// A condition, or its contrary, however long.
    pub(super) fn condition(&self, expression: &Expression, holds: bool) -> String {
        use ExpressionKind as E;
        match expression.kind.as_ref() {
            E::Not(inner) => self.condition(inner, !holds),
            E::And(..) => self.joined(expression, holds, holds),
            E::Or(..) => self.joined(expression, holds, !holds),
            E::Compare(sign, a, b) => self.compared(if holds { *sign } else { sign.contrary() }, a, b),
            E::Among { element, set, negated } => self.among_words(element, set, holds != *negated),
            E::Any(binders, inner) => self.exists(binders, inner.as_ref(), holds),
            E::All(binders, inner) => self.for_all(binders, inner.as_ref(), holds),
            E::Marked { board, mark, place } => {
                let found = self.model.areas.get(board.index()).and_then(|area| match &area.kind {
                    rulehound_rules::model::AreaKind::Board(board) => board.marks.get(*mark),
                    rulehound_rules::model::AreaKind::Zone(_) => None,
                });
                let words = found.map_or_else(String::new, |mark| spoken(&mark.name, &mark.notes));
                let name = found.map_or("", |mark| mark.name.as_str());
                let known = matches!(&place.of.sort, Sort::Place { classes }
                    if classes.iter().eq([&rulehound_rules::model::PlaceClass::Area(*board)]));
                let of = if known { String::new() } else { self.board_of_mark(*board, name) };
                match place.kind.as_ref() {
                    ExpressionKind::PlaceOf(what) => {
                        format!("{} {} on a space{of} marked “{words}”", self.value(what), is(holds))
                    }
                    _ if of.is_empty() => format!("{} {} marked “{words}”", self.value(place), is(holds)),
                    _ => format!("{} {} a space{of} marked “{words}”", self.value(place), is(holds)),
                }
            }
            E::Variable(_) | E::Attribute(_) | E::Local(_) | E::Setting(_) => {
                let words = self.value(expression);
                if let Some(own) = own_sentence(self.model, expression) {
                    return if holds { own } else { negated_words(&own) };
                }
                match words.split_once("'s ").filter(|(owner, _)| {
                    !owner.contains(' ') || owner.starts_with("the ") || owner.starts_with("player ")
                }) {
                    Some((owner, what)) => format!("{owner} {}", so(what, holds)),
                    None if matches!(expression.kind.as_ref(), E::Local(_)) => {
                        format!("{words} {}", if holds { "holds" } else { "does not hold" })
                    }
                    None => format!("{words} is {}", if holds { "yes" } else { "no" }),
                }
            }
            E::Call(id, arguments) => match self.in_authors_words(*id, arguments) {
                Some(words) => {
                    // Words such as `is ready` say it of what is given.
                    let of = arguments.first().filter(|_| begins_with_verb(&bare(&words)));
                    let words = of.map_or_else(|| words.clone(), |of| format!("{} {words}", self.value(of)));
                    if holds { words } else { negated_words(&words) }
                }
                None => format!("{} {}", self.call(*id, arguments), if holds { "holds" } else { "does not hold" }),
            },
            E::Constant(number) => {
                let yes = (*number != 0) == holds;
                if yes { "always".to_owned() } else { "never".to_owned() }
            }
            E::If { arms, otherwise } => {
                let arm = |(condition, value): &(Expression, Expression)| {
                    format!("{} if {}", self.condition(value, holds), self.condition(condition, true))
                };
                let mut parts: Vec<String> = arms.iter().map(arm).collect();
                parts.push(format!("otherwise {}", self.condition(otherwise, holds)));
                parts.join(", ")
            }
            _ => {
                let words = self.value(expression);
                format!("{words} is {}", if holds { "yes" } else { "no" })
            }
        }
    }

    /// Conditions joined by one word. `and` inside `or` is set apart by commas, `or` inside `and` by brackets, and so is what has no end of
    /// its own, such as `there is a card such that …`, unless only the last is such.
    fn joined(&self, expression: &Expression, holds: bool, all: bool) -> String {
        let mut sides = Vec::new();
        flatten(expression, holds, all, &mut sides);
        let last = sides.len().saturating_sub(1);
        let other = |(one, holds): &(&Expression, bool)| joins(one, *holds).is_some_and(|inner| inner != all);
        // Brackets around one open side alone would look as if the last belonged to something else.
        let open = sides.iter().take(last).any(|one| is_open(one.0));
        let side = |one: &(&Expression, bool)| {
            let words = self.condition(one.0, one.1);
            let brackets = (other(one) && all) || (open && is_open(one.0));
            if brackets { format!("({words})") } else { words }
        };
        let words: Vec<String> = sides.iter().map(side).collect();
        let word = match (all, sides.iter().any(other)) {
            (true, _) => " and ",
            (false, true) => ", or ",
            (false, false) => " or ",
        };
        words.join(word)
    }

    /// ` of the road`, where several boards have a mark of this name.
    fn board_of_mark(&self, board: rulehound_rules::model::AreaId, name: &str) -> String {
        let bears = |area: &&rulehound_rules::model::Area| match &area.kind {
            rulehound_rules::model::AreaKind::Board(board) => board.marks.iter().any(|mark| mark.name == name),
            rulehound_rules::model::AreaKind::Zone(_) => false,
        };
        let several = self.model.areas.iter().filter(bears).count() > 1;
        match self.model.areas.get(board.index()).filter(|_| several) {
            Some(area) => format!(" of the {}", super::super::names::lowered(&area.name)),
            None => String::new(),
        }
    }

    fn compared(&self, sign: Comparison, a: &Expression, b: &Expression) -> String {
        if is_said_of_the_other(sign, a, b) {
            return self.compared(sign, b, a);
        }
        if let Some(words) = both_or_neither(self, sign, a, b) {
            return words;
        }
        if let Some(words) = self.counted_condition(sign, a, b).or_else(|| noted(self, sign, a, b)) {
            return words;
        }
        if let (ExpressionKind::PlaceOf(what), Sort::Place { .. }) = (a.kind.as_ref(), &b.of.sort)
            && let Some(holds) = equality(sign)
        {
            return format!("{} {} {}", self.value(what), is(holds), self.at_place(b));
        }
        let left = self.value(a);
        let right = match b.kind.as_ref() {
            ExpressionKind::Constant(number) => constant(self.model, &a.of, *number),
            _ => self.value(b),
        };
        let right = if right == "none" && matches!(a.of.sort, Sort::Player) { "nobody".to_owned() } else { right };
        let words = match sign {
            Comparison::Less if matches!(a.of.sort, Sort::Value { .. }) => " below",
            Comparison::Greater if matches!(a.of.sort, Sort::Value { .. }) => " above",
            Comparison::Equal => "",
            Comparison::Unequal => " not",
            Comparison::Less => " less than",
            Comparison::AtMost => " at most",
            Comparison::Greater => " more than",
            Comparison::AtLeast => " at least",
        };
        if let ExpressionKind::Variable(cell) = a.kind.as_ref()
            && let Some(owner) = in_a_state(self.model, cell, &left)
        {
            return format!("{owner} is{words} {right}");
        }
        // How an author's own phrase ends says nothing of what it speaks of: "the way between two towns".
        let named = match a.kind.as_ref() {
            ExpressionKind::Variable(_) | ExpressionKind::Attribute(_) => true,
            ExpressionKind::Call(id, _) => {
                self.model.definitions.get(id.index()).is_some_and(|definition| definition.notes.called.is_none())
            }
            _ => false,
        };
        let several = named && super::value::is_plural(&left);
        // `Where the card is, is the table.`
        let left = if left.ends_with(" is") { format!("{left},") } else { left };
        format!("{left} {}{words} {right}", if several { "are" } else { "is" })
    }

    /// `there is a chip in the row`, `at least 2 of the player's animals are on tree 5`.
    fn counted_condition(&self, sign: Comparison, a: &Expression, b: &Expression) -> Option<String> {
        let ExpressionKind::Constant(number) = b.kind.as_ref() else { return None };
        let some = matches!((sign, number), (Comparison::Greater | Comparison::Unequal, 0) | (Comparison::AtLeast, 1));
        let nothing = matches!((sign, number), (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1));
        let amount = match sign {
            Comparison::Equal => format!("exactly {number}"),
            Comparison::Unequal => format!("not {number}"),
            Comparison::Less => format!("fewer than {number}"),
            Comparison::AtMost => format!("at most {number}"),
            Comparison::Greater => format!("more than {number}"),
            Comparison::AtLeast => format!("at least {number}"),
        };
        let are = if *number == 1 { "is" } else { "are" };
        Some(match a.kind.as_ref() {
            ExpressionKind::CountOn { components, place } => {
                let (things, place) = (self.things(components), self.at_place(place));
                let whole = things.strip_prefix("all ").map(str::to_owned);
                // Of a whole kind there is none to be "of", but of the one that there is.
                let all_of_a_kind = matches!(components.kind.as_ref(), ExpressionKind::Components(_, None));
                let owned = whole.is_none() && (!all_of_a_kind || things.starts_with("the "));
                let things = whole.unwrap_or(things);
                match (some, nothing) {
                    (true, _) if owned => format!("some of {things} are {place}"),
                    (_, true) if owned => format!("none of {things} are {place}"),
                    (true, _) => format!("there are {things} {place}"),
                    (_, true) => format!("there are no {things} {place}"),
                    _ if owned => format!("{amount} of {things} {are} {place}"),
                    _ if *number == 1 => {
                        format!("there {are} {amount} {} {place}", one_of(self.model, components, things))
                    }
                    _ => format!("there {are} {amount} {things} {place}"),
                }
            }
            ExpressionKind::CountOf(set) => match set.kind.as_ref() {
                ExpressionKind::Contents(place) => {
                    let things = self.held(place).unwrap_or_else(|| "piece".to_owned());
                    let many = super::super::names::plural(&things);
                    let place = self.at_place(place);
                    match (some, nothing) {
                        (true, _) => format!("there is {} {place}", super::super::names::with_article(&things)),
                        (_, true) => format!("there are no {many} {place}"),
                        _ if *number == 1 => format!("there {are} {amount} {things} {place}"),
                        _ => format!("there are {amount} {many} {place}"),
                    }
                }
                _ => {
                    let counted = |things| if *number == 1 { one_of(self.model, set, things) } else { things };
                    if let Some((owner, things)) = had(self, set) {
                        return Some(match (some, nothing) {
                            (true, _) => format!("{owner} has {things}"),
                            (_, true) => format!("{owner} has no {things}"),
                            _ => format!("{owner} has {amount} {}", counted(things)),
                        });
                    }
                    let things = self.uncounted(set);
                    match (some, nothing) {
                        (true, _) => format!("there are {things}"),
                        (_, true) => format!("there are no {things}"),
                        _ => format!("there {are} {amount} {}", counted(things)),
                    }
                }
            },
            ExpressionKind::CountTuples(binders) => {
                let many = self.many(binders);
                match (some, nothing) {
                    (true, _) => format!("there are {many}"),
                    (_, true) => format!("there are no {many}"),
                    _ if *number == 1 => {
                        let (head, tail) = binders.first().map(|binder| self.element(binder)).unwrap_or_default();
                        if binders.len() == 1 {
                            format!("there {are} {amount} {head}{tail}")
                        } else {
                            format!("there {are} {amount} {many}")
                        }
                    }
                    _ => format!("there are {amount} {many}"),
                }
            }
            _ => return None,
        })
    }

    fn among_words(&self, element: &Expression, set: &Expression, holds: bool) -> String {
        let left = match element.kind.as_ref() {
            ExpressionKind::PlaceOf(what) => self.value(what),
            _ => self.value(element),
        };
        let verb = is(holds);
        match set.kind.as_ref() {
            ExpressionKind::Range(from, to) => {
                let word = if holds { "" } else { "not " };
                format!("{left} is {word}from {} to {}", self.operand(from, 2), self.operand(to, 2))
            }
            ExpressionKind::Listed(_) if whole_part(self.model, set).is_some() => {
                let noun = super::names::noun(self.model, &set.of).unwrap_or_default();
                format!("{left} {verb} {}", super::super::names::with_article(&noun))
            }
            ExpressionKind::Listed(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| match part.kind.as_ref() {
                        ExpressionKind::Constant(number) => constant(self.model, &element.of, *number),
                        _ => self.value(part),
                    })
                    .collect();
                format!("{left} {verb} {}", or(&parts))
            }
            ExpressionKind::Board(id) => {
                let name = self
                    .model
                    .areas
                    .get(id.index())
                    .map_or_else(String::new, |area| super::super::names::lowered(&area.name));
                let name = super::super::prose::link(&super::super::names::area_id(self.model, *id), &name);
                if matches!(element.kind.as_ref(), ExpressionKind::PlaceOf(_)) {
                    format!("{left} {verb} on the {name}")
                } else {
                    format!("{left} {verb} part of the {name}")
                }
            }
            ExpressionKind::Contents(place) => format!("{left} {verb} {}", self.at_place(place)),
            ExpressionKind::Each { first: None, binders, value, .. } if super::set::is_own_element(binders, value) => {
                format!("{left} {verb} one of {}", self.many(binders))
            }
            ExpressionKind::Family(..) => {
                let things = self.things(set);
                let things = things.strip_prefix("all ").map_or_else(|| things.clone(), |rest| format!("the {rest}"));
                let inside = if matches!(element.kind.as_ref(), ExpressionKind::PlaceOf(_)) { "in " } else { "" };
                format!("{left} {verb} {inside}one of {}", things.replacen(" of every ", " of any ", 1))
            }
            _ => format!("{left} {verb} among {}", self.things(set)),
        }
    }

    fn exists(&self, binders: &[rulehound_rules::model::Binder], inner: Option<&Expression>, holds: bool) -> String {
        let there = if holds { "there is" } else { "there is no" };
        let first = binders.first();
        let one = |word: &str| match (holds, first) {
            (true, _) | (_, None) => format!("{word} {}", self.some(binders)),
            (false, Some(first)) => {
                let (head, tail) = self.element(first);
                let rest = binders.get(1..).unwrap_or_default();
                let rest = if rest.is_empty() { String::new() } else { format!(" and {}", self.some(rest)) };
                format!("{word} {head}{tail}{rest}")
            }
        };
        let Some(inner) = inner else { return one(there) };
        // Of a single thing it is said itself.
        if let ([only], Some(ExpressionKind::OneOrNothing(what))) =
            (binders, binders.first().map(|binder| binder.set.kind.as_ref()))
            && only.condition.is_none()
        {
            let mut itself = self.clone();
            itself.names.call(only.local, self.value(what));
            return itself.condition(inner, holds);
        }
        let words = self.condition(inner, true);
        let last = binders.last().map(|last| self.names.phrase(last.local)).unwrap_or_default();
        let person = binders.last().is_some_and(|last| last.set.of.sort == Sort::Player);
        if binders.len() == 1 {
            let asked = first.is_some_and(|binder| binder.condition.is_some() || binder.from.is_some() && binder.round);
            if let Some(rest) = words.strip_prefix(&format!("{last}'s ")) {
                return format!("{}{} whose {rest}", one(there), if asked { "," } else { "" });
            }
            if let Some(rest) = words.strip_prefix(&format!("{last} ")) {
                let comma = if asked { "," } else { "" };
                return format!("{}{comma} {} {rest}", one(there), if person { "who" } else { "that" });
            }
        }
        format!("{} such that {words}", one(there))
    }

    fn for_all(&self, binders: &[rulehound_rules::model::Binder], inner: Option<&Expression>, holds: bool) -> String {
        let Some(inner) = inner else { return self.exists(binders, None, !holds) };
        if !holds {
            return format!("not for {}: {}", self.every("every", binders), self.condition(inner, true));
        }
        let words = self.condition(inner, true);
        let last = binders.last().map(|last| self.names.phrase(last.local)).unwrap_or_default();
        if binders.len() == 1 {
            let every = self.every("every", binders);
            if let Some(rest) = words.strip_prefix(&format!("{last} ")) {
                return format!("{every} {rest}");
            }
            if let Some(rest) = words.strip_prefix(&format!("{last}'s ")) {
                return format!("for {every}, its {rest}");
            }
        }
        format!("for {}, {words}", self.every("every", binders))
    }
}

/// Two conditions of which one holds where the other does.
fn both_or_neither(english: &English<'_>, sign: Comparison, a: &Expression, b: &Expression) -> Option<String> {
    let fixed = |side: &Expression| matches!(side.kind.as_ref(), ExpressionKind::Constant(_));
    if a.of.sort != Sort::YesNo || b.of.sort != Sort::YesNo || fixed(a) || fixed(b) {
        return None;
    }
    let (one, other) = (english.condition(a, true), english.condition(b, true));
    Some(match equality(sign)? {
        true => format!("{one} exactly if {other}"),
        false => format!("either {one}, or {other}, but not both"),
    })
}

/// `this position was noted at least 3 times`.
fn noted(english: &English<'_>, sign: Comparison, a: &Expression, b: &Expression) -> Option<String> {
    let ExpressionKind::BuiltIn(BuiltIn::Noted, values) = a.kind.as_ref() else { return None };
    let ExpressionKind::Constant(number) = b.kind.as_ref() else { return None };
    let of = values.first().map(|value| format!(" for {}", english.value(value))).unwrap_or_default();
    let times = if *number == 1 { "once".to_owned() } else { format!("{number} times") };
    let how_often = match (sign, number) {
        (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1) => "never".to_owned(),
        (Comparison::Greater | Comparison::Unequal, 0) | (Comparison::AtLeast, 1) => "before".to_owned(),
        (Comparison::Equal, _) => times,
        (Comparison::AtLeast, _) => format!("at least {times}"),
        (Comparison::AtMost, _) => format!("at most {times}"),
        (Comparison::Greater, _) => format!("more than {times}"),
        (Comparison::Less, _) => format!("less than {times}"),
        (Comparison::Unequal, _) => return None,
    };
    Some(match how_often.as_str() {
        "never" => format!("this position was never noted{of}"),
        _ => format!("this position was noted{of} {how_often}"),
    })
}

/// Whether a condition, or its contrary, is made of several: true if all must hold.
fn joins(expression: &Expression, holds: bool) -> Option<bool> {
    match expression.kind.as_ref() {
        ExpressionKind::Not(inner) => joins(inner, !holds),
        ExpressionKind::And(..) => Some(holds),
        ExpressionKind::Or(..) => Some(!holds),
        _ => None,
    }
}

/// Whether a player of a name is said to be somebody: `the player is not the maker`, however it is written.
fn is_said_of_the_other(sign: Comparison, a: &Expression, b: &Expression) -> bool {
    let named = matches!(b.kind.as_ref(), ExpressionKind::Local(_));
    let office = matches!(a.kind.as_ref(), ExpressionKind::Variable(cell) if cell.owner.is_none());
    equality(sign).is_some() && a.of.sort == Sort::Player && named && office
}

/// The parts of what is joined by one word, in order.
pub(super) fn flatten<'e>(expression: &'e Expression, holds: bool, all: bool, sides: &mut Vec<(&'e Expression, bool)>) {
    match expression.kind.as_ref() {
        ExpressionKind::Not(inner) if joins(inner, !holds) == Some(all) => flatten(inner, !holds, all, sides),
        ExpressionKind::And(a, b) | ExpressionKind::Or(a, b) if joins(expression, holds) == Some(all) => {
            flatten(a, holds, all, sides);
            flatten(b, holds, all, sides);
        }
        _ => sides.push((expression, holds)),
    }
}

/// A yes-or-no that belongs to nobody, if its own words are a sentence: `hearts are broken`.
fn own_sentence(model: &Model, expression: &Expression) -> Option<String> {
    match expression.kind.as_ref() {
        ExpressionKind::Variable(cell) => own_sentence_of(model, cell),
        _ => None,
    }
}

/// The same of the variable alone.
pub(super) fn own_sentence_of(model: &Model, cell: &Cell) -> Option<String> {
    let variable = model.variables.get(cell.variable.index())?;
    let words = spoken(&variable.name, &variable.notes);
    let alone = cell.owner.is_none() && cell.indices.is_empty() && variable.of.sort == Sort::YesNo;
    (alone && variable.notes.called.is_some() && is_sentence(&words)).then_some(words)
}

/// The player of whom such a cell says what the player is: `the player` of `the player's state`.
pub(super) fn in_a_state<'w>(model: &Model, cell: &Cell, words: &'w str) -> Option<&'w str> {
    let variable = model.variables.get(cell.variable.index()).filter(|found| found.notes.is_state())?;
    words.strip_suffix(&spoken(&variable.name, &variable.notes))?.strip_suffix("'s ")
}

/// Whether words for it go on with whatever stands behind them: `the number of cards whose value is 3` and …
pub(super) fn is_open(expression: &Expression) -> bool {
    use ExpressionKind as E;
    let asked = |binders: &[rulehound_rules::model::Binder]| {
        binders.iter().any(|binder| binder.condition.is_some() || binder.from.is_some() || is_open(&binder.set))
    };
    match expression.kind.as_ref() {
        E::Any(binders, inner) | E::All(binders, inner) => inner.is_some() || asked(binders),
        E::If { .. } => true,
        E::CountTuples(binders) => asked(binders),
        E::Sum(binders, value) | E::Most { binders, value, .. } | E::First { binders, value, .. } => {
            asked(binders) || is_open(value)
        }
        E::Each { binders, value, .. } => asked(binders) || is_open(value),
        E::Reach { to, .. } => is_open(to),
        E::Not(of)
        | E::Negative(of)
        | E::CountOf(of)
        | E::OneOrNothing(of)
        | E::Only(of)
        | E::Contents(of)
        | E::PlaceOf(of)
        | E::IndexOf(of)
        | E::ColumnOf(of)
        | E::RowOf(of)
        | E::Top(of)
        | E::Bottom(of) => is_open(of),
        E::CountOn { components, place } => is_open(components) || is_open(place),
        E::And(_, b)
        | E::Or(_, b)
        | E::Arithmetic(_, _, b)
        | E::Union(_, b)
        | E::Range(_, b)
        | E::Among { set: b, .. } => is_open(b),
        // A count beside a number is worded from its own end.
        E::Compare(_, a, b) => is_open(b) || matches!(b.kind.as_ref(), E::Constant(_)) && is_open(a),
        E::TooDeep { .. }
        | E::Constant(_)
        | E::Setting(_)
        | E::Local(_)
        | E::Variable(_)
        | E::Attribute(_)
        | E::Table(..)
        | E::Owner(_)
        | E::Marked { .. }
        | E::BoxOf(..)
        | E::Zone { .. }
        | E::BoardPlace(..)
        | E::Call(..)
        | E::BuiltIn(..)
        | E::Players
        | E::Values(_)
        | E::Directions
        | E::Board(_)
        | E::Family(..)
        | E::Components(..)
        | E::Listed(_) => false,
    }
}

/// The words for this set behind the number 1. Where a definition gives places no noun is known for them, only what its author calls them.
fn one_of(model: &Model, set: &Expression, things: String) -> String {
    match super::names::noun(model, &set.of) {
        Some(noun) => things.replacen(&super::super::names::plural(&noun), &noun, 1),
        None => one(&things),
    }
}

fn is(holds: bool) -> &'static str {
    if holds { "is" } else { "is not" }
}

fn equality(sign: Comparison) -> Option<bool> {
    match sign {
        Comparison::Equal => Some(true),
        Comparison::Unequal => Some(false),
        Comparison::Less | Comparison::AtMost | Comparison::Greater | Comparison::AtLeast => None,
    }
}
