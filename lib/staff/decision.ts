/** The decision about a request, made once and on the server (spec §3.6, §5). */
import type { Kysely } from "kysely";
import type { Config } from "../config/mod.ts";
import type { Database } from "../db/mod.ts";
import { AppError, type Caller } from "../http/mod.ts";
import { getLog } from "../log/mod.ts";
import { type BypassRefusal, refuseBypass } from "./perimeter/bypass.ts";
import type { Perimeter } from "./perimeter/perimeter.ts";
import type { Refusal } from "./perimeter/verify.ts";
import { capabilitiesOf, type Capability, type Role } from "./roles.ts";
import { type Decision, type Staff, staffOf } from "./staff.ts";

/** Who the bypass makes of everybody on a developer's machine (spec §5). */
export const DEVELOPER: Staff = staffOf("developer@localhost", "admin", capabilitiesOf("admin"));

/** What a decision is made with. */
export interface DecisionServices {
  readonly config: Config;
  readonly db: Kysely<Database>;
  readonly perimeter: Perimeter | null;
}

/** The part of a context that says who asks: the request, its peer, and its id for the log. */
export interface Asking extends Caller {
  readonly state: { readonly requestId: string };
}

const UNAUTHENTICATED: Decision = Object.freeze({ kind: "unauthenticated" });

/**
 * Decides about a request. The database is asked for the role of a verified e-mail address, and for
 * nothing else: without a token there is no read. A refused token, and a bypass that is asked for from elsewhere, leaves its
 * reason in the log.
 *
 * @throws when the database fails; that admits nobody.
 */
export async function decide(
  { config, db, perimeter }: DecisionServices,
  asking: Asking,
): Promise<Decision> {
  if (perimeter === null) {
    if (!config.admin.devBypass) return UNAUTHENTICATED;
    const reason = refuseBypass(asking, config.trustProxy);
    return reason === null ? { kind: "ok", staff: DEVELOPER } : refused(reason, asking);
  }
  const identity = await perimeter.identify(asking.req);
  if (identity.kind === "anonymous") return UNAUTHENTICATED;
  if (identity.kind === "refused") return refused(identity.reason, asking);
  const { email } = identity;
  const role = email === null ? null : await roleOf({ config, db }, email);
  if (email === null || role === null) return { kind: "forbidden", email };
  return { kind: "ok", staff: staffOf(email, role, capabilitiesOf(role)) };
}

function refused(reason: Refusal | BypassRefusal, { state }: Asking): Decision {
  getLog("admin").warn("cannot admit", { reason, requestId: state.requestId });
  return UNAUTHENTICATED;
}

/**
 * Gives the member of staff who asks, for guards.
 *
 * @throws {AppError} `unauthenticated`, which says nothing of why, or `forbidden` for an identity without
 * a role.
 */
export async function admit(services: DecisionServices, asking: Asking): Promise<Staff> {
  const decision = await decide(services, asking);
  if (decision.kind === "ok") return decision.staff;
  if (decision.kind === "unauthenticated") throw new AppError("unauthenticated");
  const who = decision.email === null
    ? "This identity"
    : `You are signed in as ${decision.email}, which`;
  throw new AppError(
    "forbidden",
    `${who} has no role here. An administrator can give it one under Users`,
  );
}

const NOTHING: ReadonlySet<Capability> = new Set();

/**
 * What the reader of a public page may do, by a decision of its own (spec §5). A database that fails means
 * nothing, for such a page does without it.
 */
export async function readerCapabilities(
  services: DecisionServices,
  asking: Asking,
): Promise<ReadonlySet<Capability>> {
  try {
    const decision = await decide(services, asking);
    return decision.kind === "ok" ? decision.staff.capabilities : NOTHING;
  } catch (error) {
    const { requestId } = asking.state;
    getLog("admin").error("cannot tell what a reader may do", { error, requestId });
    return NOTHING;
  }
}

/** The configuration names the first administrators; it holds whatever the database says of them. */
async function roleOf(
  { config, db }: Omit<DecisionServices, "perimeter">,
  email: string,
): Promise<Role | null> {
  if (config.admin.emails.includes(email)) return "admin";
  const user = await db.selectFrom("admin_users")
    .select("role")
    .where("email", "=", email)
    .where("retired_at", "is", null)
    .executeTakeFirst();
  return user?.role ?? null;
}
