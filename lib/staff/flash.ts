/**
 * A flash: what an action came to, said once on the page that its redirect leads to. It may carry a form that takes the
 * action back, so nobody but the service may write one: it stays in the store for a minute, and its cookie is an id
 * that means something to the person who acted alone.
 */
import type { Middleware } from "fresh";
import { z } from "zod";
import { cookieValues } from "../http/mod.ts";
import { getValid, retryLocked } from "../kv/mod.ts";
import { getLog } from "../log/mod.ts";
import type { StaffState } from "./staff.ts";

const NAME = "gss_flash";
const MAX_AGE_SECONDS = 60;
const MAX_TEXT = 300;
/** A value of the store has 64 KiB. It keeps a text of ASCII in a byte a character, and any other in two. */
const MAX_UNDO = { ascii: 50_000, other: 25_000 };
const ID = /^[A-Za-z0-9_-]{22}$/;

/** Another page of the admin area as its own address spells it: no host, no dots that climb. */
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
/** A form that takes an action back: where it posts, and what; a list is sent once for each of its parts. */
export type Undo = z.infer<typeof Undo>;

/** Whether the store holds it: what switched thousands of rules is taken back by all of their ids. */
function isStorable(fields: Readonly<Record<string, string | string[]>>): boolean {
  const text = JSON.stringify(fields);
  return text.length <= (/^[ -~]*$/.test(text) ? MAX_UNDO.ascii : MAX_UNDO.other);
}

const Flash = z.strictObject({
  tone: z.enum(["positive", "info", "warning", "danger"]),
  text: z.string().min(1).max(MAX_TEXT),
  undo: Undo.optional(),
});
/** What an action came to, and perhaps how to take it back. */
export type Flash = z.infer<typeof Flash>;

/** A flash in the store. */
const Kept = z.object({
  /** Whom it is for. */
  email: z.string(),
  /** In milliseconds of the epoch; the store hides nothing that has expired for a minute more. */
  expiresAt: z.number(),
  flash: Flash,
});

/** Flashes of answers on their way out, until `flashes()` keeps them. */
const said = new WeakMap<Response, Flash>();

/**
 * Says what an action came to on the page that its answer, normally a redirect, leads to. A long text is cut, and an
 * undo that leads out of the admin area, or is longer than 25,000 characters, or 50,000 of ASCII alone, is left out.
 */
export function withFlash(response: Response, { tone, text, undo }: Flash): Response {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  const whole = Flash.safeParse({ tone, text: short, ...(undo && { undo }) });
  said.set(response, whole.data ?? { tone, text: short });
  return response;
}

/** What flashes need of a request's state, and where the one that came with it is left. */
export interface FlashState extends StaffState {
  readonly services: { readonly kv: Deno.Kv; readonly now: () => Date };
  flash?: Flash;
}

/**
 * Gives pages the flash that their reader was left, and forgets it with the page that shows it; keeps the flash of
 * an answer for whoever acted. The guard keeps no page of the admin area in a cache, so going back does not say it
 * again. A store that fails costs the words of an action, never the action.
 */
export function flashes<S extends FlashState>(): Middleware<S> {
  return async (ctx) => {
    const cookies = cookieValues(ctx.req.headers.get("cookie"), NAME);
    const flash = await take(ctx.state, cookies);
    if (flash !== undefined) ctx.state.flash = flash;
    const response = await ctx.next();
    const next = said.get(response);
    if (next !== undefined) {
      const id = await keep(ctx.state, next);
      return id === undefined ? response : withCookie(response, id, MAX_AGE_SECONDS);
    }
    const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    return isPage && cookies.length > 0 ? withCookie(response, "", 0) : response;
  };
}

/** None where two cookies differ: one of them was planted, and nothing says which. */
async function take(state: FlashState, cookies: readonly string[]): Promise<Flash | undefined> {
  const [id, ...others] = new Set(cookies);
  if (id === undefined || others.length > 0 || !ID.test(id)) return undefined;
  try {
    const { kv, now } = state.services;
    const { value } = await getValid(kv, keyOf(id), Kept) ?? {};
    if (value?.email !== state.staff?.email) return undefined;
    return value !== undefined && value.expiresAt > now().getTime() ? value.flash : undefined;
  } catch (error) {
    getLog("admin").warn("cannot read what an action came to", { error });
    return undefined;
  }
}

/** Gives the id, or nothing where nobody is signed in or the store fails. */
async function keep({ services, staff }: FlashState, flash: Flash): Promise<string | undefined> {
  if (staff === undefined) return undefined;
  const id = crypto.getRandomValues(new Uint8Array(16)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
  const lifeMs = MAX_AGE_SECONDS * 1000;
  const expiresAt = services.now().getTime() + lifeMs;
  const kept: z.infer<typeof Kept> = { email: staff.email, expiresAt, flash };
  try {
    await retryLocked(() => services.kv.set(keyOf(id), kept, { expireIn: lifeMs }));
    return id;
  } catch (error) {
    getLog("admin").warn("cannot keep what an action came to", { error });
    return undefined;
  }
}

function keyOf(id: string): Deno.KvKey {
  return ["admin_flashes", id];
}

/**
 * Appends to the response itself where it can, for a page carries more than its headers. The id is of no use to
 * anybody else, so it does without `Secure` and works on plain http.
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
