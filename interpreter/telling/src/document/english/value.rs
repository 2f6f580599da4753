//! Values as noun phrases.

use super::super::names::{area_id, bare_noun, constant, definition_id, feature, setting_id, spoken, table_id};
use super::super::prose::{YOU, bare, link, name, plain};
use super::English;
use super::names::{board_noun, noun};
use rulehound_engine::words::definition_called;
use rulehound_rules::model::{
    AreaId, AreaKind, Arithmetic, AttributeCell, Board, BoardShape, BuiltIn, Cell, Definition, DefinitionClause,
    DefinitionId, Expression, ExpressionKind, OwnerSort, Piece, PlaceClass, Shape, Sort, Text,
};

/// Stands behind what is called as something else is now that a variant put in its place.
pub const AS_IT_WAS: &str = " (as it was)";

/// Stands before what is meant where there is nothing else.
const IF_NONE: &str = " (if there is none, ";

/// For whom `ahead` and `steps` count.
fn counted_for(english: &English<'_>, arguments: &[Expression]) -> Option<String> {
    let player = arguments.get(2).and_then(|back| english.model.counted_for(back))?;
    Some(english.value(player))
}

impl English<'_> {
    /// A value as a noun phrase, however long.
    pub(super) fn value(&self, expression: &Expression) -> String {
        use ExpressionKind as E;
        match expression.kind.as_ref() {
            E::Constant(number) => constant(self.model, &expression.of, *number),
            E::Setting(id) => {
                let setting = self.model.settings.get(id.index());
                let words = setting.map_or_else(String::new, |one| spoken(&one.name, &one.notes));
                link(&setting_id(self.model, *id), &words)
            }
            E::Local(id) => self.names.phrase(*id),
            E::Variable(cell) => self.cell(cell),
            E::Attribute(cell) => self.feature_of(cell),
            E::Table(id, indices) => {
                let table = self.model.tables.get(id.index());
                let words = table.map_or_else(String::new, |one| spoken(&one.name, &one.notes));
                let indices: Vec<String> = indices.iter().map(|index| self.value(index)).collect();
                let linked = link(&table_id(self.model, *id), &words);
                format!("the entry for {} in the table {linked}", super::super::names::and(&indices))
            }
            E::Owner(of) => format!("{} owner", self.whose(of)),
            E::PlaceOf(of) => format!("where {} is", self.value(of)),
            E::IndexOf(of) => format!("the number of {}", place_words(self, of)),
            E::ColumnOf(of) => format!("the column of {}", place_words(self, of)),
            E::RowOf(of) => format!("the row of {}", place_words(self, of)),
            E::Top(of) => format!(
                "the top{} of {}",
                self.held(of).map_or_else(String::new, |noun| format!(" {noun}")),
                self.value(of)
            ),
            E::Bottom(of) => format!(
                "the bottom{} of {}",
                self.held(of).map_or_else(String::new, |noun| format!(" {noun}")),
                self.value(of)
            ),
            E::BoxOf(_, None) => "the box".to_owned(),
            E::BoxOf(OwnerSort::Player, Some(of)) => format!("{} box", self.whose(of)),
            E::BoxOf(_, Some(of)) => format!("the box of {}", self.value(of)),
            E::Zone { zone, owner, indices } => self.zone(*zone, owner.as_ref(), indices),
            E::BoardPlace(board, number) => self.board_place(*board, number),
            E::Call(id, arguments) => self.call(*id, arguments),
            E::BuiltIn(word, arguments) => self.built_in(*word, arguments),
            E::Negative(of) => format!("−{}", self.operand(of, 4)),
            E::Arithmetic(..) => self.reckoned(expression),
            E::If { arms, otherwise } => {
                let arms = arms.iter().map(|(condition, value)| {
                    format!("{} if {}", self.operand(value, 2), self.condition(condition, true))
                });
                let mut parts: Vec<String> = arms.collect();
                parts.push(format!("otherwise {}", self.value(otherwise)));
                parts.join(", ")
            }
            E::CountTuples(binders) => format!("the number of {}", self.many(binders)),
            E::CountOf(set) => {
                if let E::OneOrNothing(one) = set.kind.as_ref() {
                    return format!("1 if there is {}, otherwise 0", self.value(one));
                }
                format!("the number of {}", self.uncounted(set))
            }
            E::CountOn { components, place } => {
                format!("the number of {} {}", self.things(components), self.at_place(place))
            }
            E::Sum(binders, value) => self.gathered_value("the sum of", binders, value),
            E::Most { greatest, binders, value, otherwise } => {
                let word = if *greatest { "the greatest" } else { "the least" };
                let words = self.gathered_value(word, binders, value);
                self.or_else(words, otherwise.as_ref())
            }
            E::First { binders, keys, value, otherwise } => {
                let words = self.first_of(binders, keys, value);
                self.or_else(words, otherwise.as_ref())
            }
            E::OneOrNothing(of) => self.value(of),
            E::Only(set) => self.only(set),
            E::TooDeep { name, .. } => format!("nothing: `{name}` is too deep"),
            E::Marked { .. }
            | E::Not(_)
            | E::And(..)
            | E::Or(..)
            | E::Compare(..)
            | E::Among { .. }
            | E::Any(..)
            | E::All(..) => format!("whether {}", self.condition(expression, true)),
            E::Range(..)
            | E::Players
            | E::Values(_)
            | E::Directions
            | E::Board(_)
            | E::Family(..)
            | E::Components(..)
            | E::Contents(_)
            | E::Listed(_)
            | E::Union(..)
            | E::Reach { .. }
            | E::Each { .. } => self.things(expression),
        }
    }

    /// A set behind a number: `cards in the row`.
    pub(super) fn uncounted(&self, set: &Expression) -> String {
        let things = self.things(set);
        if matches!(set.kind.as_ref(), ExpressionKind::Components(_, Some(_))) {
            return things;
        }
        let rest = ["all of ", "all ", "the "].iter().find_map(|word| things.strip_prefix(word));
        // In `the other player's points` the article is that of the player.
        let rest = rest.filter(|rest| !things.starts_with("the ") || !begins_with_owner(rest));
        rest.unwrap_or(&things).to_owned()
    }

    /// `the player's`; of what rules write `none` for, nothing changes.
    pub(super) fn whose(&self, owner: &Expression) -> String {
        let words = self.value(owner);
        match words.strip_suffix(')').and_then(|words| words.split_once(IF_NONE)) {
            Some((of, otherwise)) => format!("{}{IF_NONE}{})", possessive(of), possessive(otherwise)),
            None => possessive(&words),
        }
    }

    /// A variable: `the player's bid`, `the pot`.
    pub(super) fn cell(&self, cell: &Cell) -> String {
        let Some(variable) = self.model.variables.get(cell.variable.index()) else { return "?".to_owned() };
        let name = spoken(&variable.name, &variable.notes);
        // A name such as `Max's die` has its article already.
        let owned = name.contains("'s ");
        let words = self.with_indices(name, &cell.indices);
        match &cell.owner {
            Some(owner) => of_somebody(self, owner, bare_noun(&words)),
            None if owned || words.starts_with("the ") => words,
            None => format!("the {words}"),
        }
    }

    /// A feature: `the die's side`.
    pub(super) fn feature_of(&self, cell: &AttributeCell) -> String {
        let kind = self.model.kinds.get(cell.kind.index());
        let attribute = kind.and_then(|kind| kind.attributes.get(cell.attribute));
        let words = self.numbered(attribute.map_or_else(String::new, feature), &cell.indices);
        of_somebody(self, &cell.component, bare_noun(&words))
    }

    fn with_indices(&self, words: String, indices: &[Expression]) -> String {
        if indices.is_empty() {
            return words;
        }
        let indices: Vec<String> = indices.iter().map(|index| self.operand(index, 5)).collect();
        format!("{words} for {}", super::super::names::and(&indices))
    }

    /// `home 3`; of what is no plain number, `pack for the race`.
    fn numbered(&self, words: String, indices: &[Expression]) -> String {
        let near = |index: &Expression| {
            matches!(index.kind.as_ref(), ExpressionKind::Constant(_) | ExpressionKind::Local(_))
                && matches!(index.of.sort, Sort::Number { .. })
        };
        if indices.is_empty() || indices.iter().any(|index| !near(index)) {
            return self.with_indices(words, indices);
        }
        let indices: Vec<String> = indices.iter().map(|index| self.value(index)).collect();
        format!("{words} {}", indices.join(" "))
    }

    /// A zone as a place.
    pub(super) fn zone(&self, id: AreaId, owner: Option<&Expression>, indices: &[Expression]) -> String {
        let Some(area) = self.model.areas.get(id.index()) else { return "?".to_owned() };
        let words = self.numbered(bare_noun(&spoken(&area.name, &area.notes)).to_owned(), indices);
        let player = matches!(&area.kind, AreaKind::Zone(zone) if zone.owner == OwnerSort::Player);
        let linked = link(&area_id(self.model, id), &words);
        match owner {
            Some(owner) if player => of_somebody(self, owner, &linked),
            Some(owner) => format!("the {linked} of {}", self.value(owner)),
            None if words.contains("'s ") => linked,
            None => format!("the {linked}"),
        }
    }

    /// `tree 5`, or by the mark that stands there alone.
    fn board_place(&self, id: AreaId, number: &Expression) -> String {
        let Some(area) = self.model.areas.get(id.index()) else { return "?".to_owned() };
        if let (ExpressionKind::Constant(number), AreaKind::Board(board)) = (number.kind.as_ref(), &area.kind) {
            let index = usize::try_from(*number - 1).unwrap_or(usize::MAX);
            let alone = board.marks.iter().find(|mark| {
                mark.on.iter().filter(|on| **on).count() == 1 && mark.on.get(index).copied().unwrap_or(false)
            });
            if let Some(mark) = alone {
                let words = spoken(&mark.name, &mark.notes);
                return format!("the {}", link(&area_id(self.model, id), bare_noun(&words)));
            }
        }
        if let AreaKind::Board(Board { shape: BoardShape::Net { .. }, words, .. }) = &area.kind {
            let fixed = match number.kind.as_ref() {
                ExpressionKind::Constant(number) => usize::try_from(*number - 1)
                    .ok()
                    .and_then(|index| words.get(index))
                    .map(|name| name.replace('_', " ")),
                _ => None,
            };
            let (value, words) = match number.kind.as_ref() {
                ExpressionKind::Arithmetic(_, value, _) => (value, self.value(value)),
                _ => (number, self.operand(number, 5)),
            };
            let constant = fixed.is_some() || matches!(value.kind.as_ref(), ExpressionKind::Constant(_));
            let named = fixed.unwrap_or(words);
            let own = board_noun(self.model, id);
            return match &area.notes.called {
                Some(_) if constant => format!("{own} {named}"),
                // Where places are called as values are, these say it already.
                Some(_) if noun(self.model, &value.of).as_ref() == Some(&own) => named,
                Some(_) => format!("the {own} of {named}"),
                None => format!(
                    "{named} of the {}",
                    link(&area_id(self.model, id), &super::super::names::lowered(&area.name))
                ),
            };
        }
        // Where there are several boards, a number alone says too little.
        let boards = self.model.areas.iter().filter(|one| matches!(one.kind, AreaKind::Board(_))).count();
        let which = if boards > 1 && area.notes.called.is_none() {
            format!(" of the {}", link(&area_id(self.model, id), &super::super::names::lowered(&area.name)))
        } else {
            String::new()
        };
        format!("{} {}{which}", board_noun(self.model, id), self.operand(number, 5))
    }

    /// A definition, in the author's words if there are any: its `as` text with the arguments put in.
    pub(super) fn call(&self, id: DefinitionId, arguments: &[Expression]) -> String {
        let Some(definition) = self.model.definitions.get(id.index()) else { return "?".to_owned() };
        let to = definition_id(self.model, id);
        if let Some(words) = self.in_authors_words(id, arguments) {
            return words;
        }
        let words = in_own_words(self, definition, &to, arguments);
        if definition.replaced { words + AS_IT_WAS } else { words }
    }

    /// The `as` text of a definition; its longest stretch of plain words leads to what it means.
    pub fn in_authors_words(&self, id: DefinitionId, arguments: &[Expression]) -> Option<String> {
        let definition = self.model.definitions.get(id.index())?;
        let clause = worded(definition, arguments)?;
        let called = clause.notes.called.as_ref()?;
        let mut inner = self.clone();
        for (local, argument) in clause.parameters.iter().zip(arguments) {
            if let Some(local) = local {
                inner.names.call(*local, self.operand(argument, 1));
            }
        }
        let words = inner.linked_text(called, &definition_id(self.model, id));
        Some(if definition.replaced { words + AS_IT_WAS } else { words })
    }

    fn linked_text(&self, text: &Text, to: &str) -> String {
        let longest = text.pieces.iter().enumerate().filter_map(|(at, piece)| match piece {
            Piece::Words(words) if !words.trim().is_empty() => Some((words.trim().len(), at)),
            Piece::Words(_) | Piece::Value(_) | Piece::Counted { .. } | Piece::If { .. } => None,
        });
        let longest = longest.max_by_key(|(length, at)| (*length, std::cmp::Reverse(*at))).map(|(_, at)| at);
        let word = |(at, piece): (usize, &Piece)| match piece {
            Piece::Words(words) if Some(at) == longest => {
                let trimmed = words.trim();
                let (front, rest) = match trimmed.strip_prefix("'s ") {
                    Some(rest) => ("'s ", rest),
                    None => ("", trimmed),
                };
                let lead = if words.starts_with(' ') { " " } else { "" };
                let tail = if words.ends_with(' ') { " " } else { "" };
                format!("{lead}{front}{}{tail}", link(to, rest))
            }
            other => self::piece(self, other, &|value| self.value(value)),
        };
        text.pieces.iter().enumerate().map(word).collect()
    }

    fn built_in(&self, word: BuiltIn, arguments: &[Expression]) -> String {
        let value = |index: usize| arguments.get(index).map_or_else(String::new, |one| self.value(one));
        let constant = |index: usize| match arguments.get(index).map(|one| one.kind.as_ref()) {
            Some(ExpressionKind::Constant(number)) => Some(*number),
            _ => None,
        };
        let all = || arguments.iter().map(|one| self.value(one)).collect::<Vec<_>>();
        match (word, arguments.len()) {
            (BuiltIn::Next, 1) => format!("{} left neighbour", self.whose_at(arguments, 0)),
            (BuiltIn::Next, _) => match constant(1) {
                Some(number) if number < 0 => {
                    let seats = super::super::names::counted(number.unsigned_abs() as usize, "seat");
                    format!("whoever sits {seats} to the right of {}", value(0))
                }
                _ => format!("whoever sits {} seats to the left of {}", in_brackets(self, arguments.get(1)), value(0)),
            },
            (BuiltIn::Other, _) => {
                let of = value(0);
                if of == YOU {
                    return "your opponent".to_owned();
                }
                if self.names.only_player().as_ref() == Some(&of) {
                    "the other player".to_owned()
                } else {
                    format!("the opponent of {of}")
                }
            }
            (BuiltIn::Seat, _) if value(0).contains(" of ") => format!("the seat of {}", value(0)),
            (BuiltIn::Seat, _) => format!("{} seat", self.whose_at(arguments, 0)),
            (BuiltIn::Max, 3..) => format!("the greatest of {}", super::super::names::and(&all())),
            (BuiltIn::Min, 3..) => format!("the smallest of {}", super::super::names::and(&all())),
            (BuiltIn::Max, _) => format!("the greater of {}", super::super::names::and(&all())),
            (BuiltIn::Min, _) => format!("the smaller of {}", super::super::names::and(&all())),
            (BuiltIn::Ahead, _) => {
                let ahead = match constant(1) {
                    Some(-1) => format!("the space behind {}", value(0)),
                    Some(1) => format!("the next space ahead of {}", value(0)),
                    Some(number) if number < 0 => format!("the space {} behind {}", -i64::from(number), value(0)),
                    Some(_) | None => {
                        let (steps, way) = match arguments.get(1).map(|steps| steps.kind.as_ref()) {
                            Some(ExpressionKind::Negative(back)) => (Some(back), "behind"),
                            _ => (arguments.get(1), "ahead of"),
                        };
                        format!("the space {} {way} {}", in_brackets(self, steps), value(0))
                    }
                };
                match counted_for(self, arguments) {
                    None => ahead,
                    Some(you) if you == YOU => format!("{ahead}, as you go"),
                    Some(player) => format!("{ahead}, as {player} goes"),
                }
            }
            (BuiltIn::Steps, _) => {
                let whose = counted_for(self, arguments).map_or_else(String::new, |whose| format!(" for {whose}"));
                format!("the number of steps{whose} from {} on to {}", value(0), value(1))
            }
            (BuiltIn::Beside, 2) => format!("the neighbour of {} in {}", value(0), in_direction(value(1))),
            (BuiltIn::Beside, _) => {
                format!("the space {} steps from {} in {}", value(2), value(0), in_direction(value(1)))
            }
            (BuiltIn::Around, _) => format!("the spaces next to {}", value(0)),
            (BuiltIn::Noted, 0) => "the number of times this position was noted".to_owned(),
            (BuiltIn::Noted, _) => format!("the number of times this position was noted for {}", value(0)),
        }
    }

    fn whose_at(&self, arguments: &[Expression], index: usize) -> String {
        arguments.get(index).map_or_else(String::new, |one| self.whose(one))
    }

    /// Reckoning with signs, brackets only where they are needed: also where words stand for the sign.
    fn reckoned(&self, expression: &Expression) -> String {
        let ExpressionKind::Arithmetic(sign, left, right) = expression.kind.as_ref() else {
            return self.value(expression);
        };
        if let Some(words) = self::listed(self, expression, left) {
            return words;
        }
        let (words, level) = match sign {
            Arithmetic::Plus => ("+", 2),
            Arithmetic::Minus => ("−", 2),
            Arithmetic::Times => ("×", 3),
            Arithmetic::Divided => ("divided by", 3),
            Arithmetic::Modulo => ("modulo", 3),
        };
        let in_words = |side: &Expression| {
            let divides = |sign: &Arithmetic| matches!(sign, Arithmetic::Divided | Arithmetic::Modulo);
            matches!(side.kind.as_ref(), ExpressionKind::Arithmetic(sign, ..) if divides(sign))
        };
        let side = |side: &Expression, level: u8| self.operand(side, if in_words(side) { level.max(4) } else { level });
        format!("{} {words} {}", side(left, level), side(right, level + 1))
    }

    /// A value that stands beside a sign: in brackets if it would be read otherwise.
    pub(super) fn operand(&self, expression: &Expression, level: u8) -> String {
        use ExpressionKind as E;
        let words = self.value(expression);
        let own = match expression.kind.as_ref() {
            E::Arithmetic(Arithmetic::Plus | Arithmetic::Minus, ..) => 2,
            E::Arithmetic(Arithmetic::Times | Arithmetic::Divided | Arithmetic::Modulo, ..) => 3,
            E::If { .. } => 0,
            E::Sum(..) | E::Most { .. } | E::First { .. } | E::CountTuples(_) if level > 1 => 0,
            E::CountOf(_) if level > 2 || super::condition::is_open(expression) => 0,
            E::BuiltIn(BuiltIn::Max | BuiltIn::Min, _) if level > 1 => 0,
            E::CountOn { .. } if level > 2 => 0,
            E::Union(..) if level > 1 => 0,
            _ => 9,
        };
        let needs = own < level && level > 1;
        if needs { format!("({words})") } else { words }
    }

    /// Where a thing is: `in the row`, `on tree 5`.
    pub(super) fn at_place(&self, place: &Expression) -> String {
        format!("{} {}", self.preposition(place), self.value(place))
    }

    /// `on` a board, `in` everything else.
    pub(super) fn preposition(&self, place: &Expression) -> &'static str {
        let Sort::Place { classes } = &place.of.sort else { return "in" };
        let board = |class: &PlaceClass| match class {
            PlaceClass::Area(id) => {
                matches!(self.model.areas.get(id.index()).map(|area| &area.kind), Some(AreaKind::Board(_)))
            }
            PlaceClass::Box(_) => false,
        };
        if classes.iter().any(board) { "on" } else { "in" }
    }

    fn or_else(&self, words: String, otherwise: Option<&Expression>) -> String {
        match otherwise {
            Some(other) => format!("{words}{IF_NONE}{})", self.value(other)),
            None => words,
        }
    }

    /// A text of the author with its values put in; names without an article.
    pub fn author(&self, text: &Text) -> String {
        let word = |value: &Expression| match value.kind.as_ref() {
            ExpressionKind::Local(id) if self.names.phrase(*id) == YOU => YOU.to_owned(),
            ExpressionKind::Local(id) => name(&super::super::prose::bare(&self.names.bare(*id))),
            _ => name(&super::super::prose::bare(&self.phrase(value))),
        };
        text.pieces.iter().map(|one| piece(self, one, &word)).collect()
    }
}

