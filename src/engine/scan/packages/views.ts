/**
 * Views over packages and imports: who uses which dependency, what is declared and not imported, imported and not
 * declared, taken in several versions, and which package of the repository is built on which.
 */
import { distributions, packagesOfGroups, pythonModules } from "./module-names.ts";
import { folderOf, list, normal, pairs, startsWith, text } from "./sql-text.ts";
import { createUndeclaredView, exact } from "./undeclared-view.ts";

/** The key of `meta` under which dependencies that configuration names stand, as a list of manifests and names. */
export const namedKey = "named_dependencies";

const languages: Readonly<Record<string, string>> = {
  typescript: "npm",
  tsx: "npm",
  javascript: "npm",
  jsx: "npm",
  vue: "npm",
  svelte: "npm",
  astro: "npm",
  python: "pip",
  go: "go",
  rust: "cargo",
  java: "maven",
  kotlin: "maven",
  csharp: "nuget",
  php: "composer",
  ruby: "rubygems",
  swift: "swift",
};

/** The package of a specifier: `@scope/name` of `@scope/name/sub`; null where it is a path. */
const npmPackage = (specifier: string): string => `case
          when ${specifier} glob '@*/*/*' then substr(${specifier}, 1, instr(${specifier}, '/')
            + instr(substr(${specifier}, instr(${specifier}, '/') + 1), '/') - 1)
          when ${specifier} glob '@*' then ${specifier}
          when ${specifier} not glob '.*' then substr(${specifier}, 1, instr(${specifier} || '/', '/') - 1)
        end`;

/** The first names of a dotted path, all of one that has fewer. */
function dotted(path: string, count: number): string {
  let end = "0";
  for (let at = 0; at < count; at++) end = `${end} + instr(substr((${path}) || '..', ${end} + 1), '.')`;
  return `rtrim(substr((${path}) || '..', 1, ${end}), '.')`;
}

/** Calls by which Python imports a module that a text names. */
const importers = ["include", "import_module", "import_string", "importorskip", "__import__"];

/** A distribution's name without what PyPI's add to that of the module they hold, and without marks between words. */
const bare = (key: string): string => `replace(case
        when ${key} glob 'python-*' then substr(${key}, 8)
        when ${key} glob '*-python' then substr(${key}, 1, length(${key}) - 7)
        when ${key} glob '*-binary' then substr(${key}, 1, length(${key}) - 7)
        when ${key} glob 'py-*' then substr(${key}, 4)
        when ${key} glob '*-py' then substr(${key}, 1, length(${key}) - 3)
        when ${key} glob 'django-*' then substr(${key}, 8)
        else ${key} end, '-', '')`;

/** Packages that style sheets import, which are not read. */
const ofStyles = [
  "*css*",
  "*font*",
  "*icons*",
  "*sass*",
  "*style*",
  "*theme*",
  "bootstrap*",
  "bootswatch*",
  "bulma*",
  "foundation-sites",
  "fomantic-ui*",
  "materialize*",
  "normalize*",
  "semantic-ui*",
  "uikit",
  "*tailwind*",
  "shadcn",
];
const styleSheets = ["*.css", "*.scss", "*.sass", "*.less", "*.styl"];
const fitsAny = (what: string, globs: readonly string[]): string =>
  `(${globs.map((glob) => `${what} glob ${text(glob)}`).join(" or ")})`;

