/** What the CRM says of its forms and fields, kept for a minute: a lead needs it, and hundreds of leads need the same. */
import type { CrmClient } from "./client/client.ts";
import { type CrmResult, success } from "./client/result.ts";
import type { Form } from "./client/schema.ts";
import type { TypeOf } from "./values.ts";

/** Forms and fields of the CRM. */
export interface CrmMetadata {
  /** The form that a binding means, a number or an exact name; null where there is none, or several of that name. */
  form(binding: string, signal: AbortSignal): Promise<CrmResult<Form | null>>;
  /** The types of the contact fields; none is known where the CRM does not say. */
  fieldTypes(signal: AbortSignal): Promise<TypeOf>;
}

const KEPT_MS = 60_000;
const MAX_KEPT = 100;

/** Keeps what the CRM says, failures excepted. */
export function keepMetadata(client: CrmClient, now: () => Date): CrmMetadata {
  const kept = new Map<string, { until: number; value: unknown }>();

  async function keep<T>(
    key: string,
    ask: () => Promise<CrmResult<T>>,
  ): Promise<CrmResult<T>> {
    const known = kept.get(key);
    // What is kept under a key came from the same question.
    if (known && known.until > now().getTime()) return success(known.value as T);
    const result = await ask();
    if (!result.ok || result.value === null) return result;
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { until: now().getTime() + KEPT_MS, value: result.value });
    return result;
  }

  return {
    form: (binding, signal) => keep(`form ${binding}`, () => findForm(client, binding, signal)),
    async fieldTypes(signal) {
      const fields = await keep("fields", () => client.listContactFields(signal));
      const types = new Map(
        fields.ok ? fields.value.map(({ id, dataType }) => [id, dataType]) : [],
      );
      return (fieldId) => types.get(fieldId) ?? null;
    },
  };
}

/** Asks for the form that a binding means; null where there is none, or several of that name. */
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
