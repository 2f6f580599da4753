//! Where texts come from.

use std::path::{Path, PathBuf};

use rulehound_interpreter::check::Library;
use rulehound_interpreter::limits;
use rulehound_interpreter::model::Source;

use crate::files;

/// Texts that were handed over.
pub(super) struct Given(pub(super) Vec<(String, String)>);

impl Library for Given {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        let found = self.0.iter().find(|(known, _)| known == name);
        let (name, text) = found.ok_or_else(|| match self.0.as_slice() {
            [] => "there are no texts".to_owned(),
            all => {
                let known: Vec<&str> = all.iter().map(|(known, _)| known.as_str()).collect();
                format!("there is no such text (there is {})", known.join(", "))
            }
        })?;
        Ok(Source { name: name.clone(), text: text.clone() })
    }
}

/// Files of one folder and of those below it.
pub(super) struct Files {
    entry: PathBuf,
    folder: PathBuf,
}

impl Files {
    pub(super) fn new(entry: &Path) -> Self {
        let tidy = PathBuf::from(tidied(entry));
        Self { entry: entry.to_path_buf(), folder: tidy.parent().unwrap_or(Path::new("")).to_path_buf() }
    }
}

impl Library for Files {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let path = match from {
            None => self.entry.clone(),
            Some(from) => PathBuf::from(tidied(&Path::new(from).parent().unwrap_or(Path::new("")).join(name))),
        };
        if from.is_some() && !self.may_reach(&path) {
            return Err("it lies outside of the folder of the rules that are read".to_owned());
        }
        let text = files::read(&path, limits::FILE_BYTES as u64).map_err(|unread| unread.to_string())?;
        if from.is_some() && !files::begins_like_rules(&text) {
            return Err("it is no file of rules: it does not begin with `game \"Title\"`".to_owned());
        }
        Ok(Source { name: tidied(&path), text })
    }
}

impl Files {
    fn may_reach(&self, path: &Path) -> bool {
        let inner = path.strip_prefix(&self.folder).ok();
        inner.is_some_and(|inner| !files::leads_out(inner)) && files::is_in(path, &self.folder)
    }
}

/// One name for one file, however it is reached: without `.` and without `a/..`.
fn tidied(path: &Path) -> String {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if tidy.file_name().is_some() => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy.to_string_lossy().into_owned()
}
