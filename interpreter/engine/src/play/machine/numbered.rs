//! The candidates of a decision by number. Where the names of a way go through sets that do not depend on each other, a candidate of it is one
//! element of each set, and its number tells which: then no list is made.

use smallvec::SmallVec;

use super::candidate::{Candidate, MOST_CANDIDATES, Values};
use super::{Machine, Try};
use crate::program::{ChoiceCode, MeantCode, NamedBinder};

/// All candidates of a decision, in their order.
pub(super) enum Numbered {
    /// One by one.
    Listed(Vec<Candidate>),
    /// Way by way.
    Products(Vec<Product>),
}

/// The candidates of a way: each takes an element of each set, the last changing first.
pub(super) struct Product {
    sets: SmallVec<[Vec<i32>; 4]>,
    count: usize,
}

impl Numbered {
    /// The candidates of a decision.
    pub fn of<'p>(machine: &mut Machine<'p>, choice: &'p ChoiceCode) -> Try<Self> {
        if choice.ways.iter().all(|way| is_product(&way.meant)) {
            let mut products = Vec::new();
            for way in &choice.ways {
                products.push(Product::of(machine, way.meant.names())?);
            }
            let found = Self::Products(products);
            if found.count() <= MOST_CANDIDATES {
                return Ok(found);
            }
            found.give_back(machine);
        }
        // Listing them also tells that they are too many.
        let mut all = Vec::new();
        machine.candidates(choice, &mut |_, candidate| {
            all.push(candidate);
            Ok(true)
        })?;
        Ok(Self::Listed(all))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Self::Listed(all) => all.len(),
            Self::Products(ways) => ways.iter().fold(0, |all, way| all.saturating_add(way.count)),
        }
    }

    /// The candidate of a number below [`count`](Self::count).
    pub fn candidate(&self, number: usize) -> Option<Candidate> {
        let ways = match self {
            Self::Listed(all) => return all.get(number).cloned(),
            Self::Products(ways) => ways,
        };
        let mut rest = number;
        for (way, product) in (0..).zip(ways) {
            if rest < product.count {
                return Some(Candidate { way, values: product.values(rest) });
            }
            rest -= product.count;
        }
        None
    }

    /// The lists are used again.
    pub fn give_back(self, machine: &mut Machine<'_>) {
        match self {
            Self::Listed(_) => {}
            Self::Products(ways) => ways.into_iter().flat_map(|way| way.sets).for_each(|set| machine.give(set)),
        }
    }
}

/// Whether what each name goes through is the same whatever the others hold.
fn is_product(meant: &MeantCode) -> bool {
    match meant {
        MeantCode::Tuple(names) => names.iter().all(|named| named.independent),
        MeantCode::Several { .. } => false,
    }
}

impl Product {
    fn of<'p>(machine: &mut Machine<'p>, names: &'p [NamedBinder]) -> Try<Self> {
        let mut product = Self { sets: SmallVec::new(), count: 1 };
        for named in names {
            // Behind a name with no element nothing is gone through.
            if product.count > 0 {
                let set = machine.meant(named)?;
                product.count = product.count.saturating_mul(set.len());
                product.sets.push(set);
            }
        }
        Ok(product)
    }

    fn values(&self, number: usize) -> Values {
        let mut rest = number;
        let mut values: Values = SmallVec::new();
        for set in self.sets.iter().rev() {
            let length = set.len().max(1);
            values.extend(set.get(rest % length).copied());
            rest /= length;
        }
        values.reverse();
        values
    }
}

/// The numbers below a count of which some have been drawn.
pub(super) struct Undrawn {
    /// Which number stands where another stood, one more than it; 0 where none does.
    instead: Vec<i32>,
    left: usize,
}

impl Undrawn {
    /// None has been drawn yet.
    pub fn all(count: usize, mut room: Vec<i32>) -> Self {
        room.clear();
        room.resize(count, 0);
        Self { instead: room, left: count }
    }

    /// How many are left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Draws the one that stands somewhere below [`left`](Self::left): the first takes its place, and the last that of the first.
    pub fn draw(&mut self, at: usize) -> usize {
        let drawn = self.at(at);
        self.put(at, self.at(0));
        self.left = self.left.saturating_sub(1);
        self.put(0, self.at(self.left));
        drawn
    }

    /// The list it worked in.
    pub fn room(self) -> Vec<i32> {
        self.instead
    }

    fn at(&self, at: usize) -> usize {
        match self.instead.get(at).copied().map(usize::try_from) {
            Some(Ok(instead)) if instead > 0 => instead - 1,
            _ => at,
        }
    }

    fn put(&mut self, at: usize, number: usize) {
        if let (Some(slot), Ok(number)) = (self.instead.get_mut(at), i32::try_from(number + 1)) {
            *slot = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Undrawn;

    /// The same as with a list from which what was drawn is taken.
    #[test]
    fn draws_as_from_a_list() {
        let mut list: Vec<usize> = (0..50).collect();
        let mut undrawn = Undrawn::all(50, vec![7; 3]);
        let mut at = 17;
        while !list.is_empty() {
            at = (at * 31 + 11) % list.len();
            assert_eq!(undrawn.left(), list.len());
            list.swap(0, at);
            assert_eq!(undrawn.draw(at), list.swap_remove(0));
        }
    }
}
