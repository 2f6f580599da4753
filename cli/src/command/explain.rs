//! `explain`: a word, a code or a command, with examples.

use rulehound_explain::{Entry, Paragraph, Sort, all, find, nearest};
use rulehound_interpreter::story;

use crate::arguments::Explain;
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;

/// Prints what is said of it; without a name, all names.
pub fn explain(arguments: &Explain) -> Done {
    let mut output = Output::new();
    match &arguments.name {
        None => list(&mut output)?,
        Some(name) => {
            let found = find(name);
            if found.is_empty() {
                return Err(unknown(name));
            }
            for (index, entry) in found.into_iter().enumerate() {
                if index > 0 {
                    output.line("")?;
                }
                print(entry, &mut output)?;
            }
        }
    }
    output.flush()?;
    Ok(Exit::Fine)
}

fn print(entry: &Entry, output: &mut Output) -> Done<()> {
    for (index, paragraph) in entry.paragraphs().into_iter().enumerate() {
        if index > 0 {
            output.line("")?;
        }
        match paragraph {
            Paragraph::Heading(words) | Paragraph::Words(words) => {
                let lines = story::lines_within(&words, output.width());
                lines.iter().try_for_each(|line| output.line(line.trim_start()))?;
            }
            Paragraph::Example(text) => {
                text.lines().try_for_each(|line| output.line(format!("    {line}").trim_end()))?;
            }
        }
    }
    Ok(())
}

fn list(output: &mut Output) -> Done<()> {
    for (sort, heading) in [(Sort::Word, "words"), (Sort::Code, "codes of findings"), (Sort::Command, "commands")] {
        let names: Vec<&str> = all().iter().filter(|one| one.sort == sort).map(|one| one.name.as_str()).collect();
        output.line(heading)?;
        for line in story::lines_within(&names.join(", "), output.width().saturating_sub(4)) {
            output.line(format!("    {line}"))?;
        }
    }
    Ok(())
}

fn unknown(name: &str) -> Failure {
    let near = nearest(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let list = if near.is_empty() { "; `rulehound explain` lists all that is" } else { "" };
    Failure::command_line(format!("nothing is explained under `{name}`{near}{list}"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use rulehound_explain::{Sort, of};

    use crate::arguments::Arguments;

    #[test]
    fn every_command_is_explained_with_two_examples() {
        let commands = Arguments::command();
        for command in commands.get_subcommands().filter(|one| one.get_name() != "help") {
            let name = command.get_name();
            let entry = of(Sort::Command, name);
            let examples = entry.map_or(0, |entry| entry.examples.len());
            assert!(
                examples >= 2,
                "the command `{name}` has {examples} examples: add a heading \"## `{name}`\" to docs/commands.md, below it a sentence and two blocks of `console`"
            );
        }
    }
}
