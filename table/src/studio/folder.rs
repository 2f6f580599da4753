//! The folder as the language server sees it: its files lie at the root, and nothing else of the machine is there.

use rulehound_interpreter::model::Source;
use rulehound_language_server::Folder;

use super::Studio;

/// The files of a studio under paths: `/my-game.rules`.
pub struct Paths(pub Studio);

fn bare(path: &str) -> &str {
    path.trim_start_matches('/')
}

fn path(name: &str) -> String {
    // What comes with the program has a name that is no path.
    if name.contains(':') { name.to_owned() } else { format!("/{name}") }
}

impl Folder for Paths {
    fn canonical(&mut self, path: &str) -> String {
        path.to_owned()
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        self.0.shelf().read(bare(name))
    }

    fn find(&mut self, name: &str, from: &str) -> Result<Source, String> {
        let source = self.0.shelf().rules(name, bare(from))?;
        Ok(Source { name: path(&source.name), text: source.text })
    }

    fn rules_below(&mut self, _: &str) -> Vec<String> {
        let all = self.0.shelf().list();
        all.iter().filter(|name| name.ends_with(".rules")).map(|name| path(name)).collect()
    }

    fn scripts_below(&mut self, _: &str) -> Vec<String> {
        let all = self.0.shelf().list();
        all.iter().filter(|name| name.ends_with(".yaml")).map(|name| path(name)).collect()
    }
}
