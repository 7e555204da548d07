/** Guards that nearly all endpoints pass, and who goes without one on purpose. */
import { wilson } from "./confidence.ts";
import type { Constraint } from "./constraint.ts";
import type { Deliberate } from "./deliberate.ts";
import type { Endpoint } from "./endpoint.ts";
import { asksWho, isAutomatic } from "./guard-names.ts";
import { commonFolder } from "./learn.ts";
import { folderOf, lastOf, slug } from "./words.ts";

const leastEndpoints = 5;
const leastGuarded = 0.8;
/** The same where others say themselves that they go without. */
const leastUnlessSaid = 0.5;
/** The same where they only seem to. */
const leastUnlessMeant = 2 / 3;
const mostGuards = 8;
/** What fewer of those that pass a guard pass beside it stands in its place elsewhere. */
const mostBeside = 0.05;

/** Guards that ask who may enter, by their names, of what stands in the place of another. */
const asksOtherwise =
  /auth|login|sign(?:ed)?in|permission|admin|jwt|token|key|role|protect|guard|user|valid(?!at(?:or|ion|e(?!d)))|verif|signature/i;

/** What asks how often, how much or in which form, and not who. */
const limits = /throttl|rate|limit|quota|size|valid|find|load|fetch|parse|transform|format|locale|version|deprecat/i;

/** Parts of paths, before any parameter, at which nobody is asked who he is: he signs in there, or is a machine that watches. */
const openParts = new Set(
  (
    "health healthz healthcheck livez liveness alive ready readyz readiness ping version metrics about " +
    "login logout signin sign-in sign_in signup sign-up sign_up signout sign-out sign_out register registration prelogin oauth oauth2 sso oidc saml callback " +
    "token refresh csrf forgot forgot-password reset-password password-reset recover verify-email confirm " +
    "install installer public explore invite invites webhook webhooks docs redoc swagger openapi openapi.json robots.txt favicon.ico manifest.json " +
    ".well-known"
  ).split(" "),
);

