/** How well a symbol serves as a model for code of a kind. */
import { terms } from "#contract/terms";
import { isAside } from "./call-sites.ts";

export const codeIntents = ["api_endpoint", "service", "component", "hook", "utility", "test", "middleware"] as const;
export type CodeIntent = (typeof codeIntents)[number];

export interface Candidate {
  name: string;
  kind: string;
  path: string;
  signature: string;
  doc: string | null;
  decorators: string | null;
  exported: number;
  complexity: number;
  score: number;
}

interface Sign {
  /** Words that such code's names and paths hold: what is looked for when the description finds nothing. */
  words: string;
  path?: RegExp;
  name?: RegExp;
  signature?: RegExp;
  decorator?: RegExp;
  kinds?: readonly string[];
}

const signs: Record<CodeIntent, Sign> = {
  api_endpoint: {
    words: "api route handler controller endpoint view",
    path: /(?:^|\/)(?:api|routes?|routers?|controllers?|handlers?|endpoints?|views?|server|http)(?:\/|\.|s\.)/i,
    signature:
      /\b(?:Request|Response|NextRequest|http\.ResponseWriter|HttpRequest|FastifyRe|gin\.Context|echo\.Context)\b/,
    decorator: /\b(?:route|get|post|put|patch|delete|api_view|controller)\b/i,
    kinds: ["function", "method", "class"],
  },
  service: {
    words: "service",
    path: /services?\b/i,
    name: /Service|Manager|Repository|Store|Client$/,
    kinds: ["class", "struct", "function", "method"],
  },
  component: {
    words: "component",
    path: /\.[jt]sx$|components?\//i,
    name: /^[A-Z]/,
    kinds: ["function", "class", "variable"],
  },
  hook: {
    words: "hook use",
    path: /hooks?\b/i,
    name: /^use[A-Z]|^(?:before|after|on)[A-Z_]/,
    kinds: ["function", "method"],
  },
  utility: {
    words: "util helper",
    path: /(?:utils?|helpers?|lib|common|shared|internal)(?:\/|\.)/i,
    kinds: ["function", "method"],
  },
  test: { words: "test", name: /^(?:test|Test|it|should)/, kinds: ["function", "method", "class", "variable"] },
  middleware: {
    words: "middleware",
    path: /middlewares?\b/i,
    name: /middleware|interceptor|guard/i,
    signature: /\bnext\b|http\.Handler\b|call_next|get_response/,
    kinds: ["function", "method", "class"],
  },
};

export const wordsOf = (intent: CodeIntent): string => signs[intent].words;

/** 0 to 1: half by the words, the rest by what the intent looks like, tests apart; with the reason in words. */
export function similarity(
  candidate: Candidate,
  { intent, description, top }: { intent: CodeIntent; description: string; top: number },
): { similarity: number; reason: string } {
  const sign = signs[intent];
  const wanted = new Set(terms(description));
  const own = new Set(terms(`${candidate.name} ${candidate.path}`));
  const named = [...wanted].filter((word) => own.has(word));
  const told = new Set(terms(`${candidate.signature} ${candidate.doc ?? ""}`));
  const described = [...wanted].filter((word) => !own.has(word) && told.has(word));
  const byWords =
    0.35 * (top > 0 ? Math.min(1, candidate.score / top) : 0) +
    0.2 * Math.min(1, (named.length + described.length / 2) / Math.max(1, Math.min(wanted.size, 3)));

  const reasons: string[] = [];
  let looks = 0;
  const counts = (weight: number, met: boolean | undefined, reason: string) => {
    if (!met) return;
    looks += weight;
    reasons.push(reason);
  };
  const isTest = isAside(candidate.path);
  if (intent === "test") counts(0.3, isTest, "a test");
  counts(0.2, sign.path?.test(candidate.path), `in a place for ${sign.words.split(" ")[0]} code`);
  counts(0.1, sign.name?.test(candidate.name), "named like one");
  counts(0.15, sign.signature?.test(candidate.signature), "takes what one takes");
  counts(0.15, candidate.decorators !== null && sign.decorator?.test(candidate.decorators), "decorated as one");
  if (sign.kinds?.includes(candidate.kind)) looks += 0.08;
  if (candidate.exported === 1) looks += 0.02;

  const aside = isTest && intent !== "test" ? 0.5 : 1;
  const matched = [
    ...(named.length > 0 ? [`name or path has ${quoted(named, candidate)}`] : []),
    ...(described.length > 0 ? [`${described.length} more of the words in signature or documentation`] : []),
  ];
  return {
    similarity: Math.round(100 * Math.min(1, (byWords + Math.min(looks, 0.45)) * aside)) / 100,
    reason: [...matched, ...reasons].join("; ") || "nearest by words",
  };
}

/** Stems as the words of the name or path that they come from. */
function quoted(stems: readonly string[], { name, path }: Candidate): string {
  const words = `${name} ${path}`.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? [];
  return stems.map((stem) => words.find((word) => terms(word)[0] === stem)?.toLowerCase() ?? stem).join(", ");
}
