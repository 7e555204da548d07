/** One name for all rules: by it a scan of nothing new knows, once built, that they are the same, and loads none. */
import { digest } from "./digest.ts";
import { rules, shareRules, testRules } from "./rules.ts";

export const rulesDigest = digest(rules, testRules, shareRules);
