//! A player.

use rulehound_interpreter::play::{Game, Knowledge, Memory, PlayError, Position, Seeded};

use crate::runner::Runner;
use crate::search::Search;
use crate::solve::{Payoff, WholeGame};
use crate::tree::{Edge, NOWHERE, Node};
use crate::{Budget, Considered, ONE, Thought, Tuning};

/// The longest line that is told.
const LONGEST_LINE: usize = 12;

/// What was tried less often than this is not expected.
const SELDOM: u32 = 8;

/// Of what is chosen at once with others, what was tried less often than one time in so many is left out.
const TOO_SELDOM: u32 = 25;

/// A player of one game at one table, for any seat.
pub struct Bot {
    search: Search,
    /// The whole game, if it is small.
    whole: Option<WholeGame>,
}

impl Bot {
    /// Gets ready; machine code is made here, so this takes longer than a thought.
    pub fn new(game: &Game) -> Self {
        Self { search: Search::new(game, Runner::new(game)), whole: None }
    }

    /// Is ready at once, without machine code: for a few imagined games of a small game. Its choices are other ones, since it imagines other
    /// games.
    pub fn interpreting(game: &Game) -> Self {
        Self { search: Search::new(game, Runner::interpreting(game)), whole: None }
    }

    /// The same bot, playing for this: the win alone, if nothing is said.
    pub fn playing_for(mut self, payoff: Payoff) -> Self {
        self.search.judging.payoff = payoff;
        self
    }

    /// The same bot, searching in this way.
    pub fn tuned(mut self, tuning: Tuning) -> Self {
        self.search.tune(tuning);
        self
    }

    /// Whether it breaks imagined games off before they end: they are won by rank, or last long at random.
    pub fn breaks_off(&mut self) -> bool {
        self.search.breaks_off()
    }

    /// What this bot is to be told for a thought: with what everybody knows, if it deals its own hidden things anew.
    ///
    /// # Errors
    /// Nobody sits there, or a fault of the rules.
    pub fn knowing(
        &self,
        position: &Position,
        seat: usize,
        memory: Option<&Memory>,
    ) -> Result<Option<Knowledge>, PlayError> {
        let known = Knowledge::of(position, seat, memory)?;
        match known {
            Some(known) if self.search.deals_anew() && !self.search.is_open() => known.and_all(position).map(Some),
            known => Ok(known),
        }
    }

    /// The same bot, which has worked the game out beforehand if it is a small one in which something is hidden. It plays what it has learned
    /// wherever it may imagine as many games as all courses of the game have stops; elsewhere it searches. To be said after what is played for.
    /// Takes a second or two, once, where a game turns out to be too large only at the end.
    pub fn having_learned(mut self, game: &Game) -> Self {
        self.whole = WholeGame::of(game, self.search.judging.payoff);
        self
    }

    /// An option at random, all as likely.
    pub fn any(known: &Knowledge, seed: u64) -> usize {
        Seeded::new(seed, 2).below(known.options())
    }

    /// Chooses an option of the seat whose knowledge it is. The same knowledge, seed and number of iterations give the same choice.
    pub fn think(&mut self, known: &Knowledge, seed: u64, budget: &mut Budget<'_>) -> Thought {
        if known.options() <= 1 {
            return Thought::plain(0);
        }
        if let Some(thought) = self.learned(known, seed, budget.iterations) {
            return thought;
        }
        let trouble = self.search.run(known, seed, budget);
        let (iterations, failed) = self.search.counts;
        let considered = self.considered(known);
        let tried: u64 = considered.iter().map(|it| it.visits).sum();
        if tried == 0 || iterations == 0 {
            let option = Self::any(known, seed);
            let trouble = trouble.or(Some("there was no time to imagine a single game"));
            return Thought { iterations, failed, trouble, ..Thought::plain(option) };
        }
        let option = if known.is_at_once() { mixed(&considered, seed) } else { best(&considered) };
        let line = self.line(known.seat(), option);
        let by_nearness = self.search.judging.is_by_nearness();
        Thought { considered, iterations, failed, line, by_nearness, trouble, ..Thought::plain(option) }
    }

    /// What was learned of the whole game, for who may think about as much as it takes to learn it.
    fn learned(&self, known: &Knowledge, seed: u64, iterations: u64) -> Option<Thought> {
        let whole = self.whole.as_ref().filter(|whole| whole.stops() as u64 <= iterations)?;
        let shares = whole.at(known)?;
        let option = Seeded::new(seed, 4).pick_of(shares.iter().copied());
        Some(Thought { shares: shares.to_vec(), line: vec![(known.seat(), option)], ..Thought::plain(option) })
    }

