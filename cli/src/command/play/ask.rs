//! Asking a person.

use std::path::Path;

use rulehound_interpreter::amounts::{Bindings, in_short};
use rulehound_interpreter::document::{about, document, mentioning, plain};
use rulehound_interpreter::play::{Explanation, Game, Offer, Position, Reason, Refusal, Refusals, Viewer};
use rulehound_interpreter::scene::Scene;
use rulehound_interpreter::script;
use rulehound_interpreter::script::matching::{Found, find, holds_words, same};
use rulehound_interpreter::story;
use rulehound_interpreter::table::drawn;
use rulehound_interpreter::words::listed;

use super::columns::{columns, explained, indented};
use super::listing::{Listing, Together};
use super::numbers::other_meaning;
use super::pointing::pointed;
use super::resume::RESUMED;
use super::save;
use super::session::{Before, Ended, Session};
use crate::arguments::Story;
use crate::exit::Done;
use crate::output::Output;
use crate::thinkers::percent;
use clap::ValueEnum;

const HELP: [(&str, &str); 15] = [
    ("A number or words", "take that option (some of its words are enough)"),
    ("2 5 9", "take what has these numbers, where several are taken together"),
    ("13/11, b3-c4", "take the option that goes from the one place to the other"),
    ("Enter", "the table again"),
    ("?", "what is not on offer, and why"),
    ("? WORDS", "why this cannot be done, and by which rule"),
    ("log", "what happened lately"),
    ("rules WORD", "what the rules say about it"),
    ("hint", "what a strong bot would do in your place"),
    ("story short, full, explained", "how much of the story is told; explained says by which rule each thing happened"),
    ("u", "take your last answer back (with --practice past chance and bots, too)"),
    ("Tab, arrows", "complete a line; earlier lines again (at a terminal)"),
    ("s FILE", "save the game"),
    ("h", "this help"),
    ("q", "quit"),
];

/// What can be completed besides answers.
const COMMANDS: [&str; 11] =
    ["help", "hint", "log", "quit", "rules ", "save ", "story explained", "story full", "story short", "undo", "why "];

/// So many lines of the story `log` tells again.
const LOG: usize = 40;

/// So many more things than three are still named one by one where all are forbidden for the same reason.
const NAMED: usize = 5;

/// So many signs of a question are read again whenever it is asked; of a longer one its first sentence is.
const SHORT: usize = 160;

/// What a line led to.
enum Heard {
    /// The question stands.
    Again,
    /// The answer is given, or one was taken back.
    Done,
    /// The game ends.
    Ended(Ended),
}

impl Session {
    /// Shows what the seat sees and what it may do, and reads lines until there is an answer.
    pub fn ask(&mut self, offer: &Offer) -> Done<Option<Ended>> {
        self.pause()?;
        self.keep();
        let private = self.private(offer);
        if private && !self.hand_over(offer.seat)? {
            return Ok(Some(Ended::Input));
        }
        self.show(offer)?;
        self.whisper(offer.seat)?;
        let ended = loop {
            let prompt = format!("{}> ", self.player(offer.seat));
            let answers = worded(offer, &self.position);
            let answers = answers.into_iter().chain(COMMANDS.map(str::to_owned)).collect();
            let Some(line) = self.input.ask(&prompt, answers, &mut self.output)? else { break Some(Ended::Input) };
            if !private && !line.is_empty() {
                self.input.remember(&line);
            }
            if !self.input.terminal {
                // In a pipe nobody sees what was typed.
                self.output.line(if private { "" } else { &line })?;
            }
            let answered = self.chosen(offer, &line)?;
            let heard = match answered {
                Some(option) => {
                    if private {
                        self.clear()?;
                    }
                    let position = self.position.clone();
                    let looked = self.looked.get(&offer.seat).cloned();
                    let (memories, generators) =
                        (self.thinkers.memories(), self.practice.then(|| self.generators.clone()));
                    let length = self.record.len();
                    self.undo.push(Before { seat: offer.seat, position, length, looked, memories, generators });
                    self.answer(offer, option)?;
                    self.answered.insert(offer.seat);
                    Heard::Done
                }
                None => self.word(offer, &line)?,
            };
            match heard {
                Heard::Again => {}
                Heard::Done => break None,
                Heard::Ended(ended) => break Some(ended),
            }
        };
        Ok(ended)
    }

