/**
 * How code names what manifests name otherwise, and what it may import that no manifest names. Only names that differ
 * by more than case and the marks between words stand here.
 */

/** Module → distributions of PyPI, one of which it comes with, all in normal form. */
export const distributions: Readonly<Record<string, string>> = {
  allauth: "django-allauth",
  anymail: "django-anymail",
  apiclient: "google-api-python-client",
  attr: "attrs",
  axes: "django-axes",
  bs4: "beautifulsoup4",
  bson: "pymongo",
  bugzilla: "python-bugzilla",
  cairo: "pycairo",
  cchardet: "faust-cchardet",
  ckeditor: "django-ckeditor",
  compressor: "django-compressor",
  constance: "django-constance",
  consul: "python-consul",
  corsheaders: "django-cors-headers",
  "crispy-forms": "django-crispy-forms",
  crypto: "pycryptodome",
  cryptodome: "pycryptodomex",
  cv2: "opencv-python opencv-python-headless opencv-contrib-python opencv-contrib-python-headless",
  dateutil: "python-dateutil",
  dbus: "dbus-python",
  "debug-toolbar": "django-debug-toolbar",
  decouple: "python-decouple",
  discord: "discord-py",
  "django-comments": "django-contrib-comments",
  "django-filters": "django-filter",
  dns: "dnspython",
  docx: "python-docx",
  dotenv: "python-dotenv",
  elftools: "pyelftools",
  engineio: "python-engineio",
  environ: "django-environ",
  factory: "factory-boy",
  faiss: "faiss-cpu",
  fitz: "pymupdf",
  frontmatter: "python-frontmatter",
  geolite2: "maxminddb-geolite2",
  gi: "pygobject",
  git: "gitpython",
  github: "pygithub",
  gitlab: "python-gitlab",
  gnupg: "python-gnupg",
  googleapiclient: "google-api-python-client",
  grappelli: "django-grappelli",
  grpc: "grpcio",
  guardian: "django-guardian",
  "health-check": "django-health-check",
  hijack: "django-hijack",
  "ibm-boto3": "ibm-cos-sdk",
  "ibm-db-dbi": "ibm-db",
  imblearn: "imbalanced-learn",
  impala: "impyla",
  "import-export": "django-import-export",
  ipython: "ipython",
  jenkins: "python-jenkins",
  jose: "python-jose",
  jwt: "pyjwt",
  kafka: "kafka-python",
  keycloak: "python-keycloak",
  ldap: "python-ldap",
  levenshtein: "python-levenshtein",
  magic: "python-magic",
  markdownx: "django-markdownx",
  memcache: "python-memcached",
  "model-utils": "django-model-utils",
  modelcluster: "django-modelcluster",
  modeltranslation: "django-modeltranslation",
  "mpl-toolkits": "matplotlib",
  mptt: "django-mptt",
  multipart: "python-multipart",
  mysqldb: "mysqlclient",
  nacl: "pynacl",
  netifaces: "netifaces-plus",
  "oauth2-provider": "django-oauth-toolkit",
  opengl: "pyopengl",
  openssl: "pyopenssl",
  osgeo: "gdal",
  passlib: "libpass",
  "phonenumber-field": "django-phonenumber-field",
  pil: "pillow",
  "pkg-resources": "setuptools",
  polymorphic: "django-polymorphic",
  pptx: "python-pptx",
  psycopg2: "psycopg2-binary",
  pylab: "matplotlib",
  pythoncom: "pywin32",
  pywintypes: "pywin32",
  redminelib: "python-redmine",
  "rest-flex-fields": "drf-flex-fields",
  "rest-framework": "djangorestframework",
  "rest-framework-nested": "drf-nested-routers",
  "rest-framework-simplejwt": "djangorestframework-simplejwt",
  reversion: "django-reversion",
  ruamel: "ruamel-yaml",
  saml2: "pysaml2",
  "sentry-sdk": "sentry-sdk",
  serial: "pyserial",
  silk: "django-silk",
  "simple-history": "django-simple-history",
  skimage: "scikit-image",
  sklearn: "scikit-learn",
  slugify: "python-slugify",
  "social-django": "social-auth-app-django",
  socketio: "python-socketio",
  socks: "pysocks",
  solo: "django-solo",
  storages: "django-storages",
  taggit: "django-taggit",
  telegram: "python-telegram-bot",
  tinymce: "django-tinymce",
  tlz: "toolz",
  treebeard: "django-treebeard",
  "two-factor": "django-two-factor-auth",
  umap: "umap-learn",
  usb: "pyusb",
  vlc: "python-vlc",
  waffle: "django-waffle",
  websocket: "websocket-client",
  whois: "python-whois",
  win32api: "pywin32",
  win32com: "pywin32",
  win32con: "pywin32",
  win32event: "pywin32",
  win32file: "pywin32",
  win32gui: "pywin32",
  win32service: "pywin32",
  wx: "wxpython",
  xdist: "pytest-xdist",
  xlib: "python-xlib",
  yaml: "pyyaml",
  zmq: "pyzmq",
};

/** Group of Maven's → the start of its packages. */
export const packagesOfGroups: Readonly<Record<string, string>> = {
  "com.fasterxml.jackson.core": "com.fasterxml.jackson",
  "com.google.code.findbugs": "javax.annotation",
  "com.google.code.gson": "com.google.gson",
  "com.google.guava": "com.google.common",
  "com.google.truth": "com.google.common.truth",
  "com.h2database": "org.h2",
  "com.mysql": "com.mysql",
  "com.squareup.okhttp3": "okhttp3",
  "com.squareup.okio": "okio",
  "com.squareup.retrofit2": "retrofit2",
  "commons-codec": "org.apache.commons.codec",
  "commons-io": "org.apache.commons.io",
  "commons-lang": "org.apache.commons.lang",
  "jakarta.platform": "jakarta",
  "joda-time": "org.joda.time",
  junit: "org.junit",
  "org.jetbrains.kotlin": "kotlin",
  "org.jetbrains.kotlinx": "kotlinx",
  "org.projectlombok": "lombok",
  "org.springframework.boot": "org.springframework",
  "org.springframework.security": "org.springframework.security",
};

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Modules that come with Python, of any version since 3.8, and those that only Python 2 has. */
export const pythonModules = words(`
  __future__ _thread abc aifc annotationlib argparse array ast asynchat asyncio asyncore atexit audioop base64
  bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections
  colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes
  curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno
  faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext
  glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress
  itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap
  modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator
  optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath
  pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline
  reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd
  smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
  stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios
  textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle
  turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg
  winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
  BaseHTTPServer Bastion CGIHTTPServer ConfigParser Cookie DocXMLRPCServer HTMLParser MimeWriter Queue
  SimpleHTTPServer SimpleXMLRPCServer SocketServer StringIO Tkinter UserDict UserList UserString anydbm cPickle
  cStringIO commands compiler cookielib copy_reg dbhash dircache dumbdbm dummy_thread exceptions fpformat
  htmlentitydefs htmllib httplib ihooks imputil md5 mhlib mimetools mimify multifile mutex popen2 rfc822 robotparser
  sets sgmllib sha statvfs thread tkFileDialog tkMessageBox urllib2 urlparse user whichdb xmlrpclib
`);

/** Modules that come with what runs code: Node's, without `node:`, Bun's and k6's. */
export const nodeModules = words(`
  assert async_hooks buffer bun child_process cluster console constants crypto dgram diagnostics_channel dns domain
  events fs http http2 https inspector k6 module net os path perf_hooks process punycode querystring readline repl
  stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib
`);
