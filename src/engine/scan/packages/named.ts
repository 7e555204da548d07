/**
 * Dependencies of npm that no code imports and that tools are told of all the same: scripts that run them, and files of
 * configuration that name them as plugins, presets and loaders.
 */
import { type Manifest, nameOf, upward } from "./manifest.ts";

/** `next.config.mjs`, `app.config.js`, `tsconfig.build.json`, `.babelrc`, `webpack.common.js`, `.storybook/main.ts`. */
const configuration =
  /^(?:[jt]sconfig[\w.-]*\.json|(?:app|angular|nx|project|turbo|nest-cli)\.json|\.?[\w-]+\.(?:config|conf)(?:\.[\w-]+)?\.(?:[cm]?[jt]s|json)|\.[\w-]+rc(?:\.(?:json|[cm]?[jt]s|ya?ml))?|(?:gulp|Grunt)file\.[cm]?[jt]s|webpack\.[\w.-]+\.[cm]?[jt]s)$/;

export const isConfiguration = (path: string): boolean =>
  configuration.test(nameOf(path)) || /(?:^|\/)\.storybook\/\w+\.[cm]?[jt]sx?$/.test(path);

/** Commands of packages that are called otherwise than these. */
const commands: Readonly<Record<string, readonly string[]>> = {
  "@astrojs/check": ["astro"],
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

/** What a package's command is called, as far as its name tells. */
function commandsOf(name: string): readonly string[] {
  const [, scope = "", last = name] = /^@([^/]+)\/(.+)$/.exec(name) ?? [];
  return [name, last === "cli" ? scope : last, ...(commands[name] ?? [])];
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

const packageOf = (written: string): string | undefined => {
  const name = /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?=$|[/?])/.exec(written)?.[0];
  return name !== undefined && name.length <= longest ? name : undefined;
};

/** Of `package.json`: the words of its scripts, and what the fields for tools name. */
function toldByPackage(text: string): { readonly words: Set<string>; readonly named: Set<string> } {
  const root = JSON.parse(text) as Record<string, unknown>;
  const scripts = typeof root.scripts === "object" && root.scripts !== null ? Object.values(root.scripts) : [];
  const words = scripts.flatMap((one) => (typeof one === "string" ? one.split(/[\s;&|()="'`]+/) : []));
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
  for (const [path, text] of configurations) {
    const found = namedIn(text, /rc(?:\.ya?ml)?$/.test(path) && !/^\s*[{/]/.test(text));
    for (const folder of upward(path.slice(0, path.lastIndexOf("/") + 1)))
      for (const name of found) named.get(byFolder.get(folder) ?? "")?.add(name);
  }
  return ofNpm.flatMap(({ path, dependencies }) => {
    const own = attemptPackage(texts.get(path));
    const isTold = (name: string): boolean =>
      named.get(path)?.has(name) === true ||
      own?.named.has(name) === true ||
      (own !== undefined && commandsOf(name).some((one) => own.words.has(one)));
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
