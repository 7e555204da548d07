//! Tokens that are known by their shape, wherever they stand.

use super::Secret;
use super::looks::{SHORTEST, TOKEN, is_placeholder, is_random};

fn is_token(byte: u8) -> bool {
    TOKEN[byte as usize]
}

/// Well-known tokens: what they start with, how many characters follow at least, and the kind.
pub(super) const SHAPES: &[(&str, usize, &str)] = &[
    ("AKIA", 16, "aws-key"),
    ("ASIA", 16, "aws-key"),
    ("ghp_", 30, "github-token"),
    ("gho_", 30, "github-token"),
    ("ghu_", 30, "github-token"),
    ("ghs_", 30, "github-token"),
    ("ghr_", 30, "github-token"),
    ("github_pat_", 40, "github-token"),
    ("glpat-", 20, "gitlab-token"),
    ("xoxa-", 20, "slack-token"),
    ("xoxb-", 20, "slack-token"),
    ("xoxp-", 20, "slack-token"),
    ("xoxr-", 20, "slack-token"),
    ("xoxs-", 20, "slack-token"),
    ("xapp-", 20, "slack-token"),
    ("sk_live_", 16, "stripe-key"),
    ("sk_test_", 16, "stripe-key"),
    ("rk_live_", 16, "stripe-key"),
    ("rk_test_", 16, "stripe-key"),
    ("whsec_", 24, "stripe-key"),
    ("sk-ant-", 24, "anthropic-key"),
    ("sk-proj-", 24, "openai-key"),
    ("sk-svcacct-", 24, "openai-key"),
    ("sk-", 40, "openai-key"),
    ("AIza", 35, "google-key"),
    ("GOCSPX-", 24, "google-key"),
    ("npm_", 36, "npm-token"),
    ("dop_v1_", 40, "digitalocean-token"),
    ("hf_", 30, "huggingface-token"),
];

/// A token of a known shape in the run `start..end`.
pub(super) fn shaped(text: &str, start: usize, end: usize) -> Option<Secret> {
    let run = &text[start..end];
    let secret = |end: usize, kind| Some(Secret { start: start as u32, end: end as u32, kind });
    match run.as_bytes()[0] {
        b'-' => return private_key(text, start),
        b'e' if run.starts_with("eyJ") => return web_token(text, start, end),
        b'A' | b'a' | b'g' | b'x' | b's' | b'r' | b'w' | b'G' | b'n' | b'd' | b'h' => {}
        _ => return None,
    }
    let fits = |(prefix, least, _): &&(&str, usize, &str)| {
        run.strip_prefix(prefix).is_some_and(|rest| rest.len() >= *least && is_random(rest))
    };
    let (prefix, least, kind) = SHAPES.iter().find(fits)?;
    match *kind {
        // Capitals and digits of one length; longer runs are other things.
        "aws-key" if run.len() != prefix.len() + least || run.bytes().any(|b| b.is_ascii_lowercase()) => None,
        // AWS' documentation calls all of its keys so: AKIAIOSFODNN7EXAMPLE.
        "aws-key" if run.ends_with("EXAMPLE") => None,
        // An address that is signed names the key for whoever is given it.
        "aws-key" if text[..start].ends_with("X-Amz-Credential=") => None,
        kind => secret(end, kind),
    }
}

/// `eyJ….eyJ….…`: a JSON web token.
fn web_token(text: &str, start: usize, end: usize) -> Option<Secret> {
    let part = |from: usize| text.as_bytes()[from..].iter().take_while(|b| is_token(**b)).count();
    let rest = text[end..].strip_prefix('.')?;
    let payload = part(end + 1);
    if !rest.starts_with("eyJ") || payload < SHORTEST {
        return None;
    }
    let mut last = end + 1 + payload;
    if text[last..].starts_with('.') {
        last += 1 + part(last + 1);
    }
    Some(Secret { start: start as u32, end: last as u32, kind: "jwt" })
}

/// `-----BEGIN … PRIVATE KEY-----` up to its end.
fn private_key(text: &str, start: usize) -> Option<Secret> {
    /// The longest key, in bytes; RSA's of 16,384 bits is 12 kB.
    const LONGEST: usize = 16 << 10;
    let (name, after) = text[start..].strip_prefix("-----BEGIN ")?.split_once("-----")?;
    if name.len() > 40 || !name.ends_with("PRIVATE KEY") {
        return None;
    }
    let from = start + "-----BEGIN ".len() + name.len() + 5;
    let after = &after.as_bytes()[..after.len().min(LONGEST)];
    let body = after.windows(9).position(|window| window == b"-----END ")?;
    // A key has a body of long lines; code that writes or looks for the marks of one has not.
    let is_of_key = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    let longest = after[..body].split(|b| !is_of_key(b)).map(<[u8]>::len).max().unwrap_or_default();
    let tail = after[body + 9..].windows(5).position(|window| window == b"-----")?;
    let secret = Secret { start: start as u32, end: (from + body + 9 + tail + 5) as u32, kind: "private-key" };
    (longest >= 32).then_some(secret)
}

/// The password of `scheme://user:password@host`; `at` is where `://` stands.
pub(super) fn connection(text: &str, at: usize) -> Option<Secret> {
    let from = at + 3;
    let rest = &text.as_bytes()[from..];
    let stop = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'`' | b'/' | b'<' | b'>');
    let authority = &rest[..rest.iter().position(stop).unwrap_or(rest.len())];
    let host = authority.iter().rposition(|b| *b == b'@')?;
    let colon = authority[..host].iter().position(|b| *b == b':')?;
    let password = &text[from + colon + 1..from + host];
    let server = text[from + host + 1..from + authority.len()].split([':', '?', ',']).next().unwrap_or_default();
    let real = password.len() >= 3
        && !is_placeholder(password)
        && !password.starts_with(['$', '{', '%', '*', '#'])
        // A regular expression says what addresses look like.
        && !["[^", "\\s", "]*", "]+", "(?"].iter().any(|it| text[from..from + host].contains(it))
        && !is_shown(&text[from..from + colon], password, server);
    let secret = Secret { start: (from + colon + 1) as u32, end: (from + host) as u32, kind: "password" };
    real.then_some(secret)
}

/// Whether an address only shows what one looks like: of a host that nobody has (RFC 2606), or `user:pass…`; a password
/// that is the user's own name, on a host without a domain (`app:app@db`), is what is put there until one is chosen.
fn is_shown(user: &str, password: &str, host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let is_reserved = ["example.com", "example.org", "example.net", "example", "invalid"]
        .iter()
        .any(|it| host.strip_suffix(it).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')));
    let begins = |text: &str, list: &[&str]| list.iter().any(|it| text.to_ascii_lowercase().starts_with(it));
    let is_near = !host.contains('.') || host == "127.0.0.1";
    is_reserved
        || is_near && user.eq_ignore_ascii_case(password)
        || (begins(user, &["user", "usr", "foo", "name"]) && begins(password, &["pass", "pwd", "bar", "token"]))
}
