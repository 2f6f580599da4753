//! Positions from elsewhere: laid into memory, and played on from there.

use rulehound_interpreter::cells::{self, Cells, Notes};
use rulehound_interpreter::model::Sort;
use rulehound_interpreter::play::Seeded;
use rulehound_interpreter::program::{MeantCode, Progress, ending};

use super::{Enter, Player};
use crate::host::pause;
use crate::map::{CURSORS, Extra, Tally};
use crate::{Course, Lost, Pause, candidate_width};

impl Player {
    /// Stands where a position of this game stands, whose cells are given as [`Position::cells`](rulehound_interpreter::play::Position::cells)
    /// has them, with the positions that were noted.
    ///
    /// # Errors
    /// [`Lost`]: the interpreter must play this game, always so where machine code is entered at the beginning of games.
    pub fn load(&mut self, cells: &[i32], notes: &Notes) -> Result<(), Lost> {
        self.store.data_mut().notes = notes.clone();
        let size = self.map.size as usize;
        let over = self.block(0, |block| {
            let copied = block.words.get_mut(block.base..block.base + size).filter(|_| cells.len() == size);
            copied.ok_or(Lost)?.copy_from_slice(cells);
            block.count_all();
            Ok(matches!(block.read(block.program.layout.over), ending::GAME_OVER | ending::PART_OVER))
        })??;
        self.clear_lists(0)?;
        self.outcomes.clear();
        if over {
            self.pause = Pause::Over;
            return Ok(());
        }
        let pause = self.run(-1)?;
        if pause == Pause::Gathering {
            self.answer_again()?;
        }
        self.settle(pause)
    }

    /// Those who have answered in secret already give the same answers again, so that they stand where they stood.
    fn answer_again(&mut self) -> Result<(), Lost> {
        let id = self.gathering()?;
        let mut group = std::mem::take(&mut self.group);
        let had = self.with_gathering(0, id, |block, code| {
            cells::gathered(block, code, &mut group);
            let mut had = Vec::new();
            for seat in &group {
                let progress = cells::progress(block, code, *seat);
                let first = code.answers_of(*seat) + 1;
                let answers: Vec<i32> = (first..first + progress.answers()).map(|at| block.read(at)).collect();
                if !answers.is_empty() {
                    had.push((*seat, answers));
                } else if progress == Progress::Waits(0) {
                    cells::set_progress(block, code, *seat, Progress::NotBegun);
                }
            }
            had
        });
        self.group = group;
        for (seat, answers) in had? {
            self.begin_secret(id, seat)?;
            for (given, answer) in (1..).zip(&answers) {
                let option = self.option_of(seat, *answer)?;
                let private = i32::try_from(id).map_err(|_| Lost)?;
                let pause = self.call(Self::block_of(seat), private, seat, option, false)?;
                let progress = if Self::finished(pause)? { Progress::Finished(given) } else { Progress::Waits(given) };
                self.with_gathering(0, id, |block, code| cells::set_progress(block, code, seat, progress))?;
            }
        }
        Ok(())
    }

    /// The legal option that has this number among what is allowed.
    fn option_of(&mut self, seat: i32, answer: i32) -> Result<i32, Lost> {
        let block = Self::block_of(seat);
        let count = usize::try_from(self.extra(block, Extra::Count)?).map_err(|_| Lost)?;
        let wanted = usize::try_from(answer).map_err(|_| Lost)?;
        for option in 0..count {
            if self.number_among_allowed(block, option)? == wanted {
                return i32::try_from(option).map_err(|_| Lost);
            }
        }
        Err(Lost)
    }

    /// Plays on from here with random answers, to the end or to the decision after so many. Where it is dear to find out what is legal, players
    /// draw candidates until one is; each legal option is as likely.
    ///
    /// # Errors
    /// [`Lost`]: the interpreter must play this game, always so where machine code is entered at the beginning of games.
    pub fn play_on(&mut self, chance: Seeded, mut players: Seeded, most: u64) -> Result<Course, Lost> {
        let Enter::Stops(_, onward) = self.enter.clone() else { return Err(Lost) };
        let mut in_secret = Seeded::new(players.next_number(), 0);
        self.begin_course([Some(chance), Some(players)], most, (CURSORS[1], self.lots))?;
        let base = i32::try_from(self.map.block(0)).map_err(|_| Lost)?;
        let mut secret_decisions = 0;
        while self.pause != Pause::Over {
            let left = most.saturating_sub(self.course()?.decisions + secret_decisions);
            if left == 0 {
                break;
            }
            if self.pause == Pause::Gathering {
                let seat = self.decider()?;
                let option = in_secret.below(self.count(seat)?);
                self.apply(seat, option)?;
                secret_decisions += 1;
                continue;
            }
            let open = i32::try_from(most.saturating_sub(secret_decisions)).unwrap_or(i32::MAX);
            self.block(0, |block| block.set_word(Tally::Most.at(), open))?;
            let code = onward.call(&mut self.store, base);
            let paused = pause(code.map_err(|_| Lost)?).ok_or(Lost)?;
            self.settle(paused)?;
            if paused == Pause::Decision {
                break;
            }
        }
        let mut course = self.course()?;
        course.decisions += secret_decisions;
        course.outcome = self.outcome();
        Ok(course)
    }

    /// Whether several decide at once here, each in secret.
    pub fn is_gathering(&self) -> bool {
        self.pause == Pause::Gathering
    }

    /// What an option of a seat that is to decide means, in words that are the same wherever the same is meant: which decision, which way,
    /// the values of its names; of components that only their state can tell apart the number of the first.
    ///
    /// # Errors
    /// [`Lost`] where nobody is to decide or there is no such option.
    pub fn meaning(&mut self, seat: usize, option: usize, out: &mut Vec<i32>) -> Result<(), Lost> {
        let number = match self.pause {
            Pause::Decision => 0,
            Pause::Gathering => Self::block_of(i32::try_from(seat).map_err(|_| Lost)?),
            _ => return Err(Lost),
        };
        let id = usize::try_from(self.extra(number, Extra::Choice)?).map_err(|_| Lost)?;
        let legal = self.map.legal as usize / 4;
        self.block(number, |block| {
            let choice = block.program.choices.get(id).ok_or(Lost)?;
            let width = candidate_width(choice) as usize;
            let first = block.base + legal + option * width;
            let words = block.words.get(first..first + width).ok_or(Lost)?;
            let (way, values) = if choice.ways.len() > 1 { words.split_first().ok_or(Lost)? } else { (&0, words) };
            let meant = &choice.ways.get(usize::try_from(*way).map_err(|_| Lost)?).ok_or(Lost)?.meant;
            out.extend([i32::try_from(id).unwrap_or(0), *way]);
            let first_alike = |sort: &Sort, value: i32| match sort {
                Sort::Component { .. } => block.program.first_alike(value),
                _ => value,
            };
            match meant {
                MeantCode::Tuple(names) => {
                    out.extend(names.iter().zip(values).map(|(named, value)| first_alike(&named.sort, *value)));
                }
                MeantCode::Several { element, .. } => {
                    let (length, values) = values.split_first().ok_or(Lost)?;
                    let values = values.iter().take(usize::try_from(*length).unwrap_or(0));
                    out.extend(values.map(|value| first_alike(&element.sort, *value)));
                }
            }
            Ok(())
        })?
    }
}
