/**
 * XML as build files use it: elements, attributes, texts, with their lines. Entities that a document declares are not
 * expanded; one that uses them cannot be read.
 */
import { XmlElement as Parsed, parseXml } from "@rgrove/parse-xml";
import { Lines } from "./lines.ts";

export class XmlElement {
  readonly #element: Parsed;
  readonly #lines: Lines;
  readonly line: number;

  constructor(element: Parsed, lines: Lines) {
    this.#element = element;
    this.#lines = lines;
    this.line = lines.at(Math.max(0, element.start));
  }

  get name(): string {
    return this.#element.name;
  }

  /** The elements directly in it, of a name or all. */
  all(name?: string): XmlElement[] {
    return this.#element.children.flatMap((child) =>
      child instanceof Parsed && (name === undefined || child.name === name) ? new XmlElement(child, this.#lines) : [],
    );
  }

  /** The first element at a path below it. */
  at(...path: readonly string[]): XmlElement | undefined {
    let at: XmlElement | undefined = this;
    for (const name of path) at = at?.all(name)[0];
    return at;
  }

  /** The text of the element at a path; null where there is none. */
  text(...path: readonly string[]): string | null {
    const found = this.at(...path);
    return found === undefined ? null : found.#element.text.trim() || null;
  }

  /** An attribute, whatever its case: MSBuild does not care. */
  attribute(name: string): string | null {
    const wanted = name.toLowerCase();
    const found = Object.entries(this.#element.attributes).find(([one]) => one.toLowerCase() === wanted);
    return found?.[1].trim() || null;
  }
}

/** @throws XmlError, RangeError */
export function readXml(source: string): XmlElement | undefined {
  const { root } = parseXml(source, { includeOffsets: true });
  return root ? new XmlElement(root, new Lines(source)) : undefined;
}
