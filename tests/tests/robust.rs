//! Rules that would take for ever if anything were done twice, or more memory than there is.

use std::fmt::Write;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::parse;
use rulehound_grammar::span::FileId;
use rulehound_grammar::tree::Thing;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Game;
use rulehound_tests::parallel::in_parallel;

/// One text, whatever is asked for.
struct Only(String);

impl Library for Only {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.0.clone() })
    }
}

/// Each definition calls the next twice: done once each, 150 steps; done anew at each call, more than the age of the universe.
#[test]
fn definitions_that_call_each_other_twice_are_typed_once() {
    let mut text = "game \"Twice\" doc \"x\"\nplayers 2\n".to_owned();
    for step in 0..150 {
        let next = step + 1;
        writeln!(text, "def f{step}(p: player) doc \"x\" = max(f{next}(p), f{next}(p))").expect("a string takes all");
    }
    text.push_str("def f150(p: player) doc \"x\" = seat(p)\n");
    text.push_str("phase play ref \"1\" doc \"x\" { win p in players by best f0(p) }\n");
    let checked = check("twice.rules", &mut Only(text));
    assert!(checked.model.is_some(), "{:?}", checked.diagnostics);
}

/// Every move keeps a list of what moved for the trigger. A few have room in the scratch of a run, very many are refused.
#[test]
fn very_many_watched_moves_are_too_large() {
    let load = |moves: usize| {
        let mut text = "game \"Many\" doc \"x\"\nplayers 2\ncomponent Stone doc \"x\" { make 900 of }\n".to_owned();
        text.push_str("zone bag : Stone seen by all doc \"x\"\nvar n : 0..9 seen by all = 0 doc \"x\"\n");
        text.push_str("trigger counted ref \"1\" doc \"x\" after move s: Stone to bag { set n = 1 }\n");
        text.push_str("phase play ref \"1\" doc \"x\" {\n");
        text.push_str(&"move each s in Stone to bag\nmove all from bag to box\n".repeat(moves));
        text.push_str("win nobody\n}\n");
        let checked = check("many.rules", &mut Only(text));
        let codes: Vec<&str> = checked.diagnostics.iter().map(|one| one.code).collect();
        checked.model.map(|model| Game::load(model.into(), &Table::default()).expect("it fits")).ok_or(codes.join(","))
    };
    let game = load(5).expect("a few fit");
    assert!(game.program().layout.total < 20_000, "{}", game.program().layout.total);
    assert!(load(500).is_err_and(|codes| codes.contains("too-large")));
}

/// Definitions that need each other's types are put off where they lie too deep in each other, wherever the first is asked for.
#[test]
fn a_long_chain_of_definitions_may_be_asked_for_anywhere() {
    let chain: String = (0..60).map(|n| format!("def f{n}(n: 0..9) = max(f{0}(n), f{0}(9 - n))\n", n + 1)).collect();
    let found = |declarations: &str| {
        let text = format!(
            "game \"Chain\"\nplayers 2\n{chain}def f60(n: 0..9) = n mod 2\n{declarations}phase play {{ win nobody }}\n"
        );
        let found = check("chain.rules", &mut Only(text.clone())).diagnostics.into_iter();
        let errors = found.filter(|one| one.severity == rulehound_grammar::diagnostic::Severity::Error);
        errors
            .map(|one| {
                (one.code, text[one.primary.at.span.start as usize..one.primary.at.span.end as usize].to_owned())
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(found("var total : 0..9 seen by all = f0(3)\n"), []);
    let fixed = vec![("not-constant", "f0(3)".to_owned())];
    assert_eq!(found("component C { v : 0..9 make f0(3) of v = 1 }\n"), fixed);
    assert_eq!(found("component C { v : 0..9 make v = f0(3) }\n"), fixed);
}

/// A statement that cannot be read is missing in the tree; nothing else may seem wrong because of that.
#[test]
fn what_cannot_be_read_makes_nothing_else_wrong() {
    let paths: Vec<_> = rules_below("games").into_iter().chain(rules_below("examples/classics")).collect();
    let tried: usize = in_parallel(paths.len(), |number| damaged(&paths[number])).into_iter().sum();
    assert!(tried > 300, "hardly anything was tried: {tried}");
}

/// Damages the bodies of a file one at a time; gives how often it could not be read then.
fn damaged(path: &std::path::Path) -> usize {
    let mut tried = 0;
    let text = std::fs::read_to_string(path).expect("it is shipped");
    let tree = parse(FileId(0), &text).file;
    if tree.game.is_none_or(|game| !game.extends.is_empty()) {
        return 0;
    }
    let bodies = tree.declarations.iter().filter_map(|declaration| match &declaration.thing {
        Thing::Runnable(runnable) => Some(runnable.body.span),
        _ => None,
    });
    let ends = bodies.flat_map(|body| {
        let (start, end) = (body.start as usize, body.end as usize);
        text[start..end].match_indices(' ').map(move |(at, _)| start + at)
    });
    for at in ends.step_by(17) {
        let damaged = format!("{} +{}", &text[..at], &text[at..]);
        let unread = parse(FileId(0), &damaged).diagnostics;
        if unread.is_empty() {
            continue;
        }
        tried += 1;
        let codes = |found: &[Diagnostic]| found.iter().map(|one| (one.code, one.primary.at)).collect::<Vec<_>>();
        let found = check("damaged.rules", &mut Only(damaged.clone())).diagnostics;
        assert_eq!(codes(&found), codes(&unread), "{} at {at}", path.display());
    }
    tried
}

fn rules_below(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = std::fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path());
    let mut found: Vec<_> = entries.filter(|path| path.extension().is_some_and(|one| one == "rules")).collect();
    found.sort();
    found
}
