/**
 * What `devise_for` draws: the routes of the modules that the model says it has, OmniAuth's for each of its providers. Of a
 * model that is not known the session's alone. https://github.com/heartcombo/devise
 * And what `use_doorkeeper` draws: less what it is told to skip. https://github.com/doorkeeper-gem/doorkeeper
 */
import type { Heirs } from "#engine/scan/derive/entry-points/heirs";
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The scope and the module in the name of an endpoint, `users#devise recoverable`, and the name of what lists a model's. */
const [ofModule, modules] = [/^(.*)#devise (\w+)$/s, "devise"];
/** The module that has a session, and others in its place: `two_factor_authenticatable`. */
const [signingIn, anyOfSigningIn] = ["database_authenticatable", /_authenticatable$/];
/** The name of what says which controllers alone are drawn for. */
const onlyFor = "only";
/** The name of what stands before their paths. */
const before = "prefix";
/** The module whose routes are one for each provider, and the name of what lists these. */
const [omniauthable, ofProviders] = ["omniauthable", "devise providers"];
/** What stands in the names of endpoints of Doorkeeper before their controllers, and what it is told to skip. */
const [ofDoorkeeper, skipped] = ["doorkeeper ", "doorkeeper skip"];
/** What stands before the names of its own controllers, and the name of what says what stands there instead. */
const [ofDevise, instead] = ["devise/", "module"];
/** What stands before the name of a controller of Doorkeeper in the name of what says which one is in its place. */
const controllerOf = "doorkeeper controller ";
/** The controllers of the modules. */
const controllers: Readonly<Record<string, string>> = {
  [signingIn]: "sessions",
  recoverable: "passwords",
  registerable: "registrations",
  confirmable: "confirmations",
  lockable: "unlocks",
  invitable: "invitations",
  [omniauthable]: "omniauth_callbacks",
};
/** What owners of mounted scopes are called after: `users`, `:admin_users`, `User`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

export function withDevise(written: readonly Registration[], heirs: Heirs): readonly Registration[] {
  const isOffered = ({ kind, name }: Registration) => kind === "prefix" && name === ofProviders;
  /** What a concern or a class says is said of the models that it is in, too. */
  const ofModels = (one: Registration): readonly Registration[] =>
    one.owner === null ? [one] : [one.owner, ...heirs.of(one.owner)].map((owner) => ({ ...one, owner }));
  const offered = written.filter(isOffered).flatMap(ofModels);
  const registrations = withoutSkipped(written.filter((one) => !isOffered(one)));
  const isListed = ({ kind, name }: Registration) => kind === "prefix" && name === modules;
  const listed = registrations.filter(isListed).flatMap(ofModels);
  const says = (word: string) => (one: Registration) =>
    one.kind === "prefix" && ofModule.exec(one.name ?? "")?.[2] === word;
  const [isLimit, isPrefix, isModule] = [says(onlyFor), says(before), says(instead)];
  const placeOf = ({ path, line }: Registration) => `${path}:${line}`;
  const limits = Map.groupBy(registrations.filter(isLimit), placeOf);
  const prefixes = new Map(registrations.filter(isPrefix).map((one) => [placeOf(one), one.route]));
  const inModules = new Map(registrations.filter(isModule).map((one) => [placeOf(one), one.route]));
  const ofModel = Map.groupBy(listed, ({ owner }) => plain(owner?.replace(/^.*[#.]/s, "") ?? ""));
  return registrations.flatMap((one) => {
    if (isListed(one) || isLimit(one) || isPrefix(one) || isModule(one)) return [];
    const named = one.kind === "endpoint" && one.framework === "Rails" ? ofModule.exec(one.name ?? "") : null;
    if (!named) return [one];
    const [, scope = "", module = ""] = named;
    const own = modelsOf(scope).flatMap((name) => ofModel.get(name) ?? []);
    const isOf = ({ route }: Registration) =>
      module === signingIn ? anyOfSigningIn.test(route ?? "") : route === module;
    const has = own.length === 0 ? module === signingIn : own.some(isOf);
    const only = limits.get(placeOf(one));
    const isDrawn = only === undefined || only.some(({ route }) => route === controllers[module]);
    if (!has || !isDrawn) return [];
    const route = join(prefixes.get(placeOf(one)) ?? "", one.route ?? "");
    const inModule = inModules.get(placeOf(one));
    const handler_name = (inModule ? one.handler_name?.replace(ofDevise, `${inModule}/`) : one.handler_name) ?? null;
    // What an own controller asks its class says, which may take it back.
    const guards = handler_name?.startsWith(ofDevise) ? one.guards : null;
    if (module !== omniauthable) return [{ ...one, name: null, route, handler_name, guards }];
    const owners = new Set(own.map(({ owner }) => owner));
    const ofOwn = offered.filter(({ owner, route }) => route !== null && owners.has(owner));
    const providers = ofOwn.length > 0 ? ofOwn : offered.filter(({ owner }) => owner === null);
    return [...new Set(providers.flatMap(({ route }) => route ?? []))].map((provider) => ({
      ...one,
      name: null,
      route: route.replace("{provider}", provider),
      handler_name: handler_name?.replace(/#provider$/, `#${provider}`) ?? null,
    }));
  });
}

/** Registrations less Doorkeeper's of controllers that the file says are skipped, and with those in the place of others. */
function withoutSkipped(all: readonly Registration[]): readonly Registration[] {
  const own = new Map<string, string | null>(
    all.flatMap(({ name, path, route }) =>
      name?.startsWith(controllerOf) ? [[`${path} ${name.slice(controllerOf.length)}`, route] as const] : [],
    ),
  );
  const without = new Set(all.flatMap(({ name, path, route }) => (name === skipped ? [`${path} ${route}`] : [])));
  return all.flatMap((one) => {
    if (one.name === skipped || one.name?.startsWith(controllerOf)) return [];
    if (one.kind !== "endpoint" || !one.name?.startsWith(ofDoorkeeper)) return [one];
    const key = `${one.path} ${one.name.slice(ofDoorkeeper.length)}`;
    if (without.has(key)) return [];
    const controller = own.get(key);
    if (!controller) return [{ ...one, name: null }];
    // What an own controller asks its class says.
    return [{ ...one, name: null, handler_name: `${controller}#${one.handler_name?.split("#")[1]}`, guards: null }];
  });
}

/** What the model of a scope may be called: `people` is not asked for. */
const modelsOf = (scope: string): string[] => [
  plain(scope).replace(/ies$/, "y"),
  plain(scope).replace(/s$/, ""),
  plain(scope).replace(/es$/, ""),
  plain(scope),
];
