//! The open texts, and what is known of the games they are part of.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use rulehound_interpreter::check::{Checked, Library as _, Studied, check_names, study, study_names};

use rulehound_grammar::Cache;
use rulehound_interpreter::NameLists;

use crate::document::{Document, Sort};
use crate::folder::Folder;
use crate::overlay::Overlay;
use crate::passes::Passes;
use crate::settings::Settings;
use crate::uri;

/// What the server knows.
pub struct World<'a> {
    folder: &'a mut dyn Folder,
    /// The folders that the editor works in.
    roots: Vec<String>,
    /// By the names of their files.
    documents: BTreeMap<String, Document>,
    /// What was found in games, by their entry file; only what is still so.
    games: BTreeMap<String, Studied>,
    /// The open texts whose findings are to be told, the most urgent first.
    waiting: VecDeque<String>,
    /// What was read of files, by name: what does not change is not read again.
    trees: BTreeMap<String, Cache>,
    /// Which names there were in games when that was last known.
    lists: BTreeMap<String, NameLists>,
    /// Findings were told of these.
    told: BTreeSet<String>,
    /// Which scripts come through what, by the files of rules that were asked about since something was saved.
    passes: BTreeMap<String, Passes>,
    /// What the editor wants.
    pub settings: Settings,
}

impl<'a> World<'a> {
    /// Nothing is open.
    pub fn new(folder: &'a mut dyn Folder, roots: Vec<String>) -> Self {
        Self {
            folder,
            roots,
            documents: BTreeMap::new(),
            games: BTreeMap::new(),
            waiting: VecDeque::new(),
            trees: BTreeMap::new(),
            lists: BTreeMap::new(),
            told: BTreeSet::new(),
            passes: BTreeMap::new(),
            settings: Settings::default(),
        }
    }

    /// The name of the file at an address.
    pub fn name_of(&mut self, uri: &Uri) -> String {
        let path = uri::path_of(uri);
        if self.documents.contains_key(&path) { path } else { self.folder.canonical(&path) }
    }

    /// The address of a file, as the editor writes it.
    pub fn uri_of(&self, name: &str) -> Option<Uri> {
        self.documents.get(name).map(|document| document.uri.clone()).or_else(|| uri::uri_of(name))
    }

    /// The open text of this name.
    pub fn document(&self, name: &str) -> Option<&Document> {
        self.documents.get(name)
    }

    /// The text of a file as it is now, open or not.
    ///
    /// # Errors
    /// Why there is none, in one line.
    pub fn text(&mut self, name: &str) -> Result<String, String> {
        match self.documents.get(name) {
            Some(document) => Ok(document.text.clone()),
            None => self.folder.read(name),
        }
    }

    /// The name of the file of rules that a name means in another file.
    ///
    /// # Errors
    /// Why there is none, in one line.
    pub fn find(&mut self, name: &str, from: &str) -> Result<String, String> {
        let mut overlay = Overlay { folder: self.folder, documents: &self.documents, trees: &mut self.trees };
        overlay.read(name, Some(from)).map(|source| source.name)
    }

    /// The texts of all files of rules that the editor may mean, by name: those that are open, and those in its folders.
    pub fn all_rules(&mut self) -> BTreeMap<String, String> {
        self.all(Sort::Rules, |folder, root| folder.rules_below(root))
    }

    /// The same of what may be scripts.
    pub fn all_scripts(&mut self) -> BTreeMap<String, String> {
        self.all(Sort::Script, |folder, root| folder.scripts_below(root))
    }

