/** Functions of a repository's own that assert for its tests, without any library's assertion. */

/**
 * A function that says by its name that it asserts and nothing else, in a row too: `andAssertThatJson`. The same is asked
 * of calls that lead nowhere in `crates/shares/src/tests/asserting.rs`.
 */
export const saysThatItAsserts = (name: string): boolean => /^_?(?:and )?assert(?![a-z])/i.test(spaced(name));

/** Words of a name apart: `assertThat` is `assert That`, `assertion` stays one. */
const spaced = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
