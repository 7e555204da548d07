/**
 * Code that others wrote and that lies in a repository all the same, by the conventions that GitHub's linguist goes by
 * (https://github.com/github-linguist/linguist, `vendor.yml`). Not among them: folders called `external`, `cache`,
 * `testdata` or `docs`, which as often hold a project's own code.
 */

const folders = new Set([
  // package managers
  "node_modules",
  "bower_components",
  "jspm_packages",
  "web_modules",
  "site-packages",
  "vendor",
  "Godeps",
  "Carthage",
  "Pods",
  "elm-stuff",
  ".yarn",
  ".venv",
  "venv",
  // by hand
  "third_party",
  "third-party",
  "thirdparty",
  "3rd_party",
  "3rd-party",
  "3rdparty",
  "extern",
  "externals",
  "lua_modules",
  "_esy",
  "flow-typed",
  "ace-builds",
  // what builds leave behind
  "__pycache__",
  "dist",
]);

/** Wrappers of build tools, the generated half of others, and declarations for editors that stand in for a library's. */
const files =
  /(?:^|\/)(?:gradlew|mvnw|configure|config\.(?:guess|sub)|erlang\.mk|\.pnp\.[cm]?js|_ide_helper(?:_models)?\.php|\.phpstorm\.meta\.php)$/;

/** Where the tools of ASP.NET put the libraries of pages, and Maven's wrapper what fetches it. */
const fetched = /^(?:.*\/)?(?:wwwroot\/lib|\.mvn\/wrapper)\//;

/** `vendors` is a folder of pages' libraries, but as often a project's own word. */
const ofPages = /^(?:.*\/)?vendors\/(?=.*\.(?:[mc]?js|css|s[ac]ss|less|map|html?|svg)$)/;

/** What bundlers name by its content: `index.94b01c79.js`. */
const hashed = /\.(?=[a-f]*\d)[0-9a-f]{8,20}\.(?:chunk\.|bundle\.)?(?:min\.)?[mc]?js$/;

/** What packages build of themselves for pages, by its ending, and the worker that a library for mocks puts into a folder. */
const built =
  /(?:^|\/)(?:mockServiceWorker\.[mc]?js|[^/]+\.(?:standalone|umd|iife|esm-browser|global\.prod)\.[mc]?js)$/;

/** Where pages are served from, a file called like a well-known library is a copy of it. */
const served =
  /(?:^|\/)(?:assets?|public|static|staticfiles|www|wwwroot|webroot|htdocs|js|javascripts?|libs?|scripts|_static|docs?)\/(?:.*\/)?/;
const library =
  /^(?:jquery|bootstrap|angular|ember|backbone|underscore|lodash|handlebars|knockout|modernizr|mootools|prototype|dojo|raphael|require|d3|three|leaflet|mathjax|codemirror|ckeditor|tiny_?mce|select2|moment|highcharts|html5shiv|respond|popper|swagger-ui|highlight|foundation|materialize)(?:[-._](?:v?\d[\w.-]*|core|ui|all|bundle|slim|full|pack(?:ed)?|min))*\.(?:js|mjs|cjs|css)$/i;

/** Whole libraries that are put below the folders that pages are served from. */
const editors =
  /^(?:.*\/)?(?:assets?|public|static|staticfiles|www|wwwroot|webroot|htdocs|_static)\/(?:.*\/)?(?:monaco(?:-editor)?|ckeditor\d?|tiny_?mce|font-?awesome(?:-free)?|mathjax|katex|pdfjs(?:-dist)?|swagger-ui|jquery-ui)\//i;

/** What a repository tests of others' code is its own: `test/third-party/axios.test.ts`. */
const testsOfOthers = /(?:^|\/)(?:third|3rd)[-_]?party\/[^/]+\.(?:test|spec)\.[mc]?[jt]sx?$/;

/** What lies there and says that a tool has made it short was not written there, however it reads. */
const shortened = /[.-]min\.[mc]?js$/i;

/** Where Rails keeps what an application writes for its pages itself; copies lie in `vendor/javascript`. */
const ownOfRails = /(?:^|\/)app\/(?:javascript|frontend)\//;

/** A copy of a release, by the folder's name: `FixedHeader-3.2.1/`. */
const release =
  /(?:^|\/)(?!(?:v|version|release)[-_.]?\d)[A-Za-z][\w.]*[-_.]v?\d+\.\d+\.\d+\/(?=.*\.(?:[mc]?js|css)$)/i;

/** The part of a path that is others' code: a folder with its slash, or the file. Undefined: none is. */
export function vendoredPart(path: string): string | undefined {
  const at = path.lastIndexOf("/") + 1;
  const folder = vendoredFolder(path.slice(0, at));
  if (folder !== undefined) return testsOfOthers.test(path) ? undefined : folder;
  const placed = fetched.exec(path) ?? ofPages.exec(path) ?? editors.exec(path);
  if (placed) return placed[0];
  const copied = release.exec(path);
  if (copied) return path.slice(0, copied.index + copied[0].length);
  if (files.test(path) || hashed.test(path) || built.test(path)) return path;
  const isCopy = library.test(path.slice(at)) || shortened.test(path);
  return isCopy && served.test(path) && !ownOfRails.test(path) ? path : undefined;
}

/** The answers for the folders asked about last: one is asked for with every file of it. */
const asked = new Map<string, string | undefined>();
const mostAsked = 1_000;

/** @param folder with its slash */
function vendoredFolder(folder: string): string | undefined {
  if (asked.has(folder)) return asked.get(folder);
  let found: string | undefined;
  for (let start = 0, end = folder.indexOf("/"); end >= 0; start = end + 1, end = folder.indexOf("/", start))
    if (folders.has(folder.slice(start, end))) {
      found = folder.slice(0, end + 1);
      break;
    }
  if (asked.size >= mostAsked) asked.clear();
  asked.set(folder, found);
  return found;
}
