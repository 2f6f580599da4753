//! Sets, and names that go through them.

use super::super::listed::whole_part;
use super::super::names::{and, area_id, counted, lowered, or, plural, with_article};
use super::super::prose::{YOU, bare, link, many};
use super::English;
use super::names::{board_noun, noun};
use super::statement::is_set;
use super::whose::owned;
use rulehound_rules::facts::joined::joined_inside;
use rulehound_rules::facts::stops::is_pile;
use rulehound_rules::model::{
    AreaKind, Binder, Expression, ExpressionKind, Key, KindId, LocalId, OwnerSort, PlaceClass, Sort,
};

impl English<'_> {
    /// What one element of a set is called, and where it comes from: `chip`, ` in the player's row`.
    pub(super) fn source(&self, set: &Expression) -> (String, String) {
        use ExpressionKind as E;
        let word = || noun(self.model, &set.of).unwrap_or_else(|| self.plain_noun(set));
        match set.kind.as_ref() {
            E::Players => ("player".to_owned(), String::new()),
            E::Range(from, to) => ("number".to_owned(), format!(" from {} to {}", self.value(from), self.value(to))),
            E::Values(_) | E::Directions => (word(), String::new()),
            E::Board(id) => {
                let named = self.model.areas.get(id.index()).is_some_and(|area| area.notes.called.is_some());
                let name = self.model.areas.get(id.index()).map_or_else(String::new, |area| lowered(&area.name));
                let tail =
                    if named { String::new() } else { format!(" of the {}", link(&area_id(self.model, *id), &name)) };
                (board_noun(self.model, *id), tail)
            }
            E::Family(id, owner) => {
                let Some(area) = self.model.areas.get(id.index()) else { return (word(), String::new()) };
                let all = self.owner_of(area).map_or_else(String::new, |whose| format!(" of any {whose}"));
                (word(), owner.as_ref().map_or(all, |owner| of_owner(&self.value(owner))))
            }
            E::Components(_, None) => (word(), String::new()),
            E::Components(_, Some(owner)) => (word(), of_owner(&self.value(owner))),
            E::Contents(place) => (word(), format!(" {}", self.at_place(place))),
            E::Union(..) => (word(), in_places(self, set).unwrap_or_else(|| self.among(set))),
            E::Listed(parts) if parts.len() == 1 => (word(), self.listed_tail(parts)),
            E::Listed(_) if whole_part(self.model, set).is_some() => (word(), String::new()),
            E::Listed(parts) => (self.plain_noun(set), self.listed_tail(parts)),
            E::Each { first: None, binders, value, keys: _ } if is_own_element(binders, value) => {
                match binders.as_slice() {
                    [only] => self.element(only),
                    _ => (word(), self.among(set)),
                }
            }
            E::OneOrNothing(of) => (word(), format!(", which is {}", self.value(of))),
            E::Call(id, arguments) => {
                let noun = word();
                if let Some(among) = super::tuples::among(self, *id, arguments) {
                    return (noun, among);
                }
                let words = self.in_authors_words(*id, arguments).unwrap_or_default();
                // The author's words may begin with the noun itself: `tiles face up`.
                match tail_behind(&words, &plural(&noun)) {
                    Some(tail) => (noun, tail),
                    None => (noun, self.among(set)),
                }
            }
            _ => (word(), self.among(set)),
        }
    }

    fn listed_tail(&self, parts: &[Expression]) -> String {
        let place = parts.first().is_some_and(|part| matches!(part.of.sort, Sort::Place { .. }));
        let word = if place && parts.len() > 1 { "among" } else { "of" };
        format!(" {word} {}", listed(self, parts))
    }

    fn among(&self, set: &Expression) -> String {
        let word = if matches!(set.kind.as_ref(), ExpressionKind::Local(_)) { "of" } else { "among" };
        format!(" {word} {}", self.things(set))
    }

    /// A noun for what has none of its own.
    fn plain_noun(&self, set: &Expression) -> String {
        match &set.of.sort {
            Sort::Number { .. } => "number",
            Sort::YesNo => "answer",
            Sort::Value { .. } => "value",
            Sort::Player => "player",
            Sort::Place { .. } => "place",
            Sort::Component { .. } => "piece",
            Sort::Direction => "direction",
            Sort::Nothing => "thing",
        }
        .to_owned()
    }

    /// Whose a zone is: `player`; nothing if it is nobody's.
    fn owner_of(&self, area: &rulehound_rules::model::Area) -> Option<String> {
        let AreaKind::Zone(zone) = &area.kind else { return None };
        self.owner(zone.owner).map(|owner| owner.strip_prefix("each ").unwrap_or(&owner).to_owned())
    }

    /// An element of what a name goes through, with its own name if it needs one, and all that is asked of it.
    pub(super) fn element(&self, binder: &Binder) -> (String, String) {
        let (head, source, asked) = self.parts(binder);
        (head, format!("{source}{asked}"))
    }

    /// The same in three: what it is called, where it comes from, what is asked of it.
    pub(super) fn parts(&self, binder: &Binder) -> (String, String, String) {
        let (noun, source) = self.source(&binder.set);
        let own = self.names.bare(binder.local);
        let head = if bare(&own) == noun || own == "it" {
            noun
        } else if bare(&own).starts_with(&format!("{noun} ")) || bare(&own).chars().count() > 2 && noun != "number" {
            own
        } else {
            format!("{noun} {own}")
        };
        let asked = binder.condition.as_ref().map_or_else(String::new, |condition| self.asked(binder, condition));
        // "the square, which is its neighbour and is empty": behind what it is, "that" would speak of the last thing named.
        let asked = match asked.strip_prefix(" that ").filter(|_| source.starts_with(", which is ")) {
            Some(words) => format!(" and {words}"),
            None => asked,
        };
        let begins = self.begins(binder);
        // What is asked behind a comma is set off by a second one.
        let comma = if begins.starts_with(',') && !asked.is_empty() { "," } else { "" };
        (head, source, format!("{begins}{comma}{asked}"))
    }

    /// Where the order begins, and with it, unless it comes round, the set: ` from 4 on`.
    fn begins(&self, binder: &Binder) -> String {
        let Some(from) = &binder.from else { return String::new() };
        let words = self.value(from);
        if binder.round {
            format!(", clockwise from {words}")
        } else if matches!(binder.set.kind.as_ref(), ExpressionKind::Range(..)) {
            format!(", beginning with {words}")
        } else {
            format!(" from {words} on")
        }
    }

    /// ` whose status is safe`, ` for which …`.
    fn asked(&self, binder: &Binder, condition: &Expression) -> String {
        let text = self.condition(condition, true);
        let own = self.names.phrase(binder.local);
        let person = binder.set.of.sort == Sort::Player;
        let relative = if person { "who" } else { "that" };
        let possessive = format!("{own}'s ");
        if let Some(rest) = text.strip_prefix(&possessive) {
            // `whose name is the name`.
            if let Some((feature, _)) = rest.split_once(" is the ").filter(|(feature, other)| feature == other) {
                return format!(" of that {feature}");
            }
            let rest = rest.replace(&format!(" and {possessive}"), " and whose ");
            return format!(" whose {}", rest.replace(&format!(" and {own} "), &format!(" and {relative} ")));
        }
        // What it is of is another thing: `oslo of the map`.
        let goes_on =
            |rest: &&str| !["of ", "modulo ", "divided ", "+ ", "− ", "× "].iter().any(|word| rest.starts_with(word));
        if let Some(rest) = text.strip_prefix(&format!("{own} ")).filter(goes_on) {
            return format!(" {relative} {}", rest.replace(&format!(" and {own} "), &format!(" and {relative} ")));
        }
        // `there are pawns on the place` is `with pawns`.
        for word in ["on", "in"] {
            if let Some(front) = text.strip_suffix(&format!(" {word} {own}")) {
                if let Some(things) = front.strip_prefix("there are no ").or_else(|| front.strip_prefix("there is no "))
                {
                    return format!(" without {things}");
                }
                if let Some(things) = front.strip_prefix("there are ").or_else(|| front.strip_prefix("there is ")) {
                    return format!(" with {things}");
                }
            }
        }
        format!(" for {} {text}", if person { "whom" } else { "which" })
    }

    /// `each chip in the player's row whose …`.
    pub(super) fn every(&self, word: &str, binders: &[Binder]) -> String {
        let one = |binder: &Binder| {
            if let Some(owned) = owned(self, word, binder) {
                return owned;
            }
            let (head, tail) = self.element(binder);
            match binder.set.kind.as_ref() {
                ExpressionKind::Only(_) | ExpressionKind::OneOrNothing(_) => format!("{head}{tail}"),
                _ => format!("{word} {head}{tail}"),
            }
        };
        let parts: Vec<String> = binders.iter().map(one).collect();
        parts.join(" and ")
    }

    /// `a chip in the row and a number n from 1 to 3`.
    pub(super) fn some(&self, binders: &[Binder]) -> String {
        let one = |binder: &Binder| {
            if let Some(owned) = owned(self, "one", binder) {
                return owned;
            }
            let (head, tail) = self.element(binder);
            match binder.set.kind.as_ref() {
                ExpressionKind::Listed(parts)
                    if parts.len() > 1
                        && binder.condition.is_none()
                        && whole_part(self.model, &binder.set).is_none() =>
                {
                    let parts: Vec<String> = parts.iter().map(|part| self.value(part)).collect();
                    format!("{}: {}", with_article(&head), or(&parts))
                }
                _ => format!("{}{tail}", with_article(&head)),
            }
        };
        let parts: Vec<String> = binders.iter().map(one).collect();
        and(&parts)
    }

    /// `chips in the player's row whose …`.
    pub(super) fn many(&self, binders: &[Binder]) -> String {
        if let Some(whole) = super::tuples::counted(self, binders) {
            return whole;
        }
        let one = |binder: &Binder| {
            let (head, tail) = self.element(binder);
            let tail = super::so::of_several(&tail);
            format!("{}{tail}", self.many_of(&head))
        };
        let parts: Vec<String> = binders.iter().map(one).collect();
        match parts.as_slice() {
            [only] => only.clone(),
            [_, _] => format!("pairs of {}", and(&parts)),
            _ => format!("combinations of {}", and(&parts)),
        }
    }

    pub(super) fn many_of(&self, head: &str) -> String {
        match head.split_once(' ').filter(|(_, name)| bare(name).chars().count() <= 2) {
            Some((noun, name)) => format!("{} {name}", plural(noun)),
            None => plural(head),
        }
    }

    /// A whole set: `the chips in the player's row`, `all players`.
    pub(super) fn things(&self, set: &Expression) -> String {
        use ExpressionKind as E;
        match set.kind.as_ref() {
            E::Players => "all players".to_owned(),
            E::Range(from, to) => format!("{} to {}", self.operand(from, 2), self.operand(to, 2)),
            E::Values(_) | E::Directions | E::Board(_) | E::Components(..) | E::Contents(_) | E::Family(..) => {
                let (noun, tail) = self.source(set);
                let noun =
                    if let E::Contents(place) = set.kind.as_ref() { self.held(place).unwrap_or(noun) } else { noun };
                match set.kind.as_ref() {
                    E::Components(_, Some(owner)) => format!("{} {}", self.whose(owner), plural(&noun)),
                    E::Components(kind, None) if self.is_single(*kind) => self.names_kind(*kind),
                    E::Components(_, None) | E::Values(_) | E::Directions | E::Board(_) | E::Family(_, None) => {
                        format!("all {}{}", plural(&noun), tail.replacen(" of any ", " of every ", 1))
                    }
                    _ => format!("the {}{tail}", plural(&noun)),
                }
            }
            E::Listed(_) if whole_part(self.model, set).is_some() => {
                noun(self.model, &set.of).map_or_else(String::new, |noun| format!("all {}", plural(&noun)))
            }
            E::Listed(parts) => listed(self, parts),
            E::Union(a, b) => format!("{} and {}", self.things(a), self.things(b)),
            E::Each { first: Some(amount), binders, keys, value: _ } => some_of(self, amount, binders, keys),
            E::Each { first: None, binders, keys, value } => {
                let order = self.order(binders, keys);
                let single = match binders.as_slice() {
                    [Binder { set, condition: None, .. }] => match set.kind.as_ref() {
                        E::OneOrNothing(what) => Some(what),
                        _ => None,
                    },
                    _ => None,
                };
                if binders.iter().any(is_of_nothing) {
                    "nothing".to_owned()
                } else if let (Some(what), true) = (single, is_own_element(binders, value)) {
                    self.value(what)
                } else if is_own_element(binders, value) {
                    format!("all {}{order}", self.many(binders))
                } else {
                    format!("{}{order}", self.gathered_value("the", binders, value))
                }
            }
            E::Reach { local, from, to } => reached(self, *local, from, to),
            E::OneOrNothing(of) => self.value(of),
            E::Only(of) => self.only(of),
            _ => self.value(set),
        }
    }

    fn names_kind(&self, kind: KindId) -> String {
        let (words, _) = super::super::names::kind(self.model, kind);
        if words.starts_with("the ") { words } else { format!("the {words}") }
    }

    /// Whether a kind has one component of each owner.
    pub(super) fn is_single(&self, kind: KindId) -> bool {
        self.model
            .kinds
            .get(kind.index())
            .is_some_and(|kind| kind.made.iter().map(|made| made.copies).sum::<u32>() == 1)
    }

    /// What a zone holds, if it is made for one kind.
    pub(super) fn held(&self, place: &Expression) -> Option<String> {
        let Sort::Place { classes } = &place.of.sort else { return None };
        let mut kinds = std::collections::BTreeSet::new();
        for class in classes {
            match class {
                PlaceClass::Area(id) => match &self.model.areas.get(id.index())?.kind {
                    AreaKind::Zone(zone) => kinds.extend(zone.holds.iter().copied()),
                    AreaKind::Board(_) => return None,
                },
                PlaceClass::Box(sort) => {
                    let owned = self.model.kinds.iter().enumerate().filter(|(_, kind)| kind.owner == *sort);
                    kinds.extend(owned.map(|(id, _)| KindId::from(id)));
                }
            }
        }
        match kinds.iter().collect::<Vec<_>>().as_slice() {
            [only] => Some(super::super::names::kind(self.model, **only).0),
            _ => None,
        }
    }

    /// The only member of a set: `the player's dog`.
    pub(super) fn only(&self, set: &Expression) -> String {
        match set.kind.as_ref() {
            ExpressionKind::Components(kind, owner) => {
                let (words, _) = super::super::names::kind(self.model, *kind);
                let bare = words.strip_prefix("the ").unwrap_or(&words).to_owned();
                match owner {
                    Some(owner) => format!("{} {bare}", self.whose(owner)),
                    None => self.names_kind(*kind),
                }
            }
            _ => self.things(set),
        }
    }

    /// `the sum of the points of all chips in the row`.
    pub(super) fn gathered_value(&self, word: &str, binders: &[Binder], value: &Expression) -> String {
        if is_own_element(binders, value) {
            return format!("{word} of {}", self.many(binders))
                .replace("the sum of of", "the sum of")
                .replace("the of", "the");
        }
        let words = self.value(value);
        if let [only] = binders {
            let own = self.names.phrase(only.local);
            if let Some(rest) = words.strip_prefix(&format!("{own}'s ")) {
                let single = !bare(rest).contains(' ') && !bare(rest).ends_with('s');
                let many = if single { plural(rest) } else { rest.to_owned() };
                let together = match word {
                    "the sum of" => format!("the sum of the {many}"),
                    "the" => format!("the {many}"),
                    _ => format!("{word} {rest}"),
                };
                return match only.set.kind.as_ref() {
                    ExpressionKind::Local(_) if only.condition.is_none() => {
                        format!("{together} of {}", self.things(&only.set))
                    }
                    _ => format!("{together} of all {}", self.many(binders)),
                };
            }
            if let Some(words) = numbered_places(self, only, &words, &own).filter(|_| word == "the") {
                return words;
            }
            // What ends with the name goes on with what it goes through.
            if let Some(front) = words.strip_suffix(&own).filter(|front| !front.contains(&own)) {
                let front = match word {
                    "the" => front.to_owned(),
                    "the sum of" => format!("{word} {front}"),
                    _ if bare(front).starts_with("the ") => format!("{word} of {front}"),
                    _ => format!("{word} {front}"),
                };
                return format!("{front}{}", self.every("every", binders));
            }
        }
        let article = bare(&words).starts_with("the ");
        let word = match word {
            "the" if article => String::new(),
            "the sum of" => format!("{word} "),
            _ if article => format!("{word} value of "),
            _ => format!("{word} "),
        };
        format!("{word}{words}, for {}", self.every("every", binders))
    }

    /// `the first space ahead of … that is marked “bone”`.
    pub(super) fn first_of(&self, binders: &[Binder], keys: &[Key], value: &Expression) -> String {
        let greatest = match keys {
            [only] if !is_yes_no(only) => {
                let word = if only.best { "greatest" } else { "least" };
                Some(format!("with the {}", extreme(word, &self.key_words(binders, only))))
            }
            _ => None,
        };
        if let ([only], true) = (binders, is_own_element(binders, value)) {
            // A single candidate needs no "first".
            if let ExpressionKind::OneOrNothing(of) = only.set.kind.as_ref()
                && only.condition.is_none()
            {
                return self.value(of);
            }
            let (head, source, asked) = self.parts(only);
            return match greatest {
                Some(greatest) if asked.is_empty() => format!("the {head}{source} {greatest}"),
                Some(greatest) => {
                    let noun = self.source(&only.set).0;
                    format!("the {noun} {greatest} among all {}", self.many(binders))
                }
                None => format!("the first {head}{source}{asked}{}", self.order(binders, keys)),
            };
        }
        let parts: Vec<String> = binders
            .iter()
            .map(|binder| {
                let (head, tail) = self.element(binder);
                format!("{head}{tail}")
            })
            .collect();
        let behind = greatest.map_or_else(|| self.order(binders, keys), |order| format!(" {order}"));
        format!("{}, of the first {}{behind}", self.value(value), parts.join(" and "))
    }

    /// What is compared, without the name that is gone through and without an article.
    pub(super) fn key_words(&self, binders: &[Binder], key: &Key) -> String {
        let words = self.value(&key.value);
        let own = |binder: &Binder| words.strip_prefix(&format!("{}'s ", self.names.phrase(binder.local)));
        let rest = binders.iter().rev().find_map(own).unwrap_or(&words);
        rest.strip_prefix("the ").unwrap_or(rest).to_owned()
    }

    /// What must hold to come first: `the card is red`.
    pub(super) fn key_condition(&self, key: &Key) -> Option<String> {
        is_yes_no(key).then(|| self.condition(&key.value, key.best))
    }

    /// `, highest score first`.
    pub(super) fn order(&self, binders: &[Binder], keys: &[Key]) -> String {
        let one = |key: &Key| match self.key_condition(key) {
            Some(condition) => format!("first if {condition}"),
            None => {
                let word = if key.best { "highest" } else { "lowest" };
                format!("{} first", extreme(word, &self.key_words(binders, key)))
            }
        };
        let keys: Vec<String> = keys.iter().map(one).collect();
        if keys.is_empty() { String::new() } else { format!(", {}", keys.join(", then ")) }
    }

    /// So many of what a place holds: `1 chip`, `as many dice as …`.
    pub(super) fn amount(&self, amount: &Expression, noun: &str) -> String {
        match amount.kind.as_ref() {
            ExpressionKind::Constant(number) => counted(usize::try_from(*number).unwrap_or(0), noun),
            ExpressionKind::Local(_) | ExpressionKind::Variable(_) | ExpressionKind::Setting(_) => {
                format!("{} {}", self.value(amount), plural(noun))
            }
            _ => format!("{} (as many as {})", plural(noun), self.value(amount)),
        }
    }

    /// Whose something is: `each player`.
    pub fn owner(&self, owner: OwnerSort) -> Option<String> {
        Some(match owner {
            OwnerSort::Common => return None,
            OwnerSort::Player => "each player".to_owned(),
            OwnerSort::Value(id) => {
                let found = self.model.enumerations.get(id.index());
                format!(
                    "each {}",
                    found.and_then(|one| one.name.as_deref()).map_or_else(|| "value".to_owned(), lowered)
                )
            }
            OwnerSort::Kind(id) => format!("each {}", super::super::names::kind(self.model, id).0),
            OwnerSort::Board(id) => format!("each {}", board_noun(self.model, id)),
        })
    }
}

