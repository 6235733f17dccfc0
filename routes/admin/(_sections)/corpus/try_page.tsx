import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { sectionLink } from "@/components/admin/sections.ts";
import { MAX_QUESTION, type TryQuery, tryQuery } from "./try_query.ts";
import { TryForm } from "./TryForm.tsx";
import { MOST_PASSAGES, TryResult } from "./TryResult.tsx";
import { authorize } from "@/lib/staff/mod.ts";
import { explainRetrieval } from "@/lib/corpus/mod.ts";
import { define } from "@/lib/define.ts";
import { formatCount } from "@/lib/text/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const { db, catalog } = ctx.state.services;
    const { systems } = catalog.current().catalog;
    const query = tryQuery(ctx.url.searchParams, new Set(systems.map(({ id }) => id)));
    const { text, systemIds, contentTypes } = query;
    const error = errorOf(query, ctx.url.searchParams);
    const result = error !== undefined ? null : await explainRetrieval(db, {
      text,
      ...(systemIds.length > 0 && { systemIds }),
      ...(contentTypes.length > 0 && { contentTypes }),
      limit: MOST_PASSAGES + 1,
    });
    ctx.state.title = text === "" ? "Try a question" : `Try: ${text.slice(0, 60)}`;
    return await ctx.render(
      <>
        <AdminHeader
          title="Try a question"
          lead="What the search finds in the active documents, in which order, and why."
          trail={[sectionLink("corpus")]}
        />
        <TryForm query={query} systems={systems} error={error} />
        {result && <TryResult query={query} result={result} systems={systems} />}
      </>,
    );
  },
});

function errorOf({ text, systemIds }: TryQuery, query: URLSearchParams): string | undefined {
  if (text.length > MAX_QUESTION) return `Use at most ${formatCount(MAX_QUESTION)} characters`;
  return query.has("q") && text === "" && systemIds.length === 0
    ? "Enter a question, or choose a system below"
    : undefined;
}
