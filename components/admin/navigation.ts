/** The navigation of the admin area. */
import type { Capability } from "@/lib/staff/mod.ts";
import {
  ADMIN_ROOT,
  type AdminSection,
  analyticsHref,
  assistantHref,
  auditHref,
  mediaHref,
  reportHref,
  sectionHref,
  statusHref,
} from "../hrefs/admin.ts";
import { sectionWords } from "./sections.ts";

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
const section = (slug: AdminSection): NavigationItem => {
  const { label, capability } = sectionWords(slug);
  return { label, href: sectionHref(slug), capability };
};
const data = edits("edit_data");
const rules = edits("edit_rules");

const NAVIGATION: readonly NavigationGroup[] = [
  { label: null, items: [{ label: "Overview", href: ADMIN_ROOT, capability: null }] },
  {
    label: "Catalog",
    items: [
      section("systems"),
      section("attributes"),
      section("tiers"),
      section("factors"),
    ],
  },
  {
    label: "Content",
    items: [
      data("Pictures & videos", mediaHref()),
      data("Review tags", `${mediaHref()}/review`),
      section("categories"),
      section("pages"),
      section("projects"),
      section("corpus"),
      section("cms"),
    ],
  },
  {
    label: "Selection",
    items: [
      section("rules"),
      section("rule-sets"),
      section("tracks"),
      rules("Simulator", `${ADMIN_ROOT}/simulator`),
      section("scenarios"),
      rules("Rule report", reportHref()),
    ],
  },
  {
    label: "Oversight",
    items: [
      { label: "Analytics", href: analyticsHref(), capability: "view_audit" },
      section("leads"),
      section("crm"),
      section("privacy"),
      { label: "Audit log", href: auditHref(), capability: "view_audit" },
      { label: "Assistant", href: assistantHref(), capability: "view_audit" },
      { label: "Status", href: statusHref(), capability: "view_audit" },
    ],
  },
  {
    label: "People",
    items: [section("users")],
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
