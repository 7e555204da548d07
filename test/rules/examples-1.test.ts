import { testExamples } from "./examples.ts";

testExamples(0, 2);
