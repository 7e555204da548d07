//! What a documentation file says, as the rows of its unit.

use crate::answers::Answer;
use claims::{Claim, Document, Section};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// JSON: by table, the rows of the unit of a documentation file, in the order of the contract's columns. Secrets are
/// replaced before anything is read. Without `excerpts` no sentence is quoted. Nothing: it is no documentation.
pub fn document(path: &str, bytes: &[u8], excerpts: bool) -> Answer {
    if !claims::is_document(path) {
        return Answer::Nothing;
    }
    let text = extract::redact_written(&String::from_utf8_lossy(bytes));
    let document = claims::read(path, &text);
    let hash = facts::unit::hex(&Sha256::digest(bytes));
    let Document { title, format, role, lines, .. } = &document;
    let has_claims = |at: usize| document.claims.iter().any(|claim| claim.section == at);
    let sections = document.sections.iter().enumerate();
    // Before the first heading there is often nothing.
    let sections = sections.filter(|(at, it)| it.level > 0 || !it.excerpt.is_empty() || has_claims(*at));
    let rows = json!({
        "documents": [[path, title, format.word(), role.word(), lines, bytes.len(), hash]],
        "doc_sections": sections.map(|(_, it)| section(path, it, excerpts)).collect::<Vec<_>>(),
        "doc_claims": document.claims.iter().map(|it| claim(path, &document, it, excerpts)).collect::<Vec<_>>(),
    });
    Answer::Done(rows.to_string().into_bytes())
}

fn section(path: &str, section: &Section, excerpts: bool) -> Value {
    let Section { headings, level, line, end_line, hash, excerpt } = section;
    let excerpt = Some(excerpt).filter(|it| excerpts && !it.is_empty());
    json!([path, headings.last(), json!(headings).to_string(), level, line, end_line, hash, excerpt])
}

fn claim(path: &str, document: &Document, claim: &Claim, excerpts: bool) -> Value {
    let Claim { kind, form, line, end_line, text, subject, value, names, quote, confidence, .. } = claim;
    let section = document.sections.get(claim.section);
    let names = Some(names).filter(|it| !it.is_empty()).map(|it| json!(it).to_string());
    let quote = Some(quote).filter(|it| excerpts && !it.is_empty());
    let heading = section.and_then(|it| it.headings.last());
    let section_line = section.map_or(1, |it| it.line);
    json!([
        path,
        line,
        end_line,
        section_line,
        heading,
        kind.word(),
        form.word(),
        text,
        subject,
        value,
        names,
        quote,
        confidence
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_rows_without_secrets_and_another_file_is_none() {
        let token = format!("ghp_{}", "16C7e42F292c6912E7710c838347Ae178B4a");
        let text = format!("# A\n\nSet `API_TOKEN={token}`, see `src/{token}.ts` and `src/a.ts`.\n");
        let Answer::Done(rows) = document("README.md", text.as_bytes(), true) else { panic!("no rows") };
        let rows = String::from_utf8(rows).unwrap_or_default();
        assert!(rows.contains("src/a.ts") && rows.contains("‹redacted:github-token›") && !rows.contains(&token[4..20]));
        let Answer::Done(rows) = document("README.md", text.as_bytes(), false) else { panic!("no rows") };
        assert!(!String::from_utf8_lossy(&rows).contains("see"));
        assert_eq!(document("a.ts", b"", true), Answer::Nothing);
    }
}
