//! One number for each distinct text, so that names of different files compare as integers.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A text of the project. Numbers follow the order in which files were first consulted: compare them
/// for equality only, never order output by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

impl Name {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Default)]
pub struct Names {
    inner: RefCell<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    numbers: FxHashMap<Rc<str>, u32>,
    texts: Vec<Rc<str>>,
    /// What is made of each name, as far as it was asked for.
    made: Vec<[Option<Name>; Made::COUNT]>,
}

/// What another name is made of one for.
#[derive(Clone, Copy)]
enum Made {
    Called,
    Singleton,
    Plain,
    Unassigned,
    Lower,
}

impl Made {
    const COUNT: usize = 5;
}

impl Names {
    /// The number of a text, a new one where it was not seen yet.
    pub fn intern(&self, text: &str) -> Name {
        let mut inner = self.inner.borrow_mut();
        if let Some(&number) = inner.numbers.get(text) {
            return Name(number);
        }
        let number = inner.texts.len() as u32;
        let text: Rc<str> = text.into();
        inner.texts.push(text.clone());
        inner.made.push(Default::default());
        inner.numbers.insert(text, number);
        Name(number)
    }

    /// What is made of a name; made once. `None`: the name itself.
    fn made(&self, what: Made, name: Name, make: impl FnOnce(&str) -> Option<String>) -> Name {
        if let Some(known) = self.inner.borrow().made[name.index()][what as usize] {
            return known;
        }
        let made = make(&self.text(name)).map_or(name, |text| self.intern(&text));
        self.inner.borrow_mut().made[name.index()][what as usize] = Some(made);
        made
    }

    /// The name under which a method is found where methods and fields may share a name, see
    /// [`crate::languages::Language::separate_methods`].
    pub fn called(&self, name: Name) -> Name {
        self.made(Made::Called, name, |text| Some(format!("{text}()")))
    }

    /// The name under which a class itself has a method, see
    /// [`crate::languages::Language::singleton_members`].
    pub fn singleton(&self, name: Name) -> Name {
        self.made(Made::Singleton, name, |text| (!text.starts_with("self.")).then(|| format!("self.{text}")))
    }

    /// A name as written, whether it is called or not, a class's own or not.
    pub fn plain(&self, name: Name) -> Name {
        self.made(Made::Plain, name, |text| {
            let plain = text.strip_suffix("()").unwrap_or(text);
            let plain = plain.strip_prefix("self.").unwrap_or(plain);
            (plain.len() < text.len()).then(|| plain.to_owned())
        })
    }

    /// A type's name without the number of its parameters (A`1), and that number.
    pub fn arity(&self, name: Name) -> (Name, Option<usize>) {
        let text = self.text(name);
        match text.split_once('`') {
            Some((plain, count)) => (self.intern(plain), count.parse().ok()),
            None => (name, None),
        }
    }

    /// `x` of `x=`.
    pub fn unassigned(&self, name: Name) -> Name {
        self.made(Made::Unassigned, name, |text| {
            let plain = text.strip_suffix('=')?;
            plain.ends_with(|c: char| c.is_alphanumeric() || c == '_').then(|| plain.to_owned())
        })
    }

    /// A name in lower case.
    pub fn lower(&self, name: Name) -> Name {
        self.made(Made::Lower, name, |text| {
            text.bytes().any(|byte| byte.is_ascii_uppercase()).then(|| text.to_ascii_lowercase())
        })
    }

    pub fn text(&self, name: Name) -> Rc<str> {
        self.inner.borrow().texts[name.0 as usize].clone()
    }
}

/// From this length on a name is taken to be telling.
const LONG_NAME: usize = 8;

/// Whether a name says so much that what else bears it means the same: it is long, or of several words.
pub(crate) fn is_telling(text: &str) -> bool {
    let compound = text.trim_start_matches('_').contains('_')
        || text.chars().zip(text.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    compound || text.chars().count() >= LONG_NAME
}
