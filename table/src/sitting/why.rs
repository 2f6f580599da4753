//! "Why can't I do that?", for what somebody points at.

use rulehound_course::why;
use serde_json::Value;

use super::Sitting;

impl Sitting {
    /// The first that is refused of what these words name; else why nothing here is meant.
    pub(super) fn why(&self, place: usize, question: u32, what: &[String]) -> Value {
        let state = self.state();
        let asked = state.onlookers.get(place).is_some_and(|it| it.options > 0);
        why(state.course.position(), state.view(place), asked, what).told(question)
    }
}
