import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { sectionLink } from "@/components/admin/sections.ts";
import { tryQuery } from "./try_query.ts";
import { TryForm } from "./TryForm.tsx";
import { MOST_PASSAGES, TryResult } from "./TryResult.tsx";
import { authorize } from "@/lib/staff/mod.ts";
import { explainRetrieval } from "@/lib/corpus/mod.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const { db, catalog } = ctx.state.services;
    const { systems } = catalog.current().catalog;
    const query = tryQuery(ctx.url.searchParams, new Set(systems.map(({ id }) => id)));
    const { text, systemIds, contentTypes } = query;
    const result = await explainRetrieval(db, {
      text,
      ...(systemIds.length > 0 && { systemIds }),
      ...(contentTypes.length > 0 && { contentTypes }),
      limit: MOST_PASSAGES + 1,
    });
    ctx.state.title = text === "" ? "Try a question" : `Try: ${text.slice(0, 60)}`;
    const isEmpty = ctx.url.searchParams.has("q") && text === "" && systemIds.length === 0;
    const error = isEmpty ? "Enter a question, or choose a system below" : undefined;
    return await ctx.render(
      <>
        <AdminHeader
          title="Try a question"
          lead="What the search finds in the active documents, in which order, and why."
          trail={[sectionLink("corpus")]}
        />
        <TryForm query={query} systems={systems} error={error} />
        <TryResult query={query} result={result} systems={systems} />
      </>,
    );
  },
});
