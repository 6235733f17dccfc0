/** Makes the admin authorization decision of a request (spec §3.6, §5). */
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

/** The identity of everyone who uses the development bypass (spec §5). */
export const DEVELOPER: Staff = staffOf("developer@localhost", "admin", capabilitiesOf("admin"));

/** Dependencies of a decision. */
export interface DecisionServices {
  readonly config: Config;
  readonly db: Kysely<Database>;
  readonly perimeter: Perimeter | null;
}

/** The part of a request context that a decision needs: the request, its peer address, and its id for the log. */
export interface Asking extends Caller {
  readonly state: { readonly requestId: string };
}

const UNAUTHENTICATED: Decision = Object.freeze({ kind: "unauthenticated" });

/**
 * Decides whether a request may enter the admin area. Reads the database only for the role of a verified e-mail
 * address, so a request without a token causes no read. Logs the reason when a token or a use of the bypass is refused.
 *
 * @throws when the database fails; the request must then be denied.
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
 * Returns the member of staff behind a request, for guards.
 *
 * @throws {AppError} `unauthenticated`, without the reason, or `forbidden` for an identity without a role.
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
 * Returns the capabilities of a public page's reader, by a decision of its own (spec §5). Returns none when the
 * database fails, because a public page must work without it.
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

/** `ADMIN_EMAILS` takes precedence over the database. */
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
