//! Planted faults: a rule that never runs, an option that nobody should take.

use super::tools::{Study, found, says};
use rulehound_study::Forbidden;

/// Giving up gives the game away, and the horn never sounds.
pub const FAULTY: &str = "\
| Whoever throws a six wins.
game \"Sixes\"
players 2
var die: 1..6 seen by all = 1
phase play {
  repeat for p in players { do one_turn(p) }
}
phase one_turn(p: player) {
  turn of p {
    choose {
      option \"throw\" { do throw(p) }
      option \"give up\" { win next(p) }
      option \"wait\" require die < 7 else \"There is no seven.\" { }
    }
  }
}
rule throw(p: player) {
  roll die
  if die = 6 { win p }
  if die > 6 { do sound_the_horn }
}
rule sound_the_horn { win nobody }
";

#[test]
fn a_dead_rule_and_a_dominated_option_are_named_with_their_line() {
    let whole = Study::of(FAULTY).without("give up").without("rule throw").part(0, 1_000);
    says(&found(&whole, "rules"), "`sound_the_horn` (game.rules, line 22) never runs in 1000 random games");
    let rules = found(&whole, "rules");
    let never = "`require die < 7 else \"There is no seven.\"` (game.rules, line 13) never refused anything";
    assert!(rules.lines.iter().any(|line| line == never), "{rules:#?}");
    let options = found(&whole, "options");
    says(&options, "taking `option \"give up\"` (one turn, line 12 of game.rules) costs most, -");
    says(&options, "taking `option \"throw\"` (one turn, line 11 of game.rules) brings most, +");
    let without = found(&whole, "without");
    says(&without, "A random player does better without “give up”: +");
    says(&without, "A random player does worse without “rule throw”: -");
    // The line that was named can be forbidden as such, and a rule that another one runs.
    for what in ["line 12", "rule sound_the_horn"] {
        let other = Study::of(FAULTY).without(what).part(0, 400);
        let word = if what == "line 12" { "better" } else { "worse" };
        says(&found(&other, "without"), &format!("A random player does {word} without “{what}”: "));
    }
    assert!(Forbidden::read("rule nothing", &Study::of(FAULTY).game.instance().model).is_err());
}

/// Who takes the black stone loses.
pub const STONES: &str = "\
| Whoever takes the black stone loses.
game \"Stones\"
players 2
type Colour = white, black
component Stone {
  colour: Colour
  make 3 of colour = white
  make 1 of colour = black
}
zone heap : Stone seen by all
zone taken of each player : Stone seen by all
phase play {
  move all from box to heap
  repeat for p in players {
    turn of p {
      choose s in heap as \"take {s}\"
      move s to p.taken
      if s.colour = black { win next(p) }
    }
  }
}
";

#[test]
fn a_component_is_forbidden() {
    let whole = Study::of(STONES).without("component Stone black").without("component Stone").part(0, 400);
    says(&found(&whole, "without"), "A random player does better without “component Stone black”: +");
    says(&found(&whole, "without"), "without “component Stone” is not told apart: +0.0 %");
    assert!(Forbidden::read("component Dragon", &Study::of(STONES).game.instance().model).is_err());
}
