//! What is on offer, as people read it: an option a line, and many that differ by a number alone in one.

use rulehound_interpreter::amounts::{Amounts, amounts};
use rulehound_interpreter::play::{Offer, Position};
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
}

/// One line of the list.
pub enum Row<'l> {
    /// An option, from 0, and what it is called.
    Option(usize, &'l str),
    /// Options that differ by a number alone.
    Amounts(&'l Amounts),
}

impl Listing {
    /// What somebody is offered.
    pub fn new(offer: &Offer, position: &Position) -> Self {
        let told = worded(offer, position);
        let amounts = amounts(offer, &told);
        Self { told, amounts }
    }

    /// The lines, in the order of the options.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let row = |(option, words)| match self.within(option) {
            None => Some(Row::Option(option, words)),
            Some(amounts) => (amounts.first == option).then_some(Row::Amounts(amounts)),
        };
        self.told.iter().map(String::as_str).enumerate().filter_map(row).collect()
    }

    /// The lines in words.
    pub fn lines(&self) -> Vec<String> {
        let line = |row: &Row<'_>| match row {
            Row::Option(option, words) => format!("{}. {words}", option + 1),
            Row::Amounts(amounts) => format!("{}: {}", amounts.told(), self.how()),
        };
        self.rows().iter().map(line).collect()
    }

    /// The lines as the full screen has them.
    pub fn choices(&self) -> Vec<Choice> {
        let says = |row: &Row<'_>| match row {
            Row::Option(option, _) => Says::Number(option + 1),
            Row::Amounts(amounts) => Says::Begins(amounts.before.clone()),
        };
        let rows = self.rows();
        self.lines().into_iter().zip(rows.iter().map(says)).map(|(words, says)| Choice { words, says }).collect()
    }

    /// How one of the options that are told as one is taken: its number is enough if no other one has it.
    fn how(&self) -> &'static str {
        let (mut ends, mut apart) = (Vec::new(), true);
        for amounts in &self.amounts {
            let (least, greatest) = (amounts.least, amounts.greatest());
            apart &= ends.iter().all(|(from, to)| greatest < *from || *to < least);
            ends.push((least, greatest));
        }
        if apart { "type the number" } else { "type the words" }
    }

    /// That nothing has this number, and what there is; `None` if every option is seen with its own number.
    pub fn no_such_amount(&self, number: usize) -> Option<String> {
        let there: Vec<String> = self.amounts.iter().map(Amounts::told).collect();
        (!there.is_empty()).then(|| format!("There is no {number} here: {}.", there.join(", ")))
    }

    /// The option, from 0, that stands in the list with this number in front of it.
    pub fn numbered(&self, number: usize) -> Option<usize> {
        number.checked_sub(1).filter(|option| *option < self.told.len() && self.within(*option).is_none())
    }

    /// The options with this amount, of those that are told as one.
    pub fn with_amount(&self, number: usize) -> Vec<usize> {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        self.amounts.iter().filter_map(|amounts| amounts.option(number)).collect()
    }

    /// An option with its number, if it is seen with one.
    pub fn called(&self, option: usize) -> String {
        let words = self.words(option);
        match self.within(option) {
            None => format!("{}: {words}", option + 1),
            Some(_) => format!("“{words}”"),
        }
    }

    /// Some of the options by their words.
    pub fn some(&self, options: &[usize]) -> Vec<String> {
        let many = |amounts: &&Amounts| options.iter().filter(|option| amounts.holds(**option)).count() > FEW;
        let told = |option: &usize| match self.within(*option).filter(many) {
            None => Some(self.words(*option).to_owned()),
            Some(amounts) => {
                let first = options.iter().find(|option| amounts.holds(**option));
                (first == Some(option)).then(|| amounts.told())
            }
        };
        options.iter().filter_map(told).collect()
    }

    /// That some of the options can be done.
    pub fn can_be_done(&self, options: &[usize]) -> String {
        if options.iter().any(|option| self.within(*option).is_some()) {
            return format!("These can be done: {}.", self.some(options).join("; "));
        }
        let numbers: Vec<String> = options.iter().map(|option| (option + 1).to_string()).collect();
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

    /// The options, told as one, of which this is one.
    pub fn within(&self, option: usize) -> Option<&Amounts> {
        self.amounts.iter().find(|amounts| amounts.holds(option))
    }
}
