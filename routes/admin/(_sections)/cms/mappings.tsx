/** The two mapping tables, as staff edit them (spec §2.4). */
import type { Context } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import type { ListColumn, ListDefinition } from "../../../../components/admin/list/define.ts";
import { listScreen } from "../../../../components/admin/list/screen.tsx";
import {
  cmsMappingHref,
  cmsMappingsHref,
  newCmsMappingHref,
  sectionHref,
} from "../../../../components/hrefs/admin.ts";
import { ConfirmDetails, PostForm, RecordForm } from "../../../../components/admin/RecordForm.tsx";
import { Button, ButtonLink } from "../../../../components/ui/Button.tsx";
import { Notice } from "../../../../components/ui/Notice.tsx";
import {
  type ChangeOutcome,
  changeRecord,
  createRecord,
  type Entity,
  type FieldErrors,
  readRecord,
} from "../../../../lib/records/mod.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import type { Catalog } from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import type { Services } from "../../../../lib/services.ts";
import { sentenceCase } from "../audit/labels.ts";
import { AppError, type CheckedForm, readForm } from "../../../../lib/http/mod.ts";
import { settle } from "../../../../components/admin/settle.ts";
import type { Screen } from "../../../../components/admin/section.ts";

type Ctx = Context<State>;

/** What one of the tables maps, and how it is edited. */
export interface MappingTable<R extends object> {
  readonly of: "systems" | "attributes";
  /** "Mapped systems". */
  readonly title: string;
  readonly lead: string;
  /** "system". */
  readonly noun: string;
  readonly entity: Entity<R>;
  /** The field that names the record that is mapped: `system_id`. */
  readonly idField: string;
  /** Of its list, behind the name of what is mapped. */
  readonly columns: readonly ListColumn<R>[];
  readonly list: (db: Services["db"]) => Promise<readonly R[]>;
  /** What records can still be mapped, and those that are. */
  readonly nameOf: (catalog: Catalog, id: string) => string;
  readonly toForm: (record: R) => URLSearchParams;
  readonly parse: (form: URLSearchParams, current: R | null) => CheckedForm<R>;
  readonly idOf: (record: R) => string;
  readonly Fields: (props: {
    form: URLSearchParams;
    fields: FieldErrors;
    catalog: Catalog;
    isNew: boolean;
    known: readonly string[];
  }) => JSX.Element;
}

/** The list of a table. */
export function mappingList<R extends object>(table: MappingTable<R>): Screen {
  const { of, title, lead, noun, columns, list, idOf, nameOf } = table;
  return listScreen(({ state }): ListDefinition<R> => {
    authorize(state, "edit_data");
    const { catalog } = state.services.catalog.current();
    return {
      title,
      lead,
      trail: [CMS],
      actions: <ButtonLink size="small" href={newCmsMappingHref(of)}>New mapping</ButtonLink>,
      noun: "mapping",
      rows: () => list(state.services.db),
      idOf,
      columns: [{
        id: "mapped",
        label: sentenceCase(noun),
        isHead: true,
        cell: (row) => (
          <a href={cmsMappingHref(of, idOf(row))} class="text-link">{nameOf(catalog, idOf(row))}</a>
        ),
      }, ...columns],
      empty: { title: "Nothing is mapped", text: "What is not mapped is ignored by the sync." },
    };
  });
}

const CMS = { label: "CMS sync", href: sectionHref("cms") };

/** The form of a new mapping. */
export function newMapping<R extends object>(table: MappingTable<R>): Required<Screen> {
  return {
    GET(ctx) {
      authorize(ctx.state, "edit_data");
      return show(ctx, table, { form: new URLSearchParams(ctx.url.searchParams), record: null });
    },
    async POST(ctx) {
      const staff = authorize(ctx.state, "edit_data");
      const form = await readForm(ctx.req);
      const checked = table.parse(form, null);
      if (!checked.ok) {
        return show(ctx, table, { form, record: null, fields: checked.fields, status: 400 });
      }
      const id = table.idOf(checked.value);
      const by = { staff, requestId: ctx.state.requestId };
      const { db } = ctx.state.services;
      const outcome = await createRecord(db, table.entity, { by, id, record: checked.value });
      return await answer(ctx, table, { outcome, form, record: null, done: "mapped" });
    },
  };
}