/// A part of an author's text; what hangs on a condition is told with it.
fn piece(english: &English<'_>, piece: &Piece, word: &dyn Fn(&Expression) -> String) -> String {
    let all = |pieces: &[Piece]| pieces.iter().map(|piece| self::piece(english, piece, word)).collect::<String>();
    match piece {
        Piece::Words(words) => super::super::prose::plain(words),
        Piece::Value(value) => word(value),
        Piece::Counted { number, many, .. } => counted(english, number, &all(many), word),
        Piece::If { condition, then, otherwise } => {
            let condition = english.condition(condition, true);
            match (all(then).trim(), all(otherwise).trim()) {
                (then, "") => format!("(if {condition}: {then})"),
                ("", otherwise) => format!("(unless {condition}: {otherwise})"),
                (then, otherwise) => format!("(if {condition}: {then}; otherwise: {otherwise})"),
            }
        }
    }
}

/// What is called by where it is: `what is in the bucket`, `what is in the bucket for the player`.
fn whereabouts(english: &English<'_>, words: &str, arguments: &[Expression]) -> String {
    let given: Vec<String> = arguments.iter().map(|one| english.value(one)).collect();
    let whose = if given.is_empty() { String::new() } else { format!(" for {}", super::super::names::and(&given)) };
    format!("what is {words}{whose}")
}

