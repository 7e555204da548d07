/**
 * Packages of npm that pages load by a path, from where they are served: `<script src="/node_modules/toastr/toastr.js">`,
 * `{% static 'a17t/dist/a17t.css' %}`, `$U('/packages/moment/moment.js')`, and those that Django is told to serve.
 */
import { type Manifest, nameOf } from "./manifest.ts";

const page =
  /\.(?:html?|xhtml|phtml|blade\.php|twig|latte|tpl|erb|haml|slim|ejs|hbs|handlebars|mustache|pug|jade|njk|nunjucks|jinja2?|j2|liquid|gohtml|tmpl|gotmpl|cshtml|vbhtml|razor|jsp|jspx|ftlh?|peb|mako)$/;

/** Whether texts in it may name files of packages. */
export const isPage = (path: string): boolean => page.test(path);

/** A path to what a page loads, without what the page puts in front of it. */
const loaded =
  /[\w@./~-]{3,400}\.(?:[cm]?js|css|s[ac]ss|less|map|json|wasm|woff2?|ttf|eot|otf|svg|png|jpe?g|gif|webp|ico|html)\b/g;

/** What django-npm serves: `NPM_FILE_PATTERNS = {"a17t": ["dist/*"]}`. */
const served = /\bNPM_FILE_PATTERNS\s*=\s*\{([^}]{0,4000})\}/g;

/** The folders that paths of a page lead through, and pairs of them that a scope begins. */
export function foldersIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [path] of text.matchAll(loaded)) {
    const parts = path.split("/");
    for (const [at, part] of parts.slice(0, -1).entries())
      found.add(part.startsWith("@") ? `${part}/${parts[at + 1]}` : part);
  }
  for (const [, patterns = ""] of text.matchAll(served))
    for (const [, key = ""] of patterns.matchAll(/["']([^"'\n]{1,214})["']\s*:/g)) found.add(key);
  return found;
}

/** @param configurations texts of pages and of files of configuration */
export function namedInPages(
  manifests: readonly Manifest[],
  configurations: ReadonlyMap<string, string>,
): [manifest: string, name: string][] {
  const ofNpm = manifests.filter(({ path }) => nameOf(path) === "package.json");
  if (ofNpm.length === 0) return [];
  const folders = new Set<string>();
  for (const [path, text] of configurations)
    if (isPage(path) || path.endsWith(".py")) for (const one of foldersIn(text)) folders.add(one);
  // Where a package is served from, a page does not say: what it loads may be of any manifest.
  return ofNpm.flatMap(({ path, dependencies }) =>
    dependencies.flatMap(({ name }): [string, string][] => (folders.has(name) ? [[path, name]] : [])),
  );
}
