//! Nothing makes the reader panic or take long: deep texts, long texts, and thousands of damaged files.

use std::time::{Duration, Instant};

use rulehound_grammar::span::{FileId, Span};
use rulehound_grammar::tree::shape;
use rulehound_grammar::{format, parse, parse_expression, parse_template, print};

/// The codes of what was found, read within a time that only a slow machine needs.
fn codes(text: &str) -> Vec<&'static str> {
    let begun = Instant::now();
    let parsed = parse(FileId(0), text);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?} for {} bytes", begun.elapsed(), text.len());
    parsed.diagnostics.iter().map(|one| one.code).collect()
}

fn definition(value: &str) -> String {
    format!("game \"Deep\"\ndef a = {value}\n")
}

fn nested(before: &str, times: usize, inside: &str, after: &str) -> String {
    format!("{}{inside}{}", before.repeat(times), after.repeat(times))
}

/// Shapes that a grammar with careless alternatives reads in exponential time.
const SHAPES: [(&str, &str, usize); 18] = [
    ("(", ")", 60),
    ("count (", ")", 60),
    ("count (count x on ", ")", 28),
    ("if a then ", " else b", 60),
    ("(if a then b else if c then ", " else d)", 30),
    ("max(1, ", ")", 60),
    ("max x in S : ", "", 60),
    ("(max x in S : a else ", ")", 30),
    ("first x in S where a by b : ", " else c", 60),
    ("any x in S : ", "", 60),
    ("any x in any y in S : ", "", 30),
    ("any x in S, y in f(", ")", 30),
    ("(any x in S where ", ")", 30),
    ("f(max x in S by k, ", ")", 30),
    ("{", "}", 60),
    ("not (-(", "))", 20),
    ("count f(", ")", 30),
    ("any x in f(", ")", 30),
];

#[test]
fn nesting_up_to_the_limit_is_quick() {
    for (before, after, times) in SHAPES {
        assert_eq!(codes(&definition(&nested(before, times, "x", after))), [] as [&str; 0], "{before}");
    }
}

#[test]
fn nested_mistakes_are_quick() {
    for (before, after, times) in SHAPES {
        for mistake in ["", "x x", "x = = x", ")", "else", "in", ": :", "if"] {
            let found = codes(&definition(&nested(before, times, mistake, after)));
            assert!(found.len() <= 1 || mistake == ")", "{before} {mistake} {found:?}");
            codes(&definition(&nested(before, times, mistake, "")));
        }
    }
}

#[test]
fn nested_blocks_are_quick() {
    for head in [
        "if a ",
        "for x in S ",
        "choose { option \"a\" ",
        "may \"b\" ",
        "plan ",
        "turn of p ",
        "repeat ",
        "choose c in S if none ",
        "if a { } else ",
    ] {
        let closing = if head.contains("choose {") { "} }" } else { "}" };
        let times = if head.contains("choose {") { 30 } else { 60 };
        let text = |inside: &str| {
            format!("game \"Deep\"\nrule a {{ {} }}\n", nested(&format!("{head}{{ "), times, inside, closing))
        };
        assert_eq!(codes(&text("roll x ")), [] as [&str; 0], "{head}");
        assert_eq!(codes(&text("roll = ")), ["syntax"], "{head}");
    }
}

