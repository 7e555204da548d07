/**
 * The order of the filters of one of Spring Security's chains: an application's own stand before, at or behind one of the
 * framework's or another of its own.
 * https://docs.spring.io/spring-security/reference/servlet/architecture.html#servlet-filterchain-figure
 */

import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";

/** The framework's filters, and the places of the reactive ones, in their order (`FilterOrderRegistration`). */
const ordered = [
  "DisableEncodeUrlFilter FIRST",
  "ForceEagerSessionCreationFilter",
  "ChannelProcessingFilter HTTPS_REDIRECT",
  "WebAsyncManagerIntegrationFilter",
  "SecurityContextHolderFilter SecurityContextPersistenceFilter",
  "HeaderWriterFilter HTTP_HEADERS_WRITER",
  "CorsFilter CORS",
  "CsrfFilter CSRF",
  "REACTOR_CONTEXT",
  "LogoutFilter",
  "OAuth2AuthorizationRequestRedirectFilter",
  "X509AuthenticationFilter",
  "AbstractPreAuthenticatedProcessingFilter",
  "OAuth2LoginAuthenticationFilter HTTP_BASIC",
  "UsernamePasswordAuthenticationFilter FORM_LOGIN",
  "DefaultLoginPageGeneratingFilter",
  "ConcurrentSessionFilter",
  "DigestAuthenticationFilter",
  "BearerTokenAuthenticationFilter AUTHENTICATION",
  "BasicAuthenticationFilter",
  "RequestCacheAwareFilter",
  "SecurityContextHolderAwareRequestFilter",
  "RememberMeAuthenticationFilter",
  "AnonymousAuthenticationFilter ANONYMOUS_AUTHENTICATION",
  "OAuth2AuthorizationCodeGrantFilter OAUTH2_AUTHORIZATION_CODE",
  "SECURITY_CONTEXT_SERVER_WEB_EXCHANGE",
  "SERVER_REQUEST_CACHE",
  "LOGOUT",
  "SessionManagementFilter",
  "ExceptionTranslationFilter EXCEPTION_TRANSLATION",
  "FilterSecurityInterceptor AuthorizationFilter AUTHORIZATION",
  "SwitchUserFilter LAST",
];
/** So far are they apart: one that stands before or behind another is next to it. */
const step = 100;
const places = new Map(ordered.flatMap((names, at) => names.split(" ").map((name) => [name, at * step] as const)));
const placeOf = (name: string): number => places.get(name) ?? 0;
const [before, behind] = ["BEFORE", "AFTER"];

/** A filter that is added, and the name of the one by which it stands. */
export interface Added extends Registration {
  readonly by: string | undefined;
}

const adding = /\baddFilter(?:Before|After|At)\b.*?\b(\w+)(?:\.class|::class(?:\.java)?)?\s*\)/;
/** `build().getClass()` is named by the function that makes it. */
const addingMade = /\baddFilter(?:Before|After|At)\b.*\b(\w+)\(\)\.getClass\(\)\s*\)/;
const addingTyped = /\baddFilter(?:Before|After|At)<(?:\w+\.)*(\w+)>/;

/** A filter with the one by which its call says that it stands, where that is written in one line. */
export function added(one: Registration, quotesOf: (symbol: string, line: number) => readonly string[]): Added {
  const named = quotesOf(one.symbol, one.line).map(
    (quote) => (addingTyped.exec(quote) ?? addingMade.exec(quote) ?? adding.exec(quote))?.[1],
  );
  return { ...one, by: named.find((name) => name !== undefined) };
}

/** Where an own filter stands, by its name or that of what makes it: `buildLoginFilter` of `LoginFilter`. */
const placeOfOwn = (own: ReadonlyMap<string, number>, by: string): number | undefined =>
  own.get(by) ?? [...own].find(([name]) => by.endsWith(name) && by.length > name.length)?.[1];

/** Who is asked before what the chain lists, and behind that, of filters in the order in which code adds them. */
export function inChain(filters: readonly Added[]): { before: readonly Guard[]; behind: readonly Guard[] } {
  const own = new Map<string, number>();
  const placed = filters.map((one) => {
    // What is told of no other is taken for one that says who somebody is.
    const other = one.by === undefined ? undefined : (placeOfOwn(own, one.by) ?? places.get(one.by));
    const side = one.method === before ? -1 : one.method === behind ? 1 : 0;
    const place = other === undefined ? placeOf("UsernamePasswordAuthenticationFilter") - 1 : other + side;
    const guards = listed(one);
    for (const { name, symbol } of guards)
      for (const known of [name, symbol === null ? name : lastName(symbol)]) if (!own.has(known)) own.set(known, place);
    return { guards, place };
  });
  const sorted = placed.toSorted((one, other) => one.place - other.place);
  const of = (isBehind: boolean) =>
    sorted.filter(({ place }) => place > placeOf("AuthorizationFilter") === isBehind).flatMap(({ guards }) => guards);
  return { before: of(false), behind: of(true) };
}