/// `the square and all of the black stones joined to it`, `Oslo and every city that is reached, from each city on to …`.
fn reached(english: &English<'_>, local: LocalId, from: &Expression, to: &Expression) -> String {
    let things = |set: &Expression| if is_set(set) { english.things(set) } else { english.value(set) };
    let from = things(from);
    match joined_inside(local, to) {
        Some(inside) => format!("{from} and all {} joined to it step by step", english.uncounted(inside)),
        None => {
            let each = english.names.bare(local);
            format!("{from} and what is reached from there step by step, each {each} leading to {}", things(to))
        }
    }
}

/// `2 of the cards in the player's hand`, `the first 3 of the cards in the deck`.
fn some_of(english: &English<'_>, amount: &Expression, binders: &[Binder], keys: &[Key]) -> String {
    let any = |binder: &Binder| match binder.set.kind.as_ref() {
        ExpressionKind::Contents(place) => !is_pile(english.model, place),
        ExpressionKind::Components(..) => true,
        _ => false,
    };
    let which = if keys.is_empty() && binders.iter().any(any) { "" } else { "the first " };
    let number = match amount.kind.as_ref() {
        ExpressionKind::Constant(1) => "one".to_owned(),
        _ => english.value(amount),
    };
    let order = english.order(binders, keys);
    let comma = if order.is_empty() { "" } else { "," };
    format!("{which}{number}{order}{comma} of the {}", english.many(binders))
}

