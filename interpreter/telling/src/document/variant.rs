//! What a variant changes, side by side with the game it changes.

use std::sync::Arc;

use super::english::AS_USUAL;
use super::example::{self, Example};
use super::names::BEFORE;
use super::prose::{Inline, Prose, plain};
use super::{Block, Document, Grid, Section, whole};
use rulehound_rules::model::Model;

/// The parts that say again what stands elsewhere.
pub const AGAIN: [&str; 7] = ["flow", "glance", "end", "trust", "examples", "index", "setup"];

/// What is no part of what a thing says: who runs it, what it may set off, how a program is told.
const UNTOLD: [&str; 3] = ["Part of", "May set off", "At the program"];

/// The page of a variant: only what changes.
pub fn variant(base: &Arc<Model>, model: &Arc<Model>, examples: &[Example]) -> Document {
    let (mut old, new) = (whole(base, &[]), whole(model, &[]));
    // Of what is no more no file of the variant says anything.
    old.sections = old.sections.into_iter().map(Section::unplaced).collect();
    let mut sections = Vec::new();
    let mut summary = Section::new("game", "What changes");
    let setup = |document: &Document| {
        let part = document.sections.iter().find(|part| part.id == "setup");
        let steps = part.and_then(|part| part.blocks.iter().find(|one| matches!(one, Block::Steps(_))));
        steps.map(said)
    };
    let begin = if setup(&old) == setup(&new) { "Set up and play as in " } else { "Play as in " };
    let page = page_of(base)
        .map_or_else(|| Inline::Text(plain(&base.title)), |file| Inline::Page { file, text: plain(&base.title) });
    let end = Inline::Text(", but for what stands on this page.".to_owned());
    summary.blocks.push(Block::Paragraph(Prose(vec![Inline::Text(begin.to_owned()), page, end])));
    let mut listed = Vec::new();
    for part in &new.sections {
        if AGAIN.contains(&part.id.as_str()) {
            continue;
        }
        let before = old.sections.iter().find(|one| one.id == part.id);
        let mut changed = Section::new(part.id.clone(), part.heading.clone());
        changed.blocks.extend(own_blocks(before, part));
        for one in &part.sections {
            let former = before.and_then(|before| before.sections.iter().find(|other| other.id == one.id));
            changed.sections.extend(compared(former, Some(one), &mut listed));
        }
        for gone in before.iter().flat_map(|before| &before.sections) {
            if part.sections.iter().all(|one| one.id != gone.id) {
                changed.sections.extend(compared(Some(gone), None, &mut listed));
            }
        }
        if !changed.is_empty() {
            if changed.id == "game" {
                summary.blocks.append(&mut changed.blocks);
            } else {
                sections.push(changed);
            }
        }
    }
    for gone in old.sections.iter().filter(|part| !AGAIN.contains(&part.id.as_str())) {
        if new.sections.iter().all(|part| part.id != gone.id) {
            let mut changed = Section::new(gone.id.clone(), gone.heading.clone());
            changed.sections = gone.sections.iter().filter_map(|one| compared(Some(one), None, &mut listed)).collect();
            if !changed.is_empty() {
                sections.push(changed);
            }
        }
    }
    if !listed.is_empty() {
        summary.blocks.push(Block::List(listed));
    }
    sections.insert(0, summary);
    let told = example::examples(examples);
    if !told.is_empty() {
        sections.push(told);
    }
    let mut page = Document {
        title: new.title,
        lead: new.lead,
        kicker: format!("A variant of {}", plain(&base.title)),
        badges: new.badges,
        sections,
    };
    unlink(&mut page);
    page
}

/// The name of the file of a game without its ending, which is that of its page too.
fn page_of(model: &Model) -> Option<String> {
    let name = model.sources.last()?.name.rsplit(['/', '\\']).next()?;
    let stem = name.strip_suffix(".rules").unwrap_or(name);
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    (!stem.is_empty() && stem.chars().all(plain)).then(|| stem.to_owned())
}

