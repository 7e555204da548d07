/** Pieces of SQL about names and paths. */

export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
export const list = (values: readonly string[]): string => values.map(text).join(", ");
/** Of a value of several words each is one. */
export const pairs = (record: Readonly<Record<string, string>>): string =>
  Object.entries(record)
    .flatMap(([from, to]) => to.split(" ").map((one) => `(${text(from)}, ${text(one)})`))
    .join(", ");

/** What stands before a path's last slash, with it. */
export const folderOf = (path: string): string => `rtrim(${path}, replace(${path}, '/', ''))`;

/** Words of a name, however they are parted. */
export const normal = (name: string): string => `replace(replace(lower(${name}), '_', '-'), '.', '-')`;

export const startsWith = (what: string, start: string, mark: string): string =>
  `substr(${what} || ${text(mark)}, 1, length(${start}) + ${mark.length}) = ${start} || ${text(mark)}`;
