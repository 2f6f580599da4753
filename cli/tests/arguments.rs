//! Command lines that cannot be, and files that cannot be read.

use crate::tool::{Folder, GAME};

#[test]
fn help_is_no_error() {
    let folder = Folder::new("help");
    folder.run("--help").prints("simulate");
    folder.run("--version").prints("rulehound");
}

#[test]
fn wrong_arguments() {
    let folder = Folder::new("wrong-arguments");
    folder.file("a.rules", GAME);
    folder.run("").complains(2, "Usage");
    folder.run("fly").complains(2, "fly");
    folder.run("simulate a.rules --games 0").complains(2, "--games");
    folder.run("simulate a.rules --games 99999999999999999999999").complains(2, "--games");
    folder.run("simulate a.rules --threads 0").complains(2, "--threads");
    folder.run("simulate a.rules --players 0").complains(2, "0 players cannot play");
    folder.run("simulate a.rules --players 999999999999999999999999999").complains(2, "players cannot play");
    folder.run("simulate a.rules --players 7").complains(2, "7 players cannot play this game: it is for 2");
    folder.run("simulate a.rules --players Ann,,Ben").complains(2, "empty name");
    folder.run("simulate a.rules --players Ann,Ann").complains(2, "two players are called `Ann`");
    folder.run("simulate a.rules --set target=1").complains(2, "there is no setting `target`");
    folder.run("simulate a.rules --set target").complains(2, "is no `name=value`");
    folder.file("set.rules", GAME.replace("players 2", "players 2\nsetting target : 1..9 = 3 doc \"x\""));
    folder.run("simulate set.rules --games 1 --set target=1 --set target=2").complains(2, "`target` is set twice");
    folder.run("simulate set.rules --games 1 --set target=1 --set target=1").complains(2, "`target` is set twice");
    folder.run("simulate set.rules --games 1 --set target=1").prints("1 games");
    for seconds in ["0", "-1", "4000", "soon", "inf", "NaN"] {
        folder.run(&format!("bench a.rules --seconds={seconds}")).complains(2, "--seconds");
    }
    folder.run("bench a.rules --players 7").complains(2, "7 players cannot play this game: it is for 2");
    for seed in ["-1", "NaN", "18446744073709551616"] {
        let ran = folder.run(&format!("simulate a.rules --seed {seed}"));
        ran.complains(2, "a whole number from 0 to 18446744073709551615 is wanted");
    }
    folder.run("table a.rules --listen 127.0.0.1").complains(2, "an address and a port are wanted");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port();
    folder
        .run(&format!("table a.rules --listen localhost:{port}"))
        .complains(4, "another program listens there already");
    // What is negative is no option of another name.
    for wrong in ["solve a.rules --within -1", "bench a.rules --seconds -1", "simulate a.rules --players -1"] {
        let ran = folder.run(wrong);
        assert!(ran.code == 2 && !ran.err.contains("use '--"), "{wrong}: {ran:#?}");
    }
    folder.run("play a.rules --bot Ben=mcts").complains(2, "there is no bot `mcts`");
    folder.run("play a.rules --bot Zoe").complains(2, "nobody is called `Zoe`");
    let both = "Ben cannot sit at this keyboard (`--human`) and be a bot (`--bot`)";
    folder.run("play a.rules --human Ben --bot Ben=easy").complains(2, both);
    folder.run("simulate a.rules --most 0").complains(2, "a whole number from 1 is wanted");
    // Players may be named in any case, unless two differ by that alone.
    assert_eq!(
        folder.run_with("play a.rules --bot bEN --seed 1", "").out,
        folder.run_with("play a.rules --bot Ben --seed 1", "").out
    );
    assert_eq!(folder.run("play a.rules --bot bEN").code, folder.run("play a.rules --bot Ben").code);
    folder.run("play").complains(2, "GAME");
    folder.run("completions tcsh-or-so").complains(2, "tcsh-or-so");
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new("unreadable");
    folder.file("folder/a.txt", "").file("bytes.rules", [0xff, 0xfe, 0x00]).file("bytes.yaml", [b'g', 0xff]);
    folder.file("huge.rules", vec![b' '; (1 << 20) + 1]).file("huge.yaml", vec![b' '; (8 << 20) + 1]);
    for command in ["check", "simulate", "play", "fmt"] {
        folder.run(&format!("{command} missing.rules")).complains(4, "there is no such file");
        folder.run(&format!("{command} folder")).complains(4, "it is a folder");
        folder.run(&format!("{command} bytes.rules")).complains(1, "no text");
        folder.run(&format!("{command} huge.rules")).complains(4, "longer than 1024 KiB");
    }
    for command in ["run", "options"] {
        folder.run(&format!("{command} missing.yaml")).complains(4, "there is no such file");
        folder.run(&format!("{command} bytes.yaml")).complains(1, "no text");
        folder.run(&format!("{command} huge.yaml")).complains(4, "longer than 8192 KiB");
    }
    folder.run("run folder").complains(4, "there is no script");
    folder.run("check no-such-game").complains(4, "nor a shipped game");
    folder.run("play --resume missing.json").complains(4, "there is no such file");
    folder.run("play --resume folder/a.txt").complains(4, "no saved game");
}

#[cfg(unix)]
#[test]
fn devices_are_not_opened() {
    let folder = Folder::new("devices");
    folder.run("check /dev/zero").complains(4, "no ordinary file");
    folder.run("run /dev/zero").complains(4, "no ordinary file");
}

#[test]
fn completions_are_printed() {
    Folder::new("completions").run("completions bash").prints("rulehound");
}

/// The first command of the README builds what it runs, not the tests; what is handed on carries nothing for debuggers.
#[test]
fn what_is_built_is_what_is_run() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let metadata = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(&root)
        .output()
        .expect("cargo");
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let named = |package: &&serde_json::Value| {
        metadata["workspace_default_members"].as_array().is_some_and(|all| all.contains(&package["id"]))
    };
    let built: Vec<&str> = packages.iter().filter(named).filter_map(|package| package["name"].as_str()).collect();
    assert_eq!(built, ["rulehound-cli"]);
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    let release = manifest.split("[profile.release]").nth(1).expect("a profile");
    assert!(release.lines().any(|line| line == "strip = true"), "{release}");
}
