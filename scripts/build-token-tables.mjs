#!/usr/bin/env node
/**
 * Writes the token tables `wasm/assets/<encoding>.bin` from the ranks in the npm package `tiktoken`. Their layout is
 * described in `crates/tokens/src/table.rs`; the hash functions here are those there.
 *
 *   node scripts/build-token-tables.mjs           writes both
 *   node scripts/build-token-tables.mjs --check   fails where a written table is not what it would write
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ASSETS = join(import.meta.dirname, "../wasm/assets");
/** The split patterns, by the number that a table gives: see `crates/tokens/src/lib.rs`. */
const PATTERNS = { cl100k_base: 1, o200k_base: 2 };
const KEYS_PER_BUCKET = 4;
const SALTS = 64;

/** Tiktoken's list: `! <first rank> <base64> <base64> …`, one run of consecutive ranks a line. */
function readRanks(encoding) {
  const { bpe_ranks } = createRequire(import.meta.url)(`tiktoken/encoders/${encoding}.json`);
  return bpe_ranks.split("\n").flatMap((line) => {
    const [, first, ...tokens] = line.split(" ");
    return tokens.map((token, at) => ({ bytes: Buffer.from(token, "base64"), rank: Number(first) + at }));
  });
}

const hash = (salt, bytes) => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x0100_0193), salt);

function mix(hash) {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const scale = (hash, size) => Math.floor((hash * size) / 2 ** 32);

/** Tries to give every token a slot of its own. Null where two hash alike or no shift is left for a bucket. */
function place(tokens, bucketCount, salt) {
  const size = tokens.length;
  const buckets = Array.from({ length: bucketCount }, () => []);
  for (const token of tokens) {
    const hashed = hash(salt, token.bytes);
    const slot = scale(mix(hashed ^ 0x9e37_79b9), size);
    buckets[scale(mix(hashed), bucketCount)].push({ ...token, slot });
  }
  const order = buckets
    .map((bucket, at) => ({ bucket, at }))
    .sort((a, b) => b.bucket.length - a.bucket.length || a.at - b.at);
  const shifts = new Uint16Array(bucketCount);
  const slots = new Array(size).fill(null);
  for (const { bucket, at } of order) {
    if (new Set(bucket.map((token) => token.slot)).size < bucket.length) return null;
    let shift = 0;
    while (shift < size && bucket.some((token) => slots[(token.slot + shift) % size])) shift += 1;
    if (shift === size && bucket.length > 0) return null;
    shifts[at] = shift % size;
    for (const token of bucket) slots[(token.slot + shift) % size] = token;
  }
  return { salt, shifts, slots };
}

/** Larger buckets make a smaller table but may not fit: tries a few salts, then more buckets. */
function hashPerfectly(tokens) {
  for (let buckets = Math.ceil(tokens.length / KEYS_PER_BUCKET); ; buckets = Math.ceil(buckets * 1.25)) {
    for (let salt = 1; salt <= SALTS; salt += 1) {
      const placed = place(tokens, buckets, salt);
      if (placed) return placed;
    }
  }
}

function buildTable(encoding) {
  const tokens = readRanks(encoding);
  const longest = tokens.reduce((most, { bytes }) => Math.max(most, bytes.length), 0);
  const head = Buffer.alloc(16 + longest * 16);
  head.write("DTOK", "latin1");
  [1, PATTERNS[encoding], longest].forEach((word, at) => {
    head.writeUInt32LE(word, 4 + at * 4);
  });
  const parts = [head];
  let offset = head.length;
  for (let length = 1; length <= longest; length += 1) {
    const group = tokens.filter(({ bytes }) => bytes.length === length);
    if (group.length === 0) continue;
    if (group.length > 0xffff) throw new Error(`${group.length} tokens of ${length} bytes: a shift has 16 bits`);
    const { salt, shifts, slots } = hashPerfectly(group);
    [group.length, shifts.length, salt, offset].forEach((word, at) => {
      head.writeUInt32LE(word, 16 + (length - 1) * 16 + at * 4);
    });
    const body = Buffer.alloc(shifts.length * 2 + group.length * (length + 3));
    shifts.forEach((shift, at) => {
      body.writeUInt16LE(shift, at * 2);
    });
    slots.forEach(({ bytes, rank }, at) => {
      bytes.copy(body, shifts.length * 2 + at * length);
      body.writeUIntLE(rank, shifts.length * 2 + group.length * length + at * 3, 3);
    });
    parts.push(body);
    offset += body.length;
  }
  return Buffer.concat(parts);
}

mkdirSync(ASSETS, { recursive: true });
for (const encoding of Object.keys(PATTERNS)) {
  const path = join(ASSETS, `${encoding}.bin`);
  const table = buildTable(encoding);
  if (!process.argv.includes("--check")) {
    writeFileSync(path, table);
    console.log(`wasm/assets/${encoding}.bin: ${table.length} bytes`);
  } else if (!existsSync(path) || !readFileSync(path).equals(table)) {
    console.error(`wasm/assets/${encoding}.bin is not what scripts/build-token-tables.mjs writes: run it, and commit`);
    process.exitCode = 1;
  }
}
