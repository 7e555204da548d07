//! Files that are there for tests by where they lie and what they are called.

use crate::words::{is_of_word, is_word};

/// What stands in front of a test in names of things that are tested for users, not by them: `ab-test`, `speed_test`.
const OF_USERS: [&str; 9] = ["ab", "a-b", "split", "speed", "load", "stress", "self", "drive", "pen"];

fn is_of_users(name: &str) -> bool {
    let test = name.strip_suffix('s').unwrap_or(name);
    test.strip_suffix("test").and_then(|it| it.strip_suffix(['-', '_'])).is_some_and(|it| OF_USERS.contains(&it))
}

/// Whether a name is one of some words, or such a word in the plural where it may be.
fn is_one_of(name: &str, words: &[&str], plurals: &[&str]) -> bool {
    words.contains(&name) || plurals.contains(&name) || name.strip_suffix('s').is_some_and(|one| plurals.contains(&one))
}

/// Signs of words, and the stroke.
fn is_dashed(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|sign| is_of_word(sign) || sign == '-')
}

/// What stands behind other words of a name, or for all of it: none of `prefix` but dashed words that end in a sign.
fn ends_in<'n>(name: &'n str, word: &str, signs: &[char]) -> Option<&'n str> {
    let front = name.strip_suffix(word)?;
    let before = front.strip_suffix(signs);
    (front.is_empty() || before.is_some_and(is_dashed)).then_some(front)
}

/// Whether a file that need hold no tests lies where only they need it.
pub fn is_support(path: &str) -> bool {
    let Some((folders, _)) = path.rsplit_once('/') else { return false };
    let folders: Vec<&str> = folders.split('/').collect();
    // `tests/app.go`, `api_tests/src/shared.ts`
    ["tests", "specs", "e2e"].iter().any(|word| ends_in(folders[0], word, &['-', '_']).is_some())
        || folders.iter().any(|it| is_of_support(it) || is_dotnet_project(it))
        || folders.windows(3).any(is_source_set)
        || folders.windows(4).any(is_module_for_tests)
        || folders.windows(2).any(is_package_for_tests)
}

/// `testing_support/`, `src/testlib/`
fn is_of_support(folder: &str) -> bool {
    ["testing", "tests", "test"].iter().filter_map(|word| folder.strip_prefix(word)).any(|rest| {
        let rest = rest.strip_prefix(['-', '_']).unwrap_or(rest);
        is_one_of(rest, &["support", "lib"], &["util", "helper"])
    })
}

/// Source sets of Maven's and Gradle's: `src/it/java/`, `src/integrationTest/kotlin/`, `src/testFixtures/java/`
fn is_source_set(folders: &[&str]) -> bool {
    const SETS: [&str; 8] = [
        "it",
        "integration-test",
        "integration-tests",
        "integrationtest",
        "integrationtests",
        "integrationTest",
        "functionalTest",
        "testFixtures",
    ];
    folders[0] == "src" && SETS.contains(&folders[1]) && is_jvm(folders[2])
}

fn is_jvm(folder: &str) -> bool {
    matches!(folder, "java" | "kotlin" | "groovy" | "scala")
}

/// Modules of Gradle's and Maven's that others' tests are made with: `shop-core-test/src/main/kotlin/`,
/// `testing/src/main/`
fn is_module_for_tests(folders: &[&str]) -> bool {
    const WORDS: [&str; 16] = [
        "test",
        "testing",
        "testutil",
        "testutils",
        "test-util",
        "test-utils",
        "testsupport",
        "test-support",
        "testfixtures",
        "test-fixtures",
        "testkit",
        "test-kit",
        "testhelper",
        "testhelpers",
        "test-helper",
        "test-helpers",
    ];
    let is_users = is_of_users(folders[0]) && folders[0].ends_with("test");
    let is_named = WORDS.iter().any(|word| ends_in(folders[0], word, &['-']).is_some());
    is_named && !is_users && folders[1..3] == ["src", "main"] && is_jvm(folders[3])
}

