/** The export of events, one per row (spec §4.9). */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { streamTable, type TableFormat } from "../http/mod.ts";
import { reporting } from "../log/mod.ts";
import { formatCount } from "../text/mod.ts";
import { EVENT_KINDS } from "./schema.ts";
import { MAX_OF_SESSION } from "./store.ts";

/** Events read at a time. */
const BATCH = 1_000;

/** A column of the export. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** The columns of the export, in order, with their descriptions. Column names are stable. */
const EVENT_COLUMNS = [
  {
    name: "id",
    type: "integer",
    description: "Number of the event, unique and in the order of recording",
  },
  { name: "at", type: "timestamp (UTC)", description: "When it happened" },
  {
    name: "recorded_at",
    type: "timestamp (UTC)",
    description: "When the service recorded it, at most a day later",
  },
  { name: "kind", type: "text", description: `What was done: ${EVENT_KINDS.join(", ")}` },
  {
    name: "ref",
    type: "text or empty",
    description:
      "Id of what the event is about. A factor: answer_cleared, and step_viewed, which has “check” for the last step. An option: answer_selected. A system: recommendation_viewed, system_viewed, each one of comparison_viewed, gallery_opened, lead_submitted. A document: citation_opened. A starter question: assistant_starter. Nothing: nothing_recommended, assistant_opened, handoff_requested, restarted",
  },
  {
    name: "track",
    type: "text or empty",
    description: "Track of the visit; empty for the default one",
  },
  {
    name: "session_ref",
    type: "text or empty",
    description:
      `The same for all events of one visit, and of no other. Empty for a browser without a visit, and for the events of one beyond the first ${
        formatCount(MAX_OF_SESSION)
      }. Cleared when the visit has expired, was erased, or no longer consents to measurement`,
  },
] as const satisfies Column[];

type Row = Readonly<Record<typeof EVENT_COLUMNS[number]["name"], string | number | null>>;

/**
 * Streams the events that happened from `from` (inclusive) to `end` (exclusive), in time order. Events recorded after
 * the export started are not included.
 */
export async function exportEvents(
  db: Kysely<Database>,
  period: { readonly from: Date; readonly end: Date },
  format: TableFormat,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const last = await db.selectFrom("analytics_events").select("id")
    .orderBy("id", "desc").limit(1).executeTakeFirst();
  return streamTable({
    columns: EVENT_COLUMNS.map(({ name }) => name),
    batches: batches(db, period, Number(last?.id ?? 0)),
    format,
    onFault: reporting("analytics", "cannot finish an export of events"),
  });
}

/** Streams the data dictionary: the columns with their types and descriptions. */
export function eventDictionary(format: TableFormat): ReadableStream<Uint8Array<ArrayBuffer>> {
  return streamTable({
    columns: ["name", "type", "description"],
    batches: (async function* () {
      yield EVENT_COLUMNS;
    })(),
    format,
    onFault: reporting("analytics", "cannot write the dictionary"),
  });
}

/** Yields rows up to the event with the id `last`. */
async function* batches(
  db: Kysely<Database>,
  { from, end }: { readonly from: Date; readonly end: Date },
  last: number,
): AsyncGenerator<Row[]> {
  let after: { at: Date; id: number } | undefined;
  while (true) {
    const rows = await db.selectFrom("analytics_events")
      .select(["id", "at", "created_at", "kind", "ref", "track", "session_ref"])
      .where("at", "<", end)
      .where("id", "<=", last)
      // A single lower bound, so that the index scan starts where the last batch ended.
      .where((eb) =>
        after === undefined
          ? eb("at", ">=", from)
          : eb(eb.refTuple("at", "id"), ">", eb.tuple(after.at, after.id))
      )
      .orderBy("at").orderBy("id").limit(BATCH).execute();
    yield rows.map(({ id, at, created_at, kind, ref, track, session_ref }) => ({
      id: Number(id),
      at: at.toISOString(),
      recorded_at: created_at.toISOString(),
      kind,
      ref,
      track,
      session_ref,
    }));
    after = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}
