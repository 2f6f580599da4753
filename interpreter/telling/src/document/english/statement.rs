//! Statements as steps: a sentence each, with the steps inside it.

use super::super::names::{clause, plural, runnable, runnable_id, with_article};
use super::super::prose::{LINK, MIDDLE, YOU, bare, capital, link, name};
use super::whose::whose_short;
use super::{English, given, lay_out, lot};
use rulehound_grammar::span::Location;
use rulehound_rules::model::{
    Arithmetic, Binder, Block, Destination, Expression, ExpressionKind, Key, Leave, Remember, RunnableId, Selection,
    Shape, Shown, Sort, Statement, StatementKind, Target, Win,
};

/// How a step ends that is done as in the game that is changed.
pub const AS_USUAL: &str = " as usual.";

/// A step of a rule.
#[derive(Clone, Debug)]
pub struct Step {
    /// What happens, with marks.
    pub text: String,
    /// What belongs to it.
    pub inner: Vec<Step>,
    /// What sort of step it is.
    pub sort: Sorted,
    /// Where the rules say it.
    pub at: Option<Location>,
}

/// The sorts of steps that a reader should see at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorted {
    /// Something that happens.
    Plain,
    /// A decision.
    Decision,
    /// One way of a decision.
    Way,
    /// What is not allowed, and why.
    Forbidden,
    /// Chance.
    Chance,
}

fn step(text: impl Into<String>) -> Step {
    sorted(Sorted::Plain, text, Vec::new())
}

fn with(text: impl Into<String>, inner: Vec<Step>) -> Step {
    sorted(Sorted::Plain, text, inner)
}

pub(super) fn sorted(sort: Sorted, text: impl Into<String>, inner: Vec<Step>) -> Step {
    Step { text: text.into(), inner, sort, at: None }
}

