/**
 * Dependencies of Python that no code imports and that are named all the same: modules that settings name by a text
 * (`"whitenoise.middleware.WhiteNoiseMiddleware"`), and programs that scripts and images run.
 */
import { folderOf, type Manifest, upward } from "./manifest.ts";
import { normalName } from "./manifests/requirement.ts";

const settings =
  /(?:^|\/)(?:[\w.-]*(?:settings|config|conf|celery|logging|logger)[\w.-]*|(?:settings|config|conf)\/[\w/.-]+)\.(?:py|ini|cfg|toml|ya?ml|json)$|(?:^|\/)(?:alembic\.ini|tox\.ini|apps\.py|urls\.py)$/;
const script =
  /(?:^|\/)(?:[\w.-]*(?:Dockerfile|Containerfile|Procfile|Makefile|justfile)[\w.-]*|(?:docker-)?compose[\w.-]*\.ya?ml|[\w.-]+\.(?:sh|bash|service|nix)|[\w.-]*(?:entrypoint|supervisord?)[\w.-]*|run|finish|start)$/;

const isPythonScript = (path: string): boolean => script.test(path);
export const isPythonConfiguration = (path: string): boolean => settings.test(path) || isPythonScript(path);

/** The first names of dotted texts: `corsheaders` of `"corsheaders.middleware.CorsMiddleware"`. */
const modulesIn = (text: string): string[] =>
  [...text.matchAll(/["']([A-Za-z_]\w{1,100})(?:[.:][\w.:]+)?["']/g)].map(([, module = ""]) => normalName(module));

/** What stands where a program is called, or is one of its words: `celery --app paperless flower`. */
const wordsIn = (text: string): string[] => {
  const code = text.replace(/^\s*#.*$/gm, "").replace(/^.*\bpip3?\s+(?:install|uninstall|download)\b.*$/gm, "");
  return [...code.matchAll(/(?<![\w./@=-])[A-Za-z][\w-]{1,100}(?![\w-]*[=:/])/g)].map(([word]) => normalName(word));
};

/** What a distribution's modules may be called, in normal form. */
const modulesOf = (name: string): string[] => {
  const key = normalName(name);
  return [key, key.replace(/^(?:django|python|py)-|-python$/, "")];
};

/** @param configurations texts of the files that `isPythonConfiguration` tells */
export function namedInPython(
  manifests: readonly Manifest[],
  configurations: ReadonlyMap<string, string>,
): [manifest: string, name: string][] {
  const ofPip = manifests.filter(({ ecosystem }) => ecosystem === "pip");
  if (ofPip.length === 0) return [];
  const byFolder = Map.groupBy(ofPip, ({ path }) =>
    folderOf(path)
      .replace(/(?:^|\/)requirements\/$/, "/")
      .replace(/^\/$/, ""),
  );
  const named = new Map<string, Set<string>>(ofPip.map(({ path }) => [path, new Set()]));
  for (const [path, text] of configurations) {
    if (!isPythonConfiguration(path)) continue;
    const found = isPythonScript(path) ? wordsIn(text) : modulesIn(text);
    // What runs a program lies beside it as often as around it.
    const folders = isPythonScript(path) ? byFolder.keys() : upward(folderOf(path));
    for (const folder of folders)
      for (const manifest of byFolder.get(folder) ?? []) for (const one of found) named.get(manifest.path)?.add(one);
  }
  return ofPip.flatMap(({ path, dependencies }) =>
    dependencies.flatMap(({ name }): [string, string][] =>
      modulesOf(name).some((one) => named.get(path)?.has(one)) ? [[path, name]] : [],
    ),
  );
}
