use super::Found;
use crate::project::tree::Tree;
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct Targets;

impl Targets {
    pub fn new(_: &Tree, _: &BTreeMap<String, String>) -> Self {
        Self
    }

    pub fn find(&self, _: &Tree, _: &str, specifier: &str) -> Found {
        Found::External { package: specifier.to_owned(), path: specifier.to_owned() }
    }

    pub fn package_of(&self, _: &str) -> Option<String> {
        None
    }
}
