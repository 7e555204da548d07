//! Literals that are given to a name such as `password`, or stand in its place where it has no value, and look like a
//! real one.

use super::Secret;
use super::looks::{SHORTEST, TOKEN, is_placeholder, is_random};
use super::shapes::shaped;

/// A literal, opening at `quote`, that is given to a name such as `password` or `api_key`.
pub(super) fn assigned(text: &str, quote: usize) -> Option<Secret> {
    let name = match name_before(text, quote) {
        Some(name) if is_default(name) => name_of_default(text, name.as_ptr() as usize - text.as_ptr() as usize)?,
        Some(name) => name,
        None => name_of_default(text, quote)?,
    };
    let kind = kind_of(name)?;
    let open = text.as_bytes()[quote];
    let value = &text[quote + 1..];
    let end = value.bytes().position(|b| b == open || b == b'\n')?;
    let value = &value[..end];
    // A shape tells more than a name.
    let run = value.bytes().take_while(|b| TOKEN[*b as usize]).count();
    if run >= SHORTEST
        && let Some(secret) = shaped(text, quote + 1, quote + 1 + run)
    {
        return Some(secret);
    }
    if closes(text, quote) {
        return None;
    }
    let real = value.as_bytes().get(end) != Some(&b'\n') && is_real(value, kind) && !is_of_name(value, name);
    real.then_some(Secret { start: quote as u32 + 1, end: (quote + 1 + end) as u32, kind: exactly(kind, name, value) })
}

/// Whether a quote ends a literal to which something is added: `'Password: '.$user['pass']`, `"token="+t+"&a="`.
fn closes(text: &str, quote: usize) -> bool {
    /// Bytes of a line that are looked at before the quote.
    const REACH: usize = 1000;
    let bytes = text.as_bytes();
    if !bytes.get(quote + 1).is_some_and(|byte| b".+,;)]}&|".contains(byte)) {
        return false;
    }
    let line = &bytes[quote.saturating_sub(REACH)..quote];
    let from = line.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (mut open, mut escaped) = (None, false);
    for &byte in &line[from..] {
        match open {
            _ if escaped => escaped = false,
            Some(_) if byte == b'\\' => escaped = true,
            Some(mark) if byte == mark => open = None,
            None if b"\"'`".contains(&byte) => open = Some(byte),
            _ => {}
        }
    }
    open == Some(bytes[quote])
}

/// `name` of `name = "`, `name: "`, `"name": "`, `name: str = "`, `name := "`, `name => "`, `name["x"] = "` no.
fn name_before(text: &str, quote: usize) -> Option<&str> {
    /// Between a name and its value stands an operator, and at most a type.
    const REACH: usize = 80;
    let bytes = &text.as_bytes()[..quote];
    let trim = |end: usize| bytes[..end].iter().rposition(|b| *b != b' ').map_or(0, |at| at + 1);
    // String prefixes of Python: `r"…"`, `b"…"`.
    let mut end =
        quote - usize::from(bytes.len() > 1 && matches!(bytes[quote - 1], b'r' | b'b') && bytes[quote - 2] == b' ');
    end = trim(end);
    end = match &bytes[..end] {
        [.., b'=' | b'!' | b'<' | b'>', b'='] => return None,
        [.., b':', b'='] | [.., b'=', b'>'] => end - 2,
        [.., b'=' | b':'] => end - 1,
        _ => return None,
    };
    let name = |end: usize| {
        let end = trim(end);
        let end = end - usize::from(end > 0 && matches!(bytes[end - 1], b'"' | b'\''));
        let start = bytes[..end].iter().rposition(|b| !TOKEN[*b as usize]).map_or(0, |at| at + 1);
        (start, end)
    };
    let (start, stop) = name(end);
    let (start, stop) = match bytes[..start].iter().rposition(|b| *b != b' ') {
        // `name: type = "…"`: what was found is the type.
        Some(colon) if bytes[colon] == b':' && bytes[trim(end) - 1] != b'"' && quote - colon < REACH => name(colon),
        _ => (start, stop),
    };
    Some(&text[start..stop]).filter(|name| !name.is_empty())
}

/// Whether an argument of this name stands in another's place: `default="…"`.
fn is_default(name: &str) -> bool {
    ["default", "defaultvalue", "fallback"].contains(&flat(name).as_str())
}

/// The name whose value a literal or argument at `at` stands for where there is none: `env.SECRET || "`,
/// `get("SECRET", "`, `getenv("SECRET") ?: "`.
fn name_of_default(text: &str, at: usize) -> Option<&str> {
    let bytes = text.as_bytes();
    let trim = |end: usize| bytes[..end].iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |at| at + 1);
    let before = trim(at);
    let (end, is_argument) = match &bytes[..before] {
        [.., b'|', b'|'] | [.., b'?', b'?'] | [.., b'?', b':'] => (before - 2, false),
        [.., b' ', b'o', b'r'] => (before - 2, false),
        [.., b','] => (before - 1, true),
        _ => return None,
    };
    let mut end = trim(end);
    while !is_argument && end > 0 && matches!(bytes[end - 1], b')' | b']') {
        end = trim(end - 1);
    }
    let is_quoted = end > 0 && matches!(bytes[end - 1], b'"' | b'\'');
    if is_argument && !is_quoted {
        return None;
    }
    end -= usize::from(is_quoted);
    let start = bytes[..end].iter().rposition(|b| !TOKEN[*b as usize] && *b != b'.').map_or(0, |at| at + 1);
    // Of arguments, the first one names what is asked for.
    let opens = start >= 2 && trim(start - 1) > 0 && bytes[trim(start - 1) - 1] == b'(';
    (start < end && (!is_argument || opens)).then(|| &text[start..end])
}