    fn show(&mut self, offer: &Offer) -> Done<()> {
        if self.show_full(offer) {
            return Ok(());
        }
        let known = !self.asked.insert((offer.seat, offer.asked.at));
        show(&self.position, self.looked.get(&offer.seat), offer, known, &mut self.output)
    }

    /// What this person alone was told since the last time.
    fn whisper(&mut self, seat: usize) -> Done<()> {
        let news = self.apart.news(seat);
        if news.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> = std::iter::once("You alone were told:".to_owned()).chain(news).collect();
        if self.explain_full(lines.clone()) {
            return Ok(());
        }
        self.output.lines(&lines)
    }

    /// Whether somebody else at this keyboard must not see what this seat sees.
    fn private(&self, offer: &Offer) -> bool {
        let own = || self.position.view(Viewer::Seat(offer.seat)) != self.position.view(Viewer::Nobody);
        self.humans.len() > 1 && (offer.secret || self.apart.knows(offer.seat) || own())
    }

    /// Waits until the right person sits there.
    fn hand_over(&mut self, seat: usize) -> Done<bool> {
        let sentence = format!("{}, press ENTER when only you can see the screen.", self.player(seat));
        if !self.cover_full(&sentence) {
            self.output.line(sentence)?;
        }
        self.input.forget();
        let there = self.input.ask("", Vec::new(), &mut self.output)?.is_some();
        self.clear()?;
        Ok(there)
    }

    /// The option a line means, if it means one.
    fn chosen(&mut self, offer: &Offer, line: &str) -> Done<Option<usize>> {
        let texts = || offer.options.iter().map(|option| option.text.as_str());
        let list = Listing::new(offer, &self.position);
        let doubted = self.doubted.take();
        let exact = texts().position(|text| same(text, line));
        if let Some(option) = exact.or_else(|| list.told.iter().position(|text| same(text, line))) {
            return Ok(Some(option));
        }
        match list.together(line) {
            Some(Together::Option(option)) => return Ok(Some(option)),
            // What is said of it is said where a line is no option.
            Some(Together::NotOnOffer(_) | Together::How(_)) => return Ok(None),
            None => {}
        }
        if let Ok(number) = line.parse::<usize>() {
            if let Some(option) = list.numbered(number) {
                // Whoever is asked what is meant and says the same again means what stands there.
                if doubted == Some((offer.seat, number)) {
                    return Ok(Some(option));
                }
                return self.chosen_by_number(offer, &list, number, option);
            }
            if let [option] = list.with_amount(number)[..] {
                return Ok(Some(option));
            }
        }
        if is_word(line) {
            return Ok(None);
        }
        let pointed = pointed(line, texts(), &self.rules.model);
        let found = match pointed.as_slice() {
            [] => match find(line, texts()) {
                Found::Nothing => find(line, list.told.iter().map(String::as_str)),
                found => found,
            },
            [one] => Found::One(*one),
            _ => Found::Several(pointed),
        };
        match found {
            Found::One(option) => Ok(Some(option)),
            Found::Nothing => Ok(None),
            Found::Several(fit) => {
                self.output.prose(&format!("That can be {}. Say more.", list.some(&fit).join(", or ")))?;
                Ok(None)
            }
        }
    }

    /// The option that is seen with a number, unless an amount may be meant by it.
    fn chosen_by_number(&mut self, offer: &Offer, list: &Listing, number: usize, option: usize) -> Done<Option<usize>> {
        let texts = offer.options.iter().map(|option| option.text.as_str());
        let words = list.words(option);
        let told = match list.with_amount(number).first().copied().or_else(|| other_meaning(number, texts)) {
            Some(other) => {
                let other = list.words(other);
                format!(
                    "That can be `{words}`, which is number {number}, or `{other}`. Type the words, or {number} again \
                     for the first."
                )
            }
            None => match self.forbidden_amount(offer, number) {
                Some(told) => format!("{told} If you mean number {number}, `{words}`, type {number} again."),
                None => return Ok(Some(option)),
            },
        };
        self.output.prose(&told)?;
        self.doubted = Some((offer.seat, number));
        Ok(None)
    }

