/** One small repository an ecosystem: its manifests, what they inherit, its lock file. */
import { expect, test } from "vitest";
import { json, rows } from "./testing/rows.ts";

const npm = json({ name: "a", dependencies: { zod: "^4.0.0", "@t/x": "npm:y@1" } });

test("lock files of npm, Yarn, pnpm and Bun, in each of their versions", () => {
  const v3 = {
    "": {},
    "node_modules/zod": { version: "4.1.0" },
    "packages/b": {},
    "packages/b/node_modules/zod": { version: "3.9.0" },
  };
  const found = rows({
    "one/package.json": json({ name: "a", workspaces: ["packages/*"], dependencies: { zod: "^4" } }),
    "one/package-lock.json": json({ lockfileVersion: 3, packages: v3 }),
    "one/packages/b/package.json": json({ name: "b", dependencies: { zod: "^3" } }),
    "two/package.json": npm,
    "two/npm-shrinkwrap.json": json({
      lockfileVersion: 1,
      dependencies: { zod: { version: "4.0.2" }, "@t/x": { version: "npm:y@1.2.0" } },
    }),
    "three/package.json": npm,
    "three/yarn.lock":
      '# yarn lockfile v1\n\n"@t/x@npm:y@1":\n  version "1.5.0"\n\nzod@^3, zod@^4.0.0:\n  version "4.0.3"\n  dependencies:\n    version "9"\n',
    "four/package.json": npm,
    "four/yarn.lock":
      '__metadata:\n  version: 8\n\n"@t/x@npm:y@1":\n  version: 1.6.0\n  resolution: "y@npm:1.6.0"\n\n"zod@npm:^4.0.0":\n  version: 4.0.4\n\n"a@workspace:.":\n  version: 0.0.0-use.local\n',
    "five/package.json": npm,
    "five/pnpm-lock.yaml":
      "lockfileVersion: 5.4\n\nspecifiers:\n  zod: ^4.0.0\n\ndependencies:\n  '@t/x': /y/1.7.0\n  zod: 4.0.5_react@18.0.0\n\npackages:\n\n  /zod/9.9.9:\n    dev: false\n",
    "six/package.json": npm,
    "six/pnpm-lock.yaml":
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      '@t/x':\n        specifier: npm:y@1\n        version: y@1.8.0\n      zod:\n        specifier: ^4.0.0\n        version: 4.0.6(react@18.0.0)\n\npackages:\n",
    "seven/package.json": npm,
    "seven/bun.lock":
      '{\n  "workspaces": { "": { "name": "a", }, },\n  "packages": {\n    "zod": ["zod@4.0.7", "", {}, "sha512-,]"],\n    "@t/x": ["y@1.9.0", ""],\n  },\n}\n',
    "eight/package.json": json({ name: "e", packageManager: "yarn@4.1.0", dependencies: { zod: "1" } }),
    "eight/bun.lockb": "",
    "nine/deno.jsonc":
      '{\n  // x\n  "name": "@n/n", "version": "1.0.0",\n  "imports": {\n    "@std/fs": "jsr:@std/fs@^1.0.0",\n    "chalk": "npm:chalk@5",\n    "./x": "./y.ts",\n  },\n}\n',
    "nine/deno.lock": json({ version: "5", specifiers: { "jsr:@std/fs@^1.0.0": "1.0.4", "npm:chalk@5": "5.3.0_x@1" } }),
  });
  expect(found).toMatchInlineSnapshot(`
    {
      "dependencies": [
        "one/package.json:7 zod ^4 runtime = 4.1.0",
        "one/packages/b/package.json:4 zod ^3 runtime = 3.9.0",
        "two/package.json:4 zod ^4.0.0 runtime = 4.0.2",
        "two/package.json:5 @t/x npm:y@1 runtime = 1.2.0",
        "three/package.json:4 zod ^4.0.0 runtime = 4.0.3",
        "three/package.json:5 @t/x npm:y@1 runtime = 1.5.0",
        "four/package.json:4 zod ^4.0.0 runtime = 4.0.4",
        "four/package.json:5 @t/x npm:y@1 runtime = 1.6.0",
        "five/package.json:4 zod ^4.0.0 runtime = 4.0.5",
        "five/package.json:5 @t/x npm:y@1 runtime = 1.7.0",
        "six/package.json:4 zod ^4.0.0 runtime = 4.0.6",
        "six/package.json:5 @t/x npm:y@1 runtime = 1.8.0",
        "seven/package.json:4 zod ^4.0.0 runtime = 4.0.7",
        "seven/package.json:5 @t/x npm:y@1 runtime = 1.9.0",
        "eight/package.json:5 zod 1 runtime",
        "nine/deno.jsonc:5 @std/fs jsr:@std/fs@^1.0.0 runtime = 1.0.4",
        "nine/deno.jsonc:6 chalk npm:chalk@5 runtime = 5.3.0",
      ],
      "packages": [
        "one/package.json: a - npm by one/package-lock.json",
        "one/packages/b/package.json: b - npm in one/package.json by one/package-lock.json",
        "two/package.json: a - npm by two/npm-shrinkwrap.json",
        "three/package.json: a - yarn by three/yarn.lock",
        "four/package.json: a - yarn by four/yarn.lock",
        "five/package.json: a - pnpm by five/pnpm-lock.yaml",
        "six/package.json: a - pnpm by six/pnpm-lock.yaml",
        "seven/package.json: a - bun by seven/bun.lock",
        "eight/package.json: e - yarn by eight/bun.lockb",
        "nine/deno.jsonc: @n/n 1.0.0 deno by nine/deno.lock",
      ],
      "unread": [
        "eight/bun.lockb",
      ],
    }
  `);
});

