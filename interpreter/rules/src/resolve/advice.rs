//! What to do about a value that is of another sort than wanted, or a name that means nothing here: in most cases it is plain what
//! was meant, and the help says how that is written.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Span, ends_line};
use rulehound_grammar::tree::{self, BinaryOperator};

use super::Resolver;
use super::around;
use super::borrowed::text_at;
use super::convert::Wanted;
use super::names::{MemberName, ValueName, is_grid};
use crate::model::{
    AreaId, AreaKind, Arithmetic, BoardShape, Expression, ExpressionKind, OwnerSort, PlaceClass, Shape, Sort, Type,
};

/// How many names a help lists.
const LISTED: usize = 8;

/// How the help begins that fits every unknown name.
const DECLARE: &str = "declare it, or name it around this";

/// How the help begins that fits every unknown name of one letter.
const NAME_IT: &str = "nothing is called so around this";

/// What to do about a name that is near to no other.
pub(super) fn unknown(resolver: &Resolver<'_>, name: &tree::Name) -> String {
    let named = |name: &str| name.chars().count() == 1;
    if named(&name.text) {
        let name_text = &name.text;
        return match around::head_above(resolver, name) {
            Some(("rule", rule)) => format!(
                "{NAME_IT}: a rule must be told who, as in `rule {rule}({name_text}: player)` with `do {rule}({name_text})`; or a loop gives the name: `for {name_text} in players {{ … }}`"
            ),
            _ => format!("{NAME_IT}: a loop or a turn gives such a name, as in `for {name_text} in players {{ … }}`"),
        };
    }
    format!("{DECLARE} with `let`, `for` or `choose`; a text stands in quotation marks")
}

/// Whether a finding has a help that is about more than any unknown name.
pub(super) fn is_certain(finding: &Diagnostic) -> bool {
    finding.help.as_ref().is_some_and(|help| !help.starts_with(DECLARE) && !help.starts_with(NAME_IT))
}

/// What to write for a name that is known as something else than a value, or is the name of a square.
pub(super) fn value(resolver: &Resolver<'_>, name: &str) -> Option<String> {
    const COMPASS: [(&str, &str); 8] = [
        ("north", "up"),
        ("south", "down"),
        ("east", "right"),
        ("west", "left"),
        ("north_east", "up_right"),
        ("north_west", "up_left"),
        ("south_east", "down_right"),
        ("south_west", "down_left"),
    ];
    let grid = resolver.model.areas.iter().find(|area| is_grid(area));
    if let (Some((_, direction)), Some(_)) = (COMPASS.iter().find(|(north, _)| *north == name), grid) {
        return Some(format!(
            "write `{direction}`: the directions are `up`, `right`, `down`, `left`, `up_right` and so on"
        ));
    }
    if name == "player" {
        let known = around::name_of_sort(resolver, &Sort::Player);
        return Some(match known {
            Some(known) => format!("write `{known}`: the player is called so here"),
            None => "say which player: write `for p in players { … }` around this, and `p` in it".to_owned(),
        });
    }
    let area = grid?;
    let AreaKind::Board(board) = &area.kind else { return None };
    let BoardShape::Grid { columns, .. } = board.shape else { return None };
    let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
    let row: u32 = name.get(1..)?.parse().ok()?;
    let column = u32::from(letter) - u32::from('a') + 1;
    (column <= u32::from(columns) && row > 0).then(|| square(&area.name, columns, column, row))
}

/// How a square of a grid is written.
fn square(board: &str, columns: u16, column: u32, row: u32) -> String {
    let number = (row - 1).saturating_mul(u32::from(columns)).saturating_add(column);
    format!("write `{board}({number})`: places are numbered row by row, here column {column} of row {row}")
}

