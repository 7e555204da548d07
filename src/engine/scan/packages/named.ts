/**
 * Dependencies of npm that no code imports and that tools are told of all the same: scripts that run them, and files of
 * configuration that name them as plugins, presets and loaders.
 */
import { folderOf, type Manifest, nameOf, upward } from "./manifest.ts";

/** `next.config.mjs`, `app.config.js`, `tsconfig.build.json`, `.babelrc`, `webpack.common.js`, `.storybook/main.ts`. */
const configuration =
  /^(?:[jt]sconfig[\w.-]*\.json|(?:app|angular|nx|project|turbo|nest-cli)\.json|\.?[\w-]+\.(?:config|conf)(?:\.[\w-]+)?\.(?:[cm]?[jt]s|json)|\.[\w-]+rc(?:\.(?:json|[cm]?[jt]s|ya?ml))?|(?:gulp|Grunt)file\.[cm]?[jt]s|webpack\.[\w.-]+\.[cm]?[jt]s)$/;

/** `Makefile`, `Taskfile.yml`, workflows of GitHub: the words of these are commands. */
const scripts =
  /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|Procfile[\w.-]*|[\w.-]*Dockerfile[\w.-]*|\.gitlab-ci\.yml|lefthook\.ya?ml)$|(?:^|\/)\.(?:github\/workflows\/[\w.-]+\.ya?ml|husky\/[\w.-]+)$/;

const image = /(?:^|\/)[\w.-]*(?:Docker|Container)file[\w.-]*$/;

export const isConfiguration = (path: string): boolean =>
  configuration.test(nameOf(path)) || scripts.test(path) || /(?:^|\/)\.storybook\/\w+\.[cm]?[jt]sx?$/.test(path);

/** Commands of packages that are called otherwise than these. */
const commands: Readonly<Record<string, readonly string[]>> = {
  "@astrojs/check": ["astro"],
  "@react-email/preview-server": ["email"],
  "react-email": ["email"],
  "graphql-code-generator": ["gql-gen"],
  "@graphql-codegen/cli": ["graphql-codegen", "graphql-code-generator", "gql-gen"],
  "@vue/cli-service": ["vue-cli-service"],
  "expo-cli": ["expo"],
  "@react-native-community/cli": ["react-native"],
  "@redocly/cli": ["redocly", "openapi"],
  "@storybook/cli": ["sb", "storybook"],
  pm2: ["pm2-runtime"],
  "@babel/node": ["babel-node"],
  "@capacitor/cli": ["cap"],
  "@changesets/cli": ["changeset"],
  "@angular/cli": ["ng"],
  "@nestjs/cli": ["nest"],
  "@docusaurus/core": ["docusaurus"],
  "@playwright/test": ["playwright"],
  "@remix-run/dev": ["remix"],
  "@react-router/dev": ["react-router"],
  "@sveltejs/kit": ["svelte-kit"],
  "@tauri-apps/cli": ["tauri"],
  "npm-run-all": ["run-s", "run-p"],
  typescript: ["tsc"],
  "webpack-cli": ["webpack"],
};

const bundlers =
  /(?:^|\/)(?:vite|vitest|webpack|rspack|rsbuild|rollup|metro|jest|next|craco|babel|electron\.vite|astro|nuxt|svelte)[\w.-]*\.[cm]?[jt]s$/;