/// What a name says its value is, by its last words.
pub(super) fn kind_of(name: &str) -> Option<&'static str> {
    const KINDS: &[(&[&str], &str)] = &[
        (&["password", "passwd", "passphrase", "pwd"], "password"),
        (&["secret", "secretkey", "clientsecret", "appsecret"], "secret"),
        (&["token", "accesstoken", "authtoken", "bearer"], "token"),
        (&["apikey", "accesskey", "privatekey", "encryptionkey", "signingkey", "authkey", "accountkey"], "key"),
        (&["credential", "credentials"], "credential"),
    ];
    if name.len() < 3 || name.len() > 64 {
        return None;
    }
    /// What is called after a product holds no password of anybody's; .NET's assemblies are named with a token of their
    /// public key.
    const OPEN: [&str; 3] = ["onepassword", "1password", "publickeytoken"];
    let flat = flat(name);
    if OPEN.contains(&flat.as_str()) {
        return None;
    }
    KINDS.iter().find(|(ends, _)| ends.iter().any(|end| flat.ends_with(end))).map(|(_, kind)| *kind)
}

/// Whether a value is made of its own name: `DeviceAuthKey = "pm-27581-device-auth-key"`.
pub(super) fn is_of_name(value: &str, name: &str) -> bool {
    /// A shorter name says only what kind of value it is: `password = "password1!"`.
    const TELLING: usize = 9;
    let (value, name) = (flat(value), flat(name));
    value == name || name.len() >= TELLING && value.contains(&name)
}

/// Letters and digits alone, in lower case.
fn flat(text: &str) -> String {
    text.bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_lowercase() as char).collect()
}

/// Whether a literal looks like a value that someone uses, not like a word, a path or a placeholder.
pub(super) fn is_real(value: &str, kind: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.as_bytes().iter().any(test);
    let (letters, digits) = (has(u8::is_ascii_alphabetic), has(u8::is_ascii_digit));
    let marks = has(|b| matches!(b, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'+' | b'?'));
    if value.len() < 8
        || value.len() > 500
        || value.contains(char::is_whitespace)
        || is_placeholder(value)
        || is_filled(value, kind)
        || is_rules(value)
        || is_pattern(value)
    {
        return false;
    }
    match kind {
        "password" => letters && (digits || marks),
        _ => value.len() >= SHORTEST && letters && digits && is_random(value),
    }
}

/// Whether something is put into a text when it is used: `#{name}`, `{name}`.
fn is_filled(value: &str, kind: &str) -> bool {
    // `{bcrypt}…` is a scheme.
    if kind == "password" && is_hash(value) {
        return false;
    }
    let is_named = |inner: &str| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'(' | b')' | b'[' | b']');
        inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && inner.bytes().all(plain)
    };
    let mut parts = value.split('{').skip(1);
    value.contains("#{") || parts.any(|part| part.split_once('}').is_some_and(|(inner, _)| is_named(inner)))
}

/// Rules for a value, not one: `required|string|max:255`.
fn is_rules(value: &str) -> bool {
    let is_rule = |part: &str| {
        let name = part.split(':').next().unwrap_or(part);
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
    };
    value.contains('|') && value.split('|').all(is_rule)
}

/// A regular expression that values of the kind match: `[a-zA-Z_][\w-]*`.
fn is_pattern(value: &str) -> bool {
    ["[a-z", "[A-Z", "[0-9", "(?:"].iter().any(|part| value.contains(part))
}

/// The kind of a value that is given to a name of `kind`.
pub(super) fn exactly(kind: &'static str, name: &str, value: &str) -> &'static str {
    // What a scheme's mark opens is a hash under any name: `client_secret: $pbkdf2-sha512$…`.
    let is_hash = is_hash(value) && (kind == "password" || value.starts_with('$'));
    if is_hash || kind == "password" && is_digest(name, value) { "password-hash" } else { kind }
}

/// What a password was made into without a mark: `encrypted_password: 5f4dcc…`; nobody types 96 digits.
fn is_digest(name: &str, value: &str) -> bool {
    let name = flat(name);
    let says_so = ["encrypted", "digest", "hash"].iter().any(|word| name.contains(word));
    let length = value.len();
    value.bytes().all(|b| b.is_ascii_hexdigit()) && (length >= 96 || says_so && length >= 32)
}

/// A password's hash, which is not what is typed: `$2b$…`, `$argon2id$…`, `pbkdf2_sha256$…`, `{bcrypt}…`, `{SSHA}…`.
fn is_hash(value: &str) -> bool {
    let scheme = value.strip_prefix('$').or_else(|| value.strip_prefix('{')).unwrap_or(value);
    let named = scheme.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
    scheme.len() - named >= 16 && named > 0 && matches!(scheme.as_bytes()[named], b'$' | b'}')
}
