import { expect, test } from "vitest";
import { DriftDb } from "#engine/scan/drift-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempRepository } from "#engine/scan/testing/temp-repository";
import { findCycles, findDependency, findMismatches, findUndeclared, findUnused, listEdges } from "./dependencies.ts";
import { json } from "./testing/rows.ts";

const files = {
  "package.json": json({ name: "root", private: true, workspaces: ["packages/*"], devDependencies: { vitest: "^3" } }),
  "packages/a/package.json": json({
    name: "@x/a",
    dependencies: { "@x/b": "*", zod: "^4", "left-pad": "1", "@types/node": "1" },
  }),
  "packages/a/src/one.ts":
    'import { z } from "zod";\nimport { b } from "@x/b";\nimport "node:fs";\nimport fs from "fs";\nimport x from "missing/sub";\nexport const a = z(b, fs, x);\n',
  "packages/a/src/one.test.ts": 'import { test } from "vitest";\nimport y from "only-tested";\ntest("a", () => y());\n',
  "packages/b/package.json": json({ name: "@x/b", dependencies: { "@x/a": "*", zod: "^3" } }),
  "packages/b/index.ts": "export const b = 1;\n",
  "py/pyproject.toml": '[project]\nname = "p"\ndependencies = ["PyYAML", "requests", "django-filter"]\n',
  "py/p/__init__.py": "import yaml, os, numpy.linalg\nfrom . import local\nfrom django_filters import x\n",
  "py/p/local.py": "",
  "go.mod": "module example.com/m\nrequire (\n\tgithub.com/x/y/v2 v2.0.0\n\tgithub.com/z/w v1.0.0\n)\n",
  "main.go":
    'package main\n\nimport (\n\t"fmt"\n\t"github.com/x/y/v2/sub"\n\t"github.com/not/here"\n)\n\nfunc main() { fmt.Println(sub.X, here.Y) }\n',
  "rs/Cargo.toml": '[package]\nname = "rs"\nversion = "1.0.0"\n[dependencies]\nserde-json = "1"\n',
  "rs/src/main.rs": "use rand::Rng;\nfn main() { serde_json::to_string(1); std::mem::drop(1); }\n",
  "j/pom.xml":
    "<project><groupId>g</groupId><artifactId>j</artifactId><dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>33</version></dependency></dependencies></project>",
  "j/src/A.java": "import com.google.common.collect.ImmutableList;\nclass A { ImmutableList x; }\n",
};

test("who uses which dependency, and what does not fit", async () => {
  const repository = new TempRepository(files);
  await runScan(repository, { sourceMode: "none" });
  const db = DriftDb.open(repository.path);
  try {
    const uses = db.all("select manifest, name, path, line from dependency_uses order by 1, 2, 3");
    expect(
      uses.map(({ manifest, name, path, line }) => `${manifest}: ${name} ← ${path}:${line}`),
    ).toMatchInlineSnapshot(`
      [
        "go.mod: github.com/x/y/v2 ← main.go:5",
        "j/pom.xml: com.google.guava:guava ← j/src/A.java:1",
        "package.json: vitest ← packages/a/src/one.test.ts:1",
        "packages/a/package.json: @x/b ← packages/a/src/one.ts:2",
        "packages/a/package.json: zod ← packages/a/src/one.ts:1",
        "py/pyproject.toml: PyYAML ← py/p/__init__.py:1",
        "py/pyproject.toml: django-filter ← py/p/__init__.py:3",
        "rs/Cargo.toml: serde-json ← rs/src/main.rs:2",
      ]
    `);
    expect(findUnused(db).map(({ manifest, line, name }) => `${manifest}:${line} ${name}`)).toMatchInlineSnapshot(`
      [
        "go.mod:4 github.com/z/w",
        "packages/a/package.json:6 left-pad",
        "packages/b/package.json:4 @x/a",
        "py/pyproject.toml:3 requests",
      ]
    `);
    expect(
      findUndeclared(db).map(({ name, files, path, line }) => `${name} ${files} ${path}:${line}`),
    ).toMatchInlineSnapshot(`
      [
        "github.com/not/here 1 main.go:6",
        "missing 1 packages/a/src/one.ts:5",
        "numpy 1 py/p/__init__.py:1",
      ]
    `);
    expect(
      findMismatches(db).map(({ name, declarations }) => [name, ...declarations.map(({ range }) => range)]),
    ).toMatchInlineSnapshot(`
      [
        [
          "zod",
          "^4",
          "^3",
        ],
      ]
    `);
    expect(findCycles(listEdges(db))).toEqual([["packages/a/package.json", "packages/b/package.json"]]);
    expect(findDependency(db, "zod")).toMatchInlineSnapshot(`
      {
        "declarations": [
          {
            "internal": null,
            "kind": "runtime",
            "line": 5,
            "manifest": "packages/a/package.json",
            "name": "zod",
            "range": "^4",
            "resolved": null,
          },
          {
            "internal": null,
            "kind": "runtime",
            "line": 5,
            "manifest": "packages/b/package.json",
            "name": "zod",
            "range": "^3",
            "resolved": null,
          },
        ],
        "uses": [
          {
            "line": 1,
            "manifest": "packages/a/package.json",
            "module": "zod",
            "path": "packages/a/src/one.ts",
          },
        ],
      }
    `);
  } finally {
    db.close();
  }
});

