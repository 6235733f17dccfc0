/** What the CRM has to choose from, as far as it says so in time. */
import {
  type ContactField,
  type CrmClient,
  type CrmResult,
  findForm,
  type Form,
  type NamedThing,
} from "../../../../lib/crm/mod.ts";

/** Longer than a CRM needs, and short enough for who waits for the page. */
const WITHIN_MS = 2_000;

/** What the page shows of the CRM's own records; what it did not say is empty. */
export interface Directory {
  readonly forms: readonly NamedThing[];
  readonly lists: readonly NamedThing[];
  readonly fields: readonly ContactField[];
  /** The form that the settings name; null where they name none, or the CRM is not configured. */
  readonly form: CrmResult<Form | null> | null;
}

const NOTHING: Directory = { forms: [], lists: [], fields: [], form: null };

/** Asks the CRM for everything at once. */
export async function readDirectory(
  client: CrmClient | null,
  formName: string | null,
): Promise<Directory> {
  if (client === null) return NOTHING;
  const signal = AbortSignal.timeout(WITHIN_MS);
  const [forms, lists, fields, form] = await Promise.all([
    client.listForms(signal),
    client.listContactLists(signal),
    client.listContactFields(signal),
    formName === null ? null : findForm(client, formName, signal),
  ]);
  return {
    forms: forms.ok ? forms.value : [],
    lists: lists.ok ? lists.value : [],
    fields: fields.ok ? fields.value : [],
    form,
  };
}
