//! What the program writes: nothing of anybody's is lost, and only ordinary files are written.

use std::path::Path;

use crate::tool::{Folder, GAME, folder};

/// Commands that write, each over a file of this name.
const WRITE: [&str; 3] = [
    "record a.rules --seed 2 --force -o ",
    "play a.rules --watch --seed 2 --force --record ",
    "play a.rules --seed 2 --force --save ",
];

/// Everything that changes files stands in one module, so that what holds there holds everywhere.
#[test]
fn one_module_writes() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    let mut folders = vec![sources];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("a source").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                seen += 1;
                let text = std::fs::read_to_string(&path).expect("a source");
                let writes =
                    ["fs::write", "File::create", "OpenOptions", "fs::rename", "fs::remove", "create_dir", "hard_link"];
                let writes = writes.into_iter().find(|call| text.contains(call));
                let ours = path.parent().is_some_and(|folder| folder.ends_with("src/files"));
                assert!(ours || writes.is_none(), "{} calls {writes:?}", path.display());
            }
        }
    }
    assert!(seen > 30, "{seen} sources");
}

#[test]
fn names_as_long_as_the_system_takes() {
    let folder = folder("long-names");
    let name = format!("{}.yaml", "n".repeat(250));
    folder.run(&format!("record a.rules --seed 1 -o {name}")).prints("");
    folder.run(&format!("record a.rules --seed 1 -o {name} --force")).prints("");
    folder.run(&format!("run --quiet {name}")).prints("");
    let save = format!("{}.json", "ö".repeat(125));
    folder.run_with(&format!("play a.rules --save {save}"), "3\n").prints("The game is saved");
    folder.run(&format!("record a.rules --seed 1 -o {}x", name)).complains(4, "its name is too long");
    assert_eq!(folder.names(), ["a.rules".to_owned(), name, save], "nothing else is left");
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    fn mode(folder: &Folder, name: &str) -> u32 {
        fs::metadata(folder.0.join(name)).expect("a file").mode() & 0o7777
    }

    fn set_mode(folder: &Folder, name: &str, mode: u32) {
        fs::set_permissions(folder.0.join(name), Permissions::from_mode(mode)).expect("a mode");
    }

    #[test]
    fn what_somebody_left_behind_is_no_obstacle() {
        let folder = folder("stale");
        // The shell has the number that the program has after it.
        let ran = Command::new("sh")
            .args(["-c", "for n in 0 1 2; do echo stale > .r.yaml.$$-$n.tmp; done; exec \"$0\" record a.rules --seed 1 -o r.yaml"])
            .arg(env!("CARGO_BIN_EXE_rulehound"))
            .current_dir(&folder.0)
            .output()
            .expect("a shell");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(folder.text("r.yaml").starts_with("game: a.rules"));
        let stale = folder.names().into_iter().filter(|name| name.ends_with(".tmp"));
        assert!(stale.map(|name| folder.text(&name)).eq(["stale\n"; 3]), "what is not ours stays");
    }

    #[test]
    fn saves_and_records_are_closed_to_others() {
        let folder = folder("closed");
        folder.run("record a.rules --seed 1 -o r.yaml").prints("");
        folder.run_with("play a.rules --record q.yaml --save s.json", "3\ns t.json\nq\n").prints("saved");
        for name in ["r.yaml", "q.yaml", "s.json", "t.json"] {
            assert_eq!(mode(&folder, name), 0o600, "{name}");
        }
        folder.run("doc a.rules").prints("wrote");
        folder.run("new other").prints("wrote");
        // What holds no secrets is open as other new files are.
        folder.file("plain", "");
        assert_eq!(mode(&folder, "a.html"), mode(&folder, "plain"));
        assert_eq!(mode(&folder, "other/first.rules"), mode(&folder, "plain"));
    }

    #[test]
    fn links_are_followed_and_modes_kept() {
        let folder = folder("links");
        for (number, command) in WRITE.into_iter().enumerate() {
            let (real, link, other) = (format!("real{number}"), format!("link{number}"), format!("other{number}"));
            folder.file(&format!("below/{real}"), "before");
            set_mode(&folder, &format!("below/{real}"), 0o640);
            fs::hard_link(folder.0.join("below").join(&real), folder.0.join(&other)).expect("a second name");
            symlink(Path::new("below").join(&real), folder.0.join(&link)).expect("a link");
            folder.run(&format!("{command}{link}")).prints("");
            assert!(fs::symlink_metadata(folder.0.join(&link)).expect("a link").is_symlink(), "{command}");
            assert_ne!(folder.text(&other), "before", "{command}");
            assert_eq!(folder.text(&other), folder.text(&link));
            assert_eq!(mode(&folder, &link), 0o640);
            // Of a file with one name too.
            fs::remove_file(folder.0.join(&other)).expect("the second name");
            folder.file(&format!("below/{real}"), "before");
            folder.run(&format!("{command}{link}")).prints("");
            assert_ne!(folder.text(&link), "before", "{command}");
            assert_eq!(mode(&folder, &link), 0o640);
            assert_eq!(folder.run(&command.replace("--force", "")).code, 2, "a file is missing");
        }
        symlink("nowhere-yet", folder.0.join("early")).expect("a link");
        folder.run("record a.rules --seed 1 -o early").complains(4, "exists already");
        folder.run("record a.rules --seed 1 --force -o early").prints("");
        assert!(folder.text("nowhere-yet").starts_with("game: a.rules"));
        symlink("circle", folder.0.join("circle")).expect("a link");
        folder.run("run circle").complains(4, "it is a link that leads to no file");
        folder.run("check circle").complains(4, "it is a link that leads to no file");
        folder.run("record a.rules --seed 1 --force -o circle").complains(4, "too many links");
    }

    #[test]
    fn fmt_follows_links_and_keeps_modes() {
        let folder = folder("fmt-links");
        folder.file("below/b.rules", GAME.replace("{\n", "{\n\n\n"));
        set_mode(&folder, "below/b.rules", 0o604);
        symlink("below/b.rules", folder.0.join("b.rules")).expect("a link");
        fs::hard_link(folder.0.join("below/b.rules"), folder.0.join("c.rules")).expect("a second name");
        folder.run("fmt b.rules").prints("laid out");
        assert!(fs::symlink_metadata(folder.0.join("b.rules")).expect("a link").is_symlink());
        assert_eq!(mode(&folder, "below/b.rules"), 0o604);
        assert_eq!(folder.text("c.rules"), folder.text("below/b.rules"));
        folder.run("fmt --check c.rules").prints("");
    }

    #[test]
    fn what_is_no_ordinary_file_is_refused() {
        let folder = folder("no-files");
        let pipe = Command::new("mkfifo").arg(folder.0.join("pipe")).status().expect("mkfifo");
        assert!(pipe.success());
        symlink("pipe", folder.0.join("to-pipe")).expect("a link");
        symlink("/dev/null", folder.0.join("to-null")).expect("a link");
        symlink("/dev/zero", folder.0.join("a.html")).expect("a link");
        folder.file("folder/a", "");
        symlink("folder", folder.0.join("to-folder")).expect("a link");
        for command in WRITE {
            for name in ["pipe", "to-pipe", "to-null", "/dev/null"] {
                folder.run(&format!("{command}{name}")).complains(4, "no ordinary file");
            }
            for name in ["folder", "to-folder"] {
                folder.run(&format!("{command}{name}")).complains(4, "it is a folder");
            }
        }
        folder.run("fmt pipe").complains(4, "no ordinary file");
        // What is there is looked at without reading it to its end.
        folder.run("doc a.rules").complains(4, "did not write what is there");
        folder.run("doc a.rules --force").complains(4, "no ordinary file");
    }

    #[test]
    fn what_is_closed_stays_closed() {
        let folder = folder("read-only");
        folder.file("r.yaml", "mine");
        set_mode(&folder, "r.yaml", 0o444);
        if fs::OpenOptions::new().write(true).open(folder.0.join("r.yaml")).is_ok() {
            // Whoever runs this test may write everything.
            return;
        }
        folder.run("record a.rules --seed 1 --force -o r.yaml").complains(4, "may not be written");
        assert_eq!(folder.text("r.yaml"), "mine");
    }
}

