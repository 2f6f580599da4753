//! What stands beside the text: the rule document with places to lead to, and scripts as a list of tests.

use crate::editor::{Editor, shipped, uri};
use crate::scripts::{RULES, SCRIPT};
use serde_json::{Value, json};

fn game(name: &str) -> String {
    shipped().into_iter().find(|(other, _)| other == name).expect("a shipped game").1
}

fn page(editor: &mut Editor, name: &str) -> Value {
    editor.ask("rulehound/page", json!({ "uri": uri(name) }))
}

/// The places that stand in a page, each as file and line from 0.
fn places(page: &Value) -> Vec<(usize, usize)> {
    let html = page["html"].as_str().expect("a page");
    let found = html.split("data-at=\"").skip(1).map(|rest| rest.split_once('"').expect("it ends").0);
    let numbers = found.map(|at| at.split_once(':').expect("file and line"));
    numbers.map(|(file, line)| (file.parse().expect("a number"), line.parse().expect("a number"))).collect()
}

#[test]
fn every_rule_that_names_its_section_has_its_place_in_the_page() {
    let text = game("hot-dog.rules");
    let mut editor = Editor::new(&[("hot-dog.rules", &text)]);
    editor.open("hot-dog.rules", &text);
    let page = page(&mut editor, "hot-dog.rules");
    assert_eq!(page["files"], json!([uri("hot-dog.rules")]));
    let places = places(&page);
    let lines: Vec<&str> = text.lines().collect();
    let mut rules = 0;
    for (number, line) in lines.iter().enumerate() {
        let heads = ["phase ", "rule ", "when "].iter().any(|word| line.starts_with(word));
        if heads
            && lines[..number].iter().rev().take_while(|line| line.starts_with('|')).any(|line| line.starts_with("| ["))
        {
            assert!(places.contains(&(0, number)), "line {}: `{line}` is led to by nothing", number + 1);
            rules += 1;
        }
    }
    assert!(rules >= 8, "{rules} rules");
    assert!(places.iter().all(|(file, line)| *file == 0 && *line < lines.len()));
    // Steps lead to their statements.
    let statement = |(_, line): &&(usize, usize)| lines[*line].starts_with("  ");
    assert!(places.iter().filter(statement).count() > 30, "{places:?}");
}

#[test]
fn a_page_of_a_variant_leads_to_both_files_and_waits_for_mistakes_to_be_mended() {
    let (base, young) = (game("hot-dog.rules"), game("hot-dog-young.rules"));
    let mut editor = Editor::new(&[("hot-dog.rules", &base), ("hot-dog-young.rules", &young)]);
    editor.open("hot-dog-young.rules", &young);
    let page = page(&mut editor, "hot-dog-young.rules");
    assert_eq!(page["files"], json!([uri("hot-dog-young.rules"), uri("hot-dog.rules")]));
    assert!(places(&page).iter().any(|(file, _)| *file == 0), "what changes stands in the variant");
    editor.rewrite("hot-dog-young.rules", &young.replace("phase", "fase").replace("rule ", "role "));
    assert_eq!(self::page(&mut editor, "hot-dog-young.rules"), Value::Null);
    assert_eq!(self::page(&mut editor, "nowhere.rules"), Value::Null);
}

#[test]
fn scripts_are_a_list_of_tests() {
    let wrong = SCRIPT.replace("title: low tide", "title: what does not hold") + "  - expect: { Ann.taken: 7 }\n";
    let mut editor =
        Editor::new(&[("tide.rules", RULES), ("s.yaml", SCRIPT), ("t.yaml", &wrong), ("u.yaml", "a: b\n")]);
    let listed = editor.ask("rulehound/scripts", json!({}));
    let one = |name: &str, title: &str| json!({ "uri": uri(name), "title": title, "game": "tide.rules", "line": 2 });
    assert_eq!(listed, json!([one("s.yaml", "low tide"), one("t.yaml", "what does not hold")]));
    let mut tried = |name: &str| editor.ask("rulehound/test", json!({ "uri": uri(name) }));
    assert_eq!(tried("s.yaml"), json!({ "passed": true, "findings": [] }), "it need not be open");
    let told = tried("t.yaml");
    assert_eq!(told["passed"], json!(false));
    let finding = &told["findings"][0];
    let line = usize::try_from(finding["range"]["start"]["line"].as_u64().expect("a line")).expect("small");
    assert!(wrong.lines().nth(line).is_some_and(|line| line.contains("Ann.taken: 7")), "{finding}");
    let refused = editor.try_ask("rulehound/test", json!({ "uri": uri("nothing.yaml") }));
    assert_eq!(refused, Err("there is no such file".to_owned()));
}

#[test]
fn what_scripts_come_through_is_counted() {
    let mut editor = Editor::new(&[("tide.rules", RULES), ("s.yaml", SCRIPT)]);
    let mut counted = |uris: Value| editor.ask("rulehound/coverage", json!({ "uris": uris }));
    let once = counted(json!([uri("s.yaml")]));
    assert_eq!(once[0]["uri"], json!(uri("tide.rules")));
    let points = |told: &Value| told[0]["points"].as_array().expect("a list").clone();
    let of_rule = |told: &Value, name: &str| {
        points(told).iter().find(|point| point["kind"] == "rule" && point["rule"] == name).expect("a rule")["times"]
            .clone()
    };
    assert!(of_rule(&once, "take").as_u64().is_some_and(|times| times > 0), "{once}");
    let twice = counted(json!([uri("s.yaml"), uri("s.yaml"), uri("nothing.yaml")]));
    assert_eq!(of_rule(&twice, "take").as_u64(), of_rule(&once, "take").as_u64().map(|times| 2 * times));
    assert_eq!(counted(json!([])), json!([]));
    let statement = |point: &Value| point["kind"] == "statement" && point["range"]["start"]["line"] == 12;
    assert!(points(&once).iter().any(statement), "what begins the game is a statement in line 13");
}
