//! The shape of our own source: how many methods a type has, and where a match on statements, expressions or instructions would let a new one
//! fall through unseen. What is large today stands here with its figure and may only become smaller.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// The crates that are looked at.
const PARTS: [&str; 13] = [
    "grammar",
    "interpreter",
    "interpreter/rules",
    "interpreter/engine",
    "interpreter/script",
    "interpreter/telling",
    "native",
    "bots",
    "library",
    "docs",
    "study",
    "language-server",
    "cli",
];

/// The most methods of a type.
const MOST_METHODS: usize = 60;

/// Types that have more, with how many they may have.
const TOO_MANY: &[(&str, usize)] = &[
    ("grammar::Builder", 101),
    ("grammar::Printer", 62),
    ("interpreter/telling::English", 100),
    ("interpreter/engine::Lowering", 142),
    ("interpreter/engine::Machine", 337),
    ("interpreter/rules::Resolver", 304),
    ("native::Emitter", 476),
];

/// Enumerations whose next variant must be told of wherever it matters.
const WATCHED: [&str; 2] = ["StatementKind", "Instruction"];

/// The files in which a `_` stands in a match on one of them, how often, and why none is missed.
const WILDCARDS: &[(&str, usize, &str)] = &[
    ("interpreter/telling/src/document/turns.rs", 2, "the blocks of any other statement are gone through"),
    ("interpreter/engine/src/lower/declared.rs", 1, "asks for one form of `win`"),
    ("interpreter/engine/src/play/elsewhere.rs", 1, "the sets of other decisions are not named"),
    ("interpreter/engine/src/play/machine/asked.rs", 1, "words for the four sorts of chance"),
    ("interpreter/engine/src/play/machine/candidate.rs", 1, "asks whether a decision waits"),
    (
        "interpreter/engine/src/play/machine/chance.rs",
        3,
        "asked only where chance waits; another sort has no outcomes, which every test of it would tell",
    ),
    ("interpreter/engine/src/play/machine/redeal.rs", 1, "asks what is rolled, and by what else it changes"),
    ("interpreter/engine/src/play/machine/run.rs", 1, "the instructions that the step before leaves to the loops"),
    ("interpreter/engine/src/play/machine/way.rs", 1, "the sentence of a `require`, where one failed"),
    ("native/src/emit/draw.rs", 1, "what stands before a draw; else it is done one by one"),
    ("native/src/emit/foretell/harmless.rs", 1, "what is not known to be harmless is not"),
    ("native/src/emit/foretell/mod.rs", 1, "what cannot be told ahead is tried"),
    ("native/src/emit/holding.rs", 2, "what ends with an instruction; held for longer is no fault"),
    ("native/src/emit/secrets.rs", 1, "what is not known to write here is run on a copy"),
    ("native/src/emit/step.rs", 1, "asks whether names are cleared next; else they are cleared here, too"),
    ("native/src/emit/ways.rs", 2, "goes on as the instruction itself says"),
    ("native/src/host/chance.rs", 2, "asked only where chance waits; the interpreter plays on from another sort"),
    ("native/src/host/mod.rs", 1, "asks for one form of `win`"),
    ("native/src/map.rs", 1, "asks for the lists of loops in passing"),
    ("study/src/course/offered.rs", 1, "options that are written one by one; others are told by their words"),
    ("study/src/forbidden.rs", 2, "options that are written one by one, and what they run"),
    ("native/src/player/secrets.rs", 1, "asks whether several decide; else the interpreter plays on"),
];

/// What was found in a file.
#[derive(Default)]
struct Found {
    /// Methods of each type.
    methods: BTreeMap<String, usize>,
    /// Other names of enumerations.
    called: BTreeMap<String, String>,
    /// Matches with a `_`.
    wildcards: usize,
}

