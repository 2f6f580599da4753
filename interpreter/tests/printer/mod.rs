//! Expressions of the model in one line, so that conversions can be seen.

use rulehound_interpreter::model::{
    Binder, Expression, ExpressionKind as Kind, Key, LocalId, Model, OwnerSort, Shape, Sort, Type,
};

/// An expression with its type.
pub fn typed(model: &Model, expression: &Expression) -> String {
    format!("{}  ::  {}", printed(model, expression), of(model, &expression.of))
}

/// A type in short.
pub fn of(model: &Model, of: &Type) -> String {
    let sort = match &of.sort {
        Sort::Number { least, greatest } => format!("{least}..{greatest}"),
        Sort::YesNo => "yes-no".to_string(),
        Sort::Value { of, allowed } => format!("{of:?}{allowed:?}"),
        Sort::Player => "player".to_string(),
        Sort::Component { kinds } => {
            kinds.iter().map(|kind| model.kinds[kind.index()].name.as_str()).collect::<Vec<_>>().join("|")
        }
        Sort::Place { classes } => classes.iter().map(|class| format!("{class:?}")).collect::<Vec<_>>().join("|"),
        Sort::Direction => "direction".to_string(),
        Sort::Nothing => "nothing".to_string(),
    };
    match of.shape {
        Shape::One => sort,
        Shape::OneOrNone => format!("{sort}?"),
        Shape::Set { most } => format!("{{{sort}}}≤{most}"),
    }
}

fn local(model: &Model, id: LocalId) -> String {
    model.locals.get(id.index()).map_or("?".to_string(), |local| local.name.clone())
}

fn all(model: &Model, list: &[Expression]) -> String {
    list.iter().map(|one| printed(model, one)).collect::<Vec<_>>().join(", ")
}

fn owned(model: &Model, owner: &Option<Expression>) -> String {
    owner.as_ref().map_or(String::new(), |owner| format!("{}.", printed(model, owner)))
}

