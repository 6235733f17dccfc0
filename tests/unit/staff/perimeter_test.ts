import fc from "fast-check";
import assert from "node:assert/strict";
import { createPerimeter, type Perimeter, type Refusal } from "@/lib/staff/mod.ts";
import {
  encode,
  type PerimeterDouble,
  SERVICE_CLAIMS,
  sign,
  startPerimeter,
} from "@/tests/doubles/perimeter.ts";

const NOW = new Date("2026-11-02T09:00:00Z");
const SECONDS = NOW.getTime() / 1000;
const ADA = "ada@example.com";

/** The names of the header and the cookie that can carry a token. */
const NAMES = { tokenHeader: "cf-access-jwt-assertion", tokenCookie: "CF_Authorization" };

function perimeterBehind({ origin, audience }: PerimeterDouble): Perimeter {
  return createPerimeter({
    access: { origin, audience, ...NAMES },
    now: () => NOW,
    onOutage: (error) => assert.fail(String(error)),
  });
}

async function identify(perimeter: Perimeter, token: string) {
  const headers = { [NAMES.tokenHeader]: token };
  return await perimeter.identify(new Request("http://localhost/admin", { headers }));
}

type Mint = (double: PerimeterDouble) => string | Promise<string>;

const claims = (some: Record<string, unknown>): Mint => ({ mint }) => mint(some);
const header = (some: Record<string, unknown>): Mint => ({ mint }) => mint({}, { header: some });

/** Mints a token, one part of which is replaced. */
function part(index: 0 | 1 | 2, replace: (text: string) => string): Mint {
  return async ({ mint }) => {
    const parts = (await mint()).split(".");
    parts[index] = replace(parts[index] ?? "");
    return parts.join(".");
  };
}

async function publicPem({ keys: [key] }: PerimeterDouble): Promise<string> {
  assert.ok(key);
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", key.publicKey)).toBase64();
  return `-----BEGIN PUBLIC KEY-----\n${
    spki.replaceAll(/.{64}/g, "$&\n")
  }\n-----END PUBLIC KEY-----\n`;
}

/** The classic attack: an HMAC with the public key, which everyone has, as the shared secret. */
const signedWithPublicKey: Mint = async (double) => {
  const secret = new TextEncoder().encode(await publicPem(double));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, hmac, false, ["sign"]);
  const [, payload = ""] = (await double.mint()).split(".");
  const head = { alg: "HS256", kid: double.keys[0]?.kid };
  return await sign(head, JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))), {
    key,
  });
};

const byStranger =
  (header: (own: Record<string, unknown>) => Record<string, unknown>): Mint =>
  async ({ mint, stranger, keys: [key] }) => {
    const own = await stranger(key?.kid);
    return await mint({}, { key: own, header: header(own.jwk) });
  };

