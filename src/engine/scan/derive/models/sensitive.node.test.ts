import { expect, test } from "vitest";
import { sensitivityOf } from "./sensitive.ts";

const of = (name: string, type: string | null = "string", annotations: string[] = []) =>
  sensitivityOf({ name, type, key: null, annotations })?.kind ?? "-";

test("names tell, whatever their case, where nothing behind or before them makes them something else", () => {
  const names = [
    ...["email", "userEmail", "contactNumber", "phone_number", "dateOfBirth", "ip_address", "last_name", "zipcode"],
    ...["password_digest", "passwordHash", "API_KEY", "accessToken", "stripe_secret_key", "passwordResetToken"],
    ...["cardNumber", "iban", "blood_type", "medications"],
  ];
  expect(names.map((name) => `${name} ${of(name)}`)).toMatchInlineSnapshot(`
    [
      "email pii",
      "userEmail pii",
      "contactNumber pii",
      "phone_number pii",
      "dateOfBirth pii",
      "ip_address pii",
      "last_name pii",
      "zipcode pii",
      "password_digest credential",
      "passwordHash credential",
      "API_KEY credential",
      "accessToken credential",
      "stripe_secret_key credential",
      "passwordResetToken credential",
      "cardNumber financial",
      "iban financial",
      "blood_type health",
      "medications health",
    ]
  `);
  const others = [
    ...["email_verified", "emailSentAt", "email_template_id", "token_count", "is_phone_public", "password_changed_at"],
    ...["name", "title", "address_type", "secretary", "nextPageToken", "mac_address", "emailSubject", "tokens_used"],
    ...[
      "csrf_token",
      "password_reset_expires",
      "country_phone",
      "salty",
      "emailNotifications",
      "API_KEY_COMMENT",
      "password_hint",
    ],
    ...["ACCESS_CODE_LIFESPAN", "tokenPrefix", "TRUST_EMAIL"],
    ...["secret_kid", "access_token_jti", "id_token_alg", "secret_uid", "password_secret_identifier", "tokenIssuer"],
    ...["tokenAttributes", "passwordOptions", "email_regex", "token_retention_days", "formCssMobile"],
  ];
  expect(others.filter((name) => of(name) !== "-")).toEqual([]);
});

test("what a model is about, and words behind which nothing stands, tell", () => {
  const key = (model: string) =>
    sensitivityOf({ name: "key", type: "text", key: null, of: model, annotations: [] })?.kind;
  expect(["browser_extension_api_keys", "ApiKey", "License", "Settings", "KeyBinding"].map(key)).toEqual([
    ...["credential", "credential", "credential"],
    ...[undefined, undefined],
  ]);
  expect(["SMTPPass", "keyHash", "code_hash", "mobile", "licenseKey"].map((name) => of(name))).toEqual([
    ...["credential", "credential", "credential", "pii", "credential"],
  ]);
  expect(["pass_rate", "mobileView", "bypass", "keyId"].filter((name) => of(name) !== "-")).toEqual([]);
  const pwd = (model: string) =>
    sensitivityOf({ name: "pwd", type: "text", key: null, of: model, annotations: [] })?.kind;
  expect(["User", "Process", "shell_jobs"].map(pwd)).toEqual(["credential", undefined, undefined]);
});

test("a number or settings behind a word are none, and secrets go by what holds them", () => {
  const typed = [
    ...["emailQuota Int", "emailRateLimits Json", "emailReports Int", "email_quota int", "emailPoints integer"],
    ...["email_bounces PositiveIntegerField", "passwordRetries u32", "email_verified_count bigint(20)"],
  ];
  const kindOf = (one: string) => of(one.split(" ")[0] ?? "", one.split(" ")[1]);
  expect(typed.filter((one) => kindOf(one) !== "-")).toEqual([]);
  expect(["email String", "phone bigint", "emails Json", "totp CharField", "jwt_hash i64"].map(kindOf)).toEqual([
    ...["pii", "pii", "-", "credential", "-"],
  ]);
  expect(["ping_key", "badge_key", "cache_key", "sort_key", "totp_created"].map((name) => of(name))).toEqual([
    ...["credential", "credential", "-", "-", "-"],
  ]);
  const code = (model: string, name: string) =>
    sensitivityOf({ name, type: "String", key: null, of: model, annotations: [] })?.kind;
  expect([code("RecoveryCode", "code"), code("Macaroon", "key"), code("Country", "code")]).toEqual([
    ...["credential", "credential", undefined],
  ]);
});

