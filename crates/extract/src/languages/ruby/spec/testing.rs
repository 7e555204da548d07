use crate::languages::reading::read;

fn tests(path: &str, source: &str) -> Vec<String> {
    let it = read(path, source);
    it.0.tests.iter().map(|test| format!("{:?} {} {}", test.kind, test.framework, test.name)).collect()
}

#[test]
fn rspec_runs_groups_of_examples() {
    let found = tests(
        "spec/a_spec.rb",
        "RSpec.describe A do\n  let(:b) { 1 }\n  before { b }\n  after(:all) { b }\n  context 'when c' do\n    it('does') { d }\n    specify { e }\n  end\nend\n",
    );
    assert_eq!(
        found,
        [
            "Suite rspec A",
            "Fixture rspec b",
            "Hook rspec before",
            "Hook rspec after",
            "Suite rspec when c",
            "Case rspec does",
            "Case rspec specify",
        ]
    );
}

#[test]
fn minitest_and_test_unit_run_methods_of_classes() {
    let found = tests(
        "test/a_test.rb",
        "class ATest < Minitest::Test\n  def setup; end\n  def test_b; end\n  def other; end\n  test 'c' do\n  end\nend\n",
    );
    assert_eq!(found, ["Suite minitest ATest", "Hook minitest setup", "Case minitest test_b", "Case minitest c"]);
    assert_eq!(
        tests("test/test_a.rb", "class A < Test::Unit::TestCase\n  def test_b; end\nend\n"),
        ["Suite test-unit A", "Case test-unit test_b"]
    );
    assert_eq!(
        tests("test/a_test.rb", "class Shop::ApiTest::ATest < Shop::ApiTest::Base\n  test 'b' do\n  end\nend\n"),
        ["Suite minitest ATest", "Case minitest b"]
    );
}

#[test]
fn blocks_that_minitest_has_too_are_of_what_the_file_requires() {
    let said = |path: &str, before: &str| tests(path, &format!("{before}describe 'a' do\n  it('b') {{}}\nend\n"));
    assert_eq!(said("test/spec_a.rb", "require_relative 'helper'\n"), ["Suite unknown a", "Case unknown b"]);
    assert_eq!(said("test/spec_a.rb", "require 'minitest/autorun'\n"), ["Suite minitest a", "Case minitest b"]);
    assert_eq!(said("test/a.rb", "require_relative '../spec_helper'\n"), ["Suite rspec a", "Case rspec b"]);
    assert_eq!(said("spec/a_spec.rb", ""), ["Suite rspec a", "Case rspec b"]);
}

#[test]
fn what_factories_do_after_they_made_something_is_no_hook() {
    let factory = "FactoryBot.define do\n  factory :user do\n    after(:build) { |it| it.name = 'a' }\n    context { nil }\n  end\nend\n";
    assert!(tests("test/factories/users.rb", factory).is_empty());
}
