//! Why something cannot be done.

use rulehound_grammar::span::Location;
use serde::Serialize;

use super::machine::{Candidate, Machine};
use super::position::worded;
use super::{BindingValue, Fault, Position, Viewer};
use crate::program::{NamedBinder, WayCode};
use crate::words::matching::{holds_words, same};

/// One failing requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The refusal.
    pub sentence: String,
    /// The rule it stands in.
    pub rule: String,
    /// The section of the rulebook.
    pub reference: Option<String>,
    /// Where the requirement stands, or the statement that asks.
    pub at: Location,
}

/// A candidate that is not legal, with everything that speaks against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The candidate in words.
    pub text: String,
    /// Its bindings.
    pub bindings: Vec<(String, BindingValue)>,
    /// All that fail, in written order; at least one.
    pub reasons: Vec<Reason>,
}

/// The refused candidates of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refusals {
    /// In the order of candidates.
    pub refused: Vec<Refusal>,
    /// How many candidates were not looked at any more.
    pub more: usize,
}

/// What somebody would like to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// By the words of the option; matched without regard to case and runs of blanks.
    Text(String),
    /// By bindings: name and value in words, as somebody said it and, behind that, as else it may be called.
    Bindings(Vec<(String, Vec<String>)>),
}

/// The answer to "why can't I do that?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Explanation {
    /// It can be done: the option's number.
    Legal(usize),
    /// It is somebody else's decision, or nobody's.
    NotYours {
        /// Who decides.
        deciders: Vec<usize>,
        /// In which rule.
        rule: Option<String>,
    },
    /// It is forbidden.
    Refused(Refusal),
    /// It is not among what is meant at all.
    NotOnOffer {
        /// Why, in words: which set it is not in, where it is, or that nothing is called so.
        sentence: String,
        /// Whether the words name something that there is.
        known: bool,
        /// The rule that asks.
        rule: String,
        /// The section of the rulebook.
        reference: Option<String>,
        /// The statement that asks.
        at: Location,
    },
}

/// The most refused candidates that are listed.
const MOST_REFUSED: usize = rulehound_rules::limits::REFUSALS;

/// The most candidates for which the ways through a plan are searched; of more only the fact is told.
const MOST_SEARCHED: usize = 200;

/// Every candidate of a decision with what speaks against it; nothing for the legal ones.
fn judged(position: &Position, machine: &mut Machine<'_>) -> Result<Vec<(Candidate, Vec<Reason>)>, Fault> {
    let Some(choice) = machine.choice() else { return Ok(Vec::new()) };
    let legal = position.legal(machine)?;
    let mut judged = Vec::new();
    machine.refuel();
    machine.reader = Some(machine.decider());
    machine
        .candidates(choice, &mut |machine, candidate| {
            let reasons = machine.reasons(choice, &candidate)?;
            judged.push((candidate, reasons));
            Ok(true)
        })
        .map_err(|trouble| *trouble)?;
    explain_pruned(machine, &mut judged, &legal)?;
    Ok(judged)
}

/// Adds why a plan leaves no room for what no requirement forbids.
fn explain_pruned(
    machine: &mut Machine<'_>,
    judged: &mut [(Candidate, Vec<Reason>)],
    legal: &[Candidate],
) -> Result<(), Fault> {
    let Some(choice) = machine.choice() else { return Ok(()) };
    let mut pruned: Vec<_> =
        judged.iter_mut().filter(|(candidate, reasons)| reasons.is_empty() && !legal.contains(candidate)).collect();
    let searched: Vec<&Candidate> = pruned.iter().take(MOST_SEARCHED).map(|(candidate, _)| candidate).collect();
    let mut found = machine.plan_reasons(choice, &searched).map_err(|trouble| *trouble)?.into_iter();
    for (_, reasons) in &mut pruned {
        let unknown =
            || machine.reason_here("This cannot be carried out to the end as well as another way.".to_owned());
        reasons.push(found.next().unwrap_or_else(unknown));
    }
    Ok(())
}

/// The refused candidates; with words only those whose own have all of them.
pub(super) fn refusals(position: &Position, seat: usize, words: Option<&str>) -> Result<Refusals, Fault> {
    let Some(mut machine) = position.deciding(seat)? else { return Ok(Refusals::default()) };
    let mut refusals = Refusals::default();
    let judged = judged(position, &mut machine)?;
    machine.begin_words(judged.len());
    for (candidate, reasons) in judged {
        if reasons.is_empty() {
            continue;
        }
        if refusals.refused.len() >= MOST_REFUSED {
            refusals.more += 1;
            continue;
        }
        let refusal = refusal(&mut machine, &candidate, reasons)?;
        if words.is_none_or(|words| holds_words(&refusal.text, words)) {
            refusals.refused.push(refusal);
        }
    }
    Ok(refusals)
}

fn refusal(machine: &mut Machine<'_>, candidate: &Candidate, reasons: Vec<Reason>) -> Result<Refusal, Fault> {
    let text = worded(machine, candidate)?;
    let bindings = machine.choice().map(|choice| machine.bindings(choice, candidate)).unwrap_or_default();
    Ok(Refusal { text, bindings, reasons })
}

