// Builds what the package ships: `dist/worker`, the Worker's bundle beside its WASM, and `dist/cli`, the command.
//
// Usage: node scripts/build.mjs [worker] [cli]      (default: both)
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { lookOfSources, recordOfSources } from "../bin/sources.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const at = (...parts) => join(root, ...parts);

/** Modules of compiled WASM stay files of their own: workerd compiles them when it loads the Worker. */
const wasmBeside = (outdir) => ({
  name: "wasm-beside",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
      const name = path.split("/").pop();
      mkdirSync(outdir, { recursive: true });
      cpSync(join(resolveDir, path), join(outdir, name));
      return { path: `./${name}`, external: true };
    });
    onLoad({ filter: /\.wasm$/ }, () => ({ errors: [{ text: "WASM is not inlined" }] }));
  },
});

/** Characters of a text from which on it is read from a file: V8 takes longer over literals of that size. */
const large = 10_000;

/** Modules of values that are known when the package is built: what these are made of is not loaded for them. */
const evaluated = (outdir) => ({
  name: "evaluated",
  setup({ onLoad }) {
    const written = (name, value) => {
      if (typeof value !== "string" || value.length < large) return JSON.stringify(value);
      mkdirSync(outdir, { recursive: true });
      writeFileSync(join(outdir, `${name}.txt`), value);
      return `readFileSync(new URL(${JSON.stringify(`./${name}.txt`)}, import.meta.url), "utf8")`;
    };
    onLoad({ filter: /[\\/]scan[\\/]rules(?:-digest)?\.ts$/ }, async ({ path }) => {
      const values = Object.entries(await import(pathToFileURL(path)));
      const lines = values.map(([name, value]) => `export const ${name} = ${written(name, value)};`);
      return { contents: ['import { readFileSync } from "node:fs";', ...lines].join("\n") };
    });
  },
});

const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  target: "es2024",
  logLevel: "warning",
  legalComments: "none",
};

/** @param entry another entry than the product's, for tests. */
export async function buildWorker(outdir = at("dist", "worker"), entry = at("src", "worker", "index.ts")) {
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    ...common,
    entryPoints: { index: entry },
    outdir,
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    plugins: [wasmBeside(outdir)],
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    metafile: true,
  });
  return metafile;
}

/** The command, with a chunk for each command that is loaded when it runs, and the scanner's thread. */
export async function buildCli(outdir = at("dist", "cli")) {
  rmSync(outdir, { recursive: true, force: true });
  // As they are before they are read: what changes meanwhile makes them others.
  const look = lookOfSources(root);
  const forNode = {
    ...common,
    outdir,
    platform: "node",
    // Some libraries' CommonJS asks for files in ways that a bundle does not have.
    mainFields: ["module", "main"],
    target: "node22",
  };
  await build({
    ...forNode,
    entryPoints: { main: at("src", "cli", "main.ts") },
    chunkNames: "[name]-[hash]",
    splitting: true,
    // What is installed beside the package; everything else is in the bundle.
    external: ["miniflare"],
    plugins: [evaluated(outdir)],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
  });
  // One file of CommonJS: with modules a tenth of the time that a thread takes to start went into loading them.
  await build({
    ...forNode,
    entryPoints: { "scan-worker": at("src", "engine", "scan", "worker.ts") },
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    define: { "import.meta.url": "__url" },
    banner: { js: 'const __url = require("node:url").pathToFileURL(__filename).href;' },
  });
  const { modules } = JSON.parse(readFileSync(at("wasm", "build.json"), "utf8"));
  for (const name of ["scan.wasm", "scan.tables"]) {
    const bytes = readFileSync(at("wasm", name));
    // Code that is kept of a module, and the places of its tables, go by the record.
    if (createHash("sha256").update(bytes).digest("hex") !== modules[name].sha256)
      throw new Error(`wasm/${name} is not what wasm/build.json tells of: node scripts/build-wasm.mjs`);
    writeFileSync(join(outdir, name), bytes);
  }
  if (outdir === dirname(recordOfSources(root))) writeFileSync(recordOfSources(root), look);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = process.argv.slice(2);
  const builds = { worker: buildWorker, cli: buildCli };
  for (const [name, make] of Object.entries(builds)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const started = performance.now();
    await make();
    console.log(`${relative(process.cwd(), at("dist", name))} in ${Math.round(performance.now() - started)} ms`);
  }
}
