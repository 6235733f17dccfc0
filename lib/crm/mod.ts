/**
 * CRM: leads on their way into the vendor's marketing automation, and visitors that it already knows (spec §2.6–2.10,
 * §3.1, §3.2, §4.4, §4.10).
 *
 * A *lead* is what a buyer has left of themselves: an address, maybe a name, and what they had come to. It is a row of
 * the *queue* before the answer is sent, and stays there until every *step* of its *sync* has landed: the contact, a
 * list, a form, and the *association* of the session with the contact. The person is on the row for as long, and no
 * longer. Everything else knows a contact by its number alone.
 */
export type { CrmClient } from "./client/client.ts";
export type { CrmFailure, CrmReason, CrmResult } from "./client/result.ts";
export type {
  Contact,
  ContactField,
  ContactMatch,
  Form,
  FormField,
  NamedThing,
  NewContact,
  Visitor,
} from "./client/schema.ts";
export { type FieldSource, sessionFieldValue } from "./session_fields.ts";
export {
  type CrmSettings,
  type FieldMapping,
  readCrmSettings,
  readFieldMappings,
} from "./settings.ts";
