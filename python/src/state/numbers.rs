//! What is on offer and what is seen where a game stands, as plain numbers and texts; `methods` hands them to Python.

use pyo3::PyResult;
use rulehound::Seat;
use rulehound::workshop;

use super::State;
use crate::failure;
use crate::observation::Sight;

impl State {
    /// The numbers of the answers of a seat, in the order of its options.
    pub fn numbers(&self, seat: usize) -> PyResult<Vec<usize>> {
        let actions = self.table.actions()?;
        let bound = self.engine().bound(seat).map_err(failure::engine)?;
        let Some(bound) = bound else { return Ok(Vec::new()) };
        let sight = self.sight(seat)?;
        actions.numbers(&sight, &bound).map_err(|many| failure::TooManyActions::new_err(many.to_string()))
    }

    /// The same of a seat, or whoever decides, ascending; none if nobody does.
    pub(super) fn ascending(&self, seat: Option<usize>) -> PyResult<Vec<usize>> {
        let Ok(seat) = self.decider(seat) else { return Ok(Vec::new()) };
        let mut numbers = self.numbers(seat.index())?;
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// For each fixed number 1 if it may be done now, else 0.
    pub(super) fn mask(&self, seat: Option<usize>) -> PyResult<Vec<i8>> {
        let mut mask = vec![0_i8; self.table.actions()?.len()];
        for number in self.ascending(seat)? {
            if let Some(slot) = mask.get_mut(number) {
                *slot = 1;
            }
        }
        Ok(mask)
    }

    /// Who decides, and the option that has this fixed number.
    pub(super) fn numbered(&self, action: usize, seat: Option<usize>) -> PyResult<(Seat, usize)> {
        let seat = self.decider(seat)?;
        let numbers = self.numbers(seat.index())?;
        let Some(option) = numbers.iter().position(|number| *number == action) else {
            let name = self.table.actions()?.name(self.table.engine(), action);
            let name = name.map_or_else(|| "there is none".to_owned(), |name| format!("`{name}`"));
            return Err(failure::said(format!("action {action} ({name}) is not legal for seat {} now", seat.index())));
        };
        Ok((seat, option))
    }

    /// Options as rows of numbers: where each begins and the last ends, and all of them.
    pub(super) fn rows(&self, seat: usize) -> PyResult<(Vec<i64>, Vec<i32>)> {
        let bound = self.engine().bound(seat).map_err(failure::engine)?;
        let sight = self.sight(seat)?;
        let (mut offsets, mut values) = (vec![0_i64], Vec::new());
        if let Some(bound) = bound {
            for option in &bound.options {
                sight.row(&bound, option, &mut values);
                offsets.push(i64::try_from(values.len()).unwrap_or(i64::MAX));
            }
        }
        Ok((offsets, values))
    }

    /// All that a seat was told from the beginning, one text.
    pub(super) fn told_so_far(&self, number: Seat) -> PyResult<String> {
        let mut lines = Vec::new();
        for position in &self.history {
            for event in position.events(number).map_err(failure::misuse)? {
                lines.push(event.sentence.unwrap_or_default());
            }
            lines.push("--".to_owned());
        }
        let view = self.position.view(number).map_err(failure::misuse)?;
        Ok(format!("{}\n{view:?}", lines.join("\n")))
    }

    /// Fills rows, each as long as an observation, with imagined states as they would be seen by somebody who sees everything; a row stays as it is
    /// where none was found.
    pub(super) fn imagine_rows(&self, number: Seat, seed: u64, rows: &mut [f32]) -> PyResult<()> {
        let layout = self.table.layout();
        let mut random = rulehound::Random::new(seed);
        for row in rows.chunks_mut(layout.size().max(1)) {
            let Some(world) = self.position.redealt(number, random.seed()).map_err(failure::misuse)? else { continue };
            let engine = workshop::engine(&world);
            Sight::of_all(self.table.engine(), layout, engine, number.index()).write(row).map_err(failure::engine)?;
        }
        Ok(())
    }
}
