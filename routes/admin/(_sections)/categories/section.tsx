import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { sectionWords } from "@/components/admin/sections.ts";
import { categoryForm, newCategoryForm } from "./category_form.tsx";
import { categoryList, categoryPicturesHref } from "./list.tsx";
import { reviewHref } from "@/components/hrefs/admin.ts";
import { counted } from "@/components/ui/counted.ts";
import { nextPosition } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import {
  categoryEntity,
  type CategoryRecord,
  categoryUses,
  listCategories,
} from "@/lib/media/mod.ts";
import { type RecordDefinition, retirable } from "@/components/admin/record/define.ts";
import { createScreen, recordSection } from "@/components/admin/record/save.ts";

const category: RecordDefinition<CategoryRecord> = {
  ...sectionWords("categories"),
  entity: categoryEntity,
  nameOf: ({ name }) => name,
  form: categoryForm,
  retirement: retirable(
    "Pictures keep the tag, but buyers no longer see it, and you cannot give it to other pictures.",
  ),
  Aside: ({ record }, ctx) => picturesOf(record, ctx),
};

/** Categories: the tag vocabulary of the media library (design §7). */
export const categories = {
  ...recordSection(category, categoryList),
  create: createScreen<CategoryRecord>(async ({ state: { services } }) => ({
    ...category,
    form: newCategoryForm(nextPosition(await listCategories(services.db))),
  })),
};

/** The number of pictures with the category, with links to them and to the suggestions. */
async function picturesOf(
  category: CategoryRecord,
  { state }: Ctx,
): Promise<JSX.Element> {
  const { live, proposed } = await categoryUses(state.services.db, category);
  return (
    <Block id="pictures" title="Pictures">
      <p class="text-sm">
        {live === 0 ? "No picture has this category yet." : (
          <>
            <a class="text-link" href={categoryPicturesHref(category)}>
              {counted(live, "picture")} with it
            </a>.
          </>
        )}
        {proposed > 0 && (
          <>
            {" "}
            It is suggested for {counted(proposed, "picture")}:{" "}
            <a class="text-link" href={reviewHref()}>review suggestions</a>.
          </>
        )}
      </p>
    </Block>
  );
}