/// Projects of .NET: `Shop.Core.Tests/Fakes/Clock.cs`, `Shop.IntegrationTests/`
fn is_dotnet_project(folder: &str) -> bool {
    let Some((front, last)) = folder.rsplit_once('.') else { return false };
    let last = last.strip_suffix('s').unwrap_or(last);
    front.split('.').all(is_word) && last.strip_suffix("Test").is_some_and(|it| it.chars().all(is_of_word))
}

/// Packages of a workspace: `libs/api-test/`, `packages/e2e_tests/`, `php-packages/testing/`
fn is_package_for_tests(folders: &[&str]) -> bool {
    const OF: [&str; 6] = ["", "util", "utils", "helper", "helpers", "support"];
    let is_workspace = ["packages", "libs", "crates"].iter().any(|word| ends_in(folders[0], word, &['-']).is_some());
    is_workspace
        && OF.iter().filter_map(|of| folders[1].strip_suffix(of).map(|front| (of, front))).any(|(of, front)| {
            let front = if of.is_empty() { Some(front) } else { front.strip_suffix(['-', '_']) };
            front.is_some_and(|front| {
                ["test", "tests", "testing", "e2e"]
                    .iter()
                    .filter_map(|word| ends_in(front, word, &['-', '_']))
                    .any(|before| before.is_empty() || !is_of_users(folders[1]))
            })
        })
}

/// Go's files that tests of several packages share, which a name that ends in `_test.go` would hide from others:
/// `testutil.go`, `internal/testutil/`, `storefakes/fake_store.go`.
pub fn is_of_go(path: &str) -> bool {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    let Some(name) = file.strip_suffix(".go") else { return is_beside_module(path) };
    let folder = folders.rsplit('/').next().unwrap_or_default();
    let is_fake = folder.strip_suffix("fakes").is_some_and(|it| it.chars().all(is_of_word))
        && !folders.is_empty()
        && name.strip_prefix("fake_").is_some_and(is_word);
    let is_set_up = ["setup", "init"].iter().any(|word| {
        ["test", "tests", "_test", "_tests"].iter().any(|test| {
            let front = name.strip_suffix(test).and_then(|it| it.strip_suffix(word));
            front.is_some_and(|it| it.is_empty() || it.strip_suffix('_').is_some_and(is_word))
        })
    });
    is_fake
        || is_set_up
        || is_named_for_tests(name, &["ing", "setup"], &["util", "helper", "fixture"])
        || is_beside_module(path)
}

/// `testing`, `test_util`, `testhelpers`.
fn is_named_for_tests(name: &str, words: &[&str], plurals: &[&str]) -> bool {
    name.strip_prefix("test").is_some_and(|rest| is_one_of(rest.strip_prefix('_').unwrap_or(rest), words, plurals))
}

/// Go's folder beside a module's code for what its tests are made with: `test/fake/user.go`, `internal/testutil/`.
fn is_beside_module(path: &str) -> bool {
    let path = path.strip_prefix("internal/").or_else(|| path.strip_prefix("pkg/")).unwrap_or(path);
    path.split_once('/').is_some_and(|(folder, _)| {
        folder.strip_prefix("test").is_some_and(|rest| is_one_of(rest, &["", "ing"], &["util", "helper"]))
    })
}

/// Go's folders for what tests of several packages share.
pub fn is_go_support(path: &str) -> bool {
    let folder = path.rsplit('/').nth(1).unwrap_or_default();
    let front = folder.strip_suffix("tests").or_else(|| folder.strip_suffix("test"));
    front.is_some_and(|it| it.chars().all(is_of_word))
}

/// Rust's modules for what tests share: `pub mod test_utils;`
pub fn is_of_rust(path: &str) -> bool {
    let Some(module) = path.strip_suffix(".rs") else { return false };
    let module = module.strip_suffix("/mod").unwrap_or(module);
    let name = module.rsplit('/').next().unwrap_or_default();
    is_named_for_tests(name, &["ing", "support"], &["util", "helper", "fixture"])
}

