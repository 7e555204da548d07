/** `Gemfile` and `*.gemspec`: the calls whose arguments are literal. Nothing is run. */
import { blank } from "#engine/scan/packages/formats/source";
import {
  type Dependency,
  type DependencyKind,
  folderOf,
  joinFolder,
  type Manifest,
  nameOf,
} from "#engine/scan/packages/manifest";

const text = /["']([^"'\n]*)["']/g;

/** The texts at the start of a list of arguments: before the first that is named, or is no text. */
function leading(written: string): string[] {
  const found: string[] = [];
  let rest = written.trim().replace(/^\(\s*/, "");
  for (;;) {
    const one = /^["']([^"'\n]*)["']\s*(?:\.freeze)?\s*/.exec(rest);
    if (!one || /^(?:=>|:)/.test(rest.slice(one[0].length))) return found;
    found.push(one[1] ?? "");
    rest = rest.slice(one[0].length);
    if (!rest.startsWith(",")) return found;
    rest = rest.slice(1).trimStart();
    // `["~> 1", ">= 1.2"]` and `[">= 1"]` are texts too.
    rest = rest.replace(/^\[\s*/, "").replace(/^%w\[[^\]]*\]/, "");
  }
}

/** Statements with their lines: a line that ends in a comma or an opening goes on. */
function* statements(source: string): Generator<{ line: number; written: string }> {
  const lines = blank(source, { line: "#", block: false, quotes: "\"'" }).split(/\r?\n/);
  let written = "";
  let line = 1;
  for (const [at, one] of lines.entries()) {
    if (written === "") line = at + 1;
    written = `${written} ${one.trim()}`.trimStart().slice(0, 4_000);
    if (/[,(\\[]$/.test(one.trimEnd()) && written.length < 4_000) continue;
    if (written !== "") yield { line, written };
    written = "";
  }
  if (written !== "") yield { line, written };
}

const forWork =
  /\b(?:dev|develop|development|test|tests|lint|linters?|linting|doc|docs|documentation|ci|rubocop|release|benchmarks?|profile|debug|tools?|utils)\b/;

export function readGemfile(path: string, source: string): Manifest | undefined {
  const folder = folderOf(path);
  const dependencies: Dependency[] = [];
  /** Of the blocks that are open: the kind that `group` gives what stands in it, and where `path` says it lies. */
  const open: { kind?: DependencyKind; local?: string | undefined; foreign?: boolean }[] = [];
  for (const { line, written } of statements(source)) {
    const gem = /^gem[\s(]+(.*)$/.exec(written)?.[1];
    if (gem !== undefined) {
      const [name, ...ranges] = leading(gem);
      const own = /\b(?:groups?:|:groups?\s*=>)\s*([^\n]*)/.exec(gem)?.[1];
      const around = open.findLast(({ kind }) => kind)?.kind;
      const kind = own !== undefined && forWork.test(own) ? "development" : (around ?? "runtime");
      const said = /\b(?:path:|:path\s*=>)\s*["']([^"'\n]*)["']/.exec(gem)?.[1];
      const place = said ?? open.findLast(({ local }) => local !== undefined)?.local;
      const local = place === undefined ? undefined : joinFolder(folder, place);
      const foreign = /\b(?:git:|github:|gist:|:git\s*=>|:github\s*=>)/.test(gem) || open.some((one) => one.foreign);
      const range = ranges.filter((one) => /\d/.test(one)).join(", ");
      if (name)
        dependencies.push({
          name,
          range,
          kind,
          line,
          ...(local !== undefined && { local }),
          ...(foreign && { isForeign: true as const }),
        });
    } else if (/\bdo(?:\s*\|[^|]*\|)?$/.test(written)) {
      const group = /^group[\s(]+(.*)/.exec(written)?.[1];
      const place = /^path[\s(]+["']([^"'\n]*)["']/.exec(written)?.[1];
      const foreign = /^(?:git|github)\b/.test(written);
      open.push({
        ...(group !== undefined && forWork.test(group) && { kind: "development" as const }),
        ...(place !== undefined && { local: place }),
        ...(foreign && { foreign }),
      });
    } else if (/^(?:if|unless|case|begin|def|while)\b/.test(written) && !/\bend$/.test(written)) open.push({});
    else if (/^end\b/.test(written)) open.pop();
  }
  if (dependencies.length === 0) return undefined;
  return { path, ecosystem: "rubygems", manager: "bundler", name: null, version: null, isPrivate: false, dependencies };
}

export function readGemspec(path: string, source: string): Manifest | undefined {
  const dependencies: Dependency[] = [];
  let name: string | null = null;
  let version: string | null = null;
  for (const { line, written } of statements(source)) {
    const [, verb, rest = ""] = /\.add_(runtime_|development_)?dependency[\s(]+(.*)$/.exec(written) ?? [];
    if (/\.add_(?:runtime_|development_)?dependency[\s(]/.test(written)) {
      const [gem, ...ranges] = leading(rest);
      const kind = verb === "development_" ? "development" : "runtime";
      if (gem) dependencies.push({ name: gem, range: ranges.join(", "), kind, line });
      continue;
    }
    const set = /^\w+\.(name|version)\s*=\s*(.*)$/.exec(written);
    const value = set && [...(set[2] ?? "").matchAll(text)][0];
    if (set?.[1] === "name" && value?.index === 0) name ??= value[1] || null;
    if (set?.[1] === "version" && value?.index === 0) version ??= value[1] || null;
  }
  name ??= nameOf(path).replace(/\.gemspec$/, "") || null;
  return { path, ecosystem: "rubygems", manager: "bundler", name, version, isPrivate: false, dependencies };
}
