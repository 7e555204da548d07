import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { DriftDb } from "#engine/scan/drift-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempRepository } from "#engine/scan/testing/temp-repository";
import { findUndeclared, findUnused } from "./dependencies.ts";
import { json } from "./testing/rows.ts";

async function told(
  files: Record<string, string>,
  submodules: readonly string[] = [],
): Promise<{ unused: string[]; undeclared: string[] }> {
  const repository = new TempRepository(files);
  for (const path of submodules) {
    repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${path}`);
    mkdirSync(repository.at(path), { recursive: true });
  }
  await runScan(repository);
  const db = DriftDb.open(repository.path);
  try {
    return { unused: findUnused(db).map(({ name }) => name), undeclared: findUndeclared(db).map(({ name }) => name) };
  } finally {
    db.close();
  }
}

const names = (list: string): Record<string, string> => Object.fromEntries(list.split(" ").map((name) => [name, "1"]));

test("peers of what is declared are used, as the lock files of npm, pnpm, Yarn and Bun tell them", async () => {
  const dependencies = names("charts peer-of-charts left-pad");
  const code = 'import "charts";\n';
  const found = await told({
    "npm/package.json": json({ name: "npm", dependencies }),
    "npm/package-lock.json": json({
      lockfileVersion: 3,
      packages: { "": {}, "node_modules/charts": { version: "1.0.0", peerDependencies: { "peer-of-charts": "*" } } },
    }),
    "npm/a.ts": code,
    "pnpm/package.json": json({ name: "pnpm", dependencies }),
    "pnpm/pnpm-lock.yaml": [
      "lockfileVersion: '9.0'",
      "importers:",
      "  .:",
      "    dependencies:",
      "      charts:",
      "        specifier: '1'",
      "        version: 1.0.0",
      "packages:",
      "  charts@1.0.0:",
      "    resolution: {integrity: x}",
      "    peerDependencies:",
      "      peer-of-charts: '*'",
      "  other@1.0.0:",
      "    resolution: {integrity: x}",
      "    dependencies:",
      "      left-pad: 1.0.0",
      "",
    ].join("\n"),
    "pnpm/a.ts": code,
    "yarn/package.json": json({ name: "yarn", dependencies }),
    "yarn/yarn.lock": [
      "__metadata:",
      "  version: 8",
      '"charts@npm:1":',
      "  version: 1.0.0",
      "  dependencies:",
      '    left-pad: "npm:*"',
      "  peerDependencies:",
      '    peer-of-charts: "*"',
      "",
    ].join("\n"),
    "yarn/a.ts": code,
    "bun/package.json": json({ name: "bun", dependencies }),
    "bun/bun.lock": json({
      workspaces: { "": { name: "bun" } },
      packages: { charts: ["charts@1.0.0", "", { peerDependencies: { "peer-of-charts": "*" } }, "x"] },
    }),
    "bun/a.ts": code,
  });
  expect(found.unused).toEqual(["left-pad", "left-pad", "left-pad", "left-pad"]);
});

test("what frameworks load by themselves is used, and a re-export of the repository's own package uses it", async () => {
  const found = await told({
    "package.json": json({ name: "root", private: true, workspaces: ["*"] }),
    "site/package.json": json({
      name: "site",
      scripts: { dev: "email dev", build: "react-router build" },
      dependencies: { ...names("@react-router/dev @react-router/node isbot react-email left-pad"), "@x/types": "*" },
    }),
    "site/index.ts": 'export type { T } from "@x/types/ai";\n',
    "types/package.json": json({ name: "@x/types", exports: { "./*": "./*.ts" } }),
    "types/ai.ts": "export type T = string;\n",
  });
  expect(found.unused).toEqual(["left-pad"]);
});

test("what a package of the workspace imports is used by the packages that depend on that one", async () => {
  const found = await told({
    "package.json": json({ name: "root", private: true, workspaces: ["*"] }),
    "server/package.json": json({ name: "server", dependencies: { "@x/api": "*", ...names("pg left-pad") } }),
    "server/index.ts": 'import "@x/api";\n',
    "api/package.json": json({ name: "@x/api", dependencies: { "@x/db": "*" } }),
    "api/index.ts": 'import "@x/db";\n',
    "db/package.json": json({ name: "@x/db", dependencies: names("pg") }),
    "db/index.ts": 'import "pg";\n',
  });
  expect(found.unused).toEqual(["left-pad"]);
});

test("what paths, scripts, keys of PostCSS and options of a compiler name is used", async () => {
  const found = await told({
    "package.json": json({
      name: "site",
      scripts: { lint: "./node_modules/.bin/oxlint" },
      babel: { presets: ["./node_modules/shakapacker/package/babel/preset.js"] },
      dependencies: names("oxlint shakapacker babel-loader webpack-merge dredd jquery tslib autoprefixer left-pad"),
    }),
    "angular.json": json({ scripts: ["./node_modules/jquery/dist/jquery.js"] }),
    "tsconfig.json": '{ "compilerOptions": { "importHelpers": true } }\n',
    "postcss.config.js": "module.exports = { plugins: { autoprefixer: {} } };\n",
    "Taskfile.yml": "tasks:\n  api:\n    cmds:\n      - ./node_modules/.bin/dredd --config x\n",
    "a.ts": "export const a = 1;\n",
  });
  expect(found.unused).toEqual(["left-pad"]);
});

test("a package's name that a bundler is told to look for elsewhere lacks no declaration", async () => {
  const code = 'import Link from "next/link";\nimport x from "missing";\nLink(x);\n';
  const found = await told({
    "package.json": json({ name: "a" }),
    "web/vite.config.ts":
      'export default { resolve: { alias: { "next/link": path.resolve(__dirname, "compat/link.tsx") } }, x: "missing" };\n',
    "web/src/a.ts": code,
    "other/a.ts": 'import Router from "next/router";\nRouter();\n',
  });
  expect(found.undeclared).toEqual(["missing", "next"]);
});

test("Python: a text of settings names a module, a script runs a program, an extra is loaded; django- is left out of names", async () => {
  const found = await told({
    "pyproject.toml":
      '[project]\nname = "p"\ndependencies = ["django-auditlog", "django", "whitenoise", "flower", "mail-check", "left-pad", "forms"]\n',
    "poetry.lock":
      '[[package]]\nname = "forms"\nversion = "1.0"\n\n[package.extras]\nmail = ["mail-check (>=2)"]\n\n[[package]]\nname = "other"\nversion = "1.0"\n',
    "src/app/settings/base.py": 'MIDDLEWARE = [\n  "whitenoise.middleware.WhiteNoiseMiddleware",\n]\n',
    "src/app/log.py":
      "import forms\nfrom django.db import models\nfrom auditlog.models import LogEntry\nimport auditing\n",
    "docker/run": "#!/bin/sh\n# left-pad\npip install left-pad\nexec celery --app p flower --port 5555\n",
  });
  expect(found).toEqual({ unused: ["left-pad"], undeclared: ["auditing"] });
});

test("what is installed together loads each other, and what nobody can see uses what it may", async () => {
  const files = {
    ".gitattributes": "web/* linguist-vendored\n",
    "package.json": json({
      name: "root",
      private: true,
      workspaces: ["*"],
      dependencies: names("cross-env i18next emoji-mart virtual left-pad-root"),
    }),
    "app/package.json": json({
      name: "app",
      scripts: { start: "cross-env A=1 node .", db: "sequelize db:migrate" },
      dependencies: names("@emoji-mart/react react-i18next sequelize-cli left-pad-app"),
      peerDependencies: names("virtual"),
    }),
    "app/index.js": [
      'import "@emoji-mart/react";',
      'import "react-i18next";',
      'import "virtual";',
      'import "raw-loader!missing-one";',
      'import "missing-two";',
      "",
    ].join("\n"),
    "app/later.js": 'import "missing-two";\n',
    "web/package.json": json({ name: "web", dependencies: names("axios") }),
    "web/src/index.js": 'import axios from "axios";\n',
    "server/package.json": json({ name: "server", dependencies: names("stripe") }),
    "server/src/index.js": "",
    "docs/requirements.txt": "mkdocs>=1\nmkdocs-material\npymdown-extensions\nleft-pad-docs\n",
    "pyproject.toml": '[project]\nname = "p"\ndependencies = ["django"]\n',
    "requirements-db.txt": "psycopg2-binary\n",
    "p.py": "import django\nfrom settings_local import *\n",
  };
  expect(await told(files)).toEqual({
    unused: ["left-pad-app", "left-pad-docs", "left-pad-root", "stripe"],
    undeclared: ["missing-two"],
  });
  // The root is around the submodule, too.
  expect(await told(files, ["server/src/theirs"])).toEqual({
    unused: ["left-pad-app", "left-pad-docs"],
    undeclared: ["missing-two"],
  });
});

test("what is not declared is told by the line on which its file imports it", async () => {
  const repository = new TempRepository({
    "package.json": json({ name: "root" }),
    "a.ts": '\n\nimport "missing";\n',
    "b.ts": 'import "missing";\n',
  });
  await runScan(repository);
  const db = DriftDb.open(repository.path);
  try {
    expect(findUndeclared(db).map(({ path, line }) => `${path}:${line}`)).toEqual(["a.ts:3"]);
  } finally {
    db.close();
  }
});

test("what pages load by a path is used, wherever it is served from", async () => {
  const found = await told({
    "package.json": json({
      name: "shop",
      dependencies: names("moment toastr @scope/tables a17t left-pad"),
    }),
    "views/layout.blade.php": `<script src="{{ $U('/packages/moment/min/moment.min.js') }}"></script>\n`,
    "web/index.html":
      '<script src="/node_modules/toastr/build/toastr.min.js"></script><link href="lib/@scope/tables/a.css">\n',
    "web/settings.py": 'NPM_FILE_PATTERNS = {"a17t": ["dist/*"]}\n',
    "requirements.txt": "django==5.0\n",
    "main.js": "",
  });
  expect(found.unused).toEqual(["left-pad"]);
});

test("where a manifest does not lie around the code, it says nothing of what that code uses", async () => {
  const found = await told({
    "install/package.json": json({ name: "forum", dependencies: names("express multer passport left-pad") }),
    "install/web.js": 'require("express");\n',
    "src/app.js": 'require("multer");\nrequire("passport");\nrequire("winston");\nrequire("express");\n',
    "test/fixtures/plugin/package.json": json({ name: "plugin", dependencies: names("zod") }),
    "libs/table.js": "",
  });
  expect(found).toEqual({ unused: [], undeclared: [] });
});

test("what is written for several loaders, and modules that a distribution may be called after, are not undeclared", async () => {
  const found = await told({
    "package.json": json({ name: "shop", dependencies: names("chart.js") }),
    "src/lib/tables.js":
      '(function (make) {\n  if (typeof define === "function") define(["lodash"], make);\n  else module.exports = make(require("lodash"));\n})(function () {});\n',
    "src/a.js": 'require("chart.js");\nrequire("missing");\n',
    "pyproject.toml":
      '[project]\nname = "p"\ndependencies = ["argos-translate-lt>=1", "django-admin-autocomplete-filter>=1", "numpy<2", "opencv-python-headless==4"]\n',
    "p/__init__.py": "import argostranslate\nimport admin_auto_filters.filters\nimport humanize\nimport cv2\n",
    "setup.py": "from setuptools import setup\nsetup()\n",
  });
  expect(found.undeclared).toEqual(["humanize", "missing"]);
  expect(found.unused).not.toContain("numpy");
});

test("what style sheets load, what an image runs, and what a framework's part is put into, is used", async () => {
  const found = await told({
    "package.json": json({
      name: "shop",
      dependencies: names("fork-awesome pure-extras @kit/core @kit/vue single-file-cli @scope/grid left"),
    }),
    "assets/shop.scss":
      "$path: '~fork-awesome/fonts';\n@use \"@scope/grid/scss/all\";\n@import '~pure-extras/css/pure-extras.css';\n",
    "assets/a.js": 'import "@kit/vue";\n',
    Dockerfile: "FROM node\nRUN apt-get update \\\n  && single-file --version\n",
    "pyproject.toml": '[project]\nname = "p"\ndependencies = ["djangorestframework>=3", "coreapi>=2"]\n',
    "p/urls.py": "from rest_framework.documentation import include_docs_urls\n",
  });
  expect(found.unused).toEqual(["left"]);
});

test("what packages of a module use that are made when it is built is not known", async () => {
  const go = (use: string) => `package main\n\nimport ${use}\n\nfunc main() { x.Go() }\n`;
  const manifest = "module example.com/m\nrequire github.com/z/w v1.0.0\n";
  const made = await told({ "go.mod": manifest, "main.go": go('x "example.com/m/generated/model"') });
  const plain = await told({
    "go.mod": manifest,
    "main.go": go('x "example.com/m/model"'),
    "model/a.go": "package model\n",
  });
  expect([made.unused, plain.unused]).toEqual([[], ["github.com/z/w"]]);
});

test("what an import map of Rails leads somewhere is not undeclared, wherever that lies", async () => {
  const found = await told({
    "config/importmap.rb":
      'pin "@hotwired/turbo"\npin "highlight.js", to: "highlight.js/core.js"\npin_all_from "vendor/javascript/languages", under: "languages"\n',
    "app/javascript/initializers/highlight.js":
      'import hljs from "highlight.js"\nimport go from "languages/go"\nimport x from "missing"\nimport "@hotwired/turbo"\n',
  });
  expect(found.undeclared).toEqual(["missing"]);
});
