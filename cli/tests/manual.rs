//! Runs the commands that the manual shows, in the order in which they stand there, and compares what they print.

use crate::tool::Folder;
use rulehound_tests::load::rules_in;
use rulehound_tests::manual::{Block, Shelf, pages, root};

/// How a line calls the program.
const PROGRAMS: [&str; 3] = ["$ rulehound ", "$ cargo run -- ", "$ cargo run --no-default-features -- "];

#[test]
fn every_command_prints_what_the_manual_shows() {
    let mut wrong = Vec::new();
    for page in pages() {
        let folder = Folder::new(&format!("manual-{}", page.name.replace(['/', '.'], "-")));
        // Some commands name a file of the checkout.
        for within in ["games", "examples/classics"] {
            for game in rules_in(&root().join(within)) {
                let text = std::fs::read_to_string(&game).expect("a game");
                folder.file(&format!("{within}/{}", game.file_name().unwrap_or_default().to_string_lossy()), &text);
            }
        }
        let mut shelf = Shelf::default();
        for block in page.blocks.iter().filter(|block| !block.has("untested") && !block.has("from")) {
            match block.language.as_str() {
                "console" if block.has("serves") => wrong.extend(serves(block, &folder)),
                "console" => wrong.extend(console(block, &folder)),
                "rules" | "yaml" => {
                    shelf.whole(block);
                    if let Some((name, text)) = block.value("file").and_then(|name| shelf.files.get_key_value(name)) {
                        folder.file(name, text);
                    }
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{} commands are wrong:\n\n{}\n", wrong.len(), wrong.join("\n\n"));
}

/// What is wrong with a block of commands.
fn console(block: &Block, folder: &Folder) -> Option<String> {
    let wanted_exit: i32 = block.value("exit").map_or(0, |exit| exit.parse().expect("an exit code"));
    let input = block.value("input").unwrap_or_default().replace(';', "\n") + "\n";
    let mut exit = None;
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block.text.lines() {
        // In a checkout the program is called through cargo.
        let command = PROGRAMS.iter().find_map(|program| line.strip_prefix(program));
        match (command, commands.last_mut()) {
            (Some(arguments), _) => commands.push((arguments, Vec::new())),
            (None, Some((_, shown))) => shown.push(line),
            (None, None) => return Some(format!("{}: begin with `$ rulehound`", block.at)),
        }
    }
    for (arguments, shown) in commands {
        let ran = folder.run_with(arguments, &input);
        let printed = format!("{}{}", ran.out, ran.err);
        let lines: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
        if !fits(&shown, &lines) {
            return Some(format!("{}: `{arguments}` prints\n{printed}", block.at));
        }
        exit = Some(ran.code);
    }
    let differs = exit != Some(wanted_exit);
    differs.then(|| format!("{}: it ends with {exit:?}, not with {wanted_exit}", block.at))
}

/// What is wrong with a block whose command serves until it is ended: it is ended when it has said what the block shows.
fn serves(block: &Block, folder: &Folder) -> Option<String> {
    let mut lines = block.text.lines();
    let arguments = lines.next().and_then(|line| line.strip_prefix(PROGRAMS[0]))?;
    let shown: Vec<&str> = lines.collect();
    let last = shown.iter().rev().find(|line| line.trim() != "…").copied().unwrap_or_default();
    let said = folder.serve(arguments, |line| !last.is_empty() && line.ends_with(last));
    let lines: Vec<&str> = said.iter().map(String::as_str).collect();
    let fits = !last.is_empty() && (0..lines.len()).any(|skipped| lines[skipped].ends_with(last));
    (!fits).then(|| format!("{}: `{arguments}` prints\n{}", block.at, lines.join("\n")))
}

/// Whether lines are as shown; a line `…` stands for any number of them.
fn fits(shown: &[&str], lines: &[&str]) -> bool {
    match (shown.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first.trim() == "…" => {
            (0..=lines.len()).any(|skipped| lines.get(skipped..).is_some_and(|lines| fits(rest, lines)))
        }
        (Some((first, rest)), Some((line, lines))) => line_fits(first.trim_end(), line) && fits(rest, lines),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Whether a line is as shown; `…` in it stands for any words.
fn line_fits(shown: &str, line: &str) -> bool {
    match shown.split_once('…') {
        Some((before, behind)) => {
            line.len() >= before.len() + behind.len() && line.starts_with(before) && line.ends_with(behind)
        }
        None => shown == line,
    }
}
