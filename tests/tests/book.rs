//! The book holds together: every page stands in its table of contents, and every link of it leads somewhere. Its blocks are run by `manual.rs`;
//! that every word of the language has a text is looked at in `explain.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rulehound_grammar::format;
use rulehound_tests::load::rules_in;
use rulehound_tests::manual::{pages_of_the_book, root};

fn source() -> PathBuf {
    root().join("docs/book/src")
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of a page without its blocks of code and its remarks.
fn told(text: &str) -> String {
    let mut told = String::new();
    let mut until = None;
    for line in text.lines() {
        match until {
            Some(end) if line.starts_with(end) => until = None,
            Some(_) => {}
            None if line.starts_with("```") => until = Some("```"),
            None if line == "<!--" => until = Some("-->"),
            None => {
                told.push_str(line);
                told.push('\n');
            }
        }
    }
    told
}

/// Where the links of a page lead, but for those out of the repository.
fn links(text: &str) -> Vec<String> {
    let behind = told(text);
    let links = behind.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains("://")).map(str::to_owned).collect()
}

/// What a link calls a heading.
fn slug(heading: &str) -> String {
    let heading = heading.replace('`', "");
    let kept = heading.trim().chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
    kept.map(|sign| if sign == ' ' { '-' } else { sign }).flat_map(char::to_lowercase).collect()
}

fn slugs(text: &str) -> BTreeSet<String> {
    told(text).lines().filter(|line| line.starts_with('#')).map(|line| slug(line.trim_start_matches('#'))).collect()
}

/// The pages that the table of contents names.
fn contents() -> BTreeSet<PathBuf> {
    links(&text(&source().join("SUMMARY.md")))
        .iter()
        .map(|link| source().join(link).canonicalize().expect(link))
        .collect()
}

#[test]
fn every_page_stands_in_the_table_of_contents() {
    let listed = contents();
    assert!(listed.len() > 30, "the table of contents lists only {} pages", listed.len());
    for page in pages_of_the_book() {
        let page = page.canonicalize().expect("a page");
        assert!(listed.contains(&page), "{} does not stand in docs/book/src/SUMMARY.md", page.display());
    }
}

/// What `rulehound explain` and editors show of a word, a message or a command is a page of the book itself, not a copy of it.
#[test]
fn the_book_has_the_text_that_is_explained() {
    let listed = contents();
    let pages: BTreeSet<&str> = rulehound_explain::all().iter().map(|entry| entry.page).collect();
    assert_eq!(pages.len(), 3);
    for page in pages {
        let path = root().join(page).canonicalize().expect("a page");
        assert!(listed.contains(&path), "{page} does not stand in docs/book/src/SUMMARY.md");
    }
}

#[test]
fn every_link_of_the_book_leads_somewhere() {
    let mut known: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for page in contents() {
        let text_of_page = text(&page);
        for link in links(&text_of_page) {
            seen += 1;
            let (path, anchor) = link.split_once('#').map_or((link.as_str(), None), |(path, to)| (path, Some(to)));
            let folder = page.parent().expect("a folder");
            let target = if path.is_empty() { Ok(page.clone()) } else { folder.join(path).canonicalize() };
            let Ok(target) = target else {
                wrong.push(format!("{}: `{link}`", page.display()));
                continue;
            };
            if let Some(anchor) = anchor {
                let there = known.entry(target.clone()).or_insert_with(|| slugs(&text(&target)));
                if !there.contains(anchor) {
                    wrong.push(format!("{}: `{link}`: there is no such heading", page.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
    assert!(seen > 200, "only {seen} links were found");
}

/// What the book shows of a file stands in a block that is run, and every file beside its pages is shown.
#[test]
fn every_file_beside_the_pages_is_included_by_one() {
    let pages: Vec<String> = pages_of_the_book().iter().map(|page| text(page)).collect();
    for folder in ["tutorial/steps", "cookbook"] {
        let mut files = 0;
        for entry in std::fs::read_dir(source().join(folder)).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".rules") || name.ends_with(".yaml") {
                files += 1;
                let ends = format!("{name}}}}}");
                let included =
                    |page: &String| page.lines().any(|line| line.starts_with("{{#include ") && line.ends_with(&ends));
                assert!(pages.iter().any(included), "no page shows docs/book/src/{folder}/{name}");
            }
        }
        assert!(files > 5, "only {files} files in docs/book/src/{folder}");
    }
}

#[test]
fn games_of_the_book_are_laid_out_as_all_rules_are() {
    let files: Vec<PathBuf> =
        ["tutorial/steps", "cookbook"].iter().flat_map(|name| rules_in(&source().join(name))).collect();
    assert!(files.len() > 20, "only {} games", files.len());
    for file in files {
        let text = text(&file);
        assert_eq!(format(&text).as_ref().ok(), Some(&text), "{}: run `rulehound fmt` on it", file.display());
    }
}
