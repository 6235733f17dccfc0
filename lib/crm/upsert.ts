/** Bringing a contact to what a lead says, without making two of one person (spec §4.4). */
import type { CrmClient } from "./client/client.ts";
import { comparableAddress } from "./client/address.ts";
import { type CrmFailure, type CrmResult, failure, success } from "./client/result.ts";
import type { ContactMatch } from "./client/schema.ts";
import type { ContactValues, Submitter } from "./values.ts";

/** A contact that has what the lead says, but for the fields that the CRM does not take. */
export interface Upserted extends ContactMatch {
  /** Fields whose values were refused and left out: their ids, `firstName` and `lastName`. */
  readonly dropped: readonly string[];
}

/** Fields dropped one after the other before all are. */
const MAX_DROPS = 5;

/**
 * Finds the person by their address and updates them, or makes a contact of them. Where somebody else is quicker, or an
 * earlier attempt has landed unseen, the CRM says so (409) and the contact is looked up once more, which alone finds an
 * address with a quote.
 */
export async function upsertContact(
  client: CrmClient,
  lead: { readonly person: Submitter; readonly values: ContactValues },
  signal: AbortSignal,
): Promise<CrmResult<Upserted>> {
  const { person: { email } } = lead;
  const found = await client.findContactByEmail(email, signal);
  if (!found.ok) return found;
  if (found.value !== null) {
    const updated = await updateById(client, { id: found.value.id, ...lead }, signal);
    if (!updated.ok || updated.value !== null) return settled(updated);
  }
  const created = await create(client, lead, signal);
  if (created.ok || created.status !== 409) return created;
  const again = await client.findContactByEmail(email, signal, { evenQuoted: true });
  if (!again.ok) return again;
  if (again.value === null) return created;
  const updated = await updateById(client, { id: again.value.id, ...lead }, signal);
  return updated.ok && updated.value === null ? created : settled(updated);
}

/**
 * Puts values over a contact, and drops those that the CRM refuses. Gives null where the contact is gone, or is by now
 * somebody else's.
 */
export async function updateById(
  client: CrmClient,
  { id, person, values }: {
    readonly id: string;
    /** Whose contact it must be; anybody's where it is absent. */
    readonly person?: Pick<Submitter, "email">;
    readonly values: ContactValues;
  },
  signal: AbortSignal,
): Promise<CrmResult<Upserted | null>> {
  if (values.size === 0) return success({ id, dropped: [] });
  return await dropping(values, async (kept) => {
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

/** Makes a contact, without a name that the CRM refuses: an address is a lead, and nobody is lost for how they write it. */
async function create(
  client: CrmClient,
  { person: { email, ...given }, values }: {
    readonly person: Submitter;
    readonly values: ContactValues;
  },
  signal: AbortSignal,
): Promise<CrmResult<Upserted>> {
  let names = given;
  const made = await dropping(values, async (kept) => {
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

/** What a person is called, and their fields of the CRM as well. */
export const NAMES = ["firstName", "lastName"] as const;
type Names = Pick<Submitter, typeof NAMES[number]>;

/** The names without those that are refused, or where nothing else is left to leave out, without any; null for the same. */
function namesWithout(names: Names, refused: readonly string[], isAllThatIsLeft: boolean) {
  const named = NAMES.filter((name) => refused.includes(name) && names[name] !== null);
  const given = NAMES.filter((name) => names[name] !== null);
  const gone = named.length > 0 ? named : isAllThatIsLeft ? given : [];
  if (gone.length === 0) return null;
  return { ...names, ...Object.fromEntries(gone.map((name) => [name, null])) };
}

/** Tries with all values, then without those that a 400 names, and at last with none. */
async function dropping(
  values: ContactValues,
  attempt: (kept: ContactValues) => Promise<CrmResult<ContactMatch | null>>,
): Promise<CrmResult<Upserted | null>> {
  let kept = values;
  for (let drops = 0;; drops++) {
    const result = await attempt(kept);
    if (result.ok) {
      const dropped = [...values.keys()].filter((id) => !kept.has(id));
      return success(result.value && { id: result.value.id, dropped });
    }
    if (result.status !== 400 || kept.size === 0) return result;
    const refused = new Set(result.refusedFields);
    const rest = new Map([...kept].filter(([id]) => !refused.has(id)));
    kept = rest.size === kept.size || drops >= MAX_DROPS ? new Map() : rest;
  }
}

/** A contact that is gone in the middle of things is for the next attempt. */
function settled(result: CrmResult<Upserted | null>): CrmResult<Upserted> {
  if (!result.ok) return result;
  return result.value === null ? gone() : success(result.value);
}

function gone(): CrmFailure {
  return failure("malformed", "The contact has changed while it was updated");
}
