import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { navigationFor } from "@/components/admin/navigation.ts";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { FoundRecords } from "./FoundRecords.tsx";
import {
  catalogGroup,
  documentGroup,
  type FoundGroup,
  groupOf,
  mediaGroup,
  projectRow,
  rowOf,
} from "./found_groups.ts";
import { RECORD_WORDS } from "@/components/admin/record_labels.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { listScenarios } from "@/lib/analysis/mod.ts";
import { listItems } from "@/lib/corpus/mod.ts";
import { leadsOfContact } from "@/lib/crm/mod.ts";
import { AppError, parseQuery } from "@/lib/http/mod.ts";
import { define } from "@/lib/define.ts";
import { queryLibrary } from "@/lib/media/mod.ts";
import { PAGE_LIST, pageEntity } from "@/lib/pages/mod.ts";
import { projectsCalled } from "@/lib/projects/mod.ts";
import { readRecord } from "@/lib/records/mod.ts";
import { searchRecords } from "@/lib/catalog/mod.ts";
import type { Services } from "@/lib/services.ts";
import { listUsers, roleLabel, type Staff } from "@/lib/staff/mod.ts";
import { formatDay, hasWords, plainText, searchWords } from "@/lib/text/mod.ts";

const MAX_TEXT = 200;
/** Queries for the first ten results of kinds that have a list of their own. */
const DOCUMENTS = { order: "title", descending: false, page: 1, size: 10 } as const;
const PICTURES = { sort: "name-asc", limit: 10, offset: 0 } as const;
const SearchQuery = z.object({ q: z.string().optional() });

export const handler = define.handlers({
  async GET(ctx) {
    const { staff, services } = ctx.state;
    if (staff === undefined) throw new AppError("unauthenticated");
    const typed = (parseQuery(ctx.url, SearchQuery).q ?? "").replaceAll("\0", "").trim();
    const text = typed.slice(0, MAX_TEXT);
    const title = text === "" ? "Search" : `Results for “${text}”`;
    ctx.state.title = title;
    const groups = text === "" ? [] : await findGroups(services, staff, text);
    return await ctx.render(
      <>
        <AdminHeader
          title={title}
          lead={text.length < typed.length
            ? `Only the first ${MAX_TEXT} characters were searched for.`
            : undefined}
        />
        {groups.length > 0 ? <FoundRecords groups={groups} /> : <NothingFound text={text} />}
      </>,
    );
  },
});

/** Returns what the text finds of the kinds that this person may open, sections first. */
async function findGroups(services: Services, staff: Staff, text: string): Promise<FoundGroup[]> {
  const { db, catalog, config } = services;
  const { capabilities } = staff;
  const words = searchWords(text);
  const named = (name: string) => hasWords(name, words);
  const edits = capabilities.has("edit_data");
  const sections = navigationFor(capabilities).flatMap(({ items }) => items)
    .filter(({ label }) => named(label));
  const [scenarios, leads, users, pages, documents, projects, pictures] = await Promise.all([
    capabilities.has("edit_rules") ? listScenarios(db) : [],
    capabilities.has("view_audit") && /^\d{1,20}$/.test(text) ? leadsOfContact(services, text) : [],
    capabilities.has("manage_users") ? listUsers(services) : [],
    edits ? pagesWith(db, text) : [],
    edits ? listItems(db, { text }, DOCUMENTS) : null,
    edits ? projectsCalled(db, words) : [],
    edits ? queryLibrary(db, { ...PICTURES, q: text }, config.video.playerUrl) : null,
  ]);
  return [
    ...groupOf(sections.map(({ label, href }) => rowOf(href, label, href)), {
      kind: "section",
      label: "Sections",
    }),
    ...groupOf(
      leads.map(({ key, at }) => rowOf(formatDay(at), `Contact ${text}`, recordHref("leads", key))),
      { kind: "lead", label: "Leads" },
    ),
    ...searchRecords(catalog.current().catalog, text)
      .filter(({ type }) => capabilities.has(RECORD_WORDS[type].capability)).map(catalogGroup),
    ...groupOf(
      scenarios.filter(({ name }) => named(name))
        .map(({ id, name }) => rowOf(id, name, recordHref("scenarios", id))),
      { kind: "scenario", label: "Scenarios", allHref: sectionHref("scenarios") },
    ),
    ...groupOf(pages.map(([id, { name }]) => rowOf(id, name, recordHref("pages", id))), {
      kind: "page",
      label: "Pages of the buyer site",
    }),
    ...(documents ? documentGroup(documents, text) : []),
    ...groupOf(projects.map(projectRow), {
      kind: "project",
      label: "Projects",
      allHref: sectionHref("projects", `${new URLSearchParams({ q: text })}`),
    }),
    ...(pictures ? mediaGroup(pictures, text) : []),
    ...groupOf(
      users.filter(({ email }) => named(email)).map(({ email, role, retired }) => ({
        ...rowOf(roleLabel(role), email, recordHref("users", email)),
        status: retired ? "retired" : "live",
      })),
      { kind: "user", label: "Users", allHref: sectionHref("users") },
    ),
  ];
}

/** Returns the pages that a text names, or of whose texts by staff one contains it. */
async function pagesWith(db: Services["db"], text: string): Promise<typeof PAGE_LIST[number][]> {
  const stored = await Promise.all(PAGE_LIST.map(([id]) => readRecord(db, pageEntity, id)));
  const [wanted, words] = [plainText(text), searchWords(text)];
  return PAGE_LIST.filter(([, { name }], index) =>
    hasWords(name, words) ||
    Object.values(stored[index]?.record.texts ?? {}).some((own) => plainText(own).includes(wanted))
  );
}

function NothingFound({ text }: { text: string }) {
  if (text === "") {
    return (
      <EmptyState title="What are you looking for?">
        <p>
          Type words of a name or an id, or a phrase of a text: systems, rules, answers, documents,
          pictures, projects, pages and scenarios are searched, retired ones too. The number of a
          contact finds their lead.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No match">
      <p>
        No name has all of these words, and no text this phrase. Try fewer of them, or a part of a
        word.
      </p>
    </EmptyState>
  );
}
