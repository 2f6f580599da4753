//! Monte Carlo tree search: imagined games, each of which begins where the last ones did best.
//!
//! Where nothing is hidden there is one tree, in which options go by their numbers and chance by its outcomes, and what is proven is kept.
//! Where something is hidden each imagined game begins in a world of its own, and each seat has a tree of its own: its nodes are what that
//! seat was told, so nobody's choice in the tree hangs on what he does not see. Options then go by what they mean, and how often each was on
//! offer counts.

mod judging;
mod leading;
mod proof;
mod select;
mod told;

use rulehound_interpreter::cells::Notes;
use rulehound_interpreter::hash::hash;
use rulehound_interpreter::play::{Game, Knowledge, Seeded, Stop};

use crate::Budget;
use crate::reward::ONE;
use crate::runner::{Failed, Runner};
use crate::tree::{NOWHERE, Tree};
use crate::tuning::Tuning;
use crate::upper_bound::UpperBound;
use judging::Judging;

/// The most nodes of all trees of a search together.
pub const MOST_NODES: usize = 1 << 19;

/// The most edges of them together. With the nodes they take less than 256 MiB.
pub const MOST_EDGES: usize = 1 << 21;

/// At larger tables nothing is proven: what it is worth to everybody would have to be kept for each node.
const MOST_PROVING: usize = 8;

/// With more outcomes chance makes no nodes of its own.
const MOST_OUTCOMES: usize = 40;

/// The most stops before the random part.
const DEEPEST: usize = 2_000;

/// How many imagined games in a row may fail before the interpreter plays them, or the search gives up.
const MOST_FAILED: u64 = 24;

/// More than so many failed, and more than one in five: then the worlds are plain ones.
const MOST_UNFIT: u64 = 6;

/// What is told of an answer that not all see.
const SILENT: u64 = 0x7369_6c65_6e74;

/// A step of an imagined game that the trees remember: node, edge by its place among the edges, who decided.
struct Step {
    node: u32,
    key: u64,
    seat: usize,
    /// The child that the edge leads to.
    child: u32,
    /// How many options there were.
    count: usize,
}

/// What all searches of a bot share.
pub struct Search {
    runner: Runner,
    bound: UpperBound,
    tuning: Tuning,
    /// The trees, with room kept from search to search.
    pub tree: Tree,
    /// Whether nothing is ever hidden in this game.
    open: bool,
    seats: usize,
    /// Whether in this imagined game also what only the asking seat knows was dealt anew.
    redealt: bool,
    /// The root of each tree; the last is that of the asking seat where what it knows was dealt anew.
    pub roots: Vec<u32>,
    /// Where each tree stands.
    at: Vec<u32>,
    path: Vec<Step>,
    /// Answers given in secret that nobody was told yet.
    untold: Vec<(usize, u64, bool)>,
    rewards: Vec<u32>,
    /// What imagined games are worth.
    pub judging: Judging,
    /// The one option that whoever asks may take, by key, if it is about what that one is worth.
    pub only: Option<u64>,
    /// Who asks.
    asks: usize,
    meanings: Vec<Vec<i32>>,
    keys: Vec<(u64, usize)>,
    sorted: Vec<u64>,
    /// How many imagined games came to an end, and how many failed.
    pub counts: (u64, u64),
}

/// How an imagined game ended.
enum Ended {
    /// With rewards.
    Rewarded,
    /// It was broken off.
    BrokenOff,
}

impl Search {
    /// For positions of a game, which this runner plays on.
    pub fn new(game: &Game, mut runner: Runner) -> Self {
        let judging = Judging::new(game, &mut runner);
        Self {
            runner,
            bound: UpperBound::new(Tuning::default().explore),
            tuning: Tuning::default(),
            tree: Tree::new(MOST_NODES, MOST_EDGES),
            open: game.is_open(),
            seats: game.instance().seats(),
            redealt: false,
            roots: Vec::new(),
            at: Vec::new(),
            path: Vec::new(),
            untold: Vec::new(),
            rewards: Vec::new(),
            judging,
            only: None,
            asks: 0,
            meanings: Vec::new(),
            keys: Vec::new(),
            sorted: Vec::new(),
            counts: (0, 0),
        }
    }

