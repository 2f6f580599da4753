//! What is told when a game at the terminal is over.

use crate::tool::Folder;

const RULES: &str = "\
game \"Ends\"
players Ann, Ben

var points of each player : 0..9 seen by all = 0
var coins of each player : 0..9 seen by owner = 0

phase play {
  for p in players {
    turn of p {
      choose n in 1..3 as \"take {n}\"
      set p.points += n
      set p.coins += 2 * n
    }
  }
  win p in players by best p.points
}
";

#[test]
fn a_game_ends_with_what_each_has_as_far_as_one_may_see_it() {
    let folder = Folder::new("ending");
    folder.file("ends.rules", RULES);
    let ran = folder.run_with("play ends.rules --human Ann --bot Ben=random --seed 1", "3\n");
    assert_eq!(ran.code, 0, "{ran:#?}");
    let (_, end) = ran.out.split_once("The game is over: ").expect("it ends");
    let lines: Vec<&str> = end.lines().collect();
    let [told, "", head, ann, ben] = lines[..] else { panic!("{end}") };
    assert!(told.starts_with("Ann") || told.starts_with("Ben"), "{told}");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!((words(head), words(ann)), (words("points coins"), words("Ann 3 6")));
    assert_eq!((words(ben).len(), words(ben).last().map(String::as_str)), (3, Some("hidden")), "{ben}");
    // Where both sit at the keyboard each reads only what all may see.
    let ran = folder.run_with("play ends.rules --human all --seed 1", "\n3\n\n2\n");
    assert!(ran.out.ends_with("\n       points\n  Ann       3\n  Ben       2\n"), "{ran:#?}");
    // Who looks on has been told everything.
    let ran = folder.run("play ends.rules --watch --seed 1");
    assert!(ran.out.trim_end().lines().last().is_some_and(|line| line.starts_with("The game is over: ")), "{ran:#?}");
}
