/**
 * A double of the consent platform: a page with the choices of a visitor, which sets the consent cookie
 * (external-systems.md §D). Cookies ignore the port, so a service on the same host receives the cookie.
 */

/** The choices of a visitor. */
const CHOICES = {
  all: { label: "Accept all", purposes: { 1: true, 4: true, 5: true } },
  measurement: { label: "Measurement alone", purposes: { 1: true, 4: true, 5: false } },
  none: { label: "Refuse", purposes: { 1: true, 4: false, 5: false } },
} as const;
/** The name of a choice. */
export type Choice = keyof typeof CHOICES;

/** How the double writes its cookie: correctly (`well`), or with one of several faults. */
export type ConsentMode = "well" | "malformed" | "no purposes" | "another site" | "words";

/** The double; disposing it closes its server. */
export interface ConsentDouble extends AsyncDisposable {
  readonly origin: string;
  /** The environment variables of a service that reads its cookie. */
  readonly environment: Readonly<Record<string, string>>;
  mode: ConsentMode;
  /** Returns the cookie of a choice, as the value of a `Set-Cookie` header. */
  cookie(choice: Choice): string;
}

const SITE_ID = "77";

/** Starts a double. A choice redirects to `home`. */
export function startConsent({ home = "/" }: { readonly home?: string } = {}): ConsentDouble {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, answer);

  async function answer(request: Request): Promise<Response> {
    if (request.method !== "POST") return new Response(PAGE, { headers: HTML });
    const asked = (await request.formData()).get("choice");
    if (!isChoice(asked)) return new Response("No such choice", { status: 400 });
    return new Response(null, {
      status: 303,
      headers: { location: home, "set-cookie": double.cookie(asked) },
    });
  }

  const double: ConsentDouble = {
    origin: `http://127.0.0.1:${server.addr.port}`,
    environment: {
      CMP_SITE_ID: SITE_ID,
      CMP_PURPOSE_MEASUREMENT: "4",
      CMP_PURPOSE_MARKETING: "5",
    },
    mode: "well",
    cookie(choice) {
      const { mode } = double;
      const { purposes } = CHOICES[choice];
      const value = {
        timestamp: "2026-01-05T10:00:00.000Z",
        version: "1.90.0",
        ...(mode === "no purposes" ? { consent: true } : {
          purposes: mode === "words"
            ? Object.fromEntries(Object.entries(purposes).map(([id, is]) => [id, String(is)]))
            : purposes,
        }),
        id: Number(SITE_ID),
      };
      const text = JSON.stringify(value);
      const site = mode === "another site" ? "78" : SITE_ID;
      const sent = encodeURIComponent(mode === "malformed" ? text.slice(0, -20) : text);
      return `_cmp_cs-${site}=${sent}; Path=/; SameSite=Lax; Max-Age=31536000`;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return double;
}

/** Whether a value is the name of a choice. */
function isChoice(text: unknown): text is Choice {
  return typeof text === "string" && Object.hasOwn(CHOICES, text);
}

const HTML = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
const BUTTONS = Object.entries(CHOICES)
  .map(([name, { label }]) => `<button name="choice" value="${name}">${label}</button>`).join(" ");
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Consent platform</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem}
button{font:inherit;padding:.6rem 1rem;margin:.25rem 0}</style>
<main><h1>What may the site remember?</h1>
<p>This stands in for the consent platform. Your choice becomes the cookie that the service reads with each request.</p>
<form method="post">${BUTTONS}</form></main></html>`;
