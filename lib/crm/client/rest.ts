/** The CRM client over the CRM's REST interface (spec §4.10). */
import type { z } from "zod";
import { dashedGuid } from "../guid.ts";
import { comparableAddress } from "./address.ts";
import { type Body, malformed, readBody } from "./answer.ts";
import type { CrmClient } from "./client.ts";
import * as read from "./read.ts";
import { type CrmResult, failure, success } from "./result.ts";
import type { Contact, ContactMatch } from "./schema.ts";
import { createTransport, type CrmRequest, type TransportOptions } from "./transport.ts";

/** An address that cannot exist (RFC 2606 reserves the domain). */
const PROBE_ADDRESS = "connection-check@probe.invalid";
const FIRST_THOUSAND = "count=1000&page=1";

/** Creates a client. It opens no connection until an operation is called. */
export function createCrmClient(options: TransportOptions): CrmClient {
  const transport = createTransport(options);

  async function ask(request: CrmRequest): Promise<CrmResult<Body>> {
    return readBody(await transport(request));
  }

  function get(path: string, signal?: AbortSignal): Promise<CrmResult<Body>> {
    return ask({ method: "GET", path, signal });
  }

  async function one<T extends z.ZodType>(
    path: string,
    record: T,
    signal?: AbortSignal,
  ): Promise<CrmResult<z.output<T> | null>> {
    const result = await get(path, signal);
    if (!result.ok && result.status === 404) return success(null);
    return read.recordOf(result, record);
  }

  async function findContactByEmail(
    email: string,
    signal?: AbortSignal,
    { evenQuoted = false }: { readonly evenQuoted?: boolean } = {},
  ) {
    const isWide = evenQuoted && QUOTE.test(email);
    const [term, count] = isWide ? [withoutQuotes(email, "*"), 1000] : [withoutQuotes(email), 1];
    const query = `search=${encode(`emailAddress='${term}'`)}&count=${count}&depth=minimal`;
    const found = await get(`/data/contacts?${query}`, signal);
    return matchOf(email, read.elementsOf(found, read.FoundContact));
  }

  return guarded({
    findContactByEmail,
    async getContact(id, signal) {
      const found = await one(
        `/data/contact/${encode(id)}?depth=complete`,
        read.CompleteContact,
        signal,
      );
      return found.ok && found.value !== null && found.value.id !== id ? wrongRecord() : found;
    },
    async createContact({ email, firstName, lastName, values }, signal) {
      const body = {
        emailAddress: email,
        ...(firstName === null ? {} : { firstName }),
        ...(lastName === null ? {} : { lastName }),
        fieldValues: fieldValuesOf(values),
      };
      const answer = await transport({ method: "POST", path: "/data/contact", body, signal });
      // 201 with a bare id says that this contact was created; 200 with one could be any record.
      const isCreated = answer.ok && answer.status === 201;
      return writtenContact(
        readBody(answer),
        ({ emailAddress = null }) =>
          (emailAddress === null && isCreated) || isSame(emailAddress, email),
      );
    },
    async updateContact(contact, values, signal) {
      const body = withValues(contact, values);
      const path = `/data/contact/${encode(contact.id)}`;
      return writtenContact(
        await ask({ method: "PUT", path, body, signal }),
        ({ id }) => id === contact.id,
      );
    },
    async addContactToList(listId, contactId, signal) {
      const path = `/data/contact/list/${encode(listId)}/membership`;
      return membershipResult(
        await transport({ method: "POST", path, body: { contactId }, signal }),
      );
    },
    async findVisitor(guid, signal) {
      const dashed = dashedOf(guid);
      if (dashed === null) return failure("malformed", "This is no id of a visitor");
      const path = `/data/visitors?search=externalId=${dashed}&page=1&count=5`;
      const found = read.elementsOf(await get(path, signal), read.FoundVisitor);
      if (!found.ok) return found;
      const visitor = found.value.find(({ externalId }) => dashedOf(externalId ?? "") === dashed);
      return success(visitor ? { contactId: visitor.contactId || null } : null);
    },
    async findFormsByName(name, signal) {
      const search = `search=${encode(`name='${withoutQuotes(name)}'`)}`;
      // No search finds a name that contains a quote, so all forms are listed.
      const path = QUOTE.test(name)
        ? `/assets/forms?${FIRST_THOUSAND}`
        : `/assets/forms?${search}&${FIRST_THOUSAND}`;
      const found = read.usableElementsOf(await get(path, signal), read.Named);
      return found.ok ? success(found.value.filter((form) => form.name === name)) : found;
    },
    async getForm(id, signal) {
      const found = await one(`/assets/form/${encode(id)}?depth=complete`, read.FoundForm, signal);
      return found.ok && found.value !== null && found.value.id !== id ? wrongRecord() : found;
    },
    async postForm(formId, values, signal) {
      const body = { type: "FormData", fieldValues: fieldValuesOf(values) };
      const path = `/data/form/${encode(formId)}`;
      const answer = await transport({ method: "POST", path, body, signal });
      if (!answer.ok) return answer;
      const result = readBody(answer);
      if (!result.ok) return result;
      return success({ status: answer.status, hasErrors: read.listsErrors(result.value) });
    },
    async listForms(signal) {
      const found = await get(`/assets/forms?${FIRST_THOUSAND}&depth=minimal`, signal);
      return read.usableElementsOf(found, read.Named);
    },
    async listContactLists(signal) {
      const found = await get(`/assets/contact/lists?${FIRST_THOUSAND}&depth=minimal`, signal);
      return read.usableElementsOf(found, read.Named);
    },
    async listContactFields(signal) {
      const found = await get(`/assets/contact/fields?${FIRST_THOUSAND}&depth=partial`, signal);
      return read.usableElementsOf(found, read.FoundField);
    },
    async probe(signal) {
      const found = await findContactByEmail(PROBE_ADDRESS, signal);
      return found.ok ? success(null) : found;
    },
  });
}

