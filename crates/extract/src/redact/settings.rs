//! Secrets of settings: files of names and values, whose values need no quotes (`.env`, YAML, properties, INI).

use super::named::{exactly, is_of_name, is_real, kind_of};
use super::{Secret, find, fingerprint, severity};

/// Where a secret is written. Its value is not in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    pub kind: &'static str,
    pub severity: &'static str,
    /// As [`fingerprint`].
    pub fingerprint: Option<String>,
    /// From 1.
    pub line: u32,
}

/// The secrets of a settings file, in order: what is found in any text, and values without quotes.
pub fn settings(text: &str) -> Vec<Finding> {
    let mut secrets = find(text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        secrets.extend(unquoted(line).map(|(from, to, kind)| Secret {
            start: (start + from) as u32,
            end: (start + to) as u32,
            kind,
        }));
        start += line.len();
    }
    // The one that reaches further stands first, so that what lies inside it is dropped.
    secrets.sort_by_key(|it| (it.start, u32::MAX - it.end));
    let (mut findings, mut line, mut counted, mut end) = (Vec::new(), 1, 0, 0);
    for secret in secrets {
        if secret.start < end {
            continue;
        }
        end = secret.end;
        line += text[counted..secret.start as usize].matches('\n').count() as u32;
        counted = secret.start as usize;
        findings.push(Finding {
            kind: secret.kind,
            severity: severity(text, &secret),
            fingerprint: fingerprint(text, &secret),
            line,
        });
    }
    findings
}

/// `name = value`, `name: value`, `export NAME=value`, `ENV NAME=value`: where the value stands, and what it is.
fn unquoted(line: &str) -> Option<(usize, usize, &'static str)> {
    /// A longer line is no setting that anybody wrote.
    const LONGEST: usize = 1_000;
    if line.len() > LONGEST {
        return None;
    }
    let at = line.find(['=', ':'])?;
    let name = line[..at].trim().rsplit([' ', '\t']).next()?.trim_matches(['"', '\'']);
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let kind = kind_of(name).filter(|_| name.bytes().all(known))?;
    let after = &line[at + 1..];
    let from = at + 1 + (after.len() - after.trim_start_matches([' ', '\t']).len());
    let value = line[from..].trim_end();
    let value = value.split(" #").next().unwrap_or(value).trim_end();
    (is_real(value, kind) && !is_of_name(value, name) && !leads_elsewhere(value)).then_some((
        from,
        from + value.len(),
        exactly(kind, name, value),
    ))
}

/// A value that names the place where the real one is, or that is of another kind: a variable, a tag, a path, a URL, a
/// sealed value, a call, a list.
fn leads_elsewhere(value: &str) -> bool {
    value.starts_with(['$', '%', '!', '&', '*', '@', '/', '.', '~', '{', '[', '"', '\'', '`', '|', '>'])
        || value.starts_with("ENC[")
        || value.contains("://")
        || value.ends_with([';', ',', '(', ')', '{'])
        || value.contains("${")
        || value.contains("$(")
        || value.contains("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joined here, so that no secret stands in the source as a whole.
    fn drawn() -> String {
        ["q8Zt1Wm4", "Yp0Lr7Xc", "2Vd5Bn9K"].concat()
    }

    fn found(text: &str) -> Vec<(&'static str, u32)> {
        settings(text).iter().map(|it| (it.kind, it.line)).collect()
    }

    #[test]
    fn values_without_quotes() {
        let value = drawn();
        for text in [
            format!("API_KEY={value}\n"),
            format!("export API_KEY={value}\n"),
            format!("ENV API_KEY={value}\n"),
            format!("  api_key: {value}  # the old one\n"),
            format!("service.api-key = {value}\r\n"),
            format!("\"api_key\": {value}"),
        ] {
            assert_eq!(found(&text), [("key", 1)], "{text}");
        }
        assert_eq!(found("a: 1\n\nDB_PASSWORD=Tr0ub4dor&3\n"), [("password", 3)]);
        assert_eq!(found("DB_PASSWORD=_Winter2024_\n"), [("password", 1)]);
    }

    #[test]
    fn quoted_and_shaped_values_once() {
        let value = drawn();
        assert_eq!(found(&format!("API_KEY=\"{value}\"\ntoken: '{value}'\n")), [("key", 1), ("token", 2)]);
        let token = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
        assert_eq!(found(&format!("# {token}\nGITHUB_TOKEN={token}\n")), [("github-token", 1), ("github-token", 2)]);
    }

    #[test]
    fn what_is_no_secret() {
        let value = drawn();
        for text in [
            "DB_PASSWORD=${DB_PASSWORD_1}".into(),
            "password: {{ .Values.password1 }}".into(),
            "DB_PASSWORD=changeme1".into(),
            "DB_PASSWORD=".into(),
            "password: Enter your password".into(),
            "secretName: web-tls-certificate-2024".into(),
            "token: /var/run/secrets/token-1".into(),
            "password: !vault |".into(),
            format!("password: ENC[AES256_GCM,data:{value}]"),
            format!("PASSWORD_FILE=/run/{value}"),
            format!("checksum: {value}"),
            "client_secret = os.environ[1]".into(),
            "privateKeyPassphrase: ^_^privateKeyPassphrase^_^".into(),
            "privateKeyPassphrase: ^_^keyPhrase^_^".into(),
            "DB_PASSWORD=%db_phrase%".into(),
            "DB_PASSWORD: __DB_PHRASE__".into(),
            "db.password=@db.phrase@".into(),
            format!("key: {}", "x".repeat(2_000)),
        ] {
            assert_eq!(found(&text), [], "{text}");
        }
    }

    #[test]
    fn hashes_are_told_apart() {
        for text in [
            "password = \"$2y$10$abcdefghijklmnopqrstuv1234567890ABCDEFGHIJKLMNOPQRSTU\"",
            "password: pbkdf2_sha256$260000$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo1",
            "client_secret: '$pbkdf2-sha512$310000$PeubGcDkDhxSWUNH6h04gSQKuwJmUkPtQVWMz9nJ'",
            "password=\"{bcrypt}$2a$10$abcdefghijklmnopqrstuv1\"",
            "encrypted_password: 5f4dcc3b5aa765d61d8327deb882cf99",
        ] {
            assert_eq!(found(text), [("password-hash", 1)], "{text}");
        }
        assert_eq!(found("password: 5f4dcc3b5aa765d61d8327deb882cf99"), [("password", 1)]);
    }

    #[test]
    fn what_somebody_chose_leaves_no_fingerprint() {
        let prints = |text: &str| settings(text).remove(0).fingerprint;
        assert_eq!(prints("PASSWORD=Tr0ub4dor&3"), None);
        assert_eq!(prints(&format!("API_KEY={}", drawn())), prints(&format!("token: {}", drawn())));
        assert!(prints(&format!("API_KEY={}", drawn())).is_some());
    }
}
