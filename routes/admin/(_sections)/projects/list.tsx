/** The list of projects with its filters and columns (spec §2.13). */
import type { RecordList } from "@/components/admin/record/save.ts";
import { Muted, Pictured } from "@/components/admin/list/parts.tsx";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import type { Ctx } from "@/lib/define.ts";
import { isCalled, listProjects, type ProjectSummary } from "@/lib/projects/mod.ts";
import { searchWords } from "@/lib/text/mod.ts";

/** Returns the list of projects, in gallery order. */
export async function projectList(
  { state }: Ctx,
): Promise<RecordList<ProjectSummary>> {
  const projects = await listProjects(state.services.db);
  const { byUuid } = state.services.projects.current();
  return {
    lead: "Real installations. They come from the CMS; you choose their pictures here.",
    actions: null,
    filters: [
      { name: "q", label: "Name or place" },
      {
        name: "published",
        label: "Published",
        options: yesNoOptions("Published", "Not published"),
        empty: "Any",
      },
      {
        name: "pictures",
        label: "Pictures",
        options: yesNoOptions("With", "Without"),
        empty: "Any",
      },
    ],
    rows: ({ filter }) =>
      projects.filter((project) =>
        isCalled(project, searchWords(filter("q"))) &&
        matches(filter("published"), project.published) &&
        matches(filter("pictures"), project.pictures > 0)
      ),
    idOf: ({ uuid }) => uuid,
    pageSize: 50,
    file: "projects",
    columns: [
      {
        id: "order",
        label: "Order",
        sortBy: ({ galleryOrder }) => galleryOrder,
        cell: ({ galleryOrder }) => galleryOrder ?? <Muted>–</Muted>,
      },
      {
        id: "name",
        label: "Project",
        sortBy: ({ name }) => name,
        isHead: true,
        cellClass: "font-normal!",
        cell: ({ uuid, name }) => (
          <Pictured picture={byUuid.get(uuid)?.image ?? null}>
            <a href={recordHref("projects", uuid)} class="text-link">{name}</a>
          </Pictured>
        ),
      },
      {
        id: "place",
        label: "Place",
        sortBy: ({ location }) => location,
        cell: ({ location }) => location ?? <Muted>Not stated</Muted>,
      },
      {
        id: "pictures",
        label: "Pictures",
        numeric: true,
        sortBy: ({ pictures }) => pictures,
        cell: ({ pictures }) => pictures === 0 ? <Muted>0</Muted> : pictures,
      },
      {
        id: "published",
        label: "Published",
        isShown: (rows) => rows.some(({ published }) => !published),
        text: ({ published }) => published ? "yes" : "no",
        cell: ({ published }) => !published && <Badge>Not published</Badge>,
      },
    ],
    empty: {
      text: "Projects come from the CMS. This list shows them after the first sync.",
      action: <ButtonLink variant="secondary" href={sectionHref("cms")}>CMS sync</ButtonLink>,
    },
  };
}

function yesNoOptions(yes: string, no: string) {
  return [{ value: "yes", label: yes }, { value: "no", label: no }];
}

function matches(asked: string, is: boolean): boolean {
  return asked === "" || is === (asked === "yes");
}
