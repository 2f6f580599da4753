//! Everything below statements on one line.

use crate::tree::{
    Audience, BinaryOperator, Expression, ExpressionKind, Index, Key, Measure, Name, OverWord, Parameter, Pick, Seen,
    Selection, Type, TypeKind, Viewer, ViewerArgument,
};

/// An expression.
pub(super) fn expression(expression: &Expression) -> String {
    match &*expression.kind {
        ExpressionKind::Number(number) => number.to_string(),
        ExpressionKind::YesNo(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        ExpressionKind::None => "none".to_owned(),
        ExpressionKind::Name(name) => name.text.clone(),
        ExpressionKind::Member(of, name) => format!("{}.{}", self::expression(of), name.text),
        ExpressionKind::Call(of, arguments) => format!("{}{}", self::expression(of), in_brackets(arguments)),
        ExpressionKind::Listed(elements) => format!("{{{}}}", list(elements)),
        ExpressionKind::Bracketed(inner) => format!("({})", self::expression(inner)),
        ExpressionKind::Tuple(values) => in_brackets(values),
        ExpressionKind::ForWhom(value, player) => {
            format!("{} for {}", self::expression(value), self::expression(player))
        }
        ExpressionKind::Not(inner) => format!("not {}", self::expression(inner)),
        ExpressionKind::Negative(inner) => format!("-{}", self::expression(inner)),
        ExpressionKind::Binary(sign, left, right) => {
            format!("{} {} {}", self::expression(left), operator(*sign), self::expression(right))
        }
        ExpressionKind::Range(first, last) => format!("{}..{}", self::expression(first), self::expression(last)),
        ExpressionKind::If { arms, otherwise } => {
            let arms: Vec<_> = arms.iter().map(|(condition, value)| arm(condition, value)).collect();
            format!("{} else {}", arms.join(" else "), self::expression(otherwise))
        }
        ExpressionKind::MostOf { greatest, values } => format!("{}{}", most_word(*greatest), in_brackets(values)),
        ExpressionKind::Most { greatest, picks, measure, otherwise } => {
            let measure = match measure {
                Measure::Value(value) => format!(" : {}", self::expression(value)),
                Measure::Keys(keys) => by(keys),
            };
            format!("{} {}{measure}{}", most_word(*greatest), self::picks(picks), or_else(otherwise.as_ref()))
        }
        ExpressionKind::First { picks, keys, value, otherwise } => {
            format!("first {}{}{}{}", self::picks(picks), by(keys), asked(value.as_ref()), or_else(otherwise.as_ref()))
        }
        ExpressionKind::SomeOf { first, amount, pick, keys } => {
            let first = if *first { "first " } else { "" };
            format!("{first}{} of {}{}", self::expression(amount), self::pick(pick), by(keys))
        }
        ExpressionKind::Reach { name, from, to } => {
            format!("reach {} from {} to {}", name.text, self::expression(from), self::expression(to))
        }
        ExpressionKind::CountPicks(picks) => format!("count {}", self::picks(picks)),
        ExpressionKind::CountOf(of) => format!("count {}", self::expression(of)),
        ExpressionKind::CountOn { kind, place } => {
            format!("count {} on {}", self::expression(kind), self::expression(place))
        }
        ExpressionKind::Over { word, picks, keys, value } => {
            format!("{} {}{}{}", over_word(*word), self::picks(picks), by(keys), asked(value.as_ref()))
        }
    }
}

/// `if c then v`.
pub(super) fn arm(condition: &Expression, value: &Expression) -> String {
    format!("if {} then {}", expression(condition), expression(value))
}

/// ` : e`.
fn asked(value: Option<&Expression>) -> String {
    value.map_or_else(String::new, |value| format!(" : {}", expression(value)))
}

/// ` else d`.
pub(super) fn or_else(otherwise: Option<&Expression>) -> String {
    otherwise.map_or_else(String::new, |otherwise| format!(" else {}", expression(otherwise)))
}

/// `max` or `min`.
pub(super) fn most_word(greatest: bool) -> &'static str {
    if greatest { "max" } else { "min" }
}

/// The word that looks at every element.
pub(super) fn over_word(word: OverWord) -> &'static str {
    match word {
        OverWord::Any => "any",
        OverWord::All => "all",
        OverWord::Sum => "sum",
        OverWord::Each => "each",
    }
}

/// The sign or word between two expressions.
pub(super) fn operator(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => "or",
        BinaryOperator::And => "and",
        BinaryOperator::Equal => "=",
        BinaryOperator::Unequal => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::AtMost => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::AtLeast => ">=",
        BinaryOperator::In => "in",
        BinaryOperator::NotIn => "not in",
        BinaryOperator::Except => "except",
        BinaryOperator::Plus => "+",
        BinaryOperator::Minus => "-",
        BinaryOperator::Times => "*",
        BinaryOperator::Divided => "/",
        BinaryOperator::Modulo => "mod",
    }
}

/// Expressions with commas between them.
pub(super) fn list(expressions: &[Expression]) -> String {
    let expressions: Vec<_> = expressions.iter().map(expression).collect();
    expressions.join(", ")
}

/// `(a, b)`.
pub(super) fn in_brackets(expressions: &[Expression]) -> String {
    format!("({})", list(expressions))
}

