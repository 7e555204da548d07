//! How declarations are written: what languages leave open, asked question by question.

mod classes;
mod functions;
mod head;
mod modules;

use crate::said::facts::FileFacts;
use crate::said::gathered::Gathered;
use crate::said::places::{is_aside, is_migration};

struct Question {
    /// Families of languages that leave it open.
    families: &'static [&'static str],
    /// Whether the answers of tests count, and none of others.
    is_of_tests: bool,
    ask: for<'u> fn(&FileFacts<'u>, &mut Gathered<'u>),
}

const fn of_code(families: &'static [&'static str], ask: for<'u> fn(&FileFacts<'u>, &mut Gathered<'u>)) -> Question {
    Question { families, is_of_tests: false, ask }
}

const fn of_tests(families: &'static [&'static str], ask: for<'u> fn(&FileFacts<'u>, &mut Gathered<'u>)) -> Question {
    Question { families, is_of_tests: true, ask }
}

const QUESTIONS: [Question; 23] = [
    of_code(&["java", "php", "swift", "csharp"], classes::closed),
    of_code(&["java", "kotlin", "csharp"], classes::values),
    of_code(&["java", "csharp"], classes::final_fields),
    of_code(&["php"], classes::promoted_parameters),
    of_code(&["swift"], classes::type_kinds),
    of_code(&["swift"], classes::conformances),
    of_code(&["kotlin", "java"], classes::closed_hierarchies),
    of_code(&["csharp"], functions::async_names),
    of_code(&["swift"], functions::async_code),
    of_code(&["go", "rust"], functions::constructor_results),
    of_code(&["go"], functions::error_wrapping),
    of_tests(&["go"], functions::parallel_tests),
    of_tests(&["go"], functions::test_package),
    of_tests(&["java"], functions::test_visibility),
    of_code(&["java", "kotlin", "csharp", "python"], modules::logger_names),
    of_code(&["java", "kotlin"], modules::wildcard_imports),
    of_code(&["rust"], modules::module_files),
    of_code(&["rust"], modules::type_derives),
    of_code(&["c"], modules::header_paths),
    of_code(&["c"], modules::file_endings),
    of_code(&["c", "swift", "csharp", "kotlin", "python", "php"], modules::enum_casing),
    of_code(&["python"], modules::postponed_annotations),
    of_code(&["kotlin", "csharp"], modules::declared_visibility),
];

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_asked = |it: &&Question| it.is_of_tests == facts.is_test && it.families.contains(&facts.family);
    let mut asked = QUESTIONS.iter().filter(is_asked).peekable();
    if asked.peek().is_none() || is_aside(facts.path) || is_migration(facts.path) {
        return;
    }
    for question in asked {
        (question.ask)(facts, gathered);
    }
}
