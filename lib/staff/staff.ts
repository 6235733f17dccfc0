/** The decision about a request to the admin area, and what follows from it (spec §3.6, §5). */
import { AppError } from "../http/mod.ts";
import { type Capability, capabilityLabel, type Role, roleLabel } from "./roles.ts";

/** A verified member of staff. */
export interface Staff {
  /** The verified identity, in lower case; the actor of audit entries. */
  readonly email: string;
  /** What people read for the role; nothing decides by it. */
  readonly role: string;
  readonly capabilities: ReadonlySet<Capability>;
}

/** The decision about a request (spec §3.6): resolved once, on the server; pages only read it. */
export type Decision =
  | { readonly kind: "ok"; readonly staff: Staff }
  | { readonly kind: "unauthenticated" }
  /** A verified identity without a role. */
  | { readonly kind: "forbidden"; readonly email: string | null };

/** The part of a request's state that the decision is left in. */
export interface StaffState {
  readonly staff?: Staff;
}

/** Makes a member of staff of an identity and its role. */
export function staffOf(email: string, role: Role, held: ReadonlySet<Capability>): Staff {
  return Object.freeze({ email: email.toLowerCase(), role: roleLabel(role), capabilities: held });
}

/** Whether whoever asks holds a capability; nobody holds any without a decision. */
export function holds({ staff }: StaffState, capability: Capability): boolean {
  return staff?.capabilities.has(capability) ?? false;
}

/**
 * Gives the member of staff behind a request, for an action that needs a capability. Every action and every
 * endpoint of the admin area begins with it (spec §5), whatever guard stands before it.
 *
 * @throws {AppError} `unauthenticated` without a decision, `forbidden` naming the missing capability.
 */
export function authorize({ staff }: StaffState, capability: Capability): Staff {
  if (staff === undefined) throw new AppError("unauthenticated");
  if (staff.capabilities.has(capability)) return staff;
  throw new AppError(
    "forbidden",
    `This needs the capability "${
      capabilityLabel(capability)
    }", which your role ${staff.role} does not have`,
  );
}
