//! Prints what documents claim: `cargo run -p claims --example claims -- FOLDER FILE…`, files relative to the folder.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_default();
    for path in arguments.filter(|path| claims::is_document(path)) {
        let Ok(text) = std::fs::read(format!("{folder}/{path}")) else { continue };
        let document = claims::read(&path, &String::from_utf8_lossy(&text));
        for it in &document.claims {
            let value = it.value.as_deref().unwrap_or("-");
            println!(
                "{}\t{}\t{}\t{path}:{}\t{}\t{value}\t{}\t{}\t{}",
                it.kind.word(),
                it.form.word(),
                it.confidence,
                it.line,
                it.subject,
                it.text,
                it.quote,
                it.names.join(" ")
            );
        }
    }
}
