import type { JSX } from "preact";
import { sectionWords } from "@/components/admin/sections.ts";
import { z } from "zod";
import { reorderHandler } from "@/components/admin/list/reorder.ts";
import { type RecordDefinition, retirable } from "@/components/admin/record/define.ts";
import { recordForm } from "@/components/admin/record/fields.tsx";
import {
  checkboxInput,
  line,
  newId,
  optionalLine,
  optionalParagraph,
  placeInList,
  RETIRED,
  select,
  yesOrNo,
} from "@/components/admin/record/inputs.tsx";
import { recordSection } from "@/components/admin/record/save.ts";
import { systemHref } from "@/components/hrefs/buyer.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { GalleryStrip } from "../gallery/GalleryStrip.tsx";
import { galleryHref } from "../gallery/places.ts";
import { ValuesTable } from "../values/ValuesTable.tsx";
import { CopyValues, handleCopy } from "./copy_values.tsx";
import { systemList } from "./list.tsx";
import { checkboxField } from "@/lib/http/mod.ts";
import {
  Id,
  moveSystem,
  systemEntity,
  type SystemRecord,
  valuesOfSystem,
} from "@/lib/catalog/mod.ts";
import type { State } from "@/lib/define.ts";
import { findNamedAssets, galleryEntity } from "@/lib/media/mod.ts";

const form = recordForm<SystemRecord>({
  name: line({ label: "Name", maxLength: 80, missing: "Enter a name" }),
  id: newId("Part of the address of its page."),
  tagline: optionalLine({
    label: "Tagline",
    hint: "A few words under the name.",
    maxLength: 120,
  }),
  description: optionalParagraph({
    label: "Description",
    hint: "Two or three plain sentences for its own page.",
    maxLength: 600,
  }),
  budgetTierId: select({
    label: "Budget tier",
    hint: "A system without a tier has no cheaper alternatives, and is never one itself.",
    empty: "None",
    optional: true,
    class: "max-w-80",
    // Only the format is checked here; the database refuses an unknown tier, and that error has its own message.
    schema: z.string().default("")
      .refine((id) => id === "" || Id.safeParse(id).success, "Choose a tier of the list")
      .transform((id) => id === "" ? null : id),
    options: ({ catalog }) => catalog.tiers.map(({ id, label }) => ({ value: id, label })),
    describe: (id, { catalog }) =>
      id === null ? "None" : catalog.tiers.find((tier) => tier.id === id)?.label ?? id,
  }),
  position: placeInList(({ systems }) => systems),
  draft: {
    label: "Draft",
    schema: checkboxField().transform((on) => on || undefined),
    initial: () => true,
    describe: yesOrNo,
    Input: checkboxInput({
      label: "Keep as a draft",
      hint:
        "Only staff see a draft. It appears in no result, list, comparison, answer of the assistant or site map. Untick this to publish the system.",
    }),
  },
  retired: RETIRED,
});

const system: RecordDefinition<SystemRecord> = {
  ...sectionWords("systems"),
  entity: systemEntity,
  nameOf: ({ name }) => name,
  form,
  retirement: retirable(),
  references: { type: "system" },
  Actions: ({ record: { id, retired, draft } }) => (
    <>
      <ButtonLink variant="secondary" href={galleryHref(id)}>Gallery</ButtonLink>
      <ButtonLink variant="secondary" href="#values">Attribute values</ButtonLink>
      {!retired && !draft && (
        <ButtonLink variant="secondary" href={systemHref(id)}>Buyers’ page</ButtonLink>
      )}
    </>
  ),
  handle: handleCopy,
  Aside: async ({ id, snapshot: { catalog } }, { state }) => {
    const values = await valuesOfSystem(state.services.db, id);
    return (
      <>
        {await galleryStrip(state.services, id)}
        <ValuesTable
          systemId={id}
          catalog={catalog}
          values={values}
          above={<CopyValues systemId={id} catalog={catalog} values={values} />}
        />
      </>
    );
  },
};

const move = reorderHandler({ ...system, recordsOf: ({ systems }) => systems, move: moveSystem });

/** The section of systems, which the service recommends to buyers (spec §2.2). */
export const systems = recordSection(system, systemList, move);

/** Number of pictures in the strip: one line. */
const STRIP = 6;

async function galleryStrip({ db, config }: State["services"], id: string): Promise<JSX.Element> {
  const gallery = await galleryEntity.read(db, id, { lock: false });
  const ids = gallery?.assetIds ?? [];
  const assets = await findNamedAssets(db, ids.slice(0, STRIP), config.video.playerUrl);
  return <GalleryStrip systemId={id} assets={assets} total={ids.length} />;
}
