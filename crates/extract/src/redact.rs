//! Secret values, found once a file: the graph holds `‹redacted:kind›` in their place.
//!
//! One pass looks at each run of token characters that is long enough and at each quote, and only then
//! closer. Found are the shapes of well-known tokens wherever they stand, and literals that are given
//! to a name such as `password` and look like a real value.

use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// A secret value: `text[start..end]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secret {
    pub start: u32,
    pub end: u32,
    pub kind: &'static str,
}

/// How bad it is that a secret is written down: `high` where its shape says what it opens, `low` where it says that it
/// opens nothing but a place to try things, else `medium`.
pub fn severity(text: &str, secret: &Secret) -> &'static str {
    let value = &text[secret.start as usize..secret.end as usize];
    match secret.kind {
        _ if value.starts_with("sk_test_") || value.starts_with("rk_test_") => "low",
        "jwt" | "password" | "secret" | "token" | "key" | "credential" => "medium",
        _ => "high",
    }
}

/// The first 64 bits of a salted SHA-256, as hexadecimal digits. None of a value that somebody chose rather than drew:
/// it could be found by trying.
pub fn fingerprint(text: &str, secret: &Secret) -> Option<String> {
    let value = &text[secret.start as usize..secret.end as usize];
    if value.len() < SHORTEST || !is_random(value) {
        return None;
    }
    let mut hash = Sha256::new();
    hash.update(b"drift secret fingerprint 1\0");
    hash.update(value.as_bytes());
    Some(hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The text with each secret value in it replaced.
pub fn redact(text: &str) -> Cow<'_, str> {
    replace(text, 0, &find(text))
}

/// `text`, which starts at `offset` of the file that `secrets` (in order) were found in, without them.
pub fn replace<'t>(text: &'t str, offset: u32, secrets: &[Secret]) -> Cow<'t, str> {
    let end = offset + text.len() as u32;
    let first = secrets.partition_point(|secret| secret.end <= offset);
    let inside = secrets[first..].iter().take_while(|secret| secret.start < end);
    let (mut out, mut kept) = (String::new(), 0);
    for secret in inside {
        let (from, to) = (secret.start.saturating_sub(offset) as usize, (secret.end.min(end) - offset) as usize);
        out.push_str(&text[kept..from]);
        out.push_str("‹redacted:");
        out.push_str(secret.kind);
        out.push('›');
        kept = to;
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[kept..]);
    Cow::Owned(out)
}

/// The secrets of a text, in order, none inside another.
pub fn find(text: &str) -> Vec<Secret> {
    let bytes = text.as_bytes();
    let (mut secrets, mut run) = (Vec::new(), 0);
    loop {
        let at = run + bytes[run..].iter().position(|b| !TOKEN[*b as usize]).unwrap_or(bytes.len() - run);
        let byte = bytes.get(at).copied();
        let long = at - run >= SHORTEST || (byte == Some(b' ') && &bytes[run..at] == b"-----BEGIN");
        let found = if long { shaped(text, run, at) } else { None };
        let found = found.or_else(|| match byte {
            Some(b'"' | b'\'' | b'`') => assigned(text, at),
            Some(b':') if bytes[at..].starts_with(b"://") => connection(text, at),
            _ => None,
        });
        run = at + 1;
        if let Some(secret) = found {
            run = run.max(secret.end as usize);
            secrets.push(secret);
        }
        if run >= bytes.len() {
            return secrets;
        }
    }
}

/// The bytes that tokens are made of, and names.
const TOKEN: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0u8);
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        byte += 1;
    }
    table
};

/// No token of a known shape is shorter.
const SHORTEST: usize = 16;

fn is_token(byte: u8) -> bool {
    TOKEN[byte as usize]
}

