//! A game with all that it takes to study it.

use rulehound_interpreter::check::Library;
use rulehound_interpreter::check::check;
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::instance::default_names;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Game;
use rulehound_interpreter::script::SCRIPT_FILE;
use rulehound_study::{Finding, Forbidden, Kept, Machines, Manifest, Part, Plan, Player, Question, Tables, findings};
use std::sync::Arc;

/// One text.
struct Text<'t>(&'t str);

impl Library for Text<'_> {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.0.to_owned() })
    }
}

pub fn game(rules: &str) -> Game {
    let checked = check("game.rules", &mut Text(rules));
    let model = checked.model.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let players = if model.players.names.is_empty() { default_names(2) } else { Vec::new() };
    Game::load(Arc::new(model), &Table { players, ..Table::default() }).expect("a table")
}

/// A game with all that it takes to study it.
pub struct Study {
    pub game: Game,
    pub base: Option<Game>,
    pub tried: Vec<Game>,
    pub questions: Vec<Question>,
    pub plan: Plan,
    pub manifest: Manifest,
}

impl Study {
    pub fn of(rules: &str) -> Self {
        let game = game(rules);
        let manifest = Manifest {
            version: "test".to_owned(),
            title: game.instance().model.title.clone(),
            rules: game.hash().to_string(),
            base: None,
            players: game.instance().players.clone(),
            settings: Default::default(),
            seed: 1,
            bots: Vec::new(),
            machine_code: false,
            every: 10,
            tried: Vec::new(),
            forbidden: Vec::new(),
            questions: Vec::new(),
            closely: 2_000,
            most: 1_000,
            until: None,
        };
        let (levels, forbidden) = (Vec::new(), Vec::new());
        let plan =
            Plan { seed: 1, levels, every: 10, forbidden, most: 1_000, compared: false, tried: 0, closely: 2_000 };
        Self { game, base: None, tried: Vec::new(), questions: Vec::new(), plan, manifest }
    }

    pub fn asking(mut self, text: &str) -> Self {
        self.questions.push(Question::read(text, &self.game, SCRIPT_FILE).expect("a question"));
        self.manifest.questions.push(text.to_owned());
        self
    }

    pub fn with_bots(mut self, levels: &[&str]) -> Self {
        self.plan.levels = levels.iter().map(|level| level.parse().expect("a level")).collect();
        self.manifest.bots = levels.iter().map(|level| (*level).to_owned()).collect();
        self
    }

    pub fn without(mut self, what: &str) -> Self {
        self.plan.forbidden.push(Forbidden::read(what, &self.game.instance().model).expect("something to forbid"));
        self.manifest.forbidden.push(what.to_owned());
        self
    }

    pub fn beside(mut self, rules: &str) -> Self {
        let base = game(rules);
        self.manifest.base = Some(("the other".to_owned(), base.hash().to_string()));
        self.plan.compared = true;
        self.base = Some(base);
        self
    }

    pub fn table(&self) -> Table {
        Table { players: self.game.instance().players.clone(), ..Table::default() }
    }

    pub fn part(&self, from: u64, to: u64) -> Part {
        let (counted, _) = self.game.profiled();
        let (game, base, tried) = (self.game.clone(), self.base.clone(), self.tried.clone());
        let tables = Tables::new(game, base, tried, self.questions.clone());
        let mut player = Player::new(&self.plan, &tables, &counted, &Machines::make(&tables));
        let mut kept = Kept::default();
        for number in from..to {
            let series = self.plan.series(number).into_iter();
            let played: Vec<_> = series.map(|one| player.play(one, number, false).expect("no fault")).collect();
            kept.add(&self.plan, self.game.instance().seats(), &played);
        }
        Part::collect(self.manifest.clone(), (from, to), kept, counted.program())
    }
}

pub fn found(whole: &Part, key: &str) -> Finding {
    findings(whole).into_iter().find(|one| one.key == key).unwrap_or_else(|| panic!("nothing is found of {key}"))
}

#[track_caller]
pub fn says(finding: &Finding, words: &str) {
    assert!(finding.sentence.contains(words), "{words}\n{finding:#?}");
}