/// Whether words say where something is: `in the bucket`.
fn is_whereabouts(words: &str) -> bool {
    let first = words.split_once(' ').map(|(first, _)| first);
    first.is_some_and(|first| ["in", "on", "at", "under", "behind", "beside"].contains(&first))
}

/// So many of a noun in an author's text: `3 dice`, `as many dice as there are in the row`, `as many points as the bid`.
fn counted(english: &English<'_>, number: &Expression, many: &str, word: &dyn Fn(&Expression) -> String) -> String {
    if matches!(number.kind.as_ref(), ExpressionKind::Constant(_) | ExpressionKind::Local(_)) {
        return format!("{} {many}", word(number));
    }
    let phrase = super::super::prose::bare(&english.phrase(number));
    if let Some(what) = phrase.strip_prefix("the number of ") {
        let what = what.strip_prefix("all ").unwrap_or(what);
        if let Some(owned) = owned(what, many) {
            return format!("as many {many} as {}", name(&owned));
        }
        let rest = what.strip_prefix(many).and_then(|rest| rest.strip_prefix(' '));
        let what = rest.filter(|rest| !rest.starts_with("of ")).unwrap_or(what);
        return format!("as many {many} as there are {}", name(what));
    }
    // `the player's tricks` are so many tricks.
    if phrase.strip_suffix(many).is_some_and(|before| before.ends_with(' ')) {
        return name(&phrase);
    }
    format!("as many {many} as {}", name(&phrase))
}

