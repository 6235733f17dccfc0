import type { JSX } from "preact";
import type { ProjectSummary } from "../../../../lib/projects/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import {
  type Column,
  DataTable,
  FilterBar,
  ListPager,
} from "../../../../components/admin/DataTable.tsx";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import { recordHref } from "../../../../components/hrefs/admin.ts";
import { pageOf, type Sort } from "../../../../components/admin/list_query.ts";
import { PROJECT_FILTERS } from "./project_list.ts";

const COLUMNS: readonly Column[] = [
  { id: "order", label: "Order", sortable: true },
  { id: "name", label: "Project", sortable: true },
  { id: "place", label: "Place", sortable: true },
  { id: "pictures", label: "Pictures", sortable: true, numeric: true },
  { id: "published", label: "Published" },
];

interface ProjectListProps {
  /** As in the address. */
  params: URLSearchParams;
  sort: Sort;
  projects: readonly ProjectSummary[];
  /** Whether there is any project at all. */
  isEmpty: boolean;
}

/** The projects, as far as the filters let them through. */
export function ProjectList({ params, sort, projects, isEmpty }: ProjectListProps): JSX.Element {
  const page = pageOf(projects, params);
  return (
    <>
      {!isEmpty && <ProjectFilters params={params} />}
      <DataTable
        caption="Projects"
        columns={COLUMNS}
        query={params}
        sort={sort}
        total={page.total}
        noun="project"
        filters={isEmpty ? [] : PROJECT_FILTERS}
        empty={{
          title: "No projects yet",
          text: "Projects come from the CMS. They are listed here once they have been synced.",
        }}
      >
        {page.rows.map((project) => <ProjectRow key={project.uuid} project={project} />)}
      </DataTable>
      <ListPager query={params} page={page.page} pages={page.pages} />
    </>
  );
}

const YES_NO = {
  published: ["Published", "Not published"],
  pictures: ["With", "Without"],
} as const;

function ProjectFilters({ params }: Pick<ProjectListProps, "params">): JSX.Element {
  const choices = ([yes, no]: readonly [string, string]) => [
    { value: "yes", label: yes },
    { value: "no", label: no },
  ];
  return (
    <FilterBar query={params} filters={PROJECT_FILTERS}>
      <TextField
        name="q"
        type="search"
        label="Name or place"
        value={params.get("q")}
        maxLength={100}
        class="basis-48"
        optional
      />
      <SelectField
        name="published"
        label="Published"
        value={params.get("published")}
        empty="Any"
        options={choices(YES_NO.published)}
        class="basis-40"
        optional
      />
      <SelectField
        name="pictures"
        label="Pictures"
        value={params.get("pictures")}
        empty="Any"
        options={choices(YES_NO.pictures)}
        class="basis-40"
        optional
      />
    </FilterBar>
  );
}

function ProjectRow({ project }: { project: ProjectSummary }): JSX.Element {
  const { uuid, name, location, published, galleryOrder, pictures } = project;
  return (
    <tr>
      <Cell>{galleryOrder ?? <span class="text-muted">–</span>}</Cell>
      <RowHead class="font-normal!">
        <a href={recordHref("projects", uuid)} class="text-link">{name}</a>
      </RowHead>
      <Cell class={location === null ? "text-muted" : ""}>{location ?? "Not said"}</Cell>
      <Cell class={pictures === 0 ? "text-end text-muted" : "text-end"}>{pictures}</Cell>
      <Cell>
        {published ? <Badge tone="positive">Published</Badge> : <Badge>Not published</Badge>}
      </Cell>
    </tr>
  );
}