/// Players, aim, tables of a part itself.
fn own_blocks(before: Option<&Section>, part: &Section) -> Vec<Block> {
    let empty = Vec::new();
    let old = before.map_or(&empty, |before| &before.blocks);
    let mut blocks = Vec::new();
    for block in &part.blocks {
        match block {
            Block::Table(grid) => {
                let former = old.iter().find_map(|other| match other {
                    Block::Table(other) if other.caption == grid.caption => Some(other),
                    _ => None,
                });
                blocks.extend(rows(former, grid));
            }
            Block::Facts(facts) if part.id == "game" => {
                let former = old.iter().find_map(|other| match other {
                    Block::Facts(other) => Some(other),
                    _ => None,
                });
                let changed = |facts: &[(String, Prose)], other: Option<&Vec<(String, Prose)>>| {
                    // Which part of the rulebook the page goes back to stands above it.
                    let own = facts.iter().filter(|(label, _)| label != "Rulebook");
                    let kept = own.filter(|fact| other.is_none_or(|other| !other.contains(fact)));
                    kept.cloned().collect::<Vec<_>>()
                };
                let (was, is) =
                    (former.map(|one| changed(one, Some(facts))).unwrap_or_default(), changed(facts, former));
                // The aim of the game that is changed stands on its own page.
                let was: Vec<_> = was.into_iter().filter(|(label, _)| label != "Aim").collect();
                if !was.is_empty() {
                    blocks.push(Block::Sides(vec![Block::Facts(was)], vec![Block::Facts(is)]));
                } else if !is.is_empty() {
                    blocks.push(Block::Facts(is));
                }
            }
            Block::Paragraph(_)
            | Block::Facts(_)
            | Block::Lead(_)
            | Block::Trust(_)
            | Block::Steps(_)
            | Block::List(_)
            | Block::Picture(_)
            | Block::Story(_)
            | Block::Example { .. }
            | Block::Sides(..)
            | Block::Exactly(_) => {}
        }
    }
    blocks
}

/// The rows of a table that are not as they were.
fn rows(former: Option<&Grid>, grid: &Grid) -> Option<Block> {
    let name = |row: &[Prose]| row.first().map(Prose::words).unwrap_or_default();
    let old: &[Vec<Prose>] = former.map_or(&[], |former| &former.rows);
    let words = |row: &[Prose]| row.iter().map(Prose::words).collect::<Vec<_>>();
    let other = |row: &Vec<Prose>, rows: &[Vec<Prose>]| {
        rows.iter().find(|one| name(one) == name(row)).is_none_or(|one| words(one) != words(row))
    };
    let is: Vec<Vec<Prose>> = grid.rows.iter().filter(|row| other(row, old)).cloned().collect();
    let was: Vec<Vec<Prose>> = old.iter().filter(|row| other(row, &grid.rows)).cloned().collect();
    if is.is_empty() && was.is_empty() {
        return None;
    }
    let side = |rows: Vec<Vec<Prose>>| {
        if rows.is_empty() { Vec::new() } else { vec![Block::Table(Grid { rows, ..grid.clone() })] }
    };
    Some(Block::Sides(side(was), side(is)))
}

/// One thing as it was and as it is; nothing if it is the same.
fn compared(old: Option<&Section>, new: Option<&Section>, listed: &mut Vec<Prose>) -> Option<Section> {
    let of = |section: Option<&Section>| section.map(|one| telling(&one.blocks)).unwrap_or_default();
    let (was, is) = (of(old), of(new));
    if words(&was) == words(&is) && old.is_some() == new.is_some() {
        return None;
    }
    let (was, is) = if old.is_some() && new.is_some() { (without(&was, &is), without(&is, &was)) } else { (was, is) };
    let shown = new.or(old)?;
    // What a thing was before stands on the left of what it is now.
    if shown.id.ends_with(BEFORE) {
        return None;
    }
    let mut section = Section::new(shown.id.clone(), shown.heading.clone());
    let how = match (old, new) {
        (None, _) => "new",
        (_, None) => "left out",
        _ => "changed",
    };
    section.label = Some(crate::wrap::capital(how));
    section.reference.clone_from(&shown.reference);
    section.at = shown.at;
    // What is done as usual and then something more needs no second telling.
    let goes_on = is.iter().any(|block| matches!(block, Block::Steps(lines) if lines.iter().any(as_usual)));
    section.blocks = if old.is_none() || goes_on { is } else { vec![Block::Sides(was, is)] };
    let link = Inline::Link { to: section.id.clone(), text: section.heading.clone() };
    listed.push(Prose(vec![link, Inline::Text(format!(": {how}"))]));
    Some(section)
}

fn as_usual(line: &super::Line) -> bool {
    line.text.words().ends_with(AS_USUAL) || line.inner.iter().any(as_usual)
}