/// `(a, b)`, or nothing where no brackets were written.
pub(super) fn arguments(arguments: Option<&Vec<Expression>>) -> String {
    arguments.map_or_else(String::new, |arguments| in_brackets(arguments))
}

/// Names with commas between them.
pub(super) fn names(names: &[Name]) -> String {
    let names: Vec<_> = names.iter().map(|name| name.text.as_str()).collect();
    names.join(", ")
}

/// `x in S from a where C`.
pub(super) fn pick(pick: &Pick) -> String {
    let condition =
        pick.condition.as_ref().map_or_else(String::new, |condition| format!(" where {}", expression(condition)));
    format!("{}{condition}", pick_without_condition(pick))
}

/// `x in S from a`.
pub(super) fn pick_without_condition(pick: &Pick) -> String {
    let from = pick.from.as_ref().map_or_else(String::new, |from| format!(" from {}", expression(from)));
    format!("{} in {}{from}", picked(pick), expression(&pick.set))
}

/// `x`, or `(x, y)` of a tuple.
fn picked(pick: &Pick) -> String {
    if pick.more.is_empty() { pick.name.text.clone() } else { format!("({}, {})", pick.name.text, names(&pick.more)) }
}

/// Picks with commas between them.
pub(super) fn picks(picks: &[Pick]) -> String {
    let picks: Vec<_> = picks.iter().map(pick).collect();
    picks.join(", ")
}

/// ` by best k1, k2`; nothing without keys.
pub(super) fn by(keys: &[Key]) -> String {
    if keys.is_empty() {
        return String::new();
    }
    let keys: Vec<_> =
        keys.iter().map(|key| format!("{}{}", if key.best { "best " } else { "" }, expression(&key.value))).collect();
    format!(" by {}", keys.join(", "))
}

/// `first 2 of x in S by k`.
pub(super) fn selection(selection: &Selection) -> String {
    format!("{}{}{}", first_some(selection), picks(&selection.picks), by(&selection.keys))
}

/// `first 2 of `.
pub(super) fn first_some(selection: &Selection) -> String {
    selection.first.as_ref().map_or_else(String::new, |first| format!("first {} of ", expression(first)))
}

/// A type.
pub(super) fn type_of(of: &Type) -> String {
    let kind = match &of.kind {
        TypeKind::YesOrNo => "yes or no".to_owned(),
        TypeKind::Range(first, last) => format!("{}..{}", expression(first), expression(last)),
        TypeKind::Named(name) => name.text.clone(),
        TypeKind::Except(name, values) => format!("{} except {}", name.text, names(values)),
        TypeKind::Values(values) => names(values),
    };
    if of.or_none { kind + " or none" } else { kind }
}

/// `(Kind, 1..6)`, or nothing.
pub(super) fn index(index: Option<&Index>) -> String {
    let Some(index) = index else { return String::new() };
    let parts: Vec<_> = index.parts.iter().map(|part| named(part.name.as_ref(), ": ", type_of(&part.of))).collect();
    format!("({})", parts.join(", "))
}

fn named(name: Option<&Name>, between: &str, what: String) -> String {
    name.map_or_else(|| what.clone(), |name| format!("{}{between}{what}", name.text))
}

/// ` of each player`, or nothing.
pub(super) fn owned(owner: Option<&Name>) -> String {
    owner.map_or_else(String::new, |owner| format!(" of each {}", owner.text))
}

/// ` of each c in Chest`, or nothing.
pub(super) fn held_by(holder: Option<&Name>, owner: Option<&Name>) -> String {
    owner.map_or_else(String::new, |owner| format!(" of each {}", named(holder, " in ", owner.text.clone())))
}

/// ` seen by …`, or nothing.
pub(super) fn seen(seen: Option<&Seen>) -> String {
    let Some(seen) = seen else { return String::new() };
    match &seen.audience {
        Audience::All => " seen by all".to_owned(),
        Audience::Nobody => " seen by nobody".to_owned(),
        Audience::Only(list) => format!(" seen by {}", viewers(list)),
        Audience::AllExcept(list) => format!(" seen by all except {}", viewers(list)),
    }
}

fn viewers(list: &[Viewer]) -> String {
    let list: Vec<_> = list.iter().map(viewer).collect();
    list.join(", ")
}

fn viewer(viewer: &Viewer) -> String {
    match viewer {
        Viewer::Owner(_) => "owner".to_owned(),
        Viewer::Named { name, arguments: None, .. } => name.text.clone(),
        Viewer::Named { name, arguments: Some(arguments), .. } => {
            let arguments: Vec<_> = arguments
                .iter()
                .map(|argument| match argument {
                    ViewerArgument::Owner(_) => "owner".to_owned(),
                    ViewerArgument::Value(value) => expression(value),
                })
                .collect();
            format!("{}({})", name.text, arguments.join(", "))
        }
        Viewer::Feature(feature) => expression(feature),
    }
}

/// `(p: player, n: 0..5)`, or nothing.
pub(super) fn parameters(parameters: Option<&Vec<Parameter>>) -> String {
    let Some(parameters) = parameters else { return String::new() };
    let parameters: Vec<_> = parameters
        .iter()
        .map(|parameter| match parameter {
            Parameter::Value(value) => expression(value),
            Parameter::Named(name, None) => name.text.clone(),
            Parameter::Named(name, Some(of)) => format!("{}: {}", name.text, type_of(of)),
        })
        .collect();
    format!("({})", parameters.join(", "))
}
