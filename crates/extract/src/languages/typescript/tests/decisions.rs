//! What functions decide by the path of a request.

use super::*;

fn texts(source: &str) -> Vec<String> {
    ts(source).0.decisions.iter().map(|it| it.text.replace('\u{e000}', "_").replace('\u{e001}', "~")).collect()
}

fn is_route(text: &str) -> bool {
    text.starts_with("[\"route\"") || text.starts_with("[\"hand\"")
}

fn decided(source: &str) -> Vec<String> {
    texts(source).into_iter().filter(|it| !is_route(it)).collect()
}

#[test]
fn routes_that_a_function_tells_apart() {
    let told: Vec<String> = texts(
        r#"async function fetch(request) {
            const { pathname } = new URL(request.url);
            if (request.method !== "POST") return new Response(null, { status: 405 });
            if (pathname === "/films") return films(request);
            if (/^\/films\/(\d+)$/.test(pathname)) return one(request);
            if (pathname.includes("x")) return films(request);
            return more(request);
        }
        function films(request) {}
        function one(request) {}
        function more(request) {}"#,
    )
    .into_iter()
    .filter(|it| is_route(it))
    .collect();
    assert_eq!(
        told,
        [
            r#"["route",["POST"],"/films",4,0,[]]"#,
            r#"["route",["POST"],"/films/:value",5,0,[]]"#,
            r#"["hand",["POST"],"",6,0,[]]"#,
            r#"["hand",["POST"],"",7,0,[]]"#,
        ]
    );
}

#[test]
fn what_names_a_route() {
    let told = decided(
        r#"const handle = async ({ event, resolve }) => {
            if (event.route.id?.startsWith("/(app)") && !event.locals.user) throw redirect(302, "/login");
            return resolve(event);
        };"#,
    );
    assert_eq!(told, [r#"[["and",["routed","^/\\(app\\)"],"free"],"ask","pass"]"#]);
}

#[test]
fn early_returns_in_their_order() {
    let told = decided(
        r#"export function middleware(request) {
            const { pathname } = request.nextUrl;
            if (pathname.startsWith("/api/auth") || pathname === "/login") return NextResponse.next();
            if (!request.headers.get("key")) return NextResponse.json({}, { status: 401 });
            return NextResponse.next();
        }"#,
    );
    assert_eq!(told, [r#"[["or",["fits","^/api/auth"],["fits","^/login$"]],"pass",["free","ask","pass"]]"#]);
}

#[test]
fn lists_that_names_hold_and_functions_that_ask_them() {
    let told = decided(
        r#"const open = ["/", "/login"];
        const isOpen = (path) => open.some((one) => path === one || path.startsWith(`${one}/`));
        function auth(req, res, next) {
            if (isOpen(req.path) || ["GET", "HEAD"].includes(req.method)) return next();
            if (!req.user) return res.status(401).end();
            next();
        }"#,
    );
    assert_eq!(
        told,
        [
            r#"["list","t/","t/login"]"#,
            r#"[["any",0,["or",["fits","^_$"],["fits","^_/"]]],"pass","ask"]"#,
            r#"[["or",["asked",0,true],["method","GET","HEAD"]],"pass",["free","ask","pass"]]"#,
        ]
    );
}

#[test]
fn what_is_asked_where_the_path_fits() {
    let told = decided(
        r#"export default defineEventHandler(async (event) => {
            if (event.path.startsWith("/admin")) {
                const user = await getUser(event);
                if (!user) throw createError({ statusCode: 401 });
            }
        });
        const isOpen = createRouteMatcher(["/in(.*)"]);
        export const guarded = clerkMiddleware(async (auth, req) => {
            if (!isOpen(req)) await auth.protect();
        });"#,
    );
    assert_eq!(
        told,
        [
            r#"[["fits","^/admin"],["free","ask","pass"],"pass"]"#,
            r#"["list","m/in(.*)"]"#,
            r#"[["asked",0,true],"pass","ask"]"#,
        ]
    );
}

#[test]
fn what_is_not_understood_is_open() {
    // A list that only the running program knows, and what may throw where nobody sees it.
    let told = decided(
        r#"async function auth(ctx, next) {
            if (settings.open.includes(ctx.path)) return next();
            if (ctx.path === "/late") { await late(ctx); return next(); }
            ctx.throw(401);
        }"#,
    );
    assert_eq!(told, [r#"["open","pass",[["fits","^/late$"],"open","ask"]]"#]);
    // What always asks, or never, decides nothing.
    assert!(decided("function a(req, res, next) { if (req.path === '/a') log(req); next(); }").is_empty());
    assert!(decided("function a(req, res, next) { if (!req.user) return res.sendStatus(401); next(); }").is_empty());
}

#[test]
fn what_asks_before_it_comes_to_the_function() {
    let told = decided(
        r#"export default withAuth(function middleware(req) {
            if (req.nextUrl.pathname.startsWith("/admin") && !req.token) return NextResponse.redirect("/");
        });"#,
    );
    assert!(told.is_empty());
}

#[test]
fn an_answer_that_is_another_later_on() {
    let told = decided(
        r#"export async function middleware(request) {
            let response = NextResponse.next();
            if (request.nextUrl.pathname.startsWith("/a")) { response = NextResponse.redirect("/"); }
            if (request.nextUrl.pathname === "/b") return NextResponse.next();
            return response;
        }"#,
    );
    assert_eq!(told, [r#"[["fits","^/b$"],"pass","ask"]"#]);
}

#[test]
fn conditions_that_names_hold() {
    let told = decided(
        r#"export default auth((req) => {
            const isInside = req.nextUrl.pathname.startsWith("/api/auth");
            const isLogin = req.nextUrl.pathname === "/login";
            if (isInside || isLogin) return null;
            if (!req.auth) return Response.redirect("/login");
            return null;
        });"#,
    );
    assert_eq!(told, [r#"[["or",["fits","^/api/auth"],["fits","^/login$"]],"pass",["free","ask","pass"]]"#]);
}

#[test]
fn functions_whose_conditions_double_what_is_behind_them_are_left_out() {
    let nested: String = (0..100)
        .map(|at| format!("if (request.p{at}) {{ if (request.p{at} === '/x') throw new Error('x'); it.p{at} = 1; }}\n"))
        .collect();
    assert_eq!(decided(&format!("function f(request, it) {{\n{nested}return next();\n}}")), [""; 0]);

    let named: String = (1..100).map(|at| format!("const c{at} = c{} && (c{} ? a : b);\n", at - 1, at - 1)).collect();
    let source = format!(
        "function f(request) {{\nconst c0 = request.path === '/x';\n{named}if (c99) throw 1;\nreturn next();\n}}"
    );
    assert_eq!(decided(&source), [""; 0]);
}