/// What somebody has of a noun: of `your camels in the box` or `Ann's camels`, `you have in the box` and `Ann has`.
fn owned(what: &str, many: &str) -> Option<String> {
    let (whose, rest) = what.split_once(many)?;
    let has = match whose.strip_suffix(' ')? {
        "your" => "you have".to_owned(),
        "their" => "they have".to_owned(),
        whose => format!("{} has", whose.strip_suffix("'s")?),
    };
    let says_where = |rest: &str| [" in ", " on ", " at "].iter().any(|word| rest.starts_with(word));
    (rest.is_empty() || says_where(rest)).then(|| format!("{has}{rest}"))
}

/// What somebody has: `the player's bid`; of whom many words tell, `the hand of whoever sits 2 seats to the left of the player`.
fn of_somebody(english: &English<'_>, owner: &Expression, what: &str) -> String {
    let words = english.value(owner);
    if super::super::prose::bare(&words).starts_with("whoever ") {
        return format!("the {what} of {words}");
    }
    format!("{} {what}", english.whose(owner))
}

/// A value in the middle of a phrase: what is reckoned stands in brackets.
fn in_brackets(english: &English<'_>, expression: Option<&Expression>) -> String {
    let words = expression.map_or_else(String::new, |one| english.value(one));
    let reckoned = |one: &Expression| matches!(one.kind.as_ref(), ExpressionKind::Arithmetic(..));
    if expression.is_some_and(reckoned) { format!("({words})") } else { words }
}

