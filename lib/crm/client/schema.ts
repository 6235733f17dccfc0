/** What the CRM says of its records, as far as it is of use here. */

/** A contact as a search finds it: minimal, and held against what was searched for. */
export interface ContactMatch {
  /** Digits only. */
  readonly id: string;
}

/** A contact at complete depth. It passes through memory for an update or a greeting, and is never stored. */
export interface Contact {
  readonly id: string;
  readonly emailAddress: string | null;
  readonly firstName: string | null;
  /** The whole record as it came, for an update echoes what it does not change (external-systems.md §A.4). */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A contact that is to be. */
export interface NewContact {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Values by the id of the contact field. */
  readonly values: ReadonlyMap<string, string>;
}

/** A visitor whom the tracking script has seen. */
export interface Visitor {
  /** The contact behind the visitor; null where none is linked. */
  readonly contactId: string | null;
}

/** A form, a list or another thing with a name. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/** A field of contacts. */
export interface ContactField extends NamedThing {
  /** The CRM's word for its type, such as `text` or `date`; null where it does not say. */
  readonly dataType: string | null;
}

/** A field of a form that carries a value. */
export interface FormField {
  readonly id: string;
  readonly name: string;
  readonly htmlName: string;
  readonly dataType: string | null;
  readonly isRequired: boolean;
}

/** A form with its fields. */
export interface Form extends NamedThing {
  readonly fields: readonly FormField[];
}