fn binders(model: &Model, list: &[Binder]) -> String {
    let one = |binder: &Binder| {
        let from = binder.from.as_ref().map_or(String::new(), |from| format!(" from {}", printed(model, from)));
        let round = if binder.round { " round" } else { "" };
        let condition =
            binder.condition.as_ref().map_or(String::new(), |one| format!(" where {}", printed(model, one)));
        format!("{} in {}{from}{round}{condition}", local(model, binder.local), printed(model, &binder.set))
    };
    list.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn keys(model: &Model, list: &[Key]) -> String {
    let one = |key: &Key| format!("{}{}", if key.best { "best " } else { "" }, printed(model, &key.value));
    let keys = list.iter().map(one).collect::<Vec<_>>().join(", ");
    if keys.is_empty() { keys } else { format!(" by {keys}") }
}

fn box_name(owner: OwnerSort) -> String {
    format!("box-of-{owner:?}")
}

/// An expression.
pub fn printed(model: &Model, expression: &Expression) -> String {
    let p = |inner: &Expression| printed(model, inner);
    let opt = |inner: &Option<Expression>| inner.as_ref().map_or(String::new(), |inner| format!(" : {}", p(inner)));
    let or_else =
        |inner: &Option<Expression>| inner.as_ref().map_or(String::new(), |inner| format!(" else {}", p(inner)));
    match &*expression.kind {
        Kind::Constant(value) if *value == i32::MIN => "none".to_string(),
        Kind::Constant(value) => value.to_string(),
        Kind::Setting(id) => model.settings[id.index()].name.clone(),
        Kind::Local(id) => local(model, *id),
        Kind::Variable(cell) => {
            let name = &model.variables[cell.variable.index()].name;
            format!("{}{name}({})", owned(model, &cell.owner), all(model, &cell.indices))
        }
        Kind::Attribute(cell) => {
            let name = &model.kinds[cell.kind.index()].attributes[cell.attribute].name;
            format!("{}.{name}({})", p(&cell.component), all(model, &cell.indices))
        }
        Kind::Table(id, indices) => format!("{}({})", model.tables[id.index()].name, all(model, indices)),
        Kind::Owner(inner) => format!("owner({})", p(inner)),
        Kind::PlaceOf(inner) => format!("place-of({})", p(inner)),
        Kind::IndexOf(inner) => format!("index-of({})", p(inner)),
        Kind::ColumnOf(inner) => format!("column-of({})", p(inner)),
        Kind::RowOf(inner) => format!("row-of({})", p(inner)),
        Kind::Top(inner) => format!("top({})", p(inner)),
        Kind::Bottom(inner) => format!("bottom({})", p(inner)),
        Kind::Marked { board, mark, place } => format!("marked({board:?}, {mark}, {})", p(place)),
        Kind::BoxOf(sort, owner) => format!("{}{}", owned(model, owner), box_name(*sort)),
        Kind::Zone { zone, owner, indices } => {
            format!("{}{}({})", owned(model, owner), model.areas[zone.index()].name, all(model, indices))
        }
        Kind::BoardPlace(board, index) => format!("{}[{}]", model.areas[board.index()].name, p(index)),
        Kind::Call(id, arguments) => format!("{}({})", model.definitions[id.index()].name, all(model, arguments)),
        Kind::TooDeep { name, .. } => format!("{name}, too deep"),
        Kind::BuiltIn(word, arguments) => format!("{word:?}({})", all(model, arguments)),
        Kind::Not(inner) => format!("not {}", p(inner)),
        Kind::Negative(inner) => format!("-{}", p(inner)),
        Kind::And(a, b) => format!("({} and {})", p(a), p(b)),
        Kind::Or(a, b) => format!("({} or {})", p(a), p(b)),
        Kind::Arithmetic(sign, a, b) => format!("({} {sign:?} {})", p(a), p(b)),
        Kind::Compare(sign, a, b) => format!("({} {sign:?} {})", p(a), p(b)),
        Kind::Among { element, set, negated } => {
            format!("({} {}in {})", p(element), if *negated { "not " } else { "" }, p(set))
        }
        Kind::If { arms, otherwise } => {
            let arms: String = arms.iter().map(|(a, b)| format!("if {} then {} else ", p(a), p(b))).collect();
            format!("({arms}{})", p(otherwise))
        }
        Kind::Any(list, value) => format!("(any {}{})", binders(model, list), opt(value)),
        Kind::All(list, value) => format!("(all {}{})", binders(model, list), opt(value)),
        Kind::CountTuples(list) => format!("(count {})", binders(model, list)),
        Kind::CountOf(inner) => format!("count-of({})", p(inner)),
        Kind::CountOn { components, place } => format!("count({} on {})", p(components), p(place)),
        Kind::Sum(list, value) => format!("(sum {} : {})", binders(model, list), p(value)),
        Kind::Most { greatest, binders: list, value, otherwise } => {
            let word = if *greatest { "max" } else { "min" };
            format!("({word} {} : {}{})", binders(model, list), p(value), or_else(otherwise))
        }
        Kind::First { binders: list, keys: order, value, otherwise } => {
            format!("(first {}{} : {}{})", binders(model, list), keys(model, order), p(value), or_else(otherwise))
        }
        Kind::Range(a, b) => format!("{}..{}", p(a), p(b)),
        Kind::Players => "Players".to_string(),
        Kind::Values(id) => format!("Values({id:?})"),
        Kind::Directions => "Directions".to_string(),
        Kind::Board(id) => format!("Board({})", model.areas[id.index()].name),
        Kind::Family(id, owner) => format!("Family({}{})", owned(model, owner), model.areas[id.index()].name),
        Kind::Components(id, owner) => format!("Components({}{})", owned(model, owner), model.kinds[id.index()].name),
        Kind::Contents(inner) => format!("Contents({})", p(inner)),
        Kind::Listed(list) => format!("{{{}}}", all(model, list)),
        Kind::Union(a, b) => format!("({} ∪ {})", p(a), p(b)),
        Kind::Each { first, binders: list, keys: order, value } => {
            let most = first.as_ref().map_or(String::new(), |first| format!("first {} of ", p(first)));
            format!("(each {most}{}{} : {})", binders(model, list), keys(model, order), p(value))
        }
        Kind::Reach { local, from, to } => {
            format!("(reach {} from {} to {})", model.locals[local.index()].name, p(from), p(to))
        }
        Kind::OneOrNothing(inner) => format!("OneOrNothing({})", p(inner)),
        Kind::Only(inner) => format!("Only({})", p(inner)),
    }
}
