//! Which files a file may name, and what is shown of them.

use crate::tool::{Folder, GAME};

const OUTSIDE: &str = "lies outside of the folder";

/// A game, a file with a secret in it, and a folder below with files that name both.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("a.rules", GAME).file("secret.rules", "TOKEN=hunter2\n").file("below/b.rules", GAME);
    folder
}

#[test]
fn rules_extend_what_lies_below() {
    let folder = folder("reach-extends");
    let whole = folder.0.join("a.rules").display().to_string();
    for name in ["../a.rules", "deep/../../a.rules", whole.as_str(), "/dev/null", "/proc/self/environ"] {
        folder.file("below/v.rules", format!("game \"V\" extends \"{name}\"\n"));
        for command in ["check", "simulate", "play", "doc --stdout", "bench", "record --seed 1"] {
            folder.run(&format!("{command} below/v.rules")).complains(4, OUTSIDE);
        }
    }
    folder.file("below/v.rules", "game \"V\" extends \"../a.rules\"\n");
    folder.run("check below/v.rules --allow-outside").prints("nothing is wrong");
    folder.file("v.rules", "game \"V\" extends \"below/../below/b.rules\"\n");
    folder.run("check v.rules").prints("nothing is wrong");
    // What somebody names at the command line may lie anywhere.
    folder.file("below/deep/s.yaml", "game: b.rules\nsteps: []\n").file("below/deep/b.rules", GAME);
    folder.run("check below/../a.rules").prints("nothing is wrong");
    folder.run("run below/../below/deep/s.yaml").prints("Up to Ten");
}

#[test]
fn scripts_and_saves_name_what_lies_below() {
    let folder = folder("reach-scripts");
    let whole = folder.0.join("a.rules").display().to_string();
    for name in ["../a.rules", whole.as_str()] {
        folder.file("below/s.yaml", format!("game: {name}\nsteps: []\n"));
        for command in ["run", "options", "why", "perft --depth 1"] {
            folder.run(&format!("{command} below/s.yaml")).complains(4, OUTSIDE);
            assert_eq!(folder.run(&format!("{command} below/s.yaml --allow-outside")).code, 0, "{command}");
        }
    }
    // Seen from the script first, else from here.
    folder.file("below/s.yaml", "game: a.rules\nsteps: []\n").run("run below/s.yaml").prints("Up to Ten");
    folder.run_with("play a.rules --save below/s.json", "3\nq\n").prints("The game is saved");
    folder.run_with("play --resume below/s.json", "q\n").prints("Up to Ten");
    std::fs::create_dir(folder.0.join("apart")).expect("a folder");
    folder.run_in("apart", "record ../a.rules --seed 1 -o r.yaml").complains(0, "--allow-outside");
    folder.run_in("apart", "run --quiet r.yaml").complains(4, OUTSIDE);
    folder.run_in("apart", "run --quiet r.yaml --allow-outside").prints("");
}

/// Of two games of one name the one beside the script is meant.
#[test]
fn a_game_beside_a_script_comes_before_one_of_the_same_name_here() {
    let folder = folder("reach-same-name");
    folder.file("below/a.rules", GAME.replace("Up to Ten", "Another"));
    folder.file("below/s.yaml", "game: a.rules\nsteps: []\n");
    folder.run("run below/s.yaml").prints("Another");
    folder.run("options below/s.yaml").prints("");
    // What is recorded from here into that folder is still the game from here.
    folder.run("record a.rules --seed 1 -o below/r.yaml").complains(0, "--allow-outside");
    folder.run("run below/r.yaml --allow-outside").prints("Up to Ten");
    folder.run("record below/a.rules --seed 1 -o below/o.yaml").prints("");
    folder.run("run below/o.yaml").prints("Another");
}

/// Whatever is named, nothing of a file that is no file of rules is shown.
#[test]
fn other_files_are_not_shown() {
    let folder = folder("reach-shown");
    folder.file("v.rules", "game \"V\" extends \"secret.rules\"\n");
    folder.file("s.yaml", "game: secret.rules\nsteps: []\n");
    for command in ["check v.rules", "run s.yaml", "check v.rules --allow-outside", "check --format json v.rules"] {
        let ran = folder.run(command);
        assert_eq!(ran.code, 1, "{ran:#?}");
        assert!(format!("{}{}", ran.out, ran.err).contains("it does not begin with `game"), "{ran:#?}");
        assert!(!format!("{}{}", ran.out, ran.err).contains("hunter2"), "{ran:#?}");
    }
    folder.file("e.rules", "game \"E\" extends \"/proc/self/environ\"\n");
    let ran = folder.run("check e.rules --allow-outside");
    assert_ne!(ran.code, 0);
    assert!(!ran.err.contains("PATH="), "{ran:#?}");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out() {
    use std::os::unix::fs::symlink;
    let folder = folder("reach-links");
    symlink("../a.rules", folder.0.join("below/link.rules")).expect("a link");
    symlink("..", folder.0.join("below/up")).expect("a link");
    symlink("b.rules", folder.0.join("below/same.rules")).expect("a link");
    for name in ["link.rules", "up/a.rules"] {
        folder.file("below/v.rules", format!("game \"V\" extends \"{name}\"\n"));
        folder.run("check below/v.rules").complains(4, OUTSIDE);
        folder.file("below/s.yaml", format!("game: {name}\nsteps: []\n"));
        folder.run("run below/s.yaml").complains(4, OUTSIDE);
        folder.run("run below/s.yaml --allow-outside").prints("Up to Ten");
    }
    folder.file("below/v.rules", "game \"V\" extends \"same.rules\"\n");
    folder.run("check below/v.rules").prints("nothing is wrong");
}
