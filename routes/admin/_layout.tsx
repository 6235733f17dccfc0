import { AdminShell } from "../../components/admin/AdminShell.tsx";
import { define } from "../../lib/define.ts";

/** Only pages behind the guard come here, so somebody is known; what is not has no frame to show. */
export default define.page(function AdminLayout({ Component, state, url }) {
  const { staff, flash, services } = state;
  if (staff === undefined) return <Component />;
  return (
    <AdminShell staff={staff} config={services.config} url={url} flash={flash}>
      <Component />
    </AdminShell>
  );
});