test("lock files of Python", () => {
  const blocks = (extra = "") =>
    `version = 1\n${extra}\n[[package]]\nname = "requests"\nversion = "2.31.0"\ndependencies = [\n    { name = "idna" },\n]\n\n[[package]]\nname = "typing-extensions"\nversion = "4.0.0"\n\n[package.dependencies]\nversion = "no"\n`;
  const project = '[project]\nname = "p"\ndependencies = [\n  "requests>=2",\n  "typing_extensions",\n]\n';
  expect(
    rows({
      "one/pyproject.toml": `${project}[tool.uv.sources]\nrequests = { path = "../own" }\n`,
      "own/pyproject.toml": '[project]\nname = "requests"\nversion = "9"\n',
      "one/uv.lock": blocks(),
      "two/pyproject.toml": '[tool.poetry]\nname = "q"\n[tool.poetry.dependencies]\nrequests = "^2"\n',
      "two/poetry.lock": blocks(),
      "three/pyproject.toml": project,
      "three/pdm.lock": blocks(),
      "four/Pipfile": '[packages]\nrequests = "*"\n[dev-packages]\npytest = {version = ">=8"}\n',
      "four/Pipfile.lock": json({
        default: { requests: { version: "==2.32.0" } },
        develop: { pytest: { version: "==8.0.1" } },
      }),
      "five/setup.py":
        'from setuptools import setup\nREQ = [\n    "six>=1",  # no\n    "flask[async]~=3.0",\n]\nsetup(\n    name="five",\n    version="1.0",\n    install_requires=REQ,\n    extras_require={"tests": ["pytest"], "fast": ["orjson>=3"]},\n    setup_requires=read(),\n    tests_require=frozenset([\n        "mock",\n    ]),\n)\n',
    }),
  ).toMatchInlineSnapshot(`
    {
      "dependencies": [
        "one/pyproject.toml:4 requests >=2 runtime → own/pyproject.toml",
        "one/pyproject.toml:5 typing_extensions runtime = 4.0.0",
        "two/pyproject.toml:4 requests ^2 runtime → own/pyproject.toml",
        "three/pyproject.toml:4 requests >=2 runtime → own/pyproject.toml",
        "three/pyproject.toml:5 typing_extensions runtime = 4.0.0",
        "four/Pipfile:2 requests * runtime → own/pyproject.toml",
        "four/Pipfile:4 pytest >=8 development = 8.0.1",
        "five/setup.py:3 six >=1 runtime",
        "five/setup.py:4 flask ~=3.0 runtime",
        "five/setup.py:13 mock development",
        "five/setup.py:10 pytest development",
        "five/setup.py:10 orjson >=3 optional",
      ],
      "packages": [
        "one/pyproject.toml: p - uv by one/uv.lock",
        "own/pyproject.toml: requests 9 pip",
        "two/pyproject.toml: q - poetry by two/poetry.lock",
        "three/pyproject.toml: p - pdm by three/pdm.lock",
        "five/setup.py: five 1.0 pip",
      ],
      "unread": [],
    }
  `);
});

