//! Which components are held: by a name that is bound, or by a loop or trigger that waits.

use super::Cells;
use crate::program::{Holder, ListCode, Program};

/// A set of components.
#[derive(Debug, Default)]
pub struct Held {
    listed: Vec<i32>,
    words: Vec<u64>,
}

impl Held {
    /// The components that names, loops and triggers hold now; what the set held before is forgotten.
    pub fn gather(&mut self, program: &Program, cells: &(impl Cells + ?Sized)) -> &Self {
        self.forget();
        for holder in &program.holders {
            match holder {
                Holder::One(at) => self.insert(cells.read(*at)),
                Holder::Set(at, capacity) => {
                    let length = u32::try_from(cells.read(*at)).unwrap_or(0).min(*capacity);
                    (0..length).for_each(|step| self.insert(cells.read(at + 1 + step)));
                }
                Holder::List(list, columns) => {
                    let cursor = u32::try_from(cells.read(list.at + 1)).unwrap_or(0);
                    self.of_list(cells, list, cursor, columns);
                }
                Holder::Rows(list, columns) => self.of_list(cells, list, 0, columns),
            }
        }
        self
    }

    /// Tuples from the cursor on hold what they name.
    fn of_list(&mut self, cells: &(impl Cells + ?Sized), list: &ListCode, cursor: u32, columns: &[bool]) {
        let count = u32::try_from(cells.read(list.at)).unwrap_or(0).min(list.capacity);
        for row in cursor..count {
            for (column, holds) in (0..).zip(columns) {
                if *holds {
                    self.insert(cells.read(list.at + 2 + row * list.width + column));
                }
            }
        }
    }

    /// Nothing is held.
    pub(super) fn forget(&mut self) {
        for component in self.listed.drain(..) {
            if let Some(word) = self.words.get_mut(component as usize / 64) {
                *word = 0;
            }
        }
    }

    fn insert(&mut self, component: i32) {
        let Ok(number) = usize::try_from(component) else { return };
        if self.words.len() <= number / 64 {
            self.words.resize(number / 64 + 1, 0);
        }
        if let Some(word) = self.words.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
        self.listed.push(component);
    }

    /// Whether a component is held.
    pub fn has(&self, component: i32) -> bool {
        let word = usize::try_from(component).ok().and_then(|number| self.words.get(number / 64));
        word.is_some_and(|word| word & (1 << (component.unsigned_abs() % 64)) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Held;

    #[test]
    fn what_is_forgotten_is_not_held() {
        let mut held = Held::default();
        for component in [3, 64, 700, -1] {
            held.insert(component);
        }
        assert_eq!([3, 64, 700, 4, -1].map(|component| held.has(component)), [true, true, true, false, false]);
        held.forget();
        assert!(![3, 64, 700].iter().any(|component| held.has(*component)));
    }
}