const isOpen = ({ route }: Endpoint): boolean => {
  const fixed = route.replace(/[:{<[$*].*$/s, "");
  return fixed
    .toLowerCase()
    .split("/")
    .some((part) => openParts.has(part));
};

/** Of those that do not pass a guard, how many do so on purpose, by why, and the others. */
interface Without {
  readonly said: number;
  readonly elsewise: number;
  readonly open: number;
  readonly broken: readonly Endpoint[];
}

/**
 * Guards that nearly all endpoints pass: of the repository, of a folder, of a file; each told of the widest.
 *
 * @param shared guards that stand before all that hangs on something, and at no endpoint itself
 * @param packageOf the package that a file is of
 */
export function guardConstraints(
  endpoints: readonly Endpoint[],
  shared: ReadonlySet<string>,
  deliberate: Deliberate,
  packageOf: (path: string) => string | null,
): Constraint[] {
  const without = new Map(endpoints.map((one) => [one, deliberate.without(one.handler)]));
  const groups = new Map<string, Endpoint[]>([["", [...endpoints]]]);
  for (const one of endpoints) for (let at = one.path; at !== ""; at = folderOf(at)) push(groups, at, one);
  const widest = new Map<string, Constraint>();
  const bySize = [...groups].sort(
    ([a, one], [b, other]) => other.length - one.length || a.length - b.length || (a < b ? -1 : 1),
  );
  for (const [widestAt, all] of bySize) {
    if (all.length < leastEndpoints) continue;
    // Named by where they really are: of `packages/` only `packages/api/` may have any.
    const isNarrower = widestAt !== "" && all.some(({ path }) => path !== widestAt);
    const group = isNarrower ? commonFolder(all.map(({ path }) => path)) : widestAt;
    for (const guard of new Set(all.flatMap((one) => one.guards))) {
      const isAuth = asksWho(guard);
      // That it stands before all that hangs on something nobody can miss; who may enter is worth knowing all the same.
      if (isAutomatic(guard) || widest.has(guard) || (!isAuth && shared.has(guard))) continue;
      const held = all.filter((one) => one.guards.includes(guard));
      const others = all.filter((one) => !one.guards.includes(guard));
      if (group === "" && isOfOne(held, others, packageOf)) continue;
      const left = leftOut(guard, held, others, (one) => without.get(one)?.has(guard) ?? false);
      const chances = held.length + left.broken.length;
      const least = left.elsewise + left.open > 0 ? leastUnlessMeant : leastUnlessSaid;
      if (held.length < chances * leastGuarded || held.length < all.length * least) continue;
      const confidence = Math.round(100 * wilson(held.length, chances));
      if (confidence < 50) continue;
      const where = group === "" ? "" : ` in ${group}`;
      const id = `${isAuth ? "auth" : "api"}/${slug(`endpoints pass ${guard}${group === "" ? "" : ` in ${lastOf(group)}`}`)}`;
      widest.set(guard, {
        id: id.slice(0, 200),
        category: isAuth ? "auth" : "api",
        condition:
          left.broken.length > 0
            ? `${held.length} of ${chances} endpoints${where} pass ${guard}${meant(left, "; ", " more")}.`
            : `Every endpoint${where} passes ${guard}${meant(left, ", but ", "")}.`,
        guidance: `Put a new endpoint${where} behind ${guard}.`,
        scope: group === "" ? null : group,
        chances,
        confidence,
        evidence: held.map(({ path, line, route }) => ({ path, line, text: route })),
        exceptions: left.broken.map(({ path, line, route }) => ({ path, line, text: route })),
      });
    }
  }
  return [...widest.values()].slice(0, mostGuards);
}

/** Whether only one of several applications has a guard: what others let in says nothing of it. */
function isOfOne(
  held: readonly Endpoint[],
  others: readonly Endpoint[],
  packageOf: (path: string) => string | null,
): boolean {
  const [own, ...more] = new Set(held.map(({ path }) => packageOf(path)));
  if (own === null || own === undefined || more.length > 0) return false;
  return commonFolder(held.map(({ path }) => path)) !== "" && others.some(({ path }) => packageOf(path) !== own);
}

function leftOut(
  guard: string,
  held: readonly Endpoint[],
  others: readonly Endpoint[],
  says: (one: Endpoint) => boolean,
): Without {
  const beside = new Map<string, number>();
  for (const name of held.flatMap(({ guards }) => guards)) beside.set(name, (beside.get(name) ?? 0) + 1);
  const stands = (name: string) => asksOtherwise.test(name) && (beside.get(name) ?? 0) < held.length * mostBeside;
  const isOfWho = asksOtherwise.test(guard);
  const elsewhere = new Map<string, number>();
  for (const name of others.flatMap(({ guards }) => guards)) elsewhere.set(name, (elsewhere.get(name) ?? 0) + 1);
  // A group of middleware that stands before many of the others and before none of these is another way in.
  const isGroup = (name: string) =>
    !beside.has(name) && (elsewhere.get(name) ?? 0) >= leastEndpoints && !limits.test(name) && !isAutomatic(name);
  let [said, elsewise, open] = [0, 0, 0];
  const broken = others.filter((one) => {
    if (says(one)) said += 1;
    else if (isOfWho && one.guards.some(isGroup)) elsewise += 1;
    else if (isOfWho && one.guards.some((name) => stands(name) && !isAutomatic(name))) elsewise += 1;
    else if (one.guards.some((name) => isKindOf(name, guard))) elsewise += 1;
    else if (isOfWho && one.asksInside) elsewise += 1;
    else if (isOfWho && isOpen(one)) open += 1;
    else return true;
    return false;
  });
  return { said, elsewise, open, broken };
}

/** Whether a guard goes by another's name behind words of its own: `OwnerHeaders` are `Headers`. */
const isKindOf = (name: string, guard: string): boolean =>
  name.length > guard.length && name.endsWith(guard) && (/^[A-Z]/.test(guard) || name.at(-guard.length - 1) === "_");

/** How many go without a guard on purpose. */
function meant({ said, elsewise, open }: Without, before: string, more: string): string {
  const parts = [
    [said, "says that it goes without", "say that they go without"],
    [elsewise, "passes another guard", "pass another guard"],
    [open, "is where nobody is signed in", "are where nobody is signed in"],
  ] as const;
  const told = parts.filter(([count]) => count > 0);
  return told
    .map(
      ([count, one, several], at) =>
        `${at === 0 ? before : ", "}${count}${at === 0 ? more : ""} ${count === 1 ? one : several}`,
    )
    .join("");
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
