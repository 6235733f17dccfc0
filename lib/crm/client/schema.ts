/** The CRM's records, reduced to the properties used here. */

/** A contact of a search or write. Its address was compared with the one requested. */
export interface ContactMatch {
  /** Digits only. */
  readonly id: string;
}

/** A contact at complete depth. It is held in memory for an update or a greeting, and never stored. */
export interface Contact {
  readonly id: string;
  readonly emailAddress: string | null;
  readonly firstName: string | null;
  /** The whole record as received, because an update must echo what it does not change (external-systems.md §A.4). */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A contact to create. */
export interface NewContact {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Values by contact field id. */
  readonly values: ReadonlyMap<string, string>;
}

/** A visitor known to the tracking script. */
export interface Visitor {
  /** Id of the linked contact; null when none is linked. */
  readonly contactId: string | null;
}

/** A form, list or other named record. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/** A contact field. */
export interface ContactField extends NamedThing {
  /** The CRM's type name, such as `text` or `date`; null when missing. */
  readonly dataType: string | null;
}

/** A form field that carries a value. */
export interface FormField {
  readonly id: string;
  readonly name: string;
  readonly htmlName: string;
  readonly dataType: string | null;
  readonly isRequired: boolean;
}

/** The response to a submitted form. */
export interface FormReceipt {
  /** HTTP status, 2xx. */
  readonly status: number;
  /** Whether the response lists errors, although its status means success (external-systems.md §A.7). */
  readonly hasErrors: boolean;
}

/** A form with its fields. */
export interface Form extends NamedThing {
  readonly fields: readonly FormField[];
}
