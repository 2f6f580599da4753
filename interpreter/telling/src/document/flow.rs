//! The flow of play: phases and decisions in boxes, what is repeated, where it can end.

use super::names::{runnable, runnable_id, trigger_id};
use super::picture::{Drawn, FlowNode, FlowSort, Picture};
use super::prose::{Prose, bare};
use super::rule::english;
use super::{Block, Book, Section};
use rulehound_rules::facts::walk;
use rulehound_rules::model::{Block as Body, Choice, Clause, RunnableId, Statement, StatementKind, TriggerId};

use super::english::{English, lot, option_words};

/// The deepest box.
const DEEPEST: usize = 6;

/// The section.
pub fn flow(book: &Book<'_>) -> Section {
    let mut section = Section::new("flow", "The flow of play");
    let model = book.model;
    let mut shown = Vec::new();
    let mut nodes = inside(book, model.play, 0, &mut shown);
    for (index, trigger) in model.triggers.iter().enumerate() {
        let ends = walk::statements(&trigger.body).into_iter().any(|one| matches!(one.kind, StatementKind::Win(_)));
        if ends {
            let label = format!("At any time: {} — the game ends", super::triggers::title(trigger));
            let to = Some(trigger_id(model, TriggerId::from(index)));
            nodes.push(FlowNode { label, to, sort: FlowSort::End, other: false, inner: Vec::new() });
        }
    }
    if nodes.is_empty() {
        return section;
    }
    let words = "From top to bottom; of boxes side by side one is taken. ↻ is repeated, ◇ happens only sometimes, ● is a decision, ◐ is decided by several at the same time and unseen, ⚄ is chance, ■ may be the end.";
    section.blocks.push(Block::Paragraph(Prose::of_author(words)));
    let description = outline(&nodes);
    section.blocks.push(Block::Picture(Picture {
        title: "The flow of play".to_owned(),
        description,
        drawn: Drawn::Flow(nodes),
    }));
    section
}

/// The boxes in words.
fn outline(nodes: &[FlowNode]) -> String {
    let one = |node: &FlowNode| {
        if node.inner.is_empty() { node.label.clone() } else { format!("{} ({})", node.label, outline(&node.inner)) }
    };
    let ways = nodes.chunk_by(|_, next| next.other);
    ways.map(|ways| ways.iter().map(one).collect::<Vec<_>>().join(", or: ")).collect::<Vec<_>>().join("; ")
}

fn inside(book: &Book<'_>, id: RunnableId, depth: usize, shown: &mut Vec<RunnableId>) -> Vec<FlowNode> {
    let Some(found) = book.model.runnables.get(id.index()) else { return Vec::new() };
    match found.clauses.as_slice() {
        [only] => Walk { book, english: english(book, id, only), depth, shown }.block(&only.body),
        // What differs from value to value is told in the rules themselves.
        _ => Vec::new(),
    }
}

struct Walk<'m, 's> {
    book: &'s Book<'m>,
    english: English<'m>,
    depth: usize,
    shown: &'s mut Vec<RunnableId>,
}

impl Walk<'_, '_> {
    fn block(&mut self, body: &Body) -> Vec<FlowNode> {
        let mut nodes: Vec<FlowNode> = Vec::new();
        let mut rest = body.statements.as_slice();
        while let Some((statement, after)) = rest.split_first() {
            let lot = lot::drawn(&self.english, rest);
            rest = if lot.is_some() { after.get(1..).unwrap_or_default() } else { after };
            let drawn = lot.map(|step| FlowNode {
                label: trimmed(bare(&step.text).trim_end_matches('.')),
                to: None,
                sort: FlowSort::Chance,
                other: false,
                inner: Vec::new(),
            });
            for node in drawn.map_or_else(|| self.statement(statement), |node| vec![node]) {
                // Several rolls in a row are one box.
                if node.sort == FlowSort::Chance && nodes.last().is_some_and(|last| last.label == node.label) {
                    continue;
                }
                nodes.push(node);
            }
        }
        nodes
    }

