use super::lua;

#[test]
fn annotations_are_types() {
    let it = lua("\
---@class app.Picker: app.Base, Other
---@field sorter app.Sorter what sorts
---@field private items? string[]
local Picker = {}
---@generic T
---@param a app.Picker the first
---@param b? table<string, fun(x: number): boolean>
---@param c T|nil
---@param d { x: number, [string]: app.Any }|'one'
---@return app.Picker|nil picker
---@return string error
function Picker.make(a, b, c, d) end
---@type app.Sorter[]
local all = {}
---@alias app.Any string|app.Picker

--- @tparam string name
--- @treturn app.Picker
local function old(name) end
");
    let picker = it.symbol("Picker");
    let bases: Vec<_> = picker.bases.iter().map(|base| it.ty(base.ty)).collect();
    assert_eq!(bases, ["app.Base?", "Other?"]);
    assert_eq!(it.ty(it.symbol("Picker.sorter").declared.expect("a type")), "app.Sorter?");
    assert_eq!(it.ty(it.symbol("Picker.items").declared.expect("a type")), "[]string");
    let make = it.symbol("Picker.make");
    let params: Vec<_> = make.params.iter().map(|param| it.ty(param.declared.expect("a type"))).collect();
    assert_eq!(params, ["app.Picker?", "map[string]fn(number) boolean", "optional unknown", "{x: number} | string"]);
    assert!(make.params[1].optional);
    assert_eq!(make.returns.as_deref(), Some("app.Picker|nil"));
    assert_eq!(it.ty(make.returns_type.expect("a type")), "optional app.Picker?");
    assert_eq!(it.given("all")[0], ": []app.Sorter?");
    assert_eq!(it.ty(it.symbol("app.Any").declared.expect("a type")), "string | app.Picker?");
    assert_eq!(it.ty(it.symbol("old").params[0].declared.expect("a type")), "string");
}

#[test]
fn a_class_that_only_documentation_declares_is_an_interface() {
    let it = lua("---@class Shape\n---@field area fun(self): number\n\n---@class Round: Shape\n\nlocal x = 1\n");
    let signatures: Vec<_> = it.0.symbols.iter().map(|symbol| symbol.signature.as_str()).collect();
    assert_eq!(signatures, ["Shape", "area fun(self): number", "Round: Shape", "local x = 1"]);
    assert_eq!(it.symbols(), ["Interface Shape", "Property Shape.area", "Interface Round", "Variable x"]);
}
