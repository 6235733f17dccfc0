/** The data below the settings of the CRM: the mappings, an example session, and the records of the CRM. */
import type { Snapshot } from "@/lib/catalog/mod.ts";
import {
  type ContactField,
  type CrmClient,
  type CrmResult,
  type FieldMapping,
  findForm,
  type Form,
  type NamedThing,
  type Sampler,
} from "@/lib/crm/mod.ts";

/** The data of the parts below the settings. */
export interface Known {
  readonly snapshot: Snapshot;
  readonly mappings: readonly FieldMapping[];
  /** Null without a recent session. */
  readonly sampler: Sampler | null;
  readonly directory: Directory;
}

/** Timeout in milliseconds: longer than a CRM needs, and short enough for a page load. */
const WITHIN_MS = 2_000;

/** The records of the CRM that the page shows. A list that could not be read is empty. */
interface Directory {
  readonly forms: readonly NamedThing[];
  readonly lists: readonly NamedThing[];
  readonly fields: readonly ContactField[];
  /** The form that the settings name; null when they name none, or the CRM is not configured. */
  readonly form: CrmResult<Form | null> | null;
}

/** Most records of a kind that the CRM lists for us. */
const MOST_LISTED = 1_000;

/** Whether the CRM has no record with this id. False when that cannot be told, because its list is empty or not whole. */
export function isMissing(listed: readonly NamedThing[], id: string): boolean {
  return listed.length > 0 && listed.length < MOST_LISTED && !listed.some((one) => one.id === id);
}

/** Returns a record of the CRM as a suggestion: its id, labelled with its name. */
export function suggestionOf({ id, name }: NamedThing): { value: string; label: string } {
  return { value: id, label: name };
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
