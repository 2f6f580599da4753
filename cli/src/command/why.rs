//! `why`: what somebody may do at a step of a script, what not, and by which rule.

use rulehound_grammar::suggest::nearest;
use rulehound_interpreter::play::{Explanation, Offer, Position, Reason, Refusals, Stop, Viewer};
use rulehound_interpreter::script::matching::{Found, find};
use rulehound_interpreter::script::{self, Before};
use rulehound_interpreter::story;
use rulehound_interpreter::words::decides;
use serde_json::{Map, Value, json};

use super::options::{add_cause, is_phase_over, object, option_json, reason_json, refused_json};
use super::script::{Loaded, load};
use crate::arguments::{Format, Why};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::rules::Rules;
use crate::table::seat;

/// The most options that a complaint lists.
const MOST: usize = 12;

/// Plays the script up to the step and answers.
pub fn why(arguments: &Why) -> Done {
    let loaded = load(&arguments.script, arguments.asking.is_none())?;
    let asking = arguments.asking.as_ref().map(|name| seat(name, &loaded.players())).transpose()?;
    let viewer = asking.map_or(Viewer::All, Viewer::Seat);
    let played = loaded.play_before(end(arguments, &loaded)?, viewer);
    loaded.complain(viewer, &played.diagnostics);
    let exit = Loaded::exit(&played);
    let Some(position) = played.position.filter(|_| exit == Exit::Fine) else { return Ok(exit) };
    let question = Question { rules: &loaded.rules, position: &position, asking, choice: arguments.choice.as_deref() };
    let mut output = Output::new();
    question.tell(arguments.step, arguments.format, &mut output)?;
    output.flush()?;
    Ok(Exit::Fine)
}

/// Steps are numbered from 1, as wherever they are told.
fn end(arguments: &Why, loaded: &Loaded) -> Done<Before> {
    let Some(step) = arguments.step else { return Ok(Before::End) };
    let steps = loaded.script.steps.len();
    match step.checked_sub(1).filter(|index| *index < steps) {
        Some(index) => Ok(Before::Step(index)),
        None => {
            let has = match steps {
                // How many there are tells how often others have answered.
                _ if arguments.asking.is_some() => "does not have it".to_owned(),
                0 => "has no steps".to_owned(),
                1 => "has one step".to_owned(),
                _ => format!("has steps 1 to {steps}"),
            };
            let name = arguments.script.display();
            Err(Failure::command_line(format!(
                "there is no step {step}: `{name}` {has}; without `--step` it is asked after the last"
            )))
        }
    }
}

/// What is asked.
pub struct Question<'q> {
    /// The rules that are asked about.
    pub rules: &'q Rules,
    /// Where it is asked.
    pub position: &'q Position,
    /// Who asks, if not whoever knows everything.
    pub asking: Option<usize>,
    /// The choice that is asked about, if it is one alone.
    pub choice: Option<&'q str>,
}

/// What holds for one who decides.
struct Answer {
    offer: Offer,
    refusals: Refusals,
    /// Of the choice that was asked about.
    explanation: Option<Explanation>,
}