test("a full name is somebody's, where it is none of a thing", () => {
  const named = (model: string, name = "fullName") =>
    sensitivityOf({ name, type: "string", key: null, of: model, annotations: [] })?.kind;
  expect([named("User"), named("Customer"), named("Repo"), named("UserGroup")]).toEqual([
    "pii",
    "pii",
    undefined,
    undefined,
  ]);
  expect([named("Feed", "repo_full_name"), named("Feed", "author_full_name")]).toEqual([undefined, "pii"]);
  expect(named("Repo", "secretExtensionEndpoint")).toBeUndefined();
});

test("types and annotations tell, and what is no text is none", () => {
  expect(of("contact", "EmailField")).toBe("pii");
  expect(of("value", "SecretStr")).toBe("credential");
  expect(of("nick", "string", ["PersonalData"])).toBe("pii");
  expect(of("email", "boolean")).toBe("-");
  expect(of("email", "bit(1)")).toBe("-");
  expect(of("password", "DateTime")).toBe("-");
  expect(of("birthday", "Date")).toBe("pii");
  expect(sensitivityOf({ name: "email", type: "bigint", key: "foreign", annotations: [] })).toBeUndefined();
  expect(sensitivityOf({ name: "user_email", type: null, key: null, annotations: [] })).toEqual({
    kind: "pii",
    reason: "named email",
  });
});

test("second factors, digests and where somebody came from tell; a server's address does not", () => {
  const credentials = [
    "totp_seed",
    "totpKey",
    "otp",
    "jwt",
    "token_digest",
    "password_reset_token_digest",
    "verification_code",
  ];
  expect(credentials.filter((name) => of(name) !== "credential")).toEqual([]);
  expect(["name_first", "name_last", "last_sign_in_ip", "clientIp"].map((name) => of(name))).toEqual(
    Array(4).fill("pii"),
  );
  expect(of("host", "ipAddress")).toBe("pii");
  const ip = (model: string) =>
    sensitivityOf({ name: "ip", type: "string", key: null, of: model, annotations: [] })?.kind;
  expect(["ActivityLog", "UserSession", "syncClients"].map(ip)).toEqual(["pii", "pii", "pii"]);
  expect(["Allocation", "Node"].map(ip)).toEqual([undefined, undefined]);
  expect(["api_key_permissions", "server_ip", "otp_enabled"].map((name) => of(name))).toEqual(Array(3).fill("-"));
});

test("of which kind an annotated field is, its name says first", () => {
  expect(of("PasswordHash", "string", ["SensitiveData"])).toBe("credential");
  expect(of("Remark", "string", ["SensitiveData"])).toBe("pii");
  expect(of("email_footer_message", "text")).toBe("-");
});

test("a hash that is a number finds something again, and is no secret", () => {
  expect([of("key_hash", "bigint"), of("token_hash", "integer"), of("token_hash", "string")]).toEqual([
    "-",
    "-",
    "credential",
  ]);
});

test("of a place nothing is somebody's", () => {
  const at = (model: string, name: string) =>
    sensitivityOf({ name, type: "string", key: null, annotations: [], of: model })?.kind ?? "-";
  expect(["countries", "Country", "user_countries", "CountryVisitor", "users"].map((one) => at(one, "phone"))).toEqual([
    ...["-", "-", "-", "pii", "pii"],
  ]);
  expect([at("City", "postcode"), at("User", "password_algo"), at("Country", "api_key")]).toEqual([
    "-",
    "-",
    "credential",
  ]);
});
