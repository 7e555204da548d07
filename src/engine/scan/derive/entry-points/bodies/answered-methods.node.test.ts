import { expect, test } from "vitest";
import { answeredMethods } from "./answered-methods.ts";
import { bodyOf } from "./body-of.ts";
import { BodyWalk } from "./body-walk.ts";

const answered = (text: string, path: string) => answeredMethods(bodyOf(text, path) ?? []);

test.each([
  ["a.ts", `(req, res) => { if (req.method !== "POST") return res.status(405).end(); res.json({}); }`, ["POST"]],
  [
    "a.ts",
    `(req, res) => { if (req.method !== "GET" && req.method !== "PUT") { return; } res.json({}); }`,
    ["GET", "PUT"],
  ],
  [
    "a.ts",
    `(req, res) => { if (!["GET", "PUT"].includes(req.method ?? "")) return res.status(405).end(); res.json({}); }`,
    ["GET", "PUT"],
  ],
  [
    "a.ts",
    `async (req, res) => {
       try {
         if (req.method === "GET") { return res.json([]); }
         else if (req.method === "POST") { res.json({}); }
         else { res.setHeader("Allow", ["GET", "POST"]); return res.status(405).end(); }
       } catch (e) { res.status(500).end(); }
     }`,
    ["GET", "POST"],
  ],
  [
    "a.ts",
    `async (req, res) => {
       if (!req.user) return res.status(401).end();
       switch (req.method) {
         case "GET": return res.json([]);
         case "PUT":
         case "PATCH": { await save(); res.json({}); break; }
         default: res.status(405).end();
       }
     }`,
    ["GET", "PUT", "PATCH"],
  ],
  [
    "a.go",
    `func Show(w http.ResponseWriter, r *http.Request) {
       switch r.Method {
       case http.MethodGet, http.MethodHead:
         write(w)
       case http.MethodDelete:
         remove(w)
       default:
         http.Error(w, "no", http.StatusMethodNotAllowed)
       }
     }`,
    ["GET", "HEAD", "DELETE"],
  ],
  [
    "a.py",
    `def show(request):\n    if request.method not in ("GET", "HEAD"):\n        return HttpResponseNotAllowed(["GET", "HEAD"])\n    return render(request)\n`,
    ["GET", "HEAD"],
  ],
  [
    "a.php",
    `function save(Request $request) { if (!$request->isMethod('post')) { throw new MethodNotAllowedHttpException(); } $this->store(); }`,
    ["POST"],
  ],
  [
    "a.php",
    `function save() { if ($_SERVER['REQUEST_METHOD'] !== 'POST') { http_response_code(405); return; } $this->store(); }`,
    ["POST"],
  ],
  [
    "a.php",
    `function save() { if ($this->request->is(['post', 'put'])) { return $this->store(); } throw new MethodNotAllowedException(); }`,
    ["POST", "PUT"],
  ],
  [
    "a.rb",
    `def save\n  unless request.post?\n    head :method_not_allowed\n    return\n  end\n  store\nend\n`,
    ["POST"],
  ],
  // What is answered whatever the method is.
  [
    "a.php",
    `function form(Request $request) { if ($request->isMethod('post')) { return $this->store(); } return $this->show(); }`,
    undefined,
  ],
  [
    "a.php",
    `function form() { if ($this->user->is('admin')) { return $this->store(); } throw new MethodNotAllowedException(); }`,
    undefined,
  ],
  ["a.ts", `(req, res) => { if (req.method === "POST") { save(req.body); } res.json({}); }`, undefined],
  ["a.ts", `(req, res, next) => { if (req.method === "OPTIONS") return res.status(204).end(); next(); }`, undefined],
  [
    "a.ts",
    `(req, res) => { switch (req.method) { case "POST": return save(res); default: return show(res); } }`,
    undefined,
  ],
  [
    "a.py",
    `def edit(request):\n    if request.method == "POST":\n        return redirect("/")\n    return render(request)\n`,
    undefined,
  ],
  [
    "a.ts",
    `(req, res) => { if (req.method === "POST" && req.body) { return save(res); } res.status(405).end(); }`,
    undefined,
  ],
  ["a.ts", `(req, res) => { res.json({}); }`, undefined],
] as const)("%s: %s", (path, text, methods) => {
  expect(answered(text, path)).toEqual(methods);
});

test("of one method, who is asked before another is not", () => {
  const text = `async (req, res) => {
    if (req.method === "GET") { return res.json([]); }
    if (!req.user) return res.status(401).end();
    switch (req.method) {
      case "POST": return res.json({});
      case "DELETE": if (!canRemove(req.user)) return res.status(403).end(); return res.end();
      default: return res.status(405).end();
    }
  }`;
  const asked = (method: string) => {
    const walk = new BodyWalk({ calls: [], ruled: [], flags: new Set(), method });
    walk.run(bodyOf(text, "a.ts") ?? []);
    return walk.told.map(({ name, maybe }) => (maybe ? `${name}?` : name));
  };
  expect(answered(text, "a.ts")).toEqual(["GET", "POST", "DELETE"]);
  expect(["GET", "POST", "DELETE"].map(asked)).toEqual([[], ["401"], ["401", "canRemove(req.user)"]]);
});
