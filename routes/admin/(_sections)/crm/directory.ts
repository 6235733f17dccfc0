/** Reads the forms, lists and fields of the CRM, as suggestions for the settings. */
import {
  type ContactField,
  type CrmClient,
  type CrmResult,
  findForm,
  type Form,
  type NamedThing,
} from "@/lib/crm/mod.ts";

/** Timeout in milliseconds: longer than a CRM needs, and short enough for a page load. */
const WITHIN_MS = 2_000;

/** The records of the CRM that the page shows. A list that could not be read is empty. */
export interface Directory {
  readonly forms: readonly NamedThing[];
  readonly lists: readonly NamedThing[];
  readonly fields: readonly ContactField[];
  /** The form that the settings name; null when they name none, or the CRM is not configured. */
  readonly form: CrmResult<Form | null> | null;
}

const NOTHING: Directory = { forms: [], lists: [], fields: [], form: null };

/** Reads everything from the CRM in parallel, within 2 seconds. A null client gives an empty directory. */
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
