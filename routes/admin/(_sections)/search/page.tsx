import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { FoundRecords } from "./FoundRecords.tsx";
import { catalogGroup, documentGroup, mediaGroup, projectGroup } from "./found_groups.ts";
import { isCalled } from "../projects/list.tsx";
import { RECORD_WORDS } from "@/components/admin/record_labels.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { listItems } from "@/lib/corpus/mod.ts";
import { AppError, parseQuery } from "@/lib/http/mod.ts";
import { define } from "@/lib/define.ts";
import { queryLibrary } from "@/lib/media/mod.ts";
import { listProjects } from "@/lib/projects/mod.ts";
import { searchRecords } from "@/lib/catalog/mod.ts";

const MAX_TEXT = 200;
/** Queries for the first ten results of kinds that have a list of their own. */
const DOCUMENTS = { order: "title", descending: false, page: 1, size: 10 } as const;
const PICTURES = { sort: "name-asc", limit: 10, offset: 0 } as const;
const SearchQuery = z.object({ q: z.string().optional() });

export const handler = define.handlers({
  async GET(ctx) {
    const { staff, services } = ctx.state;
    if (staff === undefined) throw new AppError("unauthenticated");
    const text = (parseQuery(ctx.url, SearchQuery).q ?? "").replaceAll("\0", "").trim()
      .slice(0, MAX_TEXT);
    const title = text === "" ? "Search" : `Results for “${text}”`;
    ctx.state.title = title;
    const groups = searchRecords(services.catalog.current().catalog, text)
      .filter(({ type }) => staff.capabilities.has(RECORD_WORDS[type].capability))
      .map(catalogGroup);
    if (text !== "" && staff.capabilities.has("edit_data")) {
      const documents = await listItems(services.db, { text }, DOCUMENTS);
      if (documents.total > 0) groups.push(documentGroup(documents, text));
      const projects = await listProjects(services.db);
      const called = projects.filter((project) => isCalled(project, text));
      if (called.length > 0) groups.push(projectGroup(called, text));
      const { playerUrl } = services.config.video;
      const pictures = await queryLibrary(services.db, { ...PICTURES, q: text }, playerUrl);
      if (pictures.total > 0) groups.push(mediaGroup(pictures, text));
    }
    // Whether this role can find any kind of record.
    const may = staff.capabilities.has("edit_data") || staff.capabilities.has("edit_rules");
    return await ctx.render(
      <>
        <AdminHeader title={title} />
        {groups.length > 0
          ? <FoundRecords groups={groups} />
          : <NothingFound text={text} may={may} />}
      </>,
    );
  },
});

function NothingFound({ text, may }: { text: string; may: boolean }) {
  if (!may) {
    return (
      <EmptyState title="Nothing to search">
        <p>Search finds the records that you may edit, and your role edits none.</p>
      </EmptyState>
    );
  }
  if (text === "") {
    return (
      <EmptyState title="What are you looking for?">
        <p>
          Type a name or an id of a system, attribute, tier, factor, option, rule, rule set or
          track. Search also finds projects by name or place, and documents and pictures by words of
          their titles. It includes retired records.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No match">
      <p>No record’s name or id has all of these words. Try fewer of them, or a part of a word.</p>
    </EmptyState>
  );
}
