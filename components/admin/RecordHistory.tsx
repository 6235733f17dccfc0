import type { JSX } from "preact";
import { auditHref } from "../hrefs/admin.ts";
import type { Ctx } from "@/lib/define.ts";
import { lastChange } from "@/lib/records/mod.ts";
import { holds } from "@/lib/staff/mod.ts";
import { RecordMeta } from "./records.tsx";

/** The author and time of the last change of a record, with a link to its audit entries for staff who hold `view_audit`. */
export async function RecordHistory(
  { state }: Ctx,
  record: { readonly type: string; readonly id: string },
): Promise<JSX.Element> {
  return (
    <RecordMeta
      changed={await lastChange(state.services.db, record.type, record.id)}
      auditHref={holds(state, "view_audit") ? auditHref(record) : null}
    />
  );
}
