//! Every test of what an editor is told, one file a subject.

mod completion;
mod editor;
mod findings;
mod names;
mod robust;
mod settings;
mod texts;
