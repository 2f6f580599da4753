//! Names for files beside files.

use std::path::{Path, PathBuf};

use rulehound_interpreter::hash::hash;

/// The longest name that file systems take, in bytes.
const LONGEST: usize = 255;

/// A hidden name beside a file: `.NAME` and what it ends with. Long names are cut and told apart by a number instead.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let shown = name.to_string_lossy();
    let room = LONGEST.saturating_sub(1 + end.len());
    if shown.len() <= room && shown.as_bytes() == name.as_encoded_bytes() {
        return path.with_file_name(format!(".{shown}{end}"));
    }
    let apart = format!("-{:016x}", hash(name.as_encoded_bytes()));
    let cut = shown.floor_char_boundary(room.saturating_sub(apart.len()));
    path.with_file_name(format!(".{}{apart}{end}", shown.get(..cut).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit() {
        assert_eq!(beside(Path::new("a/b.json"), ".tmp"), Path::new("a/.b.json.tmp"));
        let long = |name: &str| beside(Path::new(name), ".tmp").to_string_lossy().into_owned();
        let (one, other) = (long(&"é".repeat(127)), long(&format!("{}!", "é".repeat(127))));
        assert!(one.len() <= LONGEST && other.len() <= LONGEST && one != other, "{one} {other}");
    }
}
