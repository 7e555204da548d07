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

/** Package → those that it loads itself, as their documentation says; `x*` are all whose names begin so. */
const companionsOfNpm: Readonly<Record<string, readonly string[]>> = {
  "@angular/core": words("@angular/animations @angular/compiler @angular/platform-browser rxjs tslib zone.js"),
  "@nestjs/core": words("@nestjs/platform-* class-transformer class-validator reflect-metadata rxjs"),
  "@react-router/dev": words(
    "@react-router/node @react-router/serve @react-router/express @react-router/cloudflare isbot",
  ),
  "@remix-run/dev": words("@remix-run/node @remix-run/serve @remix-run/express @remix-run/react isbot"),
  "@remix-run/react": ["isbot"],
  "@strapi/strapi": ["@strapi/plugin-*", ...drivers, "react-router-dom", "styled-components"],
  "drizzle-orm": [...drivers, "postgres", "@libsql/client"],
  expo: words("expo-* react-native-* @react-native/* @react-native-* @expo/* react-dom"),
  gatsby: words("gatsby-* babel-plugin-styled-components"),
  knex: drivers,
  next: words("critters eslint-config-next sharp"),
  nuxt: words("@nuxtjs/* @nuxt/* vue vue-router"),
  payload: words("graphql sharp"),
  "react-native": words("react-native-* @react-native/* @react-native-* hermes-engine jsc-android"),
  recharts: ["react-is"],
  sequelize: drivers,
  "styled-components": ["react-is"],
  typeorm: [...drivers, "reflect-metadata", "ioredis", "redis", "mongodb"],
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
  for (const { name } of dependencies) {
    for (const one of beside?.get(key(name)) ?? []) if (one !== key(name)) exact.add(one);
    for (const one of (Object.hasOwn(table, key(name)) ? table[key(name)] : undefined) ?? [])
      if (one.endsWith("*")) starts.push(one.slice(0, -1));
      else exact.add(one);
  }
  const isLoaded = (name: string): boolean =>
    exact.has(name) || starts.some((start) => name.startsWith(start)) || (ecosystem === "pip" && servers.has(name));
  return dependencies.map(({ name }) => name).filter((name) => isLoaded(key(name)));
}
