/** A stored record as its entity and its form definition edit it. */
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { changeRecord, type Entity, readRecord } from "@/lib/records/mod.ts";
import { fieldsOf } from "../fields.tsx";
import type { EditedRecord } from "../form_screen.tsx";
import { refreshed } from "../refreshed.ts";
import type { FormDefinition } from "./define.ts";
import type { FormOfFields } from "./fields.tsx";

interface Source<R extends object> {
  readonly entity: Entity<R>;
  readonly id: string;
  readonly form: FormOfFields<R> & Pick<FormDefinition<R>, "check">;
  /** Reads the form to show: the same fields, with suggestions that a redirect does not need. */
  readonly readForm?: (() => Promise<FormOfFields<R>>) | undefined;
}

type Edited<R extends object> = Pick<
  EditedRecord<R>,
  "stored" | "toForm" | "parse" | "save" | "describer" | "Fields"
>;

/**
 * Reads a record, and returns how its form is filled, parsed, saved and shown.
 *
 * @throws {AppError} `not_found` when the entity returns no record.
 */
export async function editedFrom<R extends object>(
  { state }: Ctx,
  { entity, id, form, readForm }: Source<R>,
): Promise<Edited<R>> {
  const { db, catalog } = state.services;
  const found = await readRecord(db, entity, id);
  if (!found) throw new AppError("not_found");
  const current = found.record;
  const snapshot = catalog.current();
  const readShown = async () => await readForm?.() ?? form;
  return {
    stored: current,
    toForm: (record) => form.toForm(record, catalog.current()),
    parse: (sent) => form.parse(sent, { id, snapshot, current }),
    async save({ record: next, ...change }) {
      const { check } = form;
      const asked = { ...change, id, action: "update", next, ...(check && { check }) };
      const outcome = await changeRecord(db, entity, asked);
      if (outcome.kind === "changed") await refreshed(catalog);
      return outcome;
    },
    async describer() {
      const { describe } = await readShown();
      return (record) => describe(record, snapshot);
    },
    async Fields({ form: filled, fields, record }) {
      const { Editor } = await readShown();
      const field = fieldsOf(filled, fields);
      return <Editor {...{ snapshot, current: record, id, form: filled, fields, field }} />;
    },
  };
}
