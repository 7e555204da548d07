//! Members under which libraries keep something of theirs, whatever it is that has the member.

use crate::languages::System;

/// How the names of the types end that something under a member of this name is of: Django's and MongoEngine's models are
/// asked by their managers.
pub(crate) fn ends_of_types(system: System, member: &str) -> Option<&'static [&'static str]> {
    match (system, member) {
        (System::Python, "objects" | "_default_manager" | "_base_manager") => Some(&["Manager", "QuerySet"]),
        _ => None,
    }
}
