import { expect, it } from "vitest";
import { similarTo } from "./similar.ts";

const tools = ["drift_callers", "drift_signature", "drift_status", "drift_type", "all"];

it.each([
  ["drift_caller", ["drift_callers"]],
  ["callers", ["drift_callers"]],
  ["drift_tpye", ["drift_type"]],
  ["DRIFT_SIGNATUR", ["drift_signature"]],
  ["get_weather", []],
])("for %s", (name, similar) => expect(similarTo(name, tools)).toEqual(similar));
