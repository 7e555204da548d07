/** One name for all rules. The build puts the value in this module's place: a scan of nothing new loads no rules. */
import { digest } from "./digest.ts";
import { choices, rules, testRules, wrapperRules } from "./rules.ts";

export const rulesDigest = digest(rules, testRules, choices, wrapperRules);
