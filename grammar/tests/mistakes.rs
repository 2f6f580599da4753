//! Several mistakes in one declaration: how many of them are found, and how many findings they make.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rulehound_grammar::lexemes::{Lexeme, LexemeKind, lexemes};
use rulehound_grammar::parse;
use rulehound_grammar::span::{FileId, line_and_column};

/// Numbers that are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).unwrap() % end
    }
}

/// A word of the text, or a sign.
type Word = std::ops::Range<usize>;

/// One damage: what stands there instead.
#[derive(Clone, Debug)]
struct Mistake {
    at: Word,
    instead: String,
}

/// All rules below some folders.
fn files(folders: &[&str]) -> Vec<PathBuf> {
    let mut open: Vec<PathBuf> =
        folders.iter().map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)).collect();
    let mut found = BTreeSet::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rules") {
                found.insert(path);
            }
        }
    }
    found.into_iter().collect()
}

/// Words, numbers and equals signs outside of texts, prose and comments.
fn words(text: &str) -> Vec<Word> {
    let is_word = |one: &Lexeme| match one.kind {
        LexemeKind::Keyword | LexemeKind::Name | LexemeKind::Number => true,
        LexemeKind::Sign => &text[one.span.start as usize..one.span.end as usize] == "=",
        _ => false,
    };
    lexemes(text).into_iter().filter(is_word).map(|one| one.span.start as usize..one.span.end as usize).collect()
}

fn mistake(random: &mut Numbers, text: &str, at: Word) -> Option<Mistake> {
    let word = &text[at.clone()];
    let instead = match random.below(6) {
        _ if word == "=" => "==".to_owned(),
        0 => String::new(),
        1 => format!("{word} {word}"),
        2 if word.len() > 3 => {
            let middle = word.len() / 2;
            format!(
                "{}{}{}{}",
                &word[..middle - 1],
                &word[middle..=middle],
                &word[middle - 1..middle],
                &word[middle + 1..]
            )
        }
        3 => format!("{word})"),
        4 => format!("{word} +"),
        _ => return None,
    };
    Some(Mistake { at, instead })
}

fn with(text: &str, mistakes: &[Mistake]) -> String {
    let mut result = text.to_owned();
    for mistake in mistakes.iter().rev() {
        result.replace_range(mistake.at.clone(), &mistake.instead);
    }
    result
}

fn line(text: &str, at: usize) -> usize {
    line_and_column(text, u32::try_from(at).unwrap()).0
}

/// How many declarations are damaged for each row of the trial.
const CASES: usize = 100;

/// The counts of a trial.
#[derive(Debug, Default)]
struct Score {
    mistakes: usize,
    found: usize,
    findings: usize,
    /// Cases in which each mistake is found and nothing else.
    exact: usize,
    cases: usize,
}

/// Whether a declaration cannot be read with one mistake.
fn is_mistake(text: &str, declaration: Word, mistake: &Mistake) -> bool {
    let (start, end) = (mistake.at.start, mistake.at.end);
    let damaged = [&text[declaration.start..start], &mistake.instead, &text[end..declaration.end]].concat();
    !parse(FileId(0), &format!("game \"Damaged\"\n{damaged}")).diagnostics.is_empty()
}

/// Damages one declaration of a file in up to `wanted` places, each of which alone is a mistake.
fn damaged(random: &mut Numbers, text: &str, wanted: usize) -> Vec<Mistake> {
    let parsed = parse(FileId(0), text);
    if parsed.file.declarations.is_empty() {
        return Vec::new();
    }
    let declaration = &parsed.file.declarations[random.below(parsed.file.declarations.len())];
    let inside: Vec<Word> = words(text)
        .into_iter()
        .filter(|word| declaration.code.start as usize <= word.start && word.end <= declaration.code.end as usize)
        .skip(1)
        .collect();
    if inside.len() < 3 * wanted {
        return Vec::new();
    }
    let mut chosen: Vec<Mistake> = Vec::new();
    for _ in 0..wanted * 4 {
        let at = inside[random.below(inside.len())].clone();
        let Some(mistake) = mistake(random, text, at.clone()) else { continue };
        let apart = chosen.iter().all(|other| line(text, other.at.start).abs_diff(line(text, at.start)) > 0);
        if apart && is_mistake(text, declaration.span.start as usize..declaration.span.end as usize, &mistake) {
            chosen.push(mistake);
        }
        if chosen.len() == wanted {
            break;
        }
    }
    chosen.sort_by_key(|mistake| mistake.at.start);
    chosen
}

