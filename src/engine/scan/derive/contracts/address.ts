/** Addresses of requests and routes of endpoints as parts that can be laid beside each other. */

export interface Part {
  /** What is written; of a parameter its name. */
  readonly text: string;
  readonly isParameter: boolean;
  /** It stands for all further parts. */
  readonly isRest: boolean;
  /** Of a route: it may be left out, with all that is behind it: `/items/:id?`. */
  readonly isOptional?: boolean;
  /** Of a route's part that holds a parameter among other text, `v{version}`, what that may be. */
  readonly around?: RegExp;
}

export interface Address {
  readonly parts: readonly Part[];
  /** What stands in front of the path is not known. */
  readonly isOpen: boolean;
  /** This machine's host is written in front of it. */
  readonly isServer: boolean;
}

const local = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?/;
/** What is put into a text, in any language. */
const put = /\$\{[^{}]*\}|#\{[^{}]*\}|\{\$[^{}]*\}|\{[^{}]*\}|\$\w+|%[sdv]/g;

/** An address with what stands before it. */
export const wholeUrl = (url: string, base: string | undefined): string =>
  /^https?:/.test(url) || base === undefined ? url : `${base.replace(/\/$/, "")}/${url.replace(/^\//, "")}`;

/** Names of what is put behind a path and is none of its parts. */
const query = /^q$|quer|param|qs|search|filter|string|suffix/i;

/** The same where a function makes it: `/settings/${queryString(params)}`. */
const asked = /\$\{\w*(?:query|params|qs)\w*\([^{}]*\)\}$/i;

