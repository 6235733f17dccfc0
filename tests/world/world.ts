/**
 * A world: the service in a child process on an empty folder, doubles of all its dependencies, and a panel that injects
 * and removes faults.
 */
import { tmpdir } from "node:os";
import { freePort, serveAgain } from "../helpers/process.ts";
import { DEMO_FIELDS, DEMO_FORM, DEMO_LIST } from "../doubles/crm_demo.ts";
import { type Doubles, startDoubles } from "./doubles.ts";
import { type FaultBoard, startFaultBoard } from "./fault_board.ts";
import { startPanel } from "./panel.ts";

/** The members of staff, by role. */
export const STAFF = {
  admin: "ada.admin@world.example",
  editor: "eve.editor@world.example",
  auditor: "ann.auditor@world.example",
} as const;
/** A role of a member of staff. */
export type StaffRole = keyof typeof STAFF;

/** The geolocation header, which a proxy would set to the visitor's city. */
export const CITY_HEADER = "x-visitor-city";

/** Options of a world. */
interface WorldOptions {
  /** Port of the service; default a free port. */
  readonly port?: number;
  /** Port of the panel; default a free port. */
  readonly panelPort?: number;
  /** Environment variables of the service besides those of the doubles. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A running world; disposing it stops everything and removes its folder. */
export interface World extends AsyncDisposable {
  /** Origin of the service. */
  readonly origin: string;
  /** Origin of the panel. */
  readonly panel: string;
  readonly doubles: Doubles;
  readonly faults: FaultBoard;
}

/** Starts a world, waits until the service answers, and saves the settings that staff would save first. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { port = freePort(), panelPort = 0, environment } = options;
  await using starting = new AsyncDisposableStack();
  const origin = `http://127.0.0.1:${port}`;
  const doubles = starting.use(await startDoubles({ home: origin }));
  const folder = starting.adopt(
    await Deno.makeTempDir({ dir: tmpdir(), prefix: "gss-world-" }),
    (path) => Deno.remove(path, { recursive: true }),
  );
  starting.use(
    await serveAgain("lib/cli/start.ts", {
      path: "/health",
      env: {
        ...SERVICE_ENVIRONMENT,
        ...doubles.environment,
        DATA_DIR: folder,
        PORT: String(port),
        ADMIN_EMAILS: STAFF.admin,
        ...environment,
      },
      timeoutMs: 180_000,
    }),
  );
  await setUp(origin, doubles);
  const faults = startFaultBoard(doubles);
  const panel = starting.use(startPanel({ port: panelPort, origin, doubles, faults }));
  const started = starting.move();
  return {
    origin,
    panel: panel.origin,
    doubles,
    faults,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** The variables of `deno task start`, with higher rate limits for one person who clicks fast. */
const SERVICE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: "2",
  DENO_V8_FLAGS:
    "--wasm-num-compilation-tasks=1,--wasm-tiering-budget=1000000000,--max-semi-space-size=4",
  LOG_LEVEL: "error",
  CRM_ALLOW_SIMULATED_GUID: "true",
  GEO_CITY_HEADER: CITY_HEADER,
  RATE_LIMIT_READS: "3000",
  RATE_LIMIT_WRITES: "600",
  RATE_LIMIT_LEAD: "600",
  RATE_LIMIT_CHAT: "600",
};

/** Saves the CRM settings, field mappings and users through the admin pages. */
async function setUp(origin: string, { perimeter }: Doubles): Promise<void> {
  const token = await perimeter.mint({ email: STAFF.admin });
  async function send(path: string, fields?: Record<string, string>): Promise<string> {
    const response = await fetch(`${origin}${path}`, {
      headers: { "cf-access-jwt-assertion": token },
      redirect: "manual",
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    const text = await response.text();
    if (response.status < 400) return text;
    throw new Error(`Cannot set the world up: ${path} answered ${response.status}`);
  }
  const version = /name="version" value="([^"]+)"/.exec(await send("/admin/crm"))?.[1] ?? "";
  await send("/admin/crm", {
    version,
    form_name: DEMO_FORM.name,
    contact_list_id: DEMO_LIST,
    hot_lead_enabled: "true",
    hot_lead_require_completed: "true",
  });
  for (const [session_field, crm_field_id] of Object.entries(DEMO_FIELDS)) {
    await send("/admin/crm", { intent: "map", session_field, crm_field_id });
  }
  for (const role of ["editor", "auditor"] as const) {
    await send("/admin/users/new", { email: STAFF[role], role });
  }
}
