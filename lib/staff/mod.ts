/**
 * Staff: authentication and authorization of the admin area (spec §3.6, §5, design §7).
 *
 * - The identity *perimeter* in front of the service issues a signed token; its verification gives the caller's
 *   *identity*.
 * - The *decision* (`ok`, `unauthenticated` or `forbidden`) is made once per request, on the server, from the identity
 *   and its role.
 * - A *role* is a set of *capabilities*. Every action checks a capability, never a role.
 * - A *flash* is a one-time message about the outcome of an action.
 *
 * Without a valid token and a role, a request gets no capability (fail closed). The development bypass works only on
 * the developer's own machine.
 */
export { type Flash, flashes, type FlashState, type Undo, withFlash } from "./flash.ts";
export {
  CAPABILITIES,
  capabilitiesOf,
  type Capability,
  capabilityLabel,
  type Role,
  roleLabel,
  ROLES,
} from "./roles.ts";
export {
  admit,
  type Asking,
  decide,
  type DecisionServices,
  readerCapabilities,
} from "./decision.ts";
export { createPerimeter, type Identification, type Perimeter } from "./perimeter/perimeter.ts";
export type { Refusal } from "./perimeter/verify.ts";
export { authorize, authorOf, type Decision, holds, type Staff, staffOf } from "./staff.ts";
export {
  type AdminUser,
  emailField,
  type ListedUser,
  listUsers,
  roleField,
  userEntity,
} from "./users.ts";