    fn statement(&mut self, statement: &Statement) -> Vec<FlowNode> {
        use StatementKind as S;
        let node = |sort: FlowSort, label: String, inner: Vec<FlowNode>| {
            vec![FlowNode { label: trimmed(&label), to: None, sort, other: false, inner }]
        };
        match &statement.kind {
            S::Do { runnable: id, .. } => self.run(*id),
            S::If { arms, otherwise } => {
                let mut nodes = Vec::new();
                for (condition, block) in arms {
                    let inner = self.block(block);
                    if !inner.is_empty() {
                        nodes.extend(node(
                            FlowSort::Branch,
                            format!("If {}", self.say(&self.english.clause(condition))),
                            inner,
                        ));
                    }
                }
                if let Some(block) = otherwise {
                    let inner = self.block(block);
                    if !inner.is_empty() {
                        nodes.extend(node(FlowSort::Branch, "Otherwise".to_owned(), inner));
                    }
                }
                for later in nodes.iter_mut().skip(1) {
                    later.other = true;
                }
                nodes
            }
            S::For(..) | S::Repeat { .. } | S::RepeatFor { .. } => {
                let inner: Vec<FlowNode> =
                    walk::blocks(statement).into_iter().flat_map(|(_, block)| self.block(block)).collect();
                let chance = inner.iter().all(|one| one.sort == FlowSort::Chance);
                if inner.is_empty() || chance && !inner.is_empty() {
                    return inner;
                }
                let label = self.english.alone(statement);
                let label = label
                    .split(':')
                    .next()
                    .unwrap_or_default()
                    .split(" (of equals")
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                node(FlowSort::Loop, self.say(&label), inner)
            }
            S::Simultaneous { binder, body, reveal, .. } => {
                let inner_words = self.english.in_turn_of(binder.local);
                let before = std::mem::replace(&mut self.english, inner_words);
                let inner = self.block(body);
                self.english = before;
                let label = self.english.alone(statement);
                let label = label.split(':').next().unwrap_or_default().to_owned();
                let mut nodes = node(FlowSort::Secret, self.say(&label), inner);
                nodes.extend(reveal.iter().flat_map(|block| self.block(block)));
                nodes
            }
            S::Plan { body, if_none, .. } => {
                let mut nodes = self.block(body);
                nodes.extend(if_none.iter().flat_map(|block| self.block(block)));
                nodes
            }
            S::Turn(player, body) => {
                let inner = self.english.in_turn(player);
                let before = std::mem::replace(&mut self.english, inner);
                let nodes = self.block(body);
                self.english = before;
                nodes
            }
            S::ChooseOption { options, .. } => {
                let inner = self.ways(options);
                if inner.is_empty() {
                    let texts: Vec<String> =
                        options.iter().map(|option| bare(&option_words(&self.english, option))).collect();
                    return node(
                        FlowSort::Decision,
                        format!("{}: {}", self.decider(), super::names::or(&texts)),
                        Vec::new(),
                    );
                }
                node(FlowSort::Decision, self.decides("chooses"), inner)
            }
            S::Choose(_) => {
                let label = self.english.alone(statement);
                let label = self.say(&label);
                let label = label.split(" — “").next().unwrap_or(&label).trim_end_matches(['.', ':']).to_owned();
                node(FlowSort::Decision, label, Vec::new())
            }
            S::May(may) => {
                let inner = self.block(&may.body);
                node(FlowSort::Decision, self.decides(&format!("may {}", bare(&self.english.author(&may.text)))), inner)
            }
            S::Roll(_) | S::Shuffle(_) | S::DrawOne(_) | S::DrawFrom { .. } => {
                let label = self.english.alone(statement);
                node(FlowSort::Chance, self.say(&label).trim_end_matches('.').to_owned(), Vec::new())
            }
            S::Win(_) => node(
                FlowSort::End,
                self.say(&self.english.alone(statement)).trim_end_matches('.').to_owned(),
                Vec::new(),
            ),
            S::Require(_)
            | S::LayOut(..)
            | S::Leave(_)
            | S::Let(..)
            | S::MoveEach(..)
            | S::MoveAll { .. }
            | S::MoveSome { .. }
            | S::Move(..)
            | S::Swap(..)
            | S::Set { .. }
            | S::Remember(_)
            | S::Show { .. } => Vec::new(),
        }
    }

    fn ways(&mut self, options: &[Choice]) -> Vec<FlowNode> {
        let mut nodes = Vec::new();
        for option in options {
            let inner = self.block(&option.body);
            nodes.push(FlowNode {
                label: bare(&option_words(&self.english, option)),
                to: None,
                sort: FlowSort::Branch,
                other: !nodes.is_empty(),
                inner,
            });
        }
        if nodes.iter().all(|node| node.inner.is_empty()) { Vec::new() } else { nodes }
    }

    /// A phase, or a rule with something in it that a player should see coming.
    fn run(&mut self, id: RunnableId) -> Vec<FlowNode> {
        let id = self.book.model.written_runnable(id);
        let Some(found) = self.book.model.runnables.get(id.index()) else { return Vec::new() };
        if found.replaced.is_some() {
            return inside(self.book, id, self.depth, self.shown);
        }
        let again = self.shown.contains(&id);
        let deep = self.depth + 1 >= DEEPEST;
        let inner = if again || deep { Vec::new() } else { inside(self.book, id, self.depth + 1, self.shown) };
        if !again {
            self.shown.push(id);
        }
        let lively = !inner.is_empty() || found.phase || found.clauses.iter().any(lively);
        if !lively {
            return Vec::new();
        }
        let sort = if found.phase { FlowSort::Phase } else { FlowSort::Rule };
        vec![FlowNode {
            label: runnable(self.book.model, id),
            to: Some(runnable_id(self.book.model, id, 0)),
            sort,
            other: false,
            inner,
        }]
    }

    fn decider(&self) -> String {
        self.decides("").trim_end().to_owned()
    }

    /// Who decides, and what they do.
    fn decides(&self, what: &str) -> String {
        crate::wrap::capital(&bare(&format!("{} {what}", self.english.decider.name())))
    }

    fn say(&self, text: &str) -> String {
        bare(text)
    }
}

fn lively(clause: &Clause) -> bool {
    walk::statements(&clause.body).into_iter().any(|one| {
        matches!(
            one.kind,
            StatementKind::Choose(_)
                | StatementKind::ChooseOption { .. }
                | StatementKind::May(_)
                | StatementKind::Simultaneous { .. }
                | StatementKind::Win(_)
        )
    })
}

/// Labels are short; the rule tells the rest.
fn trimmed(label: &str) -> String {
    const MOST: usize = 90;
    if label.chars().count() <= MOST {
        return label.to_owned();
    }
    let mut words = String::new();
    for word in label.split(' ') {
        if words.chars().count() + word.chars().count() >= MOST {
            break;
        }
        words.push_str(word);
        words.push(' ');
    }
    format!("{}…", words.trim_end())
}