/// Whether a phrase speaks of several, as far as last letters tell: `the points of this turn`, but not `the number of cards`.
pub(super) fn is_plural(phrase: &str) -> bool {
    let bare = super::super::prose::bare(phrase);
    let head = bare.split(" of ").next().filter(|head| head.starts_with("the ") && head.split(' ').count() > 1);
    rulehound_engine::words::is_plural(head.unwrap_or(&bare))
}

/// `Ann's`, `the dogs'`.
fn possessive(words: &str) -> String {
    if super::super::prose::bare(words).ends_with('s') { format!("{words}'") } else { format!("{words}'s") }
}

/// Of a value in a list: which it is, or what comes so far behind it.
fn listed(english: &English<'_>, expression: &Expression, left: &Expression) -> Option<String> {
    let stands = |sort: &Sort| matches!(sort, Sort::Value { .. } | Sort::Direction);
    if stands(&left.of.sort) {
        return Some(format!("the number of {} in its list", english.value(left)));
    }
    let ExpressionKind::Arithmetic(Arithmetic::Plus, of, steps) = left.kind.as_ref() else { return None };
    match steps.kind.as_ref() {
        _ if !stands(&expression.of.sort) => None,
        ExpressionKind::Constant(1) => Some(format!("what comes next to {}", english.value(of))),
        _ => Some(format!("what comes {} after {}", english.value(steps), english.value(of))),
    }
}

