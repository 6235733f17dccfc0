/** The result of the admin decision, and the checks that use it (spec §3.6, §5). */
import { AppError } from "../http/mod.ts";
import { type Capability, capabilityLabel, type Role, roleLabel } from "./roles.ts";

/** A verified member of staff. */
export interface Staff {
  /** Verified e-mail address, in lower case; the actor of audit entries. */
  readonly email: string;
  /** Label of the role, for display only. */
  readonly role: string;
  readonly capabilities: ReadonlySet<Capability>;
}

/** The decision about a request (spec §3.6), made once on the server; pages only read it. */
export type Decision =
  | { readonly kind: "ok"; readonly staff: Staff }
  | { readonly kind: "unauthenticated" }
  /** A verified identity without a role. */
  | { readonly kind: "forbidden"; readonly email: string | null };

/** The request state in which the decision is stored. */
export interface StaffState {
  readonly staff?: Staff;
}

/** Creates a member of staff from an identity and its role. */
export function staffOf(email: string, role: Role, held: ReadonlySet<Capability>): Staff {
  return Object.freeze({ email: email.toLowerCase(), role: roleLabel(role), capabilities: held });
}

/** Returns whether the request's member of staff has a capability; false without one. */
export function holds({ staff }: StaffState, capability: Capability): boolean {
  return staff?.capabilities.has(capability) ?? false;
}

/**
 * Returns the member of staff behind a request if they have a capability. Every admin action and endpoint must call it
 * first (spec §5), whatever guard ran before.
 *
 * @throws {AppError} `unauthenticated` without a decision, `forbidden` naming the missing capability.
 */
export function authorize({ staff }: StaffState, capability: Capability): Staff {
  if (staff === undefined) throw new AppError("unauthenticated");
  if (staff.capabilities.has(capability)) return staff;
  throw new AppError(
    "forbidden",
    `This needs the capability “${
      capabilityLabel(capability)
    }”, which your role ${staff.role} does not have`,
  );
}

/** The author of a change, and the request. */
interface StaffAuthor {
  readonly staff: Staff;
  readonly requestId: string;
}

/**
 * Returns the author of a change: the member of staff behind a request, if they have a capability, and the request.
 *
 * @throws {AppError} like {@linkcode authorize}.
 */
export function authorOf(
  state: StaffState & { readonly requestId: string },
  capability: Capability,
): StaffAuthor {
  return { staff: authorize(state, capability), requestId: state.requestId };
}
