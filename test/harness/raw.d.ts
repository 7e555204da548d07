/** A file as text, as the test runner's bundler gives it. */
declare module "*?raw" {
  const text: string;
  export default text;
}
