import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { MayStop } from "@/components/buyer/wizard/MayStop.tsx";

const OPEN = [{ factorId: "look", factor: "Look", canChange: false, href: "/select?step=look" }];

function shown(resultHref: string | null): string {
  return renderToString(
    <MayStop mayStop systemName="Finch" open={OPEN} resultHref={resultHref} />,
  );
}

Deno.test("MayStop sends a buyer to the result, and asks nothing of one who is there (design §10)", () => {
  assert.match(shown("/results"), /You may stop here.*it stays Finch.*href="\/results"/s);
  const onResult = shown(null);
  assert.match(onResult, /You need not answer more.*href="\/select\?step=look"/s);
  assert.doesNotMatch(onResult, /stop here|See the result/);
});
