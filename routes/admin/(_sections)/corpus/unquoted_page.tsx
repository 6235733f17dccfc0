import { page } from "fresh";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { askedPage } from "../../../../components/admin/list_query.ts";
import { CountedSince } from "./parts.tsx";
import { UnquotedTable } from "./UnquotedTable.tsx";
import { corpusHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { counted } from "../../../../components/ui/counted.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import { listUnquoted, retrievalsCountedSince } from "../../../../lib/corpus/mod.ts";
import { define } from "../../../../lib/define.ts";

const PAGE_SIZE = 50;

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const { db } = ctx.state.services;
    const params = ctx.url.searchParams;
    const [found, since] = await Promise.all([
      listUnquoted(db, { page: askedPage(params), size: PAGE_SIZE }),
      retrievalsCountedSince(db),
    ]);
    ctx.state.title = "Never quoted";
    return page({ params, found, since });
  },
});

export default define.page<typeof handler>(function UnquotedPage({ data }) {
  const { params, found, since } = data;
  return (
    <>
      <AdminHeader
        title="Never quoted"
        lead={`Buyers have not seen ${
          counted(found.passages, "passage")
        } of active documents. A passage that is never quoted may say too little, or nothing that buyers look for.`}
        trail={[
          { label: "Documents", href: sectionHref("corpus") },
          { label: "Coverage", href: corpusHref("coverage") },
        ]}
      />
      <UnquotedTable params={params} found={found} />
      <p class="pt-4 text-sm text-muted">
        <CountedSince since={since} />
      </p>
    </>
  );
});