#[test]
fn sure_corrections_are_written_and_others_only_shown() {
    let folder = crate::tool::Folder::new("fix");
    let wrong = GAME.replace("phase play", "var a : 0..3 seen by all == 1;\nphase play");
    folder.file("a.rules", &wrong).file("b.rules", GAME);
    folder.run("check a.rules --fix").prints("a.rules: corrected 2 findings");
    assert_eq!(folder.text("a.rules"), wrong.replace("==", "=").replace(';', ""));
    folder.run("check b.rules --fix").prints("nothing is wrong");
    assert_eq!(folder.text("b.rules"), GAME);
    folder.file("c.rules", GAME.replace("phase", "phse"));
    folder.run("check c.rules --fix").complains(1, "did you mean `phase`?");
    assert_eq!(folder.text("c.rules"), GAME.replace("phase", "phse"));
}

#[test]
fn what_is_wrong_in_an_extended_file_is_corrected_in_neither() {
    let folder = crate::tool::Folder::new("fix-extended");
    let wrong = GAME.replace("phase play", "var a : 0..3 seen by all == 1\nphase play");
    // Something harmless stands wherever the other file is wrong.
    let variant = format!("game \"Variant\" extends \"a.rules\"\n# {}\n", "only words ".repeat(200));
    folder.file("a.rules", &wrong).file("b.rules", &variant);
    folder.run("check b.rules --fix").complains(1, "write a single `=` to compare");
    assert_eq!(folder.text("b.rules"), variant);
    assert_eq!(folder.text("a.rules"), wrong);
    folder.run("check a.rules --fix").prints("a.rules: corrected 1 finding");
}

#[test]
fn what_a_command_reads_it_does_not_write_over() {
    let folder = folder("reads-and-writes");
    folder.file("s.yaml", "game: a.rules\nsteps: []\n");
    let script = folder.text("s.yaml");
    for command in WRITE {
        folder.run_with(&format!("{command}a.rules"), "q\n").complains(4, "this is what is read here");
        folder.run_with(&format!("{command}./a.rules"), "q\n").complains(4, "this is what is read here");
        assert_eq!(folder.text("a.rules"), GAME, "{command}");
    }
    for target in ["s.yaml", "a.rules"] {
        let command = format!("run s.yaml --coverage --lcov {target} --force");
        folder.run(&command).complains(4, "this is what is read here");
    }
    assert_eq!((folder.text("a.rules"), folder.text("s.yaml")), (GAME.to_owned(), script));
}

#[test]
fn where_a_folder_is_wanted_no_file_may_be() {
    let folder = folder("file-for-folder");
    folder.run("doc a.rules -o a.rules").complains(4, "a file is in its place, and a folder is wanted");
    assert_eq!(folder.text("a.rules"), GAME);
}
