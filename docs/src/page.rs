//! Reads a page: each heading of the second rank is an entry, each fence behind it an example.

use crate::entry::{Entry, Example, Sort};

/// What tells that an example shows what is wrong.
const WRONG: [&str; 4] = ["error=", "warning=", "fault=", "exit="];

/// The entries of a page. What is said of codes stands in the tables of another.
pub(crate) fn entries(sort: Sort, page: &'static str, text: &str, tables: &str) -> Vec<Entry> {
    let mut parts = text.split("\n## `");
    let before = parts.next().unwrap_or_default();
    let mut given: Vec<Example> = fences(before).1;
    let mut entries: Vec<Entry> = Vec::new();
    for part in parts {
        let Some((name, rest)) = part.split_once('`') else { continue };
        let (words, all) = fences(rest);
        let (own, examples) = all.into_iter().partition(|one: &Example| one.file.is_some());
        given.extend::<Vec<Example>>(own);
        let told = if sort == Sort::Code { said(tables, name) } else { None };
        let text = told.into_iter().chain(Some(words)).filter(|one| !one.is_empty()).collect::<Vec<_>>().join("\n\n");
        entries.push(Entry { sort, name: name.to_owned(), text, examples, given: Vec::new(), page });
    }
    for entry in &mut entries {
        let named = |file: &Example| {
            let name = file.file.as_deref().unwrap_or_default();
            entry.examples.iter().any(|one| one.text.contains(name))
        };
        entry.given = given.iter().filter(|file| named(file)).cloned().collect();
    }
    entries
}

/// The words of a stretch of a page, and its fences.
fn fences(text: &str) -> (String, Vec<Example>) {
    let (mut words, mut found) = (String::new(), Vec::new());
    let mut open: Option<Example> = None;
    let mut hidden = false;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => {
                found.extend(open.take().filter(|_| !hidden));
            }
            (Some(example), None) => example.text += &format!("{line}\n"),
            (None, Some(head)) => open = Some(begun(head)),
            (None, None) if line == "<!--" => hidden = true,
            (None, None) if line == "-->" => hidden = false,
            (None, None) if !hidden => words += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    (words.trim().to_owned(), found)
}

fn begun(head: &str) -> Example {
    let mut words = head.split_whitespace();
    let language = words.next().unwrap_or_default().to_owned();
    let attributes: Vec<&str> = words.collect();
    let given = attributes.contains(&"given");
    // A command that complains may be the right one all the same.
    let meant = attributes.contains(&"right");
    let named = attributes.iter().find_map(|one| one.strip_prefix("file="));
    let wrong = attributes.iter().any(|one| WRONG.iter().any(|sign| one.starts_with(sign)));
    let variant = attributes.iter().find_map(|one| one.strip_prefix("extends="));
    // A variant's heading is left out on the page; whoever reads the example alone has to be told.
    let text = variant.map(|of| format!("# in a file that extends \"{of}.rules\"\n")).unwrap_or_default();
    Example { language, right: given || meant || !wrong, file: named.filter(|_| given).map(str::to_owned), text }
}

/// What the tables say of a code: the last column of its row.
fn said(tables: &str, code: &str) -> Option<String> {
    let begin = format!("| `{code}` | ");
    let row = tables.lines().find_map(|line| line.strip_prefix(&begin))?;
    let (sorts, words) = row.strip_suffix(" |")?.split_once(" | ")?;
    let words = words.trim_end_matches('.');
    let mut signs = words.chars();
    let first: String = signs.next()?.to_uppercase().chain(signs).collect();
    Some(format!("{first}. ({sorts})"))
}
