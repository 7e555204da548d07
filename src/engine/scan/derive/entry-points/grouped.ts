/** Rows of a key and a value: by the key, all its values as texts. */
export function grouped(rows: readonly Record<string, unknown>[]): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const { key, value } of rows) {
    const list = map.get(String(key));
    if (list) list.push(String(value));
    else map.set(String(key), [String(value)]);
  }
  return map;
}
