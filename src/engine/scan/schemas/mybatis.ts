/** Statements in the XML files of MyBatis's mappers. https://mybatis.org/mybatis-3/sqlmap-xml.html */
import type { FactRow } from "#contract/unit";

interface Statement {
  /** The mapper's method. */
  readonly id: string;
  readonly operation: "read" | "create" | "update" | "delete";
  readonly tables: readonly string[];
  readonly line: number;
}

export interface Mapper {
  /** The interface that it is for, with its package. */
  readonly namespace: string;
  readonly statements: readonly Statement[];
}

const maxStatements = 1_000;
const maxFragments = 500;
const maxTables = 8;
/** Fragments inside of fragments, and in one of them. */
const maxDepth = 3;
const maxIncludes = 16;
/** Of a statement so much is read. */
const maxLength = 8_000;

const operations = { select: "read", insert: "create", update: "update", delete: "delete" } as const;
const name = "([A-Za-z_][\\w.]{0,119})";
const written = {
  read: new RegExp(`\\b(?:from|join)\\s+${name}`, "gi"),
  create: new RegExp(`\\binto\\s+${name}`, "gi"),
  update: new RegExp(`\\bupdate\\s+${name}`, "gi"),
  delete: new RegExp(`\\bfrom\\s+${name}`, "gi"),
};

/** The mapper that a file holds. Undefined: it is another XML file. */
export function readMapper(file: string): Mapper | undefined {
  const text = replaced(file, "<!--", "-->", (part) => part.replace(/[^\n]/g, " "));
  const namespace = /<mapper\s[^>]{0,400}?namespace\s*=\s*["']([\w.]{1,200})["']/.exec(text)?.[1];
  if (namespace === undefined) return undefined;
  const fragments = new Map<string, string>();
  for (const { id, body } of elements(text, ["sql"])) if (fragments.size < maxFragments) fragments.set(id, body);
  const statements: Statement[] = [];
  for (const { tag, id, body, line } of elements(text, Object.keys(operations))) {
    if (statements.length >= maxStatements) break;
    const operation = operations[tag as keyof typeof operations];
    const tables = tablesOf(plain(body, fragments, 0), operation);
    if (tables.length > 0) statements.push({ id, operation, tables, line });
  }
  return { namespace, statements };
}

/** The elements of some names, in their order; none lies in another. */
function* elements(text: string, tags: readonly string[]) {
  const open = new RegExp(
    `<(${tags.join("|")})\\s[^>]{0,1000}?\\bid\\s*=\\s*["']([\\w.]{1,120})["'][^>]{0,1000}>`,
    "g",
  );
  let line = 1;
  let at = 0;
  for (let found = open.exec(text); found; found = open.exec(text)) {
    const [whole, tag = "", id = ""] = found;
    const from = found.index + whole.length;
    const end = text.indexOf(`</${tag}>`, from);
    if (end < 0) return;
    for (; at < found.index; at += 1) if (text[at] === "\n") line += 1;
    yield { tag, id, body: text.slice(from, Math.min(end, from + maxLength)), line };
    open.lastIndex = end;
  }
}

/** A text in which something else stands for everything between two marks. */
function replaced(text: string, open: string, close: string, by: (part: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(open, at);
    const end = from < 0 ? -1 : text.indexOf(close, from + open.length);
    if (end < 0) return parts.join("") + text.slice(at);
    parts.push(text.slice(at, from), by(text.slice(from, end + close.length)));
    at = end + close.length;
  }
}

/** What a statement is about; what it only reads to change something else is left out. */
function tablesOf(sql: string, operation: Statement["operation"]): string[] {
  const names = [...sql.matchAll(written[operation])].map(([, table = ""]) => table);
  const own = operation === "read" ? names : names.slice(0, 1);
  const tables = own.filter((table) => !/^(?:select|dual|set)$/i.test(table) && !isWith(sql, table));
  return [...new Set(tables)].slice(0, maxTables);
}

/** Whether a name is one that the statement itself gives to a part of it. */
const isWith = (sql: string, table: string) => new RegExp(`\\b${table}\\s+as\\s*\\(`, "i").test(sql);

/** A statement without what is around its parts, with its fragments in their places. */
function plain(body: string, fragments: ReadonlyMap<string, string>, depth: number): string {
  let includes = 0;
  const text = replaced(body, "<selectKey", "</selectKey>", () => " ");
  return replaced(text, "<![CDATA[", "]]>", (part) => part.slice(9, -3).replaceAll("<", " "))
    .replace(/<include\s[^>]{0,200}?refid\s*=\s*["']([\w.]+)["'][^>]{0,200}>/g, (_, id: string) => {
      includes += 1;
      const isKnown = depth < maxDepth && includes <= maxIncludes;
      return isKnown ? plain(fragments.get(id) ?? "", fragments, depth + 1) : " ";
    })
    .slice(0, maxLength)
    .replace(/<\/?[A-Za-z][^<>]*>/g, " ")
    .replace(/'[^'\n]*'|--[^\n]*/g, " ")
    .replace(/[`"[\]]/g, "");
}

/** Rows of `data_accesses`. The interface lies where its package says, in the sources that the file's resources are for. */
export function accessesOf(path: string, { namespace, statements }: Mapper): FactRow[] {
  const root = /^(.*?\bsrc\/\w+)\/(?:resources|java|kotlin)\//.exec(path)?.[1];
  if (root === undefined) return [];
  const type = `${root}/java/${namespace.replaceAll(".", "/")}.java#${namespace.slice(namespace.lastIndexOf(".") + 1)}`;
  return statements.flatMap(({ id, operation, tables, line }) =>
    tables.map((table) => [`${type}.${id}`, operation, "MyBatis", table, null, path, line, null]),
  );
}
