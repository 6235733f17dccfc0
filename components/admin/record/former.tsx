/** The form of a record as it was before an entry of the audit log, to be saved again. */
import { auditEntryHref } from "@/components/hrefs/admin.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { findAuditEntry } from "@/lib/records/mod.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { showForm } from "../form_screen.tsx";
import type { RecordDefinition } from "./define.ts";
import { editedRecord } from "./show.tsx";

/**
 * Renders the page of a record with its form filled from before the entry `seq`. The form of a record that had other
 * fields then shows it as it is now. It takes both the capability of the record and that of the audit log.
 *
 * @throws {AppError} `not_found` when that entry changed another record, or created this one.
 */
export async function showFormer<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  seq: string,
): Promise<Response> {
  authorize(ctx.state, "view_audit");
  authorize(ctx.state, definition.capability);
  const edited = await editedRecord(ctx, definition);
  const view = /^[1-9]\d{0,14}$/.test(seq)
    ? await findAuditEntry(ctx.state.services.db, Number(seq))
    : undefined;
  const { entityType, entityId, before } = view?.entry ?? {};
  const isOfRecord = entityType === definition.entity.type && entityId === edited.id;
  if (!isOfRecord || !before) throw new AppError("not_found");
  const hasLists = definition.form.lists?.safeParse(before).success ?? true;
  const former = hasLists && isLike(before, edited.stored) ? before : null;
  const entry = <a href={auditEntryHref(seq)} class="text-link">entry {seq}</a>;
  return await showForm(ctx, edited, {
    form: edited.toForm(former ?? edited.stored),
    found: (
      <Notice tone={former ? "info" : "warning"} class="mb-6">
        {former
          ? (
            <p>
              This is the record as it was before {entry}{" "}
              of the audit log. Save it to restore it; nothing has changed yet.
            </p>
          )
          : (
            <p>
              This record had other fields before {entry}{" "}
              of the audit log, so the form cannot show it as it was. You see it as it is now; copy
              from the entry what you want to restore.
            </p>
          )}
      </Notice>
    ),
  });
}

/** Whether a record has the fields of another in their kinds. Switches may be missing, because they came later. */
function isLike<R extends object>(record: unknown, stored: R): record is R {
  return record instanceof Object && Object.entries(stored).every(([name, value]) => {
    const former: unknown = Reflect.get(record, name);
    return value === null || former === null || value === false ||
      (typeof former === typeof value && Array.isArray(former) === Array.isArray(value));
  });
}
