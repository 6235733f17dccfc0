import type { JSX } from "preact";
import { joined } from "@/components/admin/joined.ts";
import { recordHref } from "@/components/hrefs/admin.ts";
import { Block } from "@/components/admin/Block.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { SummaryList } from "@/components/ui/SummaryList.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import type { Capability } from "@/lib/staff/mod.ts";
import type { HotLeadCondition, HotLeadVerdict, LeadProfile, Named } from "@/lib/crm/mod.ts";

/** One lead: facts, answers in ask order, recommendation and hot-lead verdict (spec §2.10). */
export function LeadDetails(
  { lead, capabilities }: { lead: LeadProfile; capabilities: ReadonlySet<Capability> },
): JSX.Element {
  const { contactId, at, track, needs, recommendation, alternatives, viewed, tier } = lead;
  const systems = (list: readonly Named[]) =>
    list.length === 0
      ? "None"
      : <SystemNames systems={list} linked={capabilities.has("edit_data")} />;
  return (
    <div class="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-9">
      <SummaryList
        rows={[
          {
            term: "Number in the CRM",
            detail: (
              <>
                <code class="font-mono select-all">{contactId}</code>
                <button
                  type="button"
                  class="text-link ms-4 min-h-6 text-sm"
                  data-copy={contactId}
                  hidden
                >
                  Copy
                </button>
              </>
            ),
          },
          { term: "Lead since", detail: <Moment at={at} /> },
          { term: "Track", detail: track?.name ?? "None" },
          {
            term: "Every question answered",
            detail: lead.completedAt === null
              ? "Not yet"
              : <Moment at={new Date(lead.completedAt)} />,
          },
          { term: "Recommended", detail: recommendation ? systems([recommendation]) : "None" },
          {
            term: "Budget tier",
            detail: tier ? `${tier.label}, step ${tier.ordinal} of the ladder` : "None",
          },
          { term: "Cheaper alternatives", detail: systems(alternatives) },
          { term: "Looked at or compared", detail: systems(viewed) },
        ]}
      />
      <Block title="What they need">
        {needs.length === 0
          ? (
            <p class="border-y border-line py-3 text-sm text-muted">
              The buyer answered no question.
            </p>
          )
          : (
            <SummaryList
              rows={needs.map(({ factor, answers }) => ({
                term: factor,
                detail: answers.join(", "),
              }))}
            />
          )}
      </Block>
      <HotLead verdict={lead.verdict} />
    </div>
  );
}

function SystemNames(
  { systems, linked }: { systems: readonly Named[]; linked: boolean },
): JSX.Element {
  const names = systems.map(({ id, name }) =>
    linked ? <a key={id} href={recordHref("systems", id)} class="text-link">{name}</a> : name
  );
  return <>{joined(names)}</>;
}

const LABELS: Readonly<Record<HotLeadCondition["kind"], string>> = {
  completed: "Answers",
  min_tier: "Budget",
  premium: "Premium",
};

/** Why a lead is hot or not: each condition, with the lead's value for it (spec §2.6). */
function HotLead({ verdict }: { verdict: HotLeadVerdict }): JSX.Element {
  const { hot, inactive, conditions } = verdict;
  return (
    <Block title="Hot lead">
      <p class="mb-3 flex flex-wrap items-center gap-3 text-sm">
        {hot ? <Badge tone="accent">Hot</Badge> : <Badge>Not hot</Badge>}
        <span class="text-muted">{verdictInWords(verdict)}</span>
      </p>
      {conditions.length > 0 && (
        <RowsTable
          caption="Conditions of the rule"
          rows={conditions}
          columns={[
            { label: "Condition", isHead: true, cell: ({ kind }) => LABELS[kind] },
            { label: "Required", cell: ({ wanted }) => wanted },
            { label: "The lead has", cell: ({ value }) => value },
            {
              label: "Met",
              labelHidden: true,
              cell: ({ met }) =>
                met ? <Badge tone="positive">Met</Badge> : <Badge tone="warning">Not met</Badge>,
            },
          ]}
        />
      )}
      {inactive === null && <p class="sr-only">Every condition must be met.</p>}
    </Block>
  );
}

function verdictInWords({ hot, inactive, conditions }: HotLeadVerdict): string {
  if (inactive === "disabled") return "The rule is switched off, so it flags nobody.";
  if (inactive === "no_condition") return "The rule has no condition, so it flags nobody.";
  if (hot) return "Every condition of the rule is met.";
  const missed = conditions.filter(({ met }) => !met).length;
  return missed === 1 ? "One condition is not met." : `${missed} conditions are not met.`;
}
