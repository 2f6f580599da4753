//! The page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::goals::section as goals_section;
use super::picture::picture;
use crate::findings::{Finding, Picked};
use crate::goal::Judged;
use crate::part::Part;
use crate::plan::Series;
use crate::recipe::Recipe;

/// How the page looks.
const STYLE: &str = include_str!("style.css");

/// What the page tells besides what was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told<'t> {
    /// The goals.
    pub goals: &'t [Judged],
    /// The same goals, judged by the game that this one is compared with; none if there is no such game.
    pub base_goals: &'t [Judged],
    /// The same goals, judged by the games between the best bots; none if there are none.
    pub bot_goals: &'t [Judged],
    /// Numbers that bring missed goals nearer together, if some do.
    pub recipe: Option<&'t Recipe>,
    /// What the rules change in the game that they are compared with: lines of words, headings at their margin.
    pub changes: &'t [String],
    /// The games that are worth a look, with the names of the files they stand in.
    pub games: &'t [(Picked, String)],
}

/// The whole page.
pub fn page(whole: &Part, findings: &[Finding], told: Told<'_>) -> String {
    let Told { goals, changes, games, .. } = told;
    let manifest = &whole.manifest;
    let title = format!("{}: what {} games say", manifest.title, whole.to - whole.from);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (manifest.title) }
                    p { (subtitle(whole)) }
                    nav aria-label="Contents" {
                        ul {
                            @if !goals.is_empty() { li { a href="#goals" { "Goals" } } }
                            @if !changes.is_empty() { li { a href="#changed" { "What is changed" } } }
                            @for one in findings { li { a href={ "#" (one.key) } { (one.title) } } }
                            @if !games.is_empty() { li { a href="#games" { "Games to look at" } } }
                            li { a href="#how" { "How this was found" } }
                        }
                    }
                }
                main {
                    @if !goals.is_empty() { (goals_section(whole, told)) }
                    (in_short(findings))
                    @if !changes.is_empty() { (changed_section(whole, changes)) }
                    @for one in findings { (section(one)) }
                    @if !games.is_empty() { (games_section(games)) }
                    (how(whole))
                }
            }
        }
    };
    page.into_string()
}

fn subtitle(whole: &Part) -> String {
    let manifest = &whole.manifest;
    let bots =
        if manifest.bots.is_empty() { String::new() } else { format!(", and bots: {}", manifest.bots.join(", ")) };
    let count = manifest.players.len();
    let players = if count == 1 { "1 player".to_owned() } else { format!("{count} players") };
    let names = manifest.players.join(", ");
    format!("{} games of {players} ({names}) by random players{bots}.", whole.to - whole.from)
}

fn section(one: &Finding) -> Markup {
    html! {
        section id=(one.key) {
            h2 { (one.title) }
            p.sentence { (coded(&one.sentence)) }
            @if !one.table.is_empty() { (table(&one.table)) }
            (picture(&one.picture, &one.title))
            @if !one.lines.is_empty() {
                details {
                    summary { "More" }
                    ul { @for line in &one.lines { li { (coded(line)) } } }
                }
            }
        }
    }
}

/// Numbers side by side, the first row the heads; wide ones scroll by themselves.
fn table(rows: &[Vec<String>]) -> Markup {
    let Some((heads, rows)) = rows.split_first() else { return html! {} };
    html! {
        div.table tabindex="0" role="group" aria-label="Numbers" {
            table {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody {
                    @for row in rows {
                        tr { @for (at, cell) in row.iter().enumerate() { @if at == 0 { th scope="row" { (coded(cell)) } } @else { td { (coded(cell)) } } } }
                    }
                }
            }
        }
    }
}

/// What is told in short: what a designer asks first.
const SHORT: [&str; 9] = ["variant", "asked", "sources", "ties", "length", "seats", "options", "without", "settings"];

