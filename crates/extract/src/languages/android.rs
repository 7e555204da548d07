//! What Android's build makes of an application's resources: numbers in the classes of `R`.

/// Whether a path names a resource, which is a number: `R.string.title`, `android.R.id.content`.
pub fn is_resource(path: &str) -> bool {
    let path = path.strip_prefix("android.").unwrap_or(path);
    let Some((kind, name)) = path.strip_prefix("R.").and_then(|rest| rest.split_once('.')) else { return false };
    let kinds = [
        "anim",
        "animator",
        "array",
        "attr",
        "bool",
        "color",
        "dimen",
        "drawable",
        "font",
        "id",
        "integer",
        "interpolator",
        "layout",
        "menu",
        "mipmap",
        "navigation",
        "plurals",
        "raw",
        "string",
        "style",
        "transition",
        "xml",
    ];
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    kinds.contains(&kind) && is_word && !name.is_empty()
}
