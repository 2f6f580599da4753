//! Makes the book: reads `docs/book/src` and the pages of the manual that its table of contents names, and writes pages that need nothing but a
//! browser. A link that leads nowhere is an error.
//!
//! usage: `rulehound-book [FOLDER]`; without a folder it is `target/book`.

mod blocks;
mod colours;
mod cut;
mod html;
mod index;
mod links;
mod page;
mod render;
mod shelf;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mdbook_driver::MDBook;
use mdbook_driver::errors::Result;

fn main() -> ExitCode {
    match make(std::env::args().nth(1).map(PathBuf::from)) {
        Ok(folder) => {
            println!("the book stands in {}", folder.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn make(folder: Option<PathBuf>) -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut book = MDBook::load(root)?;
    let folder = folder.unwrap_or_else(|| root.join(&book.config.build.build_dir));
    let writer = render::Writer { folder: folder.clone(), repository: root.join("../..") };
    book.with_preprocessor(cut::Manual);
    book.with_preprocessor(index::Index);
    book.with_renderer(writer.clone());
    book.execute_build_process(&writer)?;
    Ok(folder)
}
