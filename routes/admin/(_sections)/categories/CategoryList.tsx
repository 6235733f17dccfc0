import type { JSX } from "preact";
import type { CategoryAxis, ListedCategory } from "../../../../lib/media/mod.ts";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { mediaHref, recordHref } from "../../../../components/hrefs/admin.ts";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import { AXES } from "./labels.ts";

/** The pictures that have a category. */
export function categoryPicturesHref({ axis, id }: { axis: CategoryAxis; id: string }): string {
  return mediaHref(`${new URLSearchParams({ tagType: axis, tagRef: id })}`);
}

interface CategoryListProps {
  axis: CategoryAxis;
  categories: readonly ListedCategory[];
}

/** The categories of one axis. */
export function CategoryList({ axis, categories }: CategoryListProps): JSX.Element {
  const { many, says } = AXES[axis];
  return (
    <section class="mb-10" aria-labelledby={`axis-${axis}`}>
      <h2 id={`axis-${axis}`} class="text-lg font-medium">{many}</h2>
      <p class="mt-0.5 mb-3 text-sm text-muted">{says}</p>
      {categories.length === 0
        ? <p class="border-y border-line py-4 text-sm text-muted">There is none yet.</p>
        : <Categories many={many} categories={categories} />}
    </section>
  );
}

function Categories(
  { many, categories }: { many: string; categories: readonly ListedCategory[] },
): JSX.Element {
  return (
    <Table
      caption={`${many}: ${categories.length}`}
      captionHidden
      class="table-fixed sm:min-w-[44rem]"
    >
      <thead>
        <tr>
          <ColumnHead class="sm:w-1/4">Name</ColumnHead>
          <ColumnHead class="w-28 sm:w-44">Pictures</ColumnHead>
          <ColumnHead class="max-sm:hidden">Other words</ColumnHead>
          <ColumnHead class="w-28 max-sm:hidden">Answers</ColumnHead>
          <ColumnHead class="w-20 sm:w-28">State</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {categories.map((category) => (
          <tr key={category.id}>
            <RowHead>
              <a class="text-link wrap-anywhere" href={recordHref("categories", category.id)}>
                {category.name}
              </a>
            </RowHead>
            <Cell>
              <Pictures category={category} />
            </Cell>
            <Cell class="max-sm:hidden">
              {category.words.length === 0
                ? <span class="text-muted">None</span>
                : <span class="wrap-anywhere">{category.words.join(", ")}</span>}
            </Cell>
            <Cell class="max-sm:hidden">
              {category.options === 0 ? <span class="text-muted">None</span> : category.options}
            </Cell>
            <Cell>
              <StatusBadge status={statusOf(category)} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Pictures({ category }: { category: ListedCategory }): JSX.Element {
  const { live, proposed } = category;
  return (
    <>
      {live === 0
        ? <span class="text-muted">None</span>
        : <a class="text-link" href={categoryPicturesHref(category)}>{counted(live, "picture")}</a>}
      {proposed > 0 && <span class="block text-xs text-muted">{proposed} suggested</span>}
    </>
  );
}