/** The form of a mapping; `ctx.params.id` names what is mapped. */
export function oneMapping<R extends object>(table: MappingTable<R>): Required<Screen> {
  return {
    async GET(ctx) {
      authorize(ctx.state, "edit_data");
      const { record, version } = await stored(ctx, table);
      return show(ctx, table, { form: table.toForm(record), record, version });
    },
    async POST(ctx) {
      const staff = authorize(ctx.state, "edit_data");
      const form = await readForm(ctx.req);
      const { record } = await stored(ctx, table);
      const { db } = ctx.state.services;
      const version = form.get("version") ?? "";
      const change = {
        by: { staff, requestId: ctx.state.requestId },
        id: table.idOf(record),
        version,
      };
      const intent = form.get("intent") ?? "save";
      if (intent === "delete") {
        const outcome = await changeRecord(db, table.entity, {
          ...change,
          action: "delete",
          next: null,
        });
        return await answer(ctx, table, { outcome, form, record, done: "no longer mapped" });
      }
      if (intent !== "save") throw new AppError("invalid", "The form asks for something unknown");
      const checked = table.parse(form, record);
      if (!checked.ok) {
        return show(ctx, table, { form, record, version, fields: checked.fields, status: 400 });
      }
      const outcome = await changeRecord(db, table.entity, {
        ...change,
        action: "update",
        next: checked.value,
      });
      return await answer(ctx, table, { outcome, form, record, done: "saved" });
    },
  };
}

/** @throws {AppError} `not_found` for what is not mapped. */
async function stored<R extends object>({ params, state }: Ctx, { entity }: MappingTable<R>) {
  const id = params.id ?? "";
  const isId = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/.test(id);
  const found = isId ? await readRecord(state.services.db, entity, id) : null;
  if (!found) throw new AppError("not_found");
  return found;
}

function answer<R extends object>(
  ctx: Ctx,
  table: MappingTable<R>,
  { outcome, form, record, done }: {
    outcome: ChangeOutcome<R>;
    form: URLSearchParams;
    record: R | null;
    done: string;
  },
): Promise<Response> {
  const { catalog } = ctx.state.services.catalog.current();
  return settle(outcome, {
    href: cmsMappingsHref(table.of),
    changed({ before, record }) {
      const changed = record ?? before;
      const name = changed === null ? "It" : table.nameOf(catalog, table.idOf(changed));
      return { tone: "positive", text: `${name}: ${done}.` };
    },
    taken() {
      const name = table.nameOf(catalog, form.get(table.idField) ?? "");
      const fields = { [table.idField]: `${name} is mapped already` };
      return show(ctx, table, { form, record, fields, status: 400 });
    },
    invalid: (fields) =>
      show(ctx, table, { form, record, version: form.get("version") ?? "", fields, status: 400 }),
    conflict: (current, version) =>
      show(ctx, table, {
        form: table.toForm(current),
        record: current,
        version,
        isStale: true,
        status: 409,
      }),
  });
}

interface Shown<R> {
  readonly form: URLSearchParams;
  readonly record: R | null;
  readonly version?: string;
  readonly fields?: FieldErrors;
  readonly isStale?: boolean;
  readonly status?: number;
}

async function show<R extends object>(
  ctx: Ctx,
  table: MappingTable<R>,
  { form, record, version, fields = {}, isStale = false, status = 200 }: Shown<R>,
): Promise<Response> {
  const { catalog } = ctx.state.services.catalog.current();
  const name = record === null ? "New mapping" : table.nameOf(catalog, table.idOf(record));
  const { noun, Fields } = table;
  const isWrong = Object.keys(fields).length > 0;
  ctx.state.title = isWrong ? `Error: ${name}` : name;
  const action = record === null
    ? newCmsMappingHref(table.of)
    : cmsMappingHref(table.of, table.idOf(record));
  const known = (await table.list(ctx.state.services.db)).map(table.idOf);
  return await ctx.render(
    <>
      <AdminHeader
        title={name}
        trail={[
          CMS,
          { label: table.title, href: cmsMappingsHref(table.of) },
        ]}
      />
      {isStale && (
        <Notice tone="warning" role="alert" class="mb-6">
          <p>Somebody has changed this mapping meanwhile. This is how it stands now.</p>
        </Notice>
      )}
      <RecordForm
        action={action}
        version={version}
        errors={fields}
        cancel={cmsMappingsHref(table.of)}
        save={record === null ? "Map" : "Save"}
      >
        <Fields
          form={form}
          fields={fields}
          catalog={catalog}
          isNew={record === null}
          known={known}
        />
      </RecordForm>
      {record !== null && (
        <div class="mt-10">
          <ConfirmDetails
            label="Remove this mapping"
            confirm={
              <PostForm action={action} hidden={{ intent: "delete", version: version ?? "" }}>
                <Button size="small" variant="danger">Remove this mapping</Button>
              </PostForm>
            }
          >
            The sync leaves this {noun} alone and keeps what it has brought in.
          </ConfirmDetails>
        </div>
      )}
    </>,
    { status },
  );
}
