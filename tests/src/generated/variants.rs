//! Variants of a generated game: a file of differences that extends it.

use super::maker::Maker;

impl Maker {
    /// A file that changes some of what stands in `parent.rules`; mostly none.
    pub fn variant(&mut self) -> Option<String> {
        if self.percent(75) {
            return None;
        }
        let mut texts =
            vec!["game \"A variant\" extends \"parent.rules\" doc \"As the other, but for this.\"".to_owned()];
        for _ in 0..1 + self.below(4) {
            if !self.differences.is_empty() {
                let at = self.below(self.differences.len());
                let difference = self.differences.swap_remove(at);
                // One thing is changed once; a clause and the whole of a rule are one thing.
                let named = |text: &str| -> Vec<String> {
                    let stop = |sign: char| !(sign.is_alphanumeric() || sign == '_');
                    text.split(stop).skip(1).take(2).map(str::to_owned).collect()
                };
                self.differences.retain(|other| named(other) != named(&difference));
                texts.push(difference);
            }
        }
        if self.percent(50) {
            texts.push("trigger later doc \"It comes later.\" when fuse >= 2 { set hint = 0 }".to_owned());
        }
        if self.percent(40) {
            self.longer_list(&mut texts);
        }
        Some(texts.join("\n") + "\n")
    }

    /// The first list gets one more value, and whatever has something for each value gets it for that too.
    fn longer_list(&mut self, texts: &mut Vec<String>) {
        let list = self.signature.lists[0].name.clone();
        texts.push(format!("extend type {list} = further"));
        if self.signature.tables.iter().any(|table| table.name == "worth") {
            texts.push(format!("extend table worth({list}, 1..3) {{ further : 1 0 2 }}"));
        }
        let clauses = self.clauses.clone();
        texts.extend(clauses.into_iter().filter(|(of, _)| *of == 0).map(|(_, text)| text));
    }
}
