import { testExamples } from "./examples.ts";

testExamples(1, 2);
