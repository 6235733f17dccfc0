/** Link states of the demo's documents: live, dead and unchecked. */
import type { Kysely } from "kysely";
import type { ImportedItem } from "@/lib/corpus/mod.ts";
import type { Database } from "@/lib/db/mod.ts";

/** Pages whose links the demo shows as dead or unchecked; all other links are live. */
const EXCEPTIONS = {
  dead: [
    "/journal/notes-from-the-spring-fair",
    "/journal/two-weddings-one-roof",
    "/stories/counter-windows-leaflet",
    "/technical/storm-testing-heron-storm",
  ],
  unchecked: [
    "/journal/a-study-and-a-guest-room",
    "/journal/what-lead-time-is-made-of",
    "/stories/rooms-that-keep-a-secret",
    "/stories/shops-without-doors",
    "/stories/spring-terrace-weeks",
    "/technical/stacking-and-parking-space",
  ],
} as const;

/** The note that staff see beside such a link. */
const NOTE = "Set by the demo and never checked: its site is made up";

/**
 * Sets the link states of the documents that the demo has just imported. An import leaves every link unchecked, and no
 * check can succeed, because the demo's site is fictitious (a domain reserved for examples). So the states are set
 * here; each link has a note that says so, and none has a check date.
 */
export async function storeDemoLinks(
  db: Kysely<Database>,
  items: readonly Pick<ImportedItem, "id" | "verdict">[],
): Promise<void> {
  const brought = items.filter(({ verdict }) => verdict !== "unchanged").map(({ id }) => id);
  if (brought.length === 0) return;
  const links = await db.selectFrom("corpus_items").select(["id", "source_url as url"])
    .where("id", "in", brought)
    .where("source_kind", "<>", "upload").where("source_url", "is not", null)
    .$narrowType<{ url: string }>().execute();
  for (const [status, some] of Map.groupBy(links, ({ url }) => statusOf(new URL(url)))) {
    if (status === "unchecked") continue;
    await db.updateTable("corpus_items").set({ link_status: status, link_note: NOTE })
      .where("id", "in", some.map(({ id }) => id)).execute();
  }
}

function statusOf({ pathname }: URL): "live" | "dead" | "unchecked" {
  for (const status of ["dead", "unchecked"] as const) {
    if (EXCEPTIONS[status].some((path) => path === pathname)) return status;
  }
  return "live";
}
