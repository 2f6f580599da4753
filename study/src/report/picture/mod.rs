//! Pictures as SVG by plotters, each once for wide pages and once for narrow ones. Which of them is shown, and in which colours, is told by the style of the
//! page: `style.css` has a rule for each colour in [`Colours`], so that pictures are right in light and dark.

mod bars;
mod histogram;
mod line;

use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::prelude::{
    DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, IntoFont, RGBColor, SVGBackend, TextStyle,
};

use crate::findings::Picture;

/// How a picture is drawn; what can go wrong is writing, which a text in memory never does.
type Drawn<'b> = Result<(), DrawingAreaErrorKind<<SVGBackend<'b> as plotters::prelude::DrawingBackend>::ErrorType>>;

/// Where it is drawn.
type Area<'b> = DrawingArea<SVGBackend<'b>, Shift>;

/// The widths of pages, and what those pictures are called in the style.
const WIDTHS: [(&str, u32); 2] = [("wide", 640), ("narrow", 340)];

/// How high letters are.
const LETTERS: f64 = 13.0;

/// The colours that the style puts others in the place of.
struct Colours;

impl Colours {
    const INK: RGBColor = RGBColor(0x22, 0x26, 0x2B);
    const SOFT: RGBColor = RGBColor(0x5D, 0x64, 0x6D);
    const LINE: RGBColor = RGBColor(0xD5, 0xD2, 0xC9);
    const BAR: RGBColor = RGBColor(0x2F, 0x6F, 0x9F);
    const SPAN: RGBColor = RGBColor(0xB4, 0x57, 0x1D);
    const MARK: RGBColor = RGBColor(0x8A, 0x8F, 0x96);
}

pub(super) fn picture(picture: &Picture, title: &str) -> Markup {
    let described = match picture {
        Picture::None => return html! {},
        Picture::Bars { bars, .. } if bars.is_empty() => return html! {},
        Picture::Bars { bars, .. } => bars::described(bars),
        Picture::Histogram { unit, classes, end } => histogram::described(classes, *end, unit),
        Picture::Line { values, .. } => line::described(values),
    };
    html! {
        div.picture role="img" aria-label={ (title) ": " (described) } {
            @for (name, width) in WIDTHS { (drawn(picture, name, width)) }
        }
    }
}

fn drawn(picture: &Picture, name: &str, width: u32) -> Markup {
    let height = match picture {
        Picture::Bars { bars, .. } => bars::height(bars.len()),
        _ => 240,
    };
    let mut text = String::new();
    let done = {
        let area = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
        let drawn = match picture {
            Picture::None => Ok(()),
            Picture::Bars { unit, bars, mark } => bars::draw(&area, bars, unit, *mark),
            Picture::Histogram { unit, classes, end } => histogram::draw(&area, classes, *end, unit),
            Picture::Line { unit, values } => line::draw(&area, values, unit),
        };
        drawn.and_then(|()| area.present())
    };
    // Its own first tag names a namespace, which a page needs no more than a fixed size.
    let inside = text.split_once('\n').and_then(|(_, rest)| rest.trim_end().strip_suffix("</svg>"));
    let Some(inside) = inside.filter(|_| done.is_ok()) else { return html! {} };
    html! {
        svg class=(name) viewBox={ "0 0 " (width) " " (height) } aria-hidden="true" { (PreEscaped(inside)) }
    }
}

fn words(colour: RGBColor) -> TextStyle<'static> {
    // Pictures as SVG have letters of this part of what was asked for.
    ("sans-serif", LETTERS * 1.24).into_font().color(&colour)
}

fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

#[cfg(test)]
mod tests {
    use super::picture;
    use crate::findings::{Bar, Picture};

    /// Few games, none, and games that are all alike: what is drawn ends and says nothing of elsewhere.
    #[test]
    fn whatever_there_is_can_be_drawn() {
        let bar = |value: f64, low: f64, high: f64| Bar { label: "<b> & \u{e4}".repeat(30), value, low, high };
        let infinite = bar(0.0, f64::NEG_INFINITY, f64::INFINITY);
        let bars = [vec![bar(0.0, 0.0, 0.0)], vec![infinite, bar(0.3, 0.2, 0.4)], vec![bar(-0.001, -0.002, 0.0)]];
        let mut pictures: Vec<Picture> =
            bars.into_iter().map(|bars| Picture::Bars { unit: "share", bars, mark: Some(0.0) }).collect();
        for (classes, end) in
            [(vec![(5, 1)], 6), (vec![(0, 0), (1, 3)], 2), (vec![(0, u64::MAX / 2), (1_000, 7)], 2_000)]
        {
            pictures.push(Picture::Histogram { unit: "decisions", classes, end });
        }
        for values in [vec![], vec![0.5], vec![0.0, 1.0, 0.2]] {
            pictures.push(Picture::Line { unit: "share", values });
        }
        for one in &pictures {
            let drawn = picture(one, "Title").into_string();
            assert_eq!(drawn.matches("<svg").count(), 2, "{drawn}");
            assert!(!drawn.contains("http") && !drawn.contains("<b>") && !drawn.contains("NaN"), "{drawn}");
        }
    }
}
