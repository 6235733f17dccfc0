/** Copying the missing values of a system from another that is like it. */
import type { JSX } from "preact";
import { SelectField } from "@/components/admin/fields.tsx";
import type { RecordAction } from "@/components/admin/record/define.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { backTo } from "@/components/admin/settle.ts";
import { recordHref } from "@/components/hrefs/admin.ts";
import { Button } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { type Catalog, copyValues, takeBackCopy, type ValueRecord } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { compareNames } from "@/lib/text/mod.ts";

const COPY = "copy-values";
const TAKE_BACK = "take-back-values";

interface CopyValuesProps {
  readonly systemId: string;
  readonly catalog: Catalog;
  /** The system's own values, by attribute id. */
  readonly values: ReadonlyMap<string, ValueRecord>;
}

/** Offers the other systems to copy from; nothing when no value is missing or no other system has any. */
export function CopyValues({ systemId, catalog, values }: CopyValuesProps): JSX.Element | null {
  const missing = catalog.attributes.filter(({ id, retired }) => !retired && !values.has(id));
  const others = catalog.systems
    .filter((system) => system.id !== systemId && !system.retired && system.values.length > 0)
    .toSorted((a, b) => compareNames(a.name, b.name));
  if (missing.length === 0 || others.length === 0) return null;
  return (
    <PostForm action={recordHref("systems", systemId)} hidden={{ intent: COPY }}>
      <div class="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          name="from"
          label="Copy missing values from"
          hint="Values that this system has stay as they are. The sync does not change copied ones."
          value=""
          empty="Choose a system"
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          class="max-w-80"
        />
        <Button variant="secondary">Copy</Button>
      </div>
    </PostForm>
  );
}

/**
 * Answers the two actions of copying; null for any other.
 *
 * @throws {AppError} `invalid` without a system to copy from.
 */
export async function handleCopy(
  { state: { services: { db, catalog } } }: Ctx,
  { by, id, intent, form }: RecordAction,
): Promise<Response | null> {
  const back = `${recordHref("systems", id)}#values`;
  if (intent === COPY) {
    const from = catalog.current().catalog.systems.find((one) => one.id === form.get("from"));
    if (!from) throw new AppError("invalid", "Choose the system to copy from");
    const copied = await copyValues(db, { by, from: from.id, systemId: id });
    if (copied === 0) {
      return backTo(back, {
        tone: "info",
        text: `${from.name} has no value that is missing here.`,
      });
    }
    return backTo(back, {
      tone: "positive",
      text: `${counted(copied, "value")} of ${from.name} ${copied === 1 ? "was" : "were"} copied.`,
      ...(by.requestId !== null && {
        undo: {
          action: recordHref("systems", id),
          fields: { intent: TAKE_BACK, request: by.requestId },
        },
      }),
    });
  }
  if (intent !== TAKE_BACK) return null;
  const removed = await takeBackCopy(db, { by, requestId: form.get("request") ?? "" });
  return backTo(back, {
    tone: "info",
    text: removed === 0
      ? "There was nothing to take back."
      : `${counted(removed, "copied value")} ${removed === 1 ? "was" : "were"} taken back.`,
  });
}
