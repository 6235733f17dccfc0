/** Reads the selected pictures of a form. */
import type { FieldErrors } from "@/lib/records/mod.ts";
import { matchingIds, MAX_BULK } from "@/lib/media/mod.ts";
import { formatCount, ID_PATTERN } from "@/lib/text/mod.ts";
import type { Acting } from "./acting.ts";

/**
 * Returns the ids of a form's pictures: the ticked ones, or all matches. With “all”, the number of matches must
 * still equal the number that the form showed, and stay within {@linkcode MAX_BULK}; otherwise it returns an error.
 */
export async function pickedIds(
  { ctx: { state: { services: { db } } }, screen, form }: Acting,
): Promise<{ ids: string[] } | { fields: FieldErrors }> {
  const all = form.get("all");
  if (all === null) {
    const ids = [...new Set(form.getAll("id").join(" ").split(" "))]
      .filter((id) => ID_PATTERN.test(id));
    return ids.length === 0 ? { fields: { act: "Tick at least one picture first" } } : { ids };
  }
  const ids = await matchingIds(db, screen.query, { limit: MAX_BULK + 1 });
  if (ids.length > MAX_BULK) {
    return {
      fields: { act: `Narrow the list: at most ${formatCount(MAX_BULK)} can be changed at once` },
    };
  }
  if (String(ids.length) === all) return { ids };
  const text = `The list has changed: ${formatCount(ids.length)} match now. Check it and try again`;
  return { fields: { act: text } };
}
