/** What the double of the CRM holds, and how it is searched and written (external-systems.md §A.2–A.7). */

/** A contact as the CRM keeps it. Root properties are strings, and absent when blank. */
export interface CrmContact {
  id: string;
  root: Map<string, string>;
  /** Values by field id. */
  values: Map<string, string>;
}

export interface CrmField {
  id: string;
  name: string;
  internalName: string;
  dataType: string;
  /** Longest text accepted. */
  maxLength: number;
}

export interface CrmList {
  id: string;
  name: string;
  members: Set<string>;
}

export interface CrmFormField {
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
  /** What was submitted, by HTML name. */
  submissions: Record<string, string>[];
}

export interface CrmVisitor {
  visitorId: string;
  /** 8-4-4-4-12, lower case. */
  externalId: string;
  contactId: string | null;
}

/** Everything in the CRM, and how it behaves where real ones differ. */
export class CrmRecords {
  readonly contacts = new Map<string, CrmContact>();
  readonly fields = new Map<string, CrmField>();
  readonly lists = new Map<string, CrmList>();
  readonly forms = new Map<string, CrmForm>();
  readonly visitors: CrmVisitor[] = [];
  /** A PUT blanks the root properties that it leaves out. */
  blanksMissing = true;
  /** A PUT blanks the values of the fields that it leaves out. */
  replacesFieldValues = true;
  /** Finds visitors by undashed ids as well. */
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
    const form = { id, name, fields: [...fields], submissions: [] };
    this.forms.set(id, form);
    return form;
  }

  addVisitor(externalId: string, contactId: string | null): CrmVisitor {
    const visitor = { visitorId: `${this.visitors.length + 88}`, externalId, contactId };
    this.visitors.push(visitor);
    return visitor;
  }
}

/** A contact on the wire. What has no value is left out. */
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

/** A term of a search; null where the search is not understood. */
export interface SearchTerm {
  readonly term: string;
  readonly matches: (value: string) => boolean;
}

const OPERATORS = ["!=", ">=", "<=", "=", ">", "<"] as const;

/** Reads `{term}{operator}{value}`; without term and operator it is equality with the name. */
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