#[test]
fn what_is_too_deep_is_refused_at_once() {
    for (before, after, _) in SHAPES {
        for text in [nested(before, 20_000, "x", after), nested(before, 20_000, "", "")] {
            assert_eq!(codes(&definition(&text)).first(), Some(&"too-deep"), "{before}");
        }
    }
    for one in ["not ", "- ", "count ", "a.", "a + ", "a and ", "-a * ", "if a then b else "] {
        let text = format!("{}x", one.repeat(8_000));
        let found = codes(&definition(&text));
        assert!(found.is_empty() && one.starts_with("if") || found == ["too-deep"], "{one} {found:?}");
    }
    let brackets = "(".repeat(100_000);
    assert_eq!(codes(&definition(&brackets)), ["too-deep"]);
    assert_eq!(parse_expression(FileId(0), &brackets, 0).unwrap_err().code, "too-deep");
    assert_eq!(parse_template(FileId(0), &format!("{{{brackets}}}"), 0).unwrap_err().code, "too-deep");
    let begun = Instant::now();
    for (before, after) in
        [("{if a: ", "}"), ("{a b ", "}"), ("{if (any x in a: b): c | ", "}"), ("{if a: ", ""), ("{a b | {", "")]
    {
        let text = nested(before, 10_000, "c", after);
        assert!(
            ["too-deep", "missing-brace"].contains(&parse_template(FileId(0), &text, 0).unwrap_err().code),
            "{before}"
        );
        let _read_or_refused = parse_template(FileId(0), &nested(before, 15, "c", after), 0);
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    parse_template(FileId(0), &nested("{if a: ", 16, "c", "}"), 0).unwrap();
    assert_eq!(parse_template(FileId(0), &nested("{if a: ", 17, "c", "}"), 0).unwrap_err().code, "too-deep");
}

#[test]
fn members_that_look_like_words_do_not_hide_depth() {
    for one in ["any x in a.else : ", "any x in a.set : ", "any x in a.then : "] {
        assert_eq!(codes(&definition(&format!("{}x", one.repeat(10_000)))), ["too-deep"], "{one}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    assert_eq!(codes(&"#".repeat((1 << 20) + 1)), ["too-large"]);
    let many = format!("game \"Long\"\n{}", "def a = 1\n".repeat(80_000));
    assert_eq!(parse(FileId(0), &many).file.declarations.len(), 80_000);
}

#[test]
fn places_count_from_the_offset() {
    let value = parse_expression(FileId(0), " p . x + 1 ", 100).unwrap();
    assert_eq!((value.span.start, value.span.end), (101, 110));
    let wrong = parse_expression(FileId(2), "a == b", 10).unwrap_err();
    assert_eq!((wrong.primary.at.file, wrong.primary.at.span.start), (FileId(2), 12));
    let template = parse_template(FileId(0), "take {n} from {{", 50).unwrap();
    assert!(format!("{:?}", template.pieces).contains("start: 56, end: 57"), "{template:?}");
}

/// What files may be full of: what stands before, what is repeated, what stands behind.
const FULL: [(&str, &str, &str); 20] = [
    ("", "rule r {\n  own = 1\n  draw 2 to rack\n  own = 2\n  say 3\n}\n", ""),
    ("", "rule r { own = 1 } ", ""),
    ("", "rule r { own = 1 }\n", ""),
    ("", "componet Card { a : 1 }\nwhatever x\n", ""),
    ("", "component Card {\n  own = 1\n  face 1, 2\n  make 3 of\n}\n", ""),
    ("", "var x of each player 0 to 9 seen all\n", ""),
    ("", "def a = if a and\n", ""),
    ("", "rule r {\n  if a {\n}\n", ""),
    ("phase play {\n", "  own = 1\n  draw 2 to rack\n", "}\n"),
    ("phase play { ", "own = 1 draw 2 to rack ", "}"),
    ("phase play {\n", "  if own and\n", "}\n"),
    ("phase play {\n", "  if own = 2\n", "}\n"),
    ("phase play {\n", "  set a = (1 +\n", "}\n"),
    ("phase play {\n", "  if a {\n    own = 1\n", "}\n"),
    ("phase play {\n", "  }\n", "}\n"),
    ("phase play {\n", "  if a\n  }\n", "}\n"),
    ("phase play {\n  choose {\n", "  option \"a\" { own = 1 }\n  opton \"b\" { }\n", "  }\n}\n"),
    ("table t : number by number {\n", "  1 = 2\n  3 : 4 5\n", "}\n"),
    ("component Card {\n", "  face 1, 2\n  own = 1\n", "}\n"),
    ("grid g 4 by 4 {\n", "  mark a at 1 2\n  own = 1\n", "}\n"),
];

/// What many mistakes cost grows as the file does: a table of names, and no search through the file, for each.
#[test]
fn many_mistakes_are_quick() {
    for (before, unit, behind) in FULL {
        let file = |size: usize| format!("game \"Many\"\n{before}{}{behind}", unit.repeat(size / unit.len()));
        assert_ne!(codes(&file(50_000)), [] as [&str; 0], "{unit}");
    }
}

/// A small generator, the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// A text with a few places left out, doubled or replaced.
fn damaged(text: &str, chance: &mut Chance) -> String {
    const PIECES: [&str; 26] = [
        "{", "}", "(", ")", "\"", "#", "\n", " ", "=", ":", ",", "..", ".", "if", "none", "else", "any", "count",
        "choose", "phase", "players", "-", "\\", "é", "|", "{if a: ",
    ];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(4) {
        let start = chance.below(characters.len());
        let end = (start + 1 + chance.below(12)).min(characters.len());
        let piece: Vec<char> = characters.get(start..end).unwrap().to_vec();
        match chance.below(3) {
            0 => _ = characters.splice(start..end, []),
            1 => _ = characters.splice(start..start, piece),
            _ => _ = characters.splice(start..end, PIECES.get(chance.below(PIECES.len())).unwrap().chars()),
        }
    }
    characters.into_iter().collect()
}

/// Small files: some neighbouring declarations of each readable file.
fn pieces() -> Vec<String> {
    let mut paths: Vec<_> =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readable")).unwrap().collect();
    paths.sort_by_key(|path| path.as_ref().unwrap().path());
    let mut pieces = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path.unwrap().path()).unwrap();
        let file = parse(FileId(0), &text).file;
        for some in file.declarations.chunks(3) {
            let (first, last) = (some.first().unwrap().span.start as usize, some.last().unwrap().span.end as usize);
            pieces.push(format!("game \"Piece\" # one\n# two\n{} # three\n# four", text.get(first..last).unwrap()));
        }
    }
    pieces
}

#[test]
fn damaged_files_are_read_or_refused() {
    let mut chance = Chance(20_260_101);
    let mut readable = 0;
    let texts = pieces();
    for round in 0..3_000 {
        let text = texts.get(round % texts.len()).unwrap();
        let text = damaged(text, &mut chance);
        let begun = Instant::now();
        let parsed = parse(FileId(0), &text);
        assert!(begun.elapsed() < Duration::from_secs(2), "round {round}\n{text}");
        if !parsed.diagnostics.is_empty() {
            continue;
        }
        readable += 1;
        // Whatever is readable is printed without loss.
        for again in [format(&text).unwrap(), print(&parsed.file)] {
            let read = parse(FileId(0), &again);
            assert_eq!(read.diagnostics, [], "round {round}\n{text}\n---\n{again}");
            assert!(shape(&read.file) == shape(&parsed.file), "round {round}\n{text}\n---\n{again}");
            let comments = |file: &rulehound_grammar::tree::File| -> Vec<String> {
                file.comments.iter().map(|comment| comment.text.clone()).collect()
            };
            assert_eq!(comments(&read.file), comments(&parsed.file), "round {round}\n{text}\n---\n{again}");
        }
        let formatted = format(&text).unwrap();
        assert_eq!(formatted, format(&formatted).unwrap(), "round {round}\n{text}");
    }
    assert!(readable > 100, "only {readable}");
}

#[test]
fn a_place_as_the_table_calls_it_is_no_value() {
    let wrong = parse_expression(FileId(0), "joined(square e6, water)", 0).unwrap_err();
    assert_eq!(wrong.message, "in a value a place is written as in the rules, with its number in brackets");
    assert_eq!(wrong.primary.at.span, Span::new(7, 16));
    assert_eq!(wrong.help.as_deref(), Some("write the name of the board and the number of `e6`, such as `square(1)`"));
    for other in ["a b", "a 5", "a x2y", "{a b2x}"] {
        assert_ne!(parse_expression(FileId(0), other, 0).unwrap_err().message, wrong.message, "{other}");
    }
}
