//! One game as people play it, without a server: a table in the browser is made of this, and so is the page that needs no server.
//!
//! | module | what it holds |
//! |---|---|
//! | `course` | a game from its beginning: every answer is tried on a copy, then taken |
//! | `frame` | what one viewer is sent: the scene and his question as JSON |
//! | `onlooker` | what one viewer has been told so far |
//! | `why` | why something cannot be done |

mod course;
mod frame;
mod hello;
mod onlooker;
mod why;

use rulehound_interpreter::play::{Fault, PlayError};

pub use course::{Course, Given, Happened, Kept, Step};
pub use hello::hello;
pub use onlooker::Onlooker;
pub use why::{Why, why};

/// The rules went wrong in play; in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Wrong(pub String);

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Self {
        Self(fault.message)
    }
}

impl From<PlayError> for Wrong {
    fn from(error: PlayError) -> Self {
        Fault::from(error).into()
    }
}
