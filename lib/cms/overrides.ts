/** Overrides: manual values that differ from the CMS. Staff keep them, or take the CMS value (spec §2.3). */
import { type Kysely, sql } from "kysely";
import {
  type Author,
  changeRecord,
  entriesOfRequest,
  recordAudit,
  versionOf,
} from "../records/mod.ts";
import {
  type OverriddenSystem,
  TypedValue,
  valueEntity,
  valueId,
  type ValueRecord,
} from "../catalog/mod.ts";
import { type Database, transact } from "../db/mod.ts";
import type { RawValue } from "./client/terms.ts";
import { isSame } from "./plan/same.ts";
import { typeRaw, type Typing } from "./plan/typing.ts";

/** An override with both values. */
export interface Override {
  readonly systemId: string;
  readonly systemName: string;
  readonly attributeId: string;
  readonly attributeName: string;
  readonly unit: string | null;
  readonly ours: TypedValue;
  /** The raw CMS value of the last sync (`cms_raw`). */
  readonly raw: unknown;
  /** `raw` as a typed value; null when it cannot be typed. */
  readonly theirs: TypedValue | null;
  /** The author and time of our value; null when the audit log has no entry. */
  readonly setBy: string | null;
  readonly setAt: Date | null;
  /** When a sync first saw this CMS value. */
  readonly movedAt: Date | null;
  /** The person who decided to keep our value; null while the override is undecided. */
  readonly keptBy: string | null;
  /** Version of the stored value. A decision names the version that staff saw. */
  readonly version: string;
}

/** Whether a value is an override: entered by staff while the CMS says something else (spec §2.3). */
export function isOverride(
  { source, value, cmsRaw }: Pick<ValueRecord, "source" | "value" | "cmsRaw">,
  typing: Typing,
): boolean {
  if (source !== "manual" || cmsRaw === null) return false;
  return !agree(typed(cmsRaw, typing), value);
}

/** The manual values that the CMS has too, by system name and attribute position; retired attributes are left out. */
function overriddenCells(db: Kysely<Database>) {
  return db.selectFrom("attribute_values as cell")
    .innerJoin("systems as system", "system.id", "cell.system_id")
    .innerJoin("attributes as attribute", "attribute.id", "cell.attribute_id")
    .leftJoin(
      "cms_kept_overrides as kept",
      (join) =>
        join.onRef("kept.system_id", "=", "cell.system_id")
          .onRef("kept.attribute_id", "=", "cell.attribute_id")
          .onRef("kept.cms_raw", "=", "cell.cms_raw"),
    )
    .select(["cell.system_id as systemId", "system.name as systemName"])
    .select(["attribute.value_type as valueType", "attribute.unit", "cell.value"])
    .select("cell.cms_raw as raw")
    .where("cell.source", "=", "manual").where("cell.cms_raw", "is not", null)
    .where("attribute.retired_at", "is", null)
    .orderBy("system.name").orderBy("attribute.position").orderBy("attribute.id");
}

/**
 * Lists the manual values that differ from the CMS value, by system name and attribute position. Those of retired
 * attributes are left out: no page shows them, so there is nothing to decide.
 */
export async function listOverrides(db: Kysely<Database>): Promise<Override[]> {
  const rows = await overriddenCells(db)
    .leftJoinLateral(
      (eb) =>
        eb.selectFrom("audit_log").select(["actor", "at"])
          .where("entity_type", "=", valueEntity.type)
          .where(
            "entity_id",
            "=",
            sql<string>`cell.system_id || '/' || cell.attribute_id`,
          )
          .where("action", "not in", ["keep-override", "unkeep-override"])
          .orderBy("seq", "desc").limit(1).as("entry"),
      (join) => join.onTrue(),
    )
    .select(["cell.attribute_id as attributeId", "attribute.name as attributeName"])
    .select(["cell.cms_synced_at as movedAt", "kept.kept_by as keptBy"])
    .select(["entry.actor as setBy", "entry.at as setAt"])
    .execute();
  return rows.flatMap(({ value, valueType, ...row }) => {
    const ours = TypedValue.parse(value);
    const theirs = typed(row.raw, { valueType, unit: row.unit });
    if (agree(theirs, ours)) return [];
    const { systemId, attributeId, raw } = row;
    const version = versionOf({ systemId, attributeId, value: ours, raw });
    return [{ ...row, ours, theirs, version }];
  });
}

/**
 * Counts the undecided overrides of each system that is not retired, by system name: those of {@linkcode listOverrides},
 * without what only that list shows, such as the audit entry of each.
 */
export async function openOverrides(db: Kysely<Database>): Promise<OverriddenSystem[]> {
  const rows = await overriddenCells(db)
    .where("kept.kept_by", "is", null).where("system.retired_at", "is", null)
    .execute();
  const open = rows.filter(({ value, raw, ...typing }) =>
    isOverride({ source: "manual", value: TypedValue.parse(value), cmsRaw: raw }, typing)
  );
  return Array.from(
    Map.groupBy(open, ({ systemId }) => systemId),
    ([systemId, [first, ...others]]) => ({
      systemId,
      name: first?.systemName ?? systemId,
      count: others.length + 1,
    }),
  );
}

/** Whether the CMS's value, null when it cannot be typed, is the stored one. */
function agree(theirs: TypedValue | null, ours: TypedValue): boolean {
  return theirs !== null && isSame(theirs, ours);
}

function typed(raw: unknown, typing: Typing): TypedValue | null {
  return isRaw(raw) ? typeRaw(raw, typing) : null;
}

