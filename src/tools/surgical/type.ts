/** drift_type: a type's structure, expanded. */
import * as z from "zod";
import { isAside, nameOfId } from "#context/call-sites";
import { shapeOf } from "#context/type-shape";
import { DriftError } from "#contract/errors";
import { alias, type Condition, eq, from, isIn, maybe, nest, walk } from "#db/query";
import { symbols, typeMembers, typeRelations } from "#db/schema/facts";
import { defineTool } from "#tools/kit/define-tool";
import { isNamed, noSuchSymbol, parseName } from "#tools/kit/names";
import * as params from "#tools/kit/params";
import { counted, cutText } from "#tools/kit/present";

const typeKinds = ["class", "interface", "struct", "enum", "type_alias"];
const limits = { members: 600, relations: 60, shown: 15 };

/** How another symbol relates to the type: what the type does, then what is done to it. */
const outward = { extends: "extends", implements: "implements", embeds: "embeds", contains: "contains" } as const;
const inward = {
  extends: "extended_by",
  implements: "implemented_by",
  embeds: "embedded_by",
  contains: "contained_by",
  parameter: "parameter",
  return: "return",
} as const;

export default defineTool({
  name: "drift_type",
  title: "Structure of a type",
  description:
    "Structure of an interface, class, struct, enum or type alias: its members with nested types expanded to `depth`, its declaration, and the types and functions it is related to. Call it before you build, read or change a value of the type.",
  category: "surgical",
  input: z.object({
    type: params.symbolName.describe("Name or `path#name`"),
    depth: z.number().int().min(1).max(5).default(2),
    file: params.path.optional().describe("Path, or the end of it"),
  }),
  output: z.object({
    found: z.boolean(),
    definition: z.object({
      name: z.string(),
      kind: z.enum(["interface", "type", "class", "enum", "struct"]),
      source: z.string().describe("file:line"),
      shape: z
        .record(z.string(), z.unknown())
        .describe("Member → its type, or its members; a list's in brackets. An alias of no members is under `=`"),
      raw: z.string().describe("As declared, shortened"),
    }),
    relatedTypes: z.array(
      z.object({
        name: z.string(),
        relationship: z
          .enum([...Object.values(outward), ...Object.values(inward)])
          .describe("`parameter`, `return`: a function that takes or returns it"),
        source: z.string().optional(),
      }),
    ),
    otherTypes: z.array(z.string()).optional().describe("More types of that name, as path#name"),
  }),
  example: { type: "Order" },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["otherTypes", "relatedTypes"],

  async run({ type, depth, file }, { head, db }) {
    const named = isNamed(parseName(type), file);
    const { found, nested } = await db.batch(queries(named, depth));
    const types = found
      .filter(({ kind }) => typeKinds.includes(kind))
      .sort((a, b) => Number(isAside(a.path)) - Number(isAside(b.path)) || b.exported - a.exported);
    const [target, ...others] = types;
    if (!target) {
      if (found[0]) throw notAType(type, found[0]);
      throw await noSuchSymbol({ db, head }, type, file);
    }

    const members = nested.flatMap(({ edges }) => edges);
    const byType = Map.groupBy(members, (member) => member.type);
    const shape = shapeOf(target.id, byType, depth);
    const related = distinct([
      ...target.outgoing.map(({ relation, name, path, line }) => ({
        name,
        relationship: outward[relation as keyof typeof outward],
        ...(path !== null && { source: `${path}:${line}` }),
      })),
      ...target.incoming
        .filter(({ type }) => type !== target.id)
        .map(({ relation, type, path, line }) => ({
          name: nameOfId(type),
          relationship: inward[relation as keyof typeof inward],
          source: `${path}:${line}`,
        })),
    ]);
    const size = Object.keys(shape).length;
    return {
      summary: `${target.name} is ${article(kindOf(target.kind))} with ${counted(size, "member")} in ${target.path}:${target.line}.`,
      data: {
        found: true,
        definition: {
          name: target.name,
          kind: kindOf(target.kind),
          source: `${target.path}:${target.line}`,
          shape: size > 0 ? shape : { "=": target.typeText ?? target.signature },
          raw: cutText((target.kind === "class" ? undefined : target.preview) ?? target.signature, 600),
        },
        relatedTypes: related.slice(0, limits.shown),
        ...(others.length > 0 && { otherTypes: others.map(({ id }) => id) }),
      },
      warnings: [
        ...(members.length >= limits.members ? ["Too many members: the innermost types are not expanded."] : []),
        ...(related.length > limits.shown
          ? [
              `${limits.shown} of ${target.incoming.length === limits.relations ? "more than " : ""}${related.length} related types and functions are listed.`,
            ]
          : []),
      ],
      nextActions:
        target.kind === "class" || target.kind === "struct"
          ? [
              {
                tool: "drift_callers",
                args: { function: target.name, file: target.path },
                reason: "Who makes one",
                priority: "low",
              },
            ]
          : [],
    };
  },
});

function queries(named: Condition, depth: number) {
  const related = alias(symbols, "related");
  const isType = isIn(symbols.kind, typeKinds);
  return {
    found: from(symbols)
      .where(named)
      .limit(20)
      .select({
        id: symbols.id,
        name: symbols.name,
        kind: symbols.kind,
        path: symbols.path,
        line: symbols.nameLine,
        typeText: symbols.typeText,
        signature: symbols.signature,
        preview: symbols.preview,
        exported: symbols.exported,
        outgoing: nest(
          from(typeRelations)
            .leftJoin(related, eq(related.id, typeRelations.target))
            .where(eq(typeRelations.type, symbols.id), isType, isIn(typeRelations.relation, Object.keys(outward)))
            .limit(limits.relations),
          {
            relation: typeRelations.relation,
            name: typeRelations.name,
            path: maybe(related.path),
            line: maybe(related.nameLine),
          },
        ),
        incoming: nest(
          from(typeRelations).where(eq(typeRelations.target, symbols.id), isType).limit(limits.relations),
          {
            type: typeRelations.type,
            relation: typeRelations.relation,
            path: typeRelations.path,
            line: typeRelations.line,
          },
        ),
      }),
    nested: walk({
      start: from(symbols).where(named, isType).limit(5),
      node: symbols.id,
      through: typeMembers,
      enter: typeMembers.type,
      leave: typeMembers.target,
      depth,
      limit: limits.members,
      fields: {
        type: typeMembers.type,
        name: typeMembers.name,
        kind: typeMembers.kind,
        typeText: typeMembers.typeText,
        target: typeMembers.target,
        optional: typeMembers.optional,
        isStatic: typeMembers.isStatic,
        line: typeMembers.line,
      },
    }),
  };
}

/** A type that is named at several members relates once. */
const distinct = <T>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

type TypeKind = "interface" | "type" | "class" | "enum" | "struct";
const kindOf = (kind: string): TypeKind => (kind === "type_alias" ? "type" : (kind as TypeKind));
const article = (kind: string): string => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`);

const notAType = (asked: string, found: { kind: string; path: string; line: number }): DriftError =>
  new DriftError("SYMBOL_NOT_FOUND", `${asked} is a ${found.kind} (${found.path}:${found.line}), not a type.`, {
    hint: "Ask drift_signature for it.",
    alternativeTools: ["drift_signature"],
  });