/// What to write for `leaf(3, 4)`.
pub(super) fn numbered(
    resolver: &Resolver<'_>,
    id: AreaId,
    name: &str,
    arguments: &[tree::Expression],
) -> Option<String> {
    let AreaKind::Board(board) = &resolver.model.areas.get(id.index())?.kind else { return None };
    let number = |argument: &tree::Expression| text_at(resolver, resolver.at(argument.span)).parse::<u32>().ok();
    match (&board.shape, arguments) {
        (BoardShape::Grid { columns, .. }, [column, row]) => match (number(column), number(row)) {
            (Some(column), Some(row)) if column > 0 && row > 0 => Some(square(name, *columns, column, row)),
            _ => Some(format!(
                "places are numbered row by row: write `{name}(({} - 1) * {columns} + {})`",
                text_at(resolver, resolver.at(row.span)),
                text_at(resolver, resolver.at(column.span))
            )),
        },
        _ => Some(format!("write `{name}(1)`, or all its places together as `{name}`")),
    }
}

/// What to write for `p.Turtle.shell`, `s.Sign`, `p.jar`, `p.purse.value`.
pub(super) fn member(resolver: &Resolver<'_>, base: &Expression, name: &tree::Name) -> Option<String> {
    let written = text_at(resolver, base.at);
    let marked = !resolver.names.marks(&name.text).is_empty();
    match (&base.of.sort, resolver.names.value(&name.text)) {
        (Sort::Component { .. }, _) if marked => {
            Some(format!("`{0}` is a mark of places: write `{written}.place.{0}`", name.text))
        }
        (Sort::Place { .. }, Some(ValueName::Kind(_))) => Some(format!(
            "what lies on a place is counted: `count {0} on {written}` is how many, and `count {0} on {written} = 0` if there is none",
            name.text
        )),
        (
            Sort::Player,
            Some(ValueName::Zone(_) | ValueName::Variable(_) | ValueName::Board(_) | ValueName::Setting(_)),
        ) => Some(format!("`{0}` belongs to nobody: write `{0}` alone, or declare it `of each player`", name.text)),
        (Sort::Place { classes }, _) if is_feature(resolver, classes, &name.text) => Some(format!(
            "`{0}` is of a single thing that lies there: `sum x in {written} : x.{0}` adds all of them up, `first x in {written}` takes one",
            name.text
        )),
        _ => None,
    }
}

/// Whether something that may lie in these places has such a feature.
fn is_feature<'a>(resolver: &Resolver<'_>, classes: impl IntoIterator<Item = &'a PlaceClass>, name: &str) -> bool {
    let kinds = classes.into_iter().flat_map(|class| super::types::accepted(&resolver.model, *class));
    let mut members = kinds.map(|kind| resolver.names.member(OwnerSort::Kind(kind), name));
    members.any(|member| matches!(member, Some(MemberName::Attribute(..))))
}

/// What to do about a value outside of a range.
pub(super) fn to_fit(resolver: &Resolver<'_>, value: &Expression, target: &Type, what: &str) -> Option<String> {
    let Sort::Number { least, greatest } = target.sort else { return None };
    let table = resolver.model.tables.iter().find(|table| what == format!("what stands behind `{}`", table.name));
    let further = match table {
        // The places of a board count from 1, so that it goes further to one side only.
        _ if what.starts_with("the number of a place of") => String::new(),
        Some(table) => format!(
            "; to allow more, write a wider range in the brackets of `table {}(…)`, and one more number behind the others in its rows",
            table.name
        ),
        None => "; to allow more, write a wider range behind its name".to_owned(),
    };
    matches!(value.of.sort, Sort::Number { .. }).then(|| format!("write a number from {least} to {greatest}{further}"))
}

