/** Installed projects, and the pictures that show them. */
import type { Context } from "fresh";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { projectPlace } from "../gallery/places.ts";
import { TAKE_BACK, takeBack, undoOf } from "../media/take_back.ts";
import { recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { readPicked, soughtIn } from "../../../../components/admin/media_picker/picked.ts";
import { projectList } from "./list.tsx";
import { ProjectFacts } from "./ProjectFacts.tsx";
import { listScreen } from "../../../../components/admin/list/screen.tsx";
import { LONG_FORM_LIMITS, unknownIntent } from "../../../../components/admin/settle.ts";
import { changedRows } from "../../../../components/admin/record/conflict.ts";
import { ConflictPanel } from "../../../../components/admin/records.tsx";
import { RecordForm } from "../../../../components/admin/RecordForm.tsx";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { FieldError } from "../../../../components/ui/Field.tsx";
import { MediaPicker } from "../../../../islands/MediaPicker.tsx";
import { type FieldErrors, versionOf } from "../../../../lib/records/mod.ts";
import { authorOf } from "../../../../lib/staff/mod.ts";
import { Id } from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { AppError, readForm } from "../../../../lib/http/mod.ts";
import {
  findProject,
  type ProjectDetails,
  type ProjectPictures,
  readProjectPictures,
  saveProjectPictures,
} from "../../../../lib/projects/mod.ts";
import { answerSave } from "../../../../components/admin/media_picker/save.ts";
import {
  namesOfAssets,
  readPickerView,
} from "../../../../components/admin/media_picker/read_view.ts";
import type { Section } from "../../../../components/admin/section.ts";

type Ctx = Context<State>;

const SLUG = "projects";
const LABEL = "Projects";

/** The section of projects (spec §2.13): facts from the CMS are read-only, staff can add pictures. */
export const projects: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_data",
  list: listScreen(projectList),
  record: { GET: showRecord, POST: save },
};

async function showRecord(ctx: Ctx): Promise<Response> {
  const { project, pictures } = await projectOf(ctx);
  return await show(ctx, { project, pictures, version: versionOf(pictures) });
}

async function save(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_data");
  const { db } = ctx.state.services;
  const { project, pictures: stored } = await projectOf(ctx);
  const place = projectPlace(project);
  const form = await readForm(ctx.req, LONG_FORM_LIMITS);
  const version = form.get("version") ?? "";
  const { ids: assetIds } = readPicked(form, place);
  const pictures = { ...stored, assetIds };
  if (soughtIn(form, place.name) !== null) {
    return await show(ctx, { project, pictures, form, version, unsaved: true });
  }
  const href = recordHref(SLUG, project.uuid);
  const intent = form.get("intent") ?? "save";
  if (intent === TAKE_BACK) {
    return await takeBack(ctx.state.services, {
      by,
      request: form.get("request"),
      href,
      action: href,
    });
  }
  if (intent !== "save") throw unknownIntent();
  return await answerSave({
    outcome: await saveProjectPictures(db, { by, uuid: project.uuid, version, assetIds }),
    version,
    href,
    saved: `The pictures of ${project.name} were saved.`,
    ...undoOf(by, href),
    again: (again) => show(ctx, { project, pictures, form, ...again }),
  });
}

/** @throws {AppError} `not_found` when the address names no project. */
async function projectOf(
  { params, state }: Ctx,
): Promise<{ project: ProjectDetails; pictures: ProjectPictures }> {
  const id = Id.safeParse(params.id);
  const { db } = state.services;
  const project = id.success ? await findProject(db, id.data) : undefined;
  const pictures = project && await readProjectPictures(db, project.uuid);
  if (!project || !pictures) throw new AppError("not_found");
  return { project, pictures };
}

interface Shown {
  readonly project: ProjectDetails;
  readonly pictures: ProjectPictures;
  readonly form?: URLSearchParams;
  readonly version: string;
  readonly fields?: FieldErrors;
  readonly theirs?: ProjectPictures;
  readonly unsaved?: boolean;
  readonly status?: number;
}

async function show(ctx: Ctx, shown: Shown): Promise<Response> {
  const { project, pictures, form, version, fields = {}, theirs, status = 200 } = shown;
  const { services } = ctx.state;
  const { uuid, name, published } = project;
  const failed = Object.keys(fields).length > 0;
  ctx.state.title = failed ? `Error: ${name}` : name;
  const fixedIds = theirs?.fixedIds ?? pictures.fixedIds;
  const picker = await readPickerView(services, {
    place: projectPlace(project),
    picked: { ids: pictures.assetIds, primary: null },
    ...(form && { form }),
    fixed: Object.fromEntries(fixedIds.map((id) => [id, "From the CMS, so it stays."])),
  });
  const rows = theirs && await differences(ctx, { mine: pictures, theirs });
  return await ctx.render(
    <>
      <AdminHeader
        title={name}
        id={uuid}
        trail={[{ label: LABEL, href: sectionHref(SLUG) }]}
        badges={published
          ? <Badge tone="positive">Published</Badge>
          : <Badge>Not published, so buyers do not see it</Badge>}
      />
      {rows && <ConflictPanel rows={rows} theirsHref={recordHref(SLUG, uuid)} />}
      <RecordForm
        action={recordHref(SLUG, uuid)}
        version={version}
        errors={fields}
        cancel={sectionHref(SLUG)}
        unsaved={shown.unsaved}
        conflict={theirs !== undefined}
      >
        <section aria-labelledby="pictures-title">
          <h2 id="pictures-title" class="font-medium">Pictures</h2>
          <p class="mb-2 text-sm text-muted">
            Every picture here is tagged with the project. The gallery shows them in this order.
          </p>
          {fields.assetIds && <FieldError id="assetIds-error">{fields.assetIds}</FieldError>}
          <MediaPicker initial={picker} />
        </section>
      </RecordForm>
      <div class="mt-10">
        <ProjectFacts project={project} siteUrl={services.config.siteUrl} />
      </div>
    </>,
    { status },
  );
}

async function differences(
  { state }: Ctx,
  { mine, theirs }: { mine: ProjectPictures; theirs: ProjectPictures },
) {
  const name = await namesOfAssets(state.services, [...mine.assetIds, ...theirs.assetIds]);
  const inWords = ({ assetIds }: ProjectPictures) => assetIds.map(name).join(", ") || "None";
  const row = { label: "Pictures", mine: inWords(mine), theirs: inWords(theirs) };
  return changedRows([row]);
}
