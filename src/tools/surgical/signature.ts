/** drift_signature: how a symbol is declared. */
import * as z from "zod";
import { isAside } from "#context/call-sites";
import { eq, from, isIn, nest } from "#db/query";
import { symbols, typeMembers } from "#db/schema/facts";
import { defineTool } from "#tools/kit/define-tool";
import { isNamed, noSuchSymbol, parseName } from "#tools/kit/names";
import * as params from "#tools/kit/params";
import { cutText, kindOf, kinds } from "#tools/kit/present";

/** With more declarations than this each is shown as one line: the next call names the file. */
const shownInFull = 3;
const most = 20;
const mostMembers = 20;

const parameter = z.object({
  name: z.string(),
  type: z.string().optional().describe("As written; absent where none is declared"),
  required: z.boolean(),
  default: z.string().optional(),
  rest: z.boolean().optional(),
});

export default defineTool({
  name: "drift_signature",
  title: "Signature of a symbol",
  description:
    "Declaration of a function, method, class, interface or type: signature, parameters, return type, documentation, file:line, without reading the file. For a class also its members. Call it before you call or change something.",
  category: "surgical",
  input: z.object({
    symbol: params.symbolName.describe("Name, `Class.method`, or `path#name`"),
    file: params.path.optional().describe("Path, or the end of it"),
    includeDocs: z.boolean().default(true),
  }),
  output: z.object({
    found: z.boolean(),
    signatures: z.array(
      z.object({
        file: z.string(),
        line: z.number().int(),
        kind: z.enum(kinds),
        owner: z.string().optional().describe("What it is declared in"),
        signature: z.string(),
        parameters: z.array(parameter).optional(),
        returnType: z.string().optional(),
        docs: z.string().optional(),
        decorators: z.array(z.string()).optional(),
        members: z.array(z.string()).optional().describe("Of a class, interface or struct, as declared"),
        exported: z.boolean(),
      }),
    ),
  }),
  example: { symbol: "formatMoney" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["signatures"],

  async run({ symbol, file, includeDocs }, { head, db }) {
    const found = await db.all(
      from(symbols)
        .where(isNamed(parseName(symbol), file))
        .limit(most)
        .select({
          kind: symbols.kind,
          path: symbols.path,
          line: symbols.nameLine,
          qualified: symbols.qualified,
          signature: symbols.signature,
          params: symbols.params,
          returns: symbols.returns,
          doc: symbols.doc,
          decorators: symbols.decorators,
          exported: symbols.exported,
          members: nest(
            from(typeMembers)
              .where(eq(typeMembers.type, symbols.id), isIn(symbols.kind, ["class", "interface", "struct"]))
              .limit(60),
            { name: typeMembers.name, kind: typeMembers.kind, text: typeMembers.typeText },
          ),
        }),
    );
    if (found.length === 0) throw await noSuchSymbol({ db, head }, symbol, file);

    found.sort((a, b) => Number(isAside(a.path)) - Number(isAside(b.path)) || b.exported - a.exported);
    const thin = found.length > shownInFull;
    const signatures = found.map((row) => {
      // What is private by name or word is the class's own affair.
      const own = thin
        ? []
        : row.members.filter(({ name, text }) => !/^[_#]/.test(name) && !/^private\b/.test(text ?? ""));
      const owner = row.qualified.includes(".") ? row.qualified.slice(0, row.qualified.lastIndexOf(".")) : undefined;
      return {
        file: row.path,
        line: row.line,
        kind: kindOf(row.kind),
        ...(owner && { owner }),
        signature: row.signature,
        ...(!thin && row.params !== null && { parameters: z.array(parameter).parse(JSON.parse(row.params)) }),
        ...(row.returns !== null && { returnType: row.returns }),
        ...(includeDocs && !thin && row.doc !== null && { docs: cutText(row.doc, found.length > 1 ? 240 : 500) }),
        ...(row.decorators !== null && { decorators: z.array(z.string()).parse(JSON.parse(row.decorators)) }),
        ...(own.length > 0 && {
          members: own.slice(0, mostMembers).map(({ kind, name, text }) => memberText(kind, name, text)),
        }),
        exported: row.exported === 1,
      };
    });
    const [first] = signatures;
    return {
      summary:
        found.length === 1
          ? `${symbol} is a ${first?.kind} in ${first?.file}:${first?.line}.`
          : `${found.length}${found.length === most ? " or more" : ""} symbols are named ${symbol}.`,
      data: { found: true, signatures },
      ...(thin && { warnings: ["Shown as one line each; pass `file` for parameters and documentation."] }),
      nextActions: first
        ? [
            first.kind === "function" || first.kind === "method"
              ? {
                  tool: "drift_callers",
                  args: { function: found[0]?.qualified ?? symbol, file: first.file },
                  reason: "Who would be affected by a change",
                  priority: "medium",
                }
              : {
                  tool: "drift_type",
                  args: { type: found[0]?.qualified ?? symbol, file: first.file },
                  reason: "The structure with nested types",
                  priority: "medium",
                },
          ]
        : [],
    };
  },
});

/** A method's text is its signature already. */
const memberText = (kind: string, name: string, text: string | null): string =>
  kind === "method" || kind === "accessor" ? (text ?? name) : text === null ? name : `${name}: ${text}`;
