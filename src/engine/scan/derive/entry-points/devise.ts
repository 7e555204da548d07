/**
 * What `devise_for` draws: the routes of the modules that the model says it has. Of a model that is not known the session's
 * alone. https://github.com/heartcombo/devise
 */
import type { Registration } from "./registration.ts";

/** The scope and the module in the name of an endpoint, `users#devise recoverable`, and the name of what lists a model's. */
const [ofModule, modules] = [/^(.*)#devise (\w+)$/s, "devise"];
/** The module that has a session, and others in its place: `two_factor_authenticatable`. */
const [signingIn, anyOfSigningIn] = ["database_authenticatable", /_authenticatable$/];
/** The name of what says which controllers alone are drawn for. */
const onlyFor = "only";
/** The controllers of the modules. */
const controllers: Readonly<Record<string, string>> = {
  [signingIn]: "sessions",
  recoverable: "passwords",
  registerable: "registrations",
  confirmable: "confirmations",
  lockable: "unlocks",
};
/** What owners of mounted scopes are called after: `users`, `:admin_users`, `User`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

export function withDevise(registrations: readonly Registration[]): readonly Registration[] {
  const isListed = ({ kind, name }: Registration) => kind === "prefix" && name === modules;
  const listed = registrations.filter(isListed);
  const isLimit = ({ kind, name }: Registration) => kind === "prefix" && ofModule.exec(name ?? "")?.[2] === onlyFor;
  const placeOf = ({ path, line }: Registration) => `${path}:${line}`;
  const limits = Map.groupBy(registrations.filter(isLimit), placeOf);
  const ofModel = Map.groupBy(listed, ({ owner }) => plain(owner?.replace(/^.*[#.]/s, "") ?? ""));
  return registrations.flatMap((one) => {
    if (isListed(one) || isLimit(one)) return [];
    const named = one.kind === "endpoint" && one.framework === "Rails" ? ofModule.exec(one.name ?? "") : null;
    if (!named) return [one];
    const [, scope = "", module = ""] = named;
    const own = modelsOf(scope).flatMap((name) => ofModel.get(name) ?? []);
    const isOf = ({ route }: Registration) =>
      module === signingIn ? anyOfSigningIn.test(route ?? "") : route === module;
    const has = own.length === 0 ? module === signingIn : own.some(isOf);
    const only = limits.get(placeOf(one));
    const isDrawn = only === undefined || only.some(({ route }) => route === controllers[module]);
    return has && isDrawn ? [{ ...one, name: null }] : [];
  });
}

/** What the model of a scope may be called: `people` is not asked for. */
const modelsOf = (scope: string): string[] => [
  plain(scope).replace(/ies$/, "y"),
  plain(scope).replace(/s$/, ""),
  plain(scope).replace(/es$/, ""),
  plain(scope),
];