/// `p.Turtle.place + n`: so many places on.
pub(super) fn ahead(
    resolver: &Resolver<'_>,
    sign: Arithmetic,
    left: &Expression,
    right: &Expression,
) -> Option<String> {
    let reckons = matches!(sign, Arithmetic::Plus | Arithmetic::Minus);
    let place = matches!(left.of.sort, Sort::Place { .. }) && !is_zone(resolver, left);
    if !reckons || !place || !matches!(right.of.sort, Sort::Number { .. }) {
        return None;
    }
    let (from, steps) = (text_at(resolver, left.at), text_at(resolver, right.at));
    let steps = if sign == Arithmetic::Minus { format!("-{steps}") } else { steps.to_owned() };
    Some(format!(
        "so many places on is `ahead({from}, {steps})`, and none past the end: `first s in ahead({from}, {steps}) else {from}` stays there; the number of a place is its `.index`"
    ))
}

/// `p = 1`.
pub(super) fn compared(resolver: &Resolver<'_>, left: &Expression, right: &Expression) -> Option<String> {
    let (player, number) = match (&left.of.sort, &right.of.sort) {
        (Sort::Player, Sort::Number { .. }) => (left, right),
        (Sort::Number { .. }, Sort::Player) => (right, left),
        _ => return None,
    };
    let (player, number) = (text_at(resolver, player.at), text_at(resolver, number.at));
    Some(format!("a player is no number; where somebody sits is `seat({player})`: write `seat({player}) = {number}`"))
}

/// `n = 1 or 2`.
pub(super) fn once_more(
    resolver: &Resolver<'_>,
    operator: BinaryOperator,
    left: &Expression,
    right: &Expression,
) -> Option<String> {
    let ExpressionKind::Compare(_, compared, other) = &*left.kind else { return None };
    let same = std::mem::discriminant(&other.of.sort) == std::mem::discriminant(&right.of.sort);
    if !same || matches!(right.of.sort, Sort::YesNo) {
        return None;
    }
    let word = if operator == BinaryOperator::Or { "or" } else { "and" };
    let first = text_at(resolver, left.at);
    // The sign stands between the two sides.
    let sign =
        resolver.model.text(left.at.file).get(compared.at.span.end as usize..other.at.span.start as usize)?.trim();
    let (compared, value) = (text_at(resolver, compared.at), text_at(resolver, right.at));
    Some(format!("write `{first} {word} {compared} {sign} {value}`"))
}

/// Whether a value is a zone or box, and no place of a board.
pub(super) fn is_zone(resolver: &Resolver<'_>, expression: &Expression) -> bool {
    let Sort::Place { classes } = &expression.of.sort else { return false };
    let named = matches!(*expression.kind, ExpressionKind::Zone { .. } | ExpressionKind::BoxOf(..));
    named
        || !classes.is_empty()
            && classes.iter().all(|class| match class {
                PlaceClass::Area(id) => {
                    resolver.model.areas.get(id.index()).is_some_and(|area| matches!(area.kind, AreaKind::Zone(_)))
                }
                PlaceClass::Box(_) => true,
            })
}

/// Whether a value is a set of components where a number is wanted: how many may be meant.
pub(super) fn is_several(resolver: &Resolver<'_>, expression: &Expression) -> bool {
    let set = matches!(expression.of.shape, Shape::Set { .. }) && matches!(expression.of.sort, Sort::Component { .. });
    set && !resolver.has_exactly_one(expression)
}

/// How many there are.
pub(super) fn counted(resolver: &Resolver<'_>, expression: &Expression) -> String {
    let several = text_at(resolver, expression.at);
    if resolver.model.kinds.iter().any(|kind| kind.name == several) {
        return format!(
            "how many of them lie somewhere is `count {several} on …`, with the name of that place; `count {several}` is how many there are in all"
        );
    }
    format!("how many there are is `count {several}`")
}

