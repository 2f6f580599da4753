//! Every word of the language and every code is explained, with two examples. Whether the examples do what they say is looked at in `manual.rs`;
//! commands are looked at where the program is built.

use std::collections::BTreeSet;

use rulehound_explain::{Entry, Sort, all, find, nearest, of};
use rulehound_grammar::lexemes::{keywords, lexemes, words_only_somewhere};
use rulehound_interpreter::check::{Library, study_names};
use rulehound_interpreter::model::Source;
use rulehound_tests::manual::root;

/// A game that declares as little as can be, so that what else there is are words of the language.
const BARE: &str = "game \"Bare\"\nplayers 2\ncomponent OwnKind\ngrid own_board 2 by 2\nphase play { win nobody }\n";

struct Bare;

impl Library for Bare {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: BARE.to_owned() })
    }
}

/// All words that mean something by themselves.
fn words() -> BTreeSet<String> {
    let lists = study_names("bare.rules", &mut Bare).names.lists;
    let values = lists.values.keys();
    let members = lists.members.values().flatten();
    let known = lists.types.iter().chain(values).chain(members).filter(|name| !name.to_lowercase().starts_with("own_"));
    let known = known.filter(|name| *name != "OwnKind").cloned();
    let fixed = keywords().chain(words_only_somewhere().iter().copied()).chain(["swap", "base"]).map(str::to_owned);
    known.chain(fixed).collect()
}

/// The codes that the manual lists.
fn codes() -> BTreeSet<String> {
    let manual = std::fs::read_to_string(root().join("docs/language.md")).expect("the reference");
    let rows = manual.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let sorts = ["error", "warning", "fault", "script"];
    rows.filter(|(_, rest)| sorts.iter().any(|sort| rest.starts_with(sort))).map(|(code, _)| code.to_owned()).collect()
}

#[test]
fn every_word_is_explained_with_two_examples() {
    let words = words();
    assert!(words.len() > 110, "only {} words", words.len());
    let holds = |entry: &Entry, text: &str| {
        lexemes(text).iter().any(|one| text.get(one.span.start as usize..one.span.end as usize) == Some(&entry.name))
    };
    for word in &words {
        let entry = of(Sort::Word, word);
        let with_it = entry.map_or(0, |entry| entry.examples.iter().filter(|one| holds(entry, &one.text)).count());
        assert!(
            with_it >= 2,
            "the word `{word}` has {with_it} examples: add to docs/words.md, in alphabetical order, a heading \"## `{word}`\", below it one or two sentences, and two blocks \
             \"```rules part\" (declarations) or \"```rules part=turn\" (statements) in which it stands"
        );
    }
    let known = |entry: &&Entry| entry.sort == Sort::Word && !words.contains(&entry.name);
    let gone: Vec<&str> = all().iter().filter(known).map(|entry| entry.name.as_str()).collect();
    assert!(gone.is_empty(), "docs/words.md explains what is no word of the language: {gone:?}");
}

#[test]
fn every_code_is_explained_wrong_and_right() {
    let codes = codes();
    assert!(codes.len() > 110, "only {} codes", codes.len());
    for code in &codes {
        let examples = of(Sort::Code, code).map(|entry| entry.examples.as_slice()).unwrap_or_default();
        let (right, wrong) = (examples.iter().any(|one| one.right), examples.iter().any(|one| !one.right));
        assert!(
            right && wrong,
            "the code `{code}` has no example that is {}: add to docs/codes.md, in alphabetical order, a heading \"## `{code}`\", below it a block \"```rules part error={code}\" \
             (or `warning=`, `fault=`, or \"```yaml script error={code}\") that is wrong, and one without that which is right",
            if wrong { "right" } else { "wrong" }
        );
    }
    let known = |entry: &&Entry| entry.sort == Sort::Code && !codes.contains(&entry.name);
    let gone: Vec<&str> = all().iter().filter(known).map(|entry| entry.name.as_str()).collect();
    assert!(gone.is_empty(), "docs/codes.md explains codes that docs/language.md does not list: {gone:?}");
}

/// What is looked up by eye is found where the alphabet has it; `column` stands beside `row`.
#[test]
fn codes_stand_in_alphabetical_order() {
    let names: Vec<&str> = all().iter().filter(|one| one.sort == Sort::Code).map(|one| one.name.as_str()).collect();
    assert!(names.is_sorted(), "{:?}", names.windows(2).find(|pair| pair[0] > pair[1]));
}

#[test]
fn what_is_explained_reads_well() {
    let shown: Vec<String> =
        ["table", "range-left", "ambiguous"].into_iter().flat_map(find).map(Entry::markdown).collect();
    insta::assert_snapshot!(shown.join("\n=====\n"));
    assert_eq!(nearest("wrong-typ"), Some("wrong-type"));
    assert!(find("WIN").len() == 1 && find("nothing of the sort").is_empty());
}
