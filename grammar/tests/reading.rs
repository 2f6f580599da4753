//! Every file of `readable/` can be read.

use rulehound_grammar::parse;
use rulehound_grammar::span::{FileId, line_and_column};

#[test]
fn readable() {
    insta::glob!("readable/*.rules", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let parsed = parse(FileId(0), &text);
        let found: Vec<_> = parsed
            .diagnostics
            .iter()
            .map(|one| (line_and_column(&text, one.primary.at.span.start), one.message.clone()))
            .collect();
        assert!(found.is_empty(), "{}: {found:#?}", path.display());
    });
}