/// What to write for a value of another sort than wanted.
pub(super) fn wanted(resolver: &Resolver<'_>, wanted: Wanted, found: &Expression) -> Option<String> {
    let written = text_at(resolver, found.at);
    match (wanted, &found.of.sort) {
        (Wanted::Number, Sort::Place { .. }) => Some(format!("how many lie there is `count {written}`")),
        (Wanted::Number, Sort::Player) => Some(format!("where somebody sits is `seat({written})`")),
        (Wanted::Place, Sort::Player) => {
            let zones = resolver.names.member_names(OwnerSort::Player);
            let is_zone = |name: &&str| {
                matches!(resolver.names.member(OwnerSort::Player, name), Some(MemberName::Zone(_)))
            };
            let zones: Vec<String> = zones.filter(is_zone).take(LISTED).map(|zone| format!("`{written}.{zone}`")).collect();
            match zones.as_slice() {
                [] => Some(format!("name a place of this player, such as `{written}.box`")),
                [one] => Some(format!("write {one}")),
                several => Some(format!("name a place of this player: {}", several.join(", "))),
            }
        }
        (Wanted::Player, Sort::Number { .. }) if ranked(written).is_some() => ranked(written),
        (Wanted::Player, Sort::Number { .. }) => {
            Some("name a player, such as `p`; who has the most is `first p in players by best p.points`, and those who have it win by `win p in players by best p.points`".to_owned())
        }
        (Wanted::YesNo, Sort::Number { .. }) => Some(format!("compare it with something, as in `{written} > 0`")),
        (Wanted::YesNo, Sort::Place { .. }) => Some(format!("whether something lies there is `count {written} > 0`")),
        (Wanted::YesNo, Sort::Value { .. } | Sort::Player | Sort::Component { .. }) => {
            Some(format!("compare it with something, as in `{written} = …`"))
        }
        _ => None,
    }
}

/// `win p in players by best p.points` for `max p in players : p.points`.
fn ranked(written: &str) -> Option<String> {
    let (best, rest) = written
        .strip_prefix("max ")
        .map(|rest| ("best ", rest))
        .or(written.strip_prefix("min ").map(|rest| ("", rest)))?;
    let (who, what) = rest.split_once(':')?;
    let (who, what) = (who.trim(), what.trim());
    Some(format!(
        "write `win {who} by {best}{what}`: those with the {} win",
        if best.is_empty() { "least" } else { "most" }
    ))
}

/// What to do instead of setting what is no variable.
pub(super) fn changed(resolver: &Resolver<'_>, found: &Expression) -> Option<String> {
    match &found.of.sort {
        Sort::Place { classes } => {
            let kinds = classes.iter().flat_map(|class| super::types::accepted(&resolver.model, *class));
            let kind = kinds.into_iter().find_map(|kind| resolver.model.kinds.get(kind.index()));
            let kind = kind.map_or("Card", |kind| kind.name.as_str());
            let place = text_at(resolver, found.at);
            Some(format!("what lies somewhere changes with `move`, as in `move 3 {kind} from box to {place}`"))
        }
        Sort::Component { .. } => Some("components are moved; what is set are their features".to_owned()),
        _ => Some("declare a `var` for what changes in play".to_owned()),
    }
}

/// The phases and rules that there are.
pub(super) fn runnables(resolver: &Resolver<'_>, name: &str) -> String {
    let names: Vec<String> = resolver.names.runnable_names().take(LISTED).map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => format!("write it: `rule {name} {{ … }}`"),
        [one] => format!("there is {one}; a new one is written `rule {name} {{ … }}`"),
        names => format!("there are {}; a new one is written `rule {name} {{ … }}`", names.join(", ")),
    }
}

/// The first line of rows on which there are more or fewer entries than columns.
pub(super) fn odd_row(resolver: &Resolver<'_>, entries: &[tree::Expression], columns: usize) -> Option<Span> {
    if columns == 0 {
        return None;
    }
    let text = resolver.model.text(resolver.file);
    let between = |one: Span, next: Span| text.get(one.end as usize..next.start as usize).unwrap_or_default();
    let mut rows = entries.chunk_by(|one, next| !between(one.span, next.span).contains(ends_line));
    let odd = rows.find(|row| !row.len().is_multiple_of(columns))?;
    odd.iter().map(|entry| entry.span).reduce(Span::join)
}
