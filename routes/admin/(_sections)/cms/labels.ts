/** Labels of the CMS sync. */
import type { JobState } from "@/components/admin/job_screen.tsx";
import { capitalized } from "@/components/ui/capitalized.ts";
import { counted } from "@/components/ui/counted.ts";
import type { ChangeAction, Kind, Run } from "@/lib/cms/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** Label of each kind of run, and what it imports. */
export const KIND_WORDS: Readonly<Record<Kind, { name: string; lead: string }>> = {
  attributes: {
    name: "Attributes",
    lead: "Attribute values of systems, from the mapped fields of their products.",
  },
  projects: {
    name: "Projects",
    lead: "Installed projects, and the products that each of them used.",
  },
  images: {
    name: "Images",
    lead: "Pictures and the stills of films, with the projects and systems that they show.",
  },
};

/** Label and colour of each state of a run. */
export const STATES: Readonly<Record<Run["state"], JobState>> = {
  reading: { label: "Reading", tone: "accent" },
  incomplete: { label: "Incomplete", tone: "danger" },
  ready: { label: "Ready to apply", tone: "accent" },
  applying: { label: "Applying", tone: "accent" },
  stopped: { label: "Stopped", tone: "warning" },
  done: { label: "Applied", tone: "positive" },
  abandoned: { label: "Superseded", tone: "neutral" },
};

/** Label of each action of a change. */
export const ACTION_WORDS: Readonly<Record<ChangeAction, string>> = {
  created: "New",
  updated: "Changed",
  heldBack: "Held back",
  noted: "Noted",
};

/** Returns the counts of a plan with their labels, in display order. */
export function countsInWords({ report: { counts } }: Run): { label: string; count: number }[] {
  return [
    { label: "new", count: counts.created },
    { label: "changed", count: counts.updated },
    { label: "unchanged", count: counts.unchanged },
    { label: "held back", count: counts.heldBack },
    { label: "left out", count: counts.skipped },
  ];
}

/** Returns the counts in one line without the zeros; "Nothing" when all are zero. */
function countsInLine(run: Run): string {
  const counts = countsInWords(run).filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatCount(count)} ${label}`);
  return counts.join(", ") || "Nothing";
}

/**
 * Returns the result of a run in sentences: its counts and its first error. Without counts when the CMS was not read
 * completely, because nothing can be applied then.
 */
export function resultInWords(run: Run): string {
  const { complete, errors: [error, ...others] } = run.report;
  const more = others.length > 0 ? `And ${counted(others.length, "more error")}.` : null;
  const counts = complete || error === undefined ? `${countsInLine(run)}.` : null;
  return [counts, error, more].filter(Boolean).join(" ");
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  tid: "Number in the CMS",
  uuid: "Id in the CMS",
  slug: "Address",
  lat: "Latitude",
  lon: "Longitude",
  architectWebsite: "Architect’s website",
  constructionCompany: "Builder",
  constructionCompanyWeb: "Builder’s website",
  designBuildFirm: "Design and build firm",
  galleryOrder: "Place in the gallery",
  caseStudyUuid: "Case study",
  heroImageUuid: "Lead picture",
  altText: "Alt text",
  remoteUrl: "Original",
  videoId: "Film",
};

/** Returns the label of a record's field: its own, or its capitalised name. */
export function fieldLabel(name: string): string {
  return FIELD_WORDS[name] ?? capitalized(name);
}
