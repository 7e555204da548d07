#!/usr/bin/env node
/**
 * Writes `crates/tokens/tests/sample.json`: texts with the token counts that the npm package `tiktoken` gives them.
 * The texts are the passages below, cut and mixed by a seeded generator, so every run writes the same file.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { get_encoding } from "tiktoken";

const PASSAGES = [
  "export async function loadUser(id: UserId): Promise<User | undefined> {\n  const row = await db.get(`select * from users where id = ?`, [id]);\n  return row ? toUser(row) : undefined;\n}\n",
  'def parse_headers(raw: bytes) -> dict[str, str]:\n    """Split on CRLF; the last value of a repeated name wins."""\n    return {k.strip().lower(): v for k, _, v in (l.partition(":") for l in raw.decode().split("\\r\\n"))}\n',
  "func (mx *Mux) Route(pattern string, fn func(r Router)) Router {\n\tif fn == nil {\n\t\tpanic(fmt.Sprintf(\"chi: attempting to Route() a nil subrouter on '%s'\", pattern))\n\t}\n\treturn mx.Mount(pattern, NewRouter())\n}\n",
  "impl<'a, T: Iterator<Item = &'a str> + Send> Lines<'a, T> {\n    pub const fn new(inner: T) -> Self { Self { inner, _m: PhantomData } } // SAFETY: n/a\n}\n",
  "public static <K, V extends Comparable<? super V>> Map<K, V> sortByValue(Map<K, V> map) {\n  return map.entrySet().stream().sorted(Map.Entry.comparingByValue()).collect(toLinkedMap());\n}\n",
  "#include <stdio.h>\r\nint main(void) {\r\n\tfor (int i = 0; i < 0x1F; ++i) printf(\"%02x%c\", i, i % 16 ? ' ' : '\\n');\r\n\treturn 0;\r\n}\r\n",
  "<?php\nnamespace App\\Http;\nfinal class Kernel { private array $middleware = [TrustProxies::class, 'auth' => Authenticate::class]; }\n",
  "SELECT u.id, COUNT(*) FILTER (WHERE o.state <> 'void') AS orders FROM users AS u LEFT JOIN orders o USING (user_id) GROUP BY 1;\n",
  '{"name":"@scope/pkg","version":"10.0.0-rc.12+build.7","exports":{".":{"import":"./dist/index.mjs"}},"n":[1e-9,-0.5,123456789012]}',
  "## Why\n\n* It's **fast** — we've measured; they'll see, I'm sure, you'd agree: DON'T, CAN'T, I'LL, WE'VE\n\n> “Quoted”, ‘curly’ … and the long ſ: 'ſ\n\n1. one\n2. two\n",
  "The quick brown fox jumps over the lazy dog. HTTPServer XMLHttpRequest camelCaseName snake_case_name SCREAMING_CASE iOS macOS v2.0.1\n",
  "我们在这里写一些中文，用来检查分词是否一致。漢字とひらがなとカタカナ、そして「引用」。한국어 문장도 하나 넣어 둡니다.",
  "Съешь же ещё этих мягких французских булок, да выпей чаю. Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία. ΑΒΓ αβγ ЁЖ",
  "هذه جملة عربية قصيرة مع أرقام ١٢٣٤٥ وعلامات؟ שלום עולם, נקודה. ภาษาไทยไม่มีช่องว่าง हिन्दी में कुछ शब्द १२३ தமிழ்",
  "👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇯🇵 🤷🏻‍♀️ ❤️ ☃︎ ✅❌ 😀😃😄😁 🧑🏿‍🚀 #️⃣ 1️⃣ ©®™",
  "e\u0301 n\u0303 o\u0308 a\u030a\u0323 Z\u0351\u036b\u0343\u032a\u0302a\u0300l\u0327g\u0308o\u0336 ǅ ǈ ʰ ª º Ⅻ ½ ² ₃ ① ㍿ ﬁ İi ıI ß ẞ",
  "\t\t  \n \n\n\r\n \r\n\t  x   y    z     \u00a0\u00a0nbsp\u3000\u3000wide\u2028line\u2029para\u0085next\u200bzero\ufeffbom \n",
  "https://example.org/a/b-c_d?q=%E2%82%AC&x[]=1#frag //comment /* block */ ../../../path/to/file.tsx:120:15 C:\\Users\\me\\x.txt",
  "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJRTESMBAG\n=====================\n***************\n________________\n",
  "<|endoftext|> <|endofprompt|> <|im_start|>user<|im_end|> special tokens are text here",
];

/** Mulberry32. */
let state = 0x5eed;
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
}
const pick = (list) => list[random(list.length)];
const times = (count, make) => Array.from({ length: count }, make);

/** First and last code point of what is drawn from one by one. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x250, 0x36f],
  [0x370, 0x52f],
  [0x590, 0x6ff],
  [0x900, 0xdff],
  [0xe00, 0xeff],
  [0x10a0, 0x13ff],
  [0x1e00, 0x214f],
  [0x2150, 0x2bff],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xfb00, 0xffef],
  [0x10000, 0x1083f],
  [0x1d400, 0x1d7ff],
  [0x1f300, 0x1faff],
  [0x20000, 0x2a6df],
  [0xe0100, 0xe01ef],
];
const SINGLES = [..."aA zZ\t\n\r'’sStT/\\_-.,;:!?()[]{}<>|=+*&^%$#@~`\"0123456789éßΩя中の한😀\u0301\u200d\u00a0"];
const drawn = (length) => {
  const [first, last] = pick(RANGES);
  return times(length, () => String.fromCodePoint(first + random(last - first + 1))).join("");
};
const cut = () => {
  const points = [...pick(PASSAGES)];
  const start = random(points.length);
  return points.slice(start, start + 1 + random(80)).join("");
};

const texts = [
  "",
  ...PASSAGES,
  PASSAGES.join("\n"),
  ...["a", "A", " ", "\n", "=", "0", "ab", "é", "中", "👍", "\u0301", "\t ", "/\n", "'s"].flatMap((unit) =>
    [2, 3, 15, 64, 65, 200, 1000].map((count) => unit.repeat(count)),
  ),
  ...times(150, () => times(1 + random(5), cut).join("")),
  ...times(150, () => times(1 + random(30), () => pick(SINGLES)).join("")),
  ...times(150, () => times(1 + random(4), () => drawn(1 + random(10))).join(pick(["", " ", "\n"]))),
  ...times(50, () => new TextDecoder().decode(Uint8Array.from(times(1 + random(60), () => random(256))))),
];

const encodings = ["o200k_base", "cl100k_base"].map((name) => get_encoding(name));
const rows = texts.map((text) => [text, ...encodings.map((encoding) => encoding.encode(text, [], []).length)]);
const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
writeFileSync(join(import.meta.dirname, "../crates/tokens/tests/sample.json"), `[\n${lines}\n]\n`);
console.log(`crates/tokens/tests/sample.json: ${rows.length} texts`);
