import { z } from "zod";
import { sectionWords } from "@/components/admin/sections.ts";
import { Muted, RecordLink } from "@/components/admin/list/parts.tsx";
import { type RecordDefinition, retirable } from "@/components/admin/record/define.ts";
import { recordForm } from "@/components/admin/record/fields.tsx";
import { line, newId, RETIRED, yesOrNo } from "@/components/admin/record/inputs.tsx";
import { type RecordList, recordSection } from "@/components/admin/record/save.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { StatusBadge, statusOf } from "@/components/admin/records.tsx";
import { backTo } from "@/components/admin/settle.ts";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { AppError, parseForm } from "@/lib/http/mod.ts";
import { refreshed } from "@/components/admin/refreshed.ts";
import { authorOf, type Flash } from "@/lib/staff/mod.ts";
import { Id, makeDefaultRuleSet, type RuleSet, ruleSetEntity } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";

const ruleSet: RecordDefinition<RuleSet> = {
  ...sectionWords("rule-sets"),
  entity: ruleSetEntity,
  nameOf: ({ name }) => name,
  form: recordForm({
    name: line({ label: "Name", maxLength: 80, missing: "Enter a name" }),
    id: newId(),
    isDefault: {
      label: "Default",
      initial: ({ snapshot: { catalog } }) => !catalog.ruleSets.some(({ isDefault }) => isDefault),
      describe: yesOrNo,
    },
    retired: RETIRED,
  }),
  retirement: {
    ...retirable(),
    refused: ({ isDefault }) =>
      isDefault
        ? "You cannot retire the default rule set, because tracks fall back to it. Make another one the default first."
        : null,
  },
  references: { type: "rule-set" },
  Badges: ({ record }) => (
    <>
      <StatusBadge status={statusOf(record)} />
      {record.isDefault && <Badge tone="accent">Default</Badge>}
    </>
  ),
  Actions: ({ record }) => (
    <>
      <ButtonLink variant="secondary" href={rulesHref(record)}>Its rules</ButtonLink>
      <MakeDefault ruleSet={record} />
    </>
  ),
};

/** The section of rule sets: groups of rules, each assigned to tracks (spec §4.1). */
export const ruleSets = recordSection(ruleSet, ruleSetList, makeDefault);

function ruleSetList({ state }: Ctx): RecordList<RuleSet> {
  const { catalog, tracks } = state.services.catalog.current();
  const rules = Map.groupBy(
    catalog.rules.filter(({ retired }) => !retired),
    ({ ruleSetId }) => ruleSetId,
  );
  const tracksOf = Map.groupBy(tracks, ({ ruleSetId }) => ruleSetId);
  return {
    lead:
      "A track is matched against one rule set. The default rule set serves buyers without a track, and tracks whose rule set is retired.",
    rows: () => catalog.ruleSets.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)),
    idOf: ({ id }) => id,
    columns: [
      {
        id: "name",
        label: "Name",
        isHead: true,
        cell: ({ id, name }) => <RecordLink of="rule-sets" id={id} name={name} />,
      },
      {
        id: "rules",
        label: "Rules",
        cellClass: "whitespace-nowrap",
        cell: (ruleSet) => {
          const own = rules.get(ruleSet.id) ?? [];
          const off = own.filter(({ enabled }) => !enabled).length;
          return (
            <>
              <a href={rulesHref(ruleSet)} class="text-link">{counted(own.length, "rule")}</a>
              {off > 0 && <Muted>, {off} off</Muted>}
            </>
          );
        },
      },
      {
        id: "tracks",
        label: "Tracks",
        cell: ({ id }) => (tracksOf.get(id) ?? []).map(({ name }) => name).join(", ") || "None",
      },
      {
        id: "status",
        label: "State",
        cell: (ruleSet) => (
          <div class="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            {ruleSet.retired && <StatusBadge status={statusOf(ruleSet)} />}
            {ruleSet.isDefault
              ? <Badge tone="accent">Default</Badge>
              : <MakeDefault ruleSet={ruleSet} variant="quiet" />}
          </div>
        ),
      },
    ],
    empty: { text: "Rules belong to a rule set. Name the first one." },
  };
}

/** Address of the list of a rule set's rules. */
function rulesHref({ id }: RuleSet): string {
  return sectionHref("rules", `${new URLSearchParams({ set: id })}`);
}

/** Makes a rule set the default, and redirects to the list. */
async function makeDefault(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_rules");
  const { db, catalog } = ctx.state.services;
  const { default: id } = await parseForm(ctx.req, z.object({ default: Id }));
  const former = catalog.current().catalog.ruleSets.find(({ isDefault }) => isDefault);
  const changed = await makeDefaultRuleSet(db, { by, id });
  const snapshot = await refreshed(catalog);
  // In an outage this process may not know the rule set, which another one may have added just before.
  const ruleSet = [...changed, ...snapshot.catalog.ruleSets].find((ruleSet) => ruleSet.id === id);
  if (!ruleSet) throw new AppError("not_found");
  const flash = defaultFlash({ ruleSet, former: changed.length > 0 ? former : undefined });
  return backTo(sectionHref("rule-sets"), flash);
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
    undo: { action: sectionHref("rule-sets"), fields: { default: former.id } },
  };
}

function MakeDefault(
  { ruleSet: { id, name, isDefault, retired }, variant = "secondary" }: {
    ruleSet: RuleSet;
    variant?: "secondary" | "quiet";
  },
) {
  if (isDefault || retired) return null;
  return (
    <PostForm action={sectionHref("rule-sets")} hidden={{ default: id }}>
      <Button variant={variant}>
        Make default<span class="sr-only">: {name}</span>
      </Button>
    </PostForm>
  );
}
