/**
 * A flash: what an act came to, said once on the page that its redirect leads to. It travels in a cookie
 * of a minute, so it needs no store, and works on every process.
 */
import type { Middleware } from "fresh";
import { z } from "zod";
import { cookieValues } from "../http/mod.ts";

const NAME = "gss_flash";
const MAX_AGE_SECONDS = 60;
/** Browsers drop cookies over 4096 bytes whole. */
const MAX_ENCODED = 3500;
const MAX_TEXT = 300;
const ENCODED = /^[A-Za-z0-9_-]+$/;

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
  fields: z.record(FieldName, z.string().max(2000)).refine((fields) =>
    Object.keys(fields).length <= 20
  ),
});
/** A form that takes an act back: where it posts, and what. */
export type Undo = z.infer<typeof Undo>;

const Flash = z.strictObject({
  tone: z.enum(["positive", "info", "warning", "danger"]),
  text: z.string().min(1).max(MAX_TEXT),
  undo: Undo.optional(),
});
/** What an act came to, and perhaps how to take it back. */
export type Flash = z.infer<typeof Flash>;

/**
 * Adds a flash to the answer of an act, normally its redirect. A long text is cut, and an undo that leads
 * out of the admin area or is too long for a cookie is left out.
 */
export function withFlash(response: Response, { tone, text, undo }: Flash): Response {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  const whole = Flash.safeParse({ tone, text: short, undo });
  const encoded = whole.success ? encode(whole.data) : "";
  const fits = encoded !== "" && encoded.length <= MAX_ENCODED;
  return withCookie(response, fits ? encoded : encode({ tone, text: short }), MAX_AGE_SECONDS);
}

/**
 * The flash of a `Cookie` header. Whatever is not exactly one, such as what a neighbouring host or a curious
 * visitor put there, is none.
 */
export function readFlash(cookieHeader: string | null): Flash | undefined {
  const [value, ...others] = cookieValues(cookieHeader, NAME);
  if (value === undefined || others.length > 0) return undefined;
  if (value.length > MAX_ENCODED || !ENCODED.test(value)) return undefined;
  return Flash.safeParse(decode(value)).data;
}

/** The part of a request's state that its flash is left in. */
export interface FlashState {
  flash?: Flash;
}

/**
 * Gives pages the flash that came with their request, and forgets it with the page that shows it. The guard
 * keeps no page of the admin area in a cache, so going back does not say it again.
 */
export function flashes<S extends FlashState>(): Middleware<S> {
  return async (ctx) => {
    const cookie = ctx.req.headers.get("cookie");
    const flash = readFlash(cookie);
    if (flash !== undefined) ctx.state.flash = flash;
    const response = await ctx.next();
    const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    const isNew = response.headers.getSetCookie().some((set) => set.startsWith(`${NAME}=`));
    if (!isPage || isNew || cookieValues(cookie, NAME).length === 0) return response;
    return withCookie(response, "", 0);
  };
}

/**
 * Appends to the response itself where it can, for a page carries more than its headers. Nothing secret is
 * in it, so it does without `Secure` and works on plain http.
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

function encode(flash: Flash): string {
  return new TextEncoder().encode(JSON.stringify(flash)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

function decode(text: string): unknown {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