/** What stands behind these is what aliases are made of. */
const aliases = /\b(?:alias(?:es)?|moduleNameMapper|resolveAlias|extraNodeModules)\b["']?\s*[:=(]/g;

/** So far behind one stand its keys. */
const aliasLength = 4_000;

/**
 * Packages' names that bundlers are told to look for elsewhere, by the folders for which they are told: `next` of
 * `alias: { "next/link": "./compat/link.tsx" }`. Code that imports one needs no package that is called so.
 */
export function aliasedModules(configurations: ReadonlyMap<string, string>): [folder: string, name: string][] {
  const found = new Map<string, [string, string]>();
  for (const [path, text] of configurations) {
    if (!bundlers.test(path)) continue;
    for (const { index } of text.matchAll(aliases)) {
      const behind = text.slice(index, index + aliasLength);
      for (const [, key, sought] of behind.matchAll(
        /["'`]\^?([^"'`\n$]{1,214})\$?["'`]\s*:|\bfind\s*:\s*["'`/]\^?([^"'`\n$]{1,214})/g,
      )) {
        const name = packageOf(key ?? sought ?? "");
        const folder = path.slice(0, path.lastIndexOf("/") + 1);
        if (name !== undefined) found.set(`${folder} ${name}`, [folder, name]);
      }
    }
  }
  return [...found.values()];
}

/** What a package's command is called, as far as its name tells. */
function commandsOf(name: string): readonly string[] {
  const [, scope = "", last = name] = /^@([^/]+)\/(.+)$/.exec(name) ?? [];
  return [name, last === "cli" ? scope : last, last.replace(/(?<=.)-cli$/, ""), ...(commands[name] ?? [])];
}

/** Fields of `package.json` that declare packages or say what it is: nothing there is told to a tool. */
const declaring: ReadonlySet<string> = new Set(
  (
    "name description keywords homepage repository author contributors license files main module types exports imports " +
    "dependencies devDependencies peerDependencies peerDependenciesMeta optionalDependencies bundledDependencies " +
    "overrides resolutions packageManager workspaces pnpm catalog engines version publishConfig dependenciesMeta"
  ).split(" "),
);

/** So long is no name of a package, and what stands behind it. */
const longest = 214;

/** What texts of a file name: `babel-loader`, `@docusaurus/plugin-x/lib`, `style-loader!css-loader`. */
function namedIn(text: string, isPlain: boolean): Set<string> {
  const texts = isPlain
    ? text.split(/[\s,:"'[\]{}]+/)
    : [...text.matchAll(/(["'`])((?:(?!\1)[^\\\n]){2,400})\1/g)].map(([, , inner = ""]) => inner);
  return new Set(texts.flatMap((one) => one.split("!")).flatMap((one) => packageOf(one) ?? []));
}

export const packageOf = (written: string): string | undefined => {
  const name = /^(?:(?:[\w.-]+\/)*node_modules\/)?((?:@[\w.-]+\/)?[\w-][\w.-]*)(?=$|[/?])/.exec(written)?.[1];
  return name !== undefined && name.length <= longest ? name : undefined;
};

/** Of a script: what it runs by `npx`, a manager or a path (`node_modules/.bin/dredd`). */
const runIn = (text: string): Set<string> =>
  new Set(
    [
      ...text.matchAll(
        /(?:\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun)(?:[ \t]+(?:exec|dlx|run|x))?)[ \t]+(?:-[\w-]+[ \t]+)*|\.bin\/)(@?[\w./-]{2,214})/g,
      ),
    ].map(([, name = ""]) => name),
  );

/** A line that runs something while an image is made or where it starts. */
const running = /^[ \t]*(?:RUN|CMD|ENTRYPOINT)[ \t]+(.+)$/gim;

/** The programs that an image's file runs: `single-file` of `RUN apt-get update && single-file --version`. */
function runInImage(text: string): Set<string> {
  const lines = text.replace(/^[ \t]*#.*\n/gm, "").replace(/\\\r?\n/g, " ");
  const found = new Set<string>();
  for (const [, line = ""] of lines.matchAll(running))
    for (const command of line.split(/&&|\|\|?|[;()[\]]/)) {
      const [, program] =
        /^[\s"'!$]*(?:(?:--?[\w-]+(?:=\S*)?|\w+=\S*|exec|sudo)\s+)*([\w@./-]{2,214})/.exec(command) ?? [];
      if (program !== undefined) found.add(program.slice(program.lastIndexOf("/") + 1));
    }
  return found;
}

/** Of `package.json`: the words of its scripts, and what the fields for tools name. */
function toldByPackage(text: string): { readonly words: Set<string>; readonly named: Set<string> } {
  const root = JSON.parse(text) as Record<string, unknown>;
  const scripts = typeof root.scripts === "object" && root.scripts !== null ? Object.values(root.scripts) : [];
  const words = scripts
    .flatMap((one) => (typeof one === "string" ? one.split(/[\s;&|()="'`]+/) : []))
    .map((word) => word.replace(/^.*\.bin\//, ""));
  const rest = Object.entries(root).filter(([field]) => field !== "scripts" && !declaring.has(field));
  return { words: new Set(words), named: namedIn(JSON.stringify(Object.fromEntries(rest)), false) };
}

/**
 * The manifests and names of such dependencies.
 *
 * @param texts of manifests
 * @param configurations texts of the files that `isConfiguration` tells
 */
export function namedDependencies(
  manifests: readonly Manifest[],
  texts: ReadonlyMap<string, string>,
  configurations: ReadonlyMap<string, string>,
): [manifest: string, name: string][] {
  const ofNpm = manifests.filter(({ path }) => nameOf(path) === "package.json");
  const byFolder = new Map(ofNpm.map((one) => [one.path.slice(0, -"package.json".length), one.path]));
  const named = new Map<string, Set<string>>(ofNpm.map(({ path }) => [path, new Set()]));
  const ran = new Set<string>();
  for (const [path, text] of configurations) {
    if (!isConfiguration(path)) continue;
    if (scripts.test(path)) {
      // Who runs a program, in which folder, a script does not say.
      for (const command of runIn(text)) ran.add(command);
      if (image.test(path)) for (const command of runInImage(text)) ran.add(command);
      continue;
    }
    const found = namedIn(text, /rc(?:\.ya?ml)?$/.test(path) && !/^\s*[{/]/.test(text));
    if (/postcss\.config/.test(path)) for (const [, key = ""] of text.matchAll(/([\w-]+)["']?\s*:/g)) found.add(key);
    if (/"importHelpers"\s*:\s*true/.test(text)) found.add("tslib");
    if (/\b(?:useBuiltIns|corejs)\b|@vue\/cli-plugin-babel/.test(text)) found.add("core-js");
    for (const folder of upward(path.slice(0, path.lastIndexOf("/") + 1)))
      for (const name of found) named.get(byFolder.get(folder) ?? "")?.add(name);
  }
  const told = new Map(ofNpm.map(({ path }) => [path, attemptPackage(texts.get(path))]));
  // The programs of a package run in those inside of it, too.
  const below = new Map<string, Set<string>>(ofNpm.map(({ path }) => [path, new Set()]));
  for (const [path, own] of told)
    for (const folder of upward(folderOf(path)))
      for (const word of own?.words ?? []) below.get(byFolder.get(folder) ?? "")?.add(word);
  return ofNpm.flatMap(({ path, dependencies }) => {
    const own = told.get(path);
    const isTold = (name: string): boolean =>
      named.get(path)?.has(name) === true ||
      own?.named.has(name) === true ||
      commandsOf(name).some((one) => below.get(path)?.has(one) === true || ran.has(one));
    return dependencies.flatMap(({ name }): [string, string][] => (isTold(name) ? [[path, name]] : []));
  });
}

function attemptPackage(text: string | undefined): ReturnType<typeof toldByPackage> | undefined {
  try {
    return text === undefined ? undefined : toldByPackage(text);
  } catch {
    // What is no JSON told no dependencies either.
    return undefined;
  }
}
