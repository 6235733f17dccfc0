/** A browser without JavaScript for a world: it stores cookies, sends forms, and presses the panel's buttons. */
import assert from "node:assert/strict";
import type { StaffRole, World } from "../world/world.ts";
import type { Dependency } from "../world/fault.ts";
import type { WorldFaultId } from "../world/faults.ts";
import type { Choice } from "../doubles/consent.ts";

/** A response with its body. */
export interface WorldAnswer {
  readonly status: number;
  readonly text: string;
  readonly type: string;
  /** The raw `Location` header of a redirect; otherwise empty. */
  readonly location: string;
}

/** The browser. */
export interface WorldClient {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<WorldAnswer>;
  /** Sends a form. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<WorldAnswer>;
  /** Sends JSON. */
  json(method: "PUT" | "POST", path: string, body: unknown): Promise<WorldAnswer>;
  /** Injects a fault through the panel. */
  inject(fault: WorldFaultId): Promise<void>;
  /** Removes the fault of a dependency through the panel; default all faults. */
  mend(dependency?: Dependency): Promise<void>;
  signIn(role: StaffRole): Promise<void>;
  /** Sets the CRM visitor cookie to that of a known contact, of an unknown visitor, or removes it. */
  visitAs(visitor: "pat" | "stranger" | "nobody"): Promise<void>;
  /** Makes a choice at the consent platform. */
  choose(choice: Choice): Promise<void>;
  /** Returns the value of a cookie; null when there is none. */
  cookie(name: string): string | null;
}

/** Opens a browser without cookies. */
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

/** Opens a client that is signed in with a role. */
export async function signedIn(world: World, role: StaffRole): Promise<WorldClient> {
  const client = openWorldClient(world);
  await client.signIn(role);
  return client;
}