    /// What may not be done and names this amount, where all that could be done names one amount each, and why not.
    fn forbidden_amount(&self, offer: &Offer, number: usize) -> Option<String> {
        // Should the rules go wrong over what is refused, what is on offer can be done all the same.
        let refused = self.position.refusals(offer.seat).ok()?.refused;
        let offered = offer.options.iter().map(|option| option.text.as_str());
        let all = offered.chain(refused.iter().map(|refusal| refusal.text.as_str()));
        let meant = refused.get(other_meaning(number, all)?.checked_sub(offer.options.len())?)?;
        Some(format!("`{}` is not on offer: {}", meant.text, reasons(&meant.reasons, self.position.game())))
    }

    /// A line that is no option.
    fn word(&mut self, offer: &Offer, line: &str) -> Done<Heard> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word.to_lowercase().as_str() {
            "" => self.show(offer)?,
            "h" | "help" => self.output.lines(&explained(&HELP, self.output.width()))?,
            "q" | "quit" => return Ok(Heard::Ended(Ended::Quit)),
            "u" | "undo" => return self.take_back(offer.seat),
            "s" | "save" => self.save(rest)?,
            "story" => self.length(rest)?,
            "explain" if rest == "off" => self.length("short")?,
            "explain" => self.length("explained")?,
            "hint" if rest.is_empty() => self.hint(offer)?,
            "log" if rest.is_empty() => self.log(offer.seat)?,
            "rules" => self.look_up(rest)?,
            "why" if rest.is_empty() => self.refused(offer.seat)?,
            "why" => self.why(offer, rest)?,
            "?" if rest.is_empty() => self.refused(offer.seat)?,
            "?" => self.why(offer, rest)?,
            _ if line.starts_with('?') => self.why(offer, line.trim_start_matches('?').trim())?,
            _ => {
                let list = Listing::new(offer, &self.position);
                if let Some(together) = list.together(line) {
                    match together {
                        Together::NotOnOffer(things) => self.why_not_together(offer.seat, &things)?,
                        Together::How(how) => self.output.prose(&how)?,
                        Together::Option(_) => {}
                    }
                } else if let Ok(number) = line.parse::<usize>() {
                    // What could mean two options was asked back about.
                    if list.numbered(number).is_none() {
                        let forbidden = self.forbidden_amount(offer, number).map(|told| told + " ").unwrap_or_default();
                        let there = list.no_such_amount(number);
                        let there = there.unwrap_or_else(|| format!("There are options 1 to {}.", offer.options.len()));
                        self.output.prose(&format!("{forbidden}{there}"))?;
                    }
                } else if find(line, offer.options.iter().map(|option| option.text.as_str())) == Found::Nothing {
                    self.why(offer, line)?;
                }
            }
        }
        Ok(Heard::Again)
    }

    /// Takes back the last answer of this seat, unless chance, somebody else's answer or a reveal came after it.
    fn take_back(&mut self, seat: usize) -> Done<Heard> {
        if self.practice {
            // Whatever came behind it is taken back with it.
            let last = self.undo.iter().rposition(|before| before.seat == seat);
            self.undo.truncate(last.map_or(0, |last| last + 1));
        }
        let Some(before) = self.undo.pop_if(|before| before.seat == seat) else {
            let answered = self.answered.contains(&seat);
            let why = match (self.undo.last(), self.barrier.as_ref().filter(|_| answered)) {
                (Some(before), _) => {
                    format!("That cannot be taken back: {} has answered since.", self.player(before.seat))
                }
                (None, Some(barrier)) => format!("That cannot be taken back: {barrier}."),
                (None, None) => "There is nothing to take back: nothing was answered yet.".to_owned(),
            };
            self.output.line(why)?;
            return Ok(Heard::Again);
        };
        self.position = before.position;
        self.record.truncate(before.length);
        self.told.take_back_to(before.length);
        self.apart.take_back_to(before.length);
        self.thinkers.recall(before.memories);
        if let Some(generators) = before.generators {
            self.generators = generators;
        }
        match before.looked {
            Some(looked) => drop(self.looked.insert(seat, looked)),
            None => drop(self.looked.remove(&seat)),
        }
        self.output.line("Taken back.")?;
        Ok(Heard::Done)
    }

    fn save(&mut self, file: &str) -> Done<()> {
        if file.is_empty() {
            return self.output.line("Where to? Write `s FILE`.");
        }
        let path = Path::new(file);
        match save::write(self, path, self.force) {
            Ok(()) => {
                self.kept.remove();
                let again = self.resume_words(path);
                self.output.line(format!("Saved. Go on later with `{again}`."))
            }
            // A file that cannot be written must not end the game.
            Err(failure) => self.output.line(failure.message.unwrap_or_default()),
        }
    }

    /// What a strong bot would do, with what this player knows and no more.
    fn hint(&mut self, offer: &Offer) -> Done<()> {
        if offer.options.len() == 1 {
            return self.output.line("There is only one thing to do.");
        }
        let seed = self.seed.wrapping_add(self.record.len() as u64);
        let thought = self.thinkers.hint(&self.position, offer.seat, seed).map_err(|error| self.fault(error))?;
        let Some(thought) = thought else { return Ok(()) };
        let text = Listing::new(offer, &self.position).called(thought.option);
        let told = match (thought.trouble, thought.value()) {
            (Some(trouble), _) => format!("No hint here: {trouble}."),
            (None, Some(_)) if thought.by_nearness => {
                format!("A strong bot would choose {text}, which it takes to come nearest to winning.")
            }
            (None, Some(value)) => {
                format!("A strong bot would choose {text}. It gives itself {} % of the chances.", percent(value))
            }
            (None, None) => format!("A strong bot would choose {text}."),
        };
        self.output.prose(&told)
    }

    /// The end of the story once more.
    fn log(&mut self, seat: usize) -> Done<()> {
        let mut lines = self.told.last(LOG);
        let alone = self.apart.all(seat);
        if !alone.is_empty() {
            lines.push("You alone were told:".to_owned());
            lines.extend(alone);
        }
        if lines.iter().all(String::is_empty) {
            let resumed = self.barrier.as_deref() == Some(RESUMED);
            let since = if resumed { "since the game was resumed" } else { "yet" };
            return self.output.line(format!("Nothing has happened {since}."));
        }
        self.output.lines(&lines)
    }

    /// What the rules say about a word.
    fn look_up(&mut self, word: &str) -> Done<()> {
        let document = document(&self.rules.model, &[]);
        if word.is_empty() {
            let parts: Vec<&str> = document.sections.iter().map(|section| section.heading.as_str()).collect();
            let parts = parts.join(", ");
            return self.output.prose(&format!("Write `rules WORD`, or the name of a part: {parts}."));
        }
        let mut found = about(&document, word);
        if found.is_empty() {
            found = mentioning(&document, word);
            if found.len() > 1 {
                let parts: Vec<&str> = found.iter().map(|section| section.heading.as_str()).collect();
                let (first, parts) = (parts.first().copied().unwrap_or_default(), parts.join(" · "));
                let sentence = format!("“{word}” is spoken of in: {parts}. `rules {first}` tells the first of them.");
                return self.output.prose(&sentence);
            }
        }
        let width = self.output.width();
        let told: Vec<String> = found.iter().flat_map(|section| plain(section, width)).collect();
        if !found.is_empty() && self.explain_full(told) {
            return Ok(());
        }
        for section in &found {
            self.output.lines(&plain(section, self.output.width()))?;
        }
        if found.is_empty() {
            self.output.prose(&format!("No part of the rules is about “{word}”. `rules` lists what there is."))?;
        }
        Ok(())
    }

    /// Changes how much of the story is told.
    fn length(&mut self, word: &str) -> Done<()> {
        match Story::from_str(word, true) {
            Ok(story) => {
                self.teller.set_length(story.length(false));
                self.output.line(match story {
                    Story::Short => "From now on the story is short.",
                    Story::Full => "From now on the story tells everything.",
                    Story::Explained => "From now on the story says which rule does what.",
                })
            }
            Err(_) => self.output.line("Write `story short`, `story full` or `story explained`."),
        }
    }

    fn refused(&mut self, seat: usize) -> Done<()> {
        let refusals = self.position.refusals(seat).map_err(|fault| self.fault(fault))?;
        refused(&refusals, self.position.game(), &mut self.output)
    }

    fn why(&mut self, offer: &Offer, text: &str) -> Done<()> {
        let (seat, list) = (offer.seat, Listing::new(offer, &self.position));
        match list.together(text) {
            Some(Together::How(how)) => return self.output.prose(&how),
            Some(Together::Option(_)) => return self.output.line("That can be done."),
            Some(Together::NotOnOffer(things)) => return self.why_not_together(seat, &things),
            None => {}
        }
        let all = list.told.iter().chain(offer.options.iter().map(|option| &option.text));
        let exact = all.into_iter().any(|option| same(option, text));
        if let (false, Found::Several(fit)) = (exact, find(text, list.told.iter().map(String::as_str))) {
            return self.output.prose(&list.can_be_done(&fit));
        }
        let explanation = script::explain_words(&self.position, seat, text).map_err(|fault| self.fault(fault))?;
        // By their numbers things are chosen; what is forbidden has none, but may have one in its words.
        if let Some(option) = text.parse().ok().and_then(|number| list.numbered(number)).filter(|_| !exact) {
            self.output.prose(&format!("You can choose {}.", list.called(option)))?;
            if matches!(explanation, Explanation::NotOnOffer { .. } | Explanation::Legal(_)) {
                return Ok(());
            }
        }
        let told = match explanation {
            Explanation::Legal(option) => match list.told_number(option) {
                Some(number) => format!("That can be done: it is option {number}."),
                None => "That can be done.".to_owned(),
            },
            Explanation::Refused(refusal) => {
                let game = self.position.game();
                let what = story::by_owners(&refusal.text, game.instance());
                format!("{what}: {}", reasons(&refusal.reasons, game))
            }
            Explanation::NotYours { deciders, .. } => {
                let names: Vec<String> = deciders.iter().map(|seat| self.player(*seat)).collect();
                format!("It is for {} to decide.", names.join(", "))
            }
            Explanation::NotOnOffer { sentence, known, reference, .. } => {
                let reference = reference.map(|reference| format!(" ({reference})")).unwrap_or_default();
                let nearest = list.nearest(text).filter(|_| !known).map(|near| format!(" {near}")).unwrap_or_default();
                format!("{sentence}{reference}{nearest}")
            }
        };
        self.output.prose(&told)
    }
}

