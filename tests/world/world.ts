/**
 * A world for the service to live in: the service in a process of its own on an empty folder, doubles of every system
 * around it, and a panel that injects faults and takes them away.
 */
import { tmpdir } from "node:os";
import { freePort, serveAgain } from "../helpers/process.ts";
import { DEMO_FIELDS, DEMO_FORM, DEMO_LIST } from "../doubles/crm_demo.ts";
import { type Doubles, startDoubles } from "./doubles.ts";
import { type FaultBoard, startFaultBoard } from "./fault_board.ts";
import { startPanel } from "./panel.ts";

/** Who can sign in, by role. */
export const STAFF = {
  admin: "ada.admin@world.example",
  editor: "eve.editor@world.example",
  auditor: "ann.auditor@world.example",
} as const;
/** A role that somebody has. */
export type StaffRole = keyof typeof STAFF;

/** The header in which a proxy would say where a visitor is. */
export const CITY_HEADER = "x-visitor-city";

/** How a world is started. */
export interface WorldOptions {
  /** Port of the service, and of the panel; any that is free unless told otherwise. */
  readonly port?: number;
  readonly panelPort?: number;
  /** Variables of the service beside those that the doubles give. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A running world; disposing it stops everything and removes its folder. */
export interface World extends AsyncDisposable {
  /** Address of the service. */
  readonly origin: string;
  /** Address of the page that shows the doubles and their faults. */
  readonly panel: string;
  readonly doubles: Doubles;
  readonly faults: FaultBoard;
}

/** Starts a world, fills in the settings that staff would, and waits until the service answers. */
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

/** As `deno task start` sets them, and limits for one person who clicks fast. */
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

/** What staff fill in first, through the pages that they have for it. */
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
