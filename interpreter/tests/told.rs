//! Documents are true: whatever changes in the rules changes what the document tells.
//!
//! The files in `told` are small games with every construct of the language. Where `⟦a¦b¦c⟧` stands, the rules may say a, b or c; each of
//! them has another meaning, so each must give another document while everything else stays.
#![expect(clippy::disallowed_methods, reason = "only the crate itself is without files and clock")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rulehound_grammar::diagnostic::Severity;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::document::{Example, document, html, markdown};
use rulehound_interpreter::model::{Model, Source};

/// One file and no other.
struct Only<'t>(&'t str);

impl Library for Only<'_> {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.0.to_owned() })
    }
}

fn model(text: &str) -> Result<Arc<Model>, String> {
    let checked = check("told.rules", &mut Only(text));
    let wrong = || {
        let one = |found: &rulehound_grammar::diagnostic::Diagnostic| {
            let at = found.primary.at.span;
            format!("{}: {} `{}`", found.code, found.message, &text[at.start as usize..at.end as usize])
        };
        let errors = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        errors.map(one).collect::<Vec<_>>().join("; ")
    };
    checked.model.map(Arc::new).ok_or_else(wrong)
}

fn told(text: &str) -> Result<String, String> {
    Ok(markdown(&document(&model(text)?, &[])))
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/told");
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    all.sort();
    all
}

/// A text in pieces: plain ones, and ones with several ways, of which the first is the usual one.
fn pieces(text: &str) -> Vec<Vec<&str>> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('⟦') {
        let (ways, behind) = behind.split_once('⟧').expect("a closing bracket");
        all.push(vec![before]);
        all.push(ways.split('¦').collect());
        rest = behind;
    }
    all.push(vec![rest]);
    all
}

/// The text where one piece goes another way.
fn written(pieces: &[Vec<&str>], at: usize, way: usize) -> String {
    pieces.iter().enumerate().map(|(index, ways)| if index == at { ways[way] } else { ways[0] }).collect()
}

#[test]
fn each_single_change_is_told() {
    let found: Vec<(usize, Vec<String>)> = files().par_iter().map(|path| changed(path)).collect();
    let ways: usize = found.iter().map(|(ways, _)| ways).sum();
    let wrong: Vec<String> = found.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{} of {ways}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ways > 400, "{ways}");
}

/// How many ways the pieces of a file go, and which of them are not told.
fn changed(path: &Path) -> (usize, Vec<String>) {
    let mut wrong = Vec::new();
    let text = std::fs::read_to_string(path).unwrap();
    let pieces = pieces(&text);
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    if let Err(found) = told(&written(&pieces, 0, 0)) {
        panic!("{name} is no game: {found}");
    }
    let changes: Vec<usize> = (0..pieces.len()).filter(|at| pieces[*at].len() > 1).collect();
    for at in &changes {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        let pages: Vec<Result<String, String>> =
            (0..pieces[*at].len()).into_par_iter().map(|way| told(&written(&pieces, *at, way))).collect();
        for (words, page) in pieces[*at].iter().zip(pages) {
            match page {
                Err(found) => wrong.push(format!("{name}: with `{words}` it is no game: {found}")),
                Ok(page) => {
                    if let Some(other) = seen.insert(page, words) {
                        let before = &pieces[at - 1][0];
                        let line = before.rsplit('\n').next().unwrap_or_default();
                        wrong.push(format!("{name}: `{line}…`: `{other}` and `{words}` are told alike"));
                    }
                }
            }
        }
    }
    (changes.iter().map(|at| pieces[*at].len()).sum(), wrong)
}

/// Every form of expression, read aloud.
#[test]
fn every_expression_reads_well() {
    let text = include_str!("told/expressions.rules");
    let page = told(text).unwrap_or_else(|found| panic!("{found}"));
    // Links are not read aloud.
    let plain = |line: &str| {
        let mut out = String::new();
        let mut rest = line;
        while let Some((before, behind)) = rest.split_once("](#") {
            out.push_str(before);
            rest = behind.split_once(')').map_or("", |(_, rest)| rest);
        }
        (out + rest).replace(['[', '\\'], "")
    };
    let from = page.find("## What the words mean").unwrap();
    let mut sentences: Vec<Vec<String>> = Vec::new();
    for line in page[from..].lines() {
        match (line.strip_prefix("- "), sentences.last_mut()) {
            (Some(line), Some(last)) => last.push(plain(line)),
            _ if line.starts_with("### ") => sentences.push(Vec::new()),
            _ => {}
        }
    }
    let written: Vec<&str> = text.lines().filter(|line| line.starts_with("def ")).collect();
    let mut aloud = String::new();
    for (rule, sentences) in written.iter().zip(&sentences) {
        let (_, rule) = rule.split_once(" = ").unwrap();
        let _ = writeln!(aloud, "{rule}\n    {}", sentences.join("\n    "));
    }
    insta::assert_snapshot!(aloud);
}