/** Forged tokens and tokens that are not for this service, each with the reason that the log names. */
const REFUSED: readonly [what: string, mint: Mint, reason: Refusal][] = [
  ["a word instead of a token", () => "letmein", "malformed"],
  ["an empty part", part(2, () => ""), "malformed"],
  [
    "two segments",
    async ({ mint }) => (await mint()).split(".").slice(0, 2).join("."),
    "malformed",
  ],
  ["four segments", async ({ mint }) => `${await mint()}.e30`, "malformed"],
  ["five segments, as an encrypted token has", () => "a.b.c.d.e", "malformed"],
  ["two tokens in one header", async ({ mint }) => `${await mint()}, ${await mint()}`, "malformed"],
  ["a bearer scheme", async ({ mint }) => `Bearer ${await mint()}`, "malformed"],
  ["bad base64url in the header", part(0, (text) => `${text}!`), "malformed"],
  ["bad base64url in the signature", part(2, (text) => `${text.slice(1)}=`), "malformed"],
  ["base64url of an impossible length", part(0, (text) => text.slice(0, 5)), "malformed"],
  ["a header that is not JSON", part(0, () => encode("alg: RS256")), "malformed"],
  ["a header that is an array", part(0, () => encode('["RS256"]')), "malformed"],
  ["a header that is null", part(0, () => encode("null")), "malformed"],
  ["over 16 KiB", claims({ groups: "x".repeat(16_384) }), "too_large"],
  ["alg none, unsigned", part(0, () => encode('{"alg":"none"}')), "wrong_algorithm"],
  ["alg None", header({ alg: "None" }), "wrong_algorithm"],
  ["no alg", header({ alg: undefined }), "wrong_algorithm"],
  ["an alg that is an array", header({ alg: ["RS256"] }), "wrong_algorithm"],
  ["HS256 with the public key for a secret", signedWithPublicKey, "wrong_algorithm"],
  [
    "RS512",
    ({ mint }) => mint({}, { header: { alg: "RS512" }, hash: "SHA-512" }),
    "wrong_algorithm",
  ],
  ["PS256", header({ alg: "PS256" }), "wrong_algorithm"],
  ["RS512 that calls itself RS256", ({ mint }) => mint({}, { hash: "SHA-512" }), "bad_signature"],
  ["a key of its own", byStranger((jwk) => ({ jwk })), "brings_its_own_key"],
  [
    "an address of its own key set",
    byStranger(() => ({ jku: "https://evil.example/certs" })),
    "brings_its_own_key",
  ],
  [
    "an address of its own certificate",
    byStranger(() => ({ x5u: "https://evil.example/cert" })),
    "brings_its_own_key",
  ],
  ["a certificate of its own", byStranger(() => ({ x5c: ["MIIB"] })), "brings_its_own_key"],
  ["an empty jku with a good signature", header({ jku: "" }), "brings_its_own_key"],
  ["a critical header", header({ crit: ["exp"], exp: 1 }), "critical_header"],
  ["an empty list of critical headers", header({ crit: [] }), "critical_header"],
  ["an unencoded payload", header({ b64: false, crit: ["b64"] }), "critical_header"],
  ["no key id", header({ kid: undefined }), "no_key_id"],
  ["an empty key id", header({ kid: "" }), "no_key_id"],
  ["a key id that is a number", header({ kid: 1 }), "no_key_id"],
  ["an unpublished key id", header({ kid: "unknown" }), "unknown_key"],
  ["a key id that is a member of every object", header({ kid: "__proto__" }), "unknown_key"],
  ["a stranger's signature under our key id", byStranger(() => ({})), "bad_signature"],
  [
    "a payload changed after signing",
    part(1, (text) => encode(atob(text).replace("ada@", "eve@"))),
    "bad_signature",
  ],
  ["a signature cut short", part(2, (text) => text.slice(0, 100)), "bad_signature"],
  ["a payload that is an array", ({ keys: [key] }) => signOwn(key, []), "malformed"],
  ["a payload that is null", ({ keys: [key] }) => signOwn(key, null), "malformed"],
  ["a payload that is a word", ({ keys: [key] }) => signOwn(key, "admin"), "malformed"],
  ["another application", claims({ aud: ["another"] }), "wrong_audience"],
  ["another application, not in an array", claims({ aud: "another" }), "wrong_audience"],
  ["no application", claims({ aud: undefined }), "wrong_audience"],
  ["an empty list of applications", claims({ aud: [] }), "wrong_audience"],
  [
    "part of our audience",
    ({ mint, audience }) => mint({ aud: audience.slice(0, 5) }),
    "wrong_audience",
  ],
  [
    "our audience in an object",
    ({ mint, audience }) => mint({ aud: { 0: audience } }),
    "wrong_audience",
  ],
  ["our audience nested", ({ mint, audience }) => mint({ aud: [[audience]] }), "wrong_audience"],
  ["an issuer with a slash", ({ mint, origin }) => mint({ iss: `${origin}/` }), "wrong_issuer"],
  ["another team", claims({ iss: "https://other.cloudflareaccess.com" }), "wrong_issuer"],
  [
    "another scheme",
    ({ mint, origin }) => mint({ iss: origin.replace("http:", "https:") }),
    "wrong_issuer",
  ],
  ["an issuer in an array", ({ mint, origin }) => mint({ iss: [origin] }), "wrong_issuer"],
  ["no issuer", claims({ iss: undefined }), "wrong_issuer"],
  ["no expiry", claims({ exp: undefined }), "no_expiry"],
  ["an expiry in words", claims({ exp: "tomorrow" }), "malformed_date"],
  ["an expiry that is a number in words", claims({ exp: `${SECONDS + 60}` }), "malformed_date"],
  ["an expiry that is null", claims({ exp: null }), "malformed_date"],
  ["expired an hour ago", claims({ exp: SECONDS - 3600 }), "expired"],
  ["expired at the edge of the skew", claims({ exp: SECONDS - 60 }), "expired"],
  ["a negative expiry", claims({ exp: -1 }), "expired"],
  ["valid in an hour", claims({ nbf: SECONDS + 3600 }), "not_yet_valid"],
  ["valid a second after the skew", claims({ nbf: SECONDS + 61 }), "not_yet_valid"],
  ["an nbf in words", claims({ nbf: "now" }), "malformed_date"],
  ["issued in an hour", claims({ iat: SECONDS + 3600 }), "issued_in_the_future"],
  ["issued a second after the skew", claims({ iat: SECONDS + 61 }), "issued_in_the_future"],
  ["issued in words", claims({ iat: "now" }), "malformed_date"],
  ["the team's own session", claims({ type: "org" }), "wrong_token_type"],
];

