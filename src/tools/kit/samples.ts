/** Rows that conventions are learnt from: of files near the one that is written. */
import { asc, from, startsWith } from "#db/query";
import { files, imports } from "#db/schema/facts";

const fields = {
  path: imports.path,
  specifier: imports.specifier,
  resolved: imports.resolved,
  kind: imports.kind,
  alias: imports.alias,
  typeOnly: imports.typeOnly,
};

/** Imports of the files beside `path` and below, and of some in the folder above. */
export const importSample = (path: string) => {
  const folders = path.split("/").slice(0, -1);
  const of = (folder: string, count: number) =>
    from(files)
      .joinUnit(imports, files)
      .where(folder === "" ? undefined : startsWith(files.path, `${folder}/`))
      .orderBy(asc(files.path))
      .limit(count)
      .select(fields);
  return { near: of(folders.join("/"), 80), wide: of(folders.slice(0, -1).join("/"), 60) };
};