    /// What one option is worth, by imagining no game that begins otherwise. Nothing if it could not be imagined.
    pub fn consider(
        &mut self,
        known: &Knowledge,
        option: usize,
        seed: u64,
        budget: &mut Budget<'_>,
    ) -> Option<Considered> {
        let keys = self.keys(known)?;
        let (key, _) = keys.into_iter().find(|(_, number)| *number == option)?;
        self.search.only = Some(key);
        let _trouble = self.search.run(known, seed, budget);
        self.search.only = None;
        self.considered(known).into_iter().find(|it| it.option == option)
    }

    /// The keys of the options, with their numbers.
    fn keys(&mut self, known: &Knowledge) -> Option<Vec<(u64, usize)>> {
        // The same options mean the same in every world, so any will do.
        let world = known.world(&mut Seeded::new(0, 3), true);
        self.search.keys_at(&world, known.notes(), known.seat())
    }

    /// What was found out about each option, the most tried first.
    fn considered(&mut self, known: &Knowledge) -> Vec<Considered> {
        let seat = known.seat();
        let Some(keys) = self.keys(known) else { return Vec::new() };
        let root = self.search.roots.get(self.search.tree_of(seat)).copied().unwrap_or(NOWHERE);
        let Some(node) = self.search.tree.get(root) else { return Vec::new() };
        let of_edge = |option: usize, edge: &Edge| {
            let proven = self.search.tree.get(edge.child).and_then(|child| child.exact.as_ref());
            let exact = proven.and_then(|rewards| rewards.get(seat)).copied();
            let mean = edge.total / u64::from(edge.visits.max(1));
            let value = exact.unwrap_or_else(|| u32::try_from(mean).unwrap_or(ONE));
            Considered { option, visits: u64::from(edge.visits), value, proven: exact.is_some() }
        };
        let edge =
            |key: u64| node.edges.binary_search_by_key(&key, |edge| edge.key).ok().and_then(|at| node.edges.get(at));
        let found = keys.iter().filter_map(|(key, option)| Some(of_edge(*option, edge(*key)?)));
        let mut considered: Vec<Considered> = found.filter(|it| it.visits > 0).collect();
        considered.sort_by_key(|it| (std::cmp::Reverse(it.visits), it.option));
        considered
    }

    /// How the game is expected to go on: along what was tried most.
    fn line(&self, seat: usize, option: usize) -> Vec<(usize, usize)> {
        let mut line = vec![(seat, option)];
        if !self.search.is_open() {
            return line;
        }
        let tree = &self.search.tree;
        let root = self.search.roots.first().copied().unwrap_or(NOWHERE);
        let chosen = |node: &Node| node.edges.get(option).map_or(NOWHERE, |edge| edge.child);
        let mut at = tree.get(root).map_or(NOWHERE, chosen);
        while let Some(node) = tree.get(at).filter(|_| line.len() < LONGEST_LINE) {
            let most =
                node.edges.iter().zip(0..).max_by_key(|(edge, number)| (edge.visits, std::cmp::Reverse(*number)));
            let Some((edge, number)) = most.filter(|(edge, _)| edge.visits >= SELDOM) else { break };
            line.push((node.seat, number));
            at = edge.child;
        }
        line
    }
}

/// What is proven to win, else the most tried of those that are not proven to be worse than another.
fn best(considered: &[Considered]) -> usize {
    let proven = considered.iter().filter(|it| it.proven).max_by_key(|it| it.value);
    let open = considered.iter().filter(|it| !it.proven).max_by_key(|it| (it.visits, it.value));
    let better = match (proven, open) {
        (Some(proven), Some(open)) if proven.value >= ONE || proven.value > open.value => Some(proven),
        (proven, open) => open.or(proven),
    };
    better.map_or(0, |it| it.option)
}

/// Where several decide at once, any fixed choice can be foreseen: each option as often as it was tried, without what was hardly tried.
fn mixed(considered: &[Considered], seed: u64) -> usize {
    let most = considered.iter().map(|it| it.visits).max().unwrap_or(0);
    let kept: Vec<&Considered> =
        considered.iter().filter(|it| it.visits.saturating_mul(u64::from(TOO_SELDOM)) >= most).collect();
    let drawn = Seeded::new(seed, 4).pick_of(kept.iter().map(|it| it.visits));
    kept.get(drawn).map_or(0, |it| it.option)
}
