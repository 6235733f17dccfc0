import { AdminShell } from "@/components/admin/AdminShell.tsx";
import { define } from "@/lib/define.ts";

/** Wraps pages in the shell. Requests that did not pass the guard have no staff and get no shell. */
export default define.page(function AdminLayout({ Component, state, url, req }) {
  const { staff, flash, services } = state;
  if (staff === undefined) return <Component />;
  const isPost = req.method === "POST";
  return (
    <AdminShell staff={staff} config={services.config} url={url} flash={flash} isAnswer={isPost}>
      <Component />
    </AdminShell>
  );
});