/// A worked example shows the position from which it starts, in Markdown too.
#[test]
fn examples_begin_with_their_position() {
    let rules = include_str!("told/expressions.rules");
    let model = model(rules).unwrap_or_else(|found| panic!("{found}"));
    let script = "game: told.rules\nplayers: [Ann, Ben]\nposition:\n  zones: {Ann.hand: [Card low 3], road(4): [Pawn of Ben]}\n  variables: {pot: 7}\nsteps:\n  - Ann: 1\n";
    let example = Example::play(script, &model).unwrap_or_else(|error| panic!("{error:#?}"));
    let page = markdown(&document(&model, &[example]));
    let from = page.find("**It begins with**").unwrap_or_else(|| panic!("{page}"));
    for line in ["Ann's hand: card low 3.", "Road. 4: Ben's pawn.", "Pot: 7."] {
        assert!(page[from..].contains(line), "{line}\n{}", &page[from..]);
    }
}

/// The rulebook's own "after" is not said twice.
#[test]
fn after_is_said_once() {
    let page = told("game \"G\" ref \"after an older game\" doc \"D.\" players 2 phase play { win nobody }").unwrap();
    assert!(page.contains("2 players · after an older game"), "{page}");
}

/// What shapes a picture holds: tag and attributes.
fn shapes<'p>(svg: &'p str, start: &str) -> Vec<BTreeMap<&'p str, &'p str>> {
    let mut all = Vec::new();
    for piece in svg.split(start).skip(1) {
        let inside = piece.split('>').next().unwrap_or_default();
        let mut parts = inside.trim_end_matches('/').split('"');
        let mut shape = BTreeMap::new();
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            shape.insert(name.trim().trim_end_matches('='), value);
        }
        all.push(shape);
    }
    all
}

fn number(shape: &BTreeMap<&str, &str>, name: &str) -> f64 {
    shape.get(name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name} of {shape:?}"))
}

fn crowded(board: &str, players: usize) -> String {
    format!(
        "game \"G\" doc \"D.\" players {players} component Pawn of each player {{ make 9 of }} {board}\nphase play {{ for p in players {{ for s in road {{ move 1 p.Pawn from p.box to s }} }} for p in players {{ turn of p {{ choose k in 1..2 if none {{ win nobody }} }} }} win nobody }}"
    )
}

/// What stands on a place leaves its number free, and on a phone no word is smaller than nine points.
#[test]
fn numbers_of_places_can_be_read() {
    for board in ["track road 1..9", "track road 1..40", "ring road 1..12", "ring road 1..64"] {
        for players in 2..=6 {
            let page = html(&document(&model(&crowded(board, players)).unwrap(), &[]));
            let mut boards = 0;
            for figure in page.split("<figure").skip(1).filter(|one| one.starts_with(" class=\"board\"")) {
                let figure = figure.split("</figure>").next().unwrap();
                let numbers: Vec<_> =
                    shapes(figure, "<text ").into_iter().filter(|one| one.get("class") == Some(&"number")).collect();
                let pieces: Vec<_> = shapes(figure, "<circle ")
                    .into_iter()
                    .filter(|one| one.get("class").is_some_and(|class| class.starts_with("piece")))
                    .collect();
                assert!(numbers.len() >= 9, "{board}: {}", numbers.len());
                boards += 1;
                for (shape, one) in numbers.iter().flat_map(|shape| pieces.iter().map(move |one| (shape, one))) {
                    // Digits are at most seven wide.
                    let (left, bottom) = (number(shape, "x"), number(shape, "y"));
                    let (right, top) = (left + 14.0, bottom - 9.0);
                    let (x, y, radius) = (number(one, "cx"), number(one, "cy"), number(one, "r"));
                    let (near_x, near_y) = (x.clamp(left, right), y.clamp(top, bottom));
                    let far = ((x - near_x).powi(2) + (y - near_y).powi(2)).sqrt();
                    assert!(far >= radius, "{board}, {players} players: {shape:?} {one:?}");
                }
                let width: f64 =
                    figure.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
                let least: f64 = figure.split("--least: ").nth(1).unwrap().split("px").next().unwrap().parse().unwrap();
                // On a phone the picture is as wide as the paper, but never narrower than this.
                let scale = f64::max(330.0, least).min(width) / width;
                for text in shapes(figure, "<text ") {
                    assert!(number(&text, "font-size") * scale >= 8.5, "{board}: {text:?} at {scale}");
                }
            }
            assert_eq!(boards, 2, "{board}: the board, and the table at the first decision");
        }
    }
}

