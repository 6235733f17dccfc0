/** The list of categories (design §7). */
import type { JSX } from "preact";
import type { RecordList } from "@/components/admin/record/save.ts";
import { Muted, statusColumn } from "@/components/admin/list/parts.tsx";
import { mediaHref, recordHref } from "@/components/hrefs/admin.ts";
import { counted } from "@/components/ui/counted.ts";
import { AXES } from "./labels.ts";
import type { Ctx } from "@/lib/define.ts";
import {
  CATEGORY_AXES,
  type CategoryAxis,
  listCategories,
  type ListedCategory,
} from "@/lib/media/mod.ts";

/** Returns the link to the pictures with a category. */
export function categoryPicturesHref({ axis, id }: { axis: CategoryAxis; id: string }): string {
  return mediaHref(`${new URLSearchParams({ tagType: axis, tagRef: id })}`);
}

/** Returns the list of categories, grouped by axis. */
export async function categoryList(
  { state }: Ctx,
): Promise<RecordList<ListedCategory>> {
  const listed = await listCategories(state.services.db);
  const inOrder = CATEGORY_AXES.flatMap((axis) => listed.filter((each) => each.axis === axis));
  return {
    lead:
      "What a picture can show, besides systems, projects and answers. Buyers first see the pictures that fit their answers.",
    above: <Kinds />,
    filters: [{
      name: "kind",
      label: "Kind",
      options: CATEGORY_AXES.map((axis) => ({ value: axis, label: AXES[axis].one })),
      empty: "Any",
    }],
    rows: ({ filter }) =>
      inOrder.filter(({ axis }) => filter("kind") === "" || axis === filter("kind")),
    idOf: ({ id }) => id,
    columns: [
      {
        id: "name",
        label: "Name",
        isHead: true,
        cell: ({ id, name }) => (
          <a class="text-link wrap-anywhere" href={recordHref("categories", id)}>{name}</a>
        ),
      },
      {
        id: "kind",
        label: "Kind",
        isShown: (rows) => rows.some(({ axis }) => axis !== rows[0]?.axis),
        cell: ({ axis }) => AXES[axis].one,
      },
      {
        id: "pictures",
        label: "Pictures",
        cellClass: "whitespace-nowrap",
        cell: (category) => <Pictures category={category} />,
      },
      {
        id: "words",
        label: "Other words",
        isShown: (rows) => rows.some(({ words }) => words.length > 0),
        cellClass: "wrap-anywhere",
        cell: ({ words }) => words.join(", "),
      },
      {
        id: "answers",
        label: "Answers",
        numeric: true,
        isShown: (rows) => rows.some(({ options }) => options > 0),
        cell: ({ options }) => options,
      },
      statusColumn((category) => category),
    ],
    empty: {
      title: "No categories yet",
      text: "Categories describe what pictures show. Staff and buyers find pictures by them.",
    },
  };
}

/** Explains each axis. */
function Kinds(): JSX.Element {
  return (
    <dl class="mb-4 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      {CATEGORY_AXES.map((axis) => (
        <div key={axis} class="contents">
          <dt class="font-medium">{AXES[axis].one}</dt>
          <dd class="text-muted">{AXES[axis].says}</dd>
        </div>
      ))}
    </dl>
  );
}

function Pictures({ category }: { category: ListedCategory }): JSX.Element {
  const { live, proposed } = category;
  return (
    <>
      {live === 0
        ? <Muted>None</Muted>
        : <a class="text-link" href={categoryPicturesHref(category)}>{counted(live, "picture")}</a>}
      {proposed > 0 && <span class="block text-xs text-muted">{proposed} suggested</span>}
    </>
  );
}
