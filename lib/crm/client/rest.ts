/** The client on the CRM's REST interface (spec §4.10). */
import type { z } from "zod";
import { comparableAddress } from "./address.ts";
import { type Body, malformed, readBody } from "./answer.ts";
import type { CrmClient } from "./client.ts";
import * as read from "./read.ts";
import { type CrmResult, failure, success } from "./result.ts";
import type { Contact, ContactMatch } from "./schema.ts";
import { createTransport, type CrmRequest, type TransportOptions } from "./transport.ts";

/** Nobody can have an address in this domain (RFC 2606). */
const NOBODY = "connection-check@probe.invalid";
const ALL = "count=1000&page=1";

/** Makes a client. It connects to nothing before it is asked something. */
export function createCrmClient(options: TransportOptions): CrmClient {
  const transport = createTransport(options);

  async function ask(request: CrmRequest): Promise<CrmResult<Body>> {
    return readBody(await transport(request));
  }

  async function list<T extends z.ZodType>(
    path: string,
    element: T,
    signal?: AbortSignal,
  ): Promise<CrmResult<z.output<T>[]>> {
    return read.elementsOf(await ask({ method: "GET", path, signal }), element);
  }

  async function one<T extends z.ZodType>(
    path: string,
    record: T,
    signal?: AbortSignal,
  ): Promise<CrmResult<z.output<T> | null>> {
    const result = await ask({ method: "GET", path, signal });
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
    return matchOf(email, await list(`/data/contacts?${query}`, read.FoundContact, signal));
  }

  return guarded({
    findContactByEmail,
    async getContact(id, signal) {
      const found = await one(
        `/data/contact/${encode(id)}?depth=complete`,
        read.CompleteContact,
        signal,
      );
      return found.ok && found.value !== null && found.value.id !== id ? anotherOne() : found;
    },
    async createContact({ email, firstName, lastName, values }, signal) {
      const body = {
        emailAddress: email,
        ...(firstName === null ? {} : { firstName }),
        ...(lastName === null ? {} : { lastName }),
        fieldValues: fieldValuesOf(values),
      };
      return written(
        await ask({ method: "POST", path: "/data/contact", body, signal }),
        ({ emailAddress }) => isSame(emailAddress, email),
      );
    },
    async updateContact(contact, values, signal) {
      const body = overlaid(contact, values);
      const path = `/data/contact/${encode(contact.id)}`;
      return written(
        await ask({ method: "PUT", path, body, signal }),
        ({ id }) => id === contact.id,
      );
    },
    async addContactToList(listId, contactId, signal) {
      const path = `/data/contact/list/${encode(listId)}/membership`;
      return taken(await transport({ method: "POST", path, body: { contactId }, signal }));
    },
    async findVisitor(guid, signal) {
      const dashed = dashedOf(guid);
      if (dashed === null) return failure("malformed", "This is no id of a visitor");
      const path = `/data/visitors?search=externalId=${dashed}&page=1&count=5`;
      const found = await list(path, read.FoundVisitor, signal);
      if (!found.ok) return found;
      const visitor = found.value.find(({ externalId }) => dashedOf(externalId ?? "") === dashed);
      return success(visitor ? { contactId: visitor.contactId || null } : null);
    },
    async findFormsByName(name, signal) {
      const search = `search=${encode(`name='${withoutQuotes(name)}'`)}`;
      // A name with a quote in it is found by no search.
      const path = QUOTE.test(name) ? `/assets/forms?${ALL}` : `/assets/forms?${search}&${ALL}`;
      const found = await list(path, read.Named, signal);
      return found.ok ? success(found.value.filter((form) => form.name === name)) : found;
    },
    async getForm(id, signal) {
      const found = await one(`/assets/form/${encode(id)}?depth=complete`, read.FoundForm, signal);
      return found.ok && found.value !== null && found.value.id !== id ? anotherOne() : found;
    },
    async postForm(formId, values, signal) {
      const body = { type: "FormData", fieldValues: fieldValuesOf(values) };
      const path = `/data/form/${encode(formId)}`;
      const result = await ask({ method: "POST", path, body, signal });
      return result.ok ? success(null) : result;
    },
    listForms: (signal) => list(`/assets/forms?${ALL}&depth=minimal`, read.Named, signal),
    listContactLists: (signal) =>
      list(`/assets/contact/lists?${ALL}&depth=minimal`, read.Named, signal),
    listContactFields: (signal) =>
      list(`/assets/contact/fields?${ALL}&depth=partial`, read.FoundField, signal),
    async probe(signal) {
      const found = await findContactByEmail(NOBODY, signal);
      return found.ok ? success(null) : found;
    },
  });
}

/** Whatever goes wrong in an operation is a result, even a mistake of ours. */
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

/** One part of a path or query. Of what `encodeURIComponent` leaves, the CRM reads some as its own. */
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

/** Of what a search gave, the contact with the very address: others are other people (§A.2). */
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

function written(
  result: CrmResult<Body>,
  isWanted: (contact: z.output<typeof read.WrittenContact>) => boolean,
): CrmResult<ContactMatch> {
  const contact = read.recordOf(result, read.WrittenContact);
  if (!contact.ok) return contact;
  return isWanted(contact.value) ? success({ id: contact.value.id }) : anotherOne();
}

function anotherOne() {
  return malformed("The CRM answered with another record than was asked for");
}

/**
 * Whatever the CRM answers to a membership, it has it when it says so (§A.5). A page for people in place of an answer
 * says nothing.
 */
function taken(answer: Awaited<ReturnType<ReturnType<typeof createTransport>>>): CrmResult<null> {
  if (answer.ok && answer.status < 300 && answer.status >= 200) {
    const text = answer.text.trim();
    if (!/^[<{["]/.test(text)) return success(null);
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
 * The contact as it was read, with values put over it: a PUT blanks what it leaves out (§A.4), marketing permission
 * among it, so that is sent as it was read and never made up.
 */
function overlaid({ raw, id, emailAddress }: Contact, values: ReadonlyMap<string, string>) {
  const rest = new Map(values);
  const known = Array.isArray(raw.fieldValues) ? raw.fieldValues : [];
  const fieldValues = known.map((entry) => {
    const value = rest.get(entry.id);
    rest.delete(entry.id);
    return value === undefined ? entry : { ...entry, value };
  });
  return { ...raw, id, emailAddress, fieldValues: [...fieldValues, ...fieldValuesOf(rest)] };
}

/** A visitor's id as the CRM searches it (§A.6); null for anything else. */
function dashedOf(guid: string): string | null {
  const digits = guid.replaceAll("-", "").toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(digits)) return null;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
