/** The routes of the CRM double: how each request changes the records, and its response. */
import { type CrmForm, type CrmRecords, parseSearch, renderContact } from "./crm_records.ts";

/** The operations of the CRM, by which faults are set. */
export type CrmRoute =
  | "findContacts"
  | "getContact"
  | "createContact"
  | "updateContact"
  | "addToList"
  | "findVisitors"
  | "findForms"
  | "getForm"
  | "postForm"
  | "listFields"
  | "listLists";

export interface CrmAnswer {
  readonly status: number;
  /** A string is sent unchanged, undefined as an empty body, and any other value as JSON. */
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Call {
  readonly records: CrmRecords;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface Route {
  readonly name: CrmRoute;
  readonly method: string;
  readonly path: RegExp;
  readonly run: (call: Call) => CrmAnswer;
}

const PREFIX = "^/api/rest/(?:1|2)\\.0";

function route(
  name: CrmRoute,
  method: string,
  path: string,
  run: Route["run"],
): Route {
  return { name, method, path: new RegExp(`${PREFIX}${path}$`, "i"), run };
}

const ROUTES: readonly Route[] = [
  route("findContacts", "GET", "/data/contacts", findContacts),
  route("createContact", "POST", "/data/contact", createContact),
  route("addToList", "POST", "/data/contact/list/([^/]+)/membership", addToList),
  route("getContact", "GET", "/data/contact/([^/]+)", getContact),
  route("updateContact", "PUT", "/data/contact/([^/]+)", updateContact),
  route("findVisitors", "GET", "/data/visitors", findVisitors),
  route("findForms", "GET", "/assets/forms", findForms),
  route("getForm", "GET", "/assets/form/([^/]+)", getForm),
  route("postForm", "POST", "/data/form/([^/]+)", postForm),
  route("listFields", "GET", "/assets/contact/fields", listFields),
  route("listLists", "GET", "/assets/contact/lists", listLists),
];

/** Returns the operation of a request; null for an unknown method or path. */
export function findRoute(method: string, path: string) {
  for (const { name, path: pattern, method: wanted, run } of ROUTES) {
    const found = method === wanted ? pattern.exec(path) : null;
    if (found) return { name, params: found.slice(1), run };
  }
  return null;
}

function envelope(elements: readonly unknown[], query: URLSearchParams): CrmAnswer {
  const count = Number(query.get("count") ?? "1000");
  const page = Number(query.get("page") ?? "1");
  const shown = elements.slice((page - 1) * count, page * count);
  return { status: 200, body: { elements: shown, page, pageSize: count, total: elements.length } };
}

/** Returns the elements that match the search of a query; null for an unknown term. */
function search<T>(
  elements: readonly T[],
  query: URLSearchParams,
  terms: Readonly<Record<string, (element: T) => string>>,
): T[] | null {
  const asked = query.get("search");
  if (asked === null) return [...elements];
  const { term, matches } = parseSearch(asked);
  const valueOf = Object.entries(terms).find(([name]) => name.toLowerCase() === term.toLowerCase())
    ?.[1];
  return valueOf ? elements.filter((element) => matches(valueOf(element))) : null;
}

const UNKNOWN_TERM: CrmAnswer = {
  status: 400,
  body: [{ type: "EndpointParameterError", parameter: "search" }],
};

function findContacts({ records, query }: Call): CrmAnswer {
  const email = ({ root }: { root: Map<string, string> }) => root.get("emailAddress") ?? "";
  const found = search([...records.contacts.values()], query, {
    name: email,
    emailAddress: email,
    C_EmailAddress: email,
    id: ({ id }) => id,
  });
  if (found === null) return UNKNOWN_TERM;
  const depth = query.get("depth") ?? "minimal";
  return envelope(
    found.map((contact) => renderContact(contact, depth, records.fields.keys())),
    query,
  );
}

function getContact({ records, params: [id = ""], query }: Call): CrmAnswer {
  const contact = records.contacts.get(id);
  if (!contact) return { status: 404 };
  const depth = query.get("depth") ?? "complete";
  return { status: 200, body: renderContact(contact, depth, records.fields.keys()) };
}

interface ContactBody {
  readonly root: Map<string, string>;
  readonly values: Map<string, string | null>;
}

const NOT_ROOT = new Set(["type", "id", "depth", "name", "createdAt", "updatedAt", "fieldValues"]);

function readContact(records: CrmRecords, body: unknown): ContactBody | CrmAnswer {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { status: 400, body: { type: "ParsingError" } };
  }
  const entries = Object.entries(body);
  const root = new Map(
    entries.flatMap(([key, value]) =>
      NOT_ROOT.has(key) || typeof value !== "string" ? [] : [[key, value]]
    ),
  );
  const email = root.get("emailAddress");
  if (email === undefined || !/^[^@\s*]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    return validation("emailAddress", "EmailAddressRequirement", email ?? "<null>");
  }
  for (const name of ["firstName", "lastName"]) {
    const text = root.get(name) ?? "";
    if (/:\/\//.test(text)) return validation(name, "TextWithNoUrlRequirement", text);
    if (/</.test(text)) return validation(name, "TextWithNoHtmlRequirement", text);
  }
  const values = new Map<string, string | null>();
  const given: unknown = Reflect.get(body, "fieldValues");
  for (const entry of Array.isArray(given) ? given : []) {
    const { id, value } = entry ?? {};
    const field = records.fields.get(id);
    if (!field) return fieldError(String(id), "MissingReferenceRequirement", value);
    if (typeof value === "string" && value.length > field.maxLength) {
      return fieldError(field.id, "ValidTextLengthRequirement", value);
    }
    if (field.dataType === "date" && typeof value === "string" && !/^\d*$/.test(value)) {
      return fieldError(field.id, "DateRequirement", value);
    }
    values.set(field.id, typeof value === "string" && value !== "" ? value : null);
  }
  return { root, values };
}

function validation(property: string, requirement: string, value: unknown): CrmAnswer {
  const container = { type: "ObjectKey", objectType: "Contact" };
  const error = { type: "ObjectValidationError", container, property, value };
  return { status: 400, body: [{ ...error, requirement: { type: requirement } }] };
}

function fieldError(id: string, requirement: string, value: unknown): CrmAnswer {
  const contact = { type: "ObjectKey", objectType: "Contact" };
  return {
    status: 400,
    body: [{
      type: "ObjectValidationError",
      container: { type: "ObjectKey", objectType: "FieldValue", objectId: id, container: contact },
      property: "value",
      requirement: { type: requirement },
      value,
    }],
  };
}

function createContact({ records, body }: Call): CrmAnswer {
  const read = readContact(records, body);
  if ("status" in read) return read;
  const email = read.root.get("emailAddress") ?? "";
  if (records.contactsOf(email).length > 0) {
    return { status: 409, body: { type: "ObjectValidationError", value: email } };
  }
  const contact = records.addContact(email, Object.fromEntries(read.root));
  for (const [id, value] of read.values) if (value !== null) contact.values.set(id, value);
  return { status: 201, body: renderContact(contact, "complete", records.fields.keys()) };
}

function updateContact({ records, params: [id = ""], body }: Call): CrmAnswer {
  const contact = records.contacts.get(id);
  if (!contact) return { status: 404 };
  if (Object(body).id !== id) return validation("id", "IdRequirement", Object(body).id);
  const read = readContact(records, body);
  if ("status" in read) return read;
  const others = records.contactsOf(read.root.get("emailAddress") ?? "");
  if (others.some((other) => other.id !== id)) return { status: 409 };
  const kept = records.blanksMissing ? new Map([["isSubscribed", "false"]]) : contact.root;
  contact.root = new Map([...kept, ...read.root].filter(([, value]) => value !== ""));
  if (records.replacesFieldValues) contact.values.clear();
  for (const [field, value] of read.values) {
    if (value === null) contact.values.delete(field);
    else contact.values.set(field, value);
  }
  return { status: 200, body: renderContact(contact, "complete", records.fields.keys()) };
}

function addToList({ records, params: [listId = ""], body }: Call): CrmAnswer {
  const contactId: unknown = Object(body).contactId;
  if (typeof contactId !== "string" || !/^\d+$/.test(contactId)) return { status: 400 };
  const list = records.lists.get(listId);
  if (!list || !records.contacts.has(contactId)) return { status: 404 };
  const isMember = list.members.has(contactId);
  list.members.add(contactId);
  return { status: isMember ? 200 : 201, body: { contactId } };
}

function findVisitors({ records, query }: Call): CrmAnswer {
  const asked = /^externalId=(.*)$/i.exec(query.get("search") ?? "")?.[1];
  if (asked === undefined) return UNKNOWN_TERM;
  const found = records.visitors.filter(({ externalId }) =>
    externalId === asked ||
    (records.acceptsUndashed && externalId.replaceAll("-", "") === asked.toLowerCase())
  );
  return envelope(
    found.map(({ contactId, ...visitor }) => ({
      type: "VisitorViewData",
      createdAt: "1700000000",
      ...visitor,
      ...(contactId === null ? {} : { contactId }),
    })),
    query,
  );
}

function findForms({ records, query }: Call): CrmAnswer {
  const found = search([...records.forms.values()], query, {
    name: ({ name }) => name,
    id: ({ id }) => id,
  });
  if (found === null) return UNKNOWN_TERM;
  return envelope(
    found.map(({ id, name }) => ({ type: "Form", id, depth: "minimal", name })),
    query,
  );
}

function getForm({ records, params: [id = ""] }: Call): CrmAnswer {
  const form = records.forms.get(id);
  return form ? { status: 200, body: renderForm(form) } : { status: 404 };
}

function renderForm({ id, name, fields }: CrmForm): object {
  return {
    type: "Form",
    id,
    name,
    htmlName: `form-${id}`,
    elements: fields.map(({ required, displayType = "text", ...field }) => ({
      type: "FormField",
      ...field,
      dataType: "text",
      displayType,
      validations: required
        ? [{
          type: "FieldValidation",
          id: "1",
          condition: { type: "IsRequiredCondition" },
          isEnabled: "true",
        }]
        : [],
    })),
  };
}

function postForm({ records, params: [id = ""], body }: Call): CrmAnswer {
  const form = records.forms.get(id);
  if (!form) return { status: 404 };
  const given: unknown = Object(body).fieldValues;
  const submission: Record<string, string> = {};
  for (const entry of Array.isArray(given) ? given : []) {
    const field = form.fields.find((field) => field.id === entry?.id);
    if (!field) return { status: 400, body: { type: "ObjectValidationError", property: "id" } };
    submission[field.htmlName] = String(entry.value);
  }
  const missing = form.fields.find((field) => field.required && !submission[field.htmlName]);
  if (missing) {
    return { status: 400, body: [{ type: "ObjectValidationError", property: missing.htmlName }] };
  }
  form.submissions.push(submission);
  return {
    status: 201,
    body: { type: "FormData", id: "1", submittedByContactId: "1", ...form.reports },
  };
}

function listFields({ records, query }: Call): CrmAnswer {
  const fields = [...records.fields.values()].map(({ maxLength: _, ...field }) => ({
    type: "ContactField",
    ...field,
  }));
  return envelope(fields, query);
}

function listLists({ records, query }: Call): CrmAnswer {
  const lists = [...records.lists.values()].map(({ id, name }) => ({
    type: "ContactList",
    id,
    name,
  }));
  return envelope(lists, query);
}
