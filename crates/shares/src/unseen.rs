//! What is called without a call that is seen: by frameworks, by names and annotations.

use crate::words::{is_of_word, is_word};

/// What frameworks call of a module by its name: Next's and Remix' of a page.
fn is_of_frameworks(name: &str) -> bool {
    matches!(
        name,
        "getServerSideProps"
            | "getStaticProps"
            | "getInitialProps"
            | "getStaticPaths"
            | "generateMetadata"
            | "generateStaticParams"
            | "generateViewport"
            | "generateSitemaps"
            | "loader"
            | "Loader"
            | "clientloader"
            | "clientLoader"
            | "action"
            | "Action"
            | "clientaction"
            | "clientAction"
    )
}

/// A file without its ending, where that is one of JavaScript's or TypeScript's; with `m` and `c` in front too where
/// those may be.
fn without_script_ending(path: &str, is_marked: bool) -> Option<&str> {
    let front = path.strip_suffix('x').unwrap_or(path).strip_suffix('s')?.strip_suffix(['j', 't'])?;
    if is_marked { front.strip_suffix(['c', 'm']).unwrap_or(front).strip_suffix('.') } else { front.strip_suffix('.') }
}

/// Files of Next that are a page's frame by their names.
fn is_frame(path: &str) -> bool {
    let Some(module) = without_script_ending(path, false) else { return false };
    let mut parts = module.rsplit('/');
    let (name, mut folders) = (parts.next().unwrap_or_default(), parts);
    match name {
        "_app" | "_document" | "_error" => folders.next() == Some("pages"),
        "layout" | "template" | "default" | "error" | "global-error" | "loading" | "not-found" => {
            folders.any(|it| it == "app")
        }
        _ => false,
    }
}

/// Operators are used where no call stands, what a component holds by its template, and stories by Storybook.
pub fn is_called_unseen(name: &str, path: &str) -> bool {
    let is_operator = name.strip_prefix("operator").is_some_and(|it| !it.starts_with(is_of_word));
    let is_of_signs = !name.is_empty() && !name.contains(|sign| is_of_word(sign) || sign == '$');
    let script = without_script_ending(path, true);
    is_operator
        || is_of_signs
        || [".vue", ".svelte", ".astro"].iter().any(|ending| path.ends_with(ending))
        || script.is_some_and(|module| module.ends_with(".stories") || is_of_frameworks(name) || is_frame(path))
}

/// Files of which a framework calls what it finds: by lists in Django's settings, by its number a migration, by its hooks'
/// names a server's configuration, and in views the helpers of Rails.
pub fn is_found_by_name(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let Some((file, folders)) = parts.split_last() else { return false };
    let is_gunicorn = file.strip_prefix("gunicorn").and_then(|it| it.strip_suffix(".py"));
    *file == "context_processors.py"
        || folders.iter().any(|it| matches!(*it, "context_processors" | "migrations" | "migration"))
        || is_gunicorn.is_some_and(|it| it.chars().all(|sign| is_of_word(sign) || matches!(sign, '.' | '-')))
        || (path.ends_with(".rb") && folders.windows(2).any(|it| it == ["app", "helpers"]))
}

/// Annotations and attributes that say how something runs or is checked, and have nobody call it.
const PASSIVE: [&str; 35] = [
    "Override",
    "Transactional",
    "Deprecated",
    "SuppressWarnings",
    "SafeVarargs",
    "Nullable",
    "NonNull",
    "NotNull",
    "Nonnull",
    "CheckForNull",
    "SneakyThrows",
    "VisibleForTesting",
    "CanIgnoreReturnValue",
    "Cacheable",
    "CacheEvict",
    "CachePut",
    "Async",
    "Retryable",
    "Timed",
    "Synchronized",
    "JvmStatic",
    "JvmOverloads",
    "JvmName",
    "Throws",
    "Suppress",
    "ReturnTypeWillChange",
    "Pure",
    "Obsolete",
    "DebuggerStepThrough",
    "MethodImpl",
    "SuppressMessage",
    "EditorBrowsable",
    "MustUseReturnValue",
    "NotNullWhen",
    "MemberNotNull",
];

/// Whether an annotation has nobody call what it stands at: by a name of its path.
fn is_passive_one(annotation: &str) -> bool {
    let end = annotation.find(|sign| !is_of_word(sign) && !matches!(sign, '.' | '\\')).unwrap_or(annotation.len());
    let path = &annotation[..end];
    let mut names = path.split(['.', '\\']).enumerate();
    // Before the first name of a path that begins with a sign there is none.
    names.any(|(at, name)| is_word(name) && PASSIVE.contains(&name) && (at != 1 || !path.starts_with(['.', '\\'])))
}

/// The same of all annotations of a declaration, as their column lists them.
pub fn is_passive(decorators: Option<&str>) -> bool {
    let Some(decorators) = decorators else { return true };
    let all: Vec<String> = serde_json::from_str(decorators).unwrap_or_default();
    all.iter().all(|one| is_passive_one(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frameworks_call_by_names() {
        for (name, path) in [
            ("operator+", "a.cpp"),
            ("<=>", "a.rb"),
            ("run", "A.vue"),
            ("Primary", "a.stories.mts"),
            ("loader", "a.ts"),
            ("Page", "x/app/a/layout.tsx"),
            ("App", "pages/_app.jsx"),
        ] {
            assert!(is_called_unseen(name, path), "{name} {path}");
        }
        for (name, path) in [("operators", "a.cpp"), ("run", "a.ts"), ("Page", "x/apps/layout.tsx"), ("loader", "a.py")]
        {
            assert!(!is_called_unseen(name, path), "{name} {path}");
        }
        for path in ["a/context_processors.py", "a/migrations/1.py", "gunicorn.conf.py", "app/helpers/a/b.rb"] {
            assert!(is_found_by_name(path), "{path}");
        }
        assert!(!is_found_by_name("app/helpers.rb") && !is_found_by_name("a/migration.py"));
    }

    #[test]
    fn annotations_that_have_nobody_call() {
        assert!(is_passive(None) && is_passive(Some(r#"["Override","javax.annotation.Nullable(\"x\")"]"#)));
        assert!(!is_passive(Some(r#"["Override","GetMapping"]"#)) && !is_passive(Some(r#"["Overrides"]"#)));
    }
}
