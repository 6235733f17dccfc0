/** The pages of a new record and of a stored one. */
import type { JSX } from "preact";
import type { Ctx } from "@/lib/define.ts";
import { AppError, decodeParam } from "@/lib/http/mod.ts";
import { type FieldErrors, versionOf } from "@/lib/records/mod.ts";
import { referencesTo, type Snapshot } from "@/lib/catalog/mod.ts";
import { AdminHeader } from "../AdminHeader.tsx";
import { fieldsOf } from "../fields.tsx";
import type { EditedRecord } from "../form_screen.tsx";
import { RecordForm } from "../RecordForm.tsx";
import { References, StatusBadge } from "../records.tsx";
import { RecordHistory } from "../RecordHistory.tsx";
import { catalogRecordHref } from "../record_labels.ts";
import { Removal, type RemovalState } from "../Removal.tsx";
import { idIn, placeOf, type RecordDefinition, type Redraft, retirementWords } from "./define.ts";
import { editedFrom } from "./edited.tsx";

interface ShownNew extends Redraft {
  readonly fields?: FieldErrors;
  /** Whether the form holds unsaved input. Defaults to whether it has errors. */
  readonly unsaved?: boolean;
}

/** Renders the page of a new record; errors make it a 400. */
export async function showNew<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  { form, fields = {}, unsaved, found }: ShownNew,
): Promise<Response> {
  const { noun, form: { Editor } } = definition;
  const { trail, create, list } = placeOf(definition, form);
  const isRefused = Object.keys(fields).length > 0;
  const title = titleOf(definition, `New ${noun}`, form);
  ctx.state.title = isRefused ? `Error: ${title}` : title;
  return await ctx.render(
    <>
      <AdminHeader title={`New ${noun}`} trail={trail} />
      {found}
      <RecordForm
        unsaved={unsaved}
        action={create}
        errors={fields}
        cancel={list}
        save={`Create ${noun}`}
      >
        <Editor
          snapshot={ctx.state.services.catalog.current()}
          current={null}
          id=""
          form={form}
          fields={fields}
          field={fieldsOf(form, fields)}
        />
      </RecordForm>
    </>,
    { status: isRefused ? 400 : 200 },
  );
}

/** Returns the title of a record's page, with its list, because records of different kinds can have the same name. */
function titleOf<R extends object>(
  definition: RecordDefinition<R>,
  name: string,
  form: URLSearchParams,
): string {
  return `${name}: ${placeOf(definition, form).trail.at(-1)?.label ?? definition.label}`;
}

/**
 * Reads the record in the address, for its screen.
 *
 * @throws {AppError} `not_found` for a text that cannot be an id, which is never looked up, and for an unknown id.
 */
export async function editedRecord<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
): Promise<EditedRecord<R> & { readonly id: string }> {
  // The router leaves some characters of an address escaped.
  const id = idIn(definition, decodeParam(ctx.params.id ?? ""));
  if (id === undefined) throw new AppError("not_found");
  const { nameOf, retirement, caution, Badges, Actions } = definition;
  const edited = await editedFrom(ctx, { ...definition, id });
  const { stored } = edited;
  const form = edited.toForm(stored);
  const { trail, list, record: recordAt } = placeOf(definition, form);
  return {
    ...edited,
    id,
    title: titleOf(definition, nameOf(stored), form),
    header: (
      <AdminHeader
        title={nameOf(stored)}
        trail={trail}
        id={nameOf(stored) === id ? undefined : id}
        actions={Actions && <Actions record={stored} />}
        badges={Badges
          ? <Badges record={stored} />
          : retirement && <StatusBadge status={retirement.status(stored)} />}
      />
    ),
    href: recordAt(id),
    cancel: list,
    saved: (record) => `${nameOf(record)} was saved.`,
    caution: (record) => caution?.(record, ctx.state.services.catalog.current()) ?? null,
    Below: (record) => belowForm(ctx, definition, { record, id, href: recordAt(id) }),
  };
}

interface Shown<R> {
  readonly record: R;
  readonly id: string;
  readonly href: string;
}

/** The parts of a stored record's page below its form. */
async function belowForm<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  { record, id, href }: Shown<R>,
): Promise<JSX.Element> {
  const { noun, entity, retirement, references, Aside } = definition;
  const snapshot = ctx.state.services.catalog.current();
  const users = references ? referencesTo(snapshot.catalog, { type: references.type, id }) : [];
  const refused = retirement?.refused?.(record);
  return (
    <div class="mt-10 grid grid-cols-1 gap-8">
      {Aside && await Aside({ snapshot, record, id }, ctx)}
      {references && <References rows={referenceRows(references, users, snapshot)} />}
      {refused ? <p class="text-sm text-muted">{refused}</p> : (
        <div id="removal">
          <Removal
            noun={noun}
            words={retirementWords(definition)}
            state={removalState(definition, record)}
            action={href}
            version={versionOf(record)}
            uses={users.length}
            retiring={retirement?.effect}
          />
        </div>
      )}
      {await RecordHistory(ctx, { type: entity.type, id })}
    </div>
  );
}

function referenceRows(
  { detailOf }: NonNullable<RecordDefinition<object>["references"]>,
  users: ReturnType<typeof referencesTo>,
  snapshot: Snapshot,
) {
  return users.flatMap((reference) => {
    const detail = detailOf?.(reference, snapshot);
    if (detail === null) return [];
    const { from, how } = reference;
    const href = catalogRecordHref(from.type, from.id) ?? "";
    return [{ label: from.name, href, detail: detail ?? how, status: from.status }];
  });
}

function removalState<R extends object>(
  { retirement, entity }: RecordDefinition<R>,
  record: R,
): RemovalState {
  if (retirement) return retirement.status(record) === "retired" ? "retired" : "retirable";
  return entity.remove ? "deletable" : "permanent";
}
