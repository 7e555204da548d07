import { expect, test } from "vitest";
import { pathsEnded } from "./listener-paths.ts";

const of = (body: string) => pathsEnded(`function on($event) {\n${body}\n}`);
const taken = "$path = $event->getRequest()->getPathInfo();";

test("the paths that a listener goes by are told where it ends requests before these alone", () => {
  expect(of(`${taken} if (preg_match('#^/admin(/|$)#', $path)) { throw new Denied(); }`)).toBe("(?:^/admin(/|$))");
  expect(
    of(
      `${taken} if (preg_match('/^\\/a/', $path)) { if ($x) { throw new A(); } } if (str_starts_with($path, '/b.c')) throw new B();`,
    ),
  ).toBe("(?:^/a)|(?:^/b\\.c)");
  expect(of("if (!str_starts_with($event->getRequest()->getPathInfo(), '/api')) { return; } throw new Denied();")).toBe(
    "^/api",
  );
  expect(of(`${taken} if (0 !== strpos($path, '/api')) { return; } $event->setResponse($no);`)).toBe("^/api");
  expect(of(`${taken} if (\\strpos($path, '/api') === 0 && !$this->user) { throw new Denied(); }`)).toBe("(?:^/api)");
});

test("where it may end others, or its paths are not known, nothing is told", () => {
  expect(of(`${taken} if (preg_match('#^/admin#', $path)) { throw new A(); } throw new B();`)).toBeUndefined();
  expect(of(`${taken} if (preg_match('#^/admin#', $path)) { throw new A(); } else { throw new B(); }`)).toBeUndefined();
  expect(of(`${taken} if (preg_match('#^/admin#', $path) || $all) { throw new A(); }`)).toBeUndefined();
  expect(of(`${taken} if (preg_match('#admin#i', $path)) { throw new A(); }`)).toBeUndefined();
  expect(of("if (preg_match('#^/admin#', $event->host)) { throw new A(); }")).toBeUndefined();
  expect(of(`${taken} $path = 'x'; if (str_starts_with($path, '/a')) { throw new A(); }`)).toBeUndefined();
  expect(
    of(`${taken} if (str_starts_with($path, '/a')) { throw new A(); } $this->helper->enforce($event);`),
  ).toBeUndefined();
  expect(of(`${taken} if (!str_starts_with($path, '/open')) { throw new A(); }`)).toBeUndefined();
});
