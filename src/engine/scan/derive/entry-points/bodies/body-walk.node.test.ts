import { expect, test } from "vitest";
import { bodyOf } from "./body-of.ts";
import { BodyWalk } from "./body-walk.ts";

/** Who is asked in a function, by its text alone: what it calls leads nowhere. */
function asked(text: string, path: string): string[] {
  const walk = new BodyWalk({ calls: [], ruled: [], flags: new Set() });
  walk.run(bodyOf(text, path) ?? []);
  return [...new Set(walk.told.map(({ name, maybe }) => (maybe ? `${name}?` : name)))];
}

test.each([
  [
    "a.ts",
    `export async function GET(req: Request) {
       const session = await getServerSession(req);
       if (!session) return new Response(null, { status: 401 });
       return Response.json({});
     }`,
    ["getServerSession(req)"],
  ],
  [
    "A.java",
    `void put(String format) { if (!CSV.equals(format)) { throw new NotFoundException(FORMAT_NOT_ALLOWED); } }`,
    [],
  ],
  ["A.java", `void put() { if (!user.isAdmin()) { throw new AccessDeniedException(NO); } }`, ["user.isAdmin()"]],
  ["A.cs", `void Put() { if (!CurrentUser.Roles.Contains(Role.Admin)) { throw new Exception("no admin"); } }`, ["403"]],
  ["A.cs", `void Put() { if (!order.Roles.Contains(Role.Admin)) { throw new Exception("no admin"); } }`, []],
  ["A.cs", `void Put() { if (!User.IsInRole("Admin")) { throw new InvalidOperationException("no admin"); } }`, ["403"]],
  ["a.ts", `(user) => { if (!user.isAdmin) { throw new Invalid(); } demote(user); }`, []],
  ["a.ts", `(req, res) => { if (!req.user.isAdmin) { throw new NotFound(); } res.json({}); }`, ["403"]],
  ["a.ts", `(req, res) => { if (!req.user) { return res.status(401).end(); } res.json({}); }`, ["401"]],
  ["a.ts", `(req, res) => { if (!req.user) res.status(401).end(); res.json({}); }`, ["401?"]],
  ["a.ts", `(req, res) => { if (req.user) { return res.json(all()); } return res.status(401).end(); }`, ["401"]],
  ["a.ts", `(req, res) => { if (order.isPrivate && !req.user) return res.sendStatus(401); res.json({}); }`, ["401?"]],
  [
    "a.ts",
    `async function login(req, res) {
       const user = await User.findOne({ email: req.body.email });
       if (!user) return res.status(401).json({ error: "no" });
       if (!(await bcrypt.compare(req.body.password, user.hash))) return res.status(401).end();
       res.json({ token: sign(user) });
     }`,
    [],
  ],
  [
    "a.ts",
    `async function show(ctx) {
       try {
         if (!can(ctx.user, "read", doc)) { throw new ForbiddenError(); }
         return doc;
       } catch (e) { next(e); }
     }`,
    ['can(ctx.user, "read", doc)'],
  ],
  [
    "a.ts",
    `async function show(id) { const user = await me(); if (id) { if (!user) throw new Error("Unauthorized") } go(); }`,
    ["401?"],
  ],
  [
    "a.ts",
    `export default async function Page() { const { user } = await validateRequest(); if (!user) redirect("/login"); return 1; }`,
    ["login"],
  ],
  [
    "a.ts",
    `function handler(req, res) { if (cached) { return res.json(cached); } if (!req.session.userId) return res.status(403).end(); }`,
    ["403?"],
  ],
  [
    "a.ts",
    `const go = route(async (req) => { if (req.method !== "POST") return res.status(405).end(); if (!isAdmin(req.user)) throw createError({ statusCode: 403 }); })`,
    ["isAdmin(req.user)"],
  ],
  [
    "a.go",
    `func (s *Server) del(w http.ResponseWriter, r *http.Request) {
	user, err := s.userFrom(r)
	if err != nil {
		http.Error(w, "no", http.StatusUnauthorized)
		return
	}
	if !canDelete(user, id) {
		http.Error(w, "no", http.StatusForbidden)
		return
	}
	s.store.Delete(id)
}`,
    ["401", "canDelete(user, id)"],
  ],
  [
    "a.py",
    `def show(request, pk):
    """Shows."""
    if not request.user.is_staff:
        raise PermissionDenied
    return render(request, "a.html")`,
    ["403"],
  ],
  [
    "a.py",
    `@app.get("/x")
async def show(pk: int, db: Session = Depends(get_db)):
    order = db.get(pk)
    if order.owner_id != current.id and not has_access(current.id, order):
        raise HTTPException(
            status_code=status.HTTP_403_FORBIDDEN,
            detail="no",
        )
    return order`,
    ["has_access(current.id, order)"],
  ],
  [
    "a.py",
    `def show():
    if session.get("user_id") is None: return redirect(url_for("auth.login"))
    return 1`,
    ["login"],
  ],
  [
    "a.py",
    `def metrics():
    if not request.authorization or request.authorization.password != kept:
        return Response("no", status=401)
    return 1`,
    ["401"],
  ],
  [
    "a.py",
    `def save():
    if not current_user.can(EDIT):
        abort(403)
    return 1`,
    ["current_user.can(EDIT)"],
  ],
  [
    "a.rb",
    `def create
  return head :unauthorized unless current_user
  @order = Order.create(params)
end`,
    ["401"],
  ],
  [
    "a.rb",
    `def show
  unless current_user
    redirect_to new_session_path
    return
  end
  render json: @order
end`,
    ["login"],
  ],
  [
    "a.rb",
    `def show
  redirect_to new_session_path unless current_user
  render json: @order
end`,
    ["login?"],
  ],
  [
    "a.php",
    `public function store(Request $request) {
        if (! $request->user()->isAdmin()) {
            abort(403);
        }
        return Order::create($request->all());
    }`,
    ["$request->user()->isAdmin()"],
  ],
  [
    "a.php",
    `public function save() {
        try {
            if (cannot('edit', SYSTEM_SETTINGS)) {
                throw new RuntimeException('You do not have the required permissions for this task.');
            }
            store();
        } catch (Throwable $e) { json_exception($e); }
    }`,
    ["cannot('edit', SYSTEM_SETTINGS)"],
  ],
  [
    "a.cs",
    `[HttpGet] public async Task<IActionResult> Get(int id) {
        var result = await _auth.AuthorizeAsync(User, order, "Read");
        if (!result.Succeeded) return Forbid();
        return Ok(order);
    }`,
    ['_auth.AuthorizeAsync(User, order, "Read")'],
  ],
  [
    "a.java",
    `public Order get(String id) {
        if (!service.hasAccess(user, id)) {
            throw new AccessDeniedException("no");
        }
        return service.find(id);
    }`,
    ["service.hasAccess(user, id)"],
  ],
  [
    "a.kt",
    `get("/x") {
        val user = call.principal<User>() ?: return@get call.respond(HttpStatusCode.Unauthorized)
        call.respond(user)
    }`,
    ["call.principal()"],
  ],
  [
    "a.rs",
    `async fn show(user: Option<User>) -> Result<Json<Order>, AppError> {
        let Some(user) = user else { return Err(AppError::Unauthorized) };
        if !user.is_admin() { return Err(AppError::Forbidden); }
        Ok(Json(find().await?))
    }`,
    ["401", "user.is_admin()"],
  ],
  [
    "a.ts",
    `async (req, res) => {
     if (req.method === "GET") {
       const session = await getServerSession(req, res);
       if (!session) return res.status(401).end();
       return res.json([]);
     } else if (req.method === "POST") {
       const session = await getServerSession(req, res);
       if (!session) return res.status(401).end();
       if (!isOwner(session)) return res.status(403).end();
       return res.json({});
     } else {
       return res.status(405).end();
     }
   }`,
    ["getServerSession(req, res)", "isOwner(session)?"],
  ],
  [
    "a.ts",
    `async (req, res) => { if (req.method !== "GET") { return res.status(405).end(); } if (!req.user) return res.status(401).end(); }`,
    ["401"],
  ],
  [
    "a.cs",
    `public IActionResult Error() { if (model.Exception is AccessDeniedException) { return StatusCode(401); } return View(); }`,
    [],
  ],
  [
    "a.cs",
    `public IActionResult Again(int id) { if (!orderSettings.IsAgainAllowed) { return Forbid(); } return Ok(); }`,
    ["403?"],
  ],
  [
    "a.cs",
    `public IActionResult Info() { if (!Services.Context.CurrentCustomer.IsRegistered()) return ChallengeOrForbid(); return View(); }`,
    ["403"],
  ],
  [
    "a.ts",
    `async (req, res) => {
     if (req.method === "GET") {
       const session = await getServerSession(req, res);
       if (!session) return res.status(401).end();
       try { return res.json(await all()); } catch (e) { return res.status(500).end(); }
     } else if (req.method === "POST") {
       const session = await getServerSession(req, res);
       if (!session) return res.status(401).end();
       try { return res.json(await make()); } catch (e) { return res.status(500).end(); }
     }
     return res.status(405).end();
   }`,
    ["getServerSession(req, res)"],
  ],
  ["a.ts", `async show() { if (!this.#user && !this.#token) throw new UnauthorizedException(); }`, ["401"]],
  ["a.ts", `async (req, res) => { if (user.isAdmin()) return res.status(403).end(); remove(user); }`, ["403?"]],
  [
    "a.ts",
    `async (req, res) => { if (user.cannot("edit", page)) return res.status(403).end(); }`,
    ['user.cannot("edit", page)'],
  ],
] as const)("%s: %s", (path, text, names) => {
  expect(asked(text, path)).toEqual(names);
});
