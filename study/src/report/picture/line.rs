//! Shares that follow each other.

use plotters::prelude::{ChartBuilder, PathElement};
use plotters::style::Color;

use super::{Area, Colours, Drawn, percent, words};

pub(super) fn described(values: &[f64]) -> String {
    let each: Vec<String> = values.iter().map(|value| percent(*value)).collect();
    each.join(", ")
}

pub(super) fn draw<'b>(area: &Area<'b>, values: &[f64], unit: &str) -> Drawn<'b> {
    let steps = values.len().saturating_sub(1).max(1) as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(5)
        .y_labels(7)
        .y_max_light_lines(0)
        .x_label_formatter(&|value| format!("{:.0} %", 100.0 * value))
        .y_label_formatter(&|value| format!("{:.0} %", 100.0 * value))
        .label_style(words(Colours::SOFT))
        .axis_desc_style(words(Colours::SOFT))
        .x_desc(unit)
        .axis_style(Colours::LINE)
        .bold_line_style(Colours::LINE)
        .draw()?;
    let points: Vec<(f64, f64)> =
        values.iter().enumerate().map(|(step, value)| (step as f64 / steps, value.clamp(0.0, 1.0))).collect();
    chart.draw_series([PathElement::new(points, Colours::BAR.stroke_width(3))])?;
    Ok(())
}
