/**
 * Dependencies that no code imports because others of the same manifest load them: peers and extras, as lock files tell
 * of them, and what frameworks, drivers and servers find by themselves.
 */
import { folderOf, type Lock, type Manifest, upward } from "./manifest.ts";
import { normalName } from "./manifests/requirement.ts";

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Drivers of SQL that a library loads by a name in its settings. */
const drivers = words(
  "pg pg-native pg-hstore mysql mysql2 mariadb sqlite3 better-sqlite3 sql.js tedious mssql oracledb",
);

/** What tools that set a bundler up run it with. */
const bundling = words(
  "webpack webpack-* *-webpack-plugin *-loader @babel/* babel-* core-js css-minimizer-webpack-plugin postcss postcss-* " +
    "autoprefixer sass sass-embedded node-sass less stylus typescript regenerator-runtime mini-css-extract-plugin",
);

/** Package → those that it loads itself, as their documentation says; `x*` are all whose names begin so, `*x` those that end so. */
const companionsOfNpm: Readonly<Record<string, readonly string[]>> = {
  "@angular/core": words(
    "@angular/animations @angular/compiler @angular/compiler-cli typescript @angular/platform-browser rxjs tslib zone.js",
  ),
  "@apollo/client": ["graphql"],
  "@chakra-ui/react": words("@emotion/* framer-motion"),
  "@docusaurus/core": words("@docusaurus/* @mdx-js/react prism-react-renderer react react-dom"),
  "@fortawesome/react-fontawesome": ["@fortawesome/fontawesome-svg-core"],
  "@fortawesome/vue-fontawesome": ["@fortawesome/fontawesome-svg-core"],
  "@fullcalendar/react": ["@fullcalendar/core"],
  "@fullcalendar/vue3": ["@fullcalendar/core"],
  "@mantine/charts": ["recharts"],
  "@mantine/tiptap": ["@tiptap/*"],
  "@mui/material": ["@emotion/*"],
  "@playwright/test": words("playwright playwright-core"),
  "@nestjs/core": words("@nestjs/platform-* class-transformer class-validator reflect-metadata rxjs"),
  "@rails/webpacker": bundling,
  "@react-router/dev": words(
    "@react-router/node @react-router/serve @react-router/express @react-router/cloudflare isbot",
  ),
  "@remix-run/dev": words("@remix-run/node @remix-run/serve @remix-run/express @remix-run/react isbot"),
  "@remix-run/react": ["isbot"],
  "@strapi/strapi": ["@strapi/plugin-*", ...drivers, "react-router-dom", "styled-components"],
  "@tiptap/react": words("@tiptap/pm @tiptap/core"),
  "@tiptap/starter-kit": words("@tiptap/pm @tiptap/core"),
  "@tiptap/vue-3": words("@tiptap/pm @tiptap/core"),
  "@vue/cli-service": [...bundling, "@vue/cli-plugin-*", "vue-template-compiler", "vue-cli-plugin-*"],
  bootstrap: words("popper.js @popperjs/core jquery"),
  "drizzle-orm": [...drivers, "postgres", "@libsql/client"],
  expo: words("expo-* react-native-* @react-native/* @react-native-* @expo/* react-dom"),
  gatsby: words("gatsby-* babel-plugin-styled-components"),
  express: words("ejs express-handlebars hbs nunjucks pug"),
  "graphql-request": ["graphql"],
  knex: drivers,
  "laravel-mix": [...bundling, "vue-template-compiler", "resolve-url-loader"],
  "next-auth": ["nodemailer"],
  "next-i18next": words("i18next react-i18next"),
  next: words("critters eslint-config-next sharp"),
  "ng2-charts": ["chart.js"],
  "@vueuse/nuxt": ["@vueuse/core"],
  nuxt: words("@nuxtjs/* @nuxt/* core-js vue vue-router"),
  payload: words("graphql sharp"),
  "react-chartjs-2": ["chart.js"],
  "react-map-gl": words("mapbox-gl maplibre-gl"),
  "react-native": words("react-native-* @react-native/* @react-native-* hermes-engine jsc-android"),
  "react-scripts": words("web-vitals typescript sass node-sass"),
  prisma: words("@prisma/client @prisma/engines @prisma/adapter-*"),
  recharts: ["react-is"],
  "resumable-stream": words("ioredis redis"),
  sequelize: drivers,
  shakapacker: bundling,
  "styled-components": ["react-is"],
  typeorm: [...drivers, "reflect-metadata", "ioredis", "redis", "mongodb"],
  urql: ["graphql"],
  ueberdb2: [
    ...drivers,
    "cassandra-driver",
    "dirty",
    "mongodb",
    "nano",
    "redis",
    "rethinkdb",
    "rusty-store-kv",
    "surrealdb",
  ],
  "vue-chartjs": ["chart.js"],
  "y-prosemirror": ["y-protocols"],
};

