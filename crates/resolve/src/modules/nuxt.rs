//! Nuxt's way: what lies in folders of certain names is there without an import, throughout an application.

use crate::project::tree::{Tree, file_name, parent, upward};
use rustc_hash::FxHashSet;

/// The folders of applications, each with a configuration of Nuxt's.
#[derive(Debug)]
pub struct Applications {
    roots: FxHashSet<String>,
}

/// Code that runs in one place sees nothing of what is there for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Client,
    Server,
    Both,
}

impl Side {
    /// Of a file, by its path in its application.
    pub fn of(path: &str) -> Self {
        match path.split('/').next() {
            Some("server") => Self::Server,
            Some("shared") => Self::Both,
            _ => Self::Client,
        }
    }

    /// Whether code of this side may use what is there for another.
    pub fn sees(self, other: Self) -> bool {
        self == other || other == Self::Both
    }
}

impl Applications {
    pub fn new(tree: &Tree) -> Self {
        let is_config = |path: &&String| {
            file_name(path).strip_prefix("nuxt.config.").is_some_and(|end| ["ts", "js", "mts", "mjs"].contains(&end))
        };
        Self { roots: tree.paths().iter().filter(is_config).map(|path| parent(path).to_owned()).collect() }
    }

    /// The folder of the application that a file is of.
    pub fn of<'p>(&self, path: &'p str) -> Option<&'p str> {
        if self.roots.is_empty() {
            return None;
        }
        upward(parent(path)).find(|folder| self.roots.contains(*folder))
    }
}

/// Folders whose modules are looked through, and that of the components.
const MODULES: [&str; 3] = ["composables", "utils", "stores"];
const COMPONENTS: &str = "components";

/// Where a file lies among those that need no import, by its path in the application: how many folders below the one
/// that is looked through, of which only the settings tell whether they are.
pub fn depth(path: &str) -> Option<usize> {
    let folders: Vec<&str> = parent(path).split('/').collect();
    let at = folders.iter().take(2).position(|it| MODULES.contains(it) || *it == COMPONENTS)?;
    if folders[at] == COMPONENTS {
        return Some(0);
    }
    let below = folders.len() - at - 1;
    // A folder below stands for the file that it is named for.
    let is_index = file_name(path).starts_with("index.");
    Some(if is_index { below.saturating_sub(1) } else { below })
}

/// Whether a file may be one of those, in some application.
pub fn may_be_known(path: &str) -> bool {
    !path.contains(".d.") && parent(path).split('/').any(|it| MODULES.contains(&it))
}

/// The names that a component may go by, by its path in any application: `components/base/foo/Button.vue` by that of
/// its folders and its own, `BaseFooButton`; by its own alone where the settings say so.
pub fn component_names(path: &str) -> Option<(String, String)> {
    let stem = path.strip_suffix(".vue")?;
    let parts: Vec<&str> = stem.split('/').skip_while(|it| *it != COMPONENTS).skip(1).collect();
    let (&file, folders) = parts.split_last()?;
    let mut folders: Vec<Vec<String>> = folders.iter().map(|folder| words(folder)).collect();
    let own = match file {
        "index" => folders.pop()?,
        // What only one side shows.
        file => words(file.trim_end_matches(".client").trim_end_matches(".server")),
    };
    // What the file's name begins with is not said twice.
    let said = |from: &usize| {
        let before: Vec<String> = folders[*from..].concat();
        own.len() >= before.len() && own.iter().zip(&before).all(|(a, b)| a.eq_ignore_ascii_case(b))
    };
    let kept = (0..folders.len()).find(said).unwrap_or(folders.len());
    let bare = own.concat();
    Some((folders[..kept].concat().concat() + &bare, bare))
}

/// The words of a name, each with a capital.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_start = true;
    let mut was_lower = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() {
            is_start = true;
            continue;
        }
        if is_start || letter.is_ascii_uppercase() && was_lower {
            words.push(letter.to_ascii_uppercase().to_string());
        } else if let Some(word) = words.last_mut() {
            word.push(letter);
        }
        (is_start, was_lower) = (false, !letter.is_ascii_uppercase());
    }
    words
}

/// The name that a default export goes by: that of its file, or of its folder.
pub fn default_name(path: &str) -> String {
    let stem = |path: &str| file_name(path).split('.').next().unwrap_or_default().to_owned();
    let named = if stem(path) == "index" { stem(parent(path)) } else { stem(path) };
    let mut words = named.split(['-', '_']).filter(|word| !word.is_empty());
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_needs_no_import() {
        assert_eq!(depth("composables/cart.ts"), Some(0));
        assert_eq!(depth("app/composables/cart/index.ts"), Some(0));
        assert_eq!(depth("app/composables/cart/rows.ts"), Some(1));
        assert_eq!(depth("server/utils/db.ts"), Some(0));
        assert_eq!(depth("server/api/utils/db.ts"), None);
        assert_eq!(depth("pages/index.vue"), None);
        assert_eq!(depth("components/base/Button.vue"), Some(0));
        assert_eq!(default_name("composables/use-cart.ts"), "useCart");
        assert_eq!(default_name("composables/cart_rows/index.ts"), "cartRows");
    }

    #[test]
    fn names_components_by_their_folders() {
        let names = |path: &str| component_names(path).map(|(whole, bare)| format!("{whole} {bare}"));
        assert_eq!(names("app/components/base/foo/Button.vue").as_deref(), Some("BaseFooButton Button"));
        assert_eq!(names("components/account/AccountCard.vue").as_deref(), Some("AccountCard AccountCard"));
        assert_eq!(names("components/shop/cart/shop-cart-row.vue").as_deref(), Some("ShopCartRow ShopCartRow"));
        assert_eq!(names("components/nav/index.vue").as_deref(), Some("Nav Nav"));
        assert_eq!(names("components/Clock.client.vue").as_deref(), Some("Clock Clock"));
        assert_eq!(names("pages/index.vue"), None);
    }

    #[test]
    fn a_file_is_of_the_nearest_application() {
        let paths = ["nuxt.config.ts", "layers/shop/nuxt.config.mjs", "layers/shop/pages/a.vue", "pages/b.vue"];
        let applications = Applications::new(&Tree::new(paths.map(str::to_owned).to_vec()));
        assert_eq!(applications.of("layers/shop/pages/a.vue"), Some("layers/shop"));
        assert_eq!(applications.of("pages/b.vue"), Some(""));
    }
}