pub(super) fn why_not(position: &Position, seat: usize, wanted: &Wanted) -> Result<Explanation, Fault> {
    let Some(mut machine) = position.deciding(seat)? else {
        let deciders = position.deciders();
        let rule = (!deciders.is_empty()).then(|| position.machine().asked_told(Viewer::Seat(seat)).rule);
        return Ok(Explanation::NotYours { deciders, rule });
    };
    let offer = position.offered(seat)?;
    if let Some(offer) = &offer
        && let Some(option) = offer.options.iter().find(|option| is_wanted(wanted, &option.text, &option.bindings))
    {
        return Ok(Explanation::Legal(option.id));
    }
    let judged = judged(position, &mut machine)?;
    machine.begin_words(judged.len());
    for (candidate, reasons) in judged {
        if !reasons.is_empty() {
            let refusal = refusal(&mut machine, &candidate, reasons)?;
            if is_wanted(wanted, &refusal.text, &refusal.bindings) {
                return Ok(Explanation::Refused(refusal));
            }
        }
    }
    let ((rule, reference), at) = (machine.rule_here(), machine.place_here());
    machine.refuel();
    let elsewhere = match wanted {
        Wanted::Text(words) => {
            let options = offer.as_ref().map(|offer| offer.options.as_slice()).unwrap_or_default();
            super::elsewhere::elsewhere(&mut machine, words, options).map_err(|trouble| *trouble)?
        }
        Wanted::Bindings(_) => None,
    };
    let known = elsewhere.is_some();
    let sentence = match elsewhere {
        Some(sentence) => sentence,
        None => not_on_offer(&mut machine, wanted)?,
    };
    Ok(Explanation::NotOnOffer { sentence, known, rule, reference, at })
}

/// Whether a candidate is what somebody means.
fn is_wanted(wanted: &Wanted, text: &str, bindings: &[(String, BindingValue)]) -> bool {
    match wanted {
        Wanted::Text(words) => same(words, text),
        Wanted::Bindings(pairs) => {
            !pairs.is_empty()
                && pairs.iter().all(|(name, value)| {
                    bindings.iter().any(|(bound, to)| same(bound, name) && names_any(value, &to.to_string()))
                })
        }
    }
}

/// Whether words name a thing: the same words, or some of those that describe it.
fn names(words: &str, thing: &str) -> bool {
    same(words, thing) || holds_words(thing, words)
}

/// Whether one of several ways to say it names a thing.
fn names_any(ways: &[String], thing: &str) -> bool {
    ways.iter().any(|words| names(words, thing))
}

/// Which name has a value that is not in its set, or fails its `where`. Of several ways the one is meant whose names are given.
fn not_on_offer(machine: &mut Machine<'_>, wanted: &Wanted) -> Result<String, Fault> {
    let (Some(choice), Wanted::Bindings(pairs)) = (machine.choice(), wanted) else {
        let Wanted::Text(words) = wanted else { return Ok("Nothing like that is meant here.".to_owned()) };
        return Ok(format!("Nothing here is called `{words}`."));
    };
    let given = |way: &&WayCode| {
        pairs.iter().filter(|(name, _)| way.meant.names().iter().any(|named| same(name, &named.name))).count()
    };
    let mut sentences = Vec::new();
    let most = choice.ways.iter().map(|way| given(&way)).max().unwrap_or(0);
    for way in choice.ways.iter().filter(|way| most > 0 && given(way) == most) {
        let sentence = not_meant(machine, way.meant.names(), pairs)?;
        machine.unbind(choice);
        if let Some(sentence) = sentence.filter(|sentence| !sentences.contains(sentence)) {
            sentences.push(sentence);
        }
    }
    if !sentences.is_empty() {
        return Ok(sentences.join(" "));
    }
    let mut names: Vec<&str> = Vec::new();
    for named in choice.ways.iter().flat_map(|way| way.meant.names()) {
        if !names.contains(&named.name.as_str()) {
            names.push(&named.name);
        }
    }
    match names.as_slice() {
        [] => Ok("What is chosen here has no names; say it in the words of the option.".to_owned()),
        names => Ok(format!("Nothing on offer is bound like that; the names here are {}.", names.join(", "))),
    }
}

/// The first of the names whose value is not meant, and why.
fn not_meant<'p>(
    machine: &mut Machine<'p>,
    names_here: &'p [NamedBinder],
    pairs: &[(String, Vec<String>)],
) -> Result<Option<String>, Fault> {
    for named in names_here {
        let Some((_, ways)) = pairs.iter().find(|(name, _)| same(name, &named.name)) else { continue };
        let value = ways.first().map_or("", String::as_str);
        let mut set = Vec::new();
        machine.binder_set(&named.binder, &mut set).map_err(|trouble| *trouble)?;
        let found =
            set.into_iter().find(|element| names_any(ways, &machine.binding(&named.sort, *element).to_string()));
        let Some(element) = found else {
            let sentence = format!("`{value}` is not in `{}`, where `{}` is looked for.", named.set_words, named.name);
            return Ok(Some(sentence));
        };
        machine.write(named.binder.local, element);
        if let (Some(condition), Some(words)) = (named.binder.condition, &named.condition_words)
            && !machine.holds_for_decider(condition).map_err(|trouble| *trouble)?
        {
            let sentence = format!("`{value}` is not meant here: `{}` must be such that `{words}`.", named.name);
            return Ok(Some(sentence));
        }
    }
    Ok(None)
}