impl Session {
    /// Why these things cannot be taken together: what forbids the smallest set that has all of them.
    fn why_not_together(&mut self, seat: usize, things: &[String]) -> Done<()> {
        let refused = self.position.refusals(seat).map_err(|fault| self.fault(fault))?.refused;
        let words = things.join(" ");
        let these = refused.iter().filter(|refusal| holds_words(&refusal.text, &words));
        let game = self.position.game();
        let told = match these.min_by_key(|refusal| refusal.text.len()) {
            Some(refusal) => {
                let what = story::by_owners(&refusal.text, game.instance());
                format!("{what}: {}", reasons(&refusal.reasons, game))
            }
            None => format!("These cannot be taken together here: {}.", listed(things)),
        };
        self.output.prose(&told)
    }
}

/// The table as the one who decides sees it, with what changed on boards since that player saw another one, and what is on offer. Whoever
/// knows a long question reads its first sentence alone.
pub fn show(position: &Position, before: Option<&Scene>, offer: &Offer, known: bool, output: &mut Output) -> Done<()> {
    let scene = Scene::of(position, Viewer::Seat(offer.seat));
    let scene = match before {
        Some(before) => scene.since(before),
        None => scene,
    };
    let table = drawn(position.game().instance(), &scene, output.width());
    output.line("")?;
    output.drawn(&table)?;
    output.line("")?;
    let reference = offer.asked.reference.as_ref().map(|reference| format!(" ({reference})"));
    let whole = !known || offer.asked.prompt.chars().count() <= SHORT;
    let prompt = if whole { &offer.asked.prompt } else { first_sentence(&offer.asked.prompt) };
    output.prose(&format!("{prompt}{}", reference.unwrap_or_default()))?;
    let list = Listing::new(offer, position);
    output.lines(&columns(&list.lines(), output.width()))?;
    list.how_together().map_or(Ok(()), |how| output.prose(&how))
}