/// Ways of a decision are no steps one after the other.
#[test]
fn alternatives_stand_side_by_side() {
    let rules = |body: &str| {
        format!(
            "game \"G\" doc \"D.\" players 2 var n : 0..9 seen by all = 0\nphase play {{ for p in players {{ turn of p {{ {body} }} }} win nobody }}\nrule one {{ choose k in 1..2 set n = k }}\nrule two {{ choose k in 1..3 set n = k }}"
        )
    };
    let arrows = |body: &str| {
        let page = html(&document(&model(&rules(body)).unwrap(), &[]));
        let flow = page.split("<figure class=\"flow\"").nth(1).unwrap().split("</figure>").next().unwrap();
        flow.matches("class=\"arrow\"").count()
    };
    let before = arrows("do one");
    assert_eq!(arrows("do one do two"), before + 1);
    assert_eq!(arrows("choose { option \"one\" { do one } option \"two\" { do two } }"), before);
    assert_eq!(arrows("if n = 1 { do one } else if n = 2 { do two } else { do one }"), before);
}

/// Words on coloured places and pieces stand out, by day and by night.
#[test]
fn words_stand_out_from_what_is_behind_them() {
    let style = include_str!("../telling/src/document/style.css");
    let night = style.find("prefers-color-scheme").unwrap();
    let colour = |part: &str, name: &str| {
        let found = part.split(&format!("--{name}: #")).nth(1).unwrap_or_else(|| panic!("{name}"));
        u32::from_str_radix(&found[..6], 16).unwrap()
    };
    let light = |colour: u32| {
        let one = |shift: u32| {
            let value = f64::from(colour >> shift & 0xff) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * one(16) + 0.7152 * one(8) + 0.0722 * one(0)
    };
    let contrast = |one: u32, two: u32| {
        let (one, two) = (light(one) + 0.05, light(two) + 0.05);
        one.max(two) / one.min(two)
    };
    assert!(style.contains("svg .number { fill: var(--ink); }") && style.contains("svg text.on { fill: var(--card);"));
    for part in [&style[..night], &style[night..]] {
        for place in ["spot", "mark0", "mark1", "mark2", "mark3", "mark4", "mark5", "paper"] {
            let seen = contrast(colour(part, "ink"), colour(part, place));
            assert!(seen >= 4.5, "a number on {place}: {seen:.2}");
        }
        for piece in ["seat0", "seat1", "seat2", "seat3", "seat4", "seat5", "nobodys"] {
            let seen = contrast(colour(part, "card"), colour(part, piece));
            assert!(seen >= 4.5, "a letter on {piece}: {seen:.2}");
        }
        assert!(contrast(colour(part, "muted"), colour(part, "paper")) >= 4.5);
    }
}

/// What is said to be typed gives a setting a value that it may have, and does not have anyway.
#[test]
fn how_a_setting_is_changed_is_shown_by_another_value() {
    let types = [
        ("1..9", vec!["1", "5", "9"]),
        ("-3..-1", vec!["-3", "-2", "-1"]),
        ("yes or no", vec!["yes", "no"]),
        ("Rank", vec!["low", "middle_one", "high"]),
        ("Rank except low", vec!["middle_one", "high"]),
    ];
    for (of, values) in types {
        for usual in &values {
            let text = format!(
                "game \"g\" players 2\ntype Rank = low, middle_one, high\nsetting house : {of} = {usual} doc \"x\"\n\
                 var v : {of} seen by all = house\nphase play {{ win nobody }}\n"
            );
            let page = told(&text).unwrap_or_else(|error| panic!("{of}, {usual}: {error}"));
            let shown = page.split("--set house=").nth(1).unwrap_or_else(|| panic!("{of}, {usual}: {page}"));
            let shown: String =
                shown.chars().take_while(|sign| sign.is_alphanumeric() || "-_".contains(*sign)).collect();
            assert_ne!(shown, *usual, "{of}");
            let number = |word: &str| word.parse::<i32>().ok();
            let within = number(&shown).is_some_and(|it| {
                values.first().and_then(|it| number(it)).is_some_and(|least| it >= least)
                    && values.last().and_then(|it| number(it)).is_some_and(|most| it <= most)
            });
            assert!(within || values.contains(&shown.as_str()), "{of}, {usual}: {shown}");
        }
    }
}

/// Up to six different pieces of a place are named where play begins; of more it is told how many they are.
#[test]
fn what_lies_where_is_named_as_long_as_it_is_short() {
    for (kinds, named) in [(5, true), (6, true), (7, false), (8, false)] {
        let text = format!(
            "game \"g\" players 2\ncomponent Card {{ value : 1..9  make 2 of v in 1..{kinds} : value = v }}\nzone row : Card seen by all doc \"x\"\n\
             phase play {{ move each c in Card to row  for p in players {{ turn of p {{ choose {{ option \"on\" {{ }} }} }} }} win nobody }}\n"
        );
        let page = told(&text).unwrap();
        assert_eq!(page.contains(&format!("{} different pieces", 2 * kinds)), !named, "{kinds}: {page}");
        let numbers: Vec<String> = (1..=kinds).flat_map(|value| [value.to_string(), value.to_string()]).collect();
        let each = format!("cards {} and {kinds}", numbers[..numbers.len() - 1].join(", "));
        assert_eq!(page.contains(&each), named, "{kinds}: {page}");
    }
}
