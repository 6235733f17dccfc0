/**
 * Staff: who they are and what they may do.
 *
 * An identity *perimeter* in front of the service says who asks; a *decision* is made of that once a
 * request. A *role* is a set of *capabilities*, and every action asks for a capability, never for a role.
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
export {
  createPerimeter,
  type Identification,
  type Perimeter,
  type PerimeterOptions,
} from "./perimeter/perimeter.ts";
export type { Refusal, Verdict } from "./perimeter/verify.ts";
export { authorize, type Decision, holds, type Staff, staffOf, type StaffState } from "./staff.ts";
export {
  type AdminUser,
  changeUser,
  createUser,
  emailField,
  findUser,
  type ListedUser,
  listUsers,
  roleField,
  type UserAuthor,
  type UserChange,
  type UserServices,
} from "./users.ts";
