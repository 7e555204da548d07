use crate::languages::reading::read;

fn tests(path: &str, source: &str) -> Vec<String> {
    let it = read(path, source);
    it.0.tests.iter().map(|test| format!("{:?} {} {}", test.kind, test.name, test.framework)).collect()
}

#[test]
fn busted_groups_examples_and_hooks_are_tests() {
    let source = "\
describe('a list', function()
  before_each(function() end)
  it('grows', function() end)
  pending('shrinks')
end)
";
    assert_eq!(
        tests("spec/list_spec.lua", source),
        ["Suite a list busted", "Hook before_each busted", "Case grows busted", "Case shrinks busted"]
    );
    assert!(tests("src/list.lua", source).is_empty());
}

#[test]
fn functions_that_luaunit_finds_are_tests() {
    let source = "\
local lu = require('luaunit')
TestList = {}
function TestList:setUp() end
function TestList:testGrows() end
function TestList:helper() end
function testAlone() end
os.exit(lu.LuaUnit.run())
";
    assert_eq!(
        tests("test/list.lua", source),
        ["Suite TestList luaunit", "Hook setUp luaunit", "Case testGrows luaunit", "Case testAlone luaunit"]
    );
}
