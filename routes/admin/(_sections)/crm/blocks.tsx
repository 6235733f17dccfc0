/** Reads the parts of the CRM page above and below its settings form. */
import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { withQuery } from "@/components/admin/list_query.ts";
import { versionOf } from "@/lib/records/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import {
  countQueue,
  type CrmSettings,
  type FieldMapping,
  formFilling,
  type HotLeadRule,
  inactiveBecause,
  isStaleField,
  latestLeadFacts,
  listQueue,
  openSampler,
  readFieldMappings,
  type Sampler,
  sessionFields,
  type StandingRefusal,
  tryHotLeadRule,
} from "@/lib/crm/mod.ts";
import type { State } from "@/lib/define.ts";
import { nullInOutage } from "@/lib/session/mod.ts";
import { BoundForm, type FormView } from "./BoundForm.tsx";
import { Connection } from "./Connection.tsx";
import type { Directory } from "./directory.ts";
import { HotLeadTrial } from "./HotLeadTrial.tsx";
import {
  type MappableField,
  type MappedField,
  Mappings,
  type RefusedMapping,
} from "./Mappings.tsx";
import { Queue, QUEUE_FILTERS } from "./Queue.tsx";
import { Refusals } from "./Refusals.tsx";
import { failureInWords, fillingInWords, refusalInWords, sessionFieldLabel } from "./labels.ts";

type Ctx = Context<State>;

const QUEUE_PAGE = 25;

/** Returns the part above the settings: connection, retry queue and refusals. */
export async function readAbove(
  ctx: Ctx,
  refusals: readonly StandingRefusal[],
): Promise<JSX.Element> {
  const { config } = ctx.state.services;
  return (
    <div class="mb-9 grid grid-cols-[minmax(0,1fr)] gap-9">
      <Connection config={config} />
      {await readQueue(ctx)}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
    </div>
  );
}

async function readQueue(ctx: Ctx): Promise<JSX.Element | null> {
  const { db, crm, config } = ctx.state.services;
  const query = ctx.url.searchParams;
  const counts = await countQueue(db);
  if (counts.queued + counts.abandoned === 0) return null;
  const filter = QUEUE_FILTERS.find((each) => each === query.get("queue")) ??
    (counts.queued > 0 ? "queued" : "abandoned");
  const after = placeOf(query.get("after"));
  const listed = await listQueue(db, {
    status: filter,
    limit: QUEUE_PAGE + 1,
    ...(after && { after }),
  });
  const items = listed.slice(0, QUEUE_PAGE);
  const last = listed.length > QUEUE_PAGE ? items.at(-1) : undefined;
  return (
    <Queue
      query={query}
      filter={filter}
      counts={counts}
      items={items}
      next={last ? withQuery(query, { after: `${last.createdAt.toISOString()}_${last.id}` }) : null}
      canRetry={crm.client !== null}
      keptDays={config.syncQueue.retentionDays}
    />
  );
}

const Place = z.tuple([z.iso.datetime().regex(/^2/), z.uuid()]);

/** Parses the cursor of a page of the queue; null for none or a malformed one. */
function placeOf(text: string | null): { createdAt: Date; id: string } | null {
  const { data } = Place.safeParse(text?.split("_"));
  return data === undefined ? null : { createdAt: new Date(data[0]), id: data[1] };
}

/** The inputs of the part below the settings. */
interface BelowOptions {
  readonly settings: CrmSettings;
  readonly directory: Directory;
  readonly refusals: readonly StandingRefusal[];
  /** An unsaved rule to try; null tries the stored one. */
  readonly draft: HotLeadRule | null;
  readonly refused: RefusedMapping | null;
}

/** Returns the part below the settings: the trial of the hot-lead rule, the bound form and the mappings. */
export async function readBelow(
  { state: { services } }: Ctx,
  { draft, refused, ...read }: BelowOptions,
): Promise<JSX.Element> {
  const snapshot = services.catalog.current();
  const rule = draft ?? read.settings;
  const [mappings, sampler, leads] = await Promise.all([
    readFieldMappings(services.db),
    openSampler(services, snapshot, read.settings),
    latestLeadFacts(services, TRIED_LEADS).catch(nullInOutage),
  ]);
  const known: Known = { ...read, snapshot, mappings, sampler };
  return (
    <>
      <HotLeadTrial
        trial={leads && tryHotLeadRule(rule, leads)}
        inactive={inactiveBecause(rule)}
        isDraft={draft !== null}
      />
      <BoundForm
        form={formView(known)}
        refused={refusedThing(known, "form", read.settings.form_name)}
      />
      <Mappings
        rows={mappings.map((mapping) => mappedField(known, mapping))}
        all={sessionFields(snapshot).map((field) => mappableField(known, field))}
        crmFieldIds={read.directory.fields.map(({ id }) => id)}
        refused={refused}
        hasSample={sampler !== null}
      />
    </>
  );
}

/** Number of latest leads that a rule is tried on (spec §2.6). */
const TRIED_LEADS = 80;

interface Known extends Pick<BelowOptions, "settings" | "directory" | "refusals"> {
  readonly snapshot: Snapshot;
  readonly mappings: readonly FieldMapping[];
  readonly sampler: Sampler | null;
}

/** Returns the form that the settings name, or why there is none to show. */
function formView({ snapshot, settings, directory: { form }, mappings }: Known): FormView | string {
  const { form_name } = settings;
  if (form_name === null) return "No form is named above.";
  if (form === null) return "The fields of the form are shown once the CRM is configured.";
  if (!form.ok) return `The CRM did not send the form. ${failureInWords(form)}.`;
  if (form.value === null) return `The CRM has no form, or several, for “${form_name}”.`;
  const mapped = new Set(mappings.map(({ session_field }) => session_field));
  return {
    ...form.value,
    fields: form.value.fields.map((field) => {
      const filling = formFilling(field.htmlName, mapped);
      return { ...field, filling: filling && fillingInWords(snapshot, filling) };
    }),
  };
}

function mappableField({ snapshot, sampler }: Known, field: string): MappableField {
  return { field, label: sessionFieldLabel(snapshot, field), sample: sampler?.(field) ?? null };
}

function mappedField(known: Known, mapping: FieldMapping): MappedField {
  const { session_field: field, crm_field_id: crmFieldId } = mapping;
  return {
    ...mappableField(known, field),
    crmFieldId,
    crmFieldName: known.directory.fields.find(({ id }) => id === crmFieldId)?.name ?? null,
    stale: isStaleField(known.snapshot, field),
    refused: refusedThing(known, "field", crmFieldId),
    version: versionOf(mapping),
  };
}

function refusedThing(
  { refusals }: Known,
  kind: StandingRefusal["kind"],
  subject: string | null,
): string | null {
  const refusal = refusals.find((each) => each.kind === kind && each.subject === subject);
  return refusal ? refusalInWords(refusal) : null;
}