impl Question<'_> {
    /// The answer, before this step.
    pub fn tell(&self, step: Option<usize>, format: Format, output: &mut Output) -> Done<()> {
        let answers = self.answers()?;
        match format {
            Format::Json => output.json(&self.json(step, &answers)),
            Format::Human => {
                let when = step.map_or_else(|| "After the last step".to_owned(), |it| format!("Before step {it}"));
                self.human(&when, &answers, output)
            }
        }
    }

    fn player(&self, seat: usize) -> &str {
        self.position.game().instance().players.get(seat).map_or("nobody", String::as_str)
    }

    fn players(&self, seats: &[usize]) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.player(*seat)).collect();
        match names.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            names => names.concat(),
        }
    }

    /// Of everybody who decides, or only of the one who asks: what others may do is theirs to know.
    fn answers(&self) -> Done<Vec<Answer>> {
        let mut answers = Vec::new();
        for seat in self.position.deciders() {
            if self.asking.is_none_or(|asking| asking == seat) {
                answers.extend(self.answer(seat)?);
            }
        }
        match self.choice {
            Some(choice) => self.understood(choice, answers),
            None => Ok(answers),
        }
    }

    fn answer(&self, seat: usize) -> Done<Option<Answer>> {
        let fault = |fault| self.rules.fault(fault, "while looking for what is on offer");
        let Some(offer) = self.position.offer(seat).map_err(fault)? else { return Ok(None) };
        let refusals = self.position.refusals(seat).map_err(fault)?;
        let explanation = self.choice.map(|choice| script::explain_words(self.position, seat, choice));
        Ok(Some(Answer { offer, refusals, explanation: explanation.transpose().map_err(fault)? }))
    }

    /// Words that mean nothing here, or several things, are a mistake of whoever typed them.
    fn understood(&self, choice: &str, answers: Vec<Answer>) -> Done<Vec<Answer>> {
        if answers.is_empty() || is_binding(choice) {
            return Ok(answers);
        }
        if answers.iter().any(|answer| matches!(answer.explanation, Some(Explanation::Refused(_)))) {
            return Ok(answers);
        }
        let mut known = Vec::new();
        for answer in &answers {
            let texts = answer.texts();
            match find(choice, texts.iter().copied()) {
                Found::One(_) => return Ok(answers),
                Found::Several(fit) => {
                    let fitting: Vec<&str> = fit.iter().filter_map(|index| texts.get(*index).copied()).collect();
                    let fitting = listed(&fitting, ", or ");
                    return Err(Failure::command_line(format!("`{choice}` can be {fitting}; say more")));
                }
                Found::Nothing => known.extend(texts),
            }
        }
        // Something that there is, though not here: it is said where.
        let elsewhere =
            |answer: &Answer| matches!(answer.explanation, Some(Explanation::NotOnOffer { known: true, .. }));
        if answers.iter().any(elsewhere) {
            return Ok(answers);
        }
        known.sort_unstable();
        known.dedup();
        let help = match near(choice, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", listed(&known, ", ")),
        };
        Err(Failure::command_line(format!("nothing here is called `{choice}`; {help}")))
    }

    fn viewer(&self) -> Viewer {
        self.asking.map_or(Viewer::All, Viewer::Seat)
    }

    /// Nobody answers: somebody else decides, or chance, or nobody any more.
    fn waiting(&self) -> String {
        let game = self.position.game();
        let by = self.position.waits_at().told(self.viewer(), game.instance().seats());
        let rule = game.cause(by).map(|cause| format!(", by {}", story::ruled(&cause))).unwrap_or_default();
        match self.position.stop() {
            Stop::Over if is_phase_over(self.position) => {
                "the phase that the script plays is over, the game is not: nobody decides here any more.".to_owned()
            }
            Stop::Over => "the game is over: nobody decides any more.".to_owned(),
            Stop::Chance => {
                let of =
                    self.position.chance().map(|chance| chance.of).filter(|of| self.asking.is_none() && !of.is_empty());
                let of = of.map(|of| format!(" for {of}")).unwrap_or_default();
                format!("nobody decides: chance is asked{of}{rule}.")
            }
            Stop::Decision => {
                let deciders = self.players(&self.position.deciders());
                let asking = self.asking.map_or("nobody", |seat| self.player(seat));
                format!("it is not for {asking} to decide, but for {deciders}{rule}.")
            }
        }
    }

    fn human(&self, when: &str, answers: &[Answer], output: &mut Output) -> Done<()> {
        if answers.is_empty() {
            return output.prose(&format!("{when} {}", self.waiting()));
        }
        for answer in answers {
            self.human_one(when, answer, output)?;
        }
        Ok(())
    }

    fn human_one(&self, when: &str, answer: &Answer, output: &mut Output) -> Done<()> {
        let game = self.position.game();
        let said = |text: &str| story::by_owners(text, game.instance());
        let asked = &answer.offer.asked;
        let asks = Reason {
            sentence: asked.prompt.clone(),
            rule: asked.rule.clone(),
            reference: asked.reference.clone(),
            at: asked.at,
        };
        let player = self.player(answer.offer.seat);
        let who = decides(player);
        let told = format!("{when} {who}: {} ({})", asked.prompt, story::reason(&asks, game));
        output.prose(&told)?;
        let ruled = |reason: &Reason| format!("{} ({})", reason.sentence, story::reason(reason, game));
        let width = output.width();
        let mut tell = |text: &str| output.lines(&indented(text, width));
        match &answer.explanation {
            None => {
                for option in &answer.offer.options {
                    tell(&format!("{}. {}", option.id + 1, said(&option.text)))?;
                }
                for refusal in &answer.refusals.refused {
                    let reasons: Vec<String> = refusal.reasons.iter().map(ruled).collect();
                    tell(&format!("– {}: {}", said(&refusal.text), reasons.join(" ")))?;
                }
                if answer.refusals.more > 0 {
                    tell(&format!("– and {} more", answer.refusals.more))?;
                }
                Ok(())
            }
            Some(Explanation::Legal(option)) => {
                let text = answer.offer.options.get(*option).map_or_else(String::new, |option| said(&option.text));
                tell(&format!("\u{201c}{text}\u{201d} may be done: it is option {}.", option + 1))
            }
            Some(Explanation::Refused(refusal)) => {
                let reasons: Vec<String> = refusal.reasons.iter().map(ruled).collect();
                tell(&format!("\u{201c}{}\u{201d} may not be done: {}", said(&refusal.text), reasons.join(" ")))
            }
            Some(Explanation::NotOnOffer { sentence, .. }) => {
                let choice = self.choice.unwrap_or_default();
                tell(&format!("\u{201c}{choice}\u{201d} is not on offer: {sentence}"))
            }
            Some(Explanation::NotYours { .. }) => tell(&self.waiting()),
        }
    }

    fn json(&self, step: Option<usize>, answers: &[Answer]) -> Value {
        let game = self.position.game();
        let by = self.position.waits_at().told(self.viewer(), game.instance().seats());
        let deciders: Vec<&str> = self.position.deciders().into_iter().map(|seat| self.player(seat)).collect();
        let waits_for = match self.position.stop() {
            Stop::Over => "nothing",
            Stop::Chance => "chance",
            Stop::Decision => "decision",
        };
        let mut map = object(json!({"step": step, "waits_for": waits_for, "deciders": deciders}));
        add_cause(game, by, &mut map);
        if let Some(chance) = self.position.chance().filter(|_| self.asking.is_none()) {
            map.insert("chance".to_owned(), json!(chance.of));
        }
        let answers: Vec<Value> = answers.iter().map(|answer| Value::Object(self.json_one(answer))).collect();
        map.insert("answers".to_owned(), Value::Array(answers));
        Value::Object(map)
    }

    fn json_one(&self, answer: &Answer) -> Map<String, Value> {
        let game = self.position.game();
        let asked = &answer.offer.asked;
        let (file, line) = game.line_of(asked.at);
        let mut map = object(json!({
            "player": self.player(answer.offer.seat), "prompt": asked.prompt,
            "rule": asked.rule, "ref": asked.reference, "file": file, "line": line,
        }));
        let found = match &answer.explanation {
            None => {
                let refused = answer.refusals.refused.iter().flat_map(|refusal| refused_json(refusal, game));
                json!({
                    "options": answer.offer.options.iter().map(option_json).collect::<Vec<_>>(),
                    "refused": refused.collect::<Vec<_>>(),
                    "more_refused": answer.refusals.more,
                })
            }
            Some(Explanation::Legal(option)) => {
                json!({"choice": self.choice, "answer": "allowed", "option": answer.offer.options.get(*option).map(option_json)})
            }
            Some(Explanation::Refused(refusal)) => {
                let reasons: Vec<Value> = refusal.reasons.iter().map(|reason| reason_json(reason, game)).collect();
                json!({"choice": self.choice, "answer": "refused", "text": refusal.text, "reasons": reasons})
            }
            Some(Explanation::NotOnOffer { sentence, .. }) => {
                json!({"choice": self.choice, "answer": "not-on-offer", "because": sentence})
            }
            Some(Explanation::NotYours { .. }) => json!({"choice": self.choice, "answer": "not-decider"}),
        };
        map.extend(object(found));
        map
    }
}

