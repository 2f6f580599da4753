//! Runs the commands that the manual shows, in the order in which they stand there, and compares what they print.

mod tool;

use rulehound_tests::manual::{Block, Shelf, pages, root};
use tool::Folder;

#[test]
fn every_command_prints_what_the_manual_shows() {
    let mut wrong = Vec::new();
    for page in pages() {
        let name = page.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = Folder::new(&format!("manual-{name}"));
        let mut shelf = Shelf::default();
        for block in page.blocks.iter().filter(|block| !block.has("untested")) {
            match block.language.as_str() {
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

/// A command with what is shown of its output.
struct Command<'b> {
    line: &'b str,
    shown: Vec<&'b str>,
}

/// What is wrong with a block of commands.
fn console(block: &Block, folder: &Folder) -> Option<String> {
    let wanted_exit: i32 = block.value("exit").map_or(0, |exit| exit.parse().expect("an exit code"));
    let input = block.value("input").unwrap_or_default().replace(';', "\n") + "\n";
    let mut commands: Vec<Command<'_>> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(line), _) => commands.push(Command { line, shown: Vec::new() }),
            (None, Some(command)) => command.shown.push(line),
            (None, None) => return Some(format!("{}: begin with `$ `", block.at)),
        }
    }
    let last = commands.len();
    commands.iter().enumerate().find_map(|(index, command)| {
        let exit = if index + 1 == last { wanted_exit } else { 0 };
        wrong(command, exit, &input, folder).map(|why| format!("{}: `{}` {why}", block.at, command.line))
    })
}

fn wrong(command: &Command<'_>, exit: i32, input: &str, folder: &Folder) -> Option<String> {
    let ran = if let Some(arguments) = command.line.strip_prefix("rulehound ") {
        folder.run_with(arguments, input)
    } else if let Some(arguments) = command.line.strip_prefix("cargo run -- ") {
        Folder(root()).run_with(arguments, input)
    } else if command.line.starts_with("cargo ") {
        return None;
    } else {
        return Some("is no command of ours".to_owned());
    };
    let printed = format!("{}{}", ran.out, ran.err);
    let lines: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    if ran.code != exit {
        return Some(format!("ends with {}, not with {exit}:\n{printed}", ran.code));
    }
    let compared = !command.shown.is_empty();
    (compared && !fits(&command.shown, &lines)).then(|| format!("prints\n{printed}"))
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
