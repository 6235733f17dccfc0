/** Caches the CRM's forms and field types for a minute, because every lead needs them. */
import { isStillAhead } from "../timing/mod.ts";
import type { CrmClient } from "./client/client.ts";
import { type CrmResult, success } from "./client/result.ts";
import type { Form } from "./client/schema.ts";
import type { TypeOf } from "./values.ts";

/** The CRM's forms and field types. */
export interface CrmMetadata {
  /** Returns the form of a binding (a numeric id or an exact name); null when no form or several forms match. */
  form(binding: string, signal: AbortSignal): Promise<CrmResult<Form | null>>;
  /**
   * Returns a look-up of contact field types, as the CRM last answered them. Every type is unknown when it never did.
   */
  fieldTypes(signal: AbortSignal): Promise<TypeOf>;
}

const TTL_MS = 60_000;
const MAX_ENTRIES = 100;

/** Creates a cache of the CRM's metadata. Failures and missing forms are not cached. */
export function keepMetadata(client: CrmClient, now: () => Date): CrmMetadata {
  const cache = new Map<string, { until: number; value: unknown }>();
  // Kept, because a date of the wrong format would be refused or stored wrongly (external-systems.md §A.3).
  let types: ReadonlyMap<string, string | null> = new Map();

  async function cached<T>(
    key: string,
    ask: () => Promise<CrmResult<T>>,
  ): Promise<CrmResult<T>> {
    const entry = cache.get(key);
    // A key is only ever used with one type.
    if (entry && isStillAhead(entry.until, now().getTime(), TTL_MS)) {
      return success(entry.value as T);
    }
    const result = await ask();
    if (!result.ok || result.value === null) return result;
    if (cache.size >= MAX_ENTRIES) cache.clear();
    cache.set(key, { until: now().getTime() + TTL_MS, value: result.value });
    return result;
  }

  return {
    form: (binding, signal) => cached(`form ${binding}`, () => findForm(client, binding, signal)),
    async fieldTypes(signal) {
      const fields = await cached("fields", () => client.listContactFields(signal));
      if (fields.ok) types = new Map(fields.value.map(({ id, dataType }) => [id, dataType]));
      return (fieldId) => types.get(fieldId) ?? null;
    },
  };
}

/** Requests the form of a binding (a numeric id or an exact name); null when no form or several forms match. */
export async function findForm(
  client: CrmClient,
  binding: string,
  signal?: AbortSignal,
): Promise<CrmResult<Form | null>> {
  if (/^\d+$/.test(binding)) return await client.getForm(binding, signal);
  const found = await client.findFormsByName(binding, signal);
  if (!found.ok) return found;
  const [form, ...others] = found.value;
  if (form === undefined || others.length > 0) return success(null);
  return await client.getForm(form.id, signal);
}