impl Found {
    /// Whether a pattern names a variant of an enumeration that is watched.
    fn is_watched(&self, pattern: &syn::Pat) -> bool {
        let path = match pattern {
            syn::Pat::Path(path) => &path.path,
            syn::Pat::TupleStruct(of) if of.path.is_ident("Some") => {
                return of.elems.iter().any(|inner| self.is_watched(inner));
            }
            syn::Pat::TupleStruct(of) => &of.path,
            syn::Pat::Struct(of) => &of.path,
            syn::Pat::Or(or) => return or.cases.iter().any(|case| self.is_watched(case)),
            syn::Pat::Reference(of) => return self.is_watched(&of.pat),
            syn::Pat::Paren(of) => return self.is_watched(&of.pat),
            _ => return false,
        };
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let Some(name) = names.nth(1) else { return false };
        WATCHED.contains(&self.called.get(&name).unwrap_or(&name).as_str())
    }

    fn note_names(&mut self, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => self.note_names(&path.tree),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.note_names(item)),
            syn::UseTree::Rename(rename) => {
                self.called.insert(rename.rename.to_string(), rename.ident.to_string());
            }
            syn::UseTree::Name(_) | syn::UseTree::Glob(_) => {}
        }
    }
}

/// Whether an arm takes whatever is left.
fn takes_all(arm: &syn::Arm) -> bool {
    arm.guard.is_none() && matches!(&arm.pat, syn::Pat::Wild(_) | syn::Pat::Ident(syn::PatIdent { subpat: None, .. }))
}

impl<'a> Visit<'a> for Found {
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.note_names(&item.tree);
    }

    fn visit_item_impl(&mut self, block: &'a syn::ItemImpl) {
        if let (None, syn::Type::Path(path)) = (&block.trait_, &*block.self_ty)
            && let Some(name) = path.path.segments.last()
        {
            let methods = block.items.iter().filter(|item| matches!(item, syn::ImplItem::Fn(_))).count();
            *self.methods.entry(name.ident.to_string()).or_insert(0) += methods;
        }
        visit::visit_item_impl(self, block);
    }

    fn visit_expr_match(&mut self, found: &'a syn::ExprMatch) {
        let watched = found.arms.iter().any(|arm| self.is_watched(&arm.pat));
        self.wildcards += usize::from(watched && found.arms.iter().any(takes_all));
        visit::visit_expr_match(self, found);
    }
}

/// All files of source in a folder, in order.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).expect("a folder of source");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What was found in each file, by its path.
fn looked_at() -> BTreeMap<String, Found> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = BTreeMap::new();
    for part in PARTS {
        for path in sources(&root.join(part).join("src")) {
            let text = std::fs::read_to_string(&path).expect("source");
            let file = syn::parse_file(&text).expect("source that compiles");
            let mut found = Found::default();
            found.visit_file(&file);
            let name = path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned();
            all.insert(name, found);
        }
    }
    assert!(all.len() > 200, "only {} files were found", all.len());
    all
}

#[test]
fn no_type_grows_beyond_what_can_be_known_by_heart() {
    let mut methods: BTreeMap<String, usize> = BTreeMap::new();
    for (path, found) in looked_at() {
        let part = path.split("/src/").next().unwrap_or_default();
        for (name, count) in found.methods {
            *methods.entry(format!("{part}::{name}")).or_insert(0) += count;
        }
    }
    let known: BTreeMap<&str, usize> = TOO_MANY.iter().copied().collect();
    for (name, count) in &methods {
        let most = known.get(name.as_str()).copied().unwrap_or(MOST_METHODS);
        assert!(*count <= most, "{name} has {count} methods: give it parts instead of the ones beyond {most}");
    }
    for (name, most) in known {
        let count = methods.get(name).copied().unwrap_or_default();
        assert!(
            count > MOST_METHODS,
            "{name} has {count} methods now, no more than others; its {most} need not stand here"
        );
    }
}

#[test]
fn a_new_construct_falls_through_nowhere_unseen() {
    let all = looked_at();
    let found: BTreeMap<&str, usize> = all
        .iter()
        .filter(|(_, found)| found.wildcards > 0)
        .map(|(path, found)| (path.as_str(), found.wildcards))
        .collect();
    let known: BTreeMap<&str, usize> = WILDCARDS.iter().map(|(path, count, _)| (*path, *count)).collect();
    assert_eq!(found, known, "matches on {WATCHED:?} with a `_`: name the variants, or say here why none is missed");
}
