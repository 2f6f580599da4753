//! Where files come from.

use rulehound_interpreter::model::Source;

/// The files of the machine, as the server sees them. The name of a file is its whole path; what the program carries inside itself
/// has names that are no paths.
pub trait Folder {
    /// The one name of a file, however it is reached; a path at which nothing lies is its own name.
    fn canonical(&mut self, path: &str) -> String;

    /// The text of a file.
    ///
    /// # Errors
    /// Why there is none, in one line.
    fn read(&mut self, name: &str) -> Result<String, String>;

    /// The file that `name` means in the file `from`.
    ///
    /// # Errors
    /// Why there is none, in one line.
    fn find(&mut self, name: &str, from: &str) -> Result<Source, String>;

    /// The files of rules in a folder and below, by name; not too many.
    fn rules_below(&mut self, folder: &str) -> Vec<String>;

    /// The files in a folder and below that may be scripts, by name; not too many, and none if nobody looks for them.
    fn scripts_below(&mut self, _folder: &str) -> Vec<String> {
        Vec::new()
    }
}
