//! What is asked of many games besides who wins: `--report` and `--expect`.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{Game, Position};
use rulehound_interpreter::script::SCRIPT_FILE;
use rulehound_study::statistics::{Interval, Moments, SURE, each, sequence, wilson};
use rulehound_study::{Goal, Judged, NotANumber, Question, Subject};
use serde_json::{Value, json};

use crate::exit::{Done, Exit, Failure};
use crate::report;

/// All that is asked.
pub struct Asked {
    /// Of the end of each game; what only a goal asks stands behind.
    pub questions: Vec<Question>,
    /// How many of them are to be told.
    told: usize,
    goals: Vec<Goal>,
}

/// What goals are judged by.
pub struct Counted<'c> {
    /// How many games were played.
    pub games: u64,
    /// How often each seat was among the winners.
    pub wins: &'c [u64],
    /// How often several won.
    pub shared: u64,
    /// How often nobody won.
    pub nobody: u64,
    /// How many games did not end.
    pub unfinished: u64,
    /// Decisions of a game.
    pub decisions: &'c Moments,
    /// The answers to each question.
    pub answers: &'c [Moments],
    /// Whether somebody watched, so that games end when enough is known.
    pub watched: bool,
}

impl Asked {
    /// Reads `--report` and `--expect`.
    pub fn read(reports: &[String], goals: &[String], game: &Game) -> Done<Self> {
        let mut questions = Vec::new();
        for text in reports {
            questions.push(question(text, "--report", game)?);
        }
        let told = questions.len();
        let mut read = Vec::new();
        for text in goals {
            let goal = Goal::read(text, &game.instance().players);
            let goal = goal.map_err(|why| Failure::command_line(format!("--expect: {why}")))?;
            if let Subject::Mean(expression) = &goal.subject
                && !questions.iter().any(|known| known.is(expression))
            {
                questions.push(question(expression, "--expect", game)?);
            }
            read.push(goal);
        }
        Ok(Self { questions, told, goals: read })
    }

    /// The answers at the end of a game; where one cannot be given, why.
    pub fn answers(&self, end: &Position) -> Result<Vec<i64>, String> {
        let answer = |question: &Question| {
            question.ask(end).map_err(|fault| format!("`{}` cannot be worked out: {}", question.text, fault.message))
        };
        self.questions.iter().map(answer).collect()
    }

    /// Each goal with what was counted.
    pub fn judge(&self, counted: &Counted<'_>) -> Vec<Judged> {
        self.goals.iter().map(|goal| self.judged(goal, counted)).collect()
    }

    fn judged(&self, goal: &Goal, counted: &Counted<'_>) -> Judged {
        let share = |hits: u64, sure: f64| {
            let share = hits as f64 / counted.games.max(1) as f64;
            let interval = if counted.watched { sequence } else { wilson };
            let of = |games: u64| interval((share * games as f64).round() as u64, games, sure);
            goal.clone().judge(share, counted.games, of(counted.games), of)
        };
        let mean = |moments: &Moments| {
            let (mean, interval) = (moments.mean(), moments.interval(SURE));
            // Of four times as many games it is half as wide.
            let of = |games: u64| {
                let part = (moments.count.max(1) as f64 / games.max(1) as f64).sqrt();
                Interval { low: mean - part * interval.half(), high: mean + part * interval.half() }
            };
            goal.clone().judge(mean, moments.count, interval, of)
        };
        match &goal.subject {
            // As sure as it takes for all seats together, as wherever seats are told of.
            Subject::WinShare(seat) => share(counted.wins.get(*seat).copied().unwrap_or(0), each(counted.wins.len())),
            Subject::Ties => share(counted.shared + counted.nobody, SURE),
            Subject::NobodyWins => share(counted.nobody, SURE),
            Subject::Unfinished => share(counted.unfinished, SURE),
            Subject::Length => mean(counted.decisions),
            Subject::Mean(expression) => {
                let number = self.questions.iter().position(|question| question.is(expression));
                number.and_then(|number| counted.answers.get(number)).map_or_else(|| mean(&Moments::default()), mean)
            }
        }
    }

    /// What was asked, with the answers, in lines for people.
    pub fn human(&self, answers: &[Moments]) -> Vec<String> {
        let line = |(question, found): (&Question, &Moments)| {
            let Some((least, most)) = found.ends() else { return format!("{}: no game has ended", question.name()) };
            let interval = found.interval(SURE);
            let between =
                if found.count > 1 { format!(" ({:.2} to {:.2})", interval.low, interval.high) } else { String::new() };
            let (mean, spread) = (found.mean(), found.spread());
            format!("{}: {mean:.2} on average{between}, spread {spread:.2}, from {least} to {most}", question.name())
        };
        self.questions.iter().zip(answers).take(self.told).map(line).collect()
    }

    /// The same for programs.
    pub fn json(&self, answers: &[Moments]) -> Value {
        let one = |(question, found): (&Question, &Moments)| {
            let interval = found.interval(SURE);
            let (least, most) = found.ends().unzip();
            json!({
                "report": question.text, "games": found.count, "mean": found.mean(), "low": finite(interval.low),
                "high": finite(interval.high), "spread": found.spread(), "min": least, "max": most,
            })
        };
        self.questions.iter().zip(answers).take(self.told).map(one).collect()
    }
}

/// Goals for programs.
pub fn goals_json(judged: &[Judged]) -> Value {
    let one = |one: &Judged| {
        json!({
            "goal": one.goal.text, "seen": one.seen, "low": finite(one.interval.low), "high": finite(one.interval.high),
            "met": one.is_met(), "told": one.told(),
        })
    };
    judged.iter().map(one).collect()
}

/// How a command ends: wrongly where a goal is not met.
pub fn exit(judged: &[Judged]) -> Exit {
    if judged.iter().all(Judged::is_met) { Exit::Fine } else { Exit::Wrong }
}

/// JSON has no number for what has no end.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn question(text: &str, option: &str, game: &Game) -> Done<Question> {
    Question::read(text, game, SCRIPT_FILE).map_err(|why| match why {
        NotANumber::Wrong(findings) => wrong(&findings, text, option, game),
        NotANumber::SomethingElse => {
            Failure::command_line(format!("{option}: `{text}` is no number, and nothing that is so or not; where there may be none, say what counts then: `… else 0`"))
        }
    })
}

fn wrong(findings: &[Diagnostic], text: &str, option: &str, game: &Game) -> Failure {
    let given = Source { name: option.to_owned(), text: text.to_owned() };
    report::human(findings, &game.instance().model.sources, Some(&given));
    Failure::said(Exit::CommandLine)
}
