//! Drawing the full screen: which parts stand where at which size, and what each shows.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use rulehound::workshop::visible;
use rulehound_interpreter::table::Tone;

use super::screen::{Pane, Screen};

/// From so many columns on all parts stand side by side.
const WIDE: u16 = 100;
/// With fewer columns the log stands beneath the options.
const NARROW: u16 = 76;
/// The fewest rows that the options are left.
const LEAST_OPTIONS: u16 = 7;

/// The keys, as they are told at the bottom.
const KEYS: &str =
    "↑ ↓ mark · Enter take · number or words · Tab, PgUp, PgDn read · ? why not · u back · h help · q quit";
/// The same where there is less room.
const FEW_KEYS: &str = "↑ ↓ Enter take · Tab, PgUp, PgDn read · ? u h q";

/// Colours of players; those of one player are never used for another at one table of six.
const SEATS: [Color; 6] = [Color::Cyan, Color::Yellow, Color::Magenta, Color::Green, Color::Red, Color::Blue];

/// Draws all of it, with colours or without.
pub fn draw(screen: &Screen, colours: bool, frame: &mut Frame<'_>) {
    let area = frame.area();
    if let Some(sentence) = &screen.cover {
        let [_, middle, _] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(3), Constraint::Fill(1)]).areas(area);
        let lines = folded(sentence, usize::from(area.width)).into_iter().map(Line::from).collect::<Vec<_>>();
        frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center), middle);
        return;
    }
    let [parts, typed, keys] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)]).areas(area);
    let places = Places::new(parts, screen);
    table(screen, colours, places.table, frame);
    options(screen, places.options, frame);
    if let Some(area) = places.log {
        log(screen, area, frame);
    }
    if let Some(area) = places.rules {
        rules(screen, area, frame);
    }
    let line = format!("{}{}", screen.prompt, screen.line);
    let shown = visible(&line);
    let width = usize::from(typed.width.saturating_sub(1));
    let over = shown.chars().count().saturating_sub(width);
    let shown: String = shown.chars().skip(over).collect();
    let end = u16::try_from(shown.chars().count()).unwrap_or(0);
    frame.render_widget(Paragraph::new(shown), typed);
    frame.set_cursor_position((typed.x + end, typed.y));
    let told = if usize::from(keys.width) < KEYS.chars().count() { FEW_KEYS } else { KEYS };
    frame.render_widget(Paragraph::new(told).style(Style::new().add_modifier(Modifier::DIM)), keys);
}

/// Where the parts stand; where there is room for one only, log or rules, whichever is read.
struct Places {
    table: Rect,
    options: Rect,
    log: Option<Rect>,
    rules: Option<Rect>,
}

impl Places {
    fn new(area: Rect, screen: &Screen) -> Self {
        if area.width >= WIDE {
            let [left, right] =
                Layout::horizontal([Constraint::Percentage(58), Constraint::Percentage(42)]).areas(area);
            let [table, options] = Layout::vertical(Self::heights(left, screen)).areas(left);
            let [log, rules] = Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(right);
            return Self { table, options, log: Some(log), rules: Some(rules) };
        }
        let [table, below] = Layout::vertical(Self::heights(area, screen)).areas(area);
        let halves = [Constraint::Fill(1), Constraint::Fill(1)];
        let [options, side] = if area.width >= NARROW {
            Layout::horizontal(halves).areas(below)
        } else {
            Layout::vertical(halves).areas(below)
        };
        let reads_rules = screen.focus == Pane::Rules;
        Self { table, options, log: (!reads_rules).then_some(side), rules: reads_rules.then_some(side) }
    }

    /// The table is as high as it needs to be, as long as the options have some room.
    fn heights(area: Rect, screen: &Screen) -> [Constraint; 2] {
        let inside = usize::from(area.width.saturating_sub(2));
        let most = area.height.saturating_sub(LEAST_OPTIONS).max(area.height / 2);
        let room = usize::from(most.saturating_sub(2));
        let needed = screen.table.as_ref().map_or(0, |table| table.lines(inside, room).len());
        let needed = u16::try_from(needed).unwrap_or(u16::MAX).saturating_add(2);
        [Constraint::Length(needed.min(most)), Constraint::Fill(1)]
    }
}

fn framed<'t>(title: &'t str, read: bool) -> Block<'t> {
    let look = if read { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    Block::bordered().title(Span::styled(format!(" {title} "), look))
}

