/**
 * Takes the tables of tree-sitter's grammars out of a module, three quarters of its bytes. A scan reads with one or two
 * of a dozen grammars; in the module, every start would read all of them, and every thread hold them in memory.
 *
 * Where they stood the module's memory is zero until its host fills them in: `crates/syntax/src/tables.rs` asks for
 * those of a grammar before it is first read, `wasm/scan.node.js` brings them.
 */

/** Smaller ones stay: among them is what a grammar says of itself before its tables are read. */
const leastBytes = 1_024;

const sections = { data: 11, dataCount: 12 };

/**
 * @param {Buffer} module as it was linked
 * @param {string} map what `wasm-ld --Map` wrote of it
 * @returns {{ module: Buffer, tables: Buffer, places: Record<string, [address: number, offset: number, length: number][]> }}
 *   the module without the tables; these, one behind the other; and by package where each belongs in memory and stands
 *   among them
 */
export function takeTables(module, map) {
  const chunks = tablesOf(map);
  const kept = [];
  const found = new Map();
  const out = [module.subarray(0, 8)];
  for (const { id, start, body, end } of sectionsOf(module)) {
    // The count is asked for only by instructions that name segments, which a module like this has none of.
    if (id === sections.dataCount) throw new Error("the module names its segments: they cannot be cut");
    if (id !== sections.data) out.push(module.subarray(start, end));
    else for (const segment of segmentsOf(module, body)) cut(segment, chunks, kept, found);
  }
  const missing = chunks.filter((chunk) => !found.has(chunk));
  if (missing.length > 0) throw new Error(`the module has no data at ${missing[0].address}, where the map has tables`);
  const tables = [];
  const places = {};
  let offset = 0;
  for (const chunk of chunks) {
    const bytes = found.get(chunk);
    places[chunk.package] ??= [];
    const last = places[chunk.package].at(-1);
    if (last && last[0] + last[2] === chunk.address && last[1] + last[2] === offset) last[2] += bytes.length;
    else places[chunk.package].push([chunk.address, offset, bytes.length]);
    tables.push(bytes);
    offset += bytes.length;
  }
  out.push(section(sections.data, Buffer.concat([unsigned(kept.length), ...kept])));
  return { module: Buffer.concat(out), tables: Buffer.concat(tables), places };
}

/** The tables of each grammar's package, in the order of the packages' names and of their addresses. */
function tablesOf(map) {
  const chunks = [];
  for (const line of map.split("\n")) {
    const [, address, size, name] =
      /^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) .*\blibtree_sitter_(\w+?)-[0-9a-f]+\.\S*\([^)]*\):\(\.(?:ro)?data/.exec(
        line,
      ) ?? [];
    if (!address) continue;
    const length = Number.parseInt(size, 16);
    if (length >= leastBytes) chunks.push({ package: name, address: Number.parseInt(address, 16), length });
  }
  if (chunks.length === 0) throw new Error("the map has no tables of grammars: has its form changed?");
  return chunks.sort((a, b) => (a.package < b.package ? -1 : a.package > b.package ? 1 : a.address - b.address));
}

/** Cuts the chunks out of a segment, and keeps what stands between them as segments. */
function cut({ address, bytes }, chunks, kept, found) {
  let from = 0;
  const inside = chunks
    .filter((chunk) => chunk.address >= address && chunk.address + chunk.length <= address + bytes.length)
    .sort((a, b) => a.address - b.address);
  for (const chunk of inside) {
    const at = chunk.address - address;
    if (at < from) throw new Error(`tables overlap at ${chunk.address}`);
    keep(from, at);
    found.set(chunk, bytes.subarray(at, at + chunk.length));
    from = at + chunk.length;
  }
  keep(from, bytes.length);

  function keep(start, end) {
    if (start >= end) return;
    // Active, in memory 0: `i32.const address; end`, then the bytes.
    const head = [Buffer.of(0, 0x41), signed(address + start), Buffer.of(0x0b), unsigned(end - start)];
    kept.push(Buffer.concat([...head, bytes.subarray(start, end)]));
  }
}

function* sectionsOf(module) {
  for (let at = 8; at < module.length; ) {
    const start = at;
    const id = module[at];
    const [length, body] = readUnsigned(module, at + 1);
    at = body + length;
    yield { id, start, body, end: at };
  }
}

function* segmentsOf(module, body) {
  let [count, at] = readUnsigned(module, body);
  for (; count > 0; count--) {
    if (module[at] !== 0 || module[at + 1] !== 0x41) throw new Error("a segment of data has no fixed address");
    const [address, behind] = readUnsigned(module, at + 2, true);
    const [length, first] = readUnsigned(module, behind + 1);
    yield { address, bytes: module.subarray(first, first + length) };
    at = first + length;
  }
}

/** A number in LEB128, and where it ends. Addresses are signed, and none is negative. */
function readUnsigned(bytes, start, isSigned = false) {
  let value = 0;
  let factor = 1;
  for (let at = start; ; at++) {
    value += (bytes[at] & 0x7f) * factor;
    factor *= 128;
    if (bytes[at] >= 0x80) continue;
    if (isSigned && bytes[at] & 0x40) throw new Error("a segment of data has a negative address");
    return [value, at + 1];
  }
}

const unsigned = (value) => number(value, 128);
/** One bit more, so that it is not read as negative. */
const signed = (value) => number(value, 64);

function number(value, end) {
  const bytes = [];
  for (; value >= end; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return Buffer.from([...bytes, value]);
}

const section = (id, body) => Buffer.concat([Buffer.of(id), unsigned(body.length), body]);
