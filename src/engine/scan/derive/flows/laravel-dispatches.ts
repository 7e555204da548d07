/**
 * What Laravel's jobs and events are handed on by, which says so by neither a bus nor its type: a job's own
 * `SendMail::dispatch($to)`, the functions `dispatch(new SendMail($to))` and `event(new Paid($order))`, and what a class
 * has of a trait that dispatches, `$this->dispatch(new SendMail($to))`.
 */
import type { Unit } from "#contract/unit";
import { columnsAt, rawRows } from "#engine/scan/derive/unit-rows";

const call = columnsAt("calls", "caller", "callee", "callee_name", "callee_text", "target");
const imported = columnsAt("imports", "alias", "symbol");

const words = /^dispatch(?:Sync|Now|If|Unless|AfterResponse)?$/;
/** What a class that is dispatched has of the framework. */
const ownPath = /(?:^|\\)Dispatchable\.dispatch\w*$/;
const ownText = /^\\?(?:\w+\\)*(\w+)::dispatch\w*$/;
const functions = new Set(["dispatch", "dispatch_sync", "dispatch_now", "event", "broadcast"]);
const traits = /(?:^|\\)Dispatches\w*\.dispatch\w*$/;

type Row = readonly unknown[];

export class LaravelDispatches {
  readonly #isPhp: boolean;
  readonly #imported: ReadonlyMap<string, string>;

  constructor(unit: Unit) {
    this.#isPhp = unit.path.endsWith(".php");
    const rows = this.#isPhp ? rawRows(unit, "imports") : [];
    this.#imported = new Map(
      rows.flatMap((row): [string, string][] =>
        row[imported.symbol] === null || row[imported.alias] === null
          ? []
          : [[String(row[imported.alias]), String(row[imported.symbol])]],
      ),
    );
  }

  /** The class whose own method hands it on; undefined: it is another call, or one of which the class is not known. */
  itself(row: Row): string | undefined {
    if (!this.#isPhp || row[call.callee] !== null || !ownPath.test(String(row[call.target] ?? ""))) return undefined;
    const name = ownText.exec(String(row[call.callee_text]))?.[1];
    if (name !== "self" && name !== "static") return name && this.#imported.get(name);
    const caller = String(row[call.caller]);
    const end = caller.lastIndexOf(".");
    return end > caller.indexOf("#") ? caller.slice(0, end) : undefined;
  }

  /** Whether it hands on what is made in its place. */
  hands(row: Row): boolean {
    if (!this.#isPhp) return false;
    const [name, text] = [String(row[call.callee_name]), String(row[call.callee_text])];
    const target = String(row[call.target] ?? "");
    if (row[call.callee] !== null) return words.test(name) && text === `$this->${name}`;
    return (
      (functions.has(name) && text === name && target === name) ||
      (words.test(name) && (traits.test(target) || (ownPath.test(target) && text.startsWith("(new "))))
    );
  }
}
