/** Writes the units of schema files, where one may have changed. */
import { encodeUnit, type FactRow } from "#contract/unit";
import { askEach, changedTexts, type TextFiles } from "#engine/scan/text-files";
import type { UnitWriting } from "#engine/scan/unit-writing";
import { guardsOfGraphql, readGraphql } from "./graphql.ts";
import { changelogFiles, readChangelogs } from "./liquibase.ts";
import { accessesOf, readMapper } from "./mybatis.ts";
import { type Part, rowOf } from "./part.ts";
import { readPrefixes, saysPrefixes } from "./prefixes/read-prefixes.ts";
import { readPrisma } from "./prisma.ts";
import { readProto, registrationsOf } from "./proto.ts";
import { readSettings, saysSettings } from "./settings-files.ts";
import { readSql } from "./sql.ts";

/** Of one file: a unit of more would not fit into a push. */
const maxParts = 4_000;

/** Files of MyBatis's mappers, by how they are named and where they are kept. */
const mapperFiles = /(?:Mapper|Mapping|Dao|DAO)\.xml$|\/(?:mappers?|mybatis|dao)\/(?:[^/]+\/)*[^/]+\.xml$/;

const graphqlFiles = /\.(?:graphqls?|gql)$/;

const ofTests = /(?:^|\/)(?:\.[^/]+|tests?|__tests__|fixtures|testdata|examples?)\//i;
/** What is kept beside a schema, and what takes a step of one back; code in a folder of such a name is about these. */
const ofDumps =
  /(?:^|\/)(?:seeds?|legacy[-_]?(?:import|dumps?|data)|dumps?|backups?)\/|[._](?:down|rollback)\.sql$|(?:^|\/)down\.sql$/i;

/** What a framework writes down of all tables, without a row in them. */
const dumpsOfTables = /(?:^|\/)(?:structure|schema|\w+-schema)\.sql$/;

/** A larger file holds data. */
const schemaFiles: TextFiles = {
  stampKey: "schemas",
  isOne: (path) =>
    (/\.(?:prisma|sql|proto)$/.test(path) ||
      graphqlFiles.test(path) ||
      mapperFiles.test(path) ||
      changelogFiles.test(path) ||
      saysPrefixes(path) ||
      saysSettings(path)) &&
    !ofTests.test(path) &&
    !(ofDumps.test(path) && !path.endsWith(".php")),
  maxFileBytes: (path) => (dumpsOfTables.test(path) ? 2 ** 22 : 2 ** 19),
  maxBytes: 2 ** 24,
};

export async function putSchemas(writing: UnitWriting): Promise<void> {
  const texts = changedTexts(writing, schemaFiles);
  if (!texts) return;
  const { units, pool } = writing;
  const changes = await askEach(pool, "schema", new Map([...texts].filter(([path]) => path.endsWith(".sql"))));
  const changelogs = readChangelogs(new Map([...texts].filter(([path]) => changelogFiles.test(path))));
  const kept = new Set<string>();
  for (const [path, text] of texts) {
    if (path.endsWith(".proto") || graphqlFiles.test(path) || saysPrefixes(path) || saysSettings(path)) {
      const registrations = registered(path, text);
      if (registrations.length === 0) continue;
      kept.add(path);
      const line = encodeUnit("schema", path, { registrations });
      units.putLine(line);
      continue;
    }
    if (path.endsWith(".xml") && !changelogs.has(path)) {
      const mapper = readMapper(text);
      const data_accesses = mapper ? accessesOf(path, mapper) : [];
      if (data_accesses.length === 0) continue;
      kept.add(path);
      const line = encodeUnit("schema", path, { data_accesses });
      units.putLine(line);
      continue;
    }
    const parts: readonly Part[] = path.endsWith(".prisma")
      ? readPrisma(path, text)
      : (changelogs.get(path) ?? readSql(path, changes.get(path) ?? "[]"));
    if (parts.length === 0) continue;
    kept.add(path);
    const line = encodeUnit("schema", path, { schema_parts: parts.slice(0, maxParts).map(rowOf) });
    units.putLine(line);
  }
  for (const path of units.paths("schema")) if (!kept.has(path)) units.remove("schema", path);
}

/** What a file says of endpoints, of who is asked, and of settings. */
function registered(path: string, text: string): FactRow[] {
  if (saysPrefixes(path) || saysSettings(path))
    return [
      ...(saysPrefixes(path) ? readPrefixes(path, text) : []),
      ...(saysSettings(path) ? readSettings(path, text) : []),
    ];
  return graphqlFiles.test(path) ? guardsOfGraphql(path, readGraphql(text)) : registrationsOf(path, readProto(text));
}