/// Its first sentence; of a comparison all that is shown.
fn first(one: &Finding) -> String {
    if one.key == "variant" {
        return one.sentence.clone();
    }
    one.sentence.split_inclusive(". ").next().unwrap_or_default().trim_end().to_owned()
}

/// What these games show and what they do not, for those who read no further.
fn in_short(findings: &[Finding]) -> Markup {
    let named = |shown: bool| findings.iter().filter(move |one| one.shown == shown);
    html! {
        section id="short" {
            h2 { "In short" }
            ul {
                @for one in named(true).filter(|one| SHORT.contains(&one.key)) {
                    li { a href={ "#" (one.key) } { (one.title) } ": " (coded(&first(one))) }
                }
            }
            @if named(false).next().is_some() {
                p { "Not shown by these games:" }
                ul {
                    @for one in named(false) {
                        li { a href={ "#" (one.key) } { (one.title) } @if !one.doubt.is_empty() { ": " (coded(&one.doubt)) } "." }
                    }
                }
            }
        }
    }
}

/// Words of the rules, which stand between backticks, as code.
fn coded(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

fn games_section(games: &[(Picked, String)]) -> Markup {
    html! {
        section id="games" {
            h2 { "Games to look at" }
            p.sentence { "Each is a script beside this page; " code { "rulehound run FILE" } " plays it." }
            ul { @for (game, file) in games { li { code { (file) } ": " (game.why) } } }
        }
    }
}

/// So many lines are shown at once; more are a click away.
const SHOWN_CHANGES: usize = 30;

fn changed_section(whole: &Part, changes: &[String]) -> Markup {
    let base = whole.manifest.base.as_ref().map_or("", |(title, _)| title.as_str());
    let is_heading = |line: &&String| !line.is_empty() && !line.starts_with(' ');
    // What is told of the game as a whole has a heading that names nothing of it.
    let named = |line: &&String| is_heading(line) && line.contains(": ");
    let headings: Vec<&str> = changes.iter().filter(named).map(String::as_str).collect();
    let sentence = match headings.as_slice() {
        [] => format!("These rules change something of {base}."),
        headings => format!("Of {base} these rules change: {}.", headings.join("; ")),
    };
    html! {
        section id="changed" {
            h2 { "What is changed" }
            p.sentence { (sentence) }
            details open[changes.len() <= SHOWN_CHANGES] {
                summary { "Before and now" }
                pre.rules {
                    @for line in changes {
                        @if is_heading(&line) { b { (line) } } @else { (line) }
                        "\n"
                    }
                }
            }
        }
    }
}

fn how(whole: &Part) -> Markup {
    let manifest = &whole.manifest;
    html! {
        section id="how" {
            h2 { "How this was found" }
            p {
                "Numbers in brackets, and thin lines in pictures, say where the true value may be: of twenty such statements nineteen hold, and one does not. "
                "Pictures of differences, and tables of other numbers, have only what is sure. Spread says how far single games lie from the mean, most of them no farther. "
            }
            p {
                "For those who know statistics: shares of a number of games that was fixed before have the interval of Wilson; of seats, options and bots each is "
                "as sure as it takes for all of them together. "
                @if manifest.until.is_some() { "This study was watched and ended early, so its shares have intervals that hold whenever somebody looks. " }
                "Means over games are drawn again from whole games (bootstrap); of many options those are called sure among which one in twenty is none "
                "(Benjamini and Hochberg)."
            }
            @if whole.kept.looked_into < whole.kept.of(Series::Random).games {
                p {
                    "What is on offer and which rules run was looked into in the first " (whole.kept.looked_into)
                    " games only; all others were counted."
                }
            }
            p { "Random players are no people. What only good play shows, only the bots' games can show." }
            p {
                "Rules " code { (manifest.rules) } ", seed " (manifest.seed) ", games " (whole.from) " to " (whole.to - 1)
                @if !manifest.bots.is_empty() { "; bots play every " (manifest.every) "th" }
                ". Program " (manifest.version) "."
            }
        }
    }
}