/// Well-known tokens: what they start with, how many characters follow at least, and the kind.
const SHAPES: &[(&str, usize, &str)] = &[
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
fn shaped(text: &str, start: usize, end: usize) -> Option<Secret> {
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
    // A key has a body; code that looks for the marks of one has not.
    let letters = after[..body].iter().filter(|b| b.is_ascii_alphanumeric()).count();
    let tail = after[body + 9..].windows(5).position(|window| window == b"-----")?;
    let secret = Secret { start: start as u32, end: (from + body + 9 + tail + 5) as u32, kind: "private-key" };
    (letters >= 40).then_some(secret)
}

/// The password of `scheme://user:password@host`; `at` is where `://` stands.
fn connection(text: &str, at: usize) -> Option<Secret> {
    let from = at + 3;
    let rest = &text.as_bytes()[from..];
    let stop = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'`' | b'/' | b'<' | b'>');
    let authority = &rest[..rest.iter().position(stop).unwrap_or(rest.len())];
    let host = authority.iter().rposition(|b| *b == b'@')?;
    let colon = authority[..host].iter().position(|b| *b == b':')?;
    let password = &text[from + colon + 1..from + host];
    let real = password.len() >= 3 && !is_placeholder(password) && !password.starts_with(['$', '{', '%', '*', '#']);
    let secret = Secret { start: (from + colon + 1) as u32, end: (from + host) as u32, kind: "password" };
    real.then_some(secret)
}

/// A literal, opening at `quote`, that is given to a name such as `password` or `api_key`.
fn assigned(text: &str, quote: usize) -> Option<Secret> {
    let kind = kind_of(name_before(text, quote)?)?;
    let open = text.as_bytes()[quote];
    let value = &text[quote + 1..];
    let end = value.bytes().position(|b| b == open || b == b'\n')?;
    let value = &value[..end];
    let real = value.as_bytes().get(end) != Some(&b'\n') && is_real(value, kind);
    real.then_some(Secret { start: quote as u32 + 1, end: (quote + 1 + end) as u32, kind })
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
        let start = bytes[..end].iter().rposition(|b| !is_token(*b)).map_or(0, |at| at + 1);
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

/// What a name says its value is, by its last words.
fn kind_of(name: &str) -> Option<&'static str> {
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
    let flat: String = name.bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_lowercase() as char).collect();
    KINDS.iter().find(|(ends, _)| ends.iter().any(|end| flat.ends_with(end))).map(|(_, kind)| *kind)
}

/// Whether a literal looks like a value that someone uses, not like a word, a path or a placeholder.
fn is_real(value: &str, kind: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.as_bytes().iter().any(test);
    let (letters, digits) = (has(u8::is_ascii_alphabetic), has(u8::is_ascii_digit));
    let marks = has(|b| matches!(b, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'+' | b'?'));
    if value.len() < 8 || value.len() > 500 || value.contains(char::is_whitespace) || is_placeholder(value) {
        return false;
    }
    match kind {
        "password" => letters && (digits || marks),
        _ => value.len() >= SHORTEST && letters && digits && is_random(value),
    }
}

/// Whether a run looks drawn, not spelt: some digit, and no run of words with a few digits behind.
fn is_random(run: &str) -> bool {
    let mut distinct = [false; 128];
    run.bytes().filter(u8::is_ascii).for_each(|b| distinct[b as usize] = true);
    let count = distinct.iter().filter(|seen| **seen).count();
    let words = run.split(['-', '_', '.', '/', ':']).all(|word| {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        word.len() - letters.len() <= 3 && letters.bytes().all(|b| b.is_ascii_alphabetic()) && letters.len() < SHORTEST
    });
    count >= 8 && !words && run.bytes().any(|b| b.is_ascii_digit())
}

