import { Shell } from "@/components/buyer/Shell.tsx";
import { UnitsContext } from "@/components/buyer/units_context.ts";
import { readUnits } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";

export default define.page(function BuyerLayout({ Component, req, url }) {
  const units = readUnits(req.headers.get("cookie"));
  return (
    <UnitsContext.Provider value={{ units, here: url.pathname + url.search }}>
      <Shell path={url.pathname}>
        <Component />
      </Shell>
    </UnitsContext.Provider>
  );
});
