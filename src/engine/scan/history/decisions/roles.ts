/**
 * What dependencies are for, by ecosystem: of two with one role, one going and the other coming in one commit is a
 * replacement. To know one more, add its name to a row. Names are those that manifests use, in lower case.
 */
const roles: Readonly<Record<string, string>> = {
  "HTTP client":
    "axios got node-fetch cross-fetch isomorphic-fetch undici ky request request-promise superagent needle ofetch whatwg-fetch requests httpx aiohttp urllib3 httplib2 treq reqwest ureq isahc surf attohttpc curl guzzlehttp/guzzle symfony/http-client kriswallsmith/buzz faraday httparty rest-client typhoeus excon http com.squareup.okhttp3:okhttp org.apache.httpcomponents:httpclient github.com/go-resty/resty restsharp flurl.http",
  "test framework":
    "jest vitest mocha ava tap tape uvu jasmine karma qunit bun-types pytest nose nose2 unittest2 phpunit/phpunit pestphp/pest codeception/codeception rspec rspec-rails minitest test-unit junit:junit org.junit.jupiter:junit-jupiter org.testng:testng xunit nunit mstest.testframework tunit github.com/onsi/ginkgo",
  "assertion library":
    "chai should expect.js must power-assert fluentassertions shouldly awesomeassertions assertj org.assertj:assertj-core org.hamcrest:hamcrest github.com/stretchr/testify github.com/matryer/is hamcrest",
  "mocking library":
    "sinon testdouble proxyquire nock msw moq nsubstitute fakeiteasy org.mockito:mockito-core io.mockk:mockk mockery/mockery responses respx pytest-httpx requests-mock httpretty webmock vcr github.com/golang/mock go.uber.org/mock wiremock mockito",
  "browser test library":
    "cypress playwright @playwright/test puppeteer puppeteer-core nightwatch webdriverio selenium-webdriver testcafe protractor selenium capybara laravel/dusk",
  bundler:
    "webpack rollup vite esbuild parcel parcel-bundler snowpack tsup tsdown rolldown @rspack/core browserify microbundle unbuild laravel-mix",
  linter:
    "eslint tslint jshint jslint oxlint @biomejs/biome rome standard xo flake8 pylint ruff pycodestyle pyflakes rubocop standardrb squizlabs/php_codesniffer",
  formatter:
    "prettier ruff @biomejs/biome rome black yapf autopep8 dprint oxfmt friendsofphp/php-cs-fixer laravel/pint",
  "static analyser":
    "phpstan/phpstan larastan/larastan nunomaduro/larastan vimeo/psalm phan/phan mypy pyright pyre-check pytype ty basedpyright",
  "date library":
    "moment dayjs date-fns luxon js-joda @js-joda/core moment-timezone date-fns-tz chrono time jiff nesbot/carbon pendulum arrow joda-time:joda-time nodatime",
  "utility library": "lodash underscore ramda lodash-es es-toolkit remeda radash rambda",
  "schema validation":
    "zod yup joi @hapi/joi ajv valibot superstruct io-ts runtypes class-validator arktype typebox @sinclair/typebox cerberus marshmallow pydantic voluptuous jsonschema jsonschema-rs fluentvalidation",
  "state management library":
    "redux @reduxjs/toolkit mobx zustand jotai recoil valtio xstate vuex pinia effector easy-peasy",
  "data fetching library": "swr react-query @tanstack/react-query @apollo/client apollo-client urql relay-runtime",
  "forms library": "formik react-hook-form final-form react-final-form redux-form @tanstack/react-form vee-validate",
  "CSS-in-JavaScript library":
    "styled-components @emotion/react @emotion/styled styled-jsx linaria @stitches/react @vanilla-extract/css goober jss",
  "CSS framework": "bootstrap tailwindcss bulma foundation-sites @unocss/core unocss windicss",
  "Sass compiler": "node-sass sass sass-embedded sassc sassc-rails dart-sass libsass",
  "component library":
    "@mui/material @material-ui/core antd @chakra-ui/react semantic-ui-react react-bootstrap @mantine/core element-plus element-ui vuetify naive-ui",
  "icon set":
    "font-awesome @fortawesome/fontawesome-free react-icons lucide-react lucide-vue-next @heroicons/react feather-icons react-feather @ant-design/icons",
  "chart library": "chart.js d3 echarts recharts highcharts victory nivo apexcharts plotly.js @nivo/core",
  "Markdown renderer":
    "marked markdown-it remarkable showdown snarkdown micromark remark react-markdown python-markdown markdown mistune markdown2 commonmark kramdown redcarpet commonmarker pulldown-cmark comrak github.com/russross/blackfriday github.com/yuin/goldmark league/commonmark erusev/parsedown markdig",
  "syntax highlighter":
    "highlight.js prismjs shiki react-syntax-highlighter pygments rouge coderay github.com/alecthomas/chroma syntect",
  "web framework":
    "express koa fastify hapi @hapi/hapi restify hono polka flask django fastapi starlette sanic tornado bottle falcon quart litestar gin github.com/gin-gonic/gin github.com/labstack/echo github.com/go-chi/chi github.com/gofiber/fiber github.com/gorilla/mux github.com/julienschmidt/httprouter actix-web axum rocket warp tide poem slim/slim laravel/framework symfony/framework-bundle sinatra rails hanami",
  "application server":
    "gunicorn uvicorn hypercorn daphne uwsgi waitress granian puma unicorn thin passenger falcon-server",
  ORM: "prisma @prisma/client typeorm sequelize mikro-orm @mikro-orm/core drizzle-orm knex objection bookshelf mongoose waterline kysely sqlalchemy peewee tortoise-orm pony sqlmodel diesel sea-orm sqlx gorm.io/gorm github.com/jinzhu/gorm entgo.io/ent doctrine/orm illuminate/database dapper",
  "PostgreSQL driver":
    "pg postgres pg-promise @neondatabase/serverless psycopg2 psycopg2-binary psycopg psycopg3 asyncpg pg8000 github.com/lib/pq github.com/jackc/pgx tokio-postgres",
  "application monitoring":
    "ddtrace datadog dd-trace newrelic newrelic_rpm elastic-apm elastic-apm-node appsignal scout_apm skylight",
  "MySQL driver": "mysql mysql2 mariadb mysqlclient pymysql mysql-connector-python aiomysql trilogy",
  "SQLite driver":
    "sqlite3 better-sqlite3 sql.js node:sqlite github.com/mattn/go-sqlite3 modernc.org/sqlite rusqlite microsoft.data.sqlite system.data.sqlite sqlitepclraw.bundle_e_sqlite3",
  "Redis client":
    "redis ioredis aioredis hiredis github.com/go-redis/redis github.com/redis/go-redis github.com/gomodule/redigo predis/predis fred stackexchange.redis redis-rb",
  "job queue":
    "bull bullmq kue bee-queue agenda celery rq huey dramatiq django-q sidekiq resque delayed_job good_job solid_queue hangfire",
  logger:
    "winston pino bunyan log4js loglevel consola signale npmlog loguru structlog log slog tracing env_logger simplelog fern flexi_logger github.com/sirupsen/logrus go.uber.org/zap github.com/rs/zerolog monolog/monolog serilog nlog log4net org.slf4j:slf4j-simple ch.qos.logback:logback-classic log4j:log4j org.apache.logging.log4j:log4j-core semantic_logger lograge",
  "command-line parser":
    "commander yargs minimist meow cac arg mri optimist nopt caporal @oclif/core oclif click argparse typer docopt fire clap structopt argh pico-args lexopt gumdrop bpaf getopts github.com/spf13/cobra github.com/urfave/cli github.com/alecthomas/kingpin github.com/jessevdk/go-flags thor optimist-rb slop com.beust:jcommander info.picocli:picocli symfony/console system.commandline commandlineparser",
  "terminal colour library":
    "chalk kleur colors colorette picocolors ansi-colors ansis nanocolors yoctocolors colorama termcolor colored ansi_term nu-ansi-term yansi owo-colors anstyle anstream github.com/fatih/color",
  "file watcher":
    "chokidar watchpack gaze sane @parcel/watcher watchdog watchfiles notify listen github.com/fsnotify/fsnotify",
  "glob matcher": "glob fast-glob globby tinyglobby minimatch micromatch picomatch",
  "process runner": "execa cross-spawn shelljs zx tinyexec nano-spawn @lukeed/spawn",
  "file removal": "rimraf del del-cli premove trash",
  "loader of environment files":
    "dotenv dotenv-flow env-cmd python-dotenv django-environ environs python-decouple dotenvy dotenv-rails vlucas/phpdotenv github.com/joho/godotenv",
  "configuration library":
    "config convict nconf rc cosmiconfig lilconfig dynaconf github.com/spf13/viper github.com/knadh/koanf figment config-rs",
  "UUID library":
    "uuid nanoid shortid cuid @paralleldrive/cuid2 ulid ramsey/uuid symfony/uid github.com/google/uuid github.com/satori/go.uuid github.com/gofrs/uuid",
  "password hash": "bcrypt bcryptjs argon2 @node-rs/bcrypt @node-rs/argon2 scrypt argon2-cffi passlib pwdlib",
  "JWT library":
    "jsonwebtoken jose njwt express-jwt pyjwt python-jose authlib josepy github.com/dgrijalva/jwt-go github.com/golang-jwt/jwt github.com/form3tech-oss/jwt-go firebase/php-jwt lcobucci/jwt jwt json-jwt",
  "authentication library":
    "passport next-auth lucia better-auth @auth/core devise sorcery authlogic django-allauth social-auth-app-django rodauth clearance",
  "template engine":
    "ejs pug jade handlebars mustache nunjucks hogan.js liquidjs eta jinja2 mako chevron tera askama handlebars-rs maud minijinja rinja twig/twig smarty/smarty haml slim erubi",
  "WebSocket library":
    "ws socket.io faye-websocket sockjs uws websockets websocket-client tungstenite tokio-tungstenite github.com/gorilla/websocket nhooyr.io/websocket github.com/coder/websocket",
  "YAML parser":
    "js-yaml yaml yamljs pyyaml ruamel.yaml serde_yaml serde_yml serde_yaml_ng saphyr yaml-rust yaml-rust2 gopkg.in/yaml sigs.k8s.io/yaml github.com/goccy/go-yaml github.com/ghodss/yaml yamldotnet",
  "TOML parser":
    "toml @iarna/toml smol-toml @ltd/j-toml tomli tomlkit pytoml rtoml toml_edit github.com/burntsushi/toml github.com/pelletier/go-toml tomlyn",
  "JSON library":
    "simplejson ujson orjson rapidjson newtonsoft.json system.text.json com.google.code.gson:gson com.fasterxml.jackson.core:jackson-databind com.squareup.moshi:moshi org.json:json oj multi_json yajl-ruby serde_json simd-json github.com/json-iterator/go github.com/goccy/go-json",
  "HTML parser":
    "cheerio jsdom happy-dom linkedom parse5 htmlparser2 node-html-parser domino beautifulsoup4 lxml html5lib selectolax nokogiri oga scraper select symfony/dom-crawler htmlagilitypack anglesharp",
  "image library":
    "sharp jimp gm imagemagick pillow wand image intervention/image mini_magick ruby-vips carrierwave paperclip shrine sixlabors.imagesharp skiasharp",
  "email library":
    "nodemailer emailjs sendgrid @sendgrid/mail postmark mailgun-js resend swiftmailer/swiftmailer symfony/mailer phpmailer/phpmailer lettre mailkit mail pony-rb",
  "error tracker":
    "@sentry/node @sentry/browser raven raven-js bugsnag @bugsnag/js rollbar sentry-sdk sentry-raven sentry-ruby honeybadger airbrake appsignal exceptional",
  "i18n library": "i18next react-i18next react-intl vue-i18n next-intl polyglot @formatjs/intl lingui @lingui/core",
  router: "react-router react-router-dom @tanstack/react-router wouter @reach/router page navaid vue-router",
  "GraphQL server":
    "apollo-server @apollo/server apollo-server-express graphql-yoga express-graphql mercurius graphene strawberry-graphql ariadne async-graphql juniper github.com/99designs/gqlgen github.com/graphql-go/graphql webonyx/graphql-php graphql-ruby",
  "build backend":
    "setuptools hatchling poetry-core flit-core flit_core pdm-backend maturin scikit-build scikit-build-core meson-python uv_build",
  "dependency injection container":
    "inversify tsyringe typedi awilix autofac castle.windsor ninject com.google.inject:guice com.google.dagger:dagger dependency-injector org.koin:koin-core",
  "object mapper": "automapper mapster org.mapstruct:mapstruct org.modelmapper:modelmapper riok.mapperly",
  "error library":
    "failure error-chain anyhow eyre color-eyre thiserror quick-error snafu github.com/pkg/errors golang.org/x/xerrors github.com/cockroachdb/errors",
  "async runtime": "tokio async-std smol gevent eventlet trio anyio curio",
  "lazy initialisation library": "lazy_static once_cell",
  "random number library": "rand fastrand oorandom nanorand getrandom",
  "hash map library": "fnv fxhash rustc-hash ahash hashbrown rapidhash",
  "API description generator": "swashbuckle.aspnetcore nswag.aspnetcore microsoft.aspnetcore.openapi utoipa okapi",
  "pagination library": "will_paginate kaminari pagy",
  "JavaScript integration": "webpacker importmap-rails jsbundling-rails shakapacker vite_rails",
  "asset pipeline": "sprockets sprockets-rails propshaft",
  "search library":
    "elasticsearch searchkick sunspot thinking-sphinx pg_search meilisearch/meilisearch-php teamtnt/tntsearch algolia/algoliasearch-client-php typesense/typesense-php",
  "feature flag library": "flipper rollout unleash-client launchdarkly-node-server-sdk",
  "character detection library": "chardet charset-normalizer cchardet faust-cchardet",
  "metrics library": "prom-client express-prom-bundle prometheus-client statsd hot-shots",
};

