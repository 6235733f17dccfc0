/** The navigation of the admin area. */
import type { Capability } from "@/lib/staff/mod.ts";
import {
  ADMIN_ROOT,
  analyticsHref,
  assistantHref,
  auditHref,
  mediaHref,
  reportHref,
  sectionHref,
  statusHref,
} from "../hrefs/admin.ts";

/** A link in the navigation. */
interface NavigationItem {
  readonly label: string;
  readonly href: string;
  /** Required by its pages; null when all staff may see them. */
  readonly capability: Capability | null;
}

/** A group of links under one label. */
export interface NavigationGroup {
  /** Null for the links above all groups. */
  readonly label: string | null;
  readonly items: readonly NavigationItem[];
}

const edits = (capability: Capability) => (label: string, href: string): NavigationItem => ({
  label,
  href,
  capability,
});
const data = edits("edit_data");
const rules = edits("edit_rules");

const NAVIGATION: readonly NavigationGroup[] = [
  { label: null, items: [{ label: "Overview", href: ADMIN_ROOT, capability: null }] },
  {
    label: "Catalog",
    items: [
      data("Systems", sectionHref("systems")),
      data("Attributes", sectionHref("attributes")),
      data("Budget tiers", sectionHref("tiers")),
      data("Factors", sectionHref("factors")),
    ],
  },
  {
    label: "Content",
    items: [
      data("Pictures & videos", mediaHref()),
      data("Review tags", `${mediaHref()}/review`),
      data("Categories", `${ADMIN_ROOT}/categories`),
      data("Pages", sectionHref("pages")),
      data("Projects", sectionHref("projects")),
      data("Documents", sectionHref("corpus")),
      data("CMS sync", sectionHref("cms")),
    ],
  },
  {
    label: "Selection",
    items: [
      rules("Rules", sectionHref("rules")),
      rules("Rule sets", sectionHref("rule-sets")),
      rules("Tracks", sectionHref("tracks")),
      rules("Simulator", `${ADMIN_ROOT}/simulator`),
      rules("Scenarios", sectionHref("scenarios")),
      rules("Rule report", reportHref()),
    ],
  },
  {
    label: "Oversight",
    items: [
      { label: "Analytics", href: analyticsHref(), capability: "view_audit" },
      { label: "Leads", href: sectionHref("leads"), capability: "view_audit" },
      data("CRM", sectionHref("crm")),
      data("Privacy", sectionHref("privacy")),
      { label: "Audit log", href: auditHref(), capability: "view_audit" },
      { label: "Assistant", href: assistantHref(), capability: "view_audit" },
      { label: "Status", href: statusHref(), capability: "view_audit" },
    ],
  },
  {
    label: "People",
    items: [{ label: "Users", href: sectionHref("users"), capability: "manage_users" }],
  },
];

/** Returns the navigation for a set of capabilities, without links that need others and without empty groups. */
export function navigationFor(capabilities: ReadonlySet<Capability>): NavigationGroup[] {
  return NAVIGATION.map(({ label, items }) => ({
    label,
    items: items.filter(({ capability }) => capability === null || capabilities.has(capability)),
  })).filter(({ items }) => items.length > 0);
}

/**
 * Whether a link is current on a page: it is the page itself, or the nearest link above it. The overview is only
 * current on its own page.
 */
export function isCurrent(href: string, path: string): boolean {
  return isAt(href, path) &&
    !NAVIGATION.some(({ items }) =>
      items.some((other) => other.href.length > href.length && isAt(other.href, path))
    );
}

function isAt(href: string, path: string): boolean {
  return path === href || (href !== ADMIN_ROOT && path.startsWith(`${href}/`));
}