/** A part that is asked for under a condition, else the path ends: `/items${id ? `/${id}` : ""}`. */
const perhaps = /\$\{[^{}?]+\?\s*(?:`[^`]*`|'[^']*'|"[^"]*")\s*:\s*(?:''|""|``)\s*\}$/;

/** The address of a request, with what stands before it. Undefined: it leaves for somebody else's server. */
export function addressOf(url: string): Address | undefined {
  const whole = url
    .replace(perhaps, "")
    .replace(asked, "")
    .replace(/\$\{([^{}]*)\}/g, (_, code: string) => `\${${nameIn(code)}}`);
  const path = whole.replace(local, "");
  if (/^(?:https?:)?\/\//.test(path) && !/^https?:\/\/\$\{|^https?:\/\/\{/.test(path)) return undefined;
  const isServer = path !== whole;
  // Behind a host that is put in, or a base that is.
  const head =
    /^(?:https?:\/\/)?(?:(?:\$\{[^{}]*\}|#\{[^{}]*\}|\{\$?[^{}]*\})(?:\$\{[^{}]*\})?|\$\w+)(?::\d+)?(?=\/|$|[a-z])/.exec(
      path,
    )?.[0] ?? "";
  const rest = path
    .slice(head.length)
    .replace(/[?#](?!\{).*$/, "")
    .replace(/(?<=[\w-])\/?\$\{(\w+)\}$/, (put, name: string) => (put.startsWith("/") || !query.test(name) ? put : ""));
  if (!isServer && head === "" && !rest.startsWith("/") && !/^[\w-]+\//.test(rest)) return undefined;
  const parts = rest
    .split("/")
    .filter((part) => part !== "")
    .map(partOfUrl);
  return { parts, isOpen: head !== "", isServer };
}

/** The last name in code that is put into a text, without what it is given: `user.id` is `id`. */
const nameIn = (code: string): string =>
  /[\w$]+(?=[^\w$]*$)/.exec(code.replace(/\([^()]*\)$/, (given) => (/\w/.test(given) ? given : "")))?.[0] ?? "value";

function partOfUrl(text: string): Part {
  const isParameter = put.test(text);
  put.lastIndex = 0;
  const name = /[\w$]+(?=[^\w]*$)/.exec(text.replace(/\(.*\)/, ""))?.[0] ?? text;
  return { text: isParameter ? name : text, isParameter, isRest: false };
}

/** An address without the form of answer that Rails takes behind each route's path: `/orders/today.json`. */
export function withoutFormat(parts: readonly Part[]): readonly Part[] {
  const last = parts.at(-1);
  const text = last?.text.replace(/(?<=.)\.[a-z]{2,5}$/, "");
  return last === undefined || text === undefined || text === last.text
    ? parts
    : [...parts.slice(0, -1), { ...last, text }];
}

/** The parts of an endpoint's route, in any framework's writing. */
export const routeOf = (route: string): readonly Part[] =>
  route
    .split("/")
    .filter((part) => part !== "")
    .map((part) => {
      const named = /^(?::|\{|<|\[|\*|\(\?P<)/.test(part) || part === "*" || part.includes("(");
      const isRest = part === "**" || part === "*" || /^\*\w|^\[\.\.\.|:path|\.\.\.\}|^\{\*/.test(part);
      const name =
        /[A-Za-z_]\w*(?=[>}\])?*+]*$)/.exec(part.replace(/[:=].*\}$/, "}").replace(/\(.*$/, ""))?.[0] ?? part;
      const mixed = around(part);
      const isOptional = /^(?::\w+(?:\(.*\))?\?|\{[^{}]*\?\})$/.test(part);
      return {
        text: named ? name : part,
        isParameter: named && !mixed,
        isRest,
        ...(isOptional && { isOptional }),
        ...mixed,
      };
    });

/** `v{version:apiVersion}` stands for `v1`, `{hash}.svg` for any picture of that kind. */
function around(part: string): { around: RegExp } | undefined {
  if (!/^[\w.-]*(?:(?:\{[\w:]+\}|<[\w:]+>)[\w.-]*){1,4}$/.test(part) || /^(?:\{[^{}]*\}|<[^<>]*>)$/.test(part))
    return undefined;
  const texts = part.split(/\{[^{}]*\}|<[^<>]*>/).map((text) => text.replaceAll(".", "\\."));
  // Of variables alone nothing is known: `{prefix}{name}` is no more than a parameter.
  if (!/\w/.test(texts.join(""))) return undefined;
  return { around: new RegExp(`^${texts.join("[^/]+")}$`, "i") };
}

export interface Fit {
  /** Parts that are the same text on both sides. */
  readonly same: number;
  /** Parts of the route in front of where the address begins. */
  readonly ahead: number;
  /** Parts at the route's end that the address leaves out. */
  readonly left: number;
  /** The route's last part stands for all further ones. */
  readonly isRest: boolean;
  readonly parameters: readonly { readonly server: string; readonly client: string }[];
}

/** What Symfony puts into a route for languages alone stands for nothing else: `/{_locale}/parts` is no `/api/parts`. */
const isOtherwise = (part: Part, asked: Part): boolean =>
  part.text === "_locale" && !asked.isParameter && !/^[a-z]{2}(?:[-_]\w{2,4})?$/i.test(asked.text);

/** How an address lies on a route from a part of it on. Case is not looked at: frameworks differ in it, routes hardly. */
export function laid(address: readonly Part[], route: readonly Part[], ahead: number): Fit | undefined {
  const own = route.slice(ahead);
  const rest = own.findIndex(({ isRest }) => isRest);
  const least = rest < 0 ? own.findLastIndex(({ isOptional }) => isOptional !== true) + 1 : rest;
  if (address.length < least || (rest < 0 && address.length > own.length)) return undefined;
  const parameters: { server: string; client: string }[] = [];
  let same = 0;
  for (const [at, part] of own.entries()) {
    const asked = address[at];
    if (part.isRest || asked === undefined) break;
    if (part.around?.test(asked.text) && !asked.isParameter) same++;
    else if (part.isParameter && isOtherwise(part, asked)) return undefined;
    else if (part.isParameter) parameters.push({ server: part.text, client: asked.text });
    else if (asked.isParameter || asked.text.toLowerCase() !== part.text.toLowerCase()) return undefined;
    else same++;
  }
  return { same, ahead, left: Math.max(own.length - address.length, 0), isRest: rest >= 0, parameters };
}
