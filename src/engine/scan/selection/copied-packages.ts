/**
 * Folders into which Python's packages are copied, from where an application reads them: `pip install --target libs`. What
 * pip leaves beside the packages says so; where nothing does, many packages that nobody writes anew lie in a folder of that
 * name.
 */

/** What pip writes of a package, beside it. */
const ofPip = /^(.+\/)[^/]+\.dist-info\/(?:METADATA|RECORD|WHEEL)$/;

/** A package or module that lies in a folder for libraries. */
const inLibraries = /^((?:.+\/)?(?:libs?\d?|ext\d?|deps|packages)\/)([a-z]\w*)(?:\.py|\/__init__\.py)$/;

/** Packages that others are built on, and that are only ever copied. */
const wellKnown = new Set(
  [
    "apscheduler arrow attr bleach bs4 certifi cffi chardet charset_normalizer cheroot cherrypy click colorama cryptography",
    "dateutil dns feedparser flask future html5lib httplib2 idna itsdangerous jinja2 jsonschema jwt lxml mako markdown markupsafe",
    "more_itertools oauthlib packaging pkg_resources pygments pyparsing pytz redis requests requests_oauthlib rich setuptools six",
    "soupsieve sqlalchemy tornado tqdm typing_extensions tzlocal urllib3 webencodings werkzeug yaml zipp",
  ].flatMap((line) => line.split(" ")),
);

/** Of so many that lie together, nobody's are all an application's own. */
const enough = 6;

/** The folders, with a slash at their ends, by the paths of all files. */
export function copiedInto(paths: Iterable<string>): readonly string[] {
  const folders = new Set<string>();
  const together = new Map<string, Set<string>>();
  for (const path of paths) {
    const copied = ofPip.exec(path)?.[1];
    if (copied !== undefined) folders.add(copied);
    const [, folder = "", name = ""] = inLibraries.exec(path) ?? [];
    if (!wellKnown.has(name)) continue;
    const names = together.get(folder) ?? new Set<string>();
    together.set(folder, names.add(name));
    if (names.size >= enough) folders.add(folder);
  }
  return [...folders];
}
