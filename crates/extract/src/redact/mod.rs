//! Secret values, found once a file: the graph holds `‹redacted:kind›` in their place.
//!
//! One pass looks at each run of token characters that is long enough and at each quote, and only then
//! closer. Found are the shapes of well-known tokens wherever they stand, and literals that are given
//! to a name such as `password` and look like a real value.

mod looks;
mod named;
mod runs;
mod settings;
mod shapes;
mod written;

use looks::{SHORTEST, is_random};
use named::assigned;
use runs::BEGIN;
pub use settings::{Finding, settings};
use sha2::{Digest, Sha256};
use shapes::{connection, shaped};
use std::borrow::Cow;
pub use written::redact_written;

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
        "password-hash" => "low",
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
    let (mut secrets, mut from) = (Vec::new(), 0);
    let (mut run, mut mark) = (runs::next_run(bytes, 0), runs::next_mark(bytes, 0));
    while let Some(at) = runs::earlier(run, mark) {
        let byte = bytes.get(at).copied();
        // A run begins where the last secret ends, if that ends in it.
        let begin = run.filter(|run| run.end == at).map(|run| run.start.max(from));
        let found = begin.filter(|&begin| at - begin >= SHORTEST || (byte == Some(b' ') && &bytes[begin..at] == BEGIN));
        let found = found.and_then(|begin| shaped(text, begin, at)).or_else(|| match byte {
            Some(b'"' | b'\'' | b'`') => assigned(text, at),
            Some(b':') if bytes[at..].starts_with(b"://") => connection(text, at),
            _ => None,
        });
        from = at + 1;
        if let Some(secret) = found {
            from = from.max(secret.end as usize);
            secrets.push(secret);
        }
        if run.is_some_and(|run| run.end < from) {
            run = runs::next_run(bytes, from);
        }
        if mark.is_some_and(|mark| mark < from) {
            mark = runs::next_mark(bytes, from);
        }
    }
    secrets
}

#[cfg(test)]
mod tests {
    use super::shapes::SHAPES;
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

    /// As `find` is meant: byte by byte.
    fn find_plainly(text: &str) -> Vec<Secret> {
        let bytes = text.as_bytes();
        let (mut secrets, mut run) = (Vec::new(), 0);
        loop {
            let at = run + bytes[run..].iter().position(|b| !looks::TOKEN[*b as usize]).unwrap_or(bytes.len() - run);
            let byte = bytes.get(at).copied();
            let long = at - run >= SHORTEST || (byte == Some(b' ') && &bytes[run..at] == BEGIN);
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

    #[test]
    fn what_is_skipped_holds_no_secret() {
        let parts = [
            token("ghp_", 36),
            token("AKIA", 16).to_uppercase(),
            token("", 15),
            token("", 16),
            "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----".to_owned(),
            "-----BEGIN".to_owned(),
            "password = \"hunter22x\"".to_owned(),
            "postgres://app:hunter22@db/x".to_owned(),
            "token: '".to_owned(),
            " ".to_owned(),
            "\"".to_owned(),
            "`".to_owned(),
            "://".to_owned(),
            "ä".to_owned(),
            "\n".to_owned(),
            "=".to_owned(),
            format!("{}.{}.{}", token("eyJ", 20), token("eyJ", 30), token("", 40)),
        ];
        let mut seed = 1u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..8 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(&parts[(seed >> 33) as usize % parts.len()]);
            }
            assert_eq!(find(&text), find_plainly(&text), "{text}");
        }
        assert!(find("").is_empty() && find("a").is_empty());
    }

    #[test]
    fn the_key_of_the_documentation_is_nobodys() {
        let example = "id = \"AKIAIOSFODNN7EXAMPLE\"";
        assert_eq!(redact(example), example);
    }

    #[test]
    fn a_signed_address_names_its_key_to_whoever_is_given_it() {
        let key = token("AKIA", 16).to_uppercase();
        let address = format!("https://a.s3.amazonaws.com/b.png?X-Amz-Credential={key}%2F20240105%2Fus-east-1");
        assert_eq!(redact(&address), address);
        assert_eq!(redact(&format!("id = \"{key}\"")), "id = \"‹redacted:aws-key›\"");
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
        assert_eq!(redact("mysql://ledger:ledger@db.shop.io/x"), "mysql://ledger:‹redacted:password›@db.shop.io/x");
        for kept in [
            "http://host:8080/a@b",
            "postgres://user:${PASSWORD}@db",
            "redis://u:<password>@h",
            "git@host:a/b",
            "ftp://foo:b4rb4r@ftp.example.org/",
            "http://user:pass%20word@host/",
            "https://me:T0ken123@example.com/dav",
            "postgresql://ledger:ledger@db:5432/ledger",
            "amqp://Guest:guest@127.0.0.1/",
        ] {
            assert_eq!(redact(kept), kept);
        }
    }

    #[test]
    fn a_product_that_is_named_after_passwords_is_none() {
        let id = "bada5566-a7aa-401f-bd96-45619a55120d";
        assert_eq!(redact(&format!("OnePassword = \"{id}\"")), format!("OnePassword = \"{id}\""));
        assert_eq!(redact(&format!("db_password = \"{id}\"")), "db_password = \"‹redacted:password›\"");
    }

    #[test]
    fn a_value_that_stands_in_for_one_of_a_telling_name_is_replaced() {
        let value = token("", 24);
        for (line, kind) in [
            ("os.environ.get(\"SECRET_KEY\", \"~\")", "secret"),
            ("env.str('SECRET_KEY', default='~')", "secret"),
            ("getenv(\n  \"APP_SECRET\",\n  \"~\",\n)", "secret"),
            ("os.getenv(\"AUTH_TOKEN\") or \"~\"", "token"),
            ("process.env.JWT_SECRET || \"~\"", "secret"),
            ("process.env[\"JWT_SECRET\"] ?? '~'", "secret"),
            ("getenv('APP_SECRET') ?: '~'", "secret"),
            ("ENV[\"API_KEY\"] || \"~\"", "key"),
        ] {
            assert_eq!(redact(&line.replace('~', &value)), line.replace('~', &format!("‹redacted:{kind}›")));
        }
        for kept in [
            "get(\"SECRET_KEY\", \"change-me\")",
            "get(\"COLOR\", \"~\")",
            "put(user, \"token\", \"~\")",
            "get(secret, \"~\")",
            "color || \"~\"",
            "f(x, \"é\", \"~\")",
        ] {
            assert_eq!(redact(&kept.replace('~', &value)), kept.replace('~', &value));
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
            "self.reset_token = \"#{Time.now.to_i}-#{Utils.random(30)}\"",
            "token = f\"{prefix}-a7Bc2dE9fG4hJ1kL6mN3pQ8r\"",
            "'password' => 'required|alpha_dash|string|max:255'",
            "->line('Password: '.$this->server->authentication['pass1'])",
            "return \"token=\"+this.accessToken1+\"&a=\"+a;",
            "TOKEN = \"[a-zA-Z_][a-zA-Z0-9_-]*\"",
            "const mockedS3SecretAccessKey = 'mockedS3SecretAccessKey'",
            "clientSecret9Name = 'client-secret9-name'",
            "string DeviceAuthKey = \"pm-27581-device-auth-key\";",
            "<assemblyIdentity publicKeyToken='6595b64144ccf1df' />",
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
