//! Parts of a document in lines of plain words, for whoever looks something up while playing.

use super::english::Sorted;
use super::prose::{Inline, Prose};
use super::tree::{Block, Document, Grid, Line, Section};
use super::variant::AGAIN;
use crate::wrap::{width, wrapped};

/// The parts of a document whose heading has this word; what stands inside such a part is not named again.
pub fn about<'d>(document: &'d Document, word: &str) -> Vec<&'d Section> {
    let word = word.trim().to_lowercase();
    let mut found = Vec::new();
    if !word.is_empty() {
        document.sections.iter().for_each(|section| look(section, &word, &mut found));
    }
    found
}

fn look<'d>(section: &'d Section, word: &str, found: &mut Vec<&'d Section>) {
    if section.heading.to_lowercase().contains(word) && !section.is_empty() {
        found.push(section);
    } else {
        section.sections.iter().for_each(|inner| look(inner, word, found));
    }
}

/// The parts that speak of this without being called so, each by itself; if none does, those that speak of it in another form: `asked` for
/// `asking`.
pub fn mentioning<'d>(document: &'d Document, word: &str) -> Vec<&'d Section> {
    let word = word.trim().to_lowercase();
    let shorter = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
    let stems = shorter.filter(|stem| stem.chars().count() >= SHORTEST);
    let mut found = Vec::new();
    for form in std::iter::once(word.as_str()).chain(stems).filter(|form| !form.is_empty()) {
        let parts = document.sections.iter().filter(|part| !AGAIN.contains(&part.id.as_str()));
        parts.for_each(|section| speaks_of(section, form, &mut found));
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// What words may end in and be the same word still.
const ENDINGS: [&str; 4] = ["ing", "ed", "es", "s"];

/// What is left of a word without its ending has so many letters at least.
const SHORTEST: usize = 3;

fn speaks_of<'d>(section: &'d Section, word: &str, found: &mut Vec<&'d Section>) {
    let mut lines = Vec::new();
    section.blocks.iter().for_each(|block| told(block, usize::MAX, &mut lines));
    if lines.iter().any(|line| has_word(&line.to_lowercase(), word)) {
        found.push(section);
    }
    section.sections.iter().for_each(|inner| speaks_of(inner, word, found));
}

/// Whether a word of the line begins like this: `ann` is no part of `cannot`. Where letters have no capitals, no blanks need stand between words.
fn has_word(line: &str, beginning: &str) -> bool {
    if beginning.chars().next().is_some_and(|first| first.is_alphabetic() && !first.is_lowercase()) {
        return line.contains(beginning);
    }
    let before = |at: usize| line.get(..at).and_then(|before| before.chars().next_back());
    line.match_indices(beginning).any(|(at, _)| !before(at).is_some_and(char::is_alphanumeric))
}

/// A part without pictures, in lines of this width.
pub fn plain(section: &Section, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let reference = section.reference.iter().map(|reference| format!(" ({reference})"));
    wrapped(&format!("{}{}", section.heading, reference.collect::<String>()), 0, most, &mut lines);
    section.blocks.iter().for_each(|block| told(block, most, &mut lines));
    for inner in &section.sections {
        lines.push(String::new());
        lines.extend(plain(inner, most));
    }
    lines
}

/// What the page of a variant tells of changes, declaration by declaration, in lines of this width; nothing if there are none.
pub fn changes(page: &Document, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for part in &page.sections {
        // What the page says of itself and lists is no change.
        let blocks = part.blocks.iter().filter(|block| !matches!(block, Block::Paragraph(_) | Block::List(_)));
        let mut told_here = Vec::new();
        blocks.for_each(|block| told(block, most, &mut told_here));
        if !told_here.is_empty() {
            lines.push(part.heading.clone());
            lines.append(&mut told_here);
            lines.push(String::new());
        }
        for one in &part.sections {
            let label = one.label.as_deref().unwrap_or_default().to_lowercase();
            let reference = one.reference.iter().map(|reference| format!(" ({reference})")).collect::<String>();
            wrapped(&format!("{}{reference}: {label}", one.heading), 0, most, &mut lines);
            one.blocks.iter().for_each(|block| told(block, most, &mut lines));
            lines.push(String::new());
        }
    }
    lines.pop();
    lines
}

fn told(block: &Block, most: usize, lines: &mut Vec<String>) {
    match block {
        Block::Paragraph(prose) | Block::Lead(prose) => wrapped(&words(prose), 2, most, lines),
        Block::Trust(prose) => wrapped(&format!("Taken on trust: {}", words(prose)), 2, most, lines),
        Block::Facts(facts) => {
            for (label, fact) in facts {
                wrapped(&format!("{label}: {}", words(fact)), 2, most, lines);
            }
        }
        Block::Steps(steps) => numbered(steps, 2, most, lines),
        Block::List(points) => points.iter().for_each(|point| item("–", &words(point), 2, most, lines)),
        Block::Table(grid) => table(grid, most, lines),
        Block::Picture(_) | Block::Story(_) | Block::Example { .. } => {}
        Block::Exactly(blocks) => blocks.iter().for_each(|block| told(block, most, lines)),
        Block::Sides(old, new) => {
            for (name, blocks) in [("Before:", old), ("Now:", new)].into_iter().filter(|(_, blocks)| !blocks.is_empty())
            {
                lines.push(format!("  {name}"));
                blocks.iter().for_each(|block| told(block, most, lines));
            }
        }
    }
}

fn numbered(steps: &[Line], indent: usize, most: usize, lines: &mut Vec<String>) {
    let mut number = 0;
    for step in steps {
        let sign = match step.sort {
            Sorted::Plain | Sorted::Decision | Sorted::Chance => {
                number += 1;
                format!("{number}.")
            }
            Sorted::Way | Sorted::Forbidden => "–".to_owned(),
        };
        item(&sign, &words(&step.text), indent, most, lines);
        numbered(&step.inner, indent + 3, most, lines);
    }
}

fn item(sign: &str, text: &str, indent: usize, most: usize, lines: &mut Vec<String>) {
    wrapped(&format!("{sign} {text}"), indent, most, lines);
}

fn table(grid: &Grid, most: usize, lines: &mut Vec<String>) {
    for row in &grid.rows {
        let mut cells = row.iter().map(words);
        let name = cells.next().unwrap_or_default();
        let heads = grid.head.iter().skip(1);
        if grid.head.len() > 2 && !grid.numbers {
            // The first is said of the name itself, the others with what they are about.
            let first = cells.next().unwrap_or_default();
            let others = grid.head.iter().skip(2).zip(cells).filter(|(_, cell)| width(cell) > 0);
            let others: String = others.map(|(head, cell)| format!(" {head}: {cell}.")).collect();
            wrapped(&format!("{name}: {first}{others}"), 2, most, lines);
            continue;
        }
        let rest: Vec<String> = match grid.head.len() {
            0..=2 => cells.collect(),
            _ => heads
                .zip(cells)
                .filter(|(_, cell)| width(cell) > 0)
                .map(|(head, cell)| format!("{head} {cell}"))
                .collect(),
        };
        wrapped(&format!("{name}: {}", rest.join(", ")), 2, most, lines);
    }
}

fn words(prose: &Prose) -> String {
    let one = |piece: &Inline| match piece {
        Inline::Text(text)
        | Inline::Link { text, .. }
        | Inline::Page { text, .. }
        | Inline::Strong(text)
        | Inline::Code(text)
        | Inline::Name(text)
        | Inline::Anchor { text, .. } => text.clone(),
    };
    prose.0.iter().map(one).collect()
}
