import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { DependencyList } from "./DependencyList.tsx";
import { JobList } from "./JobList.tsx";
import { define } from "@/lib/define.ts";
import { databaseState, readSchedule, readStatus } from "@/lib/services.ts";
import { authorize } from "@/lib/staff/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const { capabilities } = authorize(ctx.state, "view_audit");
    ctx.state.title = "Status";
    const [dependencies, jobs, database] = await Promise.all([
      readStatus(services),
      readSchedule(services),
      databaseState(services),
    ]);
    return await ctx.render(
      <>
        <AdminHeader
          title="Status"
          lead="What the service depends on, and what each failure affects. For the model and the identity perimeter, this is what this one process has seen."
        />
        <div class="grid grid-cols-[minmax(0,1fr)] gap-9">
          <div>
            <DependencyList dependencies={dependencies} capabilities={capabilities} />
          </div>
          <JobList jobs={jobs} />
        </div>
      </>,
      // As on every staff page while the database is down, but with the page itself.
      { status: database.state === "down" ? 503 : 200 },
    );
  },
});
