/** Verifies the perimeter's access tokens (spec §5, design §7). */
import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from "jose";
import type { KeySource } from "./key_source.ts";

/** Why a token was refused: for the log only, never for the response. */
export type Refusal =
  | "too_large"
  | "malformed"
  | "wrong_algorithm"
  | "brings_its_own_key"
  | "critical_header"
  | "no_key_id"
  | "unknown_key"
  | "keys_unavailable"
  | "bad_signature"
  | "wrong_issuer"
  | "wrong_audience"
  | "no_expiry"
  | "malformed_date"
  | "expired"
  | "not_yet_valid"
  | "issued_in_the_future"
  | "wrong_token_type"
  | "several_tokens";

/** The result of verifying a token. */
export type Verdict =
  /** `email` is null for a service token, which has none. */
  | { readonly kind: "verified"; readonly email: string | null }
  | { readonly kind: "refused"; readonly reason: Refusal };

/** The values that a token is verified against. */
interface VerifyOptions {
  readonly keys: KeySource;
  /** Required value of the `iss` claim. */
  readonly issuer: string;
  /** Required value of the `aud` claim, or of one of its elements. */
  readonly audience: string;
  readonly now: () => Date;
}

/** Longest token, in characters. Tokens have 1 to 2 KiB; custom claims may add some. */
const MAX_LENGTH = 16 * 1024;
/** Allowed clock skew between the perimeter and this machine (design §7). */
const SKEW_SECONDS = 60;
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Verifies a token: its RS256 signature by a published key, `iss`, `aud`, `exp`, and, if present, `nbf` and `iat`, with
 * 60 seconds of clock skew. Only the key id of the token selects the key. Never throws, whatever the token contains.
 */
export async function verifyToken(token: string, options: VerifyOptions): Promise<Verdict> {
  if (token.length > MAX_LENGTH) return refused("too_large");
  const header = COMPACT.test(token) ? readHeader(token) : null;
  if (header === null) return refused("malformed");
  if (header.alg !== "RS256") return refused("wrong_algorithm");
  if (["jku", "jwk", "x5u", "x5c"].some((name) => name in header)) {
    return refused("brings_its_own_key");
  }
  if ("crit" in header) return refused("critical_header");
  if (typeof header.kid !== "string" || header.kid === "") return refused("no_key_id");
  const keys = await options.keys(header.kid);
  if (typeof keys === "string") return refused(keys);
  return await verifyByAny(token, keys, options);
}

function refused(reason: Refusal): Verdict {
  return { kind: "refused", reason };
}

function readHeader(token: string): ProtectedHeaderParameters | null {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}

async function verifyByAny(
  token: string,
  keys: readonly CryptoKey[],
  { issuer, audience, now }: VerifyOptions,
): Promise<Verdict> {
  const currentDate = now();
  const expected = {
    issuer,
    audience,
    currentDate,
    algorithms: ["RS256"],
    clockTolerance: SKEW_SECONDS,
    requiredClaims: ["exp"],
  };
  let verdict = refused("bad_signature");
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, expected);
      return readClaims(payload, currentDate);
    } catch (error) {
      verdict = refused(refusalOf(error));
    }
    if (verdict.kind === "refused" && verdict.reason !== "bad_signature") break;
  }
  return verdict;
}

const CLAIM_REFUSALS: Readonly<Record<string, Refusal>> = {
  iss: "wrong_issuer",
  aud: "wrong_audience",
  nbf: "not_yet_valid",
};

function refusalOf(error: unknown): Refusal {
  if (error instanceof errors.JWSSignatureVerificationFailed) return "bad_signature";
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === "invalid") return "malformed_date";
    return error.claim === "exp" ? "no_expiry" : CLAIM_REFUSALS[error.claim] ?? "malformed";
  }
  if (error instanceof errors.JOSEError) return "malformed";
  throw error;
}

/**
 * Checks claims that the library does not. A token of type `org` is for the whole team domain, not for this service.
 */
function readClaims({ iat, type, email }: JWTPayload, now: Date): Verdict {
  if (type === "org") return refused("wrong_token_type");
  if (iat !== undefined && iat > now.getTime() / 1000 + SKEW_SECONDS) {
    return refused("issued_in_the_future");
  }
  return { kind: "verified", email: readEmail(email) };
}

/**
 * Returns the e-mail address in lower case; null if it is not plain ASCII. The lower case of some non-ASCII letters is
 * an ASCII letter, so a look-alike could get somebody else's role.
 */
function readEmail(email: unknown): string | null {
  const isAddress = typeof email === "string" && email.length <= 254 &&
    /^[!-?A-~]+@[!-?A-~]+$/.test(email);
  return isAddress ? email.toLowerCase() : null;
}
