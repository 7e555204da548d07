import { expect, it } from "vitest";
import { agentWords } from "./account.tsx";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36", "Chrome on Linux"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/156.0 Safari/537.36 Edg/156.0", "Edge on Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15.1; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on macOS"],
  ["curl/8", "A browser"],
  ["", "A browser"],
])("calls %j what people call it", (agent, words) => {
  expect(agentWords(agent)).toBe(words);
});
