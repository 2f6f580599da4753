//! Where links lead: to another page, to a copy of a file of the repository, out of the book, or nowhere.

use std::path::{Component, Path, PathBuf};

use crate::page::Page;
use crate::shelf::Shelf;

/// What becomes of a link.
#[derive(Debug, PartialEq, Eq)]
pub enum Led {
    /// It leads there, seen from its page.
    To(String),
    /// It leads to a page of the book that is called so.
    Page(String, String),
    /// It leads to this file, from the root of the repository, of which the book gets a copy.
    Copy(PathBuf, String),
    /// It leads to a folder of the repository, of which a book has nothing to show: only its words are left.
    Folder,
}

/// Ends of files that browsers show as they are.
const SHOWN: [&str; 3] = ["html", "svg", "png"];

/// Where a link on a page leads.
///
/// # Errors
/// If it leads nowhere.
pub fn led(to: &str, page: &Page, shelf: &Shelf, repository: &Path) -> Result<Led, String> {
    if to.contains("://") || to.starts_with("mailto:") {
        return Ok(Led::To(to.to_owned()));
    }
    let (path, anchor) = to.split_once('#').map_or((to, None), |(path, anchor)| (path, Some(anchor)));
    let source = match path {
        "" => page.source.clone(),
        path => plain(&page.source.parent().unwrap_or(Path::new("")).join(path)),
    };
    let wrong = |why: String| format!("{}: `{to}` leads nowhere: {why}", page.source.display());
    if shelf.holds(&source) {
        let target = shelf.find(&source, anchor).map_err(wrong)?;
        let anchor = anchor.map(|one| format!("#{one}")).unwrap_or_default();
        let address = format!("{}{anchor}", from(&page.target, &target.target));
        return Ok(Led::Page(address, target.title.clone()));
    }
    let there = repository.join(&source);
    if there.is_dir() {
        return Ok(Led::Folder);
    }
    if !there.is_file() {
        return Err(wrong(format!("there is no {}", source.display())));
    }
    let copy = copy_of(&source);
    Ok(Led::Copy(source, from(&page.target, &copy)))
}

/// Where the copy of a file stands in the book.
pub fn copy_of(source: &Path) -> PathBuf {
    let shown = source.extension().is_some_and(|end| SHOWN.iter().any(|one| end == *one));
    let name = format!("{}{}", source.display(), if shown { "" } else { ".txt" });
    Path::new("files").join(name)
}

/// The way from one page of the book to another.
pub fn from(page: &Path, target: &Path) -> String {
    let ups = page.components().count().saturating_sub(1);
    let target = target.components().map(|one| one.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
    format!("{}{target}", "../".repeat(ups))
}

/// A path without `.` and `..`.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}
