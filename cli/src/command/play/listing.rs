//! What is on offer, as people read it: an option a line, many that differ by a number alone in one, and many sets of the same few things by
//! these things.

use std::collections::BTreeSet;

use rulehound_interpreter::amounts::{Amounts, amounts};
use rulehound_interpreter::combinations::{Combinations, combinations};
use rulehound_interpreter::play::{BindingValue, Offer, Position};
use rulehound_interpreter::scene::about;
use rulehound_interpreter::words::listed;
use rulehound_interpreter::words::matching::nearest;

use super::ask::worded;
use crate::full::{Choice, Says};

/// So many options that are told as one are still named one by one where only some of them are meant.
const FEW: usize = 3;

/// Of more options that come as near none is named.
const NEAR: usize = 6;

/// The options of an offer.
pub struct Listing {
    /// What each is called.
    pub told: Vec<String>,
    amounts: Vec<Amounts>,
    combinations: Vec<Combinations>,
    /// Whether no amount is that of two options.
    apart: bool,
    /// The options without a number of their own: what one would type for it is an amount.
    spoken: Vec<usize>,
}

/// One line of the list.
pub enum Row<'l> {
    /// The number of an option, from 1, and what it is called.
    Option(usize, &'l str),
    /// What an option is called that has no number.
    Spoken(&'l str),
    /// Options that differ by a number alone.
    Amounts(&'l Amounts),
    /// Something that is taken together with others: its number, from 1, and what it is called.
    Thing(usize, &'l str),
}

/// What numbers in a line mean that take several things together.
pub enum Together {
    /// An option, from 0.
    Option(usize),
    /// They cannot be taken so: what these things are called.
    NotOnOffer(Vec<String>),
    /// How it is said.
    How(String),
}

impl Listing {
    /// What somebody is offered.
    pub fn new(offer: &Offer, position: &Position) -> Self {
        let told = worded(offer, position);
        let amounts = amounts(offer, &told);
        // What options are about is worked out only where several things are taken together.
        let mut bindings = offer.options.iter().flat_map(|option| &option.bindings);
        let sets = bindings.any(|(_, value)| matches!(value, BindingValue::Several(_)));
        let about = if sets { about(position, offer.seat).unwrap_or_default() } else { Vec::new() };
        let combinations = combinations(&about);
        let apart = are_apart(&amounts);
        let mut listing = Self { told, amounts, combinations, apart, spoken: Vec::new() };
        listing.spoken = listing.beside_amounts();
        listing
    }

    /// The options whose numbers are amounts, too: “bid 2, bid 3 … bid 15” and `15. give up`. Many are better asked back about than typed.
    fn beside_amounts(&self) -> Vec<usize> {
        if !self.apart {
            return Vec::new();
        }
        let clashes =
            |option: &usize| self.has_number(*option) && !self.with_amount(self.number_of(*option)).is_empty();
        let found: Vec<usize> = (0..self.told.len()).filter(clashes).take(NEAR + 1).collect();
        // No two options have the same words, but one may have none.
        let can_be_typed = |option: &usize| !self.words(*option).is_empty();
        if found.len() <= NEAR && found.iter().all(can_be_typed) { found } else { Vec::new() }
    }

    /// The lines, in the order of the options.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let rows = |(option, words)| match (self.within(option), self.made_up(option)) {
            (None, None) if self.spoken.contains(&option) => vec![Row::Spoken(words)],
            (None, None) => vec![Row::Option(self.number_of(option), words)],
            (Some(amounts), _) if amounts.first == option => vec![Row::Amounts(amounts)],
            (None, Some(sets)) if sets.first == option => {
                let numbers = self.numbers_of(sets);
                numbers.into_iter().zip(&sets.things).map(|(number, thing)| Row::Thing(number, thing)).collect()
            }
            (Some(_), _) | (_, Some(_)) => Vec::new(),
        };
        self.told.iter().map(String::as_str).enumerate().flat_map(rows).collect()
    }

    /// The lines in words.
    pub fn lines(&self) -> Vec<String> {
        let line = |row: &Row<'_>| match row {
            Row::Option(number, words) => format!("{number}. {words}"),
            Row::Spoken(words) => format!("{words}: type the words"),
            Row::Amounts(amounts) => format!("{}: {}", amounts.told(), self.how()),
            // What is a number needs none.
            Row::Thing(number, words) if *words == number.to_string() => (*words).to_owned(),
            Row::Thing(number, words) => format!("{number}. {words}"),
        };
        self.rows().iter().map(line).collect()
    }

    /// The lines as the full screen has them.
    pub fn choices(&self) -> Vec<Choice> {
        let says = |row: &Row<'_>| match row {
            Row::Option(number, _) => Says::Number(*number),
            Row::Spoken(words) => Says::Words((*words).to_owned()),
            Row::Amounts(amounts) => Says::Begins(amounts.before.clone()),
            Row::Thing(number, _) => Says::Adds(*number),
        };
        let rows = self.rows();
        self.lines().into_iter().zip(rows.iter().map(says)).map(|(words, says)| Choice { words, says }).collect()
    }

    /// How one of the options that are told as one is taken: its number is enough if no other one has it.
    fn how(&self) -> &'static str {
        if self.apart { "type the number" } else { "type the words" }
    }

    /// How things are taken together, where they are: “Take 3 of them: type their numbers, such as `1 2 3`.”
    pub fn how_together(&self) -> Option<String> {
        let one = |sets: &Combinations| {
            let numbers: Vec<String> = self.numbers_of(sets).iter().map(ToString::to_string).collect();
            let taken: Vec<&str> = sets
                .numbers(sets.first)
                .into_iter()
                .filter_map(|thing| numbers.get(thing))
                .map(String::as_str)
                .collect();
            let taken = taken.join(" ");
            let alone = sets.last - sets.first + 1 == self.told.len();
            let them = match numbers.as_slice() {
                [from, .., to] if !alone => format!("{from} to {to}"),
                _ => "them".to_owned(),
            };
            let how = if numbers == sets.things { "type them" } else { "type their numbers" };
            format!("Take {} of {them}: {how}, such as `{taken}`.", sets.size())
        };
        let told: Vec<String> = self.combinations.iter().map(one).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// What a line of numbers means that takes things together; `None` if it means something else.
    pub fn together(&self, line: &str) -> Option<Together> {
        let words = line.split([' ', ',', ';']).filter(|word| !word.is_empty() && *word != "and");
        let numbers: Vec<usize> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let how = self.how_together().filter(|_| !numbers.is_empty())?;
        let of = |sets: &Combinations| {
            let there = self.numbers_of(sets);
            numbers.iter().map(|number| there.iter().position(|other| other == number)).collect::<Vec<_>>()
        };
        let most = |sets: &&Combinations| of(sets).into_iter().flatten().count();
        let sets = self.combinations.iter().max_by_key(most)?;
        let found = of(sets);
        let other = numbers.iter().zip(&found).find(|(_, thing)| thing.is_none());
        // One number alone may be an option's.
        let alone = numbers.len() == 1 && (other.is_some() || (sets.sizes.0 > 1 && self.are_numbers(sets)));
        if let Some((other, _)) = other.filter(|_| !alone) {
            return Some(Together::How(format!("{other} is none of them. {how}")));
        }
        let things: Vec<usize> = found.into_iter().flatten().collect();
        if alone {
            return None;
        }
        if let Some(option) = sets.option(&things) {
            return Some(Together::Option(option));
        }
        let mut seen = BTreeSet::new();
        let twice = numbers.iter().find(|number| !seen.insert(**number));
        Some(match twice {
            Some(number) => Together::How(format!("{number} stands there twice. {how}")),
            None if (sets.sizes.0..=sets.sizes.1).contains(&things.len()) => {
                let called = things.iter().filter_map(|thing| sets.things.get(*thing)).cloned();
                Together::NotOnOffer(called.collect())
            }
            None if things.len() == 1 => Together::How(how),
            None => Together::How(format!("That is {}. {how}", things.len())),
        })
    }

    /// The number that an option stands with in the list, from 1: of those that are told by their things only these have numbers.
    fn number_of(&self, option: usize) -> usize {
        let before = self.combinations.iter().filter(|sets| sets.last < option);
        let spared: usize = before.map(|sets| sets.last - sets.first + 1 - sets.things.len()).sum();
        option + 1 - spared
    }

    /// The numbers by which things are taken together: what are numbers themselves go by these, others as they stand in the list.
    fn numbers_of(&self, sets: &Combinations) -> Vec<usize> {
        let values: Option<Vec<usize>> = sets.things.iter().map(|thing| thing.parse().ok()).collect();
        let once = |values: &Vec<usize>| values.iter().collect::<BTreeSet<_>>().len() == values.len();
        let listed = || (self.number_of(sets.first)..).take(sets.things.len()).collect();
        values.filter(once).unwrap_or_else(listed)
    }

    /// Whether things that are taken together are numbers.
    fn are_numbers(&self, sets: &Combinations) -> bool {
        self.numbers_of(sets).iter().zip(&sets.things).all(|(number, thing)| *thing == number.to_string())
    }

    /// Where an option is seen with its own number, that one.
    pub fn told_number(&self, option: usize) -> Option<usize> {
        self.has_number(option).then(|| self.number_of(option))
    }

    /// That nothing has this number, and what there is; `None` if every option is seen with its own number.
    pub fn no_such_amount(&self, number: usize) -> Option<String> {
        if let Some(how) = self.how_together() {
            return Some(format!("There is no {number} here. {how}"));
        }
        let there: Vec<String> = self.amounts.iter().map(Amounts::told).collect();
        (!there.is_empty()).then(|| format!("There is no {number} here: {}.", there.join(", ")))
    }

    /// The option, from 0, that stands in the list with this number in front of it.
    pub fn numbered(&self, number: usize) -> Option<usize> {
        (0..self.told.len()).find(|option| self.told_number(*option) == Some(number))
    }

    /// The options with this amount, of those that are told as one.
    pub fn with_amount(&self, number: usize) -> Vec<usize> {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        self.amounts.iter().filter_map(|amounts| amounts.option(number)).collect()
    }

    /// An option with its number, if it is seen with one.
    pub fn called(&self, option: usize) -> String {
        let words = self.words(option);
        self.told_number(option).map_or_else(|| format!("“{words}”"), |number| format!("{number}: {words}"))
    }

    /// Some of the options by their words.
    pub fn some(&self, options: &[usize]) -> Vec<String> {
        let of_amounts = |amounts: &&Amounts| options.iter().filter(|option| amounts.holds(**option)).count() > FEW;
        let of_sets = |sets: &&Combinations| options.iter().filter(|option| sets.holds(**option)).count() > FEW;
        let told = |option: &usize| {
            let first = |holds: &dyn Fn(usize) -> bool| options.iter().find(|option| holds(**option)) == Some(option);
            match (self.within(*option).filter(of_amounts), self.made_up(*option).filter(of_sets)) {
                (None, None) => Some(self.words(*option).to_owned()),
                (Some(amounts), _) => first(&|option| amounts.holds(option)).then(|| amounts.told()),
                (None, Some(sets)) => first(&|option| sets.holds(option)).then(|| {
                    let many = options.iter().filter(|option| sets.holds(**option)).count();
                    format!("one of {many} ways to take {} together, such as “{}”", sets.size(), self.words(*option))
                }),
            }
        };
        options.iter().filter_map(told).collect()
    }

    /// That some of the options can be done.
    pub fn can_be_done(&self, options: &[usize]) -> String {
        if options.iter().any(|option| !self.has_number(*option)) {
            return format!("These can be done: {}.", self.some(options).join("; "));
        }
        let numbers: Vec<String> = options.iter().map(|option| self.number_of(*option).to_string()).collect();
        format!("These can be done: options {}.", listed(&numbers))
    }

    /// Which options come nearest to words that mean none of them.
    pub fn nearest(&self, text: &str) -> Option<String> {
        let near = nearest(text, self.told.iter().map(String::as_str));
        let called = || near.iter().map(|option| self.called(*option)).collect::<Vec<_>>().join("; ");
        (1..=NEAR).contains(&near.len()).then(|| format!("What comes nearest is {}.", called()))
    }

    /// What an option is called.
    pub fn words(&self, option: usize) -> &str {
        self.told.get(option).map_or("", String::as_str)
    }

    /// Whether an option is seen with its own number.
    fn has_number(&self, option: usize) -> bool {
        self.within(option).is_none() && self.made_up(option).is_none() && !self.spoken.contains(&option)
    }

    /// The options, told by the things that they are made of, of which this is one.
    fn made_up(&self, option: usize) -> Option<&Combinations> {
        self.combinations.iter().find(|sets| sets.holds(option))
    }

    /// The options, told as one, of which this is one.
    pub fn within(&self, option: usize) -> Option<&Amounts> {
        self.amounts.iter().find(|amounts| amounts.holds(option))
    }
}

/// Whether no amount is that of two options.
fn are_apart(amounts: &[Amounts]) -> bool {
    let mut ends: Vec<(i32, i32)> = amounts.iter().map(|amounts| (amounts.least, amounts.greatest())).collect();
    ends.sort_unstable();
    ends.windows(2).all(|pair| matches!(pair, [(_, greatest), (least, _)] if greatest < least))
}