test("what is given on, named otherwise, named by a text or imported by style sheets is used", async () => {
  const dependencies = { "tailwind-merge": "1", "react-email": "1", tailwindcss: "4", "left-pad": "1" };
  const repository = new TempRepository({
    "web/package.json": json({ name: "site", dependencies }),
    "web/src/cn.ts": "export { twMerge as cn } from 'tailwind-merge';\nexport * from 'react-email';\n",
    "web/src/main.css": '@import "tailwindcss";\n',
    "web/src/forms.js": "import { form } from 'web/src/utils/forms';\nform();\n",
    "requirements/main.in":
      "google-cloud-bigquery\nzope.sqlalchemy\nopensearch-py\npyqrcode-binary\npyramid_tm\ndjango-htmx\nhiredis\ngoogle-api-python-client\nimpyla\ndfir-unfurl\nopentelemetry-api\nopentelemetry-exporter-gcp-trace\njson-of-none\n",
    "app/sheets.py": "from apiclient import discovery\nimport impala.dbapi\n",
    "app/__init__.py": [
      "from google.cloud import bigquery",
      "import zope.sqlalchemy",
      "from zope.interface import Interface",
      "import unfurl, json",
      "from opentelemetry.exporter import cloud_trace",
      "import opensearchpy, pyqrcode, missing",
      "def includeme(config):",
      '    config.include("pyramid_tm")',
      "",
    ].join("\n"),
    "app/settings.py": 'INSTALLED_APPS = ["app", "django_htmx"]\n',
  });
  await runScan(repository);
  const db = DriftDb.open(repository.path);
  try {
    expect(findUnused(db).map(({ name }) => name)).toEqual(["hiredis", "json-of-none", "left-pad"]);
    expect(findUndeclared(db).map(({ name }) => name)).toEqual(["missing"]);
    expect(findDependency(db, "google-cloud-bigquery").uses.map(({ module }) => module)).toEqual([
      "google.cloud.bigquery",
    ]);
  } finally {
    db.close();
  }
});

test("what scripts run, configuration names and require.resolve finds is used; what Docusaurus itself gives is declared", async () => {
  const dependencies = [
    "@svgr/webpack",
    "@x/base",
    "@babel/preset-env",
    "expo-build-properties",
    "left-pad",
    "typescript",
  ];
  const repository = new TempRepository({
    "package.json": json({
      name: "root",
      private: true,
      scripts: { prepare: "husky", start: "NODE_ENV=x tsx watch src" },
      dependencies: { husky: "9", tsx: "4", unused: "1" },
    }),
    "web/package.json": json({
      name: "site",
      keywords: ["left-pad"],
      scripts: { check: "tsc --noEmit && astro check" },
      dependencies: Object.fromEntries(
        [...dependencies, "ts-jest", "astro", "react", "react-dom", "pino-pretty"].map((name) => [name, "1"]),
      ),
      jest: { preset: "ts-jest" },
    }),
    "web/next.config.mjs":
      'export default { loaders: ["@svgr/webpack?x"], plugins: [["expo-build-properties", {}]] };\n',
    "web/babel.config.cjs": "module.exports = { presets: [require.resolve('@babel/preset-env')] };\n",
    "web/tsconfig.json": '{ "extends": "@x/base/tsconfig.json" }\n',
    "web/src/view.tsx": "export const View = () => <p />;\n",
    "web/src/log.js": "export const options = { transport: { target: 'pino-pretty' } };\n",
    "web/src/page.js": "import Link from '@docusaurus/Link';\nimport Layout from '@theme/Layout';\nLink(Layout);\n",
  });
  await runScan(repository);
  const db = DriftDb.open(repository.path);
  try {
    expect(findUnused(db).map(({ manifest, name }) => `${manifest} ${name}`)).toEqual([
      "package.json unused",
      "web/package.json left-pad",
    ]);
    expect(findUndeclared(db)).toEqual([]);
  } finally {
    db.close();
  }
});

test("cycles: one that hangs on another is its own group, and a long chain is none", () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => ({ from: `c${at}`, to: `c${at + 1}` }));
  const edges = ["ab", "bc", "ca", "cd", "de", "ed", "ef"].map(([from = "", to = ""]) => ({ from, to }));
  expect(findCycles([...edges, ...chain])).toEqual([
    ["a", "b", "c"],
    ["d", "e"],
  ]);
});