fn trial(folders: &[&str], cases: usize, wanted: usize, seed: u64) -> Score {
    let texts: Vec<String> = files(folders)
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .filter(|text| parse(FileId(0), text).diagnostics.is_empty())
        .collect();
    let mut random = Numbers(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
    let mut score = Score::default();
    while score.cases < cases {
        let text = &texts[random.below(texts.len())];
        let mistakes = damaged(&mut random, text, wanted);
        if mistakes.len() < 2 {
            continue;
        }
        let broken = with(text, &mistakes);
        let diagnostics = parse(FileId(0), &broken).diagnostics;
        let lines: BTreeSet<usize> = diagnostics
            .iter()
            .flat_map(|one| one.others.iter().chain([&one.primary]))
            .map(|label| line_and_column(&broken, label.at.span.start).0)
            .collect();
        let found = mistakes.iter().filter(|mistake| {
            let line = line(text, mistake.at.start);
            lines.contains(&line) || lines.contains(&(line + 1))
        });
        let found = found.count();
        score.cases += 1;
        score.mistakes += mistakes.len();
        score.found += found;
        score.findings += diagnostics.len();
        score.exact += usize::from(found == mistakes.len() && diagnostics.len() == mistakes.len());
    }
    score
}

/// Shipped files and fixtures are judged apart. Recovery was tuned on both, so the figures say that it keeps what it reached,
/// not how it does on files nobody has seen.
#[test]
fn nearly_every_mistake_is_found_at_once() {
    let shipped = ["games", "examples"].as_slice();
    let fixtures = &["tests/fixtures", "interpreter/tests"];
    let trials =
        [(shipped, 2, 1), (shipped, 3, 2), (shipped, 5, 3), (fixtures, 2, 4), (fixtures, 3, 5), (fixtures, 5, 6)];
    trials.into_par_iter().for_each(|(folders, wanted, seed)| {
        let score = trial(folders, CASES, wanted, seed);
        assert!(score.found * 100 >= score.mistakes * 97, "{folders:?}, {wanted} at once: {score:?}");
        assert!(score.findings * 100 <= score.mistakes * 105, "{folders:?}, {wanted} at once: {score:?}");
        assert!(score.exact * 100 >= score.cases * 90, "{folders:?}, {wanted} at once: {score:?}");
    });
}

/// The statements around a mistake are read all the same.
#[test]
fn what_is_not_damaged_stays_in_the_tree() {
    let text = "game \"Whole\"\nphase play {\n  set a = 1\n  if b {\n    set = 2\n    set c = 3\n  }\n  \
                choose {\n    option \"d\" require { set e = 4 }\n    option \"f\" { set g = 5 }\n  }\n  do h(\n}\n";
    let parsed = parse(FileId(0), text);
    let lines: Vec<usize> =
        parsed.diagnostics.iter().map(|one| line(text, one.primary.at.span.start as usize)).collect();
    assert_eq!(lines, [5, 9, 12]);
    let whole = text.replace("    set = 2\n", "").replace("require ", "").replace("  do h(\n", "");
    let whole = parse(FileId(0), &whole);
    assert_eq!(whole.diagnostics, []);
    assert_eq!(rulehound_grammar::print(&parsed.file), rulehound_grammar::print(&whole.file));
}

/// What an option, a decision or an offer requires is read with it, whatever else is wrong in it or around it.
#[test]
fn what_is_required_stays_in_the_tree() {
    let text = "game \"Whole\"\nphase play {\n  choose {\n    \
                option \"a\" require b = 1 else \"No.\" require c = 2 {\n      set = 3\n      set d = 4\n    }\n    \
                option \"e\" require f = 5 else \"Not this.\" { set g = 6 }\n  }\n  \
                choose h in i require h = 7 else \"Not h.\" require h = j\n  \
                may \"k\" require l = 8 else \"Not k.\" { set m = 9 }\n}\n";
    let parsed = parse(FileId(0), text);
    let lines: Vec<usize> =
        parsed.diagnostics.iter().map(|one| line(text, one.primary.at.span.start as usize)).collect();
    assert_eq!(lines, [5]);
    let whole = parse(FileId(0), &text.replace("      set = 3\n", ""));
    assert_eq!(whole.diagnostics, []);
    assert_eq!(rulehound_grammar::print(&parsed.file), rulehound_grammar::print(&whole.file));
}

/// Half-typed files: every shipped file, cut off behind each of its words.
#[test]
fn files_may_end_anywhere() {
    files(&["games"]).into_par_iter().for_each(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        words(&text).into_par_iter().step_by(7).for_each(|word| {
            let cut = &text[..word.end];
            let parsed = parse(FileId(0), cut);
            assert!(parsed.diagnostics.iter().all(|one| one.primary.at.span.end as usize <= cut.len()));
        });
    });
}
