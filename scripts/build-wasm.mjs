#!/usr/bin/env node
/**
 * Builds `wasm/scan.wasm` with `wasm/scan.tables`, and `wasm/edge.wasm`, and records in `wasm/build.json` what they were made from.
 *
 *   node scripts/build-wasm.mjs            builds both; `scan` or `edge` as an argument builds one
 *   node scripts/build-wasm.mjs --check    builds, leaves wasm/ as it is, and compares byte for byte
 *   node scripts/build-wasm.mjs --stale    compares the inputs' hash with the record; needs no toolchain
 *
 * The bytes depend on the inputs and the toolchain alone, not on the machine: there is one toolchain (Debian's
 * packages below, and cargo), paths are mapped away, and flags from the environment are ignored.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { takeTables } from "./wasm/tables.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const WASM = join(ROOT, "wasm");
const RECORD = join(WASM, "build.json");
const TARGET = "wasm32-unknown-unknown";

/** Debian 12's packages: cargo, the compiler, its standard library's source (for wasm32), the linker, the C compiler. */
const PACKAGES = ["cargo-web", "rustc-web", "rust-web-src", "lld-19", "clang-19"];
const RUSTC = "/usr/bin/rustc";
const CARGO = ["/usr/bin/cargo"];

/** The parsers recurse, so the stack is 8 MiB. The edge module shares an isolate's 128 MB with the Worker. */
const MODULES = {
  scan: { crate: "wasm-scan", link: ["-zstack-size=8388608"], hasTables: true },
  edge: { crate: "wasm-edge", link: ["-zstack-size=8388608", "--max-memory=100663296"] },
};

const fail = (message) => {
  console.error(`build-wasm: ${message}`);
  process.exit(1);
};

/** Hash of everything the modules are made from. What only tests and benchmarks read is not among it. */
function hashInputs() {
  const aside = /^crates\/[^/]+\/(tests|benches|examples|target)$/;
  const list = (path) =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      if (!entry.isDirectory()) return [inner];
      return aside.test(inner) ? [] : list(inner);
    });
  const paths = [
    "Cargo.lock",
    "Cargo.toml",
    "scripts/build-wasm.mjs",
    ...list("crates"),
    ...list("scripts/wasm"),
  ].sort();
  const hash = createHash("sha256");
  for (const path of paths) {
    const bytes = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

const output = (command, ...args) => spawnSync(command, args, { encoding: "utf8" }).stdout ?? "";
// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is dpkg's
const installed = (name) => output("dpkg-query", "-W", "-f=${Version}", name).trim();

/** Puts the toolchain in place, or says what is missing. Gives the versions that decide the bytes. */
function prepareToolchain() {
  const wanted = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")).toolchain : {};
  const missing = PACKAGES.filter((name) => !installed(name));
  if (missing.length > 0) {
    const root = process.getuid?.() === 0 && output("apt-get", "--version");
    if (!root) fail(`needs Debian 12's packages ${missing.join(", ")}: as root, apt-get install ${missing.join(" ")}`);
    execFileSync("apt-get", ["update", "-q"], { stdio: "inherit" });
    const exact = missing.map((name) => (wanted[name] ? `${name}=${wanted[name]}` : name));
    const install = (names) =>
      spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...names], { stdio: "inherit" });
    if (install(exact).status !== 0 && install(missing).status !== 0) fail(`could not install ${missing.join(" ")}`);
  }
  return Object.fromEntries(PACKAGES.map((name) => [name, installed(name)]));
}

