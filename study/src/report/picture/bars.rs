//! Values as bars, with where they may be as a line across their ends, and their labels above.

use plotters::prelude::{ChartBuilder, PathElement, Rectangle, Text};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, Colours, Drawn, percent, words};
use crate::findings::Bar;

/// How high a row is.
const ROW: u32 = 46;

/// How high the axis below is, with its name.
const AXIS: u32 = 48;

/// Room for a number at the side.
const SIDE: u32 = 62;

/// How wide a letter is at most, nearly.
const LETTER: usize = 7;

pub(super) fn described(bars: &[Bar]) -> String {
    let each: Vec<String> = bars.iter().map(|bar| format!("{}: {}", bar.label, percent(bar.value))).collect();
    each.join("; ")
}

pub(super) fn height(bars: usize) -> u32 {
    ROW * u32::try_from(bars).unwrap_or(1) + AXIS + 8
}

pub(super) fn draw<'b>(area: &Area<'b>, bars: &[Bar], unit: &str, mark: Option<f64>) -> Drawn<'b> {
    let bars: Vec<Bar> = bars.iter().map(bounded).collect();
    let least = bars.iter().map(|bar| bar.low.min(bar.value)).chain(mark).fold(0.0, f64::min);
    let most = bars.iter().map(|bar| bar.high.max(bar.value)).chain(mark).fold(0.0_f64, f64::max).max(least + 0.01);
    // What stands behind the longest bar begins behind it.
    let most = most + (most - least) / 50.0;
    let letters = area.dim_in_pixel().0 as usize / LETTER;
    let mut chart = ChartBuilder::on(area)
        .margin_left(16)
        .margin_right(SIDE)
        .margin_top(8)
        .x_label_area_size(AXIS)
        .build_cartesian_2d(least..most, bars.len() as f64..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(5)
        .x_max_light_lines(0)
        .x_label_formatter(&|value| tick(*value, most - least))
        .x_label_style(words(Colours::SOFT))
        .axis_desc_style(words(Colours::SOFT))
        .x_desc(unit)
        .axis_style(Colours::LINE)
        .bold_line_style(Colours::LINE)
        .draw()?;
    let (label, number) = (words(Colours::INK), words(Colours::SOFT).pos(Pos::new(HPos::Left, VPos::Center)));
    for (row, bar) in bars.iter().enumerate() {
        let top = row as f64;
        let corners = [(bar.value.min(0.0), top + 0.48), (bar.value.max(0.0), top + 0.82)];
        chart.draw_series([Rectangle::new(corners, Colours::BAR.filled())])?;
        if bar.low < bar.high {
            let ends = [bar.low, bar.high].map(|end| [(end, top + 0.52), (end, top + 0.78)]);
            let across = [(bar.low, top + 0.65), (bar.high, top + 0.65)];
            let lines =
                ends.iter().chain([&across]).map(|line| PathElement::new(line.to_vec(), Colours::SPAN.stroke_width(2)));
            chart.draw_series(lines)?;
        }
        chart.draw_series([Text::new(cut(&bar.label, letters), (least, top + 0.08), label.clone())])?;
        let behind = bar.high.max(bar.value).max(0.0) + (most - least) / 100.0;
        chart.draw_series([Text::new(percent(bar.value), (behind, top + 0.65), number.clone())])?;
    }
    if let Some(mark) = mark {
        let line = [(mark, 0.0), (mark, bars.len() as f64)];
        chart.draw_series([PathElement::new(line, Colours::MARK.stroke_width(1))])?;
    }
    Ok(())
}

/// With ends that can be drawn: of a single game nobody knows where its mean may be, and no share is more than all.
fn bounded(bar: &Bar) -> Bar {
    let [value, low, high] = [bar.value, bar.low, bar.high].map(|value| value.clamp(-1.0, 1.0));
    Bar { label: bar.label.clone(), value, low, high }
}

/// A tick of an axis, with as many digits behind the point as tell those of so wide a one apart.
fn tick(value: f64, width: f64) -> String {
    // There is no zero below zero.
    let value = if value.abs() < 1e-9 { 0.0 } else { value };
    format!("{:.*} %", if width < 0.05 { 1 } else { 0 }, 100.0 * value)
}

fn cut(label: &str, letters: usize) -> String {
    match label.char_indices().nth(letters) {
        Some((end, _)) => format!("{} …", label.get(..end).unwrap_or_default()),
        None => label.to_owned(),
    }
}
