//! What happens, told like a story.

use rulehound_interpreter::play;
use rulehound_interpreter::story::Teller;

use crate::{Misuse, Position, Seat};

/// Tells one game to one viewer, position after position: headings for phases, sentences, boards drawn where something moved.
///
/// ```
/// use rulehound::{Rules, Story};
///
/// let mut position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
/// let mut story = Story::public();
/// let mut lines = story.tell(&position);
/// position.play_nth(position.deciders()[0], 2)?;
/// lines.extend(story.tell(&position));
/// let text = lines.join("\n");
/// assert!(text.contains("Ann: take 3"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Story(Teller);

impl Story {
    /// As a player is told it.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn of(position: &Position, seat: Seat) -> Result<Self, Misuse> {
        Ok(Self(Teller::new(position.engine.viewer(seat.index())?)))
    }

    /// As everybody is told it.
    pub fn public() -> Self {
        Self(Teller::new(play::Viewer::Nobody))
    }

    /// With everything that is hidden.
    pub fn referee() -> Self {
        Self(Teller::new(play::Viewer::All))
    }

    /// In lines of this width, at least 20.
    #[must_use]
    pub fn within(self, width: usize) -> Self {
        Self(self.0.within(width.max(20)))
    }

    /// Without drawings of boards, for those who draw better.
    #[must_use]
    pub fn undrawn(self) -> Self {
        Self(self.0.undrawn())
    }

    /// What has happened since the decision before, in lines. Positions that [keep no events](Position::silent) have nothing to tell.
    pub fn tell(&mut self, position: &Position) -> Vec<String> {
        self.0.tell(&position.log.events, &position.engine)
    }
}
