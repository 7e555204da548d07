/** Languages whose code is written by the same conventions. */
const families: Readonly<Record<string, string>> = {
  typescript: "js",
  tsx: "js",
  javascript: "js",
  jsx: "js",
  vue: "js",
  svelte: "js",
  astro: "js",
  python: "python",
  jupyter: "python",
  c: "c",
  cpp: "c",
};

export const familyOf = (language: string): string => families[language] ?? language;

const names: Readonly<Record<string, string>> = {
  js: "TypeScript and JavaScript",
  python: "Python",
  c: "C and C++",
  csharp: "C#",
  php: "PHP",
};

export const nameOfFamily = (family: string): string =>
  names[family] ?? `${family.slice(0, 1).toUpperCase()}${family.slice(1)}`;