test("a lock file that changed is read again, and nothing where nothing changed", async () => {
  const lock = (version: string) => json({ lockfileVersion: 3, packages: { "": {}, "node_modules/zod": { version } } });
  const repository = new TempRepository({
    ".gitattributes": "package-lock.json linguist-generated\n",
    "package.json": json({ name: "a", dependencies: { zod: "^4" } }),
    "package-lock.json": lock("4.0.1"),
    "a.ts": "export const a = 1;\n",
  });
  const run = () => runScan(repository, { sourceMode: "none" });
  const resolved = () => {
    const db = DriftDb.open(repository.path);
    try {
      return db.all("select resolved from dependencies").map((row) => row.resolved);
    } finally {
      db.close();
    }
  };
  await run();
  expect(resolved()).toEqual(["4.0.1"]);
  repository.write({ "package-lock.json": lock("4.1.0") });
  expect((await run()).units.changed).toBe(1);
  expect(resolved()).toEqual(["4.1.0"]);
  expect((await run()).units.changed).toBe(0);
  repository.write({ "package-lock.json": "{" });
  expect((await run()).snapshot.counts.coverage?.locks).toEqual(["package-lock.json"]);
  expect(resolved()).toEqual([null]);
});

test("what an import map pins is declared, and what it takes from a folder is the repository's own", async () => {
  const repository = new TempRepository({
    "config/importmap.rb": [
      'pin "application", preload: true',
      'pin "@hotwired/stimulus", to: "stimulus.min.js"',
      'pin "leaflet-draw" # @1.0.4',
      'pin "lexxy"',
      'pin "points_channel", to: "channels/points_channel.js"',
      'pin_all_from "app/javascript/maps", under: "maps"',
      "",
    ].join("\n"),
    Gemfile: 'gem "lexxy"\n',
    "app/javascript/application.js": [
      'import "lexxy";',
      'import { Application } from "@hotwired/stimulus";',
      'import "leaflet-draw";',
      'import "points_channel";',
      'import { draw } from "maps/draw";',
      'import { all } from "maps";',
      'import other from "missing";',
      "draw(Application, all, other);",
      "",
    ].join("\n"),
    "app/javascript/channels/points_channel.js": "export const channel = 1;\n",
    "app/javascript/maps/draw.js": "export const draw = (...all) => all;\n",
    "app/javascript/maps/index.js": "export const all = 1;\n",
  });
  await runScan(repository, { sourceMode: "none" });
  const db = DriftDb.open(repository.path);
  try {
    expect(findUndeclared(db).map(({ name }) => name)).toEqual(["missing"]);
    expect(findUnused(db)).toEqual([]);
    const ofMap = "select name || ' ' || range as one from dependencies where path glob '*importmap.rb'";
    expect(db.all(ofMap).map(({ one }) => one)).toEqual(["@hotwired/stimulus ", "leaflet-draw 1.0.4", "lexxy "]);
    expect(
      db.all("select resolved from imports where resolved is not null order by line").map(({ resolved }) => resolved),
    ).toEqual([
      "app/javascript/channels/points_channel.js",
      "app/javascript/maps/draw.js",
      "app/javascript/maps/index.js",
    ]);
  } finally {
    db.close();
  }
});

test("what a comment of JavaScript names for a type is not needed, and a script's ending may stand for markup's", async () => {
  const repository = new TempRepository({
    "package.json": json({ name: "shop", dependencies: { react: "^19" } }),
    "jsconfig.json": json({ compilerOptions: { paths: { "Parts/*": ["./src/parts/*"] } } }),
    "src/shop.js":
      'import Button from "Parts/Button.js";\nimport chalk from "chalk";\n/** @type {import("webpack").Configuration} */\nexport const config = { Button, chalk };\n',
    "src/parts/Button.jsx": "export default function Button() { return <b />; }\n",
    "src/types.ts": 'import type { Plugin } from "esbuild";\nexport type Own = Plugin;\n',
  });
  await runScan(repository, { sourceMode: "none" });
  const db = DriftDb.open(repository.path);
  try {
    expect(findUndeclared(db).map(({ name }) => name)).toEqual(["chalk", "esbuild"]);
  } finally {
    db.close();
  }
});

test("what bundlers find in a folder, and what only Python 2 has, is declared nowhere", async () => {
  const repository = new TempRepository({
    "package.json": json({ name: "root", private: true, dependencies: { zod: "^4" } }),
    "pkg/lib/dialog.jsx": "export const dialog = 1;\n",
    "pkg/lib/service.js": "export const service = 1;\n",
    "src/axios.js": "export const own = 1;\n",
    "pkg/app.js":
      'import { z } from "zod";\nimport { dialog } from "dialog.jsx";\nimport { service } from "service";\nimport axios from "axios";\nimport "dialog.scss";\nz(dialog, service, axios);\n',
    "requirements.txt": "requests\n",
    "app.py": "import requests, urllib2, numpy\nfrom StringIO import StringIO\n",
  });
  await runScan(repository, { sourceMode: "none" });
  const db = DriftDb.open(repository.path);
  try {
    expect(findUndeclared(db).map(({ name }) => name)).toEqual(["axios", "numpy"]);
  } finally {
    db.close();
  }
});
