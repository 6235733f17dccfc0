/** The CRM as the service asks it (spec §4.10). */
import type { CrmResult } from "./result.ts";
import type {
  Contact,
  ContactField,
  ContactMatch,
  Form,
  NamedThing,
  NewContact,
  Visitor,
} from "./schema.ts";

/**
 * Operations on the CRM. Each takes ten seconds at most and resolves to a result; none throws. None is repeated by
 * itself: whoever calls decides what may be asked twice. `signal` gives up waiting.
 */
export interface CrmClient {
  /**
   * The contact with an address, whatever its case; null where there is none, or only one of another address. Quotes are
   * stripped from what is searched (spec §4.10), so who has one in their address is found by no search but `evenQuoted`:
   * that takes anything in place of a quote, among at most 1000 contacts who are told apart here.
   */
  findContactByEmail(
    email: string,
    signal?: AbortSignal,
    options?: { readonly evenQuoted?: boolean },
  ): Promise<CrmResult<ContactMatch | null>>;
  /** A contact at complete depth; null where there is none of that id (any more). */
  getContact(id: string, signal?: AbortSignal): Promise<CrmResult<Contact | null>>;
  /** Makes a contact. An address that is in use fails with `http` and status 409. */
  createContact(contact: NewContact, signal?: AbortSignal): Promise<CrmResult<ContactMatch>>;
  /** Puts values over a contact as it was read, and leaves everything else as it was. */
  updateContact(
    contact: Contact,
    values: ReadonlyMap<string, string>,
    signal?: AbortSignal,
  ): Promise<CrmResult<ContactMatch>>;
  /** Adds a contact to a list. Doing so again changes nothing. */
  addContactToList(
    listId: string,
    contactId: string,
    signal?: AbortSignal,
  ): Promise<CrmResult<null>>;
  /** The visitor with a tracking id: 32 hexadecimal digits, dashed or not; null where nobody has seen them. */
  findVisitor(guid: string, signal?: AbortSignal): Promise<CrmResult<Visitor | null>>;
  /** Forms of exactly that name. */
  findFormsByName(name: string, signal?: AbortSignal): Promise<CrmResult<readonly NamedThing[]>>;
  /** A form with the fields that carry values; null where there is none of that id. */
  getForm(id: string, signal?: AbortSignal): Promise<CrmResult<Form | null>>;
  /** Submits a form with values by the id of the form field. Doing so again is a second submission. */
  postForm(
    formId: string,
    values: ReadonlyMap<string, string>,
    signal?: AbortSignal,
  ): Promise<CrmResult<null>>;
  /** The first thousand forms, for a choice. */
  listForms(signal?: AbortSignal): Promise<CrmResult<readonly NamedThing[]>>;
  /** The first thousand contact lists, for a choice. */
  listContactLists(signal?: AbortSignal): Promise<CrmResult<readonly NamedThing[]>>;
  /** The first thousand contact fields, for a choice. */
  listContactFields(signal?: AbortSignal): Promise<CrmResult<readonly ContactField[]>>;
  /** Asks for a contact that does not exist; any answer to that shows that the CRM is there and knows us. */
  probe(signal?: AbortSignal): Promise<CrmResult<null>>;
}
