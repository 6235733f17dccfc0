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
  assetHref,
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

/** Reports leads that the CRM does not have (spec §3.1); each count equals that of the linked list. */
export function leadItems({ queued, abandoned }: QueueCounts): AttentionItem[] {
  const items: AttentionItem[] = [
    {
      count: abandoned,
      what: abandoned === 1 ? "Lead that was given up" : "Leads that were given up",
      why: "The CRM never got them, and we delete them after a while.",
      href: sectionHref("crm", "queue=abandoned"),
      tone: "danger",
    },
    {
      count: queued,
      what: queued === 1 ? "Lead that waits for the CRM" : "Leads that wait for the CRM",
      why: "We try again until the CRM takes them.",
      href: sectionHref("crm"),
      tone: "warning",
    },
  ];
  return items.filter(({ count }) => count > 0);
}

/** Returns the open work on pictures; each count equals that of the linked list. */
export function mediaItems({ untagged, unreviewed, withoutAlt }: MediaUpkeep): AttentionItem[] {
  const named = (count: number, what: string) => `${count === 1 ? "Picture" : "Pictures"} ${what}`;
  const items: AttentionItem[] = [
    {
      count: withoutAlt.count,
      what: named(withoutAlt.count, "without alt text"),
      why: "People who cannot see them do not learn what they show.",
      examples: withoutAlt.examples.map(({ id, title, filename }) => ({
        label: title ?? filename,
        href: assetHref(id),
      })),
      tone: "warning",
    },
    {
      count: untagged,
      what: named(untagged, "without tags"),
      why: "Nothing says what they show, so no answer leads to them.",
      href: mediaHref("coverage=untagged"),
      tone: "warning",
    },
    {
      count: unreviewed,
      what: named(unreviewed, "with tags to review"),
      why: "Tags that are only proposed have no effect.",
      href: mediaHref("coverage=ai-unreviewed"),
      tone: "warning",
    },
  ];
  return items.filter(({ count }) => count > 0);
}

/** Warns that no system is live; null when one is. */
export function emptyItem({ systems }: Catalog, held: Held): AttentionItem | null {
  if (!held.has("edit_data")) return null;
  if (systems.some(({ retired, draft }) => !retired && !draft)) return null;
  return {
    count: 0,
    what: "Live systems",
    why: "Nothing can be recommended to buyers.",
    href: sectionHref("systems"),
    tone: "danger",
  };
}

/** Reports live records that refer to retired, switched-off or missing records; null without any. */
export function staleItem(catalog: Catalog, held: Held): AttentionItem | null {
  const stale = staleReferences(catalog)
    .filter(({ from }) => held.has(RECORD_WORDS[from.type].capability));
  if (stale.length === 0) return null;
  return {
    count: stale.length,
    what: stale.length === 1 ? "Reference that leads nowhere" : "References that lead nowhere",
    why: "They have no effect until one of the two records is changed.",
    examples: stale.map((reference) => ({
      label: reference.from.name,
      href: catalogRecordHref(reference.from.type, reference.from.id) ?? "",
      text: staleReferenceText(catalog, reference),
    })),
    tone: "warning",
  };
}

/** Reports values that override the CMS and are undecided; null without any. */
export function overrideItem(systems: readonly OverriddenSystem[]): AttentionItem | null {
  const count = systems.reduce((sum, system) => sum + system.count, 0);
  if (count === 0) return null;
  return {
    count,
    what: count === 1 ? "Value that overrides the CMS" : "Values that override the CMS",
    why: "They stay as entered here until somebody decides.",
    href: cmsOverridesHref(),
    examples: systems.map(({ systemId, name, count }) => ({
      label: name,
      href: recordHref("systems", systemId),
      text: `has ${formatCount(count)}`,
    })),
    tone: "warning",
  };
}

/** Reports the gaps of the corpus; each count equals that of the linked list. */
export function corpusItems(gaps: readonly Gap[]): AttentionItem[] {
  return gaps.filter(({ count }) => count > 0)
    .map(({ label, count, effect, href }) => ({
      count,
      what: label,
      why: effect,
      href,
      tone: "warning",
    }));
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
  return SCENARIO_WORDS.flatMap(({ verdict, one, many, ...texts }) => {
    const examples = runs.filter((run) => run.verdict === verdict)
      .map(({ scenario: { id, name } }) => ({ label: name, href: recordHref("scenarios", id) }));
    const count = examples.length;
    const what = count === 1 ? one : many;
    return count === 0 ? [] : [{ ...texts, count, what, href: sectionHref("scenarios"), examples }];
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
