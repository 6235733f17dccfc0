/**
 * A double of the identity perimeter: a real server on a free port that publishes a key set, and signs tokens. It can
 * rotate its keys, and fail in every way that a client must survive.
 */

/** A published key as a JWK. */
type PublishedKey = Readonly<Record<string, unknown>>;

/** How the double responds to requests for the key set. */
export type PerimeterMode =
  | "well"
  | "error"
  | "html"
  | "empty"
  | "no list"
  | "truncated"
  | "oversized"
  | "redirect"
  | "unusable"
  | "slow";

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: PublishedKey;
}

/** Options of a token, besides its claims. */
interface MintOptions {
  /** Header members to add; undefined removes a member. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** The signing key; default the first of {@linkcode PerimeterDouble.keys}. */
  readonly key?: SigningKey;
  /** The hash of the signature; default `SHA-256`. */
  readonly hash?: "SHA-256" | "SHA-512";
}

/** The double; disposing it closes its server. */
export interface PerimeterDouble extends AsyncDisposable {
  /** For `ACCESS_TEAM_DOMAIN`; also the issuer of the tokens. */
  readonly origin: string;
  /** For `ACCESS_AUD`. */
  readonly audience: string;
  /** The environment of a service behind it. */
  readonly environment: Readonly<Record<string, string>>;
  mode: PerimeterMode;
  /** Number of requests for the key set. */
  fetches: number;
  /** Resolves when the mode `slow` blocks a request. */
  readonly held: Promise<void>;
  /** The published keys; the first one signs. Tests may change them. */
  keys: SigningKey[];
  /** Returns the published form of a key. Tests may override it. */
  publish: (key: SigningKey) => PublishedKey;
  /** Switches to a new signing key, and keeps only the previous one published beside it. */
  rotate(): Promise<SigningKey>;
  /** Creates a key that is not published. */
  stranger(kid?: string): Promise<SigningKey>;
  /** Signs a token for a person, valid 30 minutes before and after `now`. Undefined claims are omitted. */
  mint(claims?: Readonly<Record<string, unknown>>, options?: MintOptions): Promise<string>;
}

/** Options of a double. */
interface PerimeterDoubleOptions {
  /** The clock of the tokens. */
  readonly now?: () => Date;
}

/** The claims of a service token, which has no e-mail address. */
export const SERVICE_CLAIMS = {
  email: undefined,
  nbf: undefined,
  identity_nonce: undefined,
  sub: "",
  common_name: "0a1b2c3d.access",
} as const;

/** Starts a double with one key. */
export async function startPerimeter(
  { now = () => new Date() }: PerimeterDoubleOptions = {},
): Promise<PerimeterDouble> {
  const audience = "a0b1c2d3e4f5";
  const held = Promise.withResolvers<void>();
  const closing = Promise.withResolvers<void>();
  const pairs: CryptoKeyPair[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => answer(request),
  );
  const origin = `http://127.0.0.1:${server.addr.port}`;

  async function answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== "/cdn-cgi/access/certs") {
      return new Response("no such page", { status: 404 });
    }
    double.fetches++;
    const keys = double.keys.map(double.publish);
    const certificate = { kid: "stale", cert: "-----BEGIN CERTIFICATE-----" };
    const body = { keys, public_cert: certificate, public_certs: [certificate] };
    switch (double.mode) {
      case "error":
        return new Response("upstream is gone", { status: 500 });
      case "html":
        return new Response("<!doctype html><title>Sign in</title>", {
          headers: { "content-type": "text/html" },
        });
      case "empty":
        return Response.json({ ...body, keys: [] });
      case "no list":
        return Response.json({ ...body, keys: { 0: keys[0] } });
      case "truncated":
        return new Response(JSON.stringify(body).slice(0, -20));
      case "oversized":
        return Response.json({ ...body, padding: "x".repeat(100_000) });
      case "redirect":
        return new Response(null, { status: 302, headers: { location: "/elsewhere" } });
      case "unusable":
        return Response.json({
          ...body,
          keys: [null, 1, {}, { kid: "a" }, { ...keys[0], kty: "EC" }, { ...keys[0], n: "AQAB" }, {
            ...keys[0],
            alg: "RS512",
          }],
        });
      case "slow":
        held.resolve();
        await closing.promise;
        return Response.json(body);
      case "well":
        return Response.json(body);
    }
  }

  const double: PerimeterDouble = {
    origin,
    audience,
    environment: { ACCESS_TEAM_DOMAIN: origin, ACCESS_AUD: audience },
    mode: "well",
    fetches: 0,
    held: held.promise,
    keys: [await makeKey(pairs)],
    publish: ({ jwk }) => jwk,
    async rotate() {
      const key = await makeKey(pairs);
      double.keys = [key, ...double.keys.slice(0, 1)];
      return key;
    },
    stranger: (kid) => makeKey(pairs, kid),
    async mint(claims = {}, { header, key = double.keys[0], hash } = {}) {
      if (key === undefined) throw new Error("Cannot mint a token: there is no key");
      const at = Math.floor(now().getTime() / 1000);
      const payload = {
        aud: [audience],
        email: "ada@example.com",
        exp: at + 1800,
        iat: at - 1800,
        nbf: at - 1800,
        iss: origin,
        type: "app",
        identity_nonce: "0123456789abcdef",
        sub: "11111111-2222-3333-4444-555555555555",
        country: "DE",
        ...claims,
      };
      return await sign({ alg: "RS256", kid: key.kid, typ: "JWT", ...header }, payload, {
        key: key.privateKey,
        ...(hash && { hash }),
      });
    },
    async [Symbol.asyncDispose]() {
      closing.resolve();
      await server.shutdown();
      unused.push(...pairs);
    },
  };
  return double;
}

/** Signs a token without a JWT library, because a library would refuse to create most forgeries. */
export async function sign(
  header: object,
  payload: unknown,
  { key, hash = "SHA-256" }: { key: CryptoKey; hash?: "SHA-256" | "SHA-512" },
): Promise<string> {
  const signed = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(payload))}`;
  const { algorithm } = key;
  const signer = algorithm.name === "HMAC" ? key : await withHash(key, hash);
  const signature = await crypto.subtle.sign(
    algorithm.name,
    signer,
    new TextEncoder().encode(signed),
  );
  return `${signed}.${
    new Uint8Array(signature).toBase64({ alphabet: "base64url", omitPadding: true })
  }`;
}

/** Encodes text as base64url without padding. */
export function encode(text: string): string {
  return new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });
}

const RSA = "RSASSA-PKCS1-v1_5";

async function withHash(key: CryptoKey, hash: string): Promise<CryptoKey> {
  if (hash === "SHA-256") return key;
  const bytes = await crypto.subtle.exportKey("pkcs8", key);
  return await crypto.subtle.importKey("pkcs8", bytes, { name: RSA, hash }, false, ["sign"]);
}

/** Key pairs of closed doubles, reused by later ones under new key ids, because generating a pair is slow. */
const unused: CryptoKeyPair[] = [];

async function makePair(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(
    { name: RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
    true,
    ["sign", "verify"],
  );
}

/** Creates a signing key and adds its pair to `pairs`, the pairs of one double, which no other open double uses. */
async function makeKey(
  pairs: CryptoKeyPair[],
  kid: string = crypto.randomUUID(),
): Promise<SigningKey> {
  const pair = unused.pop() ?? await makePair();
  pairs.push(pair);
  const { kty, n, e } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { kid, ...pair, jwk: { kid, kty, alg: "RS256", use: "sig", n, e } };
}