/// `direction up`; a name says already that it is one.
fn in_direction(words: String) -> String {
    let named = ["direction ", "the direction"].iter().any(|word| words.starts_with(word));
    if named { words } else { format!("direction {words}") }
}

/// A definition without an `as` text: its name, and what it is given.
fn in_own_words(english: &English<'_>, definition: &Definition, to: &str, arguments: &[Expression]) -> String {
    let words = plain(&definition_called(definition));
    let value = !matches!(definition.of.shape, Shape::Set { .. }) && definition.of.sort != Sort::YesNo;
    if value && is_whereabouts(&words) {
        return whereabouts(english, &link(to, &words), arguments);
    }
    let player = arguments.first().is_some_and(|first| matches!(first.of.sort, Sort::Player | Sort::Component { .. }));
    match arguments {
        [] if words.starts_with("this ") => link(to, &words),
        [] => format!("the {}", link(to, &words)),
        [only] if player => format!("{} {}", english.whose(only), link(to, &words)),
        [first, rest @ ..] if player => {
            let rest: Vec<String> = rest.iter().map(|one| english.value(one)).collect();
            let rest = super::super::names::and(&rest);
            format!("{} {} for {rest}", english.whose(first), link(to, &words))
        }
        all => {
            let all: Vec<String> = all.iter().map(|one| english.value(one)).collect();
            format!("the {} for {}", link(to, &words), super::super::names::and(&all))
        }
    }
}