/** Turns any exception, even a bug of ours, into a failure. */
function guarded(client: CrmClient): CrmClient {
  const wrapped = Object.entries(client).map(([name, operation]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await Reflect.apply(operation, client, args);
      } catch {
        return malformed("The CRM answered with something that cannot be read");
      }
    },
  ]);
  return Object.fromEntries(wrapped);
}

/**
 * Encodes one part of a path or query, including the characters that `encodeURIComponent` leaves but the CRM
 * interprets.
 */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['*!()]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const QUOTE = /['"]/;

function withoutQuotes(term: string, inTheirPlace = ""): string {
  return term.replaceAll(/['"]/g, inTheirPlace);
}

/** The contact of a search result whose address equals the one searched for; others are different people (§A.2). */
function matchOf(
  email: string,
  found: CrmResult<z.output<typeof read.FoundContact>[]>,
): CrmResult<ContactMatch | null> {
  if (!found.ok) return found;
  const match = found.value.find(({ emailAddress, name }) => isSame(emailAddress ?? name, email));
  if (match === undefined) return success(null);
  const { data: id } = read.RecordId.safeParse(match.id);
  return id === undefined
    ? malformed("The contact that the CRM answered with has no usable id")
    : success({ id });
}

function isSame(found: string | null | undefined, email: string): boolean {
  return typeof found === "string" && comparableAddress(found) === comparableAddress(email);
}

/**
 * A 2xx response without the contact is malformed, also for an update whose id is known: only the contact shows that the
 * CRM took it, and a lead loses its address once it counts as done. The retry of an update changes nothing (§A.10).
 */
function writtenContact(
  result: CrmResult<Body>,
  isWanted: (contact: z.output<typeof read.WrittenContact>) => boolean,
): CrmResult<ContactMatch> {
  const contact = read.recordOf(result, read.WrittenContact);
  if (!contact.ok) return contact;
  return isWanted(contact.value) ? success({ id: contact.value.id }) : wrongRecord();
}

function wrongRecord() {
  return malformed("The CRM answered with another record than was asked for");
}

/**
 * A 2xx response to a membership means success, whatever its body (§A.5), unless the body is an HTML page, or JSON that
 * is invalid or a string.
 */
function membershipResult(
  answer: Awaited<ReturnType<ReturnType<typeof createTransport>>>,
): CrmResult<null> {
  if (answer.ok && answer.status < 300 && answer.status >= 200) {
    const { text } = answer;
    if (text !== null && !/^\s*[<{["]/.test(text)) return success(null);
  }
  const result = readBody(answer);
  if (!result.ok) return result;
  return typeof result.value.value === "string"
    ? malformed("The CRM answered with something else than a record")
    : success(null);
}

function fieldValuesOf(values: ReadonlyMap<string, string>) {
  return Array.from(values, ([id, value]) => ({ type: "FieldValue", id, value }));
}

/**
 * The complete contact with new values. A PUT blanks what it leaves out (§A.4), including marketing permission, so
 * every property is sent back as it was read.
 */
function withValues({ raw, id, emailAddress }: Contact, values: ReadonlyMap<string, string>) {
  const rest = new Map(values);
  const known = Array.isArray(raw.fieldValues) ? raw.fieldValues : [];
  const fieldValues = known.map((entry) => {
    const value = rest.get(entry.id);
    rest.delete(entry.id);
    return value === undefined ? entry : { ...entry, value };
  });
  return { ...raw, id, emailAddress, fieldValues: [...fieldValues, ...fieldValuesOf(rest)] };
}

/** Formats a visitor GUID, with or without dashes, for the CRM's search; null if it is not one. */
function dashedOf(guid: string): string | null {
  return dashedGuid(guid.replaceAll("-", ""));
}
