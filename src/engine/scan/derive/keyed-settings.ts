/**
 * Settings that a library reads by keys and takes from variables of the environment which it names by them, as Viper does
 * (https://pkg.go.dev/github.com/spf13/viper#AutomaticEnv): a prefix and the key in capitals.
 */
import { folderOf } from "#engine/scan/packages/manifest";

/** What rules call the parts that libraries are told of such settings: what a row of `registrations` stands on. */
const roles = ["(key)", "(bound)", "(default)", "(all)", "(automatic)", "(prefix)", "(replaced)"] as const;
type Role = (typeof roles)[number];

/** What a shell lets a variable be called. */
const settable = /^[A-Z_][A-Z0-9_]*$/;

interface Told {
  readonly framework: string | null;
  readonly owner: string | null;
  /** Keys, a prefix, or what is put in the place of what, in turns. */
  readonly route: string | null;
  readonly name: string | null;
  readonly path: string;
}

interface Naming {
  readonly prefix: string;
  readonly replaced: readonly (readonly [from: string, to: string])[];
}

export interface KeyedUse<Row> {
  readonly row: Row;
  readonly variable: string;
  readonly hasDefault: boolean;
  readonly told: string | null;
}

export const isKeyed = ({ owner }: Told): boolean => roles.some((role) => role === owner);

/** The variables that rows of one library read: those in which keys stand, where the library asks the environment by itself. */
export function keyedUses<Row extends Told>(rows: readonly Row[]): KeyedUse<Row>[] {
  const of = (role: Role) => rows.filter(({ owner }) => owner === role);
  const prefixes = of("(prefix)");
  const replaced = of("(replaced)");
  const automatic = of("(automatic)");
  /** Undefined: what stands before the keys is not known. */
  const namingAt = (path: string): Naming | undefined => {
    const [prefix, put] = [nearest(prefixes, path), nearest(replaced, path)];
    if (prefix?.route === null || put?.route === null) return undefined;
    return { prefix: prefix?.route ?? "", replaced: pairs(put?.route.split("\n") ?? []) };
  };
  const defaults = Map.groupBy(of("(default)"), ({ route }) => route?.toLowerCase());
  const read = of("(key)");
  const known = new Set(read.map(({ route }) => route?.toLowerCase()));
  // What is taken as a whole holds all that something stands in for.
  const taken = of("(all)").length > 0 ? of("(default)").filter(({ route }) => !known.has(route?.toLowerCase())) : [];
  const asked = automatic.length > 0 ? [...read, ...taken] : [];
  return [...asked, ...of("(bound)")].flatMap((row): KeyedUse<Row>[] => {
    if (row.route === null) return [];
    const said = nearest(automatic, row.path) ?? row;
    const naming = namingAt(said.path);
    const variable = naming === undefined ? "" : variableOf(row.route, naming);
    if (!settable.test(variable)) return [];
    const held = defaults.get(row.route.toLowerCase()) ?? [];
    const [told, ...others] = [...new Set(held.map(({ name }) => name))];
    return [{ row, variable, hasDefault: held.length > 0, told: others.length > 0 ? null : (told ?? null) }];
  });
}

function variableOf(key: string, { prefix, replaced }: Naming): string {
  let variable = (prefix === "" ? key : `${prefix}_${key}`).toUpperCase();
  for (const [from, to] of replaced) variable = variable.replaceAll(from, to);
  return variable;
}

/** What is said in the file itself, else in the nearest folder. */
function nearest<Row extends Told>(rows: readonly Row[], path: string): Row | undefined {
  const shared = (other: string): number => {
    if (other === path) return Number.POSITIVE_INFINITY;
    const [one, two] = [folderOf(other).split("/"), folderOf(path).split("/")];
    const apart = one.findIndex((part, at) => part !== two[at]);
    return apart < 0 ? one.length : apart;
  };
  return rows.reduce<Row | undefined>(
    (best, row) => (best === undefined || shared(row.path) > shared(best.path) ? row : best),
    undefined,
  );
}

const pairs = (texts: readonly string[]): [string, string][] =>
  texts.flatMap((from, at): [string, string][] => (at % 2 === 0 && from !== "" ? [[from, texts[at + 1] ?? ""]] : []));
