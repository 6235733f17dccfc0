/** What staff read of the sync. */
import type { JobState } from "../../../../components/admin/job_screen.tsx";
import type { ChangeAction, Kind, Run } from "../../../../lib/cms/mod.ts";

/** What each kind brings in. */
export const KIND_WORDS: Readonly<Record<Kind, { name: string; one: string; lead: string }>> = {
  attributes: {
    name: "Attributes",
    one: "value",
    lead: "Figures of systems, from the fields of the products that are mapped to them.",
  },
  projects: {
    name: "Projects",
    one: "project",
    lead: "Installed projects, and the products that each of them used.",
  },
  images: {
    name: "Images",
    one: "picture",
    lead: "Pictures and the stills of films, with the projects and systems that they show.",
  },
};

/** States of a run. */
export const STATES: Readonly<Record<Run["state"], JobState>> = {
  reading: { label: "Reading", tone: "accent" },
  incomplete: { label: "Incomplete", tone: "danger" },
  ready: { label: "Ready to apply", tone: "accent" },
  applying: { label: "Applying", tone: "accent" },
  stopped: { label: "Stopped", tone: "warning" },
  done: { label: "Applied", tone: "positive" },
  abandoned: { label: "Superseded", tone: "neutral" },
};

/** What is done to what is stored. */
export const ACTION_WORDS: Readonly<Record<ChangeAction, string>> = {
  created: "New",
  updated: "Changed",
  heldBack: "Held back",
  noted: "Noted",
};

/** Counts of a plan, in order, with their names. */
export function countsInWords({ report: { counts } }: Run): { label: string; count: number }[] {
  return [
    { label: "new", count: counts.created },
    { label: "changed", count: counts.updated },
    { label: "unchanged", count: counts.unchanged },
    { label: "held back", count: counts.heldBack },
    { label: "left out", count: counts.skipped },
  ];
}

/** The counts in one line; those of nothing are left out. */
export function countsInLine(run: Run): string {
  const counts = countsInWords(run).filter(({ count }) => count > 0)
    .map(({ label, count }) => `${count.toLocaleString("en-US")} ${label}`);
  return counts.join(", ") || "Nothing";
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
  altText: "Alternative text",
  remoteUrl: "Original",
  videoId: "Film",
};

/** What a field of a record is called. */
export function fieldLabel(name: string): string {
  const known = FIELD_WORDS[name];
  return known ?? name.charAt(0).toUpperCase() + name.slice(1);
}