function signOwn(key: PerimeterDouble["keys"][number] | undefined, payload: unknown) {
  assert.ok(key);
  return sign({ alg: "RS256", kid: key.kid }, payload, { key: key.privateKey });
}

/** Valid tokens with their e-mail address, which is null for a service or an invalid address. */
const VERIFIED: readonly [what: string, mint: Mint, email: string | null][] = [
  ["a person's", claims({}), ADA],
  ["one for several applications", ({ mint, audience }) => mint({ aud: ["b", audience] }), ADA],
  ["one whose audience is not an array", ({ mint, audience }) => mint({ aud: audience }), ADA],
  ["one without nbf and iat", claims({ nbf: undefined, iat: undefined }), ADA],
  ["one expired within the skew", claims({ exp: SECONDS - 59 }), ADA],
  ["one that begins within the skew", claims({ nbf: SECONDS + 60, iat: SECONDS + 60 }), ADA],
  ["an address in capitals", claims({ email: "Ada@EXAMPLE.com" }), ADA],
  ["a header with extra fields", header({ typ: "application/jwt", extra: 1 }), ADA],
  ["a service's", claims(SERVICE_CLAIMS), null],
  ["one without an address", claims({ email: undefined }), null],
  ["one with an empty address", claims({ email: "" }), null],
  ["one whose address is not a string", claims({ email: ["ada@example.com"] }), null],
  ["one whose address is a name", claims({ email: "ada" }), null],
  ["one with a space in its address", claims({ email: " ada@example.com" }), null],
  ["one with two addresses", claims({ email: "ada@example.com,eve@example.com" }), null],
  [
    "an address with a look-alike of an ASCII letter",
    claims({ email: "\u212Aim@example.com" }),
    null,
  ],
  ["an address over 254 characters", claims({ email: `${"a".repeat(250)}@b.co` }), null],
];

Deno.test("every token that is forged, for another service or not valid now is refused with its reason (§5)", async (context) => {
  await using double = await startPerimeter({ now: () => NOW });
  const perimeter = perimeterBehind(double);
  for (const [what, mint, reason] of REFUSED) {
    await context.step(`${what}: ${reason}`, async () => {
      assert.deepEqual(await identify(perimeter, await mint(double)), { kind: "refused", reason });
    });
  }
});

Deno.test("a valid token gives its e-mail address in lower case, or null for a service (§5)", async (context) => {
  await using double = await startPerimeter({ now: () => NOW });
  const perimeter = perimeterBehind(double);
  for (const [what, mint, email] of VERIFIED) {
    await context.step(`${what}: ${email ?? "a service"}`, async () => {
      assert.deepEqual(await identify(perimeter, await mint(double)), { kind: "verified", email });
    });
  }
});

