import { Shell } from "@/components/buyer/Shell.tsx";
import { define } from "@/lib/define.ts";

export default define.page(function ApiLayout({ Component, url }) {
  return (
    <Shell path={url.pathname}>
      <Component />
    </Shell>
  );
});
