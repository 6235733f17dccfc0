/**
 * The panel of a world: a page on its own port that shows the doubles, injects faults, and signs people in. Cookies
 * ignore the port, so signing in here also signs the browser in at the service on the same host.
 */
import { renderToString } from "preact-render-to-string";
import { KNOWN_VISITOR, UNKNOWN_VISITOR } from "../doubles/crm_demo.ts";
import type { Doubles } from "./doubles.ts";
import type { FaultBoard } from "./fault_board.ts";
import { faultsOf, isDependency, isFaultId } from "./faults.ts";
import { panelPage } from "./panel_page.tsx";
import { PANEL_STYLES } from "./panel_styles.ts";
import { STAFF, type StaffRole } from "./world.ts";

/** The port of the panel, and the world that it shows and changes. */
interface PanelOptions {
  readonly port: number;
  /** Origin of the service. */
  readonly origin: string;
  readonly doubles: Doubles;
  readonly faults: FaultBoard;
}

/** A running panel; disposing it closes its server. */
export interface Panel extends AsyncDisposable {
  readonly origin: string;
}

const DAY_S = 24 * 60 * 60;
const VISITORS: Readonly<Record<string, string | null>> = {
  pat: KNOWN_VISITOR,
  stranger: UNKNOWN_VISITOR,
  nobody: null,
};

/** Starts the panel. `GET /state` returns the active faults as JSON. */
export function startPanel({ port, origin, doubles, faults }: PanelOptions): Panel {
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, answer);
  const known = faultsOf(doubles);
  const panel = `http://127.0.0.1:${server.addr.port}`;

  async function answer(request: Request): Promise<Response> {
    // Against DNS rebinding, by which a foreign page could obtain a token.
    if (request.headers.get("host") !== new URL(panel).host) return text(421, "Ask 127.0.0.1");
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      if ((request.headers.get("origin") ?? panel) !== panel) return text(403, "Not from there");
      return await act(pathname, await request.formData());
    }
    if (pathname === "/state") {
      return Response.json({ origin, on: Object.fromEntries(faults.on), faults: known });
    }
    if (pathname === "/styles.css") {
      return new Response(PANEL_STYLES, { headers: { "content-type": "text/css" } });
    }
    if (pathname !== "/") return text(404, "No such page");
    const page = renderToString(panelPage({ origin, doubles, faults }));
    return new Response(`<!doctype html>${page}`, {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    });
  }

  async function act(pathname: string, form: FormData): Promise<Response> {
    const { fault, dependency, role, visitor } = Object.fromEntries(form);
    if (pathname === "/inject" && isFaultId(fault) && known.includes(fault)) {
      await faults.inject(fault);
      return seeOther(`/#${fault}`);
    }
    if (pathname === "/mend" && (dependency === "all" || isDependency(dependency))) {
      await faults.mend(dependency === "all" ? undefined : dependency);
      return seeOther("/");
    }
    if (pathname === "/sign-in" && isRole(role)) {
      const exp = Math.floor(Date.now() / 1000) + DAY_S;
      const token = await doubles.perimeter.mint({ email: STAFF[role], exp });
      return seeOther(`${origin}/admin`, `CF_Authorization=${token}`);
    }
    if (pathname === "/sign-out") return seeOther("/", "CF_Authorization=; Max-Age=0");
    if (pathname === "/visitor" && typeof visitor === "string" && visitor in VISITORS) {
      const guid = VISITORS[visitor];
      return seeOther(origin, guid ? `ELOQUA=GUID=${guid}` : "ELOQUA=; Max-Age=0");
    }
    return text(400, "The form names nothing that there is");
  }

  return { origin: panel, [Symbol.asyncDispose]: () => server.shutdown() };
}

function isRole(role: unknown): role is StaffRole {
  return typeof role === "string" && Object.hasOwn(STAFF, role);
}

function seeOther(location: string, cookie?: string): Response {
  const headers = new Headers({ location });
  if (cookie !== undefined) headers.set("set-cookie", `${cookie}; Path=/; SameSite=Lax`);
  return new Response(null, { status: 303, headers });
}

function text(status: number, body: string): Response {
  return new Response(body, { status });
}
