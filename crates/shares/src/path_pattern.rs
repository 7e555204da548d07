//! Patterns of dotted paths, as rule files write them: `*` is any name or any end of one, `**` any number of names.

/// Whether one of a pattern's parts is a name's.
pub fn is_named(wanted: &str, name: &str) -> bool {
    wanted.strip_suffix('*').map_or(wanted == name, |start| name.starts_with(start))
}

/// Whether a path fits. Steps are at most names times parts.
pub fn fits(pattern: &[String], names: &[&str]) -> bool {
    let (mut part, mut name) = (0, 0);
    let mut again: Option<(usize, usize)> = None;
    while name < names.len() {
        match pattern.get(part) {
            Some(wanted) if wanted == "**" => {
                again = Some((part, name));
                part += 1;
            }
            Some(wanted) if is_named(wanted, names[name]) => {
                part += 1;
                name += 1;
            }
            _ => {
                let Some((from, at)) = again else { return false };
                again = Some((from, at + 1));
                (part, name) = (from + 1, at + 1);
            }
        }
    }
    pattern[part.min(pattern.len())..].iter().all(|rest| rest == "**")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_names() {
        let fits = |pattern: &str, path: &str| {
            let parts: Vec<String> = pattern.split('.').map(str::to_owned).collect();
            fits(&parts, &path.split('.').collect::<Vec<_>>())
        };
        assert!(fits("a.*", "a.b") && fits("a.b*", "a.bc") && !fits("a.*", "a.b.c") && !fits("a.*", "a"));
        assert!(fits("a.**", "a") && fits("a.**.d", "a.b.c.d") && fits("**.c", "c") && !fits("a.**.d", "a.d.b"));
    }
}
