import { z } from "zod";
import { sectionLink } from "@/components/admin/sections.ts";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { FieldGroup } from "@/components/admin/fields.tsx";
import { readPicked, soughtIn } from "@/components/admin/media_picker/picked.ts";
import { namesOfAssets, readPickerView } from "@/components/admin/media_picker/read_view.ts";
import { type EditedRecord, formScreen } from "@/components/admin/form_screen.tsx";
import { RecordHistory } from "@/components/admin/RecordHistory.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import { systemHref } from "@/components/hrefs/buyer.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Choice } from "@/components/ui/Field.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { MediaPicker } from "@/islands/MediaPicker.tsx";
import { Id } from "@/lib/catalog/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { galleryEntity, type GalleryRecord, saveGallery } from "@/lib/media/mod.ts";
import { readRecord } from "@/lib/records/mod.ts";
import { galleryForm, galleryHref, galleryPlace } from "./places.ts";

type Mode = GalleryRecord["displayMode"];

const Mode = z.enum(["grid", "slideshow"]).catch("grid");

const MODES: readonly { value: Mode; label: string; text: string }[] = [
  { value: "grid", label: "Grid", text: "All pictures at once." },
  { value: "slideshow", label: "Slideshow", text: "One large picture at a time." },
];

export const handler = define.handlers(formScreen("edit_data", galleryOf));

/** @throws {AppError} `not_found` when the address names no system. */
async function galleryOf(ctx: Ctx): Promise<EditedRecord<GalleryRecord>> {
  const { services } = ctx.state;
  const id = Id.safeParse(ctx.params.id);
  const system = services.catalog.current().catalog.systems.find(({ id: own }) => own === id.data);
  const stored = system && await readRecord(services.db, galleryEntity, system.id);
  if (!system || !stored) throw new AppError("not_found");
  const place = galleryPlace(system);
  const record = recordHref("systems", system.id);
  const isLive = !system.retired && !system.draft;
  return {
    title: `Gallery of ${system.name}`,
    header: (
      <AdminHeader
        title="Gallery"
        lead="The pictures and videos that buyers see, in this order. The primary picture represents the system in lists and results."
        trail={[
          sectionLink("systems"),
          { label: system.name, href: record },
        ]}
        actions={isLive && (
          <ButtonLink variant="secondary" href={systemHref(system.id)}>Buyers’ page</ButtonLink>
        )}
      />
    ),
    href: galleryHref(system.id),
    cancel: record,
    stored: stored.record,
    redraft: (form) => soughtIn(form, place.name) === null ? null : { form },
    toForm: galleryForm,
    parse(form) {
      const { ids: assetIds, primary: primaryId } = readPicked(form, place);
      const displayMode = Mode.parse(form.get("displayMode"));
      return { ok: true, value: { systemId: system.id, displayMode, assetIds, primaryId } };
    },
    save: ({ by, version, record }) =>
      saveGallery(services.db, system.id, { by, version, ...record }),
    saved: `The gallery of ${system.name} was saved.${isLive ? " Buyers see it now." : ""}`,
    async describer(versions) {
      const shown = versions.flatMap(({ assetIds, primaryId }) =>
        primaryId === null ? assetIds : [...assetIds, primaryId]
      );
      const nameOf = await namesOfAssets(services, shown);
      return ({ assetIds, primaryId, displayMode }) => [
        { label: "Pictures", value: assetIds.map(nameOf).join("\n") || "None" },
        { label: "Primary", value: primaryId === null ? "None" : nameOf(primaryId) },
        {
          label: "Shown as",
          value: MODES.find(({ value }) => value === displayMode)?.label ?? "",
        },
      ];
    },
    async Fields({ form, fields }) {
      const picker = await readPickerView(services, {
        place,
        picked: readPicked(form, place),
        form,
      });
      const missing = picker.chosen.filter(({ alt }) => alt === "").length;
      const displayMode = Mode.parse(form.get("displayMode"));
      return (
        <>
          <section aria-labelledby="pictures">
            <div class="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
              <h2 id="pictures" class="font-medium">Pictures and videos</h2>
              {missing > 0 && (
                <p class="text-sm text-warning">
                  {counted(missing, "picture")} without alt text
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
        </>
      );
    },
    Below: async () => (
      <div class="mt-10">
        {await RecordHistory(ctx, { type: galleryEntity.type, id: system.id })}
      </div>
    ),
  };
}
