//! What people are told of a call: by what its declaration was chosen.

use resolve::{ExplainedCall, Project, ProjectConfig};

fn told(path: &str, text: &str, line: u32) -> Vec<ExplainedCall> {
    let mut project = Project::new(ProjectConfig { files: vec![path.to_owned()], ..ProjectConfig::default() });
    let graph = extract::extract(path, text.as_bytes()).expect("a front end reads it").encode();
    project.add(graph, "h").expect("added");
    project.explain(path, line).expect("a graph")
}

/// The last step, and why, of the calls on a line of a file.
fn explained(path: &str, text: &str, line: u32) -> Vec<(String, String)> {
    told(path, text, line)
        .into_iter()
        .map(|call| (call.steps.last().cloned().unwrap_or_default(), call.because))
        .collect()
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

/// What led to the call on a line of a file.
fn steps(path: &str, text: &str, line: u32) -> Vec<String> {
    let [call] = &told(path, text, line)[..] else { panic!("one call") };
    call.steps.clone()
}

#[test]
fn a_field_without_its_receiver_is_told_as_what_it_is() {
    let text = "class Cart {\n  private Cart next;\n  void clear() {\n    next.clear();\n  }\n}\n";
    assert_eq!(
        steps("Cart.java", text, 4),
        [
            "`next`, by the type it stands in or an import, is an instance of Cart.java:1 Cart",
            "`.clear` of an instance of Cart.java:1 Cart is the function Cart.java:3 Cart.clear",
        ]
    );
}

#[test]
fn a_parameter_that_a_fixture_fills_names_the_fixture() {
    let text = "import pytest\n\n\nclass Cart:\n    def clear(self): pass\n\n\n@pytest.fixture(name=\"cart\")\ndef made():\n    return Cart()\n\n\ndef test_it(cart):\n    cart.clear()\n";
    assert_eq!(
        steps("test_cart.py", text, 14),
        [
            "the parameter `cart` of line 13 is, by the fixture test_cart.py:9 made, an instance of test_cart.py:4 Cart",
            "`.clear` of an instance of test_cart.py:4 Cart is the function test_cart.py:5 Cart.clear",
        ]
    );
}

#[test]
fn a_parameter_of_a_function_that_is_given_says_so() {
    let text = "class Cart { clear() {} }\ntype Use = (cart: Cart) => void;\nconst use: Use = (cart) => {\n  cart.clear();\n};\n";
    let told = steps("cart.ts", text, 4);
    assert_eq!(
        told[0],
        "the parameter `cart` of line 3 is, by where its function is given, or what that overrides, an instance of cart.ts:1 Cart"
    );
}

#[test]
fn a_prototype_tells_where_it_is_defined() {
    let text = "int add(int a);\nint run(void) { return add(1); }\nint add(int a) { return a; }\n";
    assert_eq!(
        steps("sum.c", text, 2).last().expect("a step"),
        "sum.c:1 add~2 only declares it: it is defined at sum.c:3 add"
    );
}

#[test]
fn of_a_bare_name_that_nothing_declares_no_receiver_is_spoken_of() {
    let text = "int add(const std::string& a);\nint run() { return add(1, 2); }\n";
    let [(_, because)] = &explained("sum.cpp", text, 2)[..] else { panic!("one call") };
    assert_eq!(because, "nothing that the file sees is declared by that name and takes what it is given");
}

#[test]
fn what_holds_no_function_gives_way_to_one_of_its_name() {
    let text =
        "class Config\nfun config(at: Int): Int = at\nclass Rule(config: Config) {\n    val least = config(1)\n}\n";
    assert_eq!(
        steps("Rule.kt", text, 4).last().expect("a step"),
        "an instance of Rule.kt:1 Config cannot be called: the function of that name is meant"
    );
}

#[test]
fn what_a_type_is_made_with_is_told_once_in_a_row() {
    let text = "class Cart {}\nclass Box<A, B> {\n  of(): void {}\n}\ndeclare function box(): Box<Cart | Cart[], Cart>;\nconst one = box();\none.of();\n";
    assert_eq!(
        steps("box.ts", text, 7),
        [
            "`box`: box.ts:5 box",
            "calling that gives an instance of box.ts:2 Box <an instance of box.ts:1 Cart or a list of (an instance of box.ts:1 Cart), an instance of box.ts:1 Cart>",
            "the variable `one` of line 6 is, by what it was given, an instance of box.ts:2 Box",
            "`.of` of an instance of box.ts:2 Box is the function box.ts:3 Box.of",
        ]
    );
}

#[test]
fn a_guess_that_does_not_go_with_its_site_is_none_and_says_why() {
    let text = "class Parcel\n  def weigh_carefully(on)\n  end\nend\n\ndef run(parcel)\n  parcel.weigh_carefully(1, 2)\n  parcel.weigh_carefully(1)\nend\n";
    let [call] = &told("run.rb", text, 7)[..] else { panic!("one call") };
    assert_eq!((call.resolution, &call.targets[..]), ("unresolved", &[][..]));
    assert_eq!(
        call.steps.last().map(String::as_str),
        Some("run.rb:2 Parcel.weigh_carefully has that name, and takes another number of arguments")
    );
    let [call] = &told("run.rb", text, 8)[..] else { panic!("one call") };
    assert_eq!(call.resolution, "unique");
}

#[test]
fn what_outside_gave_is_said_not_to_be_known() {
    let text = "import outside\n\n\nclass Order:\n    def validate_all(self):\n        pass\n\n\noutside.load(\"x\").validate_all()\n";
    let because: Vec<String> = explained("run.py", text, 9).into_iter().map(|(_, because)| because).collect();
    let given = "what it is called on was given by something outside, and is not known; one here has a method of that name, which would be a guess: run.py:5 Order.validate_all";
    assert!(because.iter().any(|it| it == given), "{because:?}");
    let text = text.replace("\"x\").validate_all()", "\"x\").close_all()");
    let told = explained("run.py", &text, 9);
    assert!(told.iter().all(|(_, because)| because == "it leaves the repository"), "{told:?}");
}

/// Why the call on a line of a file has its resolution.
fn because(path: &str, text: &str, line: u32) -> String {
    let [call] = &told(path, text, line)[..] else { panic!("one call") };
    call.because.clone()
}

#[test]
fn what_only_the_name_leads_to_is_no_member_that_fits() {
    let class = |name: &str| format!("class {name} {{\n  measureWeight(): void {{}}\n}}\n");
    let text = format!("{}{}declare const given: any;\ngiven.measureWeight();\n", class("Parcel"), class("Letter"));
    assert_eq!(because("weigh.ts", &text, 8), "nothing but the name leads there, and 2 declarations have it");
}

#[test]
fn a_function_that_is_called_where_it_is_written_has_no_receiver() {
    let text = "function make() {\n  return function made() {};\n}\nmake()();\n";
    let [_, call] = &told("make.js", text, 4)[..] else { panic!("two calls") };
    assert_eq!((call.resolution, &*call.because), ("typed", "the type of what is called is known, and tells it"));
}

#[test]
fn a_function_without_a_name_is_told_from_a_value_of_a_run() {
    let text = "package a\n\nfunc run(given func()) {\n\tonce := func() {}\n\tonce()\n\tgiven()\n}\n";
    let closure =
        "what is called is a function without a name, whose own calls count as those of what it is written in";
    assert_eq!(because("a.go", text, 5), closure);
    assert_eq!(because("a.go", text, 6), "what is called is a value that only a run can tell");
}

#[test]
fn a_declaration_that_leads_to_no_type_is_no_type() {
    let text = "function run(given: any) {\n  given.measureWeight();\n}\n";
    assert_eq!(
        steps("run.ts", text, 2)[0],
        "the parameter `given` of line 1 is, by a declaration that leads to no type, something of unknown type"
    );
}

#[test]
fn what_lies_beyond_the_file_is_said_to_be_in_reach_or_nowhere_here() {
    let text = "#include <stdlib.h>\nint run(void) { return abs(twice(1)); }\nint twice(int a);\n";
    let [abs, twice] = &told("run.c", text, 2)[..] else { panic!("two calls") };
    let all = [&abs.steps[0], &twice.steps[0]];
    assert_eq!(
        all,
        [
            "`abs` is declared nowhere here: `abs`, outside the repository",
            "`twice` is declared in no scope of the file, but in reach of it: run.c:3 twice",
        ]
    );
}
