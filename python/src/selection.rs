//! Numbers of selections: of elements that come once at most, and of others of which one may come several times, since several look alike.

/// How many elements there are of both sorts, the single ones first, and how many may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// Those that come once at most.
    pub single: usize,
    /// The others.
    pub several: usize,
    /// The most that are taken.
    pub most: usize,
}

impl Selection {
    /// How many selections there are; nothing if that is beyond counting.
    pub fn count(&self) -> Option<usize> {
        (0..=self.most.min(self.single)).try_fold(0_usize, |sum, taken| sum.checked_add(self.block(taken)?))
    }

    /// How many there are with so many single ones.
    fn block(&self, taken: usize) -> Option<usize> {
        choose(self.single, taken)?.checked_mul(self.rest(taken)?)
    }

    /// How many selections of the others go with so many single ones.
    fn rest(&self, taken: usize) -> Option<usize> {
        let left = self.most - taken;
        choose(self.several.checked_add(left)?, left)
    }

    /// The number of a selection in ascending order; nothing if it is none of those that are counted.
    pub fn number(&self, chosen: &[usize]) -> Option<usize> {
        let taken = chosen.iter().filter(|element| **element < self.single).count();
        let (single, several) = chosen.split_at_checked(taken)?;
        if chosen.len() > self.most || single.windows(2).any(|pair| pair.first() == pair.last()) {
            return None;
        }
        let mut number = 0;
        for fewer in 0..taken {
            number += self.block(fewer)?;
        }
        let mut of_single = 0;
        for (at, element) in single.iter().enumerate() {
            of_single += choose(*element, at + 1)?;
        }
        let mut of_several = 0;
        for size in 0..several.len() {
            of_several += of_size(self.several, size)?;
        }
        for (at, element) in several.iter().enumerate() {
            of_several += choose(element.checked_sub(self.single)? + at, at + 1)?;
        }
        Some(number + of_single * self.rest(taken)? + of_several)
    }

    /// The selection of a number.
    pub fn elements(&self, mut number: usize) -> Vec<usize> {
        let mut taken = 0;
        while let Some(block) = self.block(taken)
            && number >= block
            && taken < self.most
        {
            number -= block;
            taken += 1;
        }
        let rest = self.rest(taken).unwrap_or(1).max(1);
        let mut chosen = descending(number / rest, taken, 0);
        number %= rest;
        let mut size = 0;
        while let Some(count) = of_size(self.several, size)
            && number >= count
        {
            number -= count;
            size += 1;
        }
        chosen.extend(descending(number, size, 1).into_iter().map(|element| element + self.single));
        chosen
    }
}

/// How many ways there are to take so many out of so many.
fn choose(all: usize, taken: usize) -> Option<usize> {
    let mut count = 1_usize;
    for step in 0..taken.min(all.saturating_sub(taken)) {
        count = count.checked_mul(all - step)? / (step + 1);
    }
    Some(if taken > all { 0 } else { count })
}

/// How many selections of exactly so many elements there are if each may come again.
fn of_size(elements: usize, size: usize) -> Option<usize> {
    if size == 0 { Some(1) } else { choose((elements + size).checked_sub(1)?, size) }
}

/// So many elements by their number among all such selections, ascending; `again` is 1 if one may come again, else 0.
fn descending(mut number: usize, size: usize, again: usize) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(size);
    for at in (0..size).rev() {
        let shift = at * again;
        let mut element = if again == 0 { at } else { 0 };
        while choose(element + 1 + shift, at + 1).is_some_and(|count| count <= number) {
            element += 1;
        }
        number -= choose(element + shift, at + 1).unwrap_or(0);
        chosen.push(element);
    }
    chosen.reverse();
    chosen
}