impl English<'_> {
    /// The steps of a block.
    pub fn steps(&self, block: &Block) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut rest = block.statements.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let at = Some(first.at);
            if let Some(lot) = lot::drawn(self, rest) {
                steps.push(Step { at, ..lot });
                rest = after.get(1..).unwrap_or_default();
                continue;
            }
            rest = after;
            steps.extend(self.statement(first).into_iter().map(|step| Step { at: step.at.or(at), ..step }));
        }
        steps
    }

    fn statement(&self, statement: &Statement) -> Vec<Step> {
        use StatementKind as S;
        let one = |text: String| vec![step(self.sentence(&text))];
        match &statement.kind {
            S::Choose(choose) => vec![self.choose(choose)],
            S::ChooseOption { options, if_none } => vec![self.choose_way(options, if_none.as_ref())],
            S::May(may) => vec![self.may(may)],
            S::Require(requirement) => vec![self.requirement(requirement)],
            S::If { arms, otherwise } => self.branches(arms, otherwise.as_ref()),
            S::For(selection, body) => self.each_time(selection, body),
            S::Repeat { times, condition, body } => vec![self.repeat(times.as_ref(), condition.as_ref(), body)],
            S::RepeatFor { binder, condition, body } => vec![self.round(binder, condition.as_ref(), body)],
            S::Simultaneous { binder, keys, body, reveal } => self.simultaneous(binder, keys, body, reveal.as_ref()),
            S::Plan { keys, body, if_none } => self.plan(keys, body, if_none.as_ref()),
            S::Turn(player, body) => self.turn(player, body),
            S::LayOut(area, body) => vec![lay_out::laid(self, *area, body)],
            S::Leave(leave) => vec![self.leave(*leave)],
            S::Let(local, value) => {
                let own = self.names.bare(*local);
                let own = if bare(&own) == own { name(&own) } else { own };
                if is_set(value) {
                    one(format!("let {own} be {}", self.things(value)))
                } else if value.of.sort == Sort::YesNo {
                    one(format!("note whether {} ({own})", self.clause(value)))
                } else {
                    one(format!("let {own} be {}", self.phrase(value)))
                }
            }
            S::MoveEach(selection, to) => {
                let each = self.selected(selection);
                let to = format!("to {}", self.phrase(to));
                one(format!("move {each} {to}"))
            }
            S::MoveAll { from, to } => {
                let held = self.held(from);
                let things =
                    held.as_ref().map_or_else(|| "everything".to_owned(), |one| format!("all {}", plural(one)));
                one(self.moved(&things, Some(from), to))
            }
            S::MoveSome { amount, components, from, to } => {
                let noun = super::names::noun(self.model, &components.of).unwrap_or_else(|| "piece".to_owned());
                let Some(amount) = amount else {
                    let whose = match components.kind.as_ref() {
                        ExpressionKind::Components(_, Some(owner)) => format!("{} ", self.whose(owner)),
                        _ => String::new(),
                    };
                    return one(self.moved(&format!("all {whose}{}", plural(&noun)), Some(from), to));
                };
                let mut things = self.amount(amount, &noun);
                if let ExpressionKind::Components(kind, Some(owner)) = components.kind.as_ref() {
                    let many = plural(&noun);
                    things = match (whose_short(self, owner), amount.kind.as_ref()) {
                        (None, ExpressionKind::Constant(1)) => format!("1 {noun} of {}", self.value(owner)),
                        (None, _) => format!("{things} of {}", self.value(owner)),
                        (Some(whose), ExpressionKind::Constant(1)) if self.is_single(*kind) => {
                            format!("{whose} {noun}")
                        }
                        (Some(whose), ExpressionKind::Constant(number)) => format!("{number} of {whose} {many}"),
                        (Some(whose), _) if things.starts_with(&many) => format!("{whose} {things}"),
                        (Some(whose), _) => format!("{} of {whose} {many}", self.value(amount)),
                    };
                }
                one(self.moved(&things, Some(from), to))
            }
            S::Move(what, to) => {
                let words = match what.kind.as_ref() {
                    ExpressionKind::Contents(place) => {
                        let held = self.held(place);
                        let things =
                            held.as_ref().map_or_else(|| "everything".to_owned(), |one| format!("all {}", plural(one)));
                        return one(self.moved(&things, Some(place), to));
                    }
                    _ if is_set(what) => self.things(what),
                    _ => self.value(what),
                };
                one(self.moved(&words, None, to))
            }
            S::DrawFrom { amount, from, to } => vec![self.drawn(amount, from, to)],
            S::DrawOne(binder) => {
                let what = self.some(std::slice::from_ref(binder));
                vec![sorted(Sorted::Chance, self.sentence(&format!("draw {what} by lot")), Vec::new())]
            }
            S::Roll(target) => vec![sorted(Sorted::Chance, self.sentence(&self.rolled(target)), Vec::new())],
            S::Swap(first, second) => one(format!("swap {} and {}", self.value(first), self.value(second))),
            S::Remember(Remember::Note(value)) => {
                let of = value.as_ref().map(|value| format!(", for {}", self.value(value))).unwrap_or_default();
                one(format!("note the position{of}"))
            }
            S::Remember(Remember::Forget) => one("forget all positions that were noted".to_owned()),
            S::Shuffle(pile) => {
                vec![sorted(Sorted::Chance, self.sentence(&format!("shuffle {}", self.phrase(pile))), Vec::new())]
            }
            S::Set { target, operator, value } => one(self.set_words(target, *operator, value)),
            S::Show { what, to } => one(self.shown(what, to.as_ref())),
            S::Do { runnable, arguments } => vec![step(self.do_words(*runnable, arguments))],
            S::Win(win) => one(self.win(win)),
        }
    }

    /// A sentence with its capital letter and its full stop.
    pub(super) fn sentence(&self, text: &str) -> String {
        let text = self.polished(text);
        let end = if text.ends_with(['.', ':', '!', '?', '…']) { "" } else { "." };
        format!("{}{end}", capital(&text))
    }

    pub(super) fn colon(&self, text: &str) -> String {
        format!("{}:", capital(&self.polished(text)))
    }

    /// Steps behind words that introduce them; a single plain one goes on the same line.
    pub(super) fn introduced(&self, words: &str, mut steps: Vec<Step>) -> Step {
        let alone = |one: &Step| one.inner.is_empty() && matches!(one.sort, Sorted::Plain | Sorted::Chance);
        let single = steps.len() == 1 && steps.iter().all(alone);
        match steps.pop_if(|_| single) {
            Some(only) => {
                sorted(only.sort, self.polished(&format!("{} {}", self.colon(words), small(&only.text))), Vec::new())
            }
            None => with(self.colon(words), steps),
        }
    }

    fn branches(&self, arms: &[(Expression, Block)], otherwise: Option<&Block>) -> Vec<Step> {
        let mut steps = Vec::new();
        for (index, (condition, block)) in arms.iter().enumerate() {
            let word = if index == 0 { "if" } else { "otherwise, if" };
            steps.push(self.introduced(&format!("{word} {}", self.clause(condition)), self.steps(block)));
        }
        steps.extend(otherwise.map(|block| self.introduced("otherwise", self.steps(block))));
        steps
    }

    /// `for`: once for each.
    fn each_time(&self, selection: &Selection, body: &Block) -> Vec<Step> {
        vec![self.introduced(&format!("for {}", self.selected(selection)), self.steps(body))]
    }

    /// `each player whose …, highest score first`.
    fn selected(&self, selection: &Selection) -> String {
        let order = self.order(&selection.binders, &selection.keys);
        // Where the order has keys, where it begins matters only among equals.
        let (binders, tie) = match selection.binders.as_slice() {
            [only @ Binder { from: Some(from), round: true, .. }] if !order.is_empty() => {
                let words = format!("{order} (of equals, whoever comes first clockwise from {})", self.phrase(from));
                (vec![Binder { from: None, ..only.clone() }], words)
            }
            all => (all.to_vec(), order),
        };
        match &selection.first {
            Some(first) => {
                let many = self.many(&binders);
                let number = match first.kind.as_ref() {
                    ExpressionKind::Constant(1) => "the first of the".to_owned(),
                    _ => format!("the first {} of the", self.value(first)),
                };
                format!("{number} {many}{tie}, one after the other")
            }
            None => format!("{}{tie}", self.every("each", &binders)),
        }
    }

    fn repeat(&self, times: Option<&Expression>, condition: Option<&Expression>, body: &Block) -> Step {
        let steps = self.steps(body);
        let words = match (times, condition) {
            (None, None) => "again and again".to_owned(),
            (None, Some(condition)) => format!("as long as {}", self.clause(condition)),
            (Some(times), None) => format!("{} times", self.value(times)),
            (Some(times), Some(condition)) => {
                format!("as long as {}, at most {} times", self.clause(condition), self.value(times))
            }
        };
        self.introduced(&words, steps)
    }

    fn round(&self, binder: &Binder, condition: Option<&Expression>, body: &Block) -> Step {
        let (head, tail) = self.element(&Binder { from: None, ..binder.clone() });
        let (noun, _) = self.element(&Binder { condition: None, ..binder.clone() });
        let noun = noun.split(' ').next().unwrap_or_default().to_owned();
        let mut words = format!("again and again, round the table, {noun} after {noun}");
        if !tail.is_empty() {
            words.push_str(&format!(" (only {}{tail})", with_article(&head)));
        }
        if let Some(from) = &binder.from {
            words.push_str(&format!(", beginning with {}", self.phrase(from)));
        }
        if let Some(condition) = condition {
            words.push_str(&format!(", as long as {}", self.clause(condition)));
        }
        self.introduced(&words, self.steps(body))
    }

    fn simultaneous(&self, binder: &Binder, keys: &[Key], body: &Block, reveal: Option<&Block>) -> Vec<Step> {
        let inner = self.in_turn_of(binder.local);
        let each = self.every("each", std::slice::from_ref(binder));
        let order = self.order(std::slice::from_ref(binder), keys);
        let words = if keys.is_empty() {
            format!("at the same time and unseen by the others, {each}")
        } else {
            format!("{each}{order}; equal ones at the same time and unseen by each other")
        };
        let mut steps = vec![with(self.colon(&words), inner.steps(body))];
        if let Some(reveal) = reveal.filter(|block| !block.statements.is_empty()) {
            let words = if keys.is_empty() { "when all have decided" } else { "each time they have decided" };
            steps.push(self.introduced(words, self.steps(reveal)));
        }
        steps
    }

    fn plan(&self, keys: &[Key], body: &Block, if_none: Option<&Block>) -> Vec<Step> {
        let mut words =
            "this must be carried out completely; what would make that impossible may not be chosen".to_owned();
        if !keys.is_empty() {
            let one = |key: &Key| match self.key_condition(key) {
                Some(condition) => format!("if possible {condition}"),
                None => {
                    let goal = if key.best { "greatest possible" } else { "least possible" };
                    format!("there is the {}", super::set::extreme(goal, &self.key_words(&[], key)))
                }
            };
            let keys: Vec<String> = keys.iter().map(one).collect();
            words = format!("this must be carried out so that in the end {}", keys.join(", and of such ways "));
        }
        let mut steps = vec![with(self.colon(&words), self.steps(body))];
        if let Some(block) = if_none {
            steps.push(self.introduced("if there is no way to do that", self.steps(block)));
        }
        steps
    }

    /// Who decides is said where something is decided.
    fn turn(&self, player: &Expression, body: &Block) -> Vec<Step> {
        let inner = self.in_turn(player);
        let steps = inner.steps(body);
        let another = self.decider.is_you() && self.phrase(player) != YOU;
        if self.turns.must_be_said(self.model, body) || another && self.turns.decides_elsewhere(self.model, body) {
            return vec![self.introduced(&on_turn(self, player), steps)];
        }
        steps
    }

    fn leave(&self, leave: Leave) -> Step {
        step(match leave {
            Leave::Turn if self.decider.is_you() => "Your turn is over.".to_owned(),
            Leave::Turn => "The turn is over.".to_owned(),
            Leave::Plan => "Then this is done.".to_owned(),
            Leave::Runnable(id) if Some(id) == self.here => "This ends here.".to_owned(),
            Leave::Runnable(id) => {
                format!("{} ends here.", link(&runnable_id(self.model, id, 0), &runnable(self.model, id)))
            }
            Leave::Trigger(_) => "This ends here.".to_owned(),
        })
    }

    fn moved(&self, things: &str, from: Option<&Expression>, to: &Destination) -> String {
        let from = from.map_or_else(String::new, |from| format!(" from {}", self.phrase(from)));
        let beneath = if to.beneath { "the bottom of " } else { "" };
        format!("move {things}{from} to {beneath}{}", self.phrase(&to.place))
    }

    fn drawn(&self, amount: &Expression, from: &Expression, to: &Destination) -> Step {
        let noun = self.held(from).unwrap_or_else(|| "piece".to_owned());
        let pile = rulehound_rules::facts::stops::is_pile(self.model, from);
        let (verb, how) = if pile { ("take", "from the top of") } else { ("draw", "at random from") };
        let text = format!(
            "{verb} {} {how} {} to {}{}",
            self.amount(amount, &noun),
            self.phrase(from),
            if to.beneath { "the bottom of " } else { "" },
            self.phrase(&to.place),
        );
        sorted(if pile { Sorted::Plain } else { Sorted::Chance }, self.sentence(&text), Vec::new())
    }

    pub(super) fn target(&self, target: &Target) -> String {
        match target {
            Target::Variable(cell) => self.cell(cell),
            Target::Attribute(cell) => self.feature_of(cell),
        }
    }

    fn holds_player(&self, target: &Target) -> bool {
        let sort = match target {
            Target::Variable(cell) => self.model.variables.get(cell.variable.index()).map(|one| &one.of.sort),
            Target::Attribute(cell) => {
                let kind = self.model.kinds.get(cell.kind.index());
                kind.and_then(|kind| kind.attributes.get(cell.attribute)).map(|one| &one.of.sort)
            }
        };
        sort == Some(&Sort::Player)
    }

    fn rolled(&self, target: &Target) -> String {
        match target {
            Target::Attribute(cell) => {
                let kind = self.model.kinds.get(cell.kind.index());
                let changing = kind.map_or(0, |kind| kind.attributes.iter().filter(|one| !one.printed).count());
                // A die is rolled; of several things that change it must be said which.
                if changing == 1 && cell.indices.is_empty() {
                    format!("roll {}", self.value(&cell.component))
                } else {
                    format!("roll {}", self.feature_of(cell))
                }
            }
            Target::Variable(cell) => {
                let of = self.model.variables.get(cell.variable.index()).map(|variable| &variable.of.sort);
                let range = match of {
                    Some(Sort::Number { least, greatest }) => format!(", from {least} to {greatest}"),
                    Some(_) | None => String::new(),
                };
                format!("roll {}{range}", self.cell(cell))
            }
        }
    }

    fn set_words(&self, target: &Target, operator: Option<Arithmetic>, value: &Expression) -> String {
        let (what, mut words) = (self.target(target), self.phrase(value));
        if matches!(value.kind.as_ref(), ExpressionKind::Constant(rulehound_rules::model::value::NONE))
            && self.holds_player(target)
        {
            words = "nobody".to_owned();
        }
        if let (None, Sort::YesNo) = (operator, &value.of.sort) {
            let now = match value.kind.as_ref() {
                ExpressionKind::Constant(0) => "no longer".to_owned(),
                ExpressionKind::Constant(_) => "now".to_owned(),
                _ => format!("now if {}, otherwise not", self.clause(value)),
            };
            if let Target::Variable(cell) = target
                && let Some(own) = super::condition::own_sentence_of(self.model, cell)
            {
                return format!("{own} {now}");
            }
            if let Some((owner, feature)) = what.split_once("'s ") {
                return format!("{owner} {} {now}", super::so::so(feature, true));
            }
        }
        if let (None, Target::Variable(cell)) = (operator, target)
            && let Some(owner) = super::condition::in_a_state(self.model, cell, &what)
        {
            return format!("{owner} is {words} now");
        }
        // A name for a player goes to somebody: `the player becomes the starter`.
        if let (None, true, Target::Variable(rulehound_rules::model::Cell { owner: None, indices, .. }), false) =
            (operator, self.holds_player(target), target, words == "nobody")
            && indices.is_empty()
        {
            return format!("{words} becomes {what}");
        }
        match operator {
            None => format!("{what} {} {words}", if super::value::is_plural(&what) { "become" } else { "becomes" }),
            Some(Arithmetic::Plus) => format!("{words} {} added to {what}", are(&words)),
            Some(Arithmetic::Minus) => format!("{words} {} taken off {what}", are(&words)),
            Some(Arithmetic::Times) => format!("{what} {} multiplied by {words}", are(&what)),
            Some(Arithmetic::Divided) => format!("{what} {} divided by {words}", are(&what)),
            Some(Arithmetic::Modulo) => format!("{what} becomes the rest of its division by {words}"),
        }
    }

    fn shown(&self, what: &Shown, to: Option<&Expression>) -> String {
        let things = match what {
            Shown::Words(text) => {
                // Where it ends the sentence ends, too.
                let words = format!("“{}”", self.author(text).trim_end_matches('.'));
                let Some(to) = to else { return format!("say {words}") };
                let to = if is_set(to) { self.things(to) } else { self.phrase(to) };
                return format!("say {words} to {to}");
            }
            Shown::Components(set) => self.things(set),
            Shown::Variable(cell) => self.cell(cell),
            Shown::Variables(id, owner) => {
                let variable = self.model.variables.get(id.index());
                let words = variable.map_or_else(String::new, |one| super::super::names::spoken(&one.name, &one.notes));
                owner.as_ref().map_or_else(|| format!("the {words}"), |owner| format!("{} {words}", self.whose(owner)))
            }
        };
        let to =
            to.map_or_else(|| "everybody".to_owned(), |to| if is_set(to) { self.things(to) } else { self.phrase(to) });
        format!("show {things} to {to}")
    }

    fn win(&self, win: &Win) -> String {
        match win {
            Win::Nobody => "the game is over, and nobody wins".to_owned(),
            Win::These(players) if is_set(players) => {
                let words = self.things(players);
                format!("the game is over: {words} share the win")
            }
            Win::These(player) => format!("{} wins, and the game is over", self.phrase(player)),
            Win::Ranked(binder, keys) => {
                let (head, tail) = self.element(binder);
                let one = |key: &Key| match self.key_condition(key) {
                    Some(condition) => format!("preference if {condition}"),
                    None => {
                        let words = self.key_words(std::slice::from_ref(binder), key);
                        let word = if key.best { "greatest" } else { "least" };
                        format!("the {}", super::set::extreme(word, &words))
                    }
                };
                let keys: Vec<String> = keys.iter().map(one).collect();
                format!(
                    "the game is over, and the {head}{tail} with {} wins; equal ones share their place",
                    keys.join(", then ")
                )
            }
        }
    }

    /// `do`: where it is written, with the values it is given.
    pub(super) fn do_words(&self, id: RunnableId, arguments: &[Expression]) -> String {
        let Some(found) = self.model.runnables.get(id.index()) else { return String::new() };
        let selected = found.selector.and_then(|at| Some((at, arguments.get(at)?)));
        let fixed = match selected.map(|(_, argument)| argument.kind.as_ref()) {
            Some(ExpressionKind::Constant(number)) => {
                found.clauses.iter().position(|clause| clause.value == Some(*number))
            }
            _ => None,
        };
        let title = match fixed {
            Some(index) => clause(self.model, id, index),
            None => runnable(self.model, id),
        };
        if found.replaced.is_some() {
            let told = self.arguments(id, found.selector, arguments);
            let changed = self.changed(id, arguments);
            let title = link(&runnable_id(self.model, id, fixed.unwrap_or(0)), &title);
            return format!("{title}{}{AS_USUAL}", if changed { told } else { String::new() });
        }
        let to = runnable_id(self.model, id, fixed.unwrap_or(0));
        let told = self.arguments(id, found.selector.filter(|_| fixed.is_some()), arguments);
        format!("→ {}{told}.", link(&to, &title))
    }

    /// Whether what was replaced is run with other values than what replaces it was given.
    fn changed(&self, former: RunnableId, arguments: &[Expression]) -> bool {
        let now = self.model.runnables.get(former.index()).and_then(|one| one.replaced);
        let given = now.and_then(|id| self.model.runnables.get(id.index())).map_or(&[][..], |one| &one.clauses);
        let own = |(at, argument): (usize, &Expression)| match argument.kind.as_ref() {
            ExpressionKind::Local(id) => given.iter().any(|one| one.parameters.get(at) == Some(&Some(*id))),
            ExpressionKind::Constant(number) => given.iter().any(|one| one.value == Some(*number)),
            _ => false,
        };
        !arguments.iter().enumerate().all(own)
    }

    /// ` (n is 3)`: what is given, where it does not go without saying.
    fn arguments(&self, id: RunnableId, said: Option<usize>, arguments: &[Expression]) -> String {
        let clauses = self.model.runnables.get(id.index()).map_or(&[][..], |one| one.clauses.as_slice());
        let mut told = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            if said == Some(at) {
                continue;
            }
            let named = clauses.iter().find_map(|clause| clause.parameters.get(at).copied().flatten());
            let own = named.and_then(|id| self.model.locals.get(id.index()));
            let words = self.phrase(argument);
            let which = named.and_then(|local| given::told_apart(self, id, local));
            let plain = words == YOU
                || argument.of.sort == Sort::Player
                    && self.names.only_player().is_some_and(|player| player == self.polished(&words));
            // Who is spoken to goes on.
            if plain && which.is_none() {
                continue;
            }
            let words = self.polished(&words);
            if let Some(which) = which {
                told.push(format!("with {words} as {which}"));
                continue;
            }
            match own {
                // What has a noun of its own needs no name.
                Some(local) if super::names::noun(self.model, &local.of).is_some() => told.push(format!("for {words}")),
                Some(local) => {
                    let own = rulehound_engine::words::spaced(&local.name, rulehound_engine::words::Form::People);
                    if bare(&words) == own {
                        told.push(format!("with the same {}", name(&own)));
                    } else {
                        told.push(format!("with {} = {words}", name(&own)));
                    }
                }
                None => told.push(format!("for {words}")),
            }
        }
        if told.is_empty() { String::new() } else { format!(" {}", told.join(", ")) }
    }
}

