/**
 * Flash messages: the outcome of an action, shown once on the page that its redirect leads to. A flash may carry an
 * undo form, so visitors must not be able to forge one: it is stored on the server for a minute, and its cookie is a
 * random id that works only for the person who acted.
 */
import type { Middleware } from "fresh";
import { z } from "zod";
import { cookieValues } from "../http/mod.ts";
import { getValid, retryLocked } from "../kv/mod.ts";
import { getLog } from "../log/mod.ts";
import { truncate } from "../text/mod.ts";
import { withTimeout } from "../timing/mod.ts";
import type { StaffState } from "./staff.ts";

const NAME = "gss_flash";
const MAX_AGE_SECONDS = 60;
const MAX_TEXT = 300;
/**
 * Longest undo form as JSON, in characters. A KV value is limited to 64 KiB; ASCII strings take one byte per character,
 * others two.
 */
const MAX_UNDO = { ascii: 50_000, other: 25_000 };
const ID = /^[A-Za-z0-9_-]{22}$/;

/** A normalised path in the admin area: no host, and no `..` segments. */
const AdminPath = z.string().max(300).refine((action) => {
  if (!URL.canParse(action, "http://localhost")) return false;
  const { pathname, search } = new URL(action, "http://localhost");
  return pathname.startsWith("/admin/") && `${pathname}${search}` === action;
});

const FieldName = z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/).refine((name) =>
  name !== "__proto__"
);

const Undo = z.strictObject({
  action: AdminPath,
  fields: z.record(FieldName, z.union([z.string(), z.array(z.string())])).refine(isStorable),
});
/** An undo form: the path to post to, and its fields. A list is sent as repeated fields. */
export type Undo = z.infer<typeof Undo>;

/** Whether the fields fit into one KV value. Undoing a bulk action sends the ids of all its records. */
function isStorable(fields: Readonly<Record<string, string | string[]>>): boolean {
  const text = JSON.stringify(fields);
  return text.length <= (/^[ -~]*$/.test(text) ? MAX_UNDO.ascii : MAX_UNDO.other);
}

const Flash = z.strictObject({
  tone: z.enum(["positive", "info", "warning", "danger"]),
  text: z.string().min(1).max(MAX_TEXT),
  undo: Undo.optional(),
});
/** The outcome of an action, optionally with its undo form. */
export type Flash = z.infer<typeof Flash>;

/** A stored flash. */
const StoredFlash = z.object({
  /** The person who acted; nobody else may read it. */
  email: z.string(),
  /** Milliseconds since 1970. Checked on read, because KV can return an expired value for about a minute. */
  expiresAt: z.number(),
  flash: Flash,
});

type StoredFlash = z.infer<typeof StoredFlash>;

/** Flashes that the store did not take, by id. Another process cannot show them. */
type Unstored = Map<string, StoredFlash>;
const MAX_UNSTORED = 50;

/** Flashes of responses that `flashes()` has not stored yet. */
const pending = new WeakMap<Response, Flash>();

/**
 * Attaches a flash to a response, normally a redirect. Text beyond 300 characters is truncated. An undo is dropped if
 * it leads out of the admin area or is too long (25 000 characters, or 50 000 of pure ASCII).
 */
export function withFlash(response: Response, { tone, text, undo }: Flash): Response {
  const short = text.length > MAX_TEXT ? `${truncate(text, MAX_TEXT - 1)}…` : text;
  const whole = Flash.safeParse({ tone, text: short, ...(undo && { undo }) });
  pending.set(response, whole.data ?? { tone, text: short });
  return response;
}

/** The request state that flashes need; `flash` is the one to show. */
export interface FlashState extends StaffState {
  readonly services: { readonly kv: Deno.Kv; readonly now: () => Date };
  flash?: Flash;
}

/**
 * Middleware that reads the flash of a request into its state, clears the cookie once a page has shown it, and stores
 * the flash of a response for the person who acted. The admin guard forbids caching, so going back does not show it
 * again. While the store fails, this process keeps the flash itself.
 */
export function flashes<S extends FlashState>(): Middleware<S> {
  const unstored: Unstored = new Map();
  return async (ctx) => {
    const cookies = cookieValues(ctx.req.headers.get("cookie"), NAME);
    const flash = await readFlash(ctx.state, cookies, unstored);
    if (flash !== undefined) ctx.state.flash = flash;
    const response = await ctx.next();
    const next = pending.get(response);
    if (next !== undefined) {
      const id = await storeFlash(ctx.state, next, unstored);
      return id === undefined ? response : withCookie(response, id, MAX_AGE_SECONDS);
    }
    const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    return isPage && cookies.length > 0 ? withCookie(response, "", 0) : response;
  };
}

/** Returns nothing when two cookies differ, because one of them may have been planted. */
async function readFlash(
  state: FlashState,
  cookies: readonly string[],
  unstored: Unstored,
): Promise<Flash | undefined> {
  const [id, ...others] = new Set(cookies);
  if (id === undefined || others.length > 0 || !ID.test(id)) return undefined;
  try {
    const { kv, now } = state.services;
    const value = unstored.get(id) ??
      (await withTimeout(STORE_TIMEOUT_MS, () => getValid(kv, keyOf(id), StoredFlash)))?.value;
    if (value?.email !== state.staff?.email) return undefined;
    return value !== undefined && value.expiresAt > now().getTime() ? value.flash : undefined;
  } catch (error) {
    getLog("admin").warn("cannot read what an action came to", { error });
    return undefined;
  }
}

/** Stores a flash and returns its id; nothing when nobody is signed in. */
async function storeFlash(
  { services, staff }: FlashState,
  flash: Flash,
  unstored: Unstored,
): Promise<string | undefined> {
  if (staff === undefined) return undefined;
  const id = crypto.getRandomValues(new Uint8Array(16)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
  const lifeMs = MAX_AGE_SECONDS * 1000;
  const expiresAt = services.now().getTime() + lifeMs;
  const kept: StoredFlash = { email: staff.email, expiresAt, flash };
  try {
    await withTimeout(
      STORE_TIMEOUT_MS,
      () => retryLocked(() => services.kv.set(keyOf(id), kept, { expireIn: lifeMs })),
    );
  } catch (error) {
    getLog("admin").warn("cannot keep what an action came to", { error });
    const [oldest] = unstored.keys();
    if (oldest !== undefined && unstored.size >= MAX_UNSTORED) unstored.delete(oldest);
    unstored.set(id, kept);
  }
  return id;
}

/** The change is stored already, so its author does not wait long for words about it. */
const STORE_TIMEOUT_MS = 2_000;

function keyOf(id: string): Deno.KvKey {
  return ["admin_flashes", id];
}

/**
 * Changes the response in place where possible, because copying it would lose data attached to the object. The cookie
 * works without `Secure`, so on plain http too: its id is useless to anybody else.
 */
function withCookie(response: Response, value: string, maxAgeSeconds: number): Response {
  const cookie = `${NAME}=${value}; Path=/admin; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
  try {
    response.headers.append("set-cookie", cookie);
    return response;
  } catch {
    const copy = new Response(response.body, response);
    copy.headers.append("set-cookie", cookie);
    return copy;
  }
}
