use super::lua;
use facts::*;

#[test]
fn functions_and_what_tables_are_given_are_symbols() {
    let it = lua("\
local M = { version = 1, nested = { deep = function() end } }
local limit = 3
function M.open(path, ...) return path end
M.close = function() end
M.nested.more = 1
local function helper() local function inner() end end
local short = function() end
function global() end
Global = 2
function vim.ui.select() end
return M
");
    assert_eq!(
        it.symbols(),
        [
            "Namespace M",
            "Property M.version",
            "Namespace M.nested",
            "Function M.nested.deep",
            "Variable limit",
            "Function M.open",
            "Function M.close",
            "Property M.nested.more",
            "Function helper",
            "Function helper.inner",
            "Function short",
            "Function global",
            "Variable Global",
            "Function vim.ui.select",
        ]
    );
    let open = it.symbol("M.open");
    assert!(open.exported && it.symbol("M").exported && it.symbol("global").exported);
    assert!(!it.symbol("helper").exported);
    assert_eq!(open.signature, "function M.open(path, ...)");
    assert_eq!(it.symbol("limit").signature, "local limit = 3");
    assert_eq!(it.symbol("M.nested.more").signature, "M.nested.more = 1");
    assert!(it.0.symbols.iter().all(|symbol| !symbol.signature.is_empty()));
    let params: Vec<_> = open.params.iter().map(|param| (it.0.name(param.name), param.rest)).collect();
    assert_eq!(params, [("path", false), ("...", true)]);
    assert!(matches!(it.0.exports[..], [Export { what: Exported::Local(_), .. }]));
}

#[test]
fn a_table_with_instances_is_a_class() {
    let it = lua("\
local Base = {}
Base.__index = Base
function Base.new(x)
  local made = setmetatable({ x = x }, Base)
  made.y = 1
  return made
end
function Base:run() self.z = self.y end
local Sub = setmetatable({}, { __index = Base })
function Sub:stop() end
local Made = class('Made', Sub)
function Made:initialize() end
");
    assert_eq!(
        it.symbols(),
        [
            "Class Base",
            "Method Base.new",
            "Property Base.x",
            "Property Base.y",
            "Method Base.run",
            "Property Base.z",
            "Class Sub",
            "Method Sub.stop",
            "Class Made",
            "Constructor Made.initialize",
        ]
    );
    assert!(it.symbol("Base.new").modifiers.has(Modifiers::STATIC));
    assert!(!it.symbol("Base.run").modifiers.has(Modifiers::STATIC));
    assert_eq!(it.list(&it.symbol("Base.new").return_values), "made");
    assert_eq!(it.given("made"), ["new Base"]);
    assert_eq!(it.ty(it.symbol("Sub").bases[0].ty), "typeof Base");
    assert_eq!(it.ty(it.symbol("Made").bases[0].ty), "typeof Sub");
    assert_eq!(it.list(&it.symbol("Base.z").initial), "this<Base>.y");
}

#[test]
fn documentation_and_complexity_belong_to_a_function() {
    let it = lua("\
--- Opens a file.
-- It may fail.
---@param path string where it is
local function open(path)
  if path then for i = 1, 2 do end elseif x and y then end
end
--[[ In a
block. ]]
function other() end
");
    let open = it.symbol("open");
    assert_eq!(open.doc.as_deref(), Some("Opens a file.\nIt may fail."));
    assert_eq!(open.complexity, 5);
    assert_eq!(it.symbol("other").doc.as_deref(), Some("In a\nblock."));
}
