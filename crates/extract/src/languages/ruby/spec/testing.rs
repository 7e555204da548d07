use crate::languages::reading::read;

fn tests(path: &str, source: &str) -> Vec<String> {
    let it = read(path, source);
    it.0.tests.iter().map(|test| format!("{:?} {} {}", test.kind, test.framework, test.name)).collect()
}

#[test]
fn rspec_runs_groups_of_examples() {
    let found = tests(
        "spec/a_spec.rb",
        "RSpec.describe A do\n  let(:b) { 1 }\n  before { b }\n  context 'when c' do\n    it('does') { d }\n    specify { e }\n  end\nend\n",
    );
    assert_eq!(
        found,
        [
            "Suite rspec A",
            "Fixture rspec b",
            "Hook rspec before",
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
}