/// What is not the same on the other side.
fn without(blocks: &[Block], other: &[Block]) -> Vec<Block> {
    let there: Vec<String> = other.iter().map(said).collect();
    let facts: Vec<&(String, Prose)> =
        other.iter().flat_map(|block| if let Block::Facts(facts) = block { facts.as_slice() } else { &[] }).collect();
    let mut kept = Vec::new();
    for block in blocks {
        match block {
            Block::Facts(own) => {
                let own: Vec<(String, Prose)> = own.iter().filter(|fact| !facts.contains(fact)).cloned().collect();
                if !own.is_empty() {
                    kept.push(Block::Facts(own));
                }
            }
            block if there.contains(&said(block)) => {}
            block => kept.push(block.clone()),
        }
    }
    kept
}

/// What a reader compares; who runs a rule and what it may set off is not part of what it says.
fn telling(blocks: &[Block]) -> Vec<Block> {
    let mut kept = Vec::new();
    for block in blocks {
        match block {
            Block::Facts(facts) => {
                let facts: Vec<(String, Prose)> =
                    facts.iter().filter(|(label, _)| !UNTOLD.contains(&label.as_str())).cloned().collect();
                if !facts.is_empty() {
                    kept.push(Block::Facts(facts));
                }
            }
            other => kept.push(other.clone()),
        }
    }
    kept
}

/// Blocks as text, to compare them; links that lead elsewhere do not make a difference.
fn words(blocks: &[Block]) -> String {
    blocks.iter().map(said).collect()
}

/// What a block says, wherever the rules say it.
fn said(block: &Block) -> String {
    format!("{:?}", block.clone().unplaced())
}

/// Links lead only to what stands on the page; the rest is plain words.
fn unlink(page: &mut Document) {
    let mut ids = Vec::new();
    for section in &page.sections {
        ids.push(section.id.clone());
        ids.extend(section.sections.iter().map(|one| one.id.clone()));
        anchors(&section.blocks, &mut ids);
    }
    for section in &mut page.sections {
        section.blocks.iter_mut().for_each(|block| relink(block, &ids));
        for one in &mut section.sections {
            one.blocks.iter_mut().for_each(|block| relink(block, &ids));
        }
    }
    once(page);
}

fn anchors(blocks: &[Block], ids: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Table(grid) => {
                for piece in grid.rows.iter().flatten().flat_map(|prose| &prose.0) {
                    if let Inline::Anchor { id, .. } = piece {
                        ids.push(id.clone());
                    }
                }
            }
            Block::Sides(old, new) => {
                anchors(old, ids);
                anchors(new, ids);
            }
            _ => {}
        }
    }
}

fn relink(block: &mut Block, ids: &[String]) {
    let each = |prose: &mut Prose| {
        for piece in &mut prose.0 {
            if let Inline::Link { to, text } = piece
                && !ids.contains(to)
            {
                *piece = Inline::Text(std::mem::take(text));
            }
        }
    };
    match block {
        Block::Paragraph(prose) | Block::Lead(prose) | Block::Trust(prose) => each(prose),
        Block::Facts(facts) => facts.iter_mut().for_each(|(_, prose)| each(prose)),
        Block::List(points) => points.iter_mut().for_each(each),
        Block::Table(grid) => grid.rows.iter_mut().flatten().for_each(each),
        Block::Steps(lines) => relink_lines(lines, ids),
        Block::Sides(old, new) => old.iter_mut().chain(new).for_each(|block| relink(block, ids)),
        Block::Exactly(blocks) => blocks.iter_mut().for_each(|block| relink(block, ids)),
        Block::Picture(_) | Block::Story(_) | Block::Example { .. } => {}
    }
}

fn relink_lines(lines: &mut [super::Line], ids: &[String]) {
    for line in lines {
        for piece in &mut line.text.0 {
            if let Inline::Link { to, text } = piece
                && !ids.contains(to)
            {
                *piece = Inline::Text(std::mem::take(text));
            }
        }
        relink_lines(&mut line.inner, ids);
    }
}

/// The same name may stand on both sides of a table; only one of them is where links lead, and that is the new one.
fn once(page: &mut Document) {
    for section in &mut page.sections {
        for block in section.blocks.iter_mut().chain(section.sections.iter_mut().flat_map(|one| &mut one.blocks)) {
            let Block::Sides(old, new) = block else { continue };
            let mut kept = Vec::new();
            anchors(new, &mut kept);
            for grid in
                old.iter_mut().filter_map(|block| if let Block::Table(grid) = block { Some(grid) } else { None })
            {
                for piece in grid.rows.iter_mut().flatten().flat_map(|prose| &mut prose.0) {
                    if let Inline::Anchor { id, text } = piece
                        && kept.contains(id)
                    {
                        *piece = Inline::Text(std::mem::take(text));
                    }
                }
            }
        }
    }
}
