//! The few shapes that pictures are made of.

use std::fmt::Write as _;

/// Shapes with the size of the paper they need.
pub struct Drawing {
    /// The shapes.
    pub shapes: String,
    /// How wide.
    pub width: i32,
    /// How high.
    pub height: i32,
}

impl Drawing {
    /// Empty paper.
    pub fn new(width: i32, height: i32) -> Self {
        Self { shapes: String::new(), width, height }
    }

    /// A rectangle with round corners.
    pub fn rect(&mut self, class: &str, (x, y): (i32, i32), (width, height): (i32, i32), round: i32) {
        self.put(&format!(r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}"/>"#));
    }

    /// A circle.
    pub fn circle(&mut self, class: &str, (x, y): (i32, i32), radius: i32) {
        self.put(&format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
    }

    /// A line.
    pub fn line(&mut self, class: &str, (x1, y1): (i32, i32), (x2, y2): (i32, i32)) {
        self.put(&format!(r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#));
    }

    /// A path.
    pub fn path(&mut self, class: &str, path: &str) {
        self.put(&format!(r#"<path class="{class}" d="{path}"/>"#));
    }

    /// Words, in the middle of a point.
    pub fn words(&mut self, class: &str, (x, y): (i32, i32), size: i32, text: &str) {
        self.put(&format!(
            r#"<text class="{class}" x="{x}" y="{y}" font-size="{size}" text-anchor="middle">{}</text>"#,
            escaped(text)
        ));
    }

    /// Words that begin at a point.
    pub fn words_from(&mut self, class: &str, (x, y): (i32, i32), size: i32, text: &str) {
        self.put(&format!(r#"<text class="{class}" x="{x}" y="{y}" font-size="{size}">{}</text>"#, escaped(text)));
    }

    /// Opens a link around what follows.
    pub fn open_link(&mut self, to: &str) {
        self.put(&format!(r##"<a href="#{}">"##, escaped(to)));
    }

    /// Closes it.
    pub fn close_link(&mut self) {
        self.put("</a>");
    }

    fn put(&mut self, shape: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.shapes, "{shape}");
    }
}

/// The whole element, with words for those who do not see it.
pub fn framed(drawing: &Drawing, title: &str, description: &str, number: usize) -> String {
    let Drawing { shapes, width, height } = drawing;
    // Links within an image could not be reached by whoever cannot see it.
    let role = if shapes.contains("<a ") { "group" } else { "img" };
    format!(
        r#"<svg class="picture" role="{role}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" aria-labelledby="picture-{number}-title picture-{number}-text"><title id="picture-{number}-title">{}</title><desc id="picture-{number}-text">{}</desc>{shapes}</svg>"#,
        escaped(title),
        escaped(description),
    )
}

/// Text that is safe inside elements and attributes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ if character.is_control() => {}
            _ => safe.push(character),
        }
    }
    safe
}

/// Words in lines of at most so many characters; a longer word stands alone.
pub fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
