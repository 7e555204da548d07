/** The view over what files import and no manifest around them declares. */
import { nodeModules, pythonModules } from "./module-names.ts";
import { list, normal, startsWith, text } from "./sql-text.ts";

/** The key under which the names stand that bundlers look for elsewhere, as a list of folders and names. */
export const aliasedKey = "aliased_modules";

/** Modules of Docusaurus' core that a site imports by names of their own. */
const ofDocusaurus = ["constants", "isInternalUrl", "renderRoutes", "router"].map((name) => `@docusaurus/${name}`);

/** Ecosystems in which a module's name tells its package, and no code names one without an import. */
export const exact = list(["npm", "pip", "go"]);

export const createUndeclaredView = `
-- imported, and declared by no manifest in the file's folder or above it
create view undeclared_dependencies as
with
  -- folders in which bundlers look for modules, since some that are imported by bare names with an ending lie there
  searched as materialized (
    select distinct substr(files.path, 1, length(files.path) - length(module)) as folder
    from (select distinct module from module_imports where ecosystem = 'npm' and module glob '[a-zA-Z]*.[jtcs]*'
      and (module glob '*.js' or module glob '*.jsx' or module glob '*.ts' or module glob '*.tsx' or module glob '*.css' or module glob '*.scss'))
    join files on files.path glob '*/' || module
  ),
  used as materialized (select distinct ecosystem, path, module, manifest, name from dependency_uses),
  -- of pip, distributions whose modules may be called otherwise than they are, in one word
  unseen as materialized (
    select distinct replace(${normal("dependencies.name")}, '-', '') as joined from dependencies join manifests using (path)
    where ecosystem = 'pip' and not exists (select 1 from used where used.manifest = dependencies.path and used.name = dependencies.name)
  )
-- beside the least path stands its own line (https://sqlite.org/lang_select.html#bare_columns_in_an_aggregate_query)
select ecosystem, module as name, count(*) as files, min(path) as path, line
from module_imports
where ecosystem in (${exact}) and is_internal = 0 and is_telling = 1
  and not exists (select 1 from used
    where used.ecosystem = module_imports.ecosystem and used.path = module_imports.path and used.module = module_imports.module)
  -- where no manifest lies around a file, it is not known where what it needs is declared
  and exists (select 1 from manifests where manifests.ecosystem = module_imports.ecosystem
    and substr(module_imports.path, 1, length(manifests.folder)) = manifests.folder)
  -- what is written for several loaders asks of each by its own names: define(["lodash"], …)
  and not (ecosystem = 'npm' and path in (select path from calls where callee_text = 'define' and resolution = 'external'))
  and case ecosystem
    when 'npm' then module not in (${list(nodeModules)}) and module not glob '*:*' and module not glob '[#~/.$]*' and module not glob '@/*' and module <> '@'
      -- Docusaurus' own names for parts of a site
      and module not glob '@theme*/*' and module not glob '@site/*' and module not glob '@generated/*'
      and module not glob '@docusaurus/[A-Z]*' and module not glob '@docusaurus/use*' and module not in (${list(ofDocusaurus)})
      -- what a loader is told to read
      and module not glob '*!*'
    when 'pip' then module not in (${list(pythonModules)}) and module not glob '_*'
      -- what a package is built with, which its tools bring
      and not (module in ('setuptools', 'distutils', 'pkg_resources') and (path = 'setup.py' or path glob '*/setup.py'))
      -- settings of one machine, which no repository holds
      and module not in ('local_settings', 'settings_local')
    else substr(module, 1, instr(module || '/', '/') - 1) glob '*.*'
  end
  -- what bundlers are told to look for elsewhere
  and not (ecosystem = 'npm' and exists (select 1 from meta, json_each(meta.value) as told where meta.key = ${text(aliasedKey)}
    and told.value ->> 1 = module_imports.module and substr(module_imports.path, 1, length(told.value ->> 0)) = told.value ->> 0))
  and not (ecosystem = 'npm' and exists (select 1 from searched cross join files
    on files.path in (folder || module_imports.module, folder || module_imports.module || '.js', folder || module_imports.module || '.jsx',
      folder || module_imports.module || '.ts', folder || module_imports.module || '.tsx', folder || module_imports.module || '.scss')))
  -- style sheets among them, which are no files that are read
  and not (ecosystem = 'npm' and (module glob '*.scss' or module glob '*.css') and exists (select 1 from searched))
  -- a folder that is imported from the root
  and not (ecosystem = 'npm' and exists (select 1 from files where files.path glob module_imports.module || '/*'))
  -- a module of the repository in a folder that is put on the path
  and not (ecosystem = 'pip' and exists (select 1 from files
    where files.path glob '*/' || module_imports.module || '.py' or files.path glob '*/' || module_imports.module || '/__init__.py'))
  -- argos-translate-lt holds argostranslate, django-admin-autocomplete-filter admin_auto_filters
  and not (ecosystem = 'pip' and exists (select 1 from unseen where instr(module_imports.key || '-', '-') > 4
    and instr(unseen.joined, substr(module_imports.key, 1, instr(module_imports.key || '-', '-') - 1)) > 0))
  -- a namespace of which some distribution is declared, as google of google-cloud-storage
  and not (ecosystem = 'pip' and exists (select 1 from dependencies join manifests using (path)
    where manifests.ecosystem = 'pip' and ${normal("dependencies.name")} glob module_imports.key || '-*'))
  and not exists (select 1 from packages where packages.name = module_imports.module
    or ecosystem = 'pip' and ${normal("packages.name")} = ${normal("module_imports.module")}
    or ecosystem = 'go' and ${startsWith("module_imports.module", "packages.name", "/")})
group by 1, 2;
`;
