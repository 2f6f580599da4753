//! What a file declares, as far as its words tell: names for what is advised where something cannot be read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::is_keyword;
use super::scan::{Scan, TokenKind};

/// The sorts of things that are looked for by name.
const SORTS: [&str; 5] = ["zone", "pile", "var", "component", "setting"];

/// What a file declares. It is gathered when it is first asked for, once for all mistakes of the file.
#[derive(Debug)]
pub(super) struct Declared<'file> {
    scan: &'file Scan<'file>,
    gathered: OnceLock<Gathered>,
}

/// Places are those of tokens.
#[derive(Debug, Default)]
struct Gathered {
    /// By what is declared.
    names: BTreeMap<&'static str, BTreeSet<String>>,
    kind: Option<usize>,
    pile: Option<usize>,
    /// The first feature of each kind.
    features: BTreeMap<String, usize>,
}

impl<'file> Declared<'file> {
    pub fn new(scan: &'file Scan<'file>) -> Self {
        Self { scan, gathered: OnceLock::new() }
    }

    /// Whether it is declared as something of these sorts: `has(&["zone", "pile"], "hand")`.
    pub fn has(&self, sorts: &[&str], name: &str) -> bool {
        sorts.iter().any(|sort| self.gathered().names.get(sort).is_some_and(|names| names.contains(name)))
    }

    /// Whether the file changes another, which may declare more.
    pub fn changes_another(&self) -> bool {
        (0..4).any(|index| self.words(index) == "extends")
    }

    /// The kind of component that is declared first.
    pub fn first_kind(&self) -> Option<&'file str> {
        self.name(self.gathered().kind?)
    }

    /// The pile that is declared first, unless each player has one.
    pub fn first_pile(&self) -> Option<&'file str> {
        let at = self.gathered().pile?;
        self.name(at).filter(|_| self.words(at + 1) != "of")
    }

    /// The feature of a kind that is declared first.
    pub fn first_feature(&self, kind: &str) -> Option<&'file str> {
        self.name(*self.gathered().features.get(kind)?)
    }

    fn words(&self, index: usize) -> &'file str {
        self.scan.tokens.get(index).map_or("", |token| self.scan.words(token))
    }

    fn name(&self, index: usize) -> Option<&'file str> {
        let word = self.words(index);
        let named = self.scan.tokens.get(index).is_some_and(|token| token.kind == TokenKind::Word);
        (named && !is_keyword(word)).then_some(word)
    }

    fn gathered(&self) -> &Gathered {
        self.gathered.get_or_init(|| {
            let mut gathered = Gathered::default();
            let mut component = None;
            for (index, token) in self.scan.tokens.iter().enumerate() {
                let (word, behind) = (self.scan.words(token), self.words(index + 1));
                if let Some(sort) = SORTS.iter().find(|sort| **sort == word).filter(|_| token.first_on_line) {
                    gathered.names.entry(sort).or_default().insert(behind.to_owned());
                }
                match word {
                    "component" => {
                        gathered.kind.get_or_insert(index + 1);
                        // A kind that is declared twice has the features of its first declaration.
                        component = Some(behind).filter(|kind| !gathered.features.contains_key(*kind));
                    }
                    "pile" => _ = gathered.pile.get_or_insert(index + 1),
                    "make" => {}
                    _ if behind == ":" => {
                        if let Some(kind) = component.take() {
                            gathered.features.insert(kind.to_owned(), index);
                        }
                    }
                    _ => {}
                }
            }
            gathered
        })
    }
}
