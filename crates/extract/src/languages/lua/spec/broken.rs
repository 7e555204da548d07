use super::lua;
use facts::ProblemKind;

#[test]
fn what_is_readable_of_a_broken_file_is_kept() {
    let it = lua("\
function before() run() end
local x = = ) 2
function M.after() M.before() end
local function last() stop() end
");
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::Syntax));
    let symbols = it.symbols();
    for expected in ["Function before", "Function last"] {
        assert!(symbols.iter().any(|symbol| symbol == expected), "{expected} in {symbols:?}");
    }
    assert!(it.calls().contains(&"before > run?".to_owned()) && it.calls().contains(&"last > stop?".to_owned()));
}

#[test]
fn nesting_without_end_is_left_out_and_said() {
    let deep = 3000;
    for source in [
        format!("a({}1{})\nfunction g() h() end\n", "b(".repeat(deep), ")".repeat(deep)),
        format!("a{}\nfunction g() h() end\n", ".b()".repeat(deep)),
        format!("x = {}{}\nfunction g() h() end\n", "{".repeat(deep), "}".repeat(deep)),
        format!("{} {}\nfunction g() h() end\n", "do ".repeat(deep), "end ".repeat(deep)),
        format!("a{}.c = 1\nfunction g() h() end\n", ".b".repeat(deep)),
    ] {
        let it = lua(&source);
        assert_eq!(it.0.problems.iter().filter(|p| p.kind == ProblemKind::TooDeep).count(), 1, "{:.20}", source);
        assert_eq!(it.calls().last().map(String::as_str), Some("g > h?"));
    }
    let long = lua(&format!("x = {}f()\n", "1 + ".repeat(deep)));
    assert!(long.0.problems.is_empty(), "a long sum is not deep");
}

#[test]
fn an_empty_file_has_its_scopes_and_nothing_else() {
    let it = lua("");
    assert_eq!((it.0.scopes.len(), it.0.symbols.len(), it.0.problems.len()), (2, 0, 0));
}