/// Modules that are there for tests alone: code that runs otherwise cannot import them.
pub fn is_framework(specifier: &str) -> bool {
    const MODULES: [&str; 5] = ["vitest", "@jest/globals", "@playwright/test", "bun:test", "node:test"];
    const NAMESPACES: [&str; 6] = [
        "Xunit",
        "NUnit.Framework",
        "NSubstitute",
        "Moq",
        "FakeItEasy",
        "Microsoft.VisualStudio.TestTools.UnitTesting",
    ];
    const PACKAGES: [&str; 4] = ["org.junit.", "org.testng.", "org.mockito.", "io.mockk."];
    let is_within = |name: &&str| specifier.strip_prefix(*name).is_some_and(|it| it.is_empty() || it.starts_with('.'));
    MODULES.contains(&specifier)
        || NAMESPACES.iter().any(is_within)
        || PACKAGES.iter().any(|package| specifier.starts_with(package))
}

/// Libraries of Go that only tests assert by, and that doubles are made with, by hand or by a generator.
pub fn is_library_for_tests_in_go(specifier: &str) -> bool {
    const LIBRARIES: [&str; 11] = [
        "github.com/stretchr/testify/assert",
        "github.com/stretchr/testify/mock",
        "github.com/stretchr/testify/require",
        "github.com/stretchr/testify/suite",
        "github.com/golang/mock/gomock",
        "github.com/magiconair/properties/assert",
        "github.com/onsi/gomega",
        "github.com/onsi/ginkgo",
        "github.com/onsi/ginkgo/v2",
        "gopkg.in/check.v1",
        "go.uber.org/mock/gomock",
    ];
    LIBRARIES.contains(&specifier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_for_tests() {
        for path in [
            "src/it/java/org/shop/CartPage.java",
            "Shop.Core.Tests/Fakes/Clock.cs",
            "src/Shop.IntegrationTests/Base.cs",
            "libs/client-api-test/src/user.rs",
            "packages/e2e_tests/utils/api.ts",
            "php-packages/testing/src/Setup.php",
            "src/testlib/loop.c",
            "shop-core-test/src/main/kotlin/shop/Clock.kt",
            "backend/testing/src/main/kotlin/shop/Clock.kt",
        ] {
            assert!(is_support(path), "{path}");
        }
        // What tests something for users is not for tests.
        for path in [
            "ab-test/src/main/kotlin/shop/Clock.kt",
            "packages/ab-test/src/index.ts",
            "src/latest/Clock.cs",
            "packages/contest/src/index.ts",
            "packages/core/src/test.ts",
        ] {
            assert!(!is_support(path), "{path}");
        }
    }

    #[test]
    fn files_of_go_and_rust_that_tests_share() {
        for path in
            ["a/testing.go", "test_util.go", "a/db_setup_test.go", "storefakes/fake_store.go", "test/fake/user.go"]
        {
            assert!(is_of_go(path), "{path}");
        }
        for path in ["a/tester.go", "latest/a.go", "fakes.go", "contest/a.go"] {
            assert!(!is_of_go(path), "{path}");
        }
        assert!(is_go_support("a/kafkatest/b.go") && !is_go_support("a/testing/b.go"));
        assert!(is_of_rust("src/test_utils/mod.rs") && is_of_rust("testing.rs") && !is_of_rust("src/testbed.rs"));
    }

    #[test]
    fn modules_for_tests() {
        assert!(is_framework("vitest") && is_framework("Moq.Protected") && is_framework("org.junit.jupiter.api.Test"));
        assert!(!is_framework("vitest/config") && !is_framework("Moqs") && !is_framework("org.junitx.A"));
        assert!(is_library_for_tests_in_go("gopkg.in/check.v1") && !is_library_for_tests_in_go("testing"));
    }
}
