/** Reads the parts of the CRM page above and below its settings form. */
import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { sectionHref } from "../../../../components/hrefs/admin.ts";
import { withQuery } from "../../../../components/admin/list_query.ts";
import { versionOf } from "../../../../lib/records/mod.ts";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
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
} from "../../../../lib/crm/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { BoundForm, type BoundFormView } from "./BoundForm.tsx";
import { Connection } from "./Connection.tsx";
import type { Directory } from "./directory.ts";
import { HotLeadTrial } from "./HotLeadTrial.tsx";
import { Mappings, type RefusedMapping } from "./Mappings.tsx";
import { Queue, QUEUE_FILTERS } from "./Queue.tsx";
import { Refusals } from "./Refusals.tsx";
import { failureInWords, fillingInWords, refusalInWords, sessionFieldLabel } from "./labels.ts";

type Ctx = Context<State>;

/** Address of the page. */
export const ACTION = sectionHref("crm");

const QUEUE_PAGE = 25;

/** Returns the part above the settings: connection, retry queue and refusals. */
export async function readAbove(
  ctx: Ctx,
  refusals: readonly StandingRefusal[],
): Promise<JSX.Element> {
  const { config } = ctx.state.services;
  return (
    <div class="mb-9 grid grid-cols-[minmax(0,1fr)] gap-9">
      <Connection
        action={ACTION}
        missing={config.crmMissing}
        simulated={config.crm?.allowSimulatedGuid ?? false}
      />
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
      action={ACTION}
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
  ctx: Ctx,
  { settings, directory, refusals, draft, refused }: BelowOptions,
): Promise<JSX.Element> {
  const { services } = ctx.state;
  const snapshot = services.catalog.current();
  const [mappings, sampler] = await Promise.all([
    readFieldMappings(services.db),
    openSampler(services, snapshot, settings),
  ]);
  return (
    <>
      {await readTrial(ctx, draft ?? settings, draft !== null)}
      <BoundForm
        form={formView(snapshot, { settings, directory, mappings })}
        refused={refusedThing(refusals, "form", settings.form_name)}
      />
      <Mappings
        action={ACTION}
        rows={mappedRows(snapshot, { mappings, directory, refusals, sampler })}
        all={sessionFields(snapshot).map((field) => mappable(snapshot, field, sampler))}
        crmFieldIds={directory.fields.map(({ id }) => id)}
        refused={refused}
        hasSample={sampler !== null}
      />
    </>
  );
}

/** Number of latest leads that a rule is tried on (spec §2.6). */
const TRIED_LEADS = 80;

async function readTrial(ctx: Ctx, rule: HotLeadRule, isDraft: boolean): Promise<JSX.Element> {
  const facts = await latestLeadFacts(ctx.state.services, TRIED_LEADS);
  return (
    <HotLeadTrial
      trial={tryHotLeadRule(rule, facts)}
      inactive={inactiveBecause(rule)}
      isDraft={isDraft}
    />
  );
}

interface FormSource {
  readonly settings: CrmSettings;
  readonly directory: Directory;
  readonly mappings: readonly FieldMapping[];
}

function formView(
  snapshot: Snapshot,
  { settings: { form_name }, directory: { form }, mappings }: FormSource,
): BoundFormView {
  if (form_name === null) return { kind: "none", text: "No form is named above." };
  if (form === null) {
    return { kind: "none", text: "The fields of the form are shown once the CRM is configured." };
  }
  if (!form.ok) {
    return { kind: "none", text: `The CRM did not send the form. ${failureInWords(form)}.` };
  }
  if (form.value === null) {
    return { kind: "none", text: `The CRM has no form, or several, for “${form_name}”.` };
  }
  const mapped = new Set(mappings.map(({ session_field }) => session_field));
  const { id, name, fields } = form.value;
  return {
    kind: "found",
    id,
    name,
    fields: fields.map((field) => {
      const filling = formFilling(field.htmlName, mapped);
      return { ...field, filling: filling && fillingInWords(snapshot, filling) };
    }),
  };
}

function mappable(snapshot: Snapshot, field: string, sampler: Sampler | null) {
  return { field, label: sessionFieldLabel(snapshot, field), sample: sampler?.(field) ?? null };
}

interface MappingSource {
  readonly mappings: readonly FieldMapping[];
  readonly directory: Directory;
  readonly refusals: readonly StandingRefusal[];
  readonly sampler: Sampler | null;
}

function mappedRows(
  snapshot: Snapshot,
  { mappings, directory, refusals, sampler }: MappingSource,
) {
  return mappings.map((mapping) => {
    const { session_field: field, crm_field_id: crmFieldId } = mapping;
    return {
      ...mappable(snapshot, field, sampler),
      crmFieldId,
      crmFieldName: directory.fields.find(({ id }) => id === crmFieldId)?.name ?? null,
      stale: isStaleField(snapshot, field),
      refused: refusedThing(refusals, "field", crmFieldId),
      version: versionOf(mapping),
    };
  });
}

function refusedThing(
  refusals: readonly StandingRefusal[],
  kind: StandingRefusal["kind"],
  subject: string | null,
): string | null {
  const refusal = refusals.find((each) => each.kind === kind && each.subject === subject);
  return refusal ? refusalInWords(refusal) : null;
}
