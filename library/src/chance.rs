//! Chance: from a seed, or from the caller.

use rulehound_interpreter::play::{self, Seeded};
use serde::Serialize;

use crate::{Misuse, PlayError, Position, Seat};

/// What chance is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chance {
    /// Which sort of chance.
    pub kind: ChanceKind,
    /// What is rolled, drawn from or shuffled, in words: `side of Die low`, `Ann's bag`.
    pub of: String,
    /// The seat for which it is drawn, or whose die it is.
    pub owner: Option<Seat>,
    /// What may come out, at least one.
    pub outcomes: Vec<ChanceOutcome>,
}

/// The sorts of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChanceKind {
    /// Something is rolled.
    Roll,
    /// Something is drawn, from a zone or by lot.
    Draw,
    /// A pile is shuffled; asked for one component after the other.
    Shuffle,
}

/// Something that may come out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChanceOutcome {
    /// In words: `3`, `Card red of Ann`.
    pub text: String,
    /// How likely it is among the others, at least 1: its probability is its weight in [`Chance::total`].
    pub weight: u32,
}

impl Chance {
    /// All weights together.
    pub fn total(&self) -> u64 {
        self.outcomes.iter().map(|outcome| u64::from(outcome.weight)).sum()
    }
}

impl Position {
    /// The same position without a seed: it stops wherever chance is asked, and the caller says what comes out. So all outcomes can be gone
    /// through with their probabilities.
    ///
    /// ```
    /// use rulehound::{Rules, Status};
    ///
    /// let text = "game \"Dice\"\nplayers 1\nvar n: 1..6 seen by all = 1\nphase play { roll n win players }";
    /// let position = Rules::from_text("dice.rules", text)?.game().build()?.start_by_hand()?;
    /// assert_eq!(position.status(), Status::Chance);
    /// let chance = position.chance().unwrap();
    /// assert_eq!((chance.outcomes.len(), chance.total()), (6, 6));
    /// for (number, outcome) in chance.outcomes.iter().enumerate() {
    ///     let mut next = position.clone();
    ///     next.resolve(number)?;
    ///     assert_eq!(next.public_view().variable("n").unwrap().to_string(), outcome.text);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by_hand(mut self) -> Self {
        self.chance = None;
        self
    }

    /// The same position with another seed: what chance gives from now on is new. Where chance is asked it goes on.
    ///
    /// # Errors
    /// A fault of the rules where chance is asked now.
    pub fn seeded(&self, seed: u64) -> Result<Self, PlayError> {
        self.clone().settled(Some(Seeded::new(seed, 0)), self.log())
    }

    /// What chance is asked for; `None` unless the status is [`Status::Chance`](crate::Status::Chance). It tells of what is hidden: a pile is
    /// shuffled face up here.
    pub fn chance(&self) -> Option<Chance> {
        let chance = self.engine.chance()?;
        Some(Chance {
            kind: match chance.kind {
                play::ChanceKind::Roll => ChanceKind::Roll,
                play::ChanceKind::Draw => ChanceKind::Draw,
                play::ChanceKind::Shuffle => ChanceKind::Shuffle,
            },
            of: chance.of,
            owner: chance.owner.map(Seat::new),
            outcomes: chance
                .outcomes
                .into_iter()
                .map(|it| ChanceOutcome { text: it.text, weight: it.weight })
                .collect(),
        })
    }

    /// Lets the outcome of this number come out and goes on. On an error the position is as it was.
    ///
    /// # Errors
    /// Chance is not asked, or has no such outcome; or a fault of the rules.
    pub fn resolve(&mut self, outcome: usize) -> Result<(), PlayError> {
        self.go_on(|engine, log| engine.resolve(outcome, log))
    }

    /// The same position to this seat, with what it does not see dealt anew among the hidden places, and with another seed for what chance
    /// will give: a world in which a bot of this seat may look ahead without knowing what its player does not.
    ///
    /// Cards and other things that lie hidden change places with their like, what was rolled unseen is rolled anew, what others have answered
    /// in secret is answered anew. Hidden variables that the rules have set only change among their owners, and what has been played is not
    /// reasoned about: all deals are equally likely.
    ///
    /// Who decides in secret at the same time may hang on what is hidden, so that few deals fit; `None` where none of some that were tried does.
    ///
    /// Its view, its question and its options with their keys are the same as here; options themselves belong to the position where they were
    /// listed, so a bot answers by [key](crate::Choice::key).
    ///
    /// ```
    /// use rulehound::Rules;
    ///
    /// let position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
    /// let seat = position.deciders()[0];
    /// let imagined = position.redealt(seat, 7)?.expect("nothing is hidden here");
    /// assert_eq!(imagined.view(seat)?, position.view(seat)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn redealt(&self, seat: Seat, seed: u64) -> Result<Option<Self>, Misuse> {
        let mut random = Seeded::new(seed, 0);
        let Some(engine) = self.engine.redealt_if_any_fits(seat.index(), &mut random)? else { return Ok(None) };
        let chance = self.chance.as_ref().map(|_| Seeded::new(random.next_number(), 0));
        Ok(Some(Self { game: self.game.clone(), engine, chance, log: Default::default(), listens: self.listens }))
    }
}