/// Things that are called by numbers: `their holes 1 to 6`.
fn numbered_places(english: &English<'_>, binder: &Binder, words: &str, own: &str) -> Option<String> {
    let ExpressionKind::Range(from, to) = binder.set.kind.as_ref() else { return None };
    let front = words.strip_suffix(own)?.strip_suffix(' ').filter(|front| !front.contains(own))?;
    let alone = binder.condition.is_none() && binder.from.is_none();
    alone.then(|| format!("{} {} to {}", many(front), english.operand(from, 2), english.operand(to, 2)))
}

/// Whether what is gathered is what was gone through.
pub(super) fn is_own_element(binders: &[Binder], value: &Expression) -> bool {
    match (binders, value.kind.as_ref()) {
        ([only], ExpressionKind::Local(id)) => only.local == *id,
        (_, ExpressionKind::OneOrNothing(inner)) => is_own_element(binders, inner),
        _ => false,
    }
}

/// Whether no element is meant: `each d in direction where no`.
fn is_of_nothing(binder: &Binder) -> bool {
    binder.condition.as_ref().is_some_and(|condition| matches!(condition.kind.as_ref(), ExpressionKind::Constant(0)))
}

/// ` of the player`, ` of yours`.
pub(super) fn of_owner(words: &str) -> String {
    if words == YOU { " of yours".to_owned() } else { format!(" of {words}") }
}

