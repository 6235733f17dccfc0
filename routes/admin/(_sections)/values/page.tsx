import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { sectionLink } from "@/components/admin/sections.ts";
import { ValueFields } from "./ValueFields.tsx";
import { type ValuePlace, valuePlace } from "./value_place.ts";
import { Neighbours, PresentValue, TakeBack } from "./ValueParts.tsx";
import { rawText } from "./labels.ts";
import { recordHref, valueHref } from "@/components/hrefs/admin.ts";
import { RecordHistory } from "@/components/admin/RecordHistory.tsx";
import { RecordForm } from "@/components/admin/RecordForm.tsx";
import { ConflictPanel, ProvenanceBadge, StatusBadge } from "@/components/admin/records.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { type ChangeOutcome, type FieldErrors, readRecord, versionOf } from "@/lib/records/mod.ts";
import { authorize, authorOf, type Undo } from "@/lib/staff/mod.ts";
import {
  clearValue,
  formatValue,
  formOfValue,
  NO_VALUE,
  saveValue,
  type TypedValue,
  valueEntity,
  valueId,
  valueOfForm,
  type ValueRecord,
} from "@/lib/catalog/mod.ts";
import { isOverride } from "@/lib/cms/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { AppError, readForm } from "@/lib/http/mod.ts";
import {
  type Changed,
  NOTHING_CHANGED,
  settle,
  undoFields,
  unknownIntent,
} from "@/components/admin/settle.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const place = placeOf(ctx);
    const record = await recordAt(ctx, place);
    return await show(ctx, place, { record, form: formOfValue(record?.value ?? null) });
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { db } = ctx.state.services;
    const place = placeOf(ctx);
    const form = await readForm(ctx.req);
    const intent = form.get("intent") ?? "save";
    const { systemId, attributeId } = place.key;
    const edit = {
      by,
      systemId,
      attributeId,
      version: form.get("version") ?? "",
    };
    if (intent === "clear") return await afterClear(ctx, place, await clearValue(db, edit));
    if (intent !== "save" && intent !== "save-next") {
      throw unknownIntent();
    }
    const record = await recordAt(ctx, place);
    const checked = valueOfForm(form, {
      valueType: place.attribute.valueType,
      known: place.labels,
      current: record?.value ?? null,
    });
    if (!checked.ok) {
      const { version } = edit;
      return await show(ctx, place, { record, form, version, fields: checked.fields, status: 400 });
    }
    const mine = checked.value;
    const outcome = await saveValue(db, { ...edit, value: mine, passing: intent === "save-next" });
    return await afterSave(ctx, place, { outcome, form, mine, next: intent === "save-next" });
  },
});

/** @throws {AppError} `not_found` unless the address names a system and an attribute that is not retired. */
function placeOf({ params, state }: Ctx): ValuePlace {
  const { id: systemId = "", attributeId = "" } = params;
  const { catalog } = state.services.catalog.current();
  const place = valuePlace(catalog, { systemId, attributeId });
  if (!place) throw new AppError("not_found");
  return place;
}

async function recordAt({ state }: Ctx, { key }: ValuePlace): Promise<ValueRecord | null> {
  const stored = await readRecord(state.services.db, valueEntity, valueId(key));
  return stored?.record ?? null;
}

interface Saved {
  readonly outcome: ChangeOutcome<ValueRecord>;
  readonly form: URLSearchParams;
  readonly mine: TypedValue;
  /** Whether to open the next attribute afterwards. */
  readonly next: boolean;
}

async function afterSave(
  ctx: Ctx,
  place: ValuePlace,
  { outcome, form, mine, next }: Saved,
): Promise<Response> {
  const { system, attribute, key } = place;
  const onward = place.next === null
    ? `${recordHref("systems", key.systemId)}#values`
    : valueHref({ ...key, attributeId: place.next.id });
  const again = (record: ValueRecord | null) =>
    show(ctx, place, { record, form, mine, status: 409 });
  return await settle(outcome, {
    href: next ? onward : valueHref(key),
    changed(change) {
      const text = `${attribute.name} of ${system.name} was saved: ${
        formatValue(mine, attribute.unit)
      }.`;
      return { tone: "positive", text, ...undoOf(place, change) };
    },
    unchanged: () => next ? null : NOTHING_CHANGED,
    async invalid(fields) {
      const record = await recordAt(ctx, place);
      const version = form.get("version") ?? "";
      return await show(ctx, place, { record, form, version, fields, status: 400 });
    },
    missing: () => again(null),
    taken: () => again(null),
    conflict: again,
  });
}