function isRaw(raw: unknown): raw is RawValue {
  return typeof raw === "string" ||
    (Array.isArray(raw) && raw.every((part) => typeof part === "string"));
}

/** A decision: keep our value, or take the CMS value. */
export type OverrideDecision = "keep" | "take";

/** An override as it was shown to staff. */
interface SeenOverride {
  readonly systemId: string;
  readonly attributeId: string;
  readonly version: string;
}

/** How many decisions took effect. */
export interface DecisionOutcome {
  readonly done: number;
  /** Overrides that changed since staff saw them, or whose CMS value cannot be typed. */
  readonly left: number;
}

/**
 * Applies a decision to several overrides, each in its own transaction and with its own audit entry. An override that
 * changed since staff saw it is left alone and counted in `left`.
 */
export async function decideOverrides(
  db: Kysely<Database>,
  { by, decision, seen }: {
    readonly by: Author;
    readonly decision: OverrideDecision;
    readonly seen: readonly SeenOverride[];
  },
): Promise<DecisionOutcome> {
  const current = new Map(
    (await listOverrides(db)).map((one) => [valueId(one), one]),
  );
  let done = 0;
  for (const one of seen) {
    const override = current.get(valueId(one));
    if (override === undefined || override.version !== one.version) continue;
    const isDone = decision === "keep"
      ? await keep(db, override, by)
      : await take(db, override, by);
    if (isDone) done++;
  }
  return { done, left: seen.length - done };
}

/** Whether the stored cell still has both values that staff saw. */
function isSeen(current: ValueRecord, { ours, raw }: Override): boolean {
  return current.source === "manual" && isSame(current.value, ours) && isSame(current.cmsRaw, raw);
}

/** Keeps our value. The override stays decided until the CMS value changes. */
function keep(db: Kysely<Database>, override: Override, by: Author): Promise<boolean> {
  const { systemId, attributeId, raw } = override;
  return transact(db, async (trx) => {
    const current = await valueEntity.read(trx, valueId(override), { lock: true });
    if (current === null || !isSeen(current, override)) return false;
    const kept = {
      cms_raw: JSON.stringify(raw),
      kept_by: by.staff.email,
      kept_at: sql<Date>`now()`,
    };
    await trx.insertInto("cms_kept_overrides")
      .values({ system_id: systemId, attribute_id: attributeId, ...kept })
      .onConflict((on) => on.columns(["system_id", "attribute_id"]).doUpdateSet(kept))
      .execute();
    await recordAudit(trx, {
      actor: by.staff.email,
      requestId: by.requestId,
      action: "keep-override",
      entityType: valueEntity.type,
      entityId: valueId(override),
      after: { kept: raw },
    });
    return true;
  });
}

async function take(db: Kysely<Database>, override: Override, by: Author): Promise<boolean> {
  const { theirs } = override;
  if (theirs === null) return false;
  const outcome = await changeRecord(db, valueEntity, {
    by,
    id: valueId(override),
    action: "take-cms",
    next: (current) =>
      isSeen(current, override) ? { ...current, value: theirs, source: "cms" as const } : current,
  });
  return outcome.kind === "changed";
}

/** Undoes the decisions of one request of the last day. A value that changed since then is left alone. */
export async function undoDecisions(
  db: Kysely<Database>,
  { by, requestId }: { readonly by: Author; readonly requestId: string },
): Promise<DecisionOutcome> {
  const entries = (await entriesOfRequest(db, {
    actor: by.staff.email,
    requestId,
    entityType: valueEntity.type,
  })).filter(({ action }) => action === "keep-override" || action === "take-cms");
  let done = 0;
  for (const { action, entityId, before, after } of entries) {
    const id = entityId ?? "";
    const isDone = action === "keep-override"
      ? await unkeep(db, { id, after, by })
      : await giveBack(db, { id, before, after, by });
    if (isDone) done++;
  }
  return { done, left: entries.length - done };
}

function unkeep(
  db: Kysely<Database>,
  { id, after, by }: { id: string; after: unknown; by: Author },
): Promise<boolean> {
  const kept = JSON.stringify(Reflect.get(Object(after), "kept"));
  const [systemId = "", attributeId = ""] = id.split("/");
  return transact(db, async (trx) => {
    const gone = await trx.deleteFrom("cms_kept_overrides")
      .where("system_id", "=", systemId).where("attribute_id", "=", attributeId)
      .where("kept_by", "=", by.staff.email).where("cms_raw", "=", sql`${kept}::jsonb`)
      .returning("cms_raw").executeTakeFirst();
    if (gone === undefined) return false;
    await recordAudit(trx, {
      actor: by.staff.email,
      requestId: by.requestId,
      action: "unkeep-override",
      entityType: valueEntity.type,
      entityId: id,
      before: { kept: gone.cms_raw },
      // An entry without `after` would tell that the value itself was deleted.
      after: { kept: null },
    });
    return true;
  });
}

async function giveBack(
  db: Kysely<Database>,
  { id, before, after, by }: { id: string; before: unknown; after: unknown; by: Author },
): Promise<boolean> {
  const was = TypedValue.safeParse(Reflect.get(Object(before), "value"));
  const became = Reflect.get(Object(after), "value");
  if (!was.success) return false;
  const outcome = await changeRecord(db, valueEntity, {
    by,
    id,
    action: "override",
    next: (current) =>
      current.source === "cms" && isSame(current.value, became)
        ? { ...current, value: was.data, source: "manual" as const }
        : current,
  });
  return outcome.kind === "changed";
}
