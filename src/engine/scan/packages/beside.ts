/**
 * Dependencies that no code imports because others of the same manifest load them: peers and extras, as lock files tell
 * of them, and what frameworks, drivers and servers find by themselves.
 */
import type { Lock, Manifest } from "./manifest.ts";
import { normalName } from "./manifests/requirement.ts";

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Drivers of SQL that a library loads by a name in its settings. */
const drivers = words(
  "pg pg-native pg-hstore mysql mysql2 mariadb sqlite3 better-sqlite3 sql.js tedious mssql oracledb",
);

/** Package → those that it loads itself, as their documentation says; `x*` are all whose names begin so, `*x` those that end so. */
/** What tools that set a bundler up run it with. */
const bundling = words(
  "webpack webpack-* *-webpack-plugin *-loader @babel/* babel-* core-js css-minimizer-webpack-plugin postcss postcss-* " +
    "autoprefixer sass sass-embedded node-sass less stylus typescript regenerator-runtime mini-css-extract-plugin",
);

const companionsOfNpm: Readonly<Record<string, readonly string[]>> = {
  "@angular/core": words(
    "@angular/animations @angular/compiler @angular/compiler-cli typescript @angular/platform-browser rxjs tslib zone.js",
  ),
  "@apollo/client": ["graphql"],
  "@chakra-ui/react": words("@emotion/* framer-motion"),
  "@docusaurus/core": words("@docusaurus/* @mdx-js/react prism-react-renderer"),
  "@fortawesome/react-fontawesome": ["@fortawesome/fontawesome-svg-core"],
  "@fortawesome/vue-fontawesome": ["@fortawesome/fontawesome-svg-core"],
  "@fullcalendar/react": ["@fullcalendar/core"],
  "@fullcalendar/vue3": ["@fullcalendar/core"],
  "@mantine/charts": ["recharts"],
  "@mantine/tiptap": ["@tiptap/*"],
  "@mui/material": ["@emotion/*"],
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
  next: words("critters eslint-config-next sharp"),
  "ng-apexcharts": ["apexcharts"],
  "ng2-charts": ["chart.js"],
  nuxt: words("@nuxtjs/* @nuxt/* vue vue-router"),
  payload: words("graphql sharp"),
  "react-apexcharts": ["apexcharts"],
  "react-blurhash": ["blurhash"],
  "react-chartjs-2": ["chart.js"],
  "react-leaflet": ["leaflet"],
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
  "vue-apexcharts": ["apexcharts"],
  "vue-chartjs": ["chart.js"],
  "vue3-apexcharts": ["apexcharts"],
  "y-prosemirror": ["y-protocols"],
};

const companionsOfPip: Readonly<Record<string, readonly string[]>> = {
  celery: words("flower redis django-celery-results django-celery-beat setproctitle gevent eventlet"),
  django: words("psycopg* mysqlclient pymysql cx-oracle oracledb hiredis argon2-cffi bcrypt tzdata pillow"),
  djangorestframework: words("markdown pyyaml uritemplate inflection"),
  fastapi: words("python-multipart uvicorn gunicorn jinja2 itsdangerous email-validator httpx orjson ujson hypercorn"),
  flask: words("gunicorn waitress python-dotenv blinker"),
  httpx: words("h2 socksio brotli"),
  pandas: words(
    "openpyxl xlrd xlsxwriter xlwt pyarrow fastparquet tables lxml numexpr bottleneck tabulate odfpy pyxlsb",
  ),
  pydantic: words("email-validator"),
  redis: ["hiredis"],
  requests: words("pysocks"),
  "sentence-transformers": ["torch"],
  sqlalchemy: words(
    "psycopg* asyncpg aiosqlite pymysql aiomysql mysqlclient greenlet cx-oracle oracledb pyodbc pg8000",
  ),
  sqlmodel: words("psycopg* asyncpg aiosqlite pymysql"),
  starlette: words("python-multipart uvicorn gunicorn jinja2 itsdangerous httpx"),
  "tortoise-orm": words("asyncpg aiosqlite aiomysql asyncmy"),
  transformers: words("accelerate sentencepiece torch"),
  uvicorn: words("uvloop httptools websockets watchfiles"),
};

/** Packages of Python that nothing imports: servers, and what runs beside a program. */
const servers: ReadonlySet<string> = new Set(
  words("gunicorn uvicorn uwsgi daphne hypercorn granian waitress supervisor setuptools wheel pip tzdata"),
);

/** The names of those of a manifest's dependencies that others of it load. */
export function loadedByOthers({ ecosystem, dependencies }: Manifest, beside: Lock["beside"]): string[] {
  if (ecosystem !== "npm" && ecosystem !== "pip") return [];
  const key = ecosystem === "pip" ? normalName : (name: string): string => name;
  const table = ecosystem === "pip" ? companionsOfPip : companionsOfNpm;
  const exact = new Set<string>();
  const starts: string[] = [];
  const ends: string[] = [];
  for (const { name } of dependencies) {
    for (const one of beside?.get(key(name)) ?? []) if (one !== key(name)) exact.add(one);
    for (const one of (Object.hasOwn(table, key(name)) ? table[key(name)] : undefined) ?? [])
      if (one.endsWith("*")) starts.push(one.slice(0, -1));
      else if (one.startsWith("*")) ends.push(one.slice(1));
      else exact.add(one);
  }
  const isLoaded = (name: string): boolean =>
    exact.has(name) ||
    starts.some((start) => name.startsWith(start)) ||
    ends.some((end) => name.endsWith(end)) ||
    (ecosystem === "pip" && servers.has(name));
  return dependencies.map(({ name }) => name).filter((name) => isLoaded(key(name)));
}