/** Returns the undo form. A value from the CMS has none, because saving it would make it a manual one (spec §2.3). */
function undoOf({ key }: ValuePlace, { before, record }: Changed<ValueRecord>): { undo?: Undo } {
  const version = record === null ? NO_VALUE : versionOf(record);
  const action = valueHref(key);
  if (before === null) return { undo: { action, fields: { intent: "clear", version } } };
  if (before.source !== "manual") return {};
  return { undo: { action, fields: { ...undoFields(formOfValue(before.value)), version } } };
}

function afterClear(
  ctx: Ctx,
  place: ValuePlace,
  outcome: ChangeOutcome<ValueRecord>,
): Promise<Response> {
  const address = valueHref(place.key);
  return settle(outcome, {
    href: address,
    changed(change) {
      const text = `The value of ${place.attribute.name} was taken back.`;
      return { tone: "positive", text, ...undoOf(place, change) };
    },
    conflict(record) {
      const form = formOfValue(record.value);
      return show(ctx, place, { record, form, stale: true, status: 409 });
    },
    missing: () => NOTHING_CHANGED,
    invalid: () => NOTHING_CHANGED,
  });
}

interface Shown {
  readonly record: ValueRecord | null;
  readonly form: URLSearchParams;
  readonly version?: string;
  readonly fields?: FieldErrors;
  /** The author's value, when somebody else saved meanwhile. */
  readonly mine?: TypedValue;
  /** Whether the value changed before it could be taken back. */
  readonly stale?: boolean;
  readonly status?: number;
}

async function show(ctx: Ctx, place: ValuePlace, shown: Shown): Promise<Response> {
  const { record, form, fields = {}, mine = null, stale = false, status = 200 } = shown;
  const title = `${place.attribute.name} of ${place.system.name}`;
  ctx.state.title = status >= 400 ? `Error: ${title}` : title;
  const { system, attribute, key, labels } = place;
  return await ctx.render(
    <>
      <AdminHeader
        title={attribute.name}
        lead={attribute.description}
        trail={[
          sectionLink("systems"),
          { label: system.name, href: `${recordHref("systems", key.systemId)}#values` },
        ]}
        badges={
          <>
            {record && (
              <ProvenanceBadge
                source={record.source}
                overridden={isOverride(record, attribute)}
              />
            )}
            {!attribute.enabled && <StatusBadge status="off" />}
          </>
        }
        actions={<Neighbours place={place} />}
      />
      {mine !== null && (
        <ConflictPanel
          rows={differences({ mine, record, unit: attribute.unit })}
          theirsHref={valueHref(key)}
        />
      )}
      {stale && (
        <Notice tone="warning" role="alert" class="mb-6">
          <p>
            Somebody changed this value after you opened it, so we did not take it back. This is the
            present value.
          </p>
        </Notice>
      )}
      <PresentValue place={place} record={record} />
      <RecordForm
        action={valueHref(key)}
        version={shown.version ?? (record ? versionOf(record) : NO_VALUE)}
        errors={fields}
        cancel={`${recordHref("systems", key.systemId)}#values`}
        conflict={mine !== null}
        more={
          <Button variant="secondary" name="intent" value="save-next">
            {place.next ? "Save and next attribute" : "Save and back to the system"}
          </Button>
        }
      >
        <ValueFields
          attribute={attribute}
          form={form}
          fields={fields}
          labels={labels}
          focus={mine === null && !stale && Object.keys(fields).length === 0}
        />
      </RecordForm>
      <div class="mt-10 grid grid-cols-1 gap-8">
        {record && <TakeBack record={record} action={valueHref(key)} version={versionOf(record)} />}
        {await RecordHistory(ctx, { type: valueEntity.type, id: valueId(key) })}
      </div>
    </>,
    { status },
  );
}

type Versions = { mine: TypedValue; record: ValueRecord | null; unit: string | null };

function differences({ mine, record, unit }: Versions) {
  const wanted = formatValue(mine, unit);
  const stored = record ? formatValue(record.value, unit) : "No value";
  if (wanted !== stored) return [{ label: "Value", mine: wanted, theirs: stored }];
  // The values are equal: the conflict comes from a sync that only updated the raw CMS value.
  return record && record.cmsRaw !== null
    ? [{ label: "The CMS says", mine: "Stays as it is", theirs: rawText(record.cmsRaw) }]
    : [];
}
