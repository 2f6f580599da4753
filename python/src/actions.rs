//! Fixed numbers of answers: a block for each decision of the rules, and in it a number for each combination of the values it may bind.
//!
//! They depend on rules, settings and the number of players, and on nothing else. Players, and what is theirs, are counted from whoever
//! decides, so that all seats may learn as one.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use rulehound_interpreter::play::{Bound, Game};
use rulehound_interpreter::program::{FrameOf, MeantCode, NamedBinder, Node, PieceCode, Program, WayCode};

use crate::class::Classes;
use crate::domain::Domain;
use crate::layout::decision;
use crate::observation::Sight;
use crate::selection::Selection;

/// More answers than these have no numbers.
pub const MOST: usize = 65_536;

/// Numbers for what looks the same as something else that is on offer, such as the second of two cards face down in one place.
const AGAIN: usize = 64;

/// There are too many answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Many {
    /// The decision.
    site: String,
    /// How many it has; nothing if nobody can count them.
    count: Option<usize>,
}

impl fmt::Display for Many {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { site, count } = self;
        match count {
            Some(count) => write!(formatter, "with `{site}` there are {count} answers")?,
            None => write!(formatter, "`{site}` has more answers than can be counted")?,
        }
        write!(
            formatter,
            ", and only {MOST} have fixed numbers: use `State.listing`, which gives what is on offer as rows"
        )
    }
}

/// The answers of one way of a decision.
#[derive(Clone, Debug)]
struct Way {
    name: String,
    first: usize,
    count: usize,
    names: Vec<(String, Domain)>,
    /// If it is a set, which ones there are of the values of the only name.
    set: Option<Selection>,
}

/// The fixed numbers of a table.
pub struct Actions {
    /// By decision, then by way.
    ways: Vec<Vec<Way>>,
    first_again: usize,
    names: OnceLock<(Vec<String>, HashMap<String, usize>)>,
}

impl Actions {
    /// Of a game.
    ///
    /// # Errors
    /// There are too many.
    pub fn of(game: &Game) -> Result<Self, Many> {
        let program = game.program();
        let classes = Classes::of(game.instance());
        let sites = sites(program);
        let mut next = 0_usize;
        let mut ways = Vec::new();
        for (choice, site) in program.choices.iter().zip(&sites) {
            let mut found = Vec::new();
            for (number, code) in choice.ways.iter().enumerate() {
                let name = way_name(site, code, number, choice.ways.len());
                let domain = |named: &NamedBinder| {
                    let set = program.nodes.get(named.binder.set.0 as usize);
                    let of_one = matches!(set, Some(Node::Components(_, Some(_))));
                    (named.name.clone(), Domain::of(game, &classes, &named.sort, of_one))
                };
                let names: Vec<(String, Domain)> = code.meant.names().iter().map(domain).collect();
                let set = match (&code.meant, names.first()) {
                    (MeantCode::Several { capacity, .. }, Some((_, domain))) => {
                        Some(domain.selection(*capacity as usize))
                    }
                    _ => None,
                };
                let many = |count| Many { site: name.clone(), count };
                let count = match &set {
                    Some(selection) => selection.count(),
                    None => names.iter().try_fold(1_usize, |count, (_, domain)| count.checked_mul(domain.len())),
                };
                let count = count.ok_or_else(|| many(None))?;
                let end = next.checked_add(count).ok_or_else(|| many(None))?;
                if end > MOST - AGAIN {
                    return Err(many(Some(end)));
                }
                found.push(Way { name, first: next, count, names, set });
                next = end;
            }
            ways.push(found);
        }
        Ok(Self { ways, first_again: next, names: OnceLock::new() })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.first_again + AGAIN
    }

    /// The blocks: name, first number, how many.
    pub fn blocks(&self) -> Vec<(String, usize, usize)> {
        let mut blocks: Vec<_> =
            self.ways.iter().flatten().map(|way| (way.name.clone(), way.first, way.count)).collect();
        blocks.push(("another like that".to_owned(), self.first_again, AGAIN));
        blocks
    }

    /// The numbers of options, in their order.
    ///
    /// # Errors
    /// More than a few options look the same to whoever decides.
    pub fn numbers(&self, sight: &Sight<'_>, bound: &Bound) -> Result<Vec<usize>, Many> {
        let ways = self.ways.get(bound.decision as usize).map(Vec::as_slice).unwrap_or_default();
        let mut numbers = Vec::with_capacity(bound.options.len());
        for (way, values) in &bound.options {
            let number = ways.get(*way).and_then(|way| {
                way.number(values, |domain, value| {
                    domain.index(value, &|component| sight.lies(component), &|place| sight.place(place), &|seat| {
                        sight.turned(seat)
                    })
                })
            });
            numbers.push(number);
        }
        self.told_apart(numbers, bound.decision as usize)
    }

    /// The same numbers once each: whatever comes again gets one of those for that.
    fn told_apart(&self, numbers: Vec<Option<usize>>, decision: usize) -> Result<Vec<usize>, Many> {
        let mut again = self.first_again;
        let mut met = std::collections::HashSet::with_capacity(numbers.len());
        let mut found = Vec::with_capacity(numbers.len());
        for number in numbers {
            match number.filter(|number| met.insert(*number)) {
                Some(number) => found.push(number),
                None if again < self.len() => {
                    found.push(again);
                    again += 1;
                }
                None => {
                    let site = self.ways.get(decision).and_then(|ways| ways.first()).map(|way| way.name.clone());
                    return Err(Many { site: site.unwrap_or_default(), count: None });
                }
            }
        }
        Ok(found)
    }

