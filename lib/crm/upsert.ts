/** Upserts a contact from a lead, without creating a second contact for one person (spec §4.4). */
import type { CrmClient } from "./client/client.ts";
import { comparableAddress } from "./client/address.ts";
import { type CrmFailure, type CrmResult, failure, success } from "./client/result.ts";
import type { ContactMatch } from "./client/schema.ts";
import type { ContactValues, Submitter } from "./values.ts";

/** The upserted contact, and the fields that the CRM was offered and refused. */
interface Upserted extends ContactMatch {
  /** The values that were offered. */
  readonly offered: ContactValues;
  /** Ids of the contact fields whose values were refused and left out, and `firstName` or `lastName`. */
  readonly dropped: readonly string[];
}

/** A lead to upsert. */
interface UpsertedLead {
  readonly person: Submitter;
  readonly values: ContactValues;
  /** Whether a contact has the values of a later lead, which stay. */
  readonly isOutdated?: (contactId: string) => Promise<boolean>;
}

const NO_VALUES: ContactValues = new Map();

/** How many times only the refused fields are dropped before all are. */
const MAX_DROPS = 5;

/**
 * Finds the contact by e-mail address and updates it, or creates one. When the CRM reports a duplicate (409), because
 * another client created the contact meanwhile or an earlier attempt landed unseen, it is looked up once more. Only
 * that second look-up finds an address that contains a quote.
 */
export async function upsertContact(
  client: CrmClient,
  lead: UpsertedLead,
  signal: AbortSignal,
): Promise<CrmResult<Upserted>> {
  const { person, person: { email }, isOutdated = () => Promise.resolve(false) } = lead;
  const update = async ({ id }: ContactMatch) => {
    const values = await isOutdated(id) ? NO_VALUES : lead.values;
    return await updateById(client, { id, person, values }, signal);
  };
  const found = await client.findContactByEmail(email, signal);
  if (!found.ok) return found;
  if (found.value !== null) {
    const updated = await update(found.value);
    if (!updated.ok || updated.value !== null) return settled(updated);
  }
  const created = await create(client, lead, signal);
  if (created.ok || created.status !== 409) return created;
  const again = await client.findContactByEmail(email, signal, { evenQuoted: true });
  if (!again.ok) return again;
  if (again.value === null) return created;
  const updated = await update(again.value);
  return updated.ok && updated.value === null ? created : settled(updated);
}

/**
 * Updates a contact's values, leaving out those that the CRM refuses. Returns null when the contact is gone or its
 * address no longer matches `person`.
 */
export async function updateById(
  client: Pick<CrmClient, "getContact" | "updateContact">,
  { id, person, values }: {
    readonly id: string;
    /** The person whose address the contact must have; not checked when absent. */
    readonly person?: Pick<Submitter, "email">;
    readonly values: ContactValues;
  },
  signal: AbortSignal,
): Promise<CrmResult<Upserted | null>> {
  if (values.size === 0) return success({ id, offered: values, dropped: [] });
  return await withoutRefused(values, async (kept) => {
    if (kept.size === 0) return success({ id });
    const contact = await client.getContact(id, signal);
    if (!contact.ok || contact.value === null) return contact;
    const address = contact.value.emailAddress;
    if (person && comparableAddress(address ?? "") !== comparableAddress(person.email)) {
      return success(null);
    }
    return await client.updateContact(contact.value, kept, signal);
  });
}

/** Creates a contact. A name that the CRM refuses is left out, because the address alone is a lead. */
async function create(
  client: CrmClient,
  { person: { email, ...given }, values }: {
    readonly person: Submitter;
    readonly values: ContactValues;
  },
  signal: AbortSignal,
): Promise<CrmResult<Upserted>> {
  let names = given;
  const made = await withoutRefused(values, async (kept) => {
    for (;;) {
      const result = await client.createContact({ email, ...names, values: kept }, signal);
      if (result.ok || result.status !== 400) return result;
      const fewer = namesWithout(names, result.refusedFields ?? [], kept.size === 0);
      if (fewer === null) return result;
      names = fewer;
    }
  });
  if (!made.ok || made.value === null) return settled(made);
  const dropped = NAMES.filter((name) => names[name] !== given[name]);
  return success({ ...made.value, dropped: [...made.value.dropped, ...dropped] });
}

/** The name fields of a person, named as the CRM's contact fields. */
export const NAMES = ["firstName", "lastName"] as const;
type Names = Pick<Submitter, typeof NAMES[number]>;

/**
 * Returns the names without the refused ones. If the CRM named none and no other value is left, returns them all null.
 * Returns null when nothing changed.
 */
function namesWithout(names: Names, refused: readonly string[], noValueIsLeft: boolean) {
  const named = NAMES.filter((name) => refused.includes(name) && names[name] !== null);
  const given = NAMES.filter((name) => names[name] !== null);
  const gone = named.length > 0 ? named : noValueIsLeft ? given : [];
  if (gone.length === 0) return null;
  return { ...names, ...Object.fromEntries(gone.map((name) => [name, null])) };
}

/** Attempts with all values, then without those that a 400 names, and finally with none. */
async function withoutRefused(
  values: ContactValues,
  attempt: (kept: ContactValues) => Promise<CrmResult<ContactMatch | null>>,
): Promise<CrmResult<Upserted | null>> {
  let kept = values;
  for (let drops = 0;; drops++) {
    const result = await attempt(kept);
    if (result.ok) {
      const dropped = [...values.keys()].filter((id) => !kept.has(id));
      return success(result.value && { id: result.value.id, offered: values, dropped });
    }
    if (result.status !== 400 || kept.size === 0) return result;
    const refused = new Set(result.refusedFields);
    const rest = new Map([...kept].filter(([id]) => !refused.has(id)));
    kept = rest.size === kept.size || drops >= MAX_DROPS ? new Map() : rest;
  }
}

/** A contact that changed during the update is a failure, so that the next attempt starts over. */
function settled(result: CrmResult<Upserted | null>): CrmResult<Upserted> {
  if (!result.ok) return result;
  return result.value === null ? gone() : success(result.value);
}

function gone(): CrmFailure {
  return failure("malformed", "The contact has changed while it was updated");
}
