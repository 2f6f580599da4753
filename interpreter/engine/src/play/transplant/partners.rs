//! What of other rules is what here: by what it is called, whose it is, and which of several.

use std::collections::BTreeMap;

use super::called;
use crate::instance::{Instance, to_value};
use crate::program::CLEARED;
use rulehound_rules::model::value::{NONE, UNSET};
use rulehound_rules::model::{Enumeration, Sort};

/// The partner here of each thing of the other rules, by its number there; nothing of what is gone.
pub(super) struct Partners {
    pub components: Vec<Option<i32>>,
    pub places: Vec<Option<i32>>,
    /// By enumeration and value.
    values: Vec<Vec<Option<i32>>>,
}

impl Partners {
    pub fn of(there: &Instance, here: &Instance) -> Self {
        Self {
            components: components(&called::components(there), &called::components(here)),
            places: paired(&called::places(there), &called::places(here)),
            values: enumerations(there, here),
        }
    }

    /// Whether everything has the number it had, so that nothing in a list has to be looked at.
    pub fn keep_their_numbers(&self) -> bool {
        let same = |partners: &Vec<Option<i32>>| (0..).zip(partners).all(|(number, partner)| *partner == Some(number));
        same(&self.components) && same(&self.places) && self.values.iter().all(same)
    }

    /// A value of this sort; nothing if it speaks of what is gone.
    pub fn value(&self, sort: &Sort, value: i32) -> Option<i32> {
        if [NONE, UNSET, CLEARED].contains(&value) {
            return Some(value);
        }
        let find = |partners: &[Option<i32>]| usize::try_from(value).ok().and_then(|at| *partners.get(at)?);
        match sort {
            Sort::Component { .. } => find(&self.components),
            Sort::Place { .. } => find(&self.places),
            Sort::Value { of, .. } => find(self.values.get(of.index())?),
            Sort::Number { .. } | Sort::YesNo | Sort::Player | Sort::Direction | Sort::Nothing => Some(value),
        }
    }
}

/// Which of these is of the same kind and owner and begins alike, for each of those; what is left is taken in order, since something was
/// changed of it.
fn components<K: Ord>(there: &[(String, K)], here: &[(String, K)]) -> Vec<Option<i32>> {
    let mut found = vec![None; there.len()];
    let mut taken = vec![false; here.len()];
    let alike = |one: &(String, K), other: &(String, K)| one == other;
    let of_one_kind = |one: &(String, K), other: &(String, K)| one.0 == other.0;
    in_order((there, here), alike, &mut found, &mut taken);
    in_order((there, here), of_one_kind, &mut found, &mut taken);
    found
}

/// Gives each of those that has none yet the first of these that is the same to it.
fn in_order<T>(
    (there, here): (&[T], &[T]),
    same: impl Fn(&T, &T) -> bool,
    found: &mut [Option<i32>],
    taken: &mut [bool],
) {
    for (partner, one) in found.iter_mut().zip(there).filter(|(partner, _)| partner.is_none()) {
        let free = here.iter().zip(taken.iter_mut()).enumerate();
        let first = free.into_iter().find(|(_, (other, taken))| !**taken && same(one, other));
        if let Some((at, (_, taken))) = first {
            (*partner, *taken) = (Some(to_value(at)), true);
        }
    }
}

/// Which of these is called the same, for each of those.
fn paired(there: &[String], here: &[String]) -> Vec<Option<i32>> {
    let numbers: BTreeMap<&str, i32> =
        here.iter().enumerate().map(|(at, name)| (name.as_str(), to_value(at))).collect();
    there.iter().map(|name| numbers.get(name.as_str()).copied()).collect()
}

/// The values of each enumeration there, by their names. One without a name is the one of the same place in the rules.
fn enumerations(there: &Instance, here: &Instance) -> Vec<Vec<Option<i32>>> {
    let (old, new) = (&there.model.enumerations, &here.model.enumerations);
    let names = |of: &Enumeration| -> Vec<String> { of.values.iter().map(|(name, _)| name.clone()).collect() };
    let partner = |at: usize, of: &Enumeration| match &of.name {
        Some(_) => new.iter().find(|other| other.name == of.name),
        None => new.get(at).filter(|other| other.name.is_none()),
    };
    let values = old.iter().enumerate().map(|(at, of)| match partner(at, of) {
        Some(other) => paired(&names(of), &names(other)),
        None => vec![None; of.values.len()],
    });
    values.collect()
}
