/**
 * Roles and their capabilities (spec §5, design §7). Only this file knows roles; everything else checks capabilities.
 */

/** The capabilities of spec §5. */
export const CAPABILITIES = ["edit_data", "edit_rules", "view_audit", "manage_users"] as const;
/** One of {@linkcode CAPABILITIES}. */
export type Capability = typeof CAPABILITIES[number];

/** The roles, the most privileged first. */
export const ROLES = ["admin", "editor", "auditor"] as const;
/** One of {@linkcode ROLES}. */
export type Role = typeof ROLES[number];

const CAPABILITIES_OF: Readonly<Record<Role, readonly Capability[]>> = {
  admin: CAPABILITIES,
  editor: ["edit_data", "edit_rules"],
  auditor: ["view_audit"],
};

const CAPABILITY_LABELS: Readonly<Record<Capability, string>> = {
  edit_data: "Edit data",
  edit_rules: "Edit rules",
  view_audit: "View the audit log",
  manage_users: "Manage users",
};

const ROLE_LABELS: Readonly<Record<Role, string>> = {
  admin: "Administrator",
  editor: "Editor",
  auditor: "Auditor",
};

/** Returns the capabilities of a role. */
export function capabilitiesOf(role: Role): ReadonlySet<Capability> {
  return new Set(CAPABILITIES_OF[role]);
}

/** Returns the label of a capability. */
export function capabilityLabel(capability: Capability): string {
  return CAPABILITY_LABELS[capability];
}

/** Returns the label of a role. */
export function roleLabel(role: Role): string {
  return ROLE_LABELS[role];
}