export const createDependencyViews = `
-- one row a manifest: its folder is that of the sources it is for
create view manifests as
select
  path,
  case
    when path glob '*config/importmap.rb' then substr(path, 1, length(path) - length('config/importmap.rb'))
    when path glob '*requirements/*' then ${folderOf(`rtrim(${folderOf("path")}, '/')`)} else ${folderOf("path")} end as folder,
  case
    when path glob '*package.json' or path glob '*deno.json*' or path glob '*importmap.rb' then 'npm'
    when path glob '*Cargo.toml' then 'cargo'
    when path glob '*go.mod' then 'go'
    when path glob '*pom.xml' or path glob '*.gradle' or path glob '*.gradle.kts' then 'maven'
    when path glob '*composer.json' then 'composer'
    when path glob '*proj' or path glob '*packages.config' or path glob '*Directory.Build.*' then 'nuget'
    when path glob '*Package.swift' then 'swift'
    when path glob '*Gemfile' or path glob '*gems.rb' or path glob '*.gemspec' then 'rubygems'
    else 'pip'
  end as ecosystem
from (select path from packages union select path from dependencies);

-- one row a file and module that it imports from another package; module is in the form that its ecosystem compares
create view module_imports as
with
  languages (language, ecosystem) as (values ${pairs(languages)}),
  written as (
    select
      imports.path,
      min(imports.line) as line,
      ecosystem,
      imports.specifier,
      case ecosystem
        when 'npm' then coalesce(external, ${npmPackage("specifier")})
        when 'pip' then coalesce(external, substr(specifier, 1, instr(specifier || '.', '.') - 1))
        when 'cargo' then coalesce(external, substr(specifier, 1, instr(specifier || '::', '::') - 1))
        when 'swift' then specifier
        when 'rubygems' then external
        else specifier
      end as name,
      min(external is null) as is_internal,
      -- of JavaScript, a type is named by a comment alone, which runs without the package
      max(is_test = 0 and not (type_only = 1 and language = 'javascript')) as is_telling
    from imports join files on files.path = imports.path join languages using (language)
    group by 1, 3, 4
    union all
    -- what is given on uses its package, too
    select exports.path, min(exports.line), 'npm', exports.specifier, ${npmPackage("exports.specifier")} as name, 1, 0
    from exports join files on files.path = exports.path join languages using (language)
    where ecosystem = 'npm' and exports.specifier is not null
    group by 1, 5
    union all
    -- of Python's namespaces (google.cloud.bigquery, zope.interface) several names tell a distribution
    select imports.path, min(imports.line), 'pip', specifier, prefix as name, 1, 0
    from (
      select imports.*, ${dotted("imports.specifier || '.' || coalesce(imports.name, '')", 2)} as prefix from imports
      union all
      select imports.*, ${dotted("imports.specifier || '.' || coalesce(imports.name, '')", 3)} from imports
    ) as imports join files on files.path = imports.path
    where language in ('python', 'jupyter') and imports.external is not null
    group by 1, 5
    union all
    -- modules that calls name by a text: config.include("pyramid_tm")
    select path, min(line), 'pip', module, substr(module, 1, instr(module || '.', '.') - 1) as name, 1, 0
    from (
      select path, line, substr(given, 1, instr(given, '"') - 1) as module
      from (
        select path, line,
          replace(substr(quote, instr(quote, callee_name || '(') + length(callee_name) + 2), '''', '"') as given
        from calls where callee_name in (${list(importers)}) and quote glob '*' || callee_name || '([''"][a-z]*'
      )
    ) join files using (path)
    where language in ('python', 'jupyter') and module <> ''
    group by 1, 5
    union all
    -- require.resolve("@babel/preset-env")
    select path, min(line), 'npm', module, ${npmPackage("module")}, 1, 0
    from (
      select path, line, substr(given, 1, instr(given, '"') - 1) as module
      from (
        select path, line,
          replace(substr(quote, instr(quote, 'require.resolve(') + length('require.resolve(') + 1), '''', '"') as given
        from calls where callee_text = 'require.resolve' and quote glob '*require.resolve([''"][a-z@]*'
      )
    ) join files using (path) join languages using (language)
    where ecosystem = 'npm' and module <> ''
    group by 1, 5
    union all
    select calls.path, min(calls.line), 'cargo', target, substr(target, 1, instr(target || '.', '.') - 1) as name, 0, 0
    from calls join files on files.path = calls.path
    where language = 'rust' and target is not null
    group by 1, 5
  )
select
  path,
  min(line) as line,
  ecosystem,
  name as module,
  case ecosystem when 'pip' then ${normal("name")} when 'cargo' then replace(name, '_', '-')
    when 'nuget' then lower(name) when 'composer' then lower(name) when 'swift' then lower(name)
    when 'rubygems' then specifier else name end as key,
  min(is_internal) as is_internal,
  -- an import, and no path in a call, of a file that is no test: what may be said to lack a declaration
  max(is_telling) as is_telling,
  ${folderOf("path")} as folder
from written
where name <> ''
group by 1, 3, 5;

-- one row a dependency, file and module by which the file uses it; the manifest is the nearest that declares it
create view dependency_uses as
with recursive
  distributions (module, name) as (values ${pairs(distributions)}),
  groups (name, package) as (values ${pairs(packagesOfGroups)}),
  declared as materialized (
    select
      dependencies.path as manifest, folder, ecosystem, dependencies.name, kind,
      case ecosystem
        when 'pip' then ${normal("dependencies.name")}
        when 'cargo' then replace(dependencies.name, '_', '-')
        when 'maven' then coalesce(groups.package, substr(dependencies.name, 1, instr(dependencies.name || ':', ':') - 1))
        when 'composer' then replace(replace(lower(dependencies.name), '/', '\\'), '-', '')
        when 'nuget' then lower(dependencies.name)
        when 'swift' then replace(replace(lower(dependencies.name), 'swift-', ''), '-', '')
        when 'rubygems' then replace(dependencies.name, '-', '/')
        else dependencies.name
      end as key
    from dependencies
    join manifests on manifests.path = dependencies.path
    left join groups on ecosystem = 'maven' and dependencies.name glob groups.name || ':*'
  ),
  known as materialized (
    select *, case ecosystem when 'pip' then ${bare("key")} end as bare,
      case ecosystem when 'pip' then replace(key, '-', '') end as joined
    from declared
  ),
  used as materialized (
    select distinct folder, ecosystem, key, case ecosystem when 'pip' then replace(key, '-', '') end as bare,
      coalesce(distributions.name, key) as wanted
    from module_imports left join distributions on ecosystem = 'pip' and distributions.module = key
  ),
  above (start, folder) as (
    select distinct folder, folder from used
    union all
    select start, ${folderOf("rtrim(folder, '/')")} from above where folder <> ''
  ),
  found as materialized (
    select distinct used.folder as start, used.ecosystem, used.key, declared.folder, declared.manifest, declared.name, declared.kind
    from used
    join above on above.start = used.folder
    join known as declared on declared.folder = above.folder and declared.ecosystem = used.ecosystem
      and (declared.key = used.wanted or declared.key = used.key or '@types/' || used.key = declared.key
        or used.bare in (declared.bare, declared.joined))
    where used.ecosystem in ('npm', 'pip', 'cargo')
    union all
    select used.folder, used.ecosystem, used.key, declared.folder, declared.manifest, declared.name, declared.kind
    from used
    join above on above.start = used.folder
    join declared on declared.folder = above.folder and declared.ecosystem = used.ecosystem and case used.ecosystem
      when 'go' then ${startsWith("used.key", "declared.key", "/")}
      when 'rubygems' then ${startsWith("used.key", "declared.key", "/")} or ${startsWith("used.key", "declared.name", "/")}
        or ${startsWith("used.key", "replace(declared.name, '-', '_')", "/")}
      when 'composer' then ${startsWith("used.key", "declared.key", "\\")}
      when 'swift' then ${startsWith("used.key", "declared.key", "")}
      else ${startsWith("used.key", "declared.key", ".")}
    end
    where used.ecosystem not in ('npm', 'pip', 'cargo')
  ),
  nearest as (select start, ecosystem, key, max(length(folder)) as depth from found group by 1, 2, 3)
select found.manifest, found.name, found.kind, found.ecosystem, module_imports.path, module_imports.line, module_imports.module
from found
join nearest on nearest.start = found.start and nearest.ecosystem = found.ecosystem and nearest.key = found.key
  and nearest.depth = length(found.folder)
join module_imports on module_imports.folder = found.start and module_imports.ecosystem = found.ecosystem
  and module_imports.key = found.key;

-- declared, and imported by no file: what serves at run time, where a module's name tells its package and code cannot
-- name it without an import; pinned lists name what others need, too
create view unused_dependencies as
with recursive
  -- what a package takes in with packages of the repository, which a bundler may leave for it to bring
  taken (manifest, other) as (
    select path, internal from dependencies where internal is not null
    union
    select taken.manifest, internal from taken join dependencies on dependencies.path = taken.other where internal is not null
  ),
  taken_uses as materialized (
    select distinct taken.manifest, uses.name
    from taken join (select distinct manifest, name from dependency_uses where ecosystem = 'npm') as uses on uses.manifest = taken.other
  ),
  met as materialized (select distinct ecosystem, path, module from dependency_uses),
  unmet as materialized (select distinct ecosystem, key from module_imports where not exists
    (select 1 from met where met.ecosystem = module_imports.ecosystem and met.path = module_imports.path and met.module = module_imports.module)),
  -- what lies below no manifest that declares it, by the manifests that do
  elsewhere as materialized (
    select manifests.path as manifest, dependencies.name, count(*) over (partition by manifests.path) as count
    from unmet join manifests using (ecosystem) join dependencies on dependencies.path = manifests.path
      and unmet.key = case ecosystem when 'pip' then ${normal("dependencies.name")} else dependencies.name end
  )
select dependencies.path as manifest, dependencies.line, dependencies.name, dependencies.range, dependencies.kind
from dependencies join manifests on manifests.path = dependencies.path
where ecosystem in (${exact}) and kind = 'runtime' and dependencies.name not glob '@types/*'
  -- neither does a bound alone ask for a package
  and not (ecosystem = 'pip' and (range glob '==*' or range glob '<*' and range not glob '*>*'))
  -- what a test reads as a manifest is no part of the program
  and not ${fitsAny("'/' || dependencies.path", ["*/fixtures/*", "*/__fixtures__/*", "*/testdata/*", "*/test/*", "*/tests/*"])}
  -- what a file imports that lies below no manifest which declares it is a dependency of whichever does; one that declares
  -- several such is installed elsewhere than where it lies
  and not exists (select 1 from elsewhere
    where elsewhere.manifest = dependencies.path and (elsewhere.name = dependencies.name or elsewhere.count >= 3))
  -- what packages of the module use that are made when it is built is not known
  and not (manifests.ecosystem = 'go' and exists (select 1 from imports join packages on packages.path = dependencies.path
    where resolved is null and external is null and ${startsWith("specifier", "packages.name", "/")}))
  -- what pages load themselves, and what another pin needs, is pinned too
  and not dependencies.path glob '*importmap.rb'
  -- what style sheets import is not known
  and not (ecosystem = 'npm' and ${fitsAny("dependencies.name", ofStyles)}
    and exists (select 1 from scan_files where ${fitsAny("path", styleSheets)}))
  -- JSX and what renders it need these without an import of their own, and pino finds what writes its lines by a text
  and not (ecosystem = 'npm' and dependencies.name in ('react', 'react-dom', 'preact', 'solid-js')
    and exists (select 1 from files where files.path glob manifests.folder || '*.[jt]sx'))
  and not (ecosystem = 'npm' and dependencies.name glob 'pino-*')
  -- what scripts run, what configuration tells tools of, and what other dependencies load
  and not exists (select 1 from meta, json_each(meta.value) as told where meta.key = ${text(namedKey)}
    and told.value ->> 0 = dependencies.path and told.value ->> 1 = dependencies.name)
  and not exists (select 1 from taken_uses where taken_uses.manifest = dependencies.path and taken_uses.name = dependencies.name)
  -- what a package inside asks of those around it
  and not exists (select 1 from dependencies as peers join manifests as inner on inner.path = peers.path
    where peers.kind = 'peer' and peers.name = dependencies.name and peers.path <> dependencies.path
      and substr(inner.folder, 1, length(manifests.folder)) = manifests.folder)
  -- what a submodule uses is not known
  and not exists (select 1 from scan_files where reason = 'submodule' and scan_files.path not glob '*/'
    and substr(scan_files.path, 1, length(manifests.folder)) = manifests.folder)
  -- a module that no distribution is known to hold may be its own: opentelemetry of opentelemetry-api, unfurl of dfir-unfurl
  and not (ecosystem = 'pip' and exists (select 1 from unmet where unmet.ecosystem = 'pip' and length(unmet.key) > 4
    and unmet.key not in (${list(pythonModules)})
    and instr(replace(${normal("dependencies.name")}, '-', ''), replace(unmet.key, '-', '')) > 0))
  -- a project of Django names its apps by texts
  and not (ecosystem = 'pip' and dependencies.name like '%django%'
    and exists (select 1 from symbols where symbols.name = 'INSTALLED_APPS'))
  and not exists (select 1 from (select distinct manifest, name from dependency_uses) as used
    where used.manifest = dependencies.path and used.name = dependencies.name);

${createUndeclaredView}
-- a package that manifests of the repository take in several versions: of locked ones, else of what is written
create view dependency_mismatches as
select ecosystem, name, count(distinct coalesce(resolved, range)) as versions, count(*) as manifests
from dependencies join manifests using (path)
where internal is null and kind <> 'peer' and range not in ('', '*', 'latest') and range not glob 'workspace:*'
group by 1, 2
having count(distinct resolved) > 1 or (count(resolved) = 0 and count(distinct range) > 1);

-- one row a dependency between packages of the repository
create view package_edges as
select
  dependencies.path as from_manifest, sources.name as from_name, kind,
  internal as to_manifest, targets.name as to_name, dependencies.line
from dependencies
left join packages as sources on sources.path = dependencies.path
left join packages as targets on targets.path = internal
where internal is not null;
`;