const companionsOfPip: Readonly<Record<string, readonly string[]>> = {
  // Its plugin for social cards.
  "mkdocs-material": words("pillow cairosvg"),
  // https://github.com/caronc/apprise/blob/master/all-plugin-requirements.txt
  apprise: words("cryptography gntp paho-mqtt pgpy smpplib slixmpp"),
  celery: words("flower redis django-celery-results django-celery-beat setproctitle gevent eventlet"),
  django: words("psycopg* mysqlclient pymysql cx-oracle oracledb hiredis argon2-cffi bcrypt tzdata pillow"),
  djangorestframework: words("coreapi coreschema markdown pygments pyyaml uritemplate inflection"),
  fastapi: words(
    "anyio python-multipart uvicorn gunicorn jinja2 itsdangerous email-validator httpx orjson ujson hypercorn",
  ),
  flask: words("gunicorn waitress python-dotenv blinker"),
  httpx: words("anyio h2 socksio brotli"),
  pandas: words(
    "openpyxl xlrd xlsxwriter xlwt pyarrow fastparquet tables lxml numexpr bottleneck tabulate odfpy pyxlsb",
  ),
  pydantic: words("email-validator"),
  redis: ["hiredis"],
  requests: words("pysocks"),
  "sentence-transformers": words("torch transformers huggingface-hub"),
  sqlalchemy: words(
    "psycopg* asyncpg aiosqlite pymysql aiomysql mysqlclient greenlet cx-oracle oracledb pyodbc pg8000",
  ),
  sqlmodel: words("psycopg* asyncpg aiosqlite pymysql"),
  starlette: words("anyio python-multipart uvicorn gunicorn jinja2 itsdangerous httpx"),
  "tortoise-orm": words("asyncpg aiosqlite aiomysql asyncmy"),
  transformers: words("huggingface-hub accelerate sentencepiece torch"),
  uvicorn: words("uvloop httptools websockets watchfiles"),
};

/** Packages of npm that nothing imports: what builds others, runs beside an installation, or is a peer of tools. */
const tools = words(
  "node-gyp node-pre-gyp @mapbox/node-pre-gyp node-addon-api patch-package postinstall-postinstall husky npm yarn pnpm corepack " +
    "typescript tslib core-js regenerator-runtime webpack *-loader @babel/core @babel/runtime @babel/plugin-* @babel/preset-* " +
    "babel-core postcss autoprefixer",
);

/** Packages of Python that nothing imports: servers, what runs beside a program, and tools of those who work on one. */
const programs = words(
  "gunicorn uvicorn uwsgi daphne hypercorn granian waitress supervisor setuptools wheel pip tzdata " +
    "mkdocs mkdocs-* *-mkdocs pymdown-extensions mike sphinx sphinx-* sphinxcontrib-* sphinxext-* furo myst-parser " +
    "pre-commit black isort ruff flake8 flake8-* pylint pylint-* mypy pyright bandit tox nox twine build pip-tools bumpversion " +
    "bump2version pytest pytest-* coverage ipython ipdb ipykernel jupyter jupyterlab notebook",
);

/** The library that a package puts into a framework, by its name: `leaflet` of `react-leaflet`, `x` and `@x/core` of `@x/react`. */
const puttingIn =
  /^(?:(?:react|vue3?|ngx?2?|svelte|preact|solid|angular)-(.+)|@([^/]+)\/(?:react|vue3?|angular|svelte|preact|solid))$/;

function putIn(name: string): readonly string[] {
  const [, library, scope] = puttingIn.exec(name) ?? [];
  if (scope !== undefined) return [scope, `@${scope}/core`];
  return library === undefined ? [] : [library];
}

/**
 * The names of those of a manifest's dependencies that others load.
 *
 * @param others names of dependencies that are installed together with the manifest's own
 */
export function loadedByOthers(
  { ecosystem, dependencies }: Manifest,
  others: Iterable<string>,
  beside: Lock["beside"],
): string[] {
  if (ecosystem !== "npm" && ecosystem !== "pip") return [];
  const key = ecosystem === "pip" ? normalName : (name: string): string => name;
  const table = ecosystem === "pip" ? companionsOfPip : companionsOfNpm;
  const exact = new Set<string>();
  const starts: string[] = [];
  const ends: string[] = [];
  const add = (one: string): void => {
    if (one.endsWith("*")) starts.push(one.slice(0, -1));
    else if (one.startsWith("*")) ends.push(one.slice(1));
    else exact.add(one);
  };
  (ecosystem === "pip" ? programs : tools).forEach(add);
  for (const name of others) {
    for (const one of beside?.get(key(name)) ?? []) if (one !== key(name)) exact.add(one);
    if (ecosystem === "npm") for (const library of putIn(name)) exact.add(library);
    // Whatever asks by GraphQL parses with it.
    if (ecosystem === "npm" && /apollo|graphql|urql|relay/.test(name) && name !== "graphql") exact.add("graphql");
    if (Object.hasOwn(table, key(name))) table[key(name)]?.forEach(add);
  }
  const isLoaded = (name: string): boolean =>
    exact.has(name) || starts.some((start) => name.startsWith(start)) || ends.some((end) => name.endsWith(end));
  return dependencies.map(({ name }) => name).filter((name) => isLoaded(key(name)));
}

/**
 * What is installed together, by manifest: of npm also what packages inside of it ask for, of pip what all manifests of
 * the repository do, of which each is as often a part of one environment.
 */
export function installedTogether(manifests: readonly Manifest[]): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map(manifests.map((one) => [one.path, new Set(one.dependencies.map(({ name }) => name))]));
  const ofPip = new Set<string>();
  const byFolder = new Map<string, Set<string>>();
  for (const { path, ecosystem } of manifests) {
    const own = all.get(path);
    if (own && ecosystem === "npm") byFolder.set(folderOf(path), own);
    if (own && ecosystem === "pip") {
      for (const name of own) ofPip.add(name);
      all.set(path, ofPip);
    }
  }
  for (const { path, ecosystem, dependencies } of manifests)
    if (ecosystem === "npm")
      for (const folder of upward(folderOf(path))) for (const { name } of dependencies) byFolder.get(folder)?.add(name);
  return all;
}