/// What comes first of values, which may be the greatest or least of others themselves: `greatest bid`, `least value of the greatest bid`.
pub(super) fn extreme(word: &str, of: &str) -> String {
    let own = of.split(' ').next().unwrap_or_default();
    let alike = match word {
        "highest" => "greatest",
        "lowest" => "least",
        other => other,
    };
    match own {
        _ if own == alike => of.to_owned(),
        // Points are many, not great.
        _ if !of.contains(' ') && rulehound_engine::words::is_plural(&bare(of)) => match word {
            "greatest" => format!("most {of}"),
            "least" => format!("fewest {of}"),
            _ => format!("{word} {of}"),
        },
        "greatest" | "least" | "smallest" | "greater" | "smaller" => format!("{word} value of the {of}"),
        _ => format!("{word} {of}"),
    }
}

/// Whether a key is a condition.
fn is_yes_no(key: &Key) -> bool {
    key.value.of.sort == Sort::YesNo
}

/// What stands behind a noun with which linked words begin: the rest as a link of its own.
fn tail_behind(words: &str, noun: &str) -> Option<String> {
    let read = super::super::prose::Prose::read(words);
    let super::super::prose::Inline::Link { to, text } = read.0.first()? else { return None };
    let rest = text.strip_prefix(noun)?.strip_prefix(' ')?;
    let behind = words.split_once(text.as_str()).map_or("", |(_, behind)| behind.trim_start_matches('\u{6}'));
    Some(format!(" {}{behind}", link(to, rest)))
}

/// What lies in one of several places: ` in their hand and their row`; nothing if a part of the set is something else.
fn in_places(english: &English<'_>, set: &Expression) -> Option<String> {
    let mut parts = vec![set];
    let mut places = Vec::new();
    while let Some(part) = parts.pop() {
        match part.kind.as_ref() {
            ExpressionKind::Union(left, right) => parts.extend([right, left]),
            ExpressionKind::Contents(place) => places.push(english.at_place(place).strip_prefix("in ")?.to_owned()),
            _ => return None,
        }
    }
    Some(format!(" in {}", and(&places)))
}

/// `1, 2 and 5`; what all are of is said once: `nw and ne of the shoe`.
fn listed(english: &English<'_>, parts: &[Expression]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| english.value(part)).collect();
    let split: Option<Vec<(&str, &str)>> = parts.iter().map(|part| part.split_once(" of the ")).collect();
    match split.as_deref() {
        Some([(_, whole), others @ ..]) if !others.is_empty() && others.iter().all(|(_, of)| of == whole) => {
            let names: Vec<String> = split.iter().flatten().map(|(name, _)| (*name).to_owned()).collect();
            format!("{} of the {whole}", and(&names))
        }
        _ => and(&parts),
    }
}
