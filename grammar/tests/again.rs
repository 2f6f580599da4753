//! Reading again after a change gives the same as reading anew, and reads only what changed.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rulehound_grammar::span::FileId;
use rulehound_grammar::workers::{OneByOne, Workers};
use rulehound_grammar::{Cache, parse, parse_again};

/// On all threads there are.
struct SideBySide;

impl Workers for SideBySide {
    fn work(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..pieces).into_par_iter().for_each(work);
    }
}

/// Numbers that are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).unwrap() % end
    }
}

fn games() -> Vec<String> {
    let mut paths = Vec::new();
    for folder in ["../games", "../examples/classics"] {
        paths.extend(std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|end| end == "rules"));
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// What somebody might put in.
const PUT_IN: [&str; 12] = [" ", "\n", "{", "}", "(", ")", "\"", "# ", "x", "phase x { }\n", "set a = 1 ", "ü"];

#[test]
fn random_edits_give_the_same_tree_and_findings() {
    let games = games();
    let edits: usize = games.par_iter().enumerate().map(|(number, game)| edited(game, number as u64)).sum();
    assert!(edits > 500, "only {edits}");
}

/// Edits a game at random; gives how often.
fn edited(game: &str, number: u64) -> usize {
    const EDITS: usize = 25;
    let mut numbers = Numbers(0x0005_DEEC_E66D + number);
    let mut cache = Cache::default();
    let mut text = game.to_owned();
    for _ in 0..EDITS {
        let floor = |text: &str, mut at: usize| {
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = floor(&text, numbers.below(text.len() + 1));
        let end = floor(&text, (start + numbers.below(12)).min(text.len()));
        let put_in = PUT_IN[numbers.below(PUT_IN.len())];
        text.replace_range(start..end.max(start), put_in);
        assert_eq!(parse_again(&mut cache, FileId(0), &text, &SideBySide), parse(FileId(0), &text));
        // A whole game again before everything is in ruins.
        if numbers.below(6) == 0 {
            game.clone_into(&mut text);
        }
    }
    EDITS
}

#[test]
fn only_what_changed_is_read() {
    let game = games().into_iter().max_by_key(String::len).unwrap();
    let mut cache = Cache::default();
    parse_again(&mut cache, FileId(0), &game, &OneByOne);
    assert!(cache.read_anew() > 50);
    let at = game.find("\nphase ").unwrap() + 1;
    let typed = format!("{}\n\n{}", &game[..at], game[at..].replacen(" {", "  {", 1));
    parse_again(&mut cache, FileId(0), &typed, &OneByOne);
    // The declaration itself, and the one before, which ends with the blank lines.
    assert!(cache.read_anew() <= 2, "{} were read", cache.read_anew());
}