/// The first sentence of a text; `rules` tells the others.
pub fn first_sentence(text: &str) -> &str {
    let ends = text.char_indices().filter(|(_, sign)| matches!(sign, '.' | '!' | '?'));
    let next =
        |at: usize| text.get(at + 1..).and_then(|rest| rest.strip_prefix(' ')).and_then(|rest| rest.chars().next());
    let end = ends.map(|(at, _)| at).find(|at| next(*at).is_some_and(char::is_uppercase));
    end.and_then(|end| text.get(..=end)).unwrap_or(text)
}

/// The options as the table calls what they are about.
pub fn worded(offer: &Offer, position: &Position) -> Vec<String> {
    let instance = position.game().instance();
    offer.options.iter().map(|option| story::by_owners(&option.text, instance)).collect()
}

/// What is not on offer, and why.
pub fn refused(refusals: &Refusals, game: &Game, output: &mut Output) -> Done<()> {
    if refusals.refused.is_empty() {
        return output.line("Nothing is forbidden here.");
    }
    // What is forbidden for the same reason stands together.
    let mut groups: Vec<(String, Vec<&Refusal>)> = Vec::new();
    for refusal in &refusals.refused {
        let told = reasons(&refusal.reasons, game);
        match groups.iter_mut().find(|(other, _)| *other == told) {
            Some((_, same)) => same.push(refusal),
            None => groups.push((told, vec![refusal])),
        }
    }
    for (told, same) in groups {
        let texts: Vec<String> = same.iter().map(|it| story::by_owners(&it.text, game.instance())).collect();
        let bindings: Vec<Bindings<'_>> = same.iter().map(|it| it.bindings.as_slice()).collect();
        let whats = some_of(&in_short(&bindings, &texts));
        output.lines(&indented(&format!("{whats}: {told}"), output.width()))?;
    }
    if refusals.more > 0 {
        output.line(format!("  and {} more", refusals.more))?;
    }
    Ok(())
}