/// The clause whose words say what is meant: that for the value given, else any, if all are in the same words.
fn worded<'d>(definition: &'d Definition, arguments: &[Expression]) -> Option<&'d DefinitionClause> {
    let given = definition.selector.and_then(|at| arguments.get(at)).map(|argument| argument.kind.as_ref());
    let own = match given {
        Some(ExpressionKind::Constant(number)) => {
            let of = |value| definition.clauses.iter().find(|clause| clause.value == value);
            of(Some(*number)).or_else(|| of(None)).filter(|clause| clause.notes.called.is_some())
        }
        _ => None,
    };
    let mut all = definition.clauses.iter().filter(|clause| clause.notes.called.is_some());
    let first = all.next()?;
    own.or_else(|| all.all(|other| plain_words(other) == plain_words(first)).then_some(first))
}

/// The words of an `as` text, without its values.
fn plain_words(clause: &DefinitionClause) -> Vec<&str> {
    let pieces = clause.notes.called.iter().flat_map(|text| &text.pieces);
    pieces.filter_map(|piece| if let Piece::Words(words) = piece { Some(words.as_str()) } else { None }).collect()
}

/// A place behind `of`: `the card's place` for where the card is.
fn place_words(english: &English<'_>, of: &Expression) -> String {
    match of.kind.as_ref() {
        ExpressionKind::PlaceOf(what) => format!("{} place", english.whose(what)),
        _ => english.value(of),
    }
}

/// Whether words begin with whose something is: `other player's points`, not `cards in Ann's hand`.
fn begins_with_owner(words: &str) -> bool {
    const LINKS: [&str; 8] = ["in", "on", "of", "at", "from", "with", "that", "who"];
    let words = bare(words);
    let mut first = words.split(' ').take_while(|word| !LINKS.contains(word));
    first.any(|word| word.ends_with("'s") || word.ends_with("s'"))
}