fn table(screen: &Screen, colours: bool, area: Rect, frame: &mut Frame<'_>) {
    let title = visible(&screen.title);
    let block = framed(&title, screen.focus == Pane::Table);
    let inside = block.inner(area);
    let (width, height) = (usize::from(inside.width), usize::from(inside.height));
    let lines = screen.table.as_ref().map(|table| table.lines(width, height)).unwrap_or_default();
    let part = |(text, tone): &(String, Tone)| Span::styled(visible(text).into_owned(), style(*tone, colours));
    let lines = lines.iter().map(|line| Line::from(line.parts().iter().map(part).collect::<Vec<_>>()));
    let lines: Vec<Line<'_>> = lines.collect();
    let first = first_shown(screen.moved[Pane::Table as usize], lines.len(), inside.height);
    let cut = lines.len() > first + usize::from(inside.height);
    let block = if cut { block.title_bottom(" more: Tab, PgDn ") } else { block };
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).collect();
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

fn options(screen: &Screen, area: Rect, frame: &mut Frame<'_>) {
    let block = framed("What you may do", false);
    let inside = block.inner(area);
    let width = usize::from(inside.width);
    let mut lines: Vec<Line<'_>> = folded(&screen.question, width).into_iter().map(Line::from).collect();
    let mut at = lines.len();
    for (index, option) in screen.options.iter().enumerate() {
        let marked = screen.marked == Some(index);
        let look = if marked { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        if marked {
            at = lines.len();
        }
        let told = folded(&option.words, width);
        lines.extend(told.into_iter().map(|line| Line::from(Span::styled(line, look))));
    }
    // What is marked is always seen.
    let height = usize::from(inside.height);
    let first = if screen.marked.is_some() { (at + 2).saturating_sub(height) } else { 0 };
    let more = lines.len().saturating_sub(first + height);
    let mut shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(height).collect();
    if more > 0
        && let Some(last) = shown.last_mut()
    {
        *last = Line::from(format!("… {} more lines (↓)", more + 1));
    }
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

fn log(screen: &Screen, area: Rect, frame: &mut Frame<'_>) {
    let block = framed("What happened", screen.focus == Pane::Log);
    let inside = block.inner(area);
    let log = screen.log.borrow();
    let lines: Vec<String> = log.iter().flat_map(|line| folded(line, usize::from(inside.width))).collect();
    let height = usize::from(inside.height);
    let last = lines.len().saturating_sub(height);
    let first = last.saturating_sub(screen.moved[Pane::Log as usize]);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(height).map(Line::from).collect();
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

fn rules(screen: &Screen, area: Rect, frame: &mut Frame<'_>) {
    let block = framed("What the rules say", screen.focus == Pane::Rules);
    let inside = block.inner(area);
    let lines: Vec<String> = screen.rules.iter().flat_map(|line| folded(line, usize::from(inside.width))).collect();
    let first = first_shown(screen.moved[Pane::Rules as usize], lines.len(), inside.height);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).map(Line::from).collect();
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

/// The first line that is seen of so many, if one has moved so far.
fn first_shown(moved: usize, lines: usize, height: u16) -> usize {
    moved.min(lines.saturating_sub(usize::from(height)))
}

/// A line that is too wide, broken at blanks, its further lines a little deeper; a word that is wider than all is cut.
fn folded(line: &str, width: usize) -> Vec<String> {
    let line = visible(line);
    if line.chars().count() <= width {
        return vec![line.into_owned()];
    }
    let indent = line.chars().take_while(|sign| *sign == ' ').count().min(width / 3);
    let mut lines = Vec::new();
    let mut now = " ".repeat(indent);
    let mut empty = true;
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        if !empty && now.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut now, " ".repeat(indent + 2)));
            empty = true;
        }
        if !empty {
            now.push(' ');
        }
        now.push_str(word);
        empty = false;
    }
    lines.push(now);
    lines
}

/// How a tone looks.
fn style(tone: Tone, colours: bool) -> Style {
    let seat = |seat: usize| {
        let strong = Style::new().add_modifier(Modifier::BOLD);
        match SEATS.get(seat % SEATS.len()).filter(|_| colours) {
            Some(colour) => strong.fg(*colour),
            None => strong,
        }
    };
    match tone {
        Tone::Plain => Style::new(),
        Tone::Faint => Style::new().add_modifier(Modifier::DIM),
        Tone::Strong => Style::new().add_modifier(Modifier::BOLD),
        Tone::Seat(of) => seat(of),
        Tone::Changed(Some(of)) => seat(of).add_modifier(Modifier::UNDERLINED),
        Tone::Struck(Some(of)) => seat(of).add_modifier(Modifier::CROSSED_OUT),
        Tone::Struck(None) => Style::new().add_modifier(Modifier::CROSSED_OUT),
        Tone::Changed(None) => Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
    }
}
