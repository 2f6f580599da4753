//! No text and no question makes the server fail: every request is asked of texts that are broken in every way.

use crate::editor::{Editor, shipped, uri};
use serde_json::{Value, json};

/// Numbers that are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).expect("small") % end
    }
}

/// All that can be asked about a place or a text.
const REQUESTS: [&str; 12] = [
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "completion",
    "codeAction",
    "documentSymbol",
    "foldingRange",
    "formatting",
    "semanticTokens/full",
];

fn ask_everything(editor: &mut Editor, file: &str, (line, character): (usize, usize)) {
    let at = json!({ "line": line, "character": character });
    for request in REQUESTS {
        let params = json!({
            "textDocument": { "uri": uri(file) },
            "position": at,
            "range": { "start": at, "end": at },
            "newName": "other_name",
            "context": { "diagnostics": [], "includeDeclaration": true, "triggerKind": 1 },
            "options": { "tabSize": 2, "insertSpaces": true },
        });
        let answer = editor.try_ask(&format!("textDocument/{request}"), params);
        if let Err(why) = answer {
            assert!(
                request == "rename" && !why.contains("mistake of rulehound"),
                "{request} at {line}:{character}: {why}"
            );
        }
    }
}

#[test]
fn broken_texts_are_answered_like_others() {
    let games = shipped();
    let mut numbers = Numbers(0x1234_5678_9ABC);
    let mut editor = Editor::new(&[]);
    for (file, text) in games.iter().filter(|(_, text)| text.len() < 6_000) {
        editor.open(file, text);
        for _ in 0..3 {
            let mut broken = text.clone();
            for _ in 0..1 + numbers.below(4) {
                let mut start = numbers.below(broken.len());
                while !broken.is_char_boundary(start) {
                    start -= 1;
                }
                let mut end = (start + numbers.below(30)).min(broken.len());
                while !broken.is_char_boundary(end) {
                    end += 1;
                }
                let put_in =
                    ["", "{", "}", "(", "\"", "\r", "🎲", "\u{1}", "extends \"", " . ", "0"][numbers.below(11)];
                broken.replace_range(start..end, put_in);
            }
            // Half of a text, as while it is being written.
            if numbers.below(3) == 0 {
                let mut end = numbers.below(broken.len());
                while !broken.is_char_boundary(end) {
                    end -= 1;
                }
                broken.truncate(end);
            }
            editor.rewrite(file, &broken);
            let line = numbers.below(broken.lines().count() + 2);
            ask_everything(&mut editor, file, (line, numbers.below(60)));
        }
        editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(file) } }));
    }
}

#[test]
fn odd_texts_and_odd_questions_are_answered() {
    let mut editor = Editor::new(&[("self.rules", "game \"A\" extends \"self.rules\"")]);
    let long = "x ".repeat(600_000);
    for text in ["", "\u{feff}", "\0", "game", "game \"A\" extends \"self.rules\"", "{{{{((((", "\r\n\r", &long] {
        editor.open("self.rules", text);
        for place in [(0, 0), (0, 3), (7, 7), (1_000_000, 1_000_000)] {
            ask_everything(&mut editor, "self.rules", place);
        }
    }
    // What is no open text has no answers, and nothing bad happens.
    ask_everything(&mut editor, "nowhere.rules", (0, 0));
    editor.open("s.yaml", "game: self.rules\nsteps: [");
    ask_everything(&mut editor, "s.yaml", (0, 0));
    // Changes that make no sense.
    let odd = json!([{ "range": { "start": { "line": 9, "character": 9 }, "end": { "line": 0, "character": 0 } }, "text": "ä" }]);
    editor.edit("s.yaml", odd);
    editor.edit("nowhere.rules", json!([{ "text": "x" }]));
    assert_eq!(editor.ask_of("textDocument/documentSymbol", "nowhere.rules"), Value::Null);
}
