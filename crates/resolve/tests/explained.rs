//! What people are told of a call: by what its declaration was chosen.

use resolve::{Project, ProjectConfig};

/// The last step, and why, of the calls on a line of a file.
fn explained(path: &str, text: &str, line: u32) -> Vec<(String, String)> {
    let mut project = Project::new(ProjectConfig { files: vec![path.to_owned()], ..ProjectConfig::default() });
    let graph = extract::extract(path, text.as_bytes()).expect("a front end reads it").encode();
    project.add(graph, "h").expect("added");
    let calls = project.explain(path, line).expect("a graph");
    calls.into_iter().map(|call| (call.steps.last().cloned().unwrap_or_default(), call.because)).collect()
}

#[test]
fn of_several_constructors_the_arguments_are_told() {
    let text = "class Cart {\n  Cart(String name) {}\n  Cart(int size) {}\n  Cart made(String name) {\n    return new Cart(name);\n  }\n}\n";
    let [(step, _)] = &explained("Cart.java", text, 5)[..] else { panic!("one call") };
    let told = "of 2 declarations (lines 2, 3) that of line 2, which takes (String), is the one for (`java.lang.String` from outside the repository)";
    assert_eq!(step, told);
}

#[test]
fn a_local_that_stands_for_a_function_is_said_to_be_likely() {
    let text = "def made():\n    pass\n\n\ndef run():\n    local = made\n    local()\n";
    let [(_, because)] = &explained("run.py", text, 7)[..] else { panic!("one call") };
    assert_eq!(because, "a local was given it by its name, and may be given another");
}
