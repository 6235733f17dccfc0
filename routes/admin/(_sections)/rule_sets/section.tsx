import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader, RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { TextField } from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Button, ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { AppError, checkForm, lineField, parseForm } from "../../../../lib/http/mod.ts";
import { authorize, type Flash } from "../../../../lib/staff/mod.ts";
import {
  Id,
  makeDefaultRuleSet,
  type RuleSet,
  ruleSetEntity,
  type Snapshot,
} from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { backTo } from "../../../../components/admin/list_actions.ts";
import {
  createScreen,
  type EditorProps,
  recordScreen,
  type RecordScreens,
} from "../../../../components/admin/record/screens.tsx";
import type { Section } from "../../../../components/admin/section.ts";

const SLUG = "rule-sets";
const LABEL = "Rule sets";

const RuleSetForm = z.object({ name: lineField(80, "Enter a name") });

const screens: RecordScreens<RuleSet> = {
  slug: SLUG,
  label: LABEL,
  noun: "rule set",
  capability: "edit_rules",
  entity: ruleSetEntity,
  type: "rule-set",
  nameOf: ({ name }) => name,
  toForm: (ruleSet) => new URLSearchParams({ name: ruleSet?.name ?? "" }),
  parse(form, { id, current }) {
    const checked = checkForm(form, RuleSetForm);
    if (!checked.ok) return checked;
    const { isDefault = false, retired = false } = current ?? {};
    return { ok: true, value: { id, ...checked.value, isDefault, retired } };
  },
  describe: ({ name, isDefault, retired }) => [
    { label: "Name", value: name },
    { label: "Default", value: isDefault ? "Yes" : "No" },
    { label: "Retired", value: retired ? "Yes" : "No" },
  ],
  Editor: RuleSetEditor,
  setRetired: (ruleSet, retired) => ({ ...ruleSet, retired }),
  isRetired: ({ retired }) => retired,
  staysBecause: ({ isDefault }) =>
    isDefault
      ? "You cannot retire the default rule set, because tracks fall back to it. Make another one the default first."
      : null,
  Badges: ({ record }) => (
    <>
      <StatusBadge status={statusOf(record)} />
      {record.isDefault && <Badge tone="accent">Default</Badge>}
    </>
  ),
  Actions: ({ record }) => (
    <>
      <ButtonLink
        variant="secondary"
        size="small"
        href={sectionHref("rules", new URLSearchParams({ set: record.id }).toString())}
      >
        Its rules
      </ButtonLink>
      <MakeDefault ruleSet={record} />
    </>
  ),
};

/** Rule sets: rules that belong together, named by the tracks that they serve (spec §4.1). */
export const ruleSets: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_rules",
  list: {
    GET(ctx) {
      ctx.state.title = LABEL;
      return ctx.render(<RuleSetList snapshot={ctx.state.services.catalog.current()} />);
    },
    POST: makeDefault,
  },
  create: createScreen(screens),
  record: recordScreen(screens),
};

/** Moves the mark of the default; back to the list. */
async function makeDefault(ctx: Context<State>): Promise<Response> {
  const staff = authorize(ctx.state, "edit_rules");
  const { db, catalog } = ctx.state.services;
  const { default: id } = await parseForm(ctx.req, z.object({ default: Id }));
  const former = catalog.current().catalog.ruleSets.find(({ isDefault }) => isDefault);
  const changed = await makeDefaultRuleSet(db, {
    by: { staff, requestId: ctx.state.requestId },
    id,
  });
  const snapshot = await catalog.refresh();
  const ruleSet = snapshot.catalog.ruleSets.find((ruleSet) => ruleSet.id === id);
  if (!ruleSet) throw new AppError("not_found");
  const flash = defaultFlash({ ruleSet, former: changed.length > 0 ? former : undefined });
  return backTo(sectionHref(SLUG), flash);
}

function defaultFlash(
  { ruleSet, former }: { ruleSet: RuleSet; former: RuleSet | undefined },
): Flash {
  if (ruleSet.retired) {
    return {
      tone: "danger",
      text: `${ruleSet.name} is retired and cannot be the default. Restore it first.`,
    };
  }
  const text = `${ruleSet.name} is the default rule set now.`;
  if (!former) return { tone: "info", text };
  return {
    tone: "positive",
    text,
    undo: { action: sectionHref(SLUG), fields: { default: former.id } },
  };
}

function RuleSetEditor({ form, fields, current }: EditorProps<RuleSet>): JSX.Element {
  return (
    <>
      <TextField
        name="name"
        value={form.get("name")}
        error={fields.name}
        label="Name"
        maxLength={80}
      />
      {current === null && (
        <TextField
          name="id"
          value={form.get("id")}
          error={fields.id}
          label="Id"
          hint="Leave it empty to make it from the name. It cannot be changed later."
          mono
          optional
        />
      )}
    </>
  );
}

function MakeDefault(
  { ruleSet: { id, name, isDefault, retired }, variant = "secondary" }: {
    ruleSet: RuleSet;
    variant?: "secondary" | "quiet";
  },
) {
  if (isDefault || retired) return null;
  return (
    <PostForm action={sectionHref(SLUG)} hidden={{ default: id }}>
      <Button variant={variant} size="small">
        Make default<span class="sr-only">: {name}</span>
      </Button>
    </PostForm>
  );
}

function RuleSetList({ snapshot: { catalog, tracks } }: { snapshot: Snapshot }): JSX.Element {
  const rules = Map.groupBy(
    catalog.rules.filter(({ retired }) => !retired),
    ({ ruleSetId }) => ruleSetId,
  );
  const ordered = catalog.ruleSets.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const tracksOf = Map.groupBy(tracks, ({ ruleSetId }) => ruleSetId);
  return (
    <>
      <AdminHeader
        title={LABEL}
        lead="A track is matched against one rule set. The default rule set serves buyers without a track, and tracks whose rule set is retired."
        actions={<ButtonLink size="small" href={newRecordHref(SLUG)}>New rule set</ButtonLink>}
      />
      <Table caption={counted(catalog.ruleSets.length, "rule set")}>
        <thead>
          <tr>
            <ColumnHead>Name</ColumnHead>
            <ColumnHead>Rules</ColumnHead>
            <ColumnHead>Tracks</ColumnHead>
            <ColumnHead>State</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {ordered.map((ruleSet) => {
            const own = rules.get(ruleSet.id) ?? [];
            const off = own.filter(({ enabled }) => !enabled).length;
            return (
              <tr key={ruleSet.id}>
                <RowHead>
                  <a href={recordHref(SLUG, ruleSet.id)} class="text-link">{ruleSet.name}</a>
                  <span class="block max-sm:hidden">
                    <RecordId>{ruleSet.id}</RecordId>
                  </span>
                </RowHead>
                <Cell class="whitespace-nowrap">
                  <a
                    href={sectionHref("rules", new URLSearchParams({ set: ruleSet.id }).toString())}
                    class="text-link"
                  >
                    {counted(own.length, "rule")}
                  </a>
                  {off > 0 && <span class="text-muted">, {off} off</span>}
                </Cell>
                <Cell>
                  {(tracksOf.get(ruleSet.id) ?? []).map(({ name }) => name).join(", ") || "None"}
                </Cell>
                <Cell>
                  <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <StatusBadge status={statusOf(ruleSet)} />
                    {ruleSet.isDefault
                      ? <Badge tone="accent">Default</Badge>
                      : <MakeDefault ruleSet={ruleSet} variant="quiet" />}
                  </span>
                </Cell>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </>
  );
}
