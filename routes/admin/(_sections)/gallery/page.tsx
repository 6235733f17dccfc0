import type { Context } from "fresh";
import { z } from "zod";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { FieldGroup } from "../../../../components/admin/fields.tsx";
import { galleryForm, galleryHref, galleryPlace } from "./places.ts";
import { recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { readPicked, soughtIn } from "../../../../components/admin/media_picker/picked.ts";
import { changedRows, type Difference } from "../../../../components/admin/record/conflict.ts";
import { ConflictPanel } from "../../../../components/admin/records.tsx";
import { RecordHistory } from "../../../../components/admin/RecordHistory.tsx";
import { RecordForm } from "../../../../components/admin/RecordForm.tsx";
import { LONG_FORM_LIMITS, unknownIntent } from "../../../../components/admin/settle.ts";
import { systemHref } from "../../../../components/hrefs/buyer.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { Choice, FieldError } from "../../../../components/ui/Field.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { MediaPicker } from "../../../../islands/MediaPicker.tsx";
import { type FieldErrors, readRecord, versionOf } from "../../../../lib/records/mod.ts";
import { authorize, authorOf } from "../../../../lib/staff/mod.ts";
import { Id, type System } from "../../../../lib/catalog/mod.ts";
import { define, type State } from "../../../../lib/define.ts";
import { AppError, readForm } from "../../../../lib/http/mod.ts";
import { galleryEntity, type GalleryRecord, saveGallery } from "../../../../lib/media/mod.ts";
import { answerSave } from "../../../../components/admin/media_picker/save.ts";
import {
  namesOfAssets,
  readPickerView,
} from "../../../../components/admin/media_picker/read_view.ts";

type Ctx = Context<State>;
type Mode = GalleryRecord["displayMode"];

const Mode = z.enum(["grid", "slideshow"]).catch("grid");

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const { system, stored } = await galleryOf(ctx);
    return await show(ctx, system, { gallery: stored });
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { system } = await galleryOf(ctx);
    const form = await readForm(ctx.req, LONG_FORM_LIMITS);
    const { ids, primary } = readPicked(form, galleryPlace(system));
    const gallery: GalleryRecord = {
      systemId: system.id,
      displayMode: Mode.parse(form.get("displayMode")),
      assetIds: ids,
      primaryId: primary,
    };
    const version = form.get("version") ?? "";
    const intent = form.get("intent") ?? "save";
    const sought = soughtIn(form, galleryPlace(system).name) !== null;
    if (!sought && intent !== "save") throw unknownIntent();
    if (sought) return await show(ctx, system, { gallery, form, version, unsaved: true });
    const outcome = await saveGallery(ctx.state.services.db, system.id, {
      by,
      version,
      ...gallery,
    });
    return await answerSave({
      outcome,
      version,
      href: galleryHref(system.id),
      saved: `The gallery of ${system.name} was saved. Buyers see it now.`,
      formOf: galleryForm,
      again: (again) => show(ctx, system, { gallery, form, ...again }),
    });
  },
});

/** @throws {AppError} `not_found` when the address names no system. */
async function galleryOf({ params, state }: Ctx) {
  const id = Id.safeParse(params.id);
  const { catalog, db } = state.services;
  const system = catalog.current().catalog.systems.find((system) => system.id === id.data);
  const stored = system && await readRecord(db, galleryEntity, system.id);
  if (!system || !stored) throw new AppError("not_found");
  return { system, stored: stored.record };
}

interface Shown {
  readonly gallery: GalleryRecord;
  readonly form?: URLSearchParams;
  readonly version?: string;
  readonly fields?: FieldErrors;
  readonly theirs?: GalleryRecord;
  readonly unsaved?: boolean;
  readonly status?: number;
}

async function show(ctx: Ctx, system: System, shown: Shown): Promise<Response> {
  const { gallery, form, fields = {}, theirs, status = 200 } = shown;
  const { services } = ctx.state;
  const title = `Gallery of ${system.name}`;
  ctx.state.title = Object.keys(fields).length > 0 ? `Error: ${title}` : title;
  const { assetIds: ids, primaryId: primary, displayMode } = gallery;
  const picker = await readPickerView(services, {
    place: galleryPlace(system),
    picked: { ids, primary },
    ...(form && { form }),
  });
  const conflict = theirs ? await differences(ctx, { mine: gallery, theirs }) : null;
  const record = recordHref("systems", system.id);
  const missing = picker.chosen.filter(({ alt }) => alt === "").length;
  return await ctx.render(
    <>
      <AdminHeader
        title="Gallery"
        lead="The pictures and videos that buyers see, in this order. The primary picture represents the system in lists and results."
        trail={[
          { label: "Systems", href: sectionHref("systems") },
          { label: system.name, href: record },
        ]}
        actions={!system.retired && !system.draft && (
          <ButtonLink variant="secondary" size="small" href={systemHref(system.id)}>
            Buyers’ page
          </ButtonLink>
        )}
      />
      {conflict && <ConflictPanel rows={conflict} theirsHref={galleryHref(system.id)} />}
      <RecordForm
        action={galleryHref(system.id)}
        version={shown.version ?? versionOf(gallery)}
        errors={fields}
        cancel={record}
        unsaved={shown.unsaved}
        conflict={conflict !== null}
      >
        <section aria-labelledby="pictures">
          <div class="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="pictures" class="font-medium">Pictures and videos</h2>
            {missing > 0 && (
              <p class="text-sm text-warning">
                {counted(missing, "picture")} without alternative text
              </p>
            )}
          </div>
          {fields.assetIds && <FieldError id="assetIds-error">{fields.assetIds}</FieldError>}
          {fields.primaryId && <FieldError id="primaryId-error">{fields.primaryId}</FieldError>}
          <MediaPicker initial={picker} />
          <p class="mt-3 text-sm text-muted">
            If no picture is primary, or a video is, the first picture represents the system.
          </p>
        </section>
        <FieldGroup legend="How they are shown">
          <div class="grid gap-x-8 gap-y-2 sm:grid-cols-2">
            {MODES.map(({ value, label, text }) => (
              <Choice
                key={value}
                type="radio"
                name="displayMode"
                value={value}
                checked={value === displayMode}
                label={label}
                description={text}
              />
            ))}
          </div>
        </FieldGroup>
      </RecordForm>
      <div class="mt-10">
        {await RecordHistory(ctx, { type: galleryEntity.type, id: system.id })}
      </div>
    </>,
    { status },
  );
}

const MODES: readonly { value: Mode; label: string; text: string }[] = [
  { value: "grid", label: "Grid", text: "All pictures at once." },
  { value: "slideshow", label: "Slideshow", text: "One large picture at a time." },
];

async function differences(
  { state }: Ctx,
  { mine, theirs }: { mine: GalleryRecord; theirs: GalleryRecord },
): Promise<Difference[]> {
  const name = await namesOfAssets(state.services, [...mine.assetIds, ...theirs.assetIds]);
  const inWords = ({ assetIds, primaryId, displayMode }: GalleryRecord) => [
    assetIds.map(name).join(", ") || "None",
    primaryId === null ? "None" : name(primaryId),
    MODES.find(({ value }) => value === displayMode)?.label ?? "",
  ];
  const [wanted, stored] = [inWords(mine), inWords(theirs)];
  return changedRows(
    ["Pictures", "Primary", "Shown as"]
      .map((label, at) => ({ label, mine: wanted[at] ?? "", theirs: stored[at] ?? "" })),
  );
}