/** Roles of what serves work on a repository, wherever its manifest lists it. */
const forWork = new Set([
  "test framework",
  "assertion library",
  "mocking library",
  "browser test library",
  "linter",
  "formatter",
  "static analyser",
  "build backend",
]);

/** Further tools for work on a repository. */
const tools =
  /^(?:@?eslint|prettier|stylelint|flake8|isort$|pytest|coverage$|coveralls|twine$|build$|wheel$|tox$|nox$|mkdocs|sphinx|pre-commit|rubocop|rspec|guard|factory_bot|factory-boy|faker|simplecov|brakeman|bundler-audit|web-console|letter_opener|byebug|pry|coverlet|microsoft\.net\.test\.sdk|stylecop|@vitest\/|@types\/|@testing-library\/|nunomaduro\/collision|mypy|typos|np$|trio-typing|django-stubs)/i;

const byName = new Map<string, string[]>();
for (const [role, names] of Object.entries(roles))
  for (const name of names.split(" ")) byName.set(name, [...(byName.get(name) ?? []), role]);

/** What a dependency is for, of several things the first; undefined where that is not known. */
const roleOf = (name: string): string | undefined => byName.get(name.toLowerCase())?.[0];

/** What two dependencies are both for. */
export const roleOfBoth = (name: string, other: string): string | undefined =>
  byName.get(name.toLowerCase())?.find((role) => byName.get(other.toLowerCase())?.includes(role));

/** Whether it serves work on a repository, and not what the repository is for. */
export const isWorkTool = (name: string): boolean => forWork.has(roleOf(name) ?? "") || tools.test(name);
