import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { listedSystems, systemListQuery } from "./system_list.ts";
import { SystemList } from "./SystemList.tsx";
import { ValuesTable } from "../values/ValuesTable.tsx";
import {
  CheckField,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "../../../../components/admin/fields.tsx";
import { GalleryStrip } from "../gallery/GalleryStrip.tsx";
import { galleryHref } from "../gallery/places.ts";
import { newRecordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import { systemHref } from "../../../../components/hrefs/buyer.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import {
  AppError,
  checkboxField,
  checkForm,
  lineField,
  optionalLineField,
  optionalParagraphField,
  parseForm,
  wholeNumberField,
} from "../../../../lib/http/mod.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import {
  Id,
  moveSystem,
  nextPosition,
  overriddenSystems,
  POSITION,
  type Snapshot,
  systemEntity,
  type SystemRecord,
  valuesOfSystem,
} from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { findNamedAssets, galleryEntity } from "../../../../lib/media/mod.ts";
import { backTo, moveInList, rowId } from "../../../../components/admin/list_actions.ts";
import {
  createScreen,
  type EditorProps,
  recordScreen,
  type RecordScreens,
} from "../../../../components/admin/record/screens.tsx";
import type { Section } from "../../../../components/admin/section.ts";

const SLUG = "systems";
const LABEL = "Systems";

const SystemForm = z.object({
  name: lineField(80, "Enter a name"),
  tagline: optionalLineField(120),
  description: optionalParagraphField(600),
  // What is no tier is refused by the database, in words; what cannot be one never gets there.
  budgetTierId: z.string().default("")
    .refine((id) => id === "" || Id.safeParse(id).success, "Choose a tier of the list")
    .transform((id) => id === "" ? null : id),
  position: wholeNumberField(POSITION),
  draft: checkboxField(),
});

const screens: RecordScreens<SystemRecord> = {
  slug: SLUG,
  label: LABEL,
  noun: "system",
  capability: "edit_data",
  entity: systemEntity,
  type: "system",
  nameOf: ({ name }) => name,
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
  describe: (system, { catalog }) => [
    { label: "Name", value: system.name },
    { label: "Tagline", value: system.tagline ?? "" },
    { label: "Description", value: system.description ?? "" },
    { label: "Budget tier", value: tierLabel(catalog, system.budgetTierId) },
    { label: "Place in the list", value: String(system.position) },
    { label: "Draft", value: system.draft ? "Yes" : "No" },
    { label: "Retired", value: system.retired ? "Yes" : "No" },
  ],
  Editor: SystemEditor,
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
  setRetired: (system, retired) => ({ ...system, retired }),
  isRetired: ({ retired }) => retired,
  Badges: ({ record }) => <StatusBadge status={statusOf(record)} />,
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
};

/** Systems: what buyers are recommended (spec §2.2). */
export const systems: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_data",
  list: { GET: showList, POST: move },
  create: createScreen(screens),
  record: recordScreen(screens),
};

async function showList(ctx: Context<State>): Promise<Response> {
  const { db, catalog, media } = ctx.state.services;
  ctx.state.title = LABEL;
  const params = ctx.url.searchParams;
  const query = systemListQuery(params);
  const overridden = await overriddenSystems(db, { retired: true });
  const overrides = new Map(overridden.map(({ systemId, count }) => [systemId, count]));
  const snapshot = catalog.current();
  return await ctx.render(
    <>
      <AdminHeader
        title={LABEL}
        lead="What buyers are recommended, in the order in which they see it. Buyers never see a retired system."
        actions={<ButtonLink size="small" href={newRecordHref(SLUG)}>New system</ButtonLink>}
      />
      <SystemList
        snapshot={snapshot}
        pictures={media.current().primaries}
        params={params}
        query={query}
        systems={listedSystems(snapshot, query, overrides)}
      />
    </>,
  );
}

/** As many as stand in one line. */
const STRIP = 6;

async function galleryStrip({ db, config }: State["services"], id: string): Promise<JSX.Element> {
  const gallery = await galleryEntity.read(db, id, { lock: false });
  const ids = gallery?.assetIds ?? [];
  const assets = await findNamedAssets(db, ids.slice(0, STRIP), config.video.playerUrl);
  return <GalleryStrip systemId={id} assets={assets} total={ids.length} />;
}

const MoveForm = z.object({ id: Id, move: z.enum(["up", "down"]) });

/** Moves a system up or down; back to the list, at the system. */
async function move(ctx: Context<State>): Promise<Response> {
  const staff = authorize(ctx.state, "edit_data");
  const { db, catalog } = ctx.state.services;
  const { id, move: direction } = await parseForm(ctx.req, MoveForm);
  const system = catalog.current().catalog.systems.find((system) => system.id === id);
  if (!system) throw new AppError("not_found");
  const flash = await moveInList({
    action: sectionHref(SLUG),
    by: { staff, requestId: ctx.state.requestId },
    id,
    direction,
    move: (move) => moveSystem(db, move),
    name: system.name,
  });
  await catalog.refresh();
  const page = ctx.url.searchParams.get("page") ?? "";
  const query = /^\d{1,4}$/.test(page) ? `page=${page}` : "";
  return backTo(`${sectionHref(SLUG, query)}#${rowId(id)}`, flash);
}

function tierLabel({ tiers }: Snapshot["catalog"], id: string | null): string {
  return id === null ? "None" : tiers.find((tier) => tier.id === id)?.label ?? id;
}

function SystemEditor(
  { form, fields, current, snapshot: { catalog } }: EditorProps<SystemRecord>,
): JSX.Element {
  const text = (name: string) => ({ name, value: form.get(name) ?? "", error: fields[name] });
  return (
    <>
      <TextField {...text("name")} label="Name" maxLength={80} />
      {current === null && (
        <TextField
          {...text("id")}
          label="Id"
          hint="Part of the address of its page. It cannot be changed later. Leave it empty to make it from the name."
          mono
          optional
        />
      )}
      <TextField
        {...text("tagline")}
        label="Tagline"
        hint="A few words under the name."
        maxLength={120}
        optional
      />
      <TextArea
        {...text("description")}
        label="Description"
        hint="Two or three plain sentences for its own page."
        maxLength={600}
        optional
      />
      <SelectField
        {...text("budgetTierId")}
        label="Budget tier"
        hint="A system without one has no cheaper alternatives, and is none."
        empty="None"
        options={catalog.tiers.map(({ id, label }) => ({ value: id, label }))}
        optional
        class="max-w-80"
      />
      <NumberField
        {...text("position")}
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
