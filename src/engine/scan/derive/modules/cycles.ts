/** Cycles of a graph: its strongly connected components of more than one node. */

/**
 * Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), without recursion; linear in nodes and
 * edges.
 *
 * @returns of each node in a cycle the nodes of it, in the order of their names
 */
export function cyclesOf(
  nodes: Iterable<string>,
  next: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, string[]> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open = new Set<string>();
  const path: string[] = [];
  const found = new Map<string, string[]>();
  const enter = (node: string): Frame => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    path.push(node);
    open.add(node);
    return { node, rest: (next.get(node) ?? new Set<string>()).values() };
  };
  const lower = (node: string, to: number | undefined): void => {
    low.set(node, Math.min(low.get(node) ?? 0, to ?? 0));
  };
  for (const start of nodes) {
    if (index.has(start)) continue;
    const frames = [enter(start)];
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { node, rest } = frame;
      const { value: to, done } = rest.next();
      if (!done) {
        if (!index.has(to)) frames.push(enter(to));
        else if (open.has(to)) lower(node, index.get(to));
        continue;
      }
      frames.pop();
      const outer = frames.at(-1);
      if (outer) lower(outer.node, low.get(node));
      if (low.get(node) !== index.get(node)) continue;
      const component = path.splice(path.lastIndexOf(node));
      for (const one of component) open.delete(one);
      if (component.length === 1) continue;
      component.sort();
      for (const one of component) found.set(one, component);
    }
  }
  return found;
}

interface Frame {
  readonly node: string;
  readonly rest: Iterator<string, unknown>;
}
