//! What the full screen shows at many sizes, and that nothing stays on it that the next one must not see.

use std::cell::RefCell;
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Log as Events, Position, Stop, Viewer};
use rulehound_interpreter::scene::Scene;

use super::draw::draw;
use super::screen::{Choice, Pane, Pressed, Says, Screen, Shown};
use crate::rules::playable;

/// The position of a shipped game at this decision, if whatever comes first is taken until then.
fn position(name: &str, decision: usize) -> Position {
    let rules = playable(name).unwrap_or_else(|_| panic!("{name} is a game"));
    let game = rules.at(&Table::default()).unwrap_or_else(|_| panic!("{name} has a table"));
    let mut position = game.start(&mut Events::silent()).expect("it begins");
    let mut decisions = 0;
    loop {
        match position.stop() {
            Stop::Chance => position.resolve(0, &mut Events::silent()).expect("no fault"),
            Stop::Decision if decisions < decision => {
                decisions += 1;
                let seat = position.deciders()[0];
                position.apply(seat, 0, &mut Events::silent()).expect("no fault");
            }
            Stop::Decision | Stop::Over => return position,
        }
    }
}

/// A screen on which the first who is to decide is asked.
fn screen(name: &str, decision: usize) -> Screen {
    let position = position(name, decision);
    let seat = position.deciders()[0];
    let offer = position.offer(seat).expect("no fault").expect("an offer");
    let log = vec![
        "One turn".to_owned(),
        "  Wolves: the dice show 4 and 1; 4 from tree 24 to 20; 1 from tree 24 to 23.".to_owned(),
        "  Sheep: the dice show 6 and 5; 6 from tree 1 to 7; 5 from tree 12 to 17.".to_owned(),
    ];
    let mut screen = Screen::new(name, Rc::new(RefCell::new(log)));
    let choice =
        |(number, words): (usize, &str)| Choice { words: format!("{number}. {words}"), says: Says::Number(number) };
    let options = (1..).zip(offer.options.iter().map(|option| option.text.as_str())).map(choice).collect();
    let scene = Scene::of(&position, Viewer::Seat(seat));
    let (question, _) = offer.asked.prompt.split_once(". ").unwrap_or((&offer.asked.prompt, ""));
    screen.ask(Shown::new(position, scene), format!("{question}."), options);
    screen.explain(vec![
        "A turn".to_owned(),
        "What the rules say about this turn stands here, however long it is.".to_owned(),
    ]);
    screen.prompt = "Ann> ".to_owned();
    screen
}

/// What is seen at this size, without blanks at the ends of lines.
fn seen(screen: &Screen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a backend");
    terminal.draw(|frame| draw(screen, true, frame)).expect("it is drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

fn press(screen: &mut Screen, code: KeyCode) -> Pressed {
    screen.press(KeyEvent::new(code, KeyModifiers::NONE))
}

#[test]
fn all_parts_are_seen_at_every_size() {
    let mut told = String::new();
    for (name, decision) in [("backgammon", 2), ("hot-dog", 1)] {
        let mut screen = screen(name, decision);
        press(&mut screen, KeyCode::Down);
        for (width, height) in [(60, 24), (60, 40), (80, 24), (80, 40), (120, 40)] {
            told.push_str(&format!("---- {name}, {width} × {height}\n\n{}\n\n", seen(&screen, width, height)));
        }
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("full_screens", told);
    });
}

#[test]
fn no_size_is_too_small_or_too_large() {
    let mut screen = screen("backgammon", 2);
    for width in (1..200).step_by(7) {
        for height in [1, 2, 3, 5, 10, 24, 60] {
            seen(&screen, width, height);
        }
    }
    screen.cover("Ann, press ENTER when only you can see the screen.");
    for width in 1..60 {
        seen(&screen, width, 4);
    }
}

#[test]
fn nothing_of_one_player_is_left_for_the_next() {
    let mut screen = screen("black-dog", 3);
    assert!(seen(&screen, 120, 70).contains("hand"), "a hand is seen");
    screen.line = "pass card".to_owned();
    screen.cover("Ben, press ENTER when only you can see the screen.");
    let covered = seen(&screen, 120, 40);
    assert_eq!(covered.trim(), "Ben, press ENTER when only you can see the screen.");
    press(&mut screen, KeyCode::Enter);
    screen.wipe();
    for word in ["hand", "pass", "Ann", "Wolves", "turn"] {
        assert!(!seen(&screen, 120, 40).contains(word), "{word} is left");
    }
}

#[test]
fn keys_mark_type_and_read() {
    let mut screen = screen("backgammon", 2);
    assert_eq!(press(&mut screen, KeyCode::Enter), Pressed::Line(String::new()), "nothing is taken by mistake");
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Down);
    assert_eq!(press(&mut screen, KeyCode::Enter), Pressed::Line("2".to_owned()));
    for sign in "1x".chars() {
        press(&mut screen, KeyCode::Char(sign));
    }
    press(&mut screen, KeyCode::Backspace);
    assert_eq!(press(&mut screen, KeyCode::Enter), Pressed::Line("1".to_owned()), "what is typed counts");
    press(&mut screen, KeyCode::Esc);
    press(&mut screen, KeyCode::Up);
    assert_eq!(screen.marked, Some(screen.options.len() - 1));
    press(&mut screen, KeyCode::Tab);
    assert_eq!(screen.focus, Pane::Rules);
    press(&mut screen, KeyCode::PageDown);
    assert!(screen.moved[Pane::Rules as usize] > 0);
    assert_eq!(screen.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Pressed::Interrupted);
}

#[test]
fn things_that_are_taken_together_are_added() {
    let mut screen = screen("backgammon", 2);
    let thing = |number: usize| Choice { words: format!("{number}. card"), says: Says::Adds(number) };
    screen.options = (1..=4).map(thing).collect();
    press(&mut screen, KeyCode::Down);
    assert_eq!(press(&mut screen, KeyCode::Enter), Pressed::Again, "one alone is no answer");
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Char(' '));
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Char(' '));
    assert_eq!(screen.line, "1 2 3 ");
    press(&mut screen, KeyCode::Char(' '));
    assert_eq!(screen.line, "1 2 ", "what was added is taken away again");
    press(&mut screen, KeyCode::Char('4'));
    press(&mut screen, KeyCode::Char(' '));
    assert_eq!(screen.line, "1 2 4 ", "behind what is typed it is a blank");
    assert_eq!(press(&mut screen, KeyCode::Enter), Pressed::Line("1 2 4".to_owned()));
}

#[test]
fn an_amount_is_typed_behind_its_words() {
    let mut screen = screen("backgammon", 2);
    screen
        .options
        .insert(0, Choice { words: "bet 1, bet 2 … bet 9".to_owned(), says: Says::Begins("bet ".to_owned()) });
    press(&mut screen, KeyCode::Down);
    assert_eq!(press(&mut screen, KeyCode::Enter), Pressed::Again, "how much is not said yet");
    assert_eq!((screen.line.as_str(), screen.marked), ("bet ", None));
    press(&mut screen, KeyCode::Char('7'));
    assert_eq!(press(&mut screen, KeyCode::Enter), Pressed::Line("bet 7".to_owned()));
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Down);
    assert_eq!(press(&mut screen, KeyCode::Enter), Pressed::Line("1".to_owned()), "the next option has its own number");
}
