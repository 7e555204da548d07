use super::{BaseOrder, Language, MapItem, PLAIN, Packages, System};
use crate::values::holders::Holder;

pub const LANGUAGE: Language = Language {
    system: System::Node,
    package_scope: false,
    packages: Packages::Folders,
    implicit_package: |_| None,
    implicit_members: false,
    links: false,
    separate_methods: false,
    ignores_case: false,
    singleton_members: false,
    object_members: &[],
    open_modules: false,
    call_constructs: false,
    all_assignments: false,
    base_order: BaseOrder::Depth,
    map_item: MapItem::Pair,
    named_types: false,
    fixtures: false,
    call_member: None,
    enter_members: &[],
    iterate_members: &["[Symbol.iterator]", "[Symbol.asyncIterator]"],
    index_member: None,
    catch_all_members: &[],
    enum_members: &[],
    outside_members: &[],
    open_this: false,
    named_constructors: false,
    inherits_declared: false,
    guess_needs_long_name: true,
    globals: "",
    inner_classes: false,
    stubs: "",
    overloads: None,
    root_type: None,
    std_names: std_names::NODE,
    holders,
    maps_are_objects: true,
    claims: true,
    must_await: true,
    told_by_names: true,
    leads_each: true,
    computed_types: true,
    test_packages: &[
        ("@playwright/test", "playwright"),
        ("vitest", "vitest"),
        ("@jest/globals", "jest"),
        ("node:test", "node:test"),
        ("bun:test", "bun:test"),
        ("ava", "ava"),
    ],
    ..PLAIN
};

/// React's hooks and components, and those of what has the same; what test frameworks make mocks with; stores.
fn holders(path: &str) -> Option<Holder> {
    if matches!(path, "vi.fn" | "vitest.vi.fn" | "jest.fn" | "@jest/globals.jest.fn" | "bun:test.mock") {
        return Some(Holder::Wrapper);
    }
    match path {
        "pinia.defineStore" | "defineStore" => return Some(Holder::Defined),
        "zustand.create"
        | "zustand.createStore"
        | "zustand/vanilla.createStore"
        | "zustand/react.create"
        | "zustand/traditional.createWithEqualityFn" => return Some(Holder::Store),
        "zustand.useStore" | "zustand/react.useStore" | "zustand/traditional.useStoreWithEqualityFn" => {
            return Some(Holder::Selected);
        }
        "zustand/react/shallow.useShallow"
        | "zustand/shallow.useShallow"
        | "zustand/middleware/immer.immer"
        | "zustand/middleware.devtools"
        | "zustand/middleware.persist"
        | "zustand/middleware.subscribeWithSelector" => return Some(Holder::Same),
        _ => {}
    }
    let prefixes = ["react.", "preact.", "preact/hooks."];
    match prefixes.iter().find_map(|prefix| path.strip_prefix(prefix))? {
        "useRef" | "createRef" => Some(Holder::Reference),
        "useState" => Some(Holder::State),
        "useCallback" => Some(Holder::Wrapper),
        "useMemo" => Some(Holder::Computed),
        "createContext" => Some(Holder::Context),
        "useContext" | "use" => Some(Holder::Held),
        "Component" | "PureComponent" => Some(Holder::Component),
        "FC" | "FunctionComponent" | "VFC" => Some(Holder::Rendering),
        _ => None,
    }
}
