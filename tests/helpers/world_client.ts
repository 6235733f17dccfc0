/** A browser without scripts in a world: it keeps cookies, follows the panel's buttons, and sends forms. */
import assert from "node:assert/strict";
import type { StaffRole, World } from "../world/world.ts";
import type { Dependency } from "../world/fault.ts";
import type { WorldFaultId } from "../world/faults.ts";
import type { Choice } from "../doubles/consent.ts";

/** An answer whose body was read. */
export interface WorldAnswer {
  readonly status: number;
  readonly text: string;
  readonly type: string;
  /** Where a redirect leads, as it was sent. */
  readonly location: string;
}

/** A browser in a world. */
export interface WorldClient {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<WorldAnswer>;
  /** Sends a form, or JSON where `body` is no map of texts. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<WorldAnswer>;
  json(method: "PUT" | "POST", path: string, body: unknown): Promise<WorldAnswer>;
  /** Presses a button of the panel. */
  inject(fault: WorldFaultId): Promise<void>;
  /** Takes the fault of a system away by the panel, or all of them. */
  mend(dependency?: Dependency): Promise<void>;
  signIn(role: StaffRole): Promise<void>;
  /** Is recognised by the CRM from now on. */
  visitAs(visitor: "pat" | "stranger" | "nobody"): Promise<void>;
  /** Chooses at the consent platform. */
  choose(choice: Choice): Promise<void>;
  /** The value of a cookie; null where there is none. */
  cookie(name: string): string | null;
}

/** A browser without cookies. */
export function openWorldClient({ origin, panel, doubles }: World): WorldClient {
  const jar = new Map<string, string>();

  async function send(url: string, init: RequestInit = {}): Promise<WorldAnswer> {
    const headers = new Headers(init.headers);
    headers.set("cookie", Array.from(jar, ([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return {
      status: response.status,
      text: await response.text(),
      type: response.headers.get("content-type") ?? "",
      location: response.headers.get("location") ?? "",
    };
  }

  async function press(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const { status } = await send(url, { method: "POST", body: new URLSearchParams(fields) });
    assert.equal(status, 303, url);
  }

  return {
    get: (path, headers = {}) => send(`${origin}${path}`, { headers }),
    post: (path, fields) =>
      send(`${origin}${path}`, { method: "POST", body: new URLSearchParams(fields) }),
    json: (method, path, body) =>
      send(`${origin}${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    inject: (fault) => press(`${panel}/inject`, { fault }),
    mend: (dependency) => press(`${panel}/mend`, { dependency: dependency ?? "all" }),
    signIn: (role) => press(`${panel}/sign-in`, { role }),
    visitAs: (visitor) => press(`${panel}/visitor`, { visitor }),
    choose: (choice) => press(doubles.consent.origin, { choice }),
    cookie: (name) => jar.get(name) ?? null,
  };
}
