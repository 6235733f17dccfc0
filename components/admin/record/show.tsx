/** The page of one record: its form, what stood in the form's way, and what belongs to the record besides. */
import { fieldsOf } from "../fields.tsx";
import type { Context } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../AdminHeader.tsx";
import { RecordForm } from "../RecordForm.tsx";
import { ConflictPanel, References, StatusBadge } from "../records.tsx";
import { RecordHistory } from "../RecordHistory.tsx";
import { referenceRow } from "../reference_row.ts";
import { Removal, type RemovalState } from "../Removal.tsx";
import type { State } from "../../../lib/define.ts";
import { AppError, idField } from "../../../lib/http/mod.ts";
import { type FieldErrors, versionOf } from "../../../lib/records/mod.ts";
import { referencesTo, type Snapshot } from "../../../lib/catalog/mod.ts";
import { differences } from "./conflict.ts";
import { type EditorProps, placeOf, type RecordDefinition } from "./define.ts";

type Ctx = Context<State>;

/** A record's page, and why it is shown. */
export interface Shown<R> {
  readonly form: URLSearchParams;
  readonly fields?: FieldErrors;
  readonly record?: R;
  readonly version?: string;
  /** What the author wanted, to set it beside what someone else has saved. */
  readonly mine?: R;
  readonly status?: number;
  /** Whether the form was changed or asked about, and not saved; it was where it has errors, or another's to compare with. */
  readonly unsaved?: boolean;
  /** What was found out about the form, shown above it. */
  readonly found?: JSX.Element;
}

/** The id that the address names; what cannot be one is not looked for. */
export function idOf({ params: { id = "" } }: Ctx): string {
  if (!idField().safeParse(id).success) throw new AppError("not_found");
  return id;
}

/** Shows the page of a record, or that of a new one. */
export async function showRecord<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  shown: Shown<R>,
): Promise<Response> {
  const { form, fields = {}, record, version, mine, status = 200, found } = shown;
  const { noun, nameOf, retirement, Actions } = definition;
  const { Editor, describe } = definition.form;
  const place = placeOf(definition, form);
  const snapshot = ctx.state.services.catalog.current();
  const current = record ?? null;
  const id = current === null ? "" : idOf(ctx);
  const title = current === null ? `New ${noun}` : nameOf(current);
  ctx.state.title = Object.keys(fields).length > 0 ? `Error: ${title}` : title;
  const field = fieldsOf(form, fields);
  const props: EditorProps<R> = { snapshot, current, id, form, fields, field };
  const Badges = definition.Badges ??
    (retirement && (({ record }) => <StatusBadge status={retirement.status(record)} />));
  return await ctx.render(
    <>
      <AdminHeader
        title={title}
        trail={place.trail}
        {...(current !== null && { id })}
        actions={current && Actions && <Actions record={current} />}
        badges={current && Badges && <Badges record={current} />}
      />
      {mine !== undefined && current !== null && (
        <ConflictPanel
          rows={differences({ describe, mine, theirs: current, snapshot })}
          theirsHref={place.record(id)}
        />
      )}
      {found}
      <RecordForm
        unsaved={shown.unsaved}
        conflict={mine !== undefined}
        action={current === null ? place.create : place.record(id)}
        version={current === null ? undefined : version ?? versionOf(current)}
        errors={fields}
        cancel={place.list}
        {...(current === null && { save: `Create ${noun}` })}
      >
        <Editor {...props} />
      </RecordForm>
      {current !== null && await belowForm(ctx, definition, { ...props, current })}
    </>,
    { status },
  );
}

/** What belongs to a stored record besides its fields. */
async function belowForm<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  props: EditorProps<R> & { readonly current: R },
): Promise<JSX.Element> {
  const { noun, entity, retirement, references, Aside } = definition;
  const { current, id, snapshot, form } = props;
  const users = references ? referencesTo(snapshot.catalog, { type: references.type, id }) : [];
  const refused = retirement?.refused?.(current);
  return (
    <div class="mt-10 grid grid-cols-1 gap-8">
      {Aside && await Aside(props, ctx)}
      {references && <References rows={referenceRows(references, users, snapshot)} />}
      {refused ? <p class="text-sm text-muted">{refused}</p> : (
        <div id="removal">
          <Removal
            noun={noun}
            state={removalState(definition, current)}
            action={placeOf(definition, form).record(id)}
            version={versionOf(current)}
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
    return [{ ...referenceRow(reference), ...(detail !== undefined && { detail }) }];
  });
}

function removalState<R extends object>(
  { retirement, entity }: RecordDefinition<R>,
  record: R,
): RemovalState {
  if (retirement) return retirement.status(record) === "retired" ? "retired" : "retirable";
  return entity.remove ? "deletable" : "permanent";
}