/// Of many things the first few, and how many more there are.
fn some_of(all: &[String]) -> String {
    match all {
        [first, second, third, rest @ ..] if rest.len() > NAMED => {
            format!("{first} · {second} · {third} · and {} more", rest.len())
        }
        all => all.join(" · "),
    }
}

/// Whether a line is a command rather than part of an option.
fn is_word(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    line.starts_with('?')
        || matches!(
            line,
            "" | "h" | "help" | "hint" | "log" | "q" | "quit" | "u" | "undo" | "explain" | "explain on" | "explain off"
        )
        || matches!(line, "story" | "story short" | "story full" | "story explained")
        || matches!(first, "s" | "save" | "rules" | "why")
}

/// `That is too many. (“take sticks” (2), sticks.rules line 22)`
fn reasons(reasons: &[Reason], game: &Game) -> String {
    let one = |reason: &Reason| format!("{} ({})", reason.sentence, story::reason(reason, game));
    reasons.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_question_is_its_first_sentence() {
        assert_eq!(first_sentence("Roll 3. You may roll 1."), "Roll 3.");
        assert_eq!(first_sentence("Pull out another chip or stop! Else wait."), "Pull out another chip or stop!");
        assert_eq!(first_sentence("Take a card, e.g. one of yours."), "Take a card, e.g. one of yours.");
        assert_eq!(first_sentence("Pay."), "Pay.");
    }
}
