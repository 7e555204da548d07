/** Rows that conventions are learnt from: of files near the one that is written. */
import { asc, from, startsWith } from "#db/query";
import { files, imports } from "#db/schema/facts";

const fields = {
  path: imports.path,
  specifier: imports.specifier,
  resolved: imports.resolved,
  kind: imports.kind,
  typeOnly: imports.typeOnly,
};

/** Imports of the files beside `path`, and of some in the same topmost folder. */
export const importSample = (path: string) => {
  const parts = path.split("/");
  const of = (folder: string, count: number) =>
    from(files)
      .joinUnit(imports, files)
      .where(folder === "" ? undefined : startsWith(files.path, `${folder}/`))
      .orderBy(asc(files.path))
      .limit(count)
      .select(fields);
  return { near: of(parts.slice(0, -1).join("/"), 60), wide: of(parts.length > 1 ? (parts[0] ?? "") : "", 60) };
};
