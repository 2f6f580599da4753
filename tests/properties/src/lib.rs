//! What must hold for any input at all, whoever sends it.
//!
//! Each property takes bytes and panics where a promise is not held. `tests/properties/tests` tries them on inputs that proptest makes, with
//! every run of the tests; the programs in `fuzz` try them on inputs that grow toward code not reached before, for hours.

mod editor;
mod files;
mod games;
mod saves;
mod text;
mod wire;

/// A property of all inputs.
pub type Property = fn(&[u8]);

/// All properties, by the names of the programs in `fuzz/fuzz_targets`.
pub const ALL: [(&str, Property); 7] = [
    ("text", text::text),
    ("rules", files::rules),
    ("scripts", files::scripts),
    ("saves", saves::saves),
    ("editor", editor::editor),
    ("wire", wire::wire),
    ("games", games::games),
];

/// One of them.
///
/// # Panics
/// If there is none of this name.
pub fn property(name: &str) -> Property {
    ALL.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no property is called {name}")).1
}

/// Writes inputs to begin with into the folder that the environment calls `WRITE_SEEDS`, if it does.
///
/// # Panics
/// If they cannot be written there.
pub fn write_seeds(name: &str) {
    let Some(folder) = std::env::var_os("WRITE_SEEDS") else { return };
    for (number, seed) in seeds(name).into_iter().enumerate() {
        std::fs::write(std::path::Path::new(&folder).join(format!("{number:04}")), seed)
            .expect("the folder can be written");
    }
}

/// Inputs to begin with: files of the project, or what is made from them.
pub fn seeds(name: &str) -> Vec<Vec<u8>> {
    let read = |folders: &[&str], ending: &str| {
        let mut found = Vec::new();
        for folder in folders {
            let folder = rulehound_tests::documents::folder(folder);
            let mut files: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().collect();
            files.sort_by_key(std::fs::DirEntry::path);
            for file in files {
                if file.path().extension().is_some_and(|end| end == ending) {
                    found.extend(std::fs::read(file.path()));
                }
            }
        }
        found
    };
    let rules = ["examples/classics", "tests/fixtures/points", "tests/fixtures/reference", "tests/broken/rules"];
    match name {
        "text" | "rules" => read(&rules, "rules"),
        "editor" => read(&rules, "rules").into_iter().map(|text| [&[3, 7, 200][..], &text].concat()).collect(),
        "scripts" => read(&["examples/classics", "tests/broken/scripts"], "yaml"),
        "saves" => saves::good(),
        "wire" => wire::good(),
        _ => vec![vec![1, 0, 0, 0, 7]],
    }
}
