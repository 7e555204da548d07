use crate::languages::reading::{Read, read};

fn tests(it: &Read) -> Vec<String> {
    it.0.tests.iter().map(|t| format!("{:?} {} ({}) {}-{}", t.kind, t.name, t.framework, t.line, t.end_line)).collect()
}

#[test]
fn pytest_finds_functions_classes_and_fixtures() {
    let it = read(
        "tests/test_a.py",
        "\
import pytest
@pytest.fixture
def client():
    return 1
def setup_module(): pass
def test_one(client):
    pass
def helper(): pass
class TestMany:
    def setup_method(self): pass
    def test_two(self): pass
    def check(self): pass
class TestData: pass
",
    );
    assert_eq!(
        tests(&it),
        [
            "Fixture client (pytest) 2-4",
            "Hook setup_module (pytest) 5-5",
            "Case test_one (pytest) 6-7",
            "Suite TestMany (pytest) 9-12",
            "Hook setup_method (pytest) 10-10",
            "Case test_two (pytest) 11-11",
        ]
    );
}

#[test]
fn unittest_finds_the_methods_of_its_cases() {
    let it = read(
        "a_test.py",
        "\
from unittest import TestCase
class Users(TestCase):
    def setUp(self): pass
    def test_one(self): pass
",
    );
    assert_eq!(tests(&it), ["Suite Users (unittest) 2-4", "Hook setUp (unittest) 3-3", "Case test_one (unittest) 4-4"]);
}

#[test]
fn a_library_is_no_test_by_its_names() {
    assert!(
        tests(&read("lib/a.py", "def test_port(): pass\nclass TestClient:\n    def test(self): pass\n")).is_empty()
    );
}
