import type { JSX } from "preact";
import { z } from "zod";
import {
  CheckField,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "../../../../components/admin/fields.tsx";
import { reorderHandler } from "../../../../components/admin/list/reorder.ts";
import { listScreen } from "../../../../components/admin/list/screen.tsx";
import {
  type EditorProps,
  type RecordDefinition,
  retirable,
} from "../../../../components/admin/record/define.ts";
import { IdField } from "../../../../components/admin/record/IdField.tsx";
import { recordSection } from "../../../../components/admin/record/save.ts";
import { systemHref } from "../../../../components/hrefs/buyer.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { GalleryStrip } from "../gallery/GalleryStrip.tsx";
import { galleryHref } from "../gallery/places.ts";
import { ValuesTable } from "../values/ValuesTable.tsx";
import { systemList } from "./list.tsx";
import {
  checkboxField,
  checkForm,
  lineField,
  optionalLineField,
  optionalParagraphField,
  wholeNumberField,
} from "../../../../lib/http/mod.ts";
import {
  Id,
  moveSystem,
  nextPosition,
  POSITION,
  type Snapshot,
  systemEntity,
  type SystemRecord,
  valuesOfSystem,
} from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { findNamedAssets, galleryEntity } from "../../../../lib/media/mod.ts";

const SystemForm = z.object({
  name: lineField(80, "Enter a name"),
  tagline: optionalLineField(120),
  description: optionalParagraphField(600),
  // Only the format is checked here; the database refuses an unknown tier, and that error has its own message.
  budgetTierId: z.string().default("")
    .refine((id) => id === "" || Id.safeParse(id).success, "Choose a tier of the list")
    .transform((id) => id === "" ? null : id),
  position: wholeNumberField(POSITION),
  draft: checkboxField(),
});

const system: RecordDefinition<SystemRecord> = {
  slug: "systems",
  label: "Systems",
  noun: "system",
  capability: "edit_data",
  entity: systemEntity,
  nameOf: ({ name }) => name,
  form: {
    toForm: (system, { catalog }) =>
      new URLSearchParams({
        name: system?.name ?? "",
        tagline: system?.tagline ?? "",
        description: system?.description ?? "",
        budgetTierId: system?.budgetTierId ?? "",
        position: String(system?.position ?? nextPosition(catalog.systems)),
        ...(system?.draft && { draft: "on" }),
      }),
    parse(form, { id, current }) {
      const checked = checkForm(form, SystemForm);
      const retired = current?.retired ?? false;
      if (!checked.ok) return checked;
      const { draft, ...system } = checked.value;
      return { ok: true, value: { id, ...system, retired, ...(draft && { draft }) } };
    },
    Editor: SystemEditor,
    describe: (system, { catalog }) => [
      { label: "Name", value: system.name },
      { label: "Tagline", value: system.tagline ?? "" },
      { label: "Description", value: system.description ?? "" },
      { label: "Budget tier", value: tierLabel(catalog, system.budgetTierId) },
      { label: "Place in the list", value: String(system.position) },
      { label: "Draft", value: system.draft ? "Yes" : "No" },
      { label: "Retired", value: system.retired ? "Yes" : "No" },
    ],
  },
  retirement: retirable(),
  references: { type: "system" },
  Actions: ({ record: { id, retired, draft } }) => (
    <>
      <ButtonLink variant="secondary" size="small" href={galleryHref(id)}>Gallery</ButtonLink>
      <ButtonLink variant="secondary" size="small" href="#values">Attribute values</ButtonLink>
      {!retired && !draft && (
        <ButtonLink variant="secondary" size="small" href={systemHref(id)}>
          Buyers’ page
        </ButtonLink>
      )}
    </>
  ),
  Aside: async ({ id, snapshot: { catalog } }, { state }) => (
    <>
      {await galleryStrip(state.services, id)}
      <ValuesTable
        systemId={id}
        catalog={catalog}
        values={await valuesOfSystem(state.services.db, id)}
      />
    </>
  ),
};

const move = reorderHandler({
  ...system,
  nameOf: ({ systems }, id) => systems.find((system) => system.id === id)?.name,
  move: moveSystem,
});

/** The section of systems, which the service recommends to buyers (spec §2.2). */
export const systems = recordSection(system, listScreen(systemList, move));

/** Number of pictures in the strip: one line. */
const STRIP = 6;

async function galleryStrip({ db, config }: State["services"], id: string): Promise<JSX.Element> {
  const gallery = await galleryEntity.read(db, id, { lock: false });
  const ids = gallery?.assetIds ?? [];
  const assets = await findNamedAssets(db, ids.slice(0, STRIP), config.video.playerUrl);
  return <GalleryStrip systemId={id} assets={assets} total={ids.length} />;
}

function tierLabel({ tiers }: Snapshot["catalog"], id: string | null): string {
  return id === null ? "None" : tiers.find((tier) => tier.id === id)?.label ?? id;
}

function SystemEditor(
  { form, fields, field, current, snapshot: { catalog } }: EditorProps<SystemRecord>,
): JSX.Element {
  return (
    <>
      <TextField {...field("name")} label="Name" maxLength={80} />
      <IdField current={current} field={field} says="Part of the address of its page." />
      <TextField
        {...field("tagline")}
        label="Tagline"
        hint="A few words under the name."
        maxLength={120}
        optional
      />
      <TextArea
        {...field("description")}
        label="Description"
        hint="Two or three plain sentences for its own page."
        maxLength={600}
        optional
      />
      <SelectField
        {...field("budgetTierId")}
        label="Budget tier"
        hint="A system without a tier has no cheaper alternatives, and is never one itself."
        empty="None"
        options={catalog.tiers.map(({ id, label }) => ({ value: id, label }))}
        optional
        class="max-w-80"
      />
      <NumberField
        {...field("position")}
        label="Place in the list"
        hint="The lowest comes first; equal places are ordered by id."
        {...POSITION}
      />
      <CheckField
        name="draft"
        checked={form.get("draft") === "on"}
        label="Keep as a draft"
        hint="Only staff see a draft. It appears in no result, list, comparison, answer of the assistant or site map."
        error={fields.draft}
      />
    </>
  );
}
