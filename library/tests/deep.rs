//! Rules nested as deeply as they may be are put on a table and played on the stack of an ordinary thread.

use rulehound::Rules;

/// The stack that threads have unless somebody asks for more.
const USUAL: usize = 2 << 20;

#[test]
fn deep_rules_need_no_deep_stack() {
    let open = |left: &str, right: &str, depth: usize, inner: &str| {
        format!("{}{inner}{}", left.repeat(depth), right.repeat(depth))
    };
    let mut chain = String::from("def d0(n: 0..9) = n\n");
    for number in 1..190 {
        let body = open("(1 + ", ")", 50, &format!("d{}(n)", number - 1));
        chain.push_str(&format!("def d{number}(n: 0..9) = {body} - 50\n"));
    }
    let mut rules = String::from("rule r0(n: 0..9) { set total = total + 1 }\n");
    for number in 1..190 {
        let body = open("if n >= 0 { ", " }", 50, &format!("do r{}(n)", number - 1));
        rules.push_str(&format!("rule r{number}(n: 0..9) {{ {body} }}\n"));
    }
    let text = format!(
        "game \"Deep\"\nplayers 1\nvar total: 0..999999 seen by all = 0\n{chain}{rules}\
         phase play {{ turn of first p in players {{ choose n in 1..3 where d189(n) > 0 as \"take {{n}}\" require d189(n) > 1 else \"Too few: {{d189(n)}}.\"  do r189(n) }} if d189(1) = 1 {{ win nobody }} win players }}"
    );
    let played = std::thread::Builder::new().stack_size(USUAL).spawn(move || {
        let rules = Rules::from_text("deep.rules", &text).unwrap_or_else(|wrong| panic!("{wrong}"));
        let mut position = rules.game().build().expect("a table").start(1).expect("a beginning");
        let seat = position.deciders().first().copied().expect("somebody");
        let options = position.options(seat).expect("options");
        position.refusals(seat).expect("refusals");
        position.view(seat).expect("a view");
        position.play(options.first().expect("an option")).expect("an answer");
    });
    played.expect("a thread").join().expect("no panic");
}
