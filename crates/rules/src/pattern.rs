//! Patterns of dotted paths.

use serde::Deserialize;

/// `express.**.get`: names between dots; `*` is any one, `**` any number of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Pattern {
    text: String,
    parts: Vec<String>,
    /// What each part stands for.
    stars: Vec<Star>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Star {
    None,
    /// `*`, any name, or any letters within one: `*Client`, `Un*Server`.
    Letters,
    /// `**`, any number of names.
    Names,
}

impl From<String> for Pattern {
    fn from(text: String) -> Self {
        let parts = text.split('.').map(str::to_owned).collect();
        Self::of_parts(text, parts)
    }
}

impl Pattern {
    /// The same of names between slashes.
    pub fn of_folders(text: &str) -> Self {
        Self::of_parts(text.to_owned(), text.split('/').map(str::to_owned).collect())
    }

    fn of_parts(text: String, parts: Vec<String>) -> Self {
        let star = |part: &String| match part.as_str() {
            "**" => Star::Names,
            part if part.contains('*') => Star::Letters,
            _ => Star::None,
        };
        Self { stars: parts.iter().map(star).collect(), parts, text }
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The last name, `*` where it is any.
    pub fn last(&self) -> &str {
        match self.parts.last().map(String::as_str) {
            Some(last) if !last.contains('*') => last,
            _ => "*",
        }
    }

    /// The names in front of the first star and of the last name, with dots between them.
    pub fn root(&self) -> String {
        joined(&self.parts[..self.parts.len().saturating_sub(1)])
    }

    /// The names in front of `**`, where nothing else stands for any name: `Model` of `Model.**.first`.
    pub fn before_any(&self) -> Option<String> {
        let root = self.root();
        let at = if root.is_empty() { 0 } else { root.split('.').count() };
        (at > 0 && self.parts.get(at).is_some_and(|part| part == "**")).then_some(root)
    }

    /// The whole path, as far as it is fixed.
    pub fn fixed(&self) -> String {
        joined(&self.parts)
    }

    /// The paths of the types that the fixed names in front lead over, and of the members of these.
    pub fn types_on_way(&self) -> Vec<String> {
        let fixed = self.fixed();
        let ends = fixed.match_indices('.').map(|(at, _)| &fixed[..at]).chain([&*fixed]);
        let is_type = |path: &str| path.rsplit('.').next().is_some_and(|it| it.starts_with(char::is_uppercase));
        ends.filter(|path| is_type(path) || path.rsplit_once('.').is_some_and(|(owner, _)| is_type(owner)))
            .map(str::to_owned)
            .collect()
    }

    /// Of a pattern that names a type somewhere within a library, `axum.**.Router.**.nest`, the library and what is in
    /// front of the last name.
    pub fn type_within(&self) -> Option<(String, Self)> {
        let (_, owner) = self.parts.split_last()?;
        let (library, inner) = owner.split_first()?;
        let star = inner.iter().position(|part| part == "**")?;
        let is_named = !library.contains('*') && inner[star..].iter().any(|part| !part.contains('*'));
        is_named.then(|| (library.clone(), Self::from(owner.join("."))))
    }

    /// Whether a path fits.
    pub fn fits_path(&self, path: &str) -> bool {
        self.fits(&path.split('.').collect::<Vec<_>>())
    }

    /// Whether the names of a path fit. Steps are at most names times parts.
    pub fn fits(&self, names: &[&str]) -> bool {
        let (mut part, mut name) = (0, 0);
        // Where to go on if `**` has to take one name more.
        let mut again: Option<(usize, usize)> = None;
        while name < names.len() {
            match self.stars.get(part) {
                Some(Star::Names) => {
                    again = Some((part, name));
                    part += 1;
                }
                Some(star) if self.is_named(part, *star, names[name]) => {
                    part += 1;
                    name += 1;
                }
                _ => match again {
                    Some((at, taken)) => {
                        again = Some((at, taken + 1));
                        (part, name) = (at + 1, taken + 1);
                    }
                    None => return false,
                },
            }
        }
        self.stars[part..].iter().all(|rest| *rest == Star::Names)
    }

    fn is_named(&self, part: usize, star: Star, name: &str) -> bool {
        let wanted = &*self.parts[part];
        if star == Star::None {
            return wanted == name;
        }
        let (start, end) = wanted.split_once('*').unwrap_or((wanted, ""));
        name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
    }
}

/// Parts of a path up to the first that is not fixed.
fn joined(parts: &[String]) -> String {
    let fixed = parts.iter().take_while(|part| !part.contains('*'));
    fixed.map(String::as_str).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_one_name_and_for_any_number() {
        let fits =
            |pattern: &str, path: &str| Pattern::from(pattern.to_owned()).fits(&path.split('.').collect::<Vec<_>>());
        assert!(fits("a.b", "a.b"));
        assert!(!fits("a.b", "a.b.c"));
        assert!(fits("a.*", "a.b"));
        assert!(!fits("a.*", "a"));
        assert!(fits("a.**.z", "a.z"));
        assert!(fits("a.**.z", "a.z.y.z"));
        assert!(!fits("a.**.z", "a.z.y"));
        assert!(fits("**.z", "z"));
        assert!(fits("a.**", "a"));
        assert!(fits("a.*Client.send", "a.MailClient.send"));
        assert!(fits("a.New*Client", "a.NewMailClient"));
        assert!(!fits("a.New*Client", "a.NewClients"));
        assert!(!fits("a.ab*ba", "a.aba"));
        let bomb = Pattern::from(["**"; 40].join(".a.") + ".b");
        assert!(!bomb.fits(&["a"; 400]));
    }

    #[test]
    fn what_stands_before_any_names_is_fixed() {
        let before = |text: &str| Pattern::from(text.to_owned()).before_any();
        assert_eq!(before("shop.Model.**.first").as_deref(), Some("shop.Model"));
        assert!(["shop.Model.first", "shop.*.**.first", "**.first"].iter().all(|it| before(it).is_none()));
    }

    #[test]
    fn a_type_is_named_behind_the_stars_in_a_library() {
        let within = |text: &str| Pattern::from(text.to_owned()).type_within();
        let (library, ty) = within("axum.**.Router.**.nest").expect("a type");
        assert_eq!((library.as_str(), ty.text()), ("axum", "axum.**.Router.**"));
        assert!(ty.fits_path("axum.Router"));
        assert!(!ty.fits_path("axum.Json"));
        assert!(["express.**.use", "express.Router.use", "**.Router.use"].iter().all(|it| within(it).is_none()));
    }

    #[test]
    fn types_are_led_over_by_the_names_in_front_of_stars() {
        let over = |text: &str| Pattern::from(text.to_owned()).types_on_way();
        assert_eq!(over("web.Routes.route.**.GET"), ["web.Routes", "web.Routes.route"]);
        assert_eq!(over("web.Routes.GET"), ["web.Routes", "web.Routes.GET"]);
        assert!(over("web.**.Routes.GET").is_empty());
    }

    #[test]
    fn the_last_name_is_what_it_is_found_by() {
        assert_eq!(Pattern::from("a.**.z".to_owned()).last(), "z");
        assert_eq!(Pattern::from("a.**".to_owned()).last(), "*");
    }
}
