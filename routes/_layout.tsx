import { define } from "../lib/define.ts";

export default define.page(function Layout({ Component }) {
  return (
    <>
      <a class="skip-link" href="#main">Skip to content</a>
      <Component />
    </>
  );
});
