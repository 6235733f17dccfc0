/** The page of one record: conflict panel, form, references, removal and history. */
import { fieldsOf } from "../fields.tsx";
import type { Context } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../AdminHeader.tsx";
import { RecordForm } from "../RecordForm.tsx";
import { ConflictPanel, References, StatusBadge } from "../records.tsx";
import { RecordHistory } from "../RecordHistory.tsx";
import { referenceRow } from "../reference_row.ts";
import { Removal, type RemovalState } from "../Removal.tsx";
import type { State } from "@/lib/define.ts";
import { AppError, idField } from "@/lib/http/mod.ts";
import { type FieldErrors, versionOf } from "@/lib/records/mod.ts";
import { referencesTo, type Snapshot } from "@/lib/catalog/mod.ts";
import { differences } from "./conflict.ts";
import { type EditorProps, placeOf, type RecordDefinition } from "./define.ts";

type Ctx = Context<State>;

/** The state in which a record's page is shown. */
export interface Shown<R> {
  readonly form: URLSearchParams;
  readonly fields?: FieldErrors;
  readonly record?: R;
  readonly version?: string;
  /** The record that the author tried to save, to compare with the version that somebody else saved. */
  readonly mine?: R;
  readonly status?: number;
  /** Whether the form holds unsaved input. Defaults to whether it has errors or a conflict. */
  readonly unsaved?: boolean;
  /** A finding to show above the form. */
  readonly found?: JSX.Element;
}

/**
 * Returns the id in the address.
 *
 * @throws {AppError} `not_found` for a malformed id (spec §2.5), which is never looked up.
 */
export function idOf({ params: { id = "" } }: Ctx): string {
  if (!idField().safeParse(id).success) throw new AppError("not_found");
  return id;
}

/** Renders the page of a stored record, or of a new one. */
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
  // Records of different kinds can have the same name.
  const named = `${title}: ${place.trail.at(-1)?.label ?? definition.label}`;
  ctx.state.title = status >= 400 ? `Error: ${named}` : named;
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
          rows={differences({
            describe: (record) => describe(record, snapshot),
            mine,
            theirs: current,
          })}
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

/** The parts of a stored record's page below its form. */
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