test("Cargo: what is inherited, renamed, local; of two versions the one the package names", () => {
  expect(
    rows({
      "Cargo.toml":
        '[workspace]\nmembers = ["crates/*"]\n[workspace.package]\nversion = "1.2.0"\n[workspace.dependencies]\nserde = { version = "1", features = ["derive"] }\nb = { path = "crates/b" }\n',
      "crates/a/Cargo.toml":
        '[package]\nname = "a"\nversion.workspace = true\npublish = false\n[dependencies]\nserde = { workspace = true, optional = true }\nb.workspace = true\nold = { package = "rand", version = "0.7" }\n[target.\'cfg(unix)\'.dev-dependencies]\nlibc = "0.2"\n[build-dependencies.cc]\nversion = "1"\n',
      "crates/b/Cargo.toml": '[package]\nname = "b"\nversion = "0.1.0"\n',
      "Cargo.lock":
        '[[package]]\nname = "a"\nversion = "1.2.0"\ndependencies = [\n "b",\n "rand 0.7.3",\n "serde",\n]\n\n[[package]]\nname = "b"\nversion = "0.1.0"\n\n[[package]]\nname = "rand"\nversion = "0.7.3"\nsource = "registry+x"\n\n[[package]]\nname = "rand"\nversion = "0.8.5"\nsource = "registry+x"\n\n[[package]]\nname = "serde"\nversion = "1.0.200"\nsource = "registry+x"\n',
    }),
  ).toMatchInlineSnapshot(`
    {
      "dependencies": [
        "crates/a/Cargo.toml:6 serde 1 optional = 1.0.200",
        "crates/a/Cargo.toml:7 b crates/b runtime → crates/b/Cargo.toml",
        "crates/a/Cargo.toml:8 old 0.7 runtime = 0.7.3",
        "crates/a/Cargo.toml:11 cc 1 build",
        "crates/a/Cargo.toml:10 libc 0.2 development",
      ],
      "packages": [
        "crates/a/Cargo.toml: a 1.2.0 cargo private in Cargo.toml by Cargo.lock",
        "crates/b/Cargo.toml: b 0.1.0 cargo in Cargo.toml by Cargo.lock",
      ],
      "unread": [],
    }
  `);
});

