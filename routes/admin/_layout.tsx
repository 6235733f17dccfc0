import { AdminShell } from "@/components/admin/AdminShell.tsx";
import { define } from "@/lib/define.ts";

/** Wraps pages in the shell. Requests that did not pass the guard have no staff and get no shell. */
export default define.page(function AdminLayout({ Component, state, url, req }) {
  const { staff, flash, services } = state;
  if (staff === undefined) return <Component />;
  const isAnswer = req.method === "POST" || flash !== undefined;
  return (
    <AdminShell {...{ staff, config: services.config, url, flash, isAnswer }}>
      <Component />
    </AdminShell>
  );
});
