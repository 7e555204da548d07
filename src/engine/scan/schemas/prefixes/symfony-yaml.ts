/** YAML as Symfony's parser reads it: what it takes for a text between braces may be none to others. */
import { type Document, LineCounter, parseDocument } from "yaml";
import { isNestedTooDeep } from "#engine/scan/packages/formats/nesting";

/** A key between braces, and a value behind it that no quote, list or map begins. */
const plainValue = /([{,][ \t]*['"]?[\w.-]+['"]?:[ \t]+)([^\s'"[\]{},&*!|>#][^,}\n]*?)(?=[ \t]*[,}])/g;
/** What ends a text elsewhere, or is none: `^/users/[^/]+$`, a dash alone. */
const isNoTextElsewhere = /[[\]{]|^-$|^[%@`]/;

/** How often what is written once may stand elsewhere: more is no configuration, but written to fill the memory. */
export const mostAliased = 100;

/** A file of configuration, and its lines. None: it is not to be read. */
export function readYaml(text: string): { document: Document.Parsed; lines: LineCounter } | undefined {
  if (isNestedTooDeep(text)) return undefined;
  const lines = new LineCounter();
  const quoted = text.replace(plainValue, (whole, key: string, value: string) =>
    isNoTextElsewhere.test(value) ? `${key}'${value.replaceAll("'", "''")}'` : whole,
  );
  const document = parseDocument(quoted, { lineCounter: lines, logLevel: "silent", uniqueKeys: false });
  return document.errors.length > 0 ? undefined : { document, lines };
}
