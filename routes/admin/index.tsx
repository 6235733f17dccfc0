import { page } from "fresh";
import { AdminHeader } from "../../components/admin/AdminHeader.tsx";
import { type Integration, integrationsOf } from "../../components/admin/integrations.ts";
import {
  Attention,
  type AttentionItem,
  Integrations,
  type RecordCount,
  RecordCounts,
} from "../../components/admin/Overview.tsx";
import { overrideItem, recordCounts, staleItem } from "../../components/admin/overview_facts.ts";
import { define } from "../../lib/define.ts";
import { overriddenSystems } from "../../lib/editing/mod.ts";
import { AppError } from "../../lib/http/mod.ts";

interface OverviewData {
  items: AttentionItem[];
  /** What is still being worked out. */
  pending: string[];
  counts: RecordCount[];
  integrations: Integration[];
}

export const handler = define.handlers({
  async GET(ctx) {
    const { staff, services } = ctx.state;
    if (staff === undefined) throw new AppError("unauthenticated");
    ctx.state.title = "Overview";
    const { capabilities: held } = staff;
    const { catalog } = services.catalog.current();
    const editsData = held.has("edit_data");
    const overridden = editsData ? await overriddenSystems(services.db) : [];
    const items = [staleItem(catalog, held), overrideItem(overridden)];
    return page<OverviewData>({
      items: items.filter((item) => item !== null),
      pending: [],
      counts: recordCounts(catalog, held),
      integrations: editsData ? integrationsOf(services.config) : [],
    });
  },
});

export default define.page<typeof handler>(function OverviewPage({ data }) {
  const { items, pending, counts, integrations } = data;
  return (
    <>
      <AdminHeader title="Overview" />
      <div class="grid gap-9">
        <Attention items={items} pending={pending} />
        <div class="grid items-start gap-9 xl:grid-cols-2 xl:gap-14">
          {counts.length > 0 && <RecordCounts counts={counts} />}
          {integrations.length > 0 && <Integrations integrations={integrations} />}
        </div>
      </div>
    </>
  );
});