fn is_placeholder(value: &str) -> bool {
    const WORDS: [&str; 16] = [
        "example",
        "changeme",
        "change-me",
        "change_me",
        "placeholder",
        "your",
        "xxxx",
        "dummy",
        "redacted",
        "...",
        "****",
        "${",
        "{{",
        "<",
        "test",
        "password",
    ];
    let value = value.to_ascii_lowercase();
    WORDS.iter().any(|word| value.contains(word)) || ["pass", "secret", "pwd", "user"].contains(&value.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joined here, so that no token stands in the source as a whole.
    fn token(prefix: &str, length: usize) -> String {
        format!("{prefix}{}", "a7Bc2dE9fG4hJ1kL6mN3pQ8rS5tU0vW".chars().cycle().take(length).collect::<String>())
    }

    #[test]
    fn tokens_of_known_shapes_are_replaced_wherever_they_stand() {
        for (prefix, length, kind) in SHAPES {
            let token = if *kind == "aws-key" { token(prefix, *length).to_uppercase() } else { token(prefix, *length) };
            let line = format!("call(\"{token}\"); // {token}");
            assert_eq!(redact(&line), format!("call(\"‹redacted:{kind}›\"); // ‹redacted:{kind}›"), "{prefix}");
        }
        let jwt = format!("{}.{}.{}", token("eyJ", 20), token("eyJ", 30), token("", 40));
        assert_eq!(redact(&format!("Bearer {jwt}")), "Bearer ‹redacted:jwt›");
    }

    #[test]
    fn a_private_key_is_replaced_with_all_its_lines() {
        let (begin, end) = ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----");
        let key = format!("k = `{begin}\n{}\n{}\n{end}`;", token("", 64), token("", 64));
        assert_eq!(redact(&key), "k = `‹redacted:private-key›`;");
        let code = format!("text.startsWith(\"{begin}\") && text.endsWith(\"{end}\")");
        assert_eq!(redact(&code), code);
    }

    #[test]
    fn the_password_of_a_connection_is_replaced() {
        assert_eq!(
            redact("url = \"postgres://app:hunter22@db/x\""),
            "url = \"postgres://app:‹redacted:password›@db/x\""
        );
        for kept in ["http://host:8080/a@b", "postgres://user:${PASSWORD}@db", "redis://u:<password>@h", "git@host:a/b"]
        {
            assert_eq!(redact(kept), kept);
        }
    }

    #[test]
    fn a_real_value_given_to_a_telling_name_is_replaced() {
        let value = token("", 24);
        for (line, kind) in [
            ("const apiKey = \"V\";", "key"),
            ("api_key: str = 'V'", "key"),
            ("\"client_secret\": \"V\",", "secret"),
            ("accessToken := `V`", "token"),
            ("AUTH_TOKEN => 'V'", "token"),
            ("private password: string = \"V\"", "password"),
        ] {
            let redacted = format!("‹redacted:{kind}›");
            assert_eq!(redact(&line.replace('V', &value)), line.replace('V', &redacted), "{line}");
        }
        assert_eq!(redact("password = \"Tr0ub4dor&3\""), "password = \"‹redacted:password›\"");
    }

    #[test]
    fn a_fingerprint_is_the_same_wherever_a_secret_stands_and_chosen_passwords_have_none() {
        let told =
            |text: &str| find(text).iter().map(|it| (severity(text, it), fingerprint(text, it))).collect::<Vec<_>>();
        let (one, other) = (token("ghp_", 36), token("sk_test_", 24));
        let first = told(&format!("a = \"{one}\""));
        assert_eq!(first, told(&format!("call({one})")));
        assert!(matches!(&first[..], [("high", Some(print))] if print.len() == 16 && !one.contains(print.as_str())));
        assert!(matches!(&told(&format!("\"{other}\""))[..], [("low", Some(_))]));
        assert_eq!(told("password = \"Tr0ub4dor&3\""), [("medium", None)]);
    }

    #[test]
    fn words_and_placeholders_stay() {
        for line in [
            "token = \"your-api-token-123\"",
            "secret: \"client_secret\"",
            "password = \"password\"",
            "if (token === \"a7Bc2dE9fG4hJ1kL6mN3pQ8r\") {}",
            "tokenType: \"Bearer\"",
            "apiKey: process.env.API_KEY",
            "token: \"oauth2-token-v2\"",
            "password: \"${PASSWORD_1}\"",
            "type: \"string\", token: \"IDENTIFIER\"",
            "import { tokenize } from \"a7Bc2dE9fG4hJ1kL6mN3pQ8r\"",
            "const GHP = \"ghp_this_is_a_name_and_no_token_at_all\"",
        ] {
            assert_eq!(redact(line), line);
        }
    }

    #[test]
    fn an_excerpt_that_holds_a_part_of_a_secret_hides_that_part() {
        let text = format!("a = \"{}\"", token("ghp_", 36));
        let secrets = find(&text);
        assert_eq!(replace(&text[..20], 0, &secrets), "a = \"‹redacted:github-token›");
        assert_eq!(replace(&text[20..], 20, &secrets), "‹redacted:github-token›\"");
        assert_eq!(replace(&text[..4], 0, &secrets), "a = ");
    }
}
