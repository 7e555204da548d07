//! HTTP's methods, as code writes them.

/// The method that a word says, in any case: `get`, `DELETE`, `del`, `$post`.
pub fn verb(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let word = word.strip_prefix("method").or(word.strip_prefix('$')).unwrap_or(&word);
    Some(match word.strip_suffix("json").unwrap_or(word).trim_end_matches('_') {
        "get" => "GET",
        "post" => "POST",
        "put" => "PUT",
        "patch" => "PATCH",
        "delete" | "del" => "DELETE",
        "head" => "HEAD",
        "options" => "OPTIONS",
        _ => return None,
    })
}

/// A method in capitals by a word or by what a constant is called that is one: `http.MethodGet`, `Request::METHOD_GET`;
/// by a short word of JavaScript's frameworks: `del`, `opts`.
pub fn method_named(word: &str) -> String {
    let name = word.rsplit("::").next().unwrap_or(word);
    let name = name.strip_prefix("METHOD_").or(name.strip_prefix("Method")).unwrap_or(name);
    match name {
        "del" => "DELETE".to_owned(),
        "opts" => "OPTIONS".to_owned(),
        _ => name.to_ascii_uppercase(),
    }
}