    /// Whether what is found can be proven.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Searches in this way from now on.
    pub fn tune(&mut self, tuning: Tuning) {
        self.bound = UpperBound::new(tuning.explore);
        self.tuning = tuning;
    }

    /// Whether what only the asking seat knows is dealt anew in some of the imagined games.
    pub fn deals_anew(&self) -> bool {
        self.tuning.redealt > 0
    }

    /// Whether imagined games are broken off before they end.
    pub fn breaks_off(&mut self) -> bool {
        self.judging.look(&mut self.runner, &mut || true);
        self.judging.breaks_off()
    }

    /// The tree of a seat.
    pub fn tree_of(&self, seat: usize) -> usize {
        if self.open {
            0
        } else if self.redealt && seat == self.asks {
            self.seats
        } else {
            seat
        }
    }

    /// Imagines games until the budget is spent. Gives why it broke off, if nothing can be imagined.
    pub fn run(&mut self, known: &Knowledge, seed: u64, budget: &mut Budget<'_>) -> Option<&'static str> {
        let mut worlds = Seeded::new(seed, 0);
        let mut random = Seeded::new(seed, 1);
        let rollouts = random.next_number();
        self.plant();
        self.judging.look(&mut self.runner, budget.go_on);
        self.judging.begin(self.only.is_some());
        self.asks = known.seat();
        self.rewards = vec![0; self.seats];
        self.counts = (0, 0);
        let (mut in_a_row, mut plain) = (0, false);
        let mut number = 0;
        while number < budget.iterations && (budget.go_on)() && !self.is_proven() {
            number += 1;
            let of_all = known.of_all().filter(|_| self.is_redealt(number));
            self.redealt = of_all.is_some();
            plain |= self.counts.1 > MOST_UNFIT && self.counts.1 > self.counts.0 / 4;
            let world = of_all.unwrap_or(known).world(&mut worlds, plain);
            match self.imagine(&world, known, &mut random, (rollouts, number), budget.go_on) {
                Ok(Ended::Rewarded) => {
                    in_a_row = 0;
                    self.counts.0 += 1;
                }
                Ok(Ended::BrokenOff) => break,
                // What all know leaves more open than what is asked here.
                Err(Failed) if self.redealt => continue,
                Err(Failed) => {
                    in_a_row += 1;
                    self.counts.1 += 1;
                    // It is worth nothing special, so that others are tried before it is tried again.
                    self.rewards.fill(ONE / 2);
                }
            }
            self.back_up();
            if in_a_row == 0 && self.judging.learn() {
                self.plant();
            }
            if in_a_row >= MOST_FAILED {
                if self.runner.interpret() {
                    return Some("the rules fail in every game that is imagined from here");
                }
                in_a_row = 0;
            }
        }
        self.redealt = false;
        None
    }

    /// Begins with trees in which nothing was tried.
    fn plant(&mut self) {
        self.tree.clear();
        self.roots.clear();
        for _ in 0..if self.open { 1 } else { self.seats + 1 } {
            let root = self.tree.grow();
            self.roots.push(root);
        }
    }

    /// Whether in the imagined game of this number all is dealt anew that not everybody knows; evenly spread.
    fn is_redealt(&self, number: u64) -> bool {
        let share = u64::from(self.tuning.redealt);
        number * share / 100 != (number - 1) * share / 100
    }

    fn is_proven(&self) -> bool {
        let root = self.roots.first().and_then(|root| self.tree.get(*root));
        self.open && root.is_some_and(|root| root.exact.is_some())
    }

    /// One imagined game: along the trees, then at random.
    fn imagine(
        &mut self,
        world: &[i32],
        known: &Knowledge,
        random: &mut Seeded,
        rollout: (u64, u64),
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Ended, Failed> {
        self.path.clear();
        self.untold.clear();
        self.at.clear();
        self.at.extend_from_slice(&self.roots);
        self.runner.load(world, known.notes())?;
        let asked = self.runner.stop() == Stop::Decision;
        if !asked || (!self.redealt && self.runner.count(known.seat())? != known.options()) {
            // Whatever does not ask what is asked cannot be true.
            return Err(Failed);
        }
        for _ in 0..DEEPEST {
            match self.runner.stop() {
                Stop::Over => {
                    let outcome = self.runner.outcome();
                    self.judging.judge(&mut self.runner, outcome.as_ref(), &mut self.rewards);
                    self.prove_end();
                    return Ok(Ended::Rewarded);
                }
                Stop::Chance => {
                    let (outcome, outcomes) = self.runner.resolve(random)?;
                    self.chance_came(outcome, outcomes);
                }
                Stop::Decision => {
                    let (seat, count) = self.runner.decision()?;
                    if count <= 1 {
                        self.runner.apply(seat, 0)?;
                        continue;
                    }
                    let node = self.at.get(self.tree_of(seat)).copied().unwrap_or(NOWHERE);
                    if let Some(exact) = self.tree.get(node).and_then(|node| node.exact.as_ref()) {
                        self.rewards.copy_from_slice(exact);
                        return Ok(Ended::Rewarded);
                    }
                    if node == NOWHERE || self.decide(node, (seat, count), random)? {
                        break;
                    }
                }
            }
        }
        let horizon = self.judging.horizon(&self.tuning);
        let played = self.runner.play_on(rollout, horizon, go_on)?;
        let Some(outcome) = played else { return Ok(Ended::BrokenOff) };
        self.judging.judge(&mut self.runner, outcome.as_ref(), &mut self.rewards);
        Ok(Ended::Rewarded)
    }

    /// Somebody decides as the tree says; tells whether that leads out of what is known.
    fn decide(&mut self, node: u32, (seat, count): (usize, usize), random: &mut Seeded) -> Result<bool, Failed> {
        let aloud = self.list(seat, count)?;
        let root = self.roots.get(self.tree_of(seat)).copied();
        if let Some(only) = self.only.filter(|_| seat == self.asks && !self.redealt && root == Some(node)) {
            self.keys.retain(|(key, _)| *key == only);
        }
        self.sorted.clear();
        self.sorted.extend(self.keys.iter().map(|(key, _)| *key));
        if !self.tree.offer(node, &self.sorted) {
            return Ok(true);
        }
        let (key, option) = self.select(node, seat, random).ok_or(Failed)?;
        self.runner.apply(seat, option)?;
        let fresh = self.step(node, key, (seat, count));
        self.untold.push((seat, key, aloud));
        // While several decide at once, whoever comes next in seat order has not heard of it.
        let secret = self.runner.is_gathering() && self.runner.decision()?.0 >= seat;
        if !secret {
            self.tell();
        }
        Ok(fresh)
    }

    /// The options of a seat that is to decide at a world, by number: their keys.
    pub fn keys_at(&mut self, world: &[i32], notes: &Notes, seat: usize) -> Option<Vec<(u64, usize)>> {
        self.runner.load(world, notes).ok()?;
        let count = self.runner.count(seat).ok()?;
        self.list(seat, count).ok()?;
        Some(self.keys.clone())
    }

    /// The keys of the options, ascending, with their numbers; gives whether everybody is told which was taken.
    fn list(&mut self, seat: usize, count: usize) -> Result<bool, Failed> {
        self.keys.clear();
        if self.open {
            self.keys.extend((0..count).map(|option| (option as u64, option)));
            return Ok(true);
        }
        let decision = self.runner.meanings(seat, count, &mut self.meanings)?;
        let bytes = |words: &Vec<i32>| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        self.keys.extend(self.meanings.iter().map(bytes).map(|bytes| hash(&bytes)).zip(0..));
        self.keys.sort_unstable();
        // Two that mean the same are told apart by their order.
        let mut before = None;
        for (key, _) in &mut self.keys {
            if before.is_some_and(|before| *key <= before) {
                *key = before.unwrap_or(0) + 1;
            }
            before = Some(*key);
        }
        Ok(self.runner.is_aloud(decision))
    }
}
