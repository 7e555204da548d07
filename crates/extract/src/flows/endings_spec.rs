//! What stands behind a text's last mark names no other folder.

/// Whether what a call named `read` is given can do harm as a path.
fn harms(path: &str, text: &str) -> Vec<bool> {
    let graph = crate::extract(path, text.as_bytes()).unwrap();
    let reads = graph.calls.iter().enumerate().filter(|(_, call)| graph.name(call.name) == "read");
    let flow = |at: usize| graph.flows.iter().find(|it| it.call as usize == at);
    let bit = super::words::kind_mask("path");
    reads
        .map(|(at, _)| flow(at).is_some_and(|it| it.given.iter().any(|it| !it.of.is_empty() && it.harmless & bit == 0)))
        .collect()
}

#[test]
fn what_is_cut_from_the_last_mark_on_is_no_path() {
    let java = "class A { void f(String name) {
        int dot = name.lastIndexOf('.');
        String end = name.substring(dot + 1);
        read(\"a/\" + end);
        read(name.substring(name.lastIndexOf(\"/\") + 1));
        read(name.substring(0, dot));
        read(name.substring(3));
    } }";
    assert_eq!(harms("A.java", java), [false, false, true, true]);
    let js = "function f(name) { read(name.slice(name.lastIndexOf('.'))); read('a.' + name.split('.').pop()); read(name.slice(1)); }";
    assert_eq!(harms("a.js", js), [false, false, true]);
    let php = "<?php function f($name) { read(substr($name, strrpos($name, '.'))); read($name); }";
    assert_eq!(harms("a.php", php), [false, true]);
    let python = "def f(name):\n    read(name[name.rfind('.'):])\n    read(name[1:])\n";
    assert_eq!(harms("a.py", python), [false, true]);
    let go = "package a\nfunc f(name string) {\n\tdot := strings.LastIndex(name, \".\")\n\tread(name[dot:])\n\tread(name)\n}\n";
    assert_eq!(harms("a.go", go), [false, true]);
}
