//! What people read about files that cannot be read.

use std::fmt::Write as _;

use rulehound_grammar::diagnostic::{Diagnostic, Label};
use rulehound_grammar::parse;
use rulehound_grammar::span::{FileId, line_and_column};
use rulehound_grammar::tree::{Declaration, Thing};

/// A label as `line:column text`, with what is underlined.
fn label(text: &str, label: &Label) -> String {
    let span = label.at.span;
    let (line, column) = line_and_column(text, span.start);
    let underlined = text.get(span.start as usize..span.end as usize).unwrap();
    let short: String = underlined.chars().take(40).collect();
    format!("{line}:{column} `{}` {}", short.escape_debug(), label.text)
}

fn rendered(text: &str, diagnostic: &Diagnostic) -> String {
    let mut result = format!("{}: {}\n", diagnostic.code, diagnostic.message);
    writeln!(result, "    {}", label(text, &diagnostic.primary)).unwrap();
    for other in &diagnostic.others {
        writeln!(result, "    {}", label(text, other)).unwrap();
    }
    if let Some(help) = &diagnostic.help {
        writeln!(result, "    help: {help}").unwrap();
    }
    result
}

fn kept(declarations: &[Declaration]) -> String {
    let names: Vec<_> = declarations
        .iter()
        .map(|declaration| match &declaration.thing {
            Thing::Removal(one) => one.name.text.as_str(),
            Thing::Players(_) => "players",
            Thing::Enumeration(one) => &one.name.text,
            Thing::Component(one) => &one.name.text,
            Thing::Board(one) => &one.name.text,
            Thing::Zone(one) => &one.name.text,
            Thing::Variable(one) => &one.name.text,
            Thing::Setting(one) => &one.name.text,
            Thing::Table(one) => &one.name.text,
            Thing::Definition(one) => &one.name.text,
            Thing::Runnable(one) => &one.name.text,
            Thing::Trigger(one) => &one.name.text,
            Thing::Layout(one) => &one.name.text,
        })
        .collect();
    names.join(" ")
}

#[test]
fn messages() {
    insta::glob!("broken/*.rules", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let parsed = parse(FileId(0), &text);
        assert!(!parsed.diagnostics.is_empty(), "{} can be read", path.display());
        assert!(rulehound_grammar::format(&text).is_err(), "{} is formatted", path.display());
        for diagnostic in &parsed.diagnostics {
            let message = &diagnostic.message;
            assert!(!message.ends_with('.') && !message.starts_with(char::is_uppercase), "style of {message}");
        }
        let messages: Vec<_> = parsed.diagnostics.iter().map(|one| rendered(&text, one)).collect();
        let source: String =
            text.lines().map(|line| format!("| {}\n", line.chars().take(100).collect::<String>())).collect();
        let kept = kept(&parsed.file.declarations);
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(format!("{}\n{}\nreadable: {kept}", source.escape_debug().to_string().replace("\\n", "\n").replace("\\\"", "\"").replace("\\'", "'"), messages.join("\n")));
        });
    });
}
