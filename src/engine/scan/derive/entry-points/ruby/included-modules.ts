/** Modules of Ruby that a class includes behind what it says itself: what these put before its methods asks behind that. */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** A module, and the line on which it is included. */
export interface Included {
  readonly module: string;
  readonly line: number;
}

/**
 * What classes say, the outermost first, with what one says above the line that includes a module before what that says.
 *
 * @param classes the outermost first
 */
export function inOrderOfIncludes(
  classes: readonly string[],
  said: (type: string) => readonly Registration[],
  includedIn: (type: string) => readonly Included[],
): readonly Registration[] {
  const told: { readonly type: string; readonly one: Registration }[] = [];
  for (const type of classes) {
    let rest = said(type);
    for (const { module, line } of type.includes(".rb#") && rest.length > 0 ? includedIn(type) : []) {
      const at = told.findIndex((it) => it.type === module);
      const isAbove = (one: Registration) => one.line < line;
      if (at < 0 || !rest.some(isAbove)) continue;
      told.splice(at, 0, ...rest.filter(isAbove).map((one) => ({ type, one })));
      rest = rest.filter((one) => !isAbove(one));
    }
    told.push(...rest.map((one) => ({ type, one })));
  }
  return told.map(({ one }) => one);
}
