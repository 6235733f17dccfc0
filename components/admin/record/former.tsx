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
 * Renders the page of a record with its form filled from before the entry `seq`. It takes both the capability of the
 * record and that of the audit log.
 *
 * @throws {AppError} `not_found` when that entry changed another record, or one without today's fields.
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
  if (!isOfRecord || !isLike(before, edited.stored)) throw new AppError("not_found");
  return await showForm(ctx, edited, {
    form: edited.toForm(before),
    found: (
      <Notice class="mb-6">
        <p>
          This is the record as it was before{" "}
          <a href={auditEntryHref(seq)} class="text-link">entry {seq}</a>{" "}
          of the audit log. Save it to restore it; nothing has changed yet.
        </p>
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
