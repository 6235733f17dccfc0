import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { listScreen } from "../../../../components/admin/list/screen.tsx";
import { CategoryFields } from "./CategoryFields.tsx";
import { categoryList, categoryPicturesHref } from "./list.tsx";
import { AXES } from "./labels.ts";
import { optionLabel } from "../simulator/labels.ts";
import { reviewHref } from "../../../../components/hrefs/admin.ts";
import { counted } from "../../../../components/ui/counted.ts";
import {
  type CheckedForm,
  checkForm,
  lineField,
  optionalParagraphField,
  repeatable,
  wholeNumberField,
} from "../../../../lib/http/mod.ts";
import type { FieldErrors } from "../../../../lib/records/mod.ts";
import { POSITION } from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import {
  CATEGORY_AXES,
  categoryEntity,
  type CategoryRecord,
  categoryUses,
} from "../../../../lib/media/mod.ts";
import {
  type EditorContext,
  type RecordDefinition,
  retirable,
} from "../../../../components/admin/record/define.ts";
import { recordSection } from "../../../../components/admin/record/save.ts";

const SLUG = "categories";
const LABEL = "Categories";

const MOST_WORDS = 50;
const LONGEST_WORD = 60;

const CategoryForm = z.object({
  name: lineField(60, "Enter a name"),
  words: optionalParagraphField(4_000),
  position: wholeNumberField(POSITION),
  optionIds: repeatable(z.array(z.string()).max(500).default([])),
});

const category: RecordDefinition<CategoryRecord> = {
  slug: SLUG,
  label: LABEL,
  noun: "category",
  capability: "edit_data",
  entity: categoryEntity,
  nameOf: ({ name }) => name,
  form: {
    toForm(category) {
      const form = new URLSearchParams({
        axis: category?.axis ?? "",
        name: category?.name ?? "",
        words: category?.words.join("\n") ?? "",
        position: `${category?.position ?? 0}`,
      });
      for (const id of category?.optionIds ?? []) form.append("optionIds", id);
      return form;
    },
    parse: categoryOf,
    Editor: CategoryFields,
    describe: ({ axis, name, words, optionIds, position, retired }, snapshot) => [
      { label: "Kind", value: AXES[axis].one },
      { label: "Name", value: name },
      { label: "Other words", value: words.join(", ") },
      { label: "Answers", value: optionIds.map((id) => optionLabel(snapshot, id)).join(", ") },
      { label: "Place in the list", value: String(position) },
      { label: "Retired", value: retired ? "Yes" : "No" },
    ],
  },
  retirement: retirable(
    "Pictures keep the tag, but buyers no longer see it, and you cannot give it to other pictures.",
  ),
  Aside: ({ current }, ctx) => picturesOf(current, ctx),
};

/** Categories: the tag vocabulary of the media library (design §7). */
export const categories = recordSection(category, listScreen(categoryList));

function categoryOf(
  form: URLSearchParams,
  { id, current, snapshot: { catalog } }: EditorContext<CategoryRecord>,
): CheckedForm<CategoryRecord> {
  const checked = checkForm(form, CategoryForm);
  const axis = current?.axis ?? CATEGORY_AXES.find((axis) => axis === form.get("axis"));
  const wordList = wordsOf(checked.ok ? checked.value.words ?? "" : "");
  const optionIds = [...new Set(checked.ok ? checked.value.optionIds : [])].sort();
  const known = new Set(catalog.factors.flatMap(({ options }) => options.map(({ id }) => id)));
  const fields: FieldErrors = {
    ...(!checked.ok && checked.fields),
    ...(axis === undefined && { axis: "Choose a kind" }),
    ...wrongWords(wordList),
    ...(optionIds.some((id) => !known.has(id)) &&
      { optionIds: "One of the answers no longer exists. Choose again" }),
  };
  if (!checked.ok || axis === undefined || Object.keys(fields).length > 0) {
    return { ok: false, fields };
  }
  const { name, position } = checked.value;
  const { retired = false } = current ?? {};
  return {
    ok: true,
    value: { id, axis, name, words: wordList, optionIds, position, retired },
  };
}

/** Parses one word per line; duplicates that differ only in case count once. */
function wordsOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "");
  return [...new Map(lines.map((line) => [line.toLowerCase(), line])).values()];
}

function wrongWords(words: readonly string[]): FieldErrors {
  if (words.length > MOST_WORDS) return { words: `Enter at most ${MOST_WORDS} words` };
  const long = words.find((word) => word.length > LONGEST_WORD);
  return long === undefined ? {} : {
    words: `“${long.slice(0, 30)}…” is too long. Use at most ${LONGEST_WORD} characters a line`,
  };
}

/** The number of pictures with the category, with links to them and to the suggestions. */
async function picturesOf(
  category: CategoryRecord | null,
  ctx: Context<State>,
): Promise<JSX.Element> {
  const { live, proposed } = category === null
    ? { live: 0, proposed: 0 }
    : await categoryUses(ctx.state.services.db, category);
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures" class="mb-2 font-medium">Pictures</h2>
      <p class="text-sm">
        {category === null || live === 0
          ? "No picture has this category yet."
          : (
            <a class="text-link" href={categoryPicturesHref(category)}>
              {counted(live, "picture")} with it
            </a>
          )}
        {proposed > 0 && (
          <>
            {" "}
            It is suggested for {counted(proposed, "picture")}:{" "}
            <a class="text-link" href={reviewHref()}>review suggestions</a>.
          </>
        )}
      </p>
    </section>
  );
}
