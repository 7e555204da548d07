/** Names that a language defines without an import: calling them needs none. */
import type { Family } from "./paths.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const globals: Record<Family, ReadonlySet<string>> = {
  script: words(
    "AbortController AggregateError Array ArrayBuffer BigInt Blob Boolean Buffer DataView Date Error EvalError Event EventTarget File FormData Function Headers Intl Map Number Object Promise Proxy RangeError ReferenceError RegExp Request Response Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet WebSocket Worker XMLHttpRequest alert atob btoa cancelAnimationFrame clearInterval clearTimeout confirm decodeURI decodeURIComponent describe encodeURI encodeURIComponent afterAll afterEach beforeAll beforeEach expect fetch getComputedStyle import isFinite isNaN it matchMedia parseFloat parseInt prompt queueMicrotask require requestAnimationFrame setImmediate setInterval setTimeout structuredClone super suite test",
  ),
  python: words(
    "ArithmeticError AssertionError AttributeError BaseException Exception FileExistsError FileNotFoundError IOError ImportError IndexError KeyError KeyboardInterrupt LookupError MemoryError NotImplementedError OSError OverflowError PermissionError RuntimeError StopIteration SyntaxError SystemExit TimeoutError TypeError UnicodeDecodeError UnicodeError ValueError ZeroDivisionError abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__",
  ),
  go: words(
    "any append bool byte cap clear close complex complex128 complex64 copy delete error float32 float64 func imag int int16 int32 int64 int8 len make max min new panic print println real recover rune string uint uint16 uint32 uint64 uint8 uintptr",
  ),
};

export const isGlobal = (family: Family, name: string): boolean => globals[family].has(name);

const nodeModules = words(
  "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl sqlite stream string_decoder sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib",
);

const pythonModules = words(
  "__future__ abc argparse array ast asyncio atexit base64 bisect builtins bz2 calendar cmath codecs collections colorsys concurrent configparser contextlib contextvars copy csv ctypes dataclasses datetime decimal difflib dis doctest email enum errno faulthandler filecmp fnmatch fractions ftplib functools gc getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap multiprocessing numbers operator os pathlib pdb pickle pkgutil platform plistlib pprint profile pstats pwd queue random re readline resource runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string struct subprocess symtable sys sysconfig syslog tarfile tempfile textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser wsgiref xml xmlrpc zipfile zipimport zlib zoneinfo",
);

/** Whether a module comes with the language or its usual runtime. */
export function isStandardModule(family: Family, specifier: string): boolean {
  if (family === "go") return !(specifier.split("/")[0] ?? "").includes(".");
  if (family === "python") return pythonModules.has(specifier.split(".")[0] ?? "");
  return /^(?:node|bun|cloudflare|jsr|npm):/.test(specifier) || nodeModules.has(specifier.split("/")[0] ?? "");
}

/** The package of a specifier: `@scope/name`, `name`, Python's first part, Go's whole path. */
export function packageOf(family: Family, specifier: string): string {
  if (family === "go") return specifier;
  if (family === "python") return specifier.split(".")[0] ?? specifier;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
