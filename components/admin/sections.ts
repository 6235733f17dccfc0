/** The sections of the admin area in words: the one place that names them. */
import type { Capability } from "@/lib/staff/mod.ts";
import { type AdminSection, sectionHref } from "../hrefs/admin.ts";

/** A section in words, and the capability that it needs (spec §5). */
export interface SectionWords {
  /** Part of the address. */
  readonly slug: AdminSection;
  /** As a heading: "Budget tiers". */
  readonly label: string;
  /** One of its records, in running text: "budget tier". */
  readonly noun: string;
  /** Required by every screen and action. */
  readonly capability: Capability;
}

const SECTIONS: Readonly<Record<AdminSection, readonly [string, string, Capability]>> = {
  systems: ["Systems", "system", "edit_data"],
  attributes: ["Attributes", "attribute", "edit_data"],
  tiers: ["Budget tiers", "budget tier", "edit_data"],
  factors: ["Factors", "factor", "edit_data"],
  rules: ["Rules", "rule", "edit_rules"],
  "rule-sets": ["Rule sets", "rule set", "edit_rules"],
  tracks: ["Tracks", "track", "edit_rules"],
  scenarios: ["Scenarios", "scenario", "edit_rules"],
  corpus: ["Documents", "document", "edit_data"],
  categories: ["Categories", "category", "edit_data"],
  pages: ["Pages", "page", "edit_data"],
  projects: ["Projects", "project", "edit_data"],
  cms: ["CMS sync", "run", "edit_data"],
  crm: ["CRM", "setting", "edit_data"],
  leads: ["Leads", "lead", "view_audit"],
  privacy: ["Privacy", "setting", "edit_data"],
  users: ["Users", "user", "manage_users"],
};

/** Returns a section in words. */
export function sectionWords(slug: AdminSection): SectionWords {
  const [label, noun, capability] = SECTIONS[slug];
  return { slug, label, noun, capability };
}

/** Returns the link to a section, as the pages below it show it. */
export function sectionLink(slug: AdminSection): { label: string; href: string } {
  return { label: sectionWords(slug).label, href: sectionHref(slug) };
}