/// `is`, or `are` of several.
fn are(phrase: &str) -> &'static str {
    if super::value::is_plural(phrase) { "are" } else { "is" }
}

pub(super) fn is_set(expression: &Expression) -> bool {
    matches!(expression.of.shape, Shape::Set { .. })
}

/// That somebody is on turn, who may hang on something.
fn on_turn(english: &English<'_>, player: &Expression) -> String {
    match player.kind.as_ref() {
        ExpressionKind::If { arms, otherwise } => {
            let arm = |(at, (condition, one)): (usize, &(Expression, Expression))| {
                let (verb, condition) = (if at == 0 { " is on turn" } else { "" }, english.clause(condition));
                format!("if {condition}, {}{verb}", english.phrase(one))
            };
            let arms: Vec<String> = arms.iter().enumerate().map(arm).collect();
            format!("{}, otherwise {}", arms.join(", "), english.phrase(otherwise))
        }
        _ => format!("{} is on turn", english.phrase(player)),
    }
}

/// A sentence that goes on behind a colon: its first word small, unless it is a link or a name.
pub(super) fn small(text: &str) -> String {
    if let Some((to, words)) = text.split_once(MIDDLE).filter(|_| text.starts_with(LINK)) {
        return format!("{to}{MIDDLE}{}", small(words));
    }
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return String::new() };
    let second_small = characters.clone().next().is_none_or(|second| second.is_lowercase() || second == ' ');
    if first.is_uppercase() && second_small {
        first.to_lowercase().chain(characters).collect()
    } else {
        text.to_owned()
    }
}

impl English<'_> {
    /// One statement alone, in a sentence.
    pub fn alone(&self, one: &Statement) -> String {
        self.statement(one).first().map(|step| step.text.clone()).unwrap_or_default()
    }
}

/// A statement in which nothing but the end of the game stands, in a sentence.
pub fn end(english: &English<'_>, one: &Statement) -> String {
    let steps = english.statement(one);
    let Some(step) = steps.first() else { return String::new() };
    match (&one.kind, step.inner.last()) {
        // It is what happens where nothing can be chosen.
        (StatementKind::Choose(_), Some(unless)) => unless.text.clone(),
        (_, Some(only)) if step.text.ends_with(':') => format!("{} {}", step.text, small(&only.text)),
        _ => step.text.clone(),
    }
}
