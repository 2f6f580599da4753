//! What is printed says the same as what was read, and printing it again changes nothing.

use std::path::Path;

use rulehound_grammar::span::FileId;
use rulehound_grammar::tree::{File, shape};
use rulehound_grammar::{format, parse, print};

fn read(text: &str, path: &Path) -> File {
    let parsed = parse(FileId(0), text);
    assert_eq!(parsed.diagnostics, [], "{}\n{text}", path.display());
    parsed.file
}

fn comments(file: &File) -> Vec<&str> {
    file.comments.iter().map(|comment| comment.text.as_str()).collect()
}

/// The properties that hold for every readable text.
fn check(text: &str, path: &Path) {
    let tree = read(text, path);
    let formatted = format(text).unwrap();
    let printed = print(&tree);
    for (way, text) in [("formatted", &formatted), ("printed", &printed)] {
        let again = read(text, path);
        similar(&shape(&tree), &shape(&again), path, way);
        assert_eq!(comments(&tree), comments(&again), "{way} {}", path.display());
    }
    similar(&formatted, &format(&formatted).unwrap(), path, "formatted twice");
    similar(&printed, &print(&read(&printed, path)), path, "printed twice");
}

fn similar(left: &str, right: &str, path: &Path, what: &str) {
    if left != right {
        let at = left.lines().zip(right.lines()).position(|(left, right)| left != right).unwrap_or(0);
        let around = |text: &str| text.lines().skip(at.saturating_sub(3)).take(7).collect::<Vec<_>>().join("\n");
        panic!("{what} {}, line {}:\n{}\n--- or ---\n{}", path.display(), at + 1, around(left), around(right));
    }
}

#[test]
fn readable_files() {
    insta::glob!("readable/*.rules", |path| check(&std::fs::read_to_string(path).unwrap(), path));
}

#[test]
fn comments_stay_where_they_belong() {
    let text = r#"# first
game "Comments" # behind the heading

# before a type
type Kind = low, # inside of a list
  high
component Card { # behind a brace
  value : 1..3 # behind an attribute

  # before a make
  make v in 1..3 : value = v
  # at the end
}
phase play { # behind a phase
  choose c in Card # behind a choose
    # before a require
    require c.value = 1 else "No." # behind a require
  if none { leave play } # behind if none
  if a { roll b } # behind an arm
  # before else
  else { roll c }
} # behind the end
# last"#;
    check(text, Path::new("comments"));
    insta::assert_snapshot!(format(text).unwrap());
}

#[test]
fn long_things_are_broken() {
    let text = r#"game "Long" doc "A sentence about the game that is so long that it cannot stand on the same line as the title of it."
def a(p: player) = if first_condition(p) and second_condition(p) then first_value(p) + second_value(p) else if third_condition(p) then third_value(p) else fourth_value(p)
def b(p: player) = any first_name in first_set(p), second_name in second_set(p) where first_name != second_name : connected(first_name, second_name)
rule c(p: player) { choose first_name in first_set(p) where condition(first_name), second_name in second_set(p) where condition(second_name) require first_name != second_name else "Two different things are needed for this." }
rule d { if first_condition and second_condition and third_condition and fourth_condition or fifth_condition or sixth_condition { roll x } else { roll y } }
rule e { move each x in first_set + second_set + third_set where condition(x) and other_condition(x) to destination(x, if w = clockwise then 16 else 48) }
rule f { may "do something" require first_condition and second_condition else "The first sentence." require third else "The second." { roll x } if none { roll y } }
component Card { paws : 0..3   spot(1..4) : 0..6   make paws, spot(1..4) { 0 1 0 0 0   1 1 2 3 0 } }
grid board "a-b" "|\\|" "c-d" doc "A drawing." { mark corner "a" "d" }
"#;
    check(text, Path::new("long"));
    insta::assert_snapshot!(format(text).unwrap());
    insta::assert_snapshot!(print(&read(text, Path::new("long"))));
}

/// What is laid out already stays as it is, to the last sign.
fn stays(text: &str, what: &str) {
    check(text, Path::new(what));
    similar(&format(text).unwrap(), text, Path::new(what), "laid out again");
}

#[test]
fn brackets_and_quotation_marks_in_comments_end_nothing() {
    let text = r#"game "Comments"
players 2
def doubled as "C:\\" = 2  # in "quotes" }
phase play {
  choose {
    option "one" { }  # one } more
    option "C:\\" { }  # "two"
    # a second }
    # a third {
    # a fourth
  }
  # behind all options
  choose {
    # a first }
    option "one" { }
    # a last }
    # and one more
  } if none { leave play }
  # behind all
}
"#;
    stays(text, "comments");
}

#[test]
fn best_and_untold_stand_where_they_stood() {
    let text = r#"game "Keys"
players 2
component Card {
  hit : yes or no untold
  worth(1..2) : 0..3 seen by owner untold
  open : yes or no seen by all as "open"
  make hit = no, open = no
}
def left() = 3
rule go {
  plan by left(), best count Card { }
  plan by best left(), count Card { } if none { leave go }
  plan by left(), count Card { }
  plan best by left(), count Card { }
}
phase play { win nobody }
"#;
    stays(text, "keys");
}

/// Each of these is broken before its last word, which then stands alone above another declaration.
#[test]
fn what_goes_on_alone_on_a_line_is_read() {
    let first =
        "var banker_of_the_round of each player : player or none seen by nobody = first p in players each round";
    for text in [
        format!("game \"Long\"\n{first} untold\nphase play {{ win nobody }}\n"),
        format!("game \"Long\"\n{first} untold\n{first} untold\n"),
        "game \"Long\"\nvar n : 0..3 seen by all = 1\n  untold\ndef twice = 2 * n\n".to_owned(),
    ] {
        check(&text, Path::new("what goes on"));
    }
}

#[test]
fn remarks_stand_as_prose_above_what_they_are_about() {
    let text = r#"game "G" ref "HABA 1" doc "Lead them home." players 2
# In the box.
var starter : player seen by all doc "Who rolls."
var next_one : player seen by all ref "A turn" doc "Who follows."
phase play ref "How to play" doc "Roll both dice and walk with each of them; with a double, use the number four times, as if four dice lay there." assume "It is a must." assume "It is so at home, too." as "the game" { win nobody }
extend phase end ref "The end" doc "It ends \"now\"."
{ win nobody }
zone odd : Die seen by all doc "Two  blanks." assume "Assumed: it."
"#;
    let printed = format(text).unwrap();
    insta::assert_snapshot!(printed);
    assert_eq!(format(&printed).unwrap(), printed);
}