/** Where cargo keeps the crates of the registry, and the C headers for wasm32 that one of them carries. */
function findCrates() {
  const [command, ...args] = CARGO;
  const metadata = spawnSync(command, [...args, "metadata", "--locked", "--format-version", "1"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (metadata.status !== 0) fail("cargo metadata failed; is Cargo.lock up to date?");
  const crates = JSON.parse(metadata.stdout).packages.filter((one) => one.source?.startsWith("registry+"));
  const folders = crates.map((one) => ({ name: one.name, folder: dirname(one.manifest_path) }));
  const registries = [...new Set(folders.map(({ folder }) => dirname(folder)))];
  const language = folders.find(({ name }) => name === "tree-sitter-language");
  // What the grammars' scanners include.
  return { registries, headers: language && join(language.folder, "wasm/include") };
}

/** Builds one module and gives the files that it is made of, by their ends, and where its tables belong. */
function build({ crate, link, hasTables = false }) {
  const target = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target", "wasm-build");
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const { registries, headers } = findCrates();
  // A later one wins where several match.
  const maps = [
    [cargoHome, "cargo"],
    ...registries.map((folder) => [folder, "crates"]),
    [ROOT, "src"],
    [target, "target"],
    ["/usr/lib/rustlib/src/rust", "rust"],
    ["/usr/src/rustc-1.96.0", "rust"],
  ];
  const features = {
    rust: "+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext",
    c: ["-msimd128", "-mbulk-memory", "-mnontrapping-fptoint", "-msign-ext"],
  };

  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(CARGO_(BUILD|PROFILE|TARGET|ENCODED|INCREMENTAL)|RUST(C|FLAGS|DOC|_)|CFLAGS|CC|AR)/.test(name),
    ),
  );
  Object.assign(env, {
    RUSTC,
    // The standard library for wasm32 is built from source, which cargo lets only a nightly compiler do.
    RUSTC_BOOTSTRAP: "1",
    CARGO_TARGET_DIR: target,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: "wasm-ld-19",
    CARGO_ENCODED_RUSTFLAGS: [
      `-Ctarget-feature=${features.rust}`,
      ...maps.map(([from, to]) => `--remap-path-prefix=${from}=${to}`),
    ].join("\x1f"),
    CC_wasm32_unknown_unknown: "clang-19",
    AR_wasm32_unknown_unknown: "ar",
    CC_SHELL_ESCAPED_FLAGS: "1",
    CFLAGS_wasm32_unknown_unknown: [
      ...(headers ? [`-isystem '${headers}'`, "-include wchar.h"] : []),
      // Grammars' scanners use these without their headers.
      "-Dstatic_assert=_Static_assert",
      "'-Dexit(x)=__builtin_trap()'",
      ...features.c,
      ...maps.map(([from, to]) => `'-ffile-prefix-map=${from}=${to}'`),
    ].join(" "),
  });

  const links = `target.${TARGET}.tree-sitter-language`;
  const overrides = headers
    ? [
        "--config",
        `${links}.wasm-headers='${headers}'`,
        "--config",
        `${links}.wasm-src='${join(ROOT, "scripts/wasm")}'`,
      ]
    : [];
  const cargo = [
    "rustc",
    "--locked",
    "--release",
    "--target",
    TARGET,
    "-Zbuild-std=std,panic_abort",
    "-p",
    crate,
    "--lib",
    "--crate-type",
    "cdylib",
  ];
  // Behind `--`, these flags are the module's alone, so both modules are linked from the same build of everything else.
  const map = join(target, `${crate}.map`);
  const linking = ["--", ...[...link, `--Map=${map}`].map((argument) => `-Clink-arg=${argument}`)];
  const [command, ...args] = CARGO;
  const built = spawnSync(command, [...args, ...cargo, ...overrides, ...linking], { cwd: ROOT, env, stdio: "inherit" });
  if (built.status !== 0) fail(`${crate} did not build`);
  const linked = readFileSync(join(target, TARGET, "release", `${crate.replace("-", "_")}.wasm`));
  if (!hasTables) return { files: { wasm: linked } };
  const { module, tables, places } = takeTables(linked, readFileSync(map, "utf8"));
  return { files: { wasm: module, tables }, places };
}

function describe(bytes) {
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    gzipBytes: gzipSync(bytes, { level: 9 }).length,
  };
}

function readRecord() {
  if (!existsSync(RECORD)) fail("wasm/build.json is missing: npm run build:wasm");
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const unknown = [
  ...flags.filter((f) => f !== "--check" && f !== "--stale"),
  ...named.filter((name) => !(name in MODULES)),
];
if (unknown.length > 0) fail(`does not know ${unknown.join(" ")}; it takes scan, edge, --check, --stale`);
const names = Object.keys(MODULES).filter((name) => named.length === 0 || named.includes(name));

const endsOf = (name) => (MODULES[name].hasTables ? ["wasm", "tables"] : ["wasm"]);

/** The modules are those of the record, and the record is of these inputs. */
function checkRecord() {
  const inputs = hashInputs();
  for (const name of names) {
    for (const end of endsOf(name)) {
      const file = `${name}.${end}`;
      const recorded = readRecord().modules[file];
      if (recorded?.inputs !== inputs) fail(`wasm/${file} is older than crates/: npm run build:wasm, commit wasm/`);
      const { sha256 } = describe(readFileSync(join(WASM, file)));
      if (recorded.sha256 !== sha256) fail(`wasm/${file} is not what wasm/build.json records: npm run build:wasm`);
    }
  }
}

if (flags.includes("--stale")) checkRecord();
else if (flags.includes("--check")) {
  const record = readRecord();
  checkRecord();
  const toolchain = prepareToolchain();
  const differing = Object.keys(toolchain).filter((name) => toolchain[name] !== record.toolchain[name]);
  if (differing.length > 0) {
    // Debian keeps only the newest of a package. The modules are still those of the recorded inputs.
    const pairs = differing.map((name) => `${name} ${toolchain[name]} (recorded: ${record.toolchain[name]})`);
    console.warn(`build-wasm: NOT COMPARED, since another toolchain makes other bytes: ${pairs.join(", ")}`);
    console.warn("build-wasm: npm run build:wasm with the newer packages, test, and commit wasm/");
    process.exit(0);
  }
  for (const name of names) {
    for (const [end, fresh] of Object.entries(build(MODULES[name]).files)) {
      if (!fresh.equals(readFileSync(join(WASM, `${name}.${end}`)))) {
        fail(`wasm/${name}.${end} is not what crates/ builds to: npm run build:wasm, commit wasm/`);
      }
      console.log(`wasm/${name}.${end}: the same bytes`);
    }
  }
} else {
  const inputs = hashInputs();
  const toolchain = prepareToolchain();
  const modules = existsSync(RECORD) ? readRecord().modules : {};
  for (const name of names) {
    const { files, places } = build(MODULES[name]);
    for (const [end, bytes] of Object.entries(files)) {
      const file = `${name}.${end}`;
      writeFileSync(join(WASM, file), bytes);
      const made = describe(bytes);
      modules[file] = { inputs, ...made, ...(end === "tables" && { places }) };
      console.log(`wasm/${file}: ${made.bytes} bytes, ${made.gzipBytes} gzipped`);
    }
  }
  writeFileSync(RECORD, `${JSON.stringify({ toolchain, modules }, null, 2)}\n`);
}