impl Answer {
    /// Everything that has words here, allowed or not.
    fn texts(&self) -> Vec<&str> {
        let offered = self.offer.options.iter().map(|option| option.text.as_str());
        offered.chain(self.refusals.refused.iter().map(|refusal| refusal.text.as_str())).collect()
    }
}

/// Names with their values, in braces.
fn is_binding(choice: &str) -> bool {
    choice.trim().starts_with('{')
}

/// The text that was meant, of which only the first words may be given.
fn near<'t>(choice: &str, texts: &[&'t str]) -> Option<&'t str> {
    let count = choice.split_whitespace().count();
    let first = |text: &str| text.split_whitespace().take(count).collect::<Vec<_>>().join(" ");
    let beginnings: Vec<String> = texts.iter().map(|text| first(text)).collect();
    let index = |near: &str| beginnings.iter().position(|beginning| beginning == near);
    let found = nearest(choice, beginnings.iter().map(String::as_str)).and_then(index);
    nearest(choice, texts.iter().copied()).or_else(|| texts.get(found?).copied())
}

/// Some of a list.
fn listed(texts: &[&str], between: &str) -> String {
    let mut shown: Vec<String> = texts.iter().take(MOST).map(|text| format!("`{text}`")).collect();
    if texts.len() > MOST {
        shown.push(format!("{} more", texts.len() - MOST));
    }
    shown.join(between)
}

/// Under who decides.
fn indented(text: &str, width: usize) -> Vec<String> {
    story::lines_within(text, width - 2).into_iter().map(|line| format!("  {line}")).collect()
}
