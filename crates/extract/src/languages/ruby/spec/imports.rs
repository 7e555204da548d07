use super::ruby;

#[test]
fn required_files_are_imports() {
    let it = ruby("require 'set'\nrequire_relative 'b/c'\nautoload :D, 'd'\ndef f; require \"e\"; end\nrequire x\n");
    let found: Vec<_> = it.0.imports.iter().map(|import| (import.specifier.as_str(), import.dynamic)).collect();
    assert_eq!(found, [("set", false), ("./b/c", false), ("d", false), ("e", true)]);
}

#[test]
fn classes_are_packages_of_their_constants() {
    let it = ruby("module A\n  class B::C\n    D = 1\n  end\nend\nclass ::E; end\n");
    let packages: Vec<_> = it.0.packages.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(packages, ["A", "A.B", "A.B.C", "E"]);
    assert_eq!(it.symbols(), ["Class A", "Class A.B.C", "Property A.B.C.D", "Class E"]);
}