Deno.test("any other text in place of a token is refused without an error (§5)", async () => {
  await using double = await startPerimeter({ now: () => NOW });
  const perimeter = perimeterBehind(double);
  const valid = await double.mint();
  const segment = fc.oneof(
    fc.string(),
    fc.json().map(encode),
    fc.constantFrom(...valid.split("."), ""),
  );
  const tokens = fc.oneof(
    fc.array(segment, { maxLength: 5 }).map((segments) => segments.join(".")),
    fc.tuple(fc.nat(valid.length - 1), fc.constantFrom("A", "_", ".", "~")).map(([at, letter]) =>
      valid.slice(0, at) + letter + valid.slice(at + 1)
    ),
  );
  await fc.assert(
    fc.asyncProperty(tokens, async (token) => {
      if (!/^[\x21-\x7e]+$/.test(token)) return;
      const identity = await identify(perimeter, token);
      // Tokens that differ only in the last letter can be valid, because decoders drop two bits of it.
      if (token.slice(0, -1) !== valid.slice(0, -1)) assert.equal(identity.kind, "refused");
    }),
    { numRuns: 1000 },
  );
});

Deno.test("the header takes precedence over the cookie, and differing cookies are refused (design §7)", async () => {
  await using double = await startPerimeter({ now: () => NOW });
  const perimeter = perimeterBehind(double);
  const ada = await double.mint();
  const eve = await double.mint({ email: "eve@example.com" });
  const expired = await double.mint({ exp: 1 });
  const of = (email: string) => ({ kind: "verified", email });
  const refused = (reason: Refusal) => ({ kind: "refused", reason });
  const cookie = (...tokens: string[]) =>
    ["a=1", ...tokens.map((token) => `CF_Authorization=${token}`), "CF_Authorization2=x"].join(
      "; ",
    );
  const rows: readonly [string, Record<string, string>, unknown][] = [
    ["nothing", {}, { kind: "anonymous" }],
    ["another cookie", { cookie: cookie() }, { kind: "anonymous" }],
    ["an empty cookie", { cookie: cookie("") }, { kind: "anonymous" }],
    ["an empty header", { [NAMES.tokenHeader]: "" }, { kind: "anonymous" }],
    ["an authorization header", { authorization: `Bearer ${ada}` }, { kind: "anonymous" }],
    ["a header", { [NAMES.tokenHeader]: ada }, of(ADA)],
    ["a cookie", { cookie: cookie(ada) }, of(ADA)],
    ["a header before a cookie", { [NAMES.tokenHeader]: ada, cookie: cookie(eve) }, of(ADA)],
    ["a bad header before a good cookie", {
      [NAMES.tokenHeader]: expired,
      cookie: cookie(ada),
    }, refused("expired")],
    ["an empty header with a cookie", { [NAMES.tokenHeader]: "", cookie: cookie(ada) }, of(ADA)],
    ["one cookie twice", { cookie: cookie(ada, ada) }, of(ADA)],
    ["two people's cookies", { cookie: cookie(ada, eve) }, refused("several_tokens")],
    ["a planted cookie first", { cookie: cookie("x", ada) }, refused("several_tokens")],
    ["two cookies with a header", {
      [NAMES.tokenHeader]: ada,
      cookie: cookie(eve, expired),
    }, of(ADA)],
  ];
  for (const [what, headers, outcome] of rows) {
    const request = new Request("http://localhost/admin", { headers });
    assert.deepEqual(await perimeter.identify(request), outcome, what);
  }
});

Deno.test("a request without a well-formed token does not fetch the perimeter's keys", async () => {
  await using double = await startPerimeter();
  const perimeter = perimeterBehind(double);
  await perimeter.identify(new Request("http://localhost/admin"));
  await identify(perimeter, "letmein");
  assert.equal(double.fetches, 0);
});