    /// Where a batch finds numbers quickly: those of one way of a decision, as a table for each name.
    pub fn number_of(
        &self,
        decision: usize,
        way: usize,
        values: &[i32],
        index: impl Fn(&Domain, i32) -> Option<usize>,
    ) -> Option<usize> {
        self.ways.get(decision)?.get(way)?.number(values, index)
    }

    /// The first of the numbers for what comes again.
    pub fn first_again(&self) -> usize {
        self.first_again
    }

    fn all_names(&self, game: &Game) -> &(Vec<String>, HashMap<String, usize>) {
        self.names.get_or_init(|| {
            let mut names = Vec::with_capacity(self.len());
            for way in self.ways.iter().flatten() {
                names.extend((0..way.count).map(|number| way.told(game, number)));
            }
            names.extend((1..=AGAIN).map(|number| format!("another like that ({number})")));
            let mut known: HashMap<String, usize> = HashMap::with_capacity(names.len());
            for (number, name) in names.iter_mut().enumerate() {
                let mut times = 1;
                let plain = name.clone();
                while known.contains_key(name) {
                    times += 1;
                    *name = format!("{plain} ({times})");
                }
                known.insert(name.clone(), number);
            }
            (names, known)
        })
    }

    /// What an answer means.
    pub fn name(&self, game: &Game, number: usize) -> Option<String> {
        self.all_names(game).0.get(number).cloned()
    }

    /// The answer of this name.
    pub fn named(&self, game: &Game, name: &str) -> Option<usize> {
        self.all_names(game).1.get(name).copied()
    }
}

impl Way {
    /// The number of an answer that binds these values.
    fn number(&self, values: &[i32], index: impl Fn(&Domain, i32) -> Option<usize>) -> Option<usize> {
        let Some(selection) = &self.set else {
            let mut number = 0;
            for (value, (_, domain)) in values.iter().zip(&self.names) {
                number = number * domain.len() + index(domain, *value)?;
            }
            return Some(self.first + number);
        };
        let (_, domain) = self.names.first()?;
        let mut elements: Vec<usize> = values.iter().map(|value| index(domain, *value)).collect::<Option<_>>()?;
        elements.sort_unstable();
        Some(self.first + selection.number(&elements)?)
    }

    fn told(&self, game: &Game, mut number: usize) -> String {
        let values: Vec<String> = match (&self.set, self.names.first()) {
            (Some(selection), Some((name, domain))) => {
                let all: Vec<String> =
                    selection.elements(number).into_iter().map(|index| domain.told(game, index)).collect();
                vec![format!("{name} = {{{}}}", all.join(", "))]
            }
            _ => {
                let mut told = Vec::new();
                for (name, domain) in self.names.iter().rev() {
                    let size = domain.len().max(1);
                    told.push(format!("{name} = {}", domain.told(game, number % size)));
                    number /= size;
                }
                told.reverse();
                told
            }
        };
        if values.is_empty() { self.name.clone() } else { format!("{}: {}", self.name, values.join(", ")) }
    }
}

/// What each decision is called: the rule that asks, with a number where it asks several times.
fn sites(program: &Program) -> Vec<String> {
    let model = &program.instance.model;
    let mut names = vec![String::new(); program.choices.len()];
    for (pc, instruction) in program.code.iter().enumerate() {
        let Some(number) = decision(instruction) else { continue };
        let frame = program.frame_at.get(pc).copied().flatten();
        let frame = frame.and_then(|frame| program.frames.get(frame.0 as usize));
        let name = match frame.map(|frame| (&frame.of, &frame.name)) {
            Some((FrameOf::Clause(runnable, _), name)) => {
                model.runnables.get(runnable.index()).map_or_else(|| name.clone(), |it| it.name.clone())
            }
            Some((FrameOf::Trigger(_), name)) => name.clone(),
            None => String::new(),
        };
        if let Some(slot) = names.get_mut(number as usize) {
            *slot = name;
        }
    }
    let mut met: HashMap<String, usize> = HashMap::new();
    for name in &mut names {
        let times = met.entry(name.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            *name = format!("{name} #{times}");
        }
    }
    names
}

/// What a way of a decision is called: by its words as far as they are always the same.
fn way_name(site: &str, code: &WayCode, number: usize, count: usize) -> String {
    let piece = |piece: &PieceCode| match piece {
        PieceCode::Words(words) => words.clone(),
        PieceCode::Value(..) | PieceCode::Counted(..) | PieceCode::If(..) => "…".to_owned(),
    };
    let words: Option<String> = code.wording.as_ref().map(|text| text.0.iter().map(piece).collect());
    match words {
        Some(words) if count > 1 || code.meant.names().is_empty() => format!("{site}: {}", words.trim()),
        None if count > 1 => format!("{site}: way {}", number + 1),
        _ => site.to_owned(),
    }
}
