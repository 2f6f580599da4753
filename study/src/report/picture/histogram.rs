//! How many games fall into each class.

use plotters::prelude::{ChartBuilder, Rectangle};
use plotters::style::Color;

use super::{Area, Colours, Drawn, words};

pub(super) fn described(classes: &[(u64, u64)], end: u64, unit: &str) -> String {
    let least = classes.first().map_or(0, |(from, _)| *from);
    format!("{unit} from {least} to {}", end.saturating_sub(1))
}

pub(super) fn draw<'b>(area: &Area<'b>, classes: &[(u64, u64)], end: u64, unit: &str) -> Drawn<'b> {
    let most = classes.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let least = classes.first().map_or(0, |(from, _)| *from);
    let ends = classes.iter().skip(1).map(|(from, _)| *from).chain([end]);
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(16)
        .x_label_area_size(44)
        .y_label_area_size(62)
        // A class of one length has that length in its middle.
        .build_cartesian_2d(least as f64 - 0.5..end as f64 - 0.5, 0.0..1.05 * most as f64)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(6)
        .y_labels(5)
        .y_max_light_lines(0)
        .y_label_formatter(&whole)
        .x_label_formatter(&whole)
        .label_style(words(Colours::SOFT))
        .axis_desc_style(words(Colours::SOFT))
        .x_desc(unit)
        .y_desc("games")
        .axis_style(Colours::LINE)
        .bold_line_style(Colours::LINE)
        .draw()?;
    chart.draw_series(classes.iter().zip(ends).map(|((from, count), end)| {
        let mut bar =
            Rectangle::new([(*from as f64 - 0.5, 0.0), (end as f64 - 0.5, *count as f64)], Colours::BAR.filled());
        bar.set_margin(0, 0, 1, 1);
        bar
    }))?;
    Ok(())
}

/// Between whole games and decisions there are none.
fn whole(value: &f64) -> String {
    if value.fract().abs() < 1e-9 { format!("{value:.0}") } else { String::new() }
}
