/** The attention items of the overview. Pure. */
import type { Capability } from "@/lib/staff/mod.ts";
import {
  type Catalog,
  type OverriddenSystem,
  type Snapshot,
  staleReferences,
} from "@/lib/catalog/mod.ts";
import type { QueueCounts } from "@/lib/crm/mod.ts";
import type { MediaUpkeep } from "@/lib/media/mod.ts";
import { countFindings, type ScenarioRun, type TrackReport } from "@/lib/analysis/mod.ts";
import type { Gap } from "../corpus/coverage.ts";
import {
  cmsOverridesHref,
  mediaHref,
  recordHref,
  reportHref,
  sectionHref,
} from "@/components/hrefs/admin.ts";
import { findingKinds } from "../report/findings.tsx";
import type { AttentionItem } from "./Attention.tsx";
import {
  catalogRecordHref,
  RECORD_WORDS,
  staleReferenceText,
} from "@/components/admin/record_labels.ts";
import { formatCount } from "@/lib/text/mod.ts";

type Held = ReadonlySet<Capability>;

type Words = Pick<AttentionItem, "why" | "tone"> & { readonly one: string; readonly many: string };

/** Returns an item for a number of cases; none for zero. */
function itemOf(
  count: number,
  { one, many, ...texts }: Words,
  places: Pick<AttentionItem, "href" | "examples">,
): AttentionItem[] {
  return count === 0 ? [] : [{ ...texts, ...places, count, what: count === 1 ? one : many }];
}

/** Reports leads that the CRM does not have (spec §3.1); each count equals that of the linked list. */
export function leadItems({ queued, abandoned }: QueueCounts): AttentionItem[] {
  return [
    ...itemOf(abandoned, LEADS.abandoned, { href: sectionHref("crm", "queue=abandoned") }),
    ...itemOf(queued, LEADS.queued, { href: sectionHref("crm") }),
  ];
}

const LEADS = {
  abandoned: {
    one: "Lead that was given up",
    many: "Leads that were given up",
    why: "The CRM never got them, and we delete them after a while.",
    tone: "danger",
  },
  queued: {
    one: "Lead that waits for the CRM",
    many: "Leads that wait for the CRM",
    why: "We try again until the CRM takes them.",
    tone: "warning",
  },
} as const;

/** Returns the open work on pictures; each count equals that of the linked list. */
export function mediaItems({ untagged, unreviewed, undescribed }: MediaUpkeep): AttentionItem[] {
  const words = (what: string, why: string): Words => ({
    one: `Picture ${what}`,
    many: `Pictures ${what}`,
    why,
    tone: "warning",
  });
  const alt = words("without alt text", "People who cannot see them do not learn what they show.");
  const tags = words("without tags", "Nothing says what they show, so no answer leads to them.");
  const review = words("with tags to review", "Tags that are only proposed have no effect.");
  return [
    ...itemOf(undescribed, alt, { href: mediaHref("coverage=no-alt") }),
    ...itemOf(untagged, tags, { href: mediaHref("coverage=untagged") }),
    ...itemOf(unreviewed, review, { href: mediaHref("coverage=ai-unreviewed") }),
  ];
}

/** Reports what a catalog lacks without which nothing is recommended, in the order in which staff create it. */
export function missingItems(snapshot: Snapshot, held: Held): AttentionItem[] {
  const { systems, factors, rules, catalog } = snapshot;
  const required = [
    { type: "system", exists: systems.length > 0, what: "Live systems", why: NOTHING },
    {
      type: "factor",
      exists: factors.some(({ options }) => options.length > 0),
      what: "Questions with an option to choose",
      why: NOTHING,
    },
    {
      type: "rule-set",
      exists: catalog.ruleSets.some(({ isDefault }) => isDefault),
      what: "Default rule sets",
      why: "Nothing can be recommended to buyers without a track.",
    },
    { type: "rule", exists: rules.length > 0, what: "Rules that are switched on", why: NOTHING },
  ] as const;
  return required.flatMap(({ type, exists, what, why }) => {
    const { slug, capability } = RECORD_WORDS[type];
    if (exists || slug === null || !held.has(capability)) return [];
    return [{ count: 0, what, why, href: sectionHref(slug), tone: "danger" }];
  });
}

const NOTHING = "Nothing can be recommended to buyers.";

/** Reports live records that refer to retired, switched-off or missing records. */
export function staleItems(catalog: Catalog, held: Held): AttentionItem[] {
  const stale = staleReferences(catalog)
    .filter(({ from }) => held.has(RECORD_WORDS[from.type].capability));
  return itemOf(stale.length, {
    one: "Reference that leads nowhere",
    many: "References that lead nowhere",
    why: "They have no effect until one of the two records is changed.",
    tone: "warning",
  }, {
    examples: stale.map((reference) => ({
      label: reference.from.name,
      href: catalogRecordHref(reference.from.type, reference.from.id) ?? "",
      text: staleReferenceText(catalog, reference),
    })),
  });
}

/** Reports values that override the CMS and are undecided. */
export function overrideItems(systems: readonly OverriddenSystem[]): AttentionItem[] {
  return itemOf(systems.reduce((sum, system) => sum + system.count, 0), {
    one: "Value that overrides the CMS",
    many: "Values that override the CMS",
    why: "They stay as entered here until somebody decides.",
    tone: "warning",
  }, {
    href: cmsOverridesHref(),
    examples: systems.map(({ systemId, name, count }) => ({
      label: name,
      href: recordHref("systems", systemId),
      text: `has ${formatCount(count)}`,
    })),
  });
}

/** Reports the gaps of the corpus; each count equals that of the linked list. */
export function corpusItems(gaps: readonly Gap[]): AttentionItem[] {
  return gaps.flatMap(({ label, count, effect, href }) =>
    itemOf(count, { one: label, many: label, why: effect, tone: "warning" }, { href })
  );
}

/** Summarises the rule report of a track; null without findings. */
export function reportItem({ tracks }: Snapshot, report: TrackReport): AttentionItem | null {
  const counts = countFindings(report);
  if (counts.total === 0) return null;
  const name = tracks.find(({ id }) => id === report.track)?.name;
  const whose = name === undefined ? "" : ` for “${name}”`;
  const found = findingKinds(counts).map(({ text }) => text).join(", ");
  return {
    count: counts.total,
    what: `${counts.total === 1 ? "Finding" : "Findings"} in the rule report${whose}`,
    why: counts.partial ? `${found}, and perhaps more: the report stopped early.` : `${found}.`,
    href: reportHref(report.track),
    tone: counts.gaps + counts.unreachableSystems > 0 ? "danger" : "warning",
  };
}

/** Reports scenarios whose result is not the expected one, and scenarios that cannot run. */
export function scenarioItems(runs: readonly ScenarioRun[]): AttentionItem[] {
  return SCENARIO_WORDS.flatMap(({ verdict, ...words }) => {
    const examples = runs.filter((run) => run.verdict === verdict)
      .map(({ scenario: { id, name } }) => ({ label: name, href: recordHref("scenarios", id) }));
    return itemOf(examples.length, words, { href: sectionHref("scenarios"), examples });
  });
}

const SCENARIO_WORDS = [
  {
    verdict: "breaks",
    one: "Scenario that breaks",
    many: "Scenarios that break",
    why: "Buyers get another pick than staff expect.",
    tone: "danger",
  },
  {
    verdict: "cannot-run",
    one: "Scenario that cannot run",
    many: "Scenarios that cannot run",
    why: "A track, an answer or a system in it is no longer on offer.",
    tone: "warning",
  },
] as const;
