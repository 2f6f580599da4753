//! Pictures as SVG; colours come from the style of the page, so that they are right in light and dark.

use maud::{Markup, html};

use crate::findings::{Bar, Picture};

/// How wide a picture is, in its own units.
const WIDTH: f64 = 640.0;

/// How high a row of bars is.
const ROW: f64 = 56.0;

/// How high histograms and lines are.
const HEIGHT: f64 = 200.0;

/// Room for a number at the side.
const SIDE: f64 = 90.0;

/// Longer labels are cut, so that they fit.
const LONGEST: usize = 84;

pub(super) fn picture(picture: &Picture, title: &str) -> Markup {
    match picture {
        Picture::None => html! {},
        Picture::Bars { bars, .. } if bars.is_empty() => html! {},
        Picture::Bars { unit, bars, mark } => self::bars(bars, unit, *mark, title),
        Picture::Histogram { unit, classes, end } => histogram(classes, *end, unit, title),
        Picture::Line { unit, values } => line(values, unit, title),
    }
}

/// Each value as a bar, where it may be as a line across its end, its label above.
fn bars(bars: &[Bar], unit: &str, mark: Option<f64>, title: &str) -> Markup {
    let least = bars.iter().map(|bar| bar.low.min(bar.value)).chain(mark).fold(0.0, f64::min);
    let most = bars.iter().map(|bar| bar.high.max(bar.value)).chain(mark).fold(0.0_f64, f64::max).max(least + 0.01);
    let x = |value: f64| (WIDTH - SIDE) * (value.clamp(least, most) - least) / (most - least);
    let height = ROW * bars.len() as f64 + 24.0;
    let described: Vec<String> = bars.iter().map(|bar| format!("{}: {}", bar.label, percent(bar.value))).collect();
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-label={ (title) ": " (described.join("; ")) } {
            @for (row, bar) in bars.iter().enumerate() {
                @let top = ROW * row as f64;
                @let (from, to) = (x(bar.value.min(0.0)), x(bar.value.max(0.0)));
                text x="0" y=(px(top + 19.0)) { (cut(&bar.label)) }
                rect.bar x=(px(from)) y=(px(top + 27.0)) width=(px((to - from).max(1.0))) height="14" {}
                @if bar.low < bar.high {
                    line.span x1=(px(x(bar.low))) x2=(px(x(bar.high))) y1=(px(top + 34.0)) y2=(px(top + 34.0)) {}
                }
                text.soft x=(px(x(bar.high.max(bar.value).max(0.0)) + 5.0)) y=(px(top + 40.0)) { (percent(bar.value)) }
            }
            @if let Some(mark) = mark {
                line.mark x1=(px(x(mark))) x2=(px(x(mark))) y1="22" y2=(px(height - 20.0)) {}
            }
            text.soft x="0" y=(px(height - 4.0)) { (unit) }
        }
    }
}

fn histogram(classes: &[(u64, u64)], end: u64, unit: &str, title: &str) -> Markup {
    let most = classes.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let width = (WIDTH - SIDE) / classes.len().max(1) as f64;
    let least = classes.first().map_or(0, |(from, _)| *from);
    let last = end.saturating_sub(1);
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT + 56.0) } role="img" aria-label={ (title) ": " (unit) " from " (least) " to " (last) } {
            text.soft x="0" y="19" { (most) " games" }
            line.axis x1="0" x2=(px(WIDTH - SIDE)) y1=(px(HEIGHT)) y2=(px(HEIGHT)) {}
            @for (at, (_, count)) in classes.iter().enumerate() {
                @let height = (HEIGHT - 30.0) * *count as f64 / most as f64;
                rect.bar x=(px(width * at as f64)) y=(px(HEIGHT - height)) width=(px((width - 1.5).max(0.5))) height=(px(height)) {}
            }
            text.soft x="0" y=(px(HEIGHT + 22.0)) { (least) }
            text.soft x=(px(WIDTH - SIDE)) y=(px(HEIGHT + 22.0)) text-anchor="end" { (last) }
            text.soft x="0" y=(px(HEIGHT + 48.0)) { (unit) }
        }
    }
}

fn line(values: &[f64], unit: &str, title: &str) -> Markup {
    let step = (WIDTH - SIDE) / values.len().saturating_sub(1).max(1) as f64;
    let y = |value: f64| HEIGHT - (HEIGHT - 20.0) * value.clamp(0.0, 1.0);
    let points: Vec<String> =
        values.iter().enumerate().map(|(at, value)| format!("{},{}", px(step * at as f64), px(y(*value)))).collect();
    let described: Vec<String> = values.iter().map(|value| percent(*value)).collect();
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT + 30.0) } role="img" aria-label={ (title) ": " (described.join(", ")) } {
            @for share in [0.0, 0.5, 1.0] {
                line.axis x1="0" x2=(px(WIDTH - SIDE)) y1=(px(y(share))) y2=(px(y(share))) {}
                text.soft x=(px(WIDTH - SIDE + 5.0)) y=(px(y(share) + 4.0)) { (format!("{:.0} %", 100.0 * share)) }
            }
            polyline.way points=(points.join(" ")) {}
            text.soft x="0" y=(px(HEIGHT + 24.0)) { (unit) }
        }
    }
}

fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

/// A tenth of a unit is fine enough, and the same everywhere.
fn px(value: f64) -> String {
    format!("{value:.1}")
}

fn cut(label: &str) -> String {
    match label.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", label.get(..end).unwrap_or_default()),
        None => label.to_owned(),
    }
}
