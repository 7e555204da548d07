//! The specification of resolution: repositories with marks, one topic a file. A failing
//! file is named with what differs.
#![allow(clippy::disallowed_methods, reason = "fixtures are files")]

use std::fmt::Write;
use std::path::Path;

fn check(language: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(language);
    let mut files: Vec<_> = std::fs::read_dir(&folder).expect("fixtures").flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no fixtures in {}", folder.display());
    let mut differences = String::new();
    for file in files {
        let fixture = std::fs::read_to_string(&file).expect("text");
        let marks: usize = testkit::files(&fixture).iter().map(|file| file.marks.len()).sum();
        assert!(marks > 0, "{} marks nothing", file.display());
        let difference = testkit::check(&fixture);
        if !difference.is_empty() {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let _ = writeln!(differences, "== {language}/{name}\n{difference}");
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}

#[test]
fn typescript_calls_lead_where_the_marks_say() {
    check("typescript");
}

#[test]
fn python_calls_lead_where_the_marks_say() {
    check("python");
}

#[test]
fn go_calls_lead_where_the_marks_say() {
    check("go");
}

#[cfg(feature = "php")]
#[test]
fn php_calls_lead_where_the_marks_say() {
    check("php");
}

#[cfg(feature = "kotlin")]
#[test]
fn kotlin_calls_lead_where_the_marks_say() {
    check("kotlin");
}

#[cfg(feature = "c")]
#[test]
fn c_calls_lead_where_the_marks_say() {
    check("c");
}

#[cfg(feature = "cpp")]
#[test]
fn cpp_calls_lead_where_the_marks_say() {
    check("cpp");
}

#[cfg(feature = "lua")]
#[test]
fn lua_calls_lead_where_the_marks_say() {
    check("lua");
}

#[cfg(feature = "ruby")]
#[test]
fn ruby_calls_lead_where_the_marks_say() {
    check("ruby");
}

#[cfg(all(feature = "c-sharp", feature = "xaml"))]
#[test]
fn csharp_calls_lead_where_the_marks_say() {
    check("csharp");
}

#[cfg(feature = "rust")]
#[test]
fn rust_calls_lead_where_the_marks_say() {
    check("rust");
}

#[cfg(feature = "swift")]
#[test]
fn swift_calls_lead_where_the_marks_say() {
    check("swift");
}

#[cfg(feature = "java")]
#[test]
fn java_calls_lead_where_the_marks_say() {
    check("java");
}
