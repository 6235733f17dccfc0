/** Installed projects, and the pictures that show them. */
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { Block } from "@/components/admin/Block.tsx";
import { sectionList } from "@/components/admin/record/save.ts";
import { sectionLink, sectionWords } from "@/components/admin/sections.ts";
import { readPicked, soughtIn, writePicked } from "@/components/admin/media_picker/picked.ts";
import { namesOfAssets, readPickerView } from "@/components/admin/media_picker/read_view.ts";
import { type EditedRecord, formScreen } from "@/components/admin/form_screen.tsx";
import type { Section } from "@/components/admin/section.ts";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { MediaPicker } from "@/islands/MediaPicker.tsx";
import { Id } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import {
  findProject,
  type ProjectPictures,
  readProjectPictures,
  saveProjectPictures,
} from "@/lib/projects/mod.ts";
import { projectPlace } from "../gallery/places.ts";
import { TAKE_BACK, takeBack, undoOf } from "../media/take_back.ts";
import { projectList } from "./list.tsx";
import { ProjectFacts } from "./ProjectFacts.tsx";

/** The section of projects (spec §2.13): facts from the CMS are read-only, staff can add pictures. */
export const projects: Section = {
  ...sectionWords("projects"),
  list: sectionList(sectionWords("projects"), projectList),
  record: formScreen("edit_data", picturesOf),
};

/** @throws {AppError} `not_found` when the address names no project. */
async function picturesOf(
  { params, state: { services } }: Ctx,
): Promise<EditedRecord<ProjectPictures>> {
  const { db, config } = services;
  const id = Id.safeParse(params.id);
  const project = id.success ? await findProject(db, id.data) : undefined;
  const stored = project && await readProjectPictures(db, project.uuid);
  if (!project || !stored) throw new AppError("not_found");
  const { uuid, name, published } = project;
  const place = projectPlace(project);
  const href = recordHref("projects", uuid);
  return {
    title: name,
    header: (
      <AdminHeader
        title={name}
        id={uuid}
        trail={[sectionLink("projects")]}
        badges={published
          ? <Badge tone="positive">Published</Badge>
          : <Badge>Not published, so buyers do not see it</Badge>}
      />
    ),
    href,
    cancel: sectionHref("projects"),
    stored,
    redraft: (form) => soughtIn(form, place.name) === null ? null : { form },
    toForm({ assetIds: ids }) {
      const form = new URLSearchParams();
      writePicked(form, { name: place.name, picked: { ids, primary: null } });
      return form;
    },
    parse: (form) => ({ ok: true, value: { ...stored, assetIds: readPicked(form, place).ids } }),
    save: ({ by, version, record: { assetIds } }) =>
      saveProjectPictures(db, { by, uuid, version, assetIds }),
    saved: `The pictures of ${name} were saved.`,
    undoOf: (by) => undoOf(by, href).undo,
    async handle({ by, intent, form }) {
      if (intent !== TAKE_BACK) return null;
      return await takeBack(services, { by, request: form.get("request"), href });
    },
    async describer(versions) {
      const nameOf = await namesOfAssets(services, versions.flatMap(({ assetIds }) => assetIds));
      return ({ assetIds }) => [
        { label: "Pictures", value: assetIds.map(nameOf).join("\n") || "None" },
      ];
    },
    async Fields({ form, fields, record: { cmsIds } }) {
      const picker = await readPickerView(services, {
        place,
        picked: readPicked(form, place),
        form,
        notes: Object.fromEntries(
          cmsIds.map((id) => [id, "From the CMS. Once taken out, it stays out."]),
        ),
      });
      return (
        <Block
          id="pictures"
          title="Pictures"
          lead="Every picture here is tagged with the project. The gallery shows them in this order."
        >
          {fields.assetIds && <FieldError id="assetIds-error">{fields.assetIds}</FieldError>}
          <MediaPicker initial={picker} />
        </Block>
      );
    },
    Below: () => (
      <div class="mt-10">
        <ProjectFacts project={project} siteUrl={config.siteUrl} />
      </div>
    ),
  };
}