test("Maven and Gradle: parents, properties, catalogs, projects", () => {
  expect(
    rows({
      "m/pom.xml":
        "<project>\n<groupId>g</groupId><artifactId>root</artifactId><version>1.0</version>\n<modules><module>core</module></modules>\n<properties><x.version>2.0</x.version></properties>\n<dependencyManagement><dependencies><dependency><groupId>o</groupId><artifactId>x</artifactId><version>$" +
        "{x.version}</version></dependency></dependencies></dependencyManagement>\n</project>",
      "m/core/pom.xml":
        "<project>\n<parent><groupId>g</groupId><artifactId>root</artifactId><version>1.0</version></parent>\n<artifactId>core</artifactId>\n<dependencies>\n<dependency><groupId>o</groupId><artifactId>x</artifactId></dependency>\n<!-- <dependency><artifactId>no</artifactId></dependency> -->\n<dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4</version><scope>test</scope></dependency>\n<dependency><groupId>o</groupId><artifactId>pool</artifactId><version>1</version><scope>test</scope><optional>true</optional></dependency>\n</dependencies>\n</project>",
      "g/settings.gradle.kts": 'rootProject.name = "gg"\ninclude(":lib", ":app-core")\n',
      "g/gradle/libs.versions.toml":
        '[versions]\nok = "3.9"\n[libraries]\nokio-core = { module = "com.squareup.okio:okio", version.ref = "ok" }\n[bundles]\nall = ["okio-core"]\n[plugins]\nkt = { id = "org.jetbrains.kotlin.jvm", version = "2.0" }\n',
      "g/gradle.properties": "group=com.x\nversion=5\n",
      "g/lib/build.gradle.kts":
        'plugins {\n  alias(libs.plugins.kt)\n}\n// dependencies { implementation("no:no:1") }\ndependencies {\n  api(projects.appCore)\n  implementation(libs.bundles.all)\n  testImplementation(kotlin("test"))\n  implementation("a.b:c:$cVersion")\n  implementation("a.b:d:$' +
        '{libs.versions.ok.get()}")\n}\nval cVersion = "7"\n',
      "g/app-core/build.gradle":
        "dependencies {\n  implementation project(':lib')\n  implementation group: 'p', name: 'q', version: '1'\n  testRuntimeOnly 'r:s:2'\n  constraints {\n    api 't:u:3'\n  }\n}\n",
      "g/app-core/gradle.lockfile": "# x\np:q:1.4=runtimeClasspath\nempty=\n",
    }),
  ).toMatchInlineSnapshot(`
    {
      "dependencies": [
        "m/core/pom.xml:2 g:root 1.0 build → m/pom.xml",
        "m/core/pom.xml:5 o:x 2.0 runtime",
        "m/core/pom.xml:7 junit:junit 4 development",
        "m/core/pom.xml:8 o:pool 1 development",
        "g/lib/build.gradle.kts:2 org.jetbrains.kotlin.jvm 2.0 build",
        "g/lib/build.gradle.kts:6 :app-core runtime → g/app-core/build.gradle",
        "g/lib/build.gradle.kts:7 com.squareup.okio:okio 3.9 runtime",
        "g/lib/build.gradle.kts:8 org.jetbrains.kotlin:kotlin-test development",
        "g/lib/build.gradle.kts:9 a.b:c 7 runtime",
        "g/lib/build.gradle.kts:10 a.b:d 3.9 runtime",
        "g/app-core/build.gradle:2 :lib runtime → g/lib/build.gradle.kts",
        "g/app-core/build.gradle:3 p:q 1 runtime = 1.4",
        "g/app-core/build.gradle:4 r:s 2 development",
      ],
      "packages": [
        "m/pom.xml: g:root 1.0 maven",
        "m/core/pom.xml: g:core 1.0 maven in m/pom.xml",
        "g/lib/build.gradle.kts: com.x:lib 5 gradle in g/settings.gradle.kts",
        "g/app-core/build.gradle: com.x:app-core 5 gradle in g/settings.gradle.kts by g/app-core/gradle.lockfile",
      ],
      "unread": [],
    }
  `);
});

