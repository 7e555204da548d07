use super::{BaseOrder, Language, MapItem, PLAIN, Packages, System};
use crate::standard::std_types;
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
    inherits_makers: true,
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
    function_members: &[
        "apply",
        "bind",
        "call",
        "constructor",
        "hasOwnProperty",
        "isPrototypeOf",
        "length",
        "name",
        "propertyIsEnumerable",
        "prototype",
        "toLocaleString",
        "toString",
        "valueOf",
    ],
    outside_members: &[],
    facades: None,
    asks_classes: false,
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
    hands_items,
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

fn hands_items(path: &str) -> Option<u32> {
    let hands =
        matches!(path, "Array.from" | "Map.groupBy" | "Object.groupBy") || std_types::lodash::of(path).is_some();
    hands.then_some(0)
}

/// What libraries keep for their caller: React's hooks and components and those of what has the same, what test
/// frameworks make mocks with, stores, values whose changes frameworks follow.
fn holders(path: &str) -> Option<Holder> {
    if matches!(path, "vi.fn" | "vitest.vi.fn" | "jest.fn" | "@jest/globals.jest.fn" | "bun:test.mock") {
        return Some(Holder::Wrapper);
    }
    let of_react = ["react.", "preact.", "preact/hooks."].iter().find_map(|prefix| path.strip_prefix(prefix));
    match of_react {
        Some(name) => react(name),
        None => stores(path).or_else(|| mounted(path)).or_else(|| signals(path)),
    }
}

fn react(name: &str) -> Option<Holder> {
    match name {
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

/// Stores of Pinia and Zustand.
fn stores(path: &str) -> Option<Holder> {
    match path {
        "pinia.defineStore" | "defineStore" => Some(Holder::Defined),
        "zustand.create"
        | "zustand.createStore"
        | "zustand/vanilla.createStore"
        | "zustand/react.create"
        | "zustand/traditional.createWithEqualityFn" => Some(Holder::Store),
        "zustand.useStore" | "zustand/react.useStore" | "zustand/traditional.useStoreWithEqualityFn" => {
            Some(Holder::Selected)
        }
        "zustand/react/shallow.useShallow"
        | "zustand/shallow.useShallow"
        | "zustand/middleware/immer.immer"
        | "zustand/middleware.devtools"
        | "zustand/middleware.persist"
        | "zustand/middleware.subscribeWithSelector" => Some(Holder::Same),
        _ => None,
    }
}

/// What Angular and Vue's tests make of a component.
fn mounted(path: &str) -> Option<Holder> {
    match path {
        "@angular/core/testing.TestBed.createComponent"
        | "@angular/core/testing.ComponentFixture"
        | "@angular/core.ComponentRef"
        | "@angular/material/dialog.MatDialog.open"
        | "@angular/material/dialog.MatDialogRef" => Some(Holder::Mounted("componentInstance")),
        "@vue/test-utils.mount" | "@vue/test-utils.shallowMount" => Some(Holder::Mounted("vm")),
        _ => None,
    }
}

/// Values whose changes Angular, Solid, Preact, Vue and Svelte follow. Vue's names are global where its builds import them.
fn signals(path: &str) -> Option<Holder> {
    let of = |prefixes: &[&str]| prefixes.iter().find_map(|prefix| path.strip_prefix(prefix));
    if let Some(name) = of(&["@angular/core.", "solid-js."]) {
        return match name {
            "signal" | "input" | "input.required" | "model" | "model.required" => Some(Holder::Signal),
            "Signal" | "WritableSignal" | "InputSignal" | "ModelSignal" | "Accessor" => Some(Holder::Signal),
            "viewChild" | "viewChild.required" | "contentChild" | "contentChild.required" => Some(Holder::ChildSignal),
            "computed" | "createMemo" => Some(Holder::DerivedSignal),
            "createSignal" => Some(Holder::SignalPair),
            _ => None,
        };
    }
    if let Some(name) = of(&["@preact/signals.", "@preact/signals-core.", "@preact/signals-react."]) {
        return match name {
            "signal" | "useSignal" | "Signal" | "ReadonlySignal" => Some(Holder::Reference),
            "computed" | "useComputed" => Some(Holder::Derived),
            _ => None,
        };
    }
    vue(of(&["vue.", "vue-demi.", "@vue/reactivity.", "@vue/runtime-core.", "@vue/composition-api."]).unwrap_or(path))
}

/// What Vue keeps; what the compilers of Vue's and Svelte's components know by its name.
fn vue(name: &str) -> Option<Holder> {
    match name {
        "ref" | "shallowRef" | "Ref" | "ShallowRef" | "ComputedRef" | "WritableComputedRef" => Some(Holder::Unwrapped),
        "computed" => Some(Holder::Derived),
        "reactive" | "readonly" | "shallowReactive" | "shallowReadonly" | "markRaw" | "toRaw" | "UnwrapRef"
        | "UnwrapNestedRefs" | "withDefaults" | "$state" | "$state.raw" | "$derived" => Some(Holder::Itself),
        "defineProps" => Some(Holder::Typed),
        "inject" => Some(Holder::Injected),
        "InjectionKey" => Some(Holder::Context),
        "$derived.by" => Some(Holder::Computed),
        _ => None,
    }
}
