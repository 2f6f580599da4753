//! The architecture page names only paths that exist.

use std::path::Path;

#[test]
fn every_path_on_the_architecture_page_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = std::fs::read_to_string(root.join(page)).expect("the page is there");
        let quoted = text.split('`').skip(1).step_by(2);
        let paths = quoted.filter(|words| words.contains('/') && !words.contains([' ', '<', '│', '\n']));
        let linked = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for path in paths.chain(linked.filter(|link| !link.contains("://"))) {
            assert!(root.join(path).exists(), "{page} names `{path}`, which does not exist");
        }
    }
}