test("Composer, NuGet, Swift and Bundler", () => {
  expect(
    rows({
      "p/composer.json": json({
        name: "v/p",
        require: { php: ">=8", "ext-json": "*", "psr/log": "^3" },
        "require-dev": { "v/q": "1" },
      }),
      "p/composer.lock": json({ packages: [{ name: "psr/log", version: "3.0.2" }], "packages-dev": [] }),
      "n/Directory.Packages.props":
        '<Project><ItemGroup><PackageVersion Include="Serilog" Version="$(V)" /></ItemGroup><PropertyGroup><V>4.0.0</V></PropertyGroup></Project>',
      "n/App/App.csproj":
        '\ufeff<Project Sdk="Microsoft.NET.Sdk">\n<PropertyGroup><Version>1.0.0</Version></PropertyGroup>\n<ItemGroup>\n<PackageReference Include="Serilog" />\n<PackageReference Include="X" Version="1" PrivateAssets="all" />\n<ProjectReference Include="..\\Lib\\Lib.csproj" />\n<ProjectReference Include="$(Unknown)" />\n<ProjectReference Include="..\\*\\*.csproj" />\n</ItemGroup>\n</Project>'.slice(
          1,
        ),
      "n/App/packages.lock.json": json({ dependencies: { "net8.0": { serilog: { resolved: "4.0.1" } } } }),
      "n/Lib/Lib.csproj": "<Project></Project>",
      "m/Directory.Packages.props":
        '<Project>\n<ItemGroup Condition="$(MSBuildProjectName.EndsWith(\'API\'))">\n<PackageReference Include="Dapper" Version="2.1" />\n</ItemGroup>\n<ItemGroup>\n<GlobalPackageReference Include="Analyzer" Version="3" />\n</ItemGroup>\n</Project>',
      "s/Package.swift":
        '// swift-tools-version:5.9\nlet package = Package(\n  name: "s",\n  dependencies: [\n    .package(url: "https://github.com/apple/swift-nio.git", from: "2.0.0"), // x\n    /* .package(url: "https://no/no", from: "1.0.0"), */\n    .package(path: "../t"),\n  ]\n)\n',
      "t/Package.swift": 'let package = Package(name: "t")\n',
      "s/Package.resolved": json({
        version: 2,
        pins: [{ identity: "swift-nio", location: "https://github.com/apple/swift-nio", state: { version: "2.65.0" } }],
      }),
      "r/Gemfile":
        'source "https://rubygems.org"\ngem "rails", "~> 7.1", require: false\ngroup :development, :test do\n  gem "rspec"\nend\ngem "own", path: "own"\n',
      "r/own/own.gemspec":
        'Gem::Specification.new do |s|\n  s.name = "own"\n  s.version = "0.1"\n  s.add_dependency "rack", ">= 2", "< 4"\n  s.add_development_dependency("rake")\nend\n',
      "r/Gemfile.lock":
        "PATH\n  remote: own\n  specs:\n    own (0.1)\n\nGEM\n  specs:\n    rails (7.1.3)\n      rack (>= 2)\n    rspec (3.13.0-java)\n",
    }),
  ).toMatchInlineSnapshot(`
    {
      "dependencies": [
        "p/composer.json:6 psr/log ^3 runtime = 3.0.2",
        "p/composer.json:9 v/q 1 development",
        "n/App/App.csproj:4 Serilog 4.0.0 runtime = 4.0.1",
        "n/App/App.csproj:5 X 1 development",
        "n/App/App.csproj:6 Lib runtime → n/Lib/Lib.csproj",
        "m/Directory.Packages.props:3 Dapper 2.1 runtime",
        "m/Directory.Packages.props:6 Analyzer 3 development",
        "s/Package.swift:5 swift-nio from: "2.0.0" runtime = 2.65.0",
        "s/Package.swift:7 t ../t runtime → t/Package.swift",
        "r/Gemfile:2 rails ~> 7.1 runtime = 7.1.3",
        "r/Gemfile:4 rspec development = 3.13.0",
        "r/Gemfile:6 own runtime → r/own/own.gemspec",
        "r/own/own.gemspec:4 rack >= 2, < 4 runtime",
        "r/own/own.gemspec:5 rake development",
      ],
      "packages": [
        "p/composer.json: v/p - composer by p/composer.lock",
        "n/App/App.csproj: App 1.0.0 nuget by n/App/packages.lock.json",
        "n/Lib/Lib.csproj: Lib - nuget",
        "s/Package.swift: s - swift by s/Package.resolved",
        "t/Package.swift: t - swift",
        "r/own/own.gemspec: own 0.1 bundler",
      ],
      "unread": [],
    }
  `);
});

test("Gradle: a list of many, projects among them", () => {
  const many = Array.from({ length: 90 }, (_, at) => `    'group.of.things:thing-${at}:1',\n`).join("");
  const found = rows({
    "settings.gradle": "include ':app', ':lib'\n",
    "lib/build.gradle": "dependencies { }\n",
    "app/build.gradle": `dependencies {\n  implementation(\n    project(path: ':lib'),\n${many}    'x:last:2'\n  )\n}\n`,
  });
  expect(JSON.stringify(found)).toContain("x:last 2 runtime");
  expect(JSON.stringify(found)).toContain(":lib runtime");
  expect(JSON.stringify(found).match(/thing-/g)).toHaveLength(90);
});
