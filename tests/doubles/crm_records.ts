/** The records of the CRM double, and how they are searched and rendered (external-systems.md §A.2–A.7). */

/** A stored contact. Root properties are strings, and absent when blank. */
interface CrmContact {
  id: string;
  root: Map<string, string>;
  /** Values by field id. */
  values: Map<string, string>;
}

interface CrmField {
  id: string;
  name: string;
  internalName: string;
  dataType: string;
  /** Longest accepted text, in characters. */
  maxLength: number;
}

export interface CrmList {
  id: string;
  name: string;
  members: Set<string>;
}

interface CrmFormField {
  id: string;
  name: string;
  htmlName: string;
  displayType?: string;
  required?: boolean;
}

export interface CrmForm {
  id: string;
  name: string;
  fields: CrmFormField[];
  /** Submitted values, by HTML name. */
  submissions: Record<string, string>[];
  /** Properties of the 201 with which a submission is answered, such as `validationErrors`. */
  reports: Record<string, unknown>;
}

interface CrmVisitor {
  visitorId: string;
  /** A lower-case GUID with dashes. */
  externalId: string;
  contactId: string | null;
}

/** All records of the CRM, with switches for behaviour in which real CRMs differ. */
export class CrmRecords {
  readonly contacts = new Map<string, CrmContact>();
  readonly fields = new Map<string, CrmField>();
  readonly lists = new Map<string, CrmList>();
  readonly forms = new Map<string, CrmForm>();
  readonly visitors: CrmVisitor[] = [];
  /** Whether a PUT clears the root properties that it omits. */
  blanksMissing = true;
  /** Whether a PUT clears the values of the fields that it omits. */
  replacesFieldValues = true;
  /** Whether visitors are also found by ids without dashes. */
  acceptsUndashed = false;
  #lastId = 1000;

  addContact(
    email: string,
    root: Record<string, string> = {},
    values: Record<string, string> = {},
  ): CrmContact {
    const contact = {
      id: `${++this.#lastId}`,
      root: new Map(Object.entries({ emailAddress: email, isSubscribed: "true", ...root })),
      values: new Map(Object.entries(values)),
    };
    this.contacts.set(contact.id, contact);
    return contact;
  }

  contactsOf(email: string): CrmContact[] {
    return [...this.contacts.values()].filter(({ root }) =>
      root.get("emailAddress")?.toLowerCase() === email.toLowerCase()
    );
  }

  addField(id: string, field: Partial<Omit<CrmField, "id">> = {}): CrmField {
    const full = {
      id,
      name: `Field ${id}`,
      internalName: `C_Field${id}`,
      dataType: "text",
      maxLength: 4000,
      ...field,
    };
    this.fields.set(id, full);
    return full;
  }

  addList(id: string, name = `List ${id}`): CrmList {
    const list = { id, name, members: new Set<string>() };
    this.lists.set(id, list);
    return list;
  }

  addForm(id: string, name: string, fields: readonly CrmFormField[]): CrmForm {
    const form = { id, name, fields: [...fields], submissions: [], reports: {} };
    this.forms.set(id, form);
    return form;
  }

  addVisitor(externalId: string, contactId: string | null): CrmVisitor {
    const visitor = { visitorId: `${this.visitors.length + 88}`, externalId, contactId };
    this.visitors.push(visitor);
    return visitor;
  }
}

/** Renders a contact as JSON. Blank properties are omitted. */
export function renderContact(
  { id, root, values }: CrmContact,
  depth: string,
  fields: Iterable<string>,
): Record<string, unknown> {
  const email = root.get("emailAddress");
  const minimal = {
    type: "Contact",
    id,
    createdAt: "1700000000",
    depth,
    ...(email === undefined ? {} : { name: email, emailAddress: email }),
    updatedAt: "1700000500",
  };
  if (depth === "minimal") return minimal;
  const partial = { ...minimal, ...Object.fromEntries(root) };
  if (depth === "partial") return partial;
  const fieldValues = [...new Set([...fields, ...values.keys()])].map((field) => {
    const value = values.get(field);
    return { type: "FieldValue", id: field, ...(value === undefined ? {} : { value }) };
  });
  return { ...partial, fieldValues };
}

/** A parsed search: the term, and a test for its value. */
interface SearchTerm {
  readonly term: string;
  readonly matches: (value: string) => boolean;
}

const OPERATORS = ["!=", ">=", "<=", "=", ">", "<"] as const;

/** Parses `{term}{operator}{value}`; a search without an operator compares the name. `*` in the value is a wildcard. */
export function parseSearch(search: string): SearchTerm {
  const found = /^\s*([A-Za-z_]\w*)\s*(!=|>=|<=|=|>|<)(.*)$/s.exec(search);
  const [term, operator, raw] = found
    ? [found[1] ?? "", OPERATORS.find((one) => one === found[2]) ?? "=", found[3] ?? ""]
    : ["name", "=" as const, search];
  const trimmed = raw.trim();
  const quoted = /^(['"])(.*)\1$/s.exec(trimmed);
  const wanted = (quoted ? quoted[2] ?? "" : trimmed).toLowerCase();
  const pattern = new RegExp(
    `^${wanted.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`,
    "s",
  );
  return {
    term,
    matches(value) {
      const given = value.toLowerCase();
      if (operator === "=") return pattern.test(given);
      if (operator === "!=") return !pattern.test(given);
      if (operator === ">") return given > wanted;
      if (operator === "<") return given < wanted;
      return operator === ">=" ? given >= wanted : given <= wanted;
    },
  };
}
