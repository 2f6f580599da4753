//! The two functions that the page calls: room for a text, and a question with its answer. Texts are UTF-8; an answer begins with its
//! length in four bytes.

#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::desk::Desk;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new());
    /// The question, and the answer until the next one.
    static TEXTS: RefCell<(Vec<u8>, Vec<u8>)> = const { RefCell::new((Vec::new(), Vec::new())) };
}

/// Room for a question of so many bytes; the page writes it there, then calls [`ask`].
// SAFETY: no other function of this name is linked into the module.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    TEXTS.with_borrow_mut(|(question, _)| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that was written; the answer stays where it is until the next question.
// SAFETY: no other function of this name is linked into the module.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    TEXTS.with_borrow_mut(|(question, answer)| {
        let asked = String::from_utf8_lossy(question).into_owned();
        let told = DESK.with_borrow_mut(|desk| desk.ask(&asked));
        answer.clear();
        answer.extend(u32::try_from(told.len()).unwrap_or(0).to_le_bytes());
        answer.extend(told.into_bytes());
        answer.as_ptr()
    })
}