    fn all(&mut self, sort: Sort, below: fn(&mut dyn Folder, &str) -> Vec<String>) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        for root in &self.roots {
            for name in below(self.folder, root) {
                if let Ok(text) = self.folder.read(&name) {
                    all.insert(name, text);
                }
            }
        }
        let open = self.documents.iter().filter(|(_, document)| document.sort == sort);
        all.extend(open.map(|(name, document)| (name.clone(), document.text.clone())));
        all
    }

    /// What names mean in a game as its files are now; how it flows is not looked at.
    pub fn names_of(&mut self, name: &str) -> Studied {
        study_names(name, &mut Overlay { folder: self.folder, documents: &self.documents, trees: &mut self.trees })
    }

    /// What is wrong with the names of a game if some texts are others.
    pub fn imagine(&mut self, name: &str, texts: &BTreeMap<String, String>) -> Checked {
        let uri = |name: &String| uri::uri_of(name).unwrap_or_else(|| Uri(name.clone()));
        let kept = |(name, one): (&String, &Document)| (name.clone(), Document::new(uri(name), 0, one.text.clone()));
        let mut documents: BTreeMap<String, Document> = self.documents.iter().map(kept).collect();
        documents.extend(texts.iter().map(|(name, text)| (name.clone(), Document::new(uri(name), 0, text.clone()))));
        check_names(name, &mut Overlay { folder: self.folder, documents: &documents, trees: &mut BTreeMap::new() })
    }

    /// A text was opened.
    pub fn open(&mut self, uri: Uri, version: i32, text: String) {
        let name = self.name_of(&uri);
        self.documents.insert(name.clone(), Document::new(uri, version, text));
        self.passes.clear();
        self.forget(&name);
        self.urgent(name);
    }

    /// A text was changed.
    pub fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let name = self.name_of(uri);
        if let Some(document) = self.documents.get_mut(&name) {
            document.change(version, changes);
            self.forget(&name);
            self.urgent(name);
        }
    }

    /// Files were written, by the editor or somebody else.
    pub fn written(&mut self) {
        self.games.clear();
        self.passes.clear();
        let open: Vec<String> = self.documents.keys().cloned().collect();
        open.into_iter().for_each(|name| self.later(name));
    }

    /// A text was closed; the file counts again.
    pub fn close(&mut self, uri: &Uri) -> Option<Uri> {
        let name = self.name_of(uri);
        let document = self.documents.remove(&name)?;
        self.trees.remove(&name);
        self.forget(&name);
        self.waiting.retain(|one| *one != name);
        self.told.remove(&name).then_some(document.uri)
    }

    /// Whether findings are to be told.
    pub fn has_work(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The next open text whose findings are to be told.
    pub fn next(&mut self) -> Option<String> {
        let name = self.waiting.pop_front()?;
        self.told.insert(name.clone());
        Some(name)
    }

    /// Makes known what is to be found in the game that begins with this file.
    pub fn look_at(&mut self, name: &str) {
        if !self.games.contains_key(name) {
            let mut overlay = Overlay { folder: self.folder, documents: &self.documents, trees: &mut self.trees };
            let studied = study(name, &mut overlay);
            self.games.insert(name.to_owned(), studied);
        }
    }

    /// Which names there are in the game that begins with this file; where something is wrong, also those that there were before.
    pub fn lists(&mut self, name: &str) -> NameLists {
        self.look_at(name);
        let Some(game) = self.games.get(name) else { return NameLists::default() };
        let mut lists = game.names.lists.clone();
        match self.lists.get(name).filter(|_| game.checked.model.is_none()) {
            Some(before) => lists.add(before),
            None => _ = self.lists.insert(name.to_owned(), lists.clone()),
        }
        lists
    }

    /// Which scripts come through the rules of a file, if that is known.
    pub fn passes(&self, file: &str) -> Option<&Passes> {
        self.passes.get(file)
    }

    /// Keeps that until something is saved. What it says of options is told with the findings.
    pub fn keep_passes(&mut self, file: &str, passes: Passes) {
        if self.documents.get(file).is_some_and(|document| !passes.untaken(&document.text).is_empty()) {
            self.later(file.to_owned());
        }
        self.passes.insert(file.to_owned(), passes);
    }

    /// What is known of the game that begins with this file.
    pub fn game(&self, name: &str) -> Option<&Studied> {
        self.games.get(name)
    }

    /// Forgets what was found in games that this file is part of, or may be now.
    fn forget(&mut self, name: &str) {
        let is_part = |game: &Studied| {
            game.checked.sources.iter().any(|source| source.name == name)
                || game.checked.diagnostics.iter().any(|one| one.code == "missing-file")
        };
        let stale: Vec<String> =
            self.games.iter().filter(|(_, game)| is_part(game)).map(|(name, _)| name.clone()).collect();
        // Scripts play these rules, perhaps.
        let scripts = self.documents.iter().filter(|(other, one)| one.sort == Sort::Script && *other != name);
        for script in scripts.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
            self.later(script);
        }
        for name in stale {
            self.games.remove(&name);
            if self.documents.get(&name).is_some_and(|document| document.sort == Sort::Rules) {
                self.later(name);
            }
        }
    }

    fn urgent(&mut self, name: String) {
        self.waiting.retain(|one| *one != name);
        self.waiting.push_front(name);
    }

    fn later(&mut self, name: String) {
        if !self.waiting.contains(&name) {
            self.waiting.push_back(name);
        }
    }
}
