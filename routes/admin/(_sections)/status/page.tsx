import { page } from "fresh";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { DependencyList } from "./DependencyList.tsx";
import { define } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { readStatus } from "@/lib/services.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { staff, services } = ctx.state;
    if (staff === undefined) throw new AppError("unauthenticated");
    ctx.state.title = "Status";
    return page({
      dependencies: await readStatus(services),
      capabilities: staff.capabilities,
    });
  },
});

export default define.page<typeof handler>(function StatusPage({ data }) {
  return (
    <>
      <AdminHeader
        title="Status"
        lead="What the service depends on, and what each failure affects. For the model and the identity perimeter, this is what this one process has seen."
      />
      <DependencyList {...data} />
    </>
  );
});
