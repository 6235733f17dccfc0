/** The interface of the CRM's REST client (spec §4.10). */
import type { CrmResult } from "./result.ts";
import type {
  Contact,
  ContactField,
  ContactMatch,
  Form,
  FormReceipt,
  NamedThing,
  NewContact,
  Visitor,
} from "./schema.ts";

/**
 * Operations on the CRM. Each takes at most ten seconds and resolves to a result; none throws, and none is retried
 * here, because only the caller knows what may be sent twice. `signal` aborts the request.
 */
export interface CrmClient {
  /**
   * Finds the contact with this e-mail address, ignoring case; null when there is none.
   *
   * Quotes are stripped from the search term (spec §4.10), so an address with a quote is found only with `evenQuoted`.
   * That searches with a wildcard in place of each quote, and compares at most 1000 results with the address.
   */
  findContactByEmail(
    email: string,
    signal?: AbortSignal,
    options?: { readonly evenQuoted?: boolean },
  ): Promise<CrmResult<ContactMatch | null>>;
  /** Reads a contact at complete depth; null when the id does not exist (any more). */
  getContact(id: string, signal?: AbortSignal): Promise<CrmResult<Contact | null>>;
  /** Creates a contact. An address that is already used fails with reason `http` and status 409. */
  createContact(contact: NewContact, signal?: AbortSignal): Promise<CrmResult<ContactMatch>>;
  /** Updates values of a contact that was read before, and leaves its other fields unchanged. */
  updateContact(
    contact: Contact,
    values: ReadonlyMap<string, string>,
    signal?: AbortSignal,
  ): Promise<CrmResult<ContactMatch>>;
  /** Adds a contact to a list. Idempotent. */
  addContactToList(
    listId: string,
    contactId: string,
    signal?: AbortSignal,
  ): Promise<CrmResult<null>>;
  /**
   * Finds the visitor with a tracking GUID (32 hexadecimal digits, dashed or not); null when the CRM does not know it.
   */
  findVisitor(guid: string, signal?: AbortSignal): Promise<CrmResult<Visitor | null>>;
  /** Lists the forms with exactly this name. */
  findFormsByName(name: string, signal?: AbortSignal): Promise<CrmResult<readonly NamedThing[]>>;
  /** Reads a form and its fields that carry values; null when the id does not exist. */
  getForm(id: string, signal?: AbortSignal): Promise<CrmResult<Form | null>>;
  /** Submits a form with values by form field id. Not idempotent: each call is another submission. */
  postForm(
    formId: string,
    values: ReadonlyMap<string, string>,
    signal?: AbortSignal,
  ): Promise<CrmResult<FormReceipt>>;
  /** Lists the first 1000 forms, for a select box. */
  listForms(signal?: AbortSignal): Promise<CrmResult<readonly NamedThing[]>>;
  /** Lists the first 1000 contact lists, for a select box. */
  listContactLists(signal?: AbortSignal): Promise<CrmResult<readonly NamedThing[]>>;
  /** Lists the first 1000 contact fields, for a select box. */
  listContactFields(signal?: AbortSignal): Promise<CrmResult<readonly ContactField[]>>;
  /** Searches for a contact that cannot exist; success means that the CRM is reachable and accepts the credentials. */
  probe(signal?: AbortSignal): Promise<CrmResult<null>>;
}
